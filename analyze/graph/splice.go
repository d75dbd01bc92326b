package graph

import (
	"cmp"
	"maps"
	"slices"
)

// A Splice is a graph of which the nodes that a Builder keeps, and what belongs to them, are taken from the graph that it is
// over, and all others from the Builder.
type Splice struct {
	// Paths are the files of which the Builder has the nodes and edges completely, or that are gone. Of all others it
	// keeps the nodes, and has what is missing by a use (UsedAs).
	Paths map[string]bool
	// Apart are files that are taken over with what is missing in them by a use.
	Apart map[string]bool
	// UnknownCalls is the number of those in the files that are taken over.
	UnknownCalls int
}

// NewBuilderOver returns an empty Builder that may keep nodes of another graph.
func NewBuilderOver(base *Graph) *Builder {
	b := NewBuilder()
	b.base, b.kept = base, make([]*Node, len(base.Nodes))
	return b
}

// Keep takes a node over from the other graph: it returns a copy, the same one each time, whose Parent Adopt sets.
func (b *Builder) Keep(n *Node) *Node {
	if k := b.kept[n.index]; k != nil {
		return k
	}
	k := new(Node)
	*k = *n
	k.Parent, k.index = nil, int32(len(b.nodes))
	b.nodes, b.kept[n.index] = append(b.nodes, k), k
	return k
}

// Adopt sets the parents of all nodes that are kept. It returns false where the Builder lacks one.
func (b *Builder) Adopt() bool {
	for i, k := range b.kept {
		if k == nil || b.base.Nodes[i].Parent == nil {
			continue
		}
		if k.Parent = b.Now(b.base.Nodes[i].Parent); k.Parent == nil {
			return false
		}
	}
	return true
}

// Now returns the node with the ID of one of the other graph, nil for none.
func (b *Builder) Now(n *Node) *Node {
	if k := b.kept[n.index]; k != nil {
		return k
	}
	return b.byID[n.ID]
}

// Own makes a node that is kept one of the Builder's, without attributes but its identity and its parent.
func (b *Builder) Own(k *Node) {
	at, _ := b.base.search(k.ID)
	b.kept[at], b.byID[k.ID] = nil, k
	*k = Node{ID: k.ID, Label: k.Label, Name: k.Name, Qualified: k.Qualified, Path: k.Path, Language: k.Language, Parent: k.Parent, index: k.index}
}

