package rust

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/rust/standard"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

func (x *extractor) newType(kind facts.TypeKind, n int32, args ...facts.TypeID) facts.TypeID {
	return walk.Type(x.b, kind, x.t.Line(n), args...)
}

// typ adds the type expression n; None for n < 0 and for unknown types. References, marker bounds and
// keywords such as dyn are left out.
func (x *extractor) typ(n int32) facts.TypeID {
	if n < 0 {
		return facts.None
	}
	switch x.t.Kind(n) {
	case kTypeIdentifier, kIdentifier, kPrimitiveType:
		return x.namedType(n)
	case kScopedTypeIdentifier, kScopedIdentifier:
		return x.scopedType(n, nil)
	case kGenericType, kGenericTypeWithTurbofish:
		return x.genericType(n)
	case kReferenceType, kPointerType:
		return x.typ(x.t.Child(n, fType))
	case kArrayType:
		return x.newType(facts.ListT, n, x.typ(x.t.Child(n, fElement)))
	case kTupleType, kUnitType:
		return x.newType(facts.TupleT, n, x.typeList(n)...)
	case kFunctionType:
		return x.functionType(n)
	case kAbstractType, kDynamicType:
		return x.typ(x.t.Child(n, fTrait))
	case kBoundedType, kTraitBounds:
		return x.bounds(n)
	case kHigherRankedTraitBound:
		return x.typ(x.t.Child(n, fType))
	case kBracketedType, kParenthesizedExpression:
		return x.typ(x.nth(n, 0))
	case kQualifiedType:
		return x.typ(x.t.Child(n, fType))
	}
	return facts.None
}

// namedType adds the use of a type by its plain name.
func (x *extractor) namedType(n int32) facts.TypeID {
	name := x.text(n)
	switch name {
	case "_", "":
		return facts.None
	case "Self":
		return x.selfType(n)
	}
	t := lang.NewType(facts.Named, x.t.Line(n))
	t.Name = name
	if v := x.b.Lookup(name); v != facts.None {
		t.Def = x.b.File.Vars[v].Def
	}
	return x.b.Type(t)
}

// selfType adds the type that Self means.
func (x *extractor) selfType(n int32) facts.TypeID {
	switch x.t.Kind(x.self) {
	case 0:
		return facts.None
	case kTraitItem:
		return x.b.Type(lang.NewType(facts.SelfT, x.t.Line(n)))
	}
	self := x.self
	x.self = -1 // it cannot contain itself
	t := x.typ(self)
	x.self = self
	return t
}

// scopedType adds path::Name with type arguments.
func (x *extractor) scopedType(n int32, args []facts.TypeID) facts.TypeID {
	path, name := x.t.Child(n, fPath), x.text(x.t.Child(n, fName))
	if name == "" {
		return facts.None
	}
	of := x.bracketed(path)
	if q := x.nth(path, 0); x.t.Kind(path) == kBracketedType && x.t.Kind(q) == kQualifiedType {
		x.typ(x.t.Child(q, fAlias))
	}
	if of == "Self" {
		if given, ok := x.assoc[name]; ok {
			return x.assocType(name, given)
		}
		of = x.selfPath()
	}
	if whole := of + "::" + name; x.isTypeParam(whole) {
		return x.projected[whole]
	}
	t := lang.NewType(facts.Named, x.t.Line(n))
	t.Name, t.Args = name, args
	if of = x.path(of); of != "" {
		head, rest := x.pathHead(of)
		if !x.isTypeParam(head) && x.b.Lookup(head) == facts.None && head != x.selfPath() {
			x.head(head, t.Line)
		}
		t.Qualifier = head
		if rest != "" {
			t.Qualifier += "." + strings.ReplaceAll(rest, "::", ".")
		}
	}
	return x.b.Type(t)
}

// bracketed returns a path, T for <T as Trait> and <T>.
func (x *extractor) bracketed(path int32) string {
	if x.t.Kind(path) != kBracketedType {
		return x.pathText(path)
	}
	q := x.nth(path, 0)
	if x.t.Kind(q) == kQualifiedType {
		q = x.t.Child(q, fType)
	}
	return x.pathText(q)
}

// projection returns the path that a where clause is about, T::Name for <T as Trait>::Name.
func (x *extractor) projection(n int32) string {
	if path := x.t.Child(n, fPath); x.t.Kind(path) == kBracketedType {
		return x.bracketed(path) + "::" + x.text(x.t.Child(n, fName))
	}
	return x.pathText(n)
}

