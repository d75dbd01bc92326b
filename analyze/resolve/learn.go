package resolve

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A paramKey is one parameter of a function.
type paramKey struct {
	sym   symID
	index int32
}

// learnRounds is how often parameters are given the types of their arguments: what
// one round learns is an argument in the next.
const learnRounds = 2

// maxLearnt bounds the types that one parameter is said to have; with more it
// could be anything.
const maxLearnt = 4

// learnParams gives the parameters of functions the types that calls pass, for
// languages that declare none. Everything is then looked up anew.
func (r *resolver) learnParams() {
	for range learnRounds {
		learnt := make(map[paramKey]typ)
		tested := make(map[paramKey]typ) // by calls from tests, which pass stand-ins
		some := false
		for i := range r.files {
			if r.in.stopped() {
				return
			}
			r.at = fileID(i)
			f := &r.files[i]
			if !f.lang.Rules.ParamsFromCalls {
				continue
			}
			some = true
			into := learnt
			if f.test {
				into = tested
			}
			for x := range f.facts.Exprs {
				if e := &f.facts.Exprs[x]; (e.Kind == facts.Call || e.Kind == facts.New) && e.X >= 0 && len(e.Args) > 0 {
					r.learnCall(fileID(i), facts.ExprID(x), into)
				}
			}
		}
		if !some {
			return
		}
		for k, t := range tested {
			if _, ok := learnt[k]; !ok {
				learnt[k] = t
			}
		}
		r.learnt = learnt
		r.forget()
	}
}

// learnCall notes the types of the arguments of one call.
func (r *resolver) learnCall(file fileID, x facts.ExprID, into map[paramKey]typ) {
	for _, s := range r.called(file, x) {
		if s < 0 || !r.files[r.syms[s].file].lang.Rules.ParamsFromCalls {
			continue
		}
		params := r.def(s).Params
		pos := 0
		for _, a := range r.files[file].facts.Exprs[x].Args {
			if a.Spread {
				pos = len(params) // where the rest goes is not known
				continue
			}
			i := pos
			if a.Keyword != "" {
				for i = 0; i < len(params) && params[i].Name != a.Keyword; i++ {
				}
			} else {
				for i < len(params) && params[i].KeywordOnly {
					i++
				}
				pos = i + 1
			}
			if i >= len(params) || params[i].Variadic || params[i].Keywords || params[i].Type >= 0 || a.X < 0 {
				continue
			}
			if t := r.exprType(file, a.X); t >= firstTyp && !r.isNil(&r.files[file], a.X) {
				k := paramKey{s, int32(i)}
				into[k] = r.types.union(into[k], r.known(t))
			}
		}
	}
}

// called returns the functions that a call surely runs.
func (r *resolver) called(file fileID, x facts.ExprID) []symID {
	f := &r.files[file]
	e := &f.facts.Exprs[x]
	var out []symID
	if e.Kind == facts.New {
		r.types.each(r.exprType(file, e.X), func(t typ) {
			n := r.types.node(t)
			if n.kind != kClass {
				return
			}
			for _, name := range f.lang.Protocol.Constructors {
				if fd := r.typeMember(n.symbol(), name, r.instance(n.symbol()), false); fd.status == isSymbol {
					out = append(out, fd.syms[0])
				}
			}
		})
		return out
	}
	if fd := r.callee(file, x); fd.status == isSymbol && len(fd.syms) <= maxLearnt {
		for _, s := range fd.syms {
			if r.def(s).Kind.IsCallable() {
				out = append(out, s)
			}
		}
	}
	return out
}

// known is t without what is not known of it.
func (r *resolver) known(t typ) typ {
	return r.types.mapUnion(t, func(m typ) typ {
		if m < firstTyp {
			return never
		}
		return m
	})
}

// learntParam is what calls pass for a parameter, never where that is not known.
func (r *resolver) learntParam(s symID, index int32) typ {
	t, ok := r.learnt[paramKey{s, index}]
	if !ok || t < firstTyp || r.types.kind(t) == kUnion && len(r.types.node(t).args) > maxLearnt {
		return never
	}
	return t
}
