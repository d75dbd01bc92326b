package scala

import (
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// isVariable reports whether a name in a pattern is bound there: one that begins
// with a small letter and stands in no backticks.
func (x *extractor) isVariable(n int32) bool {
	b := x.t.Bytes(n)
	r, _ := utf8.DecodeRune(b)
	return x.t.Kind(n) == kIdentifier && len(b) > 0 && b[0] != '`' && (unicode.IsLower(r) || r == '_')
}

// bind declares the variables of a pattern, bound from the parts of value that
// they stand for.
func (x *extractor) bind(n int32, value facts.ExprID) {
	if n < 0 || !x.t.Usable(n) {
		return
	}
	if value == facts.None {
		value = walk.Other(x.b, n)
	}
	switch x.t.Kind(n) {
	case kIdentifier:
		if x.isVariable(n) {
			x.local(n, facts.None, value)
		} else {
			x.name(n)
		}
	case kTypedPattern:
		t := x.typ(x.t.Child(n, fType))
		switch p := x.t.Child(n, fPattern); x.t.Kind(p) {
		case kIdentifier:
			x.local(p, t, value)
		default:
			x.bind(p, value)
		}
	case kCapturePattern:
		part := value
		inner := x.t.Child(n, fPattern)
		if t := x.patternType(inner); t != facts.None {
			part = x.taken(n, value, t)
		}
		if name := x.t.Child(n, fName); name >= 0 {
			x.local(name, facts.None, part)
		}
		x.bind(inner, part)
	case kCaseClassPattern:
		x.bindParts(n, value)
	case kTuplePattern:
		i := int32(0)
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.t.Usable(c) {
				x.bind(c, x.part(n, value, i))
				i++
			}
		}
	case kInfixPattern:
		x.bindInfix(n, value)
	case kAlternativePattern:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			x.bind(c, value)
		}
	case kStableIdentifier, kFieldExpression, kStableTypeIdentifier:
		x.typeAsValue(n)
	case kParenthesizedExpression:
		x.bind(x.firstUsable(n), value)
	}
}

// patternType returns the type that a pattern tests for, None where it does not
// only do that.
func (x *extractor) patternType(n int32) facts.TypeID {
	switch x.t.Kind(n) {
	case kTypedPattern:
		return x.typ(x.t.Child(n, fType))
	case kCaseClassPattern:
		if t := x.t.Child(n, fType); wraps[x.b.Text(t)] {
			return facts.None
		}
		return x.typ(x.t.Child(n, fType))
	}
	return facts.None
}

func (x *extractor) taken(n int32, value facts.ExprID, t facts.TypeID) facts.ExprID {
	e := lang.NewExpr(facts.Assert, x.t.Line(n))
	e.X, e.Type = value, t
	return x.b.Expr(e)
}

func (x *extractor) part(n int32, value facts.ExprID, i int32) facts.ExprID {
	e := lang.NewExpr(facts.Result, x.t.Line(n))
	e.X, e.N = value, i
	return x.b.Expr(e)
}

func (x *extractor) elem(n int32, of facts.ExprID) facts.ExprID {
	return walk.Wrap(x.b, facts.Elem, of, x.t.Line(n))
}

// wraps are the patterns of the standard library that take the element out of what
// they match.
var wraps = map[string]bool{"Some": true, "Right": true, "Success": true, "Seq": true, "List": true, "Array": true, "Vector": true, "IndexedSeq": true, "Set": true}

// bindParts binds the parts of C(a, b): the parameters of the class C, or the
// elements of what is matched.
func (x *extractor) bindParts(n int32, value facts.ExprID) {
	typ := x.t.Child(n, fType)
	wrapped := wraps[x.b.Text(typ)]
	of := value
	if !wrapped {
		if t := x.typ(typ); t != facts.None {
			of = x.taken(n, value, t)
		}
	}
	i := int32(0)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Field != fPattern || !x.t.Usable(c) {
			continue
		}
		if wrapped {
			x.bind(c, x.elem(n, value))
		} else {
			x.bind(c, x.part(n, of, i))
		}
		i++
	}
}

// bindInfix binds a :: b, and other patterns written between their parts.
func (x *extractor) bindInfix(n int32, value facts.ExprID) {
	left, right := x.t.Child(n, fLeft), x.t.Child(n, fRight)
	switch op := x.t.Child(n, fOperator); jvm.Name(x.b, op) {
	case "::", "+:", "#::":
		x.bind(left, x.elem(n, value))
		x.bind(right, value)
	case ":+":
		x.bind(left, value)
		x.bind(right, x.elem(n, value))
	case "->":
		x.bind(left, x.part(n, value, 0))
		x.bind(right, x.part(n, value, 1))
	default:
		x.nameOf(jvm.Name(x.b, op), x.t.Line(op))
		x.bind(left, facts.None)
		x.bind(right, facts.None)
	}
}

