package cfamily

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// walk adds the calls and references in expression n, whose value is unused.
func (x *extractor) walk(n int32) {
	if n < 0 || !x.t.Named(n) {
		return
	}
	switch x.t.Kind(n) {
	case kIdentifier:
		if x.b.Lookup(x.b.Text(n)) == facts.None {
			x.value(n)
		}
	case kParenthesizedExpression:
		x.walk(x.t.FirstNamed(n))
	case kUnaryExpression, kUpdateExpression, kPointerExpression:
		x.walk(x.t.Child(n, fArgument))
	case kBinaryExpression:
		x.walk(x.t.Child(n, fLeft))
		x.walk(x.t.Child(n, fRight))
	case kCommaExpression:
		x.walk(x.t.Child(n, fLeft))
		x.walk(x.t.Child(n, fRight))
	case kConditionalExpression:
		x.walk(x.t.Child(n, fCondition))
		x.walk(x.t.Child(n, fConsequence))
		x.walk(x.t.Child(n, fAlternative))
	case kNumberLiteral, kStringLiteral, kCharLiteral, kTrue, kFalse, kNull, kThis, kRawStringLiteral:
	default:
		x.value(n)
	}
}

// operand is value, but returns an unknown expression instead of None.
func (x *extractor) operand(n int32) facts.ExprID { return walk.Known(x.b, x.value(n), n) }

// value adds expression n and returns it, None where its value is unknown.
func (x *extractor) value(n int32) facts.ExprID {
	if n < 0 || !x.t.Named(n) {
		return facts.None
	}
	k := x.t.Kind(n)
	if name := literalType(k); name != "" {
		if k == kNumberLiteral {
			name = numberType(x.t.Text(n))
		}
		return x.b.Literal(name)
	}
	switch k {
	case kIdentifier, kTypeIdentifier, kNamespaceIdentifier, kQualifiedIdentifier, kTemplateFunction, kTemplateType,
		kOperatorName, kDependentName, kFieldIdentifier:
		return x.nameOf(n)
	case kParenthesizedExpression, kParameterPackExpansion, kCoAwaitExpression:
		return x.value(x.t.FirstNamed(n))
	case kFieldExpression:
		return x.field(n)
	case kCallExpression:
		return x.call(n, 0)
	case kNewExpression:
		return x.newObject(n)
	case kSubscriptExpression:
		return x.subscript(n)
	case kPointerExpression:
		return x.value(x.t.Child(n, fArgument))
	case kUnaryExpression, kUpdateExpression:
		return x.unary(n)
	case kBinaryExpression:
		return x.binary(n)
	case kAssignmentExpression:
		return x.assign(n)
	case kCommaExpression:
		x.walk(x.t.Child(n, fLeft))
		return x.value(x.t.Child(n, fRight))
	case kConditionalExpression:
		return x.conditional(n)
	case kCastExpression:
		return x.assert(n, x.typ(x.t.Child(n, fType)), x.t.Child(n, fValue))
	case kCompoundLiteralExpression:
		return x.compoundLiteral(n)
	case kInitializerList:
		return x.composite(n, facts.None)
	case kLambdaExpression:
		return x.lambda(n)
	case kThis:
		return x.b.Expr(lang.NewExpr(facts.This, x.t.Line(n)))
	case kSizeofExpression:
		x.typ(x.t.Child(n, fType))
		x.walk(x.t.Child(n, fValue))
		return x.b.Literal("int")
	case kCompoundStatement, kExpressionStatement, kDeclaration, kIfStatement, kReturnStatement, kForStatement, kWhileStatement, kDoStatement:
		x.statement(n) // a statement expression, or a statement in an argument of a macro
		return facts.None
	case kTypeDescriptor, kPrimitiveType, kSizedTypeSpecifier, kStructSpecifier:
		x.typ(n)
		return facts.None
	}
	for c := x.first(n); c >= 0; c = x.t.Next(c) { // an operator whose value is unknown
		x.statement(c)
	}
	return facts.None
}

func literalType(k lang.Kind) string {
	switch k {
	case kStringLiteral, kConcatenatedString, kRawStringLiteral:
		return "char*"
	case kNumberLiteral:
		return "int"
	case kCharLiteral:
		return "char"
	case kTrue, kFalse:
		return "bool"
	case kNull:
		return "nil"
	}
	return ""
}

