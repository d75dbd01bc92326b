package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// annotation returns the type in ": T" or in a type node itself; None for none
// and for any and unknown, which say nothing.
func (e *extractor) annotation(i int32) facts.TypeID {
	if i < 0 {
		return facts.None
	}
	t := e.t
	switch t.Kind(i) {
	case kTypeAnnotation, kOptingTypeAnnotation, kOmittingTypeAnnotation:
		return e.typ(t.FirstNamed(i))
	case kTypePredicateAnnotation:
		if p := t.FirstNamed(i); p >= 0 {
			e.typ(t.Child(p, fType))
		}
		return e.b.NamedType("", "boolean", t.Line(i))
	case kAssertsAnnotation:
		e.annotation(t.FirstNamed(i))
		return e.b.NamedType("", "void", t.Line(i))
	case kAsserts:
		return e.annotation(t.FirstNamed(i))
	}
	return e.typ(i)
}

// typ returns the type that node i writes.
func (e *extractor) typ(i int32) facts.TypeID {
	if i < 0 {
		return facts.None
	}
	t := e.t
	line := t.Line(i)
	switch t.Kind(i) {
	case kPredefinedType:
		switch name := e.word(i); name {
		case "any", "unknown":
			return facts.None
		case "unique symbol":
			return e.b.NamedType("", "symbol", line)
		default:
			return e.b.NamedType("", name, line)
		}
	case kTypeIdentifier, kIdentifier:
		return e.simpleType(e.word(i), nil, line)
	case kNestedTypeIdentifier, kNestedIdentifier:
		if qualifier, name, ok := e.path(i); ok {
			return e.namedType(qualifier, name, nil, line)
		}
	case kMemberExpression, kCallExpression:
		return e.importedType(i)
	case kGenericType:
		return e.genericType(i)
	case kArrayType:
		return e.wrapType(facts.ListT, e.typ(t.FirstNamed(i)), line)
	case kReadonlyType, kParenthesizedType, kOptionalType, kRestType, kFlowMaybeType, kTypeAnnotation:
		return e.typ(t.FirstNamed(i))
	case kTupleType:
		return e.tuple(i)
	case kUnionType:
		return e.union(i)
	case kIntersectionType:
		return e.intersection(i)
	case kFunctionType:
		return e.functionType(i)
	case kConstructorType:
		before := e.pushTypeParams(i)
		e.typeOnlyParams(i)
		result := e.signatureResult(i)
		e.params = e.params[:before]
		return e.wrapType(facts.ClassT, result, line)
	case kObjectType:
		return e.objectType(i)
	case kTypeQuery:
		return e.typeQuery(i)
	case kThisType:
		return e.thisType(line)
	case kLiteralType:
		return e.literalTypeOf(i)
	case kTemplateLiteralType:
		e.typesWithin(i)
		return e.b.NamedType("", "string", line)
	case kIndexTypeQuery:
		e.typ(t.FirstNamed(i))
		return e.b.NamedType("", "string", line)
	case kLookupType:
		return e.lookup(i)
	case kConditionalType:
		return e.conditional(i)
	case kTypePredicate:
		e.typ(t.Child(i, fType))
		return e.b.NamedType("", "boolean", line)
	case kRequiredParameter, kOptionalParameter: // member of a tuple
		return e.annotation(t.Child(i, fType))
	case kInferType:
		if bound := e.t.LastNamed(i); bound != t.FirstNamed(i) {
			e.typ(bound) // infer U extends T
		}
		return facts.None
	case kExistentialType:
		return facts.None
	}
	e.typesWithin(i)
	return facts.None
}

// typesWithin visits the types in a form whose own type is not known.
func (e *extractor) typesWithin(i int32) {
	for c := e.t.First(i); c >= 0; c = e.t.Next(c) {
		if e.t.Named(c) {
			e.typ(c)
		}
	}
}

// known returns typ, or any where it is None: for places that must be filled.
func (e *extractor) known(typ facts.TypeID, line int32) facts.TypeID {
	if typ != facts.None {
		return typ
	}
	return e.b.NamedType("", "any", line)
}

