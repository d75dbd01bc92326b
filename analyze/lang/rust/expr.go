package rust

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/rust/standard"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// walk adds the calls and references in n, whose value is unused.
func (x *extractor) walk(n int32) { x.value(n) }

// operand is value, but returns an unknown expression instead of None.
func (x *extractor) operand(n int32) facts.ExprID { return walk.Known(x.b, x.value(n), n) }

// value adds expression n and returns it; None where its value is unknown.
func (x *extractor) value(n int32) facts.ExprID {
	if n < 0 || !x.usable(n) {
		return facts.None
	}
	switch k := x.t.Kind(n); k {
	case kIdentifier, kSelf, kShorthandFieldIdentifier:
		return x.name(n)
	case kScopedIdentifier, kGenericFunction, kBracketedType, kCrate, kSuper:
		e, _ := x.callee(n)
		return e
	case kFieldExpression:
		return x.fieldValue(n, facts.ValueName)
	case kCallExpression:
		return x.call(n)
	case kMacroInvocation:
		return x.macro(n)
	case kParenthesizedExpression, kReferenceExpression:
		return x.valueIn(n)
	case kUnaryExpression:
		return x.value(x.nth(n, 0))
	case kTryExpression:
		return x.unwrapped(x.operand(x.nth(n, 0)), "?", n)
	case kAwaitExpression:
		return x.wrap(facts.Await, x.operand(x.nth(n, 0)), n)
	case kBinaryExpression:
		return x.binary(n)
	case kTypeCastExpression:
		e := lang.NewExpr(facts.Assert, x.t.Line(n))
		e.X = x.operand(x.t.Child(n, fValue))
		e.Type = x.typ(x.t.Child(n, fType))
		return x.b.Expr(e)
	case kIndexExpression:
		return x.index(n)
	case kStructExpression:
		return x.composite(n)
	case kClosureExpression:
		return x.closure(n)
	case kArrayExpression, kTupleExpression:
		return x.list(n, k)
	case kRangeExpression:
		return x.rangeOf(n)
	case kAssignmentExpression, kCompoundAssignmentExpr:
		x.assignment(n)
		return facts.None
	}
	return x.control(n)
}

// control adds an expression that contains statements, or a jump.
func (x *extractor) control(n int32) facts.ExprID {
	switch k := x.t.Kind(n); k {
	case kBlock:
		return x.block(n)
	case kUnsafeBlock, kConstBlock, kTryBlock:
		return x.block(x.t.ChildOfKind(n, kBlock))
	case kAsyncBlock:
		return x.async(n)
	case kIfExpression:
		return x.ifExpression(n)
	case kMatchExpression:
		return x.match(n)
	case kForExpression:
		x.b.Open(lang.OrderedScope)
		over := x.operand(x.t.Child(n, fValue))
		x.bind(x.t.Child(n, fPattern), x.wrap(facts.Elem, over, n))
		x.block(x.t.Child(n, fBody))
		x.b.Close()
	case kWhileExpression:
		x.b.Open(lang.OrderedScope)
		x.condition(x.t.Child(n, fCondition))
		x.block(x.t.Child(n, fBody))
		x.b.Close()
	case kLoopExpression:
		x.block(x.t.Child(n, fBody))
	case kReturnExpression:
		if v := x.value(x.nth(n, 0)); v != facts.None {
			x.returns = append(x.returns, v)
		}
	case kBreakExpression, kYieldExpression:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			x.walk(c)
		}
	case kLetCondition, kLetChain:
		x.condition(n)
		return x.b.Literal("bool")
	default:
		return x.literalValue(n)
	}
	return facts.None
}

// valueIn returns the value of the expression that n only wraps.
func (x *extractor) valueIn(n int32) facts.ExprID {
	if v := x.t.Child(n, fValue); v >= 0 {
		return x.value(v)
	}
	return x.value(x.nth(n, 0))
}

