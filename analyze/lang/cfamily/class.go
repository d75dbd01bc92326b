package cfamily

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// specified is like specifier, but also returns the type where n has a name.
func (x *extractor) specified(n, whole int32, doc *walk.Comments, alias string) facts.TypeID {
	t := x.specifier(n, whole, doc, alias)
	if t != facts.None {
		return t
	}
	path := x.path(x.t.Child(n, fName))
	if alias != "" && len(path) == 0 {
		path = []string{alias}
	}
	if len(path) == 0 {
		return facts.None
	}
	last := len(path) - 1
	return x.b.NamedType(join(path[:last]), path[last], x.t.Line(n))
}

// specifier adds the class, struct, union or enumeration that n defines or declares. whole is the
// enclosing declaration, alias the name that a typedef gives to a type without a name. It returns the
// type of one without a name, None for others.
func (x *extractor) specifier(n, whole int32, doc *walk.Comments, alias string) facts.TypeID {
	name, body := x.t.Child(n, fName), x.t.Child(n, fBody)
	kind := facts.Struct
	switch x.t.Kind(n) {
	case kClassSpecifier:
		kind = facts.Class
	case kEnumSpecifier:
		kind = facts.Enum
	}
	path := x.path(name)
	text := alias
	if len(path) > 0 {
		text = path[len(path)-1]
	}
	if text == "" {
		return x.anonymous(n, body, kind)
	}
	tmpl := x.template
	p := x.place(whole, doc)
	d := x.newDef(kind, p, text, body)
	x.at(&d, name)
	if body < 0 {
		d.Flags |= facts.Declaration
	}
	if kind == facts.Enum && !x.isScoped(n) {
		d.Flags |= facts.Transparent
	}
	d.Signature = x.header(n, body)
	id := x.b.Def(d)
	x.declareDef(id, d.Line)
	x.owned[n] = true
	x.takeTemplate()
	x.b.Enter(id)
	x.b.File.Defs[id].TypeParams = tmpl.params
	if len(path) > 1 {
		t := x.receiver(name, path)
		x.b.File.Defs[id].Receiver = t
	}
	if args := x.typeArgs(x.argumentList(name)); args != nil { // a specialisation is a type of its own
		x.b.File.Defs[id].Flags |= facts.Overload
	}
	if list := x.t.ChildOfKind(n, kBaseClassClause); list >= 0 {
		bases := x.bases(list)
		x.b.File.Defs[id].Extends = bases
	}
	x.body(id, n, body, text, kind)
	x.b.Leave()
	x.template = tmpl
	x.hashType(id, n, body)
	return facts.None
}

// isScoped reports whether an enumeration is an "enum class".
func (x *extractor) isScoped(n int32) bool { return x.has(n, tClass) || x.has(n, tStruct) }

// anonymous adds a type without a name. Unless a field has this type, its members belong to the
// enclosing scope (Transparent); those of an enumeration always do.
func (x *extractor) anonymous(n, body int32, kind facts.DefKind) facts.TypeID {
	if body < 0 {
		return facts.None
	}
	if kind == facts.Enum {
		x.enumerators(body)
		return x.builtin("int")
	}
	if x.t.Child(x.t.Nodes[n].Parent, fDeclarator) < 0 && len(x.classes) > 0 {
		x.members(body)
		return facts.None
	}
	d := lang.NewDef(facts.TypeDef, "")
	d.Start, d.Line, d.SignatureEnd, d.End = x.t.Line(n), x.t.Line(n), x.t.Line(n), x.t.EndLine(n)
	id := x.b.Def(d)
	x.b.Enter(id)
	x.body(id, n, body, "", kind)
	x.b.Leave()
	t := lang.NewType(facts.ObjectT, x.t.Line(n))
	t.Def = id
	return x.b.Type(t)
}

// bases returns the types in a base class clause.
func (x *extractor) bases(list int32) []facts.TypeID {
	var out []facts.TypeID
	for c := x.first(list); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kTypeIdentifier, kQualifiedIdentifier, kTemplateType, kDependentType:
			if t := x.typ(c); t != facts.None {
				out = append(out, t)
			}
		case kParameterPackExpansion:
			if t := x.typ(x.t.FirstNamed(c)); t != facts.None {
				out = append(out, t)
			}
		}
	}
	return out
}

