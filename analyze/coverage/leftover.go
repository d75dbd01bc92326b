package coverage

import (
	"cmp"
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// maxLeftovers bounds the places per name.
const maxLeftovers = 20

// leftovers returns, by name, the places in the code of files that still mention a name that is gone; sorted.
func leftovers(s *factstore.Store, files []diff.File, gone []string) map[string][]Place {
	if len(gone) == 0 {
		return nil
	}
	found := make(map[string][]Place, len(gone))
	for _, name := range gone {
		found[name] = nil
	}
	isFound := func(name string) bool { _, is := found[name]; return is }
	for i := range files {
		f := &files[i]
		ff := s.Of(f)
		if ff == nil || !ff.MaySpell(isFound) {
			continue
		}
		exprs := ff.Expressions()
		for x := range exprs {
			e := &exprs[x]
			if e.Kind != facts.Name && e.Kind != facts.Member || e.Name == "" {
				continue
			}
			if places, ok := found[e.Name]; ok && len(places) < maxLeftovers {
				found[e.Name] = append(places, Place{Path: f.Path, Line: int(e.Line)})
			}
		}
	}
	for name, places := range found {
		slices.SortFunc(places, func(a, b Place) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line)) })
		found[name] = slices.Compact(places)
	}
	return found
}

// GoneNames returns the names of renamed and removed symbols that no symbol of head has.
func GoneNames(set *change.Set, head *graph.Graph) []string {
	gone := make(map[string]bool)
	for i := range set.Symbols {
		if c := &set.Symbols[i]; c.Base != nil && (c.Head == nil || c.Head.Name != c.Base.Name) && c.Base.Label != graph.File {
			gone[c.Base.Name] = true
		}
	}
	if len(gone) > 0 {
		for _, n := range head.Nodes {
			delete(gone, n.Name)
		}
	}
	return slices.Sorted(maps.Keys(gone))
}
