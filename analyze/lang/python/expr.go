package python

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// add adds e. It is marked as guarded where the enclosing code expects it to fail; in code that only
// tests for an attribute, calls are not marked.
func (x *extractor) add(e facts.Expr) facts.ExprID {
	if x.guarded > 0 || x.asked > 0 && e.Kind != facts.Call || x.guardedCall > 0 && e.Kind == facts.Call {
		e.Flags |= facts.Guarded
	}
	return x.b.Expr(e)
}

// optional is expr for a node that may be absent.
func (x *extractor) optional(i int32) facts.ExprID {
	if i < 0 {
		return facts.None
	}
	return x.expr(i)
}

// expr adds the expression at node i and returns it, or None where its value is unknown. Expressions
// inside it are added in any case.
func (x *extractor) expr(i int32) facts.ExprID {
	if i < 0 {
		return facts.None
	}
	t := x.t
	switch t.Kind(i) {
	case syntax.KIdentifier:
		return x.name(i)
	case syntax.KAttribute:
		return x.attribute(i)
	case syntax.KCall:
		return x.call(i)
	case syntax.KSubscript:
		return x.subscript(i)
	case syntax.KParenthesizedExpression:
		return x.optional(t.FirstNamed(i))
	case syntax.KAwait:
		inner := x.optional(t.FirstNamed(i))
		if inner < 0 {
			return facts.None
		}
		e := lang.NewExpr(facts.Await, t.Line(i))
		e.X = inner
		return x.add(e)
	case syntax.KString, syntax.KConcatenatedString:
		return x.string(i)
	case syntax.KInteger:
		return x.literal("int", i)
	case syntax.KFloat:
		return x.literal("float", i)
	case syntax.KTrue, syntax.KFalse:
		return x.literal("bool", i)
	case syntax.KNone:
		return x.literal("None", i)
	case syntax.KList, syntax.KTuple, syntax.KSet, syntax.KExpressionList, syntax.KPatternList:
		return x.list(i)
	case syntax.KDictionary:
		return x.dictionary(i)
	case syntax.KListComprehension, syntax.KSetComprehension, syntax.KGeneratorExpression, syntax.KDictionaryComprehension:
		return x.comprehension(i)
	case syntax.KConditionalExpression:
		return x.conditional(i)
	case syntax.KBooleanOperator:
		left := x.expr(t.Child(i, syntax.FLeft))
		return x.either(t.Line(i), left, x.expr(t.Child(i, syntax.FRight)))
	case syntax.KBinaryOperator:
		return x.binary(i)
	case syntax.KNotOperator, syntax.KComparisonOperator:
		x.effects(i)
		return x.literal("bool", i)
	case syntax.KUnaryOperator:
		if a := t.Child(i, syntax.FArgument); t.Kind(a) == syntax.KInteger || t.Kind(a) == syntax.KFloat {
			return x.expr(a)
		}
		x.effects(i)
		return x.other(i)
	case syntax.KNamedExpression:
		value := x.expr(t.Child(i, syntax.FValue))
		x.bind(t.Child(i, syntax.FName), binding{value: value, typ: facts.None, node: i})
		return value
	case syntax.KLambda:
		return x.lambda(i)
	case syntax.KYield:
		return x.yield(i)
	case syntax.KListSplat, syntax.KDictionarySplat:
		return x.optional(t.FirstNamed(i))
	}
	x.effects(i)
	return facts.None
}

// effect adds the expression at node i, whose value is unused. A local variable alone adds nothing,
// unless it is the name of a definition.
func (x *extractor) effect(i int32) {
	if i < 0 {
		return
	}
	t := x.t
	switch t.Kind(i) {
	case syntax.KIdentifier:
		if v := x.b.Lookup(x.b.Text(i)); v == facts.None || x.f.Vars[v].Def != facts.None || x.f.Vars[v].Import != facts.None {
			x.name(i)
		}
	case syntax.KComparisonOperator, syntax.KBooleanOperator, syntax.KNotOperator, syntax.KBinaryOperator, syntax.KParenthesizedExpression, syntax.KTuple, syntax.KList, syntax.KSlice, syntax.KUnaryOperator:
		x.effects(i)
	case syntax.KInteger, syntax.KFloat, syntax.KTrue, syntax.KFalse, syntax.KNone, syntax.KEllipsis, syntax.KComment, syntax.KStringContent:
	case syntax.KAssignment:
		x.assignment(i, i)
	case syntax.KKeywordArgument:
		x.expr(t.Child(i, syntax.FValue))
	default:
		x.expr(i)
	}
}

