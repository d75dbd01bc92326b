package golang

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// place returns the place of declaration n with the comments of doc above it.
func (x *extractor) place(n int32, doc *walk.Comments) walk.Place {
	return walk.PlaceOf(x.t, n, x.t.Line(n), doc, x.docHash)
}

// newDef returns a Def at p. name is the node of its name, or -1; body the node
// that the signature ends before, or -1.
func (x *extractor) newDef(kind facts.DefKind, p walk.Place, name, body int32) facts.Def {
	d := p.Def(x.t, kind, x.b.Text(name), name, body)
	if isExported(d.Name) {
		d.Flags |= facts.Exported
	}
	return d
}

// function adds a function or a method.
func (x *extractor) function(n int32, doc *walk.Comments) {
	name := x.t.Child(n, fName)
	if name < 0 || x.t.Nodes[name].Flags&lang.IsMissing != 0 {
		return
	}
	kind := facts.Function
	receiver, body := x.t.Child(n, fReceiver), x.t.Child(n, fBody)
	if receiver >= 0 {
		kind = facts.Method
	}
	p := x.place(n, doc)
	d := x.newDef(kind, p, name, body)
	d.Signature = x.header(n, body)
	id := x.b.Def(d)
	x.b.Enter(id)
	x.b.Open(lang.OrderedScope)
	outer := len(x.typeParams)

	if receiver >= 0 {
		x.receiver(id, receiver)
	}
	params := x.typeParameters(x.t.Child(n, fTypeParameters))
	if params != nil {
		x.b.File.Defs[id].TypeParams = params
	}
	x.signature(id, n)
	x.declareParams(x.t.Child(n, fParameters), x.b.File.Defs[id].Params, facts.None)
	around := x.fn
	x.fn = running{literal: facts.None}
	x.declareResults(x.t.Child(n, fResult), x.b.File.Defs[id].Results)
	x.statements(body)
	x.endFunction(around)

	x.leaveTypeParams(outer)
	x.b.Close()
	x.b.Leave()
	x.hashFunction(id, n, p.Docs)
	if kind == facts.Function && strings.HasPrefix(x.b.File.Defs[id].Name, "Example") && x.statesOutput(body) {
		x.b.File.Defs[id].Flags |= facts.Test
	}
}

// statesOutput reports whether a function ends with a comment on its expected output. "go test" only
// compiles examples without one.
func (x *extractor) statesOutput(body int32) bool {
	if body < 0 {
		return false
	}
	stated := false
	for i, end := body+1, body+x.t.Nodes[body].Size; i < end; i++ {
		if x.t.Kind(i) == kComment {
			text := strings.ToLower(strings.TrimLeft(x.b.Text(i), "/* \t\r\n"))
			stated = stated || strings.HasPrefix(text, "output:") || strings.HasPrefix(text, "unordered output:")
		} else if x.t.Named(i) {
			stated = false
		}
	}
	return stated
}

// receiver sets the receiver of a method and binds its names.
func (x *extractor) receiver(id facts.DefID, list int32) {
	p := x.t.ChildOfKind(list, kParameterDeclaration)
	node := x.t.Child(p, fType)
	if node < 0 {
		return
	}
	base := node
	for k := x.t.Kind(base); k == kPointerType || k == kParenthesizedType; k = x.t.Kind(base) {
		if k == kPointerType {
			x.b.File.Defs[id].Flags |= facts.Pointer
		}
		if base = x.t.FirstNamed(base); base < 0 {
			return
		}
	}
	var params []facts.TypeParam
	if x.t.Kind(base) == kGenericType {
		args := max(x.t.Child(base, fTypeArguments), base)
		for c := x.t.First(args); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kTypeElem {
				params = append(params, facts.TypeParam{Name: x.b.Text(c), Bound: facts.None})
				x.enterTypeParam(x.b.Text(c))
			}
		}
	}
	t := x.typ(node)
	x.b.File.Defs[id].Receiver, x.b.File.Defs[id].TypeParams = t, params
	if name := x.t.Child(p, fName); name >= 0 && !x.is(name, "_") {
		v := lang.NewVar(facts.SelfVar, x.b.Text(name), x.t.Line(name))
		v.Type = t
		x.b.Declare(v)
	}
}

// signature sets Params and Results from a function, a method or the method of
// an interface.
func (x *extractor) signature(id facts.DefID, n int32) {
	params := x.params(x.t.Child(n, fParameters))
	results := x.results(x.t.Child(n, fResult))
	d := &x.b.File.Defs[id]
	d.Params, d.Results, d.Returns = params, results, x.returned(x.t.Child(n, fResult))
}

