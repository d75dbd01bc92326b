package query_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/query/finder"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// found asks a tool that searches, for flows.
func found(t *testing.T, e *engine.Engine, tool, arguments string) *finder.QueryResult {
	t.Helper()
	r, err := ask(t, e, tool, arguments)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*finder.QueryResult)
}

// flat asks query for one list.
func flat(t *testing.T, e *engine.Engine, arguments string) *finder.FlatResult {
	t.Helper()
	r, err := ask(t, e, "query", strings.Replace(arguments, "{", `{"flat":true,`, 1))
	if err != nil {
		t.Fatal(err)
	}
	return r.(*finder.FlatResult)
}

func namesOf(matches []finder.SymbolMatch) []string {
	list := []string{}
	for _, m := range matches {
		list = append(list, m.Name)
	}
	return list
}

// The priority of a flow of which three symbols fit, by hand: they are first, second and
// third, in areas of the cohesion 0.5.
func TestPriority(t *testing.T) {
	e := engineOf(t, `
		Function src/a/a.ts:alphaBeta 1-2
		Function src/a/b.ts:alphaGamma 1-2
		Function src/b/c.ts:alphaDelta 1-2
		Function src/b/d.ts:omega 1-2
	`, "alphaBeta", "alphaGamma", "alphaDelta", "omega")
	r := found(t, e, "query", `{"query":"alpha"}`)
	if len(r.Processes) != 1 {
		t.Fatalf("%+v", r)
	}
	// 1/61 + 1/62 + 1/63 + 0.5*0.1
	if p := r.Processes[0]; p.Priority != 0.098 || p.Matches != 3 || p.Steps != 4 {
		t.Errorf("%+v", p)
	}
}

// A flow that only has a common word of the question, if often, is no answer beside the flow of what
// was asked for.
func TestPriorityOfWeakMatches(t *testing.T) {
	e := engineOf(t, `
		Function src/a/a.ts:checkUser 1-2
		Function src/a/b.ts:other 1-2
		Function src/b/c.ts:findUser 1-2
		Function src/b/d.ts:sendUser 1-2
		Function src/b/e.ts:dropUser 1-2
		Function src/b/f.ts:keepUser 1-2
	`)
	named := func(names ...string) (list []*graph.Node) {
		for _, name := range names {
			nodes := e.Named(name, engine.Choice{})
			list = append(list, nodes...)
		}
		return list
	}
	s := e.Snapshot
	s.Communities = nil
	s.Processes = []graph.Process{
		{ID: "asked", Label: "asked", Steps: named("checkUser", "other")},
		{ID: "weak", Label: "weak", Steps: named("findUser", "sendUser", "dropUser", "keepUser")},
	}
	for _, question := range []string{"checkUser", "chekUser"} {
		r := found(t, engine.New(s), "query", `{"query":"`+question+`"}`)
		if len(r.Processes) != 1 || r.Processes[0].ID != "asked" {
			t.Errorf("%s: %+v", question, r.Processes)
		}
	}
}

// Symbols are found, traced to their flows, and these ranked; what is in none is told apart.
func TestGrouping(t *testing.T) {
	e := authapp(t)
	r := found(t, e, "query", `{"query":"validate user login config"}`)
	var steps []int
	for _, s := range r.Symbols {
		steps = append(steps, s.Step)
		if s.Process != "flow" {
			t.Errorf("%s is in %q", s.Name, s.Process)
		}
	}
	if len(r.Processes) != 1 || r.Processes[0].Summary != "authRouter → findByEmail" || r.Processes[0].Type != "request_handler" || len(steps) == 0 {
		t.Errorf("%+v", r.Processes)
	}
	if others := namesOf(r.Others); !slices.Contains(others, "Config") || slices.Contains(others, "validateUser") {
		t.Errorf("beside the flows: %q", others)
	}
	if regexp.MustCompile(`(?i)cohesion|cluster`).MatchString(text(r)) {
		t.Errorf("areas show:\n%s", text(r))
	}
	if s := found(t, e, "search", `{"query":"validate user"}`); !strings.Contains(text(s), "Cluster: auth\n") || !strings.Contains(text(s), "PROCESS: ") {
		t.Errorf("search:\n%s", text(s))
	}
}