// effects adds the children of node i as expressions whose values are unused.
func (x *extractor) effects(i int32) {
	for c := x.t.First(i); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Flags&lang.IsNamed != 0 {
			x.effect(c)
		}
	}
}

func (x *extractor) name(i int32) facts.ExprID {
	name := x.b.Text(i)
	var e facts.ExprID
	if slices.Contains(x.ctx.globals, name) {
		e = x.b.FileLevelName(name, x.t.Line(i))
	} else {
		e = x.b.NameExpr(name, x.t.Line(i))
	}
	if g, ok := x.loops[name]; ok && x.b.Lookup(name) == facts.None {
		x.globals = append(x.globals, g)
		delete(x.loops, name)
	}
	if x.guarded > 0 || x.asked > 0 {
		x.f.Exprs[e].Flags |= facts.Guarded
	}
	if x.ctx.voids[name] && x.t.AsksValue(i) {
		x.f.Exprs[e].Flags |= facts.Void
	}
	return e
}

func (x *extractor) attribute(i int32) facts.ExprID {
	object := x.expr(x.t.Child(i, syntax.FObject))
	name := x.t.Child(i, syntax.FAttribute)
	if name < 0 {
		return facts.None
	}
	if object < 0 {
		object = x.other(i)
	}
	if string(x.t.Bytes(name)) == "__class__" {
		return x.classOf(object, x.t.Line(name))
	}
	e := lang.NewExpr(facts.Member, x.t.Line(name))
	e.X, e.Name = object, x.b.Text(name)
	if e.Name == "meta_path" { // sys.meta_path: an import hook
		x.f.DynamicNames = true
	}
	member := x.add(e)
	if x.paths > 0 {
		if path := x.path(i); path != "" && x.b.Lookup(path) >= 0 {
			return x.b.NameExpr(path, e.Line) // narrowed by an enclosing test
		}
	}
	return member
}

// other returns an unknown value.
func (x *extractor) other(i int32) facts.ExprID { return x.literal("", i) }

// literal returns a value of a builtin type, "" for an unknown one. All literals of a type share one
// Expr: it makes no edge, so its line does not matter.
func (x *extractor) literal(typ string, i int32) facts.ExprID {
	if e, ok := x.literals[typ]; ok {
		return e
	}
	e := lang.NewExpr(facts.Literal, x.t.Line(i))
	if typ == "" {
		e.Kind = facts.Other
	}
	e.Name = typ
	id := x.b.Expr(e)
	x.literals[typ] = id
	return id
}

func (x *extractor) string(i int32) facts.ExprID {
	t := x.t
	typ := "str"
	end := i + t.Nodes[i].Size
	for n := i; n < end; n++ {
		switch t.Kind(n) {
		case syntax.KInterpolation, syntax.KFormatExpression:
			x.effects(n)
			n += t.Nodes[n].Size - 1
		case syntax.KString:
			if p := t.Bytes(n); len(p) > 1 && (p[0]|0x20 == 'b' || p[0]|0x20 == 'r' && p[1]|0x20 == 'b') {
				typ = "bytes"
			}
		}
	}
	return x.literal(typ, i)
}

func (x *extractor) subscript(i int32) facts.ExprID {
	t := x.t
	x.ownModule(i)
	value := x.expr(t.Child(i, syntax.FValue))
	key, sliced := "", false
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Nodes[c].Field == syntax.FSubscript {
			if s, ok := t.StringValue(c); ok {
				key = s
			}
			sliced = t.Kind(c) == syntax.KSlice
			x.effect(c)
		}
	}
	if value < 0 || sliced { // a slice of a list is a list of the same elements
		return value
	}
	e := lang.NewExpr(facts.Index, t.Line(i))
	e.X, e.Name = value, key
	return x.add(e)
}

