package kotlin

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// isType reports whether a node kind is a type expression and nothing else.
func isType(k lang.Kind) bool {
	switch k {
	case kUserType, kNullableType, kNotNullableType, kFunctionType, kParenthesizedType, kParenthesizedUserType, kTypeProjection:
		return true
	}
	return false
}

// typ adds the type expression n; None for n < 0 and for what is no type. A
// nullable type is the type itself.
func (x *extractor) typ(n int32) facts.TypeID {
	switch x.t.Kind(n) {
	case kUserType, kFunctionType, kNullableType, kNotNullableType, kParenthesizedType, kParenthesizedUserType, kTypeProjection:
	default:
		return facts.None
	}
	if x.t.Kind(n) == kUserType {
		return x.userType(n)
	}
	if x.t.Kind(n) == kFunctionType {
		return x.functionType(n)
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if isType(x.t.Kind(c)) {
			return x.typ(c)
		}
	}
	return facts.None
}

// userType adds a type by its name, which may be dotted. It is also used for the receiver of a
// function type, which has no brackets, with the nodes up to the node end.
func (x *extractor) userType(n int32) facts.TypeID {
	return x.namedType(x.t.First(n), -1)
}

// namedType adds the type named by the siblings from first up to end.
func (x *extractor) namedType(first, end int32) facts.TypeID {
	qualifier, name, line := "", "", int32(0)
	var args []facts.TypeID
	for c := first; c >= 0 && c != end; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kTypeIdentifier:
			qualifier, name, line = walk.Path(qualifier, ".", name), jvm.Name(x.b, c), x.t.Line(c)
			if at := strings.LastIndexByte(name, '.'); at >= 0 { // see rewriteLines
				qualifier, name = name[:at], name[at+1:]
			}
		case kTypeArguments:
			args = x.typeArguments(c)
		}
	}
	if name == "" {
		return facts.None
	}
	t := lang.NewType(facts.Named, line)
	t.Qualifier, t.Name, t.Args = qualifier, name, args
	if qualifier == "" {
		if v := x.b.Lookup(name); v != facts.None {
			t.Def = x.b.File.Vars[v].Def
		}
	}
	return x.b.Type(t)
}

// typeArguments adds the types in a list of type arguments, None for a star.
func (x *extractor) typeArguments(list int32) []facts.TypeID {
	if list < 0 {
		return nil
	}
	var args []facts.TypeID
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if isType(x.t.Kind(c)) {
			args = append(args, x.typ(c))
		}
	}
	return args
}

// functionType adds a function type. A receiver is its first parameter.
func (x *extractor) functionType(n int32) facts.TypeID {
	list := x.t.ChildOfKind(n, kFunctionTypeParameters)
	if list < 0 {
		return facts.None
	}
	var args []facts.TypeID
	name := ""
	receiver := facts.TypeID(facts.None)
	if first := x.t.First(n); first != list {
		if x.has(n, tDot) {
			name = facts.WithReceiver
		}
		if receiver = x.namedType(first, list); receiver == facts.None {
			for c := first; c >= 0 && c != list; c = x.t.Next(c) {
				if isType(x.t.Kind(c)) {
					receiver = x.typ(c)
				}
			}
		}
	}
	if name != "" {
		args = append(args, receiver)
	}
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kParameter:
			args = append(args, x.typ(x.typeBehind(c)))
		case isType(k):
			args = append(args, x.typ(c))
		}
	}
	count := len(args)
	for c := x.t.Next(list); c >= 0; c = x.t.Next(c) {
		if isType(x.t.Kind(c)) {
			args = append(args, x.typ(c))
		}
	}
	t := lang.NewType(facts.FuncT, x.t.Line(n))
	t.Name, t.Args, t.N = name, args, int32(count)
	return x.b.Type(t)
}
