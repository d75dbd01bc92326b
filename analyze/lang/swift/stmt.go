package swift

import (
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// block walks statements in a scope of their own. It returns the value of a block
// that is one expression.
func (x *extractor) block(n int32) facts.ExprID {
	if n < 0 {
		return facts.None
	}
	x.b.Open(lang.OrderedScope)
	defer x.b.Close()
	count := 0
	last := facts.ExprID(facts.None)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Flags&lang.IsError != 0 {
			x.recover(c)
			continue
		}
		if !x.usable(c) || x.t.Kind(c) == kDirective {
			continue
		}
		last = x.statement(c)
		count++
	}
	if count == 1 {
		return last
	}
	return facts.None
}

// recover walks the nodes inside an error node.
func (x *extractor) recover(n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.usable(c) && x.t.Nodes[c].Size > 1 {
			x.statement(c)
		}
	}
}

// statement walks a statement and returns the value of one that is an expression.
func (x *extractor) statement(n int32) facts.ExprID {
	switch x.t.Kind(n) {
	case kPropertyDeclaration:
		x.localProperty(n)
	case kFunctionDeclaration, kClassDeclaration, kProtocolDeclaration, kTypealiasDeclaration, kImportDeclaration:
		x.declaration(n, nil)
	case kControlTransferStatement:
		x.transfer(n)
	case kGuardStatement:
		x.conditions(n)
		x.block(x.t.ChildOfKind(n, kStatements))
	case kForStatement:
		x.forStatement(n)
	case kWhileStatement, kRepeatWhileStatement:
		x.b.Open(lang.OrderedScope)
		x.conditions(n)
		x.block(x.t.ChildOfKind(n, kStatements))
		x.b.Close()
	case kCallExpression:
		if x.t.Kind(x.t.Nodes[n].Parent) == kStatements {
			return x.call(n, 0)
		}
		return x.call(n, facts.Discarded)
	case kStatements:
		return x.block(n)
	default:
		return x.value(n)
	}
	return facts.None
}

// transfer walks return, throw and other jumps.
func (x *extractor) transfer(n int32) {
	isReturn := x.t.ChildOfKind(n, tReturn) >= 0
	if v := x.t.Child(n, fResult); v >= 0 && !isReturn {
		return // the label of break and continue
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if !x.usable(c) || x.t.Kind(c) == kThrowKeyword {
			continue
		}
		if v := x.value(c); v != facts.None && isReturn {
			x.returns = append(x.returns, v)
		}
	}
}

// branches walks if, switch and do, and returns what their branches give.
func (x *extractor) branches(n int32) facts.ExprID {
	var values []facts.ExprID
	switch x.t.Kind(n) {
	case kIfStatement:
		x.b.Open(lang.OrderedScope)
		x.conditions(n)
		closed := false
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			switch x.t.Kind(c) {
			case kStatements, kIfStatement:
				if x.t.Nodes[c].Field != fCondition {
					values = append(values, x.statement(c))
				}
			case kElse:
				if !closed {
					x.b.Close()
					closed = true
				}
			}
		}
		if !closed {
			x.b.Close()
		}
	case kSwitchStatement:
		of := x.value(x.t.Child(n, fExpr))
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kSwitchEntry {
				values = append(values, x.entry(c, of))
			}
		}
	case kDoStatement:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			switch x.t.Kind(c) {
			case kStatements:
				values = append(values, x.block(c))
			case kCatchBlock:
				x.catch(c)
			}
		}
	}
	return x.b.Either(x.t.Line(n), values...)
}

// entry walks one case of a switch over the value of.
func (x *extractor) entry(n int32, of facts.ExprID) facts.ExprID {
	x.b.Open(lang.OrderedScope)
	defer x.b.Close()
	value := facts.ExprID(facts.None)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kSwitchPattern:
			x.pattern(x.nth(c, 0), of, false)
		case k == kStatements:
			value = x.block(c)
		case x.usable(c) && k != kDefaultKeyword && k != kWhereKeyword && k != kModifiers:
			x.walk(c)
		}
	}
	return value
}

func (x *extractor) catch(n int32) {
	x.b.Open(lang.OrderedScope)
	if p := x.t.Child(n, fError); p >= 0 {
		x.pattern(p, facts.None, true)
	} else {
		x.b.Declare(lang.NewVar(facts.CatchVar, "error", x.t.Line(n)))
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kWhereClause {
			x.walk(x.nth(c, 1))
		}
	}
	x.block(x.t.ChildOfKind(n, kStatements))
	x.b.Close()
}

func (x *extractor) forStatement(n int32) {
	x.b.Open(lang.OrderedScope)
	over := x.operandOrUnknown(x.t.Child(n, fCollection), n)
	e := lang.NewExpr(facts.Elem, x.t.Line(n))
	e.X = over
	item := x.t.Child(n, fItem)
	x.pattern(item, x.b.Expr(e), x.t.Kind(x.t.First(max(item, n))) != tCase)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kWhereClause {
			x.walk(x.nth(c, 1))
		}
	}
	x.block(x.t.ChildOfKind(n, kStatements))
	x.b.Close()
}

func (x *extractor) operandOrUnknown(n, at int32) facts.ExprID {
	if v := x.value(n); v != facts.None {
		return v
	}
	return walk.Other(x.b, at)
}

