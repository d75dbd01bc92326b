package coverage

import (
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// headers compares file headers: imports, exports, package and build constraints. Differences
// that only follow renamed or moved symbols do not count.
type headers struct {
	store      *factstore.Store
	set        *change.Set
	base, head *graph.Graph
	files      map[[2]string]*diff.FileChange // by both paths
	names      map[string]bool                // old and new names of renamed symbols
	dirs       map[string]bool                // from or to which symbols moved
}

func newHeaders(s *factstore.Store, changes []diff.FileChange, set *change.Set, base, head *graph.Graph) *headers {
	h := &headers{
		store: s, set: set, base: base, head: head,
		files: make(map[[2]string]*diff.FileChange), names: make(map[string]bool), dirs: make(map[string]bool),
	}
	for i := range changes {
		f := &changes[i]
		h.files[[2]string{f.OldPath, f.NewPath}] = f
	}
	for i := range set.Symbols {
		c := &set.Symbols[i]
		if c.Base == nil || c.Head == nil {
			continue
		}
		if c.Base.Name != c.Head.Name {
			h.names[c.Base.Name], h.names[c.Head.Name] = true, true
		}
		if c.Base.Path != c.Head.Path {
			h.dirs[path.Dir(c.Base.Path)], h.dirs[path.Dir(c.Head.Path)] = true, true
		}
	}
	return h
}

// differ reports whether the header of the file with these paths differs, and whether its directives
// do. Where that is not known, both do.
func (h *headers) differ(oldPath, newPath string) (head, directives bool) {
	f := h.files[[2]string{oldPath, newPath}]
	was, is := h.store.Languages.ByPath(oldPath), h.store.Languages.ByPath(newPath)
	if f == nil || was == nil || is == nil {
		return true, true
	}
	a, b := h.store.Facts(f.OldBlob, was), h.store.Facts(f.NewBlob, is)
	if a == nil || b == nil {
		return true, true
	}
	inBase, inHead := h.base.Node("File:"+oldPath), h.head.Node("File:"+newPath)
	if inBase == nil || inHead == nil {
		return true, true
	}
	directives = a.Directives != b.Directives
	return directives || a.Constraint != b.Constraint || a.Language != b.Language || a.Package != b.Package && oldPath == newPath ||
		!slices.Equal(h.exports(a), h.exports(b)) ||
		!slices.Equal(outside(a, h.base, inBase), outside(b, h.head, inHead)) ||
		!slices.Equal(h.targets(h.base, inBase, h.set.HeadOf), h.targets(h.head, inHead, func(n *graph.Node) *graph.Node { return n })), directives
}

// exports returns what a file exports, without the names of renamed symbols.
func (h *headers) exports(f *facts.File) []string {
	var out []string
	for _, name := range f.ExportList {
		if !h.names[name] {
			out = append(out, name)
		}
	}
	for i := range f.Exports {
		if e := &f.Exports[i]; e.Source == "" && !h.names[e.Name] { // exports with a source are in the imports too
			out = append(out, e.Name)
		}
	}
	return out
}

// outside returns the imports of a file that do not resolve inside the repository, in order.
func outside(f *facts.File, g *graph.Graph, file *graph.Node) []facts.Import {
	inside := make(map[int]bool)
	for _, e := range g.Out(file) {
		if e.Type == graph.Imports {
			for _, s := range e.Sites {
				inside[s.Line] = true
			}
		}
	}
	var out []facts.Import
	for _, im := range f.Imports {
		if !inside[int(im.Line)] {
			im.Line, im.In = 0, facts.None
			out = append(out, im)
		}
	}
	return out
}

// targets returns the IDs of what a file imports from the repository, as IDs of head, sorted.
func (h *headers) targets(g *graph.Graph, file *graph.Node, inHead func(*graph.Node) *graph.Node) []string {
	var out []string
	for _, e := range g.Out(file) {
		if e.Type != graph.Imports || e.Target.Label == graph.Folder && h.dirs[e.Target.Path] {
			continue
		}
		id := "base " + e.Target.ID
		if n := inHead(e.Target); n != nil {
			id = n.ID
		}
		if e.Loads {
			id += " loads"
		}
		out = append(out, id)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
