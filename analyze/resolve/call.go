package resolve

import (
	"slices"
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// callType returns what a call or instantiation gives.
func (r *resolver) callType(file fileID, x facts.ExprID) typ {
	f := &r.files[file]
	e := &f.facts.Exprs[x]
	if t := r.outsideCall(file, x); t != never {
		return t
	}
	callee := r.exprType(file, e.X)
	if fd := r.found(r.denote(file, e.X)); fd.status == isSymbol && r.def(fd.syms[0]).Kind == facts.EnumMember {
		return callee // a variant with values
	}
	if f.lang.Rules.Overloads || f.lang.Rules.BareCalls {
		if fd := r.callee(file, x); fd.status == isSymbol {
			callee = r.foundType(file, fd)
			if r.readByCall(fd.syms[0]) {
				return callee
			}
		}
	} else if fd := r.stub(file, x); fd.status == isSymbol {
		callee = r.foundType(file, fd)
	}
	if e.Kind == facts.New && e.Ref >= 0 {
		return r.types.instance(f.symbol(e.Ref))
	}
	if e.Kind == facts.New {
		return r.types.mapUnion(callee, func(t typ) typ { return r.instantiate(t, file, x) })
	}
	if t := r.fluent(file, e.X); t >= firstTyp {
		return t
	}
	return r.types.mapUnion(callee, func(t typ) typ { return r.callOne(t, file, x) })
}

// fluent returns the type of the receiver of the member x where calling it gives
// the instance that it is called on, of whatever type below that is; else never.
func (r *resolver) fluent(file fileID, x facts.ExprID) typ {
	f := &r.files[file]
	if x < 0 || f.facts.Exprs[x].Kind != facts.Member {
		return never
	}
	receiver := f.facts.Exprs[x].X
	if receiver < 0 || f.facts.Exprs[receiver].Kind == facts.Super {
		return never
	}
	fd := r.found(r.denote(file, x))
	if fd.status != isSymbol || slices.ContainsFunc(fd.syms, func(s symID) bool { return !r.givesThis(s) }) {
		return never
	}
	t := r.exprType(file, receiver)
	if r.types.kind(t) != kInstance {
		return never
	}
	return t
}

// givesThis reports whether a method gives the instance that it is called on.
func (r *resolver) givesThis(s symID) bool {
	d, f := r.def(s), &r.files[r.syms[s].file]
	if d.Kind != facts.Method || d.Flags&(facts.Async|facts.Generator|facts.Static|facts.Getter) != 0 {
		return false
	}
	if len(d.Results) == 1 {
		if d.Results[0] < 0 {
			return false
		}
		t := &f.facts.Types[d.Results[0]]
		return t.Kind == facts.ValueT && t.X >= 0 && f.facts.Exprs[t.X].Kind == facts.This
	}
	for _, x := range d.Values {
		if x < 0 || f.facts.Exprs[x].Kind != facts.This && !r.isSelf(f, x) {
			return false
		}
	}
	return len(d.Results) == 0 && len(d.Values) > 0
}

// instantiate returns the type of new t.
func (r *resolver) instantiate(t typ, file fileID, x facts.ExprID) typ {
	n := r.types.node(t)
	switch n.kind {
	case kClass:
		args := n.args
		if e := &r.files[file].facts.Exprs[x]; e.Type >= 0 {
			if d := r.types.node(r.declType(file, e.Type)); d.kind == kInstance && d.symbol() == n.symbol() {
				args = d.args
			}
		}
		if len(args) == 0 {
			args = r.constructed(n.symbol(), file, x)
		}
		return r.types.instance(n.symbol(), args...)
	case kFunc:
		return r.types.instance(n.symbol())
	case kModule:
		return r.instantiate(r.moduleValue(n.unit()), file, x)
	case kConv: // the type is written out
		return n.args[0]
	}
	if e := &r.files[file].facts.Exprs[x]; e.Type >= 0 {
		return r.declType(file, e.Type)
	}
	return unknownOr(t)
}

// moduleValue is the value of a module that is itself a function, class or
// object (module.exports = …), unknown for others. It is never a module.
func (r *resolver) moduleValue(u unitID) typ {
	for range maxReexports {
		t := r.exportedValue(u)
		if n := r.types.node(t); n.kind == kModule {
			u = n.unit()
			continue
		}
		return r.types.mapUnion(t, func(m typ) typ {
			if r.types.kind(m) == kModule {
				return unknown
			}
			return m
		})
	}
	return unknown
}

// exportedValue is what a module exports as a whole.
func (r *resolver) exportedValue(u unitID) typ {
	if r.depth > maxDepth {
		return unknown
	}
	for _, fi := range r.units[u].files {
		for _, name := range []string{"=", "default"} {
			for _, j := range r.files[fi].exports[name] {
				r.depth++
				t := r.foundType(fi, r.export(fi, j, nil))
				r.depth--
				return t
			}
		}
	}
	return unknown
}

// callOne returns what calling a value of type t gives. x is the call, None when
// the language calls by itself.
func (r *resolver) callOne(t typ, file fileID, x facts.ExprID) typ {
	if t < firstTyp || r.nested > maxNested {
		return unknownOr(t)
	}
	r.nested++
	got := r.call(t, file, x)
	r.nested--
	return got
}

// call is callOne for a type that is known.
func (r *resolver) call(t typ, file fileID, x facts.ExprID) typ {
	n := r.types.node(t)
	switch n.kind {
	case kFunc:
		return r.returned(n, file, x)
	case kClass:
		d := r.def(n.symbol())
		if d.Kind.IsType() {
			if m := r.staticCall(n.symbol(), file, x); m >= 0 {
				return r.callOne(r.types.function(m), file, x)
			}
			args := n.args
			if len(args) == 0 {
				args = r.constructed(n.symbol(), file, x)
			}
			return r.types.instance(n.symbol(), args...)
		}
	case kConv:
		return n.args[0]
	case kFuncType:
		return r.types.within(r.resultsOf(n.file(), &r.files[n.file()].facts.Types[n.position()]), n.args)
	case kFuncLit:
		e := &r.files[n.file()].facts.Exprs[n.position()]
		if e.Type >= 0 {
			if ty := &r.files[n.file()].facts.Types[e.Type]; ty.Kind == facts.FuncT && len(ty.Args) > int(ty.N) {
				return r.types.within(r.resultsOf(n.file(), ty), n.args)
			}
		}
		out := never
		for i := range e.Args {
			out = r.types.union(out, r.exprType(n.file(), e.Args[i].X))
		}
		if out == never {
			return unknown
		}
		return r.types.within(out, n.args)
	case kInstance:
		if u := r.under(t); u.kind == kFuncType {
			return r.callOne(r.types.of(u), file, x)
		}
		fd := r.memberOf(t, r.protocol(n.symbol()).Call)
		if fd.status != isSymbol {
			fd = r.memberOf(t, "()") // a call signature
		}
		if fd.status == isSymbol {
			return r.types.mapUnion(r.foundType(file, r.signatures(file, x, fd)), func(t typ) typ {
				if r.types.kind(t) != kFunc {
					return unknown
				}
				return r.callOne(t, file, x)
			})
		}
	case kModule:
		return r.types.mapUnion(r.moduleValue(n.unit()), func(t typ) typ { return r.callOne(t, file, x) })
	case kBuiltin:
		return t
	case kParam:
		if b := r.bound(n.symbol(), n.position()); b >= firstTyp && r.types.kind(b) != kParam {
			return r.types.mapUnion(b, func(t typ) typ { return r.callOne(t, file, x) })
		}
	}
	return unknown
}

// resultsOf returns what a declared function type gives.
func (r *resolver) resultsOf(file fileID, ty *facts.Type) typ {
	results := ty.Results()
	switch len(results) {
	case 0:
		return unknown
	case 1:
		return r.declType(file, results[0])
	}
	args := make([]typ, len(results))
	for i, id := range results {
		args[i] = r.declType(file, id)
	}
	return r.types.tuple(args...)
}

// returned gives the result of a function's symbol, its type parameters
// replaced by what the receiver and the arguments say.
func (r *resolver) returned(fn typNode, file fileID, x facts.ExprID) typ {
	s := r.signature(fn.symbol(), file, x)
	d := r.def(s)
	if d.Type >= 0 && len(d.Results) == 0 { // const f: F = …
		if t := r.callAs(r.declType(r.syms[s].file, d.Type), file, x); t >= firstTyp {
			return t
		}
	}
	t := r.returns(s)
	if t < firstTyp {
		return t
	}
	if p := r.syms[s].parent; p >= 0 && len(fn.args) > 0 {
		t = r.types.subst(t, p, fn.args, 0)
		if d.Receiver >= 0 {
			t = r.types.subst(t, s, fn.args, 0)
		}
		t = r.types.within(t, fn.args)
	}
	if len(d.TypeParams) > 0 && x >= 0 {
		if args := r.infer(s, file, x, true); args != nil {
			t = r.types.subst(t, s, args, 0)
		}
	}
	if self := r.calledOn(file, x); self >= firstTyp {
		t = r.types.onSelf(t, self, 0)
	}
	return t
}

// calledOn returns the type of the instance that the method in call x is called
// on, unknown for other calls.
func (r *resolver) calledOn(file fileID, x facts.ExprID) typ {
	f := &r.files[file]
	if x < 0 || f.facts.Exprs[x].X < 0 {
		return unknown
	}
	callee := &f.facts.Exprs[f.facts.Exprs[x].X]
	if callee.Kind != facts.Member {
		return unknown
	}
	if of := &f.facts.Exprs[callee.X]; of.Kind == facts.Super {
		return r.thisType(file, of.In)
	}
	return r.types.mapUnion(r.exprType(file, callee.X), func(t typ) typ {
		switch n := r.types.node(t); n.kind {
		case kClass:
			return r.types.instance(n.symbol(), n.args...)
		case kConv:
			return n.args[0]
		}
		return t
	})
}

// callAs is callOne for every type that a value may have.
func (r *resolver) callAs(t typ, file fileID, x facts.ExprID) typ {
	return r.types.mapUnion(t, func(t typ) typ { return r.callOne(t, file, x) })
}

// returns gives the declared result of a function, or what it returns where
// none is declared.
func (r *resolver) returns(s symID) typ {
	return r.memo(r.syms[s].file, &r.syms[s].returns, never, func() typ { return r.evalReturns(s) })
}

func (r *resolver) evalReturns(s symID) typ {
	d, file := r.def(s), r.syms[s].file
	if r.depth > maxDepth {
		return unknown
	}
	switch len(d.Results) {
	case 0:
	case 1:
		t := r.declType(file, d.Results[0])
		if d.Has(facts.Async) && r.types.kind(t) != kPromise {
			t = r.types.promise(t)
		}
		return t
	default:
		args := make([]typ, len(d.Results))
		for i, id := range d.Results {
			args[i] = r.declType(file, id)
		}
		return r.types.tuple(args...)
	}
	out := r.joined(file, d.Values)
	if out == never {
		out = unknown
	}
	switch {
	case d.Has(facts.Generator):
		return r.types.list(out)
	case d.Has(facts.Async):
		return r.types.promise(out)
	}
	return out
}

// stored returns the type of what the call x stores in its i-th argument.
func (r *resolver) stored(file fileID, x facts.ExprID, i int32) typ {
	f := &r.files[file]
	if r.depth > maxDepth {
		return unknown
	}
	r.depth++
	defer func() { r.depth-- }()
	out := never
	if fd := r.callee(file, x); fd.status == isSymbol {
		for k, s := range fd.syms {
			if !r.def(s).Kind.IsCallable() {
				continue
			}
			t := r.declared(s, i, r.typeArgs(fd.receiver(k)))
			if len(r.def(s).TypeParams) > 0 && t >= firstTyp {
				if args := r.infer(s, file, x, true); args != nil {
					t = r.types.subst(t, s, args, 0)
				}
			}
			out = r.types.union(out, t)
		}
	} else if e := &f.facts.Exprs[f.facts.Exprs[x].X]; e.Kind == facts.Member && f.lang.Members != nil {
		out = r.types.mapUnion(r.exprType(file, e.X), func(t typ) typ {
			if t >= firstTyp {
				if on, s, ok := r.entryOf(f.lang.Members, t, e.Name+"#"+strconv.Itoa(int(i))); ok && s != "" {
					return r.shape(file, x, on, s)
				}
			}
			return unknown
		})
	}
	if out == never {
		return unknown
	}
	return out
}

// infer tells the type arguments of a generic call from those written at the
// call and from the arguments; nil when nothing is known. results says to look at
// what functions among the arguments give, which needs the types of their
// parameters.
func (r *resolver) infer(s symID, file fileID, x facts.ExprID, results bool) []typ {
	return r.inferOn(s, s, file, x, results)
}

// inferOn is infer for the type parameters of s and the parameters of fn: the
// type itself and its constructor.
func (r *resolver) inferOn(s, fn symID, file fileID, x facts.ExprID, results bool) []typ {
	d := r.def(fn)
	e := &r.files[file].facts.Exprs[x]
	args := make([]typ, len(r.def(s).TypeParams))
	for i := range args {
		args[i] = r.types.param(s, int32(i))
	}
	some := false
	if e.Type >= 0 {
		if n := r.types.node(r.declType(file, e.Type)); n.kind == kTuple {
			first := 0
			if d.Receiver >= 0 { // those of the receiver are not written
				first = max(0, len(args)-len(n.args))
			}
			for i := range min(len(args)-first, len(n.args)) {
				args[first+i] = n.args[i]
			}
			return args
		}
	}
	if d.Has(facts.ExtensionMember) && d.Receiver >= 0 && e.X >= 0 {
		if callee := &r.files[file].facts.Exprs[e.X]; callee.Kind == facts.Member {
			some = r.unify(r.declType(r.syms[fn].file, d.Receiver), r.exprType(file, callee.X), s, args, 0)
		}
	}
	if tuple := r.manyValues(file, e); tuple != nil { // f(g()), where g gives all arguments
		for i := range min(len(tuple), len(d.Params)) {
			if p := &d.Params[i]; p.Type >= 0 && !p.Variadic {
				some = r.unify(r.declType(r.syms[fn].file, p.Type), tuple[i], s, args, 0) || some
			}
		}
		if !some {
			return nil
		}
		return args
	}
	at := filled(e.Args, d)
	for i := range e.Args {
		a := &e.Args[i]
		if at[i] < 0 || a.X < 0 {
			continue
		}
		p := &d.Params[at[i]]
		if p.Type >= 0 && (results || !r.contextSensitive(file, a.X)) {
			some = r.unify(r.declType(r.syms[fn].file, p.Type), r.exprType(file, a.X), s, args, 0) || some
		}
	}
	if !some {
		return nil
	}
	return args
}

// manyValues returns the types of what the one argument of a call gives where that is a
// call with several results, nil elsewhere.
func (r *resolver) manyValues(file fileID, e *facts.Expr) []typ {
	f := &r.files[file]
	if !f.lang.Rules.MultiValueArgs || len(e.Args) != 1 || e.Args[0].X < 0 || f.facts.Exprs[e.Args[0].X].Kind != facts.Call {
		return nil
	}
	if n := r.types.node(r.exprType(file, e.Args[0].X)); n.kind == kTuple {
		return n.args
	}
	return nil
}

// contextSensitive reports whether the place of an argument has a say in its type.
func (r *resolver) contextSensitive(file fileID, x facts.ExprID) bool {
	k := r.types.kind(r.exprType(file, x))
	return isFunction(k) || k == kObject
}

// constructed returns the type arguments that the call x of the constructor of a
// generic type says; nil when nothing is known.
func (r *resolver) constructed(s symID, file fileID, x facts.ExprID) []typ {
	c := r.syms[s].ctor
	if x < 0 || len(r.def(s).TypeParams) == 0 || r.depth > maxDepth {
		return nil
	}
	if c < 0 {
		c = s
	}
	return r.inferOn(s, c, file, x, true)
}

// staticCall returns the static member that calling a type runs where no
// constructor of it takes the arguments (Kotlin invoke of a companion), else -1.
func (r *resolver) staticCall(s symID, file fileID, x facts.ExprID) symID {
	name := r.protocol(s).Call
	if name == "" || x < 0 || r.depth > maxDepth {
		return -1
	}
	static := symID(-1)
	for _, m := range r.syms[s].members[name] {
		if r.def(m).Has(facts.Static) && r.def(m).Kind.IsCallable() {
			static = m
		}
	}
	if static < 0 {
		return -1
	}
	args := r.files[file].facts.Exprs[x].Args
	if c := r.syms[s].ctor; c >= 0 {
		for _, m := range r.syms[s].members[r.def(c).Name] {
			if r.fit(file, args, m, unknown) != misfit {
				return -1
			}
		}
	}
	return static
}

// unify finds the type parameters of s in pattern and notes what they are in t.
func (r *resolver) unify(pattern, t typ, s symID, args []typ, depth int) bool {
	if pattern < firstTyp || depth > maxNesting || t == unknown {
		return false
	}
	p := r.types.node(pattern)
	if p.kind == kParam {
		if p.symbol() == s && p.position() >= 0 && int(p.position()) < len(args) {
			if n := r.types.node(args[p.position()]); n.kind == kParam && n.symbol() == s {
				args[p.position()] = t
				return true
			}
		}
		return false
	}
	n := r.types.node(t)
	if p.kind == kInstance && n.kind == kInstance && p.symbol() != n.symbol() {
		n = r.types.node(r.asSuper(t, p.symbol()))
	}
	if p.kind == kConv && n.kind == kClass { // the type itself is handed over
		return r.unify(p.args[0], r.types.instance(n.symbol(), n.args...), s, args, depth+1)
	}
	if n.kind == kClass && p.kind == kFuncType { // a type that is called makes an instance
		return r.unify(r.gives(s, p), r.types.instance(n.symbol(), n.args...), s, args, depth+1)
	}
	if isFunction(n.kind) {
		if gives := r.gives(s, p); gives >= firstTyp {
			return r.unify(gives, r.callOne(t, r.syms[s].file, facts.None), s, args, depth+1)
		}
		return false
	}
	if p.kind == kFuncType || p.kind != n.kind || p.symbol() != n.symbol() && p.kind == kInstance {
		return false
	}
	some := false
	for i := range min(len(p.args), len(n.args)) {
		some = r.unify(p.args[i], n.args[i], s, args, depth+1) || some
	}
	return some
}

// asSuper returns the instance t as one of its supertypes super, t itself when it
// is none of them.
func (r *resolver) asSuper(t typ, super symID) typ {
	seen := []typ{t}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		n := r.types.node(seen[k])
		if n.symbol() == super {
			return seen[k]
		}
		for _, b := range r.basesOf(n.symbol()) {
			args := make([]typ, len(b.args))
			for i, a := range b.args {
				args[i] = r.types.subst(a, n.symbol(), n.args, 0)
			}
			if base := r.types.instance(b.sym, args...); !slices.Contains(seen, base) {
				seen = append(seen, base)
			}
		}
	}
	return t
}

func isFunction(k typKind) bool { return k == kFuncLit || k == kFunc }

// gives returns the declared result of the function that a type of a parameter
// of s stands for, unknown when it has none.
func (r *resolver) gives(s symID, n typNode) typ {
	switch n.kind {
	case kFuncType:
		return r.types.within(r.resultsOf(n.file(), &r.files[n.file()].facts.Types[n.position()]), n.args)
	case kBuiltin:
		if _, result, ok := r.functional(r.files[r.syms[s].file].lang, n); ok && result != "" {
			if i, err := strconv.Atoi(result); err == nil && i < len(n.args) {
				return n.args[i]
			}
		}
	case kInstance:
		if m, recv := r.singleMethod(n); m >= 0 {
			return r.types.subst(r.returns(m), r.canon(r.syms[m].parent), r.typeArgs(recv), 0)
		}
	}
	return unknown
}
