package graph

import (
	"cmp"
	"maps"
	"slices"
)

// A Splice is a graph of which some files are taken from a Builder, and all others from the graph of another snapshot.
type Splice struct {
	Base *Graph
	// Paths are the files that the Builder has completely. Of all others it has the nodes.
	Paths map[string]bool
	// UnknownCalls is the number of those in the files that are taken from Base.
	UnknownCalls int
}

// Spliced returns the graph of a splice. It shares no node and no edge with Base. It returns false where the nodes of both
// are not the same, or where code of a file in Paths belongs to nodes of other files (Woven). The
// Builder must not be used afterwards.
func (b *Builder) Spliced(s Splice) (*Graph, bool) {
	for path := range b.Woven {
		if _, known := slices.BinarySearch(s.Base.Woven, path); !known {
			return nil, false
		}
	}
	if slices.ContainsFunc(s.Base.Woven, func(path string) bool { return s.Paths[path] }) {
		return nil, false
	}
	b.sortNodes()
	if !slices.EqualFunc(b.nodes, s.Base.Nodes, func(x, y *Node) bool { return x.ID == y.ID }) {
		return nil, false
	}
	g := &Graph{Nodes: b.nodes, Builds: b.Builds, UnknownCalls: b.UnknownCalls + s.UnknownCalls, Files: b.Files, Parsed: b.Parsed, Skips: b.Skips,
		Woven: s.Base.Woven, Asked: b.Asked, byID: b.byID}
	sortSkips(g.Skips)
	p := splicer{Splice: s, to: g}
	p.takeNodes()
	p.links(&b.relations)
	p.rest(b)
	b.relations = relations{}
	return g, true
}

// A splicer fills the graph of a splice.
type splicer struct {
	Splice
	to *Graph
}

// node returns the node that stands for one of Base.
func (p *splicer) node(n *Node) *Node {
	if n == nil {
		return nil
	}
	return p.to.Nodes[n.index]
}

// takeNodes sets the attributes of the nodes that are taken from Base.
func (p *splicer) takeNodes() {
	for i, n := range p.to.Nodes {
		if p.made(n) {
			continue
		}
		old := p.Base.Nodes[i]
		*n = *old
		n.Parent = p.node(old.Parent)
	}
}

func (p *splicer) links(made *relations) {
	base := p.Base
	nodes := p.to.Nodes
	outs := made.outs(nodes, p.made)
	total := base.EdgeCount()
	sources := make(map[*Node][]*Node) // of the edges made, by target
	for i, n := range nodes {
		if !p.made(n) {
			continue
		}
		total += len(outs[i]) - len(base.Out(base.Nodes[i]))
		for k, e := range outs[i] {
			if k == 0 || !slices.Contains(sources[e.Target], n) {
				sources[e.Target] = append(sources[e.Target], n)
			}
		}
	}
	l := newLinks(nodes, total)
	l.row = func(n *Node) []*Edge { return p.row(base.Nodes[n.index]) }
	l.sources = func(n *Node) []*Node {
		list := slices.Clone(sources[n])
		for _, source := range base.links.sourcesOf(base.Nodes[n.index]) {
			if to := p.node(source); !p.made(to) {
				list = append(list, to)
			}
		}
		slices.SortFunc(list, func(a, b *Node) int { return cmp.Compare(a.index, b.index) })
		return list
	}
	l.branches = func(n *Node, visit func(Branch)) {
		base.Branches(base.Nodes[n.index], func(b Branch) {
			b.Target = p.node(b.Target)
			visit(b)
		})
	}
	for i, n := range nodes {
		if p.made(n) {
			l.outs[i].Store(&outs[i])
		}
	}
	p.to.links = l
}

// made reports whether the edges that start at a node are those of the Builder.
func (p *splicer) made(n *Node) bool { return p.Paths[n.Path] && n.Label != Folder }

// row returns the copies of the edges that start at a node of Base.
func (p *splicer) row(n *Node) []*Edge {
	out := p.Base.Out(n)
	edges, row := make([]Edge, len(out)), make([]*Edge, len(out))
	for i, old := range out {
		e := &edges[i]
		*e = *old
		e.Source, e.Target = p.node(old.Source), p.node(old.Target)
		row[i] = e
	}
	return row
}

// rest sets what is neither a node nor an edge.
func (p *splicer) rest(b *Builder) {
	g := p.to
	for _, u := range p.Base.Unresolved {
		if !p.Paths[u.Path] {
			u.Source = p.node(u.Source)
			g.Unresolved = append(g.Unresolved, u)
		}
	}
	g.Unresolved = append(g.Unresolved, b.unresolved...)
	sortUnresolved(g.Unresolved)
	for _, l := range p.Base.Lacks {
		if !p.Paths[l.Path] {
			l.By, l.Source, l.Members = p.node(l.By), p.node(l.Source), slices.Clone(l.Members)
			for i, m := range l.Members {
				l.Members[i] = p.node(m)
			}
			g.Lacks = append(g.Lacks, l)
		}
	}
	g.Lacks = append(g.Lacks, b.lacks...)
	slices.SortStableFunc(g.Lacks, compareLacks)
	g.Skipped, g.blocks = maps.Clone(p.Base.Skipped), maps.Clone(p.Base.blocks)
	for path := range p.Paths {
		delete(g.Skipped, path)
		delete(g.blocks, path)
	}
	maps.Copy(g.Skipped, b.Skipped)
	for path, blocks := range b.Blocks {
		nest(blocks)
		g.blocks[path] = blocks
	}
}
