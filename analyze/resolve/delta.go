package resolve

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/codec"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
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
	groups uint64 // see groupsDigest
	taken  uint64 // of valueflow.Flow.TakenDigest
}

// tracesOf returns the traces of a finished graph, nil where none were made.
func tracesOf(e *edges.Writer) *Traces {
	if e.Traces == nil || e.Infer().Stopped() {
		return nil
	}
	t := &Traces{files: e.Traces, groups: groupsDigest(e.Infer()), taken: e.Flow.TakenDigest()}
	for i := range e.Infer().NumFiles() {
		t.paths = append(t.paths, e.Infer().File(i).Path)
	}
	return t
}

// groupsDigest returns a hash of the groups of modules of all files.
func groupsDigest(r *infer.Resolver) uint64 {
	h := fnv.New64a()
	var buf []byte
	for i := range r.NumFiles() {
		buf = binary.AppendVarint(buf[:0], int64(r.Group(i)))
		h.Write(buf)
	}
	return h.Sum64()
}

// A Change is a snapshot that has the same files with facts as another one. In the files of Changed the code differs;
// their languages have lang.Rules.BodiesApart.
type Change struct {
	Input   Input
	Base    *graph.Graph // of the other snapshot
	Traces  *Traces      // of Base
	Changed map[string]*facts.Difference
}

// Delta returns the graph of a change, the same as Graph does. It reads the code of changed files, and of those that the
// change may reach: that mention a name which is declared otherwise, whose types implement or override something else, or
// whose calls may run something else. The nodes and edges of all others are taken from the base. It returns nil
// where the change reaches further: then only Graph has the result.
func Delta(c Change) (g *graph.Graph) {
	if caught := fault.Catch(fault.Resolve, func() { g = delta(c) }); caught != nil {
		return nil // Graph finds the file
	}
	return g
}

