package golang

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// statements walks the statements that are children of n: of a block, or of a clause of a switch or
// select after its header.
func (x *extractor) statements(n int32) {
	if n < 0 {
		return
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Nodes[c].Field {
		case fValue, fType, fCommunication:
			continue
		}
		x.statement(c)
	}
}

// scoped walks the statements of n in a scope of their own.
func (x *extractor) scoped(n int32) {
	x.b.Open(lang.OrderedScope)
	x.statements(n)
	x.b.Close()
}

func (x *extractor) statement(n int32) {
	if n < 0 || !x.t.Usable(n) {
		return
	}
	switch x.t.Kind(n) {
	case kBlock:
		x.scoped(n)
	case kExpressionStatement:
		x.discarded(x.t.FirstNamed(n), facts.Discarded)
	case kGoStatement, kDeferStatement:
		x.discarded(x.t.FirstNamed(n), facts.Deferred|facts.Discarded)
	case kShortVarDeclaration:
		x.bind(x.t.Child(n, fLeft), x.t.Child(n, fRight), true)
	case kAssignmentStatement:
		x.assignment(n)
	case kIncStatement, kDecStatement:
		x.write(x.t.FirstNamed(n))
	case kVarDeclaration, kConstDeclaration, kTypeDeclaration:
		x.declaration(n, nil)
	case kReturnStatement:
		x.returns(n)
	case kSendStatement:
		x.send(n)
	case kIfStatement:
		x.ifStatement(n)
	case kForStatement:
		x.forStatement(n)
	case kExpressionSwitchStatement:
		x.expressionSwitch(n)
	case kTypeSwitchStatement:
		x.typeSwitch(n)
	case kSelectStatement:
		x.selectStatement(n)
	case kLabeledStatement:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.t.Nodes[c].Field == 0 {
				x.statement(c)
			}
		}
	}
}

// discarded walks an expression whose value is unused.
func (x *extractor) discarded(n int32, flags facts.ExprFlags) {
	for x.t.Kind(n) == kParenthesizedExpression {
		n = x.t.FirstNamed(n)
	}
	switch x.t.Kind(n) {
	case kCallExpression:
		x.call(n, flags)
	case kTypeConversionExpression:
		x.conversion(n, flags)
	default:
		x.walk(n)
	}
}

func (x *extractor) ifStatement(n int32) {
	x.b.Open(lang.OrderedScope)
	x.statement(x.t.Child(n, fInitializer))
	x.walk(x.t.Child(n, fCondition))
	x.statement(x.t.Child(n, fConsequence))
	x.statement(x.t.Child(n, fAlternative))
	x.b.Close()
}

func (x *extractor) forStatement(n int32) {
	x.b.Open(lang.OrderedScope)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if !x.t.Usable(c) {
			continue
		}
		switch x.t.Kind(c) {
		case kForClause:
			x.statement(x.t.Child(c, fInitializer))
			x.walk(x.t.Child(c, fCondition))
			x.statement(x.t.Child(c, fUpdate))
		case kRangeClause:
			x.rangeClause(c)
		case kBlock:
			x.scoped(c)
		default:
			x.walk(c)
		}
	}
	x.b.Close()
}

func (x *extractor) rangeClause(n int32) {
	left, right := x.t.Child(n, fLeft), x.t.Child(n, fRight)
	if left < 0 {
		x.walk(right)
		return
	}
	over := x.operand(right)
	define := x.t.ChildOfKind(n, tDefine) >= 0
	kind := facts.Key
	for c := x.t.First(left); c >= 0; c = x.t.Next(c) {
		if !x.t.Usable(c) {
			continue
		}
		if !x.is(c, "_") {
			x.bindOne(c, walk.Wrap(x.b, kind, over, x.t.Line(c)), define)
		}
		kind = facts.Elem
	}
}

func (x *extractor) expressionSwitch(n int32) {
	x.b.Open(lang.OrderedScope)
	x.statement(x.t.Child(n, fInitializer))
	x.walk(x.t.Child(n, fValue))
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kExpressionCase:
			x.walkChildren(x.t.Child(c, fValue))
			x.scoped(c)
		case kDefaultCase:
			x.scoped(c)
		}
	}
	x.b.Close()
}

// typeSwitch walks a type switch. Each clause declares the variable: with the type of the clause if it
// names one type, else with that of the operand.
func (x *extractor) typeSwitch(n int32) {
	x.b.Open(lang.OrderedScope)
	x.statement(x.t.Child(n, fInitializer))
	alias := x.item(x.t.Child(n, fAlias), 0)
	operand := x.value(x.t.Child(n, fValue))
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		k := x.t.Kind(c)
		if k != kTypeCase && k != kDefaultCase {
			continue
		}
		x.b.Open(lang.OrderedScope)
		typ, count := facts.TypeID(facts.None), 0
		for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
			if x.t.Nodes[e].Field == fType && x.t.Usable(e) {
				count++
				typ = facts.None
				if !x.is(e, "nil") {
					typ = x.typ(e)
				}
			}
		}
		if alias >= 0 {
			value := operand
			if count == 1 && typ != facts.None {
				value = x.asserted(operand, typ, c)
			} else {
				typ = facts.None
			}
			x.local(alias, typ, value)
		}
		x.statements(c)
		x.b.Close()
	}
	x.b.Close()
}

