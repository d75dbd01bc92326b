package cypher

import (
	"maps"
	"slices"
)

// A scope is the variables that an expression may use, with their slots in a row.
type scope struct {
	names []string
	slots map[string]int
	kinds map[string]string // what a variable is, for those where that is known
	width *int              // of the rows
}

func newScope(width *int) *scope {
	return &scope{slots: make(map[string]int), kinds: make(map[string]string), width: width}
}

// Kinds of variables.
const (
	aNode  = "a node"
	aRel   = "a relationship"
	aPath  = "a path"
	aValue = "a value"
)

// define makes a variable of a kind.
func (s *scope) define(name, kind string) int {
	s.kinds[name] = kind
	return s.add(name)
}

// isNo reports whether a variable is there and is surely something else.
func (s *scope) isNo(name, kind string) bool {
	_, ok := s.slots[name]
	return ok && s.kinds[name] != "" && s.kinds[name] != kind
}

// kindOf returns what an expression surely is, "" where that shows only when it runs.
func (s *scope) kindOf(e expr) string {
	switch e := e.(type) {
	case *variable:
		return s.kinds[e.name]
	case *literal:
		if e.value != nil {
			return aValue
		}
	case *list, *mapping, *comparison, *logic, *arithmetic, *comprehension:
		return aValue
	}
	return ""
}

// slot takes a place in the row that no name leads to.
func (s *scope) slot() int {
	*s.width++
	return *s.width - 1
}

// add makes a variable, which hides one of the same name.
func (s *scope) add(name string) int {
	at := s.slot()
	if _, ok := s.slots[name]; !ok {
		s.names = append(s.names, name)
	}
	s.slots[name] = at
	return at
}

// inner is a scope that sees all of s and does not change it.
func (s *scope) inner() *scope {
	in := newScope(s.width)
	in.names = slices.Clone(s.names)
	maps.Copy(in.slots, s.slots)
	maps.Copy(in.kinds, s.kinds)
	return in
}

// bind gives every variable its place, and says what cannot mean anything.
func (p *parser) bind(q *Query) error {
	var columns []string
	for i, part := range q.parts {
		names, err := p.bindPart(part)
		if err != nil {
			return err
		}
		if i > 0 && !slices.Equal(names, columns) {
			last := part.segments[len(part.segments)-1]
			return position(p.query, last.out.at, "the parts of a UNION return the same columns; the first returns %v, this one %v", columns, names)
		}
		columns = names
	}
	return nil
}

// bindPart returns the columns of a part.
func (p *parser) bindPart(part *part) ([]string, error) {
	var columns []string
	kinds := make(map[string]string)
	for _, s := range part.segments {
		in := newScope(&s.width)
		for _, c := range columns {
			in.define(c, kinds[c])
		}
		for _, c := range s.clauses {
			if err := p.bindClause(c, in); err != nil {
				return nil, err
			}
		}
		var err error
		if columns, err = p.bindProjection(s.out, in); err != nil {
			return nil, err
		}
		kinds = make(map[string]string)
		for _, i := range s.out.items {
			kinds[i.name] = in.kindOf(i.of)
		}
		for _, c := range s.clauses {
			if m, ok := c.(*matchClause); ok {
				m.pattern.onlyDistinct = s.out.onlyDistinct()
			}
		}
	}
	return columns, nil
}

func (p *parser) bindClause(c clause, s *scope) error {
	switch c := c.(type) {
	case *matchClause:
		before := *s.width
		if err := p.bindPattern(c.pattern, s); err != nil {
			return err
		}
		for slot := before; slot < *s.width; slot++ {
			c.slots = append(c.slots, slot)
		}
	case *unwindClause:
		if err := p.bindExpr(c.of, s); err != nil {
			return err
		}
		if _, ok := s.slots[c.variable.name]; ok {
			return position(p.query, c.variable.at, "the name %s is taken", c.variable.name)
		}
		c.variable.slot = s.define(c.variable.name, "")
	}
	return nil
}

