package scala

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// block walks the statements that are children of n and returns the value of the last one.
func (x *extractor) block(n int32) facts.ExprID {
	last, value := int32(-1), facts.ExprID(facts.None)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) {
			last = c
		}
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case c == last:
			value = x.value(c)
		case x.t.Nodes[c].Flags&lang.IsError != 0:
			x.block(c)
		case x.t.Usable(c):
			x.statement(c)
		}
	}
	return value
}

func (x *extractor) scoped(n int32) facts.ExprID {
	x.b.Open(lang.BlockScope)
	v := x.block(n)
	x.b.Close()
	return v
}

// statement walks an expression whose value is unused.
func (x *extractor) statement(n int32) {
	v := x.value(n)
	if v != facts.None && x.b.File.Exprs[v].Kind == facts.Call {
		x.b.File.Exprs[v].Flags |= facts.Discarded
	}
}

// operand is value, but returns an unknown expression instead of None.
func (x *extractor) operand(n int32) facts.ExprID { return walk.Known(x.b, x.value(n), n) }

// value adds expression n and returns it; None where its value is unknown.
func (x *extractor) value(n int32) facts.ExprID {
	if n < 0 || !x.t.Usable(n) {
		return facts.None
	}
	k := x.t.Kind(n)
	if name := literalType(k); name != "" {
		return x.b.Literal(name)
	}
	if x.ctx.level == jvm.InCode && x.declaration(n, nil) {
		return facts.None
	}
	switch k {
	case kIdentifier, kOperatorIdentifier, kTypeIdentifier:
		return x.name(n)
	case kWildcard:
		return x.placeholder(n)
	case kBlock, kIndentedBlock:
		return x.scoped(n)
	case kInterpolatedStringExpression, kInterpolatedString, kInterpolation:
		x.each(n)
		return x.b.Literal("String")
	case kParenthesizedExpression:
		return x.argument(x.firstUsable(n))
	case kTupleExpression:
		return x.listOf(n, x.each(n), 1)
	case kFieldExpression:
		return x.field(n)
	case kCallExpression:
		return x.call(n)
	case kGenericFunction:
		return x.generic(n)
	case kInstanceExpression:
		return x.instance(n)
	case kLambdaExpression:
		return x.lambda(n)
	case kColonArgument:
		return x.lambda(n)
	case kCaseBlock, kIndentedCases:
		return x.partial(n)
	case kInfixExpression:
		return x.infix(n)
	case kPostfixExpression:
		return x.postfix(n)
	case kPrefixExpression:
		return x.value(x.t.LastUsable(n))
	case kAscriptionExpression:
		return x.ascription(n)
	}
	return x.control(n)
}

// control adds an expression that steers what runs.
func (x *extractor) control(n int32) facts.ExprID {
	switch x.t.Kind(n) {
	case kIfExpression:
		x.value(x.usableChild(n, fCondition))
		a := x.scopedValue(x.t.Child(n, fConsequence))
		return jvm.Either(x.b, x.t.Line(n), a, x.scopedValue(x.t.Child(n, fAlternative)))
	case kMatchExpression:
		v := x.operand(x.t.Child(n, fValue))
		return x.cases(x.t.Child(n, fBody), v)
	case kTryExpression:
		return x.try(n)
	case kForExpression:
		return x.forExpression(n)
	case kWhileExpression, kDoWhileExpression:
		x.value(x.usableChild(n, fCondition))
		x.scopedValue(x.t.Child(n, fBody))
		return facts.None
	case kAssignmentExpression:
		x.assignment(n)
		return facts.None
	case kReturnExpression:
		if v := x.value(x.t.LastUsable(n)); v != facts.None && x.fn != nil {
			x.fn.returns = append(x.fn.returns, v)
		}
		return facts.None
	case kModifiers, kAnnotation:
		return facts.None
	}
	x.each(n)
	return facts.None
}

func (x *extractor) usableChild(n int32, f lang.FieldID) int32 {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Field == f && x.t.Usable(c) {
			return c
		}
	}
	return -1
}

func (x *extractor) scopedValue(n int32) facts.ExprID {
	if n < 0 {
		return facts.None
	}
	x.b.Open(lang.BlockScope)
	v := x.value(n)
	x.b.Close()
	return v
}

