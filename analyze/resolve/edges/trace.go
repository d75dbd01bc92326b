package edges

import (
	"math"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/bloom"
	"github.com/nexus-ci/nexus-ci/analyze/codec"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/meaning"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/digest"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/links"
)

// A Trace is what the code of one file leaves in the graph outside of its own nodes, and what its own nodes depend on
// outside of declarations.
type Trace struct {
	// Log is what the file adds to the flow of values, nil where that depends on the code of another file.
	Log []byte
	// Links is what links.HashOf returns. It may depend on all files, see lang.Linker.
	Links uint64
	// Names lets the names pass that the file mentions.
	Names bloom.Filter
	// Declared is a hash of the edges that follow from declarations and start at nodes of the file.
	Declared uint64
	// Targets is a hash of what the calls of the file may run by the flow of values. Open are the calls for which the set of
	// types whose values were converted counts too, as OpenCall has them, and those for which the overriders of a method do, as
	// Dispatched; sorted.
	Targets uint64
	Open    []bloom.Hash
	// UnknownCalls counts the calls of the file that are not resolved.
	UnknownCalls int
	// Misuses: the file uses a type as an interface that it does not implement. Of several such uses the best place is
	// reported, in whichever file.
	Misuses bool
	// Nodes are, by definition, one more than the position of its node in Graph.Nodes; 0 for none. It is shorter where
	// no later definition has a node.
	Nodes []int32
	// Values are, by definition, the digest of what it is, 0 for one with a declared type. It is shorter where all others are 0,
	// and empty in a language where bodies decide nothing.
	Values []digest.Digest
	// Registered are the entry points that the file registers, in order, some of them twice.
	Registered []Registration
}

// A Registration makes the node with an ID an entry point.
type Registration struct {
	ID string
	As graph.Entry
}

// OpenCall returns what stands for the calls of a method of an interface, given by the ID of its node. Without that it stands
// for the calls of values from outside the repository, or of unknown type.
func OpenCall(iface, method string) bloom.Hash { return bloom.HashOf(iface + "\x00" + method) }

// Dispatched returns what stands for the calls that lead to the methods which override one.
func Dispatched(m *graph.Node) bloom.Hash { return bloom.HashOf("dispatch\x00" + m.ID) }

// Reads reports whether the code of a file is read.
func (e *Writer) Reads(f decl.FileID) bool { return e.Given == nil || e.Given[f] == nil }

// FindsMisuses reports whether the uses of types as interfaces in a file are to be checked: it is read, or had misuses.
func (e *Writer) FindsMisuses(f decl.FileID) bool {
	return e.Reads(f) || e.Given[f].Misuses && !e.IsApart(f)
}

// IsApart reports whether only the outline of a file is known, see input.File.
func (e *Writer) IsApart(f decl.FileID) bool { return e.infer.In.Files[f].Apart }

// trace adds the uses of a file, and completes its trace.
func (e *Writer) trace(f decl.FileID) {
	before := e.B.UnknownCalls
	e.addFile(f)
	if e.KeepTraces {
		t := &e.Traces[f]
		t.UnknownCalls = e.B.UnknownCalls - before
		t.Log, t.Names = e.Flow.Log(f), meaning.FilterOf(e.infer.File(f).Facts)
		t.Targets = e.Flow.Digest(f)
		slices.Sort(t.Open)
		t.Open = slices.Compact(t.Open)
		t.Values = e.values(f)
	}
}

// values returns the digests of the definitions of a file.
func (e *Writer) values(f decl.FileID) []digest.Digest {
	file := e.infer.File(f)
	if !file.Lang.Rules.BodiesDecide {
		return nil
	}
	out := make([]digest.Digest, len(file.Facts.Defs))
	for i := range out {
		if x := &file.Facts.Defs[i]; len(x.Values) > 0 {
			out[i] = e.digests.Of(file.Symbol(facts.DefID(i)), nil)
		}
	}
	for len(out) > 0 && out[len(out)-1] == 0 {
		out = out[:len(out)-1]
	}
	return out
}

