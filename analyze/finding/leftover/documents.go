package leftover

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// maxDocumented bounds the names that are looked for.
const maxDocumented = 200

// A Document is a line that the change left as it was and that names a changed symbol.
type Document struct {
	Path   string
	Line   int
	Symbol *graph.Node // of head
}

// Documented returns, by name, the symbols of head whose code changed and whose names mean nothing
// else.
func Documented(set *change.Set, head *graph.Graph) map[string]*graph.Node {
	changed := make(map[string]*graph.Node)
	for i := range set.Symbols {
		c := &set.Symbols[i]
		if c.Base == nil || c.Head == nil || c.Parts&(change.Signature|change.Body) == 0 || len(changed) == maxDocumented {
			continue
		}
		if n := c.Head; (n.Label.Callable() || n.Label.IsType()) && !n.Test && !n.Generated && isWord(n.Name) && isDistinctive(n.Name) {
			changed[n.Name] = n
		}
	}
	if len(changed) == 0 {
		return nil
	}
	for _, n := range head.Nodes {
		if c := changed[n.Name]; c != nil && c != n {
			delete(changed, n.Name)
		}
	}
	return changed
}

// Documents returns, sorted by path, line and name, the first line of each document that names one of
// these symbols, without those that findings show and those in changelogs and tests. A name in many places is a
// word of the project, and says little of where it is described.
func Documents(set *change.Set, head *graph.Graph, symbols map[string]*graph.Node, written map[string][]finding.Mention, findings []finding.Finding) []Document {
	var list []Document
	for name, n := range symbols {
		if slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.Effect.Kind == finding.Documented && f.Symbol == n }) {
			continue
		}
		var places []Document
		for _, m := range written[name] {
			f := head.Node("File:" + m.Path)
			if m.Kind == finding.InDoc && !isHistory(m.Path) && (f == nil || !f.Test) && !set.InDiff(change.InHead, m.Path, m.Line) {
				places = append(places, Document{m.Path, m.Line, n})
			}
		}
		if len(places) <= maxLeftovers {
			list = append(list, slices.CompactFunc(places, func(a, b Document) bool { return a.Path == b.Path })...)
		}
	}
	slices.SortFunc(list, func(a, b Document) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Symbol.Name, b.Symbol.Name))
	})
	return list
}
