package syntax

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
func (s *scope) kindOf(e Expr) string {
	switch e := e.(type) {
	case *Variable:
		return s.kinds[e.name]
	case *Literal:
		if e.Value != nil {
			return aValue
		}
	case *List, *Map, *Comparison, *Logic, *Arithmetic, *Comprehension:
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
	for i, part := range q.Parts {
		names, err := p.bindPart(part)
		if err != nil {
			return err
		}
		if i > 0 && !slices.Equal(names, columns) {
			last := part.Segments[len(part.Segments)-1]
			return position(p.query, last.Out.At, "the parts of a UNION return the same columns; the first returns %v, this one %v", columns, names)
		}
		columns = names
	}
	return nil
}

// bindPart returns the columns of a part.
func (p *parser) bindPart(part *Part) ([]string, error) {
	var columns []string
	kinds := make(map[string]string)
	for _, s := range part.Segments {
		in := newScope(&s.Width)
		for _, c := range columns {
			in.define(c, kinds[c])
		}
		for _, c := range s.Clauses {
			if err := p.bindClause(c, in); err != nil {
				return nil, err
			}
		}
		var err error
		if columns, err = p.bindProjection(s.Out, in); err != nil {
			return nil, err
		}
		kinds = make(map[string]string)
		for _, i := range s.Out.Items {
			kinds[i.Name] = in.kindOf(i.Of)
		}
		for _, c := range s.Clauses {
			if m, ok := c.(*Match); ok {
				m.Pattern.OnlyDistinct = s.Out.onlyDistinct()
			}
		}
	}
	return columns, nil
}

func (p *parser) bindClause(c Clause, s *scope) error {
	switch c := c.(type) {
	case *Match:
		before := *s.width
		if err := p.bindPattern(c.Pattern, s); err != nil {
			return err
		}
		for slot := before; slot < *s.width; slot++ {
			c.Slots = append(c.Slots, slot)
		}
	case *Unwind:
		if err := p.bindExpr(c.Of, s); err != nil {
			return err
		}
		if _, ok := s.slots[c.Variable.name]; ok {
			return position(p.query, c.Variable.at, "the name %s is taken", c.Variable.name)
		}
		c.Variable.Slot = s.define(c.Variable.name, "")
	}
	return nil
}

// bindPattern adds the variables of a pattern to the scope.
func (p *parser) bindPattern(m *Pattern, s *scope) error {
	m.Bound = make(map[int]bool)
	for _, slot := range s.slots {
		m.Bound[slot] = true
	}
	for _, c := range m.Chains {
		if c.Name != "" {
			if _, ok := s.slots[c.Name]; ok {
				return position(p.query, c.at, "the name %s is taken", c.Name)
			}
			c.Slot = s.define(c.Name, aPath)
		}
		for _, n := range c.Nodes {
			at, ok := s.slots[n.name]
			switch {
			case s.isNo(n.name, aNode):
				return position(p.query, n.at, "%s is %s, not a node", n.name, s.kinds[n.name])
			case !ok && n.name != "":
				at = s.define(n.name, aNode)
			case !ok:
				at = s.slot()
			}
			n.Slot = at
		}
		for _, r := range c.Rels {
			if r.Slot = 0; r.Name == "" {
				r.Slot = s.slot()
				continue
			}
			at, ok := s.slots[r.Name]
			switch {
			case s.isNo(r.Name, aRel):
				return position(p.query, r.at, "%s is %s, not a relationship", r.Name, s.kinds[r.Name])
			case ok && (!m.Bound[at] || r.Variable):
				return position(p.query, r.at, "the name %s is taken", r.Name)
			case !ok && r.Variable:
				at = s.define(r.Name, aValue)
			case !ok:
				at = s.define(r.Name, aRel)
			}
			r.Slot = at
		}
	}
	// A property map may use the other variables of its pattern.
	for _, c := range m.Chains {
		for _, n := range c.Nodes {
			m.Where = append(m.Where, n.conditions()...)
		}
		for _, r := range c.Rels {
			if err := p.bindRelationship(m, r, s); err != nil {
				return err
			}
		}
	}
	for _, e := range m.Where {
		if err := p.bindExpr(e, s); err != nil {
			return err
		}
	}
	return nil
}

// conditions are what the property map of a node asks for.
func (n *NodePattern) conditions() []Expr {
	var all []Expr
	if n.props != nil {
		for _, e := range n.props.Entries {
			of := &Variable{name: n.name, Slot: n.Slot, fixed: true}
			all = append(all, &Comparison{"=", &Property{of, e.Key, n.at}, e.Value})
		}
	}
	return all
}

// bindRelationship turns the property map of one relationship into conditions. That of a
// path stays, as every relationship of the path has to meet it.
func (p *parser) bindRelationship(m *Pattern, r *RelationshipPattern, s *scope) error {
	if r.Props == nil {
		return nil
	}
	for _, e := range r.Props.Entries {
		if !r.Variable && e.Key != "type" {
			of := &Variable{name: r.Name, Slot: r.Slot, fixed: true}
			m.Where = append(m.Where, &Comparison{"=", &Property{of, e.Key, r.at}, e.Value})
			continue
		}
		if err := p.bindExpr(e.Value, s); err != nil {
			return err
		}
		for slot := range Reads(e.Value) {
			if !m.Bound[slot] {
				return position(p.query, r.at, "what %s has to be can only be told by what stands before this MATCH; ask for it in WHERE", e.Key)
			}
		}
	}
	return nil
}

// bindExpr finds the variables of an expression.
func (p *parser) bindExpr(e Expr, s *scope) error {
	switch e := e.(type) {
	case *Variable:
		if e.fixed {
			return nil
		}
		at, ok := s.slots[e.name]
		if !ok {
			return position(p.query, e.at, "nothing is named %s here%s", e.name, inScope(s))
		}
		e.Slot = at
		return nil
	case *Aggregate:
		if e.placed {
			return nil
		}
		return position(p.query, e.At, "%s can only stand in WITH and RETURN, and not in another one", e.Name)
	case *Comprehension:
		if err := p.bindExpr(e.Of, s); err != nil {
			return err
		}
		in := s.inner()
		e.Variable.Slot = in.define(e.Variable.name, "")
		return p.bindEach(in, e.Where, e.Result)
	case *Quantifier:
		if err := p.bindExpr(e.Of, s); err != nil {
			return err
		}
		in := s.inner()
		e.Variable.Slot = in.define(e.Variable.name, "")
		return p.bindExpr(e.Where, in)
	case *Subquery:
		in := s.inner()
		if err := p.bindPattern(e.Pattern, in); err != nil {
			return err
		}
		e.Pattern.OnlyDistinct = e.Form == Exists
		return p.bindEach(in, e.Result)
	}
	for _, c := range e.children() {
		if err := p.bindExpr(*c, s); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) bindEach(s *scope, all ...Expr) error {
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

// Reads returns the slots that an expression reads.
func Reads(e Expr) map[int]bool {
	slots := make(map[int]bool)
	var walk func(e Expr)
	walk = func(e Expr) {
		switch e := e.(type) {
		case *Variable:
			slots[e.Slot] = true
		case *Subquery:
			// Its own variables are in no row before it runs, so only what was there counts.
			inner := make(map[int]bool)
			for _, c := range e.Pattern.Chains {
				for _, n := range c.Nodes {
					inner[n.Slot] = true
				}
				for _, r := range c.Rels {
					inner[r.Slot] = true
				}
			}
			for _, w := range e.Pattern.Where {
				for slot := range Reads(w) {
					inner[slot] = true
				}
			}
			if e.Result != nil {
				for slot := range Reads(e.Result) {
					inner[slot] = true
				}
			}
			for slot := range inner {
				if e.Pattern.Bound[slot] {
					slots[slot] = true
				}
			}
		}
		for _, c := range e.children() {
			walk(*c)
		}
		switch e := e.(type) {
		case *Comprehension:
			delete(slots, e.Variable.Slot)
		case *Quantifier:
			delete(slots, e.Variable.Slot)
		}
	}
	walk(e)
	return slots
}

// bindProjection returns the columns. They have slots behind the variables.
func (p *parser) bindProjection(out *Projection, s *scope) ([]string, error) {
	if out.all {
		if len(s.names) == 0 && len(out.Items) == 0 {
			return nil, position(p.query, out.At, "there is nothing that * could stand for")
		}
		var all []*Item
		for _, n := range s.names {
			all = append(all, &Item{Name: n, Of: &Variable{name: n, at: out.At}, at: out.At, text: n + " "})
		}
		out.Items = append(all, out.Items...)
	}
	for _, i := range out.Items {
		if err := p.bindItem(i, s); err != nil {
			return nil, err
		}
		out.Grouped = out.Grouped || len(i.Aggregates) > 0
	}
	if out.Grouped {
		for _, i := range out.Items {
			if err := p.checkGrouped(out, i, i.Of, nil); err != nil {
				return nil, err
			}
		}
	}
	var columns []string
	out.Columns = *s.width
	after := s.inner()
	if out.Grouped || out.Distinct {
		after = newScope(s.width)
	}
	for _, i := range out.Items {
		if slices.Contains(columns, i.Name) {
			return nil, position(p.query, i.at, "two columns are named %s", i.Name)
		}
		columns = append(columns, i.Name)
		after.slots[i.Name] = s.slot()
		after.names = added(after.names, i.Name)
	}
	for _, k := range out.Order {
		p.reuse(out, &k.Of, k.text)
		if err := p.bindExpr(k.Of, after); err != nil {
			return nil, err
		}
	}
	if err := p.bindEach(newScope(s.width), out.Skip, out.Limit); err != nil {
		return nil, err
	}
	if out.Where != nil {
		p.reuse(out, &out.Where, p.text(out.Where))
	}
	return columns, p.bindEach(after, out.Where)
}

// onlyDistinct reports whether the projection makes the same of a row that comes twice.
func (out *Projection) onlyDistinct() bool {
	if !out.Grouped {
		return out.Distinct
	}
	for _, i := range out.Items {
		for _, a := range i.Aggregates {
			if !a.Distinct && a.Name != "min" && a.Name != "max" {
				return false
			}
		}
	}
	return true
}

// bindItem binds a column and gives its aggregates a slot each.
func (p *parser) bindItem(i *Item, s *scope) error {
	var take func(e Expr) error
	take = func(e Expr) error {
		a, ok := e.(*Aggregate)
		if !ok {
			switch e := e.(type) {
			case *Comprehension:
				if err := take(e.Of); err != nil {
					return err
				}
				return p.bindExpr(e, s)
			case *Quantifier:
				if err := take(e.Of); err != nil {
					return err
				}
				return p.bindExpr(e, s)
			case *Subquery, *Variable:
				return p.bindExpr(e, s)
			}
			for _, c := range e.children() {
				if err := take(*c); err != nil {
					return err
				}
			}
			return nil
		}
		if !slices.Contains(i.Aggregates, a) {
			a.Slot, a.placed = s.slot(), true
			i.Aggregates = append(i.Aggregates, a)
		}
		return p.bindEach(s, a.Of)
	}
	return take(i.Of)
}

// checkGrouped refuses a column that has no single value for a group: outside of
// aggregates, it may only use what is a column itself, and its own variables.
func (p *parser) checkGrouped(out *Projection, i *Item, e Expr, own []int) error {
	if len(i.Aggregates) == 0 {
		return nil
	}
	if _, ok := e.(*Aggregate); ok {
		return nil
	}
	text := p.text(e)
	for _, other := range out.Items {
		if len(other.Aggregates) == 0 && other.text == text {
			return nil
		}
	}
	switch e := e.(type) {
	case *Comprehension:
		own = append(slices.Clone(own), e.Variable.Slot)
	case *Quantifier:
		own = append(slices.Clone(own), e.Variable.Slot)
	}
	if v, ok := e.(*Variable); ok && !slices.Contains(own, v.Slot) {
		return position(p.query, i.at, "%s differs among the rows that are put together here; return it as a column of its own", v.name)
	}
	for _, c := range e.children() {
		if err := p.checkGrouped(out, i, *c, own); err != nil {
			return err
		}
	}
	return nil
}

// text returns the tokens of an expression.
func (p *parser) text(e Expr) string {
	span := p.spans[e]
	return p.words(span[0], span[1])
}

// reuse replaces what is written like a column by the column.
func (p *parser) reuse(out *Projection, e *Expr, text string) {
	for i, item := range out.Items {
		if item.text == text {
			*e = &Variable{name: item.Name, Slot: out.Columns + i, fixed: true}
			return
		}
	}
	for _, c := range (*e).children() {
		p.reuse(out, c, p.text(*c))
	}
}