func (x *extractor) wrap(kind facts.ExprKind, of facts.ExprID, n int32) facts.ExprID {
	return walk.Wrap(x.b, kind, of, x.t.Line(n))
}

// unwrapped adds the implicit call name that takes the value out of an Option or a Result.
func (x *extractor) unwrapped(of facts.ExprID, name string, n int32) facts.ExprID {
	m := lang.NewExpr(facts.Member, x.t.Line(n))
	m.X, m.Name = of, name
	e := lang.NewExpr(facts.Call, m.Line)
	e.X, e.Flags = x.b.Expr(m), facts.Implicit
	return x.b.Expr(e)
}

func (x *extractor) literalValue(n int32) facts.ExprID {
	switch x.t.Kind(n) {
	case kStringLiteral, kRawStringLiteral:
		return x.b.Literal("str")
	case kCharLiteral:
		return x.b.Literal("char")
	case kBooleanLiteral:
		return x.b.Literal("bool")
	case kNegativeLiteral:
		return x.literalValue(x.nth(n, 0))
	case kIntegerLiteral:
		text := x.t.Text(n)
		if i := strings.IndexAny(text, "iu"); i > 0 && !strings.HasPrefix(text, "0x") {
			return x.b.Literal(text[i:])
		}
		return x.b.Literal("int")
	case kFloatLiteral:
		return x.b.Literal("f64")
	}
	return facts.None
}

// name adds the use of a name as a value.
func (x *extractor) name(n int32) facts.ExprID {
	switch name := x.text(n); name {
	case "", "_":
		return facts.None
	case "Self":
		return x.selfValue(n)
	default:
		return x.b.NameExpr(name, x.t.Line(n))
	}
}

// selfValue adds the type that Self means, as a value.
func (x *extractor) selfValue(n int32) facts.ExprID {
	if x.t.Kind(x.self) == kTraitItem {
		return x.b.FileLevelName(x.text(x.t.Child(x.self, fName)), x.t.Line(n))
	}
	if x.self < 0 {
		return facts.None
	}
	return x.typeValue(x.self, x.t.Line(n))
}

// typeValue adds a type that is used as a value: the path of its name, or a type without a name.
func (x *extractor) typeValue(n, line int32) facts.ExprID {
	if p := x.pathText(n); p != "" && p != "Self" {
		return x.pathExpr(p, line)
	}
	self := x.self
	if n == x.self {
		x.self = -1
	}
	t := x.typ(n)
	x.self = self
	e := lang.NewExpr(facts.TypeExpr, line)
	e.Type = t
	return x.b.Expr(e)
}

// pathExpr adds the path p, a member access on its first name.
func (x *extractor) pathExpr(p string, line int32) facts.ExprID {
	head, rest := x.pathHead(x.path(p))
	var e facts.ExprID
	if first, _, _ := strings.Cut(rest, "::"); x.isTypeParam(head + "::" + first) {
		t := lang.NewExpr(facts.TypeExpr, line)
		t.Type = x.projected[head+"::"+first]
		_, rest, _ = strings.Cut(rest, "::")
		e = x.b.Expr(t)
	} else if v := x.b.Lookup(head); v != facts.None && (x.b.File.Vars[v].Kind == facts.DefVar || x.b.File.Vars[v].Kind == facts.ImportVar) {
		e = x.b.NameExpr(head, line)
	} else if x.isTypeParam(head) {
		t := lang.NewExpr(facts.TypeExpr, line)
		t.Type = x.b.NamedType("", head, line)
		e = x.b.Expr(t)
	} else {
		x.head(head, line)
		e = x.b.FileLevelName(head, line)
	}
	for rest != "" {
		head, rest, _ = strings.Cut(rest, "::")
		m := lang.NewExpr(facts.Member, line)
		m.X, m.Name = e, head
		e = x.b.Expr(m)
	}
	return e
}

