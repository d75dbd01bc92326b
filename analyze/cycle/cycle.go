// Package cycle finds the cycles of a directed graph.
//
// In: the number of nodes, and their edges. Out: the strong components of two or more nodes.
// Invariants: time and memory are linear in nodes and edges; the depth of a path costs no stack.
package cycle

import "slices"

// Components returns the maximal sets of two or more nodes that all reach each other: the cycles.
// Nodes are numbered from 0 to n-1, out returns the edges of a node, and target the node to which an
// edge leads, -1 for an edge that is not followed. Members are in the order of their numbers,
// components in the order of their first members.
//
// The algorithm is Tarjan's (Depth-first search and linear graph algorithms, 1972), with a stack of its own.
func Components[Edge any](n int, out func(node int32) []Edge, target func(Edge) int32) [][]int32 {
	type frame struct {
		node int32
		left []Edge // edges that are not followed yet
	}
	const closed = 1 << 30 // of a node whose component is known
	var (
		components [][]int32
		number     = make([]int32, n) // order of discovery from 1
		low        = make([]int32, n) // smallest number reachable, or closed
		open       []int32
		calls      []frame
		count      int32
	)
	enter := func(node int32) {
		count++
		number[node], low[node] = count, count
		open = append(open, node)
		calls = append(calls, frame{node, out(node)})
	}
	for root := range int32(n) {
		if number[root] != 0 {
			continue
		}
		enter(root)
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			node := f.node
			if len(f.left) > 0 {
				t := target(f.left[0])
				f.left = f.left[1:]
				switch {
				case t < 0:
				case number[t] == 0:
					enter(t)
				case low[t] != closed:
					low[node] = min(low[node], number[t])
				}
				continue
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				up := calls[len(calls)-1].node
				low[up] = min(low[up], low[node])
			}
			if low[node] != number[node] {
				continue
			}
			first := len(open) - 1
			for open[first] != node {
				first--
			}
			for _, m := range open[first:] {
				low[m] = closed
			}
			if len(open)-first > 1 {
				component := slices.Clone(open[first:])
				slices.Sort(component)
				components = append(components, component)
			}
			open = open[:first]
		}
	}
	slices.SortFunc(components, func(a, b []int32) int { return int(a[0] - b[0]) })
	return components
}
