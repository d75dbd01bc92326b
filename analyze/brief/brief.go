// Package brief stores a short summary of every symbol of a graph that can be read without
// the graph: its callers, its other users, its callees, and the flows that contain it.
//
// In: a graph with its communities and processes. Out: a Table. The stored form is used as it
// is, without decoding: reading an entry costs only its bytes. So a process that answers a
// single query need not decode a whole graph. Entries are numbered like graph.Nodes. For
// corrupt data an entry is missing or wrong; nothing worse happens.
package brief

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Most is the maximum number of callers, callees and flows stored per symbol.
const Most = 3

// An Entry is the summary of a symbol.
type Entry struct {
	Name             string // qualified
	Path             string
	Callers, Callees Refs
	// Users name the symbol without calling it themselves: they register a handler or middleware,
	// pass a callback, mention a type.
	Users Refs
	Flows Flows
	// Cohesion is that of the symbol's community, 0 to 1.
	Cohesion float64
}

// Refs are the first of several symbols, and their full number.
type Refs struct {
	Nodes []int // numbers of entries
	Total int
}

// Flows are the first of several flows, and their full number.
type Flows struct {
	Steps []Step
	Total int
}

// A Step is the position of a symbol in a flow.
type Step struct {
	Flow        string // its label
	Step, Steps int    // from 1
	// Entry and Terminal are the entry numbers of the first and the last step.
	Entry, Terminal int
}

// A Table holds the entries of all files and symbols. Stored form, with 4-byte numbers in
// little-endian and all other numbers as varints:
//
//	number of entries and of flows
//	end offset of each entry and each flow, 4 bytes each
//	the entries: kind, cohesion in 255ths, name, number of the file's entry, callers,
//	callees, users and flows; each list begins with its full number
//	the flows: number of steps, entries of the first and the last step, label
type Table struct {
	data    []byte
	ends    []byte
	records []byte
	nodes   int
	flows   int
}

// The kinds of entries.
const (
	kindSymbol = iota
	kindFile   // its name is the path
)

// New makes the table of a graph. Edges below minConfidence are ignored.
func New(g *graph.Graph, communities []graph.Community, processes []graph.Process, minConfidence float64) *Table {
	w := writer{
		graph: g, minConfidence: minConfidence, cohesion: make(map[*graph.Node]float64), steps: make(map[*graph.Node][]step),
		constructors: make(map[*graph.Node][]*graph.Node),
	}
	for i := range communities {
		for _, n := range communities[i].Members {
			w.cohesion[n] = communities[i].Cohesion
		}
	}
	for i := range processes {
		for at, n := range processes[i].Steps {
			w.steps[n] = append(w.steps[n], step{i, at + 1})
		}
	}
	files := make(map[string]int)
	for i, n := range g.Nodes {
		switch {
		case n.Label == graph.File:
			files[n.Path] = i
		case n.Label == graph.Constructor && n.Parent != nil && n.Parent.Label.IsType():
			w.constructors[n.Parent] = append(w.constructors[n.Parent], n)
		}
	}
	var records, ends []byte
	for _, n := range g.Nodes {
		if file, ok := files[n.Path]; ok && n.Label != graph.Folder {
			records = w.entry(records, n, file)
		}
		ends = binary.LittleEndian.AppendUint32(ends, uint32(len(records)))
	}
	for i := range processes {
		p := &processes[i]
		for _, n := range []int{len(p.Steps), g.Index(p.Entry()), g.Index(p.Terminal())} {
			records = binary.AppendUvarint(records, uint64(n))
		}
		records = append(records, p.Label...)
		ends = binary.LittleEndian.AppendUint32(ends, uint32(len(records)))
	}
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(g.Nodes)))
	head = binary.LittleEndian.AppendUint32(head, uint32(len(processes)))
	t, _ := Load(slices.Concat(head, ends, records)) // cannot fail: the data was just made
	return t
}

// A writer holds the inputs for entries.
type writer struct {
	graph         *graph.Graph
	minConfidence float64
	cohesion      map[*graph.Node]float64
	steps         map[*graph.Node][]step
	constructors  map[*graph.Node][]*graph.Node // constructors by type: calling the type calls them
}

type step struct{ flow, at int }

func (w *writer) entry(b []byte, n *graph.Node, file int) []byte {
	kind, name := byte(kindSymbol), n.Qualified
	if n.Label == graph.File {
		kind = kindFile
	}
	cohesion := 0.0
	for at := n; at != nil && cohesion == 0; at = at.Parent {
		cohesion = w.cohesion[at]
	}
	b = append(b, kind, byte(math.Round(255*min(1, max(0, cohesion)))))
	b = binary.AppendUvarint(b, uint64(len(name)))
	b = append(b, name...)
	b = binary.AppendUvarint(b, uint64(file))
	in := slices.Clone(w.graph.In(n))
	for _, c := range w.constructors[n] {
		in = append(in, w.graph.In(c)...)
	}
	callers := w.ends(n, in, graph.Calls, source)
	users := slices.DeleteFunc(w.ends(n, in, graph.References, source), func(u *graph.Node) bool {
		_, calls := slices.BinarySearchFunc(callers, u, w.order)
		return calls
	})
	b = w.refs(b, callers)
	b = w.refs(b, w.ends(n, w.graph.Out(n), graph.Calls, target))
	b = w.refs(b, users)
	steps := w.steps[n]
	b = binary.AppendUvarint(b, uint64(len(steps)))
	for _, s := range steps[:min(Most, len(steps))] {
		b = binary.AppendUvarint(b, uint64(s.flow))
		b = binary.AppendUvarint(b, uint64(s.at))
	}
	return b
}

