package php

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// known is expr, but returns an unknown expression instead of None.
func (x *extractor) known(n int32) facts.ExprID { return walk.Known(x.b, x.expr(n), n) }

// expr adds expression n and returns it; None where its value is unknown.
func (x *extractor) expr(n int32) facts.ExprID {
	if n < 0 || !x.t.Usable(n) {
		return facts.None
	}
	switch k := x.t.Kind(n); k {
	case kString, kNowdoc:
		return x.b.Literal("string")
	case kEncapsedString, kHeredoc:
		x.children(n)
		return x.b.Literal("string")
	case kInteger:
		return x.b.Literal("int")
	case kFloat:
		return x.b.Literal("float")
	case kBoolean:
		return x.b.Literal("bool")
	case kNull:
		return x.b.Literal("null")
	case kVariableName:
		return x.variable(n)
	case kName, kQualifiedName:
		return x.constant(n)
	case kParenthesizedExpression, kErrorSuppressionExpression, kVariadicUnpacking, kByRef:
		return x.expr(x.item(n, 0))
	case kCloneExpression:
		return x.expr(x.item(n, 0))
	case kMemberAccessExpression, kNullsafeMemberAccessExpression:
		return x.asNarrowed(n, x.property(x.known(x.t.Child(n, fObject)), x.t.Child(n, fName), k == kNullsafeMemberAccessExpression))
	case kScopedPropertyAccessExpression:
		return x.property(x.classExpr(x.t.Child(n, fScope)), x.t.Child(n, fName), false)
	case kClassConstantAccessExpression:
		return x.classConstant(n)
	case kFunctionCallExpression, kMemberCallExpression, kNullsafeMemberCallExpression, kScopedCallExpression:
		return x.call(n)
	case kObjectCreationExpression:
		return x.creation(n)
	case kArrayCreationExpression:
		return x.array(n)
	case kSubscriptExpression:
		e := lang.NewExpr(facts.Index, x.t.Line(n))
		of := x.item(n, 0)
		e.X = x.known(of)
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.t.Usable(c) && c != of {
				x.visit(c)
			}
		}
		return x.asNarrowed(n, x.b.Expr(e))
	case kAnonymousFunctionCreationExpression, kArrowFunction:
		return x.literal(n)
	case kAssignmentExpression, kReferenceAssignmentExpression, kAugmentedAssignmentExpression:
		return x.assignment(n)
	case kBinaryExpression:
		return x.binary(n)
	case kConditionalExpression:
		return x.ternary(n)
	case kMatchExpression:
		return x.match(n)
	case kYieldExpression:
		return x.yield(n)
	}
	return x.plainExpr(n)
}

// plainExpr adds the operands of expressions whose own value is unknown.
func (x *extractor) plainExpr(n int32) facts.ExprID {
	switch x.t.Kind(n) {
	case kCastExpression:
		e := x.expr(x.t.Child(n, fValue))
		if name := castType(strings.ToLower(x.b.Text(x.t.Child(n, fType)))); name != "" {
			return x.b.Literal(name)
		}
		return e
	case kIncludeExpression, kIncludeOnceExpression, kRequireExpression, kRequireOnceExpression:
		x.include(n)
		return facts.None
	case kUnaryOpExpression:
		e := x.expr(x.item(n, 0))
		if first := x.t.First(n); first >= 0 && x.is(first, "!") {
			return x.b.Literal("bool")
		}
		return e
	case kUpdateExpression:
		return x.expr(x.t.Child(n, fArgument))
	case kAttributeList, kVariadicPlaceholder:
		return facts.None
	case kStaticVariableDeclaration, kCompoundStatement, kExpressionStatement:
		x.visit(n)
		return facts.None
	}
	x.children(n)
	return facts.None
}

func castType(name string) string {
	switch name {
	case "int", "integer":
		return "int"
	case "string", "binary":
		return "string"
	case "bool", "boolean":
		return "bool"
	case "float", "double", "real":
		return "float"
	}
	return ""
}

