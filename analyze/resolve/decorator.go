package resolve

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A keeper is a question about a function: does it, or with made what it returns, keep
// as a decorator how functions are called?
type keeper struct {
	sym  symID
	made bool
}

// isCalledAsWritten reports whether the decorators of s leave a function that is
// called with the arguments that s is written for.
func (r *resolver) isCalledAsWritten(s symID) bool {
	file := r.syms[s].file
	if r.files[file].lang.Rules.AnyDecorator {
		return true
	}
	return !slices.ContainsFunc(r.def(s).Decorators, func(x facts.ExprID) bool { return !r.keepsCalls(file, x) })
}

// keepsCalls reports whether what the decorator x makes of a function is called as
// that function: because its types say so, because all it does is hand its arguments on,
// or because the language says so of one from outside.
func (r *resolver) keepsCalls(file fileID, x facts.ExprID) bool {
	f := &r.files[file]
	made := f.facts.Exprs[x].Kind == facts.Call // the decorator is what the call gives
	callee := x
	if made {
		callee = f.facts.Exprs[x].X
	}
	fd := r.found(r.denote(file, callee))
	if fd.status != isSymbol {
		return r.isPlainDecorator(f, callee)
	}
	declared := slices.ContainsFunc(fd.syms, func(s symID) bool { return r.def(s).Has(facts.Overload) })
	for _, s := range fd.syms {
		switch d := r.def(s); {
		case !d.Kind.IsCallable(), declared && !d.Has(facts.Overload):
		case r.isKeeper(keeper{s, made}):
			if declared || len(fd.syms) == 1 {
				return true
			}
		}
	}
	return false
}

// isPlainDecorator reports whether the language says of a decorator from outside that
// functions stay what they are: by its name, or by its full one.
func (r *resolver) isPlainDecorator(f *fileState, x facts.ExprID) bool {
	plain := f.lang.Rules.PlainDecorators
	e := &f.facts.Exprs[x]
	if plain[e.Name] {
		return true
	}
	switch e.Kind {
	case facts.Name:
		return slices.ContainsFunc(f.byAlias[e.Name], func(i facts.ImportID) bool {
			im := &f.facts.Imports[i]
			return plain[im.Source+"."+im.Name]
		})
	case facts.Member:
		of := &f.facts.Exprs[e.X]
		return of.Kind == facts.Name && slices.ContainsFunc(f.byAlias[of.Name], func(i facts.ImportID) bool {
			im := &f.facts.Imports[i]
			return plain[strings.TrimSuffix(im.Source+"."+im.Name, ".")+"."+e.Name]
		})
	}
	return false
}

// isKeeper answers a question once. One that depends on itself is answered no.
func (r *resolver) isKeeper(k keeper) bool {
	yes, ok := r.keepers[k]
	if ok {
		return yes
	}
	if r.nested > maxNested {
		return false
	}
	if r.keepers == nil {
		r.keepers = make(map[keeper]bool)
	}
	r.keepers[k] = false
	r.nested++
	if k.made {
		yes = r.makesKeeper(k.sym)
	} else {
		yes = r.keepsFunction(k.sym)
	}
	r.nested--
	r.keepers[k] = yes
	return yes
}

// makesKeeper reports whether function s returns a decorator that keeps how functions
// are called.
func (r *resolver) makesKeeper(s symID) bool {
	d, file := r.def(s), r.syms[s].file
	if len(d.Results) == 1 && d.Results[0] >= 0 {
		if t := &r.files[file].facts.Types[d.Results[0]]; t.Kind == facts.FuncT && t.N == 1 && len(t.Args) == 2 && r.sameCalls(file, t.Args[0], t.Args[1]) {
			return true
		}
	}
	some := false
	for _, x := range d.Values {
		if f := r.localFunction(file, x); f >= 0 && r.isKeeper(keeper{f, false}) {
			some = true
		} else if !r.givesFunction(s, x) { // where it is used without being called
			return false
		}
	}
	return some && r.isCalledAsWritten(s)
}

// keepsFunction reports whether function s, used as a decorator, gives one that is
// called as its first argument.
func (r *resolver) keepsFunction(s symID) bool {
	d, file := r.def(s), r.syms[s].file
	if len(d.Params) == 0 || d.Flags&(facts.Async|facts.Generator) != 0 {
		return false
	}
	if len(d.Results) == 1 && r.sameCalls(file, d.Params[0].Type, d.Results[0]) {
		return true
	}
	some := false
	for _, x := range d.Values {
		if r.givesFunction(s, x) {
			some = true
		} else if f := r.localFunction(file, x); f < 0 || !r.isKeeper(keeper{f, false}) { // where it is called first
			return false
		}
	}
	return some && r.isCalledAsWritten(s)
}

