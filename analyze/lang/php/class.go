package php

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// classDeclaration adds a class, interface, trait or enum.
func (x *extractor) classDeclaration(n int32, doc *comments) {
	at := x.t.Child(n, fName)
	if at < 0 || x.t.Nodes[at].Flags&lang.IsMissing != 0 {
		return
	}
	kind := facts.Class
	switch x.t.Kind(n) {
	case kInterfaceDeclaration:
		kind = facts.Interface
	case kTraitDeclaration:
		kind = facts.Trait
	case kEnumDeclaration:
		kind = facts.Enum
	}
	body := x.t.Child(n, fBody)
	p := x.place(n, doc)
	d := x.newDef(kind, x.b.Text(at), p, at, body)
	d.Flags = x.flags(n)
	d.Signature = x.header(n, body)
	decorators, _ := x.attributes(n)
	d.Decorators = decorators
	id := x.b.Def(d)
	x.classBody(id, n, body, docOf(p))
	x.hashClass(id, n, at, body)
}

// anonymousClass adds new class { … }: a class without a name in the enclosing function. It returns
// its Def.
func (x *extractor) anonymousClass(n int32) facts.DefID {
	body := x.t.ChildOfKind(n, kDeclarationList)
	d := x.newDef(facts.Class, "", x.place(n, nil), -1, body)
	d.Signature = "class"
	id := x.b.Def(d)
	x.classBody(id, n, body, -1)
	return id
}

// classBody adds bases and members of class id at n.
func (x *extractor) classBody(id facts.DefID, n, body, doc int32) {
	x.b.Enter(id)
	c := &class{outer: x.class, def: id, parent: facts.None}
	fn := x.fn
	x.class, x.fn = c, nil
	x.templates(id, doc, &c.templates)
	x.bases(id, n)
	x.magicProperties(doc)
	x.members(id, body)
	x.class, x.fn = c.outer, fn
	x.b.Leave()
}

// bases sets Extends and Implements.
func (x *extractor) bases(id facts.DefID, n int32) {
	if base := x.t.ChildOfKind(n, kBaseClause); base >= 0 {
		for c := x.t.First(base); c >= 0; c = x.t.Next(c) {
			if t := x.classType(c); t != facts.None && x.t.Usable(c) {
				x.f.Defs[id].Extends = append(x.f.Defs[id].Extends, t)
				x.class.parent = t
			}
		}
	}
	if list := x.t.ChildOfKind(n, kClassInterfaceClause); list >= 0 {
		for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
			if t := x.classType(c); t != facts.None && x.t.Usable(c) {
				x.f.Defs[id].Implements = append(x.f.Defs[id].Implements, t)
			}
		}
	}
}

func (x *extractor) members(id facts.DefID, body int32) {
	if body < 0 {
		return
	}
	doc := comments{node: -1}
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kMethodDeclaration:
			x.function(c, &doc)
		case kPropertyDeclaration:
			x.properties(c, &doc)
		case kConstDeclaration:
			x.constantDeclaration(c, &doc)
		case kEnumCase:
			x.enumCase(c, &doc)
		case kUseDeclaration:
			x.useTraits(id, c)
		default:
			if x.t.Nodes[c].Flags&lang.IsError != 0 {
				x.members(id, c)
			}
		}
		doc.see(x.t, c)
	}
}

// useTraits adds the traits that a class takes its members from.
func (x *extractor) useTraits(id facts.DefID, n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kUseList {
			x.useRules(c)
		} else if t := x.classType(c); t != facts.None && x.t.Usable(c) {
			x.f.Defs[id].Embeds = append(x.f.Defs[id].Embeds, t)
		}
	}
}

// useRules adds the methods that a class gives another name: a as b.
func (x *extractor) useRules(list int32) {
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kUseAsClause {
			continue
		}
		from, to := x.item(c, 0), x.t.LastUsable(c)
		if from == to || x.t.Kind(to) != kName {
			continue
		}
		d := x.newDef(facts.Method, x.b.Text(to), x.place(c, nil), to, -1)
		d.Flags = x.flags(c)
		d.Signature = cut(x.b.Text(c))
		id := x.b.Def(d)
		x.b.Enter(id)
		// Calling it runs the method of the trait.
		v := walk.Wrap(x.b, facts.Call, x.usedMethod(from), x.t.Line(c))
		x.f.Defs[id].Values = []facts.ExprID{v}
		x.b.Leave()
		x.hashMember(id, c, to, -1, -1)
	}
}

