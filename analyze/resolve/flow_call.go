package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A shape is the variables that the arguments of a function go to.
type shape struct {
	file   fileID
	self   facts.VarID // None for none
	params []facts.VarID
}

// findShapes collects the parameters of all functions.
func (w *flow) findShapes() {
	for i := range w.files {
		w.at = fileID(i)
		f := &w.files[i]
		for v := range f.facts.Vars {
			x := &f.facts.Vars[v]
			var fn value
			switch {
			case x.Kind != facts.ParamVar && x.Kind != facts.SelfVar:
				continue
			case x.Func >= 0:
				fn = w.function(fileID(i), x.Func)
			case x.In >= 0:
				fn = f.symbol(x.In)
			default:
				continue
			}
			s := w.shapes[fn]
			if s == nil {
				s = &shape{file: fileID(i), self: facts.None}
				w.shapes[fn] = s
			}
			if x.Kind == facts.SelfVar {
				s.self = facts.VarID(v)
				continue
			}
			for len(s.params) <= int(x.Index) {
				s.params = append(s.params, facts.None)
			}
			s.params[x.Index] = facts.VarID(v)
		}
	}
}

// call adds what a call says of where values go, and what it has to wait for.
func (w *flow) call(file fileID, x facts.ExprID) {
	f := &w.files[file]
	e := &f.facts.Exprs[x]
	callee := &f.facts.Exprs[e.X]
	if callee.Kind == facts.TypeExpr || callee.Kind == facts.Super {
		return
	}
	fd := w.callee(file, x)
	switch fd.status {
	case isSymbol:
		for _, s := range w.defined(fd.syms) {
			w.callSymbol(file, x, s)
		}
		return
	case isModule, isMissing:
		return
	}
	if callee.Kind == facts.Func {
		w.bind(file, x, w.function(file, e.X))
		return
	}
	for i := range e.Args {
		w.pass(file, e.Args[i].X, escaped)
	}
	if callee.Kind == facts.Name { // from outside
		return
	}
	if callee.Kind == facts.Member {
		if !w.isInstance(file, callee.X) || !f.lang.Rules.StructuralInterfaces {
			return
		}
		w.await(file, x, w.receiver(file, callee.X), callee.Name)
		if p, surely := w.outsideMember(file, e.X); surely {
			w.await(file, x, p, "")
		}
		return
	}
	w.await(file, x, w.poolOf(file, e.X), "")
}

func (w *flow) callSymbol(file fileID, x facts.ExprID, s symID) {
	f := &w.files[file]
	e := &f.facts.Exprs[x]
	callee := &f.facts.Exprs[e.X]
	switch d := w.def(s); {
	case w.isAbstract(s) && callee.Kind == facts.Member:
		w.await(file, x, w.receiver(file, callee.X), callee.Name)
	case d.Kind.IsCallable():
		w.bind(file, x, s)
		if sh := w.shapes[s]; sh != nil && sh.self >= 0 && callee.Kind == facts.Member && w.carries(w.varType(sh.file, sh.self)) {
			self := w.varPool(sh.file, sh.self)
			w.pass(file, callee.X, self)
			if d.Has(facts.Pointer) {
				w.edge(self, w.poolOf(file, callee.X))
			}
		}
	case d.Kind.IsType():
		if e.Kind == facts.New || f.lang.Rules.CallMakesInstance {
			if c := w.syms[s].ctor; c >= 0 {
				w.bind(file, x, c)
			}
		}
	default:
		w.await(file, x, w.memberPool(s), "")
	}
}

// receiver returns the pool of what a method is called on: of a struct that has
// the method from an interface it embeds, what is in there.
func (w *flow) receiver(file fileID, x facts.ExprID) poolID {
	n := w.types.node(w.exprType(file, x))
	if n.kind != kInstance || w.def(n.symbol()).Kind != facts.Struct {
		return w.poolOf(file, x)
	}
	p, made := w.exprPool(file, x, ownPool)
	if made {
		w.promote(n.symbol(), p)
	}
	return p
}

// promote lets what is in the interfaces that struct s embeds go into a pool.
func (w *flow) promote(s symID, to poolID) {
	structs := []symID{s}
	for k := 0; k < len(structs) && k < maxBases; k++ {
		y := &w.syms[structs[k]]
		for _, id := range w.def(structs[k]).Embeds {
			ty := &w.files[y.file].facts.Types[id]
			for ty.Kind == facts.PointerT && len(ty.Args) > 0 && ty.Args[0] >= 0 {
				ty = &w.files[y.file].facts.Types[ty.Args[0]]
			}
			t := w.declType(y.file, id)
			if n := w.types.node(t); n.kind == kInstance && w.def(n.symbol()).Kind == facts.Struct {
				if !slices.Contains(structs, n.symbol()) {
					structs = append(structs, n.symbol())
				}
				continue
			}
			if m := y.members[ty.Name]; len(m) > 0 && w.carries(t) {
				w.edge(w.memberPool(m[0]), to)
			}
		}
	}
}

