package kotlin

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/kotlin/source"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// operand is value, but returns an unknown expression instead of None.
func (x *extractor) operand(n int32) facts.ExprID { return walk.Known(x.b, x.value(n), n) }

// value adds expression n and returns it; None where its value is unknown.
func (x *extractor) value(n int32) facts.ExprID {
	if n < 0 || !x.valuable(n) {
		return facts.None
	}
	k := x.t.Kind(n)
	if name := literalType(k); name != "" {
		return x.b.Literal(name)
	}
	if x.isStatement(n) {
		return facts.None
	}
	switch k {
	case kSimpleIdentifier, kInterpolatedIdentifier:
		return x.name(n)
	case kStringLiteral:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			x.value(c)
		}
		return x.b.Literal("String")
	case kParenthesizedExpression, kInterpolatedExpression:
		return x.value(x.firstValue(n))
	case kNavigationExpression:
		return x.navigation(n)
	case kCallExpression:
		return x.call(n, 0)
	case kIndexingExpression:
		of := x.operand(x.firstValue(n))
		suffix := x.t.ChildOfKind(n, kIndexingSuffix)
		return x.operatorCall(of, "get", x.t.Line(n), x.indices(suffix)...)
	case kLambdaLiteral:
		return x.lambda(n, "")
	case kAnnotatedLambda:
		return x.value(x.t.ChildOfKind(n, kLambdaLiteral))
	case kAnonymousFunction:
		return x.anonymousFunction(n)
	case kObjectLiteral:
		return x.anonymousObject(n)
	case kCallableReference:
		return x.callableReference(n)
	case kThisExpression:
		return x.this(n)
	case kSuperExpression:
		return x.super(n)
	case kIfExpression:
		return x.ifExpression(n, true)
	case kWhenExpression:
		return x.whenExpression(n, true)
	case kTryExpression:
		return x.tryExpression(n, true)
	case kJumpExpression:
		x.jump(n)
		return facts.None
	}
	return x.operation(n)
}

// operation adds an operator expression.
func (x *extractor) operation(n int32) facts.ExprID {
	switch x.t.Kind(n) {
	case kAsExpression:
		e := lang.NewExpr(facts.Assert, x.t.Line(n))
		e.X = x.operand(x.firstValue(n))
		e.Type = x.typ(x.t.LastUsable(n))
		return x.b.Expr(e)
	case kCheckExpression:
		x.check(n)
		return x.b.Literal("Boolean")
	case kConjunctionExpression:
		return x.logical(n, true)
	case kDisjunctionExpression:
		return x.logical(n, false)
	case kEqualityExpression:
		x.each(n)
		return x.b.Literal("Boolean")
	case kComparisonExpression:
		x.binary(n)
		return x.b.Literal("Boolean")
	case kAdditiveExpression, kMultiplicativeExpression:
		return x.binary(n)
	case kElvisExpression:
		left := x.firstValue(n)
		a := x.value(left)
		return jvm.Either(x.b, x.t.Line(n), a, x.value(x.after(n, tElvis)))
	case kInfixExpression:
		return x.infix(n)
	case kRangeExpression:
		e := lang.NewExpr(facts.List, x.t.Line(n))
		e.Args = walk.ArgsOf(x.each(n))
		return x.b.Expr(e)
	case kCollectionLiteral:
		return x.listOfValues(n, x.each(n))
	case kPostfixExpression, kPrefixExpression:
		return x.unary(n)
	case kSpreadExpression:
		return x.value(x.firstValue(n))
	case kControlStructureBody, kStatements:
		return x.controlBody(n, true)
	}
	x.each(n)
	return facts.None
}

// each adds the expressions that are children of n.
func (x *extractor) each(n int32) []facts.ExprID {
	var out []facts.ExprID
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.valuable(c) && !isType(x.t.Kind(c)) {
			out = append(out, x.value(c))
		}
	}
	return out
}

func (x *extractor) listOfValues(n int32, values []facts.ExprID) facts.ExprID {
	e := lang.NewExpr(facts.List, x.t.Line(n))
	e.Args = walk.ArgsOf(values)
	return x.b.Expr(e)
}

func literalType(k lang.Kind) string {
	switch k {
	case kIntegerLiteral, kHexLiteral, kBinLiteral:
		return "Int"
	case kLongLiteral:
		return "Long"
	case kUnsignedLiteral:
		return "UInt"
	case kRealLiteral:
		return "Double"
	case kCharacterLiteral:
		return "Char"
	case kBooleanLiteral:
		return "Boolean"
	case tNull:
		return "null"
	}
	return ""
}

// name adds the use of a name.
func (x *extractor) name(n int32) facts.ExprID {
	return x.nameOf(jvm.Name(x.b, n), x.t.Line(n))
}

