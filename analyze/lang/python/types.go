package python

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A typeForm is what a generic type of the standard library amounts to.
type typeForm uint8

const (
	plainForm     typeForm = iota
	listForm               // elements of the first argument
	mapForm                // first and second argument
	itemsForm              // list of pairs
	tupleForm              // tuple[A, B], tuple[A, ...]
	unionForm              // Union, Optional
	callableForm           // Callable[[A], R]
	classForm              // type[A]
	awaitableForm          // A after await
	coroutineForm          // the third argument after await
	firstForm              // what the first argument is: Annotated, Final, …
	annotatedForm          // the same; the rest are values
	literalForm            // one of some values
	selfForm               // an instance of the class around
	boolForm               // TypeGuard[A]
	strForm                // AnyStr, LiteralString
	unknownForm            // Any, Never
	contextForm            // the first argument after with
	valueForm              // a box whose get gives the first argument
)

// typeForms are the types of builtins, typing and collections.abc by name.
var typeForms = map[string]typeForm{
	"list": listForm, "List": listForm, "Sequence": listForm, "MutableSequence": listForm,
	"Iterable": listForm, "Iterator": listForm, "Collection": listForm, "Container": listForm, "Reversible": listForm,
	"set": listForm, "Set": listForm, "MutableSet": listForm, "AbstractSet": listForm,
	"frozenset": listForm, "FrozenSet": listForm, "deque": listForm, "Deque": listForm,
	"Generator": listForm, "AsyncIterable": listForm, "AsyncIterator": listForm, "AsyncGenerator": listForm,
	"KeysView": listForm, "ValuesView": listForm,
	"dict": mapForm, "Dict": mapForm, "Mapping": mapForm, "MutableMapping": mapForm,
	"defaultdict": mapForm, "DefaultDict": mapForm, "OrderedDict": mapForm, "ChainMap": mapForm,
	"ItemsView": itemsForm,
	"tuple":     tupleForm, "Tuple": tupleForm,
	"Union": unionForm, "Optional": unionForm,
	"Callable": callableForm,
	"type":     classForm, "Type": classForm,
	"Awaitable": awaitableForm, "Future": awaitableForm, "Task": awaitableForm,
	"Coroutine": coroutineForm,
	"ClassVar":  firstForm, "Final": firstForm, "Required": firstForm, "NotRequired": firstForm,
	"ReadOnly": firstForm, "InitVar": firstForm, "Unpack": firstForm,
	"Annotated": annotatedForm,
	"Literal":   literalForm,
	"Self":      selfForm,
	"TypeGuard": boolForm, "TypeIs": boolForm,
	"AnyStr": strForm, "Text": strForm, "LiteralString": strForm,
	"Any": unknownForm, "NoReturn": unknownForm, "Never": unknownForm, "Concatenate": unknownForm,
	"ContextManager": contextForm, "AbstractContextManager": contextForm,
	"AsyncContextManager": contextForm, "AbstractAsyncContextManager": contextForm,
	"ContextVar": valueForm, "Queue": valueForm, "SimpleQueue": valueForm, "LifoQueue": valueForm, "PriorityQueue": valueForm,
}

// isTyping reports whether a module declares types for annotations.
func isTyping(module string) bool {
	switch module {
	case "typing", "typing_extensions", "collections.abc", "_typeshed":
		return true
	}
	return strings.HasSuffix(module, ".typing_extensions") // vendored
}

// form returns the form of a type name. A class of the file or an import from
// elsewhere is itself, whatever it is called.
func (x *extractor) form(qualifier, name string) typeForm {
	form, ok := typeForms[name]
	if !ok {
		return plainForm
	}
	if qualifier != "" {
		o := x.origins[qualifier]
		if o.name != "" || o.module == "" {
			return plainForm
		}
		return libraryForm(o.module, form)
	}
	if o, imported := x.origins[name]; imported {
		switch name {
		case "Literal", "Annotated", "Optional", "Union", "Any", "ClassVar": // nobody else calls a type so
			return form
		}
		return libraryForm(o.module, form)
	}
	if x.defined[name] {
		return plainForm
	}
	if id, defined := x.members[member{facts.None, name}]; defined && x.f.Defs[id].Kind != facts.TypeDef {
		return plainForm
	}
	return form
}

