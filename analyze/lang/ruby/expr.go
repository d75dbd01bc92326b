package ruby

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// expr adds the expression at node i and returns it, or None where its value is unknown. Expressions
// inside it are added in any case.
func (x *extractor) expr(i int32) facts.ExprID {
	if i < 0 || x.t.Nodes[i].Flags&lang.IsNamed == 0 {
		return facts.None
	}
	t := x.t
	if t.Nodes[i].Flags&lang.IsError != 0 {
		x.effectsOf(i)
		return facts.None
	}
	switch k := t.Kind(i); k {
	case kIdentifier:
		return x.identifier(i)
	case kConstant:
		return x.b.NameExpr(x.b.Text(i), x.line(i))
	case kScopeResolution:
		return x.scopeResolution(i)
	case kSelf:
		return x.self(x.line(i))
	case kInstanceVariable, kClassVariable, kGlobalVariable:
		return x.variable(i)
	case kCall, kSuper, kElementReference:
		return x.callNode(i, k)
	case kYield:
		return x.yield(i)
	case kAssignment:
		return x.assignment(i)
	case kOperatorAssignment:
		return x.operatorAssignment(i)
	case kMethod:
		x.method(i, -1)
		return facts.None
	case kSingletonMethod:
		x.method(i, t.Child(i, fObject))
		return facts.None
	case kClass, kModule:
		x.typeDefinition(i)
		return facts.None
	case kSingletonClass:
		x.singletonClass(i)
		return facts.None
	case kAlias:
		x.aliasOf(i, x.symbolName(t.Child(i, fName)), x.symbolName(t.Child(i, fAlias)))
		return facts.None
	case kLambda:
		return x.block(i, true, facts.None)
	}
	if e, ok := x.control(i); ok {
		return e
	}
	return x.value(i)
}

// value is expr for literals and operators.
func (x *extractor) value(i int32) facts.ExprID {
	t := x.t
	switch t.Kind(i) {
	case kInteger:
		return x.literal("int", i)
	case kFloat:
		return x.literal("float", i)
	case kRational, kComplex:
		return x.literal("numeric", i)
	case kTrue, kFalse:
		return x.literal("bool", i)
	case kNil:
		return x.literal("nil", i)
	case kString, kChainedString, kHeredocBody, kSubshell, kBareString, kInterpolation:
		x.effectsOf(i)
		return x.literal("str", i)
	case kHeredocBeginning, kCharacter, kStringContent:
		return x.literal("str", i)
	case kSimpleSymbol, kHashKeySymbol, kBareSymbol, kDelimitedSymbol:
		x.effectsOf(i)
		return x.literal("sym", i)
	case kRegex:
		x.effectsOf(i)
		return x.literal("regexp", i)
	case kArray, kStringArray, kSymbolArray, kRightAssignmentList:
		return x.list(i)
	case kHash:
		return x.hash(i)
	case kRange:
		begin, end := x.expr(t.Child(i, fBegin)), x.expr(t.Child(i, fEnd))
		return x.listOf(x.line(i), x.either(x.line(i), begin, end))
	case kBinary:
		return x.binary(i)
	case kUnary:
		return x.unary(i)
	case kSplatArgument, kHashSplatArgument, kBlockArgument:
		return x.expr(t.FirstNamed(i))
	case kUndef, kRedo, kRetry, kForwardArgument, kHashSplatNil, kComment:
		return facts.None
	}
	x.effectsOf(i)
	return facts.None
}

// literal returns a value of a builtin type, "" for an unknown one. All literals of a type share one
// Expr: it makes no edge, so its line does not matter.
func (x *extractor) literal(typ string, i int32) facts.ExprID {
	if e, ok := x.literals[typ]; ok {
		return e
	}
	e := lang.NewExpr(facts.Literal, x.line(i))
	if typ == "" {
		e.Kind = facts.Other
	}
	e.Name = typ
	id := x.b.Expr(e)
	x.literals[typ] = id
	return id
}

func (x *extractor) local(v facts.VarID, line int32) facts.ExprID {
	e := lang.NewExpr(facts.Local, line)
	e.Ref, e.Name = v, x.f.Vars[v].Name
	return x.b.Expr(e)
}

func (x *extractor) member(object facts.ExprID, name string, line int32) facts.ExprID {
	e := lang.NewExpr(facts.Member, line)
	e.X, e.Name = object, name
	return x.b.Expr(e)
}

// self returns the value of self. Directly in the body of a type it is the type; at file level it is
// an object without members of its own.
func (x *extractor) self(line int32) facts.ExprID {
	switch {
	case x.ctx.method >= 0 && x.ctx.typ >= 0:
		return x.b.Expr(lang.NewExpr(facts.This, line))
	case x.ctx.typ >= 0:
		return x.ownType(x.ctx.singleton || !x.ctx.loose, line)
	}
	return x.literal("", 0)
}

