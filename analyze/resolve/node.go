package resolve

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// An emitter writes the graph of a resolver whose tables are ready.
type emitter struct {
	*resolver
	b *graph.Builder
	// overriders are the methods that implement or override one.
	overriders map[symID][]symID
	// implement are the pairs of a type and an interface that it implements by its methods.
	implement      map[[2]symID]bool
	implementersOf map[symID][]symID                    // the same by interface
	outsideTypes   map[string][]symID                   // types by the interface from outside that they implement
	byMethod       map[string][]symID                   // types by the methods they declare
	soleMethods    map[*lang.Language]map[string]string // memo of declaredWith
	embedders      map[symID][]symID                    // types by the types they embed
	flow           *flow
	made           map[symID]bool // classes that some code makes instances of
	folders        map[string]*graph.Node
	surface        map[string]*surface // by family
	projects       map[projectDir]bool
	// moduleWrites are the members that code assigns to on modules: whether code other
	// than tests does.
	moduleWrites map[moduleWrite]bool
}

func newEmitter(r *resolver) *emitter {
	b := graph.NewBuilder()
	b.Files, b.Parsed, b.Skips = len(r.in.Paths), len(r.in.Files), r.in.Skips
	for _, x := range r.builds {
		b.Builds = append(b.Builds, graph.Build(x))
	}
	return &emitter{resolver: r, b: b, made: make(map[symID]bool)}
}

// followValues finds where values go.
func (e *emitter) followValues() { e.flow = newFlow(e.resolver, e.implement) }

// allFiles adds what the files import, call and refer to.
func (e *emitter) allFiles() {
	for f := range e.files {
		if e.in.stopped() {
			return
		}
		e.at = fileID(f)
		e.file(fileID(f))
	}
}

var labels = map[facts.DefKind]graph.Label{
	facts.Function: graph.Function, facts.Method: graph.Method, facts.Constructor: graph.Constructor,
	facts.Class: graph.Class, facts.Struct: graph.Struct, facts.Interface: graph.Interface, facts.Trait: graph.Trait,
	facts.Enum: graph.Enum, facts.EnumMember: graph.EnumMember, facts.TypeDef: graph.Type, facts.Variable: graph.Variable,
	facts.Constant: graph.Constant, facts.Field: graph.Field, facts.Namespace: graph.Namespace,
}

// structure adds folders, files and symbols.
func (e *emitter) structure() {
	e.folders = make(map[string]*graph.Node)
	e.surface, e.projects = e.surfaces(), e.projectDirs()
	for i := range e.files {
		e.at = fileID(i)
		f := &e.files[i]
		if f.lang.Grammar == nil {
			continue
		}
		f.entries = entryPatterns(f.lang, f.path)
		f.node = e.b.Add(&graph.Node{
			ID: "File:" + f.path, Label: graph.File, Name: path.Base(f.path), Qualified: f.path, Path: f.path,
			Language: f.lang.Name, Start: 1, Line: 1, End: max(1, int(f.facts.Lines)), SignatureEnd: 1,
			Exported: true, Test: f.test, Generated: f.quiet, Optional: f.lang.IsOptional != nil && f.lang.IsOptional(f.facts), Builds: e.limits(f), BodyHash: f.facts.TopHash,
		})
		e.b.Edge(e.folder(path.Dir(f.path)), graph.Contains, f.node, 1, 0, graph.Site{})
	}
	for i := range e.files {
		e.at = fileID(i)
		f := &e.files[i]
		if f.node != nil && e.holdsTests(f) {
			f.node.Entry = &graph.Entry{Type: "test", Score: 1}
		}
	}
	for i := range e.files {
		e.at = fileID(i)
		f := &e.files[i]
		if f.node == nil {
			continue
		}
		for d := range f.facts.Defs {
			e.symbol(fileID(i), f.symbol(facts.DefID(d)))
		}
	}
}

// folder returns the node of a directory and adds those above it.
func (e *emitter) folder(dir string) *graph.Node {
	if n := e.folders[dir]; n != nil {
		return n
	}
	n := e.b.Add(&graph.Node{ID: "Folder:" + dir, Label: graph.Folder, Name: path.Base(dir), Qualified: dir, Path: dir})
	e.folders[dir] = n
	if dir != "." {
		e.b.Edge(e.folder(path.Dir(dir)), graph.Contains, n, 1, 0, graph.Site{})
	}
	return n
}

// inID keeps the path of an ID apart from the name behind it.
var inID = strings.NewReplacer("%", "%25", ":", "%3A")

