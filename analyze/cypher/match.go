package cypher

import (
	"fmt"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

// maxLength is the number of relationships of the longest path that is followed.
const maxLength = 100

// A matcher looks for the matches of one pattern from one row, which it fills.
type matcher struct {
	x    *execution
	row  []any
	used []*property.Relationship // no match has a relationship twice
}

// match calls found for every match, with the row filled.
func (x *execution) match(m *syntax.Pattern, row []any, found func() error) error {
	mt := &matcher{x: x, row: row}
	return mt.from(x.plan(m).steps, found)
}

func (m *matcher) from(steps []step, found func() error) error {
	if len(steps) == 0 {
		return found()
	}
	return steps[0].run(m, func() error { return m.from(steps[1:], found) })
}

// A seekStep goes through the nodes that may be meant: those with a property, those with a
// label, or all.
type seekStep struct {
	slot    int
	labels  []string
	key     string
	value   syntax.Expr
	several bool // value is a list of values
}

func (s *seekStep) run(m *matcher, next func() error) error {
	each := func(nodes []*property.Node, fits func(n *property.Node) bool) error {
		for _, n := range nodes {
			if err := m.x.Step(1); err != nil {
				return err
			}
			if fits != nil && !fits(n) {
				continue
			}
			m.row[s.slot] = n
			if err := next(); err != nil {
				return err
			}
		}
		return nil
	}
	g := m.x.graph
	switch {
	case s.value != nil:
		v, err := m.x.eval(s.value, m.row)
		if err != nil {
			return err
		}
		values := []any{v}
		if list, ok := v.([]any); ok && s.several {
			values = list
		}
		var nodes []*property.Node
		for _, v := range values {
			if v == nil {
				continue
			}
			found, ok := g.With(s.key, v)
			if !ok {
				return s.all(m, next) // the condition itself is checked all the same
			}
			nodes = append(nodes, found...)
		}
		if len(values) > 1 {
			slices.SortFunc(nodes, func(a, b *property.Node) int { return a.Index() - b.Index() })
			nodes = slices.Compact(nodes)
		}
		return each(nodes, nil)
	case len(s.labels) > 0:
		for i, l := range s.labels {
			// One that an earlier label has brought is not brought again.
			earlier := s.labels[:i]
			err := each(g.Labelled(l), func(n *property.Node) bool { return !slices.ContainsFunc(earlier, n.HasLabel) })
			if err != nil {
				return err
			}
		}
		return nil
	}
	return s.all(m, next)
}

func (s *seekStep) all(m *matcher, next func() error) error {
	for i := range m.x.graph.Nodes {
		if err := m.x.Step(1); err != nil {
			return err
		}
		m.row[s.slot] = &m.x.graph.Nodes[i]
		if err := next(); err != nil {
			return err
		}
	}
	return nil
}

// A nodeCheck lets nodes with certain labels through.
type nodeCheck struct {
	slot   int
	labels [][]string
}

func (s *nodeCheck) run(m *matcher, next func() error) error {
	if n, ok := m.row[s.slot].(*property.Node); ok && n.HasLabels(s.labels) {
		return next()
	}
	return nil
}

// A condition lets through what it is true for.
type condition struct{ of syntax.Expr }

func (s *condition) run(m *matcher, next func() error) error {
	ok, err := m.x.holds(s.of, m.row)
	if err != nil || !ok {
		return err
	}
	return next()
}

// An expandStep goes along relationships from a node.
type expandStep struct {
	rel       *syntax.RelationshipPattern
	from, to  int
	direction syntax.Direction // as seen from there
	reversed  bool             // from is the right end of the pattern
	toBound   bool
	relBound  bool
	reachable bool // only what can be reached matters, not on which ways
}

func (s *expandStep) run(m *matcher, next func() error) error {
	from, ok := m.row[s.from].(*property.Node)
	if !ok {
		return nil
	}
	w := &walk{m: m, direction: s.direction}
	if possible, err := w.ask(s.rel); err != nil || !possible {
		return err
	}
	if s.toBound {
		if w.to, ok = m.row[s.to].(*property.Node); !ok {
			return nil
		}
	}
	if s.reachable {
		return s.reach(w, from, next)
	}
	if s.rel.Variable {
		return s.paths(w, from, nil, next)
	}
	var given *property.Relationship
	if s.relBound {
		if given, ok = m.row[s.rel.Slot].(*property.Relationship); !ok {
			return nil
		}
	}
	return w.each(from, func(r *property.Relationship, other *property.Node) error {
		if w.to != nil && other != w.to || given != nil && r != given || slices.Contains(m.used, r) {
			return nil
		}
		m.row[s.rel.Slot], m.row[s.to] = r, other
		m.used = append(m.used, r)
		err := next()
		m.used = m.used[:len(m.used)-1]
		return err
	})
}

// paths goes on from a node to which the relationships behind it lead.
func (s *expandStep) paths(w *walk, at *property.Node, behind []*property.Relationship, next func() error) error {
	m := w.m
	if len(behind) >= s.rel.Min && (w.to == nil || w.to == at) {
		rels := make([]any, len(behind))
		for i, r := range behind {
			if s.reversed {
				rels[len(behind)-1-i] = r
			} else {
				rels[i] = r
			}
		}
		if err := m.x.Step(len(rels)); err != nil {
			return err
		}
		m.row[s.rel.Slot], m.row[s.to] = rels, at
		if err := next(); err != nil {
			return err
		}
	}
	switch {
	case s.rel.Max >= 0 && len(behind) >= s.rel.Max:
		return nil
	case len(behind) == maxLength:
		return &LimitError{fmt.Sprintf("a path grew longer than %d relationships; give a greatest length, as in *1..5, or ask for DISTINCT ends only", maxLength)}
	}
	return w.each(at, func(r *property.Relationship, other *property.Node) error {
		if slices.Contains(m.used, r) {
			return nil
		}
		m.used = append(m.used, r)
		err := s.paths(w, other, append(behind, r), next)
		m.used = m.used[:len(m.used)-1]
		return err
	})
}

// A walk goes along the relationships that a pattern allows.
type walk struct {
	m         *matcher
	direction syntax.Direction
	types     []string
	all       bool           // any type
	props     []any          // alternating: key, value
	to        *property.Node // where it has to lead, nil for anywhere
}

// ask reads what the pattern allows; false when nothing can fit.
func (w *walk) ask(r *syntax.RelationshipPattern) (bool, error) {
	g := w.m.x.graph
	w.types, w.all = g.TypesNamed(r.Types)
	if r.Props == nil {
		return true, nil
	}
	for _, e := range r.Props.Entries {
		if e.Key != "type" && !r.Variable {
			continue // a condition of the pattern
		}
		v, err := w.m.x.eval(e.Value, w.m.row)
		if err != nil || v == nil {
			return false, err
		}
		if t, ok := v.(string); ok && e.Key == "type" && g.AnyType != "" {
			asked, any := g.TypesNamed([]string{t})
			switch {
			case any:
			case w.all:
				w.types, w.all = asked, false
			default:
				w.types = slices.DeleteFunc(slices.Clone(w.types), func(t string) bool { return !slices.Contains(asked, t) })
			}
			continue
		}
		w.props = append(w.props, e.Key, v)
	}
	return true, nil
}

// each calls visit for every relationship at a node that is allowed, with its other end.
func (w *walk) each(n *property.Node, visit func(r *property.Relationship, other *property.Node) error) error {
	g := w.m.x.graph
	along := func(r *property.Relationship, other *property.Node) error {
		if err := w.m.x.Step(1); err != nil {
			return err
		}
		if !w.all && !slices.Contains(w.types, r.Type) {
			return nil
		}
		for i := 0; i < len(w.props); i += 2 {
			if same, _ := value.Equal(g.Property(r, w.props[i].(string)), w.props[i+1]).(bool); !same {
				return nil
			}
		}
		return visit(r, other)
	}
	if w.direction != syntax.Left {
		for _, r := range g.Out(n) {
			if err := along(r, r.Target); err != nil {
				return err
			}
		}
	}
	if w.direction != syntax.Right {
		for _, r := range g.In(n) {
			if w.direction == syntax.Both && r.Source == r.Target {
				continue // seen already
			}
			if err := along(r, r.Source); err != nil {
				return err
			}
		}
	}
	return nil
}

// A pathStep puts a path together.
type pathStep struct{ chain *syntax.Chain }

func (s *pathStep) run(m *matcher, next func() error) error {
	at, ok := m.row[s.chain.Nodes[0].Slot].(*property.Node)
	if !ok {
		return nil
	}
	p := &property.Path{Nodes: []*property.Node{at}}
	for _, r := range s.chain.Rels {
		var rels []any
		switch v := m.row[r.Slot].(type) {
		case []any:
			rels = v
		default:
			rels = []any{v}
		}
		for _, v := range rels {
			r, ok := v.(*property.Relationship)
			if !ok {
				return nil
			}
			if at == r.Source {
				at = r.Target
			} else {
				at = r.Source
			}
			p.Relationships, p.Nodes = append(p.Relationships, r), append(p.Nodes, at)
		}
	}
	m.row[s.chain.Slot] = p
	return next()
}

// A shortestStep finds the shortest paths between two nodes that are there.
type shortestStep struct{ chain *syntax.Chain }

// A way is how a breadth first search came to a node.
type way struct {
	at     *property.Node
	rel    *property.Relationship
	behind *way
	length int
}

func (s *shortestStep) run(m *matcher, next func() error) error {
	r := s.chain.Rels[0]
	from, ok := m.row[s.chain.Nodes[0].Slot].(*property.Node)
	to, ok2 := m.row[s.chain.Nodes[1].Slot].(*property.Node)
	w := &walk{m: m, direction: r.Direction}
	if possible, err := w.ask(r); err != nil || !possible || !ok || !ok2 {
		return err
	}
	emit := func(v *way) error {
		rels := []any{}
		for ; v.rel != nil; v = v.behind {
			rels = append(rels, v.rel)
		}
		slices.Reverse(rels)
		if m.row[r.Slot] = rels; !r.Variable && len(rels) == 1 {
			m.row[r.Slot] = rels[0]
		}
		return next()
	}
	switch start := (&way{at: from}); {
	case from == to && r.Min == 0:
		return emit(start)
	case from == to:
		return nil // no shortest path leads back
	default:
		return s.search(w, start, to, emit)
	}
}

// search goes breadth first. A node that is reached again at the same depth is another way
// only where all are asked for.
func (s *shortestStep) search(w *walk, start *way, to *property.Node, emit func(*way) error) error {
	one, most := s.chain.Shortest == syntax.OneShortest, s.chain.Rels[0].Max
	depth := map[*property.Node]int{start.at: 0}
	best := -1
	for queue := []*way{start}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		if most >= 0 && v.length >= most || best >= 0 && (one || v.length >= best) {
			return nil
		}
		err := w.each(v.at, func(rel *property.Relationship, other *property.Node) error {
			next := &way{other, rel, v, v.length + 1}
			d, seen := depth[other]
			switch {
			case seen && (one || d < next.length), best >= 0 && other != to:
				return nil
			case other == to:
				depth[to], best = next.length, next.length
				return emit(next)
			}
			depth[other] = next.length
			queue = append(queue, next)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// reach calls next once for every node that can be reached, the nearest first.
func (s *expandStep) reach(w *walk, from *property.Node, next func() error) error {
	m := w.m
	m.row[s.rel.Slot] = nil
	found := func(n *property.Node) error {
		if w.to != nil && w.to != n {
			return nil
		}
		m.row[s.to] = n
		return next()
	}
	seen := make(map[*property.Node]bool)
	if s.rel.Min == 0 {
		seen[from] = true
		if err := found(from); err != nil {
			return err
		}
	}
	for depth, level := 0, []*property.Node{from}; len(level) > 0 && (s.rel.Max < 0 || depth < s.rel.Max); depth++ {
		var further []*property.Node
		for _, n := range level {
			err := w.each(n, func(_ *property.Relationship, other *property.Node) error {
				if seen[other] {
					return nil
				}
				seen[other] = true
				further = append(further, other)
				return found(other)
			})
			if err != nil {
				return err
			}
		}
		level = further
	}
	return nil
}