func numberType(text string) string {
	if len(text) > 1 && (text[1] == 'x' || text[1] == 'X') {
		return "int"
	}
	for i := range len(text) {
		switch text[i] {
		case '.', 'e', 'E':
			if last := text[len(text)-1]; last == 'f' || last == 'F' {
				return "float"
			}
			return "double"
		}
	}
	return "int"
}

// nameOf adds the use of a possibly qualified name as a value.
func (x *extractor) nameOf(n int32) facts.ExprID {
	switch x.t.Kind(n) {
	case kQualifiedIdentifier:
		return x.qualified(n)
	case kTemplateFunction, kTemplateType, kTemplateMethod:
		x.typeArgs(x.t.Child(n, fArguments))
		return x.nameOf(x.t.Child(n, fName))
	case kDependentName, kDependentType:
		return x.nameOf(x.t.FirstNamed(n))
	case kOperatorName, kDestructorName:
		return x.b.FileLevelName(x.operatorName(n), x.t.Line(n))
	case kIdentifier, kTypeIdentifier, kNamespaceIdentifier, kFieldIdentifier:
		return x.bare(x.b.Text(n), x.t.Line(n))
	}
	return facts.None
}

// bare adds the use of a name. Local names are declared before they are used, so it is resolved at
// once in the open scopes.
func (x *extractor) bare(name string, line int32) facts.ExprID {
	if name == "" {
		return facts.None
	}
	if v := x.b.Lookup(name); v != facts.None {
		return walk.Local(x.b, v, name, line)
	}
	if walk.IsTypeParam(x.b, name) {
		e := lang.NewExpr(facts.TypeExpr, line)
		e.Type = x.b.NamedType("", name, line)
		return x.b.Expr(e)
	}
	if x.standard[name] {
		return walk.Member(x.b, x.b.FileLevelName("std", line), name, line)
	}
	return x.b.FileLevelName(name, line)
}

// qualified adds a::b::c as a member of a member.
func (x *extractor) qualified(n int32) facts.ExprID {
	line := x.t.Line(n)
	path := x.path(n)
	if len(path) == 0 {
		return facts.None
	}
	x.qualifiedArgs(n)
	var e facts.ExprID
	switch {
	case x.t.Child(n, fScope) < 0: // ::a
		e = x.b.RootName(path[0], line)
	case walk.IsTypeParam(x.b, path[0]):
		e = x.bare(path[0], line)
	default:
		e = x.b.FileLevelName(path[0], line)
	}
	for _, name := range path[1:] {
		e = walk.Member(x.b, e, name, line)
	}
	return e
}

// qualifiedArgs adds the type arguments in the parts of a qualified name.
func (x *extractor) qualifiedArgs(n int32) {
	for n >= 0 {
		switch x.t.Kind(n) {
		case kQualifiedIdentifier:
			x.qualifiedArgs(x.t.Child(n, fScope))
			n = x.t.Child(n, fName)
		case kDependentName, kDependentType:
			n = x.t.FirstNamed(n)
		case kTemplateFunction, kTemplateType, kTemplateMethod:
			x.typeArgs(x.t.Child(n, fArguments))
			return
		default:
			return
		}
	}
}

// field adds a.b and a->b.
func (x *extractor) field(n int32) facts.ExprID {
	of := x.operand(x.t.Child(n, fArgument))
	f := x.t.Child(n, fField)
	path := x.path(f)
	if len(path) == 0 {
		return of
	}
	x.qualifiedArgs(f)
	if len(path) > 1 { // p->Base::f: the member of the base
		base := x.b.FileLevelName(path[0], x.t.Line(f))
		for _, name := range path[1 : len(path)-1] {
			base = walk.Member(x.b, base, name, x.t.Line(f))
		}
		of = base
	}
	return walk.Member(x.b, of, path[len(path)-1], x.t.Line(f))
}

func (x *extractor) subscript(n int32) facts.ExprID {
	e := lang.NewExpr(facts.Index, x.t.Line(n))
	e.X = x.operand(x.t.Child(n, fArgument))
	if of := &x.b.File.Exprs[e.X]; of.Kind == facts.Local {
		if t := x.b.File.Vars[of.Ref].Type; t != facts.None && x.b.File.Types[t].Kind == facts.PointerT {
			index := x.t.Child(n, fIndex)
			x.walk(max(index, x.t.Child(n, fIndices)))
			return e.X // a pointer is the value that it points to
		}
	}
	index := x.t.Child(n, fIndex)
	if index < 0 {
		index = x.t.Child(n, fIndices)
	}
	x.walk(index)
	return x.b.Expr(e)
}

