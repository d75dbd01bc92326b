package swift

import (
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// walk adds the calls and references in n, whose value is unused.
func (x *extractor) walk(n int32) { x.value(n) }

// operand returns the value before a member access or arguments. The grammar attaches a suffix to a
// whole operation; it belongs to the last operand.
func (x *extractor) operand(n int32) facts.ExprID {
	switch x.t.Kind(n) {
	case kAdditiveExpression, kMultiplicativeExpression, kInfixExpression, kComparisonExpression, kEqualityExpression,
		kConjunctionExpression, kDisjunctionExpression, kBitwiseOperation:
		x.walk(x.t.Child(n, fLhs))
		return x.operand(x.t.Child(n, fRhs))
	case kNilCoalescingExpression:
		x.walk(x.t.Child(n, fValue))
		return x.operand(x.t.Child(n, fIfNil))
	case kTernaryExpression:
		x.walk(x.t.Child(n, fCondition))
		x.walk(x.t.Child(n, fIfTrue))
		return x.operand(x.t.Child(n, fIfFalse))
	case kRangeExpression:
		x.walk(x.t.Child(n, fStart))
		return x.operand(x.t.Child(n, fEnd))
	case kTryExpression:
		return x.operand(x.t.Child(n, fExpr))
	case kAwaitExpression:
		return x.awaited(x.awaits|facts.Awaited, func() facts.ExprID { return x.operand(x.t.Child(n, fExpr)) })
	case kPrefixExpression:
		if x.t.Kind(x.t.Child(n, fOperation)) != tDot {
			return x.operand(x.t.Child(n, fTarget))
		}
	}
	if e := x.value(n); e != facts.None {
		return e
	}
	return walk.Other(x.b, n)
}

// either adds the choice between two expressions of one type, which an empty literal takes from the other.
func (x *extractor) either(at, a, b int32) facts.ExprID {
	first, second := x.value(a), x.value(b)
	switch {
	case x.isEmpty(b):
		return first
	case x.isEmpty(a):
		return second
	}
	return x.b.Either(x.t.Line(at), first, second)
}

// isEmpty reports whether a node is a literal without elements: [] or [:].
func (x *extractor) isEmpty(n int32) bool {
	k := x.t.Kind(n)
	return (k == kArrayLiteral || k == kDictionaryLiteral) && x.t.FirstNamed(n) < 0
}

// awaited reads what read reads with these flags of its calls.
func (x *extractor) awaited(flags facts.ExprFlags, read func() facts.ExprID) facts.ExprID {
	outer := x.awaits
	x.awaits = flags
	e := read()
	x.awaits = outer
	return e
}

// value adds expression n and returns it; None where its value is unknown.
func (x *extractor) value(n int32) facts.ExprID {
	if n < 0 || !x.usable(n) {
		return facts.None
	}
	switch k := x.t.Kind(n); k {
	case kSimpleIdentifier:
		return x.name(n)
	case kNavigationExpression:
		return x.navigation(n)
	case kCallExpression:
		return x.call(n, 0)
	case kConstructorExpression:
		return x.construct(n)
	case kSelfExpression:
		return x.self(facts.This, n)
	case kSuperExpression:
		return x.self(facts.Super, n)
	case kTryExpression:
		return x.value(x.t.Child(n, fExpr))
	case kAwaitExpression:
		return x.awaited(x.awaits|facts.Awaited, func() facts.ExprID { return x.value(x.t.Child(n, fExpr)) })
	case kPostfixExpression, kDirectlyAssignableExpression:
		return x.value(x.nth(n, 0))
	case kPrefixExpression:
		return x.prefix(n)
	case kAsExpression:
		e := lang.NewExpr(facts.Assert, x.t.Line(n))
		e.X, e.Type = x.operand(x.t.Child(n, fExpr)), x.typ(x.typeOf(n))
		return x.b.Expr(e)
	case kCheckExpression:
		x.walk(x.t.Child(n, fTarget))
		x.typ(x.typeOf(n))
		return x.b.Literal("Bool")
	case kAdditiveExpression, kMultiplicativeExpression, kInfixExpression, kBitwiseOperation:
		return x.binary(n)
	case kComparisonExpression, kEqualityExpression, kConjunctionExpression, kDisjunctionExpression:
		x.compare(n)
		return x.b.Literal("Bool")
	case kNilCoalescingExpression:
		return x.either(n, x.t.Child(n, fValue), x.t.Child(n, fIfNil))
	case kTernaryExpression:
		x.walk(x.t.Child(n, fCondition))
		return x.either(n, x.t.Child(n, fIfTrue), x.t.Child(n, fIfFalse))
	case kRangeExpression:
		return x.list(n, []facts.ExprID{x.value(x.t.Child(n, fStart)), x.value(x.t.Child(n, fEnd))}, 0)
	case kLambdaLiteral:
		return x.awaited(0, func() facts.ExprID { return x.lambda(n) })
	case kArrayLiteral, kTupleExpression, kDictionaryLiteral:
		return x.collection(n, k)
	case kAssignment:
		x.assignment(n)
		return facts.None
	case kUserType:
		return x.typePath(n)
	case kIfStatement, kSwitchStatement, kDoStatement:
		return x.branches(n)
	}
	return x.literalValue(n)
}

func (x *extractor) literalValue(n int32) facts.ExprID {
	switch x.t.Kind(n) {
	case kLineStringLiteral, kMultiLineStringLiteral, kRawStringLiteral:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kInterpolatedExpression {
				x.walk(x.t.Child(c, fValue))
			}
		}
		return x.b.Literal("String")
	case kIntegerLiteral, kHexLiteral:
		return x.b.Literal("Int")
	case kRealLiteral:
		return x.b.Literal("Double")
	case kBooleanLiteral:
		return x.b.Literal("Bool")
	}
	return facts.None
}

