package query_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/query/schema"
	"github.com/nexus-ci/nexus-ci/diff"
)

const app = `
	Function src/routes/index.ts:authRouter 1-9 exported entry=request_handler
	Function src/routes/login.ts:handleLogin 1-20 exported
	Function src/routes/other.ts:handle 1-2
	Function src/routes/more.ts:handle 3-4
	Function src/middleware/auth.ts:authMiddleware 1-9 exported
	Function src/auth/validator.ts:validateUser 2-4 exported
	Class src/auth/config.ts:Config 1-9 exported
	Method src/auth/config.ts:Config.load 3-4
	Constructor src/auth/config.ts:Config.Config 5-6
	Function src/db/users.ts:findByEmail 3-9 exported
	Function src/tests/auth.test.ts:testLogin 1-9 test entry=test
	src/routes/index.ts:authRouter CALLS src/routes/login.ts:handleLogin @4
	src/routes/login.ts:handleLogin CALLS src/auth/validator.ts:validateUser @5
	src/routes/login.ts IMPORTS src/auth/validator.ts:validateUser @1
	src/middleware/auth.ts:authMiddleware CALLS src/auth/validator.ts:validateUser @3 confidence=0.8
	src/auth/validator.ts:validateUser CALLS src/db/users.ts:findByEmail @3
	src/auth/config.ts:Config.load CALLS src/db/users.ts:findByEmail @4 confidence=0.3
	src/db/users.ts:findByEmail CALLS src/auth/validator.ts:validateUser @9 indirect
	src/tests/auth.test.ts:testLogin CALLS src/auth/validator.ts:validateUser @2
	src/tests/auth.test.ts:testLogin TESTS src/auth/validator.ts:validateUser @2
`

type files map[string]string

func (f files) ReadFile(path string, limit int64) ([]byte, error) {
	if content, ok := f[path]; ok && int64(len(content)) <= limit {
		return []byte(content), nil
	}
	return nil, fs.ErrNotExist
}

func (f files) Paths() []string { return slices.Sorted(maps.Keys(f)) }

func (f files) Read(ctx context.Context, paths []string, limit int64, each func(int, []byte, error)) error {
	for i, path := range paths {
		content, err := f.ReadFile(path, limit)
		if err == nil || int64(len(f[path])) <= limit {
			each(i, content, err)
		} else {
			each(i, nil, &diff.UnreadError{Reason: "too large", TooLarge: true})
		}
	}
	return ctx.Err()
}

// engine has one flow through the symbols of these names, and one area for each folder.
func engineOf(t testing.TB, text string, flow ...string) *engine.Engine {
	t.Helper()
	g := graphtest.Parse(t, text)
	s := engine.Snapshot{
		Repository: "app", Graph: g, MinClusterSize: 1, ImpactLimits: impact.DefaultLimits[:], MinConfidence: impact.DefaultMinConfidence,
		Files: files{"src/routes/login.ts": "import {validateUser} from '..'\n\n\n\n  return validateUser(a, \x1b[31mb)\n"},
	}
	areas := make(map[string]int)
	for _, n := range g.Nodes {
		if !community.Clustered(n) {
			continue
		}
		label := strings.Split(n.Path, "/")[1]
		i, ok := areas[label]
		if !ok {
			i = len(s.Communities)
			areas[label] = i
			s.Communities = append(s.Communities, graph.Community{ID: "community:" + label, Label: label, Area: label, Cohesion: 0.5})
		}
		s.Communities[i].Members = append(s.Communities[i].Members, n)
	}
	if len(flow) > 0 {
		p := graph.Process{ID: "flow", Label: flow[0] + " → " + flow[len(flow)-1], Type: "request_handler"}
		for _, name := range flow {
			for _, n := range g.Nodes {
				if n.Name == name {
					p.Steps = append(p.Steps, n)
				}
			}
		}
		s.Processes, s.ProcessCount = []graph.Process{p}, 1
	}
	return engine.New(s)
}

func authapp(t testing.TB) *engine.Engine {
	return engineOf(t, app, "authRouter", "handleLogin", "validateUser", "findByEmail")
}

