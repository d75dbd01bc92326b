package infer

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/score"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/written"
)

// Callee resolves the function that the call x runs: its callee and, of several functions of one
// name, those that fit the arguments best.
func (r *Resolver) Callee(file decl.FileID, x facts.ExprID) Found {
	f := r.File(file)
	fd := *r.Found(r.Denote(file, f.Facts.Expressions()[x].X))
	if e := &f.Facts.Expressions()[x]; e.Kind == facts.New && f.Facts.Expressions()[e.X].Kind == facts.TypeExpr {
		fd = r.newOf(file, f.Facts.Expressions()[e.X].Type)
	}
	if f.Lang.Rules.SharedNamespaces && (fd.Status == NotKnown || fd.Status == IsOutside) {
		fd = r.byArguments(file, x, fd)
	}
	if e := &f.Facts.Expressions()[x]; e.Kind == facts.New && f.Lang.Rules.ImplicitThis && f.Facts.Expressions()[e.X].Kind == facts.Name &&
		(fd.Status != IsSymbol || !r.Def(fd.Syms[0]).Kind.IsType()) { // a member with the same name as the type
		args := 0
		if e.Type >= 0 {
			args = len(f.Facts.Types[e.Type].Args)
		}
		if types := r.scopedName(file, f.Facts.Expressions()[e.X].Scope(), f.Facts.Expressions()[e.X].Name, args); types.Status == IsSymbol {
			fd = types
			fd.Syms = r.OfArity(fd.Syms, 0)
		}
	}
	if e := &f.Facts.Expressions()[x]; e.Kind == facts.New && e.Type >= 0 && fd.Status == IsSymbol {
		if n := r.Types.Node(r.DeclType(file, e.Type)); n.Kind == lattice.Instance && n.Symbol() != fd.Syms[0] { // one of several types of one name, selected by the number of type arguments
			fd.Syms, fd.Recvs = []decl.SymbolID{n.Symbol()}, nil
		} else if n.Kind != lattice.Instance && f.Lang.Rules.GenericsApart {
			return Found{Status: IsOutside}
		}
	}
	fd = r.counterpart(file, x, r.factory(file, x, fd))
	if fd.Status != IsSymbol || !f.Lang.Rules.Overloads || slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool { return r.Def(s).Has(facts.Macro) }) {
		return fd // macros and functions of one name are for different builds
	}
	if other := r.instead(file, x, &fd); other.Status == IsSymbol && len(other.Syms) > 0 {
		fd = other
	} else if other = r.outward(file, x, &fd); other.Status == IsSymbol && len(other.Syms) > 0 {
		fd = other
	}
	if t := r.elementTaken(file, x); t != lattice.Never && fd.extends(r) && r.fits(file, r.ExprType(file, f.Facts.Expressions()[x].Args[0].X), t, 0) != score.Misfit {
		return Found{Status: IsOutside}
	}
	if e := &f.Facts.Expressions()[x]; len(fd.Syms) < 2 && (len(r.extenders[f.Facts.Expressions()[e.X].Name]) == 0 || !r.Def(fd.Syms[0]).Kind.IsCallable() || f.Lang.Rules.GenericsApart && r.Types.Kind(fd.Recv) == lattice.Class) {
		if s := fd.Syms[0]; r.Def(s).Kind.IsCallable() && fd.mayInherit(r) && (!r.Def(s).Takes(e.Args) || f.Lang.Rules.GenericsApart && r.fit(file, e.Args, s, fd.Receiver(0)) == score.Misfit) {
			return Found{Status: IsOutside} // a base outside the repository may have an overload
		}
		return fd
	}
	if id, ok := f.chosen[x]; ok {
		return *r.Found(id)
	}
	if r.Depth > MaxDepth {
		return fd
	}
	if f.chosen == nil {
		f.chosen = make(map[facts.ExprID]FoundID)
	}
	f.chosen[x] = r.Denote(file, f.Facts.Expressions()[x].X) // used while the arguments are evaluated, against recursion
	r.Depth++
	defer func() { r.Depth-- }()
	best := r.fitting(file, &f.Facts.Expressions()[x], r.extensionOf(file, &f.Facts.Expressions()[x], fd))
	if f.Lang.Rules.GenericsApart && best.Status == IsSymbol && len(best.Syms) > 1 {
		f.chosen[x] = r.addFound(best)
		var cut bool
		if best, cut = r.byResults(file, &f.Facts.Expressions()[x], best); cut {
			delete(f.chosen, x)
			return best
		}
	}
	r.File(file).chosen[x] = r.addFound(best)
	return best
}

