package resolve

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/codec"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/conform"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/edges"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
)

// Traces are what a graph leaves for Delta, by file.
type Traces struct {
	paths  []string
	files  []edges.Trace
	groups uint64 // of infer.Resolver.GroupsDigest
	taken  uint64 // of valueflow.Flow.TakenDigest
}

// tracesOf returns the traces of a finished graph, nil where none were made.
func tracesOf(e *edges.Writer) *Traces {
	if e.Traces == nil || e.Infer().Stopped() {
		return nil
	}
	t := &Traces{files: e.Traces, groups: e.Infer().GroupsDigest(), taken: e.Flow.TakenDigest()}
	for i := range e.Infer().NumFiles() {
		t.paths = append(t.paths, e.Infer().File(i).Path)
	}
	return t
}

// A Change is a snapshot that differs from another one in the bodies of functions alone: for each file in Changed,
// facts.SameDeclarations holds, and its language has lang.Rules.BodiesApart.
type Change struct {
	Input   Input
	Base    *graph.Graph // of the other snapshot
	Traces  *Traces      // of Base
	Changed map[string]bool
}

// Delta returns the graph of a change and its traces. It reads the code of changed files, and of those that the change
// reaches by the flow of values; the nodes and edges of all others are taken from the base. The result is
// the one of Graph. It returns nil where the change reaches further: then only Graph has it.
func Delta(c Change) (*graph.Graph, *Traces) {
	var g *graph.Graph
	var traces *Traces
	if caught := fault.Catch(fault.Resolve, func() { g, traces = delta(c) }); caught != nil {
		return nil, nil // Graph finds the file
	}
	return g, traces
}

func delta(c Change) (*graph.Graph, *Traces) {
	files := c.Input.Files
	if !slices.EqualFunc(files, c.Traces.paths, func(f File, path string) bool { return f.Path == path }) {
		return nil, nil
	}
	e := prepare(infer.New(c.Input))
	r := e.Infer()
	e.Traces, e.Given = make([]edges.Trace, len(files)), make([]*edges.Trace, len(files))
	for i := range files {
		if !c.Changed[files[i].Path] {
			e.Given[i] = &c.Traces.files[i]
		}
	}
	d := differ{Change: c, edges: e, ok: r.GroupsDigest() == c.Traces.groups}
	for _, stage := range []func(){e.Structure, e.Inheritance, e.Records, e.Implementations, e.FollowValues, d.reach, e.AllFiles, d.registrations, conform.New(e).Conformance, d.misuses} {
		if r.Stages(stage); !d.ok || r.Stopped() {
			return nil, nil
		}
	}
	read, taken := make(map[string]bool), 0
	for i := range files {
		if e.Given[i] == nil {
			read[files[i].Path] = true
		} else {
			taken += e.Given[i].UnknownCalls
		}
	}
	g, ok := e.B.Spliced(graph.Splice{Base: c.Base, Paths: read, UnknownCalls: taken})
	if !ok {
		return nil, nil
	}
	return g, tracesOf(e)
}

// A differ follows a change from the files that it changes to others.
type differ struct {
	Change
	edges *edges.Writer
	ok    bool // the rest of the graph is as in the base
}

// reach makes those files be read whose calls may run something else.
func (d *differ) reach() {
	flow := d.edges.Flow
	if d.ok = !flow.Unfit; !d.ok {
		return
	}
	taken := flow.TakenDigest() == d.Traces.taken
	for i, t := range d.edges.Given {
		if t == nil {
			continue
		}
		if targets, _ := flow.Digest(decl.FileID(i)); targets != t.Targets || t.Open && !taken {
			d.edges.Given[i] = nil
		}
	}
}

// registrations checks that the nodes of files that are not read are entry points as they were.
func (d *differ) registrations() {
	for i := range d.edges.Given {
		if !d.edges.Reads(decl.FileID(i)) {
			continue
		}
		was, is := d.Traces.files[i].Registered, d.edges.Traces[i].Registered
		if slices.Equal(was, is) {
			continue
		}
		for _, r := range slices.Concat(was, is) {
			n := d.edges.B.Node(r.ID)
			d.ok = d.ok && n != nil && d.isRead(n.Path)
		}
	}
}

// misuses checks that no file that is read has a part in the uses that are reported once for all files.
func (d *differ) misuses() {
	for i := range d.edges.Given {
		if d.edges.Reads(decl.FileID(i)) && (d.Traces.files[i].Misuses || d.edges.Traces[i].Misuses) {
			d.ok = false
		}
	}
}

func (d *differ) isRead(path string) bool {
	i, ok := slices.BinarySearchFunc(d.Input.Files, path, func(f File, path string) int { return cmp.Compare(f.Path, path) })
	return ok && d.edges.Reads(decl.FileID(i))
}

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
	c.Fixed(&t.groups)
	c.Fixed(&t.taken)
	codec.List(c, &t.paths, 1)
	if !c.Encoding {
		t.files = make([]edges.Trace, len(t.paths))
	}
	for i := range t.paths {
		c.Text(&t.paths[i])
		t.files[i].Code(c)
	}
}
