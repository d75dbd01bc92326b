package infer

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// sameType reports whether two types are the same as far as both are known. Type arguments are
// ignored; function types are compared by parameters and result.
func (r *Resolver) sameType(a, b lattice.Type, depth int) bool {
	if p, q := r.isOwnParam(a), r.isOwnParam(b); p != q {
		if p {
			a = r.Bound(r.Types.Node(a).Symbol(), r.Types.Node(a).Position())
		} else {
			b = r.Bound(r.Types.Node(b).Symbol(), r.Types.Node(b).Position())
		}
	}
	m, n := r.Types.Node(a), r.Types.Node(b)
	switch {
	case a == b || a < lattice.FirstType || b < lattice.FirstType || m.Kind == lattice.Param || n.Kind == lattice.Param || depth > lattice.MaxNesting:
		return true
	case m.Kind != n.Kind:
		return false
	case m.Kind == lattice.FuncType:
		return r.sameFuncType(m, n, depth)
	case m.Kind == lattice.List || m.Kind == lattice.Map || m.Kind == lattice.Promise || m.Kind == lattice.Tuple:
		if len(m.Args) != len(n.Args) || !m.IsAbout(n) {
			return false
		}
		if m.Kind != lattice.Tuple && m.IsNamed() {
			return true
		}
		for i := range m.Args {
			if !r.sameType(m.Args[i], n.Args[i], depth+1) {
				return false
			}
		}
		return true
	}
	return m.IsAbout(n) && (m.Kind == lattice.Instance || m.Kind == lattice.Builtin)
}

func (r *Resolver) sameFuncType(m, n lattice.Node, depth int) bool {
	s, t := &r.File(m.File()).Facts.Types[m.Position()], &r.File(n.File()).Facts.Types[n.Position()]
	if s.N != t.N || len(s.Args) != len(t.Args) || r.typeGives(m.File(), m.TypeExpr()) != r.typeGives(n.File(), n.TypeExpr()) {
		return false
	}
	for i := range s.Args {
		if !r.sameType(r.DeclType(m.File(), s.Args[i]), r.DeclType(n.File(), t.Args[i]), depth+1) {
			return false
		}
	}
	return true
}

// isOwnParam reports whether a type is a type parameter of a function; it is compared by its bound
// with a function that has none.
func (r *Resolver) isOwnParam(t lattice.Type) bool {
	n := r.Types.Node(t)
	return n.Kind == lattice.Param && n.Position() != lattice.SelfParam && r.Def(n.Symbol()).Kind.IsCallable()
}

// Scores of an argument for a parameter; higher is better. Only the order matters: a certain
// match before an unknown one, and both before a conversion.
const (
	misfit = -1 << 20
	// fitUnlikely is the score of a value of a type outside the repository for a type of the
	// repository: only a subtype that is generated, or of another package, would fit.
	fitUnlikely = fitUnknown - 1
	fitUnknown  = 10
	fitWider    = 20 // minus one for each further step up
	fitSame     = 40
	// costVariadic is subtracted for variadic functions that are not passed one list for all
	// values. It ranks them behind all others.
	costVariadic = 1000
	// costOmitted is subtracted for functions whose optional parameters are omitted. It ranks them
	// behind those without optional parameters.
	costOmitted = 1
	// costAwaits is subtracted for functions that are async where the call is not, and the reverse.
	costAwaits = 5
)