// One flow has more that fits, the other what fits best.
func TestSort(t *testing.T) {
	e := engineOf(t, `
		Function src/a/a.ts:openVault 1-2
		Function src/a/b.ts:first 1-2
		Function src/a/c.ts:vaultOne 1-2
		Function src/a/d.ts:vaultTwo 1-2
	`)
	nodes := func(names ...string) (list []*graph.Node) {
		for _, name := range names {
			for _, n := range e.Graph.Nodes {
				if n.Name == name {
					list = append(list, n)
				}
			}
		}
		return list
	}
	s := e.Snapshot
	s.Communities = []graph.Community{{ID: "c", Label: "c", Area: "c", Cohesion: 1, Members: nodes("openVault", "first")}}
	s.Processes = []graph.Process{
		{ID: "many", Label: "many", Steps: nodes("vaultOne", "vaultTwo")},
		{ID: "best", Label: "best", Steps: nodes("openVault", "first")},
	}
	e = engine.New(s)
	for sort, want := range map[string]string{"priority": "best", "matches": "many"} {
		for _, tool := range []string{"query", "search"} {
			if r := found(t, e, tool, `{"query":"vault","sort":"`+sort+`"}`); r.Processes[0].ID != want {
				t.Errorf("%s by %s: %+v", tool, sort, r.Processes)
			}
		}
	}
	if r := found(t, e, "query", `{"query":"vault"}`); r.Processes[0].ID != "best" {
		t.Errorf("query: %+v", r.Processes)
	}
	if r := found(t, e, "search", `{"query":"vault"}`); r.Processes[0].ID != "many" {
		t.Errorf("search: %+v", r.Processes)
	}
}

// likeness is a search by likeness that finds one symbol, or fails.
type likeness struct {
	doc int
	err error
}

func (l likeness) Semantic(context.Context, string, int) ([]search.Hit, error) {
	if l.err != nil {
		return nil, l.err
	}
	return []search.Hit{{Doc: l.doc, Score: 0.9}}, nil
}

// What a language model finds is fused with the words; without it the answer is by words and
// says why.
func TestEmbedded(t *testing.T) {
	s := authapp(t).Snapshot
	var made error
	l := likeness{doc: slices.IndexFunc(s.Graph.Nodes, func(n *graph.Node) bool { return n.Name == "findByEmail" })}
	s.Semantic = func(context.Context, *search.Index) (search.Semantic, error) { return l, made }
	r := flat(t, engine.New(s), `{"query":"validateUser"}`)
	if r.Mode != "hybrid" || !slices.Equal(namesOf(r.Results)[:2], []string{"validateUser", "findByEmail"}) && !slices.Contains(namesOf(r.Results), "findByEmail") {
		t.Errorf("%+v", r)
	}
	if r = flat(t, engine.New(s), `{"query":"validateUser","mode":"vector"}`); !slices.Equal(namesOf(r.Results), []string{"findByEmail"}) || !slices.Equal(r.Results[0].Sources, []string{"vector"}) {
		t.Errorf("%+v", r)
	}
	gone := &search.UnavailableError{Service: "vector store", Reason: "unreachable"}
	for name, set := range map[string]func(){"made": func() { made = gone }, "asked": func() { made, l.err = nil, gone }} {
		set()
		for _, mode := range []string{"auto", "vector", "hybrid"} {
			if r = flat(t, engine.New(s), `{"query":"validateUser","mode":"`+mode+`"}`); r.Mode != "lexical (vector store unreachable)" || namesOf(r.Results)[0] != "validateUser" {
				t.Errorf("%s, %s: %+v", name, mode, r)
			}
		}
	}
	// Who reads along gets each part once, also when a service that is gone lets the others be asked again.
	made, l.err = nil, gone
	var parts []string
	tool, _ := query.Find("query")
	answer, err := tool.Follow(context.Background(), engine.New(s), []byte(`{"query":"validateUser","flat":true}`), func(p any) { parts = append(parts, p.(*finder.Part).Backend) })
	if err != nil || !slices.Equal(parts, []string{"lexical"}) || namesOf(answer.(*finder.FlatResult).Results)[0] != "validateUser" {
		t.Errorf("%v, %v, %+v", parts, err, answer)
	}
	made, l.err = errors.New("no such file"), nil
	if _, err := ask(t, engine.New(s), "query", `{"query":"validateUser"}`); err == nil || err.Error() != "no such file" {
		t.Error(err)
	}
}

