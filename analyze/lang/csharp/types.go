package csharp

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// typ adds the type expression n; None for n < 0, for var and for other nodes.
func (x *extractor) typ(n int32) facts.TypeID {
	switch x.t.Kind(n) {
	case kIdentifier, kImplicitParameter:
		return x.named("", n, nil)
	case kPredefinedType:
		if x.is(n, "void") {
			return facts.None
		}
		return x.named("", n, nil)
	case kQualifiedName, kAliasQualifiedName, kMemberAccessExpression:
		return x.qualified(n)
	case kGenericName:
		args := x.typeArguments(n)
		if t := x.delegateType(n, args); t != facts.None {
			return t
		}
		return x.named("", x.t.ChildOfKind(n, kIdentifier), args)
	case kArrayType:
		elem := x.typ(x.t.Child(n, fType))
		x.children(x.t.Child(n, fRank))
		t := lang.NewType(facts.ListT, x.t.Line(n))
		t.Args = []facts.TypeID{elem}
		return x.b.Type(t)
	case kRefType, kScopedType:
		return x.typ(x.t.Child(n, fType))
	case kNullableType:
		t := x.typ(x.t.Child(n, fType))
		if t != facts.None && x.f.Types[t].Kind == facts.Named {
			x.f.Types[t].SetMayBeAbsent()
		}
		return t
	case kPointerType:
		elem := x.typ(x.t.Child(n, fType))
		t := lang.NewType(facts.PointerT, x.t.Line(n))
		t.Args = []facts.TypeID{elem}
		return x.b.Type(t)
	case kTupleType:
		t := lang.NewType(facts.TupleT, x.t.Line(n))
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kTupleElement {
				t.Args = append(t.Args, x.typ(x.t.Child(c, fType)))
			}
		}
		return x.b.Type(t)
	case kFunctionPointerType:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			x.typ(x.t.Child(c, fType))
		}
	}
	return facts.None
}

// named adds the use of a type by its name at node n.
func (x *extractor) named(qualifier string, n int32, args []facts.TypeID) facts.TypeID {
	name := x.text(n)
	if name == "" {
		return facts.None
	}
	return x.b.NamedType(qualifier, name, x.t.Line(n), args...)
}

// delegateType returns the function type of a generic delegate of the standard library, None for other
// types.
func (x *extractor) delegateType(n int32, args []facts.TypeID) facts.TypeID {
	if len(args) == 0 {
		return facts.None
	}
	params, results := args, []facts.TypeID(nil)
	switch x.text(x.t.ChildOfKind(n, kIdentifier)) {
	case "Func":
		params, results = args[:len(args)-1], args[len(args)-1:]
	case "Action":
	case "Predicate":
		results = []facts.TypeID{x.b.NamedType("", "bool", x.t.Line(n))}
	case "Comparison":
		params = []facts.TypeID{args[0], args[0]}
		results = []facts.TypeID{x.b.NamedType("", "int", x.t.Line(n))}
	case "EventHandler":
		params = []facts.TypeID{x.b.NamedType("", "object", x.t.Line(n)), args[0]}
	default:
		return facts.None
	}
	t := lang.NewType(facts.FuncT, x.t.Line(n))
	t.N = int32(len(params))
	t.Args = append(append(t.Args, params...), results...)
	return x.b.Type(t)
}

// qualified adds A.B.C<D>. Type arguments before the last name are uses only.
func (x *extractor) qualified(n int32) facts.TypeID {
	last := x.t.Child(n, fName)
	left := x.t.Child(n, fQualifier)
	if left < 0 {
		left = x.t.Child(n, fExpression)
	}
	if left < 0 {
		if left = x.t.Child(n, fAlias); x.is(left, "global") {
			left = -1
		}
	}
	if left >= 0 {
		x.innerArguments(left)
	}
	args := x.typeArguments(last)
	if x.t.Kind(last) == kGenericName {
		last = x.t.ChildOfKind(last, kIdentifier)
	}
	qualifier := x.path(left)
	if x.isGlobal(n) {
		qualifier = "." + qualifier
	}
	return x.named(qualifier, last, args)
}

func (x *extractor) innerArguments(n int32) {
	for i, end := n, n+x.t.Nodes[n].Size; i < end; {
		if x.t.Kind(i) == kTypeArgumentList {
			x.typeList(i)
			i += x.t.Nodes[i].Size
			continue
		}
		i++
	}
}

// typeArguments adds the type arguments of a generic name.
func (x *extractor) typeArguments(n int32) []facts.TypeID {
	if x.t.Kind(n) != kGenericName {
		return nil
	}
	return x.typeList(x.t.ChildOfKind(n, kTypeArgumentList))
}

func (x *extractor) typeList(list int32) []facts.TypeID {
	if list < 0 {
		return nil
	}
	var args []facts.TypeID
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.usable(c) {
			args = append(args, x.typ(c))
		}
	}
	return args
}

