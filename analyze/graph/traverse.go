package graph

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/cycle"
)

// A Direction says in which direction a traversal follows edges.
type Direction int

const (
	Forward  Direction = iota // from source to target: what a node uses
	Backward                  // from target to source: who uses it
	Both                      // from either end
)

// A Filter says which edges a traversal follows; nil follows all.
type Filter func(*Edge) bool

// Only follows edges of the given types with at least the given confidence.
func Only(confidence float64, types ...EdgeType) Filter {
	return func(e *Edge) bool { return e.Confidence >= confidence && slices.Contains(types, e.Type) }
}

// A Reach is the result of a breadth-first search: the nodes that were reached
// and a shortest path to each.
type Reach struct {
	// Nodes are the starts, then the others by depth. It is the reachable set.
	Nodes []*Node

	direction Direction
	depth     []int32 // by Node.index: 1 + depth, 0 when not reached
	via       []*Edge // by Node.index: last edge of the shortest path, nil for starts
}

// Search searches breadth-first from the starts, at most maxDepth edges far; a negative
// maxDepth means any distance. Of several shortest paths, the one with the earlier first edge
// wins; with one edge type, that is the one to the smaller ID.
func (g *Graph) Search(starts []*Node, direction Direction, follow Filter, maxDepth int) *Reach {
	r := &Reach{direction: direction, depth: make([]int32, len(g.Nodes)), via: make([]*Edge, len(g.Nodes))}
	for _, n := range starts {
		if r.depth[n.index] == 0 {
			r.depth[n.index] = 1
			r.Nodes = append(r.Nodes, n)
		}
	}
	slices.SortFunc(r.Nodes, func(a, b *Node) int { return int(a.index) - int(b.index) })
	for i := 0; i < len(r.Nodes); i++ {
		n := r.Nodes[i]
		depth := r.depth[n.index]
		if maxDepth >= 0 && int(depth) > maxDepth {
			break
		}
		for _, e := range g.edges(n, direction) {
			next := e.other(n, direction)
			if r.depth[next.index] != 0 || follow != nil && !follow(e) {
				continue
			}
			r.depth[next.index] = depth + 1
			r.via[next.index] = e
			r.Nodes = append(r.Nodes, next)
		}
	}
	return r
}

// Has reports whether n was reached.
func (r *Reach) Has(n *Node) bool { return r.depth[n.index] != 0 }

// Depth returns the number of edges from the nearest start to n, -1 when n was
// not reached.
func (r *Reach) Depth(n *Node) int { return int(r.depth[n.index]) - 1 }

// Path returns the edges of a shortest path between n and its start, so that the
// target of each is the source of the next: it begins at the start when
// searching forward and ends there when searching backward. Searching both ways it
// ends there too, and edges may point either way. It is empty for starts and for
// nodes that were not reached.
func (r *Reach) Path(n *Node) []*Edge {
	var path []*Edge
	for e := r.via[n.index]; e != nil; e = r.via[n.index] {
		path = append(path, e)
		if e.Source == n {
			n = e.Target
		} else {
			n = e.Source
		}
	}
	if r.direction == Forward {
		slices.Reverse(path)
	}
	return path
}

// ShortestPath returns the edges of a shortest path, and whether there is one. Ties are
// broken as in Search. The path from a node to itself is empty.
func (g *Graph) ShortestPath(from, to *Node, follow Filter) ([]*Edge, bool) {
	r := g.Search([]*Node{from}, Forward, follow, -1)
	return r.Path(to), r.Has(to)
}

// StrongComponents returns the maximal sets of two or more nodes that all reach each other
// along the followed edges: the cycles. Members are sorted by ID, components by their first
// member.
func (g *Graph) StrongComponents(follow Filter) [][]*Node {
	numbers := cycle.Components(len(g.Nodes), func(n int32) []*Edge { return g.Out(g.Nodes[n]) }, func(e *Edge) int32 {
		if follow != nil && !follow(e) {
			return -1
		}
		return e.Target.index
	})
	components := make([][]*Node, len(numbers))
	for i, members := range numbers {
		for _, n := range members {
			components[i] = append(components[i], g.Nodes[n])
		}
	}
	return components
}

func (g *Graph) edges(n *Node, direction Direction) []*Edge {
	switch direction {
	case Backward:
		return g.In(n)
	case Both:
		return slices.Concat(g.Out(n), g.In(n))
	}
	return g.Out(n)
}

// other returns the node at the other end of an edge, seen from n in that direction.
func (e *Edge) other(n *Node, direction Direction) *Node {
	if direction == Backward || direction == Both && e.Target == n {
		return e.Source
	}
	return e.Target
}