// cases walks the clauses of a match, each with the variables of its pattern.
func (x *extractor) cases(body int32, value facts.ExprID) facts.ExprID {
	if body < 0 {
		return facts.None
	}
	var values []facts.ExprID
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kCaseClause {
			continue
		}
		x.b.Open(lang.BlockScope)
		x.bind(x.t.Child(c, fPattern), value)
		if g := x.t.ChildOfKind(c, kGuard); g >= 0 {
			x.value(x.t.Child(g, fCondition))
		}
		last, v := int32(-1), facts.ExprID(facts.None)
		for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
			if x.t.Nodes[e].Field == fBody && x.t.Usable(e) {
				last = e
			}
		}
		for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
			switch {
			case x.t.Nodes[e].Field != fBody || !x.t.Usable(e):
			case e == last:
				v = x.value(e)
			default:
				x.statement(e)
			}
		}
		values = append(values, v)
		x.b.Close()
	}
	return jvm.Either(x.b, x.t.Line(body), values...)
}

func (x *extractor) try(n int32) facts.ExprID {
	values := []facts.ExprID{x.scopedValue(x.t.Child(n, fBody))}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kCatchClause:
			for b := x.t.First(c); b >= 0; b = x.t.Next(b) {
				switch k := x.t.Kind(b); {
				case k == kCaseBlock || k == kIndentedCases:
					values = append(values, x.cases(b, walk.Other(x.b, b)))
				case x.t.Usable(b):
					x.value(b)
				}
			}
		case kFinallyClause:
			x.scopedValue(x.t.LastUsable(c))
		}
	}
	return jvm.Either(x.b, x.t.Line(n), values...)
}

// forExpression walks for (a <- b; c = d if e) f. With yield it gives a list.
func (x *extractor) forExpression(n int32) facts.ExprID {
	x.b.Open(lang.BlockScope)
	opened := 1
	body := x.t.Child(n, fBody)
	yields := false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		yields = yields || x.is(c, "yield")
	}
	var generators []generator
	if list := x.t.ChildOfKind(n, kEnumerators); list >= 0 {
		for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kEnumerator {
				opened += x.enumerator(c, &generators)
			}
		}
	}
	v := x.scopedValue(body)
	for range opened {
		x.b.Close()
	}
	for i := len(generators) - 1; i >= 0; i-- {
		switch {
		case !yields:
			v = x.generate(generators[i], "foreach", v)
			x.b.File.Exprs[v].Flags |= facts.Discarded
		case i == len(generators)-1:
			v = x.generate(generators[i], "map", v)
		default:
			v = x.generate(generators[i], "flatMap", v)
		}
	}
	if !yields {
		return facts.None
	}
	return v
}

// A generator is "x <- of" in a for expression: param is the parameter of the function literal that it
// stands for.
type generator struct {
	node  int32
	of    facts.ExprID
	param facts.VarID
}

// generate adds the call for a generator: of.name(param => value).
func (x *extractor) generate(g generator, name string, value facts.ExprID) facts.ExprID {
	e := lang.NewExpr(facts.Func, x.t.Line(g.node))
	if value != facts.None {
		e.Args = []facts.Arg{{X: value}}
	}
	literal := walk.Func(x.b, e, []facts.VarID{g.param})
	call := x.callOf(g.node, walk.Member(x.b, g.of, name, x.t.Line(g.node)), nil, []facts.Arg{{X: literal}})
	x.b.File.Exprs[call].Flags |= facts.Operator
	return call
}

// enumerator binds the pattern of a generator or a definition, in a scope of its
// own, and returns how many it opened. A generator is added to list.
func (x *extractor) enumerator(n int32, list *[]generator) int {
	pattern, right := x.firstUsable(n), int32(-1)
	seen := false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == tLeftArrow || k == tAssign:
			seen = true
		case seen && right < 0 && x.t.Usable(c):
			right = c
		}
	}
	if right < 0 { // a guard alone
		x.value(x.t.Child(x.t.ChildOfKind(n, kGuard), fCondition))
		x.value(pattern)
		return 0
	}
	v := x.operand(right)
	x.b.Open(lang.BlockScope)
	if x.t.ChildOfKind(n, tLeftArrow) >= 0 {
		g := generator{node: n, of: v, param: x.b.Declare(lang.NewVar(facts.ParamVar, "", x.t.Line(n)))}
		*list = append(*list, g)
		v = walk.Local(x.b, g.param, "", x.t.Line(n))
	}
	x.bind(pattern, v)
	if g := x.t.ChildOfKind(n, kGuard); g >= 0 {
		x.value(x.t.Child(g, fCondition))
	}
	return 1
}
