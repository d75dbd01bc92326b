package csharp

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// indexerName is the name used for indexers, which have none.
const indexerName = "this[]"

// methodName returns the name of a method-like declaration, the node of the name (-1 for none), and its kind.
func (x *extractor) methodName(n int32) (string, int32, facts.DefKind) {
	name := x.t.Child(n, fName)
	switch x.t.Kind(n) {
	case kConstructorDeclaration:
		return x.text(name), name, facts.Constructor
	case kDestructorDeclaration:
		return "~" + x.text(name), name, facts.Method
	case kOperatorDeclaration:
		op := x.t.Child(n, fOperator)
		return "operator " + x.text(op), op, facts.Method
	case kConversionOperatorDeclaration:
		to := x.t.Child(n, fType)
		word := "explicit"
		if x.t.ChildOfKind(n, tImplicit) >= 0 {
			word = "implicit"
		}
		return word + " operator " + lang.OneLine(x.t.Bytes(to)), to, facts.Method
	case kLocalFunctionStatement:
		return x.text(name), name, facts.Function
	}
	return x.text(name), name, facts.Method
}

// method adds a method, constructor, destructor, operator or local function.
func (x *extractor) method(n int32, doc *walk.Comments) facts.DefID {
	name, at, kind := x.methodName(n)
	if name == "" || at >= 0 && x.t.Nodes[at].Flags&lang.IsMissing != 0 {
		return facts.None
	}
	body := x.bodyOf(n)
	d := x.newDef(kind, name, x.place(n, doc), at, body)
	m := x.modifiers(n)
	inInterface := x.class != nil && x.class.kind == facts.Interface
	d.Flags = m.flags(inInterface && kind == facts.Method)
	if kind == facts.Constructor && m["static"] {
		d.Flags &^= facts.Exported
	}
	decorators, flags := x.attributes(n)
	d.Decorators, d.Flags = decorators, d.Flags|flags
	switch {
	case body >= 0:
	case inInterface || m["abstract"]:
		d.Flags |= facts.Abstract
	case m["partial"]:
		d.Flags |= facts.Declaration
	}
	d.Signature = x.header(n, body)
	id := x.b.Def(d)
	x.b.Enter(id)
	x.b.Open(lang.FuncScope)
	fn := &function{outer: x.fn, result: x.resultNode(n)}
	x.fn = fn

	x.f.Defs[id].TypeParams = x.typeParameters(n)
	x.f.Defs[id].Implements = x.explicitInterface(n)
	if x.block >= 0 && fn.outer == nil && kind == facts.Method {
		x.inBlock(id, m["static"])
	}
	var vars []facts.VarID
	list := x.parametersOf(n)
	params := x.parameters(list, &vars)
	x.f.Defs[id].Params = params
	if len(params) > 0 && x.isExtension(list) {
		x.extension(id, vars)
	}
	if fn.result >= 0 {
		x.f.Defs[id].Returns = []string{x.b.Written(fn.result)}
	}
	if t := x.result(fn.result); t != facts.None {
		x.f.Defs[id].Results = []facts.TypeID{t}
		if name := x.f.Types[t].Name; m["async"] && (name == "Task" || name == "ValueTask") {
			x.f.Defs[id].Flags |= facts.Async
		}
	}
	x.constructorInitializer(n)
	x.body(body)
	x.f.Defs[id].Values = x.returned(fn)

	x.fn = fn.outer
	x.b.Close()
	x.b.Leave()
	x.hashMember(id, n, at, body, -1)
	return id
}

// resultNode returns the node of the declared result of n, or -1.
func (x *extractor) resultNode(n int32) int32 {
	if t := x.t.Child(n, fReturns); t >= 0 {
		return t
	}
	return x.t.Child(n, fType)
}

// bodyOf returns the block or arrow of n, or -1.
func (x *extractor) bodyOf(n int32) int32 {
	if body := x.t.Child(n, fBody); body >= 0 {
		return body
	}
	if body := x.t.ChildOfKind(n, kArrowExpressionClause); body >= 0 {
		return body
	}
	return x.t.ChildOfKind(n, kBlock)
}

// explicitInterface returns the interface that a member explicitly implements: IDisposable in void
// IDisposable.Dispose().
func (x *extractor) explicitInterface(n int32) []facts.TypeID {
	s := x.t.ChildOfKind(n, kExplicitInterfaceSpecifier)
	if s < 0 {
		return nil
	}
	if t := x.typ(x.operand(s)); t != facts.None {
		return []facts.TypeID{t}
	}
	return nil
}

