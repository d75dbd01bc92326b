package infer

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/score"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/written"
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
	if s.N != t.N || len(s.Args) != len(t.Args) || r.resultKind(m) != r.resultKind(n) {
		return false
	}
	for i := range s.Args {
		if !r.sameType(r.DeclType(m.File(), s.Args[i]), r.DeclType(n.File(), t.Args[i]), depth+1) {
			return false
		}
	}
	return true
}

// fitsFuncType returns the score of passing a value of a function type where another is wanted: type parameters of
// the wanted one stand for any type, those of the code around only for themselves.
func (r *Resolver) fitsFuncType(h, w lattice.Node, depth int) int {
	if !r.sameFuncType(h, w, depth) {
		return score.Misfit
	}
	have, want := r.File(h.File()).Facts.Types[h.Position()].Args, r.File(w.File()).Facts.Types[w.Position()].Args
	fit := score.Same
	for i := range have {
		a, b := r.Types.Within(r.DeclType(h.File(), have[i]), h.Args), r.Types.Within(r.DeclType(w.File(), want[i]), w.Args)
		switch p, q := r.isOwnParam(a), r.isOwnParam(b); {
		case q && !p || a < lattice.FirstType || b < lattice.FirstType:
			fit = score.Same - 1
		case p && !q && r.Types.Kind(b) != lattice.Param && r.File(h.File()).Lang.Rules.GenericsApart:
			return score.Misfit
		}
	}
	return fit
}

func (r *Resolver) resultKind(n lattice.Node) written.Result {
	f := r.File(n.File())
	return written.Gives(f.Lang, f.Facts, n.TypeExpr())
}

// isOwnParam reports whether a type is a type parameter of a function; it is compared by its bound
// with a function that has none.
func (r *Resolver) isOwnParam(t lattice.Type) bool {
	n := r.Types.Node(t)
	return n.Kind == lattice.Param && n.Position() != lattice.SelfParam && r.Def(n.Symbol()).Kind.IsCallable()
}

