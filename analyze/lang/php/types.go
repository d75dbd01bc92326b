package php

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// typ adds the type expression n; None for n < 0 and for what says nothing: void,
// never, mixed.
func (x *extractor) typ(n int32) facts.TypeID {
	switch x.t.Kind(n) {
	case kNamedType:
		return x.classType(x.item(n, 0))
	case kName, kQualifiedName, kRelativeScope:
		return x.classType(n)
	case kOptionalType:
		return x.typ(x.item(n, 0))
	case kUnionType, kIntersectionType, kDisjunctiveNormalFormType:
		var list []facts.TypeID
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.t.Usable(c) {
				if t := x.typ(c); t != facts.None {
					list = append(list, t)
				}
			}
		}
		if x.t.Kind(n) == kIntersectionType && len(list) > 1 {
			t := lang.NewType(facts.IntersectionT, x.t.Line(n))
			t.Args = list
			return x.b.Type(t)
		}
		return walk.Join(x.b, facts.UnionT, x.t.Line(n), list)
	case kPrimitiveType:
		return x.builtin(strings.ToLower(x.b.Text(n)), x.t.Line(n))
	}
	return facts.None
}

// builtin adds the use of a builtin type.
func (x *extractor) builtin(name string, line int32) facts.TypeID {
	switch name {
	case "void", "never", "mixed", "null":
		return facts.None
	case "array", "iterable":
		return walk.ListType(x.b, facts.None, line)
	case "false", "true":
		name = "bool"
	}
	return x.b.NamedType("", name, line)
}

// isScalar reports whether t is a builtin type.
func (x *extractor) isScalar(t facts.TypeID) bool {
	n := &x.f.Types[t]
	return n.Kind == facts.Named && n.Qualifier == "" && universe[n.Name] != ""
}

// better returns the type that a comment gives where it says more than the
// declared one.
func (x *extractor) better(declared, spoken facts.TypeID) facts.TypeID {
	if declared == facts.None {
		return spoken
	}
	s, d := &x.f.Types[spoken], &x.f.Types[declared]
	switch {
	case s.Kind == facts.ListT && s.Args[0] == facts.None:
		return declared
	case s.Kind == facts.ClassT, s.Kind == facts.TupleT, s.Kind == facts.ListT, s.Kind == facts.MapT, s.Kind == facts.FuncT, s.Kind == facts.ObjectT, len(s.Args) > 0 && s.Kind == facts.Named:
		return spoken
	case d.Kind == facts.Named && d.Qualifier == "" && d.Name == "object":
		return spoken
	}
	return declared
}
