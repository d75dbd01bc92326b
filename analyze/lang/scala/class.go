package scala

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// constructorName is what the source calls constructors.
const constructorName = "this"

// newDef returns a Def for node n. name is the node of its name, body the node that
// its signature ends before, or -1.
func (x *extractor) newDef(kind facts.DefKind, n, name, body int32, doc *walk.Comments) facts.Def {
	d := lang.NewDef(kind, "")
	d.Start, d.End = x.t.Line(n), x.t.EndLine(n)
	d.Line = d.Start
	if name >= 0 {
		d.Name, d.Line = jvm.Name(x.b, name), x.t.Line(name)
	}
	d.SignatureEnd = max(d.End, d.Line)
	end := jvm.SetExtent(x.t, &d, n, body, doc)
	start := n
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kAnnotation && x.t.Nodes[c].Flags&lang.IsExtra == 0 {
			start = c
			break
		}
	}
	d.Signature = jvm.Header(x.t, n, x.t.Nodes[start].Start, end)
	if l := len(d.Signature); body >= 0 && l > 1 && d.Signature[l-1] == '=' {
		d.Signature = trimRight(d.Signature[:l-1])
	}
	x.modifiers(&d, n)
	return d
}

func trimRight(s string) string {
	for len(s) > 0 && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}

// modifiers sets the flags of the declaration n.
func (x *extractor) modifiers(d *facts.Def, n int32) {
	private := false
	if m := x.t.ChildOfKind(n, kModifiers); m >= 0 {
		for c := x.t.First(m); c >= 0; c = x.t.Next(c) {
			switch {
			case x.t.Kind(c) == kAccessModifier:
				private = private || x.t.ChildOfKind(c, tPrivate) >= 0
			case x.is(c, "abstract"):
				d.Flags |= facts.Abstract
			case x.is(c, "override"):
				d.Flags |= facts.Override
			case x.is(c, "final"):
				d.Flags |= facts.Final
			}
		}
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kAnnotation && isTestAnnotation(x.annotationName(c)) {
			d.Flags |= facts.Test
		}
	}
	if !private && x.ctx.level != jvm.InCode && x.nameless == 0 {
		d.Flags |= facts.Exported
	}
	if x.ctx.level == jvm.InCode && x.b.In() == facts.None {
		d.Flags |= facts.Inner
	}
}

func (x *extractor) hasModifier(n int32, word string) bool {
	return jvm.HasWord(x.t, x.t.ChildOfKind(n, kModifiers), word)
}

func (x *extractor) annotationName(n int32) string {
	if name := x.t.Child(n, fName); name >= 0 {
		path := x.dotted(name)
		return path[lastDot(path)+1:]
	}
	return ""
}

// annotations adds the annotations of the declaration n: uses of their classes,
// and their arguments.
func (x *extractor) annotations(n int32) []facts.ExprID {
	var out []facts.ExprID
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kAnnotation {
			continue
		}
		name := x.t.Child(c, fName)
		if e := x.typeAsValue(name); e != facts.None {
			x.b.File.Exprs[e].Flags |= facts.Decorates
			out = append(out, e)
		}
		for a := x.t.First(c); a >= 0; a = x.t.Next(a) {
			if x.t.Kind(a) == kArguments {
				x.arguments(a)
			}
		}
	}
	return out
}

// typeAsValue adds the class that a type names, as a value.
func (x *extractor) typeAsValue(n int32) facts.ExprID {
	switch x.t.Kind(n) {
	case kTypeIdentifier, kIdentifier:
		return x.nameOf(jvm.Name(x.b, n), x.t.Line(n))
	case kGenericType, kAnnotatedType:
		return x.typeAsValue(x.firstUsable(n))
	case kCompoundType:
		return x.typeAsValue(x.t.Child(n, fBase))
	case kStableTypeIdentifier, kStableIdentifier, kProjectedType:
		e := facts.ExprID(facts.None)
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			switch {
			case !x.t.Usable(c):
			case e == facts.None:
				e = x.typeAsValue(c)
			default:
				e = walk.Member(x.b, e, jvm.Name(x.b, c), x.t.Line(c))
			}
		}
		return e
	}
	return facts.None
}

// addDef adds d, the definition of node n, and binds its name where it is local.
func (x *extractor) addDef(d facts.Def, n int32) facts.DefID {
	id := x.b.Def(d)
	if x.nameless == 0 {
		x.own[n] = true
	}
	if x.ctx.level == jvm.InCode && d.Name != "" && !x.b.AtFileLevel() {
		walk.Declare(x.b, id, d.Name, d.Line)
	}
	walk.Decorate(x.b, id, func() []facts.ExprID { return x.annotations(n) })
	return id
}