// sameCalls reports whether two written types are called alike, whatever that is:
// one type parameter, or functions of one list of parameters.
func (r *resolver) sameCalls(file fileID, a, b facts.TypeID) bool {
	if a < 0 || b < 0 {
		return false
	}
	f := &r.files[file]
	x, y := &f.facts.Types[a], &f.facts.Types[b]
	if x.Kind != y.Kind || x.Name == "" || x.Name != y.Name || x.Qualifier != y.Qualifier {
		return false
	}
	switch x.Kind {
	case facts.FuncT:
		return strings.HasPrefix(x.Name, facts.ParamsOf)
	case facts.Named:
		if r.types.kind(r.declType(file, a)) == kParam {
			return true
		}
		fd := r.typeName(file, x)
		return fd.status == isSymbol && len(fd.syms) == 1 && r.def(fd.syms[0]).Has(facts.TypeVariable)
	}
	return false
}

// localFunction returns the function inside another one that x names, -1 for others.
func (r *resolver) localFunction(file fileID, x facts.ExprID) symID {
	if fd := r.found(r.denote(file, x)); fd.status == isSymbol && len(fd.syms) == 1 && fd.rule == ruleLocal && r.def(fd.syms[0]).Kind.IsCallable() {
		return fd.syms[0]
	}
	return -1
}

// givesFunction reports whether the value x that function s returns is its first
// argument, or something that is called as that.
func (r *resolver) givesFunction(s symID, x facts.ExprID) bool {
	file := r.syms[s].file
	f := &r.files[file]
	for f.facts.Exprs[x].Kind == facts.Assert && f.facts.Exprs[x].X >= 0 {
		x = f.facts.Exprs[x].X
	}
	if r.isFirstParam(s, x) {
		return true
	}
	e := &f.facts.Exprs[x]
	if w := r.localFunction(file, x); w >= 0 {
		return r.handsOn(w, s)
	}
	if e.Kind != facts.Call || len(e.Args) == 0 || e.Args[0].X < 0 || e.Args[0].Spread {
		return false
	}
	if k := r.localFunction(file, e.X); k >= 0 { // return decorate(f)
		return r.isFirstParam(s, e.Args[0].X) && r.isKeeper(keeper{k, false})
	}
	return r.found(r.denote(file, e.X)).status != isSymbol && r.isPlainDecorator(f, e.X) && r.givesFunction(s, e.Args[0].X)
}

// isFirstParam reports whether x is the first parameter of function s, that nothing
// but its default is assigned to.
func (r *resolver) isFirstParam(s symID, x facts.ExprID) bool {
	f := &r.files[r.syms[s].file]
	e := &f.facts.Exprs[x]
	if e.Kind != facts.Local {
		return false
	}
	v, d := &f.facts.Vars[e.Ref], r.def(s)
	return v.Kind == facts.ParamVar && v.Func < 0 && v.Index == 0 && v.In == r.syms[s].def &&
		(len(v.Values) == 0 || len(v.Values) == 1 && d.Params[0].Optional)
}

// handsOn reports whether function w takes any arguments and does nothing with them but
// hand them on, unchanged, to the first argument of the function s around it.
func (r *resolver) handsOn(w, s symID) bool {
	d, f := r.def(w), &r.files[r.syms[w].file]
	n := len(d.Params)
	if n < 2 || !d.Params[n-2].Variadic || !d.Params[n-1].Keywords || !r.isCalledAsWritten(w) {
		return false
	}
	params := make([]facts.VarID, n)
	for i := range params {
		params[i] = facts.None
	}
	for v := range f.facts.Vars {
		if p := &f.facts.Vars[v]; p.Kind == facts.ParamVar && p.Func < 0 && p.In == r.syms[w].def && int(p.Index) < n && len(p.Values) == 0 {
			params[p.Index] = facts.VarID(v)
		}
	}
	if slices.Contains(params, facts.None) {
		return false
	}
	isLocal := func(x facts.ExprID, v facts.VarID) bool {
		return x >= 0 && f.facts.Exprs[x].Kind == facts.Local && f.facts.Exprs[x].Ref == v
	}
	calls, uses := 0, 0
	for x := range f.facts.Exprs {
		e := &f.facts.Exprs[x]
		if isLocal(facts.ExprID(x), params[n-1]) {
			uses++
		}
		if e.Kind != facts.Call {
			continue
		}
		for _, a := range e.Args {
			if a.DoubleSpread && isLocal(a.X, params[n-1]) {
				uses--
			}
		}
		if !r.isFirstParam(s, e.X) || !r.standsIn(r.syms[w].file, e.In, w) {
			continue
		}
		if len(e.Args) != n {
			return false
		}
		for i, a := range e.Args {
			if a.Keyword != "" || a.Spread != (i >= n-2) || a.DoubleSpread != (i == n-1) || !isLocal(a.X, params[i]) {
				return false
			}
		}
		calls++
	}
	return calls > 0 && uses == 0
}

// standsIn reports whether the definition in is s or stands in it.
func (r *resolver) standsIn(file fileID, in facts.DefID, s symID) bool {
	for i := r.symOf(file, in); i >= 0; i = r.syms[i].parent {
		if i == s {
			return true
		}
	}
	return false
}
