package graph

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"slices"
)

// A relation is one place of an edge, as it was added to a Builder.
type relation struct {
	source, target *Node
	kind           EdgeType
	confidence     float64
	rule           int32
	loads          bool
	site           Site // without a line: no place
}

// relations holds all relations in the order added, in pages: there are many, and a single slice would be
// copied again and again as it grows.
type relations struct {
	pages [][]relation
	n     int
}

const relationsPerPage = 1 << 12

func (r *relations) add(x relation) {
	if r.n%relationsPerPage == 0 {
		r.pages = append(r.pages, make([]relation, 0, relationsPerPage))
	}
	last := &r.pages[len(r.pages)-1]
	*last = append(*last, x)
	r.n++
}

func (r *relations) at(i int32) *relation { return &r.pages[i/relationsPerPage][i%relationsPerPage] }

// Edge adds a relation. Those of one type between the same nodes become one edge with all their sites: the
// highest confidence and its rule win. site.Line 0 is no site. If a node is nil, nothing is added: not every definition
// has a node.
func (b *Builder) Edge(source *Node, t EdgeType, target *Node, confidence float64, rule int, site Site) {
	if source != nil && target != nil {
		b.relations.add(relation{source: source, target: target, kind: t, confidence: confidence, rule: int32(rule), site: site})
	}
}

// Import adds an IMPORTS relation between two nodes, neither of which may be nil, as Edge does. The edge loads its
// target (Edge.Loads) if one of its relations does.
func (b *Builder) Import(source, target *Node, confidence float64, rule int, site Site, loads bool) {
	b.relations.add(relation{source: source, target: target, kind: Imports, confidence: confidence, rule: int32(rule), site: site, loads: loads})
}

// Each calls visit for all relations so far, in the order added.
func (b *Builder) Each(visit func(source *Node, t EdgeType, target *Node)) {
	for i := range int32(b.relations.n) {
		r := b.relations.at(i)
		visit(r.source, r.kind, r.target)
	}
}

// holds reports whether the source of a relation contains its target.
func (x *relation) holds() bool { return x.kind == Defines || x.kind == HasMethod }

// Digests returns, by file, a hash of the relations so far that start at its nodes, but those by which they hold others of
// the file. It does not depend on their order.
func (b *Builder) Digests() map[string]uint64 {
	ids := make([]uint64, len(b.nodes))
	id := func(n *Node) uint64 {
		if ids[n.index] == 0 {
			h := fnv.New64a()
			h.Write([]byte(n.ID))
			ids[n.index] = h.Sum64()
		}
		return ids[n.index]
	}
	sums := make(map[string]*uint64)
	var last *Node
	var sum *uint64
	var buf []byte
	for i := range int32(b.relations.n) {
		r := b.relations.at(i)
		if r.holds() && r.source.Path == r.target.Path {
			continue // that follows from the file alone
		}
		if last == nil || r.source.Path != last.Path {
			if sum = sums[r.source.Path]; sum == nil {
				sum = new(uint64)
				sums[r.source.Path] = sum
			}
			last = r.source
		}
		h := fnv.New64a()
		buf = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(buf[:0], id(r.source)), id(r.target))
		buf = binary.AppendVarint(binary.AppendVarint(append(buf, r.kind...), int64(r.rule)), int64(r.site.Line))
		h.Write(buf)
		*sum += h.Sum64()
	}
	digests := make(map[string]uint64, len(sums))
	for path, sum := range sums {
		digests[path] = *sum
	}
	return digests
}

// links returns the links of the edges, made by joining relations. nodes are sorted and have their index.
func (r *relations) links(nodes []*Node) *links {
	return linked(nodes, r.outs(nodes, slices.Repeat([]bool{true}, len(nodes))))
}

// outs returns the edges that start at each of the nodes to keep. nodes are sorted and have their index.
func (r *relations) outs(nodes []*Node, kept []bool) [][]*Edge {
	starts := make([]int32, len(nodes)+1)
	count := int32(0)
	for i := range int32(r.n) {
		if at := r.at(i).source.index; kept[at] {
			starts[at+1]++
			count++
		}
	}
	for i := range nodes {
		starts[i+1] += starts[i]
	}
	bySource, next := make([]int32, count), slices.Clone(starts)
	for i := range int32(r.n) {
		if n := r.at(i).source.index; kept[n] {
			at := &next[n]
			bySource[*at] = i
			*at++
		}
	}
	edges, sites := 0, 0
	for i := range nodes {
		row := bySource[starts[i]:starts[i+1]]
		slices.SortFunc(row, func(a, b int32) int { return r.at(a).compare(r.at(b)) })
		for k, at := range row {
			if k == 0 || r.at(row[k-1]).compare(r.at(at)) != 0 {
				edges++
			}
			if r.at(at).site.Line > 0 {
				sites++
			}
		}
	}
	m := joiner{relations: r, edges: make([]Edge, 0, edges), rows: make([]*Edge, 0, edges), sites: make([]Site, 0, sites)}
	outs := make([][]*Edge, len(nodes))
	for i := range nodes {
		outs[i] = m.join(bySource[starts[i]:starts[i+1]])
	}
	return outs
}

// compare orders the relations of one source by type, then target.
func (x *relation) compare(y *relation) int {
	return cmp.Or(cmp.Compare(x.kind, y.kind), cmp.Compare(x.target.index, y.target.index))
}

// A joiner makes edges of sorted relations. Its slices have room for all elements of a graph.
type joiner struct {
	*relations
	edges []Edge
	rows  []*Edge
	sites []Site
}

// join returns the edges of the sorted relations of one source.
func (m *joiner) join(row []int32) []*Edge {
	start := len(m.rows)
	for len(row) > 0 {
		first := m.at(row[0])
		m.edges = append(m.edges, Edge{Source: first.source, Target: first.target, Type: first.kind, Confidence: first.confidence, Rule: int(first.rule)})
		e, from := &m.edges[len(m.edges)-1], len(m.sites)
		for ; len(row) > 0 && m.at(row[0]).compare(first) == 0; row = row[1:] {
			x := m.at(row[0])
			if x.confidence > e.Confidence || x.confidence == e.Confidence && int(x.rule) < e.Rule {
				e.Confidence, e.Rule = x.confidence, int(x.rule)
			}
			e.Loads = e.Loads || x.loads
			if x.site.Line > 0 {
				m.sites = append(m.sites, x.site)
			}
		}
		if to := len(m.sites); to > from {
			e.Sites = m.sites[from:to:to]
			slices.SortFunc(e.Sites, compareSites)
		}
		m.rows = append(m.rows, e)
	}
	return m.rows[start:len(m.rows):len(m.rows)]
}
