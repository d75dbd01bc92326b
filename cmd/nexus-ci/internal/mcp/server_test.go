package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

var update = flag.Bool("update", false, "rewrite the expected output")

// appEngine has two areas and one flow.
func appEngine(t testing.TB) *engine.Engine {
	t.Helper()
	g := graphtest.Parse(t, `
		Function src/login.ts:handleLogin 1-20 exported entry=request_handler
		Function src/login.ts:handle 21-22
		Function src/other.ts:handle 1-2
		Function src/auth.ts:validateUser 2-4 exported
		src/login.ts:handleLogin CALLS src/auth.ts:validateUser @5
	`)
	s := engine.Snapshot{
		Repository: "app", Graph: g, MinClusterSize: 1, ImpactLimits: impact.DefaultLimits[:], MinConfidence: impact.DefaultMinConfidence, ProcessCount: 1,
	}
	var steps []*graph.Node
	for _, n := range g.Nodes {
		switch n.Name {
		case "handleLogin", "validateUser":
			steps = append(steps, n)
			s.Communities = append(s.Communities, graph.Community{ID: n.Name, Label: n.Name + " area", Area: n.Name + " area", Members: []*graph.Node{n}})
		}
	}
	s.Processes = []graph.Process{{ID: "flow", Label: "handleLogin → validateUser", Type: "request_handler", Steps: steps}}
	return engine.New(s)
}

// config serves repositories of these names, all with one engine.
func config(t testing.TB, names ...string) Config {
	e := appEngine(t)
	var served []Repository
	var stats []engine.Repository
	for _, name := range names {
		served = append(served, Repository{Name: name, Path: "/src/" + name, Engine: func(context.Context) (*engine.Engine, func(), error) { return e, func() {}, nil }})
		stats = append(stats, engine.Repository{Name: name, Path: "/src/" + name, Files: 3})
	}
	return Config{
		Version: "v0", Writes: true,
		Served: func() ([]Repository, error) { return served, nil },
		Stats:  func(context.Context) ([]engine.Repository, error) { return stats, nil },
	}
}

