package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/chat/model"
	"github.com/nexus-ci/nexus-ci/report"
)

// maxParallel is how many tools run at a time.
const maxParallel = 4

// Say answers a question in the course of the conversation, and writes the answer as it
// comes. The error is a *StopError, a *model.Error or that of ctx.
func (s *Session) Say(ctx context.Context, question string, w io.Writer) (*Answer, error) {
	e, done, err := s.Engine(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	a := s.begin(question)
	out := s.writer(w, e)
	switch {
	case s.Model == nil:
		err = s.withoutModel(ctx, e, a, out)
	case !s.Model.Tools():
		err = s.oneTurn(ctx, e, a, out)
	default:
		err = s.loop(ctx, e, a, out)
	}
	return s.end(a, out, err)
}

// writer returns what writes an answer. What a model says of a change is set apart from what
// the rating says.
func (s *Session) writer(w io.Writer, e *engine.Engine) *writer {
	out := newWriter(w, e)
	if s.Change != nil && s.Model != nil {
		out.prefix = "| "
	}
	return out
}

// begin returns an answer that is empty yet.
func (s *Session) begin(question string) *Answer {
	a := &Answer{Question: question, Model: s.Model != nil, Citations: []Citation{}, Tools: []ToolRun{}, Stats: Stats{Turns: 1}}
	if s.Change != nil {
		a.Rating = s.Change.Rating
	}
	return a
}

// end completes an answer with what was written.
func (s *Session) end(a *Answer, out *writer, err error) (*Answer, error) {
	if failed := out.finish(); err == nil {
		err = failed
	}
	a.Answer, a.Citations = out.shown.String(), append(a.Citations, out.citations...)
	s.Total.add(&a.Stats)
	return a, err
}

// loop asks the model until it calls no more tools.
func (s *Session) loop(ctx context.Context, e *engine.Engine, a *Answer, out *writer) error {
	messages := s.Messages(e)
	start := len(messages)
	messages = append(messages, model.Message{Role: model.User, Text: a.Question})
	tools := s.Definitions()
	for range s.Limits.Iterations {
		answer, err := s.complete(ctx, a, messages, tools, out.say)
		if err != nil {
			return err
		}
		messages = append(messages, model.Message{Role: model.Assistant, Text: answer.Text, Calls: answer.Calls})
		if len(answer.Calls) == 0 {
			return s.keep(a, answer, messages[start:])
		}
		out.breakLine()
		results, err := s.runAll(ctx, e, a, answer.Calls)
		if err != nil {
			return err
		}
		messages = append(messages, model.Message{Role: model.Tool, Results: results})
	}
	return &StopError{fmt.Sprintf("no answer after %d rounds with tools; ask for less at a time", s.Limits.Iterations)}
}

// keep checks the last answer and remembers it.
func (s *Session) keep(a *Answer, answer *model.Answer, messages []model.Message) error {
	if strings.TrimSpace(answer.Text) == "" {
		return &StopError{"empty answer: the model said nothing; ask again, or choose another model"}
	}
	if answer.Cut {
		a.Note = "the answer is not finished: it has reached the limit of the service"
	}
	s.history.add(a.Question, messages, s.Limits.KeepPairs)
	return nil
}

// complete asks the model once.
func (s *Session) complete(ctx context.Context, a *Answer, messages []model.Message, tools []model.Definition, tell func(string)) (*model.Answer, error) {
	fitting, err := fit(messages, tools, s.Limits.ContextTokens)
	if err != nil {
		return nil, err
	}
	a.Stats.Requests++
	a.Stats.Estimated += size(fitting, tools)
	from := s.Now()
	answer, err := s.Model.Complete(ctx, &model.Request{Messages: fenced(fitting), Tools: tools}, tell)
	a.Stats.ModelTime += s.Now().Sub(from).Seconds()
	if err != nil {
		return nil, err
	}
	a.Stats.Usage.Input += answer.Usage.Input
	a.Stats.Usage.Output += answer.Usage.Output
	return answer, nil
}

// ToldWait returns a wait between two tries of a model that tells how long it is.
func ToldWait(tell func(line string)) func(context.Context, time.Duration) error {
	return func(ctx context.Context, d time.Duration) error {
		if d >= time.Second {
			tell(fmt.Sprintf("The model cannot answer now; asking again in %.0f s…", math.Ceil(d.Seconds())))
		}
		return model.Sleep(ctx, d)
	}
}

// fenced returns messages in which what tools answered is fenced off as data.
func fenced(messages []model.Message) []model.Message {
	messages = slices.Clone(messages)
	for i := range messages {
		results := slices.Clone(messages[i].Results)
		for k := range results {
			results[k].Text = data(results[k].Text)
		}
		messages[i].Results = results
	}
	return messages
}

// runAll runs the tools that the model calls at once, and returns their results in the order of
// the calls. Together they keep to the budget.
func (s *Session) runAll(ctx context.Context, e *engine.Engine, a *Answer, calls []model.Call) ([]model.Result, error) {
	from := s.Now()
	texts, runs := make([]string, len(calls)), make([]ToolRun, len(calls))
	slots := make(chan struct{}, maxParallel)
	var wg sync.WaitGroup
	for i := range calls {
		s.Progress(progressOf(&calls[i]))
		s.Trace(Event{Type: "tool_call", ID: calls[i].ID, Name: calls[i].Name, Arguments: report.Clean(string(calls[i].Arguments))})
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			texts[i], runs[i] = s.call(ctx, e, &calls[i])
		})
	}
	wg.Wait()
	a.Stats.SearchTime += s.Now().Sub(from).Seconds()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	all := 0
	for _, text := range texts {
		all += tokens(text)
	}
	results := make([]model.Result, len(calls))
	for i := range calls {
		if all > s.Limits.ResultTokens {
			texts[i] = cut(texts[i], s.Limits.ResultTokens/len(calls))
		}
		a.Tools = append(a.Tools, runs[i])
		a.Stats.ToolCalls++
		if runs[i].Cached {
			a.Stats.Cached++
		} else {
			a.Stats.Searches += searchesOf(&calls[i])
		}
		results[i] = model.Result{ID: calls[i].ID, Text: texts[i], Failed: runs[i].Failed}
		s.Trace(Event{Type: "tool_result", ID: calls[i].ID, Name: calls[i].Name, Text: texts[i], Failed: runs[i].Failed})
	}
	return results, nil
}

