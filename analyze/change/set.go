package change

import (
	"cmp"
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// HeadOf returns the node of head for a node of base, nil when it is removed. Of several definitions of a
// symbol one that is removed leads to one that stays.
func (s *Set) HeadOf(n *graph.Node) *graph.Node {
	if n == nil {
		return nil
	}
	if s.changed[sidePath{InBase, n.Path}] {
		return cmp.Or(s.pairs.toHead[n], s.pairs.dropped[n])
	}
	return s.head.Node(n.ID)
}

// BaseOf returns the node of base for a node of head, nil when it is new. Of several definitions of a symbol
// one that is new leads to one that was there.
func (s *Set) BaseOf(n *graph.Node) *graph.Node {
	if n == nil {
		return nil
	}
	if s.changed[sidePath{InHead, n.Path}] {
		return cmp.Or(s.pairs.toBase[n], s.pairs.joined[n])
	}
	return s.base.Node(n.ID)
}

// Symbol returns the change of a node of base or head, nil when it did not change.
func (s *Set) Symbol(n *graph.Node) *Symbol {
	if i, ok := s.byNode[n]; ok {
		return &s.Symbols[i]
	}
	return nil
}

// HeadPath returns the path in head of a file of base: the same path unless the file was
// renamed.
func (s *Set) HeadPath(path string) string {
	if p, ok := s.headPath[path]; ok {
		return p
	}
	return path
}

// BasePath returns the path in base of a file of head.
func (s *Set) BasePath(path string) string {
	if p, ok := s.basePath[path]; ok {
		return p
	}
	return path
}

// file returns the changed file whose Path is path, nil where there is none.
func (s *Set) file(path string) *diff.FileChange {
	i := sort.Search(len(s.Files), func(i int) bool { return s.Files[i].Path() >= path })
	if i == len(s.Files) || s.Files[i].Path() != path {
		return nil
	}
	return &s.Files[i]
}

// BaseLine returns the line of base for a line of head; false for a new line.
func (s *Set) BaseLine(path string, line int) (basePath string, baseLine int, ok bool) {
	f := s.file(path)
	if f == nil {
		return path, line, true
	}
	if f.OldPath == "" || f.Status == diff.Copied || f.Binary || f.Unread != "" {
		return "", 0, false
	}
	for _, h := range f.Hunks {
		switch {
		case h.NewLines == 0 && line <= h.NewStart, h.NewLines > 0 && line < h.NewStart:
			return f.OldPath, baseLine + line, true
		case line < h.NewStart+h.NewLines:
			return "", 0, false
		}
		baseLine += h.OldLines - h.NewLines
	}
	return f.OldPath, baseLine + line, true
}

// HeadLine returns where a line of base is in head; false for one that is gone.
func (s *Set) HeadLine(path string, line int) (headPath string, headLine int, ok bool) {
	headPath = s.HeadPath(path)
	f := s.file(headPath)
	if f == nil {
		return headPath, line, true
	}
	if f.NewPath == "" || f.OldPath != path || f.Status == diff.Copied || f.Binary || f.Unread != "" {
		return "", 0, false
	}
	for _, h := range f.Hunks {
		switch {
		case h.OldLines == 0 && line <= h.OldStart, h.OldLines > 0 && line < h.OldStart:
			return headPath, headLine + line, true
		case line < h.OldStart+h.OldLines:
			return "", 0, false
		}
		headLine += h.NewLines - h.OldLines
	}
	return headPath, headLine + line, true
}

// InDiff reports whether a line is an added one of head, or a deleted one of base.
func (s *Set) InDiff(side Side, path string, line int) bool {
	return overlaps(s.touched[sidePath{side, path}], line, line)
}

// Replaces reports whether a line of head is in the hunk that replaces a line of base.
func (s *Set) Replaces(basePath string, baseLine int, path string, line int) bool {
	f := s.file(path)
	if f == nil || f.OldPath != basePath {
		return false
	}
	for _, h := range f.Hunks {
		if h.OldStart <= baseLine && baseLine < h.OldStart+h.OldLines && h.NewStart <= line && line < h.NewStart+h.NewLines {
			return true
		}
	}
	return false
}

// SaysTheSame reports whether a line of head belongs to a symbol that differs only in layout,
// comments or the names of others.
func (s *Set) SaysTheSame(path string, line int) bool { return overlaps(s.same[path], line, line) }

// Semantic reports whether the change of any symbol is semantic.
func (s *Set) Semantic() bool {
	for i := range s.Symbols {
		if s.Symbols[i].Semantic() {
			return true
		}
	}
	return false
}

// BaseSymbols returns the base nodes of the semantic changes, sorted by ID. Flows of base are
// traced through these nodes.
func (s *Set) BaseSymbols() []*graph.Node {
	return s.semantic(func(c *Symbol) *graph.Node { return c.Base })
}

// HeadSymbols returns the head nodes of the semantic changes, sorted by ID.
func (s *Set) HeadSymbols() []*graph.Node {
	return s.semantic(func(c *Symbol) *graph.Node { return c.Head })
}

func (s *Set) semantic(node func(*Symbol) *graph.Node) []*graph.Node {
	var nodes []*graph.Node
	for i := range s.Symbols {
		if c := &s.Symbols[i]; c.Semantic() && node(c) != nil {
			nodes = append(nodes, node(c))
		}
	}
	sort.Slice(nodes, func(i, j int) bool { return nodes[i].ID < nodes[j].ID })
	return nodes
}

// overlaps reports whether any of the sorted line ranges shares a line with [start, end].
func overlaps(runs []Lines, start, end int) bool {
	i := sort.Search(len(runs), func(i int) bool { return runs[i].End >= start })
	return i < len(runs) && runs[i].Start <= end
}

// clip returns the parts of the sorted line ranges inside [start, end].
func clip(runs []Lines, start, end int) []Lines {
	var out []Lines
	i := sort.Search(len(runs), func(i int) bool { return runs[i].End >= start })
	for ; i < len(runs) && runs[i].Start <= end; i++ {
		out = append(out, Lines{max(runs[i].Start, start), min(runs[i].End, end)})
	}
	return out
}
