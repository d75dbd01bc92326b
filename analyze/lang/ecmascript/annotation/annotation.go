// Package annotation reads the types that JavaScript and TypeScript declare: annotations, types in
// JSDoc comments, and casts.
//
// In: nodes and comments of one file, and the open scope of its builder. Out: types, type parameters
// and the parameters of signatures, added to the facts of the file.
//
// Invariants: types without information (any, unknown) are None. A name is read as a builtin type
// until Settle, at the end of the file, finds that the file defines it; Settle also drops types in
// comments whose names the file does not have.
package annotation

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/value"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// Code contains functions that add what is not a type but is part of one.
type Code struct {
	// Value adds the expression at a node, the operand of typeof.
	Value func(node int32) facts.ExprID
	// Module adds an import of source and returns the module.
	Module func(source string, line int32, flags facts.ImportFlags) facts.ExprID
	// Members adds the members of an object type to the innermost definition.
	Members func(body int32)
}

// A Reader reads the types of one file.
type Reader struct {
	t    syntax.Tree
	b    *value.Builder
	f    *facts.File
	code Code

	params     []typeName      // type parameters of forms that are not Defs, innermost last
	local      map[string]bool // names of the types declared in functions and blocks so far
	generic    []builtinType
	inComments []facts.TypeID // types in comments
	// typedefs are the types by the names that comments give them, imported the names that comments
	// import.
	typedefs map[string]facts.TypeID
	imported map[string]bool
}

// New returns a Reader of the types in tree t. It first reads the type names that comments define.
func New(t syntax.Tree, b *value.Builder, code Code) *Reader {
	r := &Reader{t: t, b: b, f: b.File, code: code, local: make(map[string]bool)}
	r.readTypedefs()
	return r
}

// Annotation returns the type in ": T", or at the type node i itself; None for no node and for any and
// unknown.
func (r *Reader) Annotation(i int32) facts.TypeID {
	if i < 0 {
		return facts.None
	}
	t := r.t
	switch t.Kind(i) {
	case syntax.KTypeAnnotation, syntax.KOptingTypeAnnotation, syntax.KOmittingTypeAnnotation:
		return r.Of(t.FirstNamed(i))
	case syntax.KTypePredicateAnnotation:
		if p := t.FirstNamed(i); p >= 0 {
			r.Of(t.Child(p, syntax.FType))
		}
		return r.b.NamedType("", "boolean", t.Line(i))
	case syntax.KAssertsAnnotation:
		r.Annotation(t.FirstNamed(i))
		return r.b.NamedType("", "void", t.Line(i))
	case syntax.KAsserts:
		return r.Annotation(t.FirstNamed(i))
	}
	return r.Of(i)
}

// Of returns the type at node i.
func (r *Reader) Of(i int32) facts.TypeID {
	if i < 0 {
		return facts.None
	}
	t := r.t
	line := t.Line(i)
	switch t.Kind(i) {
	case syntax.KPredefinedType:
		switch name := t.Word(i); name {
		case "any", "unknown":
			return facts.None
		case "unique symbol":
			return r.b.NamedType("", "symbol", line)
		default:
			return r.b.NamedType("", name, line)
		}
	case syntax.KTypeIdentifier, syntax.KIdentifier:
		return r.Unqualified(t.Word(i), nil, line)
	case syntax.KNestedTypeIdentifier, syntax.KNestedIdentifier:
		if qualifier, name, ok := t.Path(i); ok {
			return r.Named(qualifier, name, nil, line)
		}
	case syntax.KMemberExpression, syntax.KCallExpression:
		return r.importedType(i)
	case syntax.KGenericType:
		return r.genericType(i)
	case syntax.KArrayType:
		return r.b.WrapType(facts.ListT, r.Of(t.FirstNamed(i)), line)
	case syntax.KReadonlyType, syntax.KParenthesizedType, syntax.KOptionalType, syntax.KRestType, syntax.KFlowMaybeType, syntax.KTypeAnnotation:
		return r.Of(t.FirstNamed(i))
	case syntax.KTupleType:
		return r.tuple(i)
	case syntax.KUnionType:
		return r.union(i)
	case syntax.KIntersectionType:
		return r.intersection(i)
	case syntax.KFunctionType:
		return r.functionType(i)
	case syntax.KConstructorType:
		before := r.PushParams(i)
		r.SignatureParams(i)
		result := r.SignatureResult(i)
		r.params = r.params[:before]
		return r.b.WrapType(facts.ClassT, result, line)
	case syntax.KObjectType:
		return r.objectType(i)
	case syntax.KTypeQuery:
		return r.typeQuery(i)
	case syntax.KThisType:
		return r.thisType(line)
	case syntax.KLiteralType:
		return r.literalTypeOf(i)
	case syntax.KTemplateLiteralType:
		r.Within(i)
		return r.b.NamedType("", "string", line)
	case syntax.KIndexTypeQuery:
		r.Of(t.FirstNamed(i))
		return r.b.NamedType("", "string", line)
	case syntax.KLookupType:
		return r.lookup(i)
	case syntax.KConditionalType:
		return r.conditional(i)
	case syntax.KTypePredicate:
		r.Of(t.Child(i, syntax.FType))
		return r.b.NamedType("", "boolean", line)
	case syntax.KRequiredParameter, syntax.KOptionalParameter: // member of a tuple
		return r.Annotation(t.Child(i, syntax.FType))
	case syntax.KInferType:
		if bound := t.LastNamed(i); bound != t.FirstNamed(i) {
			r.Of(bound) // infer U extends T
		}
		return facts.None
	case syntax.KExistentialType:
		return facts.None
	}
	r.Within(i)
	return facts.None
}

