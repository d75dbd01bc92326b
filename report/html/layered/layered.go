// Package layered places the nodes of a directed graph in columns, so that edges lead from left to
// right: a small form of the method of Sugiyama, Tagawa and Toda (1981).
//
// In: the size of each node, and edges. Out: where each node stands, and by which points each edge
// leads. Edges that would close a cycle lead from right to left. Long edges get a place between the
// nodes of each column that they cross; those of one node go together.
//
// Invariants: no two nodes overlap; equal input gives equal output on every machine: all numbers
// are integers.
package layered

import (
	"cmp"
	"slices"
)

// Space between columns, and between the nodes of one.
const (
	gapX = 56
	gapY = 14
)

// sweeps is how often the order of the columns, and then the heights, are improved.
const sweeps = 8

// A Size is that of a node.
type Size struct{ Width, Height int }

// An Edge leads from one node to another, by their indexes.
type Edge struct{ From, To int }

// A Point is a place in the drawing.
type Point struct{ X, Y int }

// A Layout says where things stand.
type Layout struct {
	Nodes []Point   // the upper left corner of each node
	Edges [][]Point // from the side of one node to that of the other
	Size  Size
}

// A drawing has the nodes, and behind them the places where long edges cross a column.
type drawing struct {
	nodes   int
	sizes   []Size
	column  []int   // of each node
	columns [][]int // nodes of each column, from above
	before  [][]int // neighbours in the column before
	after   [][]int
	y       []int
}

// Place returns the layout of a graph. Parts without an edge between them stand one below the
// other, in the order of their first nodes.
func Place(sizes []Size, edges []Edge) Layout {
	whole := Layout{Nodes: make([]Point, len(sizes)), Edges: make([][]Point, len(edges))}
	for _, p := range partsOf(len(sizes), edges) {
		within := make([]Size, len(p.nodes))
		at := make(map[int]int, len(p.nodes))
		for i, n := range p.nodes {
			within[i], at[n] = sizes[n], i
		}
		between := make([]Edge, len(p.edges))
		for i, e := range p.edges {
			between[i] = Edge{at[edges[e].From], at[edges[e].To]}
		}
		l := place(within, between)
		top := 0
		if whole.Size.Height > 0 {
			top = whole.Size.Height + 2*gapY
		}
		for i, n := range p.nodes {
			whole.Nodes[n] = Point{l.Nodes[i].X, l.Nodes[i].Y + top}
		}
		for i, e := range p.edges {
			for _, q := range l.Edges[i] {
				whole.Edges[e] = append(whole.Edges[e], Point{q.X, q.Y + top})
			}
		}
		whole.Size = Size{max(whole.Size.Width, l.Size.Width), top + l.Size.Height}
	}
	return whole
}

// A part is some nodes with the edges between them, by their indexes.
type part struct{ nodes, edges []int }

// partsOf divides a graph into connected parts.
func partsOf(nodes int, edges []Edge) []part {
	first := make([]int, nodes) // a node of the same part, the first one for that itself
	for i := range first {
		first[i] = i
	}
	find := func(n int) int {
		for first[n] != n {
			n = first[n]
		}
		return n
	}
	for _, e := range edges {
		a, b := find(e.From), find(e.To)
		first[max(a, b)] = min(a, b)
	}
	var parts []part
	of := make(map[int]int)
	for n := range nodes {
		at, ok := of[find(n)]
		if !ok {
			at = len(parts)
			of[find(n)] = at
			parts = append(parts, part{})
		}
		parts[at].nodes = append(parts[at].nodes, n)
	}
	for i, e := range edges {
		p := &parts[of[find(e.From)]]
		p.edges = append(p.edges, i)
	}
	return parts
}

// place returns the layout of one part.
func place(sizes []Size, edges []Edge) Layout {
	d := &drawing{nodes: len(sizes), sizes: slices.Clone(sizes)}
	forward := acyclic(len(sizes), edges)
	d.assignColumns(forward)
	chains := d.chains(forward)
	d.order()
	d.heights()
	return d.layout(edges, forward, chains)
}

// acyclic returns the edges with those turned around that would close a cycle.
func acyclic(nodes int, edges []Edge) []Edge {
	next := make([][]int, nodes) // edges by their source
	for i, e := range edges {
		next[e.From] = append(next[e.From], i)
	}
	out := slices.Clone(edges)
	const fresh, open, done = 0, 1, 2
	state := make([]int, nodes)
	var visit func(n int)
	visit = func(n int) {
		state[n] = open
		for _, i := range next[n] {
			switch to := edges[i].To; state[to] {
			case fresh:
				visit(to)
			case open:
				out[i] = Edge{to, n}
			}
		}
		state[n] = done
	}
	for n := range nodes {
		if state[n] == fresh {
			visit(n)
		}
	}
	return out
}

// assignColumns puts each node into the column behind its last predecessor, and nodes without a
// predecessor right before their first successor.
func (d *drawing) assignColumns(edges []Edge) {
	n := len(d.sizes)
	d.column = make([]int, n)
	for range n { // the longest way has fewer edges than there are nodes
		moved := false
		for _, e := range edges {
			if e.From != e.To && d.column[e.To] <= d.column[e.From] {
				d.column[e.To], moved = d.column[e.From]+1, true
			}
		}
		if !moved {
			break
		}
	}
	entered, nearest := make([]bool, n), make([]int, n)
	for _, e := range edges {
		if e.From == e.To {
			continue
		}
		entered[e.To] = true
		if at := d.column[e.To]; nearest[e.From] == 0 || at < nearest[e.From] {
			nearest[e.From] = at
		}
	}
	for i := range n {
		if !entered[i] && nearest[i] > 0 {
			d.column[i] = nearest[i] - 1
		}
	}
}