// openClass makes the type id what declarations belong to.
func (x *extractor) openClass(id facts.DefID, name string) {
	around := x.ctx
	x.ctx = context{level: jvm.InClass, class: id, name: name, outer: &around, implicit: around.implicit, extension: facts.None, self: -1}
	x.b.Enter(id)
	x.b.Open(lang.BlockScope)
}

func (x *extractor) closeClass() {
	x.b.Close()
	x.b.Leave()
	x.ctx = *x.ctx.outer
}

// class adds a class, a trait or an enum.
func (x *extractor) class(n int32, doc *walk.Comments) {
	name, body := x.t.Child(n, fName), x.t.Child(n, fBody)
	if name < 0 || x.t.Nodes[name].Flags&lang.IsMissing != 0 {
		return
	}
	kind := facts.Class
	switch x.t.Kind(n) {
	case kTraitDefinition:
		kind = facts.Trait
	case kEnumDefinition:
		kind = facts.Enum
	}
	d := x.newDef(kind, n, name, body, doc)
	if kind == facts.Trait {
		d.Flags |= facts.Abstract
	}
	id := x.addDef(d, n)
	isCase := x.t.ChildOfKind(n, tCase) >= 0
	x.openClass(id, d.Name)
	x.b.File.Defs[id].TypeParams = x.typeParameters(x.t.Child(n, fTypeParameters))
	x.bases(id, n)
	x.primaryConstructor(n, isCase || kind == facts.Enum)
	if x.hasModifier(n, "implicit") {
		x.implicitClass(n)
	}
	x.baseCalls(n)
	x.selfType(body)
	x.declarations(body)
	x.closeClass()
	x.hashClass(id, n, body)
}

// selfType binds the name that the body of a type gives to this, and notes the type
// that this has besides.
func (x *extractor) selfType(body int32) {
	n := x.t.ChildOfKind(body, kSelfType)
	if n < 0 {
		return
	}
	this := x.b.Expr(lang.NewExpr(facts.This, x.t.Line(n)))
	name, parts := int32(-1), []facts.Arg(nil)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case !x.t.Usable(c):
		case name < 0:
			name = c
		default:
			x.eachPart(c, func(part int32) {
				e := lang.NewExpr(facts.Assert, x.t.Line(part))
				if e.X, e.Type = this, x.typ(part); e.Type != facts.None {
					parts = append(parts, facts.Arg{X: x.b.Expr(e)})
				}
			})
		}
	}
	if len(parts) > 0 {
		x.ctx.implicit = append(parts, x.ctx.implicit...)
	}
	if x.t.Kind(name) == kIdentifier && !x.is(name, "_") && !x.is(name, "this") {
		x.local(name, facts.None, this)
	}
}

// implicitClass makes the methods of a class extensions of the type of its
// parameter.
func (x *extractor) implicitClass(n int32) {
	list := x.t.ChildOfKind(n, kClassParameters)
	if p := x.t.ChildOfKind(list, kClassParameter); p >= 0 {
		x.ctx.extension = x.typ(x.t.Child(p, fType))
		x.ctx.params = x.b.File.Defs[x.ctx.class].TypeParams
	}
}

// object adds an object.
func (x *extractor) object(n int32, doc *walk.Comments) {
	name, body := x.t.Child(n, fName), x.t.Child(n, fBody)
	if name < 0 || x.t.Nodes[name].Flags&lang.IsMissing != 0 {
		return
	}
	d := x.newDef(facts.Class, n, name, body, doc)
	d.Flags |= facts.Singleton
	id := x.addDef(d, n)
	x.openClass(id, d.Name)
	x.bases(id, n)
	x.baseCalls(n)
	x.declarations(body)
	x.closeClass()
	x.hashClass(id, n, body)
}

// eachBase calls fn for the types that the extends clause of n names.
func (x *extractor) eachBase(n int32, fn func(typ int32)) {
	clause := x.t.Child(n, fExtend)
	if clause < 0 {
		return
	}
	for c := x.t.First(clause); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Field == fType && x.t.Usable(c) {
			x.eachPart(c, fn)
		}
	}
}

