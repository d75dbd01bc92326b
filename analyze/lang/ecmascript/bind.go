package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// A binding is how the names in a pattern are bound.
type binding uint8

const (
	bindBlock  binding = iota // variables of the innermost scope
	bindVar                   // variables of the function
	bindDef                   // definitions at file level
	bindConst                 // likewise, constants
	bindAssign                // assignments to existing variables
)

// variables visits the declarators of i; outer is the enclosing statement.
func (e *extractor) variables(i, outer int32) {
	t := e.t
	mode := bindBlock
	kind := t.Child(i, syntax.FKind)
	isVar := t.Kind(i) == syntax.KVariableDeclaration
	switch {
	case e.top, e.b.AtFileLevel(), isVar && e.fn == nil && e.class == nil:
		mode = bindDef
		if kind >= 0 && t.Kind(kind) == syntax.TConst {
			mode = bindConst
		}
	case isVar && !e.markup:
		mode = bindVar
	}
	n := 0
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Kind(c) == syntax.KVariableDeclarator {
			n++
		}
	}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch {
		case t.Kind(c) == syntax.KVariableDeclarator:
			part := c
			if n == 1 {
				part = outer
			}
			e.variable(c, part, mode)
		case t.Named(c):
			e.statement(c)
		}
	}
}

// variable visits one declarator; the text of the definition is node outer.
func (e *extractor) variable(i, outer int32, mode binding) {
	t := e.t
	nameNode, value := t.Child(i, syntax.FName), t.Child(i, syntax.FValue)
	if nameNode < 0 {
		e.children(i)
		return
	}
	inner := t.Strip(value)
	if inner >= 0 && e.cjs.IsRequire(inner) && e.importBinding(nameNode, inner, mode) {
		return
	}
	if t.Kind(nameNode) != syntax.KIdentifier {
		typ := e.types.Annotation(t.Child(i, syntax.FType))
		var x facts.ExprID = facts.None
		if value >= 0 {
			x = e.expr(value)
		}
		if typ != facts.None {
			x = e.b.Assert(x, typ, t.Line(nameNode))
		}
		e.bind(nameNode, x, mode)
		return
	}
	name := t.Word(nameNode)
	atTop := mode == bindDef || mode == bindConst
	var targets []int32 // var x = module.exports = …
	if atTop {
		if targets, inner = e.cjs.Targets(inner); len(targets) > 0 {
			value = inner
		}
	}
	d := facts.DefID(facts.None)
	switch {
	case t.IsFunction(inner):
		d = e.define(facts.Function, name, outer, nameNode)
		e.declared(d, mode == bindVar)
		typ := e.declaredType(i, outer)
		cast, asserted := e.types.CastOf(value, inner)
		if typ == facts.None {
			typ = cast
		}
		e.f.Defs[d].Type = typ
		e.f.Defs[d].Flags |= asserted
		this := facts.DefID(facts.None)
		if syntax.IsConstructorName(name) {
			this = d
		}
		e.function(d, inner, outer, nameNode, this)
	case t.Kind(inner) == syntax.KClass && t.Named(inner):
		d = e.classDef(inner, outer, nameNode, name, false)
		e.declared(d, mode == bindVar)
		e.types.Declare(d)
	case atTop:
		d = e.variableDef(i, outer, nameNode, value, mode)
	default:
		v := lang.NewVar(facts.LocalVar, name, t.Line(nameNode))
		v.Type = e.declaredType(i, outer)
		id := e.declareVar(v, mode)
		if value >= 0 {
			e.named = true
			x := e.expr(value)
			e.b.MarkInitial(x)
			e.b.AddValue(id, x)
		}
	}
	if len(targets) > 0 {
		x := facts.ExprID(facts.None)
		if values := e.f.Defs[d].Values; len(values) > 0 && t.Kind(inner) == syntax.KObject {
			x = values[0]
		}
		e.exportTargets(targets, facts.Export{Local: name, X: facts.None, Def: d}, x)
	}
}

// declaredType returns the type that variable or field i of the statement or member outer is declared to have.
func (e *extractor) declaredType(i, outer int32) facts.TypeID {
	typ := e.types.Annotation(e.t.Child(i, syntax.FType))
	if typ == facts.None && e.doc.Of == outer {
		typ = e.types.OfComment(e.doc)
	}
	return typ
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
	d := e.define(kind, t.Word(nameNode), outer, nameNode)
	e.declared(d, false)
	e.b.Enter(d)
	e.f.Defs[d].Type = e.declaredType(i, outer)
	e.f.Defs[d].Signature = t.Header(outer, value)
	if value >= 0 {
		e.named = true
		x := e.expr(value)
		e.b.MarkInitial(x)
		e.b.AddDefValue(d, x)
	}
	e.b.Leave()
	e.hash.Variable(d, i, value)
	return d
}

// bind gives the names in pattern i the matching parts of the value x.
func (e *extractor) bind(i int32, x facts.ExprID, mode binding) {
	t := e.t
	switch t.Kind(i) {
	case syntax.KIdentifier, syntax.KShorthandPropertyIdentifierPattern:
		e.bindName(i, x, mode)
	case syntax.KObjectPattern:
		for c := t.First(i); c >= 0; c = t.Next(c) {
			if t.Named(c) {
				e.bindProperty(c, x, mode)
			}
		}
	case syntax.KArrayPattern:
		n := int32(0)
		for c := t.First(i); c >= 0; c = t.Next(c) {
			switch {
			case t.Kind(c) == syntax.TComma:
				n++
			case t.Named(c) && t.Kind(c) == syntax.KRestPattern:
				e.bind(c, x, mode)
			case t.Named(c):
				e.bind(c, e.b.Nth(x, n, t.Line(c)), mode)
			}
		}
	case syntax.KAssignmentPattern, syntax.KObjectAssignmentPattern:
		def := e.expr(t.Child(i, syntax.FRight))
		e.bind(t.Child(i, syntax.FLeft), e.b.OneOf(x, def, t.Line(i)), mode)
	case syntax.KRestPattern:
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
	case syntax.KShorthandPropertyIdentifierPattern:
		e.bindName(c, e.b.Part(x, t.Word(c), t.Line(c)), mode)
	case syntax.KPairPattern:
		key := t.Child(c, syntax.FKey)
		part := facts.ExprID(facts.None)
		if name := e.memberName(key); t.Kind(key) != syntax.KComputedPropertyName || t.Kind(t.FirstNamed(key)) == syntax.KString {
			part = e.b.Part(x, name, t.Line(key))
		}
		e.bind(t.Child(c, syntax.FValue), part, mode)
	case syntax.KObjectAssignmentPattern:
		left := t.Child(c, syntax.FLeft)
		part := e.b.Part(x, t.Word(left), t.Line(left))
		def := e.expr(t.Child(c, syntax.FRight))
		e.bind(left, e.b.OneOf(part, def, t.Line(c)), mode)
	default:
		e.bind(c, x, mode)
	}
}

// bindName gives one name the value x.
func (e *extractor) bindName(i int32, x facts.ExprID, mode binding) {
	t := e.t
	name, line := t.Word(i), t.Line(i)
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
		e.b.AddDefValue(d, x)
		e.f.Defs[d].Signature = name
		e.declared(d, false)
	default:
		id := e.declareVar(lang.NewVar(facts.LocalVar, name, line), mode)
		e.b.AddValue(id, x)
	}
}
