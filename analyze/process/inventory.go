package process

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Inventory returns the leading flows of g, and how many there are within the
// limits of depth and branching. The best flow of each entry comes first, in the
// order of Entries, then their second ones, and so on.
//
// A flow that is part of another is left out. Of flows with the same entry and the same
// terminal, only the longest is kept.
func Inventory(g *graph.Graph, limits Limits) (processes []graph.Process, total int) {
	limits = limits.or(DefaultMax)
	f := newFlows(g)
	callees := f.callees.first(limits.Branching)
	d := newDag(&callees, f.roots)
	d.weigh(nil)

	type ranked struct {
		trace
		rank int // 0 for the best flow of its entry, 1 for the second, …
	}
	var all []ranked
	for _, e := range f.entries {
		var terminals []int32
		for _, t := range d.traces(e.node, limits.Branching, limits.Depth) {
			if len(t.steps) >= limits.MinSteps && !slices.Contains(terminals, last(t.steps)) {
				all = append(all, ranked{t, len(terminals)})
				terminals = append(terminals, last(t.steps))
			}
		}
	}
	// Only a flow whose entry has callers can be part of another flow.
	within := make(map[int32][][]int32)
	for _, t := range all {
		for i, s := range t.steps {
			if i > 0 && f.isEntry[s] {
				within[s] = append(within[s], t.steps[i:])
			}
		}
	}
	all = slices.DeleteFunc(all, func(t ranked) bool {
		return slices.ContainsFunc(within[t.steps[0]], func(tail []int32) bool {
			return len(tail) >= len(t.steps) && slices.Equal(tail[:len(t.steps)], t.steps)
		})
	})
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	for _, t := range all[:min(len(all), limits.Max)] {
		processes = append(processes, limits.newProcess(f.resolve(t.steps), t.cut))
	}
	return processes, len(all)
}

// or replaces zero fields by the defaults.
func (l Limits) or(maximum int) Limits {
	return Limits{
		Depth:     cmp.Or(l.Depth, DefaultDepth),
		Branching: cmp.Or(l.Branching, DefaultBranching),
		Max:       cmp.Or(l.Max, maximum),
		MinSteps:  cmp.Or(l.MinSteps, DefaultMinSteps),
		Names:     l.Names,
	}
}

func (c *calls) resolve(steps []int32) []*graph.Node {
	nodes := make([]*graph.Node, len(steps))
	for i, s := range steps {
		nodes[i] = c.nodes[s]
	}
	return nodes
}