// each adds the expressions that are children of n.
func (x *extractor) each(n int32) []facts.ExprID {
	var out []facts.ExprID
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) && x.t.Nodes[c].Field != fInterpolator {
			out = append(out, x.value(c))
		}
	}
	return out
}

// listOf adds a list of values; with n 1 a tuple.
func (x *extractor) listOf(at int32, values []facts.ExprID, n int32) facts.ExprID {
	e := lang.NewExpr(facts.List, x.t.Line(at))
	e.N = n
	e.Args = walk.ArgsOf(values)
	return x.b.Expr(e)
}

func literalType(k lang.Kind) string {
	switch k {
	case kString:
		return "String"
	case kIntegerLiteral:
		return "Int"
	case kFloatingPointLiteral:
		return "Double"
	case kCharacterLiteral:
		return "Char"
	case kBooleanLiteral:
		return "Boolean"
	case kNullLiteral:
		return "null"
	case kUnit:
		return "Unit"
	}
	return ""
}

// name adds the use of a name, or this and super, which are names to the grammar.
func (x *extractor) name(n int32) facts.ExprID {
	switch name := jvm.Name(x.b, n); name {
	case "this":
		return x.b.Expr(lang.NewExpr(facts.This, x.t.Line(n)))
	case "super":
		return x.b.Expr(lang.NewExpr(facts.Super, x.t.Line(n)))
	default:
		return x.nameOf(name, x.t.Line(n))
	}
}

func (x *extractor) nameOf(name string, line int32) facts.ExprID {
	if name == "" || name == "_" {
		return facts.None
	}
	e := x.b.NameExpr(name, line)
	x.b.File.Exprs[e].Args = x.ctx.implicit
	return e
}

// field adds a.b, and C.this and C.super.m.
func (x *extractor) field(n int32) facts.ExprID {
	of, name := x.t.Child(n, fValue), x.t.Child(n, fField)
	if name < 0 {
		return x.value(of)
	}
	if word := jvm.Name(x.b, name); x.t.Kind(of) == kIdentifier && (word == "this" || word == "super") {
		e := lang.NewExpr(facts.This, x.t.Line(n))
		if word == "super" {
			e.Kind = facts.Super
		}
		id := x.b.Expr(e)
		for c := &x.ctx; c != nil; c = c.outer {
			if c.name == jvm.Name(x.b, of) && c.class != facts.None {
				x.b.File.Exprs[id].In = c.class
				break
			}
		}
		return id
	}
	return walk.Member(x.b, x.operand(of), jvm.Name(x.b, name), x.t.Line(name))
}

// generic adds f[T]: a call where f takes none, the type itself for asInstanceOf.
func (x *extractor) generic(n int32) facts.ExprID {
	fn := x.t.Child(n, fFunction)
	types := x.typeArguments(x.t.Child(n, fTypeArguments))
	v := x.operand(fn)
	if x.is(fn, "super") {
		return v
	}
	if e := &x.b.File.Exprs[v]; e.Kind == facts.Member && len(types) == 1 {
		switch e.Name {
		case "asInstanceOf":
			a := lang.NewExpr(facts.Assert, e.Line)
			a.X, a.Type = e.X, types[0]
			return x.b.Expr(a)
		case "isInstanceOf":
			return x.b.Literal("Boolean")
		}
	}
	return x.callOf(n, v, types, nil)
}

func (x *extractor) callOf(n int32, callee facts.ExprID, types []facts.TypeID, args []facts.Arg) facts.ExprID {
	e := lang.NewExpr(facts.Call, x.b.File.Exprs[callee].Line)
	if k := x.b.File.Exprs[callee].Kind; k != facts.Name && k != facts.Member {
		e.Line = x.t.Line(n)
	}
	e.X, e.Args, e.At = callee, args, x.t.Last(n)
	if len(types) > 0 {
		t := lang.NewType(facts.TupleT, e.Line)
		t.Args = types
		e.Type = x.b.Type(t)
	}
	return x.b.Expr(e)
}

