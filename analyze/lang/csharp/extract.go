package csharp

import (
	"bytes"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks one file. The files namespace.go, class.go, member.go, stmt.go, pattern.go,
// expr.go, call.go, query.go and types.go contain the functions for one sort of nodes each.
type extractor struct {
	t *lang.Tree
	b *lang.Builder
	f *facts.File

	class *class    // innermost type
	fn    *function // innermost function or function literal
	// wanted is the node of the declared type of the place of the next expression, which new()
	// creates; -1 for none.
	wanted int32
	block  int32 // the extension block around, -1 for none

	buf []byte
}

// A class is a type whose body is being walked.
type class struct {
	outer *class
	def   facts.DefID
	name  string
	kind  facts.DefKind
}

// A function is a function or function literal whose body is being walked.
type function struct {
	outer   *function
	result  int32 // node of the declared result, -1 for none
	returns []facts.ExprID
	literal bool
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{
		t: t, b: b, f: b.File, wanted: -1, block: -1,
	}
	x.compilationUnit(0)
}

// text returns the source of node i, interned.
func (x *extractor) text(i int32) string {
	// The @ before a keyword used as a name is not part of the name.
	return x.b.Intern(bytes.TrimPrefix(x.t.Bytes(i), []byte("@")))
}

// is reports whether the text of node i is s.
func (x *extractor) is(i int32, s string) bool { return string(x.t.Bytes(i)) == s }

// usable reports whether node i is to be walked: not a comment, not an error node and not inserted by
// the parser. this and base are tokens, but usable.
func (x *extractor) usable(i int32) bool {
	n := &x.t.Nodes[i]
	if n.Flags&(lang.IsExtra|lang.IsError|lang.IsMissing) != 0 {
		return false
	}
	return n.Flags&lang.IsNamed != 0 || n.Kind == tThis || n.Kind == tBase
}

// operand returns the first usable child of n, or -1.
func (x *extractor) operand(n int32) int32 {
	if n < 0 {
		return -1
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.usable(c) {
			return c
		}
	}
	return -1
}

// last returns the last usable child of n, or -1.
func (x *extractor) last(n int32) int32 {
	out := int32(-1)
	if n < 0 {
		return out
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.usable(c) {
			out = c
		}
	}
	return out
}

// children visits the children of n.
func (x *extractor) children(n int32) {
	if n < 0 {
		return
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.usable(c) {
			x.visit(c)
		}
	}
}

func (x *extractor) place(n int32, doc *walk.Comments) walk.Place {
	return walk.PlaceOf(x.t, n, x.t.Line(n), doc, x.docHash)
}

// newDef returns a Def at p. at is the node of its name, or -1; body the node
// that the signature ends before, or -1.
func (x *extractor) newDef(kind facts.DefKind, name string, p walk.Place, at, body int32) facts.Def {
	return p.DefAbove(x.t, kind, name, at, body)
}

// modifiers are the words before a declaration.
type modifiers map[string]bool

func (x *extractor) modifiers(n int32) modifiers {
	var m modifiers
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kModifier {
			if m == nil {
				m = make(modifiers, 4)
			}
			m[x.text(c)] = true
		}
	}
	return m
}

// flags returns the flags for modifiers. Members of an interface are public by default. What is public beside another word for
// visibility is so under a condition of the preprocessor only: no C# compiler takes both.
func (m modifiers) flags(inInterface bool) facts.DefFlags {
	var f facts.DefFlags
	switch {
	case m["private"] && !m["protected"]:
	case m["public"], m["protected"], inInterface && !m["internal"]:
		f |= facts.Exported
	}
	if m["public"] && (m["internal"] || m["private"] || m["protected"]) {
		f |= facts.NotOffered
	}
	for _, word := range [...]struct {
		name string
		flag facts.DefFlags
	}{
		{"static", facts.Static}, {"const", facts.Static}, {"abstract", facts.Abstract}, {"override", facts.Override}, {"sealed", facts.Final},
		{"partial", facts.Partial}, {"file", facts.FileLocal},
	} {
		if m[word.name] {
			f |= word.flag
		}
	}
	return f
}

// testAttributes are the attributes that mark tests for xUnit, NUnit and MSTest.
var testAttributes = []string{
	"Fact", "Theory", "Test", "TestCase", "TestCaseSource", "TestMethod", "DataTestMethod", "DataRow",
	"Property", "SkippableFact", "SkippableTheory",
}

// attributes visits the attributes of n and returns them; flags is Test if one marks a test.
func (x *extractor) attributes(n int32) (list []facts.ExprID, flags facts.DefFlags) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kAttributeList {
			continue
		}
		for a := x.t.First(c); a >= 0; a = x.t.Next(a) {
			if x.t.Kind(a) != kAttribute || !x.usable(a) {
				continue
			}
			if e := x.attribute(a); e != facts.None {
				list = append(list, e)
				if slices.Contains(testAttributes, x.f.Exprs[e].Name) {
					flags |= facts.Test
					if x.sets(a, "Skip") {
						flags |= facts.Skipped
					}
				}
			}
		}
	}
	return list, flags
}

// sets reports whether an attribute sets its property name.
func (x *extractor) sets(attribute int32, name string) bool {
	for c := x.t.First(max(0, x.t.ChildOfKind(attribute, kAttributeArgumentList))); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kAttributeArgument {
			continue
		}
		if v := x.t.ChildOfKind(c, kAssignmentExpression); v >= 0 && x.t.Text(x.t.First(v)) == name {
			return true
		}
	}
	return false
}

// attribute adds an attribute by its name; its arguments are plain expressions.
func (x *extractor) attribute(n int32) facts.ExprID {
	e := x.typeName(x.t.Child(n, fName))
	args := x.t.ChildOfKind(n, kAttributeArgumentList)
	if args >= 0 {
		for c := x.t.First(args); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) != kAttributeArgument {
				continue
			}
			for v := x.t.First(c); v >= 0; v = x.t.Next(v) {
				switch {
				case !x.usable(v) || x.t.Nodes[v].Field == fName:
				case x.t.Kind(v) == kAssignmentExpression: // Name = value: a property of the attribute
					x.visit(x.t.Child(v, fRight))
				default:
					x.visit(v)
				}
			}
		}
	}
	if e != facts.None {
		x.f.Exprs[e].Flags |= facts.Decorates
	}
	return e
}