// usedMethod adds T::a, or a of the class, as a value.
func (x *extractor) usedMethod(n int32) facts.ExprID {
	m := lang.NewExpr(facts.Member, x.t.Line(n))
	if x.t.Kind(n) == kClassConstantAccessExpression {
		m.X = x.classExpr(x.item(n, 0))
		m.Name = x.b.Text(x.t.LastUsable(n))
	} else {
		m.X = x.b.Expr(lang.NewExpr(facts.This, x.t.Line(n)))
		m.Name = x.b.Text(n)
	}
	return x.b.Expr(m)
}

// propertyName is the name of a property: with its dollar sign, so that it is not
// taken for a method.
func (x *extractor) propertyName(n int32) string {
	name := x.b.Text(n)
	if !strings.HasPrefix(name, "$") {
		name = "$" + name
	}
	return name
}

func (x *extractor) properties(n int32, doc *comments) {
	p := x.place(n, doc)
	flags := x.flags(n)
	typ := x.t.Child(n, fType)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		at := x.t.ChildOfKind(c, kVariableName)
		if x.t.Kind(c) != kPropertyElement || at < 0 {
			continue
		}
		d := x.newDef(facts.Field, x.propertyName(at), p, at, -1)
		d.SignatureEnd = max(d.Line, p.End)
		d.Flags = flags
		d.Signature = x.propertyHeader(n, typ, at)
		d.Decorators, _ = x.attributes(n)
		id := x.b.Def(d)
		x.b.Enter(id)
		t := x.typ(typ)
		if spoken := x.spoken(docOf(p), "@var", ""); spoken != facts.None {
			t = x.better(t, spoken)
		}
		x.f.Defs[id].Type = t
		if init := x.t.ChildOfKind(c, kPropertyInitializer); init >= 0 {
			if v := x.expr(x.item(init, 0)); v != facts.None {
				x.f.Defs[id].Values = []facts.ExprID{v}
			}
		}
		x.b.Leave()
		x.hashMember(id, n, at, -1, c)
	}
}

// propertyHeader returns "private ?Foo $name".
func (x *extractor) propertyHeader(n, typ, at int32) string {
	first := int32(-1)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if k := x.t.Kind(c); k != kAttributeList && x.t.Nodes[c].Flags&lang.IsExtra == 0 && k != kPropertyElement {
			first = c
			break
		}
	}
	x.buf = x.buf[:0]
	if first >= 0 {
		end := first
		for c := first; c >= 0 && x.t.Kind(c) != kPropertyElement; c = x.t.Next(c) {
			end = c
		}
		x.buf = append(x.t.AppendSource(x.buf, n, x.t.Nodes[first].Start, x.t.Nodes[end].End, nil), ' ')
	}
	return lang.OneLine(append(x.buf, x.t.Bytes(at)...))
}

// constantDeclaration adds the constants of a class or of the file.
func (x *extractor) constantDeclaration(n int32, doc *comments) {
	p := x.place(n, doc)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		at := x.item(c, 0)
		if x.t.Kind(c) != kConstElement || at < 0 {
			continue
		}
		d := x.newDef(facts.Constant, x.b.Text(at), p, at, -1)
		d.SignatureEnd = max(d.Line, p.End)
		d.Flags = x.flags(n)
		if x.class != nil {
			d.Flags |= facts.Static
		}
		d.Signature = cut("const " + lang.OneLine(x.t.AppendSource(nil, c, x.t.Nodes[c].Start, x.t.Nodes[c].End, nil)))
		id := x.b.Def(d)
		x.b.Enter(id)
		if value := x.t.LastUsable(c); value != at {
			if v := x.expr(value); v != facts.None {
				x.f.Defs[id].Values = []facts.ExprID{v}
			}
		}
		x.b.Leave()
		x.hashMember(id, n, at, -1, c)
	}
}

func (x *extractor) enumCase(n int32, doc *comments) {
	at := x.t.Child(n, fName)
	if at < 0 {
		return
	}
	d := x.newDef(facts.EnumMember, x.b.Text(at), x.place(n, doc), at, -1)
	d.Flags = facts.Exported | facts.Static
	d.Signature = x.header(n, -1)
	d.Decorators, _ = x.attributes(n)
	id := x.b.Def(d)
	x.b.Enter(id)
	value := x.t.Child(n, fValue)
	x.visit(value)
	x.b.Leave()
	x.hashMember(id, n, at, value, -1)
}
