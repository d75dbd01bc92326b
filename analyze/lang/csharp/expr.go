package csharp

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// known is expr, but returns an unknown expression instead of None.
func (x *extractor) known(n int32) facts.ExprID { return walk.Known(x.b, x.expr(n), n) }

func literalType(k lang.Kind) string {
	switch k {
	case kStringLiteral, kVerbatimStringLiteral, kRawStringLiteral:
		return "string"
	case kIntegerLiteral:
		return "int"
	case kRealLiteral:
		return "double"
	case kCharacterLiteral:
		return "char"
	case kBooleanLiteral:
		return "bool"
	case kNullLiteral:
		return "null"
	}
	return ""
}

// expr adds expression n and returns it; None where its value is unknown. x.wanted applies to n only,
// not to expressions inside it.
func (x *extractor) expr(n int32) facts.ExprID {
	wanted := x.wanted
	x.wanted = -1
	e := x.exprOf(n, wanted)
	x.wanted = wanted
	return e
}

func (x *extractor) exprOf(n, wanted int32) facts.ExprID {
	if n < 0 || !x.usable(n) {
		return facts.None
	}
	k := x.t.Kind(n)
	if name := literalType(k); name != "" {
		return x.b.Literal(name)
	}
	switch k {
	case kIdentifier, kGenericName:
		return x.name(n)
	case tThis:
		return x.b.Expr(lang.NewExpr(facts.This, x.t.Line(n)))
	case tBase:
		return x.b.Expr(lang.NewExpr(facts.Super, x.t.Line(n)))
	case kAliasQualifiedName, kQualifiedName:
		return x.typeName(n)
	case kParenthesizedExpression:
		return x.inPlace(x.operand(n), wanted)
	case kMemberAccessExpression:
		return x.member(x.t.Child(n, fExpression), x.t.Child(n, fName), 0)
	case kConditionalAccessExpression:
		return x.conditionalAccess(n)
	case kInvocationExpression:
		return x.call(n)
	case kObjectCreationExpression:
		return x.creation(n, x.t.Child(n, fType))
	case kImplicitObjectCreationExpression:
		return x.creation(n, wanted)
	case kArrayCreationExpression, kImplicitArrayCreationExpression:
		return x.arrayCreation(n)
	case kAnonymousObjectCreationExpression:
		return x.anonymousObject(n)
	case kInitializerExpression:
		return x.list(n)
	case kElementBindingExpression:
		return x.collection(n, wanted)
	case kElementAccessExpression:
		of := x.known(x.t.Child(n, fExpression))
		x.arguments(x.t.Child(n, fSubscript))
		return walk.Wrap(x.b, facts.Index, of, x.t.Line(n))
	case kCastExpression:
		return x.assertion(x.t.Child(n, fValue), x.t.Child(n, fType))
	case kAsExpression:
		return x.assertion(x.t.Child(n, fLeft), x.t.Child(n, fRight))
	case kIsExpression:
		x.visit(x.t.Child(n, fLeft))
		x.typ(x.varless(x.t.Child(n, fRight)))
		return x.b.Literal("bool")
	case kIsPatternExpression:
		x.pattern(x.t.Child(n, fPattern), x.expr(x.t.Child(n, fExpression)))
		return x.b.Literal("bool")
	case kLambdaExpression, kAnonymousMethodExpression:
		return x.lambda(n)
	case kAwaitExpression:
		return walk.Wrap(x.b, facts.Await, x.known(x.operand(n)), x.t.Line(n))
	case kConditionalExpression:
		x.visit(x.t.Child(n, fCondition))
		yes := x.inPlace(x.t.Child(n, fConsequence), wanted)
		return walk.Operation(x.b, yes, x.inPlace(x.t.Child(n, fAlternative), wanted), x.t.Line(n))
	case kSwitchExpression:
		return x.switchExpression(n, wanted)
	case kBinaryExpression:
		return x.binary(n, wanted)
	case kAssignmentExpression:
		return x.assignment(n)
	case kTupleExpression:
		return x.tuple(n)
	case kWithExpression:
		return x.with(n)
	case kQueryExpression:
		return x.query(n)
	}
	return x.plainExpr(n, k)
}

