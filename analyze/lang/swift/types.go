package swift

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// isType reports whether a node of kind k is a type expression.
func isType(k lang.Kind) bool {
	switch k {
	case kUserType, kArrayType, kDictionaryType, kOptionalType, kTupleType, kFunctionType, kOpaqueType, kExistentialType, kMetatype,
		kProtocolCompositionType:
		return true
	}
	return false
}

func (x *extractor) newType(kind facts.TypeKind, n int32, args ...facts.TypeID) facts.TypeID {
	return walk.Type(x.b, kind, x.t.Line(n), args...)
}

// typ adds the type expression n; None for n < 0 and for what is no type. An optional
// is what it wraps.
func (x *extractor) typ(n int32) facts.TypeID {
	if n < 0 {
		return facts.None
	}
	switch x.t.Kind(n) {
	case kUserType:
		return x.userType(n)
	case kTypeIdentifier, kSimpleIdentifier:
		return x.named(x.text(n), n)
	case kArrayType:
		return x.newType(facts.ListT, n, x.typ(x.typeOf(n)))
	case kDictionaryType:
		var parts []facts.TypeID
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if isType(x.t.Kind(c)) {
				parts = append(parts, x.typ(c))
			}
		}
		if len(parts) != 2 {
			return facts.None
		}
		return x.newType(facts.MapT, n, parts...)
	case kOptionalType:
		return x.typ(x.t.Child(n, fWrapped))
	case kTupleType:
		return x.tuple(n)
	case kFunctionType:
		return x.functionType(n)
	case kOpaqueType, kExistentialType:
		return x.typ(x.nth(n, 0))
	case kMetatype:
		return x.newType(facts.ClassT, n, x.typ(x.nth(n, 0)))
	case kProtocolCompositionType:
		var parts []facts.TypeID
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if t := x.typ(c); t != facts.None {
				parts = append(parts, t)
			}
		}
		return x.newType(facts.IntersectionT, n, parts...)
	}
	return facts.None
}

// named adds the use of a type by its plain name.
func (x *extractor) named(name string, n int32) facts.TypeID {
	if name == "" || name == "_" {
		return facts.None
	}
	t := lang.NewType(facts.Named, x.t.Line(n))
	t.Name = name
	if v := x.b.Lookup(name); v != facts.None {
		t.Def = x.b.File.Vars[v].Def
	}
	return x.b.Type(t)
}

// userType adds Outer.Name<Args>. Foo.Type is the type itself.
func (x *extractor) userType(n int32) facts.TypeID {
	var parts []string
	var args []facts.TypeID
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kTypeIdentifier:
			parts, args = append(parts, x.text(c)), nil
		case kTypeArguments:
			for a := x.t.First(c); a >= 0; a = x.t.Next(a) {
				if isType(x.t.Kind(a)) {
					args = append(args, x.typ(a))
				}
			}
		}
	}
	meta := false
	if last := len(parts) - 1; last > 0 && (parts[last] == "Type" || parts[last] == "Protocol") {
		parts, meta = parts[:last], true
	}
	if len(parts) == 0 {
		return facts.None
	}
	if parts[0] == "Self" {
		own := x.selfName()
		if own == "" {
			return facts.None
		}
		parts = append(strings.Split(own, "."), parts[1:]...)
	}
	last := len(parts) - 1
	t := x.named(parts[last], n)
	if t == facts.None {
		return t
	}
	ty := &x.b.File.Types[t]
	ty.Args = args
	if last > 0 {
		ty.Qualifier, ty.Def = strings.Join(parts[:last], "."), facts.None
	}
	if meta {
		return x.newType(facts.ClassT, n, t)
	}
	return t
}

// selfName is the dotted name of the enclosing type, "" outside.
func (x *extractor) selfName() string {
	for d := x.b.In(); d != facts.None; d = x.b.File.Defs[d].Parent {
		def := &x.b.File.Defs[d]
		switch def.Kind {
		case facts.Class, facts.Struct, facts.Enum, facts.Interface:
			return def.Name
		}
		if def.Receiver != facts.None {
			t := &x.b.File.Types[def.Receiver]
			if t.Qualifier != "" {
				return t.Qualifier + "." + t.Name
			}
			return t.Name
		}
	}
	if x.extended >= 0 {
		return strings.ReplaceAll(x.t.Text(x.extended), " ", "")
	}
	return ""
}

// tuple adds a tuple type; one of a single type is that.
func (x *extractor) tuple(n int32) facts.TypeID {
	parts := x.elements(n)
	if len(parts) == 1 {
		return parts[0]
	}
	return x.newType(facts.TupleT, n, parts...)
}

func (x *extractor) elements(n int32) []facts.TypeID {
	var parts []facts.TypeID
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kTupleTypeItem {
			parts = append(parts, x.typ(x.typeOf(c)))
		}
	}
	return parts
}

func (x *extractor) functionType(n int32) facts.TypeID {
	params := x.t.Child(n, fParams)
	var args []facts.TypeID
	if x.t.Kind(params) == kTupleType {
		args = x.elements(params)
	} else if t := x.typ(params); t != facts.None {
		args = []facts.TypeID{t}
	}
	t := lang.NewType(facts.FuncT, x.t.Line(n))
	t.N = int32(len(args))
	if r := x.result(n); r >= 0 {
		args = append(args, x.typ(r))
	}
	t.Args = args
	return x.b.Type(t)
}

// typeParameters returns the type parameters of n with the bounds that they and
// the where clause give.
func (x *extractor) typeParameters(n int32) []facts.TypeParam {
	list := x.t.ChildOfKind(n, kTypeParameters)
	var params []facts.TypeParam
	for c := x.t.First(max(list, n)); list >= 0 && c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kTypeParameter {
			continue
		}
		if name := x.t.ChildOfKind(c, kTypeIdentifier); name >= 0 {
			params = append(params, facts.TypeParam{Name: x.text(name), Bound: x.typ(x.typeOf(c))})
		}
	}
	x.constraints(n, func(of int32, name string) {
		bound := x.typ(x.typeOf(of))
		for i := range params {
			if params[i].Name != name || bound == facts.None {
				continue
			}
			if params[i].Bound != facts.None {
				bound = x.newType(facts.IntersectionT, of, params[i].Bound, bound)
			}
			params[i].Bound = bound
		}
	})
	return params
}

// constraints calls each with every constraint of the where clause of n and the name of the type that it is about.
func (x *extractor) constraints(n int32, each func(of int32, name string)) {
	where := x.t.ChildOfKind(n, kTypeConstraints)
	for c := x.t.First(max(where, n)); where >= 0 && c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kTypeConstraint {
			of := x.nth(c, 0)
			each(of, x.t.Text(x.t.Child(of, fConstrainedType)))
		}
	}
}
