package swift

import (
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// newDef returns the Def of the declaration n. name is the node of its name, body
// the node that its signature ends before, or -1.
func (x *extractor) newDef(kind facts.DefKind, n, name, body int32, doc *comments) facts.Def {
	p := walk.Place{Start: x.t.Line(n), End: x.t.EndLine(n)}
	d := p.Def(x.t, kind, x.text(name), name, body)
	if doc != nil && len(doc.nodes) > 0 {
		d.DocStart, d.DocEnd = x.t.Line(doc.nodes[0]), doc.end
		d.DocHash = x.docHash(doc.nodes)
		doc.nodes = doc.nodes[:0]
	}
	d.Flags |= x.flags(n)
	return d
}

// flags returns the flags for the modifiers of a declaration.
func (x *extractor) flags(n int32) facts.DefFlags {
	var flags facts.DefFlags
	visible, never := x.public, false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == tClass && x.t.Kind(n) == kFunctionDeclaration {
			flags |= facts.Static
		}
		if x.t.Kind(c) != kModifiers {
			continue
		}
		for m := x.t.First(c); m >= 0; m = x.t.Next(m) {
			switch word := x.t.Text(m); x.t.Kind(m) {
			case kVisibilityModifier:
				switch word {
				case "public", "open":
					visible = true
				case "private", "fileprivate":
					visible = false
					if x.of < 0 && x.extended < 0 {
						flags |= facts.FileLocal
					}
				case "internal":
					visible = false
				}
			case kPropertyModifier:
				switch word {
				case "static", "class":
					flags |= facts.Static
				case "optional":
					flags |= facts.Optional
				}
			case kMemberModifier:
				if word == "override" {
					flags |= facts.Override
				}
			case kInheritanceModifier:
				if word == "final" {
					flags |= facts.Final
				}
			case kAttribute:
				if name := x.t.Text(x.nth(m, 0)); name == "Test" || name == "Suite" && x.t.Kind(n) != kClassDeclaration {
					flags |= facts.Test
				}
				never = never || isNeverAvailable(x.t.Text(m))
			}
		}
	}
	if visible && !never {
		flags |= facts.Exported
	}
	return flags
}

// isNeverAvailable reports whether an attribute says that no code may use what it stands at: @available(*, unavailable).
func isNeverAvailable(attribute string) bool {
	words := strings.Join(strings.Fields(attribute), "")
	return strings.HasPrefix(words, "@available(*,unavailable")
}

// addDef adds d. In an extension it becomes a member of the extended type; inside a function its name
// is bound.
func (x *extractor) addDef(d facts.Def) facts.DefID {
	if x.extended >= 0 && x.of < 0 {
		d.Receiver = x.typ(x.extended)
	}
	id := x.b.Def(d)
	if !x.b.AtFileLevel() && d.Receiver == facts.None && x.of < 0 && d.Name != "" {
		walk.Declare(x.b, id, d.Name, d.Line)
	}
	return id
}

// decorate adds the attributes of a declaration by their names, and the calls in their arguments. It
// does not add the initialiser call of a property wrapper.
func (x *extractor) decorate(id facts.DefID, n int32) {
	m := x.t.ChildOfKind(n, kModifiers)
	for c := x.t.First(max(m, n)); m >= 0 && c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kAttribute {
			continue
		}
		name := x.t.ChildOfKind(c, kUserType)
		if name < 0 {
			continue
		}
		e := x.b.FileLevelName(strings.ReplaceAll(x.t.Text(name), " ", ""), x.t.Line(c))
		x.b.File.Exprs[e].Flags |= facts.Decorates
		x.b.Open(lang.OrderedScope)
		for a := x.t.Next(name); a >= 0; a = x.t.Next(a) {
			if k := x.t.Kind(a); x.usable(a) && k != kSimpleIdentifier && k != kUserType {
				x.walk(a)
			}
		}
		x.b.Close()
		x.b.File.Defs[id].Decorators = append(x.b.File.Defs[id].Decorators, e)
	}
}

