package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// A class is a class whose body is being walked.
type class struct {
	outer *class
	def   facts.DefID
	body  int32
	// fields are the fields defined so far. assigned are the values that this.x = … gives to fields
	// whose declaration comes later in the class.
	fields   map[string]facts.DefID
	assigned []assigned

	// decorators are those that precede member decorated: in TypeScript they are its siblings.
	decorators []int32
	decorated  int32
}

type assigned struct {
	name string
	x    facts.ExprID
}

// classDeclaration handles class X {}; outer is the enclosing statement.
func (e *extractor) classDeclaration(i, outer int32) {
	nameNode := e.t.Child(i, syntax.FName)
	name := e.t.Word(nameNode)
	if nameNode < 0 {
		name = "default"
	}
	e.classDef(i, outer, nameNode, name, true)
}

// classDef adds the class i named name. bind makes the name known in the enclosing scope.
func (e *extractor) classDef(i, outer, nameNode int32, name string, bind bool) facts.DefID {
	t := e.t
	decorators := e.decorators(i)
	if outer != i && t.Kind(outer) == syntax.KExportStatement {
		decorators = append(e.decorators(outer), decorators...)
	}
	d := e.define(facts.Class, name, outer, nameNode)
	if bind {
		e.declared(d, false)
		e.types.Declare(d)
	}
	def := &e.f.Defs[d]
	def.Decorators = decorators
	if t.Kind(i) == syntax.KAbstractClassDeclaration {
		def.Flags |= facts.Abstract
	}
	body := t.Child(i, syntax.FBody)
	e.b.Enter(d)
	own := t.Child(i, syntax.FName)
	if own >= 0 && own != nameNode { // const A = class B {}: B is known inside
		e.b.Open(lang.BlockScope)
		e.declaredAs(d, t.Word(own))
	}
	typeParams := e.types.Params(i)
	e.heritage(d, i)
	def = &e.f.Defs[d]
	def.TypeParams = typeParams
	if body >= 0 {
		def.SignatureEnd = t.LineBefore(i, body)
	}
	def.Signature = t.Header(outer, body)
	e.classBody(d, body)
	if own >= 0 && own != nameNode {
		e.b.Close()
	}
	e.b.Leave()
	e.hash.Class(d, i, outer, body)
	return d
}

// declaredAs binds d to a second name in the innermost scope.
func (e *extractor) declaredAs(d facts.DefID, name string) {
	v := lang.NewVar(facts.DefVar, name, e.f.Defs[d].Line)
	v.Def = d
	e.b.Declare(v)
}

// decorators visits the decorators that are children of i.
func (e *extractor) decorators(i int32) []facts.ExprID {
	var out []facts.ExprID
	for c := e.t.First(i); c >= 0; c = e.t.Next(c) {
		if e.t.Kind(c) == syntax.KDecorator {
			out = append(out, e.decorator(c))
		}
	}
	return out
}

func (e *extractor) decorator(c int32) facts.ExprID {
	d := e.doc
	x := e.expr(e.t.FirstNamed(c))
	e.doc = d
	if x != facts.None {
		e.f.Exprs[x].Flags |= facts.Decorates
	}
	return x
}

// heritage adds the supertypes in extends and implements of class i to d.
func (e *extractor) heritage(d facts.DefID, i int32) {
	t := e.t
	h := t.ChildOfKind(i, syntax.KClassHeritage)
	if h < 0 {
		return
	}
	for c := t.First(h); c >= 0; c = t.Next(c) {
		if !t.Named(c) {
			continue
		}
		switch t.Kind(c) {
		case syntax.KExtendsClause:
			args := t.Child(c, syntax.FTypeArguments)
			for v := t.First(c); v >= 0; v = t.Next(v) {
				if t.Nodes[v].Field == syntax.FValue {
					base := e.baseType(v, args)
					e.f.Defs[d].Extends = append(e.f.Defs[d].Extends, base)
				}
			}
		case syntax.KImplementsClause:
			for v := t.First(c); v >= 0; v = t.Next(v) {
				if t.Named(v) {
					if id := e.types.Of(v); id != facts.None {
						e.f.Defs[d].Implements = append(e.f.Defs[d].Implements, id)
					}
				}
			}
		default:
			base := e.baseType(c, -1)
			e.f.Defs[d].Extends = append(e.f.Defs[d].Extends, base)
		}
	}
}

