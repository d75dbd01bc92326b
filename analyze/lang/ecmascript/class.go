package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A class is one class that the walk is in.
type class struct {
	outer *class
	def   facts.DefID
	body  int32
	// fields are the fields defined so far, assigned the values that this.x = …
	// gave to fields that are declared further down.
	fields   map[string]facts.DefID
	assigned []assigned

	// decorators stand before member decorated: in TypeScript they are siblings.
	decorators []int32
	decorated  int32
}

type assigned struct {
	name string
	x    facts.ExprID
}

// classDeclaration handles class X {}; outer is the statement around it.
func (e *extractor) classDeclaration(i, outer int32) {
	nameNode := e.t.Child(i, fName)
	name := e.word(nameNode)
	if nameNode < 0 {
		name = "default"
	}
	e.classDef(i, outer, nameNode, name, true)
}

// classDef adds the class i named name. bind says that the name counts in the
// scope around.
func (e *extractor) classDef(i, outer, nameNode int32, name string, bind bool) facts.DefID {
	t := e.t
	decorators := e.decorators(i)
	if outer != i && t.Kind(outer) == kExportStatement {
		decorators = append(e.decorators(outer), decorators...)
	}
	d := e.define(facts.Class, name, outer, nameNode)
	if bind {
		e.declared(d, false)
		e.declaredTypeName(d)
	}
	def := &e.f.Defs[d]
	def.Decorators = decorators
	if t.Kind(i) == kAbstractClassDeclaration {
		def.Flags |= facts.Abstract
	}
	body := t.Child(i, fBody)
	e.b.Enter(d)
	own := t.Child(i, fName)
	if own >= 0 && own != nameNode { // const A = class B {}: B is known inside
		e.b.Open(lang.BlockScope)
		e.declaredAs(d, e.word(own))
	}
	typeParams := e.typeParams(i)
	e.heritage(d, i)
	def = &e.f.Defs[d]
	def.TypeParams = typeParams
	if body >= 0 {
		def.SignatureEnd = e.lineBefore(i, body)
	}
	def.Signature = e.header(outer, body)
	e.classBody(d, body)
	if own >= 0 && own != nameNode {
		e.b.Close()
	}
	e.b.Leave()
	e.hashClass(d, i, outer, body)
	return d
}

// declaredAs makes d known by another name in the innermost scope.
func (e *extractor) declaredAs(d facts.DefID, name string) {
	v := lang.NewVar(facts.DefVar, name, e.f.Defs[d].Line)
	v.Def = d
	e.b.Declare(v)
}

