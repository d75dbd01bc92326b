package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
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
	case syntax.KIdentifier, syntax.KShorthandPropertyIdentifier:
		return e.b.NameExpr(t.Word(i), line)
	case syntax.KThis:
		return e.instance(facts.This, line)
	case syntax.KSuper:
		return e.instance(facts.Super, line)
	case syntax.KMemberExpression:
		return e.memberExpr(i)
	case syntax.KSubscriptExpression:
		return e.subscript(i)
	case syntax.KCallExpression:
		return e.call(i, named)
	case syntax.KNewExpression:
		return e.newExpr(i, named)
	case syntax.KArrowFunction, syntax.KFunctionExpression, syntax.KGeneratorFunction:
		return e.functionExpr(i)
	case syntax.KClass:
		return e.classExpr(i)
	case syntax.KObject:
		return e.object(i, named, owner)
	case syntax.KArray:
		return e.array(i, named)
	case syntax.KParenthesizedExpression:
		e.named, e.owner = named, owner
		x := e.expr(e.inParentheses(i))
		return e.b.Assert(x, e.types.CastByComment(i), line)
	case syntax.KNonNullExpression, syntax.KSatisfiesExpression, syntax.KAsExpression, syntax.KTypeAssertion, syntax.KInstantiationExpression:
		return e.cast(i, named, owner)
	case syntax.KAwaitExpression:
		return e.b.Wrap(facts.Await, e.expr(t.FirstNamed(i)), line)
	case syntax.KYieldExpression:
		e.yield(i)
		return facts.None
	case syntax.KSequenceExpression:
		x := facts.ExprID(facts.None)
		for c := t.First(i); c >= 0; c = t.Next(c) {
			if t.Named(c) {
				x = e.expr(c)
			}
		}
		return x
	case syntax.KTernaryExpression:
		return e.ternary(i, named)
	case syntax.KBinaryExpression:
		return e.binary(i, named)
	case syntax.KUnaryExpression:
		return e.unary(i)
	case syntax.KUpdateExpression:
		e.write(e.expr(t.Child(i, syntax.FArgument)))
		return e.b.LiteralValue("number", line)
	case syntax.KAssignmentExpression:
		return e.assignment(i, i)
	case syntax.KAugmentedAssignmentExpression:
		return e.augmented(i)
	case syntax.KTemplateString:
		e.substitutions(i, nil)
		return e.b.LiteralValue("string", line)
	case syntax.KJsxElement, syntax.KJsxSelfClosingElement:
		return e.element(i)
	case syntax.KMetaProperty, syntax.KStatementIdentifier, syntax.KPropertyIdentifier, syntax.KComment, syntax.KJsxText:
		return facts.None
	}
	if name := syntax.LiteralType(t.Kind(i)); name != "" {
		return e.b.LiteralValue(name, line)
	}
	e.children(i)
	return facts.None
}

// argumentExpr visits a value that is passed on. Plain literals have the value None.
func (e *extractor) argumentExpr(i int32, named bool) facts.ExprID {
	if i >= 0 && syntax.IsPlainLiteral(e.t.Kind(i)) {
		return facts.None
	}
	e.named = named
	return e.unlessLiteral(i, e.expr(i))
}

// unlessLiteral returns x, or None where x is a literal that node i has just added; it then removes
// that Expr. Other literals stay: the value of an assignment, for example, also belongs to a variable.
func (e *extractor) unlessLiteral(i int32, x facts.ExprID) facts.ExprID {
	if x == facts.None || int(x) != len(e.f.Exprs)-1 || e.f.Exprs[x].Kind != facts.Literal {
		return x
	}
	i = e.t.Strip(i)
	switch k := e.t.Kind(i); k {
	case syntax.KUnaryExpression, syntax.KUpdateExpression, syntax.KTemplateString:
	case syntax.KBinaryExpression:
		switch e.t.Kind(e.t.Child(i, syntax.FOperator)) {
		case syntax.TAnd, syntax.TOr, syntax.TNullish:
			return x
		}
	default:
		if !syntax.IsPlainLiteral(k) {
			return x
		}
	}
	e.f.Exprs = e.f.Exprs[:x]
	return facts.None
}

// instance returns the value of this or super, as kind says.
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

// inParentheses returns the expression in parentheses; a comment or a type may be there too.
func (e *extractor) inParentheses(i int32) int32 { return e.t.FirstNamed(i) }