// plainExpr adds the operands of expressions whose own value is unknown.
func (x *extractor) plainExpr(n int32, k lang.Kind) facts.ExprID {
	switch k {
	case kInterpolatedStringExpression:
		x.children(n)
		return x.b.Literal("string")
	case kPrefixUnaryExpression:
		e := x.expr(x.operand(n))
		if x.t.Kind(x.t.First(n)) == tNot {
			return x.b.Literal("bool")
		}
		return e
	case kPostfixUnaryExpression, kRefExpression:
		return x.expr(x.operand(n))
	case kTypeofExpression:
		x.typ(x.t.Child(n, fType))
		return x.b.Literal("Type")
	case kDefaultExpression:
		if t := x.typ(x.t.Child(n, fType)); t != facts.None {
			e := lang.NewExpr(facts.Composite, x.t.Line(n))
			e.Type = t
			return x.b.Expr(e)
		}
		return facts.None // of any type
	case kDeclarationExpression:
		if x.isProduct(n) {
			return x.product(n)
		}
		x.declarationPattern(n, facts.None)
		if t := x.typ(x.varless(x.t.Child(n, fType))); t != facts.None { // out T x
			e := lang.NewExpr(facts.Composite, x.t.Line(n))
			e.Type = t
			return x.b.Expr(e)
		}
		return facts.None
	case kPredefinedType, kArrayType, kNullableType:
		if t := x.typ(n); t != facts.None {
			return walk.TypeExpr(x.b, t, x.t.Line(n))
		}
		return facts.None
	case kLocalFunctionStatement:
		x.localFunction(n)
		return facts.None
	}
	x.children(n)
	return facts.None
}

// inPlace is expr with the wanted type of the enclosing expression.
func (x *extractor) inPlace(n, wanted int32) facts.ExprID {
	x.wanted = wanted
	e := x.expr(n)
	x.wanted = -1
	return e
}

// name adds the use of a name.
func (x *extractor) name(n int32) facts.ExprID {
	if x.t.Kind(n) == kGenericName {
		x.typeArguments(n)
		n = x.t.ChildOfKind(n, kIdentifier)
	}
	name := x.text(n)
	if name == "" || name == "_" {
		return facts.None
	}
	return x.b.NameExpr(name, x.t.Line(n))
}

// member adds a member of operand at the line of the name: a chain of calls may span many lines.
func (x *extractor) member(operand, name int32, flags facts.ExprFlags) facts.ExprID {
	of := x.receiver(operand)
	if name >= 0 && x.t.Kind(name) == kGenericName {
		x.typeArguments(name)
	}
	return x.memberOf(of, name, flags)
}

// receiver is known for the object of a member access, where a generic name is a type.
func (x *extractor) receiver(n int32) facts.ExprID {
	if x.t.Kind(n) == kGenericName {
		return walk.TypeExpr(x.b, x.typ(n), x.t.Line(n))
	}
	return x.known(n)
}

func (x *extractor) memberOf(of facts.ExprID, name int32, flags facts.ExprFlags) facts.ExprID {
	if x.t.Kind(name) == kGenericName {
		name = x.t.ChildOfKind(name, kIdentifier)
	}
	text := x.text(name)
	if text == "" {
		return of
	}
	if i := tupleItem(text); i >= 0 {
		return x.part(of, i, x.t.Line(name))
	}
	e := lang.NewExpr(facts.Member, x.t.Line(name))
	e.X, e.Name, e.Flags = of, text, flags
	return x.b.Expr(e)
}

// tupleItem returns the index of ItemN in a tuple, or -1.
func tupleItem(name string) int {
	if len(name) == 5 && name[:4] == "Item" && name[4] >= '1' && name[4] <= '7' {
		return int(name[4] - '1')
	}
	return -1
}

// conditionalAccess adds a?.b and a?[i].
func (x *extractor) conditionalAccess(n int32) facts.ExprID {
	of := x.known(x.t.Child(n, fCondition))
	if m := x.t.ChildOfKind(n, kMemberBindingExpression); m >= 0 {
		name := x.t.Child(m, fName)
		if x.t.Kind(name) == kGenericName {
			x.typeArguments(name)
		}
		return x.memberOf(of, name, facts.OptionalOp)
	}
	rest := x.last(n)
	if x.t.Kind(rest) != kElementBindingExpression {
		x.visit(rest)
		return facts.None
	}
	x.arguments(rest)
	e := lang.NewExpr(facts.Index, x.t.Line(n))
	e.X, e.Flags = of, facts.OptionalOp
	return x.b.Expr(e)
}