// nameOf adds the use of a name. A local name is declared before it is used, so
// it is bound at once; any other may be a member of the receivers around.
func (x *extractor) nameOf(name string, line int32) facts.ExprID {
	if name == "" {
		return facts.None
	}
	if v := x.b.Lookup(name); v != facts.None {
		return walk.Local(x.b, v, name, line)
	}
	e := x.b.FileLevelName(name, line)
	x.b.File.Exprs[e].Args = x.implicit
	return e
}

// navigation adds a.b, a?.b and a::b.
func (x *extractor) navigation(n int32) facts.ExprID {
	suffix := x.t.ChildOfKind(n, kNavigationSuffix)
	of := x.operand(x.firstValue(n))
	if suffix < 0 {
		return of
	}
	return x.member(of, suffix)
}

// member adds the member that a navigation_suffix takes of the value of, at the line of the name: a
// chain of calls may span many lines.
func (x *extractor) member(of facts.ExprID, suffix int32) facts.ExprID {
	if of == facts.None {
		of = x.b.Expr(lang.NewExpr(facts.Other, x.t.Line(suffix)))
	}
	name := x.t.LastUsable(suffix)
	if name < 0 || x.t.Kind(name) != kSimpleIdentifier {
		if name >= 0 {
			x.value(name) // a.(f)
		}
		return x.b.Expr(lang.NewExpr(facts.Other, x.t.Line(suffix)))
	}
	if string(x.t.Bytes(name)) == companion {
		return of
	}
	e := lang.NewExpr(facts.Member, x.t.Line(name))
	e.X, e.Name = of, jvm.Name(x.b, name)
	if x.has(suffix, tSafeDot) {
		e.Flags = facts.OptionalOp
	}
	return x.b.Expr(e)
}

// callableReference adds ::f and Type::f, and the use of the type in Type::class.
func (x *extractor) callableReference(n int32) facts.ExprID {
	of := facts.ExprID(facts.None)
	var name int32 = -1
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kTypeIdentifier:
			of = x.qualified(of, c)
		case kUserType:
			of = x.typeAsValue(c)
		case kSimpleIdentifier:
			name = c
		}
	}
	switch {
	case name >= 0 && of == facts.None:
		return x.name(name)
	case name >= 0:
		e := lang.NewExpr(facts.Member, x.t.Line(name))
		e.X, e.Name = of, jvm.Name(x.b, name)
		return x.b.Expr(e)
	}
	return facts.None
}

// qualified adds the name at node n, a member of the value of where that is known.
func (x *extractor) qualified(of facts.ExprID, n int32) facts.ExprID {
	if of == facts.None {
		return x.name(n)
	}
	e := lang.NewExpr(facts.Member, x.t.Line(n))
	e.X, e.Name = of, jvm.Name(x.b, n)
	return x.b.Expr(e)
}

// this adds this and this@Label: the instance of an enclosing type, or the receiver of a function or a
// function literal.
func (x *extractor) this(n int32) facts.ExprID {
	e := lang.NewExpr(facts.This, x.t.Line(n))
	label := x.t.ChildOfKind(n, kTypeIdentifier)
	if label < 0 {
		e.Args = x.implicit
		return x.b.Expr(e)
	}
	name := jvm.Name(x.b, label)
	for l := x.literal; l != nil; l = l.outer {
		if l.label == name {
			return l.this
		}
	}
	in := x.b.In()
	if def := x.labelled(name); def != facts.None {
		in = def
	}
	id := x.b.Expr(e)
	x.b.File.Exprs[id].In = in
	return id
}

// labelled returns the enclosing function or type with that name, or None.
func (x *extractor) labelled(name string) facts.DefID {
	for f := x.fn; f != nil; f = f.outer {
		if f.name == name {
			return f.def
		}
	}
	for c := &x.ctx; c != nil; c = c.outer {
		if c.name == name {
			return c.class
		}
	}
	return facts.None
}

func (x *extractor) super(n int32) facts.ExprID {
	e := lang.NewExpr(facts.Super, x.t.Line(n))
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if isType(x.t.Kind(c)) {
			e.Type = x.typ(c)
		}
	}
	id := x.b.Expr(e)
	if label := x.t.ChildOfKind(n, kTypeIdentifier); label >= 0 {
		if def := x.labelled(jvm.Name(x.b, label)); def != facts.None {
			x.b.File.Exprs[id].In = def
		}
	}
	return id
}

// jump walks return, throw, break and continue.
func (x *extractor) jump(n int32) {
	value := facts.ExprID(facts.None)
	label := ""
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case x.t.Kind(c) == kLabel:
			label = jvm.Name(x.b, c)
		case x.valuable(c):
			value = x.value(c)
		}
	}
	if value == facts.None {
		return
	}
	switch {
	case x.has(n, tReturn) && x.fn != nil:
		x.fn.returns = append(x.fn.returns, value)
	case x.has(n, tReturnAt):
		for l := x.literal; l != nil; l = l.outer {
			if l.label == label {
				l.returns = append(l.returns, value)
				return
			}
		}
		if x.fn != nil && x.fn.name == label {
			x.fn.returns = append(x.fn.returns, value)
		}
	}
}

