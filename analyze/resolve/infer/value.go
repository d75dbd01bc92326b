package infer

import (
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/written"
)

// descriptor returns the type of reading a field that holds m: the result of the descriptor method
// of m, m itself where it has none. class means that the field is read on the type: the overload
// without an instance applies.
func (r *Resolver) descriptor(m lattice.Type, class bool) lattice.Type {
	in := r.Types.Node(m).Symbol()
	get := r.Protocol(in).Get
	if get == "" || r.Depth > MaxDepth {
		return m
	}
	fd := r.TypeMember(in, get, m, false)
	if fd.Status != IsSymbol {
		return m
	}
	out := lattice.Never
	for _, s := range fd.Syms {
		d := r.Def(s)
		if !d.Kind.IsCallable() || d.Has(facts.Overload) != r.Def(fd.Syms[0]).Has(facts.Overload) {
			continue
		}
		if d.Has(facts.Overload) && written.TakesNone(r.File(r.Symbol(s).File).Facts, r.Def(s)) != class {
			continue
		}
		out = r.Types.Union(out, r.callOne(r.Types.Function(s, r.TypeArgs(fd.Recv)...), r.Symbol(s).File, facts.None))
	}
	if out == lattice.Never {
		return lattice.Unknown
	}
	return out
}

// VarType returns the type of a local variable.
func (r *Resolver) VarType(file decl.FileID, v facts.VarID) lattice.Type {
	return r.memo(file, &r.File(file).vars[v], lattice.Never, func() lattice.Type { return r.evalVar(file, v) })
}

func (r *Resolver) evalVar(file decl.FileID, v facts.VarID) lattice.Type {
	f := r.File(file)
	x := &f.Facts.Vars[v]
	if r.Depth > MaxDepth {
		return lattice.Unknown
	}
	if x.Type >= 0 {
		if t := r.DeclType(file, x.Type); t != lattice.Unknown || x.Kind == facts.ParamVar || writesTypes(f.Lang) {
			if x.Kind == facts.ParamVar {
				return r.variadic(f, x, t)
			}
			return t
		}
	}
	switch x.Kind {
	case facts.DefVar:
		if x.Def >= 0 {
			return r.SymType(f.Symbol(x.Def))
		}
	case facts.ImportVar:
		if x.Import >= 0 {
			return r.FoundType(file, r.Imported(file, x.Import))
		}
	case facts.SelfVar:
		if x.Func >= 0 {
			return r.contextual(file, x.Func, lang.ThisParam)
		}
		s := r.EnclosingType(file, x.In)
		if s < 0 {
			return lattice.Unknown
		}
		if x.In >= 0 && f.Facts.Defs[x.In].Has(facts.ClassSide) {
			return r.Types.Class(s)
		}
		return r.Instance(s)
	case facts.ParamVar:
		if x.Func >= 0 && len(x.Values) == 0 {
			return r.contextual(file, x.Func, x.Index)
		}
		if x.Func < 0 && x.In >= 0 {
			if d := &f.Facts.Defs[x.In]; d.Kind.IsCallable() && d.Type >= 0 { // const h: Handler = (c) => …
				if t := r.Parameter(file, r.DeclType(file, d.Type), x.Index); t >= lattice.FirstType {
					return t
				}
			}
			if t := r.namedContext(file, x.In, x.Index); t >= lattice.FirstType {
				return t
			}
			if t := r.inheritedParam(f.Symbol(x.In), x.Index); t >= lattice.FirstType {
				return t
			}
		}
	}
	if x.Kind == facts.LocalVar && x.Func >= 0 && len(x.Values) == 0 {
		return r.contextual(file, x.Func, x.Index)
	}
	out := r.joined(file, x.Values)
	if x.Kind == facts.ParamVar && x.Func < 0 {
		if x.In >= 0 {
			out = r.Types.Union(out, r.learntParam(f.Symbol(x.In), x.Index))
		}
		out = r.Types.Union(out, lattice.Unknown) // callers may pass values of other types
	}
	return out
}

// joined returns the union of the types of values. nil among them is ignored; where the first value
// decides the type, the others do not count.
func (r *Resolver) joined(file decl.FileID, values []facts.ExprID) lattice.Type {
	out := lattice.Never
	if len(values) > 1 && r.File(file).Facts.Expressions()[values[0]].Flags&facts.Initial != 0 {
		if t := r.ExprType(file, values[0]); r.certain(t) {
			return t
		}
	}
	for _, x := range values {
		if !written.IsNil(r.File(file).Facts, x) {
			out = r.Types.Union(out, r.ExprType(file, x))
		}
	}
	return out
}

