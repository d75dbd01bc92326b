package change

import (
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// own returns the changed lines of each node of one side: every line belongs to the
// innermost node around it only, and a line outside of all symbols to the file. nodes are
// all nodes of the changed files.
func (s *Set) own(side Side, nodes []*graph.Node) map[*graph.Node][]Lines {
	byPath := make(map[string][]*graph.Node)
	for _, n := range nodes {
		byPath[n.Path] = append(byPath[n.Path], n)
	}
	own := make(map[*graph.Node][]Lines)
	for path, nodes := range byPath { // any order: files are independent
		owners := graph.Segments(nodes)
		for _, run := range s.touched[sidePath{side, path}] {
			i := sort.Search(len(owners), func(i int) bool { return owners[i].From > run.Start }) - 1
			for ; i < len(owners) && (i < 0 || owners[i].From <= run.End); i++ {
				if i < 0 || owners[i].Node == nil {
					continue
				}
				part := Lines{max(run.Start, owners[i].From), run.End}
				if i+1 < len(owners) {
					part.End = min(part.End, owners[i+1].From-1)
				}
				own[owners[i].Node] = append(own[owners[i].Node], part)
			}
		}
	}
	return own
}
