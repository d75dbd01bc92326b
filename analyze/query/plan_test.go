package query_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/pattern"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// asked returns the answer to a question as flat JSON.
func asked(t *testing.T, e *engine.Engine, arguments string) map[string]any {
	t.Helper()
	r, err := ask(t, e, "query", arguments)
	if err != nil {
		t.Fatalf("%s: %v", arguments, err)
	}
	encoded, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var answer map[string]any
	if err := json.Unmarshal(encoded, &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// names returns the symbols of a flat answer.
func names(answer map[string]any) string {
	var list []string
	results, _ := answer["results"].([]any)
	for _, r := range results {
		list = append(list, r.(map[string]any)["name"].(string))
	}
	return strings.Join(list, " ")
}

// What a question looks like decides how it is answered; what it asks for has to be there.
func TestPlanner(t *testing.T) {
	e := withSyntax(t, &fakeSyntax{})
	for _, tt := range []struct{ query, plan string }{
		{"who calls validateUser", "graph"},
		{"who calls validateUser?", "graph"},
		{"What calls `validateUser()`?", "graph"},
		{"callers of validateUser", "graph"},
		{"Find all callers of the function validateUser", "graph"},
		{"validateUser callers", "graph"},
		{"which functions call findByEmail", "graph"},
		{"callees of handleLogin", "graph"},
		{"what does handleLogin call", "graph"},
		{"called by authRouter", "graph"},
		{"depends on findByEmail", "graph"},
		{"what depends on Config", "graph"},
		{"dependents of findByEmail", "graph"},
		{"dependencies of handleLogin", "graph"},
		{"what does handleLogin depend on?", "graph"},
		{"usages of Config.load", "graph"},
		{"where is validateUser used", "graph"},
		{"references to src/auth/validator.ts", "graph"},
		{"call chain from authRouter to findByEmail", "graph"},
		{"how does authRouter reach findByEmail", "graph"},
		{"implementations of Config", "graph"},
		{"(call_expression function: (identifier) @f)", "ast"},
		{"(function_declaration name: (identifier) @n)", "ast"},
		{`((identifier) @i (#eq? @i "x"))`, "ast"},
		{`["if" "while"] @branch`, "ast"},
		{"; comment\n(program)", "ast"},
		{"class Config", "ast"},
		{"func validate*", "ast"},
		{"function handleLogin", "ast"},
		{"method load()", "ast"},
		{"code similar to password hashing", "vector"},
		{"something that looks like a login handler", "vector"},
		{"session expiry handling", "hybrid"},
		{"validateUser", "hybrid"},
		{"how are users checked when they log in", "hybrid"},
		{"who calls home when idle", "hybrid"},      // no symbol
		{"callers of nothingAtAll", "hybrid"},       // no such symbol
		{"class loader", "hybrid"},                  // no class of that name
		{"(see the login handler) @todo", "hybrid"}, // brackets of prose
		{"login (with password)", "hybrid"},
		{"depends", "hybrid"},
		{"class of users", "hybrid"},
	} {
		arguments, err := json.Marshal(map[string]any{"query": tt.query, "explain": true})
		if err != nil {
			t.Fatal(err)
		}
		plan := asked(t, e, string(arguments))["plan"].(map[string]any)
		if plan["name"] != tt.plan || plan["reason"] == "" {
			t.Errorf("%q: plan %s, for %s; want %s", tt.query, plan["name"], plan["reason"], tt.plan)
		}
	}
	for _, mode := range []string{"lexical", "vector", "hybrid", "graph", "all"} {
		answer := asked(t, e, `{"query":"callers of validateUser","explain":true,"mode":"`+mode+`"}`)
		if plan := answer["plan"].(map[string]any); plan["name"] != mode {
			t.Errorf("--mode %s: plan %v", mode, plan)
		}
	}
}

// A question for a relation has the answer that explore gives.
func TestPlanGraph(t *testing.T) {
	e := authapp(t)
	for _, tt := range []struct{ query, want string }{
		{"callers of validateUser", "findByEmail authMiddleware handleLogin testLogin authRouter"},
		{"callees of handleLogin", "validateUser findByEmail"},
		{"call chain from authRouter to findByEmail", "authRouter handleLogin validateUser findByEmail"},
		{"call chain from findByEmail to authRouter", ""},
		{"dependents of login.ts", ""},
		{"what does handleLogin call", "validateUser findByEmail"},
	} {
		if got := names(asked(t, e, `{"query":"`+tt.query+`"}`)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.query, got, tt.want)
		}
	}
	r, err := ask(t, e, "explore", `{"target":"validateUser","callers":true}`)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, c := range r.(*query.Ways).Callers {
		want = append(want, c.Name)
	}
	got := strings.Fields(names(asked(t, e, `{"query":"callers of validateUser"}`)))
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("query says %s, explore %v", got, want)
	}
	// Who asks the graph for what it does not know gets no answer, and is told.
	answer := asked(t, e, `{"query":"nothingAtAll","mode":"graph"}`)
	if names(answer) != "" || !strings.Contains(answer["notes"].([]any)[0].(string), "no symbol of this name") {
		t.Errorf("unknown symbol: %v", answer)
	}
	if got := names(asked(t, e, `{"query":"callers of validateUser","files":"src/routes/**"}`)); got != "handleLogin authRouter" {
		t.Errorf("with a filter: %s", got)
	}
}