// certain reports whether a type is known, every part of it where it is a union.
func (r *Resolver) certain(t lattice.Type) bool {
	all := true
	r.Types.Each(t, func(m lattice.Type) { all = all && m >= lattice.FirstType })
	return all
}

// inheritedParam returns the declared type of the i-th parameter of the method that s overrides;
// never when there is none.
func (r *Resolver) inheritedParam(s decl.SymbolID, i int32) lattice.Type {
	d, p := r.Def(s), r.Canon(r.Symbol(s).Parent)
	if d.Kind != facts.Method || p < 0 || !r.Def(p).Kind.IsType() || int(i) >= len(d.Params) || r.Depth > MaxDepth {
		return lattice.Never
	}
	for _, b := range r.BasesOf(p) {
		fd := r.TypeMember(b.Sym, d.Name, r.Types.Instance(b.Sym, b.Args...), false)
		if fd.Status != IsSymbol {
			continue
		}
		m := fd.Syms[len(fd.Syms)-1]
		if o := r.Def(m); o.Kind == facts.Method && int(i) < len(o.Params) && o.Params[i].Name == d.Params[i].Name {
			if got := r.declared(m, i, r.TypeArgs(fd.Recv)); got >= lattice.FirstType {
				return got
			}
		}
	}
	return lattice.Never
}

// SymType returns the type of a symbol used as a value.
func (r *Resolver) SymType(s decl.SymbolID) lattice.Type {
	return r.memo(r.Symbol(s).File, &r.Symbol(s).typ, lattice.Never, func() lattice.Type { return r.evalSym(s) })
}

func (r *Resolver) evalSym(s decl.SymbolID) lattice.Type {
	d, file := r.Def(s), r.Symbol(s).File
	switch {
	case d.Kind.IsCallable():
		fn := r.decorated(s, r.Types.Function(s))
		if d.Type >= 0 && d.Kind != facts.Constructor && r.File(file).Lang.Rules.TypesApart { // const f: F = …
			if t := r.DeclType(file, d.Type); t != lattice.Unknown {
				if r.holds(s) {
					t = r.Types.Union(r.Types.Holder(s), t)
				}
				return t
			}
		}
		return fn
	case d.Kind.IsType() && d.Has(facts.Singleton):
		return r.Types.Instance(s)
	case d.Kind.IsType() || d.Kind == facts.Namespace:
		return r.Types.Class(s)
	case d.Kind == facts.EnumMember:
		if p := r.Symbol(s).Parent; p >= 0 {
			return r.Types.Instance(p)
		}
	}
	out := lattice.Never
	if d.Type >= 0 {
		out = r.DeclType(file, d.Type)
	}
	if out == lattice.Never || out == lattice.Unknown {
		out = r.joined(file, d.Values)
	}
	if r.holds(s) {
		out = r.Types.Union(r.Types.Holder(s), out)
	}
	return out
}

// decorated returns the result type of the decorators of a function where that is an instance of a
// type of the repository; else fn, as if the function were not decorated.
func (r *Resolver) decorated(s decl.SymbolID, fn lattice.Type) lattice.Type {
	d, file := r.Def(s), r.Symbol(s).File
	rules := &r.File(file).Lang.Rules
	if len(d.Decorators) == 0 || rules.AnyDecorator || d.Has(facts.Getter) || d.Has(facts.Overload) {
		return fn
	}
	for i := len(d.Decorators) - 1; i >= 0; i-- {
		x := d.Decorators[i]
		if rules.PlainDecorators[r.File(file).Facts.Expressions()[x].Name] {
			continue
		}
		made := lattice.Never
		r.Types.Each(r.ExprType(file, x), func(t lattice.Type) {
			r.Types.Each(r.callOne(t, file, facts.None), func(t lattice.Type) {
				if r.Types.Kind(t) == lattice.Instance && r.Under(t).Kind == lattice.Instance {
					made = r.Types.Union(made, t)
				}
			})
		})
		if made != lattice.Never {
			return made // decorators above it mostly return their argument
		}
	}
	return fn
}

// yielded returns the type of the i-th value that iteration over a function yields.
func (r *Resolver) yielded(n lattice.Node, i int) lattice.Type {
	t := &r.File(n.File()).Facts.Types[n.Position()]
	if t.N != 1 || t.Args[0] < 0 {
		return lattice.Unknown
	}
	y := &r.File(n.File()).Facts.Types[t.Args[0]]
	if y.Kind != facts.FuncT || i >= int(y.N) {
		return lattice.Unknown
	}
	return r.DeclType(n.File(), y.Args[i])
}