// byResults returns those of the functions fd for whose parameters the values fit best that the function literals among
// the arguments of a call return. It is cut where one of these values is being evaluated.
func (r *Resolver) byResults(file decl.FileID, call *facts.Expr, fd Found) (out Found, cut bool) {
	costs := make([]int, len(fd.Syms))
	for i, s := range fd.Syms {
		for j, p := range r.Def(s).Filled(call.Args) {
			if x := call.Args[j].X; p >= 0 && x >= 0 && r.Types.Kind(r.ExprType(file, x)) == lattice.FuncLit {
				cost, open := r.costResults(file, x, r.Under(r.declared(s, int32(p), r.TypeArgs(fd.Receiver(i)))))
				costs[i] += cost
				cut = cut || open
			}
		}
	}
	least := slices.Min(costs)
	return fd.having(func(i int) bool { return costs[i] == least }), cut
}

// costResults is how badly the values that the function literal x returns fit the result of the function type w.
func (r *Resolver) costResults(file decl.FileID, x facts.ExprID, w lattice.Node) (cost int, cut bool) {
	if w.Kind != lattice.FuncType || r.resultKind(w) == written.Nothing {
		return 0, false
	}
	f := r.File(file)
	lit := &f.Facts.Expressions()[x]
	want := r.Types.Within(r.resultsOf(w.File(), &r.File(w.File()).Facts.Types[w.Position()]), w.Args)
	if written.LiteralGives(f.Lang, f.Facts, lit) >= written.Promise {
		want = r.Types.Awaited(want)
	}
	for _, a := range lit.Args {
		have := r.ExprType(file, a.X)
		cut = cut || have == lattice.Never
		if have < lattice.FirstType || want < lattice.FirstType {
			continue
		}
		switch fit := r.fits(file, have, want, 1); {
		case fit == score.Misfit:
			cost = max(cost, 3)
		case fit < score.Same-1:
			cost = max(cost, 2)
		case fit < score.Same:
			cost = max(cost, 1)
		}
	}
	return cost, cut
}

// newOf resolves the creation of an instance of a written type.
func (r *Resolver) newOf(file decl.FileID, id facts.TypeID) Found {
	t := r.DeclType(file, id)
	if n := r.Types.Node(t); n.Kind == lattice.Param {
		t = r.Bound(n.Symbol(), n.Position())
	}
	switch n := r.Types.Node(t); {
	case n.Kind == lattice.Instance:
		return Found{Status: IsSymbol, Rule: ruleset.Import, Syms: []decl.SymbolID{n.Symbol()}}
	case t == lattice.External || n.Kind == lattice.Builtin || n.Kind == lattice.List || n.Kind == lattice.Map:
		return Found{Status: IsOutside}
	}
	return Found{}
}

// counterpart returns which of a type and its companion object the call x means: the object where
// it can be called with the arguments, else the type, which is instantiated.
func (r *Resolver) counterpart(file decl.FileID, x facts.ExprID, fd Found) Found {
	if fd.Status != IsSymbol || len(fd.Syms) < 2 {
		return fd
	}
	object := r.asValue(fd)
	if len(object.Syms) == len(fd.Syms) {
		return fd
	}
	e := &r.File(file).Facts.Expressions()[x]
	if e.Kind != facts.New {
		for _, s := range object.Syms {
			for _, m := range r.MemberOf(r.Instance(s), r.Protocol(s).Call).Syms {
				if r.Def(m).Takes(e.Args) {
					return object
				}
			}
		}
	}
	return r.asType(fd)
}