// symbol adds the node of a symbol, after that of the one that holds it. It returns nil for
// a symbol that nothing outside can name.
func (e *emitter) symbol(file fileID, s symID) *graph.Node {
	y := &e.syms[s]
	if y.node != nil || y.unnamed {
		return y.node
	}
	f, d := &e.files[file], e.def(s)
	if d.Name == "" {
		return nil
	}
	if e.nested > maxNested {
		return nil
	}
	e.nested++
	defer func() { e.nested-- }()
	if t := e.promised(s); t != s {
		y.node = e.symbol(e.syms[t].file, t)
		return y.node
	}
	holder, qualified := f.node, d.Name
	for p, hops := y.parent, 0; p >= 0 && hops < maxBases; p, hops = e.syms[p].parent, hops+1 {
		if e.def(p).Name == "" && !e.isHeld(p) {
			y.unnamed = true // else each symbol inside would look up the whole way again
			return nil       // inside a type without a name: nothing outside can name it
		}
		// The holder may stand in another file (a Go method): its node is made there.
		if n := e.symbol(e.syms[p].file, p); n != nil {
			holder, qualified = n, n.Qualified+"."+d.Name
			break
		}
	}
	if y.node != nil {
		return y.node
	}
	label := labels[d.Kind]
	if d.Has(facts.Assigned) {
		label = graph.Variable
	}
	if d.Kind == facts.Function && holder != nil && (holder.Label.IsType()) {
		label = graph.Method
	}
	id := string(label) + ":" + inID.Replace(f.path) + ":" + qualified
	if e.b.Node(id) != nil {
		id += overloadSuffix(d)
	}
	n := &graph.Node{
		ID: id, Label: label, Name: d.Name, Qualified: qualified, Path: f.path, Language: f.lang.Name,
		Start: int(d.Start), Line: int(d.Line), End: int(d.End), SignatureEnd: int(d.SignatureEnd),
		DocStart: int(d.DocStart), DocEnd: int(d.DocEnd),
		Exported: e.visible(s), Test: f.test || d.Has(facts.Test) || holder.Test, Abstract: d.Has(facts.Abstract),
		Omittable: d.Has(facts.Optional), Override: d.Has(facts.Override), Partial: d.Has(facts.Partial),
		Generated: f.quiet, Parent: holder, Signature: e.signature(s),
		SignatureHash: d.SignatureHash, BodyHash: d.BodyHash, DocHash: d.DocHash, Sketch: d.Sketch,
	}
	n.Published = f.published && n.Exported || label == graph.Method && d.Has(facts.Exported) // an interface from outside may have it
	n.Entry = e.entry(f, d, n)
	n.Offered = e.offeredAt(s, n, holder)
	if label.Callable() && !n.Abstract {
		n.Decisions = f.facts.DecisionsIn(d.Start, d.End)
	}
	y.node = e.b.Add(n)
	if holder.Label.IsType() && label.Callable() {
		e.b.Edge(holder, graph.HasMethod, n, 1, 0, graph.Site{})
	} else {
		e.b.Edge(f.node, graph.Defines, n, 1, 0, graph.Site{})
	}
	return n
}

// maxSuffix bounds what the types of parameters add to an ID.
const maxSuffix = 80

// overloadSuffix tells a further definition of one name from the first: by the types of
// its parameters where they are written, else by the hash of its signature.
func overloadSuffix(d *facts.Def) string {
	types := make([]string, len(d.Params))
	for i := range d.Params {
		types[i] = strings.Join(strings.Fields(d.Params[i].Written), " ")
	}
	suffix := "(" + strings.Join(types, ",") + ")"
	if !d.Kind.IsCallable() || slices.Contains(types, "") || len(suffix) > maxSuffix {
		return fmt.Sprintf("(%08x)", uint32(d.SignatureHash))
	}
	return suffix
}

// isHeld reports whether s is a class without a name that a field or an enum
// constant holds. Its members count as those of what holds it.
func (e *emitter) isHeld(s symID) bool {
	p := e.syms[s].parent
	if p < 0 || e.def(s).Kind != facts.Class {
		return false
	}
	switch e.def(p).Kind {
	case facts.Field, facts.EnumMember, facts.Variable, facts.Constant:
		return true
	}
	return false
}

// visible reports whether a symbol can be named outside of its file or package.
func (e *emitter) visible(s symID) bool {
	y, d := &e.syms[s], e.def(s)
	if y.parent >= 0 {
		if e.def(y.parent).Kind.IsCallable() && d.Owner < 0 {
			return false
		}
		return d.Has(facts.Exported) && e.visible(y.parent)
	}
	if d.Has(facts.Exported) {
		return true
	}
	f := &e.files[y.file]
	for i := range f.facts.Exports {
		ex := &f.facts.Exports[i]
		if ex.Source == "" && (ex.Def == y.def || ex.Local == d.Name && d.Name != "") {
			return true
		}
	}
	return false
}