// Expected returns the expected type of a literal, from its context; unknown where there is none.
func (r *Resolver) Expected(file decl.FileID, x facts.ExprID) lattice.Type {
	if e := &r.File(file).Facts.Expressions()[x]; e.Kind == facts.Composite {
		return r.DeclType(file, e.Type)
	}
	p, ok := r.PlacesOf(file)[x]
	if !ok || r.Depth > MaxDepth {
		return lattice.Unknown
	}
	r.Depth++
	defer func() { r.Depth-- }()
	switch p.Kind {
	case InCall:
		return r.handedTo(file, p)
	case InObject:
		if t := r.Expected(file, p.In); t >= lattice.FirstType {
			return r.FoundType(file, r.MemberOf(t, p.Key))
		}
	case InList:
		return r.Types.MapUnion(r.Expected(file, p.In), func(t lattice.Type) lattice.Type {
			if n := r.Under(t); n.Kind == lattice.Tuple && int(p.Arg) < len(n.Args) {
				return n.Args[p.Arg]
			} else if n.Kind == lattice.Instance && r.Protocol(n.Symbol()).Options != "" && r.InClosed(n.Symbol(), r.Protocol(n.Symbol()).Options) {
				return t
			}
			return r.Element(t, false, false)
		})
	case InEither:
		return r.Expected(file, p.In)
	case IsResult:
		return r.Types.MapUnion(r.Expected(file, p.In), func(t lattice.Type) lattice.Type { return r.Types.Awaited(r.callOne(t, file, facts.None)) })
	case OfTyped:
		return r.Types.MapUnion(r.DeclType(file, p.Typ), func(t lattice.Type) lattice.Type { return r.Types.Awaited(r.callOne(t, file, facts.None)) })
	case Typed:
		return r.DeclType(file, p.Typ)
	}
	return lattice.Unknown
}

// contextual returns the type of the i-th parameter of a function literal that follows from its
// context, or unknown.
func (r *Resolver) contextual(file decl.FileID, x facts.ExprID, i int32) lattice.Type {
	p, ok := r.PlacesOf(file)[x]
	if !ok || r.Depth > MaxDepth {
		return lattice.Unknown
	}
	r.Depth++
	defer func() { r.Depth-- }()
	if p.Kind == InCall && (p.Key == "" || r.File(file).Facts.Expressions()[p.In].Flags&facts.JSX == 0) {
		if t := r.callbackParam(file, p.In, i); t != lattice.Never {
			return t
		}
	}
	t := r.Parameter(file, r.Expected(file, x), i)
	switch {
	case t == lattice.Never:
		return lattice.Unknown
	case p.Kind == InCall:
		return r.bindParams(file, p, t)
	}
	return t
}

// namedContext is contextual for a function literal that is a definition.
func (r *Resolver) namedContext(file decl.FileID, d facts.DefID, i int32) lattice.Type {
	r.PlacesOf(file)
	if x, ok := r.File(file).Literals[d]; ok {
		return r.contextual(file, x, i)
	}
	return lattice.Unknown
}

// Parameter returns the type of the i-th parameter of a value of type t, as seen from a file;
// unknown when t is no function.
func (r *Resolver) Parameter(file decl.FileID, t lattice.Type, i int32) lattice.Type {
	return r.Types.MapUnion(t, func(t lattice.Type) lattice.Type {
		n := r.Types.Node(t)
		if i < 0 && n.Kind != lattice.FuncType && n.Kind != lattice.Instance {
			return lattice.Never
		}
		switch n.Kind {
		case lattice.Func:
			return r.declared(n.Symbol(), i, n.Args)
		case lattice.FuncType:
			return r.funcTypeParam(n, i)
		case lattice.Instance:
			if u := r.Under(t); u.Kind == lattice.FuncType || u.Kind == lattice.Union {
				if r.Depth > MaxDepth {
					return lattice.Unknown
				}
				r.Depth += aliasDepth
				p := r.Parameter(file, r.Types.Of(u), i)
				r.Depth -= aliasDepth
				return p
			}
			if i < 0 {
				return lattice.Never
			}
			if m, recv := r.singleMethod(n); m >= 0 {
				return r.declared(m, i, r.TypeArgs(recv))
			}
			fd := r.MemberOf(t, "()") // call signatures
			if fd.Status != IsSymbol {
				return lattice.Never
			}
			out := lattice.Never
			for k, s := range fd.Syms {
				if k < maxSignatures {
					out = r.Types.Union(out, r.declared(s, i, n.Args))
				}
			}
			return out
		case lattice.Param: // f: F, where F is bounded by a function type
			if b := r.Bound(n.Symbol(), n.Position()); b >= lattice.FirstType && r.Depth < MaxDepth {
				r.Depth += aliasDepth
				p := r.Parameter(file, b, i)
				r.Depth -= aliasDepth
				return p
			}
		case lattice.Builtin:
			if params, _, ok := r.functional(r.File(file).Lang, n); ok && int(i) < len(params) {
				if p, err := strconv.Atoi(params[i]); err == nil && p < len(n.Args) {
					return n.Args[p]
				}
			}
		}
		return lattice.Never
	})
}