// factory returns the functions of the name that x calls where a type has it too, in languages that
// choose among functions and constructors, and x can create no instance of the type.
func (r *Resolver) factory(file decl.FileID, x facts.ExprID, fd Found) Found {
	e, f := &r.File(file).Facts.Expressions()[x], r.File(file)
	if callee := &f.Facts.Expressions()[e.X]; f.Lang.Rules.FactoryNames && callee.Kind == facts.Name && fd.Status == IsSymbol && r.Def(fd.Syms[0]).Kind.IsType() {
		all := *r.Found(r.bareName(file, callee))
		all.Syms, all.Recvs = slices.DeleteFunc(slices.Clone(all.Syms), func(s decl.SymbolID) bool { return !r.Def(s).Kind.IsCallable() }), nil
		if len(all.Syms) > 0 && !slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool { return r.mayMake(file, e, s) }) {
			return all
		}
	}
	return fd
}

// mayMake reports whether the call e may create an instance of s: by a constructor that is visible there
// and takes as many arguments, or of an interface by a function literal.
func (r *Resolver) mayMake(file decl.FileID, e *facts.Expr, s decl.SymbolID) bool {
	y, in := r.Symbol(s), r.SymOf(file, e.In)
	if y.Ctor < 0 {
		return r.Def(s).Kind != facts.Interface || len(e.Args) == 1
	}
	for ; in >= 0 && r.Canon(in) != s; in = r.Symbol(in).Parent {
	}
	return slices.ContainsFunc(y.Members[r.Def(y.Ctor).Name], func(m decl.SymbolID) bool {
		return r.Def(m).Takes(e.Args) && (r.Def(m).Has(facts.Exported) || in >= 0)
	})
}

// mayInherit reports whether the type of one of the functions may have another overload of it that is not seen: of a base
// outside the repository, or among the members of all objects or all classes.
func (fd *Found) mayInherit(r *Resolver) bool {
	class := r.Types.Kind(fd.Recv) == lattice.Class
	return slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool {
		p, l, name := r.Canon(r.Symbol(s).Parent), r.File(r.Symbol(s).File).Lang, r.Def(s).Name
		return p >= 0 && r.Def(p).Kind.IsType() && !l.Rules.NearestHides &&
			(r.IsOpen(p) || r.InClosed(p, name) || class && l.TypeMembers[name] || !class && l.ObjectMembers[name])
	})
}

// stub returns the overload signatures (TypeScript overloads, Python @overload) of the function
// that x calls that fit the arguments best. They declare the result type.
func (r *Resolver) stub(file decl.FileID, x facts.ExprID) Found {
	f := r.File(file)
	fd := *r.Found(r.Denote(file, f.Facts.Expressions()[x].X))
	if fd.Status != IsSymbol || len(fd.Syms) < 2 || r.Depth > MaxDepth {
		return Found{}
	}
	all := fd.having(func(i int) bool { return r.Def(fd.Syms[i]).Has(facts.Overload) })
	if len(all.Syms) == 0 {
		return Found{}
	}
	r.Depth++
	defer func() { r.Depth-- }()
	return r.fitting(file, &f.Facts.Expressions()[x], all)
}