// callee adds a path as a value, and returns it with the type arguments of its last name.
func (x *extractor) callee(n int32) (facts.ExprID, facts.TypeID) {
	switch x.t.Kind(n) {
	case kGenericFunction:
		list := x.t.Child(n, fTypeArguments)
		of, _ := x.callee(x.t.Child(n, fFunction))
		args, _ := x.typeArgs(list)
		if len(args) == 0 {
			return of, facts.None
		}
		return of, x.newType(facts.TupleT, list, args...)
	case kScopedIdentifier:
		return x.scoped(n), facts.None
	case kCrate, kSuper:
		return x.pathExpr(x.text(n), x.t.Line(n)), facts.None
	case kBracketedType:
		return x.qualified(n), facts.None
	case kFieldExpression:
		return x.fieldValue(n, facts.FunctionName), facts.None
	}
	of := x.operand(n)
	if e := &x.b.File.Exprs[of]; e.Kind == facts.Name {
		e.SetSense(facts.CalledName)
	}
	return of, facts.None
}

// scoped adds path::name.
func (x *extractor) scoped(n int32) facts.ExprID {
	path, name := x.t.Child(n, fPath), x.t.Child(n, fName)
	line := x.t.Line(max(name, n))
	var of facts.ExprID
	switch x.t.Kind(path) {
	case 0: // ::name
		return x.b.RootName(x.text(name), line)
	case kBracketedType:
		of = x.qualified(path)
	case kGenericType, kGenericTypeWithTurbofish:
		x.typeArgs(x.t.Child(path, fTypeArguments))
		of = x.pathExprOf(x.t.Child(path, fType), line)
	default:
		switch {
		case x.t.Kind(x.t.Child(path, fPath)) == kBracketedType: // <T as Trait>::Name::name
			of = x.scoped(path)
		case x.is(name, "default") && standard.IsDefault(x.pathText(path)):
			of = x.b.Expr(lang.NewExpr(facts.Expected, line))
		default:
			of = x.pathExprOf(path, line)
		}
	}
	if of == facts.None {
		of = x.operand(-1)
	}
	m := lang.NewExpr(facts.Member, line)
	m.X, m.Name = of, x.text(name)
	return x.b.Expr(m)
}

// pathExprOf adds the path n, whose first name may be Self.
func (x *extractor) pathExprOf(n, line int32) facts.ExprID {
	p := x.pathText(n)
	head, rest, more := strings.Cut(p, "::")
	if head != "Self" {
		if p == "" {
			return facts.None
		}
		return x.pathExpr(p, line)
	}
	if given, ok := x.assoc[rest]; ok {
		return x.typeValue(given, line)
	}
	of := x.selfValue(n)
	if !more || of == facts.None {
		return of
	}
	m := lang.NewExpr(facts.Member, line)
	m.X, m.Name = of, rest
	return x.b.Expr(m)
}

// qualified adds <T> and <T as Trait> as a value: the type, or the trait where the type is a
// parameter.
func (x *extractor) qualified(n int32) facts.ExprID {
	of := x.nth(n, 0)
	line := x.t.Line(n)
	if x.t.Kind(of) == kQualifiedType {
		trait := x.t.Child(of, fAlias)
		of = x.t.Child(of, fType)
		if p := x.pathText(of); x.isTypeParam(p) || p == "Self" && x.t.Kind(x.self) == kTraitItem || p == "" {
			return x.pathExprOf(trait, line)
		}
	}
	if x.is(of, "Self") {
		return x.selfValue(of)
	}
	if of < 0 {
		return facts.None
	}
	return x.typeValue(of, line)
}

// fieldValue adds value.field; it is a method where as is FunctionName, because a field and a method
// may have the same name. It has the line of the name: a chain of calls may span many lines.
func (x *extractor) fieldValue(n, as int32) facts.ExprID {
	of, name := x.operand(x.t.Child(n, fValue)), x.t.Child(n, fField)
	if name < 0 || x.text(name) == "" {
		return of
	}
	m := lang.NewExpr(facts.Member, x.t.Line(name))
	m.X, m.Name, m.N = of, x.text(name), as
	return x.b.Expr(m)
}