func (x *extractor) assertion(value, typ int32) facts.ExprID {
	e := lang.NewExpr(facts.Assert, x.t.Line(max(value, 0)))
	e.X = x.known(value)
	if e.Type = x.typ(typ); e.Type == facts.None {
		return e.X
	}
	return x.b.Expr(e)
}

func (x *extractor) binary(n, wanted int32) facts.ExprID {
	left, right := x.t.Child(n, fLeft), x.t.Child(n, fRight)
	switch x.t.Kind(x.t.Child(n, fOperator)) {
	case tCoalesce:
		l := x.inPlace(left, wanted)
		return x.orElse(l, x.inPlace(right, wanted), x.t.Line(n))
	case tAnd, tOr, tEqual, tNotEqual, tLess, tLessEqual, tGreater, tGreaterEqual:
		x.visit(left)
		x.visit(right)
		return x.b.Literal("bool")
	}
	l, r := x.expr(left), x.expr(right)
	if x.b.IsLiteral(l) && x.f.Exprs[l].Name == "string" || x.b.IsLiteral(r) && x.f.Exprs[r].Name == "string" {
		return x.b.Literal("string")
	}
	return x.arithmetic(l, r, x.t.Line(n))
}

// isProduct reports whether the argument n, read as the declaration of a pointer, multiplies two values: f(a * b).
func (x *extractor) isProduct(n int32) bool {
	return x.t.Kind(x.t.Child(n, fType)) == kPointerType && x.t.First(x.t.Nodes[n].Parent) == n
}

func (x *extractor) product(n int32) facts.ExprID {
	left := x.t.Child(x.t.Child(n, fType), fType)
	l := facts.ExprID(facts.None)
	if x.t.Kind(left) == kIdentifier {
		l = x.name(left)
	} else {
		l = x.typeName(left)
	}
	return x.arithmetic(l, x.name(x.t.Child(n, fName)), x.t.Line(n))
}

// orElse adds l ?? r. A literal has no type of its own.
func (x *extractor) orElse(l, r facts.ExprID, line int32) facts.ExprID {
	if l == facts.None {
		return r
	}
	e := lang.NewExpr(facts.Either, line)
	e.Name, e.Args = facts.OrElse, []facts.Arg{{X: l}}
	if r != facts.None && !x.b.IsLiteral(r) {
		e.Args = append(e.Args, facts.Arg{X: r})
	}
	return x.b.Expr(e)
}

// arithmetic adds an operation on l and r. A literal of the type int makes no type wider.
func (x *extractor) arithmetic(l, r facts.ExprID, line int32) facts.ExprID {
	narrow := func(e facts.ExprID) bool { return x.b.IsLiteral(e) && x.f.Exprs[e].Name == "int" }
	if l == facts.None || r == facts.None || narrow(l) || narrow(r) {
		return walk.Operation(x.b, l, r, line)
	}
	e := lang.NewExpr(facts.Either, line)
	e.Name, e.Args = facts.Arithmetic, []facts.Arg{{X: l}, {X: r}}
	return x.b.Expr(e)
}

// assignment adds target = value, which has the value of value.
func (x *extractor) assignment(n int32) facts.ExprID {
	left, right := x.t.Child(n, fLeft), x.t.Child(n, fRight)
	op := x.t.Kind(x.t.Child(n, fOperator))
	value := x.expr(right)
	gives := value
	if op != tAssign && !x.is(x.t.Child(n, fOperator), "??=") {
		gives = facts.None // x += f() does not give x another type
	}
	x.asTarget(x.target(left, gives), value)
	return gives
}

// asTarget gives a function literal the type of its assignment's target, as the value of a variable of
// that type without a name.
func (x *extractor) asTarget(target, value facts.ExprID) {
	if target == facts.None || value == facts.None || x.f.Exprs[value].Kind != facts.Func || x.b.AtFileLevel() {
		return
	}
	line := x.f.Exprs[value].Line
	t := lang.NewType(facts.ValueT, line)
	t.X = target
	v := lang.NewVar(facts.LocalVar, "", line)
	v.Type = x.b.Type(t)
	x.b.AddValue(x.b.Declare(v), value)
}