func libraryForm(module string, form typeForm) typeForm {
	switch module {
	case "collections", "asyncio", "contextlib", "contextvars", "dataclasses", "builtins", "concurrent.futures", "queue":
		return form
	}
	if isTyping(module) {
		return form
	}
	return plainForm
}

// A typeArg is an argument of a generic type.
type typeArg struct {
	typ      facts.TypeID
	list     []facts.TypeID // parameters of a Callable
	isList   bool
	ellipsis bool
}

// typ adds the type that node i says, and returns it, or None where it says
// nothing. The node may be an annotation or a value that stands for a type.
func (x *extractor) typ(i int32) facts.TypeID {
	if i < 0 {
		return facts.None
	}
	t := x.t
	line := t.Line(i)
	switch t.Kind(i) {
	case kType, kParenthesizedExpression, kSplatType, kListSplat, kConstrainedType, kUnaryOperator:
		return x.typ(t.FirstNamed(i))
	case kIdentifier:
		return x.namedType("", x.b.Text(i), line)
	case kAttribute, kMemberType, kDottedName:
		if qualifier, name, ok := x.qualified(i); ok {
			return x.namedType(qualifier, name, line)
		}
	case kGenericType:
		return x.genericType(t.FirstNamed(i), t.ChildOfKind(i, kTypeParameter))
	case kSubscript:
		return x.genericType(t.Child(i, fValue), i)
	case kUnionType, kBinaryOperator:
		return x.union(x.alternatives(i, nil), line)
	case kString:
		if s, ok := x.stringValue(i); ok {
			return x.parseType(s, line)
		}
	case kNone:
		return x.b.NamedType("", "None", line)
	}
	return facts.None
}

// alternatives collects the sides of A | B | C.
func (x *extractor) alternatives(i int32, list []facts.TypeID) []facts.TypeID {
	t := x.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Nodes[c].Flags&lang.IsNamed == 0 {
			continue
		}
		inner := c
		for t.Kind(inner) == kType {
			inner = t.FirstNamed(inner)
		}
		if k := t.Kind(inner); k == kUnionType || k == kBinaryOperator {
			list = x.alternatives(inner, list)
		} else if k != kNone {
			list = append(list, x.typ(inner))
		}
	}
	return list
}

// qualified splits a dotted name into what is before the last dot and the name.
func (x *extractor) qualified(i int32) (qualifier, name string, ok bool) {
	t := x.t
	last := int32(-1)
	for n := i + 1; n < i+t.Nodes[i].Size; n++ {
		switch t.Kind(n) {
		case kIdentifier:
			last = n
		case kAttribute, kMemberType, kType:
		default:
			if t.Nodes[n].Flags&lang.IsNamed != 0 {
				return "", "", false
			}
		}
	}
	if last < 0 {
		return "", "", false
	}
	start, end := t.Nodes[i].Start, t.Nodes[last].Start
	if end > start {
		qualifier = x.b.Intern(t.Source[start : end-1])
	}
	return qualifier, x.b.Text(last), true
}

// genericType is base[arguments], where the arguments stand under node args.
func (x *extractor) genericType(base, args int32) facts.TypeID {
	t := x.t
	var qualifier, name string
	switch t.Kind(base) {
	case kIdentifier:
		name = x.b.Text(base)
	case kAttribute, kMemberType:
		var ok bool
		if qualifier, name, ok = x.qualified(base); !ok {
			return facts.None
		}
	default:
		return facts.None
	}
	form := x.form(qualifier, name)
	if form == literalForm {
		return x.literalType(args)
	}
	var list []typeArg
	for c := t.First(max(args, 0)); args >= 0 && c >= 0; c = t.Next(c) {
		if !t.Named(c) || c == base {
			continue
		}
		if form == annotatedForm && len(list) > 0 {
			x.effect(c)
			continue
		}
		list = x.typeArgs(c, list)
	}
	return x.generic(form, qualifier, name, list, t.Line(base))
}

