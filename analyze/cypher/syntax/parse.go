package syntax

import (
	"slices"
	"strings"
)

// Parse reads a query. The error is an *Error.
func Parse(query string) (*Query, error) {
	tokens, err := lex(query)
	if err != nil {
		return nil, err
	}
	p := &parser{query: query, tokens: tokens, spans: make(map[Expr][2]int)}
	q := &Query{text: query}
	for union := false; ; union = true {
		part := &Part{All: union && p.word("ALL")}
		if part.Segments, err = p.segments(); err != nil {
			return nil, err
		}
		q.Parts = append(q.Parts, part)
		if !p.word("UNION") {
			break
		}
	}
	p.sign(";")
	if p.peek().kind != end {
		return nil, p.expected("a clause or the end of the query")
	}
	q.Names = p.names
	q.Names.Keys = slices.DeleteFunc(p.names.Keys, func(key string) bool { return slices.Contains(p.made, key) })
	q.starts = make(map[Expr]int, len(p.spans))
	for e, span := range p.spans {
		q.starts[e] = p.tokens[span[0]].start
	}
	if err := p.bind(q); err != nil {
		return nil, err
	}
	return q, nil
}

// A parser reads tokens by recursive descent.
type parser struct {
	query  string
	tokens []token
	at     int
	depth  int
	spans  map[Expr][2]int // tokens of an expression
	names  Names
	made   []string // keys of maps
}

func (p *parser) peek() *token { return &p.tokens[p.at] }

func (p *parser) ahead(n int) *token { return &p.tokens[min(p.at+n, len(p.tokens)-1)] }

func (p *parser) failed(t *token, format string, args ...any) error {
	return position(p.query, t.start, format, args...)
}

func (p *parser) expected(what string) error {
	return p.failed(p.peek(), "expected %s, found %s", what, p.peek().describe())
}

// is reports whether a token is a keyword.
func (t *token) is(word string) bool { return t.kind == name && strings.EqualFold(t.text, word) }

func (t *token) sign(s string) bool { return t.kind == sign && t.text == s }

// word takes a keyword when it stands here.
func (p *parser) word(words ...string) bool {
	for i, w := range words {
		if !p.ahead(i).is(w) {
			return false
		}
	}
	p.at += len(words)
	return true
}

// sign takes a sign when it stands here.
func (p *parser) sign(s string) bool {
	if p.peek().sign(s) {
		p.at++
		return true
	}
	return false
}

// want takes a sign that has to stand here.
func (p *parser) want(s string) error {
	if !p.sign(s) {
		return p.expected(s)
	}
	return nil
}

// reserved are the words that no variable has for a name, unless in backticks.
var reserved = []string{
	"MATCH", "OPTIONAL", "WHERE", "WITH", "RETURN", "ORDER", "SKIP", "LIMIT", "UNWIND", "UNION", "AS", "AND", "OR", "XOR", "NOT", "IN", "STARTS",
	"ENDS", "CONTAINS", "IS", "NULL", "TRUE", "FALSE", "CASE", "WHEN", "THEN", "ELSE", "END", "DISTINCT", "ASC", "DESC", "CREATE", "DELETE", "DETACH",
	"SET", "MERGE", "REMOVE",
}

// variable takes the name of a variable when one stands here.
func (p *parser) variable() string {
	t := p.peek()
	if t.kind == quoted || t.kind == name && !slices.ContainsFunc(reserved, t.is) {
		p.at++
		return t.text
	}
	return ""
}

// anyName takes a label, type or property key, which may be a reserved word.
func (p *parser) anyName(what string) (string, error) {
	t := p.peek()
	if t.kind != quoted && t.kind != name {
		return "", p.expected(what)
	}
	p.at++
	return t.text, nil
}

// writing are the clauses that would change the graph.
var writing = []string{"CREATE", "MERGE", "DELETE", "DETACH", "SET", "REMOVE", "DROP", "ALTER", "COPY", "INSERT", "FOREACH", "LOAD"}

// refused is the error for a clause that is none of these.
func (p *parser) refused() error {
	t := p.peek()
	switch {
	case slices.ContainsFunc(writing, t.is):
		return p.failed(t, "%s is refused: a query reads the graph and never changes it", strings.ToUpper(t.text))
	case t.is("CALL"):
		return p.failed(t, "CALL is refused: there are no procedures; use MATCH, WHERE, WITH, UNWIND and RETURN")
	case t.is("EXPLAIN"), t.is("PROFILE"), t.is("USE"), t.is("SHOW"):
		return p.failed(t, "%s is not known; use MATCH, WHERE, WITH, UNWIND and RETURN", strings.ToUpper(t.text))
	}
	return p.expected("MATCH, OPTIONAL MATCH, UNWIND, WITH or RETURN")
}