// takeOver adds the entry points that a file registers whose code is not read, and completes its trace.
func (e *Writer) takeOver(f decl.FileID) {
	given := e.Given[f]
	for _, r := range given.Registered {
		if n := e.B.Node(r.ID); n != nil {
			e.enter(f, n, r.As)
		}
	}
	if e.KeepTraces {
		t := &e.Traces[f]
		t.UnknownCalls, t.Log, t.Names, t.Targets, t.Open, t.Values = given.UnknownCalls, e.Flow.Log(f), given.Names, given.Targets, given.Open, given.Values
	}
}

// TraceNodes sets Nodes of all traces. It is to be called when the graph is finished.
func (e *Writer) TraceNodes(g *graph.Graph) {
	for i := range e.Traces {
		f := e.infer.File(decl.FileID(i))
		nodes := make([]int32, len(f.Facts.Defs))
		for d := range nodes {
			if n := e.Node(f.Symbol(facts.DefID(d))); n != nil {
				nodes[d] = int32(g.Index(n)) + 1
			}
		}
		for len(nodes) > 0 && nodes[len(nodes)-1] == 0 {
			nodes = nodes[:len(nodes)-1]
		}
		e.Traces[i].Nodes = nodes
	}
}

// TraceDeclared sets Declared of all traces. It is to be called when all edges that follow from declarations are
// there, and no others.
func (e *Writer) TraceDeclared() {
	if e.Traces == nil {
		return
	}
	digests := e.B.Digests()
	for f := range e.infer.NumFiles() {
		e.Traces[f].Declared = digests[e.infer.File(f).Path]
	}
}

// TraceLinks sets Links of all traces.
func (e *Writer) TraceLinks() {
	for i := range e.Traces {
		f := e.infer.File(decl.FileID(i))
		e.Traces[i].Links = links.HashOf(e.infer, f, e.inProject(f))
	}
}

// Code encodes or decodes a trace. It does not change one that it encodes, which others may be reading.
func (t *Trace) Code(c *codec.Coder) {
	logged, log, names, calls := t.Log != nil, string(t.Log), string(t.Names), uint64(t.UnknownCalls)
	if c.Bool(&logged); logged {
		c.Text(&log)
	}
	c.Text(&names)
	c.Fixed(&t.Links)
	c.Fixed(&t.Declared)
	c.Fixed(&t.Targets)
	codec.List(c, &t.Open, 8)
	for i := range t.Open {
		h := uint64(t.Open[i])
		if c.Fixed(&h); !c.Encoding {
			t.Open[i] = bloom.Hash(h)
		}
	}
	c.Bool(&t.Misuses)
	c.Uint(&calls)
	codec.List(c, &t.Nodes, 1)
	for i := range t.Nodes {
		at := uint64(t.Nodes[i])
		if c.Uint(&at); !c.Encoding {
			t.Nodes[i] = int32(min(at, math.MaxInt32))
		}
	}
	codec.List(c, &t.Values, 1)
	for i := range t.Values {
		value := uint64(t.Values[i])
		if c.Uint(&value); !c.Encoding {
			t.Values[i] = digest.Digest(value)
		}
	}
	codec.List(c, &t.Registered, 10)
	for i := range t.Registered {
		t.Registered[i].code(c)
	}
	if c.Encoding {
		return
	}
	if t.UnknownCalls = int(calls); names != "" {
		t.Names = bloom.Filter(names)
	}
	if logged {
		t.Log = []byte(log)
	}
}

func (r *Registration) code(c *codec.Coder) {
	score := math.Float64bits(r.As.Score)
	c.Text(&r.ID)
	c.Text(&r.As.Type)
	if c.Fixed(&score); !c.Encoding {
		r.As.Score = math.Float64frombits(score)
	}
}