// typeArgs appends the type argument at node c; a tuple holds several.
func (x *extractor) typeArgs(c int32, list []typeArg) []typeArg {
	t := x.t
	for t.Kind(c) == kType {
		c = t.FirstNamed(c)
	}
	switch t.Kind(c) {
	case kEllipsis:
		return append(list, typeArg{typ: facts.None, ellipsis: true})
	case kList:
		a := typeArg{typ: facts.None, isList: true}
		for p := t.First(c); p >= 0; p = t.Next(p) {
			if t.Nodes[p].Flags&lang.IsNamed != 0 {
				a.list = append(a.list, x.typ(p))
			}
		}
		return append(list, a)
	case kTuple, kExpressionList:
		for p := t.First(c); p >= 0; p = t.Next(p) {
			if t.Nodes[p].Flags&lang.IsNamed != 0 {
				list = x.typeArgs(p, list)
			}
		}
		return list
	}
	return append(list, typeArg{typ: x.typ(c)})
}

// literalType is the builtin type of the values in Literal[…].
func (x *extractor) literalType(args int32) facts.TypeID {
	t := x.t
	for n := args + 1; n < args+t.Nodes[args].Size; n++ {
		switch t.Kind(n) {
		case kString, kConcatenatedString:
			return x.b.NamedType("", "str", t.Line(n))
		case kInteger:
			return x.b.NamedType("", "int", t.Line(n))
		case kTrue, kFalse:
			return x.b.NamedType("", "bool", t.Line(n))
		}
	}
	return facts.None
}

// namedType is a type without arguments.
func (x *extractor) namedType(qualifier, name string, line int32) facts.TypeID {
	switch x.form(qualifier, name) {
	case selfForm:
		return x.selfType(line)
	case strForm:
		return x.b.NamedType("", "str", line)
	case unknownForm, unionForm, firstForm, annotatedForm, literalForm:
		return facts.None
	case callableForm:
		return x.b.Type(lang.NewType(facts.FuncT, line))
	}
	if local := x.localType(qualifier, name, line); local >= 0 {
		return local
	}
	return x.b.NamedType(qualifier, name, line)
}

// localType is a type whose name is a variable of the function around: what
// its value is. None where the name is no such variable.
func (x *extractor) localType(qualifier, name string, line int32) facts.TypeID {
	if x.ctx.kind == atModule && x.b.AtFileLevel() {
		return facts.None
	}
	first := name
	if qualifier != "" {
		first, _, _ = strings.Cut(qualifier, ".")
	}
	v := x.b.Lookup(first)
	if v < 0 || x.f.Vars[v].Def >= 0 || x.f.Vars[v].Import >= 0 {
		return facts.None
	}
	typ := lang.NewType(facts.ValueT, line)
	typ.X = x.b.NameExpr(first, line)
	if qualifier != "" {
		for _, part := range append(strings.Split(qualifier, ".")[1:], name) {
			m := lang.NewExpr(facts.Member, line)
			m.X, m.Name = typ.X, part
			typ.X = x.b.Expr(m)
		}
	}
	return x.b.Type(typ)
}

// selfType is what the instance of the class around is, in a subclass too.
func (x *extractor) selfType(line int32) facts.TypeID {
	typ := lang.NewType(facts.ValueT, line)
	typ.X = x.b.Expr(lang.NewExpr(facts.This, line))
	return x.b.Type(typ)
}