// typeDeclaration adds a class, struct, enum, actor or protocol with its members.
func (x *extractor) typeDeclaration(n int32, doc *comments) {
	name, body := x.t.Child(n, fName), x.t.Child(n, fBody)
	if x.missing(name) {
		return
	}
	kind := facts.Class
	switch word := x.t.Text(x.t.Child(n, fDeclarationKind)); {
	case x.t.Kind(n) == kProtocolDeclaration:
		kind = facts.Interface
	case word == "struct":
		kind = facts.Struct
	case word == "enum":
		kind = facts.Enum
	}
	d := x.newDef(kind, n, name, body, doc)
	d.Signature = x.header(n, body)
	id := x.addDef(d)
	x.b.Enter(id)
	x.decorate(id, n)
	x.b.File.Defs[id].TypeParams = x.typeParameters(n)
	bases := x.bases(n)
	x.b.File.Defs[id].Extends = bases
	of, extended, public := x.of, x.extended, x.public
	x.of, x.extended = n, -1
	x.public = kind == facts.Interface && d.Has(facts.Exported)
	x.body(body)
	x.of, x.extended, x.public = of, extended, public
	x.b.Leave()
	if kind == facts.Struct {
		x.memberwise(id, n, body)
	}
	x.hashHeader(id, n)
}

// body walks the body of a type. Its members are not visible as names of an enclosing function.
func (x *extractor) body(body int32) {
	if body < 0 {
		return
	}
	if x.b.AtFileLevel() {
		x.members(body)
		return
	}
	x.b.Open(lang.OrderedScope)
	x.members(body)
	x.b.Close()
}

// bases adds the types that a declaration inherits from.
func (x *extractor) bases(n int32) []facts.TypeID {
	var list []facts.TypeID
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kInheritanceSpecifier {
			continue
		}
		for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
			if t := x.typ(e); t != facts.None {
				list = append(list, t)
			}
		}
	}
	return list
}

// extension walks an extension. It is not a definition: its members have the type as their Receiver,
// and its supertypes become bases of the type.
func (x *extractor) extension(n int32) {
	name := x.t.Child(n, fName)
	of, extended, public, required := x.of, x.extended, x.public, x.required
	x.of, x.extended, x.required = -1, name, x.requiredOfSelf(n)
	x.public = x.flags(n)&facts.Exported != 0
	if bases := x.bases(n); len(bases) > 0 {
		x.b.File.Extensions = append(x.b.File.Extensions, facts.Extension{Of: x.typ(name), Bases: bases, Line: x.t.Line(n)})
	} else {
		x.b.Holder(n) // that it is there says nothing that its members do not say
	}
	x.body(x.t.Child(n, fBody))
	x.of, x.extended, x.public, x.required = of, extended, public, required
}

// requiredOfSelf returns values of the protocols that the where clause of the extension n requires of Self. Names in
// the extension may be members of them: an instance has the methods and properties, the type has the types.
func (x *extractor) requiredOfSelf(n int32) []facts.Arg {
	var values []facts.Arg
	x.constraints(n, func(of int32, name string) {
		if name != "Self" {
			return
		}
		t := x.typ(x.typeOf(of))
		if t == facts.None {
			return
		}
		parts := []facts.TypeID{t}
		if ty := &x.b.File.Types[t]; ty.Kind == facts.IntersectionT {
			parts = ty.Args
		}
		for _, p := range parts {
			line := x.t.Line(of)
			e := lang.NewExpr(facts.Assert, line)
			e.X, e.Type = walk.Other(x.b, -1), p
			values = append(values, facts.Arg{X: x.b.Expr(e)}, facts.Arg{X: x.typeValue(p, line)})
		}
	})
	return values
}

