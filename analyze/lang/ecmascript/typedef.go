package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func (e *extractor) interfaceDeclaration(i, outer int32) {
	t := e.t
	nameNode := t.Child(i, fName)
	d := e.define(facts.Interface, e.word(nameNode), outer, nameNode)
	e.f.Defs[d].Flags |= facts.Abstract
	e.declaredTypeName(d)
	body := t.Child(i, fBody)
	e.b.Enter(d)
	typeParams := e.typeParams(i)
	var extends []facts.TypeID
	if c := t.ChildOfKind(i, kExtendsTypeClause); c >= 0 {
		for v := t.First(c); v >= 0; v = t.Next(v) {
			if e.t.Named(v) {
				if id := e.typ(v); id != facts.None {
					extends = append(extends, id)
				}
			}
		}
	}
	def := &e.f.Defs[d]
	def.TypeParams, def.Extends = typeParams, extends
	def.Signature = e.header(outer, body)
	if body >= 0 {
		def.SignatureEnd = e.lineBefore(i, body)
		e.signatures(body)
	}
	e.b.Leave()
	e.hashType(d, i, nameNode, body)
}

func (e *extractor) typeAlias(i, outer int32) {
	t := e.t
	nameNode, value := t.Child(i, fName), t.Child(i, fValue)
	d := e.define(facts.TypeDef, e.word(nameNode), outer, nameNode)
	e.f.Defs[d].Flags |= facts.Alias
	e.declaredTypeName(d)
	e.b.Enter(d)
	e.f.Defs[d].TypeParams = e.typeParams(i)
	typ := e.known(e.typ(value), t.Line(i)) // that nothing is known of it has to be said
	e.b.Leave()
	e.f.Defs[d].Type = typ
	e.f.Defs[d].Signature = e.header(outer, -1)
	e.hashType(d, i, nameNode, -1)
}

// signatures visits the members of an interface or of an object type as
// members of the innermost Def.
func (e *extractor) signatures(body int32) {
	class, top, outer := e.class, e.top, e.doc
	e.class, e.top = nil, false
	var d docs
	for m := e.t.First(body); m >= 0; m = e.t.Next(m) {
		if d.comment(e, m) || !e.t.Named(m) {
			continue
		}
		d.before(e, m)
		e.signature(m)
		d.previous = m
	}
	e.class, e.top, e.doc = class, top, outer
}

// signature adds one member that has a type and no code.
func (e *extractor) signature(m int32) {
	t := e.t
	nameNode := t.Child(m, fName)
	switch t.Kind(m) {
	case kMethodSignature, kAbstractMethodSignature:
		e.methodSignature(m, nameNode, e.memberName(nameNode))
	case kCallSignature:
		e.methodSignature(m, -1, callMember)
	case kConstructSignature:
		e.methodSignature(m, -1, newMember)
	case kPropertySignature:
		d := e.define(facts.Field, e.memberName(nameNode), m, nameNode)
		flags, _ := e.modifiers(m)
		e.f.Defs[d].Flags |= flags
		e.b.Enter(d)
		typ := e.annotation(t.Child(m, fType))
		e.b.Leave()
		e.f.Defs[d].Type = typ
		e.f.Defs[d].Signature = e.header(m, -1)
		e.hashMember(d, m, nameNode, -1)
	case kIndexSignature:
		e.indexSignature(m)
	default:
		e.typesWithin(m)
	}
}

// indexSignature adds [key: K]: V as a method that takes the key: with one for
// strings a value has members of any name. The keys of a
// mapped type are no members of their own.
func (e *extractor) indexSignature(m int32) {
	t := e.t
	if t.ChildOfKind(m, kMappedTypeClause) >= 0 {
		e.mappedTypes(m)
		return
	}
	if holder := e.b.In(); holder != facts.None && !e.is(t.Child(m, fIndexType), "number") {
		e.f.Defs[holder].Flags |= facts.DynamicMembers
	}
	d := e.define(facts.Method, indexMember, m, -1)
	e.b.Enter(d)
	key := e.typ(t.Child(m, fIndexType))
	value := e.annotation(t.Child(m, fType))
	e.b.Leave()
	def := &e.f.Defs[d]
	def.Flags |= facts.Abstract
	def.Params = []facts.Param{{Name: e.word(t.Child(m, fName)), Type: key}}
	if value != facts.None {
		def.Results = e.newIDs(value)
	}
	def.Signature = e.header(m, -1)
	e.hashMember(d, m, -1, -1)
}

