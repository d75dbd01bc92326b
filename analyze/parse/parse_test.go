package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/golang"
	"github.com/smacker/go-tree-sitter/javascript"
	"github.com/smacker/go-tree-sitter/python"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

const (
	kindFunction lang.Kind = iota + 1
	kindComment
	kindString
	kindRawString
	kindImport
	kindIf
	kindAnd
	kindClose
)

const fieldName lang.FieldID = 1

// small is a language over the Go grammar that knows functions only.
func small() *lang.Language {
	return &lang.Language{
		Name:    "small",
		Grammar: func() lang.Grammar { return golang.GetLanguage() },
		Kinds: []string{"", "function_declaration", "comment", "interpreted_string_literal", "raw_string_literal",
			"import_declaration", "if_statement", "&&", ")"},
		Fields:      []string{"", "name"},
		Comments:    []lang.Kind{kindComment},
		Strings:     []lang.Kind{kindString, kindRawString},
		ImportNodes: []lang.Kind{kindImport},
		Decisions:   []lang.Kind{kindIf, kindAnd},
		Extract: func(t *lang.Tree, b *lang.Builder) {
			for i := range t.Len() {
				if t.Kind(i) == kindFunction {
					d := lang.NewDef(facts.Function, t.Text(t.Child(i, fieldName)))
					d.Start, d.Line, d.SignatureEnd, d.End = t.Line(i), t.Line(i), t.Line(i), t.EndLine(i)
					b.Def(d)
				}
			}
		},
	}
}

func parseSmall(t testing.TB, src string, lim Limits) *facts.File {
	t.Helper()
	p := NewParser()
	defer p.Close()
	return p.Parse(small(), []byte(src), lim)
}

// TopHash changes with top-level statements and with nothing else.
func TestTopHash(t *testing.T) {
	hash := func(src string) uint64 { return parseSmall(t, src, Limits{}).TopHash }
	if got := hash("import \"fmt\"\n\nfunc f() {}\n\n// only a comment\n"); got != 0 {
		t.Errorf("no statement: hash %x, want 0", got)
	}
	base := hash("import \"fmt\"\n\nvar a = g(1, 2)\n\nfunc f() {}\n")
	for name, tc := range map[string]struct {
		src  string
		same bool
	}{
		"layout":     {"import \"fmt\"\nvar a = g(\n\t1,\n\t2)\n\n\nfunc f() {\n}\n", true},
		"comment":    {"import \"fmt\"\n\n// a\nvar a = g(1 /* one */, 2)\n\nfunc f() {}\n", true},
		"import":     {"import \"os\"\n\nvar a = g(1, 2)\n\nfunc f() {}\n", true},
		"definition": {"import \"fmt\"\n\nvar a = g(1, 2)\n\nfunc f() { h() }\n\nfunc k() {}\n", true},
		"statement":  {"import \"fmt\"\n\nvar a = g(1, 3)\n\nfunc f() {}\n", false},
		"more":       {"import \"fmt\"\n\nvar a = g(1, 2)\n\nvar b = a\n\nfunc f() {}\n", false},
	} {
		if got := hash(tc.src); (got == base) != tc.same {
			t.Errorf("%s: same hash %v, want %v", name, got == base, tc.same)
		}
	}
}

func TestParse(t *testing.T) {
	src := "\xef\xbb\xbf" + `// Package p
package p

import (
	"fmt"
)

/* a
   b */
func f(
	a int,
) {
	if a > 0 && a < 9 {
		fmt.Print(
			"x",
			` + "`\nraw\n`" + `)
	}
}
`
	want := &facts.File{
		Language: "small",
		Lines:    20,
		Defs: []facts.Def{{Kind: facts.Function, Name: "f", Parent: facts.None, Receiver: facts.None, Owner: facts.None,
			Type: facts.None, Start: 10, Line: 10, SignatureEnd: 10, End: 20}},
		Decisions: []int32{13, 13},
		Code:      []facts.Span{{Start: 2, End: 2}, {Start: 10, End: 11}, {Start: 13, End: 14}},
	}
	for _, ending := range []string{"\n", "\r\n"} {
		got := parseSmall(t, strings.ReplaceAll(src, "\n", ending), Limits{})
		got.TopHash = 0 // see TestTopHash
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(facts.File{})); diff != "" {
			t.Errorf("lines that end in %q (-want +got):\n%s", ending, diff)
		}
	}
}