func (x *extractor) list(i int32) facts.ExprID {
	base := len(x.args.Stack)
	x.items(i)
	e := lang.NewExpr(facts.List, x.t.Line(i))
	if k := x.t.Kind(i); k != syntax.KList && k != syntax.KSet {
		e.N = isTuple
	}
	e.Args = x.args.Take(base)
	return x.add(e)
}

// items pushes the arguments of a call or the items of a literal.
func (x *extractor) items(i int32) {
	t := x.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		n := &t.Nodes[c]
		if !t.Named(c) {
			continue
		}
		var a facts.Arg
		switch n.Kind {
		case syntax.KKeywordArgument:
			a.Keyword, a.Line = x.b.Text(t.Child(c, syntax.FName)), t.Line(c)
			a.X = x.expr(t.Child(c, syntax.FValue))
		case syntax.KListSplat:
			a.Spread = true
			a.X = x.optional(t.FirstNamed(c))
		case syntax.KDictionarySplat:
			a.Spread, a.DoubleSpread = true, true
			a.X = x.optional(t.FirstNamed(c))
		default:
			a.X = x.expr(c)
		}
		x.args.Stack = append(x.args.Stack, a)
	}
}

func (x *extractor) dictionary(i int32) facts.ExprID {
	t := x.t
	base := len(x.args.Stack)
	for c := t.First(i); c >= 0; c = t.Next(c) {
		a := facts.Arg{X: facts.None}
		switch t.Kind(c) {
		case syntax.KPair:
			key := t.Child(c, syntax.FKey)
			a.Keyword, _ = t.StringValue(key)
			x.effect(key)
			a.X = x.expr(t.Child(c, syntax.FValue))
		case syntax.KDictionarySplat:
			a.Spread, a.DoubleSpread = true, true
			a.X = x.optional(t.FirstNamed(c))
		default:
			continue
		}
		x.args.Stack = append(x.args.Stack, a)
	}
	e := lang.NewExpr(facts.Object, t.Line(i))
	e.Args = x.args.Take(base)
	return x.add(e)
}

func (x *extractor) conditional(i int32) facts.ExprID {
	t := x.t
	var parts [3]int32 // value, condition, other value
	n := 0
	for c := t.First(i); c >= 0 && n < len(parts); c = t.Next(c) {
		if t.Named(c) {
			parts[n] = c
			n++
		}
	}
	if n < len(parts) {
		x.effects(i)
		return facts.None
	}
	x.effect(parts[1])
	asks := t.AsksForAttribute(parts[1])
	if asks {
		x.asked++
	}
	value := x.expr(parts[0])
	if asks {
		x.asked--
	}
	return x.either(t.Line(i), value, x.expr(parts[2]))
}

// binary returns the type of a sum, or of a repetition of a list or string; the type of other
// operators is unknown.
func (x *extractor) binary(i int32) facts.ExprID {
	t := x.t
	op := t.Kind(t.Child(i, syntax.FOperator))
	left, right := x.operand(t.Child(i, syntax.FLeft), op), x.operand(t.Child(i, syntax.FRight), op)
	switch op {
	case syntax.TPlus:
		if x.isSequence(left) && x.isSequence(right) && x.f.Exprs[left].Kind == facts.List {
			return x.either(t.Line(i), left, right)
		}
		if x.isSequence(left) {
			return left
		}
		if x.isSequence(right) {
			return right
		}
	case syntax.TPercent, syntax.TStar:
		if x.isSequence(left) {
			return left
		}
	case syntax.TBar: // sets, dicts, flags
		return x.either(t.Line(i), left, right)
	}
	return x.other(i)
}

// operand adds an operand of operator op and returns it. A variable is returned only for |, the only
// operator whose result depends on its type here.
func (x *extractor) operand(i int32, op lang.Kind) facts.ExprID {
	if op != syntax.TBar && x.t.Kind(i) == syntax.KIdentifier {
		x.effect(i)
		return facts.None
	}
	return x.optional(i)
}

func (x *extractor) isSequence(e facts.ExprID) bool {
	if e < 0 {
		return false
	}
	ex := &x.f.Exprs[e]
	return ex.Kind == facts.List || ex.Kind == facts.Literal && (ex.Name == "str" || ex.Name == "bytes")
}

