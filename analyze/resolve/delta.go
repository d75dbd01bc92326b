package resolve

import (
	"cmp"
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/conform"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/digest"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/edges"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/module"
)

// A Change leads from another snapshot to Input.
type Change struct {
	Input  Input
	Base   *graph.Graph // of the other snapshot
	Traces *Traces      // of Base
	// Changed are the files whose facts differ, with those that came and those that went. What is known of a difference is
	// of a language with lang.Rules.BodiesApart.
	Changed map[string]*facts.Difference
	// Traced: the traces of the graph are asked for.
	Traced bool
}

// Delta returns the graph of a change, the same as Graph does. It reads the code of changed files, and of those that the
// change may reach: that mention a name which is declared otherwise, whose types implement or override something else, or
// whose calls may run something else. The nodes and edges of all others are taken from the base. It returns nil
// where the change reaches further, or half of the files: then only Graph has the result. The traces are those that
// Traced returns, nil unless they are asked for.
func Delta(c Change) (g *graph.Graph, traces *Traces) {
	if caught := fault.Catch(fault.Resolve, func() { g, traces = delta(c) }); caught != nil {
		return nil, nil // Graph finds the file
	}
	return g, traces
}

func delta(c Change) (*graph.Graph, *Traces) {
	d := newDiffer(c)
	if d == nil {
		return nil, nil
	}
	e := d.edges
	r := e.Infer()
	for _, stage := range []func(){e.TraceLinks, d.names, e.Structure, e.Inheritance, e.Records, e.Implementations, e.TraceDeclared, d.declared, e.FollowValues, d.reach, e.Renew, e.AllFiles, d.registrations, conform.New(e).Conformance} {
		if r.Stages(stage); !d.ok || e.Orphans || r.Stopped() {
			return nil, nil
		}
	}
	read, taken := make(map[string]bool), 0
	for i, f := range c.Input.Files {
		if e.Given[i] == nil {
			read[f.Path] = true
		} else {
			taken += e.Given[i].UnknownCalls
		}
	}
	for path := range c.Changed {
		read[path] = true // also those that went
	}
	g, ok := e.B.Spliced(graph.Splice{Paths: read, UnknownCalls: taken})
	if !ok {
		return nil, nil
	}
	if !c.Traced {
		return g, nil
	}
	return g, tracesOf(e, g)
}

// A differ follows a change from the files that it changes to others.
type differ struct {
	Change
	edges *edges.Writer
	was   []int // by file: its number in the base, -1 for none
	ok    bool  // the rest of the graph is as in the base

	members  facts.Names                 // with other meanings, see facts.Changed, that count in all files
	trails   map[holder]*trail           // to the members of each type, but those that count everywhere
	unique   facts.Names                 // those of them that may count for rule 12
	tops     map[decl.UnitID]facts.Names // by the unit that has them
	inner    map[decl.FileID]facts.Names // that only one file can use
	reaches  map[decl.FileID]reaching    // the files that are read because of a name
	hashes   map[string]facts.NameHash   // memo of facts.HashOf
	families map[string]bool             // of the languages of the changed files
	whole    map[string]bool             // the families of which all files are read
	digests  *digest.Maker               // of a resolver of its own, see digest
}

// everywhere stands for the unit of names that files can use which do not import it.
const everywhere decl.UnitID = -1

// newDiffer returns a differ with the tables of declarations of Input, nil where files came or went that are not in
// Changed, or modules are grouped otherwise.
func newDiffer(c Change) *differ {
	d := &differ{Change: c, ok: true, members: make(facts.Names), trails: make(map[holder]*trail), unique: make(facts.Names), tops: make(map[decl.UnitID]facts.Names), inner: make(map[decl.FileID]facts.Names), reaches: make(map[decl.FileID]reaching), families: make(map[string]bool), whole: make(map[string]bool), hashes: make(map[string]facts.NameHash)}
	e := prepare(infer.New(c.Input), c.Base)
	n := len(c.Input.Files)
	d.edges, d.was = e, make([]int, n)
	e.Traces, e.Given, e.KeepTraces = make([]edges.Trace, n), make([]*edges.Trace, n), c.Traced
	e.Renumbered.Files, e.Renumbered.Defs = make([]decl.FileID, len(c.Traces.paths)), make([][]facts.DefID, len(c.Traces.paths))
	groups := pairing{make(map[int32]int32), make(map[int32]int32)}
	for i := range d.was {
		d.was[i] = -1
	}
	for b, path := range c.Traces.paths {
		diff := c.Changed[path]
		if diff != nil {
			e.Renumbered.Defs[b] = diff.Moved
		}
		i, found := d.find(path)
		if !found {
			if e.Renumbered.Files[b] = -1; diff == nil {
				return nil
			}
			continue
		}
		if diff == nil {
			e.Given[i] = &c.Traces.files[b]
		}
		e.Renumbered.Files[b], d.was[i] = i, b
		if !groups.pair(c.Traces.groups[b], e.Infer().Group(i)) {
			return nil
		}
	}
	for i, b := range d.was {
		if b < 0 && c.Changed[c.Input.Files[i].Path] == nil {
			return nil
		}
	}
	return d
}

// A pairing of groups of modules says which stand for each other in two snapshots.
type pairing struct{ to, from map[int32]int32 }

