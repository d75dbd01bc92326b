package syntax

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/function"
)

// maxDepth is how deep expressions may be nested.
const maxDepth = 100

// expression reads an expression. Operators bind, from the loosest: OR, XOR, AND, NOT,
// comparisons, tests (IN, STARTS WITH, IS NULL, …), + -, * / %, ^, signs, and what stands
// behind a value (.key, [index], :Label).
func (p *parser) expression() (Expr, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return nil, p.failed(p.peek(), "nested more than %d deep", maxDepth)
	}
	return p.logic(0)
}

var connectives = []string{"OR", "XOR", "AND"}

func (p *parser) logic(level int) (Expr, error) {
	if level == len(connectives) {
		return p.not()
	}
	first := p.at
	e, err := p.logic(level + 1)
	for err == nil && p.peek().is(connectives[level]) {
		l := &Logic{Op: connectives[level], Left: e, At: p.peek().start}
		p.at++
		l.Right, err = p.logic(level + 1)
		e = p.mark(l, first)
	}
	return e, err
}

// mark notes the tokens of an expression.
func (p *parser) mark(e Expr, first int) Expr {
	p.spans[e] = [2]int{first, p.at}
	return e
}

func (p *parser) not() (Expr, error) {
	first, nots := p.at, 0
	for p.word("NOT") {
		nots++
	}
	e, err := p.comparison()
	if err == nil && nots > 0 {
		// Two of them say nothing but that it has to be true or false.
		for range 2 - nots%2 {
			e = p.mark(&Not{e, p.tokens[first].start}, first)
		}
	}
	return e, err
}

var comparisons = []string{"=", "<>", "<", ">", "<=", ">="}

// comparison reads a < b < c too, which is a < b AND b < c.
func (p *parser) comparison() (Expr, error) {
	first := p.at
	left, err := p.test()
	var all Expr
	for err == nil && p.peek().kind == sign && slices.Contains(comparisons, p.peek().text) {
		c := &Comparison{Op: p.peek().text, Left: left}
		at := p.peek().start
		p.at++
		if c.Right, err = p.test(); err != nil {
			return nil, err
		}
		if left = c.Right; all == nil {
			all = p.mark(c, first)
		} else {
			all = p.mark(&Logic{"AND", all, c, at}, first)
		}
	}
	if all != nil {
		return all, err
	}
	return left, err
}

// test reads a value and the tests behind it.
func (p *parser) test() (Expr, error) {
	first := p.at
	e, err := p.sum()
	for err == nil {
		t := p.peek()
		switch {
		case p.word("IN"):
			i := &In{Left: e, At: t.start}
			i.Right, err = p.sum()
			e = i
		case p.word("IS", "NULL"):
			e = &IsNull{e, false}
		case p.word("IS", "NOT", "NULL"):
			e = &IsNull{e, true}
		case t.is("IS"):
			p.at++
			return nil, p.expected("NULL or NOT NULL")
		case p.word("STARTS", "WITH"), p.word("ENDS", "WITH"), p.word("CONTAINS"), p.sign("=~"):
			test := &TextTest{Op: strings.ToUpper(t.text), Left: e, At: t.start}
			test.Right, err = p.sum()
			e = test
		default:
			return e, nil
		}
		if err == nil {
			p.mark(e, first)
		}
	}
	return nil, err
}

func (p *parser) binary(signs string, operand func() (Expr, error)) (Expr, error) {
	first := p.at
	e, err := operand()
	for err == nil && p.peek().kind == sign && strings.Contains(signs, p.peek().text) {
		a := &Arithmetic{Op: p.peek().text, Left: e, At: p.peek().start}
		p.at++
		a.Right, err = operand()
		e = p.mark(a, first)
	}
	return e, err
}

func (p *parser) sum() (Expr, error)     { return p.binary("+-", p.product) }
func (p *parser) product() (Expr, error) { return p.binary("*/%", p.power) }
func (p *parser) power() (Expr, error)   { return p.binary("^", p.signed) }

func (p *parser) signed() (Expr, error) {
	first, minuses := p.at, 0
	for p.peek().sign("-") || p.peek().sign("+") {
		if p.peek().sign("-") {
			minuses++
		}
		p.at++
	}
	e, err := p.postfix()
	if err == nil && p.at > first && minuses%2 == 1 {
		e = p.mark(&Negation{e, p.tokens[first].start}, first)
	}
	return e, err
}

// postfix reads a value with .key, [index] and :Label behind it.
func (p *parser) postfix() (Expr, error) {
	first := p.at
	e, err := p.atom()
	for err == nil {
		t := p.peek()
		switch {
		case p.sign("."):
			var key string
			if key, err = p.anyName("a property"); err != nil {
				return nil, err
			}
			p.names.Keys = added(p.names.Keys, key)
			e = &Property{e, key, t.start}
		case p.sign("["):
			e, err = p.index(e, t.start)
		case t.sign(":"):
			var labels [][]string
			labels, err = p.labels()
			e = &HasLabels{e, labels, t.start}
		default:
			return p.mark(e, first), nil
		}
		if err == nil {
			p.mark(e, first)
		}
	}
	return nil, err
}