// function adds a function, an initialiser, a subscript or a macro.
func (x *extractor) function(n int32, doc *comments) {
	name, body := x.t.Child(n, fName), x.t.Child(n, fBody)
	inType := x.of >= 0 || x.extended >= 0
	kind := facts.Function
	if inType {
		kind = facts.Method
	}
	word := ""
	switch x.t.Kind(n) {
	case kInitDeclaration:
		kind, word = facts.Constructor, "init"
	case kDeinitDeclaration:
		kind, word, name = facts.Method, "deinit", -1
	case kSubscriptDeclaration:
		kind, word, name, body = facts.Method, "subscript", -1, x.t.ChildOfKind(n, kComputedProperty)
	case kMacroDeclaration:
		name = x.t.ChildOfKind(n, kSimpleIdentifier)
	}
	if word == "" && x.missing(name) {
		return
	}
	d := x.newDef(kind, n, name, body, doc)
	if word != "" {
		d.Name = word
	}
	d.Signature = x.header(n, body)
	if x.t.Kind(x.of) == kProtocolDeclaration && body < 0 {
		d.Flags |= facts.Abstract
	}
	id := x.addDef(d)
	x.b.Enter(id)
	x.decorate(id, n)
	of, extended := x.of, x.extended
	x.b.Open(lang.OrderedScope)
	x.b.File.Defs[id].TypeParams = x.typeParameters(n)
	x.parameters(id, n)
	if result := x.result(n); result >= 0 {
		t := x.typ(result)
		x.b.File.Defs[id].Results = []facts.TypeID{t}
		x.b.File.Defs[id].Returns = []string{x.b.Written(result)}
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case x.is(c, "throws"):
			x.b.File.Defs[id].Throws = []string{"Error"}
		case x.is(c, "async"):
			x.b.File.Defs[id].Flags |= facts.Suspends
		}
	}
	x.code(id, body)
	x.b.Close()
	x.of, x.extended = of, extended
	x.b.Leave()
	x.hashFunction(id, n, body)
}

// result returns the node of the declared result, or -1. The grammar gives it the field "name".
func (x *extractor) result(n int32) int32 {
	arrow := false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Flags&lang.IsNamed == 0 && x.is(c, "->") {
			arrow = true
		} else if arrow && x.usable(c) {
			return c
		}
	}
	return -1
}

// code walks the body of a function and records its returned values.
func (x *extractor) code(id facts.DefID, body int32) {
	if body < 0 {
		return
	}
	of, extended, public, returns, expected, implicit := x.of, x.extended, x.public, x.returns, x.expected, x.implicit
	x.of, x.extended, x.public, x.returns, x.implicit = -1, -1, false, nil, nil
	x.expected = facts.None
	if r := x.b.File.Defs[id].Results; len(r) == 1 {
		x.expected = r[0]
	}
	last := x.bodyValue(body)
	if last != facts.None {
		x.returns = append(x.returns, last)
	}
	d := &x.b.File.Defs[id]
	for _, v := range x.returns {
		if len(d.Values) < facts.MaxValues && x.b.File.Exprs[v].Kind == facts.Func {
			d.Values = append(d.Values, v)
		}
	}
	x.of, x.extended, x.public, x.returns, x.expected, x.implicit = of, extended, public, returns, expected, implicit
}

// bodyValue walks a body and returns its value if it is a single expression.
func (x *extractor) bodyValue(body int32) facts.ExprID {
	switch x.t.Kind(body) {
	case kStatements:
		return x.block(body)
	case kComputedProperty, kFunctionBody:
		value := facts.ExprID(facts.None)
		for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
			switch x.t.Kind(c) {
			case kStatements:
				value = x.block(c)
			case kComputedGetter:
				value = x.block(x.t.ChildOfKind(c, kStatements))
			case kComputedSetter, kComputedModify:
				x.setter(c, "newValue")
			}
		}
		return value
	}
	return facts.None
}

// setter walks an accessor that has a parameter, whose name may be written.
func (x *extractor) setter(n int32, name string) {
	x.b.Open(lang.OrderedScope)
	line := x.t.Line(n)
	if p := x.t.ChildOfKind(n, kSimpleIdentifier); p >= 0 {
		name, line = x.text(p), x.t.Line(p)
	}
	x.b.Declare(lang.NewVar(facts.LocalVar, name, line))
	x.block(x.t.ChildOfKind(n, kStatements))
	x.b.Close()
}