// check walks x is T and x in y.
func (x *extractor) check(n int32) {
	left, right := x.firstValue(n), x.t.LastUsable(n)
	v := x.operand(left)
	if isType(x.t.Kind(right)) {
		x.checked[right] = typeTest{x.typ(right), v}
		return
	}
	if right != left {
		x.operatorCall(x.operand(right), "contains", x.t.Line(n), v)
	}
}

// logical walks a && b: the types that a implies when true apply in b; for a || b those implied when
// false.
func (x *extractor) logical(n int32, holds bool) facts.ExprID {
	x.b.Open(lang.OrderedScope)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.valuable(c) {
			x.value(c)
			x.narrow(c, holds)
		}
	}
	x.b.Close()
	return x.b.Literal("Boolean")
}

// operatorMethods are the functions that implement operators.
var operatorMethods = map[lang.Kind]string{
	tPlus: "plus", tMinus: "minus", tStar: "times", tSlash: "div", tPercent: "rem",
	tPlusAssign: "plusAssign", tMinusAssign: "minusAssign", tTimesAssign: "timesAssign", tDivAssign: "divAssign", tModAssign: "remAssign",
	tLess: "compareTo", tLessEqual: "compareTo", tGreater: "compareTo", tGreaterEqual: "compareTo",
	tIncrement: "inc", tDecrement: "dec",
}

// operatorCall adds the call of the function that implements an operator, but not for literals, whose
// functions are outside the repository.
func (x *extractor) operatorCall(of facts.ExprID, name string, line int32, args ...facts.ExprID) facts.ExprID {
	if of == facts.None || x.b.IsLiteral(of) {
		return of
	}
	m := lang.NewExpr(facts.Member, line)
	m.X, m.Name, m.Flags = of, name, facts.Operator
	e := lang.NewExpr(facts.Call, line)
	e.X, e.Flags = x.b.Expr(m), facts.Operator
	for _, a := range args {
		e.Args = append(e.Args, facts.Arg{X: a})
	}
	return x.b.Expr(e)
}

func (x *extractor) binary(n int32) facts.ExprID {
	left := x.firstValue(n)
	operator, right := int32(-1), int32(-1)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case operatorMethods[x.t.Kind(c)] != "":
			operator = c
		case operator >= 0 && x.valuable(c):
			right = c
		}
	}
	l, r := x.operand(left), x.value(right)
	if operator < 0 {
		return l
	}
	return x.operatorCall(l, operatorMethods[x.t.Kind(operator)], x.t.Line(n), r)
}

func (x *extractor) unary(n int32) facts.ExprID {
	inner := x.firstValue(n)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		name := ""
		switch k := x.t.Kind(c); k {
		case tMinus:
			name = "unaryMinus"
		case tPlus:
			if x.t.Kind(inner) == kStringLiteral && bytes.HasSuffix(x.t.Source[:x.t.Nodes[c].Start], []byte("else")) {
				return x.value(inner) // written by source.Prepare
			}
			name = "unaryPlus"
		case tNot:
			name = "not"
		case tIncrement, tDecrement:
			name = operatorMethods[k]
		case kAnnotation: // @Suppress("…") if (…) …
			x.annotationUse(c)
			continue
		default:
			continue
		}
		v := x.operatorCall(x.operand(inner), name, x.t.Line(n))
		if name == "not" {
			return x.b.Literal("Boolean")
		}
		return v
	}
	return x.value(inner)
}

func (x *extractor) indices(suffix int32) []facts.ExprID {
	if suffix < 0 {
		return nil
	}
	return x.each(suffix)
}

// infix adds a f b, a call of a member of a. "to" creates a pair.
func (x *extractor) infix(n int32) facts.ExprID {
	left, name, right := int32(-1), int32(-1), int32(-1)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case !x.valuable(c):
		case left < 0:
			left = c
		case name < 0:
			name = c
		default:
			right = c
		}
	}
	a, b := x.operand(left), facts.ExprID(facts.None)
	if x.t.Kind(right) == kLambdaLiteral {
		b = x.lambda(right, jvm.Name(x.b, name))
	} else {
		b = x.value(right)
	}
	if name < 0 || x.t.Kind(name) != kSimpleIdentifier {
		return a
	}
	m := lang.NewExpr(facts.Member, x.t.Line(name))
	m.X, m.Name = a, source.InfixName(jvm.Name(x.b, name))
	e := lang.NewExpr(facts.Call, m.Line)
	e.X, e.Args, e.At = x.b.Expr(m), []facts.Arg{{X: b}}, x.t.Last(n)
	id := x.b.Expr(e)
	switch m.Name {
	case "to":
		pair := lang.NewExpr(facts.List, m.Line)
		pair.N, pair.Args = 1, []facts.Arg{{X: a}, {X: b}}
		return x.b.Expr(pair)
	case "until", "downTo", "step":
		return x.listOfValues(n, []facts.ExprID{a})
	}
	return id
}
