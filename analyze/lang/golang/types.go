package golang

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// isType reports whether a node kind is a type expression and nothing else.
func isType(k lang.Kind) bool {
	switch k {
	case kTypeIdentifier, kQualifiedType, kGenericType, kPointerType, kSliceType, kArrayType, kImplicitLengthArrayType,
		kMapType, kChannelType, kFunctionType, kStructType, kInterfaceType, kParenthesizedType, kNegatedType, kTypeElem:
		return true
	}
	return false
}

func (x *extractor) newType(kind facts.TypeKind, n int32, args ...facts.TypeID) facts.Type {
	t := lang.NewType(kind, x.t.Line(n))
	t.Args = args
	return t
}

// typ adds the type expression n; None for n < 0 and for other nodes.
func (x *extractor) typ(n int32) facts.TypeID {
	switch x.t.Kind(n) {
	case kTypeIdentifier, kIdentifier:
		return x.named(n)
	case kQualifiedType:
		return x.b.Type(x.qualified(n))
	case kSelectorExpression: // a type where the grammar expects a value
		return x.b.Type(x.selectorType(n))
	case kGenericType:
		return x.generic(n)
	case kPointerType:
		elem := x.typ(x.t.FirstNamed(n))
		return x.b.Type(x.newType(facts.PointerT, n, elem))
	case kSliceType, kArrayType, kImplicitLengthArrayType:
		if length := x.t.Child(n, fLength); length >= 0 {
			x.walk(length)
		}
		elem := x.typ(x.t.Child(n, fElement))
		return x.b.Type(x.newType(facts.ListT, n, elem))
	case kMapType:
		key := x.typ(x.t.Child(n, fKey))
		value := x.typ(x.t.Child(n, fValue))
		return x.b.Type(x.newType(facts.MapT, n, key, value))
	case kChannelType:
		elem := x.typ(x.t.Child(n, fValue))
		return x.b.Type(x.newType(facts.ChanT, n, elem))
	case kFunctionType:
		return x.funcType(n)
	case kStructType:
		return x.structType(n)
	case kInterfaceType:
		return x.interfaceType(n)
	case kParenthesizedType, kNegatedType, kTypeElem, kTypeConstraint:
		return x.typ(x.t.FirstNamed(n))
	case kParenthesizedExpression, kUnaryExpression:
		return x.typ(x.t.FirstNamed(n))
	}
	return facts.None
}

// named adds the use of a type by its plain name.
func (x *extractor) named(n int32) facts.TypeID {
	name := x.b.Text(n)
	if name == "_" {
		return facts.None
	}
	v := x.b.Lookup(name)
	if v == facts.None && isPredeclared(name) && !x.isTypeParam(name) {
		return x.predeclared(name, n)
	}
	t := lang.NewType(facts.Named, x.t.Line(n))
	t.Name = name
	if v != facts.None {
		t.Def = x.b.File.Vars[v].Def
	}
	return x.b.Type(t)
}

// predeclared returns the predeclared type of that name, one for the whole file.
func (x *extractor) predeclared(name string, n int32) facts.TypeID {
	id, ok := x.basic[name]
	if !ok {
		id = x.b.NamedType("", name, x.t.Line(n))
		x.basic[name] = id
	}
	return id
}

func (x *extractor) qualified(n int32) facts.Type {
	t := lang.NewType(facts.Named, x.t.Line(n))
	t.Qualifier, t.Name = x.b.Text(x.t.Child(n, fPackage)), x.b.Text(x.t.Child(n, fName))
	return t
}

func (x *extractor) selectorType(n int32) facts.Type {
	t := lang.NewType(facts.Named, x.t.Line(n))
	t.Qualifier, t.Name = x.b.Text(x.t.Child(n, fOperand)), x.b.Text(x.t.Child(n, fField))
	return t
}

func (x *extractor) generic(n int32) facts.TypeID {
	args := x.typeArgs(x.t.Child(n, fTypeArguments))
	base := x.t.Child(n, fType)
	t := lang.NewType(facts.Named, x.t.Line(n))
	switch x.t.Kind(base) {
	case kQualifiedType:
		t = x.qualified(base)
		if t.Qualifier == "iter" && (t.Name == "Seq" || t.Name == "Seq2") && x.imported["iter"] {
			return x.iterator(n, args)
		}
	case kTypeIdentifier:
		t.Name = x.b.Text(base)
		if v := x.b.Lookup(t.Name); v != facts.None {
			t.Def = x.b.File.Vars[v].Def
		}
	default:
		return x.typ(base)
	}
	t.Args = args
	return x.b.Type(t)
}

// iterator returns the meaning of iter.Seq[V] and iter.Seq2[K, V]: func(yield func(K, V) bool).
func (x *extractor) iterator(n int32, args []facts.TypeID) facts.TypeID {
	yield := x.newType(facts.FuncT, n, append(args, x.predeclared("bool", n))...)
	yield.N = int32(len(args))
	t := x.newType(facts.FuncT, n, x.b.Type(yield))
	t.N = 1
	return x.b.Type(t)
}

// typeArgs adds the types in a list of type arguments.
func (x *extractor) typeArgs(list int32) []facts.TypeID { return walk.Types(x.t, list, x.typ) }