// isExtension reports whether the first parameter has the modifier this.
func (x *extractor) isExtension(list int32) bool {
	first := x.t.ChildOfKind(list, kParameter)
	if first < 0 {
		return false
	}
	for c := x.t.First(first); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kModifier && x.is(c, "this") {
			return true
		}
	}
	return false
}

// extension makes the first parameter of id the receiver.
func (x *extractor) extension(id facts.DefID, vars []facts.VarID) {
	d := &x.f.Defs[id]
	d.Flags |= facts.ExtensionMember
	d.Receiver, d.Params = d.Params[0].Type, d.Params[1:]
	x.f.Vars[vars[0]].Kind = facts.LocalVar
	for _, v := range vars {
		x.f.Vars[v].Index = max(0, x.f.Vars[v].Index-1)
	}
}

// constructorInitializer adds the call of : this(…) or : base(…).
func (x *extractor) constructorInitializer(n int32) {
	c := x.t.ChildOfKind(n, kConstructorInitializer)
	if c < 0 {
		return
	}
	kind := facts.Super
	if x.t.ChildOfKind(c, tThis) >= 0 {
		kind = facts.This
	}
	x.constructorCall(kind, x.t.ChildOfKind(c, kArgumentList), x.t.Line(c))
}

// body walks a block, or the expression after an arrow, which is returned.
func (x *extractor) body(n int32) {
	switch {
	case n < 0:
	case x.t.Kind(n) == kArrowExpressionClause:
		x.returns(x.operand(n))
	default:
		x.children(n)
	}
}

// returns records the value of a return statement of the innermost function.
func (x *extractor) returns(n int32) {
	if n < 0 {
		return
	}
	if x.fn == nil {
		x.visit(n)
		return
	}
	wanted := x.wanted
	x.wanted = x.fn.result
	v := x.expr(n)
	x.wanted = wanted
	if (v != facts.None || x.fn.literal) && len(x.fn.returns) < facts.MaxValues {
		x.fn.returns = append(x.fn.returns, v)
	}
}

// returned returns the result values of a function. With a declared result these are only values whose
// own types follow from it.
func (x *extractor) returned(fn *function) []facts.ExprID {
	var out []facts.ExprID
	for _, v := range fn.returns {
		if x.f.Exprs[v].Kind == facts.Func {
			out = append(out, v)
		}
	}
	return out
}

// property adds a property, an indexer or an event with accessors. One that only stores a value is a
// Field; one with code is a Method that is used like a field.
func (x *extractor) property(n int32, doc *walk.Comments) {
	at, name := x.t.Child(n, fName), ""
	if x.t.Kind(n) == kIndexerDeclaration {
		at = x.t.ChildOfKind(n, tThis)
		name = indexerName
	} else {
		name = x.text(at)
	}
	if name == "" || at < 0 {
		return
	}
	accessors := x.t.Child(n, fAccessors)
	value := x.t.Child(n, fValue)
	arrow := x.t.Kind(value) == kArrowExpressionClause
	body := accessors
	if body < 0 {
		body = value
	}
	inInterface := x.class != nil && x.class.kind == facts.Interface
	m := x.modifiers(n)
	kind, flags := facts.Field, m.flags(inInterface)
	if arrow || x.hasCode(accessors) || x.t.Kind(n) == kIndexerDeclaration {
		kind = facts.Method
		flags |= x.accessorFlags(n, accessors)
		if !arrow && !x.hasCode(accessors) {
			flags |= facts.Abstract
		}
	}
	d := x.newDef(kind, name, x.place(n, doc), at, body)
	d.Decorators, _ = x.attributes(n)
	d.Flags = flags
	d.Signature = x.header(n, body)
	id := x.b.Def(d)
	x.b.Enter(id)
	x.b.Open(lang.FuncScope)
	typ := x.t.Child(n, fType)
	t := x.typ(typ)
	x.f.Defs[id].Implements = x.explicitInterface(n)
	x.f.Defs[id].Params = x.parameters(x.t.ChildOfKind(n, kBracketedParameterList), new([]facts.VarID))
	if kind == facts.Method && x.t.Kind(n) != kEventDeclaration {
		x.f.Defs[id].Results = []facts.TypeID{t}
	} else {
		x.f.Defs[id].Type = t
	}
	fn := &function{outer: x.fn, result: typ}
	x.fn = fn
	x.accessors(accessors, t)
	if arrow {
		x.body(value)
	} else if value >= 0 {
		x.setValue(id, value, typ)
	}
	if kind == facts.Method {
		x.f.Defs[id].Values = x.returned(fn)
	}
	x.fn = fn.outer
	x.b.Close()
	x.b.Leave()
	x.hashMember(id, n, at, body, -1)
}