// fit returns the score of a call of function s with the arguments; score.Misfit when it cannot be called with them.
func (r *Resolver) fit(file decl.FileID, args []facts.Arg, s decl.SymbolID, recv lattice.Type) int {
	d := r.Def(s)
	if d.Has(facts.Static|facts.ExtensionMember) && recv >= lattice.FirstType { // called on its class: the receiver is an argument
		if len(args) == 0 || args[0].X < 0 {
			return score.Misfit
		}
		first := r.fits(file, r.ExprType(file, args[0].X), r.DeclType(r.Symbol(s).File, d.Receiver), 0)
		if rest := r.fit(file, args[1:], s, lattice.Unknown); first != score.Misfit && rest != score.Misfit {
			return first + rest
		}
		return score.Misfit
	}
	total, spread, listed := 0, false, false
	given := make([]bool, len(d.Params))
	at := d.Filled(args)
	for i := range args {
		a := &args[i]
		if a.Spread || a.DoubleSpread {
			if spread = true; r.File(file).Lang.Rules.SpreadFills && !d.IsVariadic() {
				return score.Misfit
			}
			continue
		}
		p := at[i]
		if p < 0 {
			return score.Misfit
		}
		given[p] = true
		fit := score.Unknown
		if d.Params[p].Type >= 0 && a.X >= 0 {
			var asList bool
			fit, asList = r.fitParam(file, a.X, s, p, len(args), recv)
			listed = listed || asList
		}
		if fit == score.Misfit {
			return score.Misfit
		}
		total += fit
	}
	for i := range d.Params {
		if p := &d.Params[i]; !given[i] && !p.Optional && !p.Variadic && !p.Keywords && !spread {
			return score.Misfit
		}
		if d.Params[i].Variadic && !listed {
			total -= score.Variadic
		} else if !given[i] {
			total -= score.Omitted
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
	if n := r.Types.Node(want); n.Kind == lattice.Param && n.Symbol() != s && r.isOwnParam(want) && have != want && have >= lattice.FirstType &&
		r.Types.Kind(have) != lattice.Param && r.File(file).Lang.Rules.GenericsApart && r.isInside(file, x, n.Symbol()) {
		return score.Misfit, false // only a value of that type is one of a type parameter of the code around
	}
	if written.IsNil(r.File(file).Facts, x) {
		if (r.isScalar(file, want) || r.isValueType(file, want)) && written.Type(r.File(r.Symbol(s).File).Facts, r.Def(s).Params[p].Type) != written.Absent {
			return score.Misfit, false
		}
		return score.Unknown, false
	}
	d := r.Def(s)
	if d.Params[p].Variadic && r.File(r.Symbol(s).File).Lang.Rules.RestTakesList && args == len(d.Params) {
		// One list may be passed for all values of a variadic parameter.
		if list := r.Types.List(want); r.Types.Kind(have) == lattice.List {
			if fit := r.fits(file, have, list, 0); fit != score.Misfit {
				return fit, true
			}
		}
	}
	return r.fitAbsent(file, x, s, p, r.fits(file, have, want, 0), want), false
}

// fitAbsent corrects the score of passing x to the p-th parameter of s by whether the value and the parameter may be
// absent: a value that may be is not passed where none may.
func (r *Resolver) fitAbsent(file decl.FileID, x facts.ExprID, s decl.SymbolID, p, fit int, want lattice.Type) int {
	if fit <= score.Unknown || !r.isValueType(file, want) {
		return fit
	}
	takes := written.Type(r.File(r.Symbol(s).File).Facts, r.Def(s).Params[p].Type)
	switch has := written.Of(r, file, x); {
	case has == written.Absent && takes == written.Present:
		return score.Misfit
	case has == written.Present && takes == written.Absent:
		return fit - score.Wrapped
	}
	return fit
}

// isValueType reports whether the values of a type can only be absent where that is written.
func (r *Resolver) isValueType(file decl.FileID, t lattice.Type) bool {
	if !r.File(file).Lang.Rules.GenericsApart {
		return false
	}
	n := r.Types.Node(t)
	return r.isScalar(file, t) || n.Kind == lattice.Instance && (r.Def(n.Symbol()).Kind == facts.Struct || r.Def(n.Symbol()).Kind == facts.Enum)
}

// FactsOf is part of written.Asker.
func (r *Resolver) FactsOf(file decl.FileID) *facts.File { return r.File(file).Facts }

// DeclaredAt is part of written.Asker.
func (r *Resolver) DeclaredAt(file decl.FileID, x facts.ExprID) (in *facts.File, d *facts.Def, outside bool) {
	fd := *r.Found(r.Denote(file, x))
	if r.File(file).Facts.Expressions()[x].Kind == facts.Call {
		fd = r.Callee(file, x)
	}
	if fd.Status != IsSymbol || len(fd.Syms) != 1 {
		return nil, nil, (fd.Status == IsOutside || fd.Status == NotKnown) && r.isScalar(file, r.ExprType(file, x))
	}
	d, at := r.Def(fd.Syms[0]), r.Symbol(fd.Syms[0]).File
	typ := d.Type
	if d.Kind.IsCallable() && len(d.Results) == 1 {
		typ = d.Results[0]
	}
	if typ < 0 || r.Types.Kind(r.DeclType(at, typ)) == lattice.Param {
		return nil, nil, false
	}
	return r.File(at).Facts, d, false
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
	if fit == score.Misfit && depth == 0 && r.File(file).Lang.Rules.ImplicitCopies && r.converts(file, have, want) {
		return score.Unknown + 1
	}
	return fit
}

// fitsAsIs returns the score of passing a value of type have where want is declared, without a conversion by
// constructor.
// Long because it is a table of the pairs of forms of types, in the order in which they are tried.
func (r *Resolver) fitsAsIs(file decl.FileID, have, want lattice.Type, depth int) int {
	if have < lattice.FirstType || want < lattice.FirstType || depth > lattice.MaxNesting {
		return score.Unknown
	}
	if have == want {
		return score.Same
	}
	h, w := r.Types.Node(have), r.Types.Node(want)
	if h.Kind == lattice.Union || w.Kind == lattice.Union {
		best := score.Misfit
		r.Types.Each(have, func(a lattice.Type) {
			r.Types.Each(want, func(b lattice.Type) { best = max(best, r.fits(file, a, b, depth+1)) })
		})
		return best
	}
	if w.Kind == lattice.Param {
		if (h.Kind == lattice.FuncLit || h.Kind == lattice.Func) && r.File(file).Lang.Rules.GenericsApart {
			return score.Misfit // a function has no type of its own
		}
		fit := r.fits(file, have, r.Bound(w.Symbol(), w.Position()), depth+1)
		if fit != score.Misfit && r.isOwnParam(want) && r.File(file).Lang.Rules.GenericsApart {
			return score.Same - 1 // another function that names the type is meant first
		}
		return min(fit, score.Unknown)
	}
	if h.Kind == lattice.Param {
		return min(r.fits(file, r.leastOf(file, have), want, depth+1), score.Wider)
	}
	switch h.Kind {
	case lattice.FuncLit, lattice.Func:
		return r.fitsFunction(r.File(file).Lang, h, want)
	case lattice.FuncType:
		if under := r.Under(want); under.Kind == lattice.FuncType {
			return r.fitsFuncType(h, under, depth)
		}
	case lattice.Instance:
		switch {
		case w.Kind == lattice.Instance && h.Symbol() == w.Symbol():
			return score.Same
		case w.Kind == lattice.Instance:
			if n := r.Distance(h.Symbol(), w.Symbol()); n > 0 {
				return max(score.Wider-n, score.Unknown+1)
			}
			return score.Misfit
		}
		return r.fitsOutside(file, h.Symbol(), want, depth)
	case lattice.Class:
		if r.arity(r.File(file).Lang, want) >= 0 { // a reference to its constructor
			return score.Same
		}
	case lattice.Object:
		if r.arity(r.File(file).Lang, want) >= 0 {
			return score.Misfit
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
			return score.Misfit
		}
		if w.Kind == lattice.FuncType && h.Kind == lattice.Builtin && r.File(file).Lang.Sealed[from] {
			return score.Misfit
		}
		return score.Unknown
	}
	if from == to {
		fit := score.Same
		for i := range min(len(h.Args), len(w.Args)) {
			switch part := r.fits(file, h.Args[i], w.Args[i], depth+1); {
			case part == score.Misfit:
				return score.Misfit
			case part > score.Unknown && part < score.Same && r.File(file).Lang.Rules.GenericsApart:
				fit = score.Same - 1
			}
		}
		return fit
	}
	wider, known := r.File(file).Lang.Wider[from]
	if i := slices.Index(wider, to); i >= 0 {
		if h.Kind == lattice.List && w.Kind == lattice.List && r.fits(file, h.Args[0], w.Args[0], depth+1) == score.Misfit {
			return score.Misfit
		}
		return max(score.Wider-i, score.Unknown+1)
	}
	if known || r.File(file).Lang.Sealed[to] {
		return score.Misfit
	}
	if rules := &r.File(file).Lang.Rules; h.Kind == lattice.Builtin && (w.Kind == lattice.Instance && rules.Overloads && !rules.ImplicitCopies ||
		rules.GenericsApart && !lattice.SameLastWord(from, to) && !slices.Contains(r.File(file).Lang.Wider[anyValue], to)) {
		return score.Unlikely
	}
	return score.Unknown
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
			r.fitsAsIs(file, have, r.DeclType(r.Symbol(c).File, d.Params[0].Type), 1) > score.Unknown {
			return true
		}
	}
	return false
}

// fitsOutside returns the score of passing an instance of s to want, a type outside the repository: by the bases of s
// outside the repository, and by the types that the language lists as taking any value.
func (r *Resolver) fitsOutside(file decl.FileID, s decl.SymbolID, want lattice.Type, depth int) int {
	l := r.File(file).Lang
	name := r.Types.NameOf(r.Types.Node(want))
	best := score.Misfit
	if i := slices.Index(l.Wider[anyValue], name); i >= 0 && name != "" {
		best = score.Unknown + 1
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
					best = max(best, score.Unknown)
				}
				if fit := r.fits(file, base, want, depth+1); fit != score.Misfit {
					best = max(best, fit-steps, score.Unknown)
				}
			}
		}
		level = next
	}
	return best
}