// fit returns the score of a call of function s with the arguments; misfit when it cannot be called
// with them.
func (r *Resolver) fit(file decl.FileID, args []facts.Arg, s decl.SymbolID, recv lattice.Type) int {
	d := r.Def(s)
	if d.Has(facts.Static|facts.ExtensionMember) && recv >= lattice.FirstType { // called on its class: the receiver is an argument
		if len(args) == 0 || args[0].X < 0 {
			return misfit
		}
		first := r.fits(file, r.ExprType(file, args[0].X), r.DeclType(r.Symbol(s).File, d.Receiver), 0)
		if rest := r.fit(file, args[1:], s, lattice.Unknown); first != misfit && rest != misfit {
			return first + rest
		}
		return misfit
	}
	total, spread, listed := 0, false, false
	given := make([]bool, len(d.Params))
	at := d.Filled(args)
	for i := range args {
		a := &args[i]
		if a.Spread || a.DoubleSpread {
			spread = true
			continue
		}
		p := at[i]
		if p < 0 {
			return misfit
		}
		given[p] = true
		fit := fitUnknown
		if d.Params[p].Type >= 0 && a.X >= 0 {
			var asList bool
			fit, asList = r.fitParam(file, a.X, s, p, len(args), recv)
			listed = listed || asList
		}
		if fit == misfit {
			return misfit
		}
		total += fit
	}
	for i := range d.Params {
		if p := &d.Params[i]; !given[i] && !p.Optional && !p.Variadic && !p.Keywords && !spread {
			return misfit
		}
		if d.Params[i].Variadic && !listed {
			total -= costVariadic
		} else if !given[i] {
			total -= costOmitted
		}
	}
	return total
}

// fitParam returns the score of passing the argument x to the p-th parameter of s, and whether x is
// the list of all values of a variadic parameter.
func (r *Resolver) fitParam(file decl.FileID, x facts.ExprID, s decl.SymbolID, p, args int, recv lattice.Type) (fit int, asList bool) {
	want := r.declared(s, int32(p), r.TypeArgs(recv))
	have := r.ExprType(file, x)
	if n := r.Types.Node(have); n.Kind == lattice.Param && !r.isInside(file, x, n.Symbol()) {
		have = lattice.Unknown // the result of a call with unknown type arguments
	}
	if r.isNil(r.File(file), x) {
		if r.Types.Kind(want) == lattice.Builtin && r.File(file).Lang.Scalars[r.Types.NameOf(r.Types.Node(want))] {
			return misfit, false
		}
		return fitUnknown, false
	}
	d := r.Def(s)
	if d.Params[p].Variadic && r.File(r.Symbol(s).File).Lang.Rules.RestTakesList && args == len(d.Params) {
		// One list may be passed for all values of a variadic parameter.
		if list := r.Types.List(want); r.Types.Kind(have) == lattice.List {
			if fit := r.fits(file, have, list, 0); fit != misfit {
				return fit, true
			}
		}
	}
	return r.fits(file, have, want, 0), false
}

// leastOf returns the type that all values of a type parameter have: its bound, or the top type.
func (r *Resolver) leastOf(file decl.FileID, t lattice.Type) lattice.Type {
	n := r.Types.Node(t)
	if n.Kind != lattice.Param {
		return t
	}
	if ps := r.Def(n.Symbol()).TypeParams; n.Position() >= 0 && int(n.Position()) < len(ps) && ps[n.Position()].Bound < 0 {
		if all := r.File(file).Lang.Wider[anyValue]; len(all) > 0 {
			return r.Types.Builtin(all[0])
		}
	}
	return r.Bound(n.Symbol(), n.Position())
}

// fits returns the score of passing a value of type have to a parameter of type want, converted by
// a constructor of want where the language does so implicitly.
func (r *Resolver) fits(file decl.FileID, have, want lattice.Type, depth int) int {
	fit := r.fitsAsIs(file, have, want, depth)
	if fit == misfit && depth == 0 && r.File(file).Lang.Rules.ImplicitCopies && r.converts(file, have, want) {
		return fitUnknown + 1
	}
	return fit
}