// Within visits the types inside a form whose own type is not modelled.
func (r *Reader) Within(i int32) {
	for c := r.t.First(i); c >= 0; c = r.t.Next(c) {
		if r.t.Named(c) {
			r.Of(c)
		}
	}
}

// Arguments returns the types in <A, B>, each None where it is not known.
func (r *Reader) Arguments(i int32) []facts.TypeID {
	if i < 0 {
		return nil
	}
	var buffer [4]facts.TypeID
	args := buffer[:0]
	for c := r.t.First(i); c >= 0; c = r.t.Next(c) {
		if r.t.Named(c) {
			args = append(args, r.Of(c))
		}
	}
	return r.b.NewIDs(args...)
}

func (r *Reader) union(i int32) facts.TypeID {
	parts := r.members(i, syntax.KUnionType, nil)
	return r.b.JoinTypes(facts.UnionT, parts, r.t.Line(i))
}

func (r *Reader) intersection(i int32) facts.TypeID {
	return r.b.JoinTypes(facts.IntersectionT, r.members(i, syntax.KIntersectionType, nil), r.t.Line(i))
}

// members collects the members of nested unions or intersections, without null and undefined.
func (r *Reader) members(i int32, kind lang.Kind, parts []facts.TypeID) []facts.TypeID {
	t := r.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch {
		case !t.Named(c):
		case t.Kind(c) == kind:
			parts = r.members(c, kind, parts)
		case t.IsNothing(c):
		default:
			parts = append(parts, r.Of(c))
		}
	}
	return parts
}

func (r *Reader) tuple(i int32) facts.TypeID {
	t := r.t
	u := lang.NewType(facts.TupleT, t.Line(i))
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Named(c) {
			u.Args = append(u.Args, r.b.KnownType(r.Of(c), t.Line(c)))
		}
	}
	return r.b.Type(u)
}

// functionType returns (a: A) => B.
func (r *Reader) functionType(i int32) facts.TypeID {
	t := r.t
	before := r.PushParams(i)
	f := lang.NewType(facts.FuncT, t.Line(i))
	params := r.SignatureParams(i)
	f.Name = listed(params)
	for _, p := range params {
		f.Args = append(f.Args, r.b.KnownType(p.Type, f.Line))
	}
	f.N = int32(len(f.Args))
	if result := r.SignatureResult(i); result != facts.None {
		f.Args = append(f.Args, result)
	}
	r.params = r.params[:before]
	return r.b.Type(f)
}

// listed returns the parameters of a function type as its Name.
func listed(params []facts.Param) string {
	words := make([]string, len(params))
	for i := range params {
		p := &params[i]
		if words[i] = p.Name; p.Optional {
			words[i] += "?"
		}
		if p.Variadic {
			words[i] = "..." + words[i]
		}
	}
	return "(" + strings.Join(words, ",") + ")"
}

// Function returns the function type of a literal that declares at least one type, else None.
func (r *Reader) Function(params []facts.Param, result facts.TypeID, line int32) facts.TypeID {
	return walk.FuncType(r.b.Builder, params, result, line, func() facts.TypeID { return r.b.KnownType(facts.None, line) })
}

// typeQuery returns typeof x.
func (r *Reader) typeQuery(i int32) facts.TypeID {
	x := r.code.Value(r.t.FirstNamed(i))
	if args := r.t.Child(i, syntax.FTypeArguments); args >= 0 {
		r.Arguments(args)
	}
	return r.b.TypeOf(x, r.t.Line(i))
}