// index reads what stands behind [.
func (p *parser) index(of Expr, at int) (Expr, error) {
	var from, to Expr
	var err error
	if !p.peek().sign("..") {
		if from, err = p.expression(); err != nil {
			return nil, err
		}
		if p.sign("]") {
			return &Element{of, from, at}, nil
		}
	}
	if !p.sign("..") {
		return nil, p.expected("] or ..")
	}
	if !p.peek().sign("]") {
		if to, err = p.expression(); err != nil {
			return nil, err
		}
	}
	return &Slice{of, from, to, at}, p.want("]")
}

func (p *parser) atom() (Expr, error) {
	t := p.peek()
	switch t.kind {
	case text:
		p.at++
		return &Literal{t.text}, nil
	case integer, float:
		p.at++
		return &Literal{t.num}, nil
	case parameter:
		p.at++
		return &Parameter{t.text, t.start}, nil
	case sign:
		switch t.text {
		case "(":
			if p.patternAhead() {
				return p.patternTest()
			}
			p.at++
			e, err := p.expression()
			if err != nil {
				return nil, err
			}
			return e, p.want(")")
		case "[":
			return p.list()
		case "{":
			m, err := p.mapping()
			if err != nil {
				return nil, err
			}
			for _, e := range m.Entries {
				p.made = added(p.made, e.Key)
			}
			return m, nil
		}
		return nil, p.expected("an expression")
	case name:
		if e, ok, err := p.wordAtom(t); ok {
			return e, err
		}
	}
	if v := p.variable(); v != "" {
		return &Variable{name: v, at: t.start}, nil
	}
	return nil, p.expected("an expression")
}

// wordAtom reads what begins with a word that is no variable.
func (p *parser) wordAtom(t *token) (Expr, bool, error) {
	next := p.ahead(1)
	switch {
	case p.word("TRUE"):
		return &Literal{true}, true, nil
	case p.word("FALSE"):
		return &Literal{false}, true, nil
	case p.word("NULL"):
		return &Literal{nil}, true, nil
	case p.word("CASE"):
		e, err := p.choice(t)
		return e, true, err
	case (t.is("exists") || t.is("count")) && next.sign("{"):
		p.at++
		e, err := p.braces(t)
		return e, true, err
	case next.sign("("):
		e, err := p.call()
		return e, true, err
	}
	return nil, false, nil
}

// patternAhead reports whether a pattern with a relationship starts at the bracket here, and
// not an expression in brackets. It looks at a few tokens only.
func (p *parser) patternAhead() bool {
	inside, closing := p.ahead(1), p.peek().match
	if closing == 0 {
		return false
	}
	switch {
	case inside.sign(")"), inside.sign(":"), inside.sign("{"):
	case inside.kind == name || inside.kind == quoted:
		if next := p.ahead(2); !next.sign(")") && !next.sign(":") && !next.sign("{") && !next.is("WHERE") {
			return false
		}
	default:
		return false
	}
	at := func(i int) *token { return &p.tokens[min(closing+i, len(p.tokens)-1)] }
	i := 1
	if at(i).sign("<") {
		i++
	}
	switch {
	case !at(i).sign("-"):
		return false
	case at(i + 1).sign("-"):
		i += 2
	case at(i+1).sign("[") && at(i+1).match != 0:
		i = at(i+1).match - closing + 1
		if !at(i).sign("-") {
			return false
		}
		i++
	default:
		return false
	}
	return at(i).sign("(") || at(i).sign(">") && at(i+1).sign("(")
}

// patternTest reads a pattern that stands for whether there is one.
func (p *parser) patternTest() (Expr, error) {
	s := &Subquery{Form: Exists, Pattern: &Pattern{}}
	c := &Chain{at: p.peek().start, Slot: -1}
	s.Pattern.Chains = []*Chain{c}
	return s, p.path(c, s.Pattern)
}

// braces reads EXISTS { … } and COUNT { … }.
func (p *parser) braces(t *token) (Expr, error) {
	s := &Subquery{Form: Exists}
	if t.is("count") {
		s.Form = Counts
	}
	p.at++
	p.word("MATCH")
	var err error
	if s.Pattern, err = p.pattern(); err != nil {
		return nil, err
	}
	if s.Form == Exists && p.word("RETURN") {
		// Whatever is returned, there is something.
		for more := true; more; more = p.sign(",") {
			if _, err := p.item(false); err != nil {
				return nil, err
			}
		}
	}
	if !p.sign("}") {
		return nil, p.expected("}: between the braces stands one MATCH")
	}
	return s, nil
}

// list reads [a, b], [x IN list WHERE condition | result] and [pattern | result].
func (p *parser) list() (Expr, error) {
	at := p.peek().start
	p.at++
	if p.ahead(1).is("IN") {
		save := p.at
		if v := p.variable(); v != "" {
			p.at++
			return p.comprehension(&Variable{name: v, at: p.tokens[save].start}, at)
		}
	}
	if p.peek().sign("(") && p.patternAhead() || p.ahead(1).sign("=") && p.ahead(2).sign("(") {
		return p.collection()
	}
	l := &List{}
	for !p.sign("]") {
		if len(l.Elements) > 0 {
			if !p.sign(",") {
				return nil, p.expected(", or ]")
			}
		}
		e, err := p.expression()
		if err != nil {
			return nil, err
		}
		l.Elements = append(l.Elements, e)
	}
	return l, nil
}

