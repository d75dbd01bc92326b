package cfamily

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// declarators adds the definitions of a declaration: types, functions, variables or fields.
func (x *extractor) declarators(n int32, doc *walk.Comments) {
	tn := x.t.Child(n, fType)
	first := x.t.Child(n, fDeclarator)
	if first < 0 {
		if isSpecifier(x.t.Kind(tn)) {
			x.specifier(tn, n, doc, "")
		} else {
			x.typ(tn)
		}
		return
	}
	if dec := x.declared(first); dec.fn >= 0 && !x.isObject(n, first, dec) {
		if x.t.Child(tn, fBody) < 0 && x.t.Kind(x.t.Nodes[n].Parent) != kFriendDeclaration {
			x.function(n, n, dec, doc)
		}
		return
	} else if x.t.Kind(x.unqualified(dec.name)) == kOperatorCast {
		x.function(n, n, dec, doc)
		return
	}
	var base facts.TypeID
	if isSpecifier(x.t.Kind(tn)) && x.t.Child(tn, fBody) >= 0 {
		base = x.specified(tn, tn, doc, "")
	} else {
		base = x.typ(tn)
	}
	for c := first; c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Field == fDeclarator {
			x.variable(n, tn, c, base, doc)
		}
	}
}

func isSpecifier(k lang.Kind) bool {
	return k == kStructSpecifier || k == kClassSpecifier || k == kUnionSpecifier || k == kEnumSpecifier
}

// isObject reports whether "T x(a, b)", parsed as a function, is a variable with constructor
// arguments: inside functions no function is declared, and an argument that is a variable is not a
// type.
func (x *extractor) isObject(n, decl int32, dec declared) bool {
	if x.dialect != onlyCPP || decl != dec.fn || x.b.AtFileLevel() || x.inClass() || x.t.Kind(x.t.Child(n, fType)) == kPrimitiveType {
		return false
	}
	some := false
	list := x.t.Child(dec.fn, fParameters)
	for c := x.first(list); c >= 0; c = x.t.Next(c) {
		if !x.t.Named(c) {
			continue
		}
		if x.t.Kind(c) != kParameterDeclaration {
			return false
		}
		if d := x.t.Child(c, fDeclarator); d >= 0 && x.t.Kind(d) != kAbstractFunctionDeclarator {
			return false
		}
		switch x.t.Kind(x.t.Child(c, fType)) {
		case kTypeIdentifier, kQualifiedIdentifier:
			some = true
		default:
			return false
		}
	}
	return some
}

func (x *extractor) inClass() bool {
	n := len(x.classes)
	return n > 0 && x.b.In() == x.classes[n-1].id
}

// variable adds the variable or field of declarator decl in declaration n. tn is the node of the type
// before it, base that type.
func (x *extractor) variable(n, tn, decl int32, base facts.TypeID, doc *walk.Comments) {
	dec := x.declared(decl)
	if x.t.Kind(dec.name) == kStructuredBindingDeclarator {
		x.bindings(decl, dec.name)
		return
	}
	path := x.path(dec.name)
	if len(path) == 0 {
		x.walk(x.t.Child(decl, fValue))
		return
	}
	if !x.b.AtFileLevel() && !x.inClass() {
		x.local(tn, decl, dec, base)
		return
	}
	kind := facts.Variable
	switch {
	case x.inClass() || len(path) > 1:
		kind = facts.Field
	case x.isConstant(n) && !x.isPointer(decl):
		kind = facts.Constant
	}
	value := x.valueOf(decl)
	d := x.newDef(kind, x.place(n, doc), path[len(path)-1], -1)
	x.at(&d, dec.name)
	d.Flags |= x.variableFlags(n, kind, value)
	if d.Has(facts.FileLocal) {
		d.Flags &^= facts.Exported
	}
	d.Signature = x.variableHeader(n, tn, decl)
	tmpl := x.takeTemplate()
	id := x.b.Def(d)
	x.owned[decl] = true
	x.b.Enter(id)
	x.b.File.Defs[id].TypeParams = tmpl.params
	if len(path) > 1 {
		r := x.receiver(dec.name, path)
		x.b.File.Defs[id].Receiver = r
	}
	t := x.declaredType(decl, base)
	if kind == facts.Field && x.t.Kind(decl) == kReferenceDeclarator { // like a pointer, it is bound and not constructed
		t = x.wrap(facts.PointerT, t, decl)
	}
	v := x.initial(tn, decl, value, t)
	if kind != facts.Field && value < 0 && !x.b.File.Defs[id].Has(facts.Declaration) {
		x.made(tn, decl)
	}
	x.b.Leave()
	x.template = tmpl
	def := &x.b.File.Defs[id]
	def.Type = t
	if v != facts.None {
		def.Values = []facts.ExprID{v}
	}
	x.hashVariable(id, n, decl, dec.name, value)
}

