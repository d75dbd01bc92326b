package pattern_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sitter "github.com/smacker/go-tree-sitter"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/golang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/javascript"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/analyze/pattern"
)

var enough = pattern.Limits{Steps: 1e7, Matches: 1e5}

// matches returns one line for each match: its captures with their text.
func matches(t testing.TB, l *lang.Language, src, text string, lim pattern.Limits) ([]string, bool) {
	t.Helper()
	compiled, tree := prepare(t, l, src, text)
	var found []string
	complete := compiled.Match(tree, lim, func(m pattern.Match) {
		var line []string
		for _, c := range m.Captures {
			line = append(line, fmt.Sprintf("%s=%s@%d", c.Name, tree.Text(c.Node), tree.Nodes[c.Node].Start))
		}
		found = append(found, strings.Join(line, " "))
	})
	return found, complete
}

// prepare compiles a pattern and parses the source that it is applied to.
func prepare(t testing.TB, l *lang.Language, src, text string) (*pattern.Pattern, *lang.Tree) {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	s := parse.NewSyntax(l)
	compiled, err := pattern.Compile(text, s.Grammar)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	tree, err := p.Tree(s, []byte(src), parse.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return compiled, tree
}

// library returns the same as the matcher of tree-sitter finds it.
func library(t testing.TB, l *lang.Language, src, text string) []string {
	t.Helper()
	grammar := l.Grammar().(*sitter.Language)
	p := sitter.NewParser()
	p.SetLanguage(grammar)
	tree, err := p.ParseCtx(context.Background(), nil, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	q, err := sitter.NewQuery([]byte(text), grammar)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	c := sitter.NewQueryCursor()
	c.Exec(q, tree.RootNode())
	var found []string
	for m, ok := c.NextMatch(); ok; m, ok = c.NextMatch() {
		if len(m.Captures) > 0 && len(c.FilterPredicates(m, []byte(src)).Captures) == 0 {
			continue
		}
		var line []string
		for _, capture := range m.Captures {
			line = append(line, fmt.Sprintf("%s=%s@%d", q.CaptureNameForId(capture.Index), capture.Node.Content([]byte(src)), capture.Node.StartByte()))
		}
		found = append(found, strings.Join(line, " "))
	}
	return found
}

const goSource = `package a // p

import "fmt"

// One.
// Two.
func (s *S) Get(a int, b ...string) (int, error) {
	if a > 1 { fmt.Println("x", a, get(b[0])) }
	return f(), nil
}

// Apart.

type S struct { A, B int; c string }

func get() { x := S{A: 1, B: 2}; defer x.Get(1); f()() }
`

const jsSource = `// c
@deco @other("x") class A extends B { get x() { return 1 } static y = [1, 2, "three", 4,, 5] }
const {a, b: c} = require("m"), d = (e, f = 1) => e?.g.h(f, "s", ` + "`t${u}`" + `)
if (a) { f(1, "b") } else if (b) f("c", 2, "d"); else { ; }
for (const x of y) await z(x)
/* one */ /* two */
function last(a, b) { return a ? b : last(b, a) }
`

const pySource = `import os, sys as s
from a.b import c, d as e

@app.route("/x", methods=["GET"])
@cached
async def f(a, b: int = 1, *args, k=None, **kw) -> str:
    """doc"""
    with open(a) as x, y:
        return [i for i in range(10) if i]

class C(B, metaclass=M):
    x: int = 1
    def g(self): print("a" "b", f"{self.x}", end="")
`

// What both matchers understand they find alike, each match once.
func TestLikeTheLibrary(t *testing.T) {
	goLang, js, py := golang.Language(), javascript.Language(), python.Language()
	for _, tt := range []struct {
		language *lang.Language
		src      string
		patterns []string
	}{
		{goLang, goSource, []string{
			`(call_expression function: (identifier) @f)`,
			`(call_expression function: (selector_expression operand: (identifier) @o field: (field_identifier) @m) arguments: (argument_list) @a) @call`,
			`(function_declaration name: (identifier) @n)`,
			`(method_declaration receiver: (_) @r name: (_) @n)`,
			`(_ name: (_) @n)`,
			`(argument_list (_) @a)`,
			`(argument_list . (_) @first)`,
			`(argument_list (_) @last .)`,
			`(argument_list (_) @a . (_) @b)`,
			`(argument_list (_) @a (_) @b)`,
			`(argument_list "," @comma)`,
			`["if" "return" "defer"] @keyword`,
			`[(identifier) (field_identifier)] @any`,
			`((comment) @c . (method_declaration) @m)`,
			`((comment)+ @c)`,
			`(function_declaration !result) @f`,
			`(method_declaration result: (_) @r)`,
			`(function_declaration name: (_) @n result: (_)? @r)`,
			`((identifier) @i (#eq? @i "fmt"))`,
			`((identifier) @i (#not-eq? @i "fmt"))`,
			`((identifier) @i (#match? @i "^[a-g]"))`,
			`((call_expression function: (_) @f) @c (#not-match? @c "Get"))`,
			`(keyed_element (_) @k (_) @v)`,
			`(field_declaration name: (field_identifier) @n type: (_) @t)`,
			`(source_file (_) @top)`,
			`(block (_) @s)`,
			`(call_expression function: (call_expression function: (_) @inner)) @outer`,
			`(parameter_list (variadic_parameter_declaration type: (_) @t))`,
			`(if_statement condition: (binary_expression left: (_) @l operator: ">" right: (_) @r))`,
			`(function_declaration) @f (method_declaration) @m`,
			`(_) @all`,
			`(block (return_statement)) @b`,
		}},
		{js, jsSource, []string{
			`(array (number) @n)`,
			`(array (number) @a . (number) @b)`,
			`(array [(number) (string)] @v)`,
			`(class_declaration decorator: (decorator)* @d name: (_) @n)`,
			`(class_declaration decorator: (decorator) @d)`,
			`(call_expression function: (identifier) @f arguments: (arguments (string) @s))`,
			`(call_expression function: [(identifier) @f (member_expression property: (_) @m)])`,
			`(arguments (number) @n (string) @s)`,
			`(arguments (number)? @n . (string) @s .)`,
			`(variable_declarator name: (object_pattern (_) @p) value: (_) @v)`,
			`(if_statement alternative: (else_clause (_) @e))`,
			`((comment) @a . (comment) @b)`,
			`((comment)+ @c . (function_declaration) @f)`,
			`(program . (_) @first)`,
			`(program (_) @last .)`,
			`(class_body member: (_) @m)`,
			`(ternary_expression condition: (_) @c "?" consequence: (_) @d)`,
			`(_ (_ (identifier) @i) @p) @g`,
			`(template_string (template_substitution (_) @e))`,
			`(formal_parameters (identifier) @p)`,
			`((call_expression function: (_) @f arguments: (arguments (_) @a)) (#eq? @f @a))`,
		}},
		{py, pySource, []string{
			`(decorated_definition (decorator)+ @d definition: (function_definition name: (_) @n))`,
			`(call function: (identifier) @f arguments: (argument_list (keyword_argument name: (_) @k value: (_) @v)))`,
			`(class_definition superclasses: (argument_list (identifier) @base))`,
			`(function_definition parameters: (parameters [(identifier) @p (default_parameter name: (_) @p) (typed_default_parameter name: (_) @p)]))`,
			`(import_from_statement module_name: (_) @m name: (_) @n)`,
			`(module (expression_statement) @e)`,
			`(function_definition body: (block . (expression_statement (string) @doc)))`,
			`(string) @s`,
			`(with_item (_) @w)`,
			`(for_in_clause left: (_) @l right: (_) @r)`,
			`(argument_list . (string) @a . (string)? @b)`,
			`("def" @d . (identifier) @n)`,
		}},
	} {
		for _, text := range tt.patterns {
			got, complete := matches(t, tt.language, tt.src, text, enough)
			want := library(t, tt.language, tt.src, text)
			for _, list := range []*[]string{&got, &want} {
				slices.Sort(*list)
				*list = slices.Compact(*list)
			}
			if diff := cmp.Diff(want, got); diff != "" || !complete {
				t.Errorf("%s in %s (-library +ours):\n%s", text, tt.language.Name, diff)
			}
		}
	}
}

// What only one of them understands.
func TestMatch(t *testing.T) {
	js := javascript.Language()
	for _, tt := range []struct{ src, pattern, want string }{
		{`f(1, 2); g(3)`, `((identifier) @f (#any-of? @f "g" "h"))`, "f=g@9"},
		{`f(1, 2); g(3)`, `((identifier) @f (#not-any-of? @f "g" "h"))`, "f=f@0"},
		{`f(1, 2, 3)`, `(arguments (number)* @n)`, "n=1@2 n=2@5 n=3@8"},
		{`f(1, 2, "x", 3)`, `(arguments (number)+ @n . (string) @s)`, "n=1@2 n=2@5 s=\"x\"@8"},
		{`f()`, `(call_expression arguments: (arguments (number)* @n)) @c`, "c=f()@0"},
		{"/*a*/ /*b*/ x; /*c*/", `(comment)+ @c`, "c=/*a*/@0 c=/*b*/@6|c=/*c*/@15"},
		{"x = ;", `(ERROR) @e`, "e==@2"},
		{"f(a, b)", `(arguments ((identifier) @x . (identifier) @y))`, "x=a@2 y=b@5"},
		{"a; b; c", `((expression_statement) @x . (expression_statement) @y) ; two in a row`, "x=a;@0 y=b;@3|x=b;@3 y=c@6"},
		{"a.b", `(member_expression _ @x)`, "x=a@0|x=.@1|x=b@2"},
		{"let été = 1", `((identifier) @i (#match? @i "^\\p{L}+$"))`, "i=été@4"},
		{"f('a')", `(string) @one @two`, "one='a'@2 two='a'@2"},
	} {
		got, complete := matches(t, js, tt.src, tt.pattern, enough)
		if strings.Join(got, "|") != tt.want || !complete {
			t.Errorf("%s in %s: %s, want %s", tt.pattern, tt.src, strings.Join(got, "|"), tt.want)
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	g := parse.NewSyntax(javascript.Language()).Grammar
	for _, tt := range []struct {
		text, want string
		unknown    bool
	}{
		{"", "the pattern is empty at offset 0", false},
		{"  ; only a comment", "the pattern is empty at offset 18", false},
		{"(identifier", "the pattern ends too early at offset 11", false},
		{"(identifier))", `")" begins no pattern at offset 12`, false},
		{"(call_expresion)", `there is no node kind "call_expresion" at offset 1`, true},
		{"(call_expression func: (_))", `there is no field "func" at offset 17`, true},
		{`(binary_expression "<>")`, `there is no token "<>" at offset 19`, true},
		{"identifier", `"identifier" is no pattern; write (identifier) at offset 0`, false},
		{"(identifier) @", "a capture needs a name behind the @ at offset 14", false},
		{`("if)`, "the quoted text has no end at offset 1", false},
		{"()", "there is nothing in the brackets at offset 1", false},
		{"[]", "there is nothing to choose from at offset 2", false},
		{`((identifier) @a (#eq? @b "x"))`, "there is no capture @b at offset 23", false},
		{`((identifier) @a (#is? @a "x"))`, "#is? is no predicate that is known: eq?, match?, any-of?, and each with not- before it at offset 19", false},
		{`((identifier) @a (#eq? @a))`, "#eq? takes a capture and what to compare it with at offset 19", false},
		{`((identifier) @a (#match? @a @a))`, "#match? compares with texts, not with a capture at offset 19", false},
		{`((identifier) @a (#match? @a "("))`, "error parsing regexp: missing closing ): `(` at offset 29", false},
		{`((identifier) @a (#match? @a "(x{20}){49}y{999}"))`, "the regular expression is too large when its repetitions are written out at offset 29", false},
		{"(identifier) \x00", `"\x00" begins no pattern at offset 13`, false},
		{strings.Repeat("(_ ", 60) + strings.Repeat(")", 60), "the pattern is nested deeper than 50 levels at offset 153", false},
		{strings.Repeat("(", 1e6), "the pattern has more than 4000 bytes at offset 4000", false},
		{"(expression) @e", `there is no node kind "expression" at offset 1`, true},
	} {
		_, err := pattern.Compile(tt.text, g)
		var wrong *pattern.SyntaxError
		if !errors.As(err, &wrong) || strings.ReplaceAll(wrong.Error(), "\x00", `\x00`) != tt.want || wrong.Unknown != tt.unknown {
			t.Errorf("%.40q: %v, want %s", tt.text, err, tt.want)
		}
	}
}

// A search that reaches a limit ends there and is reported as incomplete. The work is held by the
// counted steps.
func TestMatchEnds(t *testing.T) {
	js := javascript.Language()
	calls := strings.Repeat("f(a,b,c);\n", 3000)
	array := "x = [" + strings.Repeat("1,", 30000) + "]"
	lim := pattern.Limits{Steps: 1e6, Matches: 2000}
	for _, tt := range []struct {
		src, pattern string
		complete     bool
		most         int // steps
	}{
		{calls, `(call_expression function: (identifier) @f (#eq? @f "g"))`, true, 50_000},
		{calls, `(program (expression_statement) @a (expression_statement) @b (expression_statement) @c (if_statement) @d)`, false, lim.Steps + 1},
		{calls, `((_)* @a (_)* @b (_)* @c)`, false, 30_000},
		{calls, `(program (_) @a (_) @b)`, false, 6_100},
		{array, `(array (number)* @a)`, false, 41_000},
		{array, `(array (number)* @a (number)* @b (string) @c)`, false, 41_000},
		{array, `((program) @p (#match? @p "(.*1){40}2"))`, false, 3_100_000},
		{calls, `(identifier)* +`, false, 24_000},
		{calls, `(program [(_) (_) (_)]* . [(_) (_) (_)]* . (if_statement))`, false, 1_010_000},
		{strings.Repeat("[", 900) + strings.Repeat("]", 900), `(_ (_ (_ (_) @a) @b) @c) @d`, true, 15_000},
	} {
		compiled, tree := prepare(t, js, tt.src, tt.pattern)
		steps, found, complete := compiled.Steps(tree, lim)
		if complete != tt.complete || steps > tt.most || found > lim.Matches {
			t.Errorf("%s: complete %v after %d steps, at most %d, with %d matches", tt.pattern, complete, steps, tt.most, found)
		}
	}
}

func FuzzCompile(f *testing.F) {
	for _, seed := range []string{
		`(call_expression function: [(identifier) @f (member_expression property: (_)+ @m .)] arguments: (arguments . "(" !name)?) @c`,
		`((comment)* @c . (function_declaration) (#match? @c "^x\"\\n")) ; end`, `[(_) _ "if"]* @x (#`, `(_ (_ (_)))`, `(ERROR)`,
	} {
		f.Add(seed)
	}
	js := javascript.Language()
	s := parse.NewSyntax(js)
	p := parse.NewParser()
	defer p.Close()
	tree, err := p.Tree(s, []byte(jsSource), parse.Limits{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		compiled, err := pattern.Compile(text, s.Grammar)
		var wrong *pattern.SyntaxError
		if errors.As(err, &wrong) {
			if wrong.Offset < 0 || wrong.Offset > len(text) {
				t.Errorf("%q: offset %d", text, wrong.Offset)
			}
			return
		}
		compiled.Match(tree, pattern.Limits{Steps: 1e5, Matches: 100}, func(m pattern.Match) {
			for _, c := range m.Captures {
				if c.Node < m.Root || c.Node >= tree.Len() || c.Name == "" {
					t.Errorf("%q: capture %v", text, c)
				}
			}
		})
	})
}