func (x *extractor) self(kind facts.ExprKind, n int32) facts.ExprID {
	if v := x.b.Lookup("self"); v != facts.None && kind == facts.This { // guard let self
		return x.b.NameExpr("self", x.t.Line(n))
	}
	return x.b.Expr(lang.NewExpr(kind, x.t.Line(n)))
}

// name adds the use of a name.
func (x *extractor) name(n int32) facts.ExprID {
	switch name := x.text(n); name {
	case "", "_", "nil":
		return facts.None
	case "Self":
		return x.pathExpr(x.selfName(), x.t.Line(n))
	default:
		if walk.IsTypeParam(x.b, name) && x.b.Lookup(name) == facts.None {
			e := lang.NewExpr(facts.TypeExpr, x.t.Line(n))
			e.Type = x.named(name, n)
			return x.b.Expr(e)
		}
		e := x.b.NameExpr(name, x.t.Line(n))
		if x.b.File.Exprs[e].Kind == facts.Name {
			x.b.File.Exprs[e].Args = x.required
		}
		return e
	}
}

// pathExpr adds a dotted name.
func (x *extractor) pathExpr(path string, line int32) facts.ExprID {
	if path == "" {
		return facts.None
	}
	head, rest, more := strings.Cut(path, ".")
	e := x.b.FileLevelName(head, line)
	for more {
		head, rest, more = strings.Cut(rest, ".")
		e = x.member(e, head, line)
	}
	return e
}

// typePath adds a type that is used as a value.
func (x *extractor) typePath(n int32) facts.ExprID {
	t := x.typ(n)
	if t == facts.None {
		return facts.None
	}
	return x.typeValue(t, x.t.Line(n))
}

// typeValue adds type t as a value, by its name if it has one.
func (x *extractor) typeValue(t facts.TypeID, line int32) facts.ExprID {
	ty := &x.b.File.Types[t]
	if ty.Kind == facts.Named && len(ty.Args) == 0 {
		path := ty.Name
		if ty.Qualifier != "" {
			path = ty.Qualifier + "." + path
		}
		return x.pathExpr(path, line)
	}
	c := lang.NewType(facts.ClassT, line)
	c.Args = []facts.TypeID{t}
	e := lang.NewExpr(facts.Assert, line)
	e.X, e.Type = walk.Other(x.b, -1), x.b.Type(c)
	return x.b.Expr(e)
}

