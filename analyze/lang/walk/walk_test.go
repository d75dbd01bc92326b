package walk

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

const kComment lang.Kind = 1

// tree returns a tree with one child for every part of text, "/" parting them. A part that
// begins with # is a comment.
func tree(text string) *lang.Tree {
	t := &lang.Tree{Source: []byte(text), Nodes: []lang.Node{{Parent: -1, End: uint32(len(text))}}}
	at := 0
	for part := range bytes.SplitSeq([]byte(text), []byte("/")) {
		start := at + len(part) - len(bytes.TrimLeft(part, " \n"))
		n := lang.Node{Size: 1, Start: uint32(start), End: uint32(at + len(part)), Flags: lang.IsNamed}
		n.Row = int32(bytes.Count(t.Source[:start], []byte("\n")))
		if t.Source[min(start, len(text)-1)] == '#' {
			n.Kind, n.Flags = kComment, lang.IsNamed|lang.IsExtra
		}
		t.Nodes = append(t.Nodes, n)
		at += len(part) + 1
	}
	t.Nodes[0].Size = int32(len(t.Nodes))
	return t
}

// last returns the comments that document the last child of a tree.
func last(t *lang.Tree, c *Comments) string {
	end := t.Len() - 1
	for n := int32(1); n < end; n++ {
		c.See(t, n, t.Kind(n) == kComment)
	}
	nodes, line := c.Above(t, t.Line(end))
	return fmt.Sprint(nodes, line)
}

func TestComments(t *testing.T) {
	isDoc := func(t *lang.Tree, n int32) bool { return bytes.HasPrefix(t.Bytes(n), []byte("##")) }
	for _, test := range []struct{ name, text, want, withDoc string }{
		{"above", "#a/\nx", "[1] 1", "[1] 1"},
		{"several lines", "#a/\n#b/\nx", "[1 2] 2", "[1 2] 2"},
		{"a blank line between comments", "#a/\n\n#b/\nx", "[2] 3", "[2] 3"},
		{"a blank line below", "#a/\n\nx", "[] 0", "[] 0"},
		{"a blank line below a documentation", "##a/\n\nx", "[] 0", "[1] 1"},
		{"a documentation begins anew", "#a/\n##b/\nx", "[1 2] 2", "[2] 2"},
		{"behind the code of its line", "y/ #a/\nx", "[] 0", "[] 0"},
		{"below code", "y/\n#a/\nx", "[2] 2", "[2] 2"},
		{"before code that follows", "#a/\ny/\nx", "[] 0", "[] 0"},
	} {
		if got := last(tree(test.text), &Comments{}); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
		if got := last(tree(test.text), &Comments{IsDoc: isDoc}); got != test.withDoc {
			t.Errorf("%s, with documentation: got %s, want %s", test.name, got, test.withDoc)
		}
	}
	if nodes, _ := (*Comments)(nil).Above(tree("x"), 1); nodes != nil {
		t.Errorf("no comments: got %v", nodes)
	}
}