// maxProgress is how much of the arguments of a call are told, in characters.
const maxProgress = 100

// progressOf tells of a call.
func progressOf(c *model.Call) string {
	if n := searchesOf(c); c.Name == "multi_search" && n > 0 {
		return fmt.Sprintf("Searching %d queries…", n)
	}
	var arguments map[string]any
	if json.Unmarshal(c.Arguments, &arguments) != nil || len(arguments) == 0 {
		return c.Name
	}
	compact, _ := json.Marshal(arguments) // of JSON
	return c.Name + " " + engine.Shorten(string(compact), maxProgress)
}

// oneTurn asks a model that takes no tools: it is told what the search finds for the question.
func (s *Session) oneTurn(ctx context.Context, e *engine.Engine, a *Answer, out *writer) error {
	arguments, err := json.Marshal(map[string]any{"query": a.Question, "max_tokens": min(max(s.Limits.ResultTokens, 200), 200_000)})
	if err != nil {
		return err
	}
	call := model.Call{Name: "prompt_context", Arguments: arguments}
	s.Progress("Searching…")
	from := s.Now()
	found, run := s.call(ctx, e, &call)
	a.Stats.SearchTime += s.Now().Sub(from).Seconds()
	a.Tools, a.Stats.ToolCalls, a.Stats.Searches = append(a.Tools, run), 1, 1
	if err := ctx.Err(); err != nil {
		return err
	}
	messages := s.Messages(e)
	asked := model.Message{Role: model.User, Text: a.Question}
	withContext := model.Message{Role: model.User, Text: "What the search finds for the question:\n\n" + data(found) + "\nThe question: " + a.Question}
	answer, err := s.complete(ctx, a, append(messages, withContext), nil, out.say)
	if err != nil {
		return err
	}
	return s.keep(a, answer, []model.Message{asked, {Role: model.Assistant, Text: answer.Text}})
}