// asserted adds operand as a value of type typ.
func (x *extractor) asserted(operand facts.ExprID, typ facts.TypeID, n int32) facts.ExprID {
	if operand == facts.None {
		return facts.None
	}
	e := lang.NewExpr(facts.Assert, x.t.Line(n))
	e.X, e.Type = operand, typ
	return x.b.Expr(e)
}

func (x *extractor) selectStatement(n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		k := x.t.Kind(c)
		if k != kCommunicationCase && k != kDefaultCase {
			continue
		}
		x.b.Open(lang.OrderedScope)
		switch m := x.t.Child(c, fCommunication); x.t.Kind(m) {
		case kReceiveStatement:
			x.bind(x.t.Child(m, fLeft), x.t.Child(m, fRight), x.t.ChildOfKind(m, tDefine) >= 0)
		default:
			x.statement(m)
		}
		x.statements(c)
		x.b.Close()
	}
}

func (x *extractor) assignment(n int32) {
	left, right := x.t.Child(n, fLeft), x.t.Child(n, fRight)
	if x.t.Kind(x.t.Child(n, fOperator)) == tAssign {
		x.bind(left, right, false)
		return
	}
	x.walkChildren(right) // x += f() does not give x another type
	for c := x.t.First(left); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) {
			x.write(c)
		}
	}
}

// bind binds the expressions in left to the values in right. With define it declares the names that
// are new.
func (x *extractor) bind(left, right int32, define bool) {
	if left < 0 {
		x.walkChildren(right)
		return
	}
	count := 0
	for c := x.t.First(left); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) {
			count++
		}
	}
	base := len(x.exprs)
	x.rightSide(left, right, count)
	i := base
	for c := x.t.First(left); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) {
			x.bindOne(c, x.exprs[i], define)
			i++
		}
	}
	x.exprs = x.exprs[:base]
}

// rightSide pushes count values of right onto x.exprs: count expressions, or one with several values.
// right is a list, one expression or -1; left contains the names bound to them in a function, else -1.
func (x *extractor) rightSide(left, right int32, count int) {
	base, only := len(x.exprs), int32(-1)
	if right >= 0 && x.t.Kind(right) != kExpressionList {
		only = right
	} else if right >= 0 && count > 1 && x.item(right, 1) < 0 {
		only = x.item(right, 0)
	}
	switch {
	case only >= 0 && count > 1:
		x.severalValues(only, count)
	case only >= 0:
		x.exprs = append(x.exprs, x.namedValue(x.item(left, 0), only))
	case right >= 0:
		i := 0
		for c := x.t.First(right); c >= 0; c = x.t.Next(c) {
			if x.t.Usable(c) {
				v := x.namedValue(x.item(left, i), c) // may use the stack too
				x.exprs = append(x.exprs, v)
				i++
			}
		}
	}
	for len(x.exprs) < base+count {
		x.exprs = append(x.exprs, facts.None)
	}
	x.exprs = x.exprs[:base+count]
}

// namedValue adds the value n that is bound to name. A function literal becomes a definition of that
// name.
func (x *extractor) namedValue(name, n int32) facts.ExprID {
	if n < 0 || x.t.Kind(n) != kFuncLiteral || x.t.Kind(name) != kIdentifier || x.is(name, "_") || x.nameless > 0 || !x.t.Usable(n) {
		return x.value(n)
	}
	body := x.t.Child(n, fBody)
	p := x.place(n, nil)
	p.Start = x.t.Line(name)
	d := x.newDef(facts.Function, p, name, body)
	d.Signature = x.literalHeader(name, n, body)
	id := x.b.Def(d)
	x.closures[n] = true
	v := x.funcLiteral(n, id)
	x.hashFunction(id, n, nil)
	return v
}

// severalValues pushes the count values of one expression: the results of a call, or a value and a
// bool.
func (x *extractor) severalValues(n int32, count int) {
	for x.t.Kind(n) == kParenthesizedExpression {
		n = x.t.FirstNamed(n)
	}
	v := x.value(n)
	if k := x.t.Kind(n); k == kCallExpression || k == kTypeConversionExpression {
		for i := range count {
			e := lang.NewExpr(facts.Result, x.t.Line(n))
			e.X, e.N = v, int32(i)
			x.exprs = append(x.exprs, x.b.Expr(e))
		}
		return
	}
	x.exprs = append(x.exprs, v, x.b.Literal("bool"))
}

// bindOne binds one target of an assignment.
func (x *extractor) bindOne(n int32, value facts.ExprID, define bool) {
	if x.t.Kind(n) != kIdentifier {
		if value == facts.None || x.b.IsLiteral(value) {
			x.write(n)
			return
		}
		x.store(x.target(n), value)
		return
	}
	if x.is(n, "_") {
		return
	}
	name := x.b.Text(n)
	if define {
		if v := x.b.Declared(name); v != facts.None {
			x.addValue(v, value)
			return
		}
		x.local(n, facts.None, value)
		return
	}
	if v := x.b.Lookup(name); v != facts.None {
		x.addValue(v, value)
		return
	}
	e := x.b.FileLevelName(name, x.t.Line(n))
	x.b.File.Exprs[e].Flags |= facts.Write
	x.b.Assign(e, value)
	x.store(e, value) // it may be declared in another file
}