func (e *extractor) memberExpr(i int32) facts.ExprID {
	t := e.t
	object, property := t.Child(i, syntax.FObject), t.Child(i, syntax.FProperty)
	if t.Kind(object) == syntax.KImport {
		return facts.None // import.meta
	}
	x := e.expr(object)
	m := lang.NewExpr(facts.Member, t.Line(i))
	if property >= 0 { // a truncated tree may lack it
		m.Line = t.Line(property)
	}
	if x == facts.None {
		x = e.b.Expr(lang.NewExpr(facts.Other, t.Line(i)))
	}
	x, unsure := e.narrows.Member(object, x)
	if unsure {
		m.Flags |= facts.Guarded
	}
	m.X, m.Name = x, t.Word(property)
	if t.Child(i, syntax.FOptionalChain) >= 0 {
		m.Flags |= facts.OptionalOp
	}
	id := e.b.Expr(m)
	if is, _ := e.cjs.IsExports(object); is {
		e.reads = append(e.reads, id)
	}
	return id
}

func (e *extractor) subscript(i int32) facts.ExprID {
	t := e.t
	x := e.expr(t.Child(i, syntax.FObject))
	index := t.Child(i, syntax.FIndex)
	kind := facts.Index
	name := ""
	if t.Kind(index) == syntax.KString {
		kind, name = facts.Member, t.Unquote(index)
	} else {
		e.argumentExpr(index, false)
	}
	if x == facts.None {
		return x
	}
	m := lang.NewExpr(kind, t.Line(index))
	m.X, m.Name = x, name
	if t.Child(i, syntax.FOptionalChain) >= 0 {
		m.Flags |= facts.OptionalOp
	}
	return e.b.Expr(m)
}

func (e *extractor) functionExpr(i int32) facts.ExprID {
	nameNode := e.t.Child(i, syntax.FName)
	if nameNode < 0 {
		return e.literal(i)
	}
	d := e.define(facts.Function, e.t.Word(nameNode), i, nameNode)
	if e.f.Defs[d].Parent == facts.None {
		e.f.Defs[d].Flags |= facts.Inner // its name is known only inside it
	}
	e.function(d, i, i, -1, facts.None)
	return e.b.FuncValue(d, e.t.Line(nameNode))
}

func (e *extractor) classExpr(i int32) facts.ExprID {
	nameNode := e.t.Child(i, syntax.FName)
	name := "class"
	if nameNode >= 0 {
		name = e.t.Word(nameNode)
	}
	e.b.Open(lang.BlockScope)
	d := e.classDef(i, i, nameNode, name, nameNode >= 0)
	if e.f.Defs[d].Parent == facts.None {
		e.f.Defs[d].Flags |= facts.Inner
	}
	e.b.Close()
	return e.b.DefValue(d, e.t.Line(i))
}

