package infer

import (
	"slices"
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/score"
)

// callType returns the type of the result of a call or instantiation.
func (r *Resolver) callType(file decl.FileID, x facts.ExprID) lattice.Type {
	f := r.File(file)
	e := &f.Facts.Expressions()[x]
	if t := r.outsideCall(file, x); t != lattice.Never {
		return t
	}
	callee := r.ExprType(file, e.X)
	if fd := r.Found(r.Denote(file, e.X)); fd.Status == IsSymbol && r.Def(fd.Syms[0]).Kind == facts.EnumMember {
		return callee // an enum variant with fields
	}
	if f.Lang.Rules.Overloads || f.Lang.Rules.BareCalls {
		if fd := r.Callee(file, x); fd.Status == IsSymbol {
			callee = r.FoundType(file, fd)
			if r.ReadByCall(fd.Syms[0]) {
				return callee
			}
		}
	} else if fd := r.stub(file, x); fd.Status == IsSymbol {
		callee = r.FoundType(file, fd)
	}
	if e.Kind == facts.New && e.Ref >= 0 {
		return r.Types.Instance(f.Symbol(e.Ref))
	}
	if e.Kind == facts.New {
		return r.Types.MapUnion(callee, func(t lattice.Type) lattice.Type { return r.instantiate(t, file, x) })
	}
	if t := r.fluent(file, e.X); t >= lattice.FirstType {
		return t
	}
	return r.Types.MapUnion(callee, func(t lattice.Type) lattice.Type { return r.callOne(t, file, x) })
}

// fluent returns the type of the receiver of the member x where the method returns the instance
// that it is called on, as the receiver's subtype; else never.
func (r *Resolver) fluent(file decl.FileID, x facts.ExprID) lattice.Type {
	f := r.File(file)
	if x < 0 || f.Facts.Expressions()[x].Kind != facts.Member {
		return lattice.Never
	}
	receiver := f.Facts.Expressions()[x].X
	if receiver < 0 || f.Facts.Expressions()[receiver].Kind == facts.Super {
		return lattice.Never
	}
	fd := r.Found(r.Denote(file, x))
	if fd.Status != IsSymbol || slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool { return !r.givesThis(s) }) {
		return lattice.Never
	}
	t := r.ExprType(file, receiver)
	if r.Types.Kind(t) != lattice.Instance {
		return lattice.Never
	}
	return t
}

// instantiate returns the type of the expression x, which creates an instance of t.
func (r *Resolver) instantiate(t lattice.Type, file decl.FileID, x facts.ExprID) lattice.Type {
	n := r.Types.Node(t)
	switch n.Kind {
	case lattice.Class:
		args := n.Args
		if e := &r.File(file).Facts.Expressions()[x]; e.Type >= 0 {
			if d := r.Types.Node(r.DeclType(file, e.Type)); d.Kind == lattice.Instance && d.Symbol() == n.Symbol() {
				args = d.Args
			} else if d.Kind != lattice.Instance && r.File(file).Lang.Rules.GenericsApart {
				return r.DeclType(file, e.Type)
			}
		}
		if len(args) == 0 {
			args = r.constructed(n.Symbol(), file, x)
		}
		return r.Types.Instance(n.Symbol(), args...)
	case lattice.Func:
		return r.Types.Instance(n.Symbol())
	case lattice.Module:
		return r.instantiate(r.ModuleValue(n.Unit()), file, x)
	case lattice.Conv: // the type is written out
		return n.Args[0]
	}
	f := r.File(file)
	switch e := &f.Facts.Expressions()[x]; {
	case e.Type >= 0:
		return r.DeclType(file, e.Type)
	case t == lattice.External && f.Lang.Forms != nil && e.X >= 0 && f.Facts.Expressions()[e.X].Kind == facts.Name:
		return r.OutsideType(f.Lang, f.Facts.Expressions()[e.X].Name, nil)
	}
	return lattice.OrUnknown(t)
}

// ModuleValue returns the type of the value of a module that is itself a function, class or object
// (module.exports = …), unknown for others. It is never a module.
func (r *Resolver) ModuleValue(u decl.UnitID) lattice.Type {
	for range maxReexports {
		t := r.exportedValue(u)
		if n := r.Types.Node(t); n.Kind == lattice.Module {
			u = n.Unit()
			continue
		}
		return r.Types.MapUnion(t, func(m lattice.Type) lattice.Type {
			if r.Types.Kind(m) == lattice.Module {
				return lattice.Unknown
			}
			return m
		})
	}
	return lattice.Unknown
}