// baseType returns the type of node i, the value that a class extends.
func (e *extractor) baseType(i, typeArgs int32) facts.TypeID {
	line := e.t.Line(i)
	qualifier, name, ok := e.t.Path(i)
	if ok && (qualifier != "" || e.b.AtFileLevel() || !e.b.IsVariable(name)) {
		return e.b.NamedType(qualifier, name, line, e.types.Arguments(typeArgs)...)
	}
	v := lang.NewType(facts.ValueT, line)
	v.X = e.expr(i)
	v.Args = e.types.Arguments(typeArgs)
	return e.b.Type(v)
}

// classBody visits the members of class d.
func (e *extractor) classBody(d facts.DefID, body int32) {
	if body < 0 {
		return
	}
	t := e.t
	c := &class{outer: e.class, def: d, body: body, fields: make(map[string]facts.DefID)}
	fn, this, top, outer := e.fn, e.this, e.top, e.doc
	e.class, e.top = c, false
	var dc syntax.Comments
	for m := t.First(body); m >= 0; m = t.Next(m) {
		if dc.See(e.t, m) || !t.Named(m) {
			continue
		}
		if t.Kind(m) == syntax.KDecorator {
			if len(c.decorators) == 0 {
				e.doc = dc.Above(e.t, m)
			}
			c.decorators = append(c.decorators, m)
			dc.Passed(m)
			continue
		}
		if len(c.decorators) == 0 {
			e.doc = dc.Above(e.t, m)
		} else if e.doc.Of == c.decorators[0] {
			e.doc.Of = m
		}
		c.decorated = m
		e.fn, e.this = nil, facts.None
		e.member(m)
		c.decorators = c.decorators[:0]
		dc.Passed(m)
	}
	for _, a := range c.assigned {
		if f, ok := c.fields[a.name]; ok {
			e.b.AddDefValue(f, a.x)
		}
	}
	e.class, e.fn, e.this, e.top, e.doc = c.outer, fn, this, top, outer
}

func (e *extractor) member(m int32) {
	switch e.t.Kind(m) {
	case syntax.KMethodDefinition, syntax.KMethodSignature, syntax.KAbstractMethodSignature:
		e.method(m)
	case syntax.KPublicFieldDefinition, syntax.KFieldDefinition:
		e.field(m)
	case syntax.KIndexSignature:
		e.indexSignature(m)
	case syntax.KClassStaticBlock:
		e.b.Open(lang.FuncScope)
		e.this = e.class.def
		if body := e.t.Child(m, syntax.FBody); body >= 0 {
			e.statements(body)
		}
		e.b.Close()
	default:
		e.children(m)
	}
}

// decoratorsBefore returns the nodes of the decorators that precede member m as siblings.
func (e *extractor) decoratorsBefore(m int32) []int32 {
	if e.class == nil || e.class.decorated != m {
		return nil
	}
	return e.class.decorators
}

// memberDecorators visits the decorators of member m: its children, and the siblings before it.
func (e *extractor) memberDecorators(m int32) []facts.ExprID {
	var out []facts.ExprID
	for _, c := range e.decoratorsBefore(m) {
		out = append(out, e.decorator(c))
	}
	return append(out, e.decorators(m)...)
}

// method adds a method of a class or of an object literal.
func (e *extractor) method(m int32) {
	t := e.t
	nameNode := t.Child(m, syntax.FName)
	name := e.memberName(nameNode)
	decorators := e.memberDecorators(m)
	kind := facts.Method
	flags, private := t.Modifiers(m)
	if name == "constructor" && flags&facts.Static == 0 {
		kind = facts.Constructor
	}
	d := e.define(kind, name, m, nameNode)
	def := &e.f.Defs[d]
	def.Decorators = decorators
	def.Flags |= flags
	if t.Child(m, syntax.FBody) < 0 {
		switch {
		case t.NextDeclares(m, name):
			def.Flags |= facts.Overload
		case t.Kind(m) == syntax.KAbstractMethodSignature:
			def.Flags |= facts.Abstract
		default:
			def.Flags |= facts.Abstract | facts.Ambient
		}
	}
	e.hash.Hide(d, private)
	e.function(d, m, m, nameNode, d)
}