// parameters adds the parameters of n and binds their names. A parameter with a label is KeywordOnly,
// one without is PositionalOnly.
func (x *extractor) parameters(id facts.DefID, n int32) {
	i := int32(0)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kParameter {
			if x.t.Nodes[c].Field == fDefaultValue && i > 0 {
				params := x.b.File.Defs[id].Params
				params[i-1].Optional = true
				outer := x.expected
				x.expected = params[i-1].Type
				x.walk(c)
				x.expected = outer
			}
			continue
		}
		own := x.t.Child(c, fName)
		p := facts.Param{Name: x.text(own), Type: x.typ(x.typeOf(c)), Written: x.b.Written(x.typeOf(c))}
		if label := x.t.Child(c, fExternalName); label >= 0 {
			p.Name = x.text(label)
		}
		if p.Name == "_" || x.t.Kind(n) == kSubscriptDeclaration && x.t.Child(c, fExternalName) < 0 {
			p.Name, p.PositionalOnly = "", true
		} else {
			p.KeywordOnly = true
		}
		p.Variadic = x.t.ChildOfKind(c, tEllipsis) >= 0 || x.t.Kind(x.t.Next(c)) == tEllipsis
		x.b.File.Defs[id].Params = append(x.b.File.Defs[id].Params, p)
		v := lang.NewVar(facts.ParamVar, x.text(own), x.t.Line(c))
		v.Index, v.Type = i, p.Type
		if p.Variadic {
			v.Type = x.newType(facts.ListT, c, p.Type)
		}
		x.b.Declare(v)
		i++
	}
}

// typeOf returns the last type among the children of n, or -1. The grammar uses one field for types
// and names.
func (x *extractor) typeOf(n int32) int32 {
	last := int32(-1)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if isType(x.t.Kind(c)) {
			last = c
		}
	}
	return last
}

// cases adds the cases of an enum entry with their associated values as fields.
func (x *extractor) cases(n int32, doc *comments) {
	if x.of < 0 {
		return
	}
	owner := x.b.In()
	var last facts.DefID = facts.None
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Nodes[c].Field {
		case fName:
			if x.missing(c) {
				continue
			}
			d := x.newDef(facts.EnumMember, n, c, -1, doc)
			d.Signature = "case " + d.Name
			if owner != facts.None && x.b.File.Defs[owner].Has(facts.Exported) {
				d.Flags |= facts.Exported
			}
			last = x.addDef(d)
			x.hashCase(last, c)
		case fDataContents:
			if last != facts.None {
				x.associated(last, c)
			}
		case fRawValue:
			x.walk(c)
		}
	}
}

// associated adds the associated values of a case: fields named by their index, and parameters of the
// case as a function.
func (x *extractor) associated(id facts.DefID, n int32) {
	x.b.File.Defs[id].Signature += lang.OneLine(x.source(nil, n, x.t.Nodes[n].End))
	i, label := 0, int32(-1)
	x.b.Enter(id)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kSimpleIdentifier:
			label = c
		case isType(k):
			d := x.newDef(facts.Field, c, -1, -1, nil)
			d.Name, d.Signature = strconv.Itoa(i), lang.OneLine(x.source(nil, c, x.t.Nodes[c].End))
			d.Flags |= x.b.File.Defs[id].Flags & facts.Exported
			f := x.b.Def(d)
			t := x.typ(c)
			x.b.File.Defs[f].Type = t
			x.hashWhole(f, c)
			p := facts.Param{Name: x.text(label), Type: t, PositionalOnly: label < 0, KeywordOnly: label >= 0}
			x.b.File.Defs[id].Params = append(x.b.File.Defs[id].Params, p)
			i, label = i+1, -1
		case x.t.Nodes[c].Field == fDefaultValue:
			x.walk(c)
		}
	}
	x.b.Leave()
}

// alias adds a typealias or an associated type.
func (x *extractor) alias(n int32, doc *comments) {
	name := x.t.Child(n, fName)
	if x.missing(name) {
		return
	}
	d := x.newDef(facts.TypeDef, n, name, -1, doc)
	d.Flags |= facts.Alias
	d.Signature = x.header(n, -1)
	id := x.addDef(d)
	x.b.Enter(id)
	x.decorate(id, n)
	x.b.File.Defs[id].TypeParams = x.typeParameters(n)
	t := x.typ(x.typeAfter(n, name))
	x.b.Leave()
	x.b.File.Defs[id].Type = t
	x.hashWhole(id, n)
}

// typeAfter returns the last type of n behind the node name, or -1.
func (x *extractor) typeAfter(n, name int32) int32 {
	last := int32(-1)
	for c := x.t.Next(name); c >= 0; c = x.t.Next(c) {
		if isType(x.t.Kind(c)) && c > name {
			last = c
		}
	}
	return last
}