// bindPattern adds the variables of a pattern to the scope.
func (p *parser) bindPattern(m *pattern, s *scope) error {
	m.bound = make(map[int]bool)
	for _, slot := range s.slots {
		m.bound[slot] = true
	}
	for _, c := range m.chains {
		if c.name != "" {
			if _, ok := s.slots[c.name]; ok {
				return position(p.query, c.at, "the name %s is taken", c.name)
			}
			c.slot = s.define(c.name, aPath)
		}
		for _, n := range c.nodes {
			at, ok := s.slots[n.name]
			switch {
			case s.isNo(n.name, aNode):
				return position(p.query, n.at, "%s is %s, not a node", n.name, s.kinds[n.name])
			case !ok && n.name != "":
				at = s.define(n.name, aNode)
			case !ok:
				at = s.slot()
			}
			n.slot = at
		}
		for _, r := range c.rels {
			if r.slot = 0; r.name == "" {
				r.slot = s.slot()
				continue
			}
			at, ok := s.slots[r.name]
			switch {
			case s.isNo(r.name, aRel):
				return position(p.query, r.at, "%s is %s, not a relationship", r.name, s.kinds[r.name])
			case ok && (!m.bound[at] || r.variable):
				return position(p.query, r.at, "the name %s is taken", r.name)
			case !ok && r.variable:
				at = s.define(r.name, aValue)
			case !ok:
				at = s.define(r.name, aRel)
			}
			r.slot = at
		}
	}
	// A property map may use the other variables of its pattern.
	for _, c := range m.chains {
		for _, n := range c.nodes {
			m.where = append(m.where, n.conditions()...)
		}
		for _, r := range c.rels {
			if err := p.bindRelationship(m, r, s); err != nil {
				return err
			}
		}
	}
	for _, e := range m.where {
		if err := p.bindExpr(e, s); err != nil {
			return err
		}
	}
	return nil
}

// conditions are what the property map of a node asks for.
func (n *nodePattern) conditions() []expr {
	var all []expr
	if n.props != nil {
		for _, e := range n.props.entries {
			of := &variable{name: n.name, slot: n.slot, fixed: true}
			all = append(all, &comparison{"=", &property{of, e.key, n.at}, e.value})
		}
	}
	return all
}

// bindRelationship turns the property map of one relationship into conditions. That of a
// path stays, as every relationship of the path has to meet it.
func (p *parser) bindRelationship(m *pattern, r *relPattern, s *scope) error {
	if r.props == nil {
		return nil
	}
	for _, e := range r.props.entries {
		if !r.variable && e.key != "type" {
			of := &variable{name: r.name, slot: r.slot, fixed: true}
			m.where = append(m.where, &comparison{"=", &property{of, e.key, r.at}, e.value})
			continue
		}
		if err := p.bindExpr(e.value, s); err != nil {
			return err
		}
		for slot := range uses(e.value) {
			if !m.bound[slot] {
				return position(p.query, r.at, "what %s has to be can only be told by what stands before this MATCH; ask for it in WHERE", e.key)
			}
		}
	}
	return nil
}

