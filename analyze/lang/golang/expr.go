package golang

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// walkChildren walks the expressions that are children of n.
func (x *extractor) walkChildren(n int32) {
	if n < 0 {
		return
	}
	if k := x.t.Kind(n); k != kExpressionList && k != kReturnStatement && k != kSendStatement {
		x.walk(n)
		return
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) {
			if x.t.Kind(c) == kExpressionList {
				x.walkChildren(c)
			} else {
				x.walk(c)
			}
		}
	}
}

// walk adds the calls and references in expression n, whose value is unused.
func (x *extractor) walk(n int32) {
	if n < 0 || !x.t.Usable(n) {
		return
	}
	switch x.t.Kind(n) {
	case kIdentifier:
		if name := x.b.Text(n); name != "_" && x.b.Lookup(name) == facts.None {
			x.value(n)
		}
	case kParenthesizedExpression:
		x.walk(x.t.FirstNamed(n))
	case kUnaryExpression:
		x.walk(x.t.Child(n, fOperand))
	case kBinaryExpression:
		x.walk(x.t.Child(n, fLeft))
		x.walk(x.t.Child(n, fRight))
	case kSliceExpression:
		x.walkSlice(n)
		x.walk(x.t.Child(n, fOperand))
	case kIndexExpression:
		x.walk(x.t.Child(n, fOperand))
		x.walk(x.t.Child(n, fIndex))
	case kIntLiteral, kFloatLiteral, kImaginaryLiteral, kRuneLiteral, kInterpretedStringLiteral, kRawStringLiteral, kTrue, kFalse, kNil, kIota:
	default:
		x.value(n)
	}
}

func (x *extractor) walkSlice(n int32) {
	x.walk(x.t.Child(n, fStart))
	x.walk(x.t.Child(n, fEnd))
	x.walk(x.t.Child(n, fCapacity))
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
	switch k {
	case kIdentifier, kPackageIdentifier:
		return x.name(n)
	case kParenthesizedExpression:
		return x.value(x.t.FirstNamed(n))
	case kSelectorExpression:
		return x.member(n, x.t.Child(n, fOperand), x.t.Child(n, fField))
	case kCallExpression:
		return x.call(n, 0)
	case kTypeConversionExpression:
		return x.conversion(n, 0)
	case kTypeInstantiationExpression:
		return x.instantiation(n)
	case kIndexExpression:
		of := x.operand(x.t.Child(n, fOperand))
		x.walk(x.t.Child(n, fIndex))
		return walk.Wrap(x.b, facts.Index, of, x.t.Line(n))
	case kSliceExpression:
		x.walkSlice(n)
		return x.value(x.t.Child(n, fOperand))
	case kTypeAssertionExpression:
		e := lang.NewExpr(facts.Assert, x.t.Line(n))
		e.X = x.operand(x.t.Child(n, fOperand))
		e.Type = x.typ(x.t.Child(n, fType))
		return x.b.Expr(e)
	case kCompositeLiteral:
		typ := x.typ(x.t.Child(n, fType))
		return x.composite(typ, x.t.Child(n, fBody))
	case kFuncLiteral:
		return x.funcLiteral(n, facts.None)
	case kUnaryExpression:
		return x.unary(n)
	case kBinaryExpression:
		return x.binary(n)
	}
	if isType(k) {
		return walk.TypeExpr(x.b, x.typ(n), x.t.Line(n))
	}
	return facts.None
}

func literalType(k lang.Kind) string {
	switch k {
	case kInterpretedStringLiteral, kRawStringLiteral:
		return "string"
	case kIntLiteral, kIota:
		return "int"
	case kFloatLiteral:
		return "float"
	case kImaginaryLiteral:
		return "complex"
	case kRuneLiteral:
		return "rune"
	case kTrue, kFalse:
		return "bool"
	case kNil:
		return "nil"
	}
	return ""
}

// name adds the use of a name. Go names are declared before they are used, except at file level, so
// the name is resolved at once.
func (x *extractor) name(n int32) facts.ExprID {
	name := x.b.Text(n)
	if name == "" || name == "_" {
		return facts.None
	}
	if v := x.b.Lookup(name); v != facts.None {
		return walk.Local(x.b, v, name, x.t.Line(n))
	}
	if x.isTypeParam(name) {
		return walk.TypeExpr(x.b, x.named(n), x.t.Line(n))
	}
	return x.b.FileLevelName(name, x.t.Line(n))
}

// member adds field of operand at the line of the name: a chain of calls may span many lines.
func (x *extractor) member(n, operand, field int32) facts.ExprID {
	of := x.operand(operand)
	name := x.b.Text(field)
	if name == "" {
		return of
	}
	e := lang.NewExpr(facts.Member, x.t.Line(field))
	e.X, e.Name = of, name
	return x.b.Expr(e)
}

func (x *extractor) unary(n int32) facts.ExprID {
	operand := x.t.Child(n, fOperand)
	switch x.t.Kind(x.t.Child(n, fOperator)) {
	case tNot:
		x.walk(operand)
		return x.b.Literal("bool")
	case tArrow:
		return walk.Wrap(x.b, facts.Elem, x.operand(operand), x.t.Line(n))
	}
	return x.value(operand)
}