func (p *parser) segments() ([]*Segment, error) {
	var all []*Segment
	s := &Segment{}
	for {
		var err error
		switch {
		case p.word("MATCH"):
			err = p.match(s, false)
		case p.word("OPTIONAL"):
			if !p.word("MATCH") {
				return nil, p.expected("MATCH")
			}
			err = p.match(s, true)
		case p.word("UNWIND"):
			err = p.unwind(s)
		case p.peek().is("WITH"), p.peek().is("RETURN"):
			last := p.peek().is("RETURN")
			s.Out, err = p.projection(!last)
			all = append(all, s)
			if last || err != nil {
				return all, err
			}
			s = &Segment{}
		default:
			return nil, p.refused()
		}
		if err != nil {
			return nil, err
		}
	}
}

func (p *parser) match(s *Segment, optional bool) error {
	pattern, err := p.pattern()
	s.Clauses = append(s.Clauses, &Match{Pattern: pattern, Optional: optional})
	return err
}

func (p *parser) unwind(s *Segment) error {
	of, err := p.expression()
	if err != nil {
		return err
	}
	if !p.word("AS") {
		return p.expected("AS")
	}
	at := p.peek().start
	v := p.variable()
	if v == "" {
		return p.expected("a name")
	}
	s.Clauses = append(s.Clauses, &Unwind{of, &Variable{name: v, at: at}})
	return nil
}

// pattern reads chains and the condition behind them.
func (p *parser) pattern() (*Pattern, error) {
	m := &Pattern{}
	for {
		c, err := p.chain(m)
		if err != nil {
			return nil, err
		}
		m.Chains = append(m.Chains, c)
		if !p.sign(",") {
			break
		}
	}
	if p.word("WHERE") {
		e, err := p.expression()
		if err != nil {
			return nil, err
		}
		m.Where = append(m.Where, conjuncts(e)...)
	}
	return m, nil
}

// conjuncts returns the conditions that have to hold all.
func conjuncts(e Expr) []Expr {
	if l, ok := e.(*Logic); ok && l.Op == "AND" {
		return append(conjuncts(l.Left), conjuncts(l.Right)...)
	}
	return []Expr{e}
}

// chain reads one path, with its name.
func (p *parser) chain(m *Pattern) (*Chain, error) {
	c := &Chain{at: p.peek().start, Slot: -1}
	if p.ahead(1).sign("=") {
		if c.Name = p.variable(); c.Name == "" {
			return nil, p.expected("a name")
		}
		p.at++
	}
	for name, s := range map[string]Shortest{"shortestPath": OneShortest, "allShortestPaths": AllShortest} {
		if p.peek().is(name) && p.ahead(1).sign("(") {
			p.at += 2
			c.Shortest = s
			if err := p.path(c, m); err != nil {
				return nil, err
			}
			if len(c.Rels) != 1 || c.Rels[0].Min > 1 {
				return nil, position(p.query, c.at, "%s takes one relationship between two nodes, as in (a)-[*1..5]->(b); its least length is 0 or 1", name)
			}
			return c, p.want(")")
		}
	}
	return c, p.path(c, m)
}

// path reads nodes and the relationships between them.
func (p *parser) path(c *Chain, m *Pattern) error {
	n, err := p.node(m)
	if err != nil {
		return err
	}
	c.Nodes = append(c.Nodes, n)
	for p.peek().sign("-") || p.peek().sign("<") && p.ahead(1).sign("-") {
		r, err := p.relationship(m)
		if err != nil {
			return err
		}
		if n, err = p.node(m); err != nil {
			return err
		}
		c.Rels, c.Nodes = append(c.Rels, r), append(c.Nodes, n)
	}
	return nil
}

// node reads (name:Label {key: value}).
func (p *parser) node(m *Pattern) (*NodePattern, error) {
	n := &NodePattern{at: p.peek().start}
	if !p.sign("(") {
		return nil, p.expected("a node like (n:Label)")
	}
	n.name = p.variable()
	var err error
	if p.peek().sign(":") {
		if n.Labels, err = p.labels(); err != nil {
			return nil, err
		}
	}
	if n.props, err = p.properties(); err != nil {
		return nil, err
	}
	if p.word("WHERE") {
		e, err := p.expression()
		if err != nil {
			return nil, err
		}
		m.Where = append(m.Where, conjuncts(e)...)
	}
	if !p.sign(")") {
		return nil, p.expected(") at the end of the node")
	}
	return n, nil
}

// labels reads :A:B|C, which asks for A and one of B and C.
func (p *parser) labels() ([][]string, error) {
	var groups [][]string
	for p.sign(":") {
		var group []string
		for {
			p.sign(":") // |: is an older form of |
			l, err := p.anyName("a label")
			if err != nil {
				return nil, err
			}
			group = append(group, l)
			p.names.Labels = added(p.names.Labels, l)
			if !p.sign("|") {
				break
			}
		}
		groups = append(groups, group)
	}
	return groups, nil
}

