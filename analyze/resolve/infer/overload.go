package infer

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

// Callee resolves the function that the call x runs: its callee and, of several functions of one
// name, those that fit the arguments best.
func (r *Resolver) Callee(file decl.FileID, x facts.ExprID) Found {
	f := r.File(file)
	fd := *r.Found(r.Denote(file, f.Facts.Exprs[x].X))
	if e := &f.Facts.Exprs[x]; e.Kind == facts.New && f.Facts.Exprs[e.X].Kind == facts.TypeExpr {
		fd = r.newOf(file, f.Facts.Exprs[e.X].Type)
	}
	if f.Lang.Rules.SharedNamespaces && (fd.Status == NotKnown || fd.Status == IsOutside) {
		fd = r.byArguments(file, x, fd)
	}
	if e := &f.Facts.Exprs[x]; e.Kind == facts.New && f.Lang.Rules.ImplicitThis && f.Facts.Exprs[e.X].Kind == facts.Name &&
		(fd.Status != IsSymbol || !r.Def(fd.Syms[0]).Kind.IsType()) { // a member with the same name as the type
		args := 0
		if e.Type >= 0 {
			args = len(f.Facts.Types[e.Type].Args)
		}
		if types := r.scopedName(file, f.Facts.Exprs[e.X].Scope(), f.Facts.Exprs[e.X].Name, args); types.Status == IsSymbol {
			fd = types
			fd.Syms = r.OfArity(fd.Syms, 0)
		}
	}
	if e := &f.Facts.Exprs[x]; e.Kind == facts.New && e.Type >= 0 && fd.Status == IsSymbol {
		if n := r.Types.Node(r.DeclType(file, e.Type)); n.Kind == lattice.Instance && n.Symbol() != fd.Syms[0] { // one of several types of one name, selected by the number of type arguments
			fd.Syms, fd.Recvs = []decl.SymbolID{n.Symbol()}, nil
		} else if n.Kind != lattice.Instance && f.Lang.Rules.GenericsApart {
			return Found{Status: IsOutside}
		}
	}
	fd = r.counterpart(file, x, r.factory(file, x, fd))
	if fd.Status != IsSymbol || !f.Lang.Rules.Overloads {
		return fd
	}
	if other := r.instead(file, x, &fd); other.Status == IsSymbol {
		fd = other
	}
	if t := r.elementTaken(file, x); t != lattice.Never && fd.extends(r) && r.fits(file, r.ExprType(file, f.Facts.Exprs[x].Args[0].X), t, 0) != misfit {
		return Found{Status: IsOutside}
	}
	if e := &f.Facts.Exprs[x]; len(fd.Syms) < 2 && (len(r.extenders[f.Facts.Exprs[e.X].Name]) == 0 || !r.Def(fd.Syms[0]).Kind.IsCallable()) {
		if s := fd.Syms[0]; r.Def(s).Kind.IsCallable() && r.mayInherit(s) && !r.Def(s).Takes(e.Args) {
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
	f.chosen[x] = r.Denote(file, f.Facts.Exprs[x].X) // used while the arguments are evaluated, against recursion
	r.Depth++
	best := r.fitting(file, &f.Facts.Exprs[x], r.extensionOf(file, &f.Facts.Exprs[x], fd))
	r.Depth--
	r.File(file).chosen[x] = r.addFound(best)
	return best
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
	e := &r.File(file).Facts.Exprs[x]
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
	e, f := &r.File(file).Facts.Exprs[x], r.File(file)
	if callee := &f.Facts.Exprs[e.X]; f.Lang.Rules.FactoryNames && callee.Kind == facts.Name && fd.Status == IsSymbol && r.Def(fd.Syms[0]).Kind.IsType() {
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

// mayInherit reports whether the type of a member function has a base outside the repository, which
// may have overloads of it, as all objects may.
func (r *Resolver) mayInherit(s decl.SymbolID) bool {
	p := r.Canon(r.Symbol(s).Parent)
	if p < 0 || !r.Def(p).Kind.IsType() || r.File(r.Symbol(p).File).Lang.Rules.NearestHides {
		return false
	}
	return r.IsOpen(p) || r.InClosed(p, r.Def(s).Name) || r.File(r.Symbol(s).File).Lang.ObjectMembers[r.Def(s).Name]
}

// stub returns the overload signatures (TypeScript overloads, Python @overload) of the function
// that x calls that fit the arguments best. They declare the result type.
func (r *Resolver) stub(file decl.FileID, x facts.ExprID) Found {
	f := r.File(file)
	fd := *r.Found(r.Denote(file, f.Facts.Exprs[x].X))
	if fd.Status != IsSymbol || len(fd.Syms) < 2 || r.Depth > MaxDepth {
		return Found{}
	}
	all := fd.having(func(i int) bool { return r.Def(fd.Syms[i]).Has(facts.Overload) })
	if len(all.Syms) == 0 {
		return Found{}
	}
	r.Depth++
	defer func() { r.Depth-- }()
	return r.fitting(file, &f.Facts.Exprs[x], all)
}

// fitting returns those of the functions fd with the highest score for the arguments and, of these,
// those with the narrowest parameters. Where none fits, the types of the arguments are ignored, and
// all functions that take this number of arguments are returned.
func (r *Resolver) fitting(file decl.FileID, call *facts.Expr, fd Found) Found {
	best, at := misfit, []int(nil)
	for i, s := range fd.Syms {
		if !r.Def(s).Kind.IsCallable() || !r.fitsTypeArgs(file, call, s) {
			continue
		}
		fit := r.fit(file, call.Args, s, fd.Receiver(i))
		if awaits := call.Flags & (facts.Awaited | facts.UsedAsIs); awaits != facts.Awaited|facts.UsedAsIs && (awaits == facts.Awaited) != r.Def(s).Has(facts.Suspends) {
			fit -= costAwaits
		}
		switch {
		case fit <= misfit || fit < best:
		case fit > best:
			best, at = fit, []int{i}
		default:
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		for i, s := range fd.Syms {
			if r.Def(s).Kind.IsCallable() && r.Def(s).Takes(call.Args) && r.fitsTypeArgs(file, call, s) {
				at = append(at, i)
			}
		}
	}
	switch {
	case len(at) > 1:
		at = r.narrowest(file, len(call.Args), fd, at)
	case len(at) == 0 && slices.ContainsFunc(fd.Syms, r.mayInherit):
		return Found{Status: IsOutside}
	case len(at) == 0:
		return fd
	}
	out := fd.having(func(i int) bool { return slices.Contains(at, i) })
	out.Recv = out.Recvs[0]
	return out
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
		if a, b = r.leastOf(file, a), r.leastOf(file, b); a != b && r.fits(file, a, b, 0) <= fitUnknown {
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
		if !r.sameType(a, b, 0) && !r.sameInteger(r.File(r.Symbol(m).File).Lang, a, b) {
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
	args := r.File(file).Facts.Exprs[x].Args
	best, fits := 0, misfit
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

// signature returns the declaration of function s that the call x uses, s itself where it is the
// only one.
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
	} else if len(all) < 2 || !rules.Overloads {
		return []decl.SymbolID{y.Ctor}
	}
	return r.fitting(file, call, Found{Status: IsSymbol, Syms: all, Recv: r.Instance(s)}).Syms
}

// notCopies returns those of the constructors of s that accept the arguments of a call. Where the
// argument is an instance of s, only copy constructors remain: the implicit one may be meant.
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
	callee, extends := &r.File(file).Facts.Exprs[call.X], fd.extends(r)
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
	return r.Def(s).Kind.IsCallable() && r.fitsTypeArgs(file, call, s) && r.fit(file, call.Args, s, recv) != misfit
}

// instead returns the extensions with the name of members that the call x cannot mean, because they
// take other arguments or are values.
func (r *Resolver) instead(file decl.FileID, x facts.ExprID, fd *Found) Found {
	f := r.File(file)
	e := &f.Facts.Exprs[x]
	name := f.Facts.Exprs[e.X].Name
	if len(r.extenders[name]) == 0 || fd.Recv < lattice.FirstType || r.Depth > MaxDepth {
		return Found{}
	}
	for _, s := range fd.Syms {
		switch d := r.Def(s); {
		case d.Has(facts.ExtensionMember), d.Kind.IsType(), d.Kind.IsCallable() && (d.Has(facts.Getter) || d.Takes(e.Args)):
			return Found{}
		}
	}
	other := r.extensionMember(file, fd.Recv, name, nil)
	other.Syms = slices.DeleteFunc(slices.Clone(other.Syms), func(s decl.SymbolID) bool {
		d := r.Def(s)
		return !d.Kind.IsCallable() || d.Has(facts.Getter) || !d.Takes(e.Args)
	})
	if other.Rule != ruleset.Extension || len(other.Syms) == 0 {
		return Found{}
	}
	return other
}
