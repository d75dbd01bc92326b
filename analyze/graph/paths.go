package graph

import "slices"

// maxSteps bounds the search: the number of paths can be exponential.
const maxSteps = 1_000_000

// Paths returns simple paths (no node twice) from one node to another along the followed
// edges, at most maxDepth edges long and at most most of them. The shortest come first; of
// equally long ones, the one with the earlier first edge. With from and to the same node, they
// are the cycles through it. complete is false when there may be more paths within maxDepth.
func (g *Graph) Paths(from, to *Node, follow Filter, maxDepth, most int) (paths [][]*Edge, complete bool) {
	s := &pathSearch{g: g, to: to, follow: follow, on: make(map[*Node]bool), most: most, steps: maxSteps}
	s.left = g.Search([]*Node{to}, Backward, follow, maxDepth)
	for length := 1; length <= maxDepth && !s.stopped; length++ {
		s.extend(from, length)
	}
	return s.found, !s.stopped
}

// A pathSearch extends a path by one edge at a time, only while the end can still be reached.
type pathSearch struct {
	g           *Graph
	to          *Node
	follow      Filter
	left        *Reach // distances to the end
	on          map[*Node]bool
	path        []*Edge
	found       [][]*Edge
	most, steps int
	stopped     bool
}

// extend finds the paths that continue from n with exactly length edges.
func (s *pathSearch) extend(n *Node, length int) {
	s.on[n] = true
	defer delete(s.on, n)
	for _, e := range s.g.Out(n) {
		next := e.Target
		if s.follow != nil && !s.follow(e) || !s.left.Has(next) || s.left.Depth(next) > length-1 {
			continue
		}
		if s.steps--; s.steps < 0 {
			s.stopped = true
		}
		if s.stopped {
			return
		}
		switch {
		case next == s.to && length == 1:
			if len(s.found) == s.most {
				s.stopped = true
				return
			}
			s.found = append(s.found, append(slices.Clone(s.path), e))
		case next != s.to && length > 1 && !s.on[next]:
			s.path = append(s.path, e)
			s.extend(next, length-1)
			s.path = s.path[:len(s.path)-1]
		}
	}
}

// DepthFirst returns the nodes that can be reached from start, in the order in which a
// depth-first search enters them, at most maxDepth edges deep; a negative maxDepth means
// any depth. With a limit, a near node can be missing if it was first entered on a longer
// path; Search finds all near nodes.
func (g *Graph) DepthFirst(start *Node, direction Direction, follow Filter, maxDepth int) []*Node {
	type frame struct {
		node *Node
		next int
	}
	seen := make([]bool, len(g.Nodes))
	var order []*Node
	var stack []frame
	enter := func(n *Node) {
		seen[n.index] = true
		order = append(order, n)
		stack = append(stack, frame{node: n})
	}
	enter(start)
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		edges := g.edges(f.node, direction)
		if f.next == len(edges) || maxDepth >= 0 && len(stack) > maxDepth {
			stack = stack[:len(stack)-1]
			continue
		}
		e := edges[f.next]
		f.next++
		if next := e.other(f.node, direction); !seen[next.index] && (follow == nil || follow(e)) {
			enter(next)
		}
	}
	return order
}

// Inside returns the followed edges of which both ends were reached, in the order of g.Edges:
// the subgraph around the starts.
func (g *Graph) Inside(r *Reach, follow Filter) []*Edge {
	var edges []*Edge
	nodes := slices.Clone(r.Nodes)
	slices.SortFunc(nodes, func(a, b *Node) int { return int(a.index) - int(b.index) })
	for _, n := range nodes {
		for _, e := range g.Out(n) {
			if r.Has(e.Target) && (follow == nil || follow(e)) {
				edges = append(edges, e)
			}
		}
	}
	return edges
}
