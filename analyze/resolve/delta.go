package resolve

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/bloom"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/meaning"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/conform"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/digest"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/edges"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/outside"
)

// A Change leads from another snapshot to Input.
type Change struct {
	Input  Input
	Base   *graph.Graph // of the other snapshot
	Traces *Traces      // of Base
	// Changed are the files whose facts differ, with those that came and those that went. What is known of a difference is
	// of a language with lang.Rules.BodiesApart.
	Changed map[string]*meaning.Difference
	// Traced: the traces of the graph are asked for. Then no file may be apart.
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
	read, apart, taken := make(map[string]bool), make(map[string]bool), 0
	for i, f := range c.Input.Files {
		switch {
		case e.Given[i] != nil:
			taken += e.Given[i].UnknownCalls
		case f.Apart:
			return nil, nil
		default:
			read[f.Path] = true
		}
		if f.Apart {
			apart[f.Path] = true
		}
	}
	for path := range c.Changed {
		read[path] = true // also those that went
	}
	g, ok := e.B.Spliced(graph.Splice{Paths: read, Apart: apart, UnknownCalls: taken})
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

	members  meaning.Names                 // with other meanings, see meaning.Changed, that count in all files
	trails   map[holder]*trail             // to the members of each type, but those that count everywhere
	tops     map[decl.UnitID]meaning.Names // by the unit that has them
	inner    map[decl.FileID]meaning.Names // that only one file can use
	inward   map[decl.FileID]meaning.Names // that only the module of a file can use, and those in it
	gone     []string                      // keys of units without files, see goneUnit
	reaches  map[decl.FileID]reaching      // the files that are read because of a name
	mentions map[string]fileSet            // memo of mentioning
	scope    scope
	visits   int                             // how often the names of a file were looked at
	standing map[string]map[string][]typeDef // memo of typeDefs
	// passedOn are, by unit, those whose files export what they import from it. offers is a memo of offering.
	passedOn map[decl.UnitID][]decl.UnitID
	offers   map[decl.UnitID]map[decl.UnitID]bool
	// joined are the interfaces of base that types implement which came or went, and overridden the calls of methods that
	// those of such types override, see joins.
	joined     []*graph.Node
	overridden map[bloom.Hash]bool
	families   map[string]bool // of the languages of the changed files
	whole      map[string]bool // the families of which all files are read
	digests    *digest.Maker   // of a resolver of its own, see digest
	groups     pairing
	apart      map[int32]bool // groups of base with files that are apart
	// apartFamilies are the families of which all files are apart.
	apartFamilies map[string]bool
}

// everywhere stands for the unit of names that files can use which do not import it.
const everywhere decl.UnitID = -1

// newDiffer returns a differ with the tables of declarations of Input, nil where files came or went that are not in
// Changed, or modules are grouped otherwise.
func newDiffer(c Change) *differ {
	d := &differ{Change: c, ok: true, members: make(meaning.Names), trails: make(map[holder]*trail), tops: make(map[decl.UnitID]meaning.Names), inner: make(map[decl.FileID]meaning.Names), inward: make(map[decl.FileID]meaning.Names), reaches: make(map[decl.FileID]reaching), families: make(map[string]bool), whole: make(map[string]bool), mentions: make(map[string]fileSet), offers: make(map[decl.UnitID]map[decl.UnitID]bool), standing: make(map[string]map[string][]typeDef), overridden: make(map[bloom.Hash]bool)}
	e := prepare(infer.New(c.Input), c.Base)
	n := len(c.Input.Files)
	d.edges, d.was = e, make([]int, n)
	e.Traces, e.Given, e.KeepTraces = make([]edges.Trace, n), make([]*edges.Trace, n), c.Traced
	e.Renumbered.Files, e.Renumbered.Defs = make([]decl.FileID, len(c.Traces.paths)), make([][]facts.DefID, len(c.Traces.paths))
	d.groups, d.apart = pairing{make(map[int32]int32), make(map[int32]int32)}, make(map[int32]bool)
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
		if !d.groups.pair(c.Traces.groups[b], e.Infer().Group(i)) {
			return nil
		}
		if c.Input.Files[i].Apart {
			d.apart[c.Traces.groups[b]] = true
		}
	}
	for i, b := range d.was {
		if b < 0 && c.Changed[c.Input.Files[i].Path] == nil {
			return nil
		}
	}
	if len(d.apart) > 0 && (c.Traced || !d.setApart()) {
		return nil
	}
	return d
}

// A pairing of groups of modules says which stand for each other in two snapshots.
type pairing struct{ to, from map[int32]int32 }

// pair reports whether two groups may stand for each other, and takes note that they do.
func (p pairing) pair(was, is int32) bool {
	to, known := p.to[was]
	from, met := p.from[is]
	p.to[was], p.from[is] = is, was
	return (!known || to == is) && (!met || from == was)
}