// ask runs a tool and checks the answer against the tool's schema.
func ask(t *testing.T, e *engine.Engine, tool, arguments string) (engine.Result, error) {
	t.Helper()
	q, ok := query.Find(tool)
	if !ok {
		t.Fatalf("no tool %s", tool)
	}
	r, err := q.Run(context.Background(), e, json.RawMessage(arguments))
	if err == nil {
		fits(t, q.Output(), r)
	}
	return r, err
}

func text(r engine.Result) string {
	var b strings.Builder
	r.Text(&b)
	return b.String()
}

// fits fails the test unless value, as JSON, fits the schema.
func fits(t *testing.T, of *schema.Schema, value any) {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("s.json", decode(t, of)); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("s.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(decode(t, value)); err != nil {
		t.Errorf("does not fit its schema: %v", err)
	}
}

// decode returns a value as the JSON that a reader of it sees.
func decode(t *testing.T, value any) any {
	t.Helper()
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestTools(t *testing.T) {
	names := make(map[string]bool)
	for _, tool := range query.Tools() {
		if names[tool.Name] || tool.Summary == "" || len(tool.Help) < 200 {
			t.Errorf("%s: named twice, or without summary or help", tool.Name)
		}
		names[tool.Name] = true
		for _, p := range tool.Input.Properties {
			if p.Description == "" {
				t.Errorf("%s: parameter %s is not described", tool.Name, p.Name)
			}
		}
		if _, err := tool.Run(context.Background(), authapp(t), json.RawMessage(`{"no":1}`)); err == nil {
			t.Errorf("%s: took a parameter that it does not have", tool.Name)
		}
	}
}

func TestFind(t *testing.T) {
	e := authapp(t)
	for _, tt := range []struct {
		name   string
		choice engine.Choice
		want   string
	}{
		{"validateUser", engine.Choice{}, "Function:src/auth/validator.ts:validateUser"},
		{"VALIDATEUSER", engine.Choice{}, "Function:src/auth/validator.ts:validateUser"},
		{"Function:src/auth/validator.ts:validateUser", engine.Choice{}, "Function:src/auth/validator.ts:validateUser"},
		{"", engine.Choice{UID: "Function:src/auth/validator.ts:validateUser"}, "Function:src/auth/validator.ts:validateUser"},
		{"Config.load", engine.Choice{}, "Method:src/auth/config.ts:Config.load"},
		{"Config", engine.Choice{}, "Class:src/auth/config.ts:Config"}, // and not its constructor
		{"Config", engine.Choice{Kind: "constructor"}, "Constructor:src/auth/config.ts:Config.Config"},
		{"login.ts", engine.Choice{}, "File:src/routes/login.ts"},
		{"routes/login.ts", engine.Choice{}, "File:src/routes/login.ts"},
		{"handle", engine.Choice{File: "more.ts"}, "Function:src/routes/more.ts:handle"},
		{"handle", engine.Choice{File: "src/routes/other.ts"}, "Function:src/routes/other.ts:handle"},
	} {
		n, err := e.Find(tt.name, tt.choice)
		if err != nil || n.ID != tt.want {
			t.Errorf("Find(%q, %+v) = %v, %v; want %s", tt.name, tt.choice, n, err, tt.want)
		}
	}
	for _, tt := range []struct {
		name, status string
		choice       engine.Choice
		candidates   string
	}{
		{"handle", "ambiguous", engine.Choice{}, "handle handle"},
		{"valdateUser", "not_found", engine.Choice{}, "validateUser"},
		{"Login", "not_found", engine.Choice{}, "login.ts testLogin handleLogin"},
		{"qqqqqqq", "not_found", engine.Choice{}, ""},
		{"handle", "not_found", engine.Choice{File: "ore.ts"}, "handle handle"},
		{"x", "not_found", engine.Choice{UID: "Function:none"}, ""},
		{strings.Repeat("x", 1e6), "not_found", engine.Choice{}, ""},
	} {
		_, err := e.Find(tt.name, tt.choice)
		var lookup *engine.LookupError
		if !errors.As(err, &lookup) {
			t.Errorf("Find(%.20q): %v, want a LookupError", tt.name, err)
			continue
		}
		var names []string
		for _, c := range lookup.Candidates {
			names = append(names, c.Name)
		}
		if lookup.Status != tt.status || strings.Join(names, " ") != tt.candidates {
			t.Errorf("Find(%.20q): %s %q, want %s %q", tt.name, lookup.Status, names, tt.status, tt.candidates)
		}
	}
	var parameter *engine.ParameterError
	if _, err := e.Find("", engine.Choice{}); !errors.As(err, &parameter) {
		t.Errorf("nothing named: %v", err)
	}
}

func TestArguments(t *testing.T) {
	for _, tt := range []struct{ tool, arguments, want string }{
		{"impact", `{"target":"validateUser","depth":0}`, "depth: 0: want 1 to 10"},
		{"impact", `{"target":"validateUser","depth":11}`, "depth: 11: want 1 to 10"},
		{"impact", `{"target":"validateUser","depth":1.5}`, "depth: want a whole number"},
		{"impact", `{"target":["validateUser"]}`, "target: want a string"},
		{"impact", `{"target":null}`, "target: want a string"},
		{"impact", `{"target":"validateUser","direction":"sideways"}`, `direction: "sideways": want one of upstream, downstream`},
		{"impact", `[1]`, "parameters: want a JSON object"},
		{"impact", `{"target":`, "parameters: want a JSON object"},
		{"impact", `{}`, "parameters: name a symbol, or give its uid"},
		{"impact", `{"target":"` + strings.Repeat("x", 2<<20) + `"}`, "at most 1048576"},
		{"explore", `{"target":"validateUser","edges":["calls",1]}`, "edges: want a string"},
		{"explore", `{"target":"validateUser","graph":true,"edges":["hates"]}`, `edges: unknown relation "hates"; there are contains,`},
		{"explore", `{"target":"validateUser","graph":true,"types":["Thing"]}`, `types: unknown kind "Thing"; there are File,`},
		{"explore", `{"callers":true}`, "target: is required with this question"},
		{"explore", `{"refs":"yes"}`, "refs: want true or false"},
	} {
		_, err := ask(t, authapp(t), tt.tool, tt.arguments)
		var parameter *engine.ParameterError
		if !errors.As(err, &parameter) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %.60s: %v, want %s", tt.tool, tt.arguments, err, tt.want)
		}
	}
}

