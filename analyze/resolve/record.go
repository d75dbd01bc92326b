package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// records adds to the types that make their constructor of their fields what it takes.
// It has to know all bases.
func (e *emitter) records() {
	for s := range e.syms {
		e.at = e.syms[s].file
		if n := e.node(symID(s)); n != nil && len(e.protocol(symID(s)).Makers) > 0 {
			if list, ok := e.recordParams(symID(s)); ok {
				n.Signature.Params, n.Signature.Known = params(list), true
			}
		}
	}
}

// recordParams returns the parameters of the constructor that a type has from its
// fields, or those of a type above it; false where it has another one, or that cannot be
// told.
func (e *emitter) recordParams(s symID) ([]facts.Param, bool) {
	if !e.def(s).Kind.IsType() || e.isOpen(s) {
		return nil, false
	}
	order := e.linear(s)
	at := slices.IndexFunc(order, func(t symID) bool { return e.def(t).Has(facts.Record) || e.syms[t].ctor >= 0 })
	if at < 0 || !e.def(order[at]).Has(facts.Record) || e.syms[order[at]].ctor >= 0 {
		return nil, false
	}
	for _, t := range order {
		for _, list := range e.syms[t].members {
			if e.def(list[0]).Kind == facts.EnumMember {
				return nil, false // the instances are there already
			}
		}
		if slices.ContainsFunc(e.protocol(t).Makers, func(name string) bool { return len(e.syms[t].members[name]) > 0 }) {
			return nil, false
		}
	}
	var params []facts.Param
	above := e.linear(order[at])
	for i := len(above) - 1; i >= 0; i-- {
		for _, p := range e.def(above[i]).Params {
			if j := slices.IndexFunc(params, func(q facts.Param) bool { return q.Name == p.Name }); j >= 0 {
				params[j] = p // in its place
			} else {
				params = append(params, p)
			}
		}
	}
	return params, true
}

// params returns parameters as a caller sees them.
func params(list []facts.Param) []graph.Param {
	var out []graph.Param
	for i := range list {
		p := &list[i]
		out = append(out, graph.Param{
			Name: p.Name, Type: p.Written, Optional: p.Optional, Variadic: p.Variadic, Keywords: p.Keywords,
			KeywordOnly: p.KeywordOnly, PositionalOnly: p.PositionalOnly,
		})
	}
	return out
}
