package csharp

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// query adds from x in xs … select y: a list of y. Each range variable is an
// element of its source.
func (x *extractor) query(n int32) facts.ExprID {
	x.b.Open(lang.BlockScope)
	defer x.b.Close()
	result := facts.ExprID(facts.None)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kFromClause:
			x.rangeVariable(c)
		case kJoinClause:
			x.join(c)
		case kLetClause:
			name := x.operand(c)
			x.local(name, facts.None, x.expr(x.last(c)))
		case kSelectClause:
			result = x.listOf(x.expr(x.operand(c)), c)
		case kGroupClause: // the result is a list of lists
			elem := x.expr(x.operand(c))
			x.visit(x.last(c))
			result = x.listOf(x.listOf(elem, c), c)
		case kIdentifier: // into g
			if result != facts.None {
				x.local(c, facts.None, walk.Wrap(x.b, facts.Elem, result, x.t.Line(c)))
			}
		default:
			if x.usable(c) {
				x.visit(c)
			}
		}
	}
	return result
}

func (x *extractor) listOf(elem facts.ExprID, n int32) facts.ExprID {
	e := lang.NewExpr(facts.List, x.t.Line(n))
	e.Args = []facts.Arg{{X: elem}}
	return x.b.Expr(e)
}

// rangeVariable binds the name of a from clause.
func (x *extractor) rangeVariable(n int32) {
	name := x.t.Child(n, fName)
	source := x.last(n)
	elem := walk.Wrap(x.b, facts.Elem, x.known(source), x.t.Line(n))
	if name >= 0 && name != source {
		x.local(name, x.typ(x.varless(x.t.Child(n, fType))), elem)
	}
}

// join binds the name of a join clause, and that of its group: join d in ds on a
// equals b into g.
func (x *extractor) join(n int32) {
	name, source := int32(-1), facts.ExprID(facts.None)
	in := false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case !x.usable(c):
			in = in || x.is(c, "in")
		case x.t.Nodes[c].Field == fType:
		case x.t.Kind(c) == kJoinIntoClause:
			x.local(x.operand(c), facts.None, source)
		case !in:
			name = c
		case source == facts.None:
			source = x.known(c)
			elem := walk.Wrap(x.b, facts.Elem, source, x.t.Line(c))
			if name >= 0 {
				x.local(name, x.typ(x.varless(x.t.Child(n, fType))), elem)
			}
		default:
			x.visit(c)
		}
	}
}