// ownType returns the enclosing type as a value, or an instance of it.
func (x *extractor) ownType(class bool, line int32) facts.ExprID {
	typ := x.b.NamedType("", x.ctx.name, line)
	if x.f.Defs[x.ctx.typ].Name == "" {
		t := lang.NewType(facts.ObjectT, line)
		t.Def = x.ctx.typ
		typ = x.b.Type(t)
	}
	if class {
		t := lang.NewType(facts.ClassT, line)
		t.Args = []facts.TypeID{typ}
		typ = x.b.Type(t)
	}
	e := lang.NewExpr(facts.Assert, line)
	e.Type = typ
	return x.b.Expr(e)
}

// identifier adds the use of a local variable, or else a call without arguments.
func (x *extractor) identifier(i int32) facts.ExprID {
	name, line := x.b.Text(i), x.line(i)
	if v := x.lookup(name); v >= 0 {
		return x.local(v, line)
	}
	if v := x.numbered(name, line); v >= 0 {
		return x.local(v, line)
	}
	switch name {
	case "__method__":
		return x.literal("sym", i)
	case "__FILE__", "__dir__":
		return x.literal("str", i)
	case "__LINE__":
		return x.literal("int", i)
	case "block_given?":
		return x.literal("bool", i)
	}
	if e, ok := x.bareWord(i, name); ok {
		return e
	}
	return x.callOf(i, x.bare(name, line), line, 0, nil)
}

// numbered returns the implicit parameter (it, _1) of a block without parameters, or None.
func (x *extractor) numbered(name string, line int32) facts.VarID {
	n := -1
	switch {
	case name == "it":
		n = 0
	case len(name) == 2 && name[0] == '_' && name[1] >= '1' && name[1] <= '9':
		n = int(name[1] - '1')
	}
	if n < 0 || len(x.frames) == 0 || !x.frames[len(x.frames)-1].numbered {
		return facts.None
	}
	f := x.frames[len(x.frames)-1]
	v := lang.NewVar(facts.ParamVar, name, line)
	v.Index = int32(n)
	id := x.declare(v)
	f.params = append(f.params, id)
	return id
}

// bare returns the callee of a name without a receiver: a method of self, or a function at the top
// level of some file.
func (x *extractor) bare(name string, line int32) facts.ExprID {
	if x.ctx.typ < 0 || x.ctx.loose && x.ctx.method < 0 {
		return x.b.NameExpr(name, line)
	}
	self := x.self(line)
	x.f.Exprs[self].Flags |= facts.Implicit
	return x.member(self, name, line)
}

func (x *extractor) scopeResolution(i int32) facts.ExprID {
	t := x.t
	scope, name := t.Child(i, fScope), t.Child(i, fName)
	line := x.line(name)
	if scope < 0 {
		return x.b.RootName(x.b.Text(name), line)
	}
	object := x.expr(scope)
	if object < 0 {
		object = x.literal("", i)
	}
	return x.member(object, x.b.Text(name), line)
}

// isPath reports whether node i is the name of a constant: A, A::B, ::A.
func (x *extractor) isPath(i int32) bool {
	for x.t.Kind(i) == kScopeResolution {
		if x.t.Kind(x.t.Child(i, fName)) != kConstant {
			return false
		}
		if i = x.t.Child(i, fScope); i < 0 {
			return true
		}
	}
	return x.t.Kind(i) == kConstant
}

// symbolName returns the text of a symbol, plain string or method name, "" when
// it is computed.
func (x *extractor) symbolName(i int32) string {
	if i < 0 {
		return ""
	}
	t := x.t
	switch t.Kind(i) {
	case kSimpleSymbol:
		return strings.TrimPrefix(x.b.Text(i), ":")
	case kHashKeySymbol, kIdentifier, kConstant, kOperator, kSetter, kBareSymbol, kBareString, kGlobalVariable:
		return x.b.Text(i)
	case kString, kDelimitedSymbol:
		c := t.FirstNamed(i)
		if t.Kind(c) == kStringContent && t.Nodes[c].Size == 1 && t.Next(c) >= 0 && t.Nodes[t.Next(c)].Flags&lang.IsNamed == 0 {
			return x.b.Text(c)
		}
	}
	return ""
}

