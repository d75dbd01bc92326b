package valueflow

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// A call is a call, or a method value, whose targets depend on pools.
type call struct {
	file decl.FileID
	x    facts.ExprID
	last int32 // the last of its sites, -1 for none
	form form
	args [][]source // by argument: where its values come from
	// many are the sources of the results of the only argument, if it is a call that may give several
	// values (f(g()) in Go).
	many []source
}

// A form is what decides how a call binds to a function, apart from the values of its arguments. The logs have it, so
// that the expressions of their files are not needed.
type form struct {
	args []facts.Arg
	// many: the only argument is a call that may give several values. discarded: nobody uses the results.
	many, discarded bool
}

// formOf returns the form of a call.
func (w *Flow) formOf(file decl.FileID, x facts.ExprID) form {
	f := w.infer.File(file)
	e := &f.Facts.Expressions()[x]
	return form{e.Args, isMany(f, e), e.Flags&facts.Discarded != 0}
}

// callOf returns the number of a call or method value.
func (w *Flow) callOf(file decl.FileID, x facts.ExprID) int32 {
	i, ok := w.callAt[file][x]
	if !ok {
		c := call{file: file, x: x, last: -1, form: w.formOf(file, x)}
		if e := &w.infer.File(file).Facts.Expressions()[x]; e.Kind == facts.Call || e.Kind == facts.New {
			c.args = make([][]source, len(e.Args))
			for k := range e.Args {
				c.args[k] = w.sourcesOf(func() { w.collect(file, e.Args[k].X) })
			}
			if c.form.many {
				c.many = w.sourcesOf(func() { w.collectCall(file, e.Args[0].X, eachResult) })
			}
		}
		i = w.addCall(c)
	}
	return i
}

func (w *Flow) addCall(c call) int32 {
	if w.callAt[c.file] == nil {
		w.callAt[c.file] = make(map[facts.ExprID]int32)
	}
	i := w.calls.add(c)
	w.callAt[c.file][c.x] = i
	return i
}

// isMany reports whether the only argument of a call is a call that may give several values.
func isMany(f *infer.File, e *facts.Expr) bool {
	return len(e.Args) == 1 && e.Args[0].X >= 0 && f.Lang.Rules.MultiValueArgs && f.Facts.Expressions()[e.Args[0].X].Kind == facts.Call
}

// await registers a call as a listener of a pool: the call may run the values of the pool.
func (w *Flow) await(file decl.FileID, x facts.ExprID, p poolID, method string) {
	if p != 0 {
		w.listen(site{call: w.callOf(file, x), pool: p, method: method})
	}
}

// listen adds a site to its pool, and to the sites of its call unless it is a method value.
func (w *Flow) listen(s site) {
	c, i := w.calls.at(s.call), w.sites.n
	s.next = -1
	if s.gives == 0 {
		s.next, c.last = c.last, i
	}
	w.sites.add(s)
	w.log.listen(i, s.gives)
	p := w.pool(s.pool)
	p.sites = append(p.sites, i)
	for k := range p.done {
		w.arrive(i, p.values[k])
	}
}

