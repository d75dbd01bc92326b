package graph

import "sort"

// A Segment says which node owns the lines from a line up to the next segment; nil for none.
type Segment struct {
	From int
	Node *Node
}

// Segments splits a file into line ranges, each owned by its innermost node. nodes are those of
// the file, with the file itself. The documentation of a symbol belongs to it.
func Segments(nodes []*Node) []Segment {
	var file *Node
	sorted := make([]*Node, 0, len(nodes))
	for _, n := range nodes {
		if n.Label == File {
			file = n
		} else if n.Start > 0 {
			sorted = append(sorted, n)
		}
	}
	sort.Slice(sorted, func(i, j int) bool {
		as, ae := sorted[i].Extent()
		bs, be := sorted[j].Extent()
		if as != bs {
			return as < bs
		}
		if ae != be {
			return ae > be // outer first
		}
		return sorted[i].ID < sorted[j].ID
	})
	out := []Segment{{1, file}}
	start := func(line int, n *Node) {
		last := &out[len(out)-1]
		switch {
		case last.Node == n:
		case line <= last.From:
			last.Node = n // also where two symbols overlap without nesting
		default:
			out = append(out, Segment{line, n})
		}
	}
	stack := []*Node{file} // innermost last; the file never ends
	closeBefore := func(line int) {
		for len(stack) > 1 {
			_, end := stack[len(stack)-1].Extent()
			if end >= line {
				return
			}
			stack = stack[:len(stack)-1]
			start(end+1, stack[len(stack)-1])
		}
	}
	for _, n := range sorted {
		from, _ := n.Extent()
		closeBefore(from)
		stack = append(stack, n)
		start(from, n)
	}
	closeBefore(int(^uint(0) >> 1))
	return out
}

// Extent returns the first and last line of a symbol with its documentation.
func (n *Node) Extent() (start, end int) {
	start, end = n.Start, n.End
	if n.DocStart > 0 {
		start, end = min(start, n.DocStart), max(end, n.DocEnd)
	}
	return start, end
}

// Encloses reports whether inner is n or defined in it.
func (n *Node) Encloses(inner *Node) bool {
	for inner != nil && inner != n {
		inner = inner.Parent
	}
	return inner == n
}