func (e *extractor) array(i int32, named bool) facts.ExprID {
	t := e.t
	n := 0
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Named(c) {
			n++
		}
	}
	x := lang.NewExpr(facts.List, t.Line(i))
	if n > 0 {
		x.Args = e.items(i, e.b.NewArgs(n), named)
		for j := range x.Args {
			if a := &x.Args[j]; a.Spread && a.X != facts.None { // [...xs]: an element of xs
				*a = facts.Arg{X: e.b.Wrap(facts.Elem, a.X, x.Line)}
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
		case !t.Named(c):
		case t.Kind(c) == syntax.KSpreadElement:
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
	value, typ := t.FirstNamed(i), t.LastNamed(i)
	if t.Kind(i) == syntax.KTypeAssertion {
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
	case syntax.KAsExpression, syntax.KTypeAssertion:
		return e.b.Assert(x, e.types.Of(typ), t.Line(i))
	case syntax.KSatisfiesExpression:
		e.b.Satisfies(x, e.types.Of(typ), t.Line(i))
	case syntax.KInstantiationExpression:
		e.types.Arguments(t.Child(i, syntax.FTypeArguments))
	}
	return x
}

// yield visits yield x: x is a value that the generator returns.
func (e *extractor) yield(i int32) {
	x := e.expr(e.t.FirstNamed(i))
	if e.t.Token(i, syntax.TStar) >= 0 {
		x = e.b.Wrap(facts.Elem, x, e.t.Line(i))
	}
	if e.fn != nil && e.fn.generator {
		e.result(x)
	}
}

func (e *extractor) ternary(i int32, named bool) facts.ExprID {
	t := e.t
	condition := t.Child(i, syntax.FCondition)
	e.argumentExpr(condition, false)
	leave := e.narrows.Open(condition)
	e.named = named
	a := e.expr(t.Child(i, syntax.FConsequence))
	leave()
	e.named = named
	b := e.expr(t.Child(i, syntax.FAlternative))
	return e.b.OneOf(a, b, t.Line(i))
}

func (e *extractor) binary(i int32, named bool) facts.ExprID {
	t := e.t
	left, right := t.Child(i, syntax.FLeft), t.Child(i, syntax.FRight)
	op := t.Kind(t.Child(i, syntax.FOperator))
	line := t.Line(i)
	switch op {
	case syntax.TAnd:
		e.argumentExpr(left, false)
		leave := e.narrows.Open(left)
		e.named = named
		x := e.expr(right)
		leave()
		return x // the left side of && is never the value whose members are used
	case syntax.TOr, syntax.TNullish:
		e.named = named
		a := e.expr(left)
		e.named = named
		return e.b.OneOf(a, e.expr(right), line)
	}
	if op == syntax.TPlus {
		return e.plus(left, right, line)
	}
	e.argumentExpr(left, false)
	e.argumentExpr(right, false)
	e.narrows.Note(i)
	switch text := string(t.Bytes(t.Child(i, syntax.FOperator))); text {
	case "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>":
		return e.b.LiteralValue("number", line)
	case "==", "===", "!=", "!==", "<", "<=", ">", ">=", "in", "instanceof":
		return e.b.LiteralValue("bool", line)
	}
	return facts.None
}

// plus visits a + b. The result is a string where one operand certainly is.
func (e *extractor) plus(left, right, line int32) facts.ExprID {
	x := e.expr(left)
	text := e.isString(left, x)
	e.unlessLiteral(left, x)
	x = e.expr(right)
	text = text || e.isString(right, x)
	e.unlessLiteral(right, x)
	if text {
		return e.b.LiteralValue("string", line)
	}
	return facts.None
}

// isString reports whether node i with value x is certainly a string.
func (e *extractor) isString(i int32, x facts.ExprID) bool {
	if e.t.Kind(i) == syntax.KString {
		return true
	}
	return x != facts.None && e.f.Exprs[x].Kind == facts.Literal && e.f.Exprs[x].Name == "string"
}

// mayLack records that the file allows for the name x to be undefined.
func (e *extractor) mayLack(x facts.ExprID) {
	if v := &e.f.Exprs[x]; v.Kind == facts.Name && e.b.IsGlobal(v.Name) {
		e.maybe[v.Name] = true
	}
}

func (e *extractor) unary(i int32) facts.ExprID {
	return e.unaryValue(i, e.argumentExpr(e.t.Child(i, syntax.FArgument), false))
}

// unaryValue returns the value of the unary expression i, whose operand is x.
func (e *extractor) unaryValue(i int32, x facts.ExprID) facts.ExprID {
	t := e.t
	line := t.Line(i)
	switch text := string(t.Bytes(t.Child(i, syntax.FOperator))); text {
	case "typeof":
		if x != facts.None {
			e.f.Exprs[x].Flags |= facts.Guarded
			e.mayLack(x)
		}
		return e.b.LiteralValue("string", line)
	case "!", "delete":
		return e.b.LiteralValue("bool", line)
	case "-", "+", "~":
		return e.b.LiteralValue("number", line)
	case "void":
		e.b.Discard(x)
		return e.b.LiteralValue("nil", line)
	}
	return facts.None
}

// augmented visits a += b. The value of a ||= b and its like includes b.
func (e *extractor) augmented(i int32) facts.ExprID {
	t := e.t
	target := e.expr(t.Child(i, syntax.FLeft))
	e.write(target)
	x := e.argumentExpr(t.Child(i, syntax.FRight), false)
	switch string(t.Bytes(t.Child(i, syntax.FOperator))) {
	case "||=", "&&=", "??=":
	default:
		return facts.None
	}
	if target != facts.None && e.f.Exprs[target].Kind == facts.Name {
		e.b.Assign(target, x)
	}
	return e.b.OneOf(target, x, t.Line(i))
}

// substitutions visits the code in a template string. Where args is not nil it adds an argument for
// each substitution.
func (e *extractor) substitutions(i int32, args []facts.Arg) []facts.Arg {
	t := e.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Kind(c) == syntax.KTemplateSubstitution {
			x := e.argumentExpr(t.FirstNamed(c), false)
			if args != nil {
				args = append(args, facts.Arg{X: x})
			}
		}
	}
	return args
}