// fitsAsIs returns the score of passing a value of type have where want is declared, without a
// conversion by constructor.
// Long because it is a table of the pairs of forms of types, in the order in which they are tried.
func (r *Resolver) fitsAsIs(file decl.FileID, have, want lattice.Type, depth int) int {
	if have < lattice.FirstType || want < lattice.FirstType || depth > lattice.MaxNesting {
		return fitUnknown
	}
	if have == want {
		return fitSame
	}
	h, w := r.Types.Node(have), r.Types.Node(want)
	if h.Kind == lattice.Union || w.Kind == lattice.Union {
		best := misfit
		r.Types.Each(have, func(a lattice.Type) {
			r.Types.Each(want, func(b lattice.Type) { best = max(best, r.fits(file, a, b, depth+1)) })
		})
		return best
	}
	if w.Kind == lattice.Param {
		fit := r.fits(file, have, r.Bound(w.Symbol(), w.Position()), depth+1)
		if fit != misfit && r.File(file).Lang.Rules.GenericsApart {
			return fitSame - 1 // another function that names the type is meant first
		}
		return min(fit, fitUnknown)
	}
	if h.Kind == lattice.Param {
		return min(r.fits(file, r.leastOf(file, have), want, depth+1), fitWider)
	}
	switch h.Kind {
	case lattice.FuncLit, lattice.Func:
		return r.fitsFunction(r.File(file).Lang, h, want)
	case lattice.FuncType:
		if under := r.Under(want); under.Kind == lattice.FuncType {
			if r.sameFuncType(h, under, depth) {
				return fitSame
			}
			return misfit
		}
	case lattice.Instance:
		switch {
		case w.Kind == lattice.Instance && h.Symbol() == w.Symbol():
			return fitSame
		case w.Kind == lattice.Instance:
			if n := r.Distance(h.Symbol(), w.Symbol()); n > 0 {
				return max(fitWider-n, fitUnknown+1)
			}
			return misfit
		}
		return r.fitsOutside(file, h.Symbol(), want, depth)
	case lattice.Class:
		if r.arity(r.File(file).Lang, want) >= 0 { // a reference to its constructor
			return fitSame
		}
	case lattice.Object:
		if r.arity(r.File(file).Lang, want) >= 0 {
			return misfit
		}
	}
	from, to := r.Types.NameOf(h), r.Types.NameOf(w)
	if from == "" && to == "" && h.Kind == lattice.List && w.Kind == lattice.List {
		return r.fitsElement(file, h.Args[0], w.Args[0], depth+1)
	}
	if from == "" {
		from = h.Form()
	}
	if from == "" || to == "" {
		if h.Kind != w.Kind && (w.Kind == lattice.Instance || h.Kind == lattice.List || w.Kind == lattice.List) {
			return misfit
		}
		return fitUnknown
	}
	if from == to {
		for i := range min(len(h.Args), len(w.Args)) {
			if r.fits(file, h.Args[i], w.Args[i], depth+1) == misfit {
				return misfit
			}
		}
		return fitSame
	}
	wider, known := r.File(file).Lang.Wider[from]
	if i := slices.Index(wider, to); i >= 0 {
		if h.Kind == lattice.List && w.Kind == lattice.List && r.fits(file, h.Args[0], w.Args[0], depth+1) == misfit {
			return misfit
		}
		return max(fitWider-i, fitUnknown+1)
	}
	if known || r.File(file).Lang.Sealed[to] {
		return misfit
	}
	if rules := &r.File(file).Lang.Rules; h.Kind == lattice.Builtin && w.Kind == lattice.Instance && rules.Overloads && !rules.ImplicitCopies {
		return fitUnlikely
	}
	return fitUnknown
}

// converts reports whether want is a type with a constructor that takes one value of type have.
func (r *Resolver) converts(file decl.FileID, have, want lattice.Type) bool {
	n := r.Types.Node(want)
	if n.Kind != lattice.Instance || r.Symbol(n.Symbol()).Ctor < 0 {
		return false
	}
	one := []facts.Arg{{X: facts.None}}
	for _, c := range r.MembersNamed(n.Symbol(), r.Def(r.Symbol(n.Symbol()).Ctor).Name) {
		if d := r.Def(c); d.Kind == facts.Constructor && d.Takes(one) && d.Params[0].Type >= 0 &&
			r.fitsAsIs(file, have, r.DeclType(r.Symbol(c).File, d.Params[0].Type), 1) > fitUnknown {
			return true
		}
	}
	return false
}

