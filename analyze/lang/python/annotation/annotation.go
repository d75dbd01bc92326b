// Package annotation reads the types that Python code declares: annotations, strings and comments that
// contain a type, and values used as a type, such as the second argument of isinstance.
//
// In: nodes and texts of one file, the names of the file, and the open scope of its lang.Builder. Out:
// types and type parameters, added to the facts of the file.
//
// Invariants: a missing type and Any are None; a union with an unknown member is unknown.
package annotation

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/names"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// A Reader reads the types of one file.
type Reader struct {
	t     syntax.Tree
	b     *lang.Builder
	f     *facts.File
	names *names.Table
	// effect adds the code at a node inside a type.
	effect func(node int32)
}

// New returns a reader of the types in tree t. effect adds the code at a node inside a type.
func New(t syntax.Tree, b *lang.Builder, n *names.Table, effect func(node int32)) *Reader {
	return &Reader{t: t, b: b, f: b.File, names: n, effect: effect}
}

// A typeArg is an argument of a generic type.
type typeArg struct {
	typ      facts.TypeID
	list     []facts.TypeID // parameters of a Callable
	isList   bool
	ellipsis bool
}

// Of adds the type at node i and returns it, or None where it is not known. The node may be an
// annotation or a value that is used as a type.
func (r *Reader) Of(i int32) facts.TypeID {
	if i < 0 {
		return facts.None
	}
	t := r.t
	line := t.Line(i)
	switch t.Kind(i) {
	case syntax.KType, syntax.KParenthesizedExpression, syntax.KSplatType, syntax.KListSplat, syntax.KConstrainedType, syntax.KUnaryOperator:
		return r.Of(t.FirstNamed(i))
	case syntax.KIdentifier:
		return r.Named("", r.b.Text(i), line)
	case syntax.KAttribute, syntax.KMemberType, syntax.KDottedName:
		if qualifier, name, ok := t.Qualified(i); ok {
			return r.Named(qualifier, name, line)
		}
	case syntax.KGenericType:
		return r.genericType(t.FirstNamed(i), t.ChildOfKind(i, syntax.KTypeParameter))
	case syntax.KSubscript:
		return r.genericType(t.Child(i, syntax.FValue), i)
	case syntax.KUnionType, syntax.KBinaryOperator:
		return r.Union(r.alternatives(i, nil), line)
	case syntax.KString:
		if s, ok := t.StringValue(i); ok {
			return r.Parse(s, line)
		}
	case syntax.KNone:
		return r.b.NamedType("", "None", line)
	}
	return facts.None
}

// alternatives collects the sides of A | B | C.
func (r *Reader) alternatives(i int32, list []facts.TypeID) []facts.TypeID {
	t := r.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Nodes[c].Flags&lang.IsNamed == 0 {
			continue
		}
		inner := c
		for t.Kind(inner) == syntax.KType {
			inner = t.FirstNamed(inner)
		}
		if k := t.Kind(inner); k == syntax.KUnionType || k == syntax.KBinaryOperator {
			list = r.alternatives(inner, list)
		} else if k != syntax.KNone {
			list = append(list, r.Of(inner))
		}
	}
	return list
}

// genericType returns the type base[arguments]; args is the node that contains the arguments.
func (r *Reader) genericType(base, args int32) facts.TypeID {
	t := r.t
	var qualifier, name string
	switch t.Kind(base) {
	case syntax.KIdentifier:
		name = r.b.Text(base)
	case syntax.KAttribute, syntax.KMemberType:
		var ok bool
		if qualifier, name, ok = t.Qualified(base); !ok {
			return facts.None
		}
	default:
		return facts.None
	}
	form := r.form(qualifier, name)
	if form == literalForm {
		return r.literalType(args)
	}
	var list []typeArg
	for c := t.First(max(args, 0)); args >= 0 && c >= 0; c = t.Next(c) {
		if !t.Named(c) || c == base {
			continue
		}
		if form == annotatedForm && len(list) > 0 {
			r.effect(c)
			continue
		}
		list = r.typeArgs(c, list)
	}
	return r.generic(form, qualifier, name, list, t.Line(base))
}

// typeArgs appends the type argument at node c to list, or each item where c is a tuple.
func (r *Reader) typeArgs(c int32, list []typeArg) []typeArg {
	t := r.t
	for t.Kind(c) == syntax.KType {
		c = t.FirstNamed(c)
	}
	switch t.Kind(c) {
	case syntax.KEllipsis:
		return append(list, typeArg{typ: facts.None, ellipsis: true})
	case syntax.KList:
		a := typeArg{typ: facts.None, isList: true}
		for p := t.First(c); p >= 0; p = t.Next(p) {
			if t.Nodes[p].Flags&lang.IsNamed != 0 {
				a.list = append(a.list, r.Of(p))
			}
		}
		return append(list, a)
	case syntax.KTuple, syntax.KExpressionList:
		for p := t.First(c); p >= 0; p = t.Next(p) {
			if t.Nodes[p].Flags&lang.IsNamed != 0 {
				list = r.typeArgs(p, list)
			}
		}
		return list
	}
	return append(list, typeArg{typ: r.Of(c)})
}

