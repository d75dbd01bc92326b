package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// expr visits an expression and returns its value, None where no call or
// reference can pass through it.
func (e *extractor) expr(i int32) facts.ExprID {
	named, owner := e.named, e.owner
	e.named, e.owner = false, facts.None
	if i < 0 {
		return facts.None
	}
	t := e.t
	line := t.Line(i)
	switch t.Kind(i) {
	case kIdentifier, kShorthandPropertyIdentifier:
		return e.b.NameExpr(e.word(i), line)
	case kThis:
		return e.instance(facts.This, line)
	case kSuper:
		return e.instance(facts.Super, line)
	case kMemberExpression:
		return e.memberExpr(i)
	case kSubscriptExpression:
		return e.subscript(i)
	case kCallExpression:
		return e.call(i, named)
	case kNewExpression:
		return e.newExpr(i, named)
	case kArrowFunction, kFunctionExpression, kGeneratorFunction:
		return e.functionExpr(i)
	case kClass:
		return e.classExpr(i)
	case kObject:
		return e.object(i, named, owner)
	case kArray:
		return e.array(i, named)
	case kParenthesizedExpression:
		e.named, e.owner = named, owner
		x := e.expr(e.inParentheses(i))
		return e.assert(x, e.castByComment(i), line)
	case kNonNullExpression, kSatisfiesExpression, kAsExpression, kTypeAssertion, kInstantiationExpression:
		return e.cast(i, named, owner)
	case kAwaitExpression:
		return e.wrap(facts.Await, e.expr(t.FirstNamed(i)), line)
	case kYieldExpression:
		e.yield(i)
		return facts.None
	case kSequenceExpression:
		x := facts.ExprID(facts.None)
		for c := t.First(i); c >= 0; c = t.Next(c) {
			if e.t.Named(c) {
				x = e.expr(c)
			}
		}
		return x
	case kTernaryExpression:
		return e.ternary(i, named)
	case kBinaryExpression:
		return e.binary(i, named)
	case kUnaryExpression:
		return e.unary(i)
	case kUpdateExpression:
		e.write(e.expr(t.Child(i, fArgument)))
		return e.literalValue("number", line)
	case kAssignmentExpression:
		return e.assignment(i, i)
	case kAugmentedAssignmentExpression:
		return e.augmented(i)
	case kTemplateString:
		e.substitutions(i, nil)
		return e.literalValue("string", line)
	case kJsxElement, kJsxSelfClosingElement:
		return e.element(i)
	case kMetaProperty, kStatementIdentifier, kPropertyIdentifier, kComment, kJsxText:
		return facts.None
	}
	if name := literalType(t.Kind(i)); name != "" {
		return e.literalValue(name, line)
	}
	e.children(i)
	return facts.None
}

// literalType returns the type of the plain literals of kind k, "" for others.
func literalType(k lang.Kind) string {
	switch k {
	case kString:
		return "string"
	case kNumber:
		return "number"
	case kTrue, kFalse:
		return "bool"
	case kRegex:
		return "regexp"
	case kNull, kUndefined:
		return "nil"
	}
	return ""
}

// argumentExpr visits a value that is handed on; literals say nothing.
func (e *extractor) argumentExpr(i int32, named bool) facts.ExprID {
	if i >= 0 && isPlainLiteral(e.t.Kind(i)) {
		return facts.None
	}
	e.named = named
	return e.unlessLiteral(i, e.expr(i))
}

// unlessLiteral takes the literal x back that node i has just added. Nothing else
// refers to it: the value of an assignment, say, belongs to a variable too.
func (e *extractor) unlessLiteral(i int32, x facts.ExprID) facts.ExprID {
	if x == facts.None || int(x) != len(e.f.Exprs)-1 || e.f.Exprs[x].Kind != facts.Literal {
		return x
	}
	i = e.strip(i)
	switch k := e.t.Kind(i); k {
	case kUnaryExpression, kUpdateExpression, kTemplateString:
	case kBinaryExpression:
		switch e.t.Kind(e.t.Child(i, fOperator)) {
		case tAnd, tOr, tNullish:
			return x
		}
	default:
		if !isPlainLiteral(k) {
			return x
		}
	}
	e.f.Exprs = e.f.Exprs[:x]
	return facts.None
}

func (e *extractor) literalValue(name string, line int32) facts.ExprID {
	x := lang.NewExpr(facts.Literal, line)
	x.Name = name
	return e.b.Expr(x)
}

// instance returns this or super.
func (e *extractor) instance(kind facts.ExprKind, line int32) facts.ExprID {
	if e.this == facts.None {
		if e.self != facts.None && kind == facts.This {
			return e.self
		}
		return e.b.Expr(lang.NewExpr(facts.Other, line))
	}
	id := e.b.Expr(lang.NewExpr(kind, line))
	e.f.Exprs[id].In = e.this
	return id
}

