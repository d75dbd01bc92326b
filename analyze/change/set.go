package change

import (
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// HeadOf returns the node of head that base node n became, nil when it is gone.
func (s *Set) HeadOf(n *graph.Node) *graph.Node { return nil }

// BaseOf returns the node of base that head node n was, nil when it is new.
func (s *Set) BaseOf(n *graph.Node) *graph.Node { return nil }

// Symbol returns the change of a node of base or head, nil when it did not change.
func (s *Set) Symbol(n *graph.Node) *Symbol { return nil }

// HeadPath returns where the file at a path of base is in head: the path itself
// unless the file was renamed.
func (s *Set) HeadPath(path string) string { return path }

// BasePath returns where the file at a path of head was in base.
func (s *Set) BasePath(path string) string { return path }

// InDiff reports whether a line is an added one of head, or a deleted one of base.
func (s *Set) InDiff(side Side, path string, line int) bool { return false }

// Semantic reports whether any symbol's change is semantic.
func (s *Set) Semantic() bool { return false }

// BaseSymbols returns the base nodes of the semantic changes, sorted by ID. These are
// the nodes through which flows of base are traced.
func (s *Set) BaseSymbols() []*graph.Node { return nil }

// HeadSymbols returns the head nodes of the semantic changes, sorted by ID.
func (s *Set) HeadSymbols() []*graph.Node { return nil }