func (x *extractor) unary(n int32) facts.ExprID {
	operand := x.t.Child(n, fArgument)
	if x.t.Kind(x.t.Child(n, fOperator)) == tNot {
		x.walk(operand)
		return x.b.Literal("bool")
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

func (x *extractor) conditional(n int32) facts.ExprID {
	cond, yes, no := x.t.Child(n, fCondition), x.t.Child(n, fConsequence), x.t.Child(n, fAlternative)
	var l facts.ExprID
	if yes < 0 { // a ?: b
		l = x.value(cond)
	} else {
		x.walk(cond)
		l = x.value(yes)
	}
	r := x.value(no)
	switch {
	case l == facts.None || l == r:
		return r
	case r == facts.None:
		return l
	}
	e := lang.NewExpr(facts.Either, x.t.Line(n))
	e.Args = []facts.Arg{{X: l}, {X: r}}
	return x.b.Expr(e)
}

// assign adds an assignment; its value is the left operand.
func (x *extractor) assign(n int32) facts.ExprID {
	left, right := x.t.Child(n, fLeft), x.t.Child(n, fRight)
	var r facts.ExprID
	if x.t.Kind(right) == kInitializerList {
		r = x.composite(right, facts.None)
	} else {
		r = x.value(right)
	}
	l := x.value(left)
	if l == facts.None {
		return r
	}
	e := &x.b.File.Exprs[l]
	e.Flags |= facts.Write
	if k := e.Kind; (k == facts.Name || k == facts.Local) && x.t.Kind(x.t.Child(n, fOperator)) == tAssign {
		x.b.Assign(l, r)
	}
	return l
}

func (x *extractor) assert(n int32, t facts.TypeID, value int32) facts.ExprID {
	e := lang.NewExpr(facts.Assert, x.t.Line(n))
	e.X = x.operand(value)
	e.Type = t
	return x.b.Expr(e)
}

// lambda adds a lambda expression. Its code belongs to the enclosing function.
func (x *extractor) lambda(n int32) facts.ExprID {
	if list := x.t.Child(n, fCaptures); list >= 0 {
		x.captures(list)
	}
	d := x.t.Child(n, fDeclarator)
	list := x.t.Child(d, fParameters)
	params := x.params(list)
	t := lang.NewType(facts.FuncT, x.t.Line(n))
	for i := range params {
		p := params[i].Type
		if p == facts.None {
			p = x.b.Type(lang.NewType(facts.UnionT, x.t.Line(n))) // auto
		}
		t.Args = append(t.Args, p)
	}
	t.N = int32(len(t.Args))
	if d >= 0 {
		if result := x.trailing(d, facts.None); result != facts.None {
			t.Args = append(t.Args, result)
		}
	}
	outer := x.returns
	var returned []facts.ExprID
	x.returns = &returned
	x.b.Open(lang.OrderedScope)
	from := len(x.b.File.Vars)
	x.declareParams(list, params)
	to := len(x.b.File.Vars)
	x.statement(x.t.Child(n, fBody))
	x.b.Close()
	x.returns = outer

	e := lang.NewExpr(facts.Func, x.t.Line(n))
	if len(t.Args) == int(t.N) {
		for i := 0; i < len(returned) && i < facts.MaxValues; i++ {
			e.Args = append(e.Args, facts.Arg{X: returned[i]})
		}
	}
	e.Type = x.b.Type(t)
	id := x.b.Expr(e)
	for v := from; v < to; v++ {
		if x.b.File.Vars[v].Kind == facts.ParamVar {
			x.b.File.Vars[v].Func = id
		}
	}
	return id
}

// captures adds the initial values of captures: [y = f()].
func (x *extractor) captures(list int32) {
	for c := x.first(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kAssignmentExpression {
			continue
		}
		v := x.value(x.t.Child(c, fRight))
		if name := x.t.Child(c, fLeft); x.t.Kind(name) == kIdentifier && !x.b.AtFileLevel() {
			nv := lang.NewVar(facts.LocalVar, x.b.Text(name), x.t.Line(name))
			x.b.AddValue(x.b.Declare(nv), v)
		}
	}
}
