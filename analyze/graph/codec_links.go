package graph

import "github.com/nexus-ci/nexus-ci/analyze/codec"

// Each node has two rows: the edges that start at it, and the nodes at which the edges start that end
// at it. The lengths of all rows are stored before the rows.

// rows encodes the edges of g.
func (c *coder) rows(g *Graph) {
	total := g.EdgeCount()
	c.Length(&total, 1)
	before := c.Buf
	c.Buf = nil
	ends := make([]int, 0, 2*len(g.Nodes))
	for _, n := range g.Nodes {
		c.row(g.Out(n))
		ends = append(ends, len(c.Buf))
		c.sources(g.links.sourcesOf(n))
		ends = append(ends, len(c.Buf))
	}
	rows := c.Buf
	c.Buf = before
	start := 0
	for _, end := range ends {
		length := end - start
		c.Length(&length, 1)
		start = end
	}
	c.Buf = append(c.Buf, rows...)
}

// links sets the links of g, whose rows are the rest of the data.
func (c *coder) links(g *Graph) {
	var total int
	c.Length(&total, 1)
	starts := make([]int, 2*len(g.Nodes)+1) // of the rows
	for i := range 2 * len(g.Nodes) {
		var length int
		c.Length(&length, 1)
		starts[i+1] = starts[i] + length
	}
	rows := c.Buf[c.Pos:]
	if starts[2*len(g.Nodes)] != len(rows) {
		c.Failed = true
		return
	}
	c.Pos = len(c.Buf)
	// reader returns a decoder of one row, with the tables of c.
	reader := func(i int) coder {
		return coder{Coder: codec.Coder{Buf: rows[starts[i]:starts[i+1]]}, table: c.table, confidences: c.confidences, graph: g}
	}
	l := newLinks(g.Nodes, total)
	l.row = func(n *Node) []*Edge {
		c := reader(2 * int(n.index))
		return c.readRow(n)
	}
	l.sources = func(n *Node) []*Node {
		c := reader(2*int(n.index) + 1)
		return c.readSources()
	}
	l.branches = func(n *Node, visit func(Branch)) {
		c := reader(2 * int(n.index))
		c.readBranches(visit)
	}
	g.links = l
}

// row encodes the edges that start at a node, after the number of elements of each kind.
func (c *coder) row(edges []*Edge) {
	sites, calls, texts := 0, 0, 0
	for _, e := range edges {
		sites += len(e.Sites)
		for i := range e.Sites {
			if call := e.Sites[i].Call; call != nil {
				calls++
				texts += len(call.Keywords)
			}
		}
	}
	n := len(edges)
	if n == 0 {
		return
	}
	for _, v := range []*int{&n, &sites, &calls, &texts} {
		c.Length(v, 1)
	}
	before := 0
	for _, e := range edges {
		c.edge(e, &before)
	}
}

// readRow returns the edges of a row, nil for corrupt data.
func (c *coder) readRow(source *Node) []*Edge {
	if len(c.Buf) == 0 {
		return nil
	}
	var n, sites, calls, texts int
	for _, v := range []*int{&n, &sites, &calls, &texts} {
		c.Length(v, 1)
	}
	// The factors are the minimum sizes of the elements in bytes.
	if c.Failed || 5*n+2*sites+5*calls+texts > len(c.Buf)-c.Pos {
		return nil
	}
	c.sites, c.calls, c.free = make([]Site, sites), make([]Call, calls), make([]string, texts)
	edges, row := make([]Edge, n), make([]*Edge, n)
	before := 0
	for i := range edges {
		e := &edges[i]
		e.Source, row[i] = source, e
		if c.edge(e, &before); c.Failed {
			return nil
		}
	}
	return row
}

// readBranches calls visit for the CALLS edges of a row, which come first in it. It stops at corrupt data.
func (c *coder) readBranches(visit func(Branch)) {
	if len(c.Buf) == 0 {
		return
	}
	var n, rest int
	c.Length(&n, 1)
	for range 3 {
		c.Length(&rest, 1)
	}
	before := 0
	for range n {
		var e Edge
		c.edgeHead(&e, &before)
		if e.Type != Calls {
			return
		}
		b := Branch{Target: e.Target, Confidence: e.Confidence}
		sites := 0
		c.Length(&sites, 1)
		for i := range sites {
			if i == 0 {
				c.distance(&b.Line, 0)
			} else {
				c.skip(1)
			}
			c.skipCall()
		}
		if c.Failed {
			return
		}
		visit(b)
	}
}

// skip passes over n numbers.
func (c *coder) skip(n int) {
	var v uint64
	for range n {
		c.Uint(&v)
	}
}

// skipCall passes over the form of a call, as call encodes it.
func (c *coder) skipCall() {
	var flags uint64
	if c.Uint(&flags); flags == 0 {
		return
	}
	c.skip(4) // Args, Values, At, Receiver
	keywords := 0
	c.Length(&keywords, 1)
	c.skip(keywords)
}

// sources encodes the nodes of the edges that end at a node.
func (c *coder) sources(nodes []*Node) {
	before := 0
	for _, n := range nodes {
		at := int(n.index)
		c.distance(&at, before)
		before = at
	}
}

// readSources returns the nodes of a row, nil for corrupt data.
func (c *coder) readSources() []*Node {
	var nodes []*Node
	before := 0
	for c.Pos < len(c.Buf) {
		at := 0
		c.distance(&at, before)
		if c.Failed || at < 0 || at >= len(c.graph.Nodes) || len(nodes) > 0 && at <= before {
			return nil
		}
		nodes, before = append(nodes, c.graph.Nodes[at]), at
	}
	return nodes
}

func (c *coder) edge(e *Edge, before *int) {
	c.edgeHead(e, before)
	n := len(e.Sites)
	c.Length(&n, 1)
	if !c.Encoding && n > 0 {
		e.Sites = take(c, &c.sites, n)
	}
	line := 0
	for i := range e.Sites {
		s := &e.Sites[i]
		c.distance(&s.Line, line)
		line = s.Line
		c.call(&s.Call)
	}
}

// edgeHead codes an edge without its places.
func (c *coder) edgeHead(e *Edge, before *int) {
	target := 0
	if c.Encoding {
		target = int(e.Target.index)
	}
	c.distance(&target, *before)
	*before = target
	if !c.Encoding {
		if target < 0 || target >= len(c.graph.Nodes) {
			c.Failed = true
			return
		}
		e.Target = c.graph.Nodes[target]
	}
	c.text((*string)(&e.Type))
	c.confidence(&e.Confidence)
	c.int(&e.Rule)
	c.flags(&e.Loads)
}
