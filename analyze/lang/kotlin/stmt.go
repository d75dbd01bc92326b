package kotlin

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// statements walks the statements that are children of n. Where isValue is set, it returns the value
// of the last one.
func (x *extractor) statements(n int32, isValue bool) facts.ExprID {
	last, value := int32(-1), facts.ExprID(facts.None)
	if n < 0 {
		return value
	}
	if isValue {
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.valuable(c) {
				last = c
			}
		}
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case c == last:
			value = x.value(c)
		case x.t.Nodes[c].Flags&lang.IsError != 0:
			x.statements(c, false)
		case x.valuable(c):
			x.statement(c)
		}
	}
	return value
}

func (x *extractor) statement(n int32) {
	switch x.t.Kind(n) {
	case kCallExpression:
		x.call(n, facts.Discarded)
	case kIfExpression:
		x.ifExpression(n, false)
	case kWhenExpression:
		x.whenExpression(n, false)
	case kTryExpression:
		x.tryExpression(n, false)
	default:
		x.value(n)
	}
}

// isStatement handles statements that are not expressions, and reports whether n is one.
func (x *extractor) isStatement(n int32) bool {
	switch x.t.Kind(n) {
	case kPropertyDeclaration:
		x.localProperty(n)
	case kFunctionDeclaration, kClassDeclaration, kObjectDeclaration, kTypeAlias:
		x.declaration(n, nil)
	case kAssignment:
		x.assignment(n)
	case kForStatement:
		x.forStatement(n)
	case kWhileStatement, kDoWhileStatement:
		x.loop(n)
	case kLabel, kModifiers, kAnnotation:
	default:
		return false
	}
	return true
}

func (x *extractor) localProperty(n int32) {
	p := x.propertyParts(n)
	x.annotations(n)
	typ := x.typeOrNone(p.typ)
	if p.several >= 0 {
		x.destructure(p.several, x.operand(p.init))
		return
	}
	value := facts.ExprID(facts.None)
	if p.delegate >= 0 {
		value = x.delegated(p.delegate, typ != facts.None)
	} else {
		value = x.value(p.init)
	}
	if name := x.t.ChildOfKind(p.name, kSimpleIdentifier); name >= 0 {
		x.local(name, typ, value)
	}
}

// local declares the variable name with the given value.
func (x *extractor) local(name int32, typ facts.TypeID, value facts.ExprID) facts.VarID {
	v := lang.NewVar(facts.LocalVar, jvm.Name(x.b, name), x.t.Line(name))
	v.Type = typ
	if v.Name == "_" {
		v.Name = ""
	}
	id := x.b.Declare(v)
	x.b.AddValue(id, value)
	return id
}

// destructure declares the variables in a list in brackets, each with its part of the value.
func (x *extractor) destructure(list int32, of facts.ExprID) {
	i := int32(0)
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kVariableDeclaration {
			continue
		}
		typ := x.typeOrNone(x.typeBehind(c))
		e := lang.NewExpr(facts.Result, x.t.Line(c))
		e.X, e.N = of, i
		value := x.b.Expr(e)
		if name := x.t.ChildOfKind(c, kSimpleIdentifier); name >= 0 {
			x.local(name, typ, value)
		}
		i++
	}
}

// assignment walks an assignment, plain or with an operator.
func (x *extractor) assignment(n int32) {
	target := x.t.ChildOfKind(n, kDirectlyAssignableExpression)
	operator, right := int32(-1), int32(-1)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case tAssign, tPlusAssign, tMinusAssign, tTimesAssign, tDivAssign, tModAssign:
			operator = c
		default:
			if operator >= 0 && x.valuable(c) && right < 0 {
				right = c
			}
		}
	}
	value := x.value(right)
	if target < 0 {
		return
	}
	if op := operatorMethods[x.t.Kind(operator)]; op != "" {
		x.operatorCall(x.target(target, facts.None), op, x.t.Line(target), value)
		return
	}
	x.target(target, value)
}