// generic is the type name[args].
func (x *extractor) generic(form typeForm, qualifier, name string, args []typeArg, line int32) facts.TypeID {
	arg := func(n int) facts.TypeID {
		if n >= len(args) {
			return facts.None
		}
		return args[n].typ
	}
	make1 := func(kind facts.TypeKind, ids ...facts.TypeID) facts.TypeID {
		t := lang.NewType(kind, line)
		t.Args = ids
		return x.b.Type(t)
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
		return x.union(ids(args), line)
	case callableForm:
		t := lang.NewType(facts.FuncT, line)
		if len(args) > 0 {
			t.Args = args[0].list
			t.N = int32(len(t.Args))
			if p := arg(0); p >= 0 && x.f.Types[p].Kind == facts.Named && len(x.f.Types[p].Args) == 0 {
				t.Name = facts.ParamsOf + x.f.Types[p].Name
			}
		}
		if len(args) > 1 {
			t.Args = append(t.Args, arg(1))
		}
		return x.b.Type(t)
	case classForm:
		return make1(facts.ClassT, arg(0))
	case awaitableForm:
		return make1(facts.PromiseT, arg(0))
	case coroutineForm:
		return make1(facts.PromiseT, arg(2))
	case firstForm, annotatedForm:
		return arg(0)
	case contextForm: // iterating and entering give the same: see entered
		return make1(facts.ListT, arg(0))
	case valueForm: // a map has the same get
		return make1(facts.MapT, facts.None, arg(0))
	case boolForm:
		return x.b.NamedType("", "bool", line)
	case unknownForm, literalForm:
		return facts.None
	}
	return x.b.NamedType(qualifier, name, line, ids(args)...)
}

func ids(args []typeArg) []facts.TypeID {
	out := make([]facts.TypeID, len(args))
	for i, a := range args {
		out[i] = a.typ
	}
	return out
}

// union is one of several types. None adds nothing; with a part that is not
// known the whole is not known.
func (x *extractor) union(args []facts.TypeID, line int32) facts.TypeID {
	kept := args[:0]
	for _, a := range args {
		if a >= 0 {
			if t := &x.f.Types[a]; t.Kind == facts.Named && t.Name == "None" && t.Qualifier == "" {
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
	return x.b.Type(t)
}

// typeParams reads the parameters of "def f[T: B, *Ts]" under node i.
func (x *extractor) typeParams(i int32) []facts.TypeParam {
	if i < 0 {
		return nil
	}
	t := x.t
	var list []facts.TypeParam
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Kind(c) != kType || t.Nodes[c].Flags&lang.IsNamed == 0 {
			continue
		}
		p := facts.TypeParam{Bound: facts.None}
		inner := t.FirstNamed(c)
		if t.Kind(inner) == kConstrainedType {
			name := t.FirstNamed(inner)
			for b := t.Next(name); b >= 0; b = t.Next(b) {
				if t.Kind(b) == kType && t.Nodes[b].Flags&lang.IsNamed != 0 {
					p.Bound = x.typ(b)
				}
			}
			inner = name
		}
		for t.Kind(inner) == kType || t.Kind(inner) == kSplatType {
			inner = t.FirstNamed(inner)
		}
		if t.Kind(inner) == kIdentifier {
			p.Name = x.b.Text(inner)
			list = append(list, p)
		}
	}
	return list
}

// inferTypeParams adds the type variables in the signature of a function that its
// class does not bind. One that stands in the result alone is that of a function
// which is returned.
func (x *extractor) inferTypeParams(id facts.DefID) {
	if len(x.typeVars) == 0 {
		return
	}
	for _, p := range x.f.Defs[id].Params {
		x.collectTypeVars(id, p.Type)
	}
	for _, r := range x.f.Defs[id].Results {
		x.collectTypeVars(id, r)
	}
}

func (x *extractor) collectTypeVars(id facts.DefID, typ facts.TypeID) {
	if typ < 0 {
		return
	}
	t := x.f.Types[typ]
	if bound, ok := x.typeVars[t.Name]; ok && t.Kind == facts.Named && t.Qualifier == "" && !x.classBinds(t.Name) {
		x.addTypeParam(id, t.Name, bound)
	}
	for _, a := range t.Args {
		x.collectTypeVars(id, a)
	}
}

func (x *extractor) classBinds(name string) bool {
	if x.ctx.class < 0 {
		return false
	}
	for _, p := range x.f.Defs[x.ctx.class].TypeParams {
		if p.Name == name {
			return true
		}
	}
	return false
}
