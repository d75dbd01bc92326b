package graph

import (
	"encoding/binary"
	"errors"
	"math"
	"strings"
)

// The stored form of a graph with its communities and processes: a table of strings, one
// of confidences, how many elements there are of each kind, then the fields in order as
// varints. Nodes are numbers; edges stand with their source. It has no version and no
// checksum: who stores it has both.

// Encode returns the stored form of g, its communities and processes.
func Encode(g *Graph, communities []Community, processes []Process) []byte {
	c := &coder{encoding: true, graph: g, index: map[string]uint32{"": 0}, table: []string{""}, numberOf: make(map[float64]uint32)}
	c.counts.count(g)
	c.counts.code(c)
	c.all(g, &communities, &processes)
	body := c.buf
	c.buf = nil
	c.strings()
	c.numbers()
	return append(c.buf, body...)
}

var errCorrupt = errors.New("decode graph: corrupt data")

// Decode returns what was encoded as data, of which it keeps nothing. Empty slices come
// back as nil. Other data give an error or a graph that makes no sense, and nothing worse.
func Decode(data []byte) (*Graph, []Community, []Process, error) {
	c := &coder{buf: data}
	c.strings()
	c.numbers()
	c.counts.code(c)
	g := c.make()
	var communities []Community
	var processes []Process
	c.all(g, &communities, &processes)
	if c.failed || c.pos != len(data) {
		return nil, nil, nil, errCorrupt
	}
	return g, communities, processes, nil
}

// A coder writes or reads: each method does the one or the other with the value it is
// given, so the two directions cannot disagree. After a failure all values read are zero.
type coder struct {
	encoding bool
	buf      []byte
	pos      int // of the next byte to read
	failed   bool

	table       []string
	index       map[string]uint32
	confidences []float64
	numberOf    map[float64]uint32
	counts      counts

	graph *Graph // encoding: gives the number of a node
	// Decoding: one allocation for all elements of a kind.
	nodes []Node
	edges []Edge
	sites []Site
	calls []Call
	free  []string
	param []Param
}

// counts are the numbers of elements that a decoder makes room for.
type counts struct{ nodes, edges, sites, calls, texts, params int }

func (n *counts) count(g *Graph) {
	n.nodes, n.edges = len(g.Nodes), len(g.Edges)
	for _, e := range g.Edges {
		n.sites += len(e.Sites)
		for i := range e.Sites {
			if call := e.Sites[i].Call; call != nil {
				n.calls++
				n.texts += len(call.Keywords)
			}
		}
	}
	for _, node := range g.Nodes {
		s := &node.Signature
		n.params += len(s.Params)
		n.texts += len(s.Returns) + len(s.Throws) + len(s.TypeParams) + len(s.Decorators)
	}
}

func (n *counts) code(c *coder) {
	for _, v := range []*int{&n.nodes, &n.edges, &n.sites, &n.calls, &n.texts, &n.params} {
		c.length(v)
	}
	// What each of them takes at least.
	if !c.encoding && 15*n.nodes+5*n.edges+2*n.sites+5*n.calls+n.texts+3*n.params > len(c.buf)-c.pos {
		c.failed = true
		*n = counts{}
	}
}

// make returns a graph with empty nodes.
func (c *coder) make() *Graph {
	n := &c.counts
	c.nodes, c.edges, c.sites, c.calls = make([]Node, n.nodes), make([]Edge, n.edges), make([]Site, n.sites), make([]Call, n.calls)
	c.free, c.param = make([]string, n.texts), make([]Param, n.params)
	g := &Graph{Nodes: make([]*Node, n.nodes), byID: make(map[string]*Node, n.nodes)}
	for i := range c.nodes {
		c.nodes[i].index = int32(i)
		g.Nodes[i] = &c.nodes[i]
	}
	return g
}

func (c *coder) all(g *Graph, communities *[]Community, processes *[]Process) {
	for _, n := range g.Nodes {
		c.nodeFields(n)
		if !c.encoding {
			g.byID[n.ID] = n
		}
	}
	c.links(g)
	c.int(&g.UnknownCalls)
	c.int(&g.Files)
	c.int(&g.Parsed)
	c.rest(g)
	list(c, communities)
	for i := range *communities {
		k := &(*communities)[i]
		c.text(&k.ID)
		c.text(&k.Label)
		c.text(&k.Area)
		c.text(&k.Description)
		c.float(&k.Cohesion)
		c.nodeList(&k.Members)
	}
	list(c, processes)
	for i := range *processes {
		p := &(*processes)[i]
		c.text(&p.ID)
		c.text(&p.Label)
		c.text(&p.Type)
		c.flags(&p.Cut)
		c.nodeList(&p.Steps)
		if len(p.Steps) == 0 {
			c.failed = true // a process has an entry
		}
	}
}