// call adds a call. source.Prepare rewrites macros to calls of name?.
func (x *extractor) call(n int32) facts.ExprID {
	unused := n == x.unused
	fn, args := x.t.Child(n, fFunction), x.t.Child(n, fArguments)
	callee, types := facts.ExprID(facts.None), facts.TypeID(facts.None)
	if x.isMacro(fn, args) {
		callee = x.macroName(x.nth(fn, 0))
	} else {
		callee, types = x.callee(fn)
	}
	if callee == facts.None {
		callee = x.operand(-1)
	}
	list := x.arguments(args)
	e := lang.NewExpr(facts.Call, x.b.File.Exprs[callee].Line)
	if k := x.b.File.Exprs[callee].Kind; k == facts.Literal || k == facts.TypeExpr {
		e.Line = x.t.Line(n)
	}
	e.X, e.Type, e.Args, e.At = callee, types, list, x.t.Last(n)
	if unused {
		e.Flags = facts.Discarded
	}
	return x.b.Expr(e)
}

// isMacro reports whether the call of fn was a macro before source.Prepare.
func (x *extractor) isMacro(fn, args int32) bool {
	if x.t.Kind(fn) != kTryExpression || args < 0 || x.t.Nodes[fn].End != x.t.Nodes[args].Start {
		return false
	}
	k := x.t.Kind(x.nth(fn, 0))
	return k == kIdentifier || k == kScopedIdentifier
}

func (x *extractor) arguments(list int32) []facts.Arg {
	if list < 0 {
		return nil
	}
	var args []facts.Arg
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if !x.usable(c) {
			continue
		}
		if x.t.Kind(c) == kAssignmentExpression { // name = value in a macro
			args = append(args, facts.Arg{X: x.value(x.t.Child(c, fRight))})
			continue
		}
		args = append(args, facts.Arg{X: x.value(c)})
	}
	return args
}

func (x *extractor) binary(n int32) facts.ExprID {
	left := x.value(x.t.Child(n, fLeft))
	right := x.value(x.t.Child(n, fRight))
	switch x.t.Kind(x.t.Child(n, fOperator)) {
	case tAnd, tOr, tEqual, tNotEqual, tLess, tLessEqual, tGreater, tGreaterEqual:
		return x.b.Literal("bool")
	}
	if left == facts.None || x.b.File.Exprs[left].Kind == facts.Literal {
		return right
	}
	return left
}

// index adds an element, or the list itself where the index is a range.
func (x *extractor) index(n int32) facts.ExprID {
	of := x.operand(x.nth(n, 0))
	i := x.nth(n, 1)
	x.walk(i)
	if x.t.Kind(i) == kRangeExpression {
		return of
	}
	return x.wrap(facts.Index, of, n)
}

// composite adds Name { field: value }.
func (x *extractor) composite(n int32) facts.ExprID {
	e := lang.NewExpr(facts.Composite, x.t.Line(n))
	e.Type = x.typ(x.t.Child(n, fName))
	body := x.t.Child(n, fBody)
	for c := x.t.First(max(body, n)); body >= 0 && c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kShorthandFieldInitializer:
			name := x.t.ChildOfKind(c, kIdentifier)
			e.Args = append(e.Args, facts.Arg{Keyword: x.text(name), X: x.value(name)})
		case kFieldInitializer:
			value := x.t.Child(c, fValue)
			e.Args = append(e.Args, facts.Arg{Keyword: x.text(x.t.Child(c, fField)), X: x.value(value)})
		case kBaseFieldInitializer:
			e.Args = append(e.Args, facts.Arg{X: x.base(x.nth(c, 0), e.Type), Spread: true})
		}
	}
	return x.b.Expr(e)
}