// exportedValue returns the type of the value that a module exports as a whole.
func (r *Resolver) exportedValue(u decl.UnitID) lattice.Type {
	if r.Depth > MaxDepth {
		return lattice.Unknown
	}
	for _, fi := range r.Unit(u).Files {
		for _, name := range []string{"=", "default"} {
			for _, j := range r.File(fi).exports[name] {
				r.Depth++
				t := r.FoundType(fi, r.Export(fi, j, nil))
				r.Depth--
				return t
			}
		}
	}
	return lattice.Unknown
}

// callOne returns the result type of calling a value of type t. x is the call, None for an implicit call by the language.
func (r *Resolver) callOne(t lattice.Type, file decl.FileID, x facts.ExprID) lattice.Type {
	if t < lattice.FirstType || r.Nested > MaxNested {
		return lattice.OrUnknown(t)
	}
	r.Nested++
	got := r.callKnown(t, file, x)
	r.Nested--
	return got
}

// callKnown is callOne for a known type.
func (r *Resolver) callKnown(t lattice.Type, file decl.FileID, x facts.ExprID) lattice.Type {
	n := r.Types.Node(t)
	switch n.Kind {
	case lattice.Func:
		return r.returned(n, file, x)
	case lattice.Class:
		d := r.Def(n.Symbol())
		if d.Kind.IsType() {
			if m := r.StaticCall(n.Symbol(), file, x); m >= 0 {
				return r.callOne(r.Types.Function(m), file, x)
			}
			args := n.Args
			if len(args) == 0 {
				args = r.constructed(n.Symbol(), file, x)
			}
			return r.Types.Instance(n.Symbol(), args...)
		}
	case lattice.Conv:
		return n.Args[0]
	case lattice.FuncType:
		return r.Types.Within(r.resultsOf(n.File(), &r.File(n.File()).Facts.Types[n.Position()]), n.Args)
	case lattice.FuncLit:
		e := &r.File(n.File()).Facts.Expressions()[n.Position()]
		if e.Type >= 0 {
			if ty := &r.File(n.File()).Facts.Types[e.Type]; ty.Kind == facts.FuncT && len(ty.Args) > int(ty.N) {
				return r.Types.Within(r.resultsOf(n.File(), ty), n.Args)
			}
		}
		out := lattice.Never
		for i := range e.Args {
			out = r.Types.Union(out, r.ExprType(n.File(), e.Args[i].X))
		}
		if out == lattice.Never {
			return lattice.Unknown
		}
		return r.Types.Within(out, n.Args)
	case lattice.Instance:
		if u := r.Under(t); u.Kind == lattice.FuncType {
			return r.callOne(r.Types.Of(u), file, x)
		}
		fd := r.MemberOf(t, r.Protocol(n.Symbol()).Call)
		if fd.Status != IsSymbol {
			fd = r.MemberOf(t, "()") // a call signature
		}
		if fd.Status == IsSymbol {
			return r.Types.MapUnion(r.FoundType(file, r.signatures(file, x, fd)), func(t lattice.Type) lattice.Type {
				if r.Types.Kind(t) != lattice.Func {
					return lattice.Unknown
				}
				return r.callOne(t, file, x)
			})
		}
	case lattice.Module:
		return r.Types.MapUnion(r.ModuleValue(n.Unit()), func(t lattice.Type) lattice.Type { return r.callOne(t, file, x) })
	case lattice.Builtin:
		return t
	case lattice.List, lattice.Map: // xs(0)
		if l := r.File(file).Lang; l.Protocol.Call != "" {
			if shape := l.Members[n.Form()+"."+l.Protocol.Call]; shape != "" {
				return r.shape(file, x, t, shape)
			}
		}
	case lattice.Param:
		if b := r.Bound(n.Symbol(), n.Position()); b >= lattice.FirstType && r.Types.Kind(b) != lattice.Param {
			return r.Types.MapUnion(b, func(t lattice.Type) lattice.Type { return r.callOne(t, file, x) })
		}
	}
	return lattice.Unknown
}

// resultsOf returns the result type of a declared function type.
func (r *Resolver) resultsOf(file decl.FileID, ty *facts.Type) lattice.Type {
	results := ty.Results()
	switch len(results) {
	case 0:
		return lattice.Unknown
	case 1:
		return r.DeclType(file, results[0])
	}
	args := make([]lattice.Type, len(results))
	for i, id := range results {
		args[i] = r.DeclType(file, id)
	}
	return r.Types.Tuple(args...)
}

