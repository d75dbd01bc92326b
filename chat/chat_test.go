package chat_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/chat"
	"github.com/nexus-ci/nexus-ci/chat/model"
)

// A scripted model answers what it is told to.
type scripted struct {
	mu       sync.Mutex
	answers  []model.Answer
	always   *model.Answer // after these
	fail     error         // after these
	noTools  bool
	requests []*model.Request
}

func (s *scripted) Tools() bool { return !s.noTools }

func (s *scripted) Complete(_ context.Context, r *model.Request, tell func(string)) (*model.Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	a := s.always
	if len(s.answers) > 0 {
		a, s.answers = &s.answers[0], s.answers[1:]
	}
	if a == nil {
		return nil, s.fail
	}
	if tell != nil {
		tell(a.Text)
	}
	return a, nil
}

// last returns the text of the last request, a message a paragraph.
func (s *scripted) last() string { return text(s.requests[len(s.requests)-1]) }

func text(r *model.Request) string {
	var b strings.Builder
	for _, m := range r.Messages {
		fmt.Fprintf(&b, "%s: %s\n", m.Role, m.Text)
		for _, result := range m.Results {
			fmt.Fprintf(&b, "result: %s\n", result.Text)
		}
	}
	return b.String()
}

func says(text string) model.Answer { return model.Answer{Text: text} }

func calls(name, arguments string) model.Answer {
	return model.Answer{Calls: []model.Call{{ID: name + arguments, Name: name, Arguments: json.RawMessage(arguments)}}}
}

// files are those of a snapshot.
type files map[string]string

func (f files) Paths() []string { return slices.Sorted(maps.Keys(f)) }

func (f files) ReadFile(path string, _ int64) ([]byte, error) {
	content, ok := f[path]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return []byte(content), nil
}

func (f files) Read(_ context.Context, paths []string, _ int64, each func(int, []byte, error)) error {
	for i, p := range paths {
		content, err := f.ReadFile(p, 0)
		each(i, content, err)
	}
	return nil
}

// testEngine returns an engine of a small code base.
func testEngine(t *testing.T) *engine.Engine {
	return engine.New(engine.Snapshot{
		Repository: "app", ImpactLimits: []int{10, 10, 10}, MinConfidence: 0.7, Enrichment: engine.DefaultEnrichment,
		Graph: graphtest.Parse(t, `
			Function src/auth/login.ts:login 1-9 body=2
			Function src/auth/session.ts:createSession 1-5 body=2
			Function src/auth/session.ts:dropSession 7-9 body=8
			src/auth/login.ts:login CALLS src/auth/session.ts:createSession @5`),
		Files: files{
			"src/auth/login.ts": strings.Repeat("line\n", 9), "src/auth/session.ts": strings.Repeat("line\n", 9), "src/[id].ts": "a\nb", "a/index.ts": "x\n", "b/index.ts": "x\ny\n", "Makefile": "all:\n",
		},
	})
}

// session returns one with the tools of package query and further ones.
func session(t *testing.T, m model.Client, limits chat.Limits, tools ...chat.Tool) *chat.Session {
	e := testEngine(t)
	tick := time.Unix(0, 0)
	return chat.New(chat.Options{
		Engine: func(context.Context) (*engine.Engine, func(), error) { return e, func() {}, nil },
		Model:  m, Tools: append(chat.QueryTools(), tools...), Limits: limits,
		Now: func() time.Time { tick = tick.Add(time.Second); return tick },
	})
}

