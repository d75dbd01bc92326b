package rust

import (
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// bind declares the names of a pattern with the matching parts of value, which may be None.
func (x *extractor) bind(n int32, value facts.ExprID) {
	if n < 0 || x.t.Nodes[n].Flags&(lang.IsError|lang.IsMissing|lang.IsExtra) != 0 {
		return
	}
	switch x.t.Kind(n) {
	case kIdentifier, kShorthandFieldIdentifier:
		x.bindName(n, value)
	case kMutPattern, kRefPattern, kReferencePattern:
		x.bind(x.lastNamed(n), value)
	case kCapturedPattern:
		x.bindName(x.nth(n, 0), value)
		x.bind(x.nth(n, 1), value)
	case kTuplePattern:
		x.bindParts(n, func(i int) facts.ExprID {
			e := lang.NewExpr(facts.Result, x.t.Line(n))
			e.X, e.N = x.known(value), int32(i)
			return x.b.Expr(e)
		})
	case kTupleStructPattern:
		x.bindVariant(n, value)
	case kStructPattern:
		x.bindFields(n, value)
	case kSlicePattern:
		x.bindParts(n, func(int) facts.ExprID { return x.wrap(facts.Elem, x.known(value), n) })
	case kOrPattern:
		x.bindOr(n, value)
	case kScopedIdentifier, kMacroInvocation:
		x.walk(n)
	}
}

func (x *extractor) known(value facts.ExprID) facts.ExprID {
	if value == facts.None {
		return x.operand(-1)
	}
	return value
}

// bindOr binds the alternatives of a pattern, which all have the same names.
func (x *extractor) bindOr(n int32, value facts.ExprID) {
	again := x.again
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.usable(c) {
			x.bind(c, value)
			x.again = true
		}
	}
	x.again = again
}

// bindName declares the variable that a pattern names, or refers to a constant.
func (x *extractor) bindName(n int32, value facts.ExprID) {
	name := x.text(n)
	if name == "" || name == "_" {
		return
	}
	if !isBinding(name) {
		x.name(n)
		return
	}
	if v := x.b.Declared(name); v != facts.None && x.again {
		x.b.AddValue(v, value)
		return
	}
	id := x.b.Declare(lang.NewVar(facts.LocalVar, name, x.t.Line(n)))
	x.b.AddValue(id, value)
}

// bindParts binds the parts of a tuple or slice. The positions of parts after ".." are not known.
func (x *extractor) bindParts(n int32, part func(int) facts.ExprID) {
	i, rest := 0, false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case x.t.Nodes[c].Field == fType:
		case k == kRemainingFieldPattern:
			rest = true
		case !x.usable(c):
			if x.is(c, "_") {
				i++
			}
		case rest:
			x.bind(c, facts.None)
		default:
			x.bind(c, part(i))
			i++
		}
	}
}

// bindVariant binds Name(…). Some, Ok and Err are treated as builtin.
func (x *extractor) bindVariant(n int32, value facts.ExprID) {
	typ := x.t.Child(n, fType)
	value = x.known(value)
	take := ""
	switch x.pathText(typ) {
	case "Some", "Ok", "Option::Some", "Result::Ok":
		take = "?"
	case "Err", "Result::Err":
		take = "unwrap_err"
	}
	if take != "" {
		x.bindParts(n, func(int) facts.ExprID { return x.unwrapped(value, take, n) })
		return
	}
	x.walk(typ)
	of := x.asserted(typ, value)
	x.bindParts(n, func(i int) facts.ExprID { return x.memberOf(of, strconv.Itoa(i), n) })
}

// asserted adds value as the struct or variant at node typ.
func (x *extractor) asserted(typ int32, value facts.ExprID) facts.ExprID {
	e := lang.NewExpr(facts.Assert, x.t.Line(max(typ, 0)))
	e.X, e.Type = x.known(value), x.typ(typ)
	return x.b.Expr(e)
}

func (x *extractor) memberOf(of facts.ExprID, name string, n int32) facts.ExprID {
	m := lang.NewExpr(facts.Member, x.t.Line(n))
	m.X, m.Name = of, name
	return x.b.Expr(m)
}

// bindFields binds Name { field, field: pattern }.
func (x *extractor) bindFields(n int32, value facts.ExprID) {
	of := x.asserted(x.t.Child(n, fType), value)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kFieldPattern {
			continue
		}
		name := x.t.Child(c, fName)
		if name < 0 {
			continue
		}
		field := x.memberOf(of, x.text(name), name)
		if p := x.t.Child(c, fPattern); p >= 0 {
			x.bind(p, field)
		} else {
			x.bindName(name, field)
		}
	}
}