// returned returns the result type of a function, its type parameters replaced by the type
// arguments of the receiver and those inferred from the arguments.
func (r *Resolver) returned(fn lattice.Node, file decl.FileID, x facts.ExprID) lattice.Type {
	s := r.signature(fn.Symbol(), file, x)
	d := r.Def(s)
	if d.Type >= 0 && len(d.Results) == 0 { // const f: F = …
		if t := r.callAs(r.DeclType(r.Symbol(s).File, d.Type), file, x); t >= lattice.FirstType {
			return t
		}
	}
	t := r.Returns(s)
	if t < lattice.FirstType {
		return t
	}
	if p := r.Symbol(s).Parent; p >= 0 && len(fn.Args) > 0 {
		t = r.Types.Subst(t, p, fn.Args, 0)
		if d.Receiver >= 0 {
			t = r.Types.Subst(t, s, fn.Args, 0)
		}
		t = r.Types.Within(t, fn.Args)
	}
	if len(d.TypeParams) > 0 && x >= 0 {
		if args := r.Infer(s, file, x, true); args != nil {
			t = r.Types.Subst(t, s, args, 0)
		}
	}
	if self := r.calledOn(file, x); self >= lattice.FirstType {
		t = r.Types.OnSelf(t, self, 0)
	}
	return t
}

// calledOn returns the type of the receiver of the method call x, unknown for other calls.
func (r *Resolver) calledOn(file decl.FileID, x facts.ExprID) lattice.Type {
	f := r.File(file)
	if x < 0 || f.Facts.Expressions()[x].X < 0 {
		return lattice.Unknown
	}
	callee := &f.Facts.Expressions()[f.Facts.Expressions()[x].X]
	if callee.Kind != facts.Member {
		return lattice.Unknown
	}
	if of := &f.Facts.Expressions()[callee.X]; of.Kind == facts.Super {
		return r.thisType(file, of.In)
	}
	return r.Types.MapUnion(r.ExprType(file, callee.X), func(t lattice.Type) lattice.Type {
		switch n := r.Types.Node(t); n.Kind {
		case lattice.Class:
			return r.Types.Instance(n.Symbol(), n.Args...)
		case lattice.Conv:
			return n.Args[0]
		}
		return t
	})
}

// callAs returns the union of callOne for every type that a value may have.
func (r *Resolver) callAs(t lattice.Type, file decl.FileID, x facts.ExprID) lattice.Type {
	return r.Types.MapUnion(t, func(t lattice.Type) lattice.Type { return r.callOne(t, file, x) })
}

// Returns is the declared result type of a function or, where none is declared, the type inferred
// from its return statements.
func (r *Resolver) Returns(s decl.SymbolID) lattice.Type {
	return r.memo(r.Symbol(s).File, &r.Symbol(s).returns, lattice.Never, func() lattice.Type { return r.evalReturns(s) })
}

func (r *Resolver) evalReturns(s decl.SymbolID) lattice.Type {
	d, file := r.Def(s), r.Symbol(s).File
	if r.Depth > MaxDepth {
		return lattice.Unknown
	}
	switch len(d.Results) {
	case 0:
	case 1:
		t := r.DeclType(file, d.Results[0])
		if d.Has(facts.Async) && r.Types.Kind(t) != lattice.Promise {
			t = r.Types.Promise(t)
		}
		return t
	default:
		args := make([]lattice.Type, len(d.Results))
		for i, id := range d.Results {
			args[i] = r.DeclType(file, id)
		}
		return r.Types.Tuple(args...)
	}
	out := r.joined(file, d.Values)
	if out == lattice.Never {
		out = lattice.Unknown
	}
	switch {
	case d.Has(facts.Generator):
		return r.Types.List(out)
	case d.Has(facts.Async):
		return r.Types.Promise(out)
	}
	return out
}

// stored returns the type of the value that the call x stores in its i-th argument.
func (r *Resolver) stored(file decl.FileID, x facts.ExprID, i int32) lattice.Type {
	f := r.File(file)
	if r.Depth > MaxDepth {
		return lattice.Unknown
	}
	r.Depth++
	defer func() { r.Depth-- }()
	out := lattice.Never
	if fd := r.Callee(file, x); fd.Status == IsSymbol {
		for k, s := range fd.Syms {
			if !r.Def(s).Kind.IsCallable() {
				continue
			}
			t := r.declared(s, i, r.TypeArgs(fd.Receiver(k)))
			if len(r.Def(s).TypeParams) > 0 && t >= lattice.FirstType {
				if args := r.Infer(s, file, x, true); args != nil {
					t = r.Types.Subst(t, s, args, 0)
				}
			}
			out = r.Types.Union(out, t)
		}
	} else if e := &f.Facts.Expressions()[f.Facts.Expressions()[x].X]; e.Kind == facts.Member && f.Lang.Members != nil {
		out = r.Types.MapUnion(r.ExprType(file, e.X), func(t lattice.Type) lattice.Type {
			if t >= lattice.FirstType {
				if on, s, ok := r.entryOf(f.Lang.Members, t, e.Name+"#"+strconv.Itoa(int(i))); ok && s != "" {
					return r.shape(file, x, on, s)
				}
			}
			return lattice.Unknown
		})
	}
	if out == lattice.Never {
		return lattice.Unknown
	}
	return out
}