func TestPlanDeclaration(t *testing.T) {
	e := authapp(t)
	for _, tt := range []struct{ query, want string }{
		{"class config", "Config"},
		{"func handle*", "handleLogin handle handle"},
		{"method Config.load", "load"},
		{"type *", "Config"},
	} {
		if got := names(asked(t, e, `{"query":"`+tt.query+`"}`)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.query, got, tt.want)
		}
	}
}

// Every backend is asked, and each hit says who found it.
func TestPlanAll(t *testing.T) {
	answer := asked(t, authapp(t), `{"query":"validateUser","mode":"all","flat":true,"explain":true}`)
	var ran []string
	weights := make(map[any]float64)
	for _, b := range answer["backends"].([]any) {
		run := b.(map[string]any)
		ran = append(ran, run["name"].(string))
		weights[run["name"]] = run["weight"].(float64)
	}
	if got := strings.Join(ran, " "); got != "lexical vector graph ast" {
		t.Errorf("backends: %s", got)
	}
	first := answer["results"].([]any)[0].(map[string]any)
	if first["name"] != "validateUser" || !strings.Contains(strings.Join(texts(first["sources"]), " "), "ast") {
		t.Errorf("first: %v", first)
	}
	for _, r := range answer["results"].([]any) {
		hit := r.(map[string]any)
		sum := 0.0
		for _, rank := range hit["ranks"].([]any) {
			at := rank.(map[string]any)
			sum += weights[at["backend"]] / (60 + at["rank"].(float64))
		}
		if len(texts(hit["sources"])) == 0 || len(hit["ranks"].([]any)) != len(texts(hit["sources"])) || sum-hit["score"].(float64) > 1e-6 || hit["score"].(float64)-sum > 1e-6 {
			t.Errorf("%v: the score is not the sum of its ranks, %v", hit, sum)
		}
	}
}

func texts(list any) []string {
	var all []string
	for _, s := range list.([]any) {
		all = append(all, s.(string))
	}
	return all
}

// fakeSyntax finds what it is told to.
type fakeSyntax struct {
	result pattern.Result
	err    error
	paths  []string
	enough int
}

func (f *fakeSyntax) Depths(string) []int { return nil }

func (f *fakeSyntax) Match(_ context.Context, _ string, paths []string, enough int) (*pattern.Result, error) {
	f.paths, f.enough = paths, enough
	return &f.result, f.err
}

func withSyntax(t *testing.T, s engine.Syntax) *engine.Engine {
	t.Helper()
	e := authapp(t)
	snapshot := e.Snapshot
	snapshot.Syntax = s
	return engine.New(snapshot)
}

