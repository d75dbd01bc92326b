// Package conform finds what has to satisfy a type and surely lacks members of it.
//
// In: an edges.Writer after all of its phases. Out: graph.Lack and graph.Unresolved in its
// builder. Invariants: what is not known completely lacks nothing.
package conform

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/edges"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// A Checker notes what has to satisfy a type and does not.
type Checker struct {
	edges *edges.Writer
	infer *infer.Resolver
}

// New returns a checker that notes in e what it finds.
func New(e *edges.Writer) *Checker { return &Checker{edges: e, infer: e.Infer()} }

// A need is a member that a type requires, with the type arguments of the type that
// declares it.
type need struct {
	sym  decl.SymbolID
	args []lattice.Type
}

// misuses are the uses whose type lacks methods of the interface.
type misuses struct {
	of    map[use]*misuse // nil for one whose type lacks nothing
	order []use           // those that are not nil, as they were found
}

// A misuse is what the type of a use lacks, and the spot that shows it best.
type misuse struct {
	lacks []*graph.Node
	at    spot
	rank  int // see rank
}

// A use is a type of the repository whose values stand where an interface is asked for.
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