func source(e *graph.Edge) *graph.Node { return e.Source }
func target(e *graph.Edge) *graph.Node { return e.Target }

// ends returns the other ends of edges of a type, each name once. Tests are listed as callers or
// users of other code only if there are no others.
func (w *writer) ends(n *graph.Node, edges []*graph.Edge, of graph.EdgeType, other func(*graph.Edge) *graph.Node) []*graph.Node {
	var code, tests []*graph.Node
	for _, e := range edges {
		to := other(e)
		switch {
		case e.Type != of || e.Confidence < w.minConfidence || to == n:
		case to.Test && !n.Test:
			tests = append(tests, to)
		default:
			code = append(code, to)
		}
	}
	if len(code) == 0 {
		code = tests
	}
	slices.SortFunc(code, w.order)
	return slices.CompactFunc(code, func(a, b *graph.Node) bool { return a.Qualified == b.Qualified })
}

// order compares nodes by name, then by position in the graph.
func (w *writer) order(a, b *graph.Node) int {
	return cmp.Or(cmp.Compare(a.Qualified, b.Qualified), cmp.Compare(w.graph.Index(a), w.graph.Index(b)))
}

// refs appends how many nodes there are, and the numbers of the first Most of them.
func (w *writer) refs(b []byte, nodes []*graph.Node) []byte {
	b = binary.AppendUvarint(b, uint64(len(nodes)))
	for _, to := range nodes[:min(Most, len(nodes))] {
		b = binary.AppendUvarint(b, uint64(w.graph.Index(to)))
	}
	return b
}

var errCorrupt = errors.New("load briefs: corrupt data")

// Load returns the table with the stored form data. It keeps data, which must not change.
func Load(data []byte) (*Table, error) {
	const head = 8
	if len(data) < head {
		return nil, errCorrupt
	}
	nodes, flows := int(binary.LittleEndian.Uint32(data)), int(binary.LittleEndian.Uint32(data[4:]))
	if most := (len(data) - head) / 4; nodes > most || flows > most-nodes {
		return nil, errCorrupt
	}
	size := 4 * (nodes + flows)
	return &Table{data: data, ends: data[head : head+size], records: data[head+size:], nodes: nodes, flows: flows}, nil
}

// Bytes returns the stored form, which must not be changed.
func (t *Table) Bytes() []byte { return t.data }

// Len returns the number of entries.
func (t *Table) Len() int { return t.nodes }

// record returns the bytes of an entry, or of a flow, which are numbered after the entries.
func (t *Table) record(i int) reader {
	from, to := uint32(0), binary.LittleEndian.Uint32(t.ends[4*i:])
	if i > 0 {
		from = binary.LittleEndian.Uint32(t.ends[4*i-4:])
	}
	if from > to || uint64(to) > uint64(len(t.records)) {
		return reader{bad: true}
	}
	return reader{rest: t.records[from:to]}
}

// Entry returns the i-th entry; false for none.
func (t *Table) Entry(i int) (Entry, bool) {
	if i < 0 || i >= t.nodes {
		return Entry{}, false
	}
	r := t.record(i)
	kind := r.byte()
	e := Entry{Cohesion: float64(r.byte()) / 255}
	e.Name = r.text(r.number())
	if file := r.number(); kind == kindFile {
		e.Path = e.Name
	} else {
		e.Path = t.file(file)
	}
	e.Callers, e.Callees, e.Users = r.refs(), r.refs(), r.refs()
	e.Flows.Total = r.number()
	for range min(Most, e.Flows.Total) {
		flow, at := r.number(), r.number()
		if s := t.step(flow, at); s.Steps > 0 {
			e.Flows.Steps = append(e.Flows.Steps, s)
		}
	}
	return e, !r.bad && e.Path != ""
}

// file returns the path of a file entry, "" for none.
func (t *Table) file(i int) string {
	if i >= t.nodes {
		return ""
	}
	r := t.record(i)
	kind := r.byte()
	r.byte()
	if name := r.text(r.number()); kind == kindFile && !r.bad {
		return name
	}
	return ""
}

func (t *Table) step(flow, at int) Step {
	if flow >= t.flows {
		return Step{}
	}
	r := t.record(t.nodes + flow)
	s := Step{Step: at, Steps: r.number(), Entry: r.number(), Terminal: r.number()}
	if r.bad || at < 1 || at > s.Steps {
		return Step{}
	}
	s.Flow = string(r.rest)
	return s
}

// A reader reads a record. After the first missing byte, all numbers are 0.
type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) byte() byte {
	if r.bad || len(r.rest) == 0 {
		r.bad = true
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *reader) number() int {
	n, size := binary.Uvarint(r.rest)
	if r.bad || size <= 0 || n > math.MaxInt32 {
		r.bad = true
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}

func (r *reader) text(n int) string {
	if r.bad || n > len(r.rest) {
		r.bad = true
		return ""
	}
	s := string(r.rest[:n])
	r.rest = r.rest[n:]
	return s
}

func (r *reader) refs() Refs {
	refs := Refs{Total: r.number()}
	for range min(Most, refs.Total) {
		refs.Nodes = append(refs.Nodes, r.number())
	}
	return refs
}