func (x *extractor) member(of facts.ExprID, name string, line int32) facts.ExprID {
	m := lang.NewExpr(facts.Member, line)
	m.X, m.Name = of, name
	return x.b.Expr(m)
}

// navigation adds target.name. The line is that of the name: a chain of calls may
// run over many.
func (x *extractor) navigation(n int32) facts.ExprID {
	target, suffix := x.t.Child(n, fTarget), x.t.Child(x.t.Child(n, fSuffix), fSuffix)
	if x.t.Kind(target) == kKeyPathExpression {
		return x.keyPath(n)
	}
	of := x.operand(target)
	name := x.text(suffix)
	switch name {
	case "", "self":
		return of
	}
	return x.member(of, name, x.t.Line(suffix))
}

// keyPath adds \Type.a.b, of which only the type is known.
func (x *extractor) keyPath(n int32) facts.ExprID {
	target := x.t.Child(n, fTarget)
	if x.t.Kind(target) == kKeyPathExpression {
		if t := x.t.ChildOfKind(target, kTypeIdentifier); t >= 0 {
			of := x.typ(t)
			e := lang.NewExpr(facts.Composite, x.t.Line(n))
			e.Type = of
			suffix := x.t.Child(x.t.Child(n, fSuffix), fSuffix)
			x.member(x.b.Expr(e), x.text(suffix), x.t.Line(max(suffix, n)))
		}
	}
	return facts.None
}

// prefix adds a prefix operator, or .name, a member of the expected type.
func (x *extractor) prefix(n int32) facts.ExprID {
	target := x.t.Child(n, fTarget)
	if x.t.Kind(x.t.Child(n, fOperation)) != tDot {
		return x.value(target)
	}
	return x.member(x.expectedValue(n), x.text(target), x.t.Line(max(target, n)))
}

// expectNothing forgets the type that is expected around a part which need not have it, and returns what restores it
// behind the part.
func (x *extractor) expectNothing() (restore func()) {
	expected := x.expected
	x.expected = facts.None
	return func() { x.expected = expected }
}

// expectedValue adds the expected type as a value.
func (x *extractor) expectedValue(n int32) facts.ExprID {
	if x.expected == facts.None {
		return x.b.Expr(lang.NewExpr(facts.Expected, x.t.Line(n)))
	}
	if e := x.typeValue(x.expected, x.t.Line(n)); e != facts.None {
		return e
	}
	return walk.Other(x.b, n)
}

func (x *extractor) binary(n int32) facts.ExprID {
	left, right := x.value(x.t.Child(n, fLhs)), x.value(x.t.Child(n, fRhs))
	if left == facts.None || x.b.File.Exprs[left].Kind == facts.Literal {
		return right
	}
	return left
}

// compare walks both sides of a comparison; .name on the right has the type of the left.
func (x *extractor) compare(n int32) {
	left, right := x.t.Child(n, fLhs), x.t.Child(n, fRhs)
	defer x.expectNothing()()
	of := x.value(left)
	if x.t.Kind(right) == kPrefixExpression && x.t.Kind(x.t.Child(right, fOperation)) == tDot && of != facts.None {
		target := x.t.Child(right, fTarget)
		x.member(of, x.text(target), x.t.Line(max(target, right)))
		return
	}
	x.walk(right)
}

func (x *extractor) list(n int32, values []facts.ExprID, tuple int32) facts.ExprID {
	e := lang.NewExpr(facts.List, x.t.Line(n))
	e.N = tuple
	e.Args = walk.ArgsOf(values)
	return x.b.Expr(e)
}

// collection adds an array, a dictionary or a tuple; one value in brackets is that.
func (x *extractor) collection(n int32, k lang.Kind) facts.ExprID {
	expected := x.expected
	x.expected = x.elementOf(expected)
	var values []facts.ExprID
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Nodes[c].Field {
		case fElement, fValue:
			values = append(values, x.value(c))
		case fKey:
			x.value(c)
		}
	}
	x.expected = expected
	switch {
	case k == kTupleExpression && len(values) == 1:
		return values[0]
	case k == kTupleExpression:
		return x.list(n, values, 1)
	case k == kDictionaryLiteral:
		return facts.None
	}
	return x.list(n, values, 0)
}