// fitsElement is fits for the elements of two built-in lists: elements of a scalar type are not converted.
func (r *Resolver) fitsElement(file decl.FileID, have, want lattice.Type, depth int) int {
	if have != want && (r.isScalar(file, have) || r.isScalar(file, want)) {
		return score.Misfit
	}
	return r.fits(file, have, want, depth)
}

// fitsFunction returns the score of passing a function where want is expected.
func (r *Resolver) fitsFunction(l *lang.Language, h lattice.Node, want lattice.Type) int {
	n := r.arity(l, want)
	if n < 0 {
		switch w := r.Types.Node(want); {
		case w.Kind == lattice.Builtin && !r.knownOutside(l, w):
			return score.Unknown
		case w.Kind == lattice.Builtin || w.Kind == lattice.Instance || w.Kind == lattice.List || w.Kind == lattice.Map:
			return score.Misfit
		}
		return score.Unknown
	}
	if h.Kind == lattice.Func && !r.Def(h.Symbol()).TakesCount(n) {
		return score.Misfit
	}
	if h.Kind == lattice.FuncLit {
		switch p := r.literalParams(h.File(), h.Expr()); {
		case p == 0 && n == 1: // the language may name the parameter implicitly: it, $0
			return score.Unknown
		case p != n:
			return score.Misfit
		}
		if gives := len(r.File(h.File()).Facts.Expressions()[h.Position()].Args) > 0; r.Under(want).Kind != lattice.FuncType && gives != r.expectsResult(l, want) {
			return score.Same - 1
		}
		if w := r.Under(want); w.Kind == lattice.FuncType {
			lit := r.File(h.File())
			if t := lit.Facts.Expressions()[h.Position()].Type; t >= 0 && l.Rules.GenericsApart {
				for i, p := range lit.Facts.Types[t].Params() { // their written types are those of the delegate
					if !r.sameType(r.DeclType(h.File(), p), r.funcTypeParam(w, int32(i)), 0) {
						return score.Misfit
					}
				}
			}
			return score.Same - written.LiteralGives(lit.Lang, lit.Facts, &lit.Facts.Expressions()[h.Position()]).Cost(r.resultKind(w))
		}
	}
	return score.Same
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