// testEntry says what a runner starts a definition of a test file as. Of types only those
// are tests that hold them as calls.
func (e *emitter) testEntry(f *fileState, d *facts.Def, n *graph.Node) *graph.Entry {
	callable := n.Label.Callable()
	switch {
	case d.Has(facts.Test) && (callable || n.Label.IsType()), callable && f.lang.IsTestName != nil && f.lang.IsTestName(d):
		return &graph.Entry{Type: "test", Score: 1}
	case !callable || d.Parent < 0:
		return nil
	}
	setup := func(x facts.ExprID) bool { return lang.IsTestSetup(e.calleeName(f, x)) }
	if n.Label == graph.Constructor || lang.IsTestSetup(d.Name) || slices.ContainsFunc(d.Decorators, setup) {
		return &graph.Entry{Type: graph.TestSetup, Score: 1}
	}
	return nil
}

// holdsTests reports whether a runner starts a test file for tests that are calls in it.
func (e *emitter) holdsTests(f *fileState) bool {
	if !f.test || f.lang.TestCalls == nil && f.lang.TestClaims == nil {
		return false
	}
	for i := range f.facts.Exprs {
		x := &f.facts.Exprs[i]
		if x.Kind != facts.Call {
			continue
		}
		fits := func(pattern string) bool { return glob(pattern, e.written(f, x.X, 0)) }
		if slices.ContainsFunc(f.lang.TestCalls, fits) || x.In == facts.None && slices.ContainsFunc(f.lang.TestClaims, fits) {
			return true
		}
	}
	return false
}

// entry says whether the outside starts a definition, by the patterns of its
// language. Outside of test files the type "test" is of what helps tests: they start it.
func (e *emitter) entry(f *fileState, d *facts.Def, n *graph.Node) *graph.Entry {
	if n.Test {
		return e.testEntry(f, d, n)
	}
	if !n.Label.Callable() {
		return nil
	}
	if f.support {
		return &graph.Entry{Type: "test", Score: 1}
	}
	var best *graph.Entry
	for _, p := range f.entries {
		helps := p.Type == "test"
		if p.Registrar != "" || best != nil && p.Score <= best.Score && !helps || !e.matches(p, f, d, n) {
			continue
		}
		if helps {
			return &graph.Entry{Type: p.Type, Score: p.Score}
		}
		best = &graph.Entry{Type: p.Type, Score: p.Score}
	}
	return best
}

// expand writes an expression as people would: "app.route", "c.handlers".
func (e *emitter) written(f *fileState, x facts.ExprID, depth int) string {
	if x < 0 || depth > 8 {
		return ""
	}
	ex := &f.facts.Exprs[x]
	switch ex.Kind {
	case facts.Name:
		return ex.Name
	case facts.Local:
		return f.facts.Vars[ex.Ref].Name
	case facts.TypeExpr:
		return e.writtenType(f, ex.Type)
	case facts.This:
		return "this"
	case facts.Super:
		return "super"
	case facts.Member:
		if left := e.written(f, ex.X, depth+1); left != "" {
			return left + "." + ex.Name
		}
		return ex.Name
	case facts.Call, facts.New:
		return e.written(f, ex.X, depth+1) + "()"
	case facts.Index:
		return e.written(f, ex.X, depth+1) + "[]"
	case facts.Await, facts.Assert:
		return e.written(f, ex.X, depth+1)
	}
	return ""
}

// writtenType writes a type as people would: "*http.Request".
func (e *emitter) writtenType(f *fileState, t facts.TypeID) string {
	if t < 0 {
		return ""
	}
	ty, stars := &f.facts.Types[t], ""
	for ty.Kind == facts.PointerT && len(ty.Args) > 0 && ty.Args[0] >= 0 {
		ty, stars = &f.facts.Types[ty.Args[0]], stars+"*"
	}
	switch {
	case ty.Kind != facts.Named:
		return stars
	case ty.Qualifier == "" || strings.HasPrefix(ty.Qualifier, "."): // a path that the file does not spell out
		return stars + ty.Name
	}
	return stars + ty.Qualifier + "." + ty.Name
}

// calleeName is what stands for a decorator or registrar: the callee's text.
func (e *emitter) calleeName(f *fileState, x facts.ExprID) string {
	if call := &f.facts.Exprs[x]; call.Kind == facts.Call {
		x = call.X
	}
	return e.written(f, x, 0)
}

// glob reports whether s matches a pattern in which * stands for anything.
func glob(pattern, s string) bool {
	part, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == s
	}
	s, ok := strings.CutPrefix(s, part)
	for ok {
		if part, rest, star = strings.Cut(rest, "*"); !star {
			return strings.HasSuffix(s, part)
		}
		_, s, ok = strings.Cut(s, part)
	}
	return false
}