// thisType returns the type of this: that of the instance.
func (r *Reader) thisType(line int32) facts.TypeID {
	in := r.b.In()
	if in == facts.None {
		return facts.None
	}
	x := lang.NewExpr(facts.This, line)
	return r.b.TypeOf(r.b.Expr(x), line)
}

func (r *Reader) literalTypeOf(i int32) facts.TypeID {
	line := r.t.Line(i)
	switch r.t.Kind(r.t.FirstNamed(i)) {
	case syntax.KString, syntax.KTemplateString:
		return r.b.NamedType("", "string", line)
	case syntax.KNumber, syntax.KUnaryExpression:
		return r.b.NamedType("", "number", line)
	case syntax.KTrue, syntax.KFalse:
		return r.b.NamedType("", "boolean", line)
	}
	return facts.None // null, undefined
}

// lookup returns the indexed type T["name"]: the type of that member of T.
func (r *Reader) lookup(i int32) facts.TypeID {
	t := r.t
	object, index := t.FirstNamed(i), t.LastNamed(i)
	line := t.Line(i)
	of := r.Of(object)
	if object == index {
		return of
	}
	name := t.FirstNamed(index)
	if t.Kind(index) != syntax.KLiteralType || t.Kind(name) != syntax.KString {
		r.Of(index)
		if of == facts.None {
			return facts.None
		}
		return r.b.TypeOf(r.b.Wrap(facts.Index, r.b.Assert(facts.None, of, line), line), line)
	}
	return r.b.TypeOf(r.b.Part(r.b.Assert(facts.None, of, line), t.Unquote(name), t.Line(index)), line)
}

// importedType returns import("x").T.
func (r *Reader) importedType(i int32) facts.TypeID {
	t := r.t
	line := t.Line(i)
	call, name := i, ""
	if t.Kind(i) == syntax.KMemberExpression {
		call, name = t.Child(i, syntax.FObject), t.Word(t.Child(i, syntax.FProperty))
	}
	if t.Kind(call) != syntax.KCallExpression || t.Kind(t.Child(call, syntax.FFunction)) != syntax.KImport {
		return r.b.TypeOf(r.code.Value(i), line)
	}
	source := t.Argument(call, 0)
	if source < 0 || t.Kind(source) != syntax.KString {
		return facts.None
	}
	if name == "" {
		return r.b.TypeOf(r.code.Module(t.Unquote(source), line, facts.TypeOnly), line)
	}
	// The import has an alias that no source text can contain.
	alias := r.b.Text(i)
	im := r.b.Import(facts.Import{Source: t.Unquote(source), Name: name, Alias: alias, Line: line, Flags: facts.TypeOnly})
	r.f.Imports[im].In = facts.None
	return r.b.NamedType("", alias, line)
}

// conditional returns T extends U ? A : B as one of A and B. Names that U infers have no known type.
func (r *Reader) conditional(i int32) facts.TypeID {
	t := r.t
	r.Of(t.Child(i, syntax.FLeft))
	before := len(r.params)
	right := t.Child(i, syntax.FRight)
	if right >= 0 {
		for n, end := right, right+t.Nodes[right].Size; n < end; n++ {
			if t.Kind(n) == syntax.KInferType {
				r.params = append(r.params, typeName{t.Word(t.FirstNamed(n)), facts.None})
			}
		}
	}
	r.Of(right)
	var parts []facts.TypeID
	if c := t.Child(i, syntax.FConsequence); c >= 0 && !t.IsNothing(c) {
		parts = append(parts, r.Of(c))
	}
	r.params = r.params[:before]
	if c := t.Child(i, syntax.FAlternative); c >= 0 && !t.IsNothing(c) {
		parts = append(parts, r.Of(c))
	}
	return r.b.JoinTypes(facts.UnionT, parts, t.Line(i))
}

// CastOf returns T where function is written as (function) as T or (function) satisfies T, else None.
// The flag is Asserted for "as".
func (r *Reader) CastOf(value, function int32) (typ facts.TypeID, flag facts.DefFlags) {
	t := r.t
	typ = facts.None
	for i := value; i >= 0 && i != function; {
		next, written := t.FirstNamed(i), int32(-1)
		switch t.Kind(i) {
		case syntax.KAsExpression, syntax.KSatisfiesExpression:
			written = t.LastNamed(i)
			if t.Kind(i) == syntax.KAsExpression {
				flag = facts.Asserted
			}
		case syntax.KTypeAssertion:
			flag = facts.Asserted
			next, written = t.LastNamed(i), t.FirstNamed(i)
			if c := t.FirstNamed(written); c >= 0 {
				written = c
			}
		}
		if written >= 0 && written != next {
			if got := r.Of(written); typ == facts.None {
				typ = got
			}
		}
		i = next
	}
	return typ, flag
}
