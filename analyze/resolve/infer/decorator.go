package infer

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

// IsCalledAsWritten reports whether the decorators of s keep its signature: the decorated function
// takes the arguments that s declares.
func (r *Resolver) IsCalledAsWritten(s decl.SymbolID) bool {
	file := r.Symbol(s).File
	if r.File(file).Lang.Rules.AnyDecorator {
		return true
	}
	return !slices.ContainsFunc(r.Def(s).Decorators, func(x facts.ExprID) bool { return !r.keepsCalls(file, x) })
}

// keepsCalls reports whether the decorator x keeps the signature of the function that it decorates:
// its declared types say so, or it only forwards the arguments, or it is outside the repository and
// listed for the language.
func (r *Resolver) keepsCalls(file decl.FileID, x facts.ExprID) bool {
	f := r.File(file)
	made := f.Facts.Expressions()[x].Kind == facts.Call // the decorator is the result of the call
	callee := x
	if made {
		callee = f.Facts.Expressions()[x].X
	}
	fd := r.Found(r.Denote(file, callee))
	if fd.Status != IsSymbol {
		return r.isPlainDecorator(f, callee)
	}
	declared := slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool { return r.Def(s).Has(facts.Overload) })
	for _, s := range fd.Syms {
		switch d := r.Def(s); {
		case !d.Kind.IsCallable(), declared && !d.Has(facts.Overload):
		case r.isKeeper(keeper{s, made}):
			if declared || len(fd.Syms) == 1 {
				return true
			}
		}
	}
	return false
}

// isPlainDecorator reports whether the language lists a decorator outside the repository, by its
// name or its qualified name, as one that keeps the signature.
func (r *Resolver) isPlainDecorator(f *File, x facts.ExprID) bool {
	plain := f.Lang.Rules.PlainDecorators
	e := &f.Facts.Expressions()[x]
	if plain[e.Name] {
		return true
	}
	switch e.Kind {
	case facts.Name:
		return slices.ContainsFunc(f.ByAlias[e.Name], func(i facts.ImportID) bool {
			im := &f.Facts.Imports[i]
			return plain[im.Source+"."+im.Name]
		})
	case facts.Member:
		of := &f.Facts.Expressions()[e.X]
		return of.Kind == facts.Name && slices.ContainsFunc(f.ByAlias[of.Name], func(i facts.ImportID) bool {
			im := &f.Facts.Imports[i]
			return plain[strings.TrimSuffix(im.Source+"."+im.Name, ".")+"."+e.Name]
		})
	}
	return false
}

// isKeeper evaluates k and memoises the result. A cyclic evaluation yields false.
func (r *Resolver) isKeeper(k keeper) bool {
	yes, ok := r.keepers[k]
	if ok {
		return yes
	}
	if r.Nested > MaxNested {
		return false
	}
	r.keepers[k] = false
	r.Nested++
	if k.made {
		yes = r.makesKeeper(k.sym)
	} else {
		yes = r.keepsFunction(k.sym)
	}
	r.Nested--
	r.keepers[k] = yes
	return yes
}

