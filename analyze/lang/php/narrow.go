package php

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A narrowing is the class that a condition tells of a property or an element.
type narrowing struct {
	path string // as written: $this->logger, $pair['key']
	typ  facts.TypeID
}

// within runs f in a scope, at whose end what conditions in f told is forgotten.
func (x *extractor) within(f func()) {
	told := len(x.narrowed)
	x.b.Open(lang.BlockScope)
	f()
	x.b.Close()
	x.narrowed = x.narrowed[:told]
}

// where runs f where a condition holds.
func (x *extractor) where(condition int32, f func()) {
	x.within(func() {
		x.narrow(condition, true)
		f()
	})
}

// narrow takes in what a condition that holds, or does not hold, tells the class of: $x instanceof C, alone or with others
// of which the same is known.
func (x *extractor) narrow(n int32, holds bool) {
	switch x.t.Kind(n) {
	case kParenthesizedExpression:
		x.narrow(x.item(n, 0), holds)
	case kUnaryOpExpression:
		if x.is(x.t.First(n), "!") {
			x.narrow(x.t.LastUsable(n), !holds)
		}
	case kBinaryExpression:
		left, right := x.t.Child(n, fLeft), x.t.Child(n, fRight)
		switch op := x.t.Child(n, fOperator); {
		case holds && (x.is(op, "&&") || x.is(op, "and")), !holds && (x.is(op, "||") || x.is(op, "or")):
			x.narrow(left, holds)
			x.narrow(right, holds)
		case holds && x.is(op, "instanceof"):
			x.instance(left, right)
		}
	}
}

// instance takes in that the value at node of is an instance of class.
func (x *extractor) instance(of, class int32) {
	path := x.narrowPath(of)
	if x.t.Kind(of) != kVariableName && path == "" || x.is(of, "$this") {
		return
	}
	t := x.classType(class)
	if t == facts.None {
		return
	}
	if path != "" {
		x.narrowed = append(x.narrowed, narrowing{path, t})
		return
	}
	v := lang.NewVar(facts.LocalVar, x.b.Text(of), x.t.Line(of))
	v.Type = t
	x.b.Declare(v)
}

// narrowPath returns how a property or element is written that gives the same value each time: without calls and white
// space in it; "" for others.
func (x *extractor) narrowPath(n int32) string {
	switch x.t.Kind(n) {
	case kMemberAccessExpression, kSubscriptExpression:
		if text := x.b.Text(n); !strings.ContainsAny(text, "( \t\n{") {
			return text
		}
	}
	return ""
}

// asNarrowed returns the value v of node n as what the conditions around tell of it.
func (x *extractor) asNarrowed(n int32, v facts.ExprID) facts.ExprID {
	if len(x.narrowed) == 0 || v == facts.None {
		return v
	}
	path := x.narrowPath(n)
	for i := len(x.narrowed) - 1; i >= 0 && path != ""; i-- {
		if told := &x.narrowed[i]; told.path == path {
			if told.typ == facts.None {
				return v
			}
			e := lang.NewExpr(facts.Assert, x.t.Line(n))
			e.X, e.Type = v, told.typ
			return x.b.Expr(e)
		}
	}
	return v
}

// forget takes back what conditions told of what is assigned at node n.
func (x *extractor) forget(n int32) {
	if path := x.narrowPath(n); path != "" && len(x.narrowed) > 0 {
		x.narrowed = append(x.narrowed, narrowing{path, facts.None})
	}
}

// guarded is the rest of a list of statements behind those that leave it where a condition does not hold.
type guarded struct {
	open int // scopes, one for each such statement: a name declared in one is visible in all of it
	told int
}

// see takes in the statement n: if (!$x instanceof C) throw …
func (g *guarded) see(x *extractor, n int32) {
	if x.t.Kind(n) != kIfStatement || x.t.ChildOfKind(n, kElseClause) >= 0 || x.t.ChildOfKind(n, kElseIfClause) >= 0 || !x.leaves(x.t.Child(n, fBody)) {
		return
	}
	if g.open == 0 {
		g.told = len(x.narrowed)
	}
	g.open++
	x.b.Open(lang.BlockScope)
	x.narrow(x.t.Child(n, fCondition), false)
}

// end ends the list.
func (g *guarded) end(x *extractor) {
	if g.open > 0 {
		x.narrowed = x.narrowed[:min(g.told, len(x.narrowed))]
	}
	for range g.open {
		x.b.Close()
	}
}

// leaves reports whether a statement never reaches what stands behind it.
func (x *extractor) leaves(n int32) bool {
	switch x.t.Kind(n) {
	case kCompoundStatement, kColonBlock, kExpressionStatement:
		last := x.t.LastUsable(n)
		return last >= 0 && x.leaves(last)
	case kReturnStatement, kThrowExpression, kContinueStatement, kBreakStatement, kExitStatement:
		return true
	}
	return false
}