// inParentheses returns what stands in parentheses; a comment or a type may
// stand there too.
func (e *extractor) inParentheses(i int32) int32 { return e.t.FirstNamed(i) }

func (e *extractor) memberExpr(i int32) facts.ExprID {
	t := e.t
	object, property := t.Child(i, fObject), t.Child(i, fProperty)
	if t.Kind(object) == kImport {
		return facts.None // import.meta
	}
	x := e.expr(object)
	m := lang.NewExpr(facts.Member, t.Line(i))
	if property >= 0 { // a tree that was cut may lack it
		m.Line = t.Line(property)
	}
	if x == facts.None {
		x = e.b.Expr(lang.NewExpr(facts.Other, t.Line(i)))
	}
	x, unsure := e.narrowedMember(object, x)
	if unsure {
		m.Flags |= facts.Guarded
	}
	m.X, m.Name = x, e.word(property)
	if t.Child(i, fOptionalChain) >= 0 {
		m.Flags |= facts.OptionalOp
	}
	id := e.b.Expr(m)
	if is, _ := e.isExports(object); is {
		e.reads = append(e.reads, id)
	}
	return id
}

func (e *extractor) subscript(i int32) facts.ExprID {
	t := e.t
	x := e.expr(t.Child(i, fObject))
	index := t.Child(i, fIndex)
	kind := facts.Index
	name := ""
	if t.Kind(index) == kString {
		kind, name = facts.Member, e.unquote(index)
	} else {
		e.argumentExpr(index, false)
	}
	if x == facts.None {
		return x
	}
	m := lang.NewExpr(kind, t.Line(index))
	m.X, m.Name = x, name
	if t.Child(i, fOptionalChain) >= 0 {
		m.Flags |= facts.OptionalOp
	}
	return e.b.Expr(m)
}

func (e *extractor) functionExpr(i int32) facts.ExprID {
	nameNode := e.t.Child(i, fName)
	if nameNode < 0 {
		return e.literal(i)
	}
	d := e.define(facts.Function, e.word(nameNode), i, nameNode)
	if e.f.Defs[d].Parent == facts.None {
		e.f.Defs[d].Flags |= facts.Inner // its name counts only inside of it
	}
	e.function(d, i, i, -1, facts.None)
	return e.defined(d, e.t.Line(nameNode))
}

func (e *extractor) classExpr(i int32) facts.ExprID {
	nameNode := e.t.Child(i, fName)
	name := "class"
	if nameNode >= 0 {
		name = e.word(nameNode)
	}
	e.b.Open(lang.BlockScope)
	d := e.classDef(i, i, nameNode, name, nameNode >= 0)
	if e.f.Defs[d].Parent == facts.None {
		e.f.Defs[d].Flags |= facts.Inner
	}
	e.b.Close()
	return e.defValue(d, e.t.Line(i))
}

func (e *extractor) array(i int32, named bool) facts.ExprID {
	t := e.t
	n := 0
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if e.t.Named(c) {
			n++
		}
	}
	x := lang.NewExpr(facts.List, t.Line(i))
	if n > 0 {
		x.Args = e.items(i, e.newArgs(n), named)
		for j := range x.Args {
			if a := &x.Args[j]; a.Spread && a.X != facts.None { // [...xs]: one of xs
				*a = facts.Arg{X: e.wrap(facts.Elem, a.X, x.Line)}
			}
		}
	}
	return e.b.Expr(x)
}

// items visits the items of a list of arguments or of an array.
func (e *extractor) items(i int32, args []facts.Arg, named bool) []facts.Arg {
	t := e.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch {
		case !e.t.Named(c):
		case t.Kind(c) == kSpreadElement:
			args = append(args, facts.Arg{X: e.expr(t.FirstNamed(c)), Spread: true})
		default:
			args = append(args, facts.Arg{X: e.argumentExpr(c, named)})
		}
	}
	return args
}

// cast visits x as T, x satisfies T, <T>x, x! and f<T>.
func (e *extractor) cast(i int32, named bool, owner facts.ExprID) facts.ExprID {
	t := e.t
	value, typ := t.FirstNamed(i), e.t.LastNamed(i)
	if t.Kind(i) == kTypeAssertion {
		value, typ = typ, value
		if c := t.FirstNamed(typ); c >= 0 {
			typ = c // <T> comes as type arguments
		}
	}
	if typ == value {
		typ = -1 // x! and x as const
	}
	e.named, e.owner = named, owner
	x := e.expr(value)
	switch t.Kind(i) {
	case kAsExpression, kTypeAssertion:
		return e.assert(x, e.typ(typ), t.Line(i))
	case kSatisfiesExpression:
		e.satisfies(x, e.typ(typ), t.Line(i))
	case kInstantiationExpression:
		e.typeArguments(t.Child(i, fTypeArguments))
	}
	return x
}

