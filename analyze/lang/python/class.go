package python

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// class handles a class_definition; decorator is the decorated_definition
// around it or -1.
func (x *extractor) class(i, decorator int32) {
	t := x.t
	nameNode := t.Child(i, fName)
	if nameNode < 0 {
		return
	}
	name, body, bases := x.b.Text(nameNode), t.Child(i, fBody), t.Child(i, fSuperclasses)
	dec := x.decorators(decorator, i)
	d := x.newDef(facts.Class, name, nameNode, i)
	d.Start, d.End = t.Line(dec.start), t.EndLine(i)
	d.Flags |= dec.flags & facts.Final
	d.Decorators = dec.exprs
	if dec.addsMembers {
		d.Flags |= facts.DynamicMembers
	}
	head := max(nameNode, bases)
	d.SignatureEnd = t.EndLine(head)
	d.Signature = x.header(i, head)
	doc := x.docString(&d, body)
	x.hashClass(&d, i, decorator, doc)
	id := x.b.Def(d)
	x.members[member{x.memberOwner(), name}] = id
	x.bindDef(name, id)

	around := x.ctx
	x.ctx = context{kind: inClass, def: id, class: id}
	params := t.Child(i, fTypeParameters)
	x.bases(id, bases, params)
	x.record(id, decorator, bases, body)
	x.b.Enter(id)
	x.b.Open(lang.ClassScope)
	x.methodsToCome(id, body)
	x.block(body)
	x.b.Close()
	x.b.Leave()
	x.ctx = around
}

// bases reads the base classes under node list. Those that only say what kind
// of class this is (Protocol, Generic, object) are no supertypes.
func (x *extractor) bases(id facts.DefID, list, params int32) {
	t := x.t
	x.b.Enter(id)
	x.f.Defs[id].TypeParams = x.typeParams(params)
	x.b.Leave()
	if len(x.f.Defs[id].TypeParams) == 0 {
		x.classTypeParams(id, list)
	}
	for c := t.First(max(list, 0)); list >= 0 && c >= 0; c = t.Next(c) {
		if !t.Named(c) {
			continue
		}
		switch t.Kind(c) {
		case kKeywordArgument:
			x.effect(t.Child(c, fValue))
			if string(t.Bytes(t.Child(c, fName))) == "metaclass" && !keepsMembers(lastName(t.Bytes(t.Child(c, fValue)))) {
				x.dynamicMembers(id)
			}
			continue
		case kListSplat, kDictionarySplat:
			x.effects(c)
			continue
		}
		switch base := x.baseName(c); {
		case base == "object", base == "Generic":
			continue
		case base == "Protocol":
			x.f.Defs[id].Kind = facts.Interface
			x.ctx.protocol = true
			continue
		case strings.HasSuffix(base, "Enum"), strings.HasSuffix(base, "Flag"):
			x.ctx.enum = true
		}
		typ := x.baseType(id, c)
		x.f.Defs[id].Extends = append(x.f.Defs[id].Extends, typ)
	}
}

// baseName is the last name of a base class: C of a.C[T].
func (x *extractor) baseName(i int32) string {
	if x.t.Kind(i) == kSubscript {
		i = x.t.Child(i, fValue)
	}
	if i < 0 {
		return ""
	}
	return lastName(x.t.Bytes(i))
}

// baseType is a base class; a computed one is what its expression is.
func (x *extractor) baseType(class facts.DefID, i int32) facts.TypeID {
	generic := len(x.f.Defs[class].TypeParams) > 0
	if generic {
		x.b.Enter(class) // its type parameters may stand in the arguments
	}
	typ := x.typ(i)
	if generic {
		x.b.Leave()
	}
	if typ >= 0 {
		return typ
	}
	value := lang.NewType(facts.ValueT, x.t.Line(i))
	value.X = x.expr(i)
	return x.b.Type(value)
}

// classTypeParams takes the type parameters from Generic[T] or Protocol[T], or
// else from the type variables among the arguments of the bases.
func (x *extractor) classTypeParams(id facts.DefID, list int32) {
	t := x.t
	explicit := false
	for c := t.First(max(list, 0)); list >= 0 && c >= 0; c = t.Next(c) {
		if base := x.baseName(c); t.Kind(c) == kSubscript && (base == "Generic" || base == "Protocol") {
			x.addTypeVars(id, c, true)
			explicit = true
		}
	}
	if list >= 0 && !explicit && len(x.typeVars) > 0 {
		x.addTypeVars(id, list, false)
	}
}

// addTypeVars adds the names in subscripts under node i: all, or those known as
// type variables.
func (x *extractor) addTypeVars(id facts.DefID, i int32, all bool) {
	t := x.t
	for n := i; n < i+t.Nodes[i].Size; n++ {
		if t.Nodes[n].Kind != kIdentifier || t.Kind(t.Nodes[n].Parent) != kSubscript || t.Nodes[n].Field != fSubscript {
			continue
		}
		bound, known := x.typeVars[x.b.Text(n)]
		if !known {
			bound = facts.None
		}
		if known || all {
			x.addTypeParam(id, x.b.Text(n), bound)
		}
	}
}

func (x *extractor) addTypeParam(id facts.DefID, name string, bound facts.TypeID) {
	d := &x.f.Defs[id]
	for _, p := range d.TypeParams {
		if p.Name == name {
			return
		}
	}
	d.TypeParams = append(d.TypeParams, facts.TypeParam{Name: name, Bound: bound})
}

// methodsToCome notes the methods of a class before its body is walked, so that
// self.m = … in an earlier method does not define a field of the same name.
func (x *extractor) methodsToCome(id facts.DefID, body int32) {
	t := x.t
	for c := t.First(max(body, 0)); body >= 0 && c >= 0; c = t.Next(c) {
		def := c
		if t.Kind(c) == kDecoratedDefinition {
			def = t.Child(c, fDefinition)
		}
		if t.Kind(def) == kFunctionDefinition {
			if name := t.Child(def, fName); name >= 0 {
				x.members[member{id, x.b.Text(name)}] = toCome
			}
		}
	}
}

// hashClass: bases and decorators are what others see; the body is what is left
// without the members, which have hashes of their own.
func (x *extractor) hashClass(d *facts.Def, i, decorator, doc int32) {
	t := x.t
	var h lang.Hasher
	x.hashDecorators(&h, decorator)
	h.Add(x.b, t.Child(i, fTypeParameters), nil)
	h.Add(x.b, t.Child(i, fSuperclasses), nil)
	d.SignatureHash = h.Cut()
	body := t.Child(i, fBody)
	var rest lang.Hasher
	for c := t.First(max(body, 0)); body >= 0 && c >= 0; c = t.Next(c) {
		if n := &t.Nodes[c]; n.Flags&lang.IsNamed == 0 || c == doc || n.Kind == kPassStatement || x.isMember(c) {
			continue
		}
		rest.Add(x.b, c, x.isDefinition)
	}
	d.BodyHash = rest.Sum()
	h.Add(x.b, body, func(n int32) bool { return n == doc })
	d.Sketch = h.Sketch()
}

// isMember reports whether a statement of a class body only defines members.
func (x *extractor) isMember(stmt int32) bool {
	if x.isDefinition(stmt) {
		return true
	}
	return x.t.Kind(stmt) == kExpressionStatement && x.t.Kind(x.t.FirstNamed(stmt)) == kAssignment
}
