package ecmascript

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A binding says what becomes of the names in a pattern.
type binding uint8

const (
	bindBlock  binding = iota // variables of the innermost scope
	bindVar                   // variables of the function
	bindDef                   // definitions at file level
	bindConst                 // likewise, constants
	bindAssign                // assignments to what exists
)

// variables visits the declarators of i; outer is the statement around it.
func (e *extractor) variables(i, outer int32) {
	t := e.t
	mode := bindBlock
	kind := t.Child(i, fKind)
	isVar := t.Kind(i) == kVariableDeclaration
	switch {
	case e.top, e.b.AtFileLevel(), isVar && e.fn == nil && e.class == nil:
		mode = bindDef
		if kind >= 0 && t.Kind(kind) == tConst {
			mode = bindConst
		}
	case isVar:
		mode = bindVar
	}
	n := 0
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Kind(c) == kVariableDeclarator {
			n++
		}
	}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch {
		case t.Kind(c) == kVariableDeclarator:
			part := c
			if n == 1 {
				part = outer
			}
			e.variable(c, part, mode)
		case e.t.Named(c):
			e.statement(c)
		}
	}
}

// variable visits one declarator whose text is outer.
func (e *extractor) variable(i, outer int32, mode binding) {
	t := e.t
	nameNode, value := t.Child(i, fName), t.Child(i, fValue)
	if nameNode < 0 {
		e.children(i)
		return
	}
	inner := e.strip(value)
	if inner >= 0 && e.requires(inner) && e.importBinding(nameNode, inner, mode) {
		return
	}
	if t.Kind(nameNode) != kIdentifier {
		typ := e.annotation(t.Child(i, fType))
		var x facts.ExprID = facts.None
		if value >= 0 {
			x = e.expr(value)
		}
		if typ != facts.None {
			x = e.assert(x, typ, t.Line(nameNode))
		}
		e.bind(nameNode, x, mode)
		return
	}
	name := e.word(nameNode)
	atTop := mode == bindDef || mode == bindConst
	var targets []int32 // var x = module.exports = …
	if atTop {
		if targets, inner = e.exportChain(inner); len(targets) > 0 {
			value = inner
		}
	}
	d := facts.DefID(facts.None)
	switch {
	case e.isFunction(inner):
		d = e.define(facts.Function, name, outer, nameNode)
		e.declared(d, mode == bindVar)
		typ := e.annotation(t.Child(i, fType))
		cast, asserted := e.castOf(value, inner)
		if typ == facts.None {
			typ = cast
		}
		e.f.Defs[d].Type = typ
		e.f.Defs[d].Flags |= asserted
		this := facts.DefID(facts.None)
		if isConstructorName(name) {
			this = d
		}
		e.function(d, inner, outer, nameNode, this)
	case t.Kind(inner) == kClass && e.t.Named(inner):
		d = e.classDef(inner, outer, nameNode, name, false)
		e.declared(d, mode == bindVar)
		e.declaredTypeName(d)
	case atTop:
		d = e.variableDef(i, outer, nameNode, value, mode)
	default:
		v := lang.NewVar(facts.LocalVar, name, t.Line(nameNode))
		v.Type = e.annotation(t.Child(i, fType))
		if v.Type == facts.None && e.doc.of == outer {
			v.Type = e.spokenType()
		}
		id := e.declareVar(v, mode)
		if value >= 0 {
			e.named = true
			x := e.expr(value)
			e.initial(x)
			e.b.AddValue(id, x)
		}
	}
	if len(targets) > 0 {
		x := facts.ExprID(facts.None)
		if values := e.f.Defs[d].Values; len(values) > 0 && e.t.Kind(inner) == kObject {
			x = values[0]
		}
		e.exportTargets(targets, facts.Export{Local: name, X: facts.None, Def: d}, x)
	}
}

// initial notes that x is what a variable is declared with. Nothing, {} and [] say
// little of what it is to hold.
func (e *extractor) initial(x facts.ExprID) {
	if x == facts.None {
		return
	}
	switch v := &e.f.Exprs[x]; v.Kind {
	case facts.Object, facts.List:
		if len(v.Args) > 0 {
			v.Flags |= facts.Initial
		}
	case facts.Literal:
		if v.Name != "nil" {
			v.Flags |= facts.Initial
		}
	default:
		v.Flags |= facts.Initial
	}
}

func (e *extractor) declareVar(v facts.Var, mode binding) facts.VarID {
	if mode == bindVar {
		return e.b.DeclareHoisted(v)
	}
	return e.b.Declare(v)
}

// variableDef adds a variable at file level or in a namespace.
func (e *extractor) variableDef(i, outer, nameNode, value int32, mode binding) facts.DefID {
	t := e.t
	kind := facts.Variable
	if mode == bindConst {
		kind = facts.Constant
	}
	d := e.define(kind, e.word(nameNode), outer, nameNode)
	e.declared(d, false)
	e.b.Enter(d)
	typ := e.annotation(t.Child(i, fType))
	if typ == facts.None && e.doc.of == outer {
		typ = e.spokenType()
	}
	e.f.Defs[d].Type = typ
	e.f.Defs[d].Signature = e.header(outer, value)
	if value >= 0 {
		e.named = true
		x := e.expr(value)
		e.initial(x)
		e.addValue(d, x)
	}
	e.b.Leave()
	e.hashVariable(d, i, value)
	return d
}