func delta(c Change) *graph.Graph {
	files := c.Input.Files
	if !slices.EqualFunc(files, c.Traces.paths, func(f File, path string) bool { return f.Path == path }) {
		return nil
	}
	e := prepare(infer.New(c.Input))
	r := e.Infer()
	e.Traces, e.Given, e.Moved = make([]edges.Trace, len(files)), make([]*edges.Trace, len(files)), make([][]facts.DefID, len(files))
	for i := range files {
		if diff := c.Changed[files[i].Path]; diff != nil {
			e.Moved[i] = diff.Moved
		} else {
			e.Given[i] = &c.Traces.files[i]
		}
	}
	d := differ{Change: c, edges: e, ok: groupsDigest(r) == c.Traces.groups}
	for _, stage := range []func(){e.Structure, e.Inheritance, d.names, e.Records, e.Implementations, e.TraceDeclared, d.declared, e.FollowValues, d.reach, e.AllFiles, d.registrations, conform.New(e).Conformance} {
		if r.Stages(stage); !d.ok || r.Stopped() {
			return nil
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
		return nil
	}
	return g
}

// A differ follows a change from the files that it changes to others.
type differ struct {
	Change
	edges *edges.Writer
	ok    bool // the rest of the graph is as in the base
}

// names makes those files be read that mention a name which is declared otherwise.
func (d *differ) names() {
	changed := make(facts.Names)
	for path, diff := range d.Changed {
		for name, sense := range diff.Names {
			if sense != facts.InCode || d.mayBeUnique(name) {
				changed[name] |= sense
			}
		}
		d.receivers(path, diff, changed)
		d.outside(path, diff, changed)
	}
	for grown := true; grown; {
		grown = false
		for _, diff := range d.Changed {
			grown = diff.Spread(changed) || grown
		}
	}
	if len(changed) == 0 {
		return
	}
	for i, t := range d.edges.Given {
		f := d.Input.Files[i].Facts
		if t == nil || !f.Mentions(changed) {
			continue
		}
		if f.Declares(changed) {
			d.ok = false
			return
		}
		d.edges.Given[i] = nil
	}
}

// mayBeUnique reports whether a member that only the code of a function can name otherwise counts for rule 12: no two
// files that are not changed have members of the name.
func (d *differ) mayBeUnique(name string) bool {
	others := 0
	for _, s := range d.edges.Infer().ByName[name] {
		if d.edges.Given[d.edges.Infer().Symbol(s).File] != nil {
			others++
		}
	}
	return others < 2 && len(name) >= edges.MinUniqueName
}

// receivers adds the types that are not structs and classes and have other methods, where they are in other files.
func (d *differ) receivers(path string, diff *facts.Difference, changed facts.Names) {
	r := d.edges.Infer()
	for name := range diff.Receivers {
		for _, s := range r.UnitNamed(r.File(d.file(path)).Unit, name) {
			if k := r.Def(s).Kind; k != facts.Struct && k != facts.Class {
				changed[name] |= facts.Anywhere
			}
		}
	}
}

// outside adds the methods of those interfaces outside the repository that have one of the methods which are declared
// otherwise: a type may implement them now, or no longer.
func (d *differ) outside(path string, diff *facts.Difference, changed facts.Names) {
	for _, methods := range d.edges.Infer().File(d.file(path)).Lang.Interfaces {
		list := strings.Fields(methods)
		for i := range list {
			list[i], _, _ = strings.Cut(list[i], "/")
		}
		if slices.ContainsFunc(list, func(m string) bool { return diff.Methods[m] }) {
			for _, m := range list {
				changed[m] |= facts.InCode
			}
		}
	}
}

// file returns the number of a file that has facts.
func (d *differ) file(path string) decl.FileID {
	i, _ := slices.BinarySearchFunc(d.Input.Files, path, func(f File, path string) int { return cmp.Compare(f.Path, path) })
	return decl.FileID(i)
}

// declared makes those files be read whose types implement or override something else, and those that call methods of
// the interfaces concerned. It fails where a type no longer implements an interface: what used it as that is not known.
func (d *differ) declared() {
	of := make(map[string]bool) // the files of the types
	for i, t := range d.edges.Given {
		path := d.Input.Files[i].Path
		if t == nil {
			of[path] = true
		} else if t.Declared != d.edges.Traces[i].Declared {
			of[path], d.edges.Given[i] = true, nil
		}
	}
	now := make(map[[2]string]*graph.Node)
	d.edges.B.Each(func(source *graph.Node, t graph.EdgeType, target *graph.Node) {
		if (t == graph.Implements || t == graph.Overrides) && of[source.Path] {
			now[[2]string{source.ID, target.ID}] = target
		}
	})
	for _, n := range d.Base.Nodes {
		if !of[n.Path] {
			continue
		}
		for _, e := range d.Base.Out(n) {
			if e.Type != graph.Implements && e.Type != graph.Overrides {
				continue
			}
			pair := [2]string{n.ID, e.Target.ID}
			if now[pair] == nil {
				d.ok = false
				return
			}
			delete(now, pair)
		}
	}
	if len(now) == 0 {
		return
	}
	names := make(facts.Names)
	for _, target := range now {
		names[target.Name] = facts.InCode // of the interface, or of its method
	}
	for i, t := range d.edges.Given {
		if t != nil && d.Input.Files[i].Facts.Mentions(names) {
			d.edges.Given[i] = nil
		}
	}
}

// reach makes those files be read whose calls may run something else.
func (d *differ) reach() {
	flow := d.edges.Flow
	if d.ok = !flow.Unfit; !d.ok {
		return
	}
	for _, f := range flow.Reread {
		d.edges.Given[f] = nil
	}
	taken := flow.TakenDigest() == d.Traces.taken
	for i, t := range d.edges.Given {
		if t == nil {
			continue
		}
		targets, _ := flow.Digest(decl.FileID(i))
		if targets != t.Targets || t.Open && !taken {
			d.edges.Given[i] = nil
		}
		if d.edges.FindsMisuses(decl.FileID(i)) {
			flow.Look(decl.FileID(i))
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

func (d *differ) isRead(path string) bool { return d.edges.Reads(d.file(path)) }

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