// wrapType returns a type of kind around arg, which may be None.
func (e *extractor) wrapType(kind facts.TypeKind, arg facts.TypeID, line int32) facts.TypeID {
	w := lang.NewType(kind, line)
	if arg != facts.None {
		w.Args = e.newIDs(arg)
	}
	return e.b.Type(w)
}

// A builtinType is a type that was taken for one of the language by its name.
// Where the file has a definition or import of that name, finish takes it back.
type builtinType struct {
	id   facts.TypeID
	name string
	args []facts.TypeID
}

// namedType returns the type of that name. Collections, promises and types that
// only change the members of another are known by name.
func (e *extractor) namedType(qualifier, name string, args []facts.TypeID, line int32) facts.TypeID {
	if qualifier == "" && len(args) > 0 {
		if id := e.builtinGeneric(name, args, line); id != facts.None {
			if id != args[0] {
				e.generic = append(e.generic, builtinType{id, name, args})
			}
			return id
		}
	}
	return e.b.NamedType(qualifier, name, line, e.allKnown(args, line)...)
}

func (e *extractor) builtinGeneric(name string, args []facts.TypeID, line int32) facts.TypeID {
	switch name {
	case "Promise", "PromiseLike":
		return e.wrapType(facts.PromiseT, args[0], line)
	case "Array", "ReadonlyArray", "Set", "ReadonlySet", "WeakSet", "Iterable", "Iterator", "IterableIterator",
		"ArrayIterator", "AsyncIterable", "AsyncIterator", "AsyncIterableIterator", "Generator", "AsyncGenerator", "ArrayLike":
		return e.wrapType(facts.ListT, args[0], line)
	case "Map", "ReadonlyMap", "WeakMap", "Record":
		m := lang.NewType(facts.MapT, line)
		if len(args) > 1 && args[1] != facts.None {
			m.Args = e.newIDs(e.known(args[0], line), args[1])
		}
		return e.b.Type(m)
	case "Required", "Readonly", "NonNullable", "NoInfer":
		return args[0]
	case "Partial", "Pick", "Omit", "Extract", "Exclude": // a value need not have all that such a type has
		return e.wrapType(facts.UnionT, args[0], line)
	}
	return facts.None
}

func (e *extractor) genericType(i int32) facts.TypeID {
	t := e.t
	name := t.Child(i, fName)
	args := e.typeArguments(t.Child(i, fTypeArguments))
	qualifier, last, ok := e.path(name)
	if !ok {
		return facts.None
	}
	if q := t.ChildOfKind(t.Child(i, fTypeArguments), kTypeQuery); last == "InstanceType" && qualifier == "" && q >= 0 {
		if qualifier, last, ok := e.path(t.FirstNamed(q)); ok {
			return e.namedType(qualifier, last, nil, t.Line(i))
		}
	}
	if qualifier == "" {
		if x := e.computed(last, args, t.Line(i)); x != facts.None {
			typ := e.valueType(x, t.Line(i))
			e.generic = append(e.generic, builtinType{typ, last, args})
			return typ
		}
		return e.simpleType(last, args, t.Line(i))
	}
	return e.namedType(qualifier, last, args, t.Line(i))
}

// computed returns a value that has the type ReturnType<T> or Awaited<T>, None for
// other types.
func (e *extractor) computed(name string, args []facts.TypeID, line int32) facts.ExprID {
	if len(args) != 1 || args[0] == facts.None {
		return facts.None
	}
	switch name {
	case "ReturnType":
		c := lang.NewExpr(facts.Call, line)
		c.X, c.Flags = e.assert(facts.None, args[0], line), facts.Implicit
		return e.b.Expr(c)
	case "Awaited":
		return e.wrap(facts.Await, e.assert(facts.None, args[0], line), line)
	}
	return facts.None
}

// typeArguments returns the types in <A, B>, None for those that are not known.
func (e *extractor) typeArguments(i int32) []facts.TypeID {
	if i < 0 {
		return nil
	}
	var buffer [4]facts.TypeID
	args := buffer[:0]
	for c := e.t.First(i); c >= 0; c = e.t.Next(c) {
		if e.t.Named(c) {
			args = append(args, e.typ(c))
		}
	}
	return e.newIDs(args...)
}