// yield visits yield x: a value that the generator gives.
func (e *extractor) yield(i int32) {
	x := e.expr(e.t.FirstNamed(i))
	if e.token(i, tStar) >= 0 {
		x = e.wrap(facts.Elem, x, e.t.Line(i))
	}
	if e.fn != nil && e.fn.generator {
		e.result(x)
	}
}

func (e *extractor) ternary(i int32, named bool) facts.ExprID {
	t := e.t
	condition := t.Child(i, fCondition)
	e.argumentExpr(condition, false)
	leave := e.narrowed(condition)
	e.named = named
	a := e.expr(t.Child(i, fConsequence))
	leave()
	e.named = named
	b := e.expr(t.Child(i, fAlternative))
	return e.either(a, b, t.Line(i))
}

func (e *extractor) binary(i int32, named bool) facts.ExprID {
	t := e.t
	left, right := t.Child(i, fLeft), t.Child(i, fRight)
	op := t.Kind(t.Child(i, fOperator))
	line := t.Line(i)
	switch op {
	case tAnd:
		e.argumentExpr(left, false)
		leave := e.narrowed(left)
		e.named = named
		x := e.expr(right)
		leave()
		return x // what is left of && is never used as a value that has members
	case tOr, tNullish:
		e.named = named
		a := e.expr(left)
		e.named = named
		return e.either(a, e.expr(right), line)
	}
	if op == tPlus {
		return e.plus(left, right, line)
	}
	e.argumentExpr(left, false)
	e.argumentExpr(right, false)
	e.tested(i)
	switch text := string(t.Bytes(t.Child(i, fOperator))); text {
	case "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>":
		return e.literalValue("number", line)
	case "==", "===", "!=", "!==", "<", "<=", ">", ">=", "in", "instanceof":
		return e.literalValue("bool", line)
	}
	return facts.None
}

// plus visits a + b: a string where one of them certainly is.
func (e *extractor) plus(left, right, line int32) facts.ExprID {
	x := e.expr(left)
	text := e.isString(left, x)
	e.unlessLiteral(left, x)
	x = e.expr(right)
	text = text || e.isString(right, x)
	e.unlessLiteral(right, x)
	if text {
		return e.literalValue("string", line)
	}
	return facts.None
}

// isString reports whether node i with value x is certainly a string.
func (e *extractor) isString(i int32, x facts.ExprID) bool {
	if e.t.Kind(i) == kString {
		return true
	}
	return x != facts.None && e.f.Exprs[x].Kind == facts.Literal && e.f.Exprs[x].Name == "string"
}

// mayLack notes that the file copes with the absence of the name x.
func (e *extractor) mayLack(x facts.ExprID) {
	if v := &e.f.Exprs[x]; v.Kind == facts.Name && e.isGlobal(v.Name) {
		e.maybe[v.Name] = true
	}
}

func (e *extractor) unary(i int32) facts.ExprID {
	return e.unaryValue(i, e.argumentExpr(e.t.Child(i, fArgument), false))
}

// unaryValue returns the value of the unary expression i, whose operand is x.
func (e *extractor) unaryValue(i int32, x facts.ExprID) facts.ExprID {
	t := e.t
	line := t.Line(i)
	switch text := string(t.Bytes(t.Child(i, fOperator))); text {
	case "typeof":
		if x != facts.None {
			e.f.Exprs[x].Flags |= facts.Guarded
			e.mayLack(x)
		}
		return e.literalValue("string", line)
	case "!", "delete":
		return e.literalValue("bool", line)
	case "-", "+", "~":
		return e.literalValue("number", line)
	case "void":
		e.discard(x)
		return e.literalValue("nil", line)
	}
	return facts.None
}

// augmented visits a += b; a ||= b and its like hand b on.
func (e *extractor) augmented(i int32) facts.ExprID {
	t := e.t
	target := e.expr(t.Child(i, fLeft))
	e.write(target)
	x := e.argumentExpr(t.Child(i, fRight), false)
	switch string(t.Bytes(t.Child(i, fOperator))) {
	case "||=", "&&=", "??=":
	default:
		return facts.None
	}
	if target != facts.None && e.f.Exprs[target].Kind == facts.Name {
		e.b.Assign(target, x)
	}
	return e.either(target, x, t.Line(i))
}

// substitutions visits the code in a template string. With args it adds an
// argument for each.
func (e *extractor) substitutions(i int32, args []facts.Arg) []facts.Arg {
	t := e.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Kind(c) == kTemplateSubstitution {
			x := e.argumentExpr(t.FirstNamed(c), false)
			if args != nil {
				args = append(args, facts.Arg{X: x})
			}
		}
	}
	return args
}
