package swift

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// bind declares the names of a pattern that binds them all.
func (x *extractor) bind(n int32, value facts.ExprID) { x.pattern(n, value, true) }

// pattern declares the names of a pattern with the matching parts of value, which may be None. With
// binding a plain name declares a variable; otherwise it is compared with value.
func (x *extractor) pattern(n int32, value facts.ExprID, binding bool) {
	if n < 0 || x.t.Nodes[n].Flags&lang.IsMissing != 0 {
		return
	}
	if x.t.Kind(n) != kPattern {
		if x.t.Kind(n) == kSimpleIdentifier && binding {
			x.bindName(n, value, facts.None)
		} else {
			x.walk(n)
		}
		return
	}
	var parts []int32
	name, typ, bound := int32(-1), facts.TypeID(facts.None), int32(-1)
	dotted := false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kValueBindingPattern:
			binding = true
		case x.t.Nodes[c].Field == fBoundIdentifier:
			bound = c
		case k == kSimpleIdentifier:
			name = c
		case k == tDot:
			dotted = true
		case k == kPattern:
			parts = append(parts, c)
		case isType(k):
			typ = x.typ(c)
		case x.usable(c):
			x.walk(c)
		}
	}
	switch {
	case bound >= 0:
		x.bindName(bound, value, typ)
	case name >= 0 && (dotted || len(parts) > 0):
		x.payload(value, x.text(name), parts, binding, n)
	case name >= 0 && binding:
		x.bindName(name, value, typ)
	case name >= 0:
		x.caseName(name, value)
	case len(parts) == 1:
		if typ != facts.None {
			e := lang.NewExpr(facts.Assert, x.t.Line(n))
			if value == facts.None {
				value = walk.Other(x.b, n)
			}
			e.X, e.Type = value, typ
			value = x.b.Expr(e)
		}
		x.pattern(parts[0], value, binding)
	default:
		x.tuplePattern(parts, value, binding, n)
	}
}

// caseName adds the use of a plain name that a pattern compares with. The grammar sometimes drops the
// dot of a case.
func (x *extractor) caseName(name int32, value facts.ExprID) {
	if value == facts.None || x.b.Lookup(x.text(name)) != facts.None {
		x.name(name)
		return
	}
	x.member(value, x.text(name), x.t.Line(name))
}

func (x *extractor) tuplePattern(parts []int32, value facts.ExprID, binding bool, n int32) {
	for i, p := range parts {
		part := facts.ExprID(facts.None)
		if value != facts.None {
			e := lang.NewExpr(facts.Result, x.t.Line(n))
			e.X, e.N = value, int32(i)
			part = x.b.Expr(e)
		}
		x.pattern(p, part, binding)
	}
}

// bindName declares a variable.
func (x *extractor) bindName(n int32, value facts.ExprID, typ facts.TypeID) {
	name := x.text(n)
	if name == "" || name == "_" {
		return
	}
	v := lang.NewVar(facts.LocalVar, name, x.t.Line(n))
	v.Type = typ
	id := x.b.Declare(v)
	x.b.AddValue(id, value)
}