// handedTo returns the type of the parameter that an argument is passed to, with type arguments
// inferred from the other arguments.
func (r *Resolver) handedTo(file decl.FileID, p Place) lattice.Type {
	f := r.File(file)
	e := &f.Facts.Expressions()[p.In]
	if t := r.elementTaken(file, p.In); t >= lattice.FirstType {
		return t
	}
	if m := &f.Facts.Expressions()[e.X]; m.Kind == facts.Member && f.Lang.ElementMethods[m.Name] && len(e.Args) == 2 && p.Arg == 1 {
		if n := r.Types.Node(r.ExprType(file, m.X)); n.Kind == lattice.Map {
			return n.Args[1]
		}
	}
	callee := r.ExprType(file, e.X)
	if f.Lang.Rules.Overloads {
		if fd := r.Callee(file, p.In); fd.Status == IsSymbol {
			callee = r.FoundType(file, fd)
		}
	}
	out := lattice.Never
	r.Types.Each(callee, func(t lattice.Type) {
		if n := r.Types.Node(t); (e.Kind == facts.New || f.Lang.Rules.CallMakesInstance) && n.Kind == lattice.Class {
			if w := r.Types.Node(r.ExprType(file, p.In)); w.Kind == lattice.Instance && w.Symbol() == n.Symbol() { // with its type arguments
				n = w
			}
			if list := r.Constructors(file, e, n.Symbol()); len(list) > 0 {
				t = r.Types.Function(list[0], n.Args...)
			}
		}
		arg := int32(0) // the argument of a JSX element is the object of its attributes
		if e.Flags&facts.JSX == 0 {
			if arg = r.position(file, t, p); arg < 0 {
				return
			}
		}
		got := r.Parameter(file, t, arg)
		if n := r.Types.Node(t); n.Kind == lattice.Func && len(r.Def(n.Symbol()).TypeParams) > 0 && got >= lattice.FirstType {
			if args := r.Infer(n.Symbol(), file, p.In, false); args != nil {
				got = r.Types.Subst(got, n.Symbol(), args, 0)
			}
		}
		if e.Flags&facts.JSX != 0 && got >= lattice.FirstType { // the first parameter is an object of all attributes
			got = r.FoundType(file, r.MemberOf(got, p.Key))
		}
		out = r.Types.Union(out, got)
	})
	if out == lattice.Never {
		return lattice.Unknown
	}
	return out
}

// bindParams substitutes in param, a parameter type of a function type that is passed to a call,
// the type parameters of the callee and of its receiver. Function types do not record their own
// type arguments.
func (r *Resolver) bindParams(file decl.FileID, p Place, param lattice.Type) lattice.Type {
	f := r.File(file)
	callee := r.ExprType(file, f.Facts.Expressions()[p.In].X)
	if f.Lang.Rules.Overloads {
		if fd := r.Callee(file, p.In); fd.Status == IsSymbol {
			callee = r.FoundType(file, fd)
		}
	}
	r.Types.Each(callee, func(t lattice.Type) {
		n := r.Types.Node(t)
		if n.Kind != lattice.Func || param < lattice.FirstType {
			return
		}
		if h := r.Canon(r.Symbol(n.Symbol()).Parent); h >= 0 && len(n.Args) > 0 {
			param = r.Types.Subst(param, h, n.Args, 0)
		}
		if len(r.Def(n.Symbol()).TypeParams) > 0 {
			if args := r.Infer(n.Symbol(), file, p.In, false); args != nil {
				param = r.Types.Subst(param, n.Symbol(), args, 0)
			}
		}
	})
	return param
}