// elementOf returns the element type of a list type, None for others.
func (x *extractor) elementOf(t facts.TypeID) facts.TypeID {
	if t == facts.None {
		return t
	}
	switch ty := &x.b.File.Types[t]; {
	case ty.Kind == facts.ListT:
		return ty.Args[0]
	case ty.Kind == facts.MapT:
		return ty.Args[1]
	}
	return facts.None
}

// lambda adds a function literal and walks its body.
func (x *extractor) lambda(n int32) facts.ExprID {
	outer, expected := x.returns, x.expected
	x.returns, x.expected = nil, facts.None
	x.b.Open(lang.OrderedScope)
	if list := x.t.Child(n, fCaptures); list >= 0 {
		x.captures(list)
	}
	head := x.t.Child(n, fType)
	params := x.lambdaParams(head)
	explicit := len(params) > 0
	for i := int32(0); !explicit && i < x.shorthand(n); i++ {
		v := lang.NewVar(facts.ParamVar, "$"+strconv.Itoa(int(i)), x.t.Line(n))
		v.Index = i
		params = append(params, x.b.Declare(v))
	}
	e := lang.NewExpr(facts.Func, x.t.Line(n))
	if r := x.resultOf(head); r >= 0 {
		t := lang.NewType(facts.FuncT, e.Line)
		for _, v := range params {
			t.Args = append(t.Args, x.b.File.Vars[v].Type)
		}
		t.N = int32(len(params))
		t.Args = append(t.Args, x.typ(r))
		x.expected = t.Args[t.N]
		e.Type = x.b.Type(t)
	}
	last := x.block(x.t.ChildOfKind(n, kStatements))
	for _, v := range append(x.returns, last) {
		if v != facts.None {
			e.Args = append(e.Args, facts.Arg{X: v})
		}
	}
	x.returns, x.expected = outer, expected
	x.b.Close()
	id := x.b.Expr(e)
	for _, v := range params {
		x.b.File.Vars[v].Func = id
	}
	return id
}

func (x *extractor) resultOf(head int32) int32 {
	if head < 0 {
		return -1
	}
	return x.result(head)
}

// captures walks a capture list: [weak self, item = make()].
func (x *extractor) captures(list int32) {
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kCaptureListItem {
			continue
		}
		name, value := x.t.Child(c, fName), x.t.Child(c, fValue)
		if value < 0 || x.missing(name) {
			continue
		}
		v := x.value(value)
		id := x.b.Declare(lang.NewVar(facts.LocalVar, x.text(name), x.t.Line(name)))
		x.b.AddValue(id, v)
	}
}

// lambdaParams declares the written parameters of a lambda.
func (x *extractor) lambdaParams(head int32) []facts.VarID {
	list := int32(-1)
	if head >= 0 {
		list = x.t.ChildOfKind(head, kLambdaFunctionTypeParameters)
	}
	var params []facts.VarID
	for c := x.t.First(max(list, 0)); list >= 0 && c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kLambdaParameter {
			continue
		}
		name := x.t.Child(c, fName)
		if label := x.t.Child(c, fExternalName); label >= 0 && name < 0 {
			name = label
		}
		if name < 0 {
			name = x.t.ChildOfKind(c, kSimpleIdentifier)
		}
		v := lang.NewVar(facts.ParamVar, x.text(name), x.t.Line(c))
		v.Index, v.Type = int32(len(params)), x.typ(x.typeOf(c))
		params = append(params, x.b.Declare(v))
	}
	return params
}

// shorthand returns the number of implicit parameters ($0, $1, …) that a lambda uses, without nested
// lambdas.
func (x *extractor) shorthand(n int32) int32 {
	most := int32(0)
	for i, end := n+1, n+x.t.Nodes[n].Size; i < end; {
		if x.t.Kind(i) == kLambdaLiteral {
			i += x.t.Nodes[i].Size
			continue
		}
		if text := x.t.Bytes(i); x.t.Kind(i) == kSimpleIdentifier && len(text) == 2 && text[0] == '$' && text[1] >= '0' && text[1] <= '9' {
			most = max(most, int32(text[1]-'0')+1)
		}
		i++
	}
	return most
}