// hasCode reports whether one of the accessors has a body.
func (x *extractor) hasCode(accessors int32) bool {
	if accessors < 0 {
		return false
	}
	for c := x.t.First(accessors); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kAccessorDeclaration && x.t.Child(c, fBody) >= 0 {
			return true
		}
	}
	return false
}

func (x *extractor) accessorFlags(n, accessors int32) facts.DefFlags {
	if x.t.Kind(n) == kEventDeclaration {
		return facts.Setter
	}
	if x.t.Kind(n) == kIndexerDeclaration {
		return 0
	}
	if accessors < 0 {
		return facts.Getter
	}
	flags := facts.DefFlags(0)
	for c := x.t.First(accessors); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(x.t.Child(c, fName)) {
		case tSet, tInit:
			flags |= facts.Setter
		default:
			if x.t.Kind(c) == kAccessorDeclaration {
				flags |= facts.Getter
			}
		}
	}
	return flags
}

// accessors walks get, set, add and remove. In all but get, value is the assigned value.
func (x *extractor) accessors(list int32, t facts.TypeID) {
	if list < 0 {
		return
	}
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		body := x.t.Child(c, fBody)
		if x.t.Kind(c) != kAccessorDeclaration || body < 0 {
			continue
		}
		x.b.Open(lang.FuncScope)
		if !x.is(x.t.Child(c, fName), "get") {
			v := lang.NewVar(facts.LocalVar, "value", x.t.Line(c))
			v.Type = t
			x.b.Declare(v)
		}
		x.body(body)
		x.b.Close()
	}
}

// setValue walks the initializer value of the field id of type typ.
func (x *extractor) setValue(id facts.DefID, value, typ int32) {
	wanted := x.wanted
	x.wanted = typ
	v := x.expr(value)
	x.wanted = wanted
	if v != facts.None {
		x.f.Defs[id].Values = []facts.ExprID{v}
	}
}

// fields adds the fields or events of one declaration.
func (x *extractor) fields(n int32, doc *walk.Comments) {
	decl := x.t.ChildOfKind(n, kVariableDeclaration)
	if decl < 0 {
		return
	}
	p := x.place(n, doc)
	m := x.modifiers(n)
	flags := m.flags(x.class != nil && x.class.kind == facts.Interface)
	kind := facts.Field
	if m["const"] {
		kind = facts.Constant
	}
	typ := x.t.Child(decl, fType)
	t, decorators, first := facts.TypeID(facts.None), []facts.ExprID(nil), true
	for c := x.t.First(decl); c >= 0; c = x.t.Next(c) {
		name := x.t.Child(c, fName)
		if x.t.Kind(c) != kVariableDeclarator || name < 0 || x.t.Nodes[name].Flags&lang.IsMissing != 0 {
			continue
		}
		d := x.newDef(kind, x.text(name), p, name, -1)
		d.SignatureEnd = max(d.Line, p.End)
		d.Flags = flags
		d.Signature = x.fieldHeader(n, decl, name)
		id := x.b.Def(d)
		x.b.Enter(id)
		if first {
			first = false
			decorators, _ = x.attributes(n)
			t = x.typ(typ)
		}
		x.f.Defs[id].Type, x.f.Defs[id].Decorators = t, decorators
		if value := x.initializer(c); value >= 0 {
			x.b.Open(lang.FuncScope)
			x.setValue(id, value, typ)
			x.b.Close()
		}
		x.b.Leave()
		x.hashMember(id, n, name, -1, c)
	}
}

// initializer returns the value that a declarator gives its variable, or -1.
func (x *extractor) initializer(declarator int32) int32 {
	seen := false
	for c := x.t.First(declarator); c >= 0; c = x.t.Next(c) {
		if seen && x.usable(c) {
			return c
		}
		seen = seen || x.t.Kind(c) == tAssign
	}
	return -1
}

// fieldHeader returns "private readonly int name".
func (x *extractor) fieldHeader(n, decl, name int32) string {
	typ := x.t.Child(decl, fType)
	if typ < 0 {
		return lang.OneLine(x.t.Bytes(name))
	}
	first := typ
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if k := x.t.Kind(c); k != kAttributeList && x.t.Nodes[c].Flags&lang.IsExtra == 0 {
			first = c
			break
		}
	}
	x.buf = x.t.AppendSource(x.buf[:0], n, x.t.Nodes[first].Start, x.t.Nodes[typ].End, nil)
	x.buf = append(append(x.buf, ' '), x.t.Bytes(name)...)
	return lang.OneLine(x.buf)
}
