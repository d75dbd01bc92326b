package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

func (e *extractor) interfaceDeclaration(i, outer int32) {
	t := e.t
	nameNode := t.Child(i, syntax.FName)
	d := e.define(facts.Interface, t.Word(nameNode), outer, nameNode)
	e.f.Defs[d].Flags |= facts.Abstract
	e.types.Declare(d)
	body := t.Child(i, syntax.FBody)
	e.b.Enter(d)
	typeParams := e.types.Params(i)
	var extends []facts.TypeID
	if c := t.ChildOfKind(i, syntax.KExtendsTypeClause); c >= 0 {
		for v := t.First(c); v >= 0; v = t.Next(v) {
			if t.Named(v) {
				if id := e.types.Of(v); id != facts.None {
					extends = append(extends, id)
				}
			}
		}
	}
	def := &e.f.Defs[d]
	def.TypeParams, def.Extends = typeParams, extends
	def.Signature = t.Header(outer, body)
	if body >= 0 {
		def.SignatureEnd = t.LineBefore(i, body)
		e.signatures(body)
	}
	e.b.Leave()
	e.hash.Type(d, i, nameNode, body)
}

func (e *extractor) typeAlias(i, outer int32) {
	t := e.t
	nameNode, value := t.Child(i, syntax.FName), t.Child(i, syntax.FValue)
	d := e.define(facts.TypeDef, t.Word(nameNode), outer, nameNode)
	e.f.Defs[d].Flags |= facts.Alias
	e.types.Declare(d)
	e.b.Enter(d)
	e.f.Defs[d].TypeParams = e.types.Params(i)
	typ := e.b.KnownType(e.types.Of(value), t.Line(i)) // an unknown type needs an explicit entry
	e.b.Leave()
	e.f.Defs[d].Type = typ
	e.f.Defs[d].Signature = t.Header(outer, -1)
	e.hash.Type(d, i, nameNode, -1)
}

// signatures adds the members of an interface or object type to the innermost Def.
func (e *extractor) signatures(body int32) {
	class, top, outer := e.class, e.top, e.doc
	e.class, e.top = nil, false
	var d syntax.Comments
	for m := e.t.First(body); m >= 0; m = e.t.Next(m) {
		if d.See(e.t, m) || !e.t.Named(m) {
			continue
		}
		e.doc = d.Above(e.t, m)
		e.signature(m)
		d.Passed(m)
	}
	e.class, e.top, e.doc = class, top, outer
}

// signature adds one member that has a type and no code.
func (e *extractor) signature(m int32) {
	t := e.t
	nameNode := t.Child(m, syntax.FName)
	switch t.Kind(m) {
	case syntax.KMethodSignature, syntax.KAbstractMethodSignature:
		e.methodSignature(m, nameNode, e.memberName(nameNode))
	case syntax.KCallSignature:
		e.methodSignature(m, -1, syntax.CallMember)
	case syntax.KConstructSignature:
		e.methodSignature(m, -1, syntax.NewMember)
	case syntax.KPropertySignature:
		d := e.define(facts.Field, e.memberName(nameNode), m, nameNode)
		flags, _ := t.Modifiers(m)
		e.f.Defs[d].Flags |= flags
		e.b.Enter(d)
		typ := e.types.Annotation(t.Child(m, syntax.FType))
		e.b.Leave()
		e.f.Defs[d].Type = typ
		e.f.Defs[d].Signature = t.Header(m, -1)
		e.hash.Member(d, m, nameNode, -1)
	case syntax.KIndexSignature:
		e.indexSignature(m)
	default:
		e.types.Within(m)
	}
}

// indexSignature adds [key: K]: V as a method with the key as parameter. With string keys a value has
// members of any name. The keys of a mapped type are not added as members.
func (e *extractor) indexSignature(m int32) {
	t := e.t
	if t.ChildOfKind(m, syntax.KMappedTypeClause) >= 0 {
		e.types.Mapped(m)
		return
	}
	if holder := e.b.In(); holder != facts.None && !t.Is(t.Child(m, syntax.FIndexType), "number") {
		e.f.Defs[holder].Flags |= facts.DynamicMembers
	}
	d := e.define(facts.Method, syntax.IndexMember, m, -1)
	e.b.Enter(d)
	key := e.types.Of(t.Child(m, syntax.FIndexType))
	value := e.types.Annotation(t.Child(m, syntax.FType))
	e.b.Leave()
	def := &e.f.Defs[d]
	def.Flags |= facts.Abstract
	def.Params = []facts.Param{{Name: t.Word(t.Child(m, syntax.FName)), Type: key}}
	if value != facts.None {
		def.Results = e.b.NewIDs(value)
	}
	def.Signature = t.Header(m, -1)
	e.hash.Member(d, m, -1, -1)
}

