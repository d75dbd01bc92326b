package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/codec"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/edges"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/module"
)

// Traces are what a graph leaves for Delta, by file.
type Traces struct {
	paths  []string
	files  []edges.Trace
	groups []int32  // of modules, see infer.Resolver.Group
	taken  []uint64 // hashes of the IDs of valueflow.Flow.TakenTypes, in order
}

// tracesOf returns the traces of a finished graph, nil where none were made.
func tracesOf(e *edges.Writer, g *graph.Graph) *Traces {
	if e.Traces == nil || e.Infer().Stopped() {
		return nil
	}
	e.TraceNodes(g)
	t := &Traces{files: e.Traces, taken: takenBy(e)}
	for i := range e.Infer().NumFiles() {
		t.paths = append(t.paths, e.Infer().File(i).Path)
		t.groups = append(t.groups, e.Infer().Group(i))
	}
	return t
}

// takenBy returns the hashes of the IDs of the types whose values are converted to other types, in order.
func takenBy(e *edges.Writer) []uint64 {
	var out []uint64
	for _, s := range e.Flow.TakenTypes() {
		if n := e.Node(s); n != nil {
			out = append(out, hashOf(n))
		}
	}
	slices.Sort(out)
	return out
}

func hashOf(n *graph.Node) uint64 { return uint64(facts.HashOf(n.ID)) }

// Encode returns the traces as bytes.
func (t *Traces) Encode() []byte {
	c := codec.Coder{Encoding: true}
	t.code(&c)
	return c.Buf
}

// DecodeTraces returns traces from their bytes, nil where these are corrupt.
func DecodeTraces(data []byte) *Traces {
	c, t := codec.Coder{Buf: data}, new(Traces)
	if t.code(&c); c.Failed || c.Pos != len(data) {
		return nil
	}
	return t
}

func (t *Traces) code(c *codec.Coder) {
	codec.List(c, &t.taken, 8)
	for i := range t.taken {
		c.Fixed(&t.taken[i])
	}
	codec.List(c, &t.paths, 2)
	if !c.Encoding {
		t.files, t.groups = make([]edges.Trace, len(t.paths)), make([]int32, len(t.paths))
	}
	for i := range t.paths {
		c.Text(&t.paths[i])
		group := uint64(t.groups[i] - module.None)
		if c.Uint(&group); !c.Encoding {
			t.groups[i] = int32(group) + module.None
		}
		t.files[i].Code(c)
	}
}
