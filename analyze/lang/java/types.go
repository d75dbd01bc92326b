package java

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// typ adds the type expression n; None for n < 0, for var and for what is no type.
func (x *extractor) typ(n int32) facts.TypeID {
	if n < 0 || !x.t.Usable(n) {
		return facts.None
	}
	switch x.t.Kind(n) {
	case kTypeIdentifier, kScopedTypeIdentifier, kIdentifier, kFieldAccess, kScopedIdentifier:
		return x.namedType(n, nil)
	case kGenericType:
		args := x.typeArguments(x.t.ChildOfKind(n, kTypeArguments))
		return x.namedType(x.t.FirstNamed(n), args)
	case kArrayType:
		return x.arrayOf(x.typ(x.t.Child(n, fElement)), x.t.Child(n, fDimensions))
	case kAnnotatedType:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if k := x.t.Kind(c); k == kAnnotation || k == kMarkerAnnotation {
				x.annotation(c)
			} else if x.t.Usable(c) {
				return x.typ(c)
			}
		}
	case kIntegralType, kFloatingPointType, kBooleanType:
		return x.primitive(x.b.Text(n), n)
	case kWildcard:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if k := x.t.Kind(c); x.t.Usable(c) && k != kAnnotation && k != kMarkerAnnotation && k != kSuper {
				return x.typ(c)
			}
		}
		return x.primitive(anyType, n)
	}
	return facts.None
}

// anyType returns the type of a wildcard without bounds.
const anyType = "?"

// primitive returns a primitive type, one for the whole file.
func (x *extractor) primitive(name string, n int32) facts.TypeID {
	id, ok := x.basic[name]
	if !ok {
		id = x.b.NamedType("", name, x.t.Line(n))
		x.b.File.Types[id].In = facts.None
		x.basic[name] = id
	}
	return id
}

// namedType adds the use of a type by its name, which may be dotted.
func (x *extractor) namedType(n int32, args []facts.TypeID) facts.TypeID {
	var buf [8]string
	parts := x.nameParts(n, buf[:0])
	if len(parts) == 0 {
		return facts.None
	}
	t := lang.NewType(facts.Named, x.t.Line(n))
	t.Args = args
	last := len(parts) - 1
	switch {
	case last == 0 && parts[0] == "var":
		return facts.None
	case last == 0:
		t.Name = parts[0]
		if v := x.b.Lookup(t.Name); v != facts.None {
			t.Def = x.b.File.Vars[v].Def
		}
	case isPackagePart(parts[0]):
		t.Name = x.qualified(x.b.Intern([]byte(strings.Join(parts[:last], "."))), parts[last], n)
	default:
		t.Qualifier, t.Name = x.b.Intern([]byte(strings.Join(parts[:last], "."))), parts[last]
	}
	return x.b.Type(t)
}

// nameParts appends the parts of a dotted name, type arguments left out.
func (x *extractor) nameParts(n int32, parts []string) []string {
	switch x.t.Kind(n) {
	case kTypeIdentifier, kIdentifier:
		return append(parts, x.b.Text(n))
	case kScopedTypeIdentifier, kGenericType, kFieldAccess, kScopedIdentifier:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			switch k := x.t.Kind(c); {
			case !x.t.Usable(c):
			case k == kTypeArguments:
				x.typeArguments(c)
			case k == kAnnotation || k == kMarkerAnnotation:
				x.annotation(c)
			default:
				parts = x.nameParts(c, parts)
			}
		}
	}
	return parts
}

// arrayOf returns the type of arrays of t, one for each bracket in dimensions.
func (x *extractor) arrayOf(t facts.TypeID, dimensions int32) facts.TypeID {
	if dimensions < 0 {
		return t
	}
	for c := x.t.First(dimensions); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case tOpenBracket:
			t = walk.ListType(x.b, t, x.t.Line(dimensions))
		case kAnnotation, kMarkerAnnotation:
			x.annotation(c)
		}
	}
	return t
}

// typeArguments adds the types in a list of type arguments; nil for <>.
func (x *extractor) typeArguments(list int32) []facts.TypeID { return walk.Types(x.t, list, x.typ) }

// typeList adds the types that are children of n, or of a list in n.
func (x *extractor) typeList(n int32) []facts.TypeID {
	if n < 0 {
		return nil
	}
	var out []facts.TypeID
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kTypeList {
			out = append(out, x.typeList(c)...)
		} else if t := x.typ(c); t != facts.None {
			out = append(out, t)
		}
	}
	return out
}

// typeParameters returns the type parameters of declaration n.
func (x *extractor) typeParameters(n int32) []facts.TypeParam {
	list := x.t.ChildOfKind(n, kTypeParameters)
	if list < 0 {
		return nil
	}
	var params []facts.TypeParam
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kTypeParameter {
			continue
		}
		name := x.t.ChildOfKind(c, kTypeIdentifier)
		if name < 0 {
			name = x.t.ChildOfKind(c, kIdentifier)
		}
		params = append(params, facts.TypeParam{Name: x.b.Text(name), Bound: walk.Join(x.b, facts.IntersectionT, x.t.Line(c), x.typeList(x.t.ChildOfKind(c, kTypeBound)))})
	}
	return params
}
