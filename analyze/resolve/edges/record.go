package edges

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// SameShape reports whether the parameters and results of two methods are compatible, as far as
// they are known.
func (e *Writer) SameShape(a, b decl.SymbolID) bool {
	x, y := e.infer.Def(a), e.infer.Def(b)
	if len(x.Params) != len(y.Params) || len(x.Results) != len(y.Results) {
		return false
	}
	same := func(s, t facts.TypeID) bool {
		u, v := e.infer.DeclType(e.infer.Symbol(a).File, s), e.infer.DeclType(e.infer.Symbol(b).File, t)
		ku, kv := e.infer.Types.Kind(u), e.infer.Types.Kind(v)
		if u < lattice.FirstType || v < lattice.FirstType || ku == lattice.Param || kv == lattice.Param || ku == lattice.FuncType || kv == lattice.FuncType {
			return u == v || u == lattice.Unknown || v == lattice.Unknown || ku == lattice.Param || kv == lattice.Param || ku == lattice.FuncType && kv == lattice.FuncType
		}
		return u == v || ku == kv && len(e.infer.Types.Node(u).Args) > 0
	}
	for i := range x.Params {
		if x.Params[i].Variadic != y.Params[i].Variadic || !same(x.Params[i].Type, y.Params[i].Type) {
			return false
		}
	}
	for i := range x.Results {
		if !same(x.Results[i], y.Results[i]) {
			return false
		}
	}
	return true
}

// Records adds constructor parameters to types whose constructor is derived from their fields.
// All bases have to be known.
func (e *Writer) Records() {
	for s := range e.infer.NumSymbols() {
		e.infer.WorkOn(e.infer.Symbol(s).File)
		if n := e.Node(s); n != nil && (len(e.infer.Protocol(s).Makers) > 0 || e.infer.Def(s).Has(facts.Record)) {
			if list, ok := e.RecordParams(s); ok {
				n.Signature.Params, n.Signature.Known = params(list), true
			}
		}
	}
}

// RecordParams returns the parameters of the constructor that a type derives from its fields, or
// inherits from a supertype that does; false if it has another constructor, or if that is not
// known.
func (e *Writer) RecordParams(s decl.SymbolID) ([]facts.Param, bool) {
	if !e.infer.Def(s).Kind.IsType() || e.infer.IsOpen(s) {
		return nil, false
	}
	order := e.infer.Linear(s)
	at := slices.IndexFunc(order, func(t decl.SymbolID) bool { return e.infer.Def(t).Has(facts.Record) || e.infer.Symbol(t).Ctor >= 0 })
	if at < 0 || !e.infer.Def(order[at]).Has(facts.Record) || e.infer.Symbol(order[at]).Ctor >= 0 {
		return nil, false
	}
	for _, t := range order {
		for _, list := range e.infer.Symbol(t).Members {
			if e.infer.Def(list[0]).Kind == facts.EnumMember {
				return nil, false // instances exist already
			}
		}
		if slices.ContainsFunc(e.infer.Protocol(t).Makers, func(name string) bool { return len(e.infer.MembersNamed(t, name)) > 0 }) {
			return nil, false
		}
	}
	var params []facts.Param
	above := e.infer.Linear(order[at])
	for i := len(above) - 1; i >= 0; i-- {
		for _, p := range e.infer.Def(above[i]).Params {
			if j := slices.IndexFunc(params, func(q facts.Param) bool { return q.Name == p.Name }); j >= 0 {
				params[j] = p // replaces a parameter at its position
			} else {
				params = append(params, p)
			}
		}
	}
	return params, true
}