// variable adds the use of a variable; $this is the instance.
func (x *extractor) variable(n int32) facts.ExprID {
	name := x.b.Text(n)
	if name == "$this" {
		return x.b.Expr(lang.NewExpr(facts.This, x.t.Line(n)))
	}
	if x.b.Lookup(name) == facts.None {
		return facts.None
	}
	return x.b.NameExpr(name, x.t.Line(n))
}

// constant adds the use of a constant.
func (x *extractor) constant(n int32) facts.ExprID {
	name := x.pathText(n)
	switch strings.ToUpper(name) {
	case "__DIR__", "__FILE__", "__CLASS__", "__FUNCTION__", "__METHOD__", "__NAMESPACE__", "__TRAIT__", "PHP_EOL":
		return x.b.Literal("string")
	case "__LINE__":
		return x.b.Literal("int")
	}
	return x.functionExpr(n, x.constants, name)
}

// property adds $of->name. A name that the program computes is not known.
func (x *extractor) property(of facts.ExprID, name int32, optional bool) facts.ExprID {
	text := ""
	switch x.t.Kind(name) {
	case kName:
		text = "$" + x.b.Text(name)
	case kVariableName:
		if x.t.Kind(x.t.Nodes[name].Parent) == kScopedPropertyAccessExpression {
			text = x.b.Text(name)
		}
	}
	if text == "" {
		x.visit(name)
		return walk.Wrap(x.b, facts.Other, of, x.t.Line(max(name, 0)))
	}
	e := lang.NewExpr(facts.Member, x.t.Line(name))
	e.X, e.Name = of, text
	if optional {
		e.Flags = facts.OptionalOp
	}
	return x.b.Expr(e)
}

// classConstant adds A::B; A::class is a string that names a class.
func (x *extractor) classConstant(n int32) facts.ExprID {
	scope, name := x.item(n, 0), x.t.LastUsable(n)
	if x.is(name, "class") {
		switch x.t.Kind(scope) {
		case kName, kQualifiedName:
			t := lang.NewType(facts.ClassT, x.t.Line(scope))
			t.Args = []facts.TypeID{x.classType(scope)}
			e := lang.NewExpr(facts.Composite, x.t.Line(scope))
			e.Type = x.b.Type(t)
			return x.b.Expr(e)
		}
		x.classExpr(scope)
		return x.b.Literal("string")
	}
	e := lang.NewExpr(facts.Member, x.t.Line(name))
	e.X = x.classExpr(scope)
	e.Name = x.b.Text(name)
	return x.b.Expr(e)
}

// array adds a list, or a map where it is written with keys. [$object, 'method']
// is a method as a value.
func (x *extractor) array(n int32) facts.ExprID {
	if m := x.callableArray(n); m != facts.None {
		return m
	}
	e := lang.NewExpr(facts.List, x.t.Line(n))
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kArrayElementInitializer || !x.t.Usable(c) {
			continue
		}
		first, value := x.item(c, 0), x.t.LastUsable(c)
		arg := facts.Arg{Spread: x.t.Kind(value) == kVariadicUnpacking}
		if first != value {
			x.visit(first)
			e.Kind = facts.Object
			if x.t.Kind(first) == kString {
				arg.Keyword = strings.Trim(x.b.Text(first), `'"`)
			}
		}
		arg.X = x.expr(value)
		e.Args = append(e.Args, arg)
	}
	return x.b.Expr(e)
}

// callableArray returns the method that [$this, 'name'] or [A::class, 'name']
// means, or None.
func (x *extractor) callableArray(n int32) facts.ExprID {
	of, name := x.item(n, 0), x.item(n, 1)
	if name < 0 || x.item(n, 2) >= 0 || x.t.Nodes[of].Size == 1 || x.item(of, 1) >= 0 {
		return facts.None
	}
	of, name = x.item(of, 0), x.item(name, 0)
	if x.t.Kind(name) != kString || x.t.Next(name) >= 0 {
		return facts.None
	}
	var x0 facts.ExprID
	switch x.t.Kind(of) {
	case kVariableName:
		if x0 = x.variable(of); x0 == facts.None {
			return facts.None
		}
	case kClassConstantAccessExpression:
		if !x.is(x.t.LastUsable(of), "class") {
			return facts.None
		}
		x0 = x.classExpr(x.item(of, 0))
	default:
		return facts.None
	}
	text := strings.Trim(x.b.Text(name), `'"`)
	if text == "" || strings.ContainsAny(text, " \\:./-") {
		return facts.None
	}
	m := lang.NewExpr(facts.Member, x.t.Line(name))
	m.X, m.Name = x0, text
	return x.b.Expr(m)
}

