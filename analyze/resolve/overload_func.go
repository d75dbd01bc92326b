package resolve

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// fitsFunction tells whether a function can stand for want.
func (r *resolver) fitsFunction(l *lang.Language, h typNode, want typ) int {
	n := r.arity(l, want)
	if n < 0 {
		switch w := r.types.node(want); {
		case w.kind == kBuiltin && !r.knownOutside(l, w):
			return fitUnknown
		case w.kind == kBuiltin || w.kind == kInstance || w.kind == kList || w.kind == kMap:
			return misfit
		}
		return fitUnknown
	}
	if h.kind == kFunc && !r.takes(h.symbol(), n) {
		return misfit
	}
	if h.kind == kFuncLit {
		switch p := r.literalParams(h.file(), h.expr()); {
		case p == 0 && n == 1: // it may have a name of its own: it, $0
			return fitUnknown
		case p != n:
			return misfit
		}
		if gives := len(r.files[h.file()].facts.Exprs[h.position()].Args) > 0; r.under(want).kind != kFuncType && gives != r.expectsResult(l, want) {
			return fitSame - 1
		}
		if w := r.under(want); w.kind == kFuncType {
			return fitSame - costGives[r.literalGives(h.file(), h.expr())][r.typeGives(w.file(), w.typeExpr())]
		}
	}
	return fitSame
}

// expectsResult reports whether the function that a type stands for gives something.
func (r *resolver) expectsResult(l *lang.Language, t typ) bool {
	n := r.under(t)
	switch n.kind {
	case kFuncType:
		ty := &r.files[n.file()].facts.Types[n.position()]
		return len(ty.Args) > int(ty.N)
	case kBuiltin:
		_, result, _ := r.functional(l, n)
		return result != ""
	case kInstance:
		m, _ := r.singleMethod(n)
		return m >= 0 && len(r.def(m).Results) > 0
	}
	return false
}

// takes reports whether the function s can be called with n arguments.
func (r *resolver) takes(s symID, n int) bool {
	d := r.def(s)
	most, need := len(d.Params), 0
	for i := range d.Params {
		if p := &d.Params[i]; p.Variadic {
			most = max(most, n)
		} else if !p.Optional {
			need++
		}
	}
	return need <= n && n <= most
}

// What a function gives, as far as it is written down.
const (
	givesNothing = iota
	givesValue
	givesPromise      // of nothing
	givesPromiseValue // of a value
)

// costGives is what the fit loses where a literal, by what it gives, stands for a
// function type, by what that gives. A value may be a promise.
var costGives = [4][4]int{
	givesNothing:      {0, 6, 6, 6},
	givesValue:        {2, 0, 1, 1},
	givesPromise:      {3, 2, 0, 6},
	givesPromiseValue: {4, 1, 4, 0},
}

func (r *resolver) literalGives(file fileID, x facts.ExprID) int {
	e := &r.files[file].facts.Exprs[x]
	if e.Type >= 0 {
		if gives := r.typeGives(file, e.Type); gives != givesNothing {
			return gives
		}
	}
	if len(e.Args) > 0 {
		return givesValue
	}
	return givesNothing
}

func (r *resolver) typeGives(file fileID, fn facts.TypeID) int {
	f := &r.files[file]
	ty := &f.facts.Types[fn]
	if ty.Kind != facts.FuncT || int(ty.N) >= len(ty.Args) || ty.Args[ty.N] < 0 {
		return givesNothing
	}
	switch t := &f.facts.Types[ty.Args[ty.N]]; {
	case t.Kind != facts.PromiseT && (t.Kind != facts.Named || f.lang.Forms[t.Name] != "promise"):
		return givesValue
	case len(t.Args) == 0 || t.Args[0] < 0:
		return givesPromise
	}
	return givesPromiseValue
}

// arity is the number of parameters of the function that a type stands for, -1
// when it stands for none.
func (r *resolver) arity(l *lang.Language, t typ) int {
	n := r.under(t)
	switch n.kind {
	case kFuncType:
		ty := &r.files[n.file()].facts.Types[n.position()]
		if ty.Name == facts.WithReceiver {
			return int(ty.N) - 1
		}
		return int(ty.N)
	case kBuiltin:
		if params, _, ok := r.functional(l, n); ok {
			return len(params)
		}
	case kInstance:
		if m, _ := r.singleMethod(n); m >= 0 {
			return len(r.def(m).Params)
		}
	}
	return -1
}
