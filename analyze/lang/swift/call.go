package swift

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// call adds a call or a subscript.
func (x *extractor) call(n int32, flags facts.ExprFlags) facts.ExprID {
	fn, suffix := x.nth(n, 0), x.t.ChildOfKind(n, kCallSuffix)
	args := int32(-1)
	if suffix >= 0 {
		args = x.t.ChildOfKind(suffix, kValueArguments)
	}
	if args >= 0 && x.t.Kind(x.t.First(args)) == tOpenBracket {
		of := x.operand(fn)
		x.arguments(args)
		return walk.Wrap(x.b, facts.Index, of, x.t.Line(n))
	}
	if t := x.literalType(fn); t != facts.None { // [Item]()
		x.arguments(args)
		e := lang.NewExpr(facts.Composite, x.t.Line(n))
		e.Type = t
		return x.b.Expr(e)
	}
	outer := x.awaits
	if x.isAwaited(fn) {
		x.awaits |= facts.Awaited
	}
	if flags |= x.awaits; x.awaits != 0 {
		x.awaits |= facts.UsedAsIs
	}
	if args < 0 {
		fn, args = x.behindTry(fn)
	}
	callee := x.callee(fn)
	list := append(x.arguments(args), x.trailing(suffix)...)
	x.awaits = outer
	e := lang.NewExpr(facts.Call, x.b.File.Exprs[callee].Line)
	if x.b.File.Exprs[callee].Kind == facts.Literal {
		e.Line = x.t.Line(n)
	}
	e.X, e.Args, e.Flags, e.At = callee, list, flags, x.t.Last(n)
	return x.b.Expr(e)
}

// behindTry returns the callee and the arguments of try f(…) or await f(…) before a trailing closure,
// which is one of f and not, as the grammar has it, of what f returns; fn itself for others.
func (x *extractor) behindTry(fn int32) (callee, args int32) {
	n := fn
	for k := x.t.Kind(n); k == kTryExpression || k == kAwaitExpression; k = x.t.Kind(n) {
		n = x.t.Child(n, fExpr)
	}
	if n == fn || x.t.Kind(n) != kCallExpression {
		return fn, -1
	}
	suffix := x.t.ChildOfKind(n, kCallSuffix)
	if suffix < 0 || x.t.ChildOfKind(suffix, kLambdaLiteral) >= 0 {
		return fn, -1
	}
	if args = x.t.ChildOfKind(suffix, kValueArguments); args < 0 || x.t.Kind(x.t.First(args)) == tOpenBracket {
		return fn, -1
	}
	return x.nth(n, 0), args
}

// isAwaited reports whether n begins with an await expression, to which the grammar gives too little.
func (x *extractor) isAwaited(n int32) bool {
	for {
		switch x.t.Kind(n) {
		case kAwaitExpression:
			return true
		case kNavigationExpression:
			n = x.t.Child(n, fTarget)
		case kCallExpression, kPostfixExpression:
			n = x.nth(n, 0)
		default:
			return false
		}
	}
}

// callee adds the called function. An explicit T.init is the type T.
func (x *extractor) callee(fn int32) facts.ExprID {
	of, name := fn, int32(-1)
	switch x.t.Kind(fn) {
	case kNavigationExpression:
		of, name = x.t.Child(fn, fTarget), x.t.Child(x.t.Child(fn, fSuffix), fSuffix)
	case kPrefixExpression:
		if x.t.Kind(x.t.Child(fn, fOperation)) == tDot {
			name = x.t.Child(fn, fTarget)
		}
	}
	if name < 0 || !x.is(name, "init") {
		return x.operand(fn)
	}
	if of == fn {
		return x.expectedValue(fn)
	}
	return x.operand(of)
}

// literalType returns the type of [Item] or [Key: Item] as a callee, None for other expressions.
func (x *extractor) literalType(n int32) facts.TypeID {
	switch x.t.Kind(n) {
	case kArrayLiteral:
		if el := x.t.Child(n, fElement); x.t.Kind(el) == kSimpleIdentifier && x.nth(n, 1) < 0 {
			return x.newType(facts.ListT, n, x.typ(el))
		}
	case kDictionaryLiteral:
		key, value := x.t.Child(n, fKey), x.t.Child(n, fValue)
		if x.t.Kind(key) == kSimpleIdentifier && x.t.Kind(value) == kSimpleIdentifier {
			return x.newType(facts.MapT, n, x.typ(key), x.typ(value))
		}
	}
	return facts.None
}

// construct adds Type<Args>(…).
func (x *extractor) construct(n int32) facts.ExprID {
	t := x.typ(x.t.Child(n, fConstructedType))
	suffix := x.t.ChildOfKind(n, kConstructorSuffix)
	args := int32(-1)
	if suffix >= 0 {
		args = x.t.ChildOfKind(suffix, kValueArguments)
	}
	if t == facts.None || x.b.File.Types[t].Kind != facts.Named {
		x.arguments(args)
		x.trailing(suffix)
		e := lang.NewExpr(facts.Composite, x.t.Line(n))
		e.Type = t
		return x.b.Expr(e)
	}
	callee := x.typeValue(t, x.t.Line(n))
	e := lang.NewExpr(facts.Call, x.t.Line(n))
	e.X, e.Args, e.Flags, e.At = callee, append(x.arguments(args), x.trailing(suffix)...), x.awaits, x.t.Last(n)
	return x.b.Expr(e)
}

// arguments adds the arguments in brackets; a label is the keyword.
func (x *extractor) arguments(list int32) []facts.Arg {
	if list < 0 {
		return nil
	}
	expected := x.expected
	x.expected = facts.None
	var args []facts.Arg
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kValueArgument {
			continue
		}
		a := facts.Arg{X: x.value(x.t.Child(c, fValue))}
		if label := x.t.Child(c, fName); label >= 0 {
			a.Keyword = x.text(x.nth(label, 0))
		}
		args = append(args, a)
	}
	x.expected = expected
	return args
}

// trailing adds the function literals behind the brackets; those after the first
// have labels.
func (x *extractor) trailing(suffix int32) []facts.Arg {
	if suffix < 0 {
		return nil
	}
	var args []facts.Arg
	label := ""
	for c := x.t.First(suffix); c >= 0; c = x.t.Next(c) {
		switch {
		case x.t.Nodes[c].Field == fName:
			label = x.text(c)
		case x.t.Kind(c) == kLambdaLiteral:
			args = append(args, facts.Arg{X: x.awaited(0, func() facts.ExprID { return x.lambda(c) }), Keyword: label, Trailing: label == ""})
			label = ""
		}
	}
	return args
}