// target walks the target of an assignment, binds it to value unless None, and returns it.
func (x *extractor) target(n int32, value facts.ExprID) facts.ExprID {
	e := facts.ExprID(facts.None)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kNavigationSuffix:
			e = x.member(e, c)
		case k == kIndexingSuffix && x.t.Next(c) < 0:
			return x.operatorCall(e, "set", x.t.Line(c), append(x.indices(c), value)...)
		case k == kIndexingSuffix:
			e = x.operatorCall(e, "get", x.t.Line(c), x.indices(c)...)
		case x.valuable(c):
			e = x.value(c)
		}
	}
	if e == facts.None {
		return e
	}
	switch ex := &x.b.File.Exprs[e]; ex.Kind {
	case facts.Local:
		x.b.AddValue(ex.Ref, value)
	case facts.Name:
		ex.Flags |= facts.Write
		x.b.Assign(e, value)
	case facts.Member:
		ex.Flags |= facts.Write
	}
	return e
}

func (x *extractor) forStatement(n int32) {
	x.b.Open(lang.OrderedScope)
	over := x.operand(x.after(n, tIn))
	if list := x.t.ChildOfKind(n, kMultiVariableDeclaration); list >= 0 {
		x.destructure(list, x.elem(over, n))
	} else if v := x.t.ChildOfKind(n, kVariableDeclaration); v >= 0 {
		typ := x.typeOrNone(x.typeBehind(v))
		if name := x.t.ChildOfKind(v, kSimpleIdentifier); name >= 0 {
			x.local(name, typ, x.elem(over, n))
		}
	}
	x.controlBody(x.t.ChildOfKind(n, kControlStructureBody), false)
	x.b.Close()
}

func (x *extractor) elem(of facts.ExprID, n int32) facts.ExprID {
	return walk.Wrap(x.b, facts.Elem, of, x.t.Line(n))
}

// loop walks a while or do … while statement.
func (x *extractor) loop(n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kControlStructureBody {
			x.controlBody(c, false)
		} else if x.valuable(c) {
			x.value(c)
		}
	}
}

// controlBody walks the body of a branch or a loop in a scope of its own.
func (x *extractor) controlBody(n int32, isValue bool) facts.ExprID {
	if n < 0 {
		return facts.None
	}
	x.b.Open(lang.OrderedScope)
	defer x.b.Close()
	if x.has(n, tOpenBrace) {
		return x.statements(x.t.ChildOfKind(n, kStatements), isValue)
	}
	if isValue {
		return x.value(x.firstValue(n))
	}
	return x.statements(n, false)
}

func (x *extractor) ifExpression(n int32, isValue bool) facts.ExprID {
	condition, isElse := int32(-1), false
	then, otherwise := int32(-1), int32(-1)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == tElse:
			isElse = true
		case k == kControlStructureBody && isElse:
			otherwise = c
		case k == kControlStructureBody:
			then = c
		case condition < 0 && x.valuable(c):
			condition = c
		}
	}
	x.value(condition)
	x.b.Open(lang.OrderedScope)
	x.narrow(condition, true)
	a := x.controlBody(then, isValue)
	x.b.Close()
	x.b.Open(lang.OrderedScope)
	x.narrow(condition, false)
	b := x.controlBody(otherwise, isValue)
	x.b.Close()
	if !isValue && otherwise < 0 && x.leaves(then) {
		x.narrow(condition, false) // from here on
	}
	if !isValue {
		return facts.None
	}
	return jvm.Either(x.b, x.t.Line(n), a, b)
}

// leaves reports whether a branch ends with a jump out of the enclosing code.
func (x *extractor) leaves(n int32) bool {
	if n < 0 {
		return false
	}
	if s := x.t.ChildOfKind(n, kStatements); s >= 0 {
		n = s
	}
	return x.t.Kind(x.t.LastUsable(n)) == kJumpExpression
}

// narrow declares the variables anew for which condition implies a type when its result is holds.
func (x *extractor) narrow(condition int32, holds bool) {
	switch x.t.Kind(condition) {
	case kParenthesizedExpression:
		x.narrow(x.t.FirstNamed(condition), holds)
	case kConjunctionExpression, kDisjunctionExpression:
		if (x.t.Kind(condition) == kConjunctionExpression) != holds {
			return
		}
		for c := x.t.First(condition); c >= 0; c = x.t.Next(c) {
			if x.t.Usable(c) {
				x.narrow(c, holds)
			}
		}
	case kCheckExpression:
		name, test := x.t.First(condition), tIs
		if !holds {
			test = tNotIs
		}
		if x.t.Kind(name) == kSimpleIdentifier && x.has(condition, test) {
			x.narrowed(name, x.t.LastUsable(condition))
		}
	}
}

