package python

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/names"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/record"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// class handles a class_definition; decorator is the enclosing decorated_definition or -1.
func (x *extractor) class(i, decorator int32) {
	t := x.t
	nameNode := t.Child(i, syntax.FName)
	if nameNode < 0 {
		return
	}
	name, body, bases := x.b.Text(nameNode), t.Child(i, syntax.FBody), t.Child(i, syntax.FSuperclasses)
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
	d.Signature = t.Header(i, head)
	doc := x.docString(&d, body)
	x.hashClass(&d, i, decorator, doc)
	id := x.b.Def(d)
	x.names.Define(x.memberOwner(), name, id)
	x.bindDef(name, id)

	around := x.ctx
	x.ctx = context{kind: inClass, def: id, class: id}
	params := t.Child(i, syntax.FTypeParameters)
	x.bases(id, bases, params)
	record.Complete(&x.f.Defs[id], t, x.names, decorator, bases, body)
	x.b.Enter(id)
	x.b.Open(lang.ClassScope)
	x.methodsToCome(id, body)
	x.block(body)
	x.b.Close()
	x.b.Leave()
	x.ctx = around
}

// bases adds the base classes under node list. Markers such as Protocol, Generic and object are not
// added as supertypes.
func (x *extractor) bases(id facts.DefID, list, params int32) {
	t := x.t
	x.b.Enter(id)
	x.f.Defs[id].TypeParams = x.types.Params(params)
	x.b.Leave()
	if len(x.f.Defs[id].TypeParams) == 0 {
		x.types.ClassParams(id, list)
	}
	for c := t.First(max(list, 0)); list >= 0 && c >= 0; c = t.Next(c) {
		if !t.Named(c) {
			continue
		}
		switch t.Kind(c) {
		case syntax.KKeywordArgument:
			x.effect(t.Child(c, syntax.FValue))
			if string(t.Bytes(t.Child(c, syntax.FName))) == "metaclass" && !x.metaclassKeepsMembers(t.Child(c, syntax.FValue)) {
				x.dynamicMembers(id)
			}
			continue
		case syntax.KListSplat, syntax.KDictionarySplat:
			x.effects(c)
			continue
		}
		switch base := t.BaseName(c); {
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

// baseType returns the type of a base class; for a computed one, the type of the expression.
func (x *extractor) baseType(class facts.DefID, i int32) facts.TypeID {
	generic := len(x.f.Defs[class].TypeParams) > 0
	if generic {
		x.b.Enter(class) // its type parameters may occur in the arguments
	}
	typ := x.types.Of(i)
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

// methodsToCome records the methods of a class before its body is walked, so that self.m = … in an
// earlier method does not define a field of the same name.
func (x *extractor) methodsToCome(id facts.DefID, body int32) {
	t := x.t
	for c := t.First(max(body, 0)); body >= 0 && c >= 0; c = t.Next(c) {
		def := c
		if t.Kind(c) == syntax.KDecoratedDefinition {
			def = t.Child(c, syntax.FDefinition)
		}
		if t.Kind(def) == syntax.KFunctionDefinition {
			if name := t.Child(def, syntax.FName); name >= 0 {
				x.names.Define(id, x.b.Text(name), names.ToCome)
			}
		}
	}
}

// hashClass hashes a class. Bases and decorators are the signature; the body is the rest without the
// members, which have their own hashes.
func (x *extractor) hashClass(d *facts.Def, i, decorator, doc int32) {
	t := x.t
	var h lang.Hasher
	x.hashDecorators(&h, decorator)
	h.Add(x.b, t.Child(i, syntax.FTypeParameters), nil)
	h.Add(x.b, t.Child(i, syntax.FSuperclasses), nil)
	d.SignatureHash = h.Cut()
	body := t.Child(i, syntax.FBody)
	var rest lang.Hasher
	for c := t.First(max(body, 0)); body >= 0 && c >= 0; c = t.Next(c) {
		if n := &t.Nodes[c]; n.Flags&lang.IsNamed == 0 || c == doc || n.Kind == syntax.KPassStatement || t.IsMember(c) {
			continue
		}
		rest.Add(x.b, c, t.IsDefinition)
	}
	d.BodyHash = rest.Sum()
	h.Add(x.b, body, func(n int32) bool { return n == doc })
	d.Sketch = h.Sketch()
}
