package cypher

import (
	"math"
	"slices"
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
	m     *pattern
	steps []step
	bound map[int]bool
	open  []*relPattern // not looked for yet
	ends  map[*relPattern][2]*nodePattern
	where []expr // not checked yet
	paths []*chain
}

// plan returns the plan of a pattern for the graph that is queried.
func (x *execution) plan(m *pattern) *plan {
	if p := x.plans[m]; p != nil {
		return p
	}
	p := &planner{x: x, m: m, bound: make(map[int]bool), ends: make(map[*relPattern][2]*nodePattern), where: slices.Clone(m.where)}
	for slot := range m.bound {
		p.bound[slot] = true
	}
	for _, c := range m.chains {
		if c.slot >= 0 || c.shortest != anyLength {
			p.paths = append(p.paths, c)
		}
		if c.shortest == anyLength {
			p.open = append(p.open, c.rels...)
		}
		for i, r := range c.rels {
			p.ends[r] = [2]*nodePattern{c.nodes[i], c.nodes[i+1]}
		}
	}
	for _, n := range p.nodes() {
		if p.bound[n.slot] {
			p.steps = append(p.steps, &nodeCheck{n.slot, n.labels})
		}
	}
	p.settle()
	for p.next() {
		p.settle()
	}
	x.plans[m] = &plan{p.steps}
	return x.plans[m]
}

func (p *planner) nodes() []*nodePattern {
	var all []*nodePattern
	for _, c := range p.m.chains {
		all = append(all, c.nodes...)
	}
	return all
}

// settle adds what can be done now: paths that are complete and conditions.
func (p *planner) settle() {
	p.paths = slices.DeleteFunc(p.paths, func(c *chain) bool {
		first, last := c.nodes[0].slot, c.nodes[len(c.nodes)-1].slot
		if c.shortest != anyLength {
			if !p.bound[first] || !p.bound[last] {
				return false
			}
			p.steps = append(p.steps, &shortestStep{c})
			p.bound[c.rels[0].slot] = true
		} else if slices.ContainsFunc(c.nodes, func(n *nodePattern) bool { return !p.bound[n.slot] }) ||
			slices.ContainsFunc(c.rels, func(r *relPattern) bool { return slices.Contains(p.open, r) }) {
			return false
		}
		if c.slot >= 0 {
			p.steps = append(p.steps, &pathStep{c})
			p.bound[c.slot] = true
		}
		return true
	})
	p.where = slices.DeleteFunc(p.where, func(e expr) bool {
		if !p.covered(e) {
			return false
		}
		p.steps = append(p.steps, &condition{e})
		return true
	})
}

// covered reports whether all variables of an expression are there.
func (p *planner) covered(e expr) bool {
	for slot := range uses(e) {
		if !p.bound[slot] {
			return false
		}
	}
	return true
}