// singleMethod returns the only abstract method of an interface, which a function literal can
// implement, and the instance on which it was found; -1 when there are none or several.
func (r *Resolver) singleMethod(n lattice.Node) (decl.SymbolID, lattice.Type) {
	if d := r.Def(n.Symbol()); d.Kind != facts.Interface || !r.File(r.Symbol(n.Symbol()).File).Lang.Rules.SingleMethodTypes {
		return -1, lattice.Unknown
	}
	one, recv := decl.SymbolID(-1), lattice.Unknown
	seen := []Base{{Sym: n.Symbol(), Args: n.Args}}
	for k := 0; k < len(seen) && k < MaxBases; k++ {
		in := seen[k]
		for _, list := range r.Symbol(in.Sym).Members {
			for _, m := range list {
				if d := r.Def(m); d.Kind != facts.Method || !d.Has(facts.Abstract) || d.Has(facts.Static) {
					continue
				}
				if one >= 0 && r.Def(one).Name != r.Def(m).Name {
					return -1, lattice.Unknown
				}
				if one < 0 || m < one && in.Sym == r.Canon(r.Symbol(one).Parent) { // maps have no order
					one, recv = m, r.Types.Instance(in.Sym, in.Args...)
				}
			}
		}
		seen = r.AppendBases(seen, in)
	}
	return one, recv
}

// declared returns the declared type of the i-th parameter of a function, never when there is none.
// args are the type arguments of the type that contains the function.
func (r *Resolver) declared(s decl.SymbolID, i int32, args []lattice.Type) lattice.Type {
	d := r.Def(s)
	if i >= int32(len(d.Params)) {
		if len(d.Params) == 0 || !d.Params[len(d.Params)-1].Variadic {
			return lattice.Never
		}
		i = int32(len(d.Params) - 1)
	}
	p := &d.Params[i]
	if p.Type < 0 {
		return lattice.Never
	}
	t := r.DeclType(r.Symbol(s).File, p.Type)
	if p.Variadic && r.File(r.Symbol(s).File).Lang.Rules.RestIsList {
		t = r.Element(t, false, false)
	}
	if h := r.Symbol(s).Parent; h >= 0 {
		t = r.Types.Subst(t, h, args, 0)
		if d.Receiver >= 0 {
			t = r.Types.Subst(t, s, args, 0)
		}
		t = r.Types.Within(t, args)
	}
	return t
}

// funcTypeParam returns the type of the i-th parameter of a function literal that is used as a
// declared function type.
func (r *Resolver) funcTypeParam(fn lattice.Node, i int32) lattice.Type {
	ty := &r.File(fn.File()).Facts.Types[fn.Position()]
	switch {
	case ty.Name == facts.WithReceiver:
		i++
	case i == lang.ThisParam:
		return lattice.Never
	}
	if i < ty.N {
		return r.Types.Within(r.DeclType(fn.File(), ty.Args[i]), fn.Args)
	}
	return lattice.Never
}

// partOfInstance returns the type of the i-th part of a destructured instance: a parameter of its
// constructor that is also a field.
func (r *Resolver) partOfInstance(t lattice.Type, i int32) lattice.Type {
	n := r.Types.Node(t)
	c := r.Symbol(n.Symbol()).Ctor
	if !r.File(r.Symbol(n.Symbol()).File).Lang.Rules.ConstructorParts || c < 0 || int(i) >= len(r.Def(c).Params) {
		return lattice.Unknown
	}
	if p := r.Def(c).Params[i].Type; p >= 0 {
		return r.Types.Subst(r.DeclType(r.Symbol(c).File, p), n.Symbol(), n.Args, 0)
	}
	return lattice.Unknown
}

// learntParam returns the type inferred for a parameter from the calls, never where it is unknown.
func (r *Resolver) learntParam(s decl.SymbolID, index int32) lattice.Type {
	t, ok := r.learnt[paramKey{s, index}]
	types := []Base{{Sym: r.Canon(r.Symbol(s).Parent)}}
	for n := 0; !ok && n < len(types) && n < MaxBases && types[n].Sym >= 0; n++ { // those of the method that it overrides
		if m := r.MembersNamed(types[n].Sym, r.Def(s).Name); len(m) == 1 {
			t, ok = r.learnt[paramKey{m[0], index}]
		}
		types = r.AppendBases(types, types[n])
	}
	if !ok || t < lattice.FirstType || r.Types.Kind(t) == lattice.Union && len(r.Types.Node(t).Args) > maxLearnt {
		return lattice.Never
	}
	return t
}

// maxLearnt is the maximum number of types inferred for one parameter; with more the type is
// unknown.
const maxLearnt = 4