func (e *extractor) methodSignature(m, nameNode int32, name string) {
	d := e.define(facts.Method, name, m, nameNode)
	flags, _ := e.t.Modifiers(m)
	flags |= facts.Abstract
	if e.t.NextDeclares(m, name) {
		flags |= facts.Overload
	}
	e.b.Enter(d)
	typeParams := e.types.Params(m)
	params := e.types.SignatureParams(m)
	result := e.types.SignatureResult(m)
	e.b.Leave()
	def := &e.f.Defs[d]
	def.Flags |= flags
	def.TypeParams, def.Params, def.Returns = typeParams, params, e.t.WrittenResult(e.t.ResultNode(m))
	if result != facts.None {
		def.Results = e.b.NewIDs(result)
	}
	def.Signature = e.t.Header(m, -1)
	e.hash.Function(d, m, m)
}

func (e *extractor) enum(i, outer int32) {
	t := e.t
	nameNode, body := t.Child(i, syntax.FName), t.Child(i, syntax.FBody)
	d := e.define(facts.Enum, t.Word(nameNode), outer, nameNode)
	e.declared(d, false)
	e.types.Declare(d)
	e.f.Defs[d].Signature = t.Header(outer, body)
	e.b.Enter(d)
	if body >= 0 {
		e.f.Defs[d].SignatureEnd = t.LineBefore(i, body)
		var dc syntax.Comments
		for c := t.First(body); c >= 0; c = t.Next(c) {
			if dc.See(e.t, c) || !t.Named(c) {
				continue
			}
			e.doc = dc.Above(e.t, c)
			e.enumMember(c)
			dc.Passed(c)
		}
	}
	e.b.Leave()
	e.hash.Type(d, i, nameNode, body)
}

func (e *extractor) enumMember(c int32) {
	nameNode, value := c, int32(-1)
	if e.t.Kind(c) == syntax.KEnumAssignment {
		nameNode, value = e.t.Child(c, syntax.FName), e.t.Child(c, syntax.FValue)
	}
	d := e.define(facts.EnumMember, e.memberName(nameNode), c, nameNode)
	e.f.Defs[d].Signature = e.t.Header(c, -1)
	if value >= 0 {
		e.b.Enter(d)
		x := e.expr(value)
		e.b.Leave()
		e.b.AddDefValue(d, x)
	}
	e.hash.Member(d, c, nameNode, value)
}

// namespace handles namespace A.B {} and module "x" {}. Its declarations are members of the Namespace;
// inside it they are known by name.
func (e *extractor) namespace(i, outer int32) {
	t := e.t
	nameNode := t.Child(i, syntax.FName)
	names := t.NamespaceNames(nameNode, nil)
	e.namespaceBody(names, outer, nameNode, t.Child(i, syntax.FBody))
}

// namespaceBody adds nested Namespaces, one for each of names, outermost first.
func (e *extractor) namespaceBody(names []string, outer, nameNode, body int32) {
	d := e.define(facts.Namespace, names[0], outer, nameNode)
	e.declared(d, false)
	e.f.Defs[d].Signature = e.t.Header(outer, body)
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

// ambient handles declare …: its declarations have no code in this repository.
func (e *extractor) ambient(i, outer int32) {
	t := e.t
	before := len(e.f.Defs)
	if t.Token(i, syntax.TGlobal) >= 0 {
		e.namespaceBody([]string{globalName}, outer, -1, t.ChildOfKind(i, syntax.KStatementBlock))
	} else {
		e.declaration(t.FirstNamed(i), outer)
	}
	for j := before; j < len(e.f.Defs); j++ {
		e.f.Defs[j].Flags |= facts.Ambient
	}
}

// declaration visits declaration i; outer is the enclosing statement.
func (e *extractor) declaration(i, outer int32) {
	switch e.t.Kind(i) {
	case syntax.KLexicalDeclaration, syntax.KVariableDeclaration:
		e.variables(i, outer)
	case syntax.KFunctionDeclaration, syntax.KGeneratorFunctionDeclaration, syntax.KFunctionSignature:
		e.functionDeclaration(i, outer)
	case syntax.KClassDeclaration, syntax.KAbstractClassDeclaration:
		e.classDeclaration(i, outer)
	case syntax.KInterfaceDeclaration:
		e.interfaceDeclaration(i, outer)
	case syntax.KTypeAliasDeclaration:
		e.typeAlias(i, outer)
	case syntax.KEnumDeclaration:
		e.enum(i, outer)
	case syntax.KInternalModule, syntax.KModule:
		e.namespace(i, outer)
	case syntax.KAmbientDeclaration:
		e.ambient(i, outer)
	case syntax.KImportAlias:
		e.importAlias(i, outer)
	default:
		if i >= 0 {
			e.statement(i)
		}
	}
}