// next adds the step that promises the fewest rows; false when all is found.
func (p *planner) next() bool {
	var best *relPattern
	cost := math.Inf(1)
	for _, r := range p.open {
		ends := p.ends[r]
		from, to := p.bound[ends[0].slot], p.bound[ends[1].slot]
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
		if p.bound[n.slot] {
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
		if n.slot == slot && len(n.labels) > 0 {
			p.steps = append(p.steps, &nodeCheck{slot, n.labels})
		}
	}
}

// fanOut estimates how many ways lead on along a relationship.
func (p *planner) fanOut(r *relPattern) float64 {
	g := p.x.graph
	total := len(g.Relationships)
	if types, all := g.typesNamed(r.types); !all {
		total = 0
		for _, t := range types {
			total += g.degree[t]
		}
	}
	c := float64(total) / float64(max(1, len(g.Nodes)))
	if r.direction == both {
		c *= 2
	}
	if r.variable {
		c = 1000 + c // after all that is of a fixed length
	}
	return c
}

func (p *planner) expand(r *relPattern) {
	p.open = slices.DeleteFunc(p.open, func(o *relPattern) bool { return o == r })
	ends := p.ends[r]
	s := &expandStep{rel: r, from: ends[0].slot, to: ends[1].slot, direction: r.direction, relBound: p.bound[r.slot]}
	if !p.bound[s.from] || p.bound[s.to] && !r.variable && p.x.graph.cheaperFrom(r) {
		s.from, s.to, s.reversed = s.to, s.from, true
		s.direction = [...]direction{right: left, left: right, both: both}[r.direction]
	}
	s.toBound, s.reachable = p.bound[s.to], p.onlyReach(r)
	p.steps = append(p.steps, s)
	p.bound[r.slot] = true
	if !s.toBound {
		p.found(s.to)
	}
}

// onlyReach reports whether all that matters of a path of variable length is where it leads:
// nothing names the path, the same row twice changes no result, and no other relationship of
// the pattern could be one of the path. Ways that run both ways are left out: going back and
// forth is no path.
func (p *planner) onlyReach(r *relPattern) bool {
	if !p.m.onlyDistinct || !r.variable || r.name != "" || r.min > 1 || r.direction == both {
		return false
	}
	types, all := p.x.graph.typesNamed(r.types)
	for _, c := range p.m.chains {
		for _, other := range c.rels {
			if other == r {
				if c.name != "" {
					return false
				}
				continue
			}
			others, any := p.x.graph.typesNamed(other.types)
			if all || any || slices.ContainsFunc(types, func(t string) bool { return slices.Contains(others, t) }) {
				return false
			}
		}
	}
	return true
}

// cheaperFrom reports whether it is better to come from the right end of a relationship
// whose ends are both there: most nodes have few relationships that leave them.
func (g *Graph) cheaperFrom(r *relPattern) bool { return r.direction == left }

// start returns the cheapest way to find a node, and the number of nodes it looks at.
func (p *planner) start(n *nodePattern) (*seekStep, float64) {
	g := p.x.graph
	best, cost := &seekStep{slot: n.slot}, float64(len(g.Nodes))+0.5
	for _, other := range p.nodes() {
		if other.slot != n.slot {
			continue
		}
		for _, group := range other.labels {
			count := 0
			for _, l := range group {
				count += len(g.labelled(l))
			}
			if float64(count) < cost {
				best, cost = &seekStep{slot: n.slot, labels: group}, float64(count)
			}
		}
	}
	for _, e := range p.where {
		key, value := p.sought(e, n.slot)
		if value == nil || g.seek[key] == nil {
			continue
		}
		c := 4.0
		if constant(value) {
			v, err := value.eval(p.x, nil)
			if err != nil {
				continue // it fails again where it is checked
			}
			c = 0
			for _, one := range alternatives(v, e) {
				found, ok := g.with(key, one)
				if !ok {
					c = cost
				}
				c += float64(len(found))
			}
		}
		if c < cost {
			_, several := e.(*in)
			best, cost = &seekStep{slot: n.slot, key: key, value: value, several: several}, c
		}
	}
	return best, cost
}

// constant reports whether an expression has a value without a row.
func constant(e expr) bool {
	switch e := e.(type) {
	case *literal, *param:
		return true
	case *list:
		return !slices.ContainsFunc(e.elements, func(e expr) bool { return !constant(e) })
	}
	return false
}

// alternatives are the values that a condition allows.
func alternatives(v any, e expr) []any {
	if _, ok := e.(*in); ok {
		values, _ := v.([]any)
		return values
	}
	return []any{v}
}

// sought returns the property of a node that a condition wants to have a value, and the
// value; nil when it says no such thing or the value is not there yet.
func (p *planner) sought(e expr, slot int) (string, expr) {
	of := func(side, value expr) (string, expr) {
		if prop, ok := side.(*property); ok {
			if v, ok := prop.of.(*variable); ok && v.slot == slot && p.covered(value) {
				return prop.key, value
			}
		}
		return "", nil
	}
	switch e := e.(type) {
	case *comparison:
		if e.op != "=" {
			return "", nil
		}
		if key, value := of(e.left, e.right); value != nil {
			return key, value
		}
		return of(e.right, e.left)
	case *in:
		return of(e.left, e.right)
	}
	return "", nil
}
