package csharp

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// typeDeclaration adds a class, struct, record, interface, enum or delegate.
func (x *extractor) typeDeclaration(n int32, doc *walk.Comments) {
	name := x.t.Child(n, fName)
	if name < 0 || x.t.Nodes[name].Flags&lang.IsMissing != 0 {
		return
	}
	kind := x.typeKind(n)
	body := x.t.Child(n, fBody)
	d := x.newDef(kind, x.text(name), x.place(n, doc), name, body)
	m := x.modifiers(n)
	d.Flags = m.flags(x.class != nil && x.class.kind == facts.Interface)
	decorators, flags := x.attributes(n)
	d.Decorators, d.Flags = decorators, d.Flags|flags&^facts.Test
	d.Signature = x.header(n, body)
	id := x.b.Def(d)
	x.b.Enter(id)
	c := &class{outer: x.class, def: id, name: d.Name, kind: kind}
	fn, block := x.fn, x.block
	x.class, x.fn, x.block = c, nil, -1

	params := x.typeParameters(n)
	x.f.Defs[id].TypeParams = params
	if kind == facts.TypeDef {
		x.delegate(id, n)
	} else {
		x.typeBody(id, n, body)
	}

	x.class, x.fn, x.block = c.outer, fn, block
	x.b.Leave()
	x.hashType(id, n, name, body)
}

func (x *extractor) typeKind(n int32) facts.DefKind {
	switch x.t.Kind(n) {
	case kStructDeclaration:
		return facts.Struct
	case kInterfaceDeclaration:
		return facts.Interface
	case kEnumDeclaration:
		return facts.Enum
	case kDelegateDeclaration:
		return facts.TypeDef
	case kRecordDeclaration:
		if x.t.ChildOfKind(n, tStruct) >= 0 {
			return facts.Struct
		}
	}
	return facts.Class
}

// delegate sets the type of a delegate: a function type.
func (x *extractor) delegate(id facts.DefID, n int32) {
	params := x.parameters(x.parametersOf(n), nil)
	t := x.funcType(params, x.result(x.t.Child(n, fType)), x.t.Line(n))
	x.f.Defs[id].Type = t
}

// typeBody adds bases and members. The parameters in the header of a class are in scope in all of it.
func (x *extractor) typeBody(id facts.DefID, n, body int32) {
	list := x.t.ChildOfKind(n, kParameterList)
	base := x.t.ChildOfKind(n, kBaseList)
	if x.t.Kind(n) != kEnumDeclaration {
		x.bases(id, base)
	}
	x.b.Open(lang.BlockScope)
	if list >= 0 {
		x.primaryConstructor(n, list, base)
	}
	if x.t.Kind(n) == kEnumDeclaration {
		x.enumMembers(body)
	} else {
		x.members(body)
	}
	x.b.Close()
}

// bases sets Extends and Implements. The syntax does not distinguish a base class from an interface: the base class
// comes first, and by convention the name of an interface is I followed by a capital letter.
func (x *extractor) bases(id facts.DefID, list int32) {
	if list < 0 {
		return
	}
	first := true
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if !x.usable(c) || x.t.Kind(c) == kArgumentList {
			continue
		}
		n := c
		if x.t.Kind(c) == kPrimaryConstructorBaseType {
			n = x.t.Child(c, fType)
		}
		t := x.typ(n)
		if t == facts.None {
			continue
		}
		d := &x.f.Defs[id]
		if d.Kind == facts.Interface || d.Kind == facts.Class && first && !isInterfaceName(x.f.Types[t].Name) {
			d.Extends = append(d.Extends, t)
		} else {
			d.Implements = append(d.Implements, t)
		}
		first = false
	}
}

func isInterfaceName(name string) bool {
	return len(name) > 1 && name[0] == 'I' && name[1] >= 'A' && name[1] <= 'Z'
}