// typeParameters returns the type parameters of a declaration and declares them.
func (x *extractor) typeParameters(list int32) []facts.TypeParam {
	if list < 0 {
		return nil
	}
	var params []facts.TypeParam
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kTypeParameterDeclaration {
			continue
		}
		for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
			if x.t.Kind(e) == kIdentifier {
				params = append(params, facts.TypeParam{Name: x.b.Text(e), Bound: facts.None})
				x.enterTypeParam(x.b.Text(e))
			}
		}
	}
	i := 0
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kTypeParameterDeclaration {
			continue
		}
		bound := x.bound(x.t.Child(c, fType))
		for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
			if x.t.Kind(e) == kIdentifier {
				params[i].Bound = bound
				i++
			}
		}
	}
	return params
}

// declareParams binds the parameters of a function, or of the function literal fn. params are the
// parameters in list.
func (x *extractor) declareParams(list int32, params []facts.Param, fn facts.ExprID) {
	if list < 0 {
		return
	}
	i := int32(0)
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if k := x.t.Kind(c); k != kParameterDeclaration && k != kVariadicParameterDeclaration {
			continue
		}
		before := i
		for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
			if x.t.Kind(e) != kIdentifier {
				continue
			}
			v := lang.NewVar(facts.ParamVar, params[i].Name, x.t.Line(e))
			v.Index, v.Func, v.Type = i, fn, params[i].Type
			if params[i].Variadic {
				v.Type = walk.ListType(x.b, v.Type, v.Line)
			}
			if v.Name != "_" {
				x.b.Declare(v)
			}
			i++
		}
		if i == before {
			i++
		}
	}
}

// declareResults binds the named results of a function.
func (x *extractor) declareResults(list int32, results []facts.TypeID) {
	if x.t.Kind(list) != kParameterList {
		return
	}
	i := 0
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kParameterDeclaration {
			continue
		}
		for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
			if x.t.Kind(e) != kIdentifier || i >= len(results) {
				continue
			}
			v := lang.NewVar(facts.LocalVar, x.b.Text(e), x.t.Line(e))
			v.Type = results[i]
			id := facts.VarID(facts.None)
			if v.Name != "_" {
				id = x.b.Declare(v)
			}
			x.fn.results = append(x.fn.results, id)
			i++
		}
	}
}

// declaration adds the definitions of a const, var or type declaration, at file level or in a
// function.
func (x *extractor) declaration(n int32, doc *walk.Comments) {
	if list := x.t.ChildOfKind(n, kVarSpecList); list >= 0 {
		x.specs(list, n, nil)
		return
	}
	x.specs(n, n, doc)
}

// specs adds the specifications in list, which is the declaration n itself or
// its list in brackets. doc is the documentation of n, which is that of its only
// specification when there are no brackets.
func (x *extractor) specs(list, n int32, doc *walk.Comments) {
	var inner walk.Comments
	var last constGroup
	grouped := list != n
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		from, d := n, doc
		if grouped {
			from, d = c, &inner
		}
		switch x.t.Kind(c) {
		case kConstSpec:
			x.constants(c, from, d, &last)
		case kVarSpec:
			if x.b.AtFileLevel() {
				x.variables(c, from, d)
			} else {
				x.localVariables(c)
			}
		case kTypeSpec, kTypeAlias:
			x.typeSpec(c, from, d)
		default:
			grouped = grouped || x.t.Kind(c) == tOpenParen
		}
		inner.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

// constGroup contains the type and the values that a constant without a value repeats.
type constGroup struct {
	typ    facts.TypeID
	values []facts.ExprID
}

func (x *extractor) constants(n, from int32, doc *walk.Comments, last *constGroup) {
	list := x.t.Child(n, fValue)
	p := x.place(from, doc)
	ids, first := x.addNames(facts.Constant, n, list, p)
	if list >= 0 {
		x.open(first)
		last.typ = x.typ(x.t.Child(n, fType))
		last.values = make([]facts.ExprID, 0, len(ids))
		for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
			if x.t.Usable(c) {
				last.values = append(last.values, x.value(c))
			}
		}
		x.close(first)
	}
	x.setValues(ids, last.typ, last.values)
	x.hashValues(ids, n, list, p.Docs)
	i := 0
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kIdentifier {
			if ids[i] != facts.None {
				x.declareDef(ids[i], c)
			}
			i++
		}
	}
}