// Spliced returns the graph of a splice. It shares no node and no edge with the other graph. It returns false where nodes
// of that graph are neither kept nor in Paths, or refer to one that is gone, or where code of a file in Paths
// belongs to nodes of other files (Woven). The Builder must not be used afterwards.
func (b *Builder) Spliced(s Splice) (*Graph, bool) {
	for path := range b.Woven {
		if _, known := slices.BinarySearch(b.base.Woven, path); !known {
			return nil, false
		}
	}
	if slices.ContainsFunc(b.base.Woven, func(path string) bool { return s.Paths[path] }) {
		return nil, false
	}
	g := &Graph{Builds: b.Builds, UnknownCalls: b.UnknownCalls + s.UnknownCalls, Files: b.Files, Parsed: b.Parsed, Skips: b.Skips,
		Woven: b.base.Woven, Asked: b.Asked}
	sortSkips(g.Skips)
	p := splicer{Splice: s, base: b.base, to: g, nodes: make([]*Node, len(b.base.Nodes)), from: make([]*Node, len(b.nodes))}
	if !p.join(b) || !p.targetsRemain() {
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
	base, to *Graph
	nodes    []*Node // by node of base: the one with its ID, nil for none
	from     []*Node // by node: that of base with its ID, nil for none
	made     []bool  // by node: it is one of the Builder's own
	gone     []bool  // by node of base: it is not taken over
}

// node returns the node that stands for one of base.
func (p *splicer) node(n *Node) *Node {
	if n == nil {
		return nil
	}
	return p.nodes[n.index]
}

// join puts the nodes that are kept and those that are made in order.
func (p *splicer) join(b *Builder) bool {
	own := slices.Collect(maps.Values(b.byID))
	if slices.ContainsFunc(own, func(n *Node) bool { return n.Label != Folder && !p.Paths[n.Path] }) {
		return false
	}
	sortByID(own)
	all, made := make([]*Node, 0, len(b.nodes)), make([]bool, 0, len(b.nodes))
	add := func(n *Node, own bool) {
		n.index = int32(len(all))
		all, made = append(all, n), append(made, own)
	}
	p.gone = make([]bool, len(p.base.Nodes))
	last := ""
	for i, old := range p.base.Nodes {
		for len(own) > 0 && own[0].ID < old.ID {
			add(own[0], true)
			own = own[1:]
		}
		switch k := b.kept[i]; {
		case k != nil:
			add(k, false)
			p.nodes[i], p.from[k.index] = k, old
			continue
		case old.Path != last && !p.Paths[old.Path] && old.Label != Folder:
			return false
		case len(own) > 0 && own[0].ID == old.ID:
			add(own[0], true)
			p.nodes[i], p.from[own[0].index] = own[0], old
			own = own[1:]
		}
		p.gone[i] = true
		if last = ""; old.Label != Folder {
			last = old.Path
		}
	}
	for _, n := range own {
		add(n, true)
	}
	p.to.Nodes, p.made = all, made
	p.to.base, p.to.made = p.base, made
	return true
}

// TakenFrom reports whether a node, with the edges that start at it, was taken over from another graph by Spliced. False
// says nothing.
func (g *Graph) TakenFrom(base *Graph, n *Node) bool { return g.base == base && !g.made[n.index] }

// targetsRemain reports whether what is taken from Base refers to no node that is gone.
func (p *splicer) targetsRemain() bool {
	for i, n := range p.nodes {
		if n != nil {
			continue
		}
		for _, source := range p.base.links.sourcesOf(p.base.Nodes[i]) {
			if !p.gone[source.index] {
				return false
			}
		}
	}
	return !slices.ContainsFunc(p.base.Lacks, func(l Lack) bool {
		return !p.drops(&l) && slices.ContainsFunc(append(slices.Clone(l.Members), l.By), func(n *Node) bool { return n != nil && p.node(n) == nil })
	})
}

// drops reports whether a missing member of Base is not taken.
func (p *splicer) drops(l *Lack) bool {
	return p.Paths[l.Path] || l.Form == UsedAs && !p.Apart[l.Path]
}

func (p *splicer) links(made *relations) {
	base, nodes := p.base, p.to.Nodes
	outs := made.outs(nodes, p.made)
	total := base.EdgeCount()
	sources := make(map[*Node][]*Node) // of the edges made, by target
	for i, n := range nodes {
		if !p.made[i] {
			continue
		}
		total += len(outs[i])
		for k, e := range outs[i] {
			if k == 0 || !slices.Contains(sources[e.Target], n) {
				sources[e.Target] = append(sources[e.Target], n)
			}
		}
	}
	for i, n := range base.Nodes {
		if p.gone[i] {
			total -= len(base.Out(n))
		}
	}
	l := newLinks(nodes, total)
	l.row = func(n *Node) []*Edge { return copied(base.Out(p.from[n.index]), p.node) }
	l.sources = func(n *Node) []*Node {
		list := slices.Clone(sources[n])
		if from := p.from[n.index]; from != nil {
			for _, source := range base.links.sourcesOf(from) {
				if !p.gone[source.index] {
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
	for i := range nodes {
		if p.made[i] {
			l.outs[i].Store(&outs[i])
		}
	}
	p.to.links = l
}

// rest sets what is neither a node nor an edge.
func (p *splicer) rest(b *Builder) {
	g := p.to
	g.Unresolved = make([]Unresolved, 0, len(p.base.Unresolved)+len(b.unresolved))
	for _, u := range p.base.Unresolved {
		if !p.Paths[u.Path] {
			u.Source = p.node(u.Source)
			g.Unresolved = append(g.Unresolved, u)
		}
	}
	g.Unresolved = append(g.Unresolved, b.unresolved...)
	sortUnresolved(g.Unresolved)
	for _, l := range p.base.Lacks {
		if !p.drops(&l) {
			g.Lacks = append(g.Lacks, l.between(p.node))
		}
	}
	g.Lacks = append(g.Lacks, b.lacks...)
	slices.SortStableFunc(g.Lacks, compareLacks)
	g.Skipped, g.blocks = make(map[string][]Span), make(map[string][]Block)
	maps.Copy(g.Skipped, p.base.Skipped)
	maps.Copy(g.blocks, p.base.blocks)
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
