package impact

import (
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// clusters counts changed and affected symbols by community. Tests do not count: they are
// in the area of the code that they test.
func clusters(in *Input, affected []Affected) []Cluster {
	if in.CommunityOf == nil {
		return nil
	}
	counts := make([]Cluster, len(in.Communities))
	at := func(n *graph.Node) *Cluster {
		if n.Test {
			return nil
		}
		if i := in.CommunityOf(n); i >= 0 && i < len(counts) {
			return &counts[i]
		}
		return nil
	}
	for i := range in.Set.Symbols {
		if c := &in.Set.Symbols[i]; c.Semantic() {
			if k := at(c.Node()); k != nil {
				k.Changed++
			}
		}
	}
	for i := range affected {
		if k := at(affected[i].Node); k != nil {
			k.Affected++
			if affected[i].Depth == 1 {
				k.Dependants++
			}
		}
	}
	var out []Cluster
	for i := range counts {
		c := counts[i]
		if c.Hits = c.Changed + c.Affected; c.Hits == 0 {
			continue
		}
		c.ID, c.Label, c.Size = in.Communities[i].ID, in.Communities[i].Label, len(in.Communities[i].Members)
		c.Direct = c.Changed > 0
		out = append(out, c)
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := &out[i], &out[j]
		if a.Direct != b.Direct {
			return a.Direct
		}
		if a.Hits != b.Hits {
			return a.Hits > b.Hits
		}
		return a.ID < b.ID
	})
	return out
}
