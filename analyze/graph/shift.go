package graph

import (
	"maps"
	"slices"
)

// A Shift describes a new version of a file in which every name has the same meaning: the new
// attributes of its nodes and the new positions. The functions return false where the new
// version lacks the node or position.
type Shift struct {
	File   func(n *Node)      // sets the attributes of the file's node
	Symbol func(n *Node) bool // sets the attributes of a symbol's node
	Line   func(line int) (int, bool)
	Offset func(offset int32) (int32, bool)
}

// Shifted returns a copy of g with the shifts, by path, applied to their files. The copy shares no
// node and no edge with g. It returns false where a shift does not match its file, or where code of
// the file belongs to nodes of other files (Woven).
func (g *Graph) Shifted(shifts map[string]*Shift) (*Graph, bool) {
	for _, path := range g.Woven {
		if shifts[path] != nil {
			return nil, false
		}
	}
	s := shifter{from: g, shifts: shifts, nodes: make([]Node, len(g.Nodes)), ok: true}
	to := *g
	to.origin = g.original()
	s.to = &to
	s.symbols()
	s.edges()
	s.rest()
	return &to, s.ok
}

// original returns the graph that g was made of, through any number of shifts.
func (g *Graph) original() *Graph {
	if g.origin != nil {
		return g.origin
	}
	return g
}

// Alike reports whether one graph was made of the other by Shifted: they have the same nodes and
// edges, in other places. False says nothing.
func (g *Graph) Alike(h *Graph) bool { return g.original() == h.original() }

// A shifter copies a graph and applies shifts to it.
type shifter struct {
	from, to *Graph
	shifts   map[string]*Shift
	nodes    []Node
	ok       bool // every shift matched its file
}

// node returns the copy of a node of the original graph.
func (s *shifter) node(n *Node) *Node {
	if n == nil {
		return nil
	}
	return &s.nodes[n.index]
}

func (s *shifter) line(shift *Shift, line *int) {
	to, ok := shift.Line(*line)
	*line, s.ok = to, s.ok && ok
}

func (s *shifter) offset(shift *Shift, offset *int32) {
	to, ok := shift.Offset(*offset)
	*offset, s.ok = to, s.ok && ok
}

func (s *shifter) symbols() {
	s.to.Nodes = make([]*Node, len(s.nodes))
	for i, old := range s.from.Nodes {
		n := &s.nodes[i]
		*n = *old
		n.Parent = s.node(old.Parent)
		if shift := s.shifts[n.Path]; shift != nil {
			switch n.Label {
			case Folder:
			case File:
				shift.File(n)
			default:
				s.ok = shift.Symbol(n) && s.ok
			}
		}
		s.to.Nodes[i] = n
	}
}

// edges makes the edges that start in files with shifts: only then is it known whether the shifts match.
// The others are made when they are asked for.
func (s *shifter) edges() {
	from := s.from
	l := newLinks(s.to.Nodes, from.EdgeCount())
	l.row = func(n *Node) []*Edge { return s.row(from.Nodes[n.index], nil) }
	l.sources = func(n *Node) []*Node {
		sources := from.links.sourcesOf(from.Nodes[n.index])
		for i := range sources {
			sources[i] = s.node(sources[i])
		}
		return sources
	}
	l.branches = func(n *Node, visit func(Branch)) {
		from.Branches(from.Nodes[n.index], func(b Branch) {
			b.Target = s.node(b.Target)
			visit(b)
		})
	}
	for i := range s.nodes {
		if shift := s.shifts[s.nodes[i].Path]; shift != nil {
			row := s.row(from.Nodes[i], shift)
			l.outs[i].Store(&row)
		}
	}
	s.to.links = l
}

// row returns the copies of the edges that start at a node of the original graph.
func (s *shifter) row(n *Node, shift *Shift) []*Edge {
	row := copied(s.from.Out(n), s.node)
	if shift != nil {
		for _, e := range row {
			e.Sites = s.sites(shift, e.Sites)
		}
	}
	return row
}

func (s *shifter) sites(shift *Shift, old []Site) []Site {
	if len(old) == 0 {
		return old
	}
	sites := make([]Site, len(old))
	for i, site := range old {
		s.line(shift, &site.Line)
		if site.Call != nil {
			call := *site.Call
			s.offset(shift, &call.At)
			site.Call = &call
		}
		sites[i] = site
	}
	return sites
}

func (s *shifter) rest() {
	g := s.to
	g.Unresolved = slices.Clone(s.from.Unresolved)
	for i := range g.Unresolved {
		u := &g.Unresolved[i]
		u.Source = s.node(u.Source)
		if shift := s.shifts[u.Path]; shift != nil {
			s.line(shift, &u.Line)
		}
	}
	g.Lacks = slices.Clone(s.from.Lacks)
	for i := range g.Lacks {
		l := &g.Lacks[i]
		*l = l.between(s.node)
		if shift := s.shifts[l.Path]; shift != nil {
			s.line(shift, &l.Line)
		}
	}
	g.Skips = slices.Clone(s.from.Skips)
	for i := range g.Skips {
		if shift := s.shifts[g.Skips[i].Path]; shift != nil {
			s.line(shift, &g.Skips[i].Line)
			s.line(shift, &g.Skips[i].End)
		}
	}
	g.Skipped, g.blocks = maps.Clone(s.from.Skipped), maps.Clone(s.from.blocks)
	for path, shift := range s.shifts {
		if old, have := g.Skipped[path]; have {
			g.Skipped[path] = slices.Clone(old)
			for i := range old {
				s.line(shift, &g.Skipped[path][i].Start)
				s.line(shift, &g.Skipped[path][i].End)
			}
		}
		if old, have := g.blocks[path]; have {
			g.blocks[path] = slices.Clone(old)
			for i := range old {
				s.offset(shift, &g.blocks[path][i].Start)
				s.offset(shift, &g.blocks[path][i].End)
			}
		}
	}
}