// arrive lets a call run a value that came into its pool.
func (w *flow) arrive(i int32, v value) {
	st := &w.sites[i]
	w.at = st.file
	if v == openValue {
		st.open = true
		return
	}
	isLiteral := int(v) >= len(w.syms)
	if st.method == "" {
		if isLiteral && w.takes(st, w.literals[int(v)-len(w.syms)]) || !isLiteral && w.def(v).Kind.IsCallable() && w.fits(st.file, st.x, v) {
			w.hit(i, v)
		}
		return
	}
	if isLiteral || !w.def(v).Kind.IsType() {
		return
	}
	fd := w.typeMember(v, st.method, w.instance(v), false)
	if fd.status != isSymbol {
		w.promoteTo(i, v)
		return
	}
	m := fd.syms[0]
	d := w.def(m)
	switch {
	case !d.Kind.IsCallable() || st.gives == 0 && !w.fits(st.file, st.x, m):
	case d.Has(facts.Abstract):
		w.promoteTo(i, v)
	case st.gives != 0:
		w.add(st.gives, m)
	default:
		w.hit(i, m)
		if sh := w.shapes[m]; sh != nil && sh.self >= 0 && w.carries(w.varType(sh.file, sh.self)) {
			w.edge(w.sites[i].pool, w.varPool(sh.file, sh.self))
		}
	}
}

// promoteTo lets a call run the method on what is in the interfaces that struct s
// embeds.
func (w *flow) promoteTo(i int32, s symID) {
	if w.def(s).Kind != facts.Struct || len(w.def(s).Embeds) == 0 {
		return
	}
	if w.sites[i].promoted == 0 {
		p := w.newPool()
		w.sites[i].promoted = p
		w.pools[p].sites = append(w.pools[p].sites, i)
	}
	w.promote(s, w.sites[i].promoted)
}

// takes reports whether a function literal has as many parameters as a call has
// arguments.
func (w *flow) takes(st *site, l literal) bool {
	f := &w.files[l.file]
	t := f.facts.Exprs[l.x].Type
	if t < 0 || !f.lang.Rules.CheckedCalls {
		return true
	}
	ty := &f.facts.Types[t]
	n := len(w.files[st.file].facts.Exprs[st.x].Args)
	if n == int(ty.N) || n == 1 && f.lang.Rules.MultiValueArgs {
		return true
	}
	return ty.N > 0 && n >= int(ty.N)-1 && ty.Args[ty.N-1] >= 0 && f.facts.Types[ty.Args[ty.N-1]].Kind == facts.ListT // variadic
}

// fits reports whether a call has as many arguments as a function takes.
func (w *flow) fits(file fileID, x facts.ExprID, s symID) bool {
	f := &w.files[file]
	e, d := &f.facts.Exprs[x], w.def(s)
	if len(e.Args) == 1 && e.Args[0].X >= 0 && f.lang.Rules.MultiValueArgs && f.facts.Exprs[e.Args[0].X].Kind == facts.Call && len(d.Params) > 1 {
		return true
	}
	need, most := 0, 0
	for i := range d.Params {
		p := &d.Params[i]
		switch {
		case p.Variadic || p.Keywords:
			most = len(e.Args)
		case p.Optional:
			most++
		default:
			need++
			most++
		}
	}
	for i := range e.Args {
		if e.Args[i].Spread || e.Args[i].DoubleSpread {
			return len(d.Params) > 0
		}
	}
	return !f.lang.Rules.CheckedCalls || need <= len(e.Args) && len(e.Args) <= most
}

// hit notes that a call can run a function.
func (w *flow) hit(i int32, v value) {
	st := &w.sites[i]
	if slices.Contains(st.targets, v) {
		return
	}
	st.targets = append(st.targets, v)
	w.bind(st.file, st.x, v)
}

// bind passes the arguments of a call to the parameters of a function, and its
// results back.
func (w *flow) bind(file fileID, x facts.ExprID, fn value) {
	f := &w.files[file]
	e := &f.facts.Exprs[x]
	if sh := w.shapes[fn]; sh != nil && len(sh.params) > 0 {
		w.arguments(file, e, fn, sh)
	}
	if e.Flags&facts.Discarded != 0 {
		return
	}
	of, results := w.resultsIn(fn)
	for i, t := range results {
		if w.carries(w.declType(of, t)) {
			w.edge(w.resultPool(fn, int32(i)), w.callPool(file, x, int32(i)))
		}
	}
	if len(results) == 0 && w.returnsAny(fn) {
		w.edge(w.resultPool(fn, 0), w.callPool(file, x, 0))
	}
}

