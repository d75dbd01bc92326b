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
	name, body, bases := x.text(nameNode), t.Child(i, fBody), t.Child(i, fSuperclasses)
	dec := x.decorators(decorator, i)
	d := x.newDef(facts.Class, name, nameNode, i)
	d.Start, d.End = t.Line(dec.start), t.EndLine(i)
	d.Flags |= dec.flags & facts.Final
	d.Decorators = dec.exprs
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
	generic := int32(-1)
	for c := t.First(max(list, 0)); list >= 0 && c >= 0; c = t.Next(c) {
		if f := t.Nodes[c].Flags; f&lang.IsNamed == 0 || f&lang.IsExtra != 0 {
			continue
		}
		switch t.Kind(c) {
		case kKeywordArgument:
			x.effect(t.Child(c, fValue)) // metaclass=…
			continue
		case kListSplat, kDictionarySplat:
			x.effects(c)
			continue
		}
		named := c
		if t.Kind(c) == kSubscript {
			named = t.Child(c, fValue)
		}
		switch base := lastName(t.Bytes(named)); {
		case base == "object" && named == c:
			continue
		case base == "Protocol", base == "Generic":
			if base == "Protocol" {
				x.f.Defs[id].Kind = facts.Interface
				x.ctx.protocol = true
			}
			if named != c {
				generic = c
			}
			continue
		case strings.HasSuffix(base, "Enum"), strings.HasSuffix(base, "Flag"):
			x.ctx.enum = true
		}
		typ := x.baseType(c)
		x.f.Defs[id].Extends = append(x.f.Defs[id].Extends, typ)
	}
	if len(x.f.Defs[id].TypeParams) == 0 {
		x.classTypeParams(id, list, generic)
	}
}

// baseType is a base class; a computed one is what its expression is.
func (x *extractor) baseType(i int32) facts.TypeID {
	if typ := x.typ(i); typ >= 0 {
		return typ
	}
	typ := lang.NewType(facts.ValueT, x.t.Line(i))
	typ.X = x.expr(i)
	return x.b.Type(typ)
}

// classTypeParams takes the type parameters from Generic[T] or Protocol[T] at
// node generic, or from the type variables among the arguments of the bases.
func (x *extractor) classTypeParams(id facts.DefID, list, generic int32) {
	if generic >= 0 {
		list = generic
	}
	if list < 0 || len(x.typeVars) == 0 && generic < 0 {
		return
	}
	t := x.t
	end := list + t.Nodes[list].Size
	for n := list; n < end; n++ {
		if t.Nodes[n].Kind != kIdentifier || t.Kind(t.Nodes[n].Parent) != kSubscript || t.Nodes[n].Field != fSubscript {
			continue
		}
		bound, known := x.typeVars[x.text(n)]
		if !known {
			if generic < 0 {
				continue
			}
			bound = facts.None
		}
		x.addTypeParam(id, x.text(n), bound)
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
				x.members[member{id, x.text(name)}] = toCome
			}
		}
	}
}

// hashClass: bases and decorators are what others see; the body is what is left
// without the members, which have hashes of their own.
func (x *extractor) hashClass(d *facts.Def, i, decorator, doc int32) {
	t := x.t
	var h lang.Hasher
	if decorator >= 0 {
		for c := t.First(decorator); c >= 0; c = t.Next(c) {
			if t.Kind(c) == kDecorator {
				h.Add(x.b, c, nil)
			}
		}
	}
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