func say(t *testing.T, s *chat.Session, question string) *chat.Answer {
	t.Helper()
	a, err := s.Say(t.Context(), question, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The last five questions are remembered word by word, those before in a line each, and what
// tools answered to them is gone.
func TestKeepPairsAndCompact(t *testing.T) {
	m := &scripted{}
	s := session(t, m, chat.Limits{}, fixed("note", "the result of the tool"))
	for i := 1; i <= 7; i++ {
		m.answers = []model.Answer{calls("note", fmt.Sprintf(`{"n":%d}`, i)), says(fmt.Sprintf("answer %d %s", i, strings.Repeat("x", 200)))}
		say(t, s, fmt.Sprintf("question %d", i))
	}
	m.answers = []model.Answer{says("last")}
	say(t, s, "question 8")
	r := m.requests[len(m.requests)-1]
	users, results := 0, 0
	for _, message := range r.Messages {
		if message.Role == model.User {
			users++
		}
		results += len(message.Results)
	}
	if users != 6 || results != 5 {
		t.Errorf("%d questions and %d results in the request", users, results)
	}
	summary := r.Messages[1].Text
	for i := 1; i <= 2; i++ {
		want := fmt.Sprintf("- asked: question %d\n  answered: answer %d %s", i, i, strings.Repeat("x", 150-len("answer 1 ")))
		if !strings.Contains(summary, want) || strings.Contains(summary, "question 3") {
			t.Errorf("the summary is %q", summary)
		}
	}
}

// Requests have the system prompt, the summary, the task and the last questions, in this order.
func TestFlow(t *testing.T) {
	m := &scripted{}
	s := session(t, m, chat.Limits{KeepPairs: 1})
	if err := s.SetStatus("blocked"); err == nil {
		t.Error("a status without a task")
	}
	s.SetTask("fix\nlogin")
	if err := s.SetStatus("lost"); err == nil {
		t.Error("a status that is none")
	}
	m.answers = []model.Answer{calls("search", `{"query":"login"}`), says("one"), says("two"), says("three")}
	a := say(t, s, "first?")
	if a.Answer != "one\n" || len(a.Tools) != 1 || a.Stats.Requests != 2 || a.Stats.ModelTime != 2 {
		t.Errorf("%+v", a)
	}
	if pairs, lines := s.Remembered(); pairs != 1 || lines != 0 {
		t.Error(pairs, lines)
	}
	say(t, s, "second?")
	say(t, s, "third?")
	var got []string
	for _, message := range m.requests[len(m.requests)-1].Messages {
		first, _, _ := strings.Cut(message.Text, "\n")
		got = append(got, string(message.Role)+" "+strings.ReplaceAll(engine.Shorten(first, 30), " …", "…"))
	}
	want := []string{"system You answer questions about the…", "system Earlier in this conversation (…", "system The current task of the user:…", "user second?", "assistant two", "user third?"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	s.Clear()
	if pairs, lines := s.Remembered(); pairs+lines != 0 || s.Task() == nil {
		t.Error("not forgotten, or the task was")
	}
}

// fixed is a tool that always says the same.
func fixed(name, text string) chat.Tool {
	return chat.Tool{Name: name, Summary: "Says something", Schema: json.RawMessage(`{}`), Run: func(context.Context, *engine.Engine, json.RawMessage) (string, error) { return text, nil }}
}

// The second request has the results of the first calls, fenced off, in their order, although the
// tools run at once.
func TestLoop(t *testing.T) {
	var running atomic.Int32
	both := make(chan struct{})
	meet := func(name string) chat.Tool {
		return chat.Tool{Name: name, Schema: json.RawMessage(`{}`), Run: func(ctx context.Context, _ *engine.Engine, _ json.RawMessage) (string, error) {
			if running.Add(1) == 2 {
				close(both)
			}
			select {
			case <-both:
			case <-time.After(10 * time.Second): // instead of waiting forever
				return "", errors.New("the other tool does not run at the same time")
			}
			return "from " + name, ctx.Err()
		}}
	}
	broken := chat.Tool{Name: "broken", Schema: json.RawMessage(`{}`), Run: func(context.Context, *engine.Engine, json.RawMessage) (string, error) { panic("oh") }}
	m := &scripted{answers: []model.Answer{
		{Calls: []model.Call{{ID: "1", Name: "one", Arguments: json.RawMessage(`{}`)}, {ID: "2", Name: "two", Arguments: json.RawMessage(`{}`)}, {ID: "3", Name: "broken", Arguments: json.RawMessage(`{}`)}}},
		says("done"),
	}}
	a := say(t, session(t, m, chat.Limits{}, meet("one"), meet("two"), broken), "both?")
	last := m.requests[1].Messages
	results := last[len(last)-1].Results
	if len(results) != 3 || results[0].ID != "1" || !strings.Contains(results[0].Text, "from one\n=== end of data") || !strings.Contains(results[1].Text, "from two\n") {
		t.Errorf("%+v", results)
	}
	if !results[2].Failed || !strings.Contains(results[2].Text, "broken: internal error: oh") || !a.Tools[2].Failed {
		t.Errorf("%+v", results[2])
	}
}

func TestIterations(t *testing.T) {
	again := calls("search", `{"query":"login"}`)
	m := &scripted{always: &again}
	_, err := session(t, m, chat.Limits{}).Say(t.Context(), "where?", io.Discard)
	var stop *chat.StopError
	if !errors.As(err, &stop) || len(m.requests) != 30 || !strings.Contains(err.Error(), "30 rounds") {
		t.Errorf("%v after %d requests", err, len(m.requests))
	}
}

func TestFinal(t *testing.T) {
	for text, want := range map[string]string{"here": "", " \n": "empty answer"} {
		m := &scripted{answers: []model.Answer{says(text)}}
		_, err := session(t, m, chat.Limits{}).Say(t.Context(), "where?", io.Discard)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A question that fails is forgotten.
func TestFailedTurn(t *testing.T) {
	m := &scripted{answers: []model.Answer{says("one"), calls("search", `{"query":"login"}`)}, fail: &model.Error{Kind: model.Incomplete}}
	s := session(t, m, chat.Limits{})
	say(t, s, "first?")
	if _, err := s.Say(t.Context(), "second?", io.Discard); err == nil {
		t.Error("no error")
	}
	m.answers = []model.Answer{says("three")}
	say(t, s, "third?")
	if strings.Contains(m.last(), "second?") || !strings.Contains(m.last(), "first?") {
		t.Error(m.last())
	}
}

// An interrupt ends the turn while a tool runs.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	slow := chat.Tool{Name: "slow", Schema: json.RawMessage(`{}`), Run: func(ctx context.Context, _ *engine.Engine, _ json.RawMessage) (string, error) {
		cancel()
		<-ctx.Done()
		return "", ctx.Err()
	}}
	m := &scripted{answers: []model.Answer{calls("slow", `{}`), says("never")}}
	s := session(t, m, chat.Limits{}, slow)
	if _, err := s.Say(ctx, "where?", io.Discard); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if pairs, _ := s.Remembered(); pairs != 0 || len(m.requests) != 1 {
		t.Error("the turn goes on")
	}
}

// A long result stays whole for the turn that asked for it and is shortened then, between
// characters.
func TestTruncate(t *testing.T) {
	for n, cut := range map[int]bool{5000: false, 5001: true} {
		long := strings.Repeat("ü", n-1) + "末"
		got := chat.Truncate(long)
		if !cut && got != long {
			t.Errorf("%d characters are cut", n)
		}
		if want := fmt.Sprintf("[Tool result truncated: %d characters in all]\n%s\n...\n%s末", n, strings.Repeat("ü", 2000), strings.Repeat("ü", 999)); cut && got != want {
			t.Errorf("%d characters: %d left", n, len([]rune(got)))
		}
	}
	long := strings.Repeat("x", 9000)
	m := &scripted{answers: []model.Answer{calls("long", `{}`), says("one"), says("two")}}
	s := session(t, m, chat.Limits{}, fixed("long", long))
	say(t, s, "first?")
	if !strings.Contains(m.last(), long) {
		t.Error("the turn that asked does not have the whole")
	}
	say(t, s, "second?")
	if strings.Contains(m.last(), long) || !strings.Contains(m.last(), "[Tool result truncated: ") {
		t.Error("the next turn has the whole")
	}
}

// Requests stay within the budget, whatever tools answer: what is old is shortened first.
func TestBudget(t *testing.T) {
	const budget = 20_000
	huge := strings.Repeat("0123456789abcdef", 40_000) // 160,000 tokens
	m := &scripted{}
	s := session(t, m, chat.Limits{ContextTokens: budget, ResultTokens: 5000}, fixed("huge", huge))
	for i := range 4 {
		m.answers = append(m.answers, calls("huge", fmt.Sprintf(`{"n":%d}`, i)))
	}
	m.answers = append(m.answers, says("one"))
	say(t, s, "first "+strings.Repeat("word ", 2000))
	for range 6 {
		m.answers = []model.Answer{calls("huge", `{}`), says("again " + strings.Repeat("word ", 3000))}
		say(t, s, "more "+strings.Repeat("word ", 500))
	}
	for i, r := range m.requests {
		n := 0
		for _, message := range r.Messages {
			n += len(message.Text)
			for _, result := range message.Results {
				n += len(result.Text)
			}
		}
		for _, tool := range r.Tools {
			n += len(tool.Description) + len(tool.Schema)
		}
		if n/4 > budget {
			t.Errorf("request %d has %d tokens", i, n/4)
		}
	}
	if !strings.Contains(m.last(), "more ") || !strings.Contains(m.last(), "0123456789abcdef") {
		t.Error("what is needed now is gone")
	}
	if _, err := s.Say(t.Context(), strings.Repeat("word ", 50_000), io.Discard); err == nil || !strings.Contains(err.Error(), "does not fit") {
		t.Error(err)
	}
}

// Several results at once share their budget; a search keeps the best of each query.
func TestBudgetOfResults(t *testing.T) {
	m := &scripted{answers: []model.Answer{{Calls: []model.Call{
		{ID: "1", Name: "huge", Arguments: json.RawMessage(`{}`)}, {ID: "2", Name: "huge", Arguments: json.RawMessage(`{"n":2}`)},
	}}, says("done")}}
	s := session(t, m, chat.Limits{ResultTokens: 1000}, fixed("huge", strings.Repeat("a line of it\n", 10_000)))
	say(t, s, "both?")
	messages := m.requests[1].Messages
	for _, r := range messages[len(messages)-1].Results {
		if len(r.Text) > 2500 || !strings.Contains(r.Text, "a line of it\n[the rest is left out: ask for less at a time]\n") {
			t.Errorf("%d bytes", len(r.Text))
		}
	}
	var queries []string
	for i := range 30 {
		queries = append(queries, fmt.Sprintf("login session %d", i))
	}
	arguments, _ := json.Marshal(map[string]any{"queries": queries})
	m.answers = []model.Answer{calls("multi_search", string(arguments)), says("done")}
	say(t, s, "all?")
	messages = m.requests[3].Messages
	if r := messages[len(messages)-1].Results[0]; len(r.Text) > 4500 || !strings.Contains(r.Text, "=== Query: login session 0 ===") {
		t.Errorf("%d bytes", len(r.Text))
	}
}

// A search that was made is not made again, whatever the order of its words.
func TestCache(t *testing.T) {
	m := &scripted{answers: []model.Answer{
		calls("search", `{"query":"auth logic"}`), calls("search", `{"query":"Logic, auth"}`), calls("multi_search", `{"queries":["auth logic"],"limit_per_query":3}`),
		calls("multi_search", `{"limit_per_query":3,"queries":["logic auth"]}`), calls("search", `{"query":"callers of login"}`), calls("search", `{"query":"login of callers"}`), says("done"),
	}}
	a := say(t, session(t, m, chat.Limits{}), "where?")
	var cached []bool
	for _, run := range a.Tools {
		cached = append(cached, run.Cached)
	}
	if diff := cmp.Diff([]bool{false, true, false, true, false, false}, cached); diff != "" || a.Stats.Cached != 2 || a.Stats.Searches != 4 {
		t.Errorf("%+v\n%s", a.Stats, diff)
	}
}

// Places are looked up before they are written, whatever the pieces that the model sends.
func TestCitations(t *testing.T) {
	for said, want := range map[string]string{
		"src/auth/login.ts:9 and src/auth/login.ts:10":            "src/auth/login.ts:9 and src/auth/login.ts:10 [not found]",
		"(`login.ts:1-9`), **session.ts:2**":                      "(`login.ts:1-9`), **session.ts:2**",
		"login.ts:1-99":                                           "login.ts:1-99 [not found]",
		"./src/auth/login.ts:3:7.":                                "./src/auth/login.ts:3:7.",
		"src/[id].ts:2 [x](src/[id].ts:1)":                        "src/[id].ts:2 [x](src/[id].ts:1)",
		"index.ts:2 index.ts:3":                                   "index.ts:2 index.ts:3 [not found]",
		"Makefile:1 Makefile:2":                                   "Makefile:1 Makefile:2 [not found]",
		"at 12:30, https://example.org:8080/a, localhost:3000":    "at 12:30, https://example.org:8080/a, localhost:3000",
		"../etc/passwd:1 /etc/passwd:1 src/auth/login.ts:0":       "../etc/passwd:1 [not found] /etc/passwd:1 [not found] src/auth/login.ts:0 [not found]",
		"src/auth/login.ts:99999999999999999999 naïve/größe.ts:1": "src/auth/login.ts:99999999999999999999 [not found] naïve/größe.ts:1 [not found]",
	} {
		m := &scripted{answers: []model.Answer{says(said)}}
		if a := say(t, session(t, m, chat.Limits{}), "where?"); a.Answer != want+"\n" {
			t.Errorf("%s\n got %s\nwant %s", said, a.Answer, want)
		}
	}
}

// The scenarios that the design wants: broad and then narrow, follow-up searches, and an answer
// whose context holds the relations that were found.
func TestScenario(t *testing.T) {
	m := &scripted{answers: []model.Answer{
		calls("multi_search", `{"queries":["auth logic","login flow"]}`),
		calls("search", `{"query":"session storage"}`),
		calls("context", `{"name":"createSession"}`),
		says("login calls createSession (src/auth/session.ts:1)"),
		calls("search", `{"query":"drop session"}`),
		says("dropSession does that"),
	}}
	s := session(t, m, chat.Limits{})
	a := say(t, s, "How does authentication work?")
	if a.Stats.Searches != 3 || len(a.Citations) != 1 || !a.Citations[0].Found {
		t.Errorf("%+v", a)
	}
	if last := m.last(); !strings.Contains(last, "login calls createSession") || !strings.Contains(last, "=== Query: auth logic ===") {
		t.Error("the answer does not see the relation")
	}
	say(t, s, "And how does it end?")
	if last := m.last(); !strings.Contains(last, "How does authentication work?") || !strings.Contains(last, "dropSession") {
		t.Error("the follow-up does not see what was said")
	}
}

// A model without tools is asked once, with what the search finds.
func TestPlainModel(t *testing.T) {
	m := &scripted{noTools: true, answers: []model.Answer{says("in createSession")}}
	say(t, session(t, m, chat.Limits{}), "where is a session created?")
	if len(m.requests) != 1 || m.requests[0].Tools != nil || !strings.Contains(m.last(), "createSession") {
		t.Error(m.last())
	}
}