// returnsAny reports whether a function whose results are not declared returns
// something.
func (w *flow) returnsAny(fn value) bool {
	if int(fn) < len(w.syms) {
		return len(w.def(fn).Values) > 0
	}
	l := w.literals[int(fn)-len(w.syms)]
	return len(w.files[l.file].facts.Exprs[l.x].Args) > 0
}

// resultsIn returns the declared results of a function, and their file.
func (w *flow) resultsIn(fn value) (fileID, []facts.TypeID) {
	if int(fn) < len(w.syms) {
		return w.syms[fn].file, w.def(fn).Results
	}
	l := w.literals[int(fn)-len(w.syms)]
	f := &w.files[l.file]
	id := f.facts.Exprs[l.x].Type
	if id < 0 {
		return l.file, nil
	}
	ty := &f.facts.Types[id]
	return l.file, ty.Results()
}

func (w *flow) arguments(file fileID, e *facts.Expr, fn value, sh *shape) {
	f := &w.files[file]
	last := len(sh.params) - 1
	give := func(i int, x facts.ExprID) {
		if v := sh.params[min(i, last)]; v >= 0 && x >= 0 && w.carries(w.varType(sh.file, v)) {
			w.pass(file, x, w.varPool(sh.file, v))
		}
	}
	if len(e.Args) == 1 && e.Args[0].X >= 0 && f.lang.Rules.MultiValueArgs && f.facts.Exprs[e.Args[0].X].Kind == facts.Call && last > 0 {
		for i, v := range sh.params {
			if v >= 0 && w.carries(w.varType(sh.file, v)) {
				w.passCall(file, e.Args[0].X, int32(i), w.varPool(sh.file, v))
			}
		}
		return
	}
	i := 0
	for k := range e.Args {
		a := &e.Args[k]
		switch {
		case a.DoubleSpread:
		case a.Keyword != "":
			for j, v := range sh.params {
				if v >= 0 && w.files[sh.file].facts.Vars[v].Name == a.Keyword {
					give(j, a.X)
				}
			}
		default:
			give(i, a.X)
			i++
		}
	}
}

// calleeOf is callee, for type arguments that are written like an index too.
func (w *flow) calleeOf(file fileID, x facts.ExprID) found {
	f := &w.files[file]
	callee := f.facts.Exprs[x].X
	if e := &f.facts.Exprs[callee]; e.Kind == facts.Index && e.X >= 0 && f.lang.Rules.IndexInstantiates {
		if fd := w.found(w.denote(file, e.X)); fd.status == isSymbol && (w.def(fd.syms[0]).Kind.IsCallable() || w.def(fd.syms[0]).Kind.IsType()) {
			return *fd
		}
	}
	return w.callee(file, x)
}

// callPool is the pool of the n-th result of a call.
func (w *flow) callPool(file fileID, x facts.ExprID, n int32) poolID {
	p, _ := w.exprPool(file, x, n)
	return p
}

// passCall passes the n-th result of a call; of a conversion its operand.
func (w *flow) passCall(file fileID, x facts.ExprID, n int32, to poolID) {
	f := &w.files[file]
	e := &f.facts.Exprs[x]
	callee := &f.facts.Exprs[e.X]
	if callee.Kind == facts.TypeExpr {
		if len(e.Args) == 1 {
			w.pass(file, e.Args[0].X, to)
		}
		return
	}
	switch fd := w.calleeOf(file, x); fd.status {
	case isSymbol:
		if e.Kind == facts.Call && len(e.Args) == 1 && w.def(fd.syms[0]).Kind.IsType() && !f.lang.Rules.CallMakesInstance {
			w.pass(file, e.Args[0].X, to)
			return
		}
	case isOutside, notKnown:
		w.add(to, openValue)
		// A function handed to a name from outside that gives something to call is
		// converted to a type of its own, or decorated.
		if (callee.Kind == facts.Name || callee.Kind == facts.Member && !w.isInstance(file, callee.X)) && len(e.Args) == 1 {
			if a := e.Args[0].X; a >= 0 && isFunctionType(w.types.kind(w.exprType(file, a))) {
				w.pass(file, a, to)
			}
			return
		}
	}
	w.edge(w.callPool(file, x, n), to)
}

func isFunctionType(k typKind) bool { return k == kFunc || k == kFuncLit || k == kFuncType }
