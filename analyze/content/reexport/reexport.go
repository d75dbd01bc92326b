// Package reexport compares what files hand on to others that is defined elsewhere, or list as their own.
//
//	changed files ─▶ facts of both versions ─▶ names that are exported from another file, lists of exports ─▶ facts
//
// In: the changed files with their facts, and both graphs. Out: a fact for the names that a file no longer hands on, and one
// for those that it does now: export … from, pub use, __all__.
//
// Invariants: a name that a file still exports in another way is not gone. Of a file that is new or gone, of one that could
// not be parsed as a whole, and of tests and generated files nothing is said.
package reexport

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Of returns the facts of the changed files.
func Of(s *factstore.Store, changes []diff.FileChange, base, head *graph.Graph) (out []fact.Fact) {
	for i := range changes {
		c := &changes[i]
		if c.OldPath == "" || c.NewPath == "" || c.Status == diff.Copied {
			continue
		}
		was, is := read(s, c.OldPath, c.OldBlob, base), read(s, c.NewPath, c.NewBlob, head)
		if was == nil || is == nil {
			continue
		}
		for _, list := range [...]struct {
			change string
			names  []name
			path   string
			side   fact.Side
		}{{"removed", was.without(is), c.OldPath, fact.Base}, {"added", is.without(was), c.NewPath, fact.Head}} {
			for _, of := range bySource(list.names) {
				f := fact.Fact{Kind: "listing-reexport", Field: of[0].field(), Name: joined(of), Change: list.change, Path: list.path, Line: of[0].line, Side: list.side}
				if source := of[0].source; source != "" {
					f.Name += " from " + source
				}
				out = append(out, f)
			}
		}
	}
	return out
}

// A name is what a file hands on.
type name struct {
	text   string // "*": all of source
	source string // where it is from, as written; empty for a name in a list of exports
	line   int
}

func (n *name) field() string {
	if n.source == "" {
		return "exported name"
	}
	return "re-export"
}

// key identifies a name: all of one source is not all of another.
func (n *name) key() string {
	if n.text == "*" {
		return "* " + n.source
	}
	return n.text
}

// exports are what a version of a file hands on, and the names that it exports in any way.
type exports struct {
	names []name
	any   map[string]bool
}

// read returns the exports of a version of a file, nil where they are not known.
func read(s *factstore.Store, path, blob string, side *graph.Graph) *exports {
	l := s.Source(path, side)
	if l == nil {
		return nil
	}
	f := s.Facts(blob, l)
	if f == nil || len(f.Problems) > 0 {
		return nil
	}
	e := &exports{any: make(map[string]bool)}
	add := func(text, source string, line int32) {
		n := name{text, source, max(int(line), 1)}
		e.names, e.any[n.key()] = append(e.names, n), true
	}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Parent == facts.None && d.Has(facts.Exported) {
			e.any[d.Name] = true
		}
	}
	for i := range f.Exports {
		x := &f.Exports[i]
		switch {
		case x.Name == "" || x.Name == "=":
		case x.Source != "":
			add(x.Name, x.Source, x.Line)
		default:
			e.any[x.Name] = true
		}
	}
	for i := range f.Imports {
		im := &f.Imports[i]
		if im.Flags&facts.Public == 0 {
			continue
		}
		text := im.Alias
		if im.Name == "*" {
			text = "*"
		}
		add(text, im.Source, im.Line)
	}
	for _, listed := range f.ExportList {
		add(listed, "", 1)
	}
	e.place(f)
	return e
}

// place sets the line of names in a list of exports to that of the variable with the list.
func (e *exports) place(f *facts.File) {
	if f.ExportList == nil {
		return
	}
	at := slices.IndexFunc(f.Defs, func(d facts.Def) bool { return d.Parent == facts.None && d.Name == "__all__" })
	if at < 0 {
		return
	}
	for i := range e.names {
		if e.names[i].source == "" {
			e.names[i].line = int(f.Defs[at].Line)
		}
	}
}

// without returns the names that other does not export, each once.
func (e *exports) without(other *exports) (out []name) {
	seen := make(map[string]bool)
	for _, n := range e.names {
		if k := n.key(); !other.any[k] && !seen[k] {
			seen[k] = true
			out = append(out, n)
		}
	}
	return out
}

// bySource returns names by their source, in the order of the sources.
func bySource(names []name) (out [][]name) {
	of := make(map[string][]name)
	for _, n := range names {
		of[n.source] = append(of[n.source], n)
	}
	for _, source := range slices.Sorted(maps.Keys(of)) {
		out = append(out, of[source])
	}
	return out
}

// shown is the number of names that a fact names.
const shown = 6

func joined(names []name) string {
	var all []string
	for _, n := range names[:min(len(names), shown)] {
		all = append(all, n.text)
	}
	if more := len(names) - len(all); more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(all, ", "), more)
	}
	return strings.Join(all, ", ")
}