// pair reports whether two groups may stand for each other, and takes note that they do.
func (p pairing) pair(was, is int32) bool {
	if was == module.None || is == module.None {
		return was == is
	}
	to, known := p.to[was]
	from, met := p.from[is]
	p.to[was], p.from[is] = is, was
	return (!known || to == is) && (!met || from == was)
}

// Delta gives up where it would read more than one in maxRead files: reading all of them costs no more then. In
// a snapshot of at most smallSnapshot files it never does, since either is cheap.
const (
	maxRead       = 2
	smallSnapshot = 64
)

// declared makes those files be read whose types implement or override something else, those that call methods of
// the interfaces concerned, and those that may use a type as an interface that it no longer implements.
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
	for path := range d.Changed {
		of[path] = true // also those that went
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
			pair := [2]string{n.ID, e.Target.ID}
			switch {
			case e.Type != graph.Implements && e.Type != graph.Overrides:
			case now[pair] != nil:
				delete(now, pair)
			default:
				d.aim(e.Target)
				if e.Type == graph.Implements && d.edges.B.Node(n.ID) != nil {
					d.lose(e.Target)
				}
			}
		}
	}
	for _, pair := range slices.SortedFunc(maps.Keys(now), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		d.aim(now[pair])
	}
	d.spread()
}

// aim takes an interface in, or a method of one, that other types implement: its calls may run something else.
func (d *differ) aim(target *graph.Node) {
	at, found := d.find(target.Path)
	if !found || target.Parent == nil {
		d.members[target.Name] |= facts.InCode
		return
	}
	f := d.edges.Infer().File(at)
	if target.Parent.Label == graph.File {
		d.topsOf(f)[target.Name] |= facts.InCode
	} else {
		d.membersOf(f, target.Parent.Name)[target.Name] |= facts.InCode
	}
}

// lose takes an interface in as one with another meaning, because a type does not implement it any more: what leads to
// it may be given a value of the type.
func (d *differ) lose(of *graph.Node) {
	if at, found := d.find(of.Path); found {
		d.take(at, []facts.Effect{{Name: of.Name, Sense: facts.Anywhere, Top: of.Parent == nil || of.Parent.Label == graph.File}})
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
	taken := d.takenOtherwise()
	for i, t := range d.edges.Given {
		if t == nil {
			continue
		}
		targets, _ := flow.Digest(decl.FileID(i))
		if targets != t.Targets || t.Open && len(taken.Members) > 0 && d.passes(decl.FileID(i), &taken) {
			d.edges.Given[i] = nil
		}
		if d.edges.FindsMisuses(decl.FileID(i)) {
			flow.Look(decl.FileID(i))
		}
	}
}

// takenOtherwise returns the names of the methods of those types whose values are converted to other types in one of the
// snapshots alone. A call that may run unknown code may run such a method in that snapshot only.
func (d *differ) takenOtherwise() facts.Changed {
	out := facts.Changed{Members: make(facts.Names)}
	now := takenBy(d.edges)
	differs := func(n *graph.Node) bool {
		_, was := slices.BinarySearch(d.Traces.taken, hashOf(n))
		_, is := slices.BinarySearch(now, hashOf(n))
		return was != is
	}
	if slices.Equal(now, d.Traces.taken) {
		return out
	}
	met := make(map[*graph.Node]bool)
	var methods func(n *graph.Node)
	methods = func(n *graph.Node) {
		if met[n] {
			return
		}
		met[n] = true
		for _, e := range d.Base.Out(n) {
			switch e.Type {
			case graph.HasMethod:
				out.Members[e.Target.Name] = facts.InCode
			case graph.Extends:
				methods(e.Target)
			}
		}
	}
	for _, n := range d.Base.Nodes {
		if n.Label.IsType() && differs(n) {
			methods(n)
		}
	}
	r := d.edges.Infer()
	seen := make(map[decl.SymbolID]bool)
	var members func(s decl.SymbolID)
	members = func(s decl.SymbolID) {
		if s = r.Canon(s); seen[s] {
			return
		}
		seen[s] = true
		for name := range r.Symbol(s).Members {
			out.Members[name] = facts.InCode
		}
		for _, b := range r.BasesOf(s) {
			members(b.Sym)
		}
	}
	for _, s := range d.edges.Flow.TakenTypes() {
		if n := d.edges.Node(s); n != nil && differs(n) {
			members(s)
		}
	}
	return out
}

// registrations checks that the nodes of files that are not read are entry points as they were.
func (d *differ) registrations() {
	for i := range d.edges.Given {
		if !d.edges.Reads(decl.FileID(i)) {
			continue
		}
		var was []edges.Registration
		if d.was[i] >= 0 {
			was = d.Traces.files[d.was[i]].Registered
		}
		is := d.edges.Traces[i].Registered
		if slices.Equal(was, is) {
			continue
		}
		for _, r := range slices.Concat(was, is) {
			n := d.edges.B.Node(r.ID)
			d.ok = d.ok && n != nil && d.isRead(n.Path)
		}
	}
}

func (d *differ) isRead(path string) bool {
	i, found := d.find(path)
	return found && d.edges.Reads(i)
}

// find returns the number of the file at a path; false for none.
func (d *differ) find(path string) (decl.FileID, bool) {
	i, found := slices.BinarySearchFunc(d.Input.Files, path, func(f File, path string) int { return cmp.Compare(f.Path, path) })
	return decl.FileID(i), found
}