// bind gives the names in pattern i parts of the value x.
func (e *extractor) bind(i int32, x facts.ExprID, mode binding) {
	t := e.t
	switch t.Kind(i) {
	case kIdentifier, kShorthandPropertyIdentifierPattern:
		e.bindName(i, x, mode)
	case kObjectPattern:
		for c := t.First(i); c >= 0; c = t.Next(c) {
			if e.t.Named(c) {
				e.bindProperty(c, x, mode)
			}
		}
	case kArrayPattern:
		n := int32(0)
		for c := t.First(i); c >= 0; c = t.Next(c) {
			switch {
			case t.Kind(c) == tComma:
				n++
			case e.t.Named(c) && t.Kind(c) == kRestPattern:
				e.bind(c, x, mode)
			case e.t.Named(c):
				e.bind(c, e.nth(x, n, t.Line(c)), mode)
			}
		}
	case kAssignmentPattern, kObjectAssignmentPattern:
		def := e.expr(t.Child(i, fRight))
		e.bind(t.Child(i, fLeft), e.either(x, def, t.Line(i)), mode)
	case kRestPattern:
		if c := t.FirstNamed(i); c >= 0 {
			e.bind(c, x, mode)
		}
	default:
		if i >= 0 {
			e.write(e.expr(i))
		}
	}
}

func (e *extractor) bindProperty(c int32, x facts.ExprID, mode binding) {
	t := e.t
	switch t.Kind(c) {
	case kShorthandPropertyIdentifierPattern:
		e.bindName(c, e.part(x, e.word(c), t.Line(c)), mode)
	case kPairPattern:
		key := t.Child(c, fKey)
		part := facts.ExprID(facts.None)
		if name := e.memberName(key); t.Kind(key) != kComputedPropertyName || t.Kind(t.FirstNamed(key)) == kString {
			part = e.part(x, name, t.Line(key))
		}
		e.bind(t.Child(c, fValue), part, mode)
	case kObjectAssignmentPattern:
		left := t.Child(c, fLeft)
		part := e.part(x, e.word(left), t.Line(left))
		def := e.expr(t.Child(c, fRight))
		e.bind(left, e.either(part, def, t.Line(c)), mode)
	default:
		e.bind(c, x, mode)
	}
}

func (e *extractor) part(x facts.ExprID, name string, line int32) facts.ExprID {
	if x == facts.None {
		return x
	}
	m := lang.NewExpr(facts.Member, line)
	m.X, m.Name = x, name
	return e.b.Expr(m)
}

// nth returns the n-th of the values in x: the item itself where x is written out.
func (e *extractor) nth(x facts.ExprID, n, line int32) facts.ExprID {
	if x == facts.None {
		return x
	}
	list := &e.f.Exprs[x]
	if list.Kind == facts.Await {
		list = &e.f.Exprs[list.X]
	}
	if list.Kind == facts.List && int(n) < len(list.Args) && !e.hasSpread(list.Args[:n+1]) {
		return list.Args[n].X
	}
	m := lang.NewExpr(facts.Result, line)
	m.X, m.N = x, n
	return e.b.Expr(m)
}

// hasSpread reports whether one of the items stands for several.
func (e *extractor) hasSpread(items []facts.Arg) bool {
	return slices.ContainsFunc(items, func(a facts.Arg) bool { return a.X != facts.None && e.f.Exprs[a.X].Kind == facts.Elem })
}

// either joins two values; None adds nothing.
func (e *extractor) either(a, b facts.ExprID, line int32) facts.ExprID {
	switch {
	case a == facts.None:
		return b
	case b == facts.None || a == b:
		return a
	}
	x := lang.NewExpr(facts.Either, line)
	x.Args = append(e.newArgs(2), facts.Arg{X: a}, facts.Arg{X: b})
	return e.b.Expr(x)
}

func (e *extractor) assert(x facts.ExprID, typ facts.TypeID, line int32) facts.ExprID {
	if typ == facts.None {
		return x
	}
	a := lang.NewExpr(facts.Assert, line)
	a.X, a.Type = x, typ
	return e.b.Expr(a)
}

// satisfies notes that the compiler checks x against typ, and x stays what it is.
func (e *extractor) satisfies(x facts.ExprID, typ facts.TypeID, line int32) {
	if a := e.assert(x, typ, line); a != x {
		e.f.Exprs[a].Flags |= facts.Checked
	}
}

// bindName gives one name the value x.
func (e *extractor) bindName(i int32, x facts.ExprID, mode binding) {
	t := e.t
	name, line := e.word(i), t.Line(i)
	switch mode {
	case bindAssign:
		target := e.b.NameExpr(name, line)
		e.write(target)
		e.b.Assign(target, x)
	case bindDef, bindConst:
		kind := facts.Variable
		if mode == bindConst {
			kind = facts.Constant
		}
		d := e.define(kind, name, i, i)
		e.addValue(d, x)
		e.f.Defs[d].Signature = name
		e.declared(d, false)
	default:
		id := e.declareVar(lang.NewVar(facts.LocalVar, name, line), mode)
		e.b.AddValue(id, x)
	}
}