// body adds the members in the body of type id, which is the open definition.
func (x *extractor) body(id facts.DefID, n, body int32, name string, kind facts.DefKind) {
	if body < 0 {
		return
	}
	if kind == facts.Enum {
		x.enumerators(body)
		return
	}
	x.classes = append(x.classes, class{id: id, name: name, access: x.access(n)})
	returns := x.returns
	x.returns = nil
	x.members(body)
	x.returns = returns
	x.classes = x.classes[:len(x.classes)-1]
}

func (x *extractor) members(body int32) {
	var doc walk.Comments
	for c := x.first(body); c >= 0; c = x.t.Next(c) {
		x.member(c, &doc)
		doc.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

// member adds one member of the class that is the open definition.
func (x *extractor) member(n int32, doc *walk.Comments) {
	switch x.t.Kind(n) {
	case kAccessSpecifier:
		x.classes[len(x.classes)-1].access = x.access(n)
	case kFieldDeclaration, kDeclaration:
		x.declarators(n, doc)
	case kFunctionDefinition:
		x.functionDefinition(n, doc)
	case kFriendDeclaration:
		x.friend(n, doc)
	case kPreprocIf, kPreprocIfdef, kPreprocElse, kPreprocElif, kPreprocElifdef:
		x.members(n)
	case kTemplateDeclaration, kTypeDefinition, kAliasDeclaration, kUsingDeclaration, kPreprocDef, kPreprocFunctionDef,
		kClassSpecifier, kStructSpecifier, kUnionSpecifier, kEnumSpecifier, kPreprocInclude:
		x.declaration(n, doc)
	default:
		if x.isError(n) {
			x.members(n)
		}
	}
}

// access returns the flags of the members behind an access specifier, or of the first ones of a class.
func (x *extractor) access(n int32) facts.DefFlags {
	if x.t.Kind(n) == kClassSpecifier || x.has(n, tPrivate) {
		return 0
	} else if x.has(n, tProtected) {
		return facts.Exported | facts.Protected
	}
	return facts.Exported
}

// friend adds the function that a friend declaration defines. It is a member of the namespace that
// contains the class.
func (x *extractor) friend(n int32, doc *walk.Comments) {
	for c := x.first(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kFunctionDefinition {
			continue
		}
		// It belongs to the scope that contains the class, but its code can use names of the class.
		dec := x.declared(x.t.Child(c, fDeclarator))
		if dec.fn >= 0 {
			from := len(x.b.File.Defs)
			x.function(c, n, dec, doc)
			if from < len(x.b.File.Defs) {
				x.b.File.Defs[from].Flags |= facts.Static
			}
		}
	}
}

// enumerators adds the members of an enumeration.
func (x *extractor) enumerators(body int32) {
	var doc walk.Comments
	for c := x.first(body); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kEnumerator:
			x.enumerator(c, &doc)
		case kPreprocIf, kPreprocIfdef, kPreprocElse, kPreprocElif, kPreprocElifdef:
			x.enumerators(c)
		default:
			if x.isError(c) {
				x.enumerators(c)
			}
		}
		doc.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

func (x *extractor) enumerator(n int32, doc *walk.Comments) {
	name := x.t.Child(n, fName)
	if name < 0 {
		return
	}
	kind := facts.EnumMember
	if in := x.b.In(); in == facts.None || x.b.File.Defs[in].Kind != facts.Enum {
		kind = facts.Constant
	}
	d := x.newDef(kind, x.place(n, doc), x.b.Text(name), -1)
	if !x.b.AtFileLevel() {
		d.Flags &^= facts.Exported
	} else if x.hidden == 0 {
		d.Flags |= facts.Exported
	}
	d.Signature = x.header(n, -1)
	id := x.b.Def(d)
	x.declareDef(id, d.Line)
	x.owned[n] = true
	x.b.Enter(id)
	x.walk(x.t.Child(n, fValue))
	x.b.Leave()
	h := x.b.Hasher()
	h.Text([]byte("enumerator"))
	signature := h.Cut()
	h.Add(x.b, x.t.Child(n, fValue), nil)
	x.b.File.Defs[id].SignatureHash, x.b.File.Defs[id].BodyHash = signature, h.Sum()
}