// field adds a field of a class; it is a Method where its value is a function.
func (e *extractor) field(m int32) {
	t := e.t
	nameNode := t.Child(m, syntax.FName)
	if nameNode < 0 {
		nameNode = t.Child(m, syntax.FProperty)
	}
	name := e.memberName(nameNode)
	decorators := e.memberDecorators(m)
	flags, private := t.Modifiers(m)
	value := t.Child(m, syntax.FValue)
	inner := t.Strip(value)
	kind := facts.Field
	if t.IsFunction(inner) {
		kind = facts.Method
	}
	d := e.define(kind, name, m, nameNode)
	def := &e.f.Defs[d]
	def.Decorators = decorators
	def.Flags |= flags
	e.hash.Hide(d, private)
	e.class.fields[name] = d
	e.b.Enter(d)
	typ := e.declaredType(m, m)
	e.b.Leave()
	e.f.Defs[d].Type = typ
	e.this = d
	if kind == facts.Method {
		cast, asserted := e.types.CastOf(value, inner)
		if e.f.Defs[d].Flags |= asserted; typ == facts.None {
			e.f.Defs[d].Type = cast
		}
		e.function(d, inner, m, nameNode, d)
		return
	}
	e.f.Defs[d].Signature = t.Header(m, value)
	if value >= 0 {
		e.b.Enter(d)
		e.named = true
		x := e.expr(value)
		e.b.Leave()
		e.b.AddDefValue(d, x)
	}
	e.hash.Member(d, m, nameNode, value)
}

// thisField records this.name = x in a method or constructor function. The first such assignment
// defines the field unless the class declares it. typ is the type in its doc comment.
func (e *extractor) thisField(assignment, nameNode int32, this, x facts.ExprID, typ facts.TypeID) {
	name := e.t.Word(nameNode)
	if e.this == facts.None {
		return
	}
	home := e.classOfThis()
	if home == facts.None {
		e.ownField(assignment, nameNode, this, x, typ)
		return
	}
	if d, ok := e.class.fields[name]; ok {
		e.b.AddDefValue(d, x)
		return
	}
	if e.t.DeclaresMember(e.class.body, name) {
		if x != facts.None {
			e.class.assigned = append(e.class.assigned, assigned{name, x})
		}
		return
	}
	d := e.assignedField(assignment, nameNode, x)
	e.f.Defs[d].Parent, e.f.Defs[d].Type = home, typ
	e.class.fields[name] = d
}

// classOfThis returns the innermost class of which this is an instance, else None.
func (e *extractor) classOfThis() facts.DefID {
	if e.class == nil || e.this == facts.None || e.f.Defs[e.this].Parent != e.class.def || e.f.Defs[e.this].Has(facts.Static) {
		return facts.None
	}
	return e.class.def
}

// ownField records this.name = x in a function that is not a method of a class.
func (e *extractor) ownField(assignment, nameNode int32, this, x facts.ExprID, typ facts.TypeID) {
	fn := e.fn
	for fn != nil && fn.def != e.this {
		fn = fn.outer
	}
	if fn == nil {
		return
	}
	name := e.t.Word(nameNode)
	if d, ok := fn.fields[name]; ok {
		e.b.AddDefValue(d, x)
		return
	}
	d := e.assignedField(assignment, nameNode, x)
	e.f.Defs[d].Owner, e.f.Defs[d].Type = this, typ
	if fn.fields == nil {
		fn.fields = make(map[string]facts.DefID)
	}
	fn.fields[name] = d
}

// assignedField adds a Field for an assignment. It has no hashes: its text is hashed with the function
// that contains it.
func (e *extractor) assignedField(assignment, nameNode int32, x facts.ExprID) facts.DefID {
	t := e.t
	def := lang.NewDef(facts.Field, t.Word(nameNode))
	def.Start, def.Line, def.End = t.Line(assignment), t.Line(nameNode), t.EndLine(assignment)
	def.SignatureEnd = def.Line
	def.Signature = "this." + def.Name
	d := e.b.Def(def)
	e.b.AddDefValue(d, x)
	e.hash.Hide(d, t.Kind(nameNode) == syntax.KPrivatePropertyIdentifier)
	return d
}