// join makes a union or an intersection of the types that are known. What can be
// anything makes a union unknown and adds nothing to an intersection.
func (e *extractor) join(kind facts.TypeKind, parts []facts.TypeID, line int32) facts.TypeID {
	n := 0
	for _, p := range parts {
		if p != facts.None {
			parts[n] = p
			n++
		}
	}
	switch {
	case n == 0, kind == facts.UnionT && n < len(parts):
		return facts.None
	case n == 1:
		return parts[0]
	}
	u := lang.NewType(kind, line)
	u.Args = e.newIDs(parts[:n]...)
	return e.b.Type(u)
}

func (e *extractor) union(i int32) facts.TypeID {
	parts := e.members(i, kUnionType, nil)
	return e.join(facts.UnionT, parts, e.t.Line(i))
}

func (e *extractor) intersection(i int32) facts.TypeID {
	return e.join(facts.IntersectionT, e.members(i, kIntersectionType, nil), e.t.Line(i))
}

// members collects the members of nested unions or intersections, null and
// undefined left out.
func (e *extractor) members(i int32, kind lang.Kind, parts []facts.TypeID) []facts.TypeID {
	t := e.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch {
		case !e.t.Named(c):
		case t.Kind(c) == kind:
			parts = e.members(c, kind, parts)
		case e.isNothing(c):
		default:
			parts = append(parts, e.typ(c))
		}
	}
	return parts
}

// isNothing reports whether type i is null, undefined, void or never.
func (e *extractor) isNothing(i int32) bool {
	switch e.t.Kind(i) {
	case kLiteralType:
		k := e.t.Kind(e.t.FirstNamed(i))
		return k == kNull || k == kUndefined
	case kPredefinedType:
		name := e.word(i)
		return name == "void" || name == "never"
	}
	return false
}

func (e *extractor) tuple(i int32) facts.TypeID {
	t := e.t
	u := lang.NewType(facts.TupleT, t.Line(i))
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if e.t.Named(c) {
			u.Args = append(u.Args, e.known(e.typ(c), t.Line(c)))
		}
	}
	return e.b.Type(u)
}

// functionType returns (a: A) => B.
func (e *extractor) functionType(i int32) facts.TypeID {
	t := e.t
	before := e.pushTypeParams(i)
	f := lang.NewType(facts.FuncT, t.Line(i))
	for _, p := range e.typeOnlyParams(i) {
		f.Args = append(f.Args, e.known(p.Type, f.Line))
	}
	f.N = int32(len(f.Args))
	if r := e.signatureResult(i); r != facts.None {
		f.Args = append(f.Args, r)
	}
	e.params = e.params[:before]
	return e.b.Type(f)
}

// signatureResult returns the result type of a signature or function type.
func (e *extractor) signatureResult(i int32) facts.TypeID {
	return e.annotation(e.resultNode(i))
}

func (e *extractor) resultNode(i int32) int32 {
	if r := e.t.Child(i, fReturnType); r >= 0 {
		return r
	}
	return e.t.Child(i, fType)
}

// typeOnlyParams reads the parameters of a signature, which has no code.
func (e *extractor) typeOnlyParams(i int32) []facts.Param {
	list := e.t.Child(i, fParameters)
	if list < 0 {
		return nil
	}
	n := e.countParams(list)
	if n == 0 {
		return nil
	}
	params := make([]facts.Param, 0, n)
	for c := e.t.First(list); c >= 0; c = e.t.Next(c) {
		if !e.isParam(c) {
			continue
		}
		p := e.paramParts(c)
		out := facts.Param{Type: e.annotation(p.typ), Written: e.b.Written(p.typ), Optional: p.optional, Variadic: p.rest}
		if p.pattern >= 0 && e.t.Kind(p.pattern) == kIdentifier {
			out.Name = e.word(p.pattern)
		}
		params = append(params, out)
	}
	return params
}

// typeParams reads <T extends B>.
func (e *extractor) typeParams(i int32) []facts.TypeParam {
	var out []facts.TypeParam
	e.eachTypeParam(i, func(p facts.TypeParam) { out = append(out, p) })
	return out
}