// fitting returns those of the functions fd with the highest score for the arguments and, of these, those with the narrowest
// parameters. Where none fits, the types of the arguments are ignored, and all that take this number of them are returned.
func (r *Resolver) fitting(file decl.FileID, call *facts.Expr, fd Found) Found {
	best, at := score.Misfit, []int(nil)
	for i, s := range fd.Syms {
		if !r.Def(s).Kind.IsCallable() || !r.fitsTypeArgs(file, call, s) || !r.fitsReceiver(s, fd.Receiver(i)) {
			continue
		}
		fit := r.fit(file, call.Args, s, fd.Receiver(i))
		if awaits := call.Flags & (facts.Awaited | facts.UsedAsIs); awaits != facts.Awaited|facts.UsedAsIs && (awaits == facts.Awaited) != r.Def(s).Has(facts.Suspends) {
			fit -= score.Awaits
		}
		switch {
		case fit <= score.Misfit || fit < best:
		case fit > best:
			best, at = fit, []int{i}
		default:
			at = append(at, i)
		}
	}
	if callee := &r.File(file).Facts.Expressions()[call.X]; len(at) == 0 && callee.Kind == facts.Member && fd.extends(r) {
		if k := r.Types.Kind(r.ExprType(file, callee.X)); k == lattice.Builtin || k == lattice.List || k == lattice.Map {
			return Found{Status: IsOutside} // a member of the type of the value
		}
	}
	if len(at) == 0 && !(r.File(file).Lang.Rules.GenericsApart && fd.mayInherit(r)) {
		for i, s := range fd.Syms {
			if r.Def(s).Kind.IsCallable() && r.Def(s).Takes(call.Args) && r.fitsTypeArgs(file, call, s) {
				at = append(at, i)
			}
		}
	}
	switch {
	case len(at) > 1:
		at = r.ofSameImpl(file, call, fd, r.narrowest(file, len(call.Args), fd, at))
	case len(at) == 0 && fd.mayInherit(r):
		return Found{Status: IsOutside}
	case len(at) == 0:
		return fd
	}
	out := fd.having(func(i int) bool { return slices.Contains(at, i) })
	out.Recv = out.Recvs[0]
	return out
}

// fitsReceiver reports whether s may be called on an instance with the type arguments of on: an extension of the type
// may be for some of them only.
func (r *Resolver) fitsReceiver(s decl.SymbolID, on lattice.Type) bool {
	d, n := r.Def(s), r.Types.Node(on)
	if d.Receiver < 0 || n.Kind != lattice.Instance || !r.File(r.Symbol(s).File).Lang.Rules.GivenOverrides {
		return true
	}
	w := r.Types.Node(r.DeclType(r.Symbol(s).File, d.Receiver))
	return w.Kind != lattice.Instance || !slices.ContainsFunc(w.Args[:min(len(w.Args), len(n.Args))], func(a lattice.Type) bool {
		return !r.sameType(n.Args[slices.Index(w.Args, a)], a, 0)
	})
}

// ofSameImpl returns those of the functions fd, by position, that a call on the current instance means: not the function
// around it, which passes on to one of that name, or those of the same block; all where these are none.
func (r *Resolver) ofSameImpl(file decl.FileID, call *facts.Expr, fd Found, at []int) []int {
	f := r.File(file)
	if callee := &f.Facts.Expressions()[call.X]; len(at) < 2 || call.In < 0 || callee.Kind != facts.Member || !r.OnSelf(f, callee.X) {
		return at
	}
	in := &f.Facts.Defs[call.In]
	own := slices.DeleteFunc(slices.Clone(at), func(i int) bool {
		s := fd.Syms[i]
		if in.Name == r.Def(s).Name {
			return s == f.Symbol(call.In)
		}
		return r.Symbol(s).File != file || !written.SameBlock(f.Facts, in, r.Def(s))
	})
	if len(own) > 0 {
		return own
	}
	return at
}

// narrowest removes from at the positions in fd of functions whose parameters are all as wide as,
// or wider than, those of another one.
func (r *Resolver) narrowest(file decl.FileID, args int, fd Found, at []int) []int {
	wider := func(i, j int) bool {
		return i != j && r.narrower(file, args, &fd, j, i) && !r.narrower(file, args, &fd, i, j)
	}
	out := slices.DeleteFunc(slices.Clone(at), func(i int) bool { return slices.ContainsFunc(at, func(j int) bool { return wider(i, j) }) })
	if len(out) == 0 {
		return at
	}
	return out
}