// strings codes the table of strings: their lengths, then all of them in one.
func (c *coder) strings() {
	n := len(c.table)
	c.length(&n)
	if c.encoding {
		for _, s := range c.table {
			c.buf = binary.AppendUvarint(c.buf, uint64(len(s)))
		}
		c.buf = append(c.buf, strings.Join(c.table, "")...)
		return
	}
	lengths, total := make([]int, n), 0
	for i := range lengths {
		c.length(&lengths[i])
		total += lengths[i]
	}
	if total > len(c.buf)-c.pos {
		c.failed, n, total = true, 0, 0
	}
	all := string(c.buf[c.pos : c.pos+total])
	c.pos += total
	c.table = make([]string, n)
	for i := range c.table {
		c.table[i], all = all[:lengths[i]], all[lengths[i]:]
	}
}

func (c *coder) numbers() {
	list(c, &c.confidences)
	for i := range c.confidences {
		c.float(&c.confidences[i])
	}
}

// links codes the edges, each with its source, and hangs them to their nodes.
func (c *coder) links(g *Graph) {
	if !c.encoding {
		g.Edges, g.out, g.in = make([]*Edge, len(c.edges)), make([][]*Edge, len(c.nodes)), nil
	}
	at := 0
	ins := make([]int32, len(g.Nodes))
	for i, n := range g.Nodes {
		degree := len(g.out[i])
		c.length(&degree)
		if degree > len(g.Edges)-at {
			c.failed = true
		}
		if c.failed {
			return
		}
		if !c.encoding {
			g.out[i] = g.Edges[at : at+degree : at+degree]
			for j := range degree {
				g.Edges[at+j] = &c.edges[at+j]
			}
		}
		before := 0
		for _, e := range g.out[i] {
			if !c.encoding {
				e.Source = n
			}
			c.edge(e, &before)
			if c.failed {
				return
			}
			ins[e.Target.index]++
		}
		at += degree
	}
	if c.encoding {
		return
	}
	if at != len(g.Edges) {
		c.failed = true
		return
	}
	_, g.in = buckets(ins)
	for _, e := range g.Edges {
		g.in[e.Target.index] = append(g.in[e.Target.index], e)
	}
}

