package syntax_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/golang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/golang/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

// trees makes trees of sources: those of the maker, and those of the grammar.
type trees struct {
	parser         *parse.Parser
	maker, grammar *parse.Syntax
	numbering      *lang.Numbering
}

func newTrees(t testing.TB) *trees {
	of := func(maker *lang.TreeMaker) *parse.Syntax {
		l := golang.Language()
		l.Trees = maker
		return parse.NewSyntax(l)
	}
	p := parse.NewParser()
	t.Cleanup(p.Close)
	maker := syntax.Maker()
	n := &lang.Numbering{Fields: make([]lang.FieldID, len(maker.Fields))}
	for i := range len(maker.Kinds) + len(maker.Tokens) {
		n.Kinds, n.Flags = append(n.Kinds, lang.Kind(i)), append(n.Flags, 0)
	}
	return &trees{parser: p, maker: of(maker), grammar: of(nil), numbering: n}
}

// made returns the tree of the maker alone, with kinds numbered as in TreeMaker; nil for none.
func (s *trees) made(src []byte) []lang.Node {
	nodes, ok := syntax.Tree(src, s.numbering, nil, 1<<20, 1000)
	if !ok {
		return nil
	}
	return nodes
}

// tree returns a tree in the numbers of a syntax.
func (s *trees) tree(t testing.TB, of *parse.Syntax, src []byte) []lang.Node {
	t.Helper()
	tree, err := s.parser.Tree(of, src, parse.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(tree.Nodes)
}

// text returns a tree with a line for each node.
func (s *trees) text(src []byte, nodes []lang.Node) string {
	names, fields := make(map[lang.Kind]string), make(map[lang.FieldID]string)
	for _, of := range []map[string]lang.Kind{s.grammar.Grammar.Kinds, s.grammar.Grammar.Tokens} {
		for name, k := range of {
			names[k] = name
		}
	}
	for name, f := range s.grammar.Grammar.Fields {
		fields[f] = name + ": "
	}
	var b strings.Builder
	depth := map[int32]int{-1: -1}
	for i, n := range nodes {
		depth[int32(i)] = depth[n.Parent] + 1
		fmt.Fprintf(&b, "%s%s%q %d-%d row %d flags %d", strings.Repeat("  ", depth[int32(i)]), fields[n.Field], names[n.Kind], n.Start, n.End, n.Row, n.Flags)
		if n.Size == 1 {
			fmt.Fprintf(&b, " %q", src[n.Start:n.End])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// difference returns the first line in which the two trees of a source differ, with the lines
// before it; empty for none.
func (s *trees) difference(t testing.TB, src []byte) string {
	t.Helper()
	a, b := s.tree(t, s.maker, src), s.tree(t, s.grammar, src)
	if slices.Equal(a, b) {
		return ""
	}
	x, y := strings.Split(s.text(src, a), "\n"), strings.Split(s.text(src, b), "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("%s\nmaker   %s\ngrammar %s", strings.Join(x[max(0, i-3):i], "\n"), x[i], y[i])
		}
	}
	return "one tree goes on"
}

// The forms that the grammar reads right.
var forms = []string{
	"", "import \"a\"\n", "import ()\n", "import (\n\t. \"a\"\n\t_ \"b\" // c\n\tc \"c\"; d `d`\n)\n",
	"const a = 1\nconst (\n\tb, c int = iota, 2\n\n\td\n)\n", "var a, b int\nvar c = \"x\\n\\x00\\u00e9\\U0001F600\\007\\\"\"\nvar (\n\td []int = nil\n\te T\n)\n",
	"type A = b.C\ntype (\n\tB[T any, K comparable] struct{ a, b int; *C; d.E \"tag\"; F[T] `tag`\n\n}\n\tG int\n)\n",
	"type I interface {\n\tM(a, b int, c ...string) (x, y int)\n\tio.Reader\n\t~int | ~[]string\n\tN() error // n\n}\n",
	"func f()\nfunc g[T any, S ~[]T,](a S) T { return a[0] }\nfunc (t *T[K]) m() (err error) {}\n",
	"func f() {\n\tx[T](y); x[0](y)\n\tp.F[A, B](y)\n\tq[i]\n\tq[A, B]\n\tz[[]int](y)\n\tz[T](y, y)\n\tz[T]()\n\t(*T)(x)\n\t(*T[K])(x)\n\t[]byte(x,)\n\t(func())(x)\n\tinterface{}(x)\n}\n",
	"func f() {\n\tnew(T); make([]int, 1, 2,)\n\tg := new\n\tf(a, b...)\n\t<-c\n\tc <- *p\n\ta[1:2:3], a[:], a[:b], a[b:] = x.(T), -1, !true, &T{}\n}\n",
	"var x = T{1, a: 2, {3}: {4, 5}, b: []int{},}\nvar y = [...]int{1}\nvar z = map[string][]T{\"a\": {{}}}\nvar w = G[int]{}\nvar v = p.G[int, string]{}\n",
	"func f() {\n\tif a := b(); a {\n\t} else if c {\n\t} else {\n\t}\n\tfor {\n\t}\n\tfor a {\n\t}\n\tfor ;; {\n\t}\n\tfor i := 0; i < 1; i++ { continue }\n\tfor range c {\n\t}\n\tfor a, b = range c {\n\t}\n}\n",
	"func f() {\n\tswitch x := y.(type) {\n\tcase A, *B, nil:\n\t\ta++ /* b */\n\t\t// c\n\tcase func():\n\tdefault:\n\t}\n\tswitch a := b; a {\n\tcase 1, 2: fallthrough\n\tcase 3:\n\t}\n\tswitch {\n\t}\n\tswitch a(); b.(type) {}\n}\n",
	"func f() {\n\tselect {\n\tcase <-a:\n\tcase b, ok := <-c:\n\t\tbreak L\n\tcase d <- 1:\n\tdefault:\n\t}\nL:\n\tgoto M\n\tgo f(); defer func() {}()\nM:\n}\n",
	"func f() {\n\ta /* x */ . b /* y */ ( /* z\n\n */\n\t\t1, /* w */ 2, // v\n\t\t// u\n\t)\n\n\n\t// last\n}\n\n// end\n", "func f(a, b chan<- int, c <-chan int, d chan int) {}\nfunc g(func(int) (string, error), map[string]int) {}\n",
	"var a = 'x' + '\\n' + 1.5e3 + 0x1p-2 + 2i + 0b1 + 1_000\r\nvar b = `\r\n`\r\n", "func f() { a &^= b; a <<= 1; a %= c &^ d | e ^ f; return a, b }\n",
	"func é(ñ int) string { return \"日本\" } // ß\n", "type T struct {\n\t// only a comment\n}\ntype U struct {\n\n\ta int // b\n\n\t// c\n\td int\n}\n",
}

// TestMakerIsGrammar compares the maker with the grammar on forms, and on the sources of this
// module without the forms that the grammar misreads.
func TestMakerIsGrammar(t *testing.T) {
	s := newTrees(t)
	for _, form := range forms {
		src := []byte("package p\n" + form)
		if s.made(src) == nil {
			t.Errorf("no tree of %s", src)
			continue
		}
		if d := s.difference(t, src); d != "" {
			t.Errorf("%s\nin %s", d, src)
		}
	}
	files := 0
	err := filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if s.made(src) == nil {
			t.Errorf("%s: no tree", path)
			return nil
		}
		if files++; files%4 == 0 { // all of them take ten seconds
			if d := s.difference(t, src); d != "" && !misread(d) {
				t.Errorf("%s: %s", path, d)
			}
		}
		return nil
	})
	if err != nil || files < 300 {
		t.Errorf("%d files compared: %v", files, err)
	}
}

// misread reports whether a difference begins with what the grammar takes for the type arguments
// of a function: a[b[c]].
func misread(difference string) bool {
	return strings.Contains(difference, `"index_expression"`) && strings.Contains(difference, `"type_instantiation_expression"`)
}

// TestMisread names the forms of which the maker makes the tree that the language specification
// asks for, and the grammar another one.
func TestMisread(t *testing.T) {
	s := newTrees(t)
	for _, c := range []struct{ form, made string }{ // made is a line that only the maker's tree has
		{"var x = a[b[c]]\n", `"index_expression" 18-25`},
		{"var x = *(*[]T)(p)\n", `"unary_expression" 18-28`},
		{"func f(bool, map[int]int)\n", `"type_identifier" 17-21`},
		{"var c chan<- chan int\n", `"channel_type" 23-31`},
		{"type A[T any] = B[T]\n", `"type_alias" 15-30`},
		{"var x = new(1 + 2)\n", `"binary_expression" 22-27`},
	} {
		src := []byte("package p\n" + c.form)
		made, parsed := s.text(src, s.tree(t, s.maker, src)), s.text(src, s.tree(t, s.grammar, src))
		if !strings.Contains(made, c.made) || strings.Contains(parsed, c.made) {
			t.Errorf("%s: %s in\n%s\nnot in\n%s", c.form, c.made, made, parsed)
		}
	}
}

// TestGrammarParsesTheRest has sources of which the maker makes no tree.
func TestGrammarParsesTheRest(t *testing.T) {
	s := newTrees(t)
	deep := "package p\nvar x = " + strings.Repeat("(", 2000) + "1" + strings.Repeat(")", 2000) + "\n"
	for _, src := range []string{"", "func f() {}\n", "package p\nfunc f( {\n", "package p\nfunc f() { ; }\n", "package p\nvar x = " + strings.Repeat("-", 50_000) + "\n", deep} {
		if s.made([]byte(src)) != nil {
			t.Errorf("a tree of %.40q", src)
		}
	}
	if nodes, ok := syntax.Tree([]byte("package p\nvar x = 1\n"), s.numbering, nil, 4, 1000); ok || len(nodes) > 0 {
		t.Errorf("%d nodes where 4 are allowed", len(nodes))
	}
}

func FuzzTree(f *testing.F) {
	for _, form := range forms {
		f.Add([]byte("package p\n" + form))
	}
	s := newTrees(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		nodes := s.made(src)
		if nodes == nil {
			return
		}
		covered := make([]bool, len(src))
		for i, n := range nodes {
			if n.Parent >= int32(i) || n.Start > n.End || int(n.End) > len(src) || int(n.Row) != bytes.Count(src[:n.Start], []byte("\n")) {
				t.Fatalf("node %d: %+v", i, n)
			}
			if p := n.Parent; p >= 0 && (n.Start < nodes[p].Start || n.End > nodes[p].End || int32(i)+n.Size > p+nodes[p].Size) {
				t.Fatalf("node %d: %+v is not within %+v", i, n, nodes[p])
			}
			if name := syntax.Maker().Kinds; n.Size == 1 || int(n.Kind) < len(name) && name[n.Kind] == "interpreted_string_literal" {
				for k := n.Start; k < n.End; k++ {
					covered[k] = true
				}
			}
		}
		for k, c := range src {
			if !covered[k] && !strings.ContainsRune(" \t\r\n", rune(c)) {
				t.Fatalf("%q at %d is in no token", c, k)
			}
		}
	})
}