// A typeTest is a type that a value is tested for.
type typeTest struct {
	typ   facts.TypeID
	value facts.ExprID
}

// narrowed declares that name has the type typ, which was walked already. Its type arguments may follow
// from the type of the value.
func (x *extractor) narrowed(name, typ int32) {
	test, ok := x.checked[typ]
	if !ok || test.typ == facts.None {
		return
	}
	v := lang.NewVar(facts.LocalVar, jvm.Name(x.b, name), x.t.Line(name))
	if test.value == facts.None {
		v.Type = test.typ
		x.b.Declare(v)
		return
	}
	e := lang.NewExpr(facts.Assert, x.t.Line(name))
	e.X, e.Type = test.value, test.typ
	x.b.AddValue(x.b.Declare(v), x.b.Expr(e))
}

func (x *extractor) whenExpression(n int32, isValue bool) facts.ExprID {
	x.b.Open(lang.OrderedScope)
	defer x.b.Close()
	subject, tested := int32(-1), facts.ExprID(facts.None)
	if s := x.t.ChildOfKind(n, kWhenSubject); s >= 0 {
		if v := x.t.ChildOfKind(s, kVariableDeclaration); v >= 0 {
			typ := x.typeOrNone(x.typeBehind(v))
			value := x.value(x.after(s, tAssign))
			if subject = x.t.ChildOfKind(v, kSimpleIdentifier); subject >= 0 {
				x.local(subject, typ, value)
			}
		} else if subject = x.firstValue(s); subject >= 0 {
			tested = x.value(subject)
		}
	}
	var values []facts.ExprID
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kWhenEntry {
			x.b.Open(lang.OrderedScope)
			x.whenConditions(c, subject, tested)
			values = append(values, x.controlBody(x.t.ChildOfKind(c, kControlStructureBody), isValue))
			x.b.Close()
		}
	}
	if !isValue {
		return facts.None
	}
	return jvm.Either(x.b, x.t.Line(n), values...)
}

// whenConditions walks the conditions of a branch. If it is a single type test, the subject has the
// tested type in the branch. tested is the value of the subject.
func (x *extractor) whenConditions(entry, subject int32, tested facts.ExprID) {
	conditions, typ := 0, int32(-1)
	only := int32(-1)
	for c := x.t.First(entry); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kWhenCondition {
			continue
		}
		conditions++
		only = x.firstValue(c)
		switch test := x.t.FirstNamed(c); x.t.Kind(test) {
		case kTypeTest:
			if typ = x.t.LastUsable(test); typ >= 0 {
				x.checked[typ] = typeTest{x.typ(typ), tested}
			}
			if !x.has(test, tIs) {
				typ = -1
			}
		case kRangeTest:
			x.value(x.t.LastUsable(test))
		default:
			x.value(only)
		}
	}
	switch {
	case conditions != 1:
	case typ >= 0 && x.t.Kind(subject) == kSimpleIdentifier:
		x.narrowed(subject, typ)
	case subject < 0:
		x.narrow(only, true)
	}
}

func (x *extractor) tryExpression(n int32, isValue bool) facts.ExprID {
	var values []facts.ExprID
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kStatements:
			x.b.Open(lang.OrderedScope)
			values = append(values, x.statements(c, isValue))
			x.b.Close()
		case kCatchBlock:
			x.b.Open(lang.OrderedScope)
			typ := int32(-1)
			for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
				if isType(x.t.Kind(e)) {
					typ = e
				}
			}
			if name := x.t.ChildOfKind(c, kSimpleIdentifier); name >= 0 {
				v := lang.NewVar(facts.CatchVar, jvm.Name(x.b, name), x.t.Line(name))
				v.Type = x.typeOrNone(typ)
				x.b.Declare(v)
			}
			values = append(values, x.statements(x.t.ChildOfKind(c, kStatements), isValue))
			x.b.Close()
		case kFinallyBlock:
			x.inBlock(x.t.ChildOfKind(c, kStatements))
		}
	}
	if !isValue {
		return facts.None
	}
	return jvm.Either(x.b, x.t.Line(n), values...)
}
