package resolve

import (
	"cmp"
	"maps"
	"path"
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
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/module"
)

// Traces are what a graph leaves for Delta, by file.
type Traces struct {
	paths  []string
	files  []edges.Trace
	groups []int32 // of modules, see infer.Resolver.Group
	taken  uint64  // of valueflow.Flow.TakenDigest
}

// tracesOf returns the traces of a finished graph, nil where none were made.
func tracesOf(e *edges.Writer) *Traces {
	if e.Traces == nil || e.Infer().Stopped() {
		return nil
	}
	t := &Traces{files: e.Traces, taken: e.Flow.TakenDigest()}
	for i := range e.Infer().NumFiles() {
		t.paths = append(t.paths, e.Infer().File(i).Path)
		t.groups = append(t.groups, e.Infer().Group(i))
	}
	return t
}

// A Change leads from another snapshot to Input.
type Change struct {
	Input  Input
	Base   *graph.Graph // of the other snapshot
	Traces *Traces      // of Base
	// Changed are the files whose facts differ, with those that came and those that went. Their languages have
	// lang.Rules.BodiesApart.
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
	for _, stage := range []func(){e.TraceLinks, e.Structure, e.Inheritance, d.names, e.Records, e.Implementations, e.TraceDeclared, d.declared, e.FollowValues, d.reach, e.AllFiles, d.registrations, conform.New(e).Conformance} {
		if r.Stages(stage); !d.ok || r.Stopped() {
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
	g, ok := e.B.Spliced(graph.Splice{Base: c.Base, Paths: read, UnknownCalls: taken})
	if !ok {
		return nil, nil
	}
	if !c.Traced {
		return g, nil
	}
	return g, tracesOf(e)
}

// A differ follows a change from the files that it changes to others.
type differ struct {
	Change
	edges *edges.Writer
	was   []int // by file: its number in the base, -1 for none
	ok    bool  // the rest of the graph is as in the base

	members  facts.Names                 // with other meanings, see facts.Changed
	unique   facts.Names                 // those of them that may count for rule 12
	tops     map[decl.UnitID]facts.Names // by the unit that has them
	reaches  map[decl.FileID]reaching    // the files that are read because of a name
	hashes   map[string]facts.NameHash   // memo of facts.HashOf
	families map[string]bool             // of the languages of the changed files
}

// reaching tells what names with other meanings lead to by the declarations of a file.
type reaching interface {
	Reached(c *facts.Changed, decides func(facts.TypeID) bool) []facts.Effect
}

// everywhere stands for the unit of names that files can use which do not import it.
const everywhere decl.UnitID = -1

// newDiffer returns a differ with the tables of declarations of Input, nil where files came or went that are not in
// Changed, or modules are grouped otherwise.
func newDiffer(c Change) *differ {
	d := &differ{Change: c, ok: true, members: make(facts.Names), unique: make(facts.Names), tops: make(map[decl.UnitID]facts.Names), reaches: make(map[decl.FileID]reaching), families: make(map[string]bool), hashes: make(map[string]facts.NameHash)}
	e := prepare(infer.New(c.Input))
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

// names makes those files be read that mention a name which is declared otherwise.
func (d *differ) names() {
	for file, diff := range d.Changed {
		at := d.near(file)
		if d.ok = at >= 0; !d.ok {
			return
		}
		d.take(at, diff.Effects)
		d.outside(at, diff)
		d.families[d.edges.Infer().File(at).Lang.Kin()] = true
		if d.Input.Files[at].Path == file {
			d.reaches[at] = diff
		}
	}
	if d.linked(); d.ok {
		d.spread()
	}
}

// linked makes those files be read of which an import means something else, and takes all that they declare to mean
// something else too.
func (d *differ) linked() {
	for i, t := range d.edges.Given {
		if t == nil || t.Links == d.edges.Traces[i].Links {
			continue
		}
		f := d.edges.Infer().File(decl.FileID(i))
		whole := facts.WholeOf(f.Facts)
		if d.ok = whole != nil && f.Lang.Rules.BodiesApart; !d.ok {
			return
		}
		d.edges.Given[i], d.reaches[decl.FileID(i)] = nil, whole
		d.families[f.Lang.Kin()] = true
		d.take(decl.FileID(i), whole.Effects)
	}
}

// spread makes those files be read that mention a name with another meaning, and takes in what they declare by it.
func (d *differ) spread() {
	for grown := true; grown; {
		grown = false
		for i := range d.edges.Given {
			at := decl.FileID(i)
			c := d.changedFor(at)
			if c.Empty() {
				continue
			}
			f := d.edges.Infer().File(at)
			file := d.reaches[at]
			if file == nil {
				if !d.passes(at, &c) || !f.Facts.Mentions(&c) {
					continue
				}
				d.edges.Given[i] = nil
				if !d.families[f.Lang.Kin()] {
					continue
				}
				if d.ok = f.Lang.Rules.BodiesApart; !d.ok {
					return // what its code says may decide what it declares
				}
				file = f.Facts
				d.reaches[at] = file
			}
			grown = d.take(at, file.Reached(&c, d.decides(at))) || grown
		}
		if d.ok = len(d.was) <= smallSnapshot || len(d.reaches)*maxRead <= len(d.was); !d.ok {
			return
		}
	}
}

// decides returns what File.Reached asks for: whether the resolver knows a type that a file declares.
func (d *differ) decides(file decl.FileID) func(facts.TypeID) bool {
	r := d.edges.Infer()
	return func(id facts.TypeID) bool { return r.DeclType(file, id) > lattice.Unknown }
}

// passes reports whether a file that did not change may mention one of some names.
func (d *differ) passes(file decl.FileID, c *facts.Changed) bool {
	filter := d.Traces.files[d.was[file]].Names
	for _, names := range []facts.Names{c.Tops, c.Members} {
		for name := range names {
			h, known := d.hashes[name]
			if !known {
				h = facts.HashOf(name)
				d.hashes[name] = h
			}
			if filter.Passes(h) {
				return true
			}
		}
	}
	return false
}

// near returns the number of a file of Changed, or that of another one of its package where it is gone; -1 where the
// package is gone, or is new and unchanged files may import it.
func (d *differ) near(file string) decl.FileID {
	like := d.Changed[file]
	i, found := d.find(file)
	if found && d.was[i] >= 0 {
		return i
	}
	other := slices.IndexFunc(d.Input.Files, func(f File) bool {
		return f.Path != file && f.Facts.Package == like.Package && f.Facts.Language == like.Language && path.Dir(f.Path) == path.Dir(file)
	})
	if found && (other >= 0 || d.isNew(i)) {
		return i
	}
	return decl.FileID(other)
}

// isNew reports whether a file that came makes a package that no unchanged file imports, in a language where that is the
// only way to name it.
func (d *differ) isNew(file decl.FileID) bool {
	f := d.edges.Infer().File(file)
	dir := path.Dir(f.Path)
	if !f.Lang.Rules.NamesByImport || dir == "." {
		return false
	}
	for _, name := range f.Lang.ProjectFiles { // a project has another name than its directory
		if _, found := slices.BinarySearch(d.Input.Paths, path.Join(dir, name)); found {
			return false
		}
	}
	for i, g := range d.Input.Files {
		if d.edges.Given[i] != nil && d.edges.Infer().File(decl.FileID(i)).Lang.Kin() == f.Lang.Kin() &&
			slices.ContainsFunc(g.Facts.Imports, func(im facts.Import) bool { return path.Base(im.Source) == path.Base(dir) }) {
			return false
		}
	}
	return true
}

// take adds names that have other meanings because of a file, and reports whether there are any that had not.
func (d *differ) take(file decl.FileID, effects []facts.Effect) bool {
	r, grown := d.edges.Infer(), false
	f := r.File(file)
	for _, x := range effects {
		if !x.Top && d.mayBeUnique(x.Name) {
			d.unique[x.Name] = facts.InCode
		} else if x.Sense == facts.InCode {
			continue
		}
		if x.Receiver && !slices.ContainsFunc(r.UnitNamed(f.Unit, x.Name), d.mindsMethod) {
			continue
		}
		if x.Fields && !f.Lang.Rules.PositionalFields {
			continue
		}
		if x.Gains && f.Lang.Rules.StructuralInterfaces {
			x.Sense = facts.InCode | facts.InBase
		}
		names := d.members
		if x.Top {
			names = d.topsOf(f)
		}
		if names[x.Name]&x.Sense != x.Sense {
			names[x.Name], grown = names[x.Name]|x.Sense, true
		}
	}
	return grown
}

// mindsMethod reports whether a type means something else with one method more or less: it is not a struct or a class,
// and has no other method on both sides.
func (d *differ) mindsMethod(s decl.SymbolID) bool {
	r := d.edges.Infer()
	if k := r.Def(s).Kind; k == facts.Struct || k == facts.Class {
		return false
	}
	for _, members := range r.Symbol(s).Members {
		for _, m := range members {
			y := r.Symbol(m)
			diff := d.Changed[r.File(y.File).Path]
			if r.Def(m).Kind == facts.Method && (diff == nil || slices.Contains(diff.Moved, y.Def)) {
				return false
			}
		}
	}
	return true
}

// topsOf returns where the names of definitions at the top of a file are kept.
func (d *differ) topsOf(f *infer.File) facts.Names {
	unit := everywhere
	if f.Lang.Rules.NamesByImport {
		unit = f.Unit
	}
	if d.tops[unit] == nil {
		d.tops[unit] = make(facts.Names)
	}
	return d.tops[unit]
}

// changedFor returns the names with other meanings that a file can use.
func (d *differ) changedFor(file decl.FileID) facts.Changed {
	f := d.edges.Infer().File(file)
	if !d.families[f.Lang.Kin()] {
		return facts.Changed{Members: d.unique, Bare: f.Lang.Rules.ImplicitThis}
	}
	c := facts.Changed{Members: d.members, Tops: d.tops[everywhere], Bare: f.Lang.Rules.ImplicitThis}
	own := false // Tops are a copy
	add := func(unit decl.UnitID) {
		names := d.tops[unit]
		switch {
		case unit == everywhere || len(names) == 0:
			return
		case c.Tops == nil:
			c.Tops = names
			return
		case !own:
			c.Tops, own = maps.Clone(c.Tops), true
		}
		for name, sense := range names {
			c.Tops[name] |= sense
		}
	}
	add(f.Unit)
	for i := range f.Imports {
		add(f.Imports[i].Unit)
	}
	return c
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

// outside adds the methods of those interfaces outside the repository that have one of the methods which are declared
// otherwise: a type may implement them now, or no longer.
func (d *differ) outside(file decl.FileID, diff *facts.Difference) {
	for _, methods := range d.edges.Infer().File(file).Lang.Interfaces {
		list := strings.Fields(methods)
		for i := range list {
			list[i], _, _ = strings.Cut(list[i], "/")
		}
		if slices.ContainsFunc(list, func(m string) bool { return diff.Methods[m] }) {
			for _, m := range list {
				d.members[m] |= facts.InCode
			}
		}
	}
}

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
	targets := make(facts.Names) // interfaces and their methods
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
				targets[e.Target.Name] = facts.InCode
				if e.Type == graph.Implements && d.edges.B.Node(n.ID) != nil {
					d.lose(e.Target)
				}
			}
		}
	}
	for _, target := range now {
		targets[target.Name] = facts.InCode
	}
	if len(targets) > 0 {
		for i, t := range d.edges.Given {
			if t != nil && d.Input.Files[i].Facts.Mentions(&facts.Changed{Tops: targets, Members: targets}) {
				d.edges.Given[i] = nil
			}
		}
	}
	d.spread()
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
	c.Fixed(&t.taken)
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
