package coverage

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// maxLeftovers bounds the places per name.
const maxLeftovers = 20

// leftovers returns, by name, the places in code of head that still mention the name of a
// renamed or removed symbol, although no symbol of head has it; sorted.
func leftovers(s *factstore.Store, snapshot *diff.Snapshot, set *change.Set, head *graph.Graph) map[string][]Place {
	found := make(map[string][]Place)
	for i := range set.Symbols {
		if c := &set.Symbols[i]; c.Base != nil && (c.Head == nil || c.Head.Name != c.Base.Name) && c.Base.Label != graph.File {
			found[c.Base.Name] = nil
		}
	}
	for _, n := range head.Nodes {
		delete(found, n.Name)
	}
	if len(found) == 0 {
		return nil
	}
	for i := range snapshot.Files {
		f := &snapshot.Files[i]
		ff := s.Of(f)
		if ff == nil {
			continue
		}
		for x := range ff.Exprs {
			e := &ff.Exprs[x]
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
