package scala

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// typ adds the type expression n; None for n < 0 and for what says nothing of
// members.
func (x *extractor) typ(n int32) facts.TypeID {
	if n < 0 {
		return facts.None
	}
	switch x.t.Kind(n) {
	case kTypeIdentifier, kIdentifier:
		return x.named("", n, nil)
	case kStableTypeIdentifier, kProjectedType:
		return x.pathType(n, nil)
	case kGenericType:
		args := x.typeArguments(x.t.Child(n, fTypeArguments))
		base := x.t.Child(n, fType)
		if k := x.t.Kind(base); k == kStableTypeIdentifier || k == kProjectedType {
			return x.pathType(base, args)
		}
		return x.named("", base, args)
	case kCompoundType:
		return x.several(facts.IntersectionT, n)
	case kInfixType:
		return x.infixType(n)
	case kTupleType:
		return x.several(facts.TupleT, n)
	case kFunctionType:
		return x.functionType(n)
	case kRepeatedParameterType, kLazyParameterType:
		return x.typ(x.t.Child(n, fType))
	case kAnnotatedType:
		return x.typ(x.firstUsable(n))
	case kSingletonType:
		t := lang.NewType(facts.ValueT, x.t.Line(n))
		t.X = x.typeAsValue(x.firstUsable(n))
		if t.X == facts.None {
			return facts.None
		}
		return x.b.Type(t)
	}
	return facts.None
}

// named adds the use of a type by its plain name.
func (x *extractor) named(qualifier string, n int32, args []facts.TypeID) facts.TypeID {
	name := jvm.Name(x.b, n)
	if name == "" {
		return facts.None
	}
	t := lang.NewType(facts.Named, x.t.Line(n))
	t.Qualifier, t.Name, t.Args = qualifier, name, args
	if first, _, more := strings.Cut(qualifier, "."); more && systemPackages[first] && x.b.Lookup(first) == facts.None {
		t.Qualifier, t.Name = "", x.fullName(qualifier, name, n)
	} else if qualifier == "" {
		if v := x.b.Lookup(name); v != facts.None {
			t.Def = x.b.File.Vars[v].Def
		}
	}
	return x.b.Type(t)
}

// systemPackages are the first parts of packages that no repository has: what is written behind them is outside.
var systemPackages = map[string]bool{"java": true, "javax": true, "scala": true}

// fullName imports the name of a package under its whole path, and returns that.
func (x *extractor) fullName(pkg, name string, n int32) string {
	full := x.b.Intern([]byte(pkg + "." + name))
	for i := range x.b.File.Imports {
		if x.b.File.Imports[i].Alias == full {
			return full
		}
	}
	id := x.b.Import(facts.Import{Source: pkg, Name: name, Alias: full, Line: x.t.Line(n)})
	x.b.File.Imports[id].In = facts.None
	return full
}

// pathType adds a type with a path before its name: a.B, A#B.
func (x *extractor) pathType(n int32, args []facts.TypeID) facts.TypeID {
	last := x.t.LastUsable(n)
	if last < 0 {
		return facts.None
	}
	path := ""
	for c := x.t.First(n); c >= 0 && c != last; c = x.t.Next(c) {
		if x.t.Usable(c) {
			path = walk.Path(path, ".", x.dotted(c))
		}
	}
	return x.named(path, last, args)
}

func (x *extractor) typeArguments(list int32) []facts.TypeID { return walk.Types(x.t, list, x.typ) }

// several adds a type made of the children of n.
func (x *extractor) several(kind facts.TypeKind, n int32) facts.TypeID {
	t := lang.NewType(kind, x.t.Line(n))
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) {
			if arg := x.typ(c); arg != facts.None || kind == facts.TupleT {
				t.Args = append(t.Args, arg)
			}
		}
	}
	if len(t.Args) == 1 { // also one type in brackets
		return t.Args[0]
	}
	return x.b.Type(t)
}

// infixType adds A | B and A & B; any other is a type by the name of its operator.
func (x *extractor) infixType(n int32) facts.TypeID {
	left, right := x.typ(x.t.Child(n, fLeft)), x.typ(x.t.Child(n, fRight))
	operator := x.t.Child(n, fOperator)
	t := lang.NewType(facts.Named, x.t.Line(n))
	switch name := jvm.Name(x.b, operator); name {
	case "|":
		t.Kind = facts.UnionT
	case "&":
		t.Kind = facts.IntersectionT
	default:
		t.Name = name
		t.Args = []facts.TypeID{left, right}
		return x.b.Type(t)
	}
	for _, arg := range []facts.TypeID{left, right} {
		if arg != facts.None {
			t.Args = append(t.Args, arg)
		}
	}
	return x.b.Type(t)
}

func (x *extractor) functionType(n int32) facts.TypeID {
	t := lang.NewType(facts.FuncT, x.t.Line(n))
	if list := x.t.Child(n, fParameterTypes); list >= 0 {
		t.Args = x.typeArguments(list)
	}
	t.N = int32(len(t.Args))
	if result := x.t.Child(n, fReturnType); result >= 0 {
		t.Args = append(t.Args, x.typ(result))
	}
	return x.b.Type(t)
}
