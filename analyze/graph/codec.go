package graph

import (
	"errors"
	"math"

	"github.com/nexus-ci/nexus-ci/analyze/codec"
)

// The stored form of a graph with its communities: a table of strings, a table of
// confidences, the number of elements of each kind, then the fields in order as varints.
// Nodes are stored as numbers. The edges stand last, in rows by node, with the length of each: they
// are decoded when they are asked for. The form has no version and no checksum: the cache adds both.

// Encode returns the stored form of g and its communities.
func Encode(g *Graph, communities []Community) []byte {
	c := newEncoder(g)
	c.counts.count(g)
	c.counts.code(c)
	c.all(g, &communities)
	c.rows(g)
	return c.form()
}

// EncodeProcesses returns the stored form of processes of g.
func EncodeProcesses(g *Graph, processes []Process) []byte {
	c := newEncoder(g)
	c.processes(&processes)
	return c.form()
}

func newEncoder(g *Graph) *coder {
	return &coder{Coder: codec.Coder{Encoding: true}, graph: g, index: map[string]uint32{"": 0}, table: []string{""}, numberOf: make(map[float64]uint32)}
}

// form returns the encoded fields after the tables that they refer to.
func (c *coder) form() []byte {
	body := c.Buf
	c.Buf = nil
	c.Strings(&c.table)
	c.numbers()
	return append(c.Buf, body...)
}

var errCorrupt = errors.New("decode graph: corrupt data")

// Decode decodes data, and keeps it for the edges, so it must not change. Empty slices become nil.
// Corrupt data give an error or a graph with wrong content, never a panic.
func Decode(data []byte) (*Graph, []Community, error) {
	c := &coder{Coder: codec.Coder{Buf: data}}
	c.Strings(&c.table)
	c.numbers()
	c.counts.code(c)
	g := c.make()
	var communities []Community
	c.all(g, &communities)
	c.links(g)
	if c.Failed || c.Pos != len(data) {
		return nil, nil, errCorrupt
	}
	return g, communities, nil
}

// DecodeProcesses decodes the processes of g; see Decode.
func DecodeProcesses(g *Graph, data []byte) ([]Process, error) {
	c := &coder{Coder: codec.Coder{Buf: data}, graph: g}
	c.Strings(&c.table)
	c.numbers()
	var processes []Process
	c.processes(&processes)
	if c.Failed || c.Pos != len(data) {
		return nil, errCorrupt
	}
	return processes, nil
}

// A coder encodes or decodes a graph. After a failure all values read are zero.
type coder struct {
	codec.Coder

	table       []string
	index       map[string]uint32
	confidences []float64
	numberOf    map[float64]uint32
	counts      counts

	graph *Graph // maps nodes to their numbers and back
	// For decoding: one allocation for all elements of a kind.
	nodes []Node
	sites []Site
	calls []Call
	free  []string
	param []Param
}

// counts are the numbers of elements that a decoder allocates for the nodes.
type counts struct{ nodes, texts, params int }

func (n *counts) count(g *Graph) {
	n.nodes = len(g.Nodes)
	for _, node := range g.Nodes {
		s := &node.Signature
		n.params += len(s.Params)
		n.texts += len(s.Returns) + len(s.Throws) + len(s.TypeParams) + len(s.Decorators) + len(node.Unknown)
	}
}

func (n *counts) code(c *coder) {
	for _, v := range []*int{&n.nodes, &n.texts, &n.params} {
		c.Length(v, 1)
	}
	// The factors are the minimum sizes of the elements in bytes.
	if !c.Encoding && 15*n.nodes+n.texts+3*n.params > len(c.Buf)-c.Pos {
		c.Failed = true
		*n = counts{}
	}
}

// make returns a graph with empty nodes.
func (c *coder) make() *Graph {
	n := &c.counts
	c.nodes, c.free, c.param = make([]Node, n.nodes), make([]string, n.texts), make([]Param, n.params)
	g := &Graph{Nodes: make([]*Node, n.nodes)}
	c.graph = g
	for i := range c.nodes {
		c.nodes[i].index = int32(i)
		g.Nodes[i] = &c.nodes[i]
	}
	return g
}

func (c *coder) all(g *Graph, communities *[]Community) {
	for _, n := range g.Nodes {
		c.nodeFields(n)
	}
	c.int(&g.UnknownCalls)
	c.int(&g.Files)
	c.int(&g.Parsed)
	c.rest(g)
	codec.List(&c.Coder, communities, 1)
	for i := range *communities {
		k := &(*communities)[i]
		c.text(&k.ID)
		c.text(&k.Label)
		c.text(&k.Area)
		c.text(&k.Description)
		c.float(&k.Cohesion)
		c.nodeList(&k.Members)
	}
}

