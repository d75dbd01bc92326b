package change

import (
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// own returns the changed lines of each node of one side: every line belongs to
// the innermost node around it, and to no other. A line outside of all symbols
// belongs to the file. nodes are all those of the changed files.
func (s *Set) own(side Side, nodes []*graph.Node) map[*graph.Node][]Lines {
	byPath := make(map[string][]*graph.Node)
	for _, n := range nodes {
		byPath[n.Path] = append(byPath[n.Path], n)
	}
	own := make(map[*graph.Node][]Lines)
	for path, nodes := range byPath { // order does not matter: files are apart
		owners := segments(nodes)
		for _, run := range s.touched[sidePath{side, path}] {
			i := sort.Search(len(owners), func(i int) bool { return owners[i].from > run.Start }) - 1
			for ; i < len(owners) && (i < 0 || owners[i].from <= run.End); i++ {
				if i < 0 || owners[i].node == nil {
					continue
				}
				part := Lines{max(run.Start, owners[i].from), run.End}
				if i+1 < len(owners) {
					part.End = min(part.End, owners[i+1].from-1)
				}
				own[owners[i].node] = append(own[owners[i].node], part)
			}
		}
	}
	return own
}

// A segment says who owns the lines from a line on, up to the next segment.
type segment struct {
	from int
	node *graph.Node
}

// segments cuts a file into runs of lines with one innermost node each.
func segments(nodes []*graph.Node) []segment {
	var file *graph.Node
	sorted := make([]*graph.Node, 0, len(nodes))
	for _, n := range nodes {
		if n.Label == graph.File {
			file = n
		} else if n.Start > 0 {
			sorted = append(sorted, n)
		}
	}
	sort.Slice(sorted, func(i, j int) bool {
		as, ae := extent(sorted[i])
		bs, be := extent(sorted[j])
		if as != bs {
			return as < bs
		}
		if ae != be {
			return ae > be // outer first
		}
		return sorted[i].ID < sorted[j].ID
	})
	out := []segment{{1, file}}
	start := func(line int, n *graph.Node) {
		last := &out[len(out)-1]
		switch {
		case last.node == n:
		case line <= last.from:
			last.node = n // also where two symbols overlap without nesting
		default:
			out = append(out, segment{line, n})
		}
	}
	stack := []*graph.Node{file} // innermost last; the file never ends
	closeBefore := func(line int) {
		for len(stack) > 1 {
			_, end := extent(stack[len(stack)-1])
			if end >= line {
				return
			}
			stack = stack[:len(stack)-1]
			start(end+1, stack[len(stack)-1])
		}
	}
	for _, n := range sorted {
		from, _ := extent(n)
		closeBefore(from)
		stack = append(stack, n)
		start(from, n)
	}
	closeBefore(int(^uint(0) >> 1))
	return out
}

// extent returns the first and last line of a symbol with its documentation.
func extent(n *graph.Node) (start, end int) {
	start, end = n.Start, n.End
	if n.DocStart > 0 {
		start, end = min(start, n.DocStart), max(end, n.DocEnd)
	}
	return start, end
}