func added(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// properties reads {key: value} when it stands here.
func (p *parser) properties() (*Map, error) {
	if p.peek().kind == parameter {
		return nil, p.failed(p.peek(), "a parameter stands for one value: write {name: $name}")
	}
	if !p.peek().sign("{") {
		return nil, nil
	}
	m, err := p.mapping()
	if err != nil {
		return nil, err
	}
	for _, e := range m.Entries {
		p.names.Keys = added(p.names.Keys, e.Key)
	}
	return m, nil
}

// relationship reads -[name:TYPE*1..3 {key: value}]-> and its shorter forms.
func (p *parser) relationship(m *Pattern) (*RelationshipPattern, error) {
	r := &RelationshipPattern{at: p.peek().start, Min: 1, Max: 1}
	toLeft := p.sign("<")
	if err := p.want("-"); err != nil {
		return nil, err
	}
	if p.sign("[") {
		r.Name = p.variable()
		for more := p.sign(":"); more; more = p.sign("|") {
			p.sign(":")
			t, err := p.anyName("a type")
			if err != nil {
				return nil, err
			}
			r.Types = append(r.Types, t)
			p.names.Types = added(p.names.Types, t)
		}
		if err := p.length(r); err != nil {
			return nil, err
		}
		var err error
		if r.Props, err = p.properties(); err != nil {
			return nil, err
		}
		if !p.sign("]") {
			return nil, p.expected("] at the end of the relationship")
		}
	}
	if err := p.want("-"); err != nil {
		return nil, err
	}
	switch toRight := p.sign(">"); {
	case toLeft == toRight:
		r.Direction = Both
	case toLeft:
		r.Direction = Left
	}
	return r, nil
}

// length reads *, *3, *1..3, *..3 or *1.. when it stands here.
func (p *parser) length(r *RelationshipPattern) error {
	if !p.sign("*") {
		return nil
	}
	r.Variable, r.Max = true, -1
	number := func(into *int) bool {
		t := p.peek()
		if t.kind != integer {
			return false
		}
		p.at++
		*into = int(min(t.num.(int64), 1<<30))
		return true
	}
	first := number(&r.Min)
	if !p.sign("..") {
		if first {
			r.Max = r.Min
		}
		return nil
	}
	if number(&r.Max) && r.Max < r.Min {
		return p.failed(&p.tokens[p.at-1], "a path of at least %d relationships cannot have at most %d", r.Min, r.Max)
	}
	return nil
}

// projection reads WITH or RETURN.
func (p *parser) projection(with bool) (*Projection, error) {
	out := &Projection{At: p.peek().start}
	p.at++
	out.Distinct = p.word("DISTINCT")
	if p.sign("*") {
		out.all = true
	}
	for !out.all || p.sign(",") {
		i, err := p.item(with)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, i)
		if !out.all && !p.sign(",") {
			break
		}
	}
	if p.word("ORDER") {
		if !p.word("BY") {
			return nil, p.expected("BY")
		}
		for more := true; more; more = p.sign(",") {
			at := p.at
			e, err := p.expression()
			if err != nil {
				return nil, err
			}
			k := &SortKey{Of: e, text: p.words(at, p.at)}
			k.Descending = p.word("DESC") || p.word("DESCENDING")
			if !k.Descending && !p.word("ASC") {
				p.word("ASCENDING")
			}
			out.Order = append(out.Order, k)
		}
	}
	for _, bound := range []struct {
		word string
		into *Expr
	}{{"SKIP", &out.Skip}, {"LIMIT", &out.Limit}} {
		if p.word(bound.word) {
			e, err := p.expression()
			if err != nil {
				return nil, err
			}
			*bound.into = e
		}
	}
	if with && p.word("WHERE") {
		e, err := p.expression()
		if err != nil {
			return nil, err
		}
		out.Where = e
	}
	return out, nil
}

// item reads a column.
func (p *parser) item(with bool) (*Item, error) {
	first := p.at
	e, err := p.expression()
	if err != nil {
		return nil, err
	}
	i := &Item{Of: e, at: p.tokens[first].start, text: p.words(first, p.at)}
	i.Name = p.query[i.at:p.tokens[p.at-1].end]
	v, isVariable := e.(*Variable)
	switch {
	case p.word("AS"):
		if i.Name, err = p.anyName("a name"); err != nil {
			return nil, err
		}
	case isVariable:
		i.Name = v.name
	case with:
		return nil, p.failed(&p.tokens[first], "expected AS and a name behind %s: WITH has to name what is no variable", i.Name)
	}
	return i, nil
}

// words returns the tokens from one to another, to be compared.
func (p *parser) words(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		b.WriteString(p.query[p.tokens[i].start:p.tokens[i].end])
		b.WriteByte(' ')
	}
	return b.String()
}