func (x *extractor) binary(n int32) facts.ExprID {
	left, right, op := x.t.Child(n, fLeft), x.t.Child(n, fRight), x.t.Kind(x.t.Child(n, fOperator))
	return walk.Binary(x.b, n, left, right, operator(op), "bool", x.value, x.walk)
}

func operator(k lang.Kind) walk.Operator {
	switch k {
	case tAnd, tOr, tEqual, tNotEqual, tLess, tLessEqual, tGreater, tGreaterEqual:
		return walk.Comparison
	case tShiftLeft, tShiftRight:
		return walk.Shift
	}
	return walk.Sum
}

// call adds a call.
func (x *extractor) call(n int32, flags facts.ExprFlags) facts.ExprID {
	fn, args := x.t.Child(n, fFunction), x.t.Child(n, fArguments)
	if x.t.Kind(fn) == kIdentifier {
		if e, ok := x.predeclaredCall(fn, args); ok {
			return e
		}
	}
	callee, types := facts.ExprID(facts.None), facts.TypeID(facts.None)
	if list := x.t.Child(n, fTypeArguments); list >= 0 {
		callee, types = x.instantiated(x.operand(fn), list)
	} else {
		callee = x.operand(fn)
	}
	return x.callOf(n, callee, types, args, flags)
}

func (x *extractor) callOf(n int32, callee facts.ExprID, types facts.TypeID, args int32, flags facts.ExprFlags) facts.ExprID {
	list := x.arguments(args)
	e := lang.NewExpr(facts.Call, x.b.File.Exprs[callee].Line)
	if k := x.b.File.Exprs[callee].Kind; k == facts.Literal || k == facts.TypeExpr {
		e.Line = x.t.Line(n)
	}
	e.X, e.Type, e.Args, e.Flags, e.At, e.N = callee, types, list, flags, x.t.Last(n), x.taken(n)
	return x.standardCall(x.b.Expr(e), callee)
}

func (x *extractor) arguments(list int32) []facts.Arg {
	if list < 0 {
		return nil
	}
	count := 0
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) {
			count++
		}
	}
	if count == 0 {
		return nil
	}
	args := make([]facts.Arg, 0, count)
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if !x.t.Usable(c) {
			continue
		}
		if x.t.Kind(c) == kVariadicArgument {
			args = append(args, facts.Arg{X: x.value(x.t.FirstNamed(c)), Spread: true})
		} else {
			args = append(args, facts.Arg{X: x.value(c)})
		}
	}
	return args
}

// predeclaredCall adds a call of a predeclared function whose result has the type of its first
// argument; false for other calls.
func (x *extractor) predeclaredCall(fn, args int32) (facts.ExprID, bool) {
	name := x.b.Text(fn)
	first := x.item(args, 0)
	switch name {
	case "new", "make", "append":
	default:
		return facts.None, false
	}
	if first < 0 || x.redefined[name] || x.b.Lookup(name) != facts.None {
		return facts.None, false
	}
	e := lang.NewExpr(facts.Composite, x.t.Line(fn))
	if name == "append" {
		e.Kind, e.N = facts.Either, 1
		e.Args = []facts.Arg{{X: x.value(first)}}
	} else {
		e.Type = x.typ(first)
	}
	for c := x.t.Next(first); c >= 0; c = x.t.Next(c) {
		switch {
		case !x.t.Usable(c):
		case x.t.Kind(c) == kVariadicArgument:
			x.appended(&e, x.t.FirstNamed(c), true)
		default:
			x.appended(&e, c, false)
		}
	}
	return x.b.Expr(e), true
}

// appended adds one argument n of a call of append, or with spread a list of values, or the length in
// a call of make.
func (x *extractor) appended(e *facts.Expr, n int32, spread bool) {
	if e.Kind != facts.Either {
		x.walk(n)
	} else if v := x.carried(n); v != facts.None {
		e.Args = append(e.Args, facts.Arg{X: v, Spread: spread})
	}
}

// conversion adds T(v), and calls that the grammar parses as conversions: f[i](v).
func (x *extractor) conversion(n int32, flags facts.ExprFlags) facts.ExprID {
	typ, operand := x.t.Child(n, fType), x.t.Child(n, fOperand)
	callee, types := facts.ExprID(facts.None), facts.TypeID(facts.None)
	if x.t.Kind(typ) == kGenericType {
		base := x.asValue(x.t.Child(typ, fType))
		if base == facts.None {
			base = x.operand(-1)
		}
		callee, types = x.instantiated(base, max(x.t.Child(typ, fTypeArguments), typ))
	} else {
		callee = walk.TypeExpr(x.b, x.typ(typ), x.t.Line(typ))
	}
	arg := facts.Arg{X: x.value(operand)}
	e := lang.NewExpr(facts.Call, x.b.File.Exprs[callee].Line)
	e.X, e.Type, e.Args, e.Flags = callee, types, []facts.Arg{arg}, flags
	return x.b.Expr(e)
}