// target walks the target of an assignment and returns it where it is a name or a member.
func (x *extractor) target(n int32, value facts.ExprID) facts.ExprID {
	if n < 0 || !x.usable(n) {
		return facts.None
	}
	switch x.t.Kind(n) {
	case kParenthesizedExpression:
		return x.target(x.operand(n), value)
	case kTupleExpression:
		i := 0
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kArgument {
				x.target(x.last(c), x.part(value, i, x.t.Line(c)))
				i++
			}
		}
	case kDeclarationExpression:
		if x.isProduct(n) {
			return x.product(n)
		}
		x.declarationPattern(n, value)
	case kIdentifier:
		e := x.name(n)
		if e != facts.None {
			x.f.Exprs[e].Flags |= facts.Write
			x.b.Assign(e, value)
		}
		return e
	case kMemberAccessExpression:
		e := x.expr(n)
		if e != facts.None {
			x.f.Exprs[e].Flags |= facts.Write
		}
		return e
	default:
		x.visit(n)
	}
	return facts.None
}

func (x *extractor) tuple(n int32) facts.ExprID {
	e := lang.NewExpr(facts.List, x.t.Line(n))
	e.N = 1
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kArgument {
			e.Args = append(e.Args, facts.Arg{X: x.expr(x.last(c))})
		}
	}
	return x.b.Expr(e)
}

// with adds value with { A = 1 }: another value of the same type.
func (x *extractor) with(n int32) facts.ExprID {
	of := x.known(x.operand(n))
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kWithInitializer {
			name := x.operand(c)
			x.visit(x.last(c))
			x.memberOf(of, name, facts.Write)
		}
	}
	return of
}

func (x *extractor) switchExpression(n, wanted int32) facts.ExprID {
	value := x.known(x.operand(n))
	var args []facts.Arg
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kSwitchExpressionArm {
			continue
		}
		x.b.Open(lang.BlockScope)
		result := x.last(c)
		for s := x.t.First(c); s >= 0 && s != result; s = x.t.Next(s) {
			switch {
			case !x.usable(s):
			case x.isPattern(s):
				x.pattern(s, value)
			default:
				x.visit(s)
			}
		}
		if v := x.inPlace(result, wanted); v != facts.None && len(args) < facts.MaxValues {
			args = append(args, facts.Arg{X: v})
		}
		x.b.Close()
	}
	return walk.Choice(x.b, args, x.t.Line(n))
}

// lambda adds a function literal and walks its body.
func (x *extractor) lambda(n int32) facts.ExprID {
	fn := &function{outer: x.fn, result: -1, literal: true}
	x.fn = fn
	x.b.Open(lang.FuncScope)
	var vars []facts.VarID
	var params []facts.Param
	list := x.t.Child(n, fParameters)
	if x.t.Kind(list) == kImplicitParameter {
		p := facts.Param{Name: x.text(list), Type: facts.None}
		x.declareParameter(&p, list, 0, &vars)
		params = []facts.Param{p}
	} else {
		params = x.parameters(list, &vars)
	}
	result := x.typ(x.t.Child(n, fType))
	body := x.t.Child(n, fBody)
	if body < 0 {
		body = x.t.ChildOfKind(n, kBlock)
	}
	if x.t.Kind(body) == kBlock {
		x.children(body)
	} else {
		x.returns(body)
	}
	if result == facts.None && x.isAsync(n) {
		result = x.promised(fn.returns, x.t.Line(n))
	}
	e := lang.NewExpr(facts.Func, x.t.Line(n))
	e.Type = x.literalFuncType(params, result, x.t.Line(n))
	e.Args = walk.ArgsOf(fn.returns)
	id := walk.Func(x.b, e, vars)
	x.b.Close()
	x.fn = fn.outer
	return id
}

func (x *extractor) isAsync(n int32) bool {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kModifier && x.is(c, "async") {
			return true
		}
	}
	return false
}

// promised returns the result type of an async function literal that returns values.
func (x *extractor) promised(values []facts.ExprID, line int32) facts.TypeID {
	if len(values) == 0 {
		return x.b.NamedType("", "Task", line)
	}
	v := lang.NewType(facts.ValueT, line)
	v.X = values[0]
	t := lang.NewType(facts.PromiseT, line)
	t.Args = []facts.TypeID{x.b.Type(v)}
	return x.b.Type(t)
}

// literalFuncType returns the function type of a literal that declares at least one type, else None.
func (x *extractor) literalFuncType(params []facts.Param, result facts.TypeID, line int32) facts.TypeID {
	return walk.FuncType(x.b, params, result, line, func() facts.TypeID { return facts.None })
}