func TestImpactLimits(t *testing.T) {
	var b strings.Builder
	b.WriteString("Function a/x.ts:x 1-2\n")
	for i := range 301 {
		fmt.Fprintf(&b, "Function a/y.ts:y%d 1-2\na/y.ts:y%d CALLS a/x.ts:x @1\n", i, i)
	}
	r, err := ask(t, engineOf(t, b.String()), "impact", `{"target":"x"}`)
	if err != nil {
		t.Fatal(err)
	}
	got := r.(*query.ImpactResult)
	if got.ImpactedCount != 301 || len(got.ByDepth[1]) != 300 || !got.Truncated || got.Risk.Level != "low" || got.Risk.Evidence[0] != "301 direct dependants" {
		t.Errorf("count %d, listed %d, truncated %v, risk %v", got.ImpactedCount, len(got.ByDepth[1]), got.Truncated, got.Risk)
	}
	if diff := cmp.Diff([]engine.Cut{{List: "byDepth.1", Shown: 300, Total: 301}}, got.More); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(text(r), "\n  shown 300 of 301\n") {
		t.Error("the text does not say that it was cut")
	}

	// What is further away has smaller limits.
	for i := range 201 {
		fmt.Fprintf(&b, "Function a/z.ts:z%d 1-2\na/z.ts:z%d CALLS a/y.ts:y0 @1\n", i, i)
	}
	for i := range 101 {
		fmt.Fprintf(&b, "Function a/w.ts:w%d 1-2\na/w.ts:w%d CALLS a/z.ts:z0 @1\n", i, i)
	}
	if r, err = ask(t, engineOf(t, b.String()), "impact", `{"target":"x"}`); err != nil {
		t.Fatal(err)
	}
	got = r.(*query.ImpactResult)
	want := []engine.Cut{{List: "byDepth.1", Shown: 300, Total: 301}, {List: "byDepth.2", Shown: 200, Total: 201}, {List: "byDepth.3", Shown: 100, Total: 101}}
	if diff := cmp.Diff(want, got.More); diff != "" || got.ImpactedCount != 603 || len(got.ByDepth[2]) != 200 || len(got.ByDepth[3]) != 100 {
		t.Errorf("count %d, %s", got.ImpactedCount, diff)
	}
}

