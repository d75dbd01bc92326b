package resolve

import (
	"maps"
	"math"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/bloom"
	"github.com/nexus-ci/nexus-ci/analyze/codec"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/edges"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/outside"
)

// Traces are what a graph leaves for Delta, by file.
type Traces struct {
	paths  []string
	files  []edges.Trace
	groups []int32  // see infer.Resolver.Group
	taken  []uint64 // hashes of the IDs of valueflow.Flow.TakenTypes, in order
	// asked are, by family, the paths in graph.Graph.Asked, sorted.
	asked map[string][]string
	// outside are the types that implement interfaces outside the repository.
	outside outside.Hashes
}

// tracesOf returns the traces of a finished graph, nil where none were made.
func tracesOf(e *edges.Writer, g *graph.Graph) *Traces {
	if e.Traces == nil || e.Infer().Stopped() || e.Flow.Exhausted() {
		return nil
	}
	e.TraceNodes(g)
	t := &Traces{files: e.Traces, taken: takenBy(e), outside: make(outside.Hashes), asked: make(map[string][]string)}
	for family, asked := range e.Infer().Asked {
		t.asked[family] = slices.Sorted(maps.Keys(asked))
	}
	for _, l := range e.StructuralLanguages() {
		maps.Copy(t.outside, e.OutsideOf(l, func([]string) bool { return true }))
	}
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

func hashOf(n *graph.Node) uint64 { return uint64(bloom.HashOf(n.ID)) }

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
	t.outside.Code(c)
	families := slices.Sorted(maps.Keys(t.asked))
	if codec.List(c, &families, 2); !c.Encoding {
		t.asked = make(map[string][]string, len(families))
	}
	for _, family := range families {
		list := t.asked[family]
		c.Text(&family)
		codec.List(c, &list, 1)
		for k := range list {
			c.Text(&list[k])
		}
		if !c.Encoding {
			t.asked[family] = list
		}
	}
	codec.List(c, &t.paths, 2)
	if !c.Encoding {
		t.files, t.groups = make([]edges.Trace, len(t.paths)), make([]int32, len(t.paths))
	}
	for i := range t.paths {
		c.Text(&t.paths[i])
		group := uint64(t.groups[i])
		if c.Uint(&group); !c.Encoding {
			t.groups[i] = int32(min(group, math.MaxInt32))
		}
		t.files[i].Code(c)
	}
}
