package python

import (
	"bytes"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/names"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// A binding is what a target is bound to.
type binding struct {
	value facts.ExprID
	typ   facts.TypeID
	node  int32 // the statement
	right int32 // node of the value in an assignment, else 0
	// loop: the names of for, with and except are not symbols of a module or class.
	loop bool
	// block: the names belong to the innermost scope only (comprehensions).
	block bool
}

// assignment handles "left = right" and "left: type = right" in statement stmt,
// and returns the value assigned.
func (x *extractor) assignment(i, stmt int32) facts.ExprID {
	t := x.t
	left, right := t.Child(i, syntax.FLeft), t.Child(i, syntax.FRight)
	if t.Kind(left) == syntax.KIdentifier && x.namedAssignment(left, right, i, stmt) {
		return facts.None
	}
	typ := facts.TypeID(facts.None)
	if ann := t.Child(i, syntax.FType); ann >= 0 {
		typ = x.types.Of(ann)
	} else {
		typ = x.types.CommentOf(stmt)
	}
	value := facts.ExprID(facts.None)
	if t.Kind(right) == syntax.KAssignment {
		value = x.assignment(right, stmt)
	} else {
		value = x.optional(right)
	}
	x.bind(left, binding{value: value, typ: typ, node: stmt, right: right})
	return value
}

// namedAssignment handles assignments to one name that define more than a variable (a type, a
// function, __all__). It returns false for other assignments.
func (x *extractor) namedAssignment(left, right, i, stmt int32) bool {
	t := x.t
	if x.ctx.kind == atModule && string(t.Bytes(left)) == "__all__" {
		x.exportList(right)
		x.variable("__all__", left, binding{value: facts.None, typ: facts.None, node: stmt, right: right})
		return true
	}
	switch t.Kind(right) {
	case syntax.KLambda:
		if !slices.Contains(x.ctx.globals, x.b.Text(left)) && !slices.Contains(x.ctx.nonlocals, x.b.Text(left)) {
			x.namedLambda(left, right, stmt)
			return true
		}
	case syntax.KCall:
		return x.ctx.kind == atModule && x.typeVariable(left, right, stmt)
	case syntax.KSubscript, syntax.KBinaryOperator, syntax.KString, syntax.KNone, syntax.KIdentifier, syntax.KAttribute:
		if x.ctx.kind == inFunction {
			return false
		}
		ann := t.FirstNamed(t.Child(i, syntax.FType))
		isAlias := ann >= 0 && syntax.LastName(t.Bytes(ann)) == "TypeAlias"
		if isAlias || ann < 0 && t.Kind(right) == syntax.KSubscript && x.isTypeForm(t.Child(right, syntax.FValue)) {
			x.typeDef(x.b.Text(left), left, stmt, func() facts.TypeID { return x.types.Of(right) })
			return true
		}
	}
	return false
}

// isTypeForm reports whether a subscript of node i can only be a type: Union,
// Callable, … of typing.
func (x *extractor) isTypeForm(i int32) bool {
	o := x.names.OriginOf(i)
	return names.IsTyping(o.Module) && o.Name != ""
}

// typeVariable handles T = TypeVar("T", bound=B) and N = NewType("N", B).
func (x *extractor) typeVariable(left, right, stmt int32) bool {
	t := x.t
	fn := t.Child(right, syntax.FFunction)
	name := t.CalleeName(fn)
	if name != "TypeVar" && name != "NewType" || !names.IsTyping(x.names.OriginOf(fn).Module) {
		return false
	}
	args := t.Child(right, syntax.FArguments)
	if name == "TypeVar" {
		x.names.TypeVars[x.b.Text(left)] = facts.None
		if len(t.Positional(args)) < 2 && !bytes.Contains(t.Bytes(args), []byte("bound")) {
			return false // an ordinary variable
		}
	}
	id := x.typeDef(x.b.Text(left), left, stmt, func() facts.TypeID {
		pos := t.Positional(args)
		if name == "NewType" {
			if len(pos) > 1 {
				return x.types.Of(pos[1])
			}
			return facts.None
		}
		for c := t.First(args); c >= 0; c = t.Next(c) {
			if t.Kind(c) == syntax.KKeywordArgument && string(t.Bytes(t.Child(c, syntax.FName))) == "bound" {
				return x.types.Of(t.Child(c, syntax.FValue))
			}
		}
		var constraints []facts.TypeID
		for _, c := range pos[min(1, len(pos)):] {
			constraints = append(constraints, x.types.Of(c))
		}
		return x.types.Union(constraints, t.Line(right))
	})
	if name == "TypeVar" {
		x.names.TypeVars[x.b.Text(left)] = x.f.Defs[id].Type
		x.f.Defs[id].Flags |= facts.TypeVariable
	}
	return true
}

// typeDef adds a type alias; at is the node of its name.
func (x *extractor) typeDef(name string, at, stmt int32, typ func() facts.TypeID) facts.DefID {
	d := x.newDef(facts.TypeDef, name, at, stmt)
	var h lang.Hasher
	h.Add(x.b, stmt, nil)
	d.SignatureHash, d.Sketch = h.Sum(), h.Sketch()
	id := x.b.Def(d)
	x.names.Define(x.memberOwner(), name, id)
	x.bindDef(name, id)
	x.b.Enter(id)
	target := typ()
	x.b.Leave()
	x.f.Defs[id].Type = target
	x.f.Defs[id].Flags |= facts.Alias
	if x.t.Kind(stmt) != syntax.KTypeAliasStatement {
		x.f.Defs[id].Flags |= facts.Assigned
	}
	if target < 0 {
		x.f.Defs[id].Kind = facts.Variable // typ returned no known type
		x.f.Defs[id].Flags &^= facts.Alias | facts.Assigned
	}
	return id
}

// typeAlias handles "type X[T] = …".
func (x *extractor) typeAlias(i int32) {
	t := x.t
	var sides [2]int32
	n := 0
	for c := t.First(i); c >= 0 && n < len(sides); c = t.Next(c) {
		if t.Kind(c) == syntax.KType && t.Nodes[c].Flags&lang.IsNamed != 0 {
			sides[n] = c
			n++
		}
	}
	name := t.FirstNamed(sides[0])
	params := int32(-1)
	if t.Kind(name) == syntax.KGenericType {
		params = t.ChildOfKind(name, syntax.KTypeParameter)
		name = t.FirstNamed(name)
	}
	if n < len(sides) || t.Kind(name) != syntax.KIdentifier {
		return
	}
	id := x.typeDef(x.b.Text(name), name, i, func() facts.TypeID { return x.types.Of(sides[1]) })
	x.b.Enter(id)
	x.f.Defs[id].TypeParams = x.types.Params(params)
	x.b.Leave()
}

func (x *extractor) augmented(i int32) {
	t := x.t
	left, right := t.Child(i, syntax.FLeft), t.Child(i, syntax.FRight)
	if t.Kind(left) == syntax.KIdentifier && string(t.Bytes(left)) == "__all__" && x.ctx.kind == atModule {
		x.exportList(right)
		return
	}
	x.expr(right)
	if t.Kind(left) == syntax.KIdentifier {
		if x.ctx.kind == inFunction && !slices.Contains(x.ctx.globals, x.b.Text(left)) && !slices.Contains(x.ctx.nonlocals, x.b.Text(left)) {
			x.b.DeclareHoisted(lang.NewVar(facts.LocalVar, x.b.Text(left), t.Line(left)))
			return
		}
		x.write(x.name(left))
		return
	}
	x.write(x.expr(left))
}

func (x *extractor) write(e facts.ExprID) {
	if e >= 0 {
		x.f.Exprs[e].Flags |= facts.Write
	}
}

// bind binds the names in target as b says.
func (x *extractor) bind(target int32, b binding) {
	t := x.t
	switch t.Kind(target) {
	case syntax.KIdentifier:
		x.bindName(x.b.Text(target), target, b)
	case syntax.KAttribute:
		x.bindAttribute(target, b)
	case syntax.KSubscript:
		x.write(x.expr(target))
		x.dynamicTarget(t.Child(target, syntax.FValue))
	case syntax.KParenthesizedExpression, syntax.KAsPatternTarget, syntax.KListSplat, syntax.KListSplatPattern:
		x.bind(t.FirstNamed(target), b)
	case syntax.KPatternList, syntax.KTuplePattern, syntax.KListPattern, syntax.KTuple, syntax.KList, syntax.KExpressionList:
		x.unpack(target, b)
	default:
		if target >= 0 {
			x.effect(target)
		}
	}
}

// unpack binds the items of a tuple target: the n-th to the n-th value, a starred one to a list of the
// remaining values.
func (x *extractor) unpack(target int32, b binding) {
	t := x.t
	targets := t.NamedChildren(target)
	items := t.WrittenItems(b.right, len(targets))
	n, starred := int32(0), false
	for _, c := range targets {
		part := b
		part.typ = facts.None
		if items != nil {
			part.right = items[n]
		}
		switch k := t.Kind(c); {
		case k == syntax.KListSplatPattern || k == syntax.KListSplat:
			starred = true
			part.value = x.listOf(t.Line(c), x.elem(b.value, t.Line(c)))
		case starred:
			part.value = x.elem(b.value, t.Line(c))
		default:
			part.value = x.nth(b.value, n, t.Line(c))
		}
		x.bind(c, part)
		n++
	}
}

// nth returns the n-th element of value; where value is a literal, that item itself.
func (x *extractor) nth(value facts.ExprID, n, line int32) facts.ExprID {
	if value < 0 {
		return facts.None
	}
	if v := &x.f.Exprs[value]; v.Kind == facts.List && int(n) < len(v.Args) {
		plain := true
		for _, a := range v.Args[:n+1] {
			plain = plain && !a.Spread
		}
		if plain {
			return v.Args[n].X
		}
	}
	e := lang.NewExpr(facts.Result, line)
	e.X, e.N = value, n
	return x.add(e)
}

func (x *extractor) bindName(name string, at int32, b binding) {
	line := x.t.Line(at)
	switch {
	case b.block || b.loop && x.ctx.kind != inFunction:
		if !b.block && x.ctx.kind == atModule {
			x.loops[name] = globalBinding{name, at, b}
		}
		v := lang.NewVar(facts.LocalVar, name, line)
		v.Type = b.typ
		x.b.AddValue(x.b.Declare(v), b.value)
	case x.ctx.kind == atModule || x.ctx.kind == inClass:
		x.variable(name, at, b)
	case slices.Contains(x.ctx.globals, name):
		x.write(x.b.FileLevelName(name, line))
		x.globals = append(x.globals, globalBinding{name, at, b})
	case slices.Contains(x.ctx.nonlocals, name):
		e := x.b.NameExpr(name, line)
		x.write(e)
		x.b.Assign(e, b.value)
	default:
		v := lang.NewVar(facts.LocalVar, name, line)
		v.Type = b.typ
		x.b.AddValue(x.b.DeclareHoisted(v), b.value)
	}
}

// memberOwner returns the class whose members the current statements define, None at file level.
func (x *extractor) memberOwner() facts.DefID {
	if x.ctx.kind == atModule {
		return facts.None
	}
	return x.ctx.def
}

// variable defines a module variable or class attribute, or adds a value to it.
func (x *extractor) variable(name string, at int32, b binding) {
	if name == "_" {
		return
	}
	owner := x.memberOwner()
	if id, ok := x.names.Member(owner, name); ok {
		x.addTo(id, b)
		return
	}
	kind := facts.Variable
	switch {
	case x.ctx.kind == inClass && x.ctx.enum && b.value >= 0 && !strings.HasPrefix(name, "_"):
		kind = facts.EnumMember
	case x.ctx.kind == inClass:
		kind = facts.Field
	case isConstant(name):
		kind = facts.Constant
	}
	id := x.addVariable(x.newDef(kind, name, at, b.node), b)
	if _, ok := x.names.TypeVars[name]; ok && x.ctx.kind == atModule {
		x.f.Defs[id].Flags |= facts.TypeVariable
	}
	if kind == facts.EnumMember && x.f.Defs[id].Type < 0 {
		class := x.b.NamedType("", x.f.Defs[x.ctx.def].Name, x.t.Line(at))
		x.f.Defs[id].Type = class
	}
	x.names.Define(owner, name, id)
	x.bindDef(name, id)
}

// A globalBinding binds a module variable in a function, or in a for or with at file level.
type globalBinding struct {
	name string
	at   int32
	binding
}

// bindGlobals adds the bindings of module variables in functions, and defines the variables that only
// functions bind.
func (x *extractor) bindGlobals() {
	for _, g := range x.globals {
		g.right = 0 // the value is hashed with the function
		x.variable(g.name, g.at, g.binding)
	}
}

// addVariable adds d with the value of b.
func (x *extractor) addVariable(d facts.Def, b binding) facts.DefID {
	d.Type = b.typ
	if b.value >= 0 {
		d.Values = []facts.ExprID{b.value}
	}
	var h lang.Hasher
	if x.t.Kind(b.node) == syntax.KExpressionStatement {
		x.hashAnnotation(&h, b.node)
		d.SignatureHash = h.Cut()
		if b.right > 0 {
			h.Add(x.b, b.right, nil)
			d.BodyHash = h.Cut()
		}
		d.Sketch = h.Sketch()
	}
	return x.b.Def(d)
}

func (x *extractor) hashAnnotation(h *lang.Hasher, stmt int32) {
	if a := x.t.FirstNamed(stmt); x.t.Kind(a) == syntax.KAssignment {
		h.Add(x.b, x.t.Child(a, syntax.FType), nil)
	}
}

// addTo adds the value of b to an existing variable or field. Functions and classes stay unchanged:
// after f = decorate(f), f is still the function.
func (x *extractor) addTo(id facts.DefID, b binding) {
	if id < 0 {
		return
	}
	d := &x.f.Defs[id]
	switch d.Kind {
	case facts.Variable, facts.Constant, facts.Field, facts.EnumMember:
	default:
		return
	}
	if d.Type < 0 {
		d.Type = b.typ
	}
	if b.value >= 0 && len(d.Values) < facts.MaxValues {
		d.Values = append(d.Values, b.value)
	}
}

// bindAttribute handles a.b = …. Where a is self or a class of the file, it defines a field of the
// class.
func (x *extractor) bindAttribute(target int32, b binding) {
	t := x.t
	x.write(x.expr(target))
	object, at := t.Child(target, syntax.FObject), t.Child(target, syntax.FAttribute)
	if at < 0 {
		return
	}
	if name := x.b.Text(at); name == "__dict__" {
		x.dynamicValue(object)
	} else if class := x.ownerOf(object); class >= 0 {
		x.field(class, name, at, b)
	}
}

// ownerOf returns the class of which an assignment to a member of the node object sets a field, None
// where that is not known.
func (x *extractor) ownerOf(object int32) facts.DefID {
	if x.t.Kind(object) != syntax.KIdentifier {
		return facts.None
	}
	if x.ctx.self != "" && string(x.t.Bytes(object)) == x.ctx.self {
		return x.ctx.class
	}
	return x.names.ClassNamed(object)
}

// field defines a field of a class from an assignment outside its body, or adds a value to it. at is
// the node of its name.
func (x *extractor) field(class facts.DefID, name string, at int32, b binding) {
	if id, ok := x.names.Member(class, name); ok {
		x.addTo(id, b)
		return
	}
	d := x.newDef(facts.Field, name, at, b.node)
	d.End = max(d.End, x.t.EndLine(max(b.right, at)))
	d.SignatureEnd = d.End
	b.right = 0 // the value is hashed with the enclosing code
	id := x.addVariable(d, b)
	x.f.Defs[id].Parent = class
	if isExported(name) {
		x.f.Defs[id].Flags |= facts.Exported
	}
	x.names.Define(class, name, id)
}

// newDef returns a Def in the statement stmt; at is the node of its name.
func (x *extractor) newDef(kind facts.DefKind, name string, at, stmt int32) facts.Def {
	d := lang.NewDef(kind, name)
	d.Start, d.Line, d.End = x.t.Line(stmt), x.t.Line(at), x.t.EndLine(stmt)
	if t := x.t; t.Kind(stmt) != syntax.KExpressionStatement && t.Kind(stmt) != syntax.KTypeAliasStatement {
		d.Start, d.End = d.Line, d.Line // a target of for or with: its range is the line, not the block
	}
	d.SignatureEnd = d.End
	if isExported(name) && x.ctx.kind != inFunction {
		d.Flags |= facts.Exported
	}
	if x.unlikely > 0 {
		d.Flags |= facts.Unlikely
	}
	return d
}

// bindDef binds name to def in the current scope. The last of several bindings counts.
func (x *extractor) bindDef(name string, def facts.DefID) {
	if x.ctx.kind == atModule {
		return // definitions at file level are found without a binding
	}
	v := lang.NewVar(facts.DefVar, name, x.f.Defs[def].Line)
	v.Def = def
	id := x.declare(v)
	x.f.Vars[id].Kind, x.f.Vars[id].Def = facts.DefVar, def
}

// isExported reports whether a name is public: names with a leading underscore are private by
// convention, but __init__ and its like belong to the interface.
func isExported(name string) bool {
	if len(name) == 0 || name[0] != '_' {
		return true
	}
	return len(name) > 4 && name[:2] == "__" && name[len(name)-2:] == "__"
}

// isConstant reports whether a name is written like a constant: MAX_SIZE.
func isConstant(name string) bool {
	letters := 0
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c >= 'A' && c <= 'Z':
			letters++
		case c >= 'a' && c <= 'z' || c >= 0x80:
			return false
		}
	}
	return letters > 0
}

// exportList adds the names in a literal list to __all__; it is also called for += and extend.
func (x *extractor) exportList(value int32) {
	t := x.t
	if x.f.ExportList == nil {
		x.f.ExportList = []string{}
	}
	switch t.Kind(value) {
	case syntax.KList, syntax.KTuple, syntax.KSet, syntax.KParenthesizedExpression, syntax.KExpressionList:
		for c := t.First(value); c >= 0; c = t.Next(c) {
			if s, ok := t.StringValue(c); ok {
				x.f.ExportList = append(x.f.ExportList, s)
			}
		}
	case syntax.KBinaryOperator:
		x.exportList(t.Child(value, syntax.FLeft))
		x.exportList(t.Child(value, syntax.FRight))
	default:
		x.effect(value)
	}
}