// valueOf returns the node of the initial value of a declarator, -1 for none.
func (x *extractor) valueOf(decl int32) int32 {
	if v := x.t.Child(decl, fValue); v >= 0 && x.t.Kind(decl) == kInitDeclarator {
		return v
	}
	// The value of a field, or of a variable in a condition, follows its declarator.
	for c := x.t.Next(decl); c >= 0; c = x.t.Next(c) {
		switch x.t.Nodes[c].Field {
		case fDefaultValue, fValue:
			return c
		case fDeclarator:
			return -1
		}
	}
	return -1
}

func (x *extractor) variableFlags(n int32, kind facts.DefKind, value int32) facts.DefFlags {
	var flags facts.DefFlags
	for c := x.first(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kStorageClassSpecifier {
			continue
		}
		switch {
		case x.has(c, tExtern) && value < 0:
			flags |= facts.Declaration
		case !x.has(c, tStatic):
		case x.inClass():
			flags |= facts.Static
		case kind != facts.Field:
			flags |= facts.FileLocal
		}
	}
	return flags
}

// isConstant reports whether a declaration has const or constexpr before its type.
func (x *extractor) isConstant(n int32) bool {
	for c := x.first(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kTypeQualifier {
			switch string(x.t.Bytes(c)) {
			case "const", "constexpr":
				return true
			}
		}
	}
	return false
}

// isPointer reports whether decl declares a pointer.
func (x *extractor) isPointer(decl int32) bool {
	if x.t.Kind(decl) == kInitDeclarator {
		decl = x.inner(decl)
	}
	return x.t.Kind(decl) == kPointerDeclarator
}

// local declares a local variable.
func (x *extractor) local(tn, decl int32, dec declared, base facts.TypeID) {
	t := x.declaredType(decl, base)
	value := x.valueOf(decl)
	var e facts.ExprID = facts.None
	switch {
	case dec.fn >= 0:
		e = x.constructed(tn, x.vexing(dec.fn), x.t.Line(dec.name))
	case value < 0:
		x.made(tn, decl)
	default:
		e = x.initial(tn, decl, value, t)
	}
	v := lang.NewVar(facts.LocalVar, x.b.Text(dec.name), x.t.Line(dec.name))
	v.Type = t
	id := x.b.Declare(v)
	x.b.AddValue(id, e)
}

// made adds the construction of the object in a declaration without a value.
func (x *extractor) made(tn, decl int32) {
	if k := x.t.Kind(decl); x.dialect != onlyCPP || k != kIdentifier || !x.isClassName(tn) {
		return
	}
	of := x.nameOf(tn)
	if of == facts.None || x.b.File.Exprs[of].Kind == facts.TypeExpr {
		return
	}
	e := lang.NewExpr(facts.New, x.t.Line(decl))
	e.X, e.Flags = of, facts.Implicit
	x.b.File.Exprs[of].Flags |= facts.Implicit // the type already refers to it
	x.b.Expr(e)
}

// vexing returns the arguments of "T x(a, b)" that the grammar parses as parameter types.
func (x *extractor) vexing(fn int32) []facts.Arg {
	var args []facts.Arg
	list := x.t.Child(fn, fParameters)
	for c := x.first(list); c >= 0; c = x.t.Next(c) {
		if !x.t.Named(c) {
			continue
		}
		e := x.nameOf(x.t.Child(c, fType))
		if d := x.t.Child(c, fDeclarator); d >= 0 && e != facts.None { // parsed as a declarator, but a call
			call := lang.NewExpr(facts.Call, x.t.Line(c))
			call.X, call.Args = e, x.vexing(d)
			e = x.b.Expr(call)
		}
		args = append(args, facts.Arg{X: e})
	}
	return args
}

// initial adds the initial value of a variable of type t; tn is the node of the type.
func (x *extractor) initial(tn, decl, value int32, t facts.TypeID) facts.ExprID {
	if value < 0 {
		return facts.None
	}
	line := x.t.Line(x.declared(decl).name)
	switch x.t.Kind(value) {
	case kArgumentList:
		return x.constructed(tn, x.arguments(value), line)
	case kInitializerList:
		plain := t != facts.None && x.b.File.Types[t].Kind == facts.Named && x.b.File.Types[t].Name != "int"
		if x.dialect == onlyCPP && plain && !x.isDesignated(value) && x.isClassName(tn) && !x.isAssigned(value) {
			return x.constructed(tn, x.arguments(value), line)
		}
		return x.composite(value, t)
	}
	return x.value(value)
}

// isAssigned reports whether "=" precedes an initial value.
func (x *extractor) isAssigned(value int32) bool {
	parent := x.t.Nodes[value].Parent
	for c := x.first(parent); c >= 0 && c < value; c = x.t.Next(c) {
		if x.t.Kind(c) == tAssign {
			return true
		}
	}
	return false
}

// isDesignated reports whether a list has designators: {.x = 1}.
func (x *extractor) isDesignated(list int32) bool { return x.has(list, kInitializerPair) }

