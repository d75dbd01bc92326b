package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// callee says what the call x runs: what its callee means, and of several
// functions of one name those that fit the arguments best.
func (r *resolver) callee(file fileID, x facts.ExprID) found {
	f := &r.files[file]
	fd := *r.found(r.denote(file, f.facts.Exprs[x].X))
	if e := &f.facts.Exprs[x]; e.Kind == facts.New && f.facts.Exprs[e.X].Kind == facts.TypeExpr {
		fd = r.newOf(file, f.facts.Exprs[e.X].Type)
	}
	if f.lang.Rules.SharedNamespaces && (fd.status == notKnown || fd.status == isOutside) {
		fd = r.byArguments(file, x, fd)
	}
	if e := &f.facts.Exprs[x]; e.Kind == facts.New && f.lang.Rules.ImplicitThis && f.facts.Exprs[e.X].Kind == facts.Name &&
		(fd.status != isSymbol || !r.def(fd.syms[0]).Kind.IsType()) { // a member of the name of the type
		if types := r.scopedName(file, lookedUpIn(&f.facts.Exprs[e.X]), f.facts.Exprs[e.X].Name); types.status == isSymbol {
			fd = types
			fd.syms = r.ofArity(fd.syms, 0)
		}
	}
	if e := &f.facts.Exprs[x]; e.Kind == facts.New && e.Type >= 0 && fd.status == isSymbol {
		if n := r.types.node(r.declType(file, e.Type)); n.kind == kInstance && n.symbol() != fd.syms[0] { // one of several by their type parameters
			fd.syms, fd.recvs = []symID{n.symbol()}, nil
		}
	}
	fd = r.counterpart(file, x, fd)
	if fd.status != isSymbol || !f.lang.Rules.Overloads {
		return fd
	}
	if other := r.instead(file, x, &fd); other.status == isSymbol {
		fd = other
	}
	if fd.extends(r) && !slices.ContainsFunc(fd.syms, func(s symID) bool { return takes(r.def(s), f.facts.Exprs[x].Args) }) {
		return found{status: isOutside} // a member of that name from outside
	}
	if ext := r.extensionOf(file, &f.facts.Exprs[x], fd); ext.status == isSymbol {
		fd = ext
	}
	if len(fd.syms) < 2 {
		if s := fd.syms[0]; r.def(s).Kind.IsCallable() && r.mayInherit(s) && !takes(r.def(s), f.facts.Exprs[x].Args) {
			return found{status: isOutside} // one more of that name, from a base outside
		}
		return fd
	}
	if id, ok := f.chosen[x]; ok {
		return *r.found(id)
	}
	if r.depth > maxDepth {
		return fd
	}
	if f.chosen == nil {
		f.chosen = make(map[facts.ExprID]foundID)
	}
	f.chosen[x] = r.denote(file, f.facts.Exprs[x].X) // while the arguments are looked at
	r.depth++
	best := r.fitting(file, &f.facts.Exprs[x], fd)
	r.depth--
	r.files[file].chosen[x] = r.addFound(best)
	return best
}

// newOf says what making an instance of a written type means.
func (r *resolver) newOf(file fileID, id facts.TypeID) found {
	t := r.declType(file, id)
	if n := r.types.node(t); n.kind == kParam {
		t = r.bound(n.symbol(), n.position())
	}
	switch n := r.types.node(t); {
	case n.kind == kInstance:
		return found{status: isSymbol, rule: ruleImport, syms: []symID{n.symbol()}}
	case t == external || n.kind == kBuiltin || n.kind == kList || n.kind == kMap:
		return found{status: isOutside}
	}
	return found{}
}

// extends reports whether the functions found are no members of what they are
// called on.
func (fd *found) extends(r *resolver) bool {
	return (fd.rule == ruleExtension || fd.rule == ruleUnique) && r.def(fd.syms[0]).Has(facts.ExtensionMember)
}

// mayInherit reports whether the type that a function is a member of has a base
// outside of the repository, which may bring functions of the same name.
func (r *resolver) mayInherit(s symID) bool {
	p := r.canon(r.syms[s].parent)
	if p < 0 || !r.def(p).Kind.IsType() {
		return false
	}
	return r.isOpen(p) || r.inClosed(p, r.def(s).Name)
}

// takes reports whether a function can be called with that many arguments.
func takes(d *facts.Def, args []facts.Arg) bool {
	need, most := 0, 0
	for i := range d.Params {
		p := &d.Params[i]
		if p.Variadic || p.Keywords {
			most = 1 << 30
			continue
		}
		most++
		if !p.Optional {
			need++
		}
	}
	for i := range args {
		if args[i].Spread || args[i].DoubleSpread {
			return true
		}
	}
	return need <= len(args) && len(args) <= most
}