// narrower reports whether every list of arguments that the i-th function of fd accepts for its
// first parameters is accepted by the j-th too.
func (r *Resolver) narrower(file decl.FileID, args int, fd *Found, i, j int) bool {
	for p := range args {
		a := r.declared(fd.Syms[i], int32(p), r.TypeArgs(fd.Receiver(i)))
		b := r.declared(fd.Syms[j], int32(p), r.TypeArgs(fd.Receiver(j)))
		if r.File(file).Lang.Rules.GenericsApart && a != b && !r.isOwnParam(a) && r.isOwnParam(b) && r.leastOf(file, b) == a {
			return false // a type parameter stands for the type of the argument
		}
		if a, b = r.leastOf(file, a), r.leastOf(file, b); a != b && r.fits(file, a, b, 0) <= score.Unknown {
			return false
		}
	}
	return true
}

// withOverloads adds to the functions fd, members of type s or of its nearest supertype with the
// name, the functions of further supertypes that none of them overrides.
func (r *Resolver) withOverloads(s decl.SymbolID, fd Found, name string, recv lattice.Type) Found {
	d, rules := r.Def(s), &r.File(r.Symbol(s).File).Lang.Rules
	if !rules.Overloads || rules.NearestHides || !slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool { return r.Def(s).Kind.IsCallable() }) || len(r.BasesOf(s)) == 0 || d.Kind == facts.Namespace {
		return fd
	}
	out := fd
	out.Syms, out.Recvs = slices.Clone(fd.Syms), nil
	for range fd.Syms {
		out.Recvs = append(out.Recvs, fd.Recv)
	}
	seen := []Base{{Sym: s, Args: r.TypeArgs(recv)}}
	for k := 0; k < len(seen) && k < MaxBases; k++ {
		in := seen[k]
		on := r.Types.Instance(in.Sym, in.Args...)
		for _, m := range r.inherited(s, r.MembersNamed(in.Sym, name)) {
			if r.Def(m).Kind.IsCallable() && !r.replaced(m, on, &out) {
				out.Syms = append(out.Syms, m)
				out.Recvs = append(out.Recvs, on)
			}
		}
		seen = r.AppendBases(seen, in)
	}
	return out
}

// replaced reports whether one of the functions in have overrides m: it has the same parameters, as
// far as they are known. An async one does not override another.
func (r *Resolver) replaced(m decl.SymbolID, recv lattice.Type, have *Found) bool {
	for i, s := range have.Syms {
		if s == m || (r.Def(m).Has(facts.Suspends) || !r.Def(s).Has(facts.Suspends)) && r.SameParams(m, r.TypeArgs(recv), s, r.TypeArgs(have.Receiver(i))) {
			return true
		}
	}
	return false
}

// SameParams reports whether two functions have the same parameters, as far as they are known, on
// receivers with these type arguments.
func (r *Resolver) SameParams(m decl.SymbolID, margs []lattice.Type, s decl.SymbolID, sargs []lattice.Type) bool {
	d, o := r.Def(m), r.Def(s)
	if len(d.Params) != len(o.Params) || r.File(r.Symbol(m).File).Lang.Rules.GenericsApart && len(d.TypeParams) != len(o.TypeParams) {
		return false
	}
	for p := range d.Params {
		if d.Params[p].Variadic != o.Params[p].Variadic {
			return false
		}
		a, b := r.declared(m, int32(p), margs), r.declared(s, int32(p), sargs)
		if r.isValueType(r.Symbol(m).File, a) && written.Differ(r.File(r.Symbol(m).File).Facts, d.Params[p].Type, r.File(r.Symbol(s).File).Facts, o.Params[p].Type) {
			return false
		}
		if !r.sameType(a, b, 0) && !r.File(r.Symbol(m).File).Lang.SameInteger(r.Types.NameOf(r.Types.Node(a)), r.Types.NameOf(r.Types.Node(b))) {
			return false
		}
	}
	return true
}

