package cfamily

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// casts are the named casts of the language; those of the standard library are standardCasts.
var casts = map[string]bool{"static_cast": true, "dynamic_cast": true, "const_cast": true, "reinterpret_cast": true}

var standardCasts = map[string]bool{
	"static_pointer_cast": true, "dynamic_pointer_cast": true, "const_pointer_cast": true, "bit_cast": true, "any_cast": true,
}

// makers are the standard library functions that construct an object of their type argument.
var makers = map[string]bool{"make_unique": true, "make_shared": true, "make_unique_for_overwrite": true}

// same are the standard library functions that return their argument.
var same = map[string]bool{"move": true, "forward": true, "ref": true, "cref": true, "as_const": true, "exchange": true, "launder": true}

// call adds a call.
func (x *extractor) call(n int32, flags facts.ExprFlags) facts.ExprID {
	fn, list := x.t.Child(n, fFunction), x.t.Child(n, fArguments)
	switch x.t.Kind(fn) {
	case kPrimitiveType, kSizedTypeSpecifier, kDecltype:
		t := x.typ(fn)
		return x.assert(n, t, x.t.FirstNamed(list))
	}
	last := x.unqualified(fn)
	for x.t.Kind(last) == kDependentName {
		last = x.t.FirstNamed(last)
	}
	if k := x.t.Kind(last); k == kTemplateFunction || k == kIdentifier {
		if e, ok := x.standardCall(n, fn, last, list); ok {
			return e
		}
	}
	e := lang.NewExpr(facts.Call, x.t.Line(n))
	e.X = x.operand(fn)
	e.Line = x.b.File.Exprs[e.X].Line
	if k := x.b.File.Exprs[e.X].Kind; k == facts.Literal || k == facts.TypeExpr {
		e.Line = x.t.Line(n)
	}
	e.Type = x.explicit(fn)
	e.Args = x.arguments(list)
	e.Flags, e.At = flags, x.t.Last(n)
	return x.b.Expr(e)
}

// standardCall adds calls of the standard library whose result type is known: casts, makers, and
// functions that return their argument. It returns false for other calls.
func (x *extractor) standardCall(n, fn, last, list int32) (facts.ExprID, bool) {
	types := x.argumentList(last)
	name := string(x.t.Bytes(last))
	if types >= 0 {
		name = string(x.t.Bytes(x.t.Child(last, fName)))
	}
	first := x.t.FirstNamed(list)
	path := x.path(fn)
	standard := len(path) > 1 && (path[0] == "std" || path[0] == "absl" || path[0] == "boost") || len(path) == 1 && (x.standard[name] || x.wholeStd)
	switch {
	case types >= 0 && (casts[name] || standard && standardCasts[name]):
		e := x.assert(n, x.typ(x.t.FirstNamed(types)), first)
		return e, true
	case standard && makers[name] && types >= 0:
		arg := x.t.FirstNamed(types)
		if x.t.Kind(arg) != kTypeDescriptor || x.t.Child(arg, fDeclarator) >= 0 {
			return facts.None, false
		}
		e := x.constructed(x.t.Child(arg, fType), x.arguments(list), x.t.Line(last))
		return e, e != facts.None
	case standard && same[name] && first >= 0:
		if types >= 0 {
			x.typeArgs(types)
		}
		for c := x.t.Next(first); c >= 0; c = x.t.Next(c) {
			x.walk(c)
		}
		return x.value(first), true
	}
	return facts.None, false
}

// explicit returns the explicit type arguments of a callee as a TupleT, None for none.
func (x *extractor) explicit(fn int32) facts.TypeID {
	if x.t.Kind(fn) == kFieldExpression {
		fn = x.t.Child(fn, fField)
	}
	list := x.argumentList(fn)
	if list < 0 {
		return facts.None
	}
	t := lang.NewType(facts.TupleT, x.t.Line(list))
	t.Args = x.typeArgs(list)
	return x.b.Type(t)
}

// arguments adds the values in an argument list or in braces and returns them.
func (x *extractor) arguments(list int32) []facts.Arg {
	if list < 0 {
		return nil
	}
	var args []facts.Arg
	for c := x.first(list); c >= 0; c = x.t.Next(c) {
		if !x.t.Named(c) {
			if x.isError(c) {
				x.walk(c)
			}
			continue
		}
		args = append(args, facts.Arg{X: x.value(c), Spread: x.t.Kind(c) == kParameterPackExpansion})
	}
	return args
}

// newObject adds new T(…).
func (x *extractor) newObject(n int32) facts.ExprID {
	tn := x.t.Child(n, fType)
	x.arguments(x.t.Child(n, fPlacement))
	if d := x.t.Child(n, fDeclarator); d >= 0 { // an array
		for c := x.first(d); c >= 0; c = x.t.Next(c) {
			x.walk(c)
		}
		e := lang.NewExpr(facts.Composite, x.t.Line(n))
		e.Type = x.wrap(facts.ListT, x.typ(tn), n)
		return x.b.Expr(e)
	}
	if !x.isClassName(tn) {
		e := lang.NewExpr(facts.Composite, x.t.Line(n))
		e.Type = x.typ(tn)
		x.arguments(x.t.Child(n, fArguments))
		return x.b.Expr(e)
	}
	return x.constructed(tn, x.arguments(x.t.Child(n, fArguments)), x.t.Line(tn))
}

// compoundLiteral adds (T){…} and T{…}.
func (x *extractor) compoundLiteral(n int32) facts.ExprID {
	tn, list := x.t.Child(n, fType), x.t.Child(n, fValue)
	if x.dialect == onlyCPP && x.t.Kind(tn) != kTypeDescriptor && x.isClassName(tn) && !x.isDesignated(list) {
		return x.constructed(tn, x.arguments(list), x.t.Line(tn))
	}
	return x.composite(list, x.typ(tn))
}

// composite adds a list of values in braces as a value of type t. Where t is a list, each value has
// its element type.
func (x *extractor) composite(list int32, t facts.TypeID) facts.ExprID {
	e := lang.NewExpr(facts.Composite, x.t.Line(max(list, 0)))
	elem := facts.TypeID(facts.None)
	if t == facts.None {
		e.Kind = facts.List
	} else if x.b.File.Types[t].Kind == facts.ListT {
		elem = x.b.File.Types[t].Args[0]
	}
	e.Type = t
	var args []facts.Arg
	for c := x.first(list); c >= 0; c = x.t.Next(c) {
		if !x.t.Named(c) {
			continue
		}
		arg := facts.Arg{X: facts.None}
		value := c
		if x.t.Kind(c) == kInitializerPair {
			if d := x.t.Child(c, fDesignator); x.t.Kind(d) == kFieldDesignator {
				arg.Keyword = x.b.Text(x.t.FirstNamed(d))
			} else if d >= 0 {
				x.walk(x.t.FirstNamed(d))
			}
			value = x.t.Child(c, fValue)
		}
		switch {
		case value < 0:
		case x.t.Kind(value) == kInitializerList:
			arg.X = x.composite(value, elem)
		case literalType(x.t.Kind(value)) == "":
			arg.X = x.value(value)
		}
		if e.Kind != facts.Composite || arg.X != facts.None || arg.Keyword != "" {
			args = append(args, arg)
		}
	}
	e.Args = args
	return x.b.Expr(e)
}