// eachTypeParam calls f for every type parameter of i, before it reads the next
// one, which may name it.
func (e *extractor) eachTypeParam(i int32, f func(facts.TypeParam)) {
	t := e.t
	list := t.Child(i, fTypeParameters)
	if list < 0 {
		return
	}
	for c := t.First(list); c >= 0; c = t.Next(c) {
		if t.Kind(c) != kTypeParameter {
			continue
		}
		p := facts.TypeParam{Name: e.word(t.Child(c, fName)), Bound: facts.None}
		if b := t.Child(c, fConstraint); b >= 0 {
			p.Bound = e.typ(t.FirstNamed(b))
		}
		if v := t.Child(c, fValue); v >= 0 {
			if typ := e.typ(t.FirstNamed(v)); p.Bound == facts.None {
				p.Bound = typ // all that is known where none is given
			}
		}
		f(p)
	}
}

// typeQuery returns typeof x.
func (e *extractor) typeQuery(i int32) facts.TypeID {
	x := e.expr(e.t.FirstNamed(i))
	if args := e.t.Child(i, fTypeArguments); args >= 0 {
		e.typeArguments(args)
	}
	return e.valueType(x, e.t.Line(i))
}

// valueType returns the type of the value x.
func (e *extractor) valueType(x facts.ExprID, line int32) facts.TypeID {
	if x == facts.None {
		return facts.None
	}
	v := lang.NewType(facts.ValueT, line)
	v.X = x
	return e.b.Type(v)
}

// thisType returns the type of this: that of the instance.
func (e *extractor) thisType(line int32) facts.TypeID {
	in := e.b.In()
	if in == facts.None {
		return facts.None
	}
	x := lang.NewExpr(facts.This, line)
	return e.valueType(e.b.Expr(x), line)
}

func (e *extractor) literalTypeOf(i int32) facts.TypeID {
	line := e.t.Line(i)
	switch e.t.Kind(e.t.FirstNamed(i)) {
	case kString, kTemplateString:
		return e.b.NamedType("", "string", line)
	case kNumber, kUnaryExpression:
		return e.b.NamedType("", "number", line)
	case kTrue, kFalse:
		return e.b.NamedType("", "boolean", line)
	}
	return facts.None // null, undefined
}

// lookup returns T["name"]: the type of that member of a value of T.
func (e *extractor) lookup(i int32) facts.TypeID {
	t := e.t
	object, index := t.FirstNamed(i), e.t.LastNamed(i)
	line := t.Line(i)
	of := e.typ(object)
	if object == index {
		return of
	}
	name := t.FirstNamed(index)
	if t.Kind(index) != kLiteralType || t.Kind(name) != kString {
		e.typ(index)
		if of == facts.None {
			return facts.None
		}
		return e.valueType(e.wrap(facts.Index, e.assert(facts.None, of, line), line), line)
	}
	return e.valueType(e.part(e.assert(facts.None, of, line), e.unquote(name), t.Line(index)), line)
}

// importedType returns import("x").T.
func (e *extractor) importedType(i int32) facts.TypeID {
	t := e.t
	line := t.Line(i)
	call, name := i, ""
	if t.Kind(i) == kMemberExpression {
		call, name = t.Child(i, fObject), e.word(t.Child(i, fProperty))
	}
	if t.Kind(call) != kCallExpression || t.Kind(t.Child(call, fFunction)) != kImport {
		return e.valueType(e.expr(i), line)
	}
	source := e.argument(call, 0)
	if source < 0 || t.Kind(source) != kString {
		return facts.None
	}
	if name == "" {
		return e.valueType(e.module(e.unquote(source), line, facts.TypeOnly), line)
	}
	// The import is bound to a name that no source can have.
	alias := e.b.Text(i)
	im := e.b.Import(facts.Import{Source: e.unquote(source), Name: name, Alias: alias, Line: line, Flags: facts.TypeOnly})
	e.f.Imports[im].In = facts.None
	return e.b.NamedType("", alias, line)
}

// awaited takes the promise off a result type.
func (e *extractor) awaited(typ facts.TypeID) facts.TypeID {
	if typ == facts.None {
		return typ
	}
	v := &e.f.Types[typ]
	if v.Kind != facts.PromiseT {
		return typ
	}
	if len(v.Args) == 0 {
		return facts.None
	}
	return v.Args[0]
}