func TestWays(t *testing.T) {
	r, err := ask(t, authapp(t), "explore", `{"target":"validateUser","refs":true,"callers":true,"callees":true,"cycles":true,"reachable":true,"graph":true,"to":"findByEmail","depth":6,"types":["function"]}`)
	if err != nil {
		t.Fatal(err)
	}
	want := `Function validateUser (src/auth/validator.ts:2)
references (4)
  src/middleware/auth.ts:3: CALLS in authMiddleware:` + " " + `
  src/routes/login.ts:1: IMPORTS in login.ts: import {validateUser} from '..'
  src/routes/login.ts:5: CALLS in handleLogin: return validateUser(a, \u001b[31mb)
  src/tests/auth.test.ts:2: CALLS in testLogin:` + " " + `
callers (5)
  d=1 findByEmail (src/db/users.ts:3)
  d=1 authMiddleware (src/middleware/auth.ts:1)
  d=1 handleLogin (src/routes/login.ts:1)
  d=1 testLogin (src/tests/auth.test.ts:1)
  d=2 authRouter (src/routes/index.ts:1)
callees (1)
  d=1 findByEmail (src/db/users.ts:3)
reachable (1)
  d=1 findByEmail (src/db/users.ts:3)
graph.nodes (6)
  d=0 validateUser (src/auth/validator.ts:2)
  d=1 findByEmail (src/db/users.ts:3)
  d=1 authMiddleware (src/middleware/auth.ts:1)
  d=1 handleLogin (src/routes/login.ts:1)
  d=1 testLogin (src/tests/auth.test.ts:1)
  d=2 authRouter (src/routes/index.ts:1)
graph.links (6)
  validateUser -[CALLS]-> findByEmail
  findByEmail -[CALLS]-> validateUser
  authMiddleware -[CALLS]-> validateUser
  authRouter -[CALLS]-> handleLogin
  handleLogin -[CALLS]-> validateUser
  testLogin -[CALLS]-> validateUser
cycles
  validateUser -> findByEmail -> validateUser
paths to findByEmail
  validateUser -> findByEmail
note: a depth of more than 5 reaches much that has little to do with the target
`
	if diff := cmp.Diff(want, text(r)); diff != "" {
		t.Error(diff)
	}
	r, err = ask(t, authapp(t), "explore", `{"target":"findByEmail","to":"authRouter"}`)
	if err != nil || r.(*query.Ways).Not() != "no path was found from findByEmail to authRouter" {
		t.Errorf("a way where there is none: %v", err)
	}
	r, err = ask(t, authapp(t), "explore", `{"target":"Config","graph":true,"edges":["has_method"],"direction":"down"}`)
	if err != nil || len(r.(*query.Ways).Graph.Links) != 2 {
		t.Errorf("methods of a class: %v %v", text(r), err)
	}
}