// mappedTypes returns the types of [K in Keys]: V.
func (e *extractor) mappedTypes(m int32) (key, value facts.TypeID) {
	t := e.t
	clause := t.ChildOfKind(m, kMappedTypeClause)
	key = e.typ(t.Child(clause, fType))
	e.params = append(e.params, typeName{e.word(t.Child(clause, fName)), key})
	e.typ(t.Child(clause, fAlias)) // as NewName
	value = e.annotation(t.Child(m, fType))
	e.params = e.params[:len(e.params)-1]
	return key, value
}

func (e *extractor) methodSignature(m, nameNode int32, name string) {
	d := e.define(facts.Method, name, m, nameNode)
	flags, _ := e.modifiers(m)
	flags |= facts.Abstract
	if e.nextDeclares(m, name) {
		flags |= facts.Overload
	}
	e.b.Enter(d)
	typeParams := e.typeParams(m)
	params := e.typeOnlyParams(m)
	result := e.signatureResult(m)
	e.b.Leave()
	def := &e.f.Defs[d]
	def.Flags |= flags
	def.TypeParams, def.Params, def.Returns = typeParams, params, e.writtenResult(e.resultNode(m))
	if result != facts.None {
		def.Results = e.newIDs(result)
	}
	def.Signature = e.header(m, -1)
	e.hashFunction(d, m, m)
}

// objectType returns {…} as a type. Its members belong to the Def it is the type
// of; elsewhere to a TypeDef without a name.
func (e *extractor) objectType(i int32) facts.TypeID {
	t := e.t
	line := t.Line(i)
	if m := t.FirstNamed(i); m >= 0 && t.Kind(m) == kIndexSignature && e.t.LastNamed(i) == m {
		return e.mapped(i, m)
	}
	o := lang.NewType(facts.ObjectT, line)
	holder := e.b.In()
	if !e.isTypeOf(i, holder) {
		def := lang.NewDef(facts.TypeDef, "")
		def.Start, def.Line, def.SignatureEnd, def.End = line, line, t.EndLine(i), t.EndLine(i)
		holder = e.b.Def(def)
	}
	o.Def = holder
	e.b.Enter(holder)
	e.signatures(i)
	e.b.Leave()
	return e.b.Type(o)
}

// isTypeOf reports whether the object type i is what Def d is declared as, alone
// or as a part of a union or intersection.
func (e *extractor) isTypeOf(i int32, d facts.DefID) bool {
	if d == facts.None {
		return false
	}
	switch e.f.Defs[d].Kind {
	case facts.TypeDef:
	case facts.Field, facts.Variable, facts.Constant:
	default:
		return false
	}
	t := e.t
	for p := t.Nodes[i].Parent; p >= 0; p = t.Nodes[p].Parent {
		switch t.Kind(p) {
		case kUnionType, kIntersectionType, kParenthesizedType, kReadonlyType:
		case kTypeAnnotation:
			k := t.Kind(t.Nodes[p].Parent)
			return k == kPropertySignature || k == kPublicFieldDefinition || k == kVariableDeclarator
		case kTypeAliasDeclaration:
			return true
		default:
			return false
		}
	}
	return false
}

// mapped returns {[k: K]: V} and {[K in Keys]: V}, which are maps.
func (e *extractor) mapped(i, m int32) facts.TypeID {
	t := e.t
	line := t.Line(i)
	var key, value facts.TypeID
	if t.ChildOfKind(m, kMappedTypeClause) >= 0 {
		key, value = e.mappedTypes(m)
	} else {
		key = e.typ(t.Child(m, fIndexType))
		value = e.annotation(t.Child(m, fType))
	}
	typ := lang.NewType(facts.MapT, line)
	if value != facts.None {
		typ.Args = e.newIDs(e.known(key, line), value)
	}
	return e.b.Type(typ)
}