// addValue adds value to the values of variable v. A variable whose only value is a function literal
// becomes another name of that literal's definition.
func (x *extractor) addValue(v facts.VarID, value facts.ExprID) {
	have := &x.b.File.Vars[v]
	if value == facts.None || have.Kind == facts.DefVar && len(have.Values) == 0 {
		return
	}
	plain := have.Type == facts.None || x.b.File.Types[have.Type].Kind == facts.FuncT // no methods of its own
	if e := &x.b.File.Exprs[value]; len(have.Values) == 0 && have.Kind == facts.LocalVar && plain && e.Kind == facts.Func && e.Ref != facts.None {
		have.Kind, have.Def = facts.DefVar, e.Ref
	} else if have.Kind == facts.DefVar {
		have.Kind, have.Def = facts.LocalVar, facts.None
	}
	if len(have.Values) == facts.MaxValues {
		x.store(walk.Local(x.b, v, have.Name, x.b.File.Exprs[value].Line), value)
		return
	}
	x.b.AddValue(v, value)
}

// store adds value to the values of target.
func (x *extractor) store(target, value facts.ExprID) {
	if target == facts.None || value == facts.None || x.b.IsLiteral(value) {
		return
	}
	e := lang.NewExpr(facts.Store, x.b.File.Exprs[target].Line)
	e.X, e.Args = target, []facts.Arg{{X: value}}
	x.b.Expr(e)
}

// target adds the target of an assignment and returns it.
func (x *extractor) target(n int32) facts.ExprID {
	e := x.value(n)
	if e != facts.None && x.t.Kind(n) == kSelectorExpression {
		x.b.File.Exprs[e].Flags |= facts.Write
	}
	return e
}

// returns records the values of a return statement.
func (x *extractor) returns(n int32) {
	list := x.t.FirstNamed(n)
	if list >= 0 && x.t.Kind(list) != kExpressionList {
		list = n
	}
	if list < 0 {
		x.fn.bare = x.t.Line(n)
		return
	}
	var args []facts.Arg
	some := false
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if !x.t.Usable(c) {
			continue
		}
		v := x.carried(c)
		args = append(args, facts.Arg{X: v})
		some = some || v != facts.None
	}
	if some {
		x.addReturn(args, x.t.Line(n))
	}
}

func (x *extractor) addReturn(args []facts.Arg, line int32) {
	e := lang.NewExpr(facts.Return, line)
	e.X, e.Args = x.fn.literal, args
	x.b.Expr(e)
}

// A running is a function that is being walked.
type running struct {
	literal facts.ExprID  // None for a declared function
	results []facts.VarID // the named ones
	bare    int32         // line of a return without values, 0 for none
}

// endFunction adds the named results for returns without values, and makes outer the current function
// again.
func (x *extractor) endFunction(outer running) {
	if x.fn.bare > 0 && len(x.fn.results) > 0 {
		args := make([]facts.Arg, len(x.fn.results))
		for i, v := range x.fn.results {
			args[i].X = facts.None
			if v != facts.None {
				args[i].X = walk.Local(x.b, v, x.b.File.Vars[v].Name, x.fn.bare)
			}
		}
		x.addReturn(args, x.fn.bare)
	}
	x.fn = outer
}

// carried adds an expression whose value is stored where it can be used without its name. It returns
// None where no function and no value with methods can come from it.
func (x *extractor) carried(n int32) facts.ExprID {
	switch k := x.t.Kind(n); {
	case literalType(k) != "":
		return facts.None
	case k == kBinaryExpression:
		x.walk(n)
		return facts.None
	case k == kParenthesizedExpression:
		return x.carried(x.t.FirstNamed(n))
	}
	if e := x.value(n); e != facts.None && !x.b.IsLiteral(e) {
		return e
	}
	return facts.None
}

// send adds a value that is sent to a channel.
func (x *extractor) send(n int32) {
	channel := x.value(x.t.Child(n, fChannel))
	x.store(channel, x.carried(x.t.Child(n, fValue)))
}

// write walks the target of an assignment whose value is unknown.
func (x *extractor) write(n int32) {
	switch x.t.Kind(n) {
	case kParenthesizedExpression:
		x.write(x.t.FirstNamed(n))
	case kIdentifier:
		if name := x.b.Text(n); name != "_" && x.b.Lookup(name) == facts.None {
			e := x.b.FileLevelName(name, x.t.Line(n))
			x.b.File.Exprs[e].Flags |= facts.Write
		}
	case kSelectorExpression:
		if e := x.value(n); e != facts.None {
			x.b.File.Exprs[e].Flags |= facts.Write
		}
	default:
		x.walk(n)
	}
}