// signatures keeps of the functions fd the declaration that the call x uses for its types: where
// some only declare what another defines, the first that fits the arguments. x is None for an
// implicit call by the language.
func (r *Resolver) signatures(file decl.FileID, x facts.ExprID, fd Found) Found {
	declared := func(s decl.SymbolID) bool { return r.Def(s).Has(facts.Overload) }
	if x < 0 || len(fd.Syms) < 2 || !slices.ContainsFunc(fd.Syms, declared) {
		return fd
	}
	args := r.File(file).Facts.Expressions()[x].Args
	best, fits := 0, score.Misfit
	for i, s := range fd.Syms {
		if !declared(s) && !r.Def(s).Has(facts.Abstract) {
			continue // the types of the implementation are hidden by its overload signatures
		}
		if fit := r.fit(file, args, s, fd.Receiver(i)); fit > fits {
			best, fits = i, fit
		}
	}
	out := fd
	out.Syms, out.Recvs = fd.Syms[best:best+1], nil
	out.Recv = fd.Receiver(best)
	return out
}

// signature returns the declaration of function s that the call x uses, s itself where it is the only one.
func (r *Resolver) signature(s decl.SymbolID, file decl.FileID, x facts.ExprID) decl.SymbolID {
	y, d := r.Symbol(s), r.Def(s)
	if d.Has(facts.Overload) || x < 0 {
		return s
	}
	same := r.UnitNamed(r.File(y.File).Unit, d.Name)
	if y.Parent >= 0 {
		p := r.Symbol(r.Canon(y.Parent))
		if same = p.Members[d.Name]; len(same) == 0 {
			same = p.nested[d.Name]
		}
	}
	if len(same) < 2 || !slices.Contains(same, s) {
		return s
	}
	if one := r.signatures(file, x, Found{Status: IsSymbol, Syms: r.side(same, d.Has(facts.Static))}); len(one.Syms) == 1 {
		return one.Syms[0]
	}
	return s
}

// Constructors returns those of a type's own constructors that a call may run.
func (r *Resolver) Constructors(file decl.FileID, call *facts.Expr, s decl.SymbolID) []decl.SymbolID {
	y := r.Symbol(s)
	if y.Ctor < 0 {
		return nil
	}
	var all []decl.SymbolID
	for _, m := range y.Members[r.Def(y.Ctor).Name] {
		if d := r.Def(m); d.Kind == facts.Constructor && !d.Has(facts.Static) {
			all = append(all, m)
		}
	}
	if rules := &r.File(file).Lang.Rules; rules.ImplicitCopies {
		if all = r.notCopies(file, call, s, all); len(all) == 0 {
			return nil
		}
	} else if r.isMadeBlank(call, s, all) {
		return nil
	} else if len(all) < 2 || !rules.Overloads {
		return []decl.SymbolID{y.Ctor}
	}
	return r.fitting(file, call, Found{Status: IsSymbol, Syms: all, Recv: r.Instance(s)}).Syms
}

// isMadeBlank reports whether a call runs the constructor without parameters that every struct has, in languages
// where it need not be written.
func (r *Resolver) isMadeBlank(call *facts.Expr, s decl.SymbolID, all []decl.SymbolID) bool {
	return len(call.Args) == 0 && r.Def(s).Kind == facts.Struct && r.File(r.Symbol(s).File).Lang.Rules.GenericsApart &&
		!slices.ContainsFunc(all, func(c decl.SymbolID) bool { return len(r.Def(c).Params) == 0 })
}

// notCopies returns those of the constructors of s that accept the arguments of a call. Where the
// Argument is an instance of s, only copy constructors remain: the implicit one may be meant.
func (r *Resolver) notCopies(file decl.FileID, call *facts.Expr, s decl.SymbolID, all []decl.SymbolID) []decl.SymbolID {
	copies := false
	if len(call.Args) == 1 && call.Args[0].X >= 0 {
		n := r.Types.Node(r.ExprType(file, call.Args[0].X))
		copies = n.Kind == lattice.Instance && n.Symbol() == s
	}
	return slices.DeleteFunc(all, func(c decl.SymbolID) bool {
		d := r.Def(c)
		if !d.Takes(call.Args) {
			return true
		}
		if !copies || d.Params[0].Type < 0 {
			return false
		}
		n := r.Types.Node(r.DeclType(r.Symbol(c).File, d.Params[0].Type))
		return n.Kind != lattice.Instance || n.Symbol() != s
	})
}