func TestDocHash(t *testing.T) {
	of := func(text string) uint64 {
		src := tree(text)
		b := lang.NewBuilder(&lang.Language{}, src, &facts.File{})
		return DocHash(b, []int32{1}, func(text []byte) []byte { return DocBlock(bytes.TrimLeft(text, "#")) })
	}
	if of("#one two") != of("#one\ntwo") || of("#one two") == of("#one too") {
		t.Error("the hash is not that of the words")
	}
	for text, want := range map[string]string{"/// a": " a", "/** a */": " a ", "// a": "// a"} {
		if got := DocBlock([]byte(text)); string(got) != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestPlace(t *testing.T) {
	src := tree("#doc/\nname/\nmore/\n\nbody\n")
	var c Comments
	c.See(src, 1, true)
	p := PlaceOf(src, 2, src.Line(2), &c, func([]int32) uint64 { return 7 })
	p.End = 5
	d := p.Def(src, facts.Function, "name", 3, 4)
	if d.Start != 2 || d.Line != 3 || d.SignatureEnd != 5 || d.End != 5 || d.DocStart != 1 || d.DocEnd != 1 || d.DocHash != 7 {
		t.Errorf("Def: got %+v", d)
	}
	if d := p.DefAbove(src, facts.Function, "name", 2, 4); d.SignatureEnd != 3 {
		t.Errorf("DefAbove: the signature ends on line %d", d.SignatureEnd)
	}
	if got, want := Header(src, 0, src.Nodes[2].Start, 4, " /\n", func(n *lang.Node) bool { return n == &src.Nodes[3] }), "name"; got != want {
		t.Errorf("header: got %q, want %q", got, want)
	}
}

func TestArgs(t *testing.T) {
	var a Args
	a.Stack = append(a.Stack, facts.Arg{X: 1})
	base := len(a.Stack)
	a.Stack = append(a.Stack, facts.Arg{X: 2}, facts.Arg{X: 3})
	inner, outer := a.Take(base), a.Take(0)
	if !slices.Equal([]facts.ExprID{inner[0].X, inner[1].X, outer[0].X}, []facts.ExprID{2, 3, 1}) || len(inner) != 2 || len(outer) != 1 {
		t.Errorf("got %v and %v", inner, outer)
	}
	if cap(inner) != 2 || a.Take(0) != nil {
		t.Error("a list reaches into the next one, or an empty one is not nil")
	}
}

func TestValues(t *testing.T) {
	src := tree("a/b")
	b := lang.NewBuilder(&lang.Language{}, src, &facts.File{})
	x, y, lit := b.NameExpr("x", 1), b.NameExpr("y", 1), b.Literal("int")
	for _, test := range []struct{ l, r, want facts.ExprID }{
		{x, x, x}, {x, facts.None, x}, {facts.None, y, y}, {x, lit, x}, {lit, y, y}, {facts.None, facts.None, facts.None},
	} {
		if got := Operation(b, test.l, test.r, 1); got != test.want {
			t.Errorf("operation on %d and %d: got %d, want %d", test.l, test.r, got, test.want)
		}
	}
	if e := b.File.Exprs[Operation(b, x, y, 1)]; e.Kind != facts.Either || len(e.Args) != 2 {
		t.Errorf("either: got %+v", e)
	}
	if Known(b, x, 1) != x || b.File.Exprs[Known(b, facts.None, -1)].Kind != facts.Other {
		t.Error("Known")
	}
	a := b.NamedType("", "A", 1)
	if Join(b, facts.UnionT, 1, nil) != facts.None || Join(b, facts.UnionT, 1, []facts.TypeID{a}) != a ||
		b.File.Types[Join(b, facts.UnionT, 1, []facts.TypeID{a, a})].Kind != facts.UnionT {
		t.Error("Join")
	}
	if got := Types(src, 0, func(n int32) facts.TypeID { return n }); !slices.Equal(got, []int32{1, 2}) || Types(src, -1, nil) != nil {
		t.Errorf("Types: got %v", got)
	}
	if Nth(src, 0, 1, src.Usable) != 2 || Nth(src, 0, 2, src.Usable) != -1 || Nth(src, -1, 0, src.Usable) != -1 {
		t.Error("Nth")
	}
	if Choice(b, nil, 1) != facts.None || b.File.Exprs[Choice(b, []facts.Arg{{X: x}}, 1)].Kind != facts.Either {
		t.Error("Choice")
	}
	b.Open(lang.FuncScope)
	p := b.Declare(lang.NewVar(facts.ParamVar, "p", 1))
	b.Close()
	if f := Func(b, lang.NewExpr(facts.Func, 1), []facts.VarID{p}); b.File.Vars[p].Func != f {
		t.Errorf("Func: got %+v", b.File.Vars)
	}
	none := func() facts.TypeID { return facts.None }
	plain, typed := []facts.Param{{Name: "p", Type: facts.None}}, []facts.Param{{Name: "p", Type: facts.None}, {Name: "q", Type: a}}
	if FuncType(b, plain, facts.None, 1, none) != facts.None {
		t.Error("FuncType of a literal without types")
	}
	if got := b.File.Types[FuncType(b, typed, a, 1, func() facts.TypeID { return 7 })]; got.N != 2 || !slices.Equal(got.Args, []int32{7, a, a}) {
		t.Errorf("FuncType: got %+v", got)
	}
	var walked []int32
	value := func(n int32) facts.ExprID { return []facts.ExprID{facts.None, x, y}[n] }
	for op, want := range map[Operator]string{Comparison: "literal [1 2]", Shift: "x [2]", Sum: "either []"} {
		walked = nil
		got := Binary(b, 0, 1, 2, op, "bool", value, func(n int32) { walked = append(walked, n) })
		kind := map[facts.ExprKind]string{facts.Literal: "literal", facts.Name: "x", facts.Either: "either"}[b.File.Exprs[got].Kind]
		if s := fmt.Sprint(kind, " ", walked); s != want {
			t.Errorf("Binary: got %s, want %s", s, want)
		}
	}
	id := b.Def(lang.NewDef(facts.Function, "f"))
	Decorate(b, id, func() []facts.ExprID { return []facts.ExprID{b.Expr(lang.NewExpr(facts.Name, 1))} })
	if d := b.File.Defs[id].Decorators; len(d) != 1 || b.File.Exprs[d[0]].In != id {
		t.Errorf("Decorate: got %v", d)
	}
	b.File.Defs[id].TypeParams = []facts.TypeParam{{Name: "T"}}
	b.Enter(id)
	if !IsTypeParam(b, "T") || IsTypeParam(b, "U") {
		t.Error("IsTypeParam")
	}
	for _, test := range [][3]string{{"a", "b", "a.b"}, {"", "b", "b"}, {"a", "", "a"}} {
		if got := Path(test[0], ".", test[1]); got != test[2] {
			t.Errorf("Path: got %s, want %s", got, test[2])
		}
	}
}