// assignment adds target = value, which has the value of value.
func (x *extractor) assignment(n int32) facts.ExprID {
	left, right := x.t.Child(n, fLeft), x.t.Child(n, fRight)
	value := x.expr(right)
	gives := value
	if x.t.Kind(n) == kAugmentedAssignmentExpression && !x.is(x.t.Child(n, fOperator), "??=") {
		gives = facts.None // $x .= f() gives $x no other type
	}
	x.assign(left, gives)
	return gives
}

func (x *extractor) binary(n int32) facts.ExprID {
	left, right, op := x.t.Child(n, fLeft), x.t.Child(n, fRight), x.t.Child(n, fOperator)
	switch strings.ToLower(x.b.Text(op)) {
	case "??":
		l := x.expr(left)
		return walk.Operation(x.b, l, x.expr(right), x.t.Line(n))
	case "instanceof":
		x.visit(left)
		if x.classType(right) == facts.None {
			x.visit(right)
		}
		return x.b.Literal("bool")
	case ".":
		x.visit(left)
		x.visit(right)
		return x.b.Literal("string")
	case "&&", "and":
		x.visit(left)
		x.where(left, func() { x.visit(right) })
		return x.b.Literal("bool")
	case "||", "or":
		x.visit(left)
		x.within(func() {
			x.narrow(left, false)
			x.visit(right)
		})
		return x.b.Literal("bool")
	case "xor", "==", "!=", "<>", "===", "!==", "<", ">", "<=", ">=":
		x.visit(left)
		x.visit(right)
		return x.b.Literal("bool")
	}
	l, r := x.expr(left), x.expr(right)
	return walk.Operation(x.b, l, r, x.t.Line(n))
}

func (x *extractor) ternary(n int32) facts.ExprID {
	condition, yes := x.t.Child(n, fCondition), x.t.Child(n, fBody)
	if yes < 0 {
		c := x.expr(condition)
		return walk.Operation(x.b, c, x.expr(x.t.Child(n, fAlternative)), x.t.Line(n))
	}
	x.visit(condition)
	var y facts.ExprID
	x.where(condition, func() { y = x.expr(yes) })
	return walk.Operation(x.b, y, x.expr(x.t.Child(n, fAlternative)), x.t.Line(n))
}

func (x *extractor) match(n int32) facts.ExprID {
	x.visit(x.t.Child(n, fCondition))
	body := x.t.Child(n, fBody)
	if body < 0 {
		return facts.None
	}
	var args []facts.Arg
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		if !x.t.Usable(c) {
			continue
		}
		x.within(func() {
			if list := x.t.Child(c, fConditionalExpressions); list >= 0 {
				x.children(list)
				if only := x.item(list, 0); x.item(list, 1) < 0 {
					x.narrow(only, true)
				}
			}
			if v := x.expr(x.t.Child(c, fReturnExpression)); v != facts.None && len(args) < facts.MaxValues {
				args = append(args, facts.Arg{X: v})
			}
		})
	}
	return walk.Choice(x.b, args, x.t.Line(n))
}

func (x *extractor) yield(n int32) facts.ExprID {
	if x.fn == nil {
		x.children(n)
		return facts.None
	}
	x.fn.generates = true
	v := x.item(n, 0)
	if x.t.Kind(v) == kArrayElementInitializer {
		key := x.item(v, 0)
		if v = x.t.LastUsable(v); v != key {
			x.visit(key)
		}
	} else if v >= 0 { // yield from
		if id := walk.Wrap(x.b, facts.Elem, x.known(v), x.t.Line(v)); len(x.fn.yields) < facts.MaxValues {
			x.fn.yields = append(x.fn.yields, id)
		}
		return facts.None
	}
	if e := x.expr(v); e != facts.None && len(x.fn.yields) < facts.MaxValues {
		x.fn.yields = append(x.fn.yields, e)
	}
	return facts.None
}
