package process

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Follows reports whether a flow can follow e.
func Follows(e *graph.Edge) bool {
	return e.Type == graph.Calls && follows(e.Source, e.Target, e.Confidence)
}

// follows reports whether a flow can follow a call from one node to another.
func follows(source, target *graph.Node, confidence float64) bool {
	return confidence >= MinConfidence && source != target && isStep(source) && isStep(target)
}

// Reaches reports whether calls lead from one node to the other; a node reaches
// itself.
func Reaches(g *graph.Graph, from, to *graph.Node) bool {
	return g.Search([]*graph.Node{from}, graph.Forward, Follows, -1).Has(to)
}

// Connections counts the CALLS edges to and from the steps of p, each once: how much code
// is directly connected to the process.
func Connections(g *graph.Graph, p *graph.Process) int {
	n := 0
	for _, s := range p.Steps {
		for _, e := range g.Out(s) {
			if e.Type == graph.Calls {
				n++
			}
		}
		for _, e := range g.In(s) {
			// Edges between steps were counted at their source.
			if e.Type == graph.Calls && !slices.Contains(p.Steps, e.Source) {
				n++
			}
		}
	}
	return n
}

// isStep excludes tests and what only tests start.
func isStep(n *graph.Node) bool {
	return n.Label.Callable() && !n.Test && (n.Entry == nil || n.Entry.Type != "test")
}

// rows holds a list of nodes for each node, all as indices in the graph.
type rows struct {
	start []int32
	to    []int32
}

func (r *rows) of(i int32) []int32 { return r.to[r.start[i]:r.start[i+1]] }

// first returns the rows, each cut to at most n entries.
func (r *rows) first(n int) rows {
	cut := rows{start: make([]int32, 1, len(r.start))}
	for i := range int32(len(r.start) - 1) {
		row := r.of(i)
		cut.to = append(cut.to, row[:min(n, len(row))]...)
		cut.start = append(cut.start, int32(len(cut.to)))
	}
	return cut
}

// calls is the part of the call graph that flows follow.
type calls struct {
	nodes []*graph.Node
	// callees are in the order of branches: highest confidence first (in tenths), then by the
	// line of the first call, then by ID. callers are sorted by ID.
	callees, callers rows
}

// certainty rounds a confidence down to tenths: a difference between 0.99 and 0.97 comes from
// the resolution rule and does not tell which branch matters more.
func certainty(confidence float64) int { return int(confidence*10 + 1e-9) }

func newCalls(g *graph.Graph) *calls {
	type branch struct {
		certainty int
		line      int
		to        int32
	}
	n := len(g.Nodes)
	c := &calls{
		nodes:   g.Nodes,
		callees: rows{start: make([]int32, n+1), to: make([]int32, 0, g.EdgeCount())},
		callers: rows{start: make([]int32, n+1)},
	}
	var row []branch
	for i, node := range g.Nodes {
		row = row[:0]
		if isStep(node) {
			g.Branches(node, func(b graph.Branch) {
				if follows(node, b.Target, b.Confidence) {
					row = append(row, branch{certainty(b.Confidence), b.Line, int32(g.Index(b.Target))})
				}
			})
		}
		slices.SortFunc(row, func(a, b branch) int {
			return cmp.Or(cmp.Compare(b.certainty, a.certainty), cmp.Compare(a.line, b.line), cmp.Compare(a.to, b.to))
		})
		for _, b := range row {
			c.callees.to = append(c.callees.to, b.to)
			c.callers.start[b.to+1]++
		}
		c.callees.start[i+1] = int32(len(c.callees.to))
	}
	for i := range n {
		c.callers.start[i+1] += c.callers.start[i]
	}
	next := slices.Clone(c.callers.start[:n])
	c.callers.to = make([]int32, len(c.callees.to))
	for i := range int32(n) {
		for _, to := range c.callees.of(i) {
			c.callers.to[next[to]] = i
			next[to]++
		}
	}
	return c
}
