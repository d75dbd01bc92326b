package change

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

func TestCompare(t *testing.T) {
	p := func(name, typ string) graph.Param { return graph.Param{Name: name, Type: typ} }
	sig := func(edit ...func(*graph.Signature)) *graph.Node {
		s := graph.Signature{Params: []graph.Param{p("a", "int"), p("b", "string")}, Returns: []string{"int"}, Visibility: graph.Public}
		for _, e := range edit {
			e(&s)
		}
		return &graph.Node{Signature: s}
	}
	params := func(list ...graph.Param) *graph.Node {
		return sig(func(s *graph.Signature) { s.Params = list })
	}
	exact := func(returns ...string) *graph.Node {
		return sig(func(s *graph.Signature) { s.Returns, s.ExactResults = returns, true })
	}
	returns := func(typ string) *graph.Node {
		return sig(func(s *graph.Signature) { s.Returns = []string{typ} })
	}
	optional := graph.Param{Name: "c", Type: "int", Optional: true}
	for _, tt := range []struct {
		name      string
		old, now  *graph.Node
		want      string
		backwards string // with the sides exchanged
	}{
		{"nothing", sig(), sig(), "", ""},
		{"added", sig(), params(p("a", "int"), p("b", "string"), p("ctx", "Context")),
			"gained the required parameter `ctx`", "lost the parameter `ctx`"},
		{"added in front", sig(), params(p("ctx", "Context"), p("a", "int"), p("b", "string")),
			"gained the required parameter `ctx`", "lost the parameter `ctx`"},
		{"added, optional", sig(), params(p("a", "int"), p("b", "string"), optional),
			"gained the optional parameter `c`", "lost the parameter `c`"},
		{"renamed", sig(), params(p("a", "int"), p("name", "string")),
			"calls its parameter `b` `name` now", "calls its parameter `name` `b` now"},
		{"replaced", sig(), params(p("a", "int"), p("c", "Other")),
			"lost the parameter `b` and gained the required parameter `c`", "lost the parameter `c` and gained the required parameter `b`"},
		{"reordered", sig(), params(p("b", "string"), p("a", "int")),
			"takes its parameters in another order", "takes its parameters in another order"},
		{"retyped", sig(), params(p("a", "int64"), p("b", "string")),
			"takes `a` as `int64` instead of `int`", "takes `a` as `int` instead of `int64`"},
		{"annotated", params(p("a", ""), p("b", "")), sig(), "", ""},
		{"without names", params(p("", "int"), p("", "string")), params(p("", "int"), p("", "[]byte")),
			"takes a parameter as `[]byte` instead of `string`", "takes a parameter as `string` instead of `[]byte`"},
		{"without names, added", params(p("", "int")), params(p("", "Context"), p("", "int")),
			"gained a parameter of type `Context`", "lost a parameter of type `Context`"},
		{"optional", sig(), params(p("a", "int"), graph.Param{Name: "b", Type: "string", Optional: true}),
			"no longer requires `b`", "requires `b` now"},
		{"variadic", sig(), params(p("a", "int"), graph.Param{Name: "b", Type: "string", Variadic: true}),
			"takes any number of `b` now", "takes a single `b` now"},
		{"keyword", sig(), params(p("a", "int"), graph.Param{Name: "b", Type: "string", KeywordOnly: true}),
			"takes `b` by name only now", ""},
		{"error", exact("int"), exact("int", "error"), "also returns `error` now", "no longer returns `error`"},
		{"first result", exact(), exact("error"), "returns `error` now", "no longer returns `error`"},
		{"result", exact("int", "error"), exact("string", "error"), "returns `string` instead of `int`", "returns `int` instead of `string`"},
		{"void", returns("void"), returns("int"), "returns `int` now", "no longer returns `int`"},
		{"nullable", returns("User"), returns("User | null"),
			"may return nothing now (`User | null`)", "returns `User` instead of `User | null`"},
		{"not declared", sig(func(s *graph.Signature) { s.Returns = nil }), sig(), "", ""},
		{"async", sig(), sig(func(s *graph.Signature) { s.Async, s.Returns = true, []string{"Promise<int>"} }),
			"is async now", "is no longer async"},
		{"static", sig(), sig(func(s *graph.Signature) { s.Static = true }), "is static now", "is no longer static"},
		{"visibility", sig(), sig(func(s *graph.Signature) { s.Visibility = graph.Private }),
			"is private now, it was public", "is public now, it was private"},
		{"generics", sig(), sig(func(s *graph.Signature) { s.TypeParams = []string{"T any"} }),
			"has the type parameters `[T any]` instead of `[]`", "has the type parameters `[]` instead of `[T any]`"},
		{"throws", sig(), sig(func(s *graph.Signature) { s.Throws = []string{"IOException"} }),
			"throws `IOException` now", "no longer throws `IOException`"},
		{"decorator", sig(), sig(func(s *graph.Signature) { s.Decorators = []string{"cached"} }),
			"is marked `cached` now", "is no longer marked `cached`"},
		{"receiver", sig(func(s *graph.Signature) { s.Receiver = "value" }), sig(func(s *graph.Signature) { s.Receiver = "pointer" }),
			"has a pointer receiver now", "has a value receiver now"},
		{"several", sig(), sig(func(s *graph.Signature) { s.Params, s.Async, s.Static = s.Params[:1], true, true }),
			"lost the parameter `b`, is async now and is static now",
			"gained the required parameter `b`, is no longer async and is no longer static"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clauses(Compare(tt.old, tt.now)); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
			if got := Clauses(Compare(tt.now, tt.old)); got != tt.backwards {
				t.Errorf("backwards %q, want %q", got, tt.backwards)
			}
		})
	}
}

// What a value takes is not known: a function in its place gained nothing.
func TestCompareValueWithFunction(t *testing.T) {
	value := &graph.Node{Label: graph.Constant, Signature: graph.Signature{Text: "const run = promisify(exec)"}}
	function := &graph.Node{Label: graph.Function, Signature: graph.Signature{
		Text: "async function run(command: string): Promise<void>", Params: []graph.Param{{Name: "command", Type: "string"}}, Returns: []string{"Promise<void>"}, Async: true, Known: true,
	}}
	if got := Clauses(append(Compare(value, function), Compare(function, value)...)); got != "" {
		t.Errorf("%q, want nothing", got)
	}
	c := Symbol{Base: value, Head: function, Parts: Signature}
	const want = "is declared `async function run(command: string): Promise<void>` instead of `const run = promisify(exec)`"
	if got := Clauses(c.Told()); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	value.Signature.Known, value.Signature.Params = true, []graph.Param{}
	if got := Clauses(Compare(value, function)); got != "gained the required parameter `command` and is async now" {
		t.Errorf("of a value whose parameters are known: %q", got)
	}
}