// list adds an array or the values of an assignment.
func (x *extractor) list(i int32) facts.ExprID {
	t := x.t
	base := len(x.args.Stack)
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if !x.usable(c) {
			continue
		}
		if t.Kind(c) == kPair {
			x.expr(t.Child(c, fKey))
			x.expr(t.Child(c, fValue))
			continue
		}
		a := facts.Arg{Spread: t.Kind(c) == kSplatArgument}
		if a.X = x.expr(c); a.X < 0 {
			a.X = x.literal("", c)
		}
		x.args.Stack = append(x.args.Stack, a)
	}
	e := lang.NewExpr(facts.List, x.line(i))
	if k := t.Kind(i); k != kStringArray && k != kSymbolArray && len(x.args.Stack) > base {
		e.N = 1 // a tuple: items have fixed positions
	}
	e.Args = x.args.Take(base)
	return x.b.Expr(e)
}

func (x *extractor) listOf(line int32, item facts.ExprID) facts.ExprID {
	e := lang.NewExpr(facts.List, line)
	e.Args = []facts.Arg{{X: item}}
	return x.b.Expr(e)
}

func (x *extractor) mapOf(line int32, item facts.ExprID) facts.ExprID {
	e := lang.NewExpr(facts.Object, line)
	e.Args = []facts.Arg{{X: item}}
	return x.b.Expr(e)
}

func (x *extractor) hash(i int32) facts.ExprID {
	t := x.t
	base := len(x.args.Stack)
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case kPair:
			x.args.Stack = append(x.args.Stack, x.pair(c))
		case kHashSplatArgument:
			x.args.Stack = append(x.args.Stack, facts.Arg{X: x.expr(c), Spread: true, DoubleSpread: true})
		default:
			if x.usable(c) {
				x.expr(c)
			}
		}
	}
	e := lang.NewExpr(facts.Object, x.line(i))
	e.Args = x.args.Take(base)
	return x.b.Expr(e)
}

// pair adds an item of a hash or a keyword argument; "x:" alone means "x: x".
func (x *extractor) pair(i int32) facts.Arg {
	t := x.t
	key, value := t.Child(i, fKey), t.Child(i, fValue)
	a := facts.Arg{X: facts.None, Keyword: x.symbolName(key)}
	switch {
	case value >= 0:
		if a.Keyword == "" {
			x.expr(key)
			a.DoubleSpread = true
		}
		a.X = x.expr(value)
	case a.Keyword != "":
		if v := x.lookup(a.Keyword); v >= 0 {
			a.X = x.local(v, x.line(key))
		} else {
			a.X = x.callOf(i, x.bare(a.Keyword, x.line(key)), x.line(key), 0, nil)
		}
	}
	return a
}

// binary adds a binary operator. Operators that a class may define are calls.
func (x *extractor) binary(i int32) facts.ExprID {
	t := x.t
	op := t.Child(i, fOperator)
	left, line := x.expr(t.Child(i, fLeft)), x.line(op)
	right := x.expr(t.Child(i, fRight))
	switch name := x.b.Text(op); name {
	case "&&", "and":
		return right
	case "||", "or":
		return x.either(line, left, right)
	case "<<":
		x.grow(left, right, false)
		return x.operator(left, name, line, right)
	case "==", "!=", "<", ">", "<=", ">=", "===", "=~", "!~":
		x.operator(left, name, line, right)
		return x.literal("bool", i)
	default:
		return x.operator(left, name, line, right)
	}
}

// operator adds the call of an operator; on a literal it is the builtin one.
func (x *extractor) operator(left facts.ExprID, name string, line int32, right facts.ExprID) facts.ExprID {
	if left < 0 {
		return facts.None
	}
	if x.f.Exprs[left].Kind == facts.Literal {
		return left
	}
	return x.callOf(-1, x.member(left, name, line), line, facts.Operator, []facts.Arg{{X: right}})
}

func (x *extractor) unary(i int32) facts.ExprID {
	t := x.t
	op, operand := t.Child(i, fOperator), t.Child(i, fOperand)
	if t.Kind(op) == tDefined {
		x.ask(operand)
	}
	switch t.Kind(op) {
	case kNot, tBang:
		x.expr(operand)
		return x.literal("bool", i)
	case tDefined:
		return x.literal("str", i) // defined? does not call
	}
	e := x.expr(operand)
	if e >= 0 && x.f.Exprs[e].Kind != facts.Literal {
		return x.callOf(i, x.member(e, x.b.Text(op)+"@", x.line(op)), x.line(op), 0, nil)
	}
	return e
}

// ask records the names in the operand of defined?.
func (x *extractor) ask(i int32) {
	for i >= 0 && x.t.Kind(i) == kParenthesizedStatements {
		i = x.t.FirstNamed(i)
	}
	if i < 0 {
		return
	}
	switch x.t.Kind(i) {
	case kConstant, kIdentifier:
		x.asked[x.b.Text(i)] = true
	case kScopeResolution:
		x.ask(x.t.Child(i, fScope))
		x.ask(x.t.Child(i, fName))
	case kCall:
		x.ask(x.t.Child(i, fReceiver))
		x.ask(x.t.Child(i, fMethod))
	}
}
