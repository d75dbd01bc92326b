package chat

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/search"
	"github.com/nexus-ci/nexus-ci/chat/model"
)

// A Tool is what a model may call.
type Tool struct {
	Name        string
	Summary     string // one line
	Description string // for the model
	Schema      json.RawMessage
	// Changes: its answers depend on more than the arguments and the state of the repository.
	Changes bool
	// Run answers. An error is told to the model as the answer.
	Run func(ctx context.Context, e *engine.Engine, arguments json.RawMessage) (string, error)
}

// QueryTools returns the tools of package query that read the repository of the session: those
// that write, and those that tell of other repositories, are not among them.
func QueryTools() []Tool {
	var tools []Tool
	for _, t := range query.Tools() {
		if t.Writes || t.NoSnapshot {
			continue
		}
		schema, _ := json.Marshal(t.Input) // of strings and numbers
		tools = append(tools, Tool{
			Name: t.Name, Summary: t.Summary, Description: describe(&t), Schema: schema,
			Run: func(ctx context.Context, e *engine.Engine, arguments json.RawMessage) (string, error) {
				return answerOf(ctx, e, &t, arguments)
			},
		})
	}
	return tools
}

// describe says what a tool is for. The schema says the rest, but not of a language.
func describe(t *query.Tool) string {
	text := t.Summary + ".\n\n"
	if t.Name == "cypher" {
		return text + strings.TrimSpace(t.Help) + "\n\nExample: " + string(t.Example)
	}
	for line := range strings.Lines(t.Help) {
		if strings.HasPrefix(line, "When to use: ") {
			text += strings.TrimSpace(line) + "\n"
		}
	}
	return text + "Example: " + string(t.Example)
}

// answerOf returns what a tool of package query says, as people read it.
func answerOf(ctx context.Context, e *engine.Engine, t *query.Tool, arguments json.RawMessage) (string, error) {
	result, err := t.Run(ctx, e, arguments)
	var b bytes.Buffer
	var lookup *engine.LookupError
	switch {
	case errors.As(err, &lookup):
		lookup.Text(&b)
		if lookup.Status == engine.StatusAmbiguous {
			b.WriteString("Ask again with the uid of one of them.\n")
		}
		return "", errors.New(b.String())
	case err != nil:
		return "", err
	}
	result.Text(&b)
	return b.String(), nil
}

// Definitions returns what the model is told of the tools.
func (s *Session) Definitions() []model.Definition {
	var list []model.Definition
	for i := range s.Tools {
		t := &s.Tools[i]
		list = append(list, model.Definition{Name: t.Name, Description: t.Description, Schema: t.Schema})
	}
	return list
}

// call runs a tool, and says how that went.
func (s *Session) call(ctx context.Context, e *engine.Engine, c *model.Call) (text string, run ToolRun) {
	run = ToolRun{Name: c.Name, Arguments: string(c.Arguments)}
	fail := func(reason string) (string, ToolRun) {
		run.Failed, run.Size = true, len([]rune(reason))
		return reason, run
	}
	i := slices.IndexFunc(s.Tools, func(t Tool) bool { return t.Name == c.Name })
	if i < 0 {
		return fail(fmt.Sprintf("there is no tool %q", engine.Shorten(c.Name, engine.MaxName)))
	}
	t := &s.Tools[i]
	key := cacheKey(c)
	if known, ok := s.results.get(e, key); ok && !t.Changes {
		run.Cached, run.Size = true, len([]rune(known))
		return known, run
	}
	text, err := t.run(ctx, e, c.Arguments)
	switch {
	case ctx.Err() != nil:
		return fail("interrupted")
	case err != nil:
		return fail(c.Name + ": " + err.Error())
	}
	text = s.trim(ctx, e, t, c, text)
	if !t.Changes {
		s.results.put(e, key, text)
	}
	run.Size = len([]rune(text))
	return text, run
}

// run runs a tool; a bug in it is an error.
func (t *Tool) run(ctx context.Context, e *engine.Engine, arguments json.RawMessage) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			what, _, _ := strings.Cut(fmt.Sprint(r), "\n")
			err = fmt.Errorf("internal error: %s", what)
		}
	}()
	return t.Run(ctx, e, arguments)
}

// trim shortens an answer that is too long for the budget. A search is made again with fewer
// results for each query, so that the best of each stay; anything else loses its end.
func (s *Session) trim(ctx context.Context, e *engine.Engine, t *Tool, c *model.Call, text string) string {
	var arguments map[string]json.RawMessage
	if t.Name == "multi_search" && json.Unmarshal(c.Arguments, &arguments) == nil {
		for most := 4; most >= 1 && tokens(text) > s.Limits.ResultTokens; most-- {
			arguments["limit_per_query"] = json.RawMessage(fmt.Sprint(most))
			fewer, _ := json.Marshal(arguments) // of JSON
			if shorter, err := t.run(ctx, e, fewer); err == nil && len(shorter) < len(text) {
				text = shorter
			}
		}
	}
	return cut(text, s.Limits.ResultTokens)
}

// cut keeps the beginning of a text, in whole lines where that is possible.
func cut(text string, most int) string {
	if tokens(text) <= most {
		return text
	}
	const note = "[the rest is left out: ask for less at a time]\n"
	head := strings.ToValidUTF8(text[:max(0, most*4-len(note))], "")
	if i := strings.LastIndexByte(head, '\n'); i > len(head)/2 {
		head = head[:i+1]
	}
	return head + note
}

// A resultCache keeps what tools answered about one state of the repository.
type resultCache struct {
	mu     sync.Mutex
	engine *engine.Engine
	texts  map[string]string
}

func (c *resultCache) get(e *engine.Engine, key string) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.engine != e {
		return "", false
	}
	text, ok := c.texts[key]
	return text, ok
}

func (c *resultCache) put(e *engine.Engine, key, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.engine != e {
		c.engine, c.texts = e, make(map[string]string)
	}
	c.texts[key] = text
}

// cacheKey is the same for calls that ask the same: the order of arguments does not matter,
// and in plain words of a search neither order, case nor punctuation.
func cacheKey(c *model.Call) string {
	var arguments map[string]any
	if json.Unmarshal(c.Arguments, &arguments) != nil {
		return c.Name + string(c.Arguments)
	}
	for _, name := range []string{"query", "queries"} {
		switch v := arguments[name].(type) {
		case string:
			arguments[name] = normal(v)
		case []any:
			for i := range v {
				if q, ok := v[i].(string); ok {
					v[i] = normal(q)
				}
			}
		}
	}
	key, _ := json.Marshal(arguments) // of JSON, with its keys sorted
	return c.Name + string(key)
}

// normal is one text for all orders of a few plain words. A sentence, a name and a question
// about a relation stay as they are.
func normal(query string) string {
	words := strings.FieldsFunc(query, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '.' || r == '?' })
	for i, w := range words {
		words[i] = strings.ToLower(w)
		plain := len(search.Terms(w)) == 1 && strings.IndexFunc(w, func(r rune) bool { return r < 'A' || r > 'z' }) < 0
		if !plain || strings.HasPrefix(words[i], "call") {
			return query
		}
	}
	if len(search.Ask(query)) < len(words) {
		return query
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// searchesOf counts the queries of a call of a search tool.
func searchesOf(c *model.Call) int {
	switch c.Name {
	case "query", "search", "prompt_context":
		return 1
	case "multi_search":
		var p struct{ Queries []string }
		_ = json.Unmarshal(c.Arguments, &p) // none then
		return len(p.Queries)
	}
	return 0
}