// A file name cannot end a line, and an answer about it still is JSON.
func TestHostileNames(t *testing.T) {
	g := graph.NewBuilder()
	n := g.Add(&graph.Node{ID: "Function:a\n- RISK: NONE:f", Label: graph.Function, Name: "f\x1b[2J", Path: "a\n- RISK: NONE"})
	caller := g.Add(&graph.Node{ID: "Function:b:g", Label: graph.Function, Name: "g\u202e", Path: "b"})
	g.Edge(caller, graph.Calls, n, 1, 1, graph.Site{Line: 1})
	e := engine.New(engine.Snapshot{Graph: g.Graph(), ImpactLimits: []int{1}, Files: files{}})
	for _, tool := range []string{"context", "impact", "explore"} {
		q, _ := query.Find(tool)
		r, err := q.Run(context.Background(), e, json.RawMessage(`{"uid":"Function:a\n- RISK: NONE:f"}`))
		if err != nil {
			t.Fatal(err)
		}
		fits(t, q.Output(), r)
		if out := text(r); strings.Contains(out, "\n- RISK") || strings.ContainsAny(out, "\x1b\u202e") {
			t.Errorf("%s: %q", tool, out)
		}
	}
}

func TestGroups(t *testing.T) {
	e := authapp(t)
	for _, tt := range []struct{ arguments, want string }{
		{`{"target":"authRouter -> findByEmail"}`, "PROCESS: authRouter → findByEmail\n"},
		{`{"target":"flow"}`, "PROCESS: authRouter → findByEmail\n"},
		{`{"target":"authRouter","type":"process"}`, "PROCESS: authRouter → findByEmail\n"},
		{`{"target":"authRouter"}`, "Function authRouter "},
		{`{"target":"AUTH"}`, "CLUSTER: auth\n"},
		{`{"target":"auth","type":"cluster"}`, "CLUSTER: auth\n"},
		{`{}`, "CLUSTERS (4 total):\n"},
		{`{"min_cluster_size":2}`, "CLUSTERS (2 total):\n"},
	} {
		r, err := ask(t, e, "explore", tt.arguments)
		if err != nil || !strings.HasPrefix(text(r), tt.want) {
			t.Errorf("%s: %v %v, want %q", tt.arguments, r, err, tt.want)
		}
	}
	for _, tt := range []struct{ arguments, want string }{
		{`{"target":"rout","type":"cluster"}`, "did you mean routes?"},
		{`{"target":"findByEmal","type":"process"}`, `nothing is named "findByEmal"`},
		{`{"target":"authRout"}`, "did you mean authRouter?"},
		{`{"target":"auth","type":"process"}`, `nothing is named "auth"`},
	} {
		if _, err := ask(t, e, "explore", tt.arguments); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.arguments, err, tt.want)
		}
	}
}

// Who writes a name in other capitals is told how the code writes it.
func TestCase(t *testing.T) {
	e := authapp(t)
	for tool, parameter := range map[string]string{"context": "name", "explore": "target"} {
		for asked, want := range map[string]string{"VALIDATEUSER": "note: VALIDATEUSER is written validateUser\n", "validateUser": ""} {
			r, err := ask(t, e, tool, `{"`+parameter+`":"`+asked+`"}`)
			if err != nil {
				t.Fatal(err)
			}
			if got := text(r); strings.Contains(got, "note:") != (want != "") || !strings.Contains(got, want) {
				t.Errorf("%s %s: %s", tool, asked, got)
			}
		}
	}
}

// Kinds of symbols and of relations, each alone and both together.
func TestWayFilters(t *testing.T) {
	e := authapp(t)
	for filters, want := range map[string]string{
		`"edges":["has_method"]`:                           "Config Config load",
		`"edges":["has_method"],"types":["method"]`:        "Config load",
		`"edges":["has_method","calls"]`:                   "Config Config load",
		`"edges":["defines"]`:                              "Config",
		`"edges":["HAS_METHOD"],"types":["CONSTRUCTOR"]`:   "Config Config",
		`"edges":["has_method","calls"],"types":["class"]`: "Config",
	} {
		r, err := ask(t, e, "explore", `{"target":"Config","kind":"class","graph":true,"direction":"down",`+filters+`}`)
		if err != nil {
			t.Errorf("%s: %v", filters, err)
			continue
		}
		var names []string
		for _, n := range r.(*query.Ways).Graph.Nodes {
			names = append(names, n.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %s, want %s", filters, got, want)
		}
	}
	if _, err := ask(t, e, "explore", `{"target":"Config","graph":true,"edges":["nothing"]}`); err == nil {
		t.Error("a relation that there is not")
	}
}
