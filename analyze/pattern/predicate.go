package pattern

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A predicate is a condition on the text of captured nodes.
type predicate struct {
	not     bool
	capture int
	// One of these is set: another capture, a list of texts, or an expression.
	other  int // -1: none
	texts  []string
	match  *regexp.Regexp
	weight int // cost of match per byte, in steps

	names [2]argument // names of the captures, resolved when the whole pattern is parsed
}

// An argument is an argument of a predicate.
type argument struct {
	at        int
	text      string
	isCapture bool
}

const (
	maxExpression = 500  // bytes
	maxProgram    = 1000 // instructions
)

// predicate parses what follows "(#", with its closing bracket.
func (c *compiler) predicate() error {
	start := c.at
	operator := c.name(false)
	var arguments []argument
	for {
		c.space()
		a := argument{at: c.at}
		switch {
		case c.take(')'):
			return c.addPredicate(start, operator, arguments)
		case c.take('@'):
			a.isCapture, a.text = true, c.name(false)
		case c.peek() == '"':
			text, err := c.quoted()
			if err != nil {
				return err
			}
			a.text = text
		default:
			if a.text = c.name(false); a.text == "" {
				return c.wrong("a predicate has captures and texts, and ends with a bracket")
			}
		}
		arguments = append(arguments, a)
	}
}

func (c *compiler) addPredicate(at int, operator string, arguments []argument) error {
	wrong := func(reason string) error { return &SyntaxError{Offset: at, Reason: reason} }
	p := predicate{other: -1}
	name, not := strings.CutPrefix(operator, "not-")
	p.not = not
	if !slices.Contains([]string{"eq?", "match?", "any-of?"}, name) {
		return wrong("#" + operator + " is no predicate that is known: eq?, match?, any-of?, and each with not- before it")
	}
	if len(arguments) < 2 || !arguments[0].isCapture || name != "any-of?" && len(arguments) > 2 {
		return wrong("#" + operator + " takes a capture and what to compare it with")
	}
	p.names[0] = arguments[0]
	for _, a := range arguments[1:] {
		if a.isCapture && name != "eq?" {
			return wrong("#" + operator + " compares with texts, not with a capture")
		}
		p.texts = append(p.texts, a.text)
	}
	switch {
	case arguments[1].isCapture:
		p.names[1] = arguments[1]
	case name == "match?":
		var err error
		if p.match, p.weight, err = expression(arguments[1].text); err != nil {
			return &SyntaxError{Offset: arguments[1].at, Reason: err.Error()}
		}
	}
	c.predicates = append(c.predicates, p)
	return nil
}

// expression compiles a regular expression and bounds its cost.
func expression(text string) (*regexp.Regexp, int, error) {
	if len(text) > maxExpression {
		return nil, 0, errors.New("the regular expression is too long")
	}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, 0, err
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil || len(program.Inst) > maxProgram {
		return nil, 0, errors.New("the regular expression is too large when its repetitions are written out")
	}
	re, err := regexp.Compile(text)
	return re, len(program.Inst), err
}

// bind resolves the captures of predicates: a predicate may come before its captures.
func (c *compiler) bind(predicates []predicate) error {
	for i := range predicates {
		p := &predicates[i]
		for k, a := range p.names {
			if !a.isCapture {
				continue
			}
			at := slices.Index(c.pattern.captures, a.text)
			if at < 0 {
				return &SyntaxError{Offset: a.at, Reason: "there is no capture @" + a.text}
			}
			if k == 0 {
				p.capture = at
			} else {
				p.other = at
			}
		}
	}
	return nil
}

// holds reports whether the predicate is true for all of its nodes, and the cost in steps.
func (p *predicate) holds(t *lang.Tree, captures []captured) (ok bool, steps int) {
	var other []byte
	if p.other >= 0 {
		i := slices.IndexFunc(captures, func(c captured) bool { return c.capture == p.other })
		if i < 0 {
			return true, 1
		}
		other = t.Bytes(captures[i].node)
	}
	for _, c := range captures {
		if c.capture != p.capture {
			continue
		}
		text := t.Bytes(c.node)
		var fits bool
		switch {
		case p.match != nil:
			fits = p.match.Match(text)
			steps += 1 + len(text)*p.weight/4
		case p.other >= 0:
			fits = string(text) == string(other)
			steps += 1 + len(text)/16
		default:
			fits = slices.Contains(p.texts, string(text))
			steps += 1 + len(text)/16
		}
		if fits == p.not {
			return false, steps
		}
	}
	return true, steps
}