// bindExpr finds the variables of an expression.
func (p *parser) bindExpr(e expr, s *scope) error {
	switch e := e.(type) {
	case *variable:
		if e.fixed {
			return nil
		}
		at, ok := s.slots[e.name]
		if !ok {
			return position(p.query, e.at, "nothing is named %s here%s", e.name, inScope(s))
		}
		e.slot = at
		return nil
	case *aggregate:
		if e.placed {
			return nil
		}
		return position(p.query, e.at, "%s can only stand in WITH and RETURN, and not in another one", e.name)
	case *comprehension:
		if err := p.bindExpr(e.of, s); err != nil {
			return err
		}
		in := s.inner()
		e.variable.slot = in.define(e.variable.name, "")
		return p.bindEach(in, e.where, e.result)
	case *quantifier:
		if err := p.bindExpr(e.of, s); err != nil {
			return err
		}
		in := s.inner()
		e.variable.slot = in.define(e.variable.name, "")
		return p.bindExpr(e.where, in)
	case *subquery:
		in := s.inner()
		if err := p.bindPattern(e.pattern, in); err != nil {
			return err
		}
		e.pattern.onlyDistinct = e.form == exists
		return p.bindEach(in, e.result)
	}
	for _, c := range children(e) {
		if err := p.bindExpr(*c, s); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) bindEach(s *scope, all ...expr) error {
	for _, e := range all {
		if e != nil {
			if err := p.bindExpr(e, s); err != nil {
				return err
			}
		}
	}
	return nil
}

func inScope(s *scope) string {
	if len(s.names) == 0 {
		return ""
	}
	list := ""
	for i, n := range s.names {
		if i > 0 {
			list += ", "
		}
		list += n
	}
	return "; there are " + list
}

// uses returns the slots that an expression reads.
func uses(e expr) map[int]bool {
	slots := make(map[int]bool)
	var walk func(e expr)
	walk = func(e expr) {
		switch e := e.(type) {
		case *variable:
			slots[e.slot] = true
		case *subquery:
			// Its own variables are in no row before it runs, so only what was there counts.
			inner := make(map[int]bool)
			for _, c := range e.pattern.chains {
				for _, n := range c.nodes {
					inner[n.slot] = true
				}
				for _, r := range c.rels {
					inner[r.slot] = true
				}
			}
			for _, w := range e.pattern.where {
				for slot := range uses(w) {
					inner[slot] = true
				}
			}
			if e.result != nil {
				for slot := range uses(e.result) {
					inner[slot] = true
				}
			}
			for slot := range inner {
				if e.pattern.bound[slot] {
					slots[slot] = true
				}
			}
		}
		for _, c := range children(e) {
			walk(*c)
		}
		switch e := e.(type) {
		case *comprehension:
			delete(slots, e.variable.slot)
		case *quantifier:
			delete(slots, e.variable.slot)
		}
	}
	walk(e)
	return slots
}

// bindProjection returns the columns. They have slots behind the variables.
func (p *parser) bindProjection(out *projection, s *scope) ([]string, error) {
	if out.all {
		if len(s.names) == 0 && len(out.items) == 0 {
			return nil, position(p.query, out.at, "there is nothing that * could stand for")
		}
		var all []*item
		for _, n := range s.names {
			all = append(all, &item{name: n, of: &variable{name: n, at: out.at}, at: out.at, text: n + " "})
		}
		out.items = append(all, out.items...)
	}
	for _, i := range out.items {
		if err := p.bindItem(i, s); err != nil {
			return nil, err
		}
		out.grouped = out.grouped || len(i.aggregates) > 0
	}
	if out.grouped {
		for _, i := range out.items {
			if err := p.checkGrouped(out, i, i.of, nil); err != nil {
				return nil, err
			}
		}
	}
	var columns []string
	out.columns = *s.width
	after := s.inner()
	if out.grouped || out.distinct {
		after = newScope(s.width)
	}
	for _, i := range out.items {
		if slices.Contains(columns, i.name) {
			return nil, position(p.query, i.at, "two columns are named %s", i.name)
		}
		columns = append(columns, i.name)
		after.slots[i.name] = s.slot()
		after.names = added(after.names, i.name)
	}
	for _, k := range out.order {
		p.reuse(out, &k.of, k.text)
		if err := p.bindExpr(k.of, after); err != nil {
			return nil, err
		}
	}
	if err := p.bindEach(newScope(s.width), out.skip, out.limit); err != nil {
		return nil, err
	}
	if out.where != nil {
		p.reuse(out, &out.where, p.text(out.where))
	}
	return columns, p.bindEach(after, out.where)
}

// onlyDistinct reports whether the projection makes the same of a row that comes twice.
func (out *projection) onlyDistinct() bool {
	if !out.grouped {
		return out.distinct
	}
	for _, i := range out.items {
		for _, a := range i.aggregates {
			if !a.distinct && a.name != "min" && a.name != "max" {
				return false
			}
		}
	}
	return true
}

// bindItem binds a column and gives its aggregates a slot each.
func (p *parser) bindItem(i *item, s *scope) error {
	var take func(e expr) error
	take = func(e expr) error {
		a, ok := e.(*aggregate)
		if !ok {
			switch e := e.(type) {
			case *comprehension:
				if err := take(e.of); err != nil {
					return err
				}
				return p.bindExpr(e, s)
			case *quantifier:
				if err := take(e.of); err != nil {
					return err
				}
				return p.bindExpr(e, s)
			case *subquery, *variable:
				return p.bindExpr(e, s)
			}
			for _, c := range children(e) {
				if err := take(*c); err != nil {
					return err
				}
			}
			return nil
		}
		if !slices.Contains(i.aggregates, a) {
			a.slot, a.placed = s.slot(), true
			i.aggregates = append(i.aggregates, a)
		}
		return p.bindEach(s, a.of)
	}
	return take(i.of)
}

// checkGrouped refuses a column that has no single value for a group: outside of
// aggregates, it may only use what is a column itself, and its own variables.
func (p *parser) checkGrouped(out *projection, i *item, e expr, own []int) error {
	if len(i.aggregates) == 0 {
		return nil
	}
	if _, ok := e.(*aggregate); ok {
		return nil
	}
	text := p.text(e)
	for _, other := range out.items {
		if len(other.aggregates) == 0 && other.text == text {
			return nil
		}
	}
	switch e := e.(type) {
	case *comprehension:
		own = append(slices.Clone(own), e.variable.slot)
	case *quantifier:
		own = append(slices.Clone(own), e.variable.slot)
	}
	if v, ok := e.(*variable); ok && !slices.Contains(own, v.slot) {
		return position(p.query, i.at, "%s differs among the rows that are put together here; return it as a column of its own", v.name)
	}
	for _, c := range children(e) {
		if err := p.checkGrouped(out, i, *c, own); err != nil {
			return err
		}
	}
	return nil
}

// text returns the tokens of an expression.
func (p *parser) text(e expr) string {
	span := p.spans[e]
	return p.words(span[0], span[1])
}

// reuse replaces what is written like a column by the column.
func (p *parser) reuse(out *projection, e *expr, text string) {
	for i, item := range out.items {
		if item.text == text {
			*e = &variable{name: item.name, slot: out.columns + i, fixed: true}
			return
		}
	}
	for _, c := range children(*e) {
		p.reuse(out, c, p.text(*c))
	}
}
