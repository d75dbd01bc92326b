package graph

import (
	"sync"
	"sync/atomic"
)

// links are the edges of a graph by node. Those of a node are made when they are first asked for:
// most questions follow few of the edges of a graph that is stored. Any number of goroutines may ask.
type links struct {
	total int // number of edges
	nodes []*Node
	// By Node.index: the edges that start and end at the node; nil where they are not made.
	outs, ins []atomic.Pointer[[]*Edge]
	// row makes the edges that start at a node. sources returns a new list of the nodes of the edges
	// that end at it, each once and sorted. branches calls visit for the CALLS edges that start at a node,
	// in the order of row, and makes no edges. They always give the same, and are nil where all edges are made.
	row      func(n *Node) []*Edge
	sources  func(n *Node) []*Node
	branches func(n *Node, visit func(Branch))
	all      func() []*Edge
}

// A Branch is a CALLS edge without its places.
type Branch struct {
	Target     *Node
	Confidence float64
	Line       int // of the first place, 0 for none
}

func (e *Edge) branch() Branch {
	b := Branch{Target: e.Target, Confidence: e.Confidence}
	if len(e.Sites) > 0 {
		b.Line = e.Sites[0].Line
	}
	return b
}

// branchesOf calls visit for the CALLS edges that start at a node, in order.
func (l *links) branchesOf(n *Node, visit func(Branch)) {
	made := l.outs[n.index].Load()
	if made == nil {
		l.branches(n, visit)
		return
	}
	for _, e := range *made {
		if e.Type == Calls {
			visit(e.branch())
		}
	}
}

func newLinks(nodes []*Node, total int) *links {
	l := &links{total: total, nodes: nodes, outs: make([]atomic.Pointer[[]*Edge], len(nodes)), ins: make([]atomic.Pointer[[]*Edge], len(nodes))}
	l.all = sync.OnceValue(func() []*Edge {
		all := make([]*Edge, 0, l.total)
		for _, n := range l.nodes {
			all = append(all, l.out(n)...)
		}
		return all
	})
	return l
}

// linked returns the links of edges that are all made: by node, those that start at it.
func linked(nodes []*Node, outs [][]*Edge) *links {
	ends, total := make([]int32, len(nodes)), 0
	for _, row := range outs {
		total += len(row)
		for _, e := range row {
			ends[e.Target.index]++
		}
	}
	l := newLinks(nodes, total)
	ins := buckets(ends)
	for i := range outs {
		for _, e := range outs[i] {
			ins[e.Target.index] = append(ins[e.Target.index], e)
		}
	}
	for i := range outs {
		l.outs[i].Store(&outs[i])
		l.ins[i].Store(&ins[i])
	}
	return l
}

func (l *links) out(n *Node) []*Edge {
	if made := l.outs[n.index].Load(); made != nil {
		return *made
	}
	row := l.row(n)
	l.outs[n.index].CompareAndSwap(nil, &row) // another goroutine may have been faster: an edge is made once
	return *l.outs[n.index].Load()
}

func (l *links) in(n *Node) []*Edge {
	if made := l.ins[n.index].Load(); made != nil {
		return *made
	}
	var edges []*Edge
	for _, source := range l.sources(n) {
		for _, e := range l.out(source) {
			if e.Target == n {
				edges = append(edges, e)
			}
		}
	}
	l.ins[n.index].CompareAndSwap(nil, &edges)
	return *l.ins[n.index].Load()
}

// copied returns copies of edges between the nodes that stand for theirs.
func copied(edges []*Edge, node func(*Node) *Node) []*Edge {
	list, row := make([]Edge, len(edges)), make([]*Edge, len(edges))
	for i, e := range edges {
		list[i] = *e
		list[i].Source, list[i].Target = node(e.Source), node(e.Target)
		row[i] = &list[i]
	}
	return row
}

// sourcesOf returns a new list of the nodes of the edges that end at a node, each once and sorted.
func (l *links) sourcesOf(n *Node) []*Node {
	if l.sources != nil {
		return l.sources(n)
	}
	var sources []*Node
	for _, e := range l.in(n) {
		if len(sources) == 0 || sources[len(sources)-1] != e.Source {
			sources = append(sources, e.Source)
		}
	}
	return sources
}

// buckets returns empty lists with room for counts[i] edges each, all in one array.
func buckets(counts []int32) [][]*Edge {
	total := 0
	for _, n := range counts {
		total += int(n)
	}
	all, lists := make([]*Edge, total), make([][]*Edge, len(counts))
	at := 0
	for i, n := range counts {
		lists[i] = all[at : at : at+int(n)]
		at += int(n)
	}
	return lists
}