func TestSyntaxAnswer(t *testing.T) {
	s := &fakeSyntax{result: pattern.Result{
		Languages: []string{"typescript"}, Files: 5, Searched: 2, Stopped: []string{"big.ts"}, Unread: []string{"odd.ts"},
		Places: []pattern.Place{
			{Path: "src/routes/login.ts", Captures: []pattern.Text{{Name: "f", Line: 5, Column: 10, EndLine: 5, Text: "validateUser\x1b"}, {Name: "c", Line: 5, Column: 3, EndLine: 6, Text: "a\nb"}}},
			{Path: "src/auth/config.ts", Captures: []pattern.Text{{Line: 3, Column: 1, EndLine: 3, Text: strings.Repeat("é", 300)}}},
			{Path: "README.md", Captures: []pattern.Text{{Line: 1, Column: 1, EndLine: 1, Text: "x"}}},
		},
	}}
	e := withSyntax(t, s)
	r, err := ask(t, e, "query", `{"query":"(x) @f","mode":"ast","limit":2,"explain":true,"files":"src/**"}`)
	if err != nil {
		t.Fatal(err)
	}
	want := `src/routes/login.ts:5 in handleLogin
  @f 5:10: validateUser\u001b
  @c 5:3: a …
src/auth/config.ts:3 in load
  3:1: ` + strings.Repeat("é", 200) + `…
shown 2 of 3
3 places in 2 files of typescript
mode: ast
plan: ast, for --mode ast
  ast: 3 hits, weight 1
note: stopped with 1 of 5 files left: there is more than was asked for; the pattern fits too often or takes too much work in 1 file, of which there may be more places: big.ts; 1 file could not be parsed: odd.ts
`
	if diff := cmp.Diff(want, text(r)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"src/routes/login.ts"}, s.paths); diff != "" || s.enough != 2 {
		t.Errorf("files: %s, enough %d", diff, s.enough)
	}
	// In all modes the symbols around the places count.
	answer := asked(t, e, `{"query":"(x) @f","mode":"all","flat":true}`)
	if got := names(answer); !strings.Contains(got, "handleLogin") || !strings.Contains(got, "load") {
		t.Errorf("all: %s", got)
	}
	s.result = pattern.Result{}
	if r, err = ask(t, e, "query", `{"query":"(x) @f"}`); err != nil || !strings.Contains(text(r), "note: no file that fits is in a language whose syntax is known\nnote: nothing fits;") {
		t.Errorf("nothing: %v\n%s", err, text(r))
	}
	s.err = &pattern.SyntaxError{Offset: 3, Reason: "there is no node kind \"x\""}
	var parameter *engine.ParameterError
	if _, err = ask(t, e, "query", `{"query":"(x) @f"}`); !errors.As(err, &parameter) || err.Error() != `query: no pattern: there is no node kind "x" at offset 3` {
		t.Errorf("bad pattern: %v", err)
	}
	if _, err = ask(t, authapp(t), "query", `{"query":"(x) @f"}`); !errors.As(err, &parameter) {
		t.Errorf("without syntax: %v", err)
	}
}

// No question takes long to plan, whatever it holds.
func TestPlanHostile(t *testing.T) {
	e := withSyntax(t, &fakeSyntax{})
	for _, q := range []string{
		strings.Repeat("(", 9000), strings.Repeat("(a ", 3000), strings.Repeat("callers of ", 900), "callers of " + strings.Repeat("x", 9000),
		"class " + strings.Repeat("*", 190), "class " + strings.Repeat("a*", 90) + "b", "[" + strings.Repeat(`"" `, 3000) + "]", "\x00\x1b[31m", strings.Repeat("é", 5000),
	} {
		for _, mode := range []string{"auto", "all", "graph", "ast"} {
			arguments, err := json.Marshal(map[string]any{"query": q, "mode": mode})
			if err != nil {
				t.Fatal(err)
			}
			r, err := ask(t, e, "query", string(arguments))
			if err == nil && strings.ContainsAny(text(r), "\x00\x1b") {
				t.Errorf("%.30q: %q", q, text(r))
			}
		}
	}
}