// assocType adds the type that the impl block defines for an associated type.
func (x *extractor) assocType(name string, n int32) facts.TypeID {
	delete(x.assoc, name) // it cannot contain itself
	t := x.typ(n)
	x.assoc[name] = n
	return t
}

// selfPath returns the path that Self means, "" when it is not a path.
func (x *extractor) selfPath() string {
	switch x.t.Kind(x.self) {
	case 0:
		return ""
	case kTraitItem:
		return x.text(x.t.Child(x.self, fName))
	}
	return x.pathText(x.self)
}

// pathHead splits a path after the name by which it is looked up. Consecutive supers count as one
// name.
func (x *extractor) pathHead(p string) (head, rest string) {
	head, rest, _ = strings.Cut(p, "::")
	for head == "super" || strings.HasSuffix(head, "::super") {
		next, tail, _ := strings.Cut(rest, "::")
		if next != "super" {
			break
		}
		head, rest = head+"::super", tail
	}
	return head, rest
}

// typeList adds the types that are children of n.
func (x *extractor) typeList(n int32) []facts.TypeID {
	var list []facts.TypeID
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.usable(c) {
			list = append(list, x.typ(c))
		}
	}
	return list
}

// typeArgs adds the type arguments in a list, and returns them with the associated types bound by
// name. Lifetimes are left out; constants are None.
func (x *extractor) typeArgs(list int32) (args []facts.TypeID, binds map[string]facts.TypeID) {
	if list < 0 {
		return nil, nil
	}
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case !x.usable(c) || k == kLifetime || k == kTraitBounds:
		case k == kTypeBinding:
			if binds == nil {
				binds = make(map[string]facts.TypeID)
			}
			binds[x.text(x.t.Child(c, fName))] = x.typ(x.t.Child(c, fType))
		default:
			args = append(args, x.typ(c))
		}
	}
	return args, binds
}

// genericType adds Name<Args>. The traits of iterators and futures become lists and promises.
func (x *extractor) genericType(n int32) facts.TypeID {
	args, binds := x.typeArgs(x.t.Child(n, fTypeArguments))
	of := x.t.Child(n, fType)
	if item, ok := binds["Item"]; ok {
		list := x.newType(facts.ListT, n, item)
		if standard.IsIterator(x.pathText(of)) {
			return list
		}
		if t := x.typ(of); t != facts.None { // a trait with items of its own
			return x.newType(facts.IntersectionT, n, t, list)
		}
		return list
	}
	if out, ok := binds["Output"]; ok && strings.HasSuffix(x.pathText(of), "Future") {
		return x.newType(facts.PromiseT, n, out)
	}
	switch x.t.Kind(of) {
	case kScopedTypeIdentifier, kScopedIdentifier:
		return x.scopedType(of, args)
	}
	t := x.typ(of)
	if t != facts.None && x.b.File.Types[t].Kind == facts.Named && args != nil && !x.is(of, "Self") {
		x.b.File.Types[t].Args = args
	}
	return t
}

// functionType adds fn(A) -> B and the traits Fn(A) -> B.
func (x *extractor) functionType(n int32) facts.TypeID {
	var args []facts.TypeID
	params := x.t.Child(n, fParameters)
	for c := x.t.First(max(params, n)); c >= 0 && params >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case !x.usable(c) || k == kAttributeItem:
		case k == kParameter:
			args = append(args, x.typ(x.t.Child(c, fType)))
		default:
			args = append(args, x.typ(c))
		}
	}
	t := lang.NewType(facts.FuncT, x.t.Line(n))
	t.N = int32(len(args))
	if r := x.t.Child(n, fReturnType); r >= 0 {
		args = append(args, x.typ(r))
	}
	t.Args = args
	return x.b.Type(t)
}

// bounds adds the type of A + B without markers and lifetimes.
func (x *extractor) bounds(n int32) facts.TypeID {
	list := x.boundList(n, nil)
	switch len(list) {
	case 0:
		return facts.None
	case 1:
		return list[0]
	}
	return x.newType(facts.IntersectionT, n, list...)
}

// boundList appends the types of A + B to list.
func (x *extractor) boundList(n int32, list []facts.TypeID) []facts.TypeID {
	if n < 0 {
		return list
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case !x.usable(c) || k == kLifetime || k == kRemovedTraitBound:
		case k == kBoundedType:
			list = x.boundList(c, list)
		default:
			name := c
			if k == kAbstractType || k == kDynamicType {
				name = x.t.Child(c, fTrait)
			}
			if standard.IsMarker(x.pathText(name)) {
				continue
			}
			if t := x.typ(c); t != facts.None {
				list = append(list, t)
			}
		}
	}
	return list
}