func (c *coder) processes(processes *[]Process) {
	codec.List(&c.Coder, processes, 1)
	for i := range *processes {
		p := &(*processes)[i]
		c.text(&p.ID)
		c.text(&p.Label)
		c.text(&p.Type)
		c.flags(&p.Cut)
		c.nodeList(&p.Steps)
		if len(p.Steps) == 0 {
			c.Failed = true // a process has at least its entry
		}
	}
}

func (c *coder) numbers() {
	codec.List(&c.Coder, &c.confidences, 1)
	for i := range c.confidences {
		c.float(&c.confidences[i])
	}
}

// call codes the form of a call; its flags are 0 without one.
func (c *coder) call(call **Call) {
	k := *call
	flags := uint64(0)
	if c.Encoding && k != nil {
		flags = 1 | uint64(k.flags()&(1<<flagBits-1))<<1
	}
	c.Uint(&flags)
	if flags == 0 {
		return
	}
	if !c.Encoding {
		one := take(c, &c.calls, 1)
		if len(one) == 0 {
			return
		}
		k = &one[0]
		*call = k
		for i, set := range []*bool{&k.Spread, &k.SpreadKeywords, &k.Discarded, &k.Awaited, &k.Deferred, &k.Checkable, &k.Indirect, &k.AsIs, &k.Outside, &k.Trailing} {
			*set = flags>>(i+1)&1 != 0
		}
	}
	c.int(&k.Args)
	c.int(&k.Values)
	c.distance32(&k.At, 0)
	c.text(&k.Receiver)
	c.texts(&k.Keywords)
}

// take returns the next n elements of a store and removes them from it.
func take[T any](c *coder, store *[]T, n int) []T {
	if n > len(*store) {
		c.Failed = true
		return nil
	}
	some := (*store)[:n:n]
	*store = (*store)[n:]
	return some
}

// int codes a number that is usually small, of either sign.
func (c *coder) int(v *int) {
	u := uint64(*v)<<1 ^ uint64(*v>>63)
	if c.Uint(&u); !c.Encoding {
		*v = int(u>>1) ^ -int(u&1)
	}
}

// distance codes a number as its difference to a nearby one.
func (c *coder) distance(v *int, from int) {
	d := *v - from
	if c.int(&d); !c.Encoding {
		*v = from + d
	}
}

func (c *coder) distance32(v *int32, from int32) {
	d := int(*v) - int(from)
	if c.int(&d); !c.Encoding {
		*v = from + int32(d)
	}
}

func (c *coder) float(v *float64) {
	bits := math.Float64bits(*v)
	if c.Fixed(&bits); !c.Encoding {
		*v = math.Float64frombits(bits)
	}
}

// confidence codes a number of which there are few different values.
func (c *coder) confidence(v *float64) {
	var n uint64
	if c.Encoding {
		i, ok := c.numberOf[*v]
		if !ok {
			i = uint32(len(c.confidences))
			c.numberOf[*v] = i
			c.confidences = append(c.confidences, *v)
		}
		n = uint64(i)
	}
	c.Uint(&n)
	if c.Encoding {
		return
	}
	if n >= uint64(len(c.confidences)) {
		c.Failed = true
		return
	}
	*v = c.confidences[n]
}

func (c *coder) text(s *string) {
	var n uint64
	if c.Encoding {
		i, ok := c.index[*s]
		if !ok {
			i = uint32(len(c.table))
			c.index[*s] = i
			c.table = append(c.table, *s)
		}
		n = uint64(i)
	}
	c.Uint(&n)
	if c.Encoding {
		return
	}
	if n >= uint64(len(c.table)) {
		c.Failed = true
		return
	}
	*s = c.table[n]
}

func (c *coder) texts(l *[]string) {
	n := len(*l)
	c.Length(&n, 1)
	if !c.Encoding && n > 0 {
		*l = take(c, &c.free, n)
	}
	for i := range *l {
		c.text(&(*l)[i])
	}
}

// flags codes up to 63 booleans as one number.
func (c *coder) flags(list ...*bool) {
	var v uint64
	for i, set := range list {
		if *set {
			v |= 1 << i
		}
	}
	c.Uint(&v)
	if c.Encoding {
		return // do not write: other goroutines may read the graph
	}
	for i, set := range list {
		*set = v>>i&1 != 0
	}
}

// node codes a node as its number, nil as 0.
func (c *coder) node(n **Node) {
	var v uint64
	if c.Encoding && *n != nil {
		v = uint64((*n).index) + 1
	}
	c.Uint(&v)
	switch {
	case c.Encoding || v == 0:
	case v > uint64(len(c.graph.Nodes)):
		c.Failed = true
	default:
		*n = c.graph.Nodes[v-1]
	}
}

// nodeList codes nodes; none may be nil.
func (c *coder) nodeList(l *[]*Node) {
	codec.List(&c.Coder, l, 1)
	for i := range *l {
		if c.node(&(*l)[i]); (*l)[i] == nil {
			c.Failed = true
		}
	}
}