// connect returns a session of the SDK's own client.
func connect(t *testing.T, s *Server, o *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	ours, theirs := sdk.NewInMemoryTransports()
	if _, err := s.sdk.Connect(t.Context(), ours, nil); err != nil {
		t.Fatal(err)
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o).Connect(t.Context(), theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// ask calls a tool and returns its text, and whether it is an error.
func ask(t *testing.T, s *sdk.ClientSession, tool, arguments string) (string, *sdk.CallToolResult) {
	t.Helper()
	r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	return r.Content[0].(*sdk.TextContent).Text, r
}

// The list has every tool of the table, with hints, schemas and the parameter repo.
func TestToolList(t *testing.T) {
	session := connect(t, New(config(t, "app")), nil)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) != len(query.Tools()) {
		t.Errorf("%d tools, the table has %d", len(list.Tools), len(query.Tools()))
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		known, ok := query.Find(tool.Name)
		if !ok {
			t.Errorf("%s is in no table", tool.Name)
			continue
		}
		if h := tool.Annotations; h.ReadOnlyHint == known.Writes || (h.DestructiveHint != nil && *h.DestructiveHint) != known.Writes || *h.OpenWorldHint {
			t.Errorf("%s: hints %+v", tool.Name, h)
		}
		properties, _ := tool.InputSchema.(map[string]any)["properties"].(map[string]any)
		for _, p := range known.Input.Properties {
			if properties[p.Name] == nil {
				t.Errorf("%s: parameter %s is not in the schema that clients get", tool.Name, p.Name)
			}
		}
		if _, ok := properties["repo"]; ok == known.NoSnapshot {
			t.Errorf("%s: parameter repo is %v", tool.Name, ok)
		}
		if tool.Description == "" || tool.Title == "" {
			t.Errorf("%s: description or title is missing", tool.Name)
		}
		if !strings.Contains(tool.Description, "\nWhen to use: ") || !strings.Contains(tool.Description, "\nExample: {") {
			t.Errorf("%s: the description does not say when to use it, or has no example", tool.Name)
		}
	}
	golden(t, "tools.txt", signatures(list.Tools))
	encoded, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	// Clients keep it in the context of their model.
	if most := 40_000; len(encoded) > most {
		t.Errorf("the list of tools has %d bytes, want at most %d", len(encoded), most)
	}
	// What agents were told to call must stay.
	for _, name := range []string{
		"query", "search", "multi_search", "context", "impact", "explore", "detect_changes", "rename", "cypher", "grep", "read", "list_files", "list_repos", "graph_stats", "code_intelligence",
	} {
		if !slices.Contains(names, name) {
			t.Errorf("%s is gone", name)
		}
	}
}

// signatures lists tools with their parameters.
func signatures(tools []*sdk.Tool) string {
	var b strings.Builder
	for _, tool := range tools {
		fmt.Fprintf(&b, "%s: %s\n", tool.Name, tool.Title)
		schema, _ := tool.InputSchema.(map[string]any)
		required, _ := schema["required"].([]any)
		properties, _ := schema["properties"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			p, _ := properties[name].(map[string]any)
			fmt.Fprintf(&b, "\t%s %v", name, p["type"])
			if slices.Contains(required, any(name)) {
				b.WriteString(", required")
			}
			for _, key := range []string{"default", "minimum", "maximum", "enum"} {
				if value, ok := p[key]; ok {
					fmt.Fprintf(&b, ", %s %v", key, value)
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update writes it):\n%s", name, diff)
	}
}

// What a client gets is the text of the command line, and JSON that fits the schema.
func TestCall(t *testing.T) {
	session := connect(t, New(config(t, "app")), nil)
	for _, tt := range []struct{ tool, arguments, want string }{
		{"context", `{"name":"validateUser"}`, "Function validateUser (src/auth.ts:2)\n"},
		{"context", `{"name":"validateUser","repo":"app"}`, "Function validateUser "},
		{"context", `{"name":"validateUser","repo":"/src/app"}`, "Function validateUser "},
		{"impact", `{"target":"validateUser"}`, "d=1: direct dependants: check these\n  handleLogin"},
		{"explore", `null`, "CLUSTERS (2 total):"},
		{"explore", `{"target":"flow"}`, "PROCESS: handleLogin → validateUser"},
		{"list_repos", `{}`, "app (/src/app)\n"},
	} {
		text, r := ask(t, session, tt.tool, tt.arguments)
		if r.IsError || !strings.Contains(text, tt.want) {
			t.Errorf("%s %s: %v %q, want %q", tt.tool, tt.arguments, r.IsError, text, tt.want)
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("output", answerSchema(t, session, tt.tool)); err != nil {
			t.Fatal(err)
		}
		if err := compiler.MustCompile("output").Validate(r.StructuredContent); err != nil {
			t.Errorf("%s %s: %v", tt.tool, tt.arguments, err)
		}
	}
}

// answerSchema reads the schema of the answers of a tool.
func answerSchema(t *testing.T, session *sdk.ClientSession, tool string) any {
	t.Helper()
	r, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "nexus-ci://tools/" + tool + "/answer"})
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(r.Contents[0].Text))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// A wrong question is an answer that says what to do next.
func TestWrongQuestions(t *testing.T) {
	one, two, none := connect(t, New(config(t, "app")), nil), connect(t, New(config(t, "app", "lib")), nil), connect(t, New(config(t)), nil)
	for _, tt := range []struct {
		session               *sdk.ClientSession
		tool, arguments, want string
	}{
		{one, "context", `{}`, "name a symbol, or give its uid"},
		{one, "context", `{"name":1}`, "context: name: want a string; the schema of the tool says what it takes"},
		{one, "context", `{"nme":"x"}`, "nme: no such parameter; there are name, uid"},
		{one, "context", `[]`, "want a JSON object"},
		{one, "context", `{"name":"validateUsr"}`, "did you mean validateUser?"},
		{one, "context", `{"name":"handle"}`, "Ask again with the uid of one of them."},
		{one, "context", `{"name":"handle"}`, "Function:src/other.ts:handle"},
		{one, "impact", `{"target":"validateUser","depth":99}`, "depth: 99: want 1 to 10"},
		{one, "context", `{"name":"` + strings.Repeat("x", 2<<20) + `"}`, "at most 1048576"},
		{one, "context", `{"name":"validateUser","repo":"lib"}`, `"lib" is not served; there are app`},
		{one, "context", `{"name":"validateUser","repo":[]}`, "repo: want a string"},
		{one, "detect_changes", `{}`, "changes cannot be compared here"},
		{two, "context", `{"name":"validateUser"}`, "repo: is required, since several are served: app, lib"},
		{none, "context", `{"name":"validateUser"}`, "no repository is served; start nexus-ci mcp inside of one"},
	} {
		text, r := ask(t, tt.session, tt.tool, tt.arguments)
		if !r.IsError || r.StructuredContent != nil || !strings.Contains(text, tt.want) {
			t.Errorf("%s %.60s: %v %q, want %q", tt.tool, tt.arguments, r.IsError, text, tt.want)
		}
	}
	if text, r := ask(t, two, "context", `{"name":"validateUser","repo":"lib"}`); r.IsError {
		t.Errorf("with repo: %s", text)
	}
	if _, err := one.CallTool(t.Context(), &sdk.CallToolParams{Name: "nope"}); err == nil {
		t.Error("an unknown tool is answered")
	}
}

// Some tools have a second name, which is not listed.
func TestAliases(t *testing.T) {
	session := connect(t, New(config(t, "app")), nil)
	for _, tt := range []struct{ alias, aliased, tool, arguments string }{
		{"blastRadius", `{"target":"validateUser"}`, "impact", `{"target":"validateUser"}`},
		{"overview", `{}`, "explore", `{}`},
		{"search_code", `{"query":"validate"}`, "search", `{"query":"validate"}`},
		{"read_file", `{"file_path":"src/auth.ts"}`, "read", `{"path":"src/auth.ts"}`},
		{"read_file", `{"file_path":"../x"}`, "read", `{"path":"../x"}`},
		{"blastRadius", `{"target":"handle","file_path":"src/other.ts"}`, "impact", `{"target":"handle","file":"src/other.ts"}`},
	} {
		want, _ := ask(t, session, tt.tool, tt.arguments)
		if got, _ := ask(t, session, tt.alias, tt.aliased); got != want {
			t.Errorf("%s: %q, %s says %q", tt.alias, got, tt.tool, want)
		}
		if _, ok := query.Find(tt.alias); ok {
			t.Errorf("%s is listed", tt.alias)
		}
	}
}

func TestResources(t *testing.T) {
	session := connect(t, New(config(t, "app", "my lib")), nil)
	list, err := session.ListResources(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var addresses []string
	for _, r := range list.Resources {
		addresses = append(addresses, r.URI)
	}
	templates, err := session.ListResourceTemplates(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range templates.ResourceTemplates {
		addresses = append(addresses, r.URITemplate)
	}
	golden(t, "resources.txt", strings.Join(addresses, "\n")+"\n")
	for uri, want := range map[string]string{
		"nexus-ci://repos":                                              `"name": "my lib"`,
		"nexus-ci://repo/app/context":                                   `"symbols": 4`,
		"nexus-ci://repo/my%20lib/context":                              `"repository": "app"`,
		"nexus-ci://repo/app/clusters":                                  `"name": "validateUser area"`,
		"nexus-ci://repo/app/processes":                                 `"name": "handleLogin → validateUser"`,
		"nexus-ci://repo/app/schema":                                    "CALLS",
		"nexus-ci://repo/app/cluster/handleLogin%20area":                `"members": [`,
		"nexus-ci://repo/app/process/flow":                              `"steps": [`,
		"nexus-ci://repo/app/process/handleLogin%20-%3E%20validateUser": `"steps": [`,
	} {
		r, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil || !strings.Contains(r.Contents[0].Text, want) {
			t.Errorf("%s: %v %v, want %s", uri, r, err, want)
		}
	}
	for uri, want := range map[string]string{
		"nexus-ci://repo/nope/context":      `"nope" is not served`,
		"nexus-ci://repo/app/cluster/nope":  `nothing is named "nope"`,
		"nexus-ci://repo/app/nope":          "not found",
		"nexus-ci://tools/nope/answer":      `there is no tool "nope"`,
		"nexus-ci://repo/app/process/%zz":   "not found",
		"file:///etc/passwd":                "not found",
		"nexus-ci://repo/../../etc/context": "not found",
	} {
		if _, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", uri, err, want)
		}
	}
}

func TestPrompts(t *testing.T) {
	session := connect(t, New(config(t, "app")), nil)
	list, err := session.ListPrompts(t.Context(), nil)
	if err != nil || len(list.Prompts) != len(prompts()) {
		t.Fatalf("%v %v", list, err)
	}
	get := func(name string, arguments map[string]string) (string, error) {
		r, err := session.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: name, Arguments: arguments})
		if err != nil {
			return "", err
		}
		return r.Messages[0].Content.(*sdk.TextContent).Text, nil
	}
	for _, p := range list.Prompts {
		arguments := make(map[string]string)
		for _, a := range p.Arguments {
			arguments[a.Name] = "X" + a.Name + "{goal}"
		}
		text, err := get(p.Name, arguments)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		for _, value := range arguments {
			if !strings.Contains(text, value) {
				t.Errorf("%s does not hold %s: %s", p.Name, value, text)
			}
		}
	}
	if text, err := get("review_change", nil); err != nil || !strings.Contains(text, "between the default branch and") {
		t.Errorf("%v %s", err, text)
	}
	if _, err := get("trace_flow", map[string]string{"start": " "}); err == nil || !strings.Contains(err.Error(), "start is required") {
		t.Errorf("without an argument: %v", err)
	}
}

// Every tool that a prompt tells to call is there.
func TestPromptsNameTools(t *testing.T) {
	for _, p := range prompts() {
		for _, line := range strings.Split(p.text, "\n") {
			for _, before := range []string{"call ", "Call "} {
				_, rest, ok := strings.Cut(line, before)
				name, _, _ := strings.Cut(rest, " ")
				if name = strings.Trim(name, ",.;"); ok {
					if _, known := query.Find(name); !known {
						t.Errorf("%s tells to call %q, which is no tool", p.name, name)
					}
				}
			}
		}
	}
}

// The text of an answer moves no cursor and gives a runner no command, and says nothing on
// behalf of the server.
func TestHostileNames(t *testing.T) {
	g := graph.NewBuilder()
	g.Add(&graph.Node{ID: "Function:a\n::error::x:f", Label: graph.Function, Name: "f\x1b[2J", Path: "a\n::error::x"})
	e := engine.New(engine.Snapshot{Graph: g.Graph(), ImpactLimits: []int{1}})
	c := config(t, "app")
	c.Served = func() ([]Repository, error) {
		return []Repository{{Name: "app", Engine: func(context.Context) (*engine.Engine, func(), error) { return e, func() {}, nil }}}, nil
	}
	session := connect(t, New(c), nil)
	for _, arguments := range []string{`{"uid":"Function:a\n::error::x:f"}`, `{"name":"x\u001b[2J"}`, `{"nam\u001b":1}`} {
		text, _ := ask(t, session, "context", arguments)
		if strings.ContainsAny(text, "\x1b\u202e") || strings.Contains(text, "\n::") {
			t.Errorf("%s: %q", arguments, text)
		}
	}
}

// A question does not wait for another one, a client that takes one back stops it, and is
// told meanwhile that it goes on. A bug is an answer.
func TestWhileOneIsAnswered(t *testing.T) {
	e := appEngine(t)
	started, stopped := make(chan bool, 1), make(chan error, 1)
	c := config(t, "app")
	c.Served = func() ([]Repository, error) {
		return []Repository{
			{Name: "slow", Engine: func(ctx context.Context) (*engine.Engine, func(), error) {
				started <- true
				<-ctx.Done()
				stopped <- ctx.Err()
				return nil, nil, ctx.Err()
			}},
			{Name: "bug", Engine: func(context.Context) (*engine.Engine, func(), error) {
				var none []int
				return nil, nil, errors.New(string(rune(none[1])))
			}},
			{Name: "app", Engine: func(context.Context) (*engine.Engine, func(), error) { return e, func() {}, nil }},
		}, nil
	}
	told := make(chan bool, 10)
	session := connect(t, New(c), &sdk.ClientOptions{ProgressNotificationHandler: func(context.Context, *sdk.ProgressNotificationClientRequest) { told <- true }})
	ctx, cancel := context.WithCancel(t.Context())
	var one sync.WaitGroup
	one.Go(func() {
		p := &sdk.CallToolParams{Name: "context", Arguments: map[string]any{"name": "x", "repo": "slow"}}
		p.SetProgressToken("p")
		if _, err := session.CallTool(ctx, p); !errors.Is(err, context.Canceled) {
			t.Errorf("a call that was taken back: %v", err)
		}
	})
	<-started
	if text, r := ask(t, session, "context", `{"name":"validateUser","repo":"app"}`); r.IsError {
		t.Error(text)
	}
	if text, r := ask(t, session, "context", `{"name":"validateUser","repo":"bug"}`); !r.IsError || !strings.Contains(text, "internal error: runtime error: index out of range") {
		t.Error(text)
	}
	<-told
	cancel()
	one.Wait()
	select {
	case <-stopped:
	case <-time.After(10 * time.Second):
		t.Error("the question goes on after the client took it back")
	}
}

// Tools read one engine and change nothing, so any number may be asked at once.
func TestConcurrentQuestions(t *testing.T) {
	session := connect(t, New(config(t, "app")), nil)
	questions := map[string]string{
		"context": `{"name":"validateUser"}`, "impact": `{"target":"validateUser"}`, "explore": `{}`, "query": `{"query":"login"}`, "search": `{"query":"user"}`,
		"list_repos": `{}`, "cypher": `{"query":"MATCH (n) RETURN n.name"}`,
	}
	want := make(map[string]string)
	for tool, arguments := range questions {
		want[tool], _ = ask(t, session, tool, arguments)
	}
	var all sync.WaitGroup
	for range 20 {
		for tool, arguments := range questions {
			all.Go(func() {
				r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
				if err != nil || r.Content[0].(*sdk.TextContent).Text != want[tool] {
					t.Errorf("%s: %v %v", tool, r, err)
				}
			})
		}
	}
	all.Wait()
}

func TestEncodeKeepsCode(t *testing.T) {
	got, err := encode(struct{ Code string }{"a < b && c > d"})
	if err != nil || !bytes.Contains(got, []byte("a < b && c > d")) {
		t.Errorf("%s %v", got, err)
	}
}