// primaryConstructor adds the constructor whose parameters are in the header of a type. Those of a
// record are properties of it as well.
func (x *extractor) primaryConstructor(n, list, base int32) {
	name := x.t.Child(n, fName)
	p := walk.Place{Start: x.t.Line(name), End: x.t.EndLine(list)}
	d := x.newDef(facts.Constructor, x.class.name, p, name, -1)
	d.Flags = facts.Exported
	d.Signature = x.class.name + lang.OneLine(x.t.AppendSource(nil, list, x.t.Nodes[list].Start, x.t.Nodes[list].End, nil))
	if len(d.Signature) > lang.MaxSignature {
		d.Signature = x.class.name
	}
	id := x.b.Def(d)
	x.b.Enter(id)
	var vars []facts.VarID
	params := x.parameters(list, &vars)
	x.f.Defs[id].Params = params
	args := x.t.ChildOfKind(base, kArgumentList)
	if c := x.t.ChildOfKind(base, kPrimaryConstructorBaseType); args < 0 && c >= 0 {
		args = x.t.ChildOfKind(c, kArgumentList)
	}
	if args >= 0 {
		x.constructorCall(facts.Super, args, x.t.Line(args))
	}
	x.b.Leave()
	x.hashConstructor(id, list, -1, args)
	if x.t.Kind(n) == kRecordDeclaration {
		x.recordProperties(list, params)
	}
}

func (x *extractor) recordProperties(list int32, params []facts.Param) {
	i := 0
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kParameter || i >= len(params) {
			continue
		}
		name := x.t.Child(c, fName)
		d := x.newDef(facts.Field, params[i].Name, x.place(c, nil), name, -1)
		d.Flags = facts.Exported
		d.Type = params[i].Type
		d.Signature = x.header(c, -1)
		i++
		if d.Name == "" {
			continue
		}
		id := x.b.Def(d)
		x.hashConstructor(id, c, name, -1)
	}
}

// constructorCall adds the call of another constructor: this(…), base(…).
func (x *extractor) constructorCall(kind facts.ExprKind, args, line int32) {
	callee := x.b.Expr(lang.NewExpr(kind, line))
	e := lang.NewExpr(facts.Call, line)
	e.X = callee
	e.Args = x.arguments(args)
	e.Flags, e.At = facts.Discarded, x.t.Last(args)
	x.b.Expr(e)
}

func (x *extractor) enumMembers(body int32) {
	if body < 0 {
		return
	}
	var doc walk.Comments
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		if name := x.t.Child(c, fName); x.t.Kind(c) == kEnumMemberDeclaration && name >= 0 {
			value := x.t.Child(c, fValue)
			d := x.newDef(facts.EnumMember, x.text(name), x.place(c, &doc), name, -1)
			d.Flags = facts.Exported | facts.Static
			d.Decorators, _ = x.attributes(c)
			d.Signature = x.header(c, -1)
			id := x.b.Def(d)
			x.b.Enter(id)
			if value >= 0 {
				x.visit(value)
			}
			x.b.Leave()
			x.hashMember(id, c, name, value, -1)
		}
		doc.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

// members adds the members of a type.
func (x *extractor) members(body int32) {
	if body < 0 {
		return
	}
	var doc walk.Comments
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kPreprocIf, kPreprocElse, kPreprocElif:
			x.members(c)
		default:
			if x.t.Nodes[c].Flags&lang.IsError != 0 {
				x.members(c)
			} else if x.usable(c) {
				x.fn = nil
				x.memberDeclaration(c, &doc)
			}
		}
		doc.See(x.t, c, x.t.Kind(c) == kComment)
	}
	x.fn = nil
}

func (x *extractor) memberDeclaration(n int32, doc *walk.Comments) {
	switch x.t.Kind(n) {
	case kClassDeclaration, kStructDeclaration, kRecordDeclaration, kInterfaceDeclaration, kEnumDeclaration, kDelegateDeclaration:
		if !x.extensionBlock(n) {
			x.typeDeclaration(n, doc)
		}
	case kMethodDeclaration, kConstructorDeclaration, kDestructorDeclaration, kOperatorDeclaration, kConversionOperatorDeclaration, kLocalFunctionStatement:
		x.method(n, doc)
	case kPropertyDeclaration, kIndexerDeclaration, kEventDeclaration:
		x.property(n, doc)
	case kFieldDeclaration, kEventFieldDeclaration:
		x.fields(n, doc)
	}
}