// bound returns the type of a constraint or of an element of an interface: the embedded interface. For
// a set of types it returns None; the types in it are uses.
func (x *extractor) bound(n int32) facts.TypeID {
	if n < 0 {
		return facts.None
	}
	bound, count, set := facts.TypeID(facts.None), 0, false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if !x.t.Usable(c) {
			continue
		}
		set = set || !isInterfaceName(x.t.Kind(c))
		bound = x.typ(c)
		count++
	}
	if set || count != 1 {
		return facts.None
	}
	return bound
}

func isInterfaceName(k lang.Kind) bool {
	return k == kTypeIdentifier || k == kQualifiedType || k == kGenericType || k == kInterfaceType
}

func (x *extractor) funcType(n int32) facts.TypeID {
	t, _ := x.funcTypeOf(n)
	return t
}

// funcTypeOf adds the FuncT of a function type or literal and returns it with its parameters.
func (x *extractor) funcTypeOf(n int32) (facts.TypeID, []facts.Param) {
	params := x.params(x.t.Child(n, fParameters))
	results := x.results(x.t.Child(n, fResult))
	t := lang.NewType(facts.FuncT, x.t.Line(n))
	t.N = int32(len(params))
	if len(params)+len(results) > 0 {
		t.Args = make([]facts.TypeID, 0, len(params)+len(results))
	}
	for _, p := range params {
		if p.Variadic {
			p.Type = walk.ListType(x.b, p.Type, t.Line)
		}
		t.Args = append(t.Args, p.Type)
	}
	t.Args = append(t.Args, results...)
	return x.b.Type(t), params
}

// params returns the parameters of a list, one for each name.
func (x *extractor) params(list int32) []facts.Param {
	if list < 0 {
		return nil
	}
	var params []facts.Param
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		k := x.t.Kind(c)
		if k != kParameterDeclaration && k != kVariadicParameterDeclaration {
			continue
		}
		typ := x.t.Child(c, fType)
		p := facts.Param{Type: x.typ(typ), Written: x.written(typ), Variadic: k == kVariadicParameterDeclaration}
		before := len(params)
		for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
			if x.t.Kind(e) == kIdentifier {
				p.Name = x.b.Text(e)
				params = append(params, p)
			}
		}
		if len(params) == before {
			params = append(params, p)
		}
	}
	return params
}

// written returns the source of a type without the names of parameters in function types, which do not
// change the type.
func (x *extractor) written(n int32) string {
	return x.b.WrittenWithout(n, func(i int32) bool {
		p := x.t.Nodes[i].Parent
		return x.t.Kind(i) == kIdentifier && i != n && (x.t.Kind(p) == kParameterDeclaration || x.t.Kind(p) == kVariadicParameterDeclaration) &&
			x.t.Child(p, fType) != i && x.t.ChildOfKind(p, kIdentifier) == i && x.t.Kind(x.t.Next(i)) != tComma
	})
}

// returned returns the result types as they are written.
func (x *extractor) returned(n int32) []string {
	if n < 0 {
		return nil
	}
	if x.t.Kind(n) != kParameterList {
		return []string{x.written(n)}
	}
	var written []string
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kParameterDeclaration {
			continue
		}
		names := 0
		for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
			if x.t.Kind(e) == kIdentifier {
				names++
			}
		}
		for range max(names, 1) {
			written = append(written, x.written(x.t.Child(c, fType)))
		}
	}
	return written
}

// results returns the result types: a list in brackets or one type.
func (x *extractor) results(n int32) []facts.TypeID {
	if n < 0 {
		return nil
	}
	if x.t.Kind(n) != kParameterList {
		return []facts.TypeID{x.typ(n)}
	}
	params := x.params(n)
	if len(params) == 0 {
		return nil
	}
	results := make([]facts.TypeID, len(params))
	for i, p := range params {
		results[i] = p.Type
	}
	return results
}

func (x *extractor) structType(n int32) facts.TypeID {
	t := x.newType(facts.ObjectT, n)
	if list := x.t.ChildOfKind(n, kFieldDeclarationList); x.t.ChildOfKind(list, kFieldDeclaration) >= 0 {
		t.Def = x.members(n, x.fields)
	}
	return x.b.Type(t)
}

func (x *extractor) interfaceType(n int32) facts.TypeID {
	method, elem := x.t.ChildOfKind(n, kMethodElem), x.t.ChildOfKind(n, kTypeElem)
	switch {
	case method < 0 && elem < 0:
		return x.predeclared("any", n)
	case method < 0 && x.nextElem(elem) < 0: // interface{ T } is T, or a set of types
		if t := x.bound(elem); t != facts.None {
			return t
		}
		return x.b.Type(x.newType(facts.ObjectT, n))
	}
	t := x.newType(facts.ObjectT, n)
	t.Def = x.members(n, x.interfaceMembers)
	return x.b.Type(t)
}

func (x *extractor) nextElem(n int32) int32 {
	for n = x.t.Next(n); n >= 0; n = x.t.Next(n) {
		if x.t.Kind(n) == kTypeElem {
			return n
		}
	}
	return -1
}

// members adds the members of an anonymous type to the Def that it is the type
// of, or to a new one without a name, and returns that Def.
func (x *extractor) members(n int32, add func(facts.DefID, int32)) facts.DefID {
	id := x.owner
	x.owner = facts.None
	if id != facts.None {
		x.owned[n] = true
		x.b.Enter(id)
		add(id, n)
		x.b.Leave()
		return id
	}
	id = x.b.Def(x.newDef(facts.TypeDef, x.place(n, nil), -1, -1))
	x.nameless++
	x.b.Enter(id)
	add(id, n)
	x.b.Leave()
	x.nameless--
	return id
}