// extensionOf returns the extensions that a call of the functions fd runs where none of these accepts
// the arguments; fd where there are none.
func (r *Resolver) extensionOf(file decl.FileID, call *facts.Expr, fd Found) Found {
	callee, extends := &r.File(file).Facts.Expressions()[call.X], fd.extends(r)
	if len(r.extenders[callee.Name]) == 0 || callee.Kind != facts.Member && !extends {
		return fd
	}
	for i, s := range fd.Syms {
		if d := r.Def(s); !d.Kind.IsCallable() || !d.Has(facts.Static) && r.Types.Kind(fd.Recv) == lattice.Class || r.accepts(file, call, s, fd.Receiver(i)) {
			return fd
		}
	}
	on, takes := lattice.Unknown, call
	if callee.Kind != facts.Member {
		on = r.thisOf(file, callee)
	} else if on = r.ExprType(file, callee.X); !extends { // fitting decides whether the call means one of them at all
		takes = nil
	}
	if ext := r.extensionMember(file, on, callee.Name, takes); ext.Status == IsSymbol {
		return ext
	}
	if extends && !slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool { return r.Def(s).Takes(call.Args) }) {
		return Found{Status: IsOutside} // a member of that name outside the repository
	}
	return fd
}

// accepts reports whether the arguments of a call, as far as they are known, fit the function s.
func (r *Resolver) accepts(file decl.FileID, call *facts.Expr, s decl.SymbolID, recv lattice.Type) bool {
	return r.Def(s).Kind.IsCallable() && r.fitsTypeArgs(file, call, s) && r.fit(file, call.Args, s, recv) != score.Misfit
}

// instead returns the extensions with the name of members that the call x cannot mean, because they
// take other arguments or are values.
func (r *Resolver) instead(file decl.FileID, x facts.ExprID, fd *Found) Found {
	f := r.File(file)
	e := &f.Facts.Expressions()[x]
	name := f.Facts.Expressions()[e.X].Name
	takes := func(s decl.SymbolID) bool {
		return r.Def(s).Kind.IsCallable() && !r.Def(s).Has(facts.Getter) && r.Def(s).Takes(e.Args)
	}
	if len(r.extenders[name]) == 0 || fd.Recv < lattice.FirstType || r.Depth > MaxDepth || slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool {
		d := r.Def(s)
		return d.Has(facts.ExtensionMember) || d.Kind.IsType() || d.Kind.IsCallable() && d.Has(facts.Getter) || takes(s)
	}) {
		return Found{}
	}
	other := r.extensionMember(file, fd.Recv, name, nil)
	other.Syms = decl.Without(other.Syms, func(s decl.SymbolID) bool { return other.Rule != ruleset.Extension || !takes(s) })
	return other
}

// outward returns the functions at file level that the call x means, because the members around it of that name refuse its arguments.
func (r *Resolver) outward(file decl.FileID, x facts.ExprID, fd *Found) Found {
	e := &r.File(file).Facts.Expressions()[x]
	callee := &r.File(file).Facts.Expressions()[e.X]
	if !r.File(file).Lang.Rules.FactoryNames || callee.Kind != facts.Name || slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool { return !r.Def(s).Refuses(e.Args) }) {
		return Found{}
	}
	other := *r.Found(r.FileLevel(file, callee.Name))
	other.Syms, other.Recvs = decl.Without(other.Syms, func(s decl.SymbolID) bool { return !r.Def(s).TakesAlone(e.Args) }), nil
	return other
}