// result adds the declared result of a function; None for void.
func (x *extractor) result(n int32) facts.TypeID {
	if n < 0 {
		return facts.None
	}
	return x.typ(n)
}

func (x *extractor) funcType(params []facts.Param, result facts.TypeID, line int32) facts.TypeID {
	t := lang.NewType(facts.FuncT, line)
	t.N = int32(len(params))
	for _, p := range params {
		t.Args = append(t.Args, p.Type)
	}
	if result != facts.None {
		t.Args = append(t.Args, result)
	}
	return x.b.Type(t)
}

// parameters returns the parameters of a list. If vars is not nil, it declares them in the innermost
// scope and appends their variables.
func (x *extractor) parameters(list int32, vars *[]facts.VarID) []facts.Param {
	if list < 0 {
		return nil
	}
	var params []facts.Param
	rest, typ := false, int32(-1)
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch {
		case x.t.Kind(c) == kParameter && x.usable(c):
			params = append(params, x.parameter(c, int32(len(params)), vars))
		case x.t.Kind(c) == tParams:
			rest = true
		case rest && x.t.Nodes[c].Field == fType:
			typ = c
		case rest && x.t.Nodes[c].Field == fName:
			p := facts.Param{Name: x.text(c), Type: x.typ(typ), Written: x.b.Written(typ), Variadic: true}
			x.declareParameter(&p, c, int32(len(params)), vars)
			params = append(params, p)
		}
	}
	return params
}

func (x *extractor) parameter(n, index int32, vars *[]facts.VarID) facts.Param {
	x.attributes(n)
	name := x.t.Child(n, fName)
	typ := x.t.Child(n, fType)
	p := facts.Param{Name: x.text(name), Type: x.typ(typ), Written: x.b.Written(typ)}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.isDefault(c) && x.usable(c) {
			p.Optional = true
			x.visit(c)
		} else if x.t.Kind(c) == kModifier && x.is(c, "params") {
			p.Variadic = true
		}
	}
	x.declareParameter(&p, name, index, vars)
	return p
}

func (x *extractor) declareParameter(p *facts.Param, name, index int32, vars *[]facts.VarID) {
	if vars == nil {
		return
	}
	line := int32(1)
	if name >= 0 {
		line = x.t.Line(name)
	}
	v := lang.NewVar(facts.ParamVar, p.Name, line)
	if v.Name == "_" {
		v.Name = ""
	}
	v.Index, v.Type = index, p.Type
	*vars = append(*vars, x.b.Declare(v))
}

// typeParameters returns the type parameters of n with their bounds. Of several bounds the first class
// or interface counts; the others are only uses.
func (x *extractor) typeParameters(n int32) []facts.TypeParam {
	list := x.t.ChildOfKind(n, kTypeParameterList)
	if list < 0 {
		return nil
	}
	var params []facts.TypeParam
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if name := x.t.Child(c, fName); x.t.Kind(c) == kTypeParameter && name >= 0 {
			params = append(params, facts.TypeParam{Name: x.text(name), Bound: facts.None})
		}
	}
	// Bounds may name the parameters, so these are known first.
	x.f.Defs[x.b.In()].TypeParams = params
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kTypeParameterConstraintsClause {
			continue
		}
		of := x.text(x.t.ChildOfKind(c, kIdentifier))
		bounds := x.bounds(c)
		for i := range params {
			if params[i].Name == of {
				params[i].Bound = bounds
			}
		}
	}
	return params
}

func (x *extractor) bounds(clause int32) facts.TypeID {
	var list []facts.TypeID
	for c := x.t.First(clause); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kTypeParameterConstraint {
			if t := x.typ(x.t.Child(c, fType)); t != facts.None {
				list = append(list, t)
			}
		}
	}
	return walk.Join(x.b, facts.IntersectionT, x.t.Line(clause), list)
}

// typeName adds the use of a type as an expression: a name or a chain of members. None for other
// nodes.
func (x *extractor) typeName(n int32) facts.ExprID {
	switch x.t.Kind(n) {
	case kIdentifier:
		return x.b.FileLevelName(x.text(n), x.t.Line(n))
	case kGenericName:
		return x.typeName(x.t.ChildOfKind(n, kIdentifier))
	case kNullableType, kRefType:
		return x.typeName(x.t.Child(n, fType))
	case kQualifiedName, kAliasQualifiedName, kMemberAccessExpression:
		path := x.path(n)
		if path == "" {
			return facts.None
		}
		line := x.t.Line(n)
		parts := strings.Split(path, ".")
		var e facts.ExprID
		if x.isGlobal(n) {
			e = x.b.RootName(parts[0], line)
		} else {
			e = x.b.NameExpr(parts[0], line)
		}
		for _, p := range parts[1:] {
			m := lang.NewExpr(facts.Member, line)
			m.X, m.Name = e, p
			e = x.b.Expr(m)
		}
		return e
	}
	return facts.None
}
