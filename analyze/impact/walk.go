package impact

import (
	"slices"
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Relations are the edge types that carry a dependency: a change of the target can affect the
// source. Imports are left out: uses of the imported symbol have edges of their own, and the
// edge between files would reach far too much.
var Relations = []graph.EdgeType{
	graph.Calls, graph.References, graph.Extends, graph.Implements, graph.Overrides, graph.Tests,
}

// Options bound a Walk.
type Options struct {
	Direction     graph.Direction  // Backward: what depends on the start; Forward: what it depends on
	Depth         int              // at least 1
	MinConfidence float64          // edges below are not followed
	Types         []graph.EdgeType // nil for Relations
}

// Walk returns the symbols that depend on the start symbols (or that these depend on), without
// the start symbols, each at its least depth with the path of highest confidence to it,
// sorted by depth, then confidence from high to low, then ID. Tests are included.
func Walk(g *graph.Graph, start []*graph.Node, o Options) []Affected {
	types := o.Types
	if types == nil {
		types = Relations
	}
	edges := func(n *graph.Node, visit func(next *graph.Node, e *graph.Edge)) {
		if o.Direction == graph.Forward {
			for _, e := range g.Out(n) {
				visit(e.Target, e)
			}
			return
		}
		for _, e := range g.In(n) {
			visit(e.Source, e)
		}
	}
	return walk(start, o.Depth, func(n *graph.Node, visit func(*graph.Node, *graph.Edge)) {
		edges(n, func(next *graph.Node, e *graph.Edge) {
			if e.Confidence >= o.MinConfidence && slices.Contains(types, e.Type) {
				visit(next, e)
			}
		})
	})
}

// A step says how a walk reached a node: along edge from the previous node.
type step struct {
	before     *graph.Node
	edge       *graph.Edge
	depth      int
	confidence float64
}

// walk searches breadth-first from the starts. next calls visit for every neighbour of a node and
// the edge to it.
func walk(start []*graph.Node, depth int, next func(n *graph.Node, visit func(*graph.Node, *graph.Edge))) []Affected {
	steps := make(map[*graph.Node]step, len(start))
	for _, n := range start {
		steps[n] = step{confidence: 1}
	}
	var out []Affected
	level := start
	for d := 1; d <= depth && len(level) > 0; d++ {
		var found []*graph.Node
		for _, n := range level {
			from := steps[n].confidence
			next(n, func(t *graph.Node, e *graph.Edge) {
				s := step{n, e, d, from * e.Confidence}
				old, seen := steps[t]
				switch {
				case !seen:
					found = append(found, t)
				case old.depth != d || !s.better(&old):
					return
				}
				steps[t] = s
			})
		}
		sort.Slice(found, func(i, j int) bool {
			a, b := steps[found[i]].confidence, steps[found[j]].confidence
			if a != b {
				return a > b
			}
			return found[i].ID < found[j].ID
		})
		for _, n := range found {
			out = append(out, Affected{Node: n, Depth: d, Confidence: steps[n].confidence, Path: trail(steps, n)})
		}
		level = found
	}
	return out
}

// better orders two paths to one node at the same depth.
func (s *step) better(old *step) bool {
	if s.confidence != old.confidence {
		return s.confidence > old.confidence
	}
	if s.before.ID != old.before.ID {
		return s.before.ID < old.before.ID
	}
	return s.edge.Type < old.edge.Type
}

// trail returns the edges from n back to the start.
func trail(steps map[*graph.Node]step, n *graph.Node) []*graph.Edge {
	path := make([]*graph.Edge, 0, steps[n].depth)
	for s := steps[n]; s.edge != nil; s = steps[s.before] {
		path = append(path, s.edge)
	}
	return path
}