func (p *parser) comprehension(v *Variable, at int) (Expr, error) {
	c := &Comprehension{Variable: v, At: at}
	var err error
	if c.Of, err = p.expression(); err == nil && p.word("WHERE") {
		c.Where, err = p.expression()
	}
	if err == nil && p.sign("|") {
		c.Result, err = p.expression()
	}
	if err != nil {
		return nil, err
	}
	if !p.sign("]") {
		return nil, p.expected("WHERE, | or ]")
	}
	return c, nil
}

// collection reads [pattern WHERE condition | result] behind its bracket.
func (p *parser) collection() (Expr, error) {
	s := &Subquery{Form: Collects}
	var err error
	if s.Pattern, err = p.pattern(); err != nil {
		return nil, err
	}
	if err = p.want("|"); err != nil {
		return nil, err
	}
	if s.Result, err = p.expression(); err != nil {
		return nil, err
	}
	return s, p.want("]")
}

func (p *parser) mapping() (*Map, error) {
	p.at++
	m := &Map{}
	for !p.sign("}") {
		if len(m.Entries) > 0 {
			if !p.sign(",") {
				return nil, p.expected(", or }")
			}
		}
		key, err := p.anyName("a property")
		if err != nil {
			return nil, err
		}
		if err := p.want(":"); err != nil {
			return nil, err
		}
		value, err := p.expression()
		if err != nil {
			return nil, err
		}
		m.Entries = append(m.Entries, Entry{key, value})
	}
	return m, nil
}

func (p *parser) choice(t *token) (Expr, error) {
	c := &Case{At: t.start}
	var err error
	if !p.peek().is("WHEN") {
		if c.Of, err = p.expression(); err != nil {
			return nil, err
		}
	}
	for p.word("WHEN") {
		test, err := p.expression()
		if err != nil {
			return nil, err
		}
		if !p.word("THEN") {
			return nil, p.expected("THEN")
		}
		then, err := p.expression()
		if err != nil {
			return nil, err
		}
		c.Tests, c.Thens = append(c.Tests, test), append(c.Thens, then)
	}
	if len(c.Tests) == 0 {
		return nil, p.expected("WHEN")
	}
	if p.word("ELSE") {
		if c.Otherwise, err = p.expression(); err != nil {
			return nil, err
		}
	}
	if !p.word("END") {
		return nil, p.expected("WHEN, ELSE or END")
	}
	return c, nil
}

// call reads a function with its arguments.
func (p *parser) call() (Expr, error) {
	t := p.peek()
	p.at += 2
	called := strings.ToLower(t.text)
	switch {
	case slices.Contains([]string{"any", "all", "none", "single"}, called) && p.ahead(1).is("IN"):
		return p.quantifier(called, t.start)
	case called == "exists" && p.peek().sign("(") && p.patternAhead():
		e, err := p.patternTest()
		if err != nil {
			return nil, err
		}
		return e, p.want(")")
	case called == "size" && p.peek().sign("(") && p.patternAhead():
		e, err := p.patternTest()
		if err != nil {
			return nil, err
		}
		e.(*Subquery).Form = Counts
		return e, p.want(")")
	case called == "count" && p.sign("*"):
		return &Aggregate{Name: called, At: t.start}, p.want(")")
	}
	distinct := p.word("DISTINCT")
	var arguments []Expr
	for !p.sign(")") {
		if len(arguments) > 0 {
			if !p.sign(",") {
				return nil, p.expected(", or )")
			}
		}
		e, err := p.expression()
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, e)
	}
	if function.IsAggregate(called) {
		if len(arguments) != 1 {
			return nil, p.failed(t, "%s takes one argument", called)
		}
		return &Aggregate{Name: called, Of: arguments[0], Distinct: distinct, At: t.start}, nil
	}
	f, ok := function.Lookup(called)
	switch {
	case !ok:
		return nil, p.failed(t, "there is no function %s; there are %s", t.text, strings.Join(function.Names(), ", "))
	case distinct:
		return nil, p.failed(t, "DISTINCT makes sense in count, collect, min, max, sum and avg only")
	case !f.Accepts(len(arguments)):
		return nil, p.failed(t, "%s takes %s", t.text, f.Takes())
	}
	return &Call{f, arguments, t.start}, nil
}

func (p *parser) quantifier(called string, at int) (Expr, error) {
	q := &Quantifier{Name: called, At: at}
	start := p.peek().start
	v := p.variable()
	if v == "" {
		return nil, p.expected("a name")
	}
	p.at++
	q.Variable = &Variable{name: v, at: start}
	var err error
	if q.Of, err = p.expression(); err != nil {
		return nil, err
	}
	if !p.word("WHERE") {
		return nil, p.expected("WHERE")
	}
	if q.Where, err = p.expression(); err != nil {
		return nil, err
	}
	return q, p.want(")")
}
