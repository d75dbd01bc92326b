// Package conform finds types, literals and values that must satisfy a type but certainly lack
// members of it.
//
// In: an edges.Writer after all of its phases. Out: graph.Lack and graph.Unresolved in its
// builder. Invariants: nothing is reported for a type whose members are not all known.
package conform

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/edges"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// A Checker checks the conformance of types and values to the types that they must satisfy.
type Checker struct {
	edges *edges.Writer
	infer *infer.Resolver
}

// New returns a checker that adds its results to e.
func New(e *edges.Writer) *Checker { return &Checker{edges: e, infer: e.Infer()} }

// A need is a required member, with the type arguments of the type that declares it.
type need struct {
	sym  decl.SymbolID
	args []lattice.Type
}

// misuses are the uses of types as an interface that they do not implement.
type misuses struct {
	of    map[use]*misuse // nil for a checked use without missing methods
	order []use           // those that are not nil, in the order found
}

// A misuse holds the methods that the type of a use lacks, and the best place to report it.
type misuse struct {
	lacks []*graph.Node
	at    spot
	rank  int // see rank
}

// A use is a type of the repository together with the interface that its values are used as.
type use struct {
	by    decl.SymbolID
	iface decl.SymbolID
}

// A spot is a place in the code of a definition.
type spot struct {
	file decl.FileID
	in   facts.DefID
	line int32
}
