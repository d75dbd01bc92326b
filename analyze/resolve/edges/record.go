package edges

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/takes"
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
			if list, ok := takes.OfRecord(e.infer, s); ok {
				n.Signature.Params, n.Signature.Known = takes.Params(list), true
			}
		}
	}
}