func (e *extractor) enum(i, outer int32) {
	t := e.t
	nameNode, body := t.Child(i, fName), t.Child(i, fBody)
	d := e.define(facts.Enum, e.word(nameNode), outer, nameNode)
	e.declared(d, false)
	e.declaredTypeName(d)
	e.f.Defs[d].Signature = e.header(outer, body)
	e.b.Enter(d)
	if body >= 0 {
		e.f.Defs[d].SignatureEnd = e.lineBefore(i, body)
		var dc docs
		for c := t.First(body); c >= 0; c = t.Next(c) {
			if dc.comment(e, c) || !e.t.Named(c) {
				continue
			}
			dc.before(e, c)
			e.enumMember(c)
			dc.previous = c
		}
	}
	e.b.Leave()
	e.hashType(d, i, nameNode, body)
}

func (e *extractor) enumMember(c int32) {
	nameNode, value := c, int32(-1)
	if e.t.Kind(c) == kEnumAssignment {
		nameNode, value = e.t.Child(c, fName), e.t.Child(c, fValue)
	}
	d := e.define(facts.EnumMember, e.memberName(nameNode), c, nameNode)
	e.f.Defs[d].Signature = e.header(c, -1)
	if value >= 0 {
		e.b.Enter(d)
		x := e.expr(value)
		e.b.Leave()
		e.addValue(d, x)
	}
	e.hashMember(d, c, nameNode, value)
}

// namespace handles namespace A.B {}, module "x" {}. Its declarations are members
// of the Namespace and known by name inside.
func (e *extractor) namespace(i, outer int32) {
	t := e.t
	nameNode := t.Child(i, fName)
	names := e.namespaceNames(nameNode, nil)
	e.namespaceBody(names, outer, nameNode, t.Child(i, fBody))
}

// namespaceNames returns a, b, c of a.b.c.
func (e *extractor) namespaceNames(i int32, names []string) []string {
	if e.t.Kind(i) == kNestedIdentifier {
		first, last := e.t.FirstNamed(i), e.t.LastNamed(i)
		if first != last {
			return append(e.namespaceNames(first, names), e.word(last))
		}
	}
	if i < 0 {
		return append(names, "")
	}
	return append(names, e.propertyName(i))
}

// namespaceBody adds a Namespace for each of names, one in the other.
func (e *extractor) namespaceBody(names []string, outer, nameNode, body int32) {
	d := e.define(facts.Namespace, names[0], outer, nameNode)
	e.declared(d, false)
	e.f.Defs[d].Signature = e.header(outer, body)
	e.b.Enter(d)
	top, fn := e.top, e.fn
	e.top, e.fn = true, nil
	e.b.Open(lang.BlockScope)
	if body >= 0 {
		e.f.Defs[d].SignatureEnd = max(e.f.Defs[d].Line, e.t.Line(body))
	}
	switch {
	case len(names) > 1:
		before := len(e.f.Defs)
		e.namespaceBody(names[1:], outer, nameNode, body)
		e.f.Defs[before].Flags |= facts.Exported
	case body >= 0:
		e.statements(body)
	}
	e.b.Close()
	e.top, e.fn = top, fn
	e.b.Leave()
}

// globalName is the namespace of declare global.
const globalName = "global"

// ambient handles declare …: what it declares has no code here.
func (e *extractor) ambient(i, outer int32) {
	t := e.t
	before := len(e.f.Defs)
	if e.token(i, tGlobal) >= 0 {
		e.namespaceBody([]string{globalName}, outer, -1, t.ChildOfKind(i, kStatementBlock))
	} else {
		e.declaration(t.FirstNamed(i), outer)
	}
	for j := before; j < len(e.f.Defs); j++ {
		e.f.Defs[j].Flags |= facts.Ambient
	}
}

// declaration visits declaration i that stands in statement outer.
func (e *extractor) declaration(i, outer int32) {
	switch e.t.Kind(i) {
	case kLexicalDeclaration, kVariableDeclaration:
		e.variables(i, outer)
	case kFunctionDeclaration, kGeneratorFunctionDeclaration, kFunctionSignature:
		e.functionDeclaration(i, outer)
	case kClassDeclaration, kAbstractClassDeclaration:
		e.classDeclaration(i, outer)
	case kInterfaceDeclaration:
		e.interfaceDeclaration(i, outer)
	case kTypeAliasDeclaration:
		e.typeAlias(i, outer)
	case kEnumDeclaration:
		e.enum(i, outer)
	case kInternalModule, kModule:
		e.namespace(i, outer)
	case kAmbientDeclaration:
		e.ambient(i, outer)
	case kImportAlias:
		e.importAlias(i, outer)
	default:
		if i >= 0 {
			e.statement(i)
		}
	}
}
