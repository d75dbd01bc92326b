// Package chat answers questions about a code base in conversation: a language model asks the
// tools of package query, and says what it makes of their answers.
//
// In: an engine of the present state of a repository, a model.Client or none, and Limits. Out:
// Answers, whose text is written as it comes: fit for a terminal, with every place that it
// names (path:line) looked up in the snapshot first, and marked where there is no such place.
//
// Files: turn.go asks one question, history.go remembers the last ones, budget.go keeps
// requests within a number of tokens, tools.go and files.go are what a model may call, ask.go
// answers in fixed steps, plain.go without a model, cite.go looks up places, console.go is the
// conversation on a terminal.
//
// Invariants: a model can do nothing but call the tools of its Session, of which none writes
// or leaves the repository unless the user has allowed that one; what tools answer is told to
// the model as data; what the model says is shown as text and decides nothing; a turn that
// fails or is interrupted leaves the conversation as it was.
//
// Absent: configuration and flags.
package chat

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/promptsafe"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/chat/model"
)

// An Engine returns what answers about the present state of a repository, and a function to
// call when the question is answered.
type Engine func(ctx context.Context) (e *engine.Engine, done func(), err error)

// Options are what a Session needs.
type Options struct {
	Engine Engine
	Model  model.Client // nil: answers are made without one
	Tools  []Tool       // that a model may call
	Limits Limits
	// Change is what a conversation is about beside the code: the report on a change.
	Change *Change
	// Progress is told in a line what is being done; nil: nobody is.
	Progress func(line string)
	// Trace is told the calls of tools and their results; nil: nobody is.
	Trace func(Event)
	Now   func() time.Time // for statistics
}

// A Change is a change to talk about.
type Change struct {
	Rating string   // one line, made by the rating alone
	Report string   // for the model, fenced off as data
	Places []string // what the report finds, in lines with path:line, for an answer without a model
}

// Limits bound a conversation.
type Limits struct {
	KeepPairs     int // how many questions are remembered word by word
	Iterations    int // how often the model is asked for one answer
	ResultTokens  int // of the results of the tools that the model calls at once
	ContextTokens int // of a request
}

// DefaultLimits is what the configuration begins with.
var DefaultLimits = Limits{KeepPairs: 5, Iterations: 30, ResultTokens: 30_000, ContextTokens: 200_000}

// A Session is one conversation. It must not be used by several goroutines at once.
type Session struct {
	Options
	history history
	results *resultCache
	// Total counts what all turns took.
	Total Stats
}

// New returns a session in which nothing was said yet.
func New(o Options) *Session {
	o.Limits.KeepPairs = cmp.Or(o.Limits.KeepPairs, DefaultLimits.KeepPairs)
	o.Limits.Iterations = cmp.Or(o.Limits.Iterations, DefaultLimits.Iterations)
	o.Limits.ResultTokens = cmp.Or(o.Limits.ResultTokens, DefaultLimits.ResultTokens)
	o.Limits.ContextTokens = cmp.Or(o.Limits.ContextTokens, DefaultLimits.ContextTokens)
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	if o.Trace == nil {
		o.Trace = func(Event) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Session{Options: o, results: &resultCache{}}
}

// An Answer is what was said to a question.
type Answer struct {
	Question string `json:"question"`
	Answer   string `json:"answer"` // as it was shown
	// Model: a language model has written it.
	Model bool `json:"by_model"`
	// Rating is that of the change the question is about. It does not come from the model.
	Rating    string     `json:"rating,omitempty"`
	Citations []Citation `json:"citations"`
	Tools     []ToolRun  `json:"tools"`
	Queries   []string   `json:"queries,omitempty"` // of an answer in fixed steps
	Ranked    []Ranked   `json:"ranked,omitempty"`
	Note      string     `json:"note,omitempty"` // what a reader has to know of the answer
	Stats     Stats      `json:"stats"`
}

// A ToolRun is a call of a tool.
type ToolRun struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	Failed    bool   `json:"failed,omitempty"`
	Cached    bool   `json:"cached,omitempty"` // the answer to an earlier call was used
	Size      int    `json:"characters"`
}

// Stats count what a turn or a session took.
type Stats struct {
	Turns      int         `json:"turns"`
	Requests   int         `json:"requests"` // to the model
	ToolCalls  int         `json:"tool_calls"`
	Searches   int         `json:"searches"` // queries of all search tools
	Cached     int         `json:"cached"`
	Estimated  int         `json:"estimated_tokens"` // of all requests, four bytes each
	Usage      model.Usage `json:"usage"`            // as the service counts
	ModelTime  float64     `json:"model_seconds"`
	SearchTime float64     `json:"tool_seconds"`
}

func (s *Stats) add(o *Stats) {
	s.Turns += o.Turns
	s.Requests += o.Requests
	s.ToolCalls += o.ToolCalls
	s.Searches += o.Searches
	s.Cached += o.Cached
	s.Estimated += o.Estimated
	s.Usage.Input += o.Usage.Input
	s.Usage.Output += o.Usage.Output
	s.ModelTime += o.ModelTime
	s.SearchTime += o.SearchTime
}

// String is one line.
func (s *Stats) String() string {
	return fmt.Sprintf("requests to the model: %d; tool calls: %d (%d from the session's cache); searches: %d; tokens sent, estimated: %d; tokens by the service: %d in, %d out; time: model %.1f s, tools %.1f s",
		s.Requests, s.ToolCalls, s.Cached, s.Searches, s.Estimated, s.Usage.Input, s.Usage.Output, s.ModelTime, s.SearchTime)
}

// A StopError says why there is no answer, and what to do next.
type StopError struct{ Reason string }

func (e *StopError) Error() string { return e.Reason }

// Messages returns what a request begins with: the system prompt, the change, the summary of
// older questions, the task, and the last questions with their answers.
func (s *Session) Messages(e *engine.Engine) []model.Message {
	messages := []model.Message{{Role: model.System, Text: s.prompt(e)}}
	if s.Change != nil {
		messages = append(messages, model.Message{Role: model.System, Text: "The conversation is about a change that nexus-ci has analysed. Its report:\n\n" + s.Change.Report})
	}
	return append(messages, s.history.messages()...)
}

// data fences off what comes from the repository.
func data(text string) string {
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return promptsafe.Data(text)
}