func (c *coder) edge(e *Edge, before *int) {
	target := 0
	if c.encoding {
		target = int(e.Target.index)
	}
	c.distance(&target, *before)
	*before = target
	if !c.encoding {
		if target < 0 || target >= len(c.nodes) {
			c.failed = true
			return
		}
		e.Target = &c.nodes[target]
	}
	c.text((*string)(&e.Type))
	c.confidence(&e.Confidence)
	c.int(&e.Rule)
	c.flags(&e.Loads)
	n := len(e.Sites)
	c.length(&n)
	if !c.encoding && n > 0 {
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

// call codes the form of a call; its flags are 0 where there is none.
func (c *coder) call(call **Call) {
	k := *call
	flags := uint64(0)
	if c.encoding && k != nil {
		flags = 1 | uint64(k.flags()&0xff)<<1
	}
	c.uint(&flags)
	if flags == 0 {
		return
	}
	if !c.encoding {
		one := take(c, &c.calls, 1)
		if len(one) == 0 {
			return
		}
		k = &one[0]
		*call = k
		for i, set := range []*bool{&k.Spread, &k.SpreadKeywords, &k.Discarded, &k.Awaited, &k.Deferred, &k.Checkable, &k.Indirect, &k.AsIs} {
			*set = flags>>(i+1)&1 != 0
		}
	}
	c.int(&k.Args)
	c.int(&k.Values)
	c.distance32(&k.At, 0)
	c.text(&k.Receiver)
	c.texts(&k.Keywords)
}

// take cuts the next n elements from a store.
func take[T any](c *coder, store *[]T, n int) []T {
	if n > len(*store) {
		c.failed = true
		return nil
	}
	some := (*store)[:n:n]
	*store = (*store)[n:]
	return some
}

// list codes the length of l and, to decode, makes it of that length.
func list[T any](c *coder, l *[]T) {
	n := len(*l)
	if c.length(&n); !c.encoding && n > 0 {
		*l = make([]T, n)
	}
}

// length codes a number of elements, each of at least a byte.
func (c *coder) length(n *int) {
	v := uint64(*n)
	c.uint(&v)
	if !c.encoding {
		if v > uint64(len(c.buf)-c.pos) {
			c.failed, v = true, 0
		}
		*n = int(v)
	}
}

func (c *coder) uint(v *uint64) {
	switch {
	case c.encoding:
		c.buf = binary.AppendUvarint(c.buf, *v)
	case c.pos < len(c.buf) && c.buf[c.pos] < 0x80: // nearly always
		*v = uint64(c.buf[c.pos])
		c.pos++
	default:
		x, n := binary.Uvarint(c.buf[c.pos:])
		if n <= 0 {
			c.failed, c.pos, x, n = true, len(c.buf), 0, 0
		}
		*v = x
		c.pos += n
	}
}

// int codes a number that is small, of either sign.
func (c *coder) int(v *int) {
	u := uint64(*v)<<1 ^ uint64(*v>>63)
	if c.uint(&u); !c.encoding {
		*v = int(u>>1) ^ -int(u&1)
	}
}

// distance codes a number that is near another.
func (c *coder) distance(v *int, from int) {
	d := *v - from
	if c.int(&d); !c.encoding {
		*v = from + d
	}
}

func (c *coder) distance32(v *int32, from int32) {
	d := int(*v) - int(from)
	if c.int(&d); !c.encoding {
		*v = from + int32(d)
	}
}

// fixed codes a number of which all bits matter.
func (c *coder) fixed(v *uint64) {
	if c.encoding {
		c.buf = binary.LittleEndian.AppendUint64(c.buf, *v)
		return
	}
	if len(c.buf)-c.pos < 8 {
		c.failed, c.pos, *v = true, len(c.buf), 0
		return
	}
	*v = binary.LittleEndian.Uint64(c.buf[c.pos:])
	c.pos += 8
}

func (c *coder) float(v *float64) {
	bits := math.Float64bits(*v)
	if c.fixed(&bits); !c.encoding {
		*v = math.Float64frombits(bits)
	}
}

// confidence codes one of few numbers.
func (c *coder) confidence(v *float64) {
	var n uint64
	if c.encoding {
		i, ok := c.numberOf[*v]
		if !ok {
			i = uint32(len(c.confidences))
			c.numberOf[*v] = i
			c.confidences = append(c.confidences, *v)
		}
		n = uint64(i)
	}
	c.uint(&n)
	if c.encoding {
		return
	}
	if n >= uint64(len(c.confidences)) {
		c.failed = true
		return
	}
	*v = c.confidences[n]
}

func (c *coder) text(s *string) {
	var n uint64
	if c.encoding {
		i, ok := c.index[*s]
		if !ok {
			i = uint32(len(c.table))
			c.index[*s] = i
			c.table = append(c.table, *s)
		}
		n = uint64(i)
	}
	c.uint(&n)
	if c.encoding {
		return
	}
	if n >= uint64(len(c.table)) {
		c.failed = true
		return
	}
	*s = c.table[n]
}

func (c *coder) texts(l *[]string) {
	n := len(*l)
	c.length(&n)
	if !c.encoding && n > 0 {
		*l = take(c, &c.free, n)
	}
	for i := range *l {
		c.text(&(*l)[i])
	}
}

// flags codes up to 63 yes/no properties as one number.
func (c *coder) flags(list ...*bool) {
	var v uint64
	for i, set := range list {
		if *set {
			v |= 1 << i
		}
	}
	c.uint(&v)
	if c.encoding {
		return // others may read the graph
	}
	for i, set := range list {
		*set = v>>i&1 != 0
	}
}

// node codes a node as its number, nil as 0.
func (c *coder) node(n **Node) {
	var v uint64
	if c.encoding && *n != nil {
		v = uint64((*n).index) + 1
	}
	c.uint(&v)
	switch {
	case c.encoding || v == 0:
	case v > uint64(len(c.nodes)):
		c.failed = true
	default:
		*n = &c.nodes[v-1]
	}
}

// nodeList codes nodes of which none is nil.
func (c *coder) nodeList(l *[]*Node) {
	list(c, l)
	for i := range *l {
		if c.node(&(*l)[i]); (*l)[i] == nil {
			c.failed = true
		}
	}
}
