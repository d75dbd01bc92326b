package impact

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// show sets what is shown of the steps of a process.
func (j *flowMatcher) show(p *Process) {
	side := j.Head
	if p.Base != nil {
		side = j.Base
	}
	flow := p.Flow()
	p.Confidence = leastCertain(side, flow)
	p.Steps = make([]*graph.Node, len(flow.Steps))
	for i, n := range flow.Steps {
		p.Steps[i] = j.now(n)
		if b := p.BrokenAt; b != nil && b.To == n && p.Steps[i].ID != n.ID {
			p.Steps[i] = n
		}
	}
	if p.Label == graph.ProcessLabel(flow.Steps) {
		p.Label = graph.ProcessLabel(p.Steps)
	}
}

// now returns a node of either side as head has it, or itself if it was removed.
func (j *flowMatcher) now(n *graph.Node) *graph.Node {
	if h := j.Set.HeadOf(n); h != nil {
		return h
	}
	return n
}

// leastCertain returns the lowest confidence of a call of a flow of g.
func leastCertain(g *graph.Graph, f *graph.Process) float64 {
	least := 1.0
	for i := 1; i < len(f.Steps); i++ {
		if e := g.Find(f.Steps[i-1], graph.Calls, f.Steps[i]); e != nil {
			least = min(least, e.Confidence)
		}
	}
	return least
}

// describe returns a clause with the differences: "`validateUser` edited, `audit` gained".
func describe(steps []Step) string {
	const most = 4
	var parts []string
	for i, s := range steps {
		if i == most {
			parts = append(parts, fmt.Sprintf("%d more", len(steps)-most))
			break
		}
		parts = append(parts, fmt.Sprintf("`%s` %s", s.Symbol.Name, s.Change))
	}
	return strings.Join(parts, ", ")
}