// conditions walks the conditions of if, guard and while. In the grammar they are not nested: let name
// = value, case pattern = value, value.
func (x *extractor) conditions(n int32) {
	defer x.expectNothing()()
	c := condition{x: x, name: -1, typ: facts.None}
	for i := x.t.First(n); i >= 0; i = x.t.Next(i) {
		if f := x.t.Nodes[i].Field; f != fCondition && f != fBoundIdentifier && x.t.Kind(i) != kTypeAnnotation {
			if x.t.Kind(i) == tComma {
				c.end()
			}
			continue
		}
		c.take(i)
	}
	c.end()
}

// A condition is the condition being read.
type condition struct {
	x       *extractor
	binding bool // behind let or var
	isCase  bool
	equals  bool  // behind =
	name    int32 // that is bound
	typ     facts.TypeID
	variant string  // of the case
	parts   []int32 // patterns of its associated values
}

// end completes a condition without a value: if let name.
func (c *condition) end() {
	if c.name >= 0 && !c.equals {
		value := c.x.name
		if c.x.text(c.name) == "self" { // is no name elsewhere
			value = func(n int32) facts.ExprID { return c.x.self(facts.This, n) }
		}
		c.bind(value(c.name))
	}
	*c = condition{x: c.x, name: -1, typ: facts.None}
}

func (c *condition) bind(value facts.ExprID) {
	x := c.x
	v := lang.NewVar(facts.LocalVar, x.text(c.name), x.t.Line(c.name))
	v.Type = c.typ
	id := x.b.Declare(v)
	x.b.AddValue(id, value)
}

// take reads one node of a condition.
func (c *condition) take(n int32) {
	x := c.x
	switch k := x.t.Kind(n); {
	case k == kValueBindingPattern:
		if c.name >= 0 || c.equals {
			c.end()
		}
		c.binding = true
	case k == tCase:
		c.end()
		c.isCase = true
	case k == tAssign:
		c.equals = true
	case x.t.Nodes[n].Field == fBoundIdentifier:
		c.name = n
	case k == kTypeAnnotation:
		c.typ = x.typ(x.typeOf(n))
	case c.isCase && !c.equals:
		c.casePart(n, k)
	case x.usable(n) && k != kElse:
		c.value(n)
	}
}

// casePart reads a node of the pattern of a case.
func (c *condition) casePart(n int32, k lang.Kind) {
	x := c.x
	switch {
	case k == kSimpleIdentifier:
		c.variant = x.text(n)
	case k == kPattern:
		c.parts = append(c.parts, n)
	case isType(k):
		x.typ(n)
	}
}

// value completes a condition with a value.
func (c *condition) value(n int32) {
	x := c.x
	v := x.value(n)
	switch {
	case c.isCase && c.variant != "":
		x.payload(v, c.variant, c.parts, c.binding, n)
	case c.isCase:
		for _, p := range c.parts {
			x.pattern(p, v, c.binding)
		}
	case c.name >= 0:
		c.bind(v)
	}
	*c = condition{x: x, name: -1, typ: facts.None}
}

// payload binds the associated values of a case of the enum that value is.
func (x *extractor) payload(value facts.ExprID, variant string, parts []int32, binding bool, n int32) {
	if value == facts.None {
		value = walk.Other(x.b, n)
	}
	line := x.t.Line(n)
	x.member(value, variant, line)
	var of facts.ExprID
	switch variant {
	case "some":
		of = value
	case "success", "failure": // of Result
		e := lang.NewExpr(facts.Call, line)
		e.X, e.Flags = x.member(value, variant, line), facts.Implicit
		of = x.b.Expr(e)
	default:
		e := lang.NewExpr(facts.Assert, line)
		e.X, e.Name = value, variant
		of = x.b.Expr(e)
	}
	for i, p := range parts {
		v := of
		if variant != "some" && variant != "success" && variant != "failure" {
			v = x.member(of, strconv.Itoa(i), line)
		}
		x.pattern(p, v, binding)
	}
}

// assignment binds the target of an assignment to its value.
func (x *extractor) assignment(n int32) {
	defer x.expectNothing()()
	target := x.nth(x.t.Child(n, fTarget), 0)
	plain := x.is(x.t.Child(n, fOperator), "=")
	switch x.t.Kind(target) {
	case kSimpleIdentifier:
		e := x.name(target)
		v := x.value(x.t.Child(n, fResult))
		if e != facts.None {
			x.b.File.Exprs[e].Flags |= facts.Write
			if plain {
				x.b.Assign(e, v)
			}
		}
	case kNavigationExpression:
		e := x.value(target)
		if e != facts.None {
			x.b.File.Exprs[e].Flags |= facts.Write
		}
		if r := x.t.Child(n, fResult); e != facts.None && x.t.Kind(r) == kPrefixExpression && x.t.Kind(x.t.Child(r, fOperation)) == tDot {
			name := x.t.Child(r, fTarget)
			x.member(e, x.text(name), x.t.Line(max(name, r)))
			return
		}
		x.walk(x.t.Child(n, fResult))
	default:
		x.walk(target)
		x.walk(x.t.Child(n, fResult))
	}
}