// Infer returns the type arguments of a generic call, from those written at the call and from the
// types of the arguments; nil when none is known. With results, the results of function literals
// among the arguments count too, which needs the types of their parameters.
func (r *Resolver) Infer(s decl.SymbolID, file decl.FileID, x facts.ExprID, results bool) []lattice.Type {
	return r.inferOn(s, s, file, x, results)
}

// inferOn is Infer for the type parameters of s and the parameters of fn. They differ where s is a
// type and fn its constructor.
func (r *Resolver) inferOn(s, fn decl.SymbolID, file decl.FileID, x facts.ExprID, results bool) []lattice.Type {
	d := r.Def(fn)
	e := &r.File(file).Facts.Expressions()[x]
	args := make([]lattice.Type, len(r.Def(s).TypeParams))
	for i := range args {
		args[i] = r.Types.Param(s, int32(i))
	}
	some := false
	if e.Type >= 0 {
		if n := r.Types.Node(r.DeclType(file, e.Type)); n.Kind == lattice.Tuple {
			first := 0
			if d.Receiver >= 0 { // the type parameters of the receiver's type are not written at the call
				first = max(0, len(args)-len(n.Args))
			}
			for i := range min(len(args)-first, len(n.Args)) {
				args[first+i] = n.Args[i]
			}
			return args
		}
	}
	if d.Has(facts.ExtensionMember) && d.Receiver >= 0 && e.X >= 0 {
		switch callee := &r.File(file).Facts.Expressions()[e.X]; callee.Kind {
		case facts.Member:
			some = r.unify(r.DeclType(r.Symbol(fn).File, d.Receiver), r.ExprType(file, callee.X), s, args, 0)
		case facts.Name: // called on the implicit receiver
			want := r.DeclType(r.Symbol(fn).File, d.Receiver)
			if this := r.thisOf(file, callee); this >= lattice.FirstType && r.fits(file, this, want, 0) > score.Unknown {
				some = r.unify(want, this, s, args, 0)
			}
		}
	}
	if tuple := r.manyValues(file, e); tuple != nil { // f(g()), where the results of g are all arguments
		for i := range min(len(tuple), len(d.Params)) {
			if p := &d.Params[i]; p.Type >= 0 && !p.Variadic {
				some = r.unify(r.DeclType(r.Symbol(fn).File, p.Type), tuple[i], s, args, 0) || some
			}
		}
		if !some {
			return nil
		}
		return args
	}
	at := d.Filled(e.Args)
	for i := range e.Args {
		a := &e.Args[i]
		if at[i] < 0 || a.X < 0 {
			continue
		}
		p := &d.Params[at[i]]
		if p.Type >= 0 && (results || !r.contextSensitive(file, a.X)) {
			some = r.unify(r.DeclType(r.Symbol(fn).File, p.Type), r.ExprType(file, a.X), s, args, 0) || some
		}
	}
	if !some {
		return nil
	}
	return args
}

// manyValues returns the result types of the only argument of a call where that is a call with several results, else nil.
func (r *Resolver) manyValues(file decl.FileID, e *facts.Expr) []lattice.Type {
	f := r.File(file)
	if !f.Lang.Rules.MultiValueArgs || len(e.Args) != 1 || e.Args[0].X < 0 || f.Facts.Expressions()[e.Args[0].X].Kind != facts.Call {
		return nil
	}
	if n := r.Types.Node(r.ExprType(file, e.Args[0].X)); n.Kind == lattice.Tuple {
		return n.Args
	}
	return nil
}

// contextSensitive reports whether the type of an argument depends on the type of its parameter.
func (r *Resolver) contextSensitive(file decl.FileID, x facts.ExprID) bool {
	k := r.Types.Kind(r.ExprType(file, x))
	return isFunction(k) || k == lattice.Object
}