func TestProblems(t *testing.T) {
	tests := []struct {
		name string
		src  string
		lim  Limits
		want []facts.Problem
	}{
		{"empty", "", Limits{}, nil},
		{"too large", "package p", Limits{MaxBytes: 8}, []facts.Problem{{Kind: facts.TooLarge, Message: "9 bytes, the limit is 8"}}},
		{"as large as allowed", "package p", Limits{MaxBytes: 9}, nil},
		{"too many nodes", "package p", Limits{MaxNodes: 3}, []facts.Problem{{Kind: facts.TooLarge, Message: "more than 3 syntax nodes"}}},
		{"as many nodes as allowed", "package p", Limits{MaxNodes: 5}, nil},
		{"binary", "package p\x00", Limits{}, []facts.Problem{{Kind: facts.NotText, Message: "binary file"}}},
		{"too deep", "package p\nvar a = 1\nvar b = ((((1))))", Limits{MaxDepth: 5}, []facts.Problem{
			{Kind: facts.TooDeep, Line: 3, Message: "nested deeper than 5 levels; deeper code is left out"}}},
		{"unexpected", "package p\nfunc f() { x := := 1 }", Limits{}, []facts.Problem{{Kind: facts.SyntaxError, Line: 2, End: 2, Message: `unexpected ":="`}}},
		{"left open", "package p\nvar a = f(\n\tg(1),\n\th([]int{2,\n\t3)\n", Limits{}, []facts.Problem{{Kind: facts.SyntaxError, Line: 4, End: 5, Message: `"{" has no counterpart`}}},
		{"never opened", "package p\nvar a = 1\n\n)\n", Limits{}, []facts.Problem{{Kind: facts.SyntaxError, Line: 4, End: 4, Message: `")" has no counterpart`}}},
		{"missing", "package p\nfunc f() { g(1 }", Limits{}, []facts.Problem{{Kind: facts.SyntaxError, Line: 2, End: 2, Message: `the parser expects ")"`}}},
		{"missing, no name", "package p\nfunc f() { if a { }", Limits{}, []facts.Problem{{Kind: facts.SyntaxError, Line: 2, End: 2, Message: "the parser expects more"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, parseSmall(t, test.src, test.lim).Problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestManySyntaxErrors(t *testing.T) {
	f := parseSmall(t, "package p\n"+strings.Repeat("func f() { x := := 1 }\n", 50), Limits{})
	if len(f.Problems) != maxSyntaxErrors {
		t.Fatalf("%d problems, want %d", len(f.Problems), maxSyntaxErrors)
	}
	if last := f.Problems[maxSyntaxErrors-1].Message; !strings.Contains(last, "(and 30 more syntax errors below)") {
		t.Errorf("the last problem does not count the rest: %s", last)
	}
	if len(f.Defs) != 50 {
		t.Errorf("%d functions found between the errors, want 50", len(f.Defs))
	}
}

// Facts of the parts around a subtree that is cut for its depth stand.
func TestCutKeepsTheRest(t *testing.T) {
	f := parseSmall(t, "package p\nfunc a() {}\nvar x = "+strings.Repeat("(", 100_000)+"1"+strings.Repeat(")", 100_000)+"\nfunc b() {}\n", Limits{})
	var names []string
	for _, d := range f.Defs {
		names = append(names, d.Name)
	}
	if diff := cmp.Diff([]string{"a", "b"}, names); diff != "" {
		t.Errorf("functions (-want +got):\n%s", diff)
	}
}

func TestExtractorBugs(t *testing.T) {
	tests := []struct {
		name    string
		extract func(*lang.Tree, *lang.Builder)
		want    string
	}{
		{"panic", func(*lang.Tree, *lang.Builder) { panic("oops") }, "bug in the small extractor: oops"},
		{"bad index", func(_ *lang.Tree, b *lang.Builder) { b.File.Types = []facts.Type{{Kind: facts.Named, Line: 1, X: 7}} },
			"bug in the small extractor: type 0: x is 7 of 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := small()
			l.Extract = test.extract
			p := NewParser()
			defer p.Close()
			got := p.Parse(l, []byte("package p\n"), Limits{})
			want := &facts.File{Language: "small", Lines: 1, Problems: []facts.Problem{{Kind: facts.Internal, Message: test.want}}}
			if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(facts.File{})); diff != "" {
				t.Errorf("facts (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPanicOnBug(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the panic of the extractor did not pass")
		}
	}()
	l := small()
	l.Extract = func(*lang.Tree, *lang.Builder) { panic("oops") }
	p := NewParser()
	defer p.Close()
	p.PanicOnBug = true
	p.Parse(l, []byte("package p\n"), Limits{})
}

func TestRead(t *testing.T) {
	l := &lang.Language{Name: "list", Read: func(src []byte, f *facts.File) error {
		f.ExportList = strings.Fields(string(src))
		if len(f.ExportList) == 0 {
			return fmt.Errorf("read list: nothing in it")
		}
		return nil
	}}
	p := NewParser()
	defer p.Close()
	if diff := cmp.Diff(&facts.File{Language: "list", Lines: 1, ExportList: []string{"a", "b\uFFFD"}}, p.Parse(l, []byte("a b\xff\n"), Limits{}), cmpopts.IgnoreUnexported(facts.File{})); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
	want := []facts.Problem{{Kind: facts.SyntaxError, Message: "read list: nothing in it"}}
	if diff := cmp.Diff(want, p.Parse(l, nil, Limits{}).Problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

// The walk in C and the one through the binding give the same nodes, for good
// and broken text of several grammars, and when limits are hit.
func TestParsersAgree(t *testing.T) {
	grammars := map[string]*sitter.Language{"go": golang.GetLanguage(), "javascript": javascript.GetLanguage(), "python": python.GetLanguage()}
	sources := []string{
		"",
		"package p\nfunc (t *T[K]) f(a, b int, c ...string) (x int, err error) { if a > 0 && b { return f(`x`) } // c\n }\ntype T struct{ a int }\n",
		"class A extends B { static async *x(a = 1, {b, ...c}) { return `${a?.b}` } }\nexport default <a b={1}/>\n",
		"@d\nclass A(B, metaclass=C):\n  def f(self, *a, **k) -> int:\n    \"\"\"doc\"\"\"\n    return [x for x in a if x]\n",
		"func ( { := ]] \xff\xfe \"unterminated\n }}} if",
		strings.Repeat("(", 3000),
		strings.Repeat("[{", 1500) + strings.Repeat("}]", 1500),
		"a\r\nb\r\n\r\nc",
	}
	for name, g := range grammars {
		l := &lang.Language{Kinds: []string{"", "identifier", "(", "if", "comment"}, Fields: []string{"", "name", "body", "left"}}
		s := newSymbols(l, g)
		byCursor, p := newCursorParser(g), newTreeParser(g)
		for _, src := range sources {
			for _, lim := range []Limits{{}, {MaxDepth: 7}, {MaxNodes: 25}, {MaxNodes: 25, MaxDepth: 3}, {MaxNodes: 1, MaxDepth: 1}} {
				lim = lim.withDefaults()
				got := p.parse(t.Context(), []byte(src), s, nil, lim)
				if diff := cmp.Diff(byCursor.parse(t.Context(), []byte(src), s, nil, lim), got, cmp.AllowUnexported(flattened{})); diff != "" {
					t.Errorf("%s %.20q %+v (-cursor +C):\n%s", name, src, lim, diff)
				}
				checkNodes(t, got, src)
			}
		}
		byCursor.close()
		p.close()
	}
}

// checkNodes checks what lang.Node says of its fields.
func checkNodes(t *testing.T, f flattened, src string) {
	t.Helper()
	if f.tooMany {
		return
	}
	for i := range f.nodes {
		n := &f.nodes[i]
		if n.End < n.Start || int(n.End) > len(src) || n.Row != int32(strings.Count(src[:n.Start], "\n")) {
			t.Errorf("node %d: bytes %d to %d of %d, row %d", i, n.Start, n.End, len(src), n.Row)
		}
		size := int32(1)
		for c := int32(i) + 1; c < int32(i)+n.Size; c += f.nodes[c].Size {
			if f.nodes[c].Parent != int32(i) {
				t.Errorf("node %d: parent is %d, want %d", c, f.nodes[c].Parent, i)
			}
			size += f.nodes[c].Size
		}
		if size != n.Size {
			t.Errorf("node %d: size is %d, its children sum up to %d", i, n.Size, size)
		}
	}
}

// A name stands for every symbol that has it, a rule as well as a token.
func TestNamesWithSeveralSymbols(t *testing.T) {
	g := python.GetLanguage()
	l := &lang.Language{Kinds: []string{"", "type"}}
	s := newSymbols(l, g)
	named, tokens := 0, 0
	for i, kind := range s.kinds {
		if kind == 1 && lang.NodeFlags(s.flags[i]) == lang.IsNamed {
			named++
		} else if kind == 1 {
			tokens++
		}
	}
	if named == 0 || tokens == 0 {
		t.Errorf(`"type" is %d rules and %d tokens, want both`, named, tokens)
	}
}

// A token of several lines that is code counts on each of them.
func TestCodeOfLongTokens(t *testing.T) {
	l := small()
	l.Strings = nil
	p := NewParser()
	defer p.Close()
	f := p.Parse(l, []byte("package p\n\nvar x = `a\n\nb`\n"), Limits{})
	if diff := cmp.Diff([]facts.Span{{Start: 1, End: 1}, {Start: 3, End: 5}}, f.Code); diff != "" {
		t.Errorf("code (-want +got):\n%s", diff)
	}
}

func TestUnknownNames(t *testing.T) {
	l := small()
	if unknown := UnknownNames(l); unknown != nil {
		t.Errorf("unknown names: %v", unknown)
	}
	l.Kinds = append(l.Kinds, "no_such_rule")
	l.Fields = append(l.Fields, "no_such_field")
	if diff := cmp.Diff([]string{`kind "no_such_rule"`, `field "no_such_field"`}, UnknownNames(l)); diff != "" {
		t.Errorf("unknown names (-want +got):\n%s", diff)
	}
}

func TestGenerated(t *testing.T) {
	tests := []struct {
		header string
		want   bool
	}{
		{"// Code generated by protoc-gen-go. DO NOT EDIT.", true},
		{"/*\n * @generated SignedSource<<x>>\n */", true},
		{"// Autogenerated by Thrift Compiler (0.9.1)\n//\n// DO NOT EDIT UNLESS YOU ARE SURE", true},
		{"// This file was automatically generated by swig", true},
		{"// Generated by the protocol buffer compiler.  DO NOT EDIT!", true},
		{"// DO NOT EDIT. Generated with glad.", true},
		{"// Package p finds generated files.", false},
		{"// me@generated.org", false},
		{"// Values are auto-generated when missing. Edit them as you like.", false},
		{strings.Repeat("\n", 40) + "// Code generated by x. DO NOT EDIT.", false},
		{`var s = "Code generated by x. DO NOT EDIT."`, false},
	}
	for note, want := range map[string]bool{
		"var a = 1\n\n// Code generated by x. DO NOT EDIT.\nfunc f() {}": true,
		"func f() {\n\t// Code generated by x. DO NOT EDIT.\n}":          false,
		"func f() {}\n\n// Code generated by x. DO NOT EDIT.\nvar a = 1": false,
	} {
		if got := parseSmall(t, "package p\n\n"+note+"\n", Limits{}).Generated; got != want {
			t.Errorf("Generated = %t, want %t:\n%s", got, want, note)
		}
	}
	for _, test := range tests {
		src := test.header + "\npackage p\n"
		if got := parseSmall(t, src, Limits{}).Generated; got != test.want {
			t.Errorf("Generated = %t, want %t:\n%s", got, test.want, test.header)
		}
	}
}

func TestMinified(t *testing.T) {
	line := strings.Repeat("a=b;", 1000)
	tests := []struct {
		name, src string
		want      bool
	}{
		{"one long line", line, true},
		{"below a licence", strings.Repeat("// licence\n", 15) + line, true},
		{"people's lines", strings.Repeat("a = b; // and why\n", 1000), false},
		{"long but few bytes", line[:1000], false},
		{"one long line in a file of people", strings.Repeat("a = b\n", 100) + line, false},
		{"blank lines do not count", line + strings.Repeat("\n", 100), true},
	}
	for _, test := range tests {
		if got := parseSmall(t, test.src, Limits{}).Minified; got != test.want {
			t.Errorf("%s: Minified = %t, want %t", test.name, got, test.want)
		}
	}
}
