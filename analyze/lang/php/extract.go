package php

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks one file. name.go, class.go, function.go, stmt.go, expr.go,
// call.go, types.go and doc.go hold the walk of one sort of nodes each.
type extractor struct {
	t *lang.Tree
	b *lang.Builder
	f *facts.File

	// namespace is the dotted path of the enclosing namespace; classes, functions and constants are
	// what use declarations call names: dotted paths.
	namespace                     string
	classes, functions, constants map[string]string

	class *class    // innermost class
	fn    *function // innermost function or function literal

	narrowed []narrowing // what conditions around say of properties and elements, the innermost last

	buf []byte
}

// A class is one class-like definition whose body is being walked.
type class struct {
	outer  *class
	def    facts.DefID
	parent facts.TypeID // what it extends, None for nothing
	// templates are the names that @template gives to types.
	templates map[string]bool
}

// A function is one function or function literal whose body is being walked.
type function struct {
	outer     *function
	returns   []facts.ExprID
	yields    []facts.ExprID
	generates bool
	templates map[string]bool
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{
		t: t, b: b, f: b.File,
	}
	x.forgetNames("")
	x.fn = &function{}
	b.Open(lang.FuncScope)
	x.statements(0)
	b.Close()
}

// A comments is the comment that ends right above the next declaration.
type comments struct {
	node int32 // -1 for none
}

// see takes in the next sibling.
func (d *comments) see(t *lang.Tree, n int32) {
	if t.Kind(n) != kComment {
		d.node = -1
	} else if text := t.Bytes(n); len(text) > 3 && string(text[:3]) == "/**" {
		d.node = n
	}
}

// above returns the comment that documents what starts on line, or -1.
func (d *comments) above(t *lang.Tree, line int32) int32 {
	if d == nil || d.node < 0 || t.EndRow(d.node)+1 < line {
		return -1
	}
	return d.node
}

// is reports whether node i reads s, in any case.
func (x *extractor) is(i int32, s string) bool {
	b := x.t.Bytes(i)
	return len(b) == len(s) && strings.EqualFold(string(b), s)
}

// item returns the i-th usable child of n, or -1.
func (x *extractor) item(n int32, i int) int32 { return walk.Nth(x.t, n, i, x.t.Usable) }

func (x *extractor) place(n int32, doc *comments) walk.Place {
	p := walk.Place{Start: x.t.Line(n), End: x.t.EndLine(n)}
	if c := doc.above(x.t, x.t.Row(n)); c >= 0 {
		p.Docs, p.DocStart, p.DocEnd, p.DocHash = []int32{c}, x.t.Line(c), x.t.EndLine(c), x.docHash(c)
	}
	return p
}

// docOf returns the comment that documents the declaration at p, or -1.
func docOf(p walk.Place) int32 {
	if len(p.Docs) == 0 {
		return -1
	}
	return p.Docs[0]
}

// newDef returns a Def at p. at is the node of its name, or -1; body the node
// that the signature ends before, or -1.
func (x *extractor) newDef(kind facts.DefKind, name string, p walk.Place, at, body int32) facts.Def {
	return p.DefAbove(x.t, kind, name, at, body)
}

// flags returns what the modifiers of a member say.
func (x *extractor) flags(n int32) facts.DefFlags {
	flags := facts.Exported
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kVisibilityModifier:
			if x.is(c, "private") {
				flags &^= facts.Exported
			}
		case kStaticModifier:
			flags |= facts.Static
		case kAbstractModifier:
			flags |= facts.Abstract
		case kFinalModifier:
			flags |= facts.Final
		}
	}
	return flags
}

// attributes visits the attributes of n and returns them by their names as
// written.
func (x *extractor) attributes(n int32) (list []facts.ExprID, test bool) {
	groups := x.t.Child(n, fAttributes)
	if groups < 0 {
		return nil, false
	}
	for g := x.t.First(groups); g >= 0; g = x.t.Next(g) {
		if x.t.Kind(g) != kAttributeGroup {
			continue
		}
		for a := x.t.First(g); a >= 0; a = x.t.Next(a) {
			if x.t.Kind(a) != kAttribute || !x.t.Usable(a) {
				continue
			}
			name := x.item(a, 0)
			x.classType(name)
			x.arguments(x.t.Child(a, fParameters))
			e := lang.NewExpr(facts.Name, x.t.Line(a))
			e.Name = lastPart(x.pathText(name))
			e.Flags = facts.Decorates
			id := x.b.Expr(e)
			x.f.Exprs[id].In = facts.None // a name as written, not one to look up here
			list = append(list, id)
			switch e.Name {
			case "Test", "DataProvider", "TestWith":
				test = true
			}
		}
	}
	return list, test
}

func lastPart(path string) string { return path[strings.LastIndexByte(path, '\\')+1:] }
