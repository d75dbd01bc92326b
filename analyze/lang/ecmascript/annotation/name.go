package annotation

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/standard"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// A builtinType is a type read as builtin because of its name. Where the file defines or imports that
// name, Settle makes it a named type.
type builtinType struct {
	id   facts.TypeID
	name string
	args []facts.TypeID
}

// A typeName is a type parameter of a form that is not a Def: a function type, a function literal, a
// mapped or conditional type.
type typeName struct {
	name  string
	bound facts.TypeID
}

// Named returns the type with that name. Collections, promises and types that only change the members
// of another type are recognised by name.
func (r *Reader) Named(qualifier, name string, args []facts.TypeID, line int32) facts.TypeID {
	if qualifier == "" && len(args) > 0 {
		if id := r.builtinGeneric(name, args, line); id != facts.None {
			if id != args[0] {
				r.generic = append(r.generic, builtinType{id, name, args})
			}
			return id
		}
	}
	return r.b.NamedType(qualifier, name, line, r.b.KnownTypes(args, line)...)
}

func (r *Reader) builtinGeneric(name string, args []facts.TypeID, line int32) facts.TypeID {
	switch name {
	case "Promise", "PromiseLike":
		return r.b.WrapType(facts.PromiseT, args[0], line)
	case "Array", "ReadonlyArray", "Set", "ReadonlySet", "WeakSet", "Iterable", "Iterator", "IterableIterator",
		"ArrayIterator", "AsyncIterable", "AsyncIterator", "AsyncIterableIterator", "Generator", "AsyncGenerator", "ArrayLike":
		return r.b.WrapType(facts.ListT, args[0], line)
	case "Map", "ReadonlyMap", "WeakMap", "Record":
		m := lang.NewType(facts.MapT, line)
		if len(args) > 1 && args[1] != facts.None {
			m.Args = r.b.NewIDs(r.b.KnownType(args[0], line), args[1])
		}
		return r.b.Type(m)
	case "Required", "Readonly", "NonNullable", "NoInfer":
		return args[0]
	case "Partial", "Pick", "Omit", "Extract", "Exclude": // a value may lack members of such a type
		return r.b.WrapType(facts.UnionT, args[0], line)
	}
	return facts.None
}

func (r *Reader) genericType(i int32) facts.TypeID {
	t := r.t
	name := t.Child(i, syntax.FName)
	args := r.Arguments(t.Child(i, syntax.FTypeArguments))
	qualifier, last, ok := t.Path(name)
	if !ok {
		return facts.None
	}
	if q := t.ChildOfKind(t.Child(i, syntax.FTypeArguments), syntax.KTypeQuery); last == "InstanceType" && qualifier == "" && q >= 0 {
		if qualifier, last, ok := t.Path(t.FirstNamed(q)); ok {
			return r.Named(qualifier, last, nil, t.Line(i))
		}
	}
	if qualifier == "" {
		if x := r.computed(last, args, t.Line(i)); x != facts.None {
			typ := r.b.TypeOf(x, t.Line(i))
			r.generic = append(r.generic, builtinType{typ, last, args})
			return typ
		}
		return r.Unqualified(last, args, t.Line(i))
	}
	return r.Named(qualifier, last, args, t.Line(i))
}

// computed returns a value whose type is ReturnType<T> or Awaited<T>, None for other names.
func (r *Reader) computed(name string, args []facts.TypeID, line int32) facts.ExprID {
	if len(args) != 1 || args[0] == facts.None {
		return facts.None
	}
	switch name {
	case "ReturnType":
		c := lang.NewExpr(facts.Call, line)
		c.X, c.Flags = r.b.Assert(facts.None, args[0], line), facts.Implicit
		return r.b.Expr(c)
	case "Awaited":
		return r.b.Wrap(facts.Await, r.b.Assert(facts.None, args[0], line), line)
	}
	return facts.None
}

// Unqualified returns the type of a name without a qualifier: a type parameter, a type declared in an
// enclosing scope, or a name for the resolver.
func (r *Reader) Unqualified(name string, args []facts.TypeID, line int32) facts.TypeID {
	for i := len(r.params) - 1; i >= 0; i-- {
		if r.params[i].name == name {
			return r.params[i].bound
		}
	}
	if r.local[name] && !r.b.AtFileLevel() {
		if v := r.b.Lookup(typePrefix + name); v != facts.None {
			typ := lang.NewType(facts.ValueT, line)
			typ.X, typ.Args = r.b.Local(v, line), r.b.KnownTypes(args, line)
			return r.b.Type(typ)
		}
	}
	return r.Named("", name, args, line)
}

// typePrefix precedes the variable name of a type that is declared in a function or block: types and
// values have separate name spaces.
const typePrefix = "type "

// Declare binds the type d in the innermost scope. At file level definitions are found without a
// binding.
func (r *Reader) Declare(d facts.DefID) {
	if r.b.AtFileLevel() || !r.t.Dialect.Typed() {
		return
	}
	def := &r.f.Defs[d]
	r.local[def.Name] = true
	v := lang.NewVar(facts.DefVar, r.b.Intern([]byte(typePrefix+def.Name)), def.Line)
	v.Def = d
	r.b.Declare(v)
}

// Settle is called at the end of the file; has reports whether the file has a name. Types read as
// builtin become named types where it has, types in comments become unknown where it has not.
func (r *Reader) Settle(has func(string) bool) {
	for _, g := range r.generic {
		if !has(g.name) {
			continue
		}
		typ := &r.f.Types[g.id]
		in, line := typ.In, typ.Line
		*typ = lang.NewType(facts.Named, line)
		typ.Name, typ.In = g.name, in
		for _, a := range g.args {
			if a == facts.None {
				break
			}
			typ.Args = append(typ.Args, a)
		}
	}
	if len(r.inComments) == 0 {
		return
	}
	names := make(map[string]bool)
	for i := range r.f.Defs {
		names[r.f.Defs[i].Name] = true
		for _, p := range r.f.Defs[i].TypeParams {
			names[p.Name] = true
		}
	}
	r.dropUnknown(func(name string) bool {
		_, ok := standard.Globals[name]
		return ok || names[name] || has(name)
	})
}