// isClassName reports whether the type at tn is a name, so that it may be a class.
func (x *extractor) isClassName(tn int32) bool {
	switch x.t.Kind(tn) {
	case kTypeIdentifier, kQualifiedIdentifier, kTemplateType, kDependentType:
		return true
	}
	return false
}

// constructed adds the construction of an object of the type at node tn.
func (x *extractor) constructed(tn int32, args []facts.Arg, line int32) facts.ExprID {
	if !x.isClassName(tn) {
		if len(args) == 1 {
			return args[0].X
		}
		return facts.None
	}
	e := lang.NewExpr(facts.New, line)
	e.X = x.nameOf(tn)
	if e.X == facts.None {
		return facts.None
	}
	e.Type, e.Args = x.typ(tn), args
	return x.b.Expr(e)
}

// bindings declares the names of "auto [a, b] = x".
func (x *extractor) bindings(decl, names int32) {
	of := x.value(x.t.Child(decl, fValue))
	i := int32(0)
	for c := x.first(names); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kIdentifier {
			continue
		}
		x.bind(c, of, i)
		i++
	}
}

func (x *extractor) bind(name int32, of facts.ExprID, i int32) {
	v := lang.NewVar(facts.LocalVar, x.b.Text(name), x.t.Line(name))
	value := facts.ExprID(facts.None)
	if of != facts.None {
		e := lang.NewExpr(facts.Result, x.t.Line(name))
		e.X, e.N = of, i
		value = x.b.Expr(e)
	}
	if x.b.AtFileLevel() {
		return
	}
	id := x.b.Declare(v)
	x.b.AddValue(id, value)
}

// typedef adds the names that a typedef defines.
func (x *extractor) typedef(n int32, doc *walk.Comments) {
	tn := x.t.Child(n, fType)
	first := x.t.Child(n, fDeclarator)
	var base facts.TypeID = facts.None
	skip := int32(-1)
	if isSpecifier(x.t.Kind(tn)) {
		own, body := x.t.Child(tn, fName), x.t.Child(tn, fBody)
		alias := ""
		for c := first; c >= 0; c = x.t.Next(c) {
			if x.t.Nodes[c].Field == fDeclarator && (x.t.Kind(c) == kTypeIdentifier || x.t.Kind(c) == kPrimitiveType) {
				if own < 0 || x.b.Text(c) == x.b.Text(own) { // typedef struct x {…} x
					alias, skip = x.b.Text(c), c
					break
				}
			}
		}
		switch {
		case body < 0 && (skip < 0 || own < 0):
			base, skip = x.typ(tn), -1
		case hasMore(x, first, skip):
			base = x.specified(tn, n, doc, alias)
		default:
			x.specifier(tn, n, doc, alias)
		}
	} else {
		base = x.typ(tn)
	}
	for c := first; c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Field == fDeclarator && c != skip {
			x.typeName(n, c, x.declared(c), base, doc)
		}
	}
}

// hasMore reports whether a typedef defines a name other than the one at node skip.
func hasMore(x *extractor, first, skip int32) bool {
	for c := first; c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Field == fDeclarator && c != skip {
			return true
		}
	}
	return false
}

// typeName adds the type that a typedef defines in declarator decl.
func (x *extractor) typeName(n, decl int32, dec declared, base facts.TypeID, doc *walk.Comments) {
	if dec.name < 0 {
		return
	}
	d := x.newDef(facts.TypeDef, x.place(n, doc), x.b.Text(dec.name), -1)
	x.at(&d, dec.name)
	d.Flags |= facts.Alias
	d.Signature = x.header(n, -1)
	id := x.b.Def(d)
	x.declareDef(id, d.Line)
	x.owned[n] = true
	x.b.Enter(id)
	var t facts.TypeID
	if dec.fn >= 0 { // the type of a function
		t = x.funcType(dec.fn, base)
	} else {
		t = x.declaredType(decl, base)
	}
	x.b.Leave()
	x.b.File.Defs[id].Type = t
	x.hashVariable(id, n, decl, dec.name, -1)
}

// alias adds "using T = …".
func (x *extractor) alias(n int32, doc *walk.Comments) {
	name := x.t.Child(n, fName)
	if name < 0 {
		return
	}
	tmpl := x.template
	d := x.newDef(facts.TypeDef, x.place(n, doc), x.b.Text(name), -1)
	x.at(&d, name)
	d.Flags |= facts.Alias
	d.Signature = x.header(n, -1)
	id := x.b.Def(d)
	x.declareDef(id, d.Line)
	x.takeTemplate()
	x.owned[n] = true
	x.b.Enter(id)
	x.b.File.Defs[id].TypeParams = tmpl.params
	t := x.typ(x.t.Child(n, fType))
	x.b.Leave()
	x.b.File.Defs[id].Type = t
	x.template = tmpl
	x.hashVariable(id, n, x.t.Child(n, fType), name, -1)
}