// eachPart calls fn for the parts of a type A with B or A & B, else for the type
// itself.
func (x *extractor) eachPart(n int32, fn func(typ int32)) {
	switch k := x.t.Kind(n); {
	case k == kInfixType && x.is(x.t.Child(n, fOperator), "&"):
		x.eachPart(x.t.Child(n, fLeft), fn)
		x.eachPart(x.t.Child(n, fRight), fn)
		return
	case k != kCompoundType:
		fn(n)
		return
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if f := x.t.Nodes[c].Field; (f == fBase || f == fExtra) && x.t.Usable(c) {
			x.eachPart(c, fn)
		}
	}
}

// bases sets the supertypes of a type.
func (x *extractor) bases(id facts.DefID, n int32) {
	x.eachBase(n, func(c int32) {
		if t := x.typ(c); t != facts.None {
			d := &x.b.File.Defs[id]
			d.Extends = append(d.Extends, t)
			if isSuite(x.b.File.Types[t].Name) {
				d.Flags |= facts.Test
			}
		}
	})
}

// baseCalls adds the call of the constructor of the first supertype.
func (x *extractor) baseCalls(n int32) {
	clause := x.t.Child(n, fExtend)
	if clause < 0 {
		return
	}
	of := int32(-1)
	var args []facts.Arg
	called := false
	for c := x.t.First(clause); c >= 0; c = x.t.Next(c) {
		switch {
		case x.t.Kind(c) == kArguments:
			args = append(args, x.arguments(c)...)
			called = true
		case of < 0 && x.t.Nodes[c].Field == fType && x.t.Usable(c):
			of = c
		}
	}
	if called && of >= 0 {
		x.newOf(of, facts.None, args)
	}
}

// newOf adds the call of the constructor of the type at node n.
func (x *extractor) newOf(n int32, typ facts.TypeID, args []facts.Arg) facts.ExprID {
	callee := x.typeAsValue(n)
	if callee == facts.None {
		return facts.None
	}
	e := lang.NewExpr(facts.New, x.b.File.Exprs[callee].Line)
	e.X, e.Type, e.Args, e.At = callee, typ, args, x.t.Last(n)
	return x.b.Expr(e)
}

// primaryConstructor adds the constructor in the header of a class. Its parameters
// are names of the whole body; fields are those with val or var, and where all is
// set all of them.
func (x *extractor) primaryConstructor(n int32, all bool) {
	first := x.t.ChildOfKind(n, kClassParameters)
	if first < 0 {
		return
	}
	last := first
	for c := first; c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kClassParameters {
			last = c
		}
	}
	d := x.newDef(facts.Constructor, first, -1, -1, nil)
	d.Name, d.Flags = constructorName, d.Flags|facts.Exported
	d.End = max(d.End, x.t.EndLine(last))
	d.SignatureEnd = d.End
	id := x.b.Def(d)
	x.b.Enter(id)
	var params []facts.Param
	var fields []int32
	for c := first; c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kClassParameters {
			continue
		}
		optional := x.t.ChildOfKind(c, tUsing) >= 0 || x.t.ChildOfKind(c, tImplicit) >= 0
		for p := x.t.First(c); p >= 0; p = x.t.Next(p) {
			if x.t.Kind(p) != kClassParameter {
				continue
			}
			param := x.parameter(p)
			param.Optional = param.Optional || optional
			if x.t.ChildOfKind(p, tVal) >= 0 || x.t.ChildOfKind(p, tVar) >= 0 || all && c == first {
				fields = append(fields, p)
			} else {
				v := lang.NewVar(facts.ParamVar, param.Name, x.t.Line(p))
				v.Index, v.Type = int32(len(params)), param.Type
				x.b.Declare(v)
			}
			x.annotations(p)
			x.value(x.t.Child(p, fDefaultValue))
			params = append(params, param)
		}
	}
	x.b.Leave()
	x.b.File.Defs[id].Params = params
	x.hashConstructor(id, n)
	for _, p := range fields {
		x.parameterField(p)
	}
}

// parameterField adds the field that a parameter of a class is.
func (x *extractor) parameterField(p int32) {
	name := x.t.Child(p, fName)
	if name < 0 {
		return
	}
	d := x.newDef(facts.Field, p, name, -1, nil)
	d.Type = x.typ(x.t.Child(p, fType))
	id := x.b.Def(d)
	x.hashValue(id, p, x.t.Child(p, fType), -1)
}