// constructed returns the type arguments inferred from the call x of the constructor of a generic
// type; nil when none is known.
func (r *Resolver) constructed(s decl.SymbolID, file decl.FileID, x facts.ExprID) []lattice.Type {
	c := r.Symbol(s).Ctor
	if x < 0 || len(r.Def(s).TypeParams) == 0 || r.Depth > MaxDepth {
		return nil
	}
	if c < 0 {
		c = s
	}
	return r.inferOn(s, c, file, x, true)
}

// StaticCall returns the static member that calling a type runs where no
// constructor of it takes the arguments (Kotlin invoke of a companion), else -1.
func (r *Resolver) StaticCall(s decl.SymbolID, file decl.FileID, x facts.ExprID) decl.SymbolID {
	name := r.Protocol(s).Call
	if name == "" || x < 0 || r.Depth > MaxDepth {
		return -1
	}
	static := decl.SymbolID(-1)
	for _, m := range r.MembersNamed(s, name) {
		if r.Def(m).Has(facts.Static) && r.Def(m).Kind.IsCallable() {
			static = m
		}
	}
	if static < 0 {
		return -1
	}
	args := r.File(file).Facts.Expressions()[x].Args
	if c := r.Symbol(s).Ctor; c >= 0 {
		for _, m := range r.MembersNamed(s, r.Def(c).Name) {
			if r.fit(file, args, m, lattice.Unknown) != score.Misfit {
				return -1
			}
		}
	}
	return static
}

// unify matches pattern against t and records in args the types of the type parameters of s.
func (r *Resolver) unify(pattern, t lattice.Type, s decl.SymbolID, args []lattice.Type, depth int) bool {
	if pattern < lattice.FirstType || depth > lattice.MaxNesting || t == lattice.Unknown {
		return false
	}
	p := r.Types.Node(pattern)
	if p.Kind == lattice.Param {
		if p.Symbol() == s && p.Position() >= 0 && int(p.Position()) < len(args) {
			if n := r.Types.Node(args[p.Position()]); n.Kind == lattice.Param && n.Symbol() == s {
				args[p.Position()] = t
				return true
			}
		}
		return false
	}
	n := r.Types.Node(t)
	if p.Kind == lattice.Instance && n.Kind == lattice.Instance && p.Symbol() != n.Symbol() {
		n = r.Types.Node(r.asSuper(t, p.Symbol()))
	}
	if (p.Kind == lattice.List || p.Kind == lattice.Map) && n.Kind == lattice.Instance { // it may be one by its bases
		for _, b := range r.outsideBases(n) {
			if r.Types.Kind(b) == p.Kind {
				n = r.Types.Node(b)
				break
			}
		}
	}
	if p.Kind == lattice.Conv && n.Kind == lattice.Class { // the argument is the type itself
		return r.unify(p.Args[0], r.Types.Instance(n.Symbol(), n.Args...), s, args, depth+1)
	}
	if n.Kind == lattice.Class && p.Kind == lattice.FuncType { // calling a type creates an instance
		return r.unify(r.gives(s, p), r.Types.Instance(n.Symbol(), n.Args...), s, args, depth+1)
	}
	if isFunction(n.Kind) {
		if gives := r.gives(s, p); gives >= lattice.FirstType {
			return r.unify(gives, r.callOne(t, r.Symbol(s).File, facts.None), s, args, depth+1)
		}
		return false
	}
	if p.Kind == lattice.FuncType || p.Kind != n.Kind || p.Symbol() != n.Symbol() && p.Kind == lattice.Instance {
		return false
	}
	some := false
	for i := range min(len(p.Args), len(n.Args)) {
		some = r.unify(p.Args[i], n.Args[i], s, args, depth+1) || some
	}
	return some
}

func isFunction(k lattice.Kind) bool { return k == lattice.FuncLit || k == lattice.Func }

// gives returns the declared result of the function type of a parameter of s, unknown when it has none.
func (r *Resolver) gives(s decl.SymbolID, n lattice.Node) lattice.Type {
	switch n.Kind {
	case lattice.FuncType:
		return r.Types.Within(r.resultsOf(n.File(), &r.File(n.File()).Facts.Types[n.Position()]), n.Args)
	case lattice.Builtin:
		if _, result, ok := r.functional(r.File(r.Symbol(s).File).Lang, n); ok && result != "" {
			if i, err := strconv.Atoi(result); err == nil && i < len(n.Args) {
				return n.Args[i]
			}
		}
	case lattice.Instance:
		if m, recv := r.singleMethod(n); m >= 0 {
			return r.Types.Subst(r.Returns(m), r.Canon(r.Symbol(m).Parent), r.TypeArgs(recv), 0)
		}
	}
	return lattice.Unknown
}
