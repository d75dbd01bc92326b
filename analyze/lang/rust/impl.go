package rust

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/rust/standard"
)

// implItem walks an impl block. It is not a definition: its members have the type as their Receiver,
// and the trait becomes a base of the type.
func (x *extractor) implItem(n int32, a *above) {
	typ, trait := x.t.Child(n, fType), x.t.Child(n, fTrait)
	if typ < 0 {
		return
	}
	outer := len(x.params)
	self, assoc, impl := x.self, x.assoc, x.impl
	x.self = -1
	x.b.Open(lang.OrderedScope)
	p := x.typeParameters(n)
	x.b.Close()
	body := x.t.Child(n, fBody)
	x.assoc = x.assocTypes(body)
	x.impl = implBlock{node: n, typ: typ, trait: trait, params: p, base: facts.None}
	x.impl.of = x.implSelf(typ, &p)
	if trait >= 0 && x.t.ChildOfKind(n, tNot) < 0 {
		x.extension(n, typ, trait, a)
	}
	x.self = typ
	if body >= 0 {
		x.members(body)
	}
	x.self, x.assoc, x.impl = self, assoc, impl
	x.params = x.params[:outer]
}

// An implBlock is the enclosing impl block.
type implBlock struct {
	node, typ, trait int32
	params           typeParams
	base             facts.TypeID // the trait, None for none
	// of is the form of the type, see implSelf.
	of implOf
}

// An implOf is the form of the type of an impl block.
type implOf uint8

const (
	implNamed   implOf = iota // a type of that name
	implForAny                // every type with a bound: impl<T: Bound> Trait for T
	implForAll                // every type
	implOutside               // a list, a tuple, a primitive type
)

// implSelf classifies the type of an impl block.
func (x *extractor) implSelf(typ int32, p *typeParams) implOf {
	for k := x.t.Kind(typ); k == kReferenceType; k = x.t.Kind(typ) {
		typ = x.t.Child(typ, fType)
	}
	switch x.t.Kind(typ) {
	case kTypeIdentifier:
		name := x.text(typ)
		if !slices.Contains(p.names, name) {
			return implNamed
		}
		if len(p.bounds[name]) > 0 {
			return implForAny
		}
		return implForAll
	case kScopedTypeIdentifier, kGenericType, kDynamicType, kBoundedType:
		return implNamed
	}
	return implOutside
}

// assocTypes returns the associated types that an impl block defines.
func (x *extractor) assocTypes(body int32) map[string]int32 {
	var out map[string]int32
	if body < 0 {
		return nil
	}
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kTypeItem {
			if out == nil {
				out = make(map[string]int32)
			}
			out[x.text(x.t.Child(c, fName))] = x.t.Child(c, fType)
		}
	}
	return out
}

// extension makes the trait of an impl block a base of its type.
func (x *extractor) extension(n, typ, trait int32, a *above) {
	e := facts.Extension{Line: x.t.Line(n)}
	if x.impl.of == implForAny {
		e.Of = x.firstBound(typ)
	} else {
		e.Of = x.ofBlock(typ)
	}
	x.impl.base = x.typ(trait)
	if x.impl.base == facts.None {
		return
	}
	e.Bases = []facts.TypeID{x.impl.base}
	if x.impl.of == implForAny && x.t.Kind(trait) == kTypeIdentifier {
		x.given[x.text(trait)] = e.Of
	}
	if !x.isRewritten(a) {
		e.Members, e.Whole = x.defined(x.t.Child(n, fBody))
	}
	x.b.File.Extensions = append(x.b.File.Extensions, e)
}

// isRewritten reports whether an attribute may be a macro that makes more items of an impl block than are written in it.
func (x *extractor) isRewritten(a *above) bool {
	return a != nil && slices.ContainsFunc(a.attributes, func(attr int32) bool {
		name := strings.ReplaceAll(x.t.Text(x.nth(attr, 0)), " ", "")
		if name == "cfg_attr" {
			name = conditional(x.t.Text(x.t.Child(attr, fArguments)))
		}
		first, _, _ := strings.Cut(name, "::")
		return !standard.KeepsItems[first]
	})
}

// conditional returns the name of the first attribute in the arguments of cfg_attr, "" for none.
func conditional(args string) string {
	depth := 0
	for i, c := range args {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 1 {
				rest := strings.TrimSpace(args[i+1:])
				if end := strings.IndexAny(rest, "(,= )["); end >= 0 {
					return rest[:end]
				}
				return rest
			}
		}
	}
	return ""
}