// makesKeeper reports whether function s returns a decorator that keeps signatures.
func (r *Resolver) makesKeeper(s decl.SymbolID) bool {
	d, file := r.Def(s), r.Symbol(s).File
	if len(d.Results) == 1 && d.Results[0] >= 0 {
		if t := &r.File(file).Facts.Types[d.Results[0]]; t.Kind == facts.FuncT && t.N == 1 && len(t.Args) == 2 && r.sameCalls(file, t.Args[0], t.Args[1]) {
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
	return some && r.IsCalledAsWritten(s)
}

// keepsFunction reports whether function s, used as a decorator, returns a function with the
// signature of its first argument.
func (r *Resolver) keepsFunction(s decl.SymbolID) bool {
	d, file := r.Def(s), r.Symbol(s).File
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
	return some && r.IsCalledAsWritten(s)
}

// sameCalls reports whether two written types have the same signature: both are the same type
// parameter, or function types with the same list of parameters.
func (r *Resolver) sameCalls(file decl.FileID, a, b facts.TypeID) bool {
	if a < 0 || b < 0 {
		return false
	}
	f := r.File(file)
	x, y := &f.Facts.Types[a], &f.Facts.Types[b]
	if x.Kind != y.Kind || x.Name == "" || x.Name != y.Name || x.Qualifier != y.Qualifier {
		return false
	}
	switch x.Kind {
	case facts.FuncT:
		return strings.HasPrefix(x.Name, facts.ParamsOf)
	case facts.Named:
		if r.Types.Kind(r.DeclType(file, a)) == lattice.Param {
			return true
		}
		fd := r.TypeName(file, x)
		return fd.Status == IsSymbol && len(fd.Syms) == 1 && r.Def(fd.Syms[0]).Has(facts.TypeVariable)
	}
	return false
}

// localFunction returns the nested function that x names, -1 for others.
func (r *Resolver) localFunction(file decl.FileID, x facts.ExprID) decl.SymbolID {
	if fd := r.Found(r.Denote(file, x)); fd.Status == IsSymbol && len(fd.Syms) == 1 && fd.Rule == ruleset.Local && r.Def(fd.Syms[0]).Kind.IsCallable() {
		return fd.Syms[0]
	}
	return -1
}

// givesFunction reports whether the value x, which function s returns, is its first argument or has the same signature.
func (r *Resolver) givesFunction(s decl.SymbolID, x facts.ExprID) bool {
	file := r.Symbol(s).File
	f := r.File(file)
	for f.Facts.Expressions()[x].Kind == facts.Assert && f.Facts.Expressions()[x].X >= 0 {
		x = f.Facts.Expressions()[x].X
	}
	if r.isFirstParam(s, x) {
		return true
	}
	e := &f.Facts.Expressions()[x]
	if w := r.localFunction(file, x); w >= 0 {
		return r.handsOn(w, s)
	}
	if e.Kind != facts.Call || len(e.Args) == 0 || e.Args[0].X < 0 || e.Args[0].Spread {
		return false
	}
	if k := r.localFunction(file, e.X); k >= 0 { // return decorate(f)
		return r.isFirstParam(s, e.Args[0].X) && r.isKeeper(keeper{k, false})
	}
	return r.Found(r.Denote(file, e.X)).Status != IsSymbol && r.isPlainDecorator(f, e.X) && r.givesFunction(s, e.Args[0].X)
}

// isFirstParam reports whether x is the first parameter of function s and nothing but its default is assigned to it.
func (r *Resolver) isFirstParam(s decl.SymbolID, x facts.ExprID) bool {
	f := r.File(r.Symbol(s).File)
	e := &f.Facts.Expressions()[x]
	if e.Kind != facts.Local {
		return false
	}
	v, d := &f.Facts.Vars[e.Ref], r.Def(s)
	return v.Kind == facts.ParamVar && v.Func < 0 && v.Index == 0 && v.In == r.Symbol(s).Def &&
		(len(v.Values) == 0 || len(v.Values) == 1 && d.Params[0].Optional)
}

// handsOn reports whether function w takes any arguments and does nothing but forward them,
// unchanged, to the first parameter of the enclosing function s.
func (r *Resolver) handsOn(w, s decl.SymbolID) bool {
	d, f := r.Def(w), r.File(r.Symbol(w).File)
	n := len(d.Params)
	if n < 2 || !d.Params[n-2].Variadic || !d.Params[n-1].Keywords || !r.IsCalledAsWritten(w) {
		return false
	}
	params := make([]facts.VarID, n)
	for i := range params {
		params[i] = facts.None
	}
	for v := range f.Facts.Vars {
		if p := &f.Facts.Vars[v]; p.Kind == facts.ParamVar && p.Func < 0 && p.In == r.Symbol(w).Def && int(p.Index) < n && len(p.Values) == 0 {
			params[p.Index] = facts.VarID(v)
		}
	}
	if slices.Contains(params, facts.None) {
		return false
	}
	isLocal := func(x facts.ExprID, v facts.VarID) bool {
		return x >= 0 && f.Facts.Expressions()[x].Kind == facts.Local && f.Facts.Expressions()[x].Ref == v
	}
	calls, uses := 0, 0
	for x := range f.Facts.Expressions() {
		e := &f.Facts.Expressions()[x]
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
		if !r.isFirstParam(s, e.X) || !r.standsIn(r.Symbol(w).File, e.In, w) {
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

// standsIn reports whether the definition in is s or is nested in s.
func (r *Resolver) standsIn(file decl.FileID, in facts.DefID, s decl.SymbolID) bool {
	for i := r.SymOf(file, in); i >= 0; i = r.Symbol(i).Parent {
		if i == s {
			return true
		}
	}
	return false
}