// chains divides edges that cross columns, and returns the nodes that each one passes, from its
// source to its target.
func (d *drawing) chains(edges []Edge) [][]int {
	chains := make([][]int, len(edges))
	crossing := make(map[[2]int]int) // a column, by the edges of a node
	for i, e := range edges {
		chains[i] = []int{e.From}
		for at := d.column[e.From] + 1; at < d.column[e.To]; at++ {
			n, ok := crossing[[2]int{e.From, at}]
			if !ok {
				n = len(d.sizes)
				crossing[[2]int{e.From, at}] = n
				d.sizes, d.column = append(d.sizes, Size{}), append(d.column, at)
			}
			chains[i] = append(chains[i], n)
		}
		chains[i] = append(chains[i], e.To)
	}
	d.before, d.after = make([][]int, len(d.sizes)), make([][]int, len(d.sizes))
	for i, chain := range chains {
		if edges[i].From == edges[i].To {
			continue
		}
		for j := 1; j < len(chain); j++ {
			if slices.Contains(d.after[chain[j-1]], chain[j]) {
				continue
			}
			d.after[chain[j-1]] = append(d.after[chain[j-1]], chain[j])
			d.before[chain[j]] = append(d.before[chain[j]], chain[j-1])
		}
	}
	for n, at := range d.column {
		for len(d.columns) <= at {
			d.columns = append(d.columns, nil)
		}
		d.columns[at] = append(d.columns[at], n)
	}
	return chains
}

// order sorts each column by the middle of the neighbours, from both sides in turn.
func (d *drawing) order() {
	position := make([]int, len(d.sizes))
	for _, column := range d.columns {
		for i, n := range column {
			position[n] = i
		}
	}
	sort := func(column []int, neighbours [][]int) {
		middle := make(map[int]int, len(column))
		for _, n := range column {
			middle[n] = 1000 * position[n]
			if of := neighbours[n]; len(of) > 0 {
				sum := 0
				for _, other := range of {
					sum += 1000 * position[other]
				}
				middle[n] = sum / len(of)
			}
		}
		slices.SortStableFunc(column, func(a, b int) int { return cmp.Compare(middle[a], middle[b]) })
		for i, n := range column {
			position[n] = i
		}
	}
	for range sweeps {
		for _, column := range d.columns {
			sort(column, d.before)
		}
		for _, column := range slices.Backward(d.columns) {
			sort(column, d.after)
		}
	}
}

// heights stacks each column, and moves nodes towards the middle of their neighbours as far as the
// order allows.
func (d *drawing) heights() {
	d.y = make([]int, len(d.sizes)) // the middle of each node
	for _, column := range d.columns {
		d.stack(column, func(int) int { return 0 })
	}
	towards := func(neighbours [][]int) func(int) int {
		return func(n int) int {
			of := neighbours[n]
			if len(of) == 0 {
				return d.y[n]
			}
			sum := 0
			for _, other := range of {
				sum += d.y[other]
			}
			return sum / len(of)
		}
	}
	for range sweeps {
		for _, column := range d.columns {
			d.stack(column, towards(d.before))
		}
		for _, column := range slices.Backward(d.columns) {
			d.stack(column, towards(d.after))
		}
	}
}

// stack places the nodes of a column near where they want to be.
func (d *drawing) stack(column []int, wanted func(n int) int) {
	want := make([]int, len(column))
	for i, n := range column {
		want[i] = wanted(n)
	}
	off := 0
	for i, n := range column {
		d.y[n] = want[i]
		if i > 0 {
			above := column[i-1]
			d.y[n] = max(want[i], d.y[above]+d.sizes[above].Height/2+gapY+(d.sizes[n].Height+1)/2)
		}
		off += want[i] - d.y[n]
	}
	if len(column) > 0 {
		off /= len(column)
	}
	for _, n := range column {
		d.y[n] += off
	}
}

func (d *drawing) layout(edges, forward []Edge, chains [][]int) Layout {
	l := Layout{Nodes: make([]Point, len(d.sizes))}
	top, bottom := d.y[0], d.y[0]
	for n, size := range d.sizes {
		top, bottom = min(top, d.y[n]-size.Height/2), max(bottom, d.y[n]+size.Height/2)
	}
	x := 0
	left, right := make([]int, len(d.columns)), make([]int, len(d.columns))
	for at, column := range d.columns {
		left[at], right[at] = x, x
		for _, n := range column {
			right[at] = max(right[at], x+d.sizes[n].Width)
		}
		x = right[at] + gapX
	}
	l.Size = Size{x - gapX, bottom - top}
	for n, size := range d.sizes {
		at := d.column[n]
		l.Nodes[n] = Point{left[at] + (right[at]-left[at]-size.Width)/2, d.y[n] - top - size.Height/2}
	}
	for i, chain := range chains {
		var points []Point
		for j, n := range chain {
			at, y := d.column[n], d.y[n]-top
			switch last := len(chain) - 1; {
			case edges[i].From == edges[i].To: // it is not drawn
			case j == 0:
				points = append(points, Point{l.Nodes[n].X + d.sizes[n].Width, y})
			case j == last:
				points = append(points, Point{l.Nodes[n].X, y})
			default:
				points = append(points, Point{left[at], y}, Point{right[at], y})
			}
		}
		if edges[i] != forward[i] {
			slices.Reverse(points)
		}
		l.Edges = append(l.Edges, points)
	}
	l.Nodes = l.Nodes[:d.nodes]
	return l
}