// open makes id, unless None, the open definition and the owner of the next anonymous type; close
// undoes this.
func (x *extractor) open(id facts.DefID) {
	if x.owner = id; id != facts.None {
		x.b.Enter(id)
	}
}

func (x *extractor) close(id facts.DefID) {
	if x.owner = facts.None; id != facts.None {
		x.b.Leave()
	}
}

func (x *extractor) setValues(ids []facts.DefID, typ facts.TypeID, values []facts.ExprID) {
	for i, id := range ids {
		if id == facts.None {
			continue
		}
		d := &x.b.File.Defs[id]
		d.Type = typ
		if i < len(values) && values[i] != facts.None {
			d.Values = values[i : i+1 : i+1]
		}
	}
}

// addNames adds a Def for each name of a const or var specification. It returns
// them, None for a blank name, and the first one.
func (x *extractor) addNames(kind facts.DefKind, n, list int32, p walk.Place) ([]facts.DefID, facts.DefID) {
	var ids []facts.DefID
	first := facts.DefID(facts.None)
	typ, value := x.t.Child(n, fType), x.item(list, 0)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kIdentifier {
			continue
		}
		id := facts.DefID(facts.None)
		if !x.is(c, "_") {
			d := x.newDef(kind, p, c, list)
			d.Signature = x.valueHeader(kind, c, typ, value)
			id = x.b.Def(d)
		}
		ids = append(ids, id)
		if first == facts.None {
			first = id
		}
		value = x.nextItem(value)
	}
	return ids, first
}

// nextItem returns the expression after n in its list, or -1.
func (x *extractor) nextItem(n int32) int32 {
	for n >= 0 {
		if n = x.t.Next(n); n >= 0 && x.t.Usable(n) {
			break
		}
	}
	return n
}

// item returns the i-th expression of a list, or -1.
func (x *extractor) item(list int32, i int) int32 { return walk.Nth(x.t, list, i, x.t.Usable) }

func (x *extractor) variables(n, from int32, doc *walk.Comments) {
	list := x.t.Child(n, fValue)
	p := x.place(from, doc)
	ids, first := x.addNames(facts.Variable, n, list, p)
	x.open(first)
	typ := x.typ(x.t.Child(n, fType))
	base := len(x.exprs)
	x.rightSide(-1, list, len(ids))
	values := slices.Clone(x.exprs[base:])
	x.exprs = x.exprs[:base]
	for i, id := range ids {
		if id == facts.None {
			x.checked(n, typ, values[i])
		}
	}
	x.close(first)
	x.setValues(ids, typ, values)
	x.hashValues(ids, n, list, p.Docs)
}

// localVariables declares the variables of a var specification in a function.
func (x *extractor) localVariables(n int32) {
	count := 0
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kIdentifier {
			count++
		}
	}
	typ := x.typ(x.t.Child(n, fType))
	base := len(x.exprs)
	x.rightSide(n, x.t.Child(n, fValue), count)
	i := base
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kIdentifier {
			if x.is(c, "_") {
				x.checked(n, typ, x.exprs[i])
			}
			x.local(c, typ, x.exprs[i])
			i++
		}
	}
	x.exprs = x.exprs[:base]
}

// local declares the variable name with the given value.
func (x *extractor) local(name int32, typ facts.TypeID, value facts.ExprID) {
	if x.is(name, "_") {
		return
	}
	v := lang.NewVar(facts.LocalVar, x.b.Text(name), x.t.Line(name))
	v.Type = typ
	x.addValue(x.b.Declare(v), value)
}

// declareDef binds the name of a definition inside a function.
func (x *extractor) declareDef(id facts.DefID, name int32) {
	if !x.b.AtFileLevel() && !x.is(name, "_") {
		walk.Declare(x.b, id, x.b.Text(name), x.t.Line(name))
	}
}