// enumCase adds a case of an enum: a value, or a class with parameters.
func (x *extractor) enumCase(n, around int32, doc *walk.Comments) {
	name := x.t.Child(n, fName)
	if name < 0 {
		return
	}
	kind := facts.EnumMember
	if x.t.Kind(n) == kFullEnumCase {
		kind = facts.Class
	}
	d := x.newDef(kind, n, name, -1, doc)
	d.Start = x.t.Line(around)
	d.Flags |= facts.Static
	outer := x.ctx.name
	id := x.addDef(d, n)
	if kind == facts.Class {
		x.openClass(id, d.Name)
		x.b.File.Defs[id].TypeParams = x.typeParameters(x.t.Child(n, fTypeParameters))
		x.bases(id, n)
		if len(x.b.File.Defs[id].Extends) == 0 && outer != "" {
			x.b.File.Defs[id].Extends = []facts.TypeID{x.b.NamedType("", outer, d.Line)}
		}
		x.primaryConstructor(n, true)
		x.baseCalls(n)
		x.closeClass()
	} else {
		x.b.Enter(id)
		x.baseCalls(n)
		x.b.Leave()
	}
	x.hashClass(id, n, -1)
}

// namelessClass adds a class without a name for node n with the given supertypes, and walks its body.
// Its code is part of the enclosing definition.
func (x *extractor) namelessClass(n, body int32, bases []facts.TypeID) facts.DefID {
	d := lang.NewDef(facts.Class, "")
	d.Start, d.Line, d.End = x.t.Line(n), x.t.Line(n), x.t.EndLine(n)
	d.SignatureEnd = d.Line
	d.Extends = bases
	id := x.b.Def(d)
	x.nameless++
	x.openClass(id, "")
	x.declarations(body)
	x.closeClass()
	x.nameless--
	return id
}

// given adds a given instance: a value of the type, or an object with members.
func (x *extractor) given(n int32, doc *walk.Comments) {
	name, body, typ := x.t.Child(n, fName), x.t.Child(n, fBody), x.t.Child(n, fReturnType)
	isObject := x.t.Kind(body) == kWithTemplateBody || x.t.Kind(body) == kTemplateBody
	if name < 0 {
		if isObject {
			x.namelessClass(n, body, []facts.TypeID{x.typ(typ)})
			return
		}
		x.typ(typ)
		x.inCodeValue(body)
		return
	}
	kind := facts.Variable
	switch {
	case isObject:
		kind = facts.Class
	case x.ctx.level == jvm.InClass:
		kind = facts.Field
	}
	d := x.newDef(kind, n, name, body, doc)
	if isObject {
		d.Flags |= facts.Singleton
	}
	id := x.addDef(d, n)
	if isObject {
		x.openClass(id, d.Name)
		x.b.File.Defs[id].Extends = []facts.TypeID{x.typ(typ)}
		x.declarations(body)
		x.closeClass()
		x.hashClass(id, n, body)
		return
	}
	x.b.Enter(id)
	x.b.File.Defs[id].Type = x.typ(typ)
	v := x.inCodeValue(body)
	x.b.Leave()
	if v != facts.None {
		x.b.File.Defs[id].Values = []facts.ExprID{v}
	}
	x.hashValue(id, n, typ, body)
}

// extension adds the methods of an extension, with its parameter as receiver.
func (x *extractor) extension(n int32, doc *walk.Comments) {
	list := x.t.Child(n, fParameters)
	p := x.t.ChildOfKind(list, kParameter)
	if p < 0 {
		return
	}
	around := x.ctx
	x.ctx.params = x.typeParameters(x.t.Child(n, fTypeParameters))
	x.ctx.extension, x.ctx.self = facts.None, p
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Field == fBody {
			if x.t.Kind(c) == kFunctionDefinition || x.t.Kind(c) == kFunctionDeclaration {
				x.function(c, doc)
			} else {
				x.declarations(c)
			}
		}
	}
	x.ctx = around
}

func (x *extractor) typeDefinition(n int32, doc *walk.Comments) {
	name, typ := x.t.Child(n, fName), x.t.Child(n, fType)
	if name < 0 {
		return
	}
	d := x.newDef(facts.TypeDef, n, name, -1, doc)
	if typ >= 0 {
		d.Flags |= facts.Alias
	} else {
		d.Flags |= facts.Abstract
	}
	id := x.addDef(d, n)
	x.b.Enter(id)
	params := x.typeParameters(x.t.Child(n, fTypeParameters))
	x.b.File.Defs[id].TypeParams = params
	if typ < 0 {
		typ = x.t.Child(x.t.ChildOfKind(n, kUpperBound), fType)
	}
	t := x.typ(typ)
	x.b.Leave()
	x.b.File.Defs[id].Type = t
	x.hashValue(id, n, typ, -1)
}