// findShapes collects the parameters of all functions.
func (w *Flow) findShapes() {
	for i := range w.infer.NumFiles() {
		w.infer.WorkOn(i)
		f := w.infer.File(i)
		for v := range f.Facts.Vars {
			x := &f.Facts.Vars[v]
			var fn value
			switch {
			case x.Kind != facts.ParamVar && x.Kind != facts.SelfVar:
				continue
			case x.Func >= 0:
				fn = w.function(i, x.Func)
			case x.In >= 0:
				fn = f.Symbol(x.In)
			default:
				continue
			}
			s := w.shapes[fn]
			if s == nil {
				s = &shape{file: i, self: facts.None}
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

// call adds the flows of arguments and results of a call, and registers it where its target
// depends on a pool.
func (w *Flow) call(file decl.FileID, x facts.ExprID) {
	f := w.infer.File(file)
	e := &f.Facts.Expressions()[x]
	callee := &f.Facts.Expressions()[e.X]
	if callee.Kind == facts.TypeExpr || callee.Kind == facts.Super {
		return
	}
	fd := w.infer.Callee(file, x)
	switch fd.Status {
	case infer.IsSymbol:
		for _, s := range w.infer.Defined(fd.Syms) {
			w.callSymbol(file, x, s)
		}
		return
	case infer.IsModule, infer.IsMissing:
		return
	}
	if callee.Kind == facts.Func {
		w.bindNow(file, x, w.function(file, e.X))
		return
	}
	for i := range e.Args {
		w.pass(file, e.Args[i].X, escaped)
	}
	if callee.Kind == facts.Name { // from outside the repository
		return
	}
	if callee.Kind == facts.Member {
		if !w.isInstance(file, callee.X) || !f.Lang.Rules.StructuralInterfaces {
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

func (w *Flow) callSymbol(file decl.FileID, x facts.ExprID, s decl.SymbolID) {
	f := w.infer.File(file)
	e := &f.Facts.Expressions()[x]
	callee := &f.Facts.Expressions()[e.X]
	switch d := w.infer.Def(s); {
	case w.isAbstract(s) && callee.Kind == facts.Member:
		w.await(file, x, w.receiver(file, callee.X), callee.Name)
	case d.Kind.IsCallable():
		w.bindNow(file, x, s)
		if sh := w.shapes[s]; sh != nil && sh.self >= 0 && callee.Kind == facts.Member && w.carries(w.infer.VarType(sh.file, sh.self)) {
			self := w.varPool(sh.file, sh.self)
			w.pass(file, callee.X, self)
			if d.Has(facts.Pointer) {
				w.edge(self, w.poolOf(file, callee.X))
			}
		}
	case d.Kind.IsType():
		if e.Kind == facts.New || f.Lang.Rules.CallMakesInstance {
			if c := w.infer.Symbol(s).Ctor; c >= 0 {
				w.bindNow(file, x, c)
			}
		}
	default:
		w.await(file, x, w.memberPool(s), "")
	}
}

// receiver returns the pool of the receiver of a method call. If the receiver is a struct that
// gets the method from an embedded interface, it is the pool of the embedded values.
func (w *Flow) receiver(file decl.FileID, x facts.ExprID) poolID {
	n := w.infer.Types.Node(w.infer.ExprType(file, x))
	if n.Kind != lattice.Instance || w.infer.Def(n.Symbol()).Kind != facts.Struct {
		return w.poolOf(file, x)
	}
	p, made := w.exprPool(file, x, ownPool)
	if made {
		w.promote(n.Symbol(), p)
	}
	return p
}

// promote lets the values in the interfaces embedded by struct s flow into a pool.
func (w *Flow) promote(s decl.SymbolID, to poolID) {
	structs := []decl.SymbolID{s}
	for k := 0; k < len(structs) && k < infer.MaxBases; k++ {
		y := w.infer.Symbol(structs[k])
		for _, id := range w.infer.Def(structs[k]).Embeds {
			ty := &w.infer.File(y.File).Facts.Types[id]
			for ty.Kind == facts.PointerT && len(ty.Args) > 0 && ty.Args[0] >= 0 {
				ty = &w.infer.File(y.File).Facts.Types[ty.Args[0]]
			}
			t := w.infer.DeclType(y.File, id)
			if n := w.infer.Types.Node(t); n.Kind == lattice.Instance && w.infer.Def(n.Symbol()).Kind == facts.Struct {
				if !slices.Contains(structs, n.Symbol()) {
					structs = append(structs, n.Symbol())
				}
				continue
			}
			if m := y.Members[ty.Name]; len(m) > 0 && w.carries(t) {
				w.edge(w.memberPool(m[0]), to)
			}
		}
	}
}

// arrive handles a value that flows into the pool of call i: the call may run it.
func (w *Flow) arrive(i int32, v value) {
	st := w.sites.at(i)
	if st.gives != 0 && w.pool(st.gives).idle {
		return // nothing reads the method value
	}
	c := w.calls.at(st.call)
	w.infer.WorkOn(c.file)
	if v == openValue {
		st.open = true
		return
	}
	isLiteral := v >= w.infer.NumSymbols()
	if st.method == "" {
		if isLiteral && w.takes(c, w.literals[v-w.infer.NumSymbols()]) || !isLiteral && w.infer.Def(v).Kind.IsCallable() && w.fits(c.file, &c.form, v) {
			w.hit(i, v)
		}
		return
	}
	if isLiteral || !w.infer.Def(v).Kind.IsType() {
		return
	}
	fd := w.infer.TypeMember(v, st.method, w.infer.Instance(v), false)
	if fd.Status != infer.IsSymbol {
		w.promoteTo(i, v)
		return
	}
	m := fd.Syms[0]
	d := w.infer.Def(m)
	switch {
	case !d.Kind.IsCallable() || st.gives == 0 && !w.fits(c.file, &c.form, m):
	case d.Has(facts.Abstract):
		w.promoteTo(i, v)
	case st.gives != 0:
		w.add(st.gives, m)
	default:
		w.hit(i, m)
		if sh := w.shapes[m]; sh != nil && sh.self >= 0 && w.carries(w.infer.VarType(sh.file, sh.self)) {
			w.edge(w.sites.at(i).pool, w.varPool(sh.file, sh.self))
		}
	}
}

// promoteTo lets call i run the method on the values in the interfaces embedded by
// struct s.
func (w *Flow) promoteTo(i int32, s decl.SymbolID) {
	if w.infer.Def(s).Kind != facts.Struct || len(w.infer.Def(s).Embeds) == 0 {
		return
	}
	if w.sites.at(i).promoted == 0 {
		p := w.newPool(place{kind: numPlaces}) // made while values are passed on: in no log
		w.sites.at(i).promoted = p
		w.pool(p).sites = append(w.pool(p).sites, i)
	}
	w.promote(s, w.sites.at(i).promoted)
}

// takes reports whether the number of parameters of a function literal fits the arguments of a
// call.
func (w *Flow) takes(c *call, l literal) bool {
	f := w.infer.File(l.file)
	t := f.Facts.Closure(l.x).Type
	if t < 0 || !f.Lang.Rules.CheckedCalls || f.Lang.Rules.CountedCalls {
		return true
	}
	ty := &f.Facts.Types[t]
	n := len(c.form.args)
	if n == int(ty.N) || n == 1 && f.Lang.Rules.MultiValueArgs {
		return true
	}
	return ty.N > 0 && n >= int(ty.N)-1 && ty.Args[ty.N-1] >= 0 && f.Facts.Types[ty.Args[ty.N-1]].Kind == facts.ListT // variadic
}

// Fits reports whether the number of parameters of a function fits the arguments of a call.
func (w *Flow) Fits(file decl.FileID, x facts.ExprID, s decl.SymbolID) bool {
	form := w.formOf(file, x)
	return w.fits(file, &form, s)
}

// fits is Fits for a call of a form.
func (w *Flow) fits(file decl.FileID, call *form, s decl.SymbolID) bool {
	d := w.infer.Def(s)
	if call.many && len(d.Params) > 1 {
		return true
	}
	for i := range call.args {
		if call.args[i].Spread || call.args[i].DoubleSpread {
			return len(d.Params) > 0
		}
	}
	rules := &w.infer.File(file).Lang.Rules
	return !rules.CheckedCalls || rules.CountedCalls || d.TakesCount(len(call.args))
}

// hit records that call i may run the function v.
func (w *Flow) hit(i int32, v value) {
	st := w.sites.at(i)
	if slices.Contains(st.targets, v) {
		return
	}
	st.targets = append(st.targets, v)
	c := w.calls.at(st.call)
	w.bind(c.file, c.x, &c.form, v, func(to poolID, i int) { w.give(c.args[i], to) }, func(to poolID, n int32) { w.giveResult(c, n, to) })
}

// bindNow is bind for a call of the file that is being read.
func (w *Flow) bindNow(file decl.FileID, x facts.ExprID, fn value) {
	e := &w.infer.File(file).Facts.Expressions()[x]
	form := w.formOf(file, x)
	w.bind(file, x, &form, fn, func(to poolID, i int) { w.pass(file, e.Args[i].X, to) }, func(to poolID, n int32) { w.passCall(file, e.Args[0].X, n, to) })
}

// bind lets the arguments of a call of a form flow to the parameters of a function, and its results back to
// the call. pass passes the values of argument i of the call, and passResult those of result n of its only argument.
func (w *Flow) bind(file decl.FileID, x facts.ExprID, call *form, fn value, pass func(to poolID, i int), passResult func(to poolID, n int32)) {
	if sh := w.shapes[fn]; sh != nil && len(sh.params) > 0 {
		w.arguments(call, sh, pass, passResult)
	}
	if call.discarded {
		return
	}
	of, results := w.resultsIn(fn)
	for i, t := range results {
		if w.carries(w.infer.DeclType(of, t)) {
			w.edge(w.resultPool(fn, int32(i)), w.callPool(file, x, int32(i)))
		}
	}
	if len(results) == 0 && w.returnsAny(fn) {
		w.edge(w.resultPool(fn, 0), w.callPool(file, x, 0))
	}
}

// returnsAny reports whether a function without declared results returns a value.
func (w *Flow) returnsAny(fn value) bool {
	if fn < w.infer.NumSymbols() {
		return len(w.infer.Def(fn).Values) > 0
	}
	l := w.literals[fn-w.infer.NumSymbols()]
	return w.infer.File(l.file).Facts.Closure(l.x).Returns
}

// resultsIn returns the declared results of a function, and their file.
func (w *Flow) resultsIn(fn value) (decl.FileID, []facts.TypeID) {
	if fn < w.infer.NumSymbols() {
		return w.infer.Symbol(fn).File, w.infer.Def(fn).Results
	}
	l := w.literals[fn-w.infer.NumSymbols()]
	f := w.infer.File(l.file)
	id := f.Facts.Closure(l.x).Type
	if id < 0 {
		return l.file, nil
	}
	ty := &f.Facts.Types[id]
	return l.file, ty.Results()
}

// arguments passes the arguments of a call to the parameters of a function.
func (w *Flow) arguments(call *form, sh *shape, pass func(to poolID, i int), passResult func(to poolID, n int32)) {
	last := len(sh.params) - 1
	carries := func(v facts.VarID) bool { return v >= 0 && w.carries(w.infer.VarType(sh.file, v)) }
	if call.many && last > 0 {
		for i, v := range sh.params {
			if carries(v) {
				passResult(w.varPool(sh.file, v), int32(i))
			}
		}
		return
	}
	give := func(i, k int) {
		if v := sh.params[min(i, last)]; call.args[k].X >= 0 && carries(v) {
			pass(w.varPool(sh.file, v), k)
		}
	}
	i := 0
	for k := range call.args {
		a := &call.args[k]
		switch {
		case a.DoubleSpread:
		case a.Keyword != "":
			for j, v := range sh.params {
				if v >= 0 && w.infer.File(sh.file).Facts.Vars[v].Name == a.Keyword {
					give(j, k)
				}
			}
		default:
			give(i, k)
			i++
		}
	}
}

// calleeOf is callee, also for calls with type arguments in the form of an index.
func (w *Flow) calleeOf(file decl.FileID, x facts.ExprID) infer.Found {
	f := w.infer.File(file)
	callee := f.Facts.Expressions()[x].X
	if e := &f.Facts.Expressions()[callee]; e.Kind == facts.Index && e.X >= 0 && f.Lang.Rules.IndexInstantiates {
		if fd := w.infer.Found(w.infer.Denote(file, e.X)); fd.Status == infer.IsSymbol && (w.infer.Def(fd.Syms[0]).Kind.IsCallable() || w.infer.Def(fd.Syms[0]).Kind.IsType()) {
			return *fd
		}
	}
	return w.infer.Callee(file, x)
}

// callPool returns the pool of result n of a call.
func (w *Flow) callPool(file decl.FileID, x facts.ExprID, n int32) poolID {
	p, _ := w.exprPool(file, x, n)
	return p
}

// passCall lets result n of a call flow into a pool.
func (w *Flow) passCall(file decl.FileID, x facts.ExprID, n int32, to poolID) {
	from := len(w.collected)
	w.collectCall(file, x, n)
	w.giveCollected(from, to)
}

// eachResult as the number of a result stands for each of them, as the place of use decides.
const eachResult = -1

// collectCall collects the sources of result n of a call; for a conversion, of its operand.
func (w *Flow) collectCall(file decl.FileID, x facts.ExprID, n int32) {
	f := w.infer.File(file)
	e := &f.Facts.Expressions()[x]
	callee := &f.Facts.Expressions()[e.X]
	if callee.Kind == facts.TypeExpr {
		if len(e.Args) == 1 {
			w.collect(file, e.Args[0].X)
		}
		return
	}
	switch fd := w.calleeOf(file, x); fd.Status {
	case infer.IsSymbol:
		if e.Kind == facts.Call && len(e.Args) == 1 && w.infer.Def(fd.Syms[0]).Kind.IsType() && !f.Lang.Rules.CallMakesInstance {
			w.collect(file, e.Args[0].X)
			return
		}
	case infer.IsOutside, infer.NotKnown:
		w.collectValue(openValue)
		// A call of code outside the repository that takes a function and returns something callable
		// is a conversion to a named function type or a decorator.
		if (callee.Kind == facts.Name || callee.Kind == facts.Member && !w.isInstance(file, callee.X)) && len(e.Args) == 1 {
			if a := e.Args[0].X; a >= 0 && isFunctionType(w.infer.Types.Kind(w.infer.ExprType(file, a))) {
				w.collect(file, a)
			}
			return
		}
	}
	if n == eachResult {
		w.collected = append(w.collected, source{kind: fromResult, x: x})
		w.spread[literal{file, x}] = true
		return
	}
	w.collectPool(w.callPool(file, x, n))
}

func isFunctionType(k lattice.Kind) bool {
	return k == lattice.Func || k == lattice.FuncLit || k == lattice.FuncType
}