// call adds a call with all its lists of arguments.
func (x *extractor) call(n int32) facts.ExprID {
	fn := n
	var lists []int32
	for x.t.Kind(fn) == kCallExpression {
		lists = append(lists, x.t.Child(fn, fArguments))
		fn = x.t.Child(fn, fFunction)
	}
	if fn < 0 {
		return facts.None
	}
	if x.t.Kind(fn) == kInstanceExpression && len(lists) == 1 && x.t.Kind(lists[0]) == kArguments { // new A with B(1)
		return x.instanceOf(fn, nil, x.arguments(lists[0]), -1)
	}
	var types []facts.TypeID
	callee := facts.ExprID(facts.None)
	if x.t.Kind(fn) == kGenericFunction && !x.is(x.t.Child(fn, fFunction), "super") {
		types = x.typeArguments(x.t.Child(fn, fTypeArguments))
		callee = x.operand(x.t.Child(fn, fFunction))
	} else {
		callee = x.operand(fn)
	}
	var args []facts.Arg
	for i := len(lists) - 1; i >= 0; i-- {
		if lists[i] >= 0 {
			args = append(args, x.arguments(lists[i])...)
		}
	}
	call := x.callOf(n, callee, types, args)
	if len(lists) > 1 {
		x.b.File.Exprs[call].Flags |= facts.Lists
	}
	return call
}

// arguments adds the arguments in brackets, or the block behind a call.
func (x *extractor) arguments(list int32) []facts.Arg {
	if x.t.Kind(list) != kArguments {
		return []facts.Arg{{X: x.argument(list)}}
	}
	var args []facts.Arg
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if !x.t.Usable(c) {
			continue
		}
		var a facts.Arg
		switch x.t.Kind(c) {
		case kAssignmentExpression:
			a.Keyword = jvm.Name(x.b, x.t.Child(c, fLeft))
			a.X = x.argument(x.t.Child(c, fRight))
		case kAscriptionExpression:
			last := x.t.LastUsable(c)
			a.Spread = x.is(last, "_*") || x.is(last, "*") || x.t.Kind(last) == kRepeatedParameterType
			a.X = x.argument(c)
		case kPostfixExpression:
			a.Spread = x.is(x.t.LastUsable(c), "*")
			a.X = x.argument(c)
		default:
			a.X = x.argument(c)
		}
		args = append(args, a)
	}
	return args
}

// instance adds new T(args) { … }.
func (x *extractor) instance(n int32) facts.ExprID { return x.instanceOf(n, nil, nil, -1) }

// mixed adds new A(…) with B { … }, which the grammar takes for operators called
// "with".
func (x *extractor) mixed(n int32) facts.ExprID {
	var parts []int32
	body := int32(-1)
	for x.t.Kind(n) == kInfixExpression && x.is(x.t.Child(n, fOperator), "with") {
		right := x.t.Child(n, fRight)
		if x.t.Kind(right) == kCallExpression {
			if b := x.t.Child(right, fArguments); x.t.Kind(b) == kBlock || x.t.Kind(b) == kIndentedBlock {
				body = b
			}
			right = x.t.Child(right, fFunction)
		}
		parts = append(parts, right)
		n = x.t.Child(n, fLeft)
	}
	if x.t.Kind(n) != kInstanceExpression {
		return x.value(n)
	}
	var bases []facts.TypeID
	for i := len(parts) - 1; i >= 0; i-- {
		p, args := parts[i], []facts.TypeID(nil)
		if x.t.Kind(p) == kGenericFunction {
			args = x.typeArguments(x.t.Child(p, fTypeArguments))
			p = x.t.Child(p, fFunction)
		}
		path := x.dottedField(p)
		if dot := lastDot(path); path != "" {
			t := lang.NewType(facts.Named, x.t.Line(p))
			t.Qualifier, t.Name, t.Args = path[:max(dot, 0)], path[dot+1:], args
			bases = append(bases, x.b.Type(t))
		}
	}
	return x.instanceOf(n, bases, nil, body)
}

// dottedField is dotted for a path that is written as an expression, "" for others.
func (x *extractor) dottedField(n int32) string {
	switch x.t.Kind(n) {
	case kIdentifier:
		return jvm.Name(x.b, n)
	case kFieldExpression:
		return walk.Path(x.dottedField(x.t.Child(n, fValue)), ".", jvm.Name(x.b, x.t.Child(n, fField)))
	}
	return ""
}

