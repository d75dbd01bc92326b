package csharp

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// scoped visits the children of n in a scope of its own.
func (x *extractor) scoped(n int32) {
	if n < 0 {
		return
	}
	x.b.Open(lang.BlockScope)
	x.children(n)
	x.b.Close()
}

// embedded visits a statement that is not in a list, in a scope of its own.
func (x *extractor) embedded(n int32) {
	if n < 0 || !x.usable(n) {
		return
	}
	x.b.Open(lang.BlockScope)
	x.visit(n)
	x.b.Close()
}

// visit walks a statement, or an expression whose value is unused.
func (x *extractor) visit(n int32) {
	if n < 0 || !x.usable(n) {
		return
	}
	switch x.t.Kind(n) {
	case kBlock:
		x.scoped(n)
	case kExpressionStatement:
		x.discarded(x.operand(n))
	case kLocalDeclarationStatement:
		x.locals(x.t.ChildOfKind(n, kVariableDeclaration))
	case kVariableDeclaration:
		x.locals(n)
	case kLocalFunctionStatement:
		x.localFunction(n)
	case kReturnStatement:
		x.returns(x.operand(n))
	case kYieldStatement:
		x.visit(x.operand(n))
	case kIfStatement:
		x.visit(x.t.Child(n, fCondition))
		x.embedded(x.t.Child(n, fConsequence))
		x.embedded(x.t.Child(n, fAlternative))
	case kForStatement, kWhileStatement, kUsingStatement, kFixedStatement:
		x.scoped(n)
	case kDoStatement:
		x.embedded(x.t.Child(n, fBody))
		x.visit(x.t.Child(n, fCondition))
	case kForeachStatement:
		x.foreach(n)
	case kSwitchStatement:
		x.switchStatement(n)
	case kCatchClause:
		x.catch(n)
	case kLabeledStatement:
		x.visit(x.last(n))
	case kGotoStatement, kPreprocRegion, kPreprocEndregion, kPreprocPragma, kPreprocNullable, kPreprocLine, kPreprocError, kPreprocDefine, kPreprocUndef:
	case kPreprocIf, kPreprocElif, kPreprocElse:
		x.branch(n)
	default:
		x.expr(n)
	}
}

// branch visits the statements of a conditional region. Its condition is not code of the program.
func (x *extractor) branch(n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.usable(c) && x.t.Nodes[c].Field != fCondition {
			x.visit(c)
		}
	}
}

// discarded visits an expression statement.
func (x *extractor) discarded(n int32) {
	if n < 0 {
		return
	}
	e := x.expr(n)
	if k := x.t.Kind(n); k != kInvocationExpression && k != kAwaitExpression {
		return
	}
	for e != facts.None && x.f.Exprs[e].Kind == facts.Await {
		e = x.f.Exprs[e].X
	}
	if e != facts.None && x.f.Exprs[e].Kind == facts.Call {
		x.f.Exprs[e].Flags |= facts.Discarded
	}
}

// locals declares the variables of a declaration.
func (x *extractor) locals(n int32) {
	if n < 0 {
		return
	}
	typ := x.t.Child(n, fType)
	t, first := facts.TypeID(facts.None), true
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kVariableDeclarator {
			continue
		}
		if first {
			t, first = x.typ(x.varless(typ)), false
		}
		wanted := x.wanted
		x.wanted = x.varless(typ)
		value := facts.ExprID(facts.None)
		if v := x.initializer(c); v >= 0 {
			value = x.expr(v)
		}
		x.wanted = wanted
		if name := x.t.Child(c, fName); name >= 0 {
			x.local(name, t, value)
		} else if p := x.t.ChildOfKind(c, kTuplePattern); p >= 0 {
			x.bindTuple(p, value)
		}
	}
}

// varless returns the node typ, or -1 for var.
func (x *extractor) varless(typ int32) int32 {
	for n := typ; n >= 0; {
		switch x.t.Kind(n) {
		case kImplicitType:
			return -1
		case kRefType, kScopedType:
			n = x.t.Child(n, fType)
			continue
		}
		return typ
	}
	return -1
}

// local declares the variable name with the given value.
func (x *extractor) local(name int32, t facts.TypeID, value facts.ExprID) {
	text := x.text(name)
	if text == "" || text == "_" || x.b.AtFileLevel() {
		return
	}
	v := lang.NewVar(facts.LocalVar, text, x.t.Line(name))
	v.Type = t
	id := x.b.Declare(v)
	x.b.AddValue(id, value)
}

// part adds the i-th value of the tuple of.
func (x *extractor) part(of facts.ExprID, i int, line int32) facts.ExprID {
	if of == facts.None {
		return facts.None
	}
	e := lang.NewExpr(facts.Result, line)
	e.X, e.N = of, int32(i)
	return x.b.Expr(e)
}

// bindTuple declares the names of (a, b), with the parts of value.
func (x *extractor) bindTuple(n int32, value facts.ExprID) {
	i := 0
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if !x.usable(c) {
			continue
		}
		switch x.t.Kind(c) {
		case kTuplePattern, kParenthesizedVariableDesignation:
			x.bindTuple(c, x.part(value, i, x.t.Line(c)))
		case kIdentifier:
			x.local(c, facts.None, x.part(value, i, x.t.Line(c)))
		}
		i++
	}
}

func (x *extractor) localFunction(n int32) {
	id := x.method(n, nil)
	if id == facts.None {
		return
	}
	d := &x.f.Defs[id]
	d.Flags &^= facts.Exported
	if d.Parent == facts.None || x.f.Defs[d.Parent].Kind == facts.Namespace {
		d.Flags |= facts.Inner
	}
	if x.b.AtFileLevel() {
		return
	}
	v := lang.NewVar(facts.DefVar, d.Name, d.Line)
	v.Def = id
	x.b.Declare(v)
}

func (x *extractor) foreach(n int32) {
	x.b.Open(lang.BlockScope)
	right := x.t.Child(n, fRight)
	elem := walk.Wrap(x.b, facts.Elem, x.known(right), x.t.Line(right))
	switch left := x.t.Child(n, fLeft); x.t.Kind(left) {
	case kTuplePattern:
		x.bindTuple(left, elem)
	case kIdentifier:
		x.local(left, x.typ(x.varless(x.t.Child(n, fType))), elem)
	default:
		x.target(left, elem)
	}
	x.embedded(x.t.Child(n, fBody))
	x.b.Close()
}

func (x *extractor) switchStatement(n int32) {
	value := x.known(x.t.Child(n, fValue))
	body := x.t.Child(n, fBody)
	if body < 0 {
		return
	}
	x.b.Open(lang.BlockScope)
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kSwitchSection {
			continue
		}
		x.b.Open(lang.BlockScope)
		label := true
		for s := x.t.First(c); s >= 0; s = x.t.Next(s) {
			switch {
			case x.t.Kind(s) == tColon:
				label = false
			case !x.usable(s):
			case label && x.isPattern(s):
				x.pattern(s, value)
			default:
				x.visit(s)
			}
		}
		x.b.Close()
	}
	x.b.Close()
}

func (x *extractor) catch(n int32) {
	x.b.Open(lang.BlockScope)
	if d := x.t.ChildOfKind(n, kCatchDeclaration); d >= 0 {
		t := x.typ(x.t.Child(d, fType))
		if name := x.t.Child(d, fName); name >= 0 {
			v := lang.NewVar(facts.CatchVar, x.text(name), x.t.Line(name))
			v.Type = t
			x.b.Declare(v)
		}
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.usable(c) && x.t.Kind(c) != kCatchDeclaration {
			x.visit(c)
		}
	}
	x.b.Close()
}
