package cypher

import (
	"math"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/syntax"
)

// A plan is the order in which the parts of a pattern are looked for: it starts where the
// graph has the fewest nodes that fit, goes on along relationships from what is found, and
// checks every condition as soon as its variables are there.
type plan struct{ steps []step }

// A step finds one thing, or checks it.
type step interface {
	// run calls next for every way to do the step, with the row filled accordingly.
	run(m *matcher, next func() error) error
}

// A planner makes a plan for one pattern.
type planner struct {
	x     *execution
	m     *syntax.Pattern
	steps []step
	bound map[int]bool
	open  []*syntax.RelationshipPattern // not looked for yet
	ends  map[*syntax.RelationshipPattern][2]*syntax.NodePattern
	where []syntax.Expr // not checked yet
	paths []*syntax.Chain
}

// plan returns the plan of a pattern for the graph that is queried.
func (x *execution) plan(m *syntax.Pattern) *plan {
	if p := x.plans[m]; p != nil {
		return p
	}
	p := &planner{x: x, m: m, bound: make(map[int]bool), ends: make(map[*syntax.RelationshipPattern][2]*syntax.NodePattern), where: slices.Clone(m.Where)}
	for slot := range m.Bound {
		p.bound[slot] = true
	}
	for _, c := range m.Chains {
		if c.Slot >= 0 || c.Shortest != syntax.AnyLength {
			p.paths = append(p.paths, c)
		}
		if c.Shortest == syntax.AnyLength {
			p.open = append(p.open, c.Rels...)
		}
		for i, r := range c.Rels {
			p.ends[r] = [2]*syntax.NodePattern{c.Nodes[i], c.Nodes[i+1]}
		}
	}
	for _, n := range p.nodes() {
		if p.bound[n.Slot] {
			p.steps = append(p.steps, &nodeCheck{n.Slot, n.Labels})
		}
	}
	p.settle()
	for p.next() {
		p.settle()
	}
	x.plans[m] = &plan{p.steps}
	return x.plans[m]
}

func (p *planner) nodes() []*syntax.NodePattern {
	var all []*syntax.NodePattern
	for _, c := range p.m.Chains {
		all = append(all, c.Nodes...)
	}
	return all
}

// settle adds what can be done now: paths that are complete and conditions.
func (p *planner) settle() {
	p.paths = slices.DeleteFunc(p.paths, func(c *syntax.Chain) bool {
		first, last := c.Nodes[0].Slot, c.Nodes[len(c.Nodes)-1].Slot
		if c.Shortest != syntax.AnyLength {
			if !p.bound[first] || !p.bound[last] {
				return false
			}
			p.steps = append(p.steps, &shortestStep{c})
			p.bound[c.Rels[0].Slot] = true
		} else if slices.ContainsFunc(c.Nodes, func(n *syntax.NodePattern) bool { return !p.bound[n.Slot] }) ||
			slices.ContainsFunc(c.Rels, func(r *syntax.RelationshipPattern) bool { return slices.Contains(p.open, r) }) {
			return false
		}
		if c.Slot >= 0 {
			p.steps = append(p.steps, &pathStep{c})
			p.bound[c.Slot] = true
		}
		return true
	})
	p.where = slices.DeleteFunc(p.where, func(e syntax.Expr) bool {
		if !p.covered(e) {
			return false
		}
		p.steps = append(p.steps, &condition{e})
		return true
	})
}

// covered reports whether all variables of an expression are there.
func (p *planner) covered(e syntax.Expr) bool {
	for slot := range syntax.Reads(e) {
		if !p.bound[slot] {
			return false
		}
	}
	return true
}

// next adds the step that promises the fewest rows; false when all is found.
func (p *planner) next() bool {
	var best *syntax.RelationshipPattern
	cost := math.Inf(1)
	for _, r := range p.open {
		ends := p.ends[r]
		from, to := p.bound[ends[0].Slot], p.bound[ends[1].Slot]
		if !from && !to {
			continue
		}
		c := p.fanOut(r)
		if from && to {
			c /= 1000
		}
		if c < cost {
			best, cost = r, c
		}
	}
	if best != nil {
		p.expand(best)
		return true
	}
	var start *seekStep
	cost = math.Inf(1)
	for _, n := range p.nodes() {
		if p.bound[n.Slot] {
			continue
		}
		if s, c := p.start(n); c < cost {
			start, cost = s, c
		}
	}
	if start == nil {
		return false
	}
	p.steps = append(p.steps, start)
	p.found(start.slot)
	return true
}

// found notes that a node is there, and checks what its patterns ask for.
func (p *planner) found(slot int) {
	p.bound[slot] = true
	for _, n := range p.nodes() {
		if n.Slot == slot && len(n.Labels) > 0 {
			p.steps = append(p.steps, &nodeCheck{slot, n.Labels})
		}
	}
}