// base adds the value n, from which a struct of the type takes the fields that are not written.
func (x *extractor) base(n int32, of facts.TypeID) facts.ExprID {
	v := x.value(n)
	if v == facts.None || x.b.File.Exprs[x.b.File.Beginning(v)].Kind != facts.Expected {
		return v
	}
	e := lang.NewExpr(facts.Assert, x.t.Line(n))
	e.X, e.Type = v, of
	return x.b.Expr(e)
}

// list adds an array or a tuple.
func (x *extractor) list(n int32, k lang.Kind) facts.ExprID {
	e := lang.NewExpr(facts.List, x.t.Line(n))
	if k == kTupleExpression {
		e.N = 1
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if !x.usable(c) {
			continue
		}
		v := x.value(c)
		if x.t.Nodes[c].Field != fLength {
			e.Args = append(e.Args, facts.Arg{X: v})
		}
	}
	return x.b.Expr(e)
}

// rangeOf adds a range. Its element type is that of one of its ends.
func (x *extractor) rangeOf(n int32) facts.ExprID {
	start, end, inclusive := facts.ExprID(facts.None), facts.ExprID(facts.None), ""
	hasStart, hasEnd, behind := false, false, false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case x.is(c, "..="):
			inclusive, behind = "Inclusive", true
		case x.is(c, ".."):
			behind = true
		case x.usable(c) && behind:
			end, hasEnd = x.value(c), true
		case x.usable(c):
			start, hasStart = x.value(c), true
		}
	}
	name := "RangeFull"
	switch {
	case hasStart && hasEnd:
		name = "Range"
	case hasStart:
		name = "RangeFrom"
	case hasEnd:
		name = "RangeTo"
	}
	of := facts.TypeID(facts.None)
	if v := max(start, end); v != facts.None {
		t := lang.NewType(facts.ValueT, x.t.Line(n))
		t.X = v
		of = x.b.Type(t)
	}
	e := lang.NewExpr(facts.Composite, x.t.Line(n))
	e.Type = x.b.NamedType("std.ops", name+inclusive, x.t.Line(n), of)
	return x.b.Expr(e)
}

// closure adds a function literal and walks its body.
func (x *extractor) closure(n int32) facts.ExprID {
	list := x.t.Child(n, fParameters)
	outer := x.returns
	x.returns = nil
	x.b.Open(lang.OrderedScope)
	var params []facts.VarID
	for c := x.t.First(max(list, n)); list >= 0 && c >= 0; c = x.t.Next(c) {
		if !x.usable(c) && !x.is(c, "_") {
			continue
		}
		pattern, typ := c, facts.TypeID(facts.None)
		if x.t.Kind(c) == kParameter {
			pattern, typ = x.t.Child(c, fPattern), x.typ(x.t.Child(c, fType))
		}
		params = append(params, x.paramVar(c, pattern, typ, int32(len(params))))
	}
	e := lang.NewExpr(facts.Func, x.t.Line(n))
	if r := x.t.Child(n, fReturnType); r >= 0 {
		t := lang.NewType(facts.FuncT, e.Line)
		for _, v := range params {
			t.Args = append(t.Args, x.b.File.Vars[v].Type)
		}
		t.N = int32(len(params))
		t.Args = append(t.Args, x.typ(r))
		e.Type = x.b.Type(t)
	}
	last := x.value(x.t.Child(n, fBody))
	for _, v := range append(x.returns, last) {
		if v != facts.None {
			e.Args = append(e.Args, facts.Arg{X: v})
		}
	}
	x.returns = outer
	x.b.Close()
	id := walk.Func(x.b, e, params)
	return id
}

// async adds an async block: a promise of its last value, represented by the call of a function
// literal.
func (x *extractor) async(n int32) facts.ExprID {
	outer := x.returns
	x.returns = nil
	last := x.block(x.t.ChildOfKind(n, kBlock))
	x.returns = outer
	return last
}