// Delta gives up where it would read more than one in maxRead files: reading all of them costs no more then. In
// a snapshot of at most smallSnapshot files it never does, since either is cheap. It gives up too where it looked for names in
// more than maxVisits times as many files as there are: then the search may cost more than reading all of them.
const (
	maxRead       = 2
	maxVisits     = 4
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
		} else if d.edges.IsApart(decl.FileID(i)) {
			continue
		} else if t.Declared != d.edges.Traces[i].Declared {
			of[path], d.edges.Given[i] = true, nil
		}
	}
	for path := range d.Changed {
		of[path] = true // also those that went
	}
	d.outside()
	now := make(map[[2]string]*graph.Node)
	overriders := make(map[string]int) // by the ID of a method
	d.edges.B.Each(func(source *graph.Node, t graph.EdgeType, target *graph.Node) {
		if t == graph.Overrides {
			overriders[target.ID]++
		}
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
				if !d.joins(n, e.Target, overriders) {
					d.aim(e.Target)
				}
				if e.Type == graph.Implements && d.edges.B.Node(n.ID) != nil {
					d.lose(e.Target)
				}
			}
		}
	}
	for _, pair := range slices.SortedFunc(maps.Keys(now), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		if !d.joins(d.edges.B.Node(pair[0]), now[pair], overriders) {
			d.aim(now[pair])
		}
	}
	d.spread()
}

// outside takes in that types implement interfaces outside the repository that they did not, or by other methods, or no
// longer: calls of these may run something else.
func (d *differ) outside() {
	for _, l := range d.edges.StructuralLanguages() {
		others := d.otherOutside(d.edges.OutsideOf(l, func(methods []string) bool { return slices.ContainsFunc(methods, d.redeclared) }))
		for name, methods := range l.Interfaces {
			list := strings.Fields(methods)
			if !slices.ContainsFunc(list, d.redeclared) || !others[outside.InterfaceOf(l, name)] {
				continue
			}
			for _, m := range list {
				m, _, _ = strings.Cut(m, "/")
				d.members[m] |= meaning.InCode
			}
		}
	}
}

// otherOutside returns the interfaces that other types implement than in base. Of those of which a hash is missing in now,
// it may return more.
func (d *differ) otherOutside(now outside.Hashes) map[bloom.Hash]bool {
	others := make(map[bloom.Hash]bool)
	seen := make(outside.Hashes, len(now)) // by the groups of base
	for key, hash := range now {
		was, known := d.groups.from[key.Group]
		if seen[outside.Key{Interface: key.Interface, Group: was}] = hash; !known {
			others[key.Interface] = true
		}
	}
	for key, hash := range seen {
		if d.Traces.outside[key] != hash {
			others[key.Interface] = true
		}
	}
	for key := range d.Traces.outside {
		if seen[key] == 0 && !d.apart[key.Group] {
			others[key.Interface] = true
		}
	}
	return others
}

// redeclared reports whether a method, written as in lang.Language.Interfaces, is declared otherwise.
func (d *differ) redeclared(method string) bool {
	name, _, _ := strings.Cut(method, "/")
	for _, diff := range d.Changed {
		if diff.Methods[name] {
			return true
		}
	}
	return false
}

// joins takes in that a type which came or went implements an interface by its methods, or that its method is one more, or one
// less, of those that override a method. It returns false where that may count for more than the calls which the traces have.
// overriders are counted in the graph that is being made.
func (d *differ) joins(source, target *graph.Node, overriders map[string]int) bool {
	typ := source
	if !typ.Label.IsType() {
		typ = source.Parent
	}
	was := d.Base.Node(target.ID)
	if typ == nil || was == nil || d.edges.B.Node(target.ID) == nil || d.Base.Node(typ.ID) != nil && d.edges.B.Node(typ.ID) != nil {
		return false
	}
	at, found := d.find(target.Path)
	before, now := len(sourcesOf(d.Base, was, graph.Overrides)), overriders[target.ID]
	switch {
	case !found || !d.edges.Infer().File(at).Lang.Rules.StructuralInterfaces:
		return false
	case was.Label.IsType():
		d.joined = append(d.joined, was)
	case min(before, now) == 0:
		return false // rule 12 asks whether there are any
	case min(before, now) <= edges.MaxDispatch: // else no call leads to them
		d.overridden[edges.Dispatched(was)] = true
	}
	return true
}

// methodsOf returns the methods of an interface and of those that it extends.
func methodsOf(g *graph.Graph, n *graph.Node) []*graph.Node {
	var out []*graph.Node
	for _, t := range upwards(g, n) {
		out = append(out, targetsOf(g, t, graph.HasMethod)...)
	}
	return out
}