func TestMultiSearch(t *testing.T) {
	e := authapp(t)
	multi := func(arguments string) *finder.MultiResult {
		t.Helper()
		r, err := ask(t, e, "multi_search", arguments)
		if err != nil {
			t.Fatal(err)
		}
		return r.(*finder.MultiResult)
	}
	r := multi(`{"queries":["validateUser","handleLogin"],"use_kg_expansion":false}`)
	if len(r.Queries) != 2 || r.Total != len(r.Queries[0].Results)+len(r.Queries[1].Results) {
		t.Errorf("%+v", r)
	}
	want := finder.Relationship{
		Source: "Function:src/routes/login.ts:handleLogin", Target: "Function:src/auth/validator.ts:validateUser", Type: "CALLS",
		Explanation: "handleLogin calls validateUser",
	}
	if !slices.Contains(r.Relationships, want) {
		t.Errorf("relationships: %+v", r.Relationships)
	}
	// Nothing joins what is not joined.
	if r = multi(`{"queries":["handle"],"use_kg_expansion":false,"files":"src/routes/o*"}`); len(r.Relationships) != 0 {
		t.Errorf("relationships: %+v", r.Relationships)
	}
	// The graph adds what is near, and nothing to a word that names nothing.
	r = multi(`{"queries":["findByEmail","zzzz"]}`)
	var queries []string
	for _, q := range r.Queries {
		if q.Added != (q.Query != "findByEmail" && q.Query != "zzzz") {
			t.Errorf("%+v", q)
		}
		queries = append(queries, q.Query)
	}
	if diff := cmp.Diff([]string{"findByEmail", "zzzz", "validateUser", "handleLogin", "authMiddleware"}, queries); diff != "" {
		t.Error(diff)
	}
	// At most 30, and what is left out is named; one that fails leaves the others.
	many := make([]string, 31)
	for i := range many {
		many[i] = "user " + strings.Repeat("x", i)
	}
	many[3] = strings.Repeat("y", 20_000)
	encoded, err := json.Marshal(map[string]any{"queries": many})
	if err != nil {
		t.Fatal(err)
	}
	r = multi(string(encoded))
	if len(r.Queries) != 30 || r.Queries[3].Failed == "" || len(r.Queries[4].Results) == 0 || !strings.Contains(r.Notes[0], many[30]) {
		t.Errorf("%d queries, %q, notes %q", len(r.Queries), r.Queries[3].Failed, r.Notes)
	}
	for _, arguments := range []string{`{}`, `{"queries":[]}`, `{"queries":[" ",""]}`, `{"queries":["a"],"limit_per_query":0}`} {
		var wrong *engine.ParameterError
		if _, err := ask(t, e, "multi_search", arguments); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", arguments, err)
		}
	}
}

// 30 questions at once, with what the graph adds, to 50,000 symbols. It has to stay below two seconds:
// a model waits for it.
func BenchmarkMultiSearch(b *testing.B) {
	g := graph.NewBuilder()
	var nodes []*graph.Node
	for f := range 2500 {
		path := fmt.Sprintf("src/area%d/file%d.ts", f%50, f)
		file := g.Add(&graph.Node{ID: "File:" + path, Label: graph.File, Name: path, Qualified: path, Path: path})
		for i := range 20 {
			name := fmt.Sprintf("%s%s%dIn%d", []string{"validate", "find", "store", "remove"}[i%4], []string{"User", "Session", "Token"}[i%3], i, f)
			n := g.Add(&graph.Node{ID: "Function:" + path + ":" + name, Label: graph.Function, Name: name, Qualified: name, Path: path, Parent: file})
			if nodes = append(nodes, n); len(nodes) > 1 {
				g.Edge(n, graph.Calls, nodes[len(nodes)*7/11], 1, 1, graph.Site{Line: 1})
			}
		}
	}
	e := engine.New(engine.Snapshot{Graph: g.Graph(), MinClusterSize: 1, ImpactLimits: impact.DefaultLimits[:], MinConfidence: impact.DefaultMinConfidence})
	var questions []string
	for i := range 30 {
		questions = append(questions, fmt.Sprintf("%s %s %d", []string{"validate", "find", "store"}[i%3], []string{"user", "session", "token"}[i%3], i))
	}
	arguments, err := json.Marshal(map[string]any{"queries": questions})
	if err != nil {
		b.Fatal(err)
	}
	tool, _ := query.Find("multi_search")
	if _, err := tool.Run(b.Context(), e, arguments); err != nil { // makes the index
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := tool.Run(b.Context(), e, arguments); err != nil {
			b.Fatal(err)
		}
	}
}
