package change

import (
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// followNames finds symbols that differ only in the names of other, renamed symbols, and
// replaces their Parts by Names. Three conditions have to hold: no other word and no sign
// differs in their lines, the uses in head are the same symbols as in base, and their
// parameters, which callers may name, have the same names.
func (s *Set) followNames() {
	renamed := s.renamedWords()
	if len(renamed) == 0 {
		return
	}
	files := make(map[sidePath]*diff.FileChange)
	for i := range s.Files {
		f := &s.Files[i]
		if f.Status != diff.Copied {
			files[sidePath{InBase, f.OldPath}] = f
		}
		files[sidePath{InHead, f.NewPath}] = f
	}
	for i := range s.Symbols {
		c := &s.Symbols[i]
		if c.Base == nil || c.Head == nil || c.Parts&(Signature|Body) == 0 || len(c.Deleted)+len(c.Inserted) == 0 {
			continue
		}
		f := files[sidePath{InHead, c.Head.Path}]
		if f == nil || f != files[sidePath{InBase, c.Base.Path}] {
			continue
		}
		if followed(f, InBase, c.Deleted, renamed) && followed(f, InHead, c.Inserted, renamed) && sameParams(c.Base, c.Head) && s.sameUses(c.Base, c.Head) {
			c.Parts = c.Parts&^(Signature|Body) | Names
			c.Differences = nil
		}
	}
}

// noteSame records the lines of the symbols that differ only in layout, comments or the names
// of others.
func (s *Set) noteSame() {
	for i := range s.Symbols {
		if c := &s.Symbols[i]; !c.Semantic() && (c.Type == Modified || c.Parts.Has(Names)) {
			s.same[c.Head.Path] = append(s.same[c.Head.Path], c.Inserted...)
		}
	}
	for _, lines := range s.same {
		sort.Slice(lines, func(i, j int) bool { return lines[i].Start < lines[j].Start })
	}
}

// renamedWords returns the names of renamed symbols, and the parts of the paths of moved
// files: in many languages, code that uses a file contains the name of the file or its
// directory.
func (s *Set) renamedWords() map[diff.Word]bool {
	words := make(map[diff.Word]bool)
	add := func(old, new string) {
		if old != new {
			words[diff.Word{Old: old, New: new}] = true
		}
	}
	for b, h := range s.pairs.toHead {
		if b.Label != graph.File {
			add(b.Name, h.Name)
			continue
		}
		old, new := pathNames(b.Path), pathNames(h.Path)
		for i := 1; i <= min(len(old), len(new)); i++ {
			add(old[len(old)-i], new[len(new)-i])
		}
	}
	return words
}

// pathNames are the names of a file and of its directories as they occur in code.
func pathNames(p string) []string {
	return strings.Split(strings.TrimSuffix(p, path.Ext(p)), "/")
}

// followed reports whether the hunks of f that touch the lines of one side differ only in these
// words.
func followed(f *diff.FileChange, side Side, lines []Lines, words map[diff.Word]bool) bool {
	for _, run := range lines {
		at := sort.Search(len(f.Hunks), func(i int) bool {
			start, n := hunkLines(f.Hunks[i], side)
			return start+n > run.Start
		})
		for ; at < len(f.Hunks); at++ {
			if start, _ := hunkLines(f.Hunks[at], side); start > run.End {
				break
			}
			if at >= len(f.Words) || f.Words[at] == nil {
				return false
			}
			for _, w := range f.Words[at] {
				if !words[w] {
					return false
				}
			}
		}
	}
	return true
}

func hunkLines(h diff.Hunk, side Side) (start, n int) {
	if side == InBase {
		return h.OldStart, h.OldLines
	}
	return h.NewStart, h.NewLines
}

func sameParams(base, head *graph.Node) bool {
	return slices.EqualFunc(base.Signature.Params, head.Signature.Params, func(a, b graph.Param) bool { return a.Name == b.Name })
}

// A use is a relation to a symbol of head.
type use struct {
	relation graph.EdgeType
	target   *graph.Node
}

// sameUses reports whether a node of head uses the same symbols as in base, each as often as
// before.
func (s *Set) sameUses(base, head *graph.Node) bool {
	was, is := make(map[use]int), make(map[use]int)
	for _, e := range s.base.Out(base) {
		if isUse(e.Type) {
			was[use{e.Type, s.HeadOf(e.Target)}] += len(e.Sites)
		}
	}
	for _, e := range s.head.Out(head) {
		if isUse(e.Type) {
			is[use{e.Type, e.Target}] += len(e.Sites)
		}
	}
	return maps.Equal(was, is)
}

func isUse(t graph.EdgeType) bool {
	switch t {
	case graph.Calls, graph.References, graph.Extends, graph.Implements:
		return true
	}
	return false
}
