package graph

import (
	"cmp"
	"maps"
	"slices"
)

// A Splice is a graph of which some files are taken from a Builder, and all others from the graph of another snapshot.
type Splice struct {
	Base *Graph
	// Paths are the files that the Builder has completely. Of all others it has the nodes, and what is missing by a
	// use (UsedAs).
	Paths map[string]bool
	// UnknownCalls is the number of those in the files that are taken from Base.
	UnknownCalls int
}

// Spliced returns the graph of a splice. It shares no node and no edge with Base. It returns false where the files that
// are taken from Base do not have the same nodes in both, or refer to one that is gone, or where code of a file in Paths
// belongs to nodes of other files (Woven). The Builder must not be used afterwards.
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
	g := &Graph{Nodes: b.nodes, Builds: b.Builds, UnknownCalls: b.UnknownCalls + s.UnknownCalls, Files: b.Files, Parsed: b.Parsed, Skips: b.Skips,
		Woven: s.Base.Woven, Asked: b.Asked, byID: b.byID}
	sortSkips(g.Skips)
	p := splicer{Splice: s, to: g, nodes: make([]*Node, len(s.Base.Nodes)), from: make([]*Node, len(g.Nodes))}
	if !p.takeNodes() || !p.targetsRemain() {
		return nil, false
	}
	p.links(&b.relations)
	p.rest(b)
	b.relations = relations{}
	return g, true
}

// A splicer fills the graph of a splice.
type splicer struct {
	Splice
	to    *Graph
	nodes []*Node // by node of Base: the one with its ID, nil for none
	from  []*Node // by node: that of Base with its ID, nil for none
}

// node returns the node that stands for one of Base.
func (p *splicer) node(n *Node) *Node {
	if n == nil {
		return nil
	}
	return p.nodes[n.index]
}

// takeNodes pairs the nodes and sets the attributes of those that are taken from Base.
func (p *splicer) takeNodes() bool {
	old := p.Base.Nodes
	for _, n := range p.to.Nodes {
		for len(old) > 0 && old[0].ID < n.ID {
			if !p.made(old[0]) {
				return false
			}
			old = old[1:]
		}
		if len(old) > 0 && old[0].ID == n.ID {
			p.nodes[old[0].index], p.from[n.index] = n, old[0]
			old = old[1:]
		} else if !p.made(n) {
			return false
		}
	}
	if slices.ContainsFunc(old, func(n *Node) bool { return !p.made(n) }) {
		return false
	}
	for i, n := range p.to.Nodes {
		if from := p.from[i]; !p.made(n) {
			*n = *from
			n.index, n.Parent = int32(i), p.node(from.Parent)
		}
	}
	return true
}

// targetsRemain reports whether what is taken from Base refers to no node that is gone.
func (p *splicer) targetsRemain() bool {
	for i, n := range p.nodes {
		if n != nil {
			continue
		}
		for _, source := range p.Base.links.sourcesOf(p.Base.Nodes[i]) {
			if !p.made(source) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(p.Base.Lacks, func(l Lack) bool {
		return !p.drops(&l) && slices.ContainsFunc(append(slices.Clone(l.Members), l.By), func(n *Node) bool { return n != nil && p.node(n) == nil })
	})
}

// drops reports whether a missing member of Base is not taken.
func (p *splicer) drops(l *Lack) bool { return p.Paths[l.Path] || l.Form == UsedAs }

func (p *splicer) links(made *relations) {
	base, nodes := p.Base, p.to.Nodes
	outs := made.outs(nodes, p.made)
	total := base.EdgeCount()
	sources := make(map[*Node][]*Node) // of the edges made, by target
	for i, n := range nodes {
		if !p.made(n) {
			continue
		}
		total += len(outs[i])
		for k, e := range outs[i] {
			if k == 0 || !slices.Contains(sources[e.Target], n) {
				sources[e.Target] = append(sources[e.Target], n)
			}
		}
	}
	for _, n := range base.Nodes {
		if p.made(n) {
			total -= len(base.Out(n))
		}
	}
	l := newLinks(nodes, total)
	l.row = func(n *Node) []*Edge { return copied(base.Out(p.from[n.index]), p.node) }
	l.sources = func(n *Node) []*Node {
		list := slices.Clone(sources[n])
		if from := p.from[n.index]; from != nil {
			for _, source := range base.links.sourcesOf(from) {
				if !p.made(source) {
					list = append(list, p.node(source))
				}
			}
		}
		slices.SortFunc(list, func(a, b *Node) int { return cmp.Compare(a.index, b.index) })
		return list
	}
	l.branches = func(n *Node, visit func(Branch)) {
		base.Branches(p.from[n.index], func(b Branch) {
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

// made reports whether the edges that start at a node are those of the Builder: it has all those of folders.
func (p *splicer) made(n *Node) bool { return p.Paths[n.Path] || n.Label == Folder }

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
		if !p.drops(&l) {
			g.Lacks = append(g.Lacks, l.between(p.node))
		}
	}
	g.Lacks = append(g.Lacks, b.lacks...)
	slices.SortStableFunc(g.Lacks, compareLacks)
	g.Skipped, g.blocks = make(map[string][]Span), make(map[string][]Block)
	maps.Copy(g.Skipped, p.Base.Skipped)
	maps.Copy(g.blocks, p.Base.blocks)
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