// fitsOutside returns the score of passing an instance of s to want, a type outside the repository:
// by the bases of s outside the repository, and by the types that the language lists as taking any
// value.
func (r *Resolver) fitsOutside(file decl.FileID, s decl.SymbolID, want lattice.Type, depth int) int {
	l := r.File(file).Lang
	name := r.Types.NameOf(r.Types.Node(want))
	best := misfit
	if i := slices.Index(l.Wider[anyValue], name); i >= 0 && name != "" {
		best = fitUnknown + 1
	}
	level, seen := []decl.SymbolID{s}, []decl.SymbolID{s}
	for steps := 1; len(level) > 0 && len(seen) < MaxBases; steps++ {
		var next []decl.SymbolID
		for _, t := range level {
			for _, b := range r.BasesOf(t) {
				if !slices.Contains(seen, b.Sym) {
					seen = append(seen, b.Sym)
					next = append(next, b.Sym)
				}
			}
			d := r.Def(t)
			if !r.Symbol(t).Outer && len(d.Implements) == 0 {
				continue
			}
			for _, id := range append(slices.Clone(d.Extends), d.Implements...) {
				base := r.DeclType(r.Symbol(t).File, id)
				if n := r.Types.Node(base); n.Kind == lattice.Instance {
					continue
				} else if base < lattice.FirstType || !r.knownOutside(l, n) {
					best = max(best, fitUnknown)
				}
				if fit := r.fits(file, base, want, depth+1); fit != misfit {
					best = max(best, fit-steps, fitUnknown)
				}
			}
		}
		level = next
	}
	return best
}

// fitsElement is fits for the elements of two built-in lists: elements of a scalar type are not
// converted.
func (r *Resolver) fitsElement(file decl.FileID, have, want lattice.Type, depth int) int {
	if have != want && (r.isScalar(file, have) || r.isScalar(file, want)) {
		return misfit
	}
	return r.fits(file, have, want, depth)
}

// fitsFunction returns the score of passing a function where want is expected.
func (r *Resolver) fitsFunction(l *lang.Language, h lattice.Node, want lattice.Type) int {
	n := r.arity(l, want)
	if n < 0 {
		switch w := r.Types.Node(want); {
		case w.Kind == lattice.Builtin && !r.knownOutside(l, w):
			return fitUnknown
		case w.Kind == lattice.Builtin || w.Kind == lattice.Instance || w.Kind == lattice.List || w.Kind == lattice.Map:
			return misfit
		}
		return fitUnknown
	}
	if h.Kind == lattice.Func && !r.takes(h.Symbol(), n) {
		return misfit
	}
	if h.Kind == lattice.FuncLit {
		switch p := r.literalParams(h.File(), h.Expr()); {
		case p == 0 && n == 1: // the language may name the parameter implicitly: it, $0
			return fitUnknown
		case p != n:
			return misfit
		}
		if gives := len(r.File(h.File()).Facts.Exprs[h.Position()].Args) > 0; r.Under(want).Kind != lattice.FuncType && gives != r.expectsResult(l, want) {
			return fitSame - 1
		}
		if w := r.Under(want); w.Kind == lattice.FuncType {
			return fitSame - costGives[r.literalGives(h.File(), h.Expr())][r.typeGives(w.File(), w.TypeExpr())]
		}
	}
	return fitSame
}

// expectsResult reports whether the function type t has a result.
func (r *Resolver) expectsResult(l *lang.Language, t lattice.Type) bool {
	n := r.Under(t)
	switch n.Kind {
	case lattice.FuncType:
		ty := &r.File(n.File()).Facts.Types[n.Position()]
		return len(ty.Args) > int(ty.N)
	case lattice.Builtin:
		_, result, _ := r.functional(l, n)
		return result != ""
	case lattice.Instance:
		m, _ := r.singleMethod(n)
		return m >= 0 && len(r.Def(m).Results) > 0
	}
	return false
}

// arity returns the number of parameters of the function type t, -1 when t is no function type.
func (r *Resolver) arity(l *lang.Language, t lattice.Type) int {
	n := r.Under(t)
	switch n.Kind {
	case lattice.FuncType:
		ty := &r.File(n.File()).Facts.Types[n.Position()]
		if ty.Name == facts.WithReceiver {
			return int(ty.N) - 1
		}
		return int(ty.N)
	case lattice.Builtin:
		if params, _, ok := r.functional(l, n); ok {
			return len(params)
		}
	case lattice.Instance:
		if m, _ := r.singleMethod(n); m >= 0 {
			return len(r.Def(m).Params)
		}
	}
	return -1
}