// decorators visits the decorators right in i.
func (e *extractor) decorators(i int32) []facts.ExprID {
	var out []facts.ExprID
	for c := e.t.First(i); c >= 0; c = e.t.Next(c) {
		if e.t.Kind(c) == kDecorator {
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

// heritage reads extends and implements of class i.
func (e *extractor) heritage(d facts.DefID, i int32) {
	t := e.t
	h := t.ChildOfKind(i, kClassHeritage)
	if h < 0 {
		return
	}
	for c := t.First(h); c >= 0; c = t.Next(c) {
		if !e.t.Named(c) {
			continue
		}
		switch t.Kind(c) {
		case kExtendsClause:
			args := t.Child(c, fTypeArguments)
			for v := t.First(c); v >= 0; v = t.Next(v) {
				if t.Nodes[v].Field == fValue {
					base := e.baseType(v, args)
					e.f.Defs[d].Extends = append(e.f.Defs[d].Extends, base)
				}
			}
		case kImplementsClause:
			for v := t.First(c); v >= 0; v = t.Next(v) {
				if e.t.Named(v) {
					if id := e.typ(v); id != facts.None {
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

// baseType returns the type of the value i that a class extends.
func (e *extractor) baseType(i, typeArgs int32) facts.TypeID {
	line := e.t.Line(i)
	qualifier, name, ok := e.path(i)
	if ok && (qualifier != "" || e.b.AtFileLevel() || !e.isVariable(name)) {
		return e.b.NamedType(qualifier, name, line, e.typeArguments(typeArgs)...)
	}
	v := lang.NewType(facts.ValueT, line)
	v.X = e.expr(i)
	v.Args = e.typeArguments(typeArgs)
	return e.b.Type(v)
}

// isVariable reports whether name is a local variable and no local class.
func (e *extractor) isVariable(name string) bool {
	v := e.b.Lookup(name)
	return v != facts.None && e.f.Vars[v].Kind != facts.DefVar
}

// path returns a.b.C as qualifier "a.b" and name "C", when i is only names.
func (e *extractor) path(i int32) (qualifier, name string, ok bool) {
	t := e.t
	switch t.Kind(i) {
	case kIdentifier, kTypeIdentifier:
		return "", e.word(i), true
	case kMemberExpression, kNestedIdentifier, kNestedTypeIdentifier:
		last := e.t.LastNamed(i)
		first := t.FirstNamed(i)
		q, n, ok := e.path(first)
		if !ok || last == first || t.ChildOfKind(i, kOptionalChain) >= 0 {
			return "", "", false
		}
		switch t.Kind(last) {
		case kPropertyIdentifier, kTypeIdentifier, kIdentifier:
		default:
			return "", "", false
		}
		if q != "" {
			n = q + "." + n
		}
		return n, e.word(last), true
	}
	return "", "", false
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
	var dc docs
	for m := t.First(body); m >= 0; m = t.Next(m) {
		if dc.comment(e, m) || !e.t.Named(m) {
			continue
		}
		if t.Kind(m) == kDecorator {
			if len(c.decorators) == 0 {
				dc.before(e, m)
			}
			c.decorators = append(c.decorators, m)
			dc.previous = m
			continue
		}
		if len(c.decorators) == 0 {
			dc.before(e, m)
		} else if e.doc.of == c.decorators[0] {
			e.doc.of = m
		}
		c.decorated = m
		e.fn, e.this = nil, facts.None
		e.member(m)
		c.decorators = c.decorators[:0]
		dc.previous = m
	}
	for _, a := range c.assigned {
		if f, ok := c.fields[a.name]; ok {
			e.addValue(f, a.x)
		}
	}
	e.class, e.fn, e.this, e.top, e.doc = c.outer, fn, this, top, outer
}

func (e *extractor) member(m int32) {
	switch e.t.Kind(m) {
	case kMethodDefinition, kMethodSignature, kAbstractMethodSignature:
		e.method(m)
	case kPublicFieldDefinition, kFieldDefinition:
		e.field(m)
	case kIndexSignature:
		e.indexSignature(m)
	case kClassStaticBlock:
		e.b.Open(lang.FuncScope)
		e.this = e.class.def
		if body := e.t.Child(m, fBody); body >= 0 {
			e.statements(body)
		}
		e.b.Close()
	default:
		e.children(m)
	}
}

// memberDecorators visits the decorators of member m: its children, and those
// that stand before it.
func (e *extractor) memberDecorators(m int32) []facts.ExprID {
	var out []facts.ExprID
	if e.class != nil && e.class.decorated == m {
		for _, c := range e.class.decorators {
			out = append(out, e.decorator(c))
		}
	}
	return append(out, e.decorators(m)...)
}

// method adds a method of a class or of an object literal.
func (e *extractor) method(m int32) {
	t := e.t
	nameNode := t.Child(m, fName)
	name := e.memberName(nameNode)
	decorators := e.memberDecorators(m)
	kind := facts.Method
	flags, private := e.modifiers(m)
	if name == "constructor" && flags&facts.Static == 0 {
		kind = facts.Constructor
	}
	d := e.define(kind, name, m, nameNode)
	def := &e.f.Defs[d]
	def.Decorators = decorators
	def.Flags |= flags
	if t.Child(m, fBody) < 0 {
		switch {
		case e.nextDeclares(m, name):
			def.Flags |= facts.Overload
		case t.Kind(m) == kAbstractMethodSignature:
			def.Flags |= facts.Abstract
		default:
			def.Flags |= facts.Abstract | facts.Ambient
		}
	}
	e.hide(d, private)
	e.function(d, m, m, nameNode, d)
}

// modifiers reads what stands before the name of a member, and its ? mark.
func (e *extractor) modifiers(m int32) (flags facts.DefFlags, private bool) {
	for c := e.t.First(m); c >= 0; c = e.t.Next(c) {
		n := &e.t.Nodes[c]
		if n.Field == fParameters || n.Field == fValue || n.Field == fType || n.Field == fBody {
			break
		}
		switch n.Kind {
		case kAccessibilityModifier:
			private = private || e.is(c, "private")
		case kPrivatePropertyIdentifier:
			private = true
		case kOverrideModifier:
			flags |= facts.Override
		}
		if n.Flags&lang.IsNamed != 0 {
			continue
		}
		switch n.Kind {
		case tStatic:
			flags |= facts.Static
		case tStaticGet:
			flags |= facts.Static | facts.Getter
		case tGet:
			flags |= facts.Getter
		case tSet:
			flags |= facts.Setter
		case tAbstract:
			flags |= facts.Abstract
		case tDeclare:
			flags |= facts.Ambient
		case tQuestion:
			flags |= facts.Optional
		}
	}
	return flags, private
}

// field adds a field of a class: a Method where its value is a function.
func (e *extractor) field(m int32) {
	t := e.t
	nameNode := t.Child(m, fName)
	if nameNode < 0 {
		nameNode = t.Child(m, fProperty)
	}
	name := e.memberName(nameNode)
	decorators := e.memberDecorators(m)
	flags, private := e.modifiers(m)
	value := t.Child(m, fValue)
	inner := e.strip(value)
	kind := facts.Field
	if e.isFunction(inner) {
		kind = facts.Method
	}
	d := e.define(kind, name, m, nameNode)
	def := &e.f.Defs[d]
	def.Decorators = decorators
	def.Flags |= flags
	e.hide(d, private)
	e.class.fields[name] = d
	e.b.Enter(d)
	typ := e.annotation(t.Child(m, fType))
	if typ == facts.None && e.doc.of == m {
		typ = e.spokenType()
	}
	e.b.Leave()
	e.f.Defs[d].Type = typ
	e.this = d
	if kind == facts.Method {
		cast, asserted := e.castOf(value, inner)
		if e.f.Defs[d].Flags |= asserted; typ == facts.None {
			e.f.Defs[d].Type = cast
		}
		e.function(d, inner, m, nameNode, d)
		return
	}
	e.f.Defs[d].Signature = e.header(m, value)
	if value >= 0 {
		e.b.Enter(d)
		e.named = true
		x := e.expr(value)
		e.b.Leave()
		e.addValue(d, x)
	}
	e.hashMember(d, m, nameNode, value)
}

func (e *extractor) addValue(d facts.DefID, x facts.ExprID) {
	if def := &e.f.Defs[d]; x != facts.None && len(def.Values) < facts.MaxValues {
		def.Values = append(def.Values, x)
	}
}

// hide marks a member that its class keeps to itself.
func (e *extractor) hide(d facts.DefID, private bool) {
	if !private {
		return
	}
	if e.private == nil {
		e.private = make(map[facts.DefID]bool)
	}
	e.private[d] = true
}

// thisField notes this.name = x in a method or constructor function: the
// first one defines the field unless the class declares it. typ is the type that
// a comment gives it.
func (e *extractor) thisField(assignment, nameNode int32, this, x facts.ExprID, typ facts.TypeID) {
	name := e.word(nameNode)
	if e.this == facts.None {
		return
	}
	home := e.homeOfThis()
	if home == facts.None {
		e.ownField(assignment, nameNode, this, x, typ)
		return
	}
	if d, ok := e.class.fields[name]; ok {
		e.addValue(d, x)
		return
	}
	if e.declaresMember(e.class.body, name) {
		if x != facts.None {
			e.class.assigned = append(e.class.assigned, assigned{name, x})
		}
		return
	}
	d := e.assignedField(assignment, nameNode, x)
	e.f.Defs[d].Parent, e.f.Defs[d].Type = home, typ
	e.class.fields[name] = d
}

// homeOfThis returns the innermost class where this is an instance of it, else None.
func (e *extractor) homeOfThis() facts.DefID {
	if e.class == nil || e.this == facts.None || e.f.Defs[e.this].Parent != e.class.def || e.f.Defs[e.this].Has(facts.Static) {
		return facts.None
	}
	return e.class.def
}

// ownField notes this.name = x in a function that is no method of a class.
func (e *extractor) ownField(assignment, nameNode int32, this, x facts.ExprID, typ facts.TypeID) {
	fn := e.fn
	for fn != nil && fn.def != e.this {
		fn = fn.outer
	}
	if fn == nil {
		return
	}
	name := e.word(nameNode)
	if d, ok := fn.fields[name]; ok {
		e.addValue(d, x)
		return
	}
	d := e.assignedField(assignment, nameNode, x)
	e.f.Defs[d].Owner, e.f.Defs[d].Type = this, typ
	if fn.fields == nil {
		fn.fields = make(map[string]facts.DefID)
	}
	fn.fields[name] = d
}

// assignedField adds a Field for an assignment. Its text counts for the
// function that it stands in, so it has no hashes of its own.
func (e *extractor) assignedField(assignment, nameNode int32, x facts.ExprID) facts.DefID {
	t := e.t
	def := lang.NewDef(facts.Field, e.word(nameNode))
	def.Start, def.Line, def.End = t.Line(assignment), t.Line(nameNode), t.EndLine(assignment)
	def.SignatureEnd = def.Line
	def.Signature = "this." + def.Name
	d := e.b.Def(def)
	e.addValue(d, x)
	e.hide(d, t.Kind(nameNode) == kPrivatePropertyIdentifier)
	return d
}

// declaresMember reports whether a class body declares a member of that name.
func (e *extractor) declaresMember(body int32, name string) bool {
	t := e.t
	for m := t.First(body); m >= 0; m = t.Next(m) {
		switch t.Kind(m) {
		case kPublicFieldDefinition, kFieldDefinition, kMethodDefinition:
			n := t.Child(m, fName)
			if n < 0 {
				n = t.Child(m, fProperty)
			}
			if n >= 0 && string(t.Bytes(n)) == name {
				return true
			}
		}
	}
	return false
}