// instantiated adds base[list] as a callee and returns it with its type arguments. The grammar does
// not distinguish type arguments from an index.
func (x *extractor) instantiated(base facts.ExprID, list int32) (facts.ExprID, facts.TypeID) {
	are := isEither
	count := 0
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) {
			are = max(are, x.classify(c))
			count++
		}
	}
	switch {
	case count == 0:
		return base, facts.None
	case are == isValue:
		return x.indexed(base, list, -1), facts.None
	}
	types := x.b.Type(x.newType(facts.TupleT, list, x.typeArgs(list)...))
	if are == isCertainType || count > 1 {
		return base, types
	}
	return walk.Wrap(x.b, facts.Index, base, x.b.File.Exprs[base].Line), types
}

// instantiation adds f[K, V] as a value, which is f itself, or a[b[i]], which the grammar parses in
// the same way.
func (x *extractor) instantiation(n int32) facts.ExprID {
	base := x.t.Child(n, fType)
	are, count := isEither, 0
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if c != base && x.t.Usable(c) {
			are = max(are, x.classify(c))
			count++
		}
	}
	of := x.asValue(base)
	if of == facts.None {
		return facts.None
	}
	if are == isCertainType || are == isEither && count > 1 {
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if c != base && x.t.Usable(c) {
				x.typ(c)
			}
		}
		return of
	}
	return x.indexed(of, n, base)
}

// indexed adds the element of base at the index in list. The node except is not walked.
func (x *extractor) indexed(base facts.ExprID, list, except int32) facts.ExprID {
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if c != except && x.t.Usable(c) {
			x.asValue(c)
		}
	}
	return walk.Wrap(x.b, facts.Index, base, x.b.File.Exprs[base].Line)
}

// A typeness is how likely a node that the grammar parses as a type is one, judging by the file. For a
// list the largest value counts.
type typeness uint8

const (
	isEither typeness = iota
	isCertainType
	isValue
)

func (x *extractor) classify(n int32) typeness {
	switch x.t.Kind(n) {
	case kTypeIdentifier:
		name := x.b.Text(n)
		if v := x.b.Lookup(name); v != facts.None {
			if d := x.b.File.Vars[v].Def; d != facts.None && isTypeKind(x.b.File.Defs[d].Kind) {
				return isCertainType
			}
			return isValue
		}
		if x.isTypeParam(name) || isPredeclared(name) {
			return isCertainType
		}
		return isEither
	case kQualifiedType:
		if x.b.Lookup(x.b.Text(x.t.Child(n, fPackage))) != facts.None {
			return isValue
		}
		return isEither
	case kTypeElem:
		return x.classify(x.t.FirstNamed(n))
	case kGenericType:
		are := x.classify(x.t.Child(n, fType))
		args := x.t.Child(n, fTypeArguments)
		for c := x.t.First(max(args, n)); c >= 0; c = x.t.Next(c) {
			if x.t.Usable(c) {
				are = max(are, x.classify(c))
			}
		}
		return are
	}
	return isCertainType
}

func isTypeKind(k facts.DefKind) bool {
	return k == facts.Struct || k == facts.Interface || k == facts.TypeDef
}

// asValue adds a node that the grammar parses as a type as a value: a name, a field, an element.
func (x *extractor) asValue(n int32) facts.ExprID {
	switch x.t.Kind(n) {
	case kTypeIdentifier:
		return x.name(n)
	case kQualifiedType:
		return x.member(n, x.t.Child(n, fPackage), x.t.Child(n, fName))
	case kTypeElem:
		return x.asValue(x.t.FirstNamed(n))
	case kGenericType:
		of := x.asValue(x.t.Child(n, fType))
		args := x.t.Child(n, fTypeArguments)
		if of == facts.None || args < 0 {
			return of
		}
		return x.indexed(of, args, -1)
	}
	return x.value(n)
}

// funcLiteral adds a function literal and walks its body. def is its definition,
// None for one without a name.
func (x *extractor) funcLiteral(n int32, def facts.DefID) facts.ExprID {
	owner := x.owner
	x.owner = facts.None
	t, params := x.funcTypeOf(n)
	e := lang.NewExpr(facts.Func, x.t.Line(n))
	e.Type, e.Ref = t, def
	id := x.b.Expr(e)
	if def != facts.None {
		d := &x.b.File.Defs[def]
		d.Params, d.Results, d.Returns = params, x.b.File.Types[t].Args[len(params):], x.returned(x.t.Child(n, fResult))
		x.b.Enter(def)
		defer x.b.Leave()
	}
	around := x.fn
	x.fn = running{literal: id}
	x.b.Open(lang.OrderedScope)
	x.declareParams(x.t.Child(n, fParameters), params, id)
	x.declareResults(x.t.Child(n, fResult), x.b.File.Types[t].Args[len(params):])
	x.statements(x.t.Child(n, fBody))
	x.endFunction(around)
	x.b.Close()
	x.owner = owner
	return id
}