// fanOut estimates how many ways lead on along a relationship.
func (p *planner) fanOut(r *syntax.RelationshipPattern) float64 {
	g := p.x.graph
	total := len(g.Relationships)
	if types, all := g.TypesNamed(r.Types); !all {
		total = 0
		for _, t := range types {
			total += g.Count(t)
		}
	}
	c := float64(total) / float64(max(1, len(g.Nodes)))
	if r.Direction == syntax.Both {
		c *= 2
	}
	if r.Variable {
		c = 1000 + c // after all that is of a fixed length
	}
	return c
}

func (p *planner) expand(r *syntax.RelationshipPattern) {
	p.open = slices.DeleteFunc(p.open, func(o *syntax.RelationshipPattern) bool { return o == r })
	ends := p.ends[r]
	s := &expandStep{rel: r, from: ends[0].Slot, to: ends[1].Slot, direction: r.Direction, relBound: p.bound[r.Slot]}
	if !p.bound[s.from] || p.bound[s.to] && !r.Variable && cheaperFromRight(r) {
		s.from, s.to, s.reversed = s.to, s.from, true
		s.direction = [...]syntax.Direction{syntax.Right: syntax.Left, syntax.Left: syntax.Right, syntax.Both: syntax.Both}[r.Direction]
	}
	s.toBound, s.reachable = p.bound[s.to], p.onlyReach(r)
	p.steps = append(p.steps, s)
	p.bound[r.Slot] = true
	if !s.toBound {
		p.found(s.to)
	}
}

// onlyReach reports whether all that matters of a path of variable length is where it leads:
// nothing names the path, the same row twice changes no result, and no other relationship of
// the pattern could be one of the path. Ways that run both ways are left out: going back and
// forth is no path.
func (p *planner) onlyReach(r *syntax.RelationshipPattern) bool {
	if !p.m.OnlyDistinct || !r.Variable || r.Name != "" || r.Min > 1 || r.Direction == syntax.Both {
		return false
	}
	types, all := p.x.graph.TypesNamed(r.Types)
	for _, c := range p.m.Chains {
		for _, other := range c.Rels {
			if other == r {
				if c.Name != "" {
					return false
				}
				continue
			}
			others, any := p.x.graph.TypesNamed(other.Types)
			if all || any || slices.ContainsFunc(types, func(t string) bool { return slices.Contains(others, t) }) {
				return false
			}
		}
	}
	return true
}

// cheaperFromRight reports whether it is better to come from the right end of a relationship
// whose ends are both there: most nodes have few relationships that leave them.
func cheaperFromRight(r *syntax.RelationshipPattern) bool { return r.Direction == syntax.Left }

// start returns the cheapest way to find a node, and the number of nodes it looks at.
func (p *planner) start(n *syntax.NodePattern) (*seekStep, float64) {
	g := p.x.graph
	best, cost := &seekStep{slot: n.Slot}, float64(len(g.Nodes))+0.5
	for _, other := range p.nodes() {
		if other.Slot != n.Slot {
			continue
		}
		for _, group := range other.Labels {
			count := 0
			for _, l := range group {
				count += len(g.Labelled(l))
			}
			if float64(count) < cost {
				best, cost = &seekStep{slot: n.Slot, labels: group}, float64(count)
			}
		}
	}
	for _, e := range p.where {
		key, value := p.sought(e, n.Slot)
		if value == nil || !g.Indexed(key) {
			continue
		}
		c := 4.0
		if constant(value) {
			v, err := p.x.eval(value, nil)
			if err != nil {
				continue // it fails again where it is checked
			}
			c = 0
			for _, one := range alternatives(v, e) {
				found, ok := g.With(key, one)
				if !ok {
					c = cost
				}
				c += float64(len(found))
			}
		}
		if c < cost {
			_, several := e.(*syntax.In)
			best, cost = &seekStep{slot: n.Slot, key: key, value: value, several: several}, c
		}
	}
	return best, cost
}

// constant reports whether an expression has a value without a row.
func constant(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal, *syntax.Parameter:
		return true
	case *syntax.List:
		return !slices.ContainsFunc(e.Elements, func(e syntax.Expr) bool { return !constant(e) })
	}
	return false
}

// alternatives are the values that a condition allows.
func alternatives(v any, e syntax.Expr) []any {
	if _, ok := e.(*syntax.In); ok {
		values, _ := v.([]any)
		return values
	}
	return []any{v}
}

// sought returns the property of a node that a condition wants to have a value, and the
// value; nil when it says no such thing or the value is not there yet.
func (p *planner) sought(e syntax.Expr, slot int) (string, syntax.Expr) {
	of := func(side, value syntax.Expr) (string, syntax.Expr) {
		if prop, ok := side.(*syntax.Property); ok {
			if v, ok := prop.Of.(*syntax.Variable); ok && v.Slot == slot && p.covered(value) {
				return prop.Key, value
			}
		}
		return "", nil
	}
	switch e := e.(type) {
	case *syntax.Comparison:
		if e.Op != "=" {
			return "", nil
		}
		if key, value := of(e.Left, e.Right); value != nil {
			return key, value
		}
		return of(e.Right, e.Left)
	case *syntax.In:
		return of(e.Left, e.Right)
	}
	return "", nil
}