// aim takes an interface in, or a method of one, that other types implement: its calls may run something else.
func (d *differ) aim(target *graph.Node) {
	at, found := d.find(target.Path)
	if !found || target.Parent == nil {
		d.members[target.Name] |= meaning.InCode
		return
	}
	f := d.edges.Infer().File(at)
	if target.Parent.Label == graph.File {
		d.topsOf(f)[target.Name] |= meaning.InCode
	} else {
		d.membersOf(f, target.Parent.Name)[target.Name] |= meaning.InCode
	}
}

// lose takes an interface in as one with another meaning, because a type does not implement it any more: what leads to
// it may be given a value of the type.
func (d *differ) lose(of *graph.Node) {
	if at, found := d.find(of.Path); found {
		d.take(at, []meaning.Effect{{Name: of.Name, Sense: meaning.Anywhere, Top: of.Parent == nil || of.Parent.Label == graph.File}})
	}
}

// reach makes those files be read whose calls may run something else.
func (d *differ) reach() {
	flow := d.edges.Flow
	if d.ok = !flow.Unfit && !flow.Exhausted(); !d.ok {
		return
	}
	for _, f := range flow.Reread {
		d.edges.Given[f] = nil
	}
	others := d.otherCalls()
	for i, t := range d.edges.Given {
		if t == nil || d.edges.IsApart(decl.FileID(i)) {
			continue
		}
		if flow.Digest(decl.FileID(i)) != t.Targets || slices.ContainsFunc(t.Open, func(call bloom.Hash) bool { return others[call] }) {
			d.edges.Given[i] = nil
		}
		if d.edges.FindsMisuses(decl.FileID(i)) {
			flow.Look(decl.FileID(i))
		}
	}
}

// otherCalls returns the calls, as edges.Trace has them, that may run something else: those that lead to other overriders of
// a method, and those that may run a method of a type whose values are converted to other types in one snapshot alone.
func (d *differ) otherCalls() map[bloom.Hash]bool {
	now := takenBy(d.edges)
	taken := func(n *graph.Node) (was, is bool) {
		_, was = slices.BinarySearch(d.Traces.taken, hashOf(n))
		_, is = slices.BinarySearch(now, hashOf(n))
		return was, is
	}
	out := maps.Clone(d.overridden)
	add := func(interfaces []*graph.Node, method string) {
		out[edges.OpenCall("", method)] = true
		for _, n := range interfaces {
			out[edges.OpenCall(n.ID, method)] = true
		}
	}
	for _, n := range d.joined {
		// Where no values of a type that implements an interface are converted, those of any may be.
		if !slices.ContainsFunc(sourcesOf(d.Base, n, graph.Implements), func(t *graph.Node) bool { was, is := taken(t); return was && is }) {
			for _, m := range methodsOf(d.Base, n) {
				add([]*graph.Node{n}, m.Name)
			}
		}
	}
	if slices.Equal(now, d.Traces.taken) {
		return out
	}
	differs := func(n *graph.Node) bool {
		was, is := taken(n)
		at, found := d.find(n.Path)
		return was != is && !(found && d.edges.IsApart(at))
	}
	for _, n := range d.Base.Nodes {
		if !n.Label.IsType() || !differs(n) {
			continue
		}
		interfaces := targetsOf(d.Base, n, graph.Implements)
		for _, t := range upwards(d.Base, n) {
			for _, m := range targetsOf(d.Base, t, graph.HasMethod) {
				add(interfaces, m.Name)
			}
		}
	}
	for _, s := range d.edges.Flow.TakenTypes() {
		if n := d.edges.Node(s); n != nil && differs(n) {
			interfaces := d.edges.InterfacesOf(s)
			for name := range d.edges.MethodNames(s) {
				add(interfaces, name)
			}
		}
	}
	return out
}

// upwards returns a type with those that it extends, directly or not.
func upwards(g *graph.Graph, n *graph.Node) []*graph.Node {
	types := []*graph.Node{n}
	for k := 0; k < len(types); k++ {
		for _, t := range targetsOf(g, types[k], graph.Extends) {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
	}
	return types
}

// sourcesOf returns where the edges of a type start that lead to a node.
func sourcesOf(g *graph.Graph, n *graph.Node, t graph.EdgeType) []*graph.Node {
	return ends(g.In(n), t, func(e *graph.Edge) *graph.Node { return e.Source })
}

// targetsOf returns where the edges of a type lead that start at a node.
func targetsOf(g *graph.Graph, n *graph.Node, t graph.EdgeType) []*graph.Node {
	return ends(g.Out(n), t, func(e *graph.Edge) *graph.Node { return e.Target })
}

// ends returns one end of each of the edges of a type.
func ends(list []*graph.Edge, t graph.EdgeType, end func(*graph.Edge) *graph.Node) []*graph.Node {
	var out []*graph.Node
	for _, e := range list {
		if e.Type == t {
			out = append(out, end(e))
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
