package coverage

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/diff"
)

// runtimeNames finds the files of head that may use a symbol by a name that is computed at run
// time: files with a handler for unknown names of a module or type (`__getattr__`,
// `method_missing`), and files that look names up (reflection).
type runtimeNames struct {
	store      *factstore.Store
	set        *change.Set
	base, head *graph.Graph
	snapshot   *diff.Snapshot  // of head
	fallbacks  func() []string // files of head whose module has a handler for unknown names, sorted
	memo       map[string]bool // of looksUp, by path
}

func newRuntimeNames(s *factstore.Store, snapshot *diff.Snapshot, set *change.Set, base, head *graph.Graph) *runtimeNames {
	r := &runtimeNames{store: s, set: set, base: base, head: head, snapshot: snapshot, memo: make(map[string]bool)}
	// The facts of all files are needed only where a change removes or renames something.
	r.fallbacks = sync.OnceValue(func() []string {
		var out []string
		for _, f := range snapshot.Files {
			if ff, l := r.facts(f.Path); ff != nil && (dynamicModule(ff, l) || answersFor(ff, l, facts.None)) {
				out = append(out, f.Path)
			}
		}
		slices.Sort(out)
		return out
	})
	return r
}

// users returns the files of head that may use a symbol of base, sorted.
func (r *runtimeNames) users(n *graph.Node) []string {
	var out []string
	at := r.set.HeadPath(n.Path)
	dir := path.Dir(n.Path)
	of := r.store.Languages.ByPath(n.Path)
	for _, f := range r.fallbacks() {
		if of == nil || r.store.Languages.ByPath(f).Kin() != of.Kin() {
			continue
		}
		// The handler of a package applies to the modules below it.
		if d := path.Dir(f); f == at || d == "." && path.Base(f) != path.Base(n.Path) && d == dir || d != "." && (dir == d || strings.HasPrefix(dir, d+"/")) && isPackage(f) {
			out = append(out, f)
		}
	}
	for _, t := range r.owners(n) {
		if ff, l := r.facts(t.Path); ff != nil && r.dynamicType(ff, l, t) {
			out = append(out, t.Path)
		}
	}
	for _, f := range r.importers(n) {
		if r.looksUp(f) {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// isPackage reports whether a file is the module of its directory.
func isPackage(file string) bool {
	name := path.Base(file)
	return strings.HasPrefix(name, "__init__.") || strings.HasPrefix(name, "index.")
}

// owners returns the types of base around a symbol, with their supertypes and subtypes.
func (r *runtimeNames) owners(n *graph.Node) []*graph.Node {
	var queue []*graph.Node
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Label.IsType() {
			queue = append(queue, p)
		}
	}
	const most = 64
	for i := 0; i < len(queue) && i < most; i++ {
		related := func(e *graph.Edge, t *graph.Node) {
			if (e.Type == graph.Extends || e.Type == graph.Implements) && !slices.Contains(queue, t) {
				queue = append(queue, t)
			}
		}
		for _, e := range r.base.Out(queue[i]) {
			related(e, e.Target)
		}
		for _, e := range r.base.In(queue[i]) {
			related(e, e.Source)
		}
	}
	return queue
}

// dynamicType reports whether a type, in the facts f of its file in head, gets members at run
// time or has a handler for unknown names.
func (r *runtimeNames) dynamicType(f *facts.File, l *lang.Language, t *graph.Node) bool {
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Name == t.Name && (d.Has(facts.DynamicMembers) || answersFor(f, l, facts.DefID(i))) {
			return true
		}
	}
	return false
}

// dynamicModule reports whether the module of a file gets members at run time.
func dynamicModule(f *facts.File, l *lang.Language) bool {
	return f.DynamicNames && l.Rules.ModuleMembers
}

// answersFor reports whether a definition has a member that handles unknown names; with
// facts.None as owner, whether the file has one.
func answersFor(f *facts.File, l *lang.Language, owner facts.DefID) bool {
	return slices.ContainsFunc(f.Defs, func(d facts.Def) bool {
		return d.Parent == owner && slices.Contains(l.Protocol.Fallbacks, d.Name)
	})
}

// importers returns the files of head that import the file of a symbol or a symbol of that
// file, with the file itself.
func (r *runtimeNames) importers(n *graph.Node) []string {
	files := []string{r.set.HeadPath(n.Path)}
	for _, g := range []*graph.Graph{r.base, r.head} {
		at := n.Path
		if g == r.head {
			at = files[0]
		}
		file := g.Node("File:" + at)
		if file == nil {
			continue
		}
		targets := []*graph.Node{file}
		for _, e := range g.Out(file) {
			if e.Type == graph.Defines {
				targets = append(targets, e.Target)
			}
		}
		for _, t := range targets {
			for _, e := range g.In(t) {
				if e.Type == graph.Imports {
					files = append(files, e.Source.Path)
				}
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// looksUp reports whether a file of head looks names up at run time.
func (r *runtimeNames) looksUp(file string) bool {
	yes, known := r.memo[file]
	if !known {
		f, l := r.facts(file)
		yes = f != nil && (dynamicModule(f, l) || slices.ContainsFunc(f.Expressions(), func(e facts.Expr) bool { return l.LooksUp(f, &e) }))
		r.memo[file] = yes
	}
	return yes
}

func (r *runtimeNames) facts(file string) (*facts.File, *lang.Language) {
	at, ok := r.snapshot.File(file)
	if !ok {
		return nil, nil
	}
	l, _ := r.store.Language(&at)
	if l == nil || l.Grammar == nil {
		return nil, nil
	}
	f := r.store.Facts(at.Blob, l)
	if f == nil {
		return nil, nil
	}
	return f, r.store.Languages.Of(file, f)
}