// comprehension adds a comprehension. The first iterable is evaluated in the enclosing scope, the rest
// in a scope of its own.
func (x *extractor) comprehension(i int32) facts.ExprID {
	t := x.t
	var first facts.ExprID = facts.None
	seen, kind := false, facts.List
	if t.Kind(i) == syntax.KDictionaryComprehension {
		kind = facts.Object
	}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Kind(c) == syntax.KForInClause {
			first = x.iterable(c)
			break
		}
	}
	x.b.Open(lang.BlockScope)
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case syntax.KForInClause:
			value := first
			if seen {
				value = x.iterable(c)
			}
			seen = true
			x.bind(t.Child(c, syntax.FLeft), binding{value: x.elem(value, t.Line(c)), typ: facts.None, node: c, loop: true, block: true})
		case syntax.KIfClause:
			x.effects(c)
		}
	}
	var item facts.ExprID
	body := t.Child(i, syntax.FBody)
	if t.Kind(body) == syntax.KPair {
		x.effect(t.Child(body, syntax.FKey))
		item = x.expr(t.Child(body, syntax.FValue))
	} else {
		item = x.expr(body)
	}
	x.b.Close()
	base := len(x.args.Stack)
	x.args.Stack = append(x.args.Stack, facts.Arg{X: item})
	e := lang.NewExpr(kind, t.Line(i))
	e.Args = x.args.Take(base)
	return x.add(e)
}

// iterable returns the iterable of a for_in_clause; several values are a tuple.
func (x *extractor) iterable(clause int32) facts.ExprID {
	t := x.t
	var values []int32
	for c := t.First(clause); c >= 0; c = t.Next(c) {
		if t.Nodes[c].Field == syntax.FRight && t.Nodes[c].Flags&lang.IsNamed != 0 {
			values = append(values, c)
		}
	}
	if len(values) == 1 {
		return x.expr(values[0])
	}
	base := len(x.args.Stack)
	for _, v := range values {
		e := x.expr(v)
		x.args.Stack = append(x.args.Stack, facts.Arg{X: e})
	}
	e := lang.NewExpr(facts.List, t.Line(clause))
	e.N, e.Args = isTuple, x.args.Take(base)
	return x.add(e)
}

func (x *extractor) lambda(i int32) facts.ExprID {
	t := x.t
	params := x.parameters(t.Child(i, syntax.FParameters), false)
	around := x.ctx
	x.ctx.kind, x.ctx.def, x.ctx.globals, x.ctx.nonlocals = inFunction, facts.None, nil, nil
	x.b.Open(lang.FuncScope)
	vars := x.declareParams(params)
	base := len(x.args.Stack)
	value := x.expr(t.Child(i, syntax.FBody))
	if value >= 0 {
		x.args.Stack = append(x.args.Stack, facts.Arg{X: value})
	}
	x.b.Close()
	x.ctx = around
	e := lang.NewExpr(facts.Func, t.Line(i))
	e.Args = x.args.Take(base)
	id := x.add(e)
	for _, v := range vars {
		x.f.Vars[v].Func = id
	}
	return id
}

// yield records a value that the generator yields. The value of the yield expression is unknown.
func (x *extractor) yield(i int32) facts.ExprID {
	t := x.t
	value := x.optional(t.FirstNamed(i))
	if t.ChildOfKind(i, syntax.KFrom) >= 0 {
		value = x.elem(value, t.Line(i))
	}
	if x.ctx.def >= 0 && x.ctx.kind == inFunction {
		d := &x.f.Defs[x.ctx.def]
		if !d.Has(facts.Generator) {
			d.Flags = d.Flags&^facts.Async | facts.Generator // an async generator is not awaited
			d.Values = nil                                   // values returned earlier are not elements
		}
		x.addResult(d, value)
	}
	return x.other(i)
}

// returns records a value that the function returns.
func (x *extractor) returns(value facts.ExprID) {
	if x.ctx.def < 0 || x.ctx.kind != inFunction {
		return
	}
	if d := &x.f.Defs[x.ctx.def]; !d.Has(facts.Generator) {
		x.addResult(d, value)
	}
}

func (x *extractor) addResult(d *facts.Def, value facts.ExprID) {
	if value >= 0 && len(d.Results) == 0 && len(d.Values) < facts.MaxValues {
		d.Values = append(d.Values, value)
	}
}
