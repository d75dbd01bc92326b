package change

import (
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// unmapped returns the parts of the changed files that could not be analysed.
func unmapped(s *Set) []Unmapped {
	skips := map[Side]map[string][]graph.Skip{InBase: byPath(s.base), InHead: byPath(s.head)}
	files := map[Side]map[string]*graph.Node{InBase: fileNodes(s, InBase), InHead: fileNodes(s, InHead)}
	var out []Unmapped
	for i := range s.Files {
		f := &s.Files[i]
		side := InHead
		if f.NewPath == "" {
			side = InBase
		}
		u := Unmapped{Path: f.Path(), Side: side, Kind: KindOf(f.Path())}
		program := u.Kind.Role == Program // a file with an unknown name may hold code
		node, known := files[side][u.Path], skips[side][u.Path]
		switch {
		case f.NewMode == diff.Submodule || f.OldMode == diff.Submodule:
			u.Reason, u.Source = graph.SkipSubmodule, true
		case f.NewMode == diff.Symlink || f.NewPath == "" && f.OldMode == diff.Symlink:
			u.Reason = graph.SkipSymlink
		case f.Binary:
			u.Reason, u.Source = graph.SkipBinary, u.Kind.Role.Hangs()
		case len(known) > 0:
			out = append(out, s.skipped(f, side, known, skips[InBase])...)
			continue
		case node != nil && node.Language != "" && program && f.Unread == "":
			out = append(out, s.skippedBase(f, skips[InBase])...)
			continue
		case len(f.Hunks) == 0 && f.Unread == "" && f.OldPath == f.NewPath:
			u.Reason = graph.SkipMode
		case f.Unread != "":
			u.Reason, u.Message, u.Source = graph.SkipUnreadable, f.Unread, u.Kind.Role.Hangs()
		default:
			u.Reason, u.Source = graph.SkipUnsupported, u.Kind.Role.Hangs()
		}
		out = append(out, u)
	}
	for _, k := range skips[InHead][Whole] {
		out = append(out, Unmapped{Path: Whole, Side: InHead, Reason: k.Reason, Message: k.Message, Source: true})
	}
	out = append(out, s.lost(skips[InHead])...)
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].Path != out[j].Path {
			return out[i].Path < out[j].Path
		}
		return out[i].Line < out[j].Line
	})
	return out
}

// lost returns the unchanged files of head that were left out because of a bug: they may use a
// changed symbol.
func (s *Set) lost(skips map[string][]graph.Skip) []Unmapped {
	var out []Unmapped
	for path, known := range skips {
		for _, k := range known {
			if k.Reason == graph.SkipInternal && !s.changed[sidePath{InHead, path}] {
				out = append(out, Unmapped{Path: path, Side: InHead, Kind: KindOf(path), Line: k.Line, Reason: k.Reason, Message: k.Message, Source: true})
			}
		}
	}
	return out
}

// Damaged returns the files of head, by their paths on both sides, that could not
// be analysed completely. Nothing can be claimed to be missing from them.
func (s *Set) Damaged() map[string]bool {
	damaged := make(map[string]bool)
	for i := range s.Unmapped {
		if u := &s.Unmapped[i]; u.Side == InHead && u.Source {
			damaged[u.Path] = true
		}
	}
	for i := range s.Files {
		if f := &s.Files[i]; f.Status != diff.Copied && damaged[f.NewPath] {
			damaged[f.OldPath] = true
		}
	}
	return damaged
}

// skipped returns what the graph left out of a changed file.
func (s *Set) skipped(f *diff.FileChange, side Side, known []graph.Skip, base map[string][]graph.Skip) []Unmapped {
	var out []Unmapped
	for _, k := range known {
		u := Unmapped{Path: k.Path, Side: side, Kind: KindOf(k.Path), Line: k.Line, Reason: k.Reason, Message: k.Message}
		u.Source = u.Kind.Role.Hangs()
		switch k.Reason {
		case graph.SkipGenerated, graph.SkipVendored, graph.SkipMinified, graph.SkipSymlink:
			u.Source = false // not written by the authors of this change
		case graph.SkipSyntax:
			// An error that base has on the same line is not caused by this change.
			if side == InHead && !s.InDiff(InHead, k.Path, k.Line) && hasSkip(base[f.OldPath], k.Reason, oldLine(f, k.Line)) {
				u.Source = false
			}
		}
		out = append(out, u)
	}
	return out
}

// skippedBase returns what was left out of the old version of a file that head could parse
// completely: symbols that seem new may not be.
func (s *Set) skippedBase(f *diff.FileChange, base map[string][]graph.Skip) []Unmapped {
	if f.NewPath == "" || f.Status == diff.Copied {
		return nil
	}
	var out []Unmapped
	for _, k := range base[f.OldPath] {
		out = append(out, Unmapped{Path: k.Path, Side: InBase, Kind: KindOf(k.Path), Line: k.Line, Reason: k.Reason, Message: k.Message, Source: k.Reason == graph.SkipInternal})
	}
	return out
}

func hasSkip(skips []graph.Skip, reason graph.SkipReason, line int) bool {
	for _, k := range skips {
		if k.Reason == reason && k.Line == line {
			return true
		}
	}
	return false
}

// oldLine returns the line of the old file for an unchanged line of the new one.
func oldLine(f *diff.FileChange, line int) int {
	shift := 0
	for _, h := range f.Hunks {
		end := h.NewStart + h.NewLines // first line after the hunk
		if h.NewLines == 0 {
			end = h.NewStart + 1
		}
		if line < end {
			break
		}
		shift += h.OldLines - h.NewLines
	}
	return line + shift
}

func byPath(g *graph.Graph) map[string][]graph.Skip {
	m := make(map[string][]graph.Skip)
	for _, k := range g.Skips {
		m[k.Path] = append(m[k.Path], k)
	}
	return m
}

func fileNodes(s *Set, side Side) map[string]*graph.Node {
	g := s.head
	if side == InBase {
		g = s.base
	}
	m := make(map[string]*graph.Node)
	for _, n := range s.nodes(side, g) {
		if n.Label == graph.File {
			m[n.Path] = n
		}
	}
	return m
}