// extensions makes the methods that a trait defines members that can be called on all types to which the
// file gives it by a bound: trait ReadExt: Read with impl<R: Read> ReadExt for R. A trait with type
// parameters is left out: its methods do not say which of them a type is given.
func (x *extractor) extensions() {
	f := x.b.File
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Kind != facts.Method || d.Parent < 0 || d.Receiver != facts.None || d.Has(facts.Abstract) || d.Has(facts.Static) {
			continue
		}
		trait := &f.Defs[d.Parent]
		if of, ok := x.given[trait.Name]; ok && trait.Kind == facts.Trait && len(trait.TypeParams) == 0 {
			d.Receiver = of
			d.Flags |= facts.ExtensionMember
		}
	}
}

// defined returns the names of the items of an impl block, and whether it has no others: a macro may
// make them, or the parser may not have read them.
func (x *extractor) defined(body int32) (names []string, whole bool) {
	if body < 0 {
		return nil, true
	}
	if slices.ContainsFunc(x.t.Nodes[body:body+x.t.Nodes[body].Size], func(n lang.Node) bool { return n.Flags&(lang.IsError|lang.IsMissing) != 0 }) {
		return nil, false
	}
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		if name := x.t.Child(c, fName); name >= 0 {
			names = append(names, x.text(name))
		} else if x.t.Nodes[c].Flags&(lang.IsNamed|lang.IsExtra) == lang.IsNamed && x.t.Kind(c) != kAttributeItem {
			return nil, false
		}
	}
	return names, true
}

// firstBound returns the first bound of the type parameter that typ names.
func (x *extractor) firstBound(typ int32) facts.TypeID {
	for x.t.Kind(typ) == kReferenceType {
		typ = x.t.Child(typ, fType)
	}
	if list := x.impl.params.bounds[x.text(typ)]; len(list) > 0 {
		return list[0]
	}
	return facts.None
}

// receiver returns the receiver of a member of the enclosing impl block, and the names that it gives
// to the type parameters of its type.
func (x *extractor) receiver(d *facts.Def) (facts.TypeID, []facts.TypeParam) {
	if x.impl.trait >= 0 {
		d.Flags |= facts.Exported | facts.NotOffered // as visible as the trait and the type are
		if x.impl.base != facts.None && d.Kind == facts.Method {
			d.Flags |= facts.Given
			d.Implements = []facts.TypeID{x.impl.base}
		}
	}
	typ := x.self
	for x.t.Kind(typ) == kReferenceType {
		typ = x.t.Child(typ, fType)
	}
	switch x.impl.of {
	case implForAny:
		d.Flags |= onInstances(d)
		return x.firstBound(typ), x.allParams()
	case implForAll, implOutside:
		d.Flags |= onInstances(d)
		return x.ofBlock(typ), x.allParams()
	}
	var params []facts.TypeParam
	if args := x.t.Child(typ, fTypeArguments); args >= 0 {
		for c := x.t.First(args); c >= 0; c = x.t.Next(c) {
			k := x.t.Kind(c)
			if !x.usable(c) || k == kLifetime || k == kTypeBinding {
				continue
			}
			name := "_"
			if k == kTypeIdentifier && slices.Contains(x.impl.params.names, x.text(c)) {
				name = x.text(c)
			}
			params = append(params, facts.TypeParam{Name: name, Bound: facts.None})
		}
	}
	for _, name := range x.impl.params.names {
		if !hasParam(params, name) {
			params = append(params, facts.TypeParam{Name: name, Bound: facts.None})
		}
	}
	return x.typ(typ), params
}

// ofBlock adds the type of an impl block. A raw pointer is no value of the type that it points to: it is a type from
// outside.
func (x *extractor) ofBlock(typ int32) facts.TypeID {
	if x.t.Kind(typ) != kPointerType {
		return x.typ(typ)
	}
	x.typ(typ)
	t := lang.NewType(facts.Named, x.t.Line(typ))
	t.Name, t.Spoken = standard.Pointer, true
	return x.b.Type(t)
}

// onInstances returns the flag of a member that can be called on values of its receiver.
func onInstances(d *facts.Def) facts.DefFlags {
	if d.Has(facts.Static) {
		return 0
	}
	return facts.ExtensionMember
}

func hasParam(params []facts.TypeParam, name string) bool {
	for i := range params {
		if params[i].Name == name {
			return true
		}
	}
	return false
}

func (x *extractor) allParams() []facts.TypeParam {
	var params []facts.TypeParam
	for _, name := range x.impl.params.names {
		params = append(params, facts.TypeParam{Name: name, Bound: facts.None})
	}
	return params
}

// implParam returns a type parameter of the impl block with its bounds: those of the block and of the
// where clause of a member.
func (x *extractor) implParam(own *typeParams, p facts.TypeParam) facts.TypeParam {
	both := typeParams{line: own.line, bounds: map[string][]facts.TypeID{
		p.Name: append(append([]facts.TypeID(nil), x.impl.params.bounds[p.Name]...), own.bounds[p.Name]...),
	}}
	return x.param(&both, p.Name)
}