// stub returns the signature stubs of the function that x calls (TypeScript
// overloads, Python @overload) that fit the arguments best: they say what it gives.
func (r *resolver) stub(file fileID, x facts.ExprID) found {
	f := &r.files[file]
	fd := *r.found(r.denote(file, f.facts.Exprs[x].X))
	if fd.status != isSymbol || len(fd.syms) < 2 || r.depth > maxDepth {
		return found{}
	}
	all := fd
	all.syms, all.recvs = nil, nil
	for i, s := range fd.syms {
		if r.def(s).Has(facts.Overload) {
			all.syms = append(all.syms, s)
			all.recvs = append(all.recvs, fd.receiver(i))
		}
	}
	if len(all.syms) == 0 {
		return found{}
	}
	r.depth++
	defer func() { r.depth-- }()
	return r.fitting(file, &f.facts.Exprs[x], all)
}

// fitting keeps those of the functions fd that the arguments fit best, and of
// those the ones with the narrowest parameters. Where none fits, nothing is known of
// the arguments and all are kept, but for those that do not take as many.
func (r *resolver) fitting(file fileID, call *facts.Expr, fd found) found {
	best, at := misfit, []int(nil)
	for i, s := range fd.syms {
		if !r.def(s).Kind.IsCallable() || !r.fitsTypeArgs(file, call, s) {
			continue
		}
		switch fit := r.fit(file, call.Args, s, fd.receiver(i)); {
		case fit == misfit || fit < best:
		case fit > best:
			best, at = fit, []int{i}
		default:
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		for i, s := range fd.syms {
			if r.def(s).Kind.IsCallable() && takes(r.def(s), call.Args) && r.fitsTypeArgs(file, call, s) {
				at = append(at, i)
			}
		}
	}
	switch {
	case len(at) > 1:
		at = r.narrowest(file, len(call.Args), fd, at)
	case len(at) == 0 && slices.ContainsFunc(fd.syms, r.mayInherit):
		return found{status: isOutside}
	case len(at) == 0:
		return fd
	}
	out := fd
	out.syms, out.recvs = nil, nil
	for _, i := range at {
		out.syms = append(out.syms, fd.syms[i])
		out.recvs = append(out.recvs, fd.receiver(i))
	}
	out.recv = out.recvs[0]
	return out
}

// narrowest leaves out those of the functions of fd at the places at whose
// parameters are all as wide as those of another one, or wider.
func (r *resolver) narrowest(file fileID, args int, fd found, at []int) []int {
	var out []int
	for _, i := range at {
		if !slices.ContainsFunc(at, func(j int) bool {
			return i != j && r.narrower(file, args, &fd, j, i) && !r.narrower(file, args, &fd, i, j)
		}) {
			out = append(out, i)
		}
	}
	if len(out) == 0 {
		return at
	}
	return out
}

// narrower reports whether every value that the i-th function of fd takes as one of
// its first parameters would do for the j-th as well.
func (r *resolver) narrower(file fileID, args int, fd *found, i, j int) bool {
	for p := range args {
		a := r.declared(fd.syms[i], int32(p), r.typeArgs(fd.receiver(i)))
		b := r.declared(fd.syms[j], int32(p), r.typeArgs(fd.receiver(j)))
		if a, b = r.leastOf(file, a), r.leastOf(file, b); a != b && r.fits(file, a, b, 0) <= fitUnknown {
			return false
		}
	}
	return true
}

// receiver returns the instance that the i-th symbol was found on.
func (fd *found) receiver(i int) typ {
	if fd.recvs != nil {
		return fd.recvs[i]
	}
	return fd.recv
}

// withOverloads adds to the functions fd, members of type s or of the nearest
// supertype that has one, those of the supertypes that none of them replaces.
func (r *resolver) withOverloads(s symID, fd found, name string, recv typ) found {
	d := r.def(s)
	if !r.files[r.syms[s].file].lang.Rules.Overloads || !slices.ContainsFunc(fd.syms, func(s symID) bool { return r.def(s).Kind.IsCallable() }) || len(r.basesOf(s)) == 0 || d.Kind == facts.Namespace {
		return fd
	}
	out := fd
	out.syms, out.recvs = slices.Clone(fd.syms), nil
	for range fd.syms {
		out.recvs = append(out.recvs, fd.recv)
	}
	seen := []base{{sym: s, args: r.typeArgs(recv)}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		in := seen[k]
		on := r.types.instance(in.sym, in.args...)
		for _, m := range r.inherited(s, r.syms[in.sym].members[name]) {
			if r.def(m).Kind.IsCallable() && !r.replaced(m, on, &out) {
				out.syms = append(out.syms, m)
				out.recvs = append(out.recvs, on)
			}
		}
		seen = r.appendBases(seen, in)
	}
	return out
}

// replaced reports whether one of the functions found overrides m: as far as is
// known it has the same parameters.
func (r *resolver) replaced(m symID, recv typ, have *found) bool {
	for i, s := range have.syms {
		if s == m {
			return true
		}
		if r.sameParams(m, r.typeArgs(recv), s, r.typeArgs(have.receiver(i))) {
			return true
		}
	}
	return false
}

// sameParams reports whether two functions have the same parameters, as far as is
// known, on receivers with those type arguments.
func (r *resolver) sameParams(m symID, margs []typ, s symID, sargs []typ) bool {
	params := r.def(m).Params
	if len(params) != len(r.def(s).Params) {
		return false
	}
	for p := range params {
		a, b := r.declared(m, int32(p), margs), r.declared(s, int32(p), sargs)
		if !r.alike(a, b, 0) && !r.sameInteger(r.files[r.syms[m].file].lang, a, b) {
			return false
		}
	}
	return true
}

// sameInteger reports whether one of two integer types may be another name of the other:
// a file may see the definition of one platform where the other file sees none.
func (r *resolver) sameInteger(l *lang.Language, a, b typ) bool {
	m, n := r.types.node(a), r.types.node(b)
	if m.kind != kBuiltin || n.kind != kBuiltin {
		return false
	}
	p, one := l.Integers[r.types.nameOf(m)]
	q, other := l.Integers[r.types.nameOf(n)]
	return one && other && p != q
}

// How well an argument fits a parameter. Only the order matters: what is surely
// right before what is not known, and both before what needs a conversion.
const (
	misfit     = -1 << 20
	fitUnknown = 10
	fitWider   = 20 // less for each step
	fitSame    = 40
	// costVariadic keeps functions that take any number, where they are given more or
	// less than a list, behind all others.
	costVariadic = 1000
	// costOmitted keeps functions whose optional parameters are left out behind those
	// that have none.
	costOmitted = 1
)

// fit tells how well arguments fit the parameters of a function; misfit when it
// cannot be called with them.
func (r *resolver) fit(file fileID, args []facts.Arg, s symID, recv typ) int {
	d := r.def(s)
	total, spread, listed := 0, false, false
	given := make([]bool, len(d.Params))
	at := filled(args, d)
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

// fitParam tells how well the argument x fits the p-th parameter of s, and whether
// it is the list of all values that the parameter takes.
func (r *resolver) fitParam(file fileID, x facts.ExprID, s symID, p, args int, recv typ) (fit int, asList bool) {
	want := r.declared(s, int32(p), r.typeArgs(recv))
	have := r.exprType(file, x)
	if n := r.types.node(have); n.kind == kParam && !r.isInside(file, x, n.symbol()) {
		have = unknown // of a call whose type arguments are not known
	}
	if r.isNil(&r.files[file], x) {
		if r.types.kind(want) == kBuiltin && r.files[file].lang.Scalars[r.types.nameOf(r.types.node(want))] {
			return misfit, false
		}
		return fitUnknown, false
	}
	d := r.def(s)
	if d.Params[p].Variadic && !r.files[r.syms[s].file].lang.Rules.RestIsList && args == len(d.Params) {
		// One list may stand for all the values.
		if list := r.types.list(want); r.types.kind(have) == kList {
			if fit := r.fits(file, have, list, 0); fit != misfit {
				return fit, true
			}
		}
	}
	return r.fits(file, have, want, 0), false
}

// isInside reports whether an expression stands inside the definition s.
func (r *resolver) isInside(file fileID, x facts.ExprID, s symID) bool {
	in := r.symOf(file, r.files[file].facts.Exprs[x].In)
	for in >= 0 && r.canon(in) != s {
		in = r.syms[in].parent
	}
	return in >= 0
}

// leastOf returns the type that values of a type parameter surely have: its bound, or
// the one that every value has.
func (r *resolver) leastOf(file fileID, t typ) typ {
	n := r.types.node(t)
	if n.kind != kParam {
		return t
	}
	if ps := r.def(n.symbol()).TypeParams; n.position() >= 0 && int(n.position()) < len(ps) && ps[n.position()].Bound < 0 {
		if all := r.files[file].lang.Wider[anyValue]; len(all) > 0 {
			return r.types.builtin(all[0])
		}
	}
	return r.bound(n.symbol(), n.position())
}

// fitsAsIs tells how well a value of type have fits where want is declared.
func (r *resolver) fitsAsIs(file fileID, have, want typ, depth int) int {
	if have < firstTyp || want < firstTyp || depth > maxNesting {
		return fitUnknown
	}
	if have == want {
		return fitSame
	}
	h, w := r.types.node(have), r.types.node(want)
	if h.kind == kUnion || w.kind == kUnion {
		best := misfit
		r.types.each(have, func(a typ) {
			r.types.each(want, func(b typ) { best = max(best, r.fits(file, a, b, depth+1)) })
		})
		return best
	}
	if w.kind == kParam {
		return min(r.fits(file, have, r.bound(w.symbol(), w.position()), depth+1), fitUnknown)
	}
	if h.kind == kParam {
		return min(r.fits(file, r.leastOf(file, have), want, depth+1), fitWider)
	}
	switch h.kind {
	case kFuncLit, kFunc:
		return r.fitsFunction(r.files[file].lang, h, want)
	case kFuncType:
		if under := r.under(want); under.kind == kFuncType {
			if r.alikeFuncs(h, under, depth) {
				return fitSame
			}
			return misfit
		}
	case kInstance:
		switch {
		case w.kind == kInstance && h.symbol() == w.symbol():
			return fitSame
		case w.kind == kInstance:
			if n := r.distance(h.symbol(), w.symbol()); n > 0 {
				return max(fitWider-n, fitUnknown+1)
			}
			return misfit
		}
		return r.fitsOutside(file, h.symbol(), want, depth)
	case kClass:
		if r.arity(r.files[file].lang, want) >= 0 { // a reference to its constructor
			return fitSame
		}
	case kObject:
		if r.arity(r.files[file].lang, want) >= 0 {
			return misfit
		}
	}
	from, to := r.types.nameOf(h), r.types.nameOf(w)
	if from == "" && to == "" && h.kind == kList && w.kind == kList {
		return r.fitsElement(file, h.args[0], w.args[0], depth+1)
	}
	if from == "" {
		from = formName(h)
	}
	if from == "" || to == "" {
		if h.kind != w.kind && (w.kind == kInstance || h.kind == kList || w.kind == kList) {
			return misfit
		}
		return fitUnknown
	}
	if from == to {
		for i := range min(len(h.args), len(w.args)) {
			if r.fits(file, h.args[i], w.args[i], depth+1) == misfit {
				return misfit
			}
		}
		return fitSame
	}
	wider, known := r.files[file].lang.Wider[from]
	if i := slices.Index(wider, to); i >= 0 {
		return max(fitWider-i, fitUnknown+1)
	}
	if known {
		return misfit
	}
	return fitUnknown
}

// fitsOutside tells how well an instance of s fits want, no type of the repository:
// by its bases from outside, and what the language says of all values.
func (r *resolver) fitsOutside(file fileID, s symID, want typ, depth int) int {
	l := r.files[file].lang
	name := r.types.nameOf(r.types.node(want))
	best := misfit
	if i := slices.Index(l.Wider[anyValue], name); i >= 0 && name != "" {
		best = fitUnknown + 1
	}
	level, seen := []symID{s}, []symID{s}
	for steps := 1; len(level) > 0 && len(seen) < maxBases; steps++ {
		var next []symID
		for _, t := range level {
			for _, b := range r.basesOf(t) {
				if !slices.Contains(seen, b.sym) {
					seen = append(seen, b.sym)
					next = append(next, b.sym)
				}
			}
			if !r.syms[t].outer {
				continue
			}
			d := r.def(t)
			for _, id := range append(slices.Clone(d.Extends), d.Implements...) {
				base := r.declType(r.syms[t].file, id)
				if n := r.types.node(base); n.kind == kInstance {
					continue
				} else if base < firstTyp || !r.knownOutside(l, n) {
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

// anyValue is the entry of Language.Wider for values of all types.
const anyValue = "any"

// fitsElement is fits for the elements of two plain lists: those of a scalar type
// are not converted.
func (r *resolver) fitsElement(file fileID, have, want typ, depth int) int {
	if have != want && (r.isScalar(file, have) || r.isScalar(file, want)) {
		return misfit
	}
	return r.fits(file, have, want, depth)
}

func (r *resolver) isScalar(file fileID, t typ) bool {
	n := r.types.node(t)
	return n.kind == kBuiltin && r.files[file].lang.Scalars[r.types.nameOf(n)]
}

// distance counts the steps from a type up to one of its supertypes, -1 when it is none.
func (r *resolver) distance(s, super symID) int {
	level, seen := []symID{s}, []symID{s}
	for n := 0; len(level) > 0 && len(seen) < maxBases; n++ {
		var next []symID
		for _, t := range level {
			if t == super {
				return n
			}
			for _, b := range r.basesOf(t) {
				if !slices.Contains(seen, b.sym) {
					seen = append(seen, b.sym)
					next = append(next, b.sym)
				}
			}
		}
		level = next
	}
	return -1
}