func (x *extractor) isTypeParam(name string) bool {
	for i := len(x.params) - 1; i >= 0; i-- {
		if x.params[i] == name {
			return true
		}
	}
	return false
}

// A typeParams collects the type parameters of a definition with their bounds.
type typeParams struct {
	names  []string
	bounds map[string][]facts.TypeID
	line   int32
}

// typeParameters brings the type parameters of n into scope and returns them. The
// bounds in its where clause count as well.
func (x *extractor) typeParameters(n int32) typeParams {
	p := typeParams{bounds: make(map[string][]facts.TypeID), line: x.t.Line(n)}
	list := x.t.Child(n, fTypeParameters)
	for c := x.t.First(max(list, n)); list >= 0 && c >= 0; c = x.t.Next(c) {
		if name := x.paramName(c); name != "" {
			p.names = append(p.names, name)
			x.params = append(x.params, name)
		}
	}
	for c := x.t.First(max(list, n)); list >= 0 && c >= 0; c = x.t.Next(c) {
		name := x.paramName(c)
		// A parameter that a use of an alias leaves out is its default: type Result<T, E = Error>.
		if t := x.typ(x.t.Child(c, fDefaultType)); t != facts.None && x.t.Kind(n) == kTypeItem {
			p.bounds[name] = append(p.bounds[name], t)
		}
		for e := x.t.First(c); name != "" && e >= 0; e = x.t.Next(e) {
			if x.t.Kind(e) == kTraitBounds {
				p.bounds[name] = x.boundList(e, p.bounds[name])
			}
		}
	}
	if where := x.t.ChildOfKind(n, kWhereClause); where >= 0 {
		for c := x.t.First(where); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) != kWherePredicate {
				continue
			}
			left := x.t.Child(c, fLeft)
			if x.t.Kind(left) == kHigherRankedTraitBound {
				left = x.t.Child(left, fType)
			}
			name := x.projection(left)
			bounds := x.boundList(x.t.Child(c, fBounds), nil)
			p.bounds[name] = append(p.bounds[name], bounds...)
			if head, _, scoped := strings.Cut(name, "::"); scoped && len(bounds) > 0 && x.isTypeParam(head) {
				x.params = append(x.params, name) // what is known of T::Item
				x.projected[name] = x.param(&p, name).Bound
				if name == head+"::Item" {
					x.iterates(p.bounds[head], x.projected[name])
				}
			}
		}
	}
	return p
}

// iterates gives the iterators among some bounds the type of their items.
func (x *extractor) iterates(bounds []facts.TypeID, item facts.TypeID) {
	for i, id := range bounds {
		if t := x.b.File.Types[id]; t.Kind == facts.Named && len(t.Args) == 0 && strings.HasSuffix(t.Name, "Iterator") {
			t.Args = []facts.TypeID{item}
			bounds[i] = x.b.Type(t)
		}
	}
}

// paramName returns the name of a type parameter, "" for a lifetime.
func (x *extractor) paramName(n int32) string {
	switch x.t.Kind(n) {
	case kTypeIdentifier:
		return x.text(n)
	case kConstrainedTypeParameter:
		if left := x.t.Child(n, fLeft); x.t.Kind(left) == kTypeIdentifier {
			return x.text(left)
		}
	case kConstParameter:
		return x.text(x.t.Child(n, fName))
	case kOptionalTypeParameter:
		if name := x.t.Child(n, fName); x.t.Kind(name) == kTypeIdentifier {
			return x.text(name)
		} else if x.t.Kind(name) == kConstrainedTypeParameter {
			return x.text(x.t.Child(name, fLeft))
		}
	}
	return ""
}

// param returns the type parameter of that name with its bound.
func (x *extractor) param(p *typeParams, name string) facts.TypeParam {
	out := facts.TypeParam{Name: name, Bound: facts.None}
	switch list := p.bounds[name]; len(list) {
	case 0:
	case 1:
		out.Bound = list[0]
	default:
		t := lang.NewType(facts.IntersectionT, p.line)
		t.Args = list
		out.Bound = x.b.Type(t)
	}
	return out
}

func (x *extractor) paramsOf(p *typeParams) []facts.TypeParam {
	var out []facts.TypeParam
	for _, name := range p.names {
		out = append(out, x.param(p, name))
	}
	return out
}