func (x *extractor) typeSpec(n, from int32, doc *walk.Comments) {
	name, typ := x.t.Child(n, fName), x.t.Child(n, fType)
	if name < 0 || typ < 0 {
		return
	}
	kind, body := facts.TypeDef, int32(-1)
	if x.t.Kind(n) == kTypeSpec {
		switch x.t.Kind(typ) {
		case kStructType:
			kind, body = facts.Struct, x.t.ChildOfKind(typ, kFieldDeclarationList)
		case kInterfaceType:
			kind, body = facts.Interface, typ
		}
	}
	p := x.place(from, doc)
	d := x.newDef(kind, p, name, body)
	if x.t.Kind(n) == kTypeAlias {
		d.Flags |= facts.Alias
	}
	d.Signature = x.typeHeader(n, kind, typ)
	id := x.b.Def(d)
	x.declareDef(id, name)
	outer := len(x.typeParams)
	x.b.Enter(id)
	if params := x.typeParameters(x.t.Child(n, fTypeParameters)); params != nil {
		x.b.File.Defs[id].TypeParams = params
	}
	switch kind {
	case facts.Struct:
		x.fields(id, typ)
	case facts.Interface:
		x.interfaceMembers(id, typ)
	default:
		x.owner = id
		t := x.typ(typ)
		x.owner = facts.None
		x.b.File.Defs[id].Type = t
	}
	x.b.Leave()
	x.leaveTypeParams(outer)
	x.hashType(id, n, p.Docs)
}

// fields adds the fields of a struct type to id, which is the open definition.
func (x *extractor) fields(id facts.DefID, structType int32) {
	list := x.t.ChildOfKind(structType, kFieldDeclarationList)
	if list < 0 {
		return
	}
	var doc walk.Comments
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kFieldDeclaration {
			x.field(id, c, &doc)
		}
		doc.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

func (x *extractor) field(id facts.DefID, n int32, doc *walk.Comments) {
	typ := x.t.Child(n, fType)
	if typ < 0 {
		return
	}
	first := facts.DefID(len(x.b.File.Defs))
	p := x.place(n, doc)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kFieldIdentifier && !x.is(c, "_") {
			x.addField(p, n, c, typ)
		}
	}
	embedded := x.t.ChildOfKind(n, kFieldIdentifier) < 0
	if name := baseName(x.t, typ); embedded && name >= 0 {
		x.addField(p, n, name, typ)
	}
	end := facts.DefID(len(x.b.File.Defs))
	if first == end { // blank
		x.typ(typ)
		return
	}
	x.open(first)
	t := x.typ(typ)
	if star := x.t.First(n); embedded && x.t.Kind(star) == tStar {
		t = x.b.Type(x.newType(facts.PointerT, star, t))
	}
	x.close(first)
	for f := first; f < end; f++ {
		x.b.File.Defs[f].Type = t
	}
	x.hashField(first, end, n, p.Docs)
	if embedded {
		x.b.File.Defs[id].Embeds = append(x.b.File.Defs[id].Embeds, t)
	}
}

func (x *extractor) addField(p walk.Place, n, name, typ int32) {
	d := x.newDef(facts.Field, p, name, -1)
	d.SignatureEnd = max(d.Line, p.End)
	x.buf = append(append(x.buf[:0], d.Name...), ' ')
	if star := x.t.First(n); x.t.Kind(star) == tStar {
		x.buf = append(x.buf, '*')
	}
	x.buf = x.source(x.buf, typ, x.t.Nodes[typ].End)
	d.Signature = lang.OneLine(x.buf)
	x.b.Def(d)
}

// baseName returns the node of the name that an embedded field has.
func baseName(t *lang.Tree, typ int32) int32 {
	for {
		switch t.Kind(typ) {
		case kQualifiedType:
			return t.Child(typ, fName)
		case kGenericType:
			typ = t.Child(typ, fType)
		case kPointerType, kParenthesizedType:
			typ = t.FirstNamed(typ)
		default:
			return typ
		}
	}
}

// interfaceMembers adds the methods and embedded interfaces of an interface
// type to id, which is the open definition.
func (x *extractor) interfaceMembers(id facts.DefID, typ int32) {
	var doc walk.Comments
	for c := x.t.First(typ); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kMethodElem:
			x.interfaceMethod(c, &doc)
		case kTypeElem:
			if t := x.bound(c); t != facts.None {
				x.b.File.Defs[id].Embeds = append(x.b.File.Defs[id].Embeds, t)
			}
		}
		doc.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

func (x *extractor) interfaceMethod(n int32, doc *walk.Comments) {
	name := x.t.Child(n, fName)
	if name < 0 {
		return
	}
	p := x.place(n, doc)
	d := x.newDef(facts.Method, p, name, -1)
	d.Flags |= facts.Abstract
	d.Signature = x.header(n, -1)
	id := x.b.Def(d)
	x.b.Enter(id)
	x.signature(id, n)
	x.b.Leave()
	x.hashFunction(id, n, p.Docs)
}
