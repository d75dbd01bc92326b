package csharp

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// isPattern reports whether n is a pattern of the grammar.
func (x *extractor) isPattern(n int32) bool {
	switch x.t.Kind(n) {
	case kConstantPattern, kTypePattern, kVarPattern, kRecursivePattern, kDeclarationPattern, kDiscard,
		kAndPattern, kOrPattern, kNegatedPattern, kParenthesizedPattern, kRelationalPattern, kListPattern,
		kParenthesizedVariableDesignation:
		return true
	}
	return false
}

// pattern binds the variables of a pattern that value is matched against.
func (x *extractor) pattern(n int32, value facts.ExprID) {
	if n < 0 || !x.usable(n) {
		return
	}
	switch x.t.Kind(n) {
	case kConstantPattern:
		x.constantPattern(n, value)
	case kTypePattern:
		x.typ(x.t.Child(n, fType))
	case kDeclarationPattern:
		x.declarationPattern(n, value)
	case kVarPattern:
		x.designation(n, value)
	case kRecursivePattern:
		x.recursivePattern(n, value)
	case kDiscard:
	case kParenthesizedVariableDesignation:
		x.bindTuple(n, value)
	default: // and, or, not, brackets, lists, relations
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			switch {
			case !x.usable(c):
			case x.isPattern(c):
				x.pattern(c, value)
			default:
				x.visit(c)
			}
		}
	}
}

// constantPattern visits a constant that value is compared with. A plain name may also be a type.
func (x *extractor) constantPattern(n int32, value facts.ExprID) {
	c := x.operand(n)
	if x.t.Kind(c) != kTupleExpression {
		x.visit(c)
		return
	}
	i := 0
	for a := x.t.First(c); a >= 0; a = x.t.Next(a) { // (1, var b)
		if x.t.Kind(a) != kArgument {
			continue
		}
		if d := x.t.ChildOfKind(a, kDeclarationExpression); d >= 0 {
			x.declarationPattern(d, x.part(value, i, x.t.Line(d)))
		} else {
			x.visit(x.last(a))
		}
		i++
	}
}

// declarationPattern binds name in T name to value as a T.
func (x *extractor) declarationPattern(n int32, value facts.ExprID) {
	typ := x.varless(x.t.Child(n, fType))
	t := x.typ(typ)
	name := x.t.Child(n, fName)
	if x.t.Kind(name) != kIdentifier {
		if name >= 0 {
			x.pattern(name, value)
		}
		return
	}
	if typ >= 0 {
		value = facts.None
	}
	x.local(name, t, value)
}

// designation binds the names after var.
func (x *extractor) designation(n int32, value facts.ExprID) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kIdentifier:
			x.local(c, facts.None, value)
		case kParenthesizedVariableDesignation, kTuplePattern:
			x.bindTuple(c, value)
		}
	}
}

// recursivePattern binds T { A: p } name and T(p, q).
func (x *extractor) recursivePattern(n int32, value facts.ExprID) {
	typ := x.t.Child(n, fType)
	t := x.typ(typ)
	of := value
	if t != facts.None && value != facts.None {
		e := lang.NewExpr(facts.Assert, x.t.Line(typ))
		e.X, e.Type = value, t
		of = x.b.Expr(e)
	}
	if c := x.t.ChildOfKind(n, kPositionalPatternClause); c >= 0 {
		i := 0
		for s := x.t.First(c); s >= 0; s = x.t.Next(s) {
			if x.t.Kind(s) == kSubpattern {
				x.pattern(x.last(s), x.part(of, i, x.t.Line(s)))
				i++
			}
		}
	}
	if c := x.t.ChildOfKind(n, kPropertyPatternClause); c >= 0 {
		for s := x.t.First(c); s >= 0; s = x.t.Next(s) {
			if x.t.Kind(s) == kSubpattern {
				x.propertyPattern(s, of)
			}
		}
	}
	if name := x.t.Child(n, fName); name >= 0 {
		if t != facts.None {
			of = facts.None
		}
		x.local(name, t, of)
	}
}

// propertyPattern matches a property, possibly of a property.
func (x *extractor) propertyPattern(n int32, of facts.ExprID) {
	key := x.operand(n)
	p := x.last(n)
	if p == key {
		x.pattern(p, facts.None)
		return
	}
	if of != facts.None {
		for _, name := range strings.Split(x.path(key), ".") {
			m := lang.NewExpr(facts.Member, x.t.Line(key))
			m.X, m.Name = of, name
			of = x.b.Expr(m)
		}
	}
	x.pattern(p, of)
}