// instanceOf is instance with more supertypes, arguments and a body that stand
// behind.
func (x *extractor) instanceOf(n int32, more []facts.TypeID, args []facts.Arg, body int32) facts.ExprID {
	typ := int32(-1)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kTemplateBody || k == kWithTemplateBody:
			body = c
		case k == kArguments:
			args = append(x.arguments(c), args...)
		case typ < 0 && x.t.Usable(c):
			typ = c
		}
	}
	var bases []facts.TypeID
	made := facts.ExprID(facts.None)
	if typ >= 0 {
		first := typ
		x.eachPart(typ, func(part int32) {
			if len(bases) == 0 {
				first = part
			}
			if t := x.typ(part); t != facts.None {
				bases = append(bases, t)
			}
		})
		t := facts.TypeID(facts.None)
		if len(bases) > 0 {
			t = bases[0]
		}
		made = x.newOf(first, t, args)
	}
	if bases = append(bases, more...); body < 0 && len(bases) < 2 {
		return made
	}
	t := lang.NewType(facts.ObjectT, x.t.Line(n))
	t.Def = x.namelessClass(n, body, bases)
	e := lang.NewExpr(facts.Composite, x.t.Line(n))
	e.Type = x.b.Type(t)
	return x.b.Expr(e)
}

// infix adds a op b, a call of a member of a, or of b where op ends in a colon.
func (x *extractor) infix(n int32) facts.ExprID {
	left, op, right := x.t.Child(n, fLeft), x.t.Child(n, fOperator), x.t.Child(n, fRight)
	if x.is(op, "with") {
		return x.mixed(n)
	}
	name := jvm.Name(x.b, op)
	switch name {
	case "&&", "||", "==", "!=", "eq", "ne":
		x.value(left)
		x.value(right)
		return x.b.Literal("Boolean")
	}
	if name == "" {
		return x.value(left)
	}
	of, arg := left, right
	if name[len(name)-1] == ':' {
		of, arg = right, left
	}
	v := x.operand(of)
	var args []facts.Arg
	if k := x.t.Kind(arg); k == kTupleExpression && name != "->" {
		for _, a := range x.each(arg) {
			args = append(args, facts.Arg{X: a})
		}
	} else if k != kUnit {
		args = []facts.Arg{{X: x.value(arg)}}
	}
	if name == "->" && len(args) == 1 {
		return x.listOf(n, []facts.ExprID{v, args[0].X}, 1)
	}
	symbolic := x.t.Kind(op) == kOperatorIdentifier
	if x.b.IsLiteral(v) && symbolic {
		return v
	}
	call := x.callOf(n, walk.Member(x.b, v, name, x.t.Line(op)), nil, args)
	if symbolic {
		x.b.File.Exprs[call].Flags |= facts.Operator
	}
	return call
}

// postfix adds a f, the member f of a; "f _" is f itself.
func (x *extractor) postfix(n int32) facts.ExprID {
	first, last := x.firstUsable(n), x.t.LastUsable(n)
	v := x.operand(first)
	if last == first || x.is(last, "_") || x.is(last, "*") {
		return v
	}
	return walk.Member(x.b, v, jvm.Name(x.b, last), x.t.Line(last))
}

// ascription adds a: T.
func (x *extractor) ascription(n int32) facts.ExprID {
	first, last := x.firstUsable(n), x.t.LastUsable(n)
	v := x.value(first)
	if last == first {
		return v
	}
	switch x.t.Kind(last) {
	case kAnnotation, kRepeatedParameterType, kWildcard:
		return v
	}
	if x.is(last, "_*") || x.is(last, "*") {
		return v
	}
	t := x.typ(last)
	if t == facts.None || v == facts.None {
		return v
	}
	e := lang.NewExpr(facts.Assert, x.t.Line(n))
	e.X, e.Type = v, t
	return x.b.Expr(e)
}

// assignment walks an assignment: to a variable, a member, or an element.
func (x *extractor) assignment(n int32) {
	left, right := x.t.Child(n, fLeft), x.t.Child(n, fRight)
	v := x.value(right)
	if left < 0 {
		return
	}
	if x.t.Kind(left) == kCallExpression { // a(i) = v
		of := x.operand(x.t.Child(left, fFunction))
		args := append(x.arguments(x.t.Child(left, fArguments)), facts.Arg{X: v})
		call := x.callOf(left, walk.Member(x.b, of, "update", x.t.Line(left)), nil, args)
		x.b.File.Exprs[call].Flags |= facts.Operator
		return
	}
	target := x.value(left)
	if target == facts.None {
		return
	}
	switch e := &x.b.File.Exprs[target]; e.Kind {
	case facts.Name:
		e.Flags |= facts.Write
		x.b.Assign(target, v)
	case facts.Member:
		e.Flags |= facts.Write
	}
}