// literalType returns the builtin type of the values in Literal[…].
func (r *Reader) literalType(args int32) facts.TypeID {
	t := r.t
	for n := args + 1; n < args+t.Nodes[args].Size; n++ {
		switch t.Kind(n) {
		case syntax.KString, syntax.KConcatenatedString:
			return r.b.NamedType("", "str", t.Line(n))
		case syntax.KInteger:
			return r.b.NamedType("", "int", t.Line(n))
		case syntax.KTrue, syntax.KFalse:
			return r.b.NamedType("", "bool", t.Line(n))
		}
	}
	return facts.None
}

// Named returns a type without arguments.
func (r *Reader) Named(qualifier, name string, line int32) facts.TypeID {
	switch r.form(qualifier, name) {
	case selfForm:
		return r.selfType(line)
	case strForm:
		return r.b.NamedType("", "str", line)
	case unknownForm, unionForm, firstForm, annotatedForm, literalForm:
		return facts.None
	case callableForm:
		return r.b.Type(lang.NewType(facts.FuncT, line))
	}
	if local := r.localType(qualifier, name, line); local >= 0 {
		return local
	}
	return r.b.NamedType(qualifier, name, line)
}

// localType returns the type of the value of a local variable used as a type. None where the name is
// not a local variable.
func (r *Reader) localType(qualifier, name string, line int32) facts.TypeID {
	first := name
	if qualifier != "" {
		first, _, _ = strings.Cut(qualifier, ".")
	}
	v := r.b.Lookup(first)
	if v < 0 || r.f.Vars[v].Def >= 0 || r.f.Vars[v].Import >= 0 {
		return facts.None
	}
	typ := lang.NewType(facts.ValueT, line)
	typ.X = r.b.NameExpr(first, line)
	if qualifier != "" {
		for _, part := range append(strings.Split(qualifier, ".")[1:], name) {
			m := lang.NewExpr(facts.Member, line)
			m.X, m.Name = typ.X, part
			typ.X = r.b.Expr(m)
		}
	}
	return r.b.Type(typ)
}

// selfType returns the type of the instance of the enclosing class; in a subclass it is the subclass.
func (r *Reader) selfType(line int32) facts.TypeID {
	typ := lang.NewType(facts.ValueT, line)
	typ.X = r.b.Expr(lang.NewExpr(facts.This, line))
	return r.b.Type(typ)
}

// generic returns the type name[args].
func (r *Reader) generic(form typeForm, qualifier, name string, args []typeArg, line int32) facts.TypeID {
	arg := func(n int) facts.TypeID {
		if n >= len(args) {
			return facts.None
		}
		return args[n].typ
	}
	make1 := func(kind facts.TypeKind, ids ...facts.TypeID) facts.TypeID {
		t := lang.NewType(kind, line)
		t.Args = ids
		return r.b.Type(t)
	}
	switch form {
	case listForm:
		return make1(facts.ListT, arg(0))
	case mapForm:
		return make1(facts.MapT, arg(0), arg(1))
	case itemsForm:
		return make1(facts.ListT, make1(facts.TupleT, arg(0), arg(1)))
	case tupleForm:
		if len(args) == 2 && args[1].ellipsis {
			return make1(facts.ListT, arg(0))
		}
		return make1(facts.TupleT, ids(args)...)
	case unionForm:
		return r.Union(ids(args), line)
	case callableForm:
		t := lang.NewType(facts.FuncT, line)
		if len(args) > 0 {
			t.Args = args[0].list
			t.N = int32(len(t.Args))
			if p := arg(0); p >= 0 && r.f.Types[p].Kind == facts.Named && len(r.f.Types[p].Args) == 0 {
				t.Name = facts.ParamsOf + r.f.Types[p].Name
			}
		}
		if len(args) > 1 {
			t.Args = append(t.Args, arg(1))
		}
		return r.b.Type(t)
	case classForm:
		return make1(facts.ClassT, arg(0))
	case awaitableForm:
		return make1(facts.PromiseT, arg(0))
	case coroutineForm:
		return make1(facts.PromiseT, arg(2))
	case firstForm, annotatedForm:
		return arg(0)
	case contextForm: // iterating and entering give the same type: see extractor.entered
		return make1(facts.ListT, arg(0))
	case valueForm: // a map has the same get
		return make1(facts.MapT, facts.None, arg(0))
	case boolForm:
		return r.b.NamedType("", "bool", line)
	case unknownForm, literalForm:
		return facts.None
	}
	return r.b.NamedType(qualifier, name, line, ids(args)...)
}

func ids(args []typeArg) []facts.TypeID {
	out := make([]facts.TypeID, len(args))
	for i, a := range args {
		out[i] = a.typ
	}
	return out
}

// Union returns the union of args without the class None of Python. A union with an unknown member is
// unknown.
func (r *Reader) Union(args []facts.TypeID, line int32) facts.TypeID {
	kept := args[:0]
	for _, a := range args {
		if a >= 0 {
			if t := &r.f.Types[a]; t.Kind == facts.Named && t.Name == "None" && t.Qualifier == "" {
				continue
			}
		}
		kept = append(kept, a)
	}
	switch len(kept) {
	case 0:
		return facts.None
	case 1:
		return kept[0]
	}
	t := lang.NewType(facts.UnionT, line)
	t.Args = kept
	return r.b.Type(t)
}
