// Package pattern searches syntax trees: it compiles patterns in the query language of
// tree-sitter and matches them.
//
//	(call_expression function: (identifier) @f (#match? @f "^get")) @call
//
// It supports node kinds, "tokens", the wildcards _ and (_), (ERROR), fields and negated fields,
// captures, the quantifiers ? * +, alternations, groups, anchors, and the predicates eq?,
// match?, any-of? with their not- forms. Regular expressions are RE2. It does not support
// supertypes and (MISSING).
//
// In: a pattern, the names of a Grammar, and trees that were made with these names. Out:
// matches in order, or a *SyntaxError with the position of the error in the pattern.
//
// The matcher of tree-sitter itself is not used, because neither its compiler nor its matcher
// can be stopped: it does not terminate on "(identifier)* +", and three captures side by side
// take it minutes on 200 kB. Patterns are untrusted input, so here each step is counted, and a
// search that takes too many steps ends (Limits).
//
// Invariants: equal patterns and trees give equal matches; the matches of one node are all
// different.
package pattern

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Grammar holds the names that a pattern may use.
type Grammar struct {
	Kinds  map[string]lang.Kind // of named nodes
	Tokens map[string]lang.Kind // of other nodes, as written: "if", "("
	Fields map[string]lang.FieldID
}

// A SyntaxError describes an error in a pattern.
type SyntaxError struct {
	Offset int // in bytes, from 0
	Reason string
	// Unknown: the pattern names a kind or a field that the language does not have; it may be
	// valid in another language.
	Unknown bool
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s at offset %d", e.Reason, e.Offset) }

// A Pattern is compiled for one grammar. It may be used from any number of goroutines.
type Pattern struct {
	roots    []root
	captures []string
}

// A root is one of the patterns of a text, with its predicates.
type root struct {
	item       item
	predicates []predicate
}

// A form is the kind of an item.
type form uint8

const (
	node        form = iota // a named node
	token                   // a node without a name
	anyNode                 // _: every node
	anyNamed                // (_): every named node
	faulty                  // (ERROR)
	alternation             // [a b]: one of the parts
	group                   // (a b): the parts in sequence
)

// An item matches one node, or in the case of a group several siblings.
type item struct {
	form    form
	kind    lang.Kind
	field   lang.FieldID // 0: any
	without []lang.FieldID
	parts   []item // children, alternatives, members of a group
	// captures are indices into Pattern.captures.
	captures       []int
	optional, many bool
	// first: no named node is between it and the previous item, or the start of its parent;
	// closed: no named node is after the last part.
	first, closed bool
}

const (
	// MaxLength is the length of the longest pattern, in bytes.
	MaxLength = 4000
	maxDepth  = 50
)

// Compile compiles one or several patterns. The error is a *SyntaxError.
func Compile(text string, g *Grammar) (*Pattern, error) {
	if len(text) > MaxLength {
		return nil, &SyntaxError{Offset: MaxLength, Reason: fmt.Sprintf("the pattern has more than %d bytes", MaxLength)}
	}
	c := &compiler{text: text, grammar: g, pattern: &Pattern{}}
	for c.space(); c.at < len(text); c.space() {
		var r root
		c.predicates = nil
		it, err := c.item(0)
		if err != nil {
			return nil, err
		}
		r.item, r.predicates = it, c.predicates
		if err := c.bind(r.predicates); err != nil {
			return nil, err
		}
		c.pattern.roots = append(c.pattern.roots, r)
	}
	if len(c.pattern.roots) == 0 {
		return nil, c.wrong("the pattern is empty")
	}
	return c.pattern, nil
}

// A compiler parses a pattern from left to right.
type compiler struct {
	text       string
	at         int
	grammar    *Grammar
	pattern    *Pattern
	predicates []predicate // of the current root
}

func (c *compiler) wrong(format string, args ...any) *SyntaxError {
	return &SyntaxError{Offset: c.at, Reason: fmt.Sprintf(format, args...)}
}

// space skips spaces and comments.
func (c *compiler) space() {
	for c.at < len(c.text) {
		switch c.text[c.at] {
		case ' ', '\t', '\r', '\n':
			c.at++
		case ';':
			end := strings.IndexByte(c.text[c.at:], '\n')
			if end < 0 {
				end = len(c.text) - c.at
			}
			c.at += end
		default:
			return
		}
	}
}

// peek returns the current byte, 0 at the end.
func (c *compiler) peek() byte {
	if c.at < len(c.text) {
		return c.text[c.at]
	}
	return 0
}

// take skips a byte if it is the current one, and reports whether it is.
func (c *compiler) take(b byte) bool {
	if c.peek() == b && b != 0 {
		c.at++
		return true
	}
	return false
}

func isName(b byte) bool {
	return b == '_' || b == '-' || b == '.' || b == '?' || b == '!' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// name parses a name, "" for none. With plain (kinds and fields) it has only letters, digits and _.
func (c *compiler) name(plain bool) string {
	start := c.at
	for c.at < len(c.text) && isName(c.text[c.at]) && !(plain && strings.IndexByte("-.?!", c.text[c.at]) >= 0) {
		c.at++
	}
	return c.text[start:c.at]
}

// quoted parses a string literal.
func (c *compiler) quoted() (string, error) {
	start := c.at
	var b strings.Builder
	for c.at++; c.at < len(c.text); c.at++ {
		switch ch := c.text[c.at]; ch {
		case '"':
			c.at++
			return b.String(), nil
		case '\\':
			if c.at++; c.at < len(c.text) {
				b.WriteByte(unescape(c.text[c.at]))
			}
		default:
			b.WriteByte(ch)
		}
	}
	c.at = start
	return "", c.wrong("the quoted text has no end")
}

func unescape(b byte) byte {
	switch b {
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case '0':
		return 0
	}
	return b
}

// item parses one item with its quantifier and captures.
func (c *compiler) item(depth int) (item, error) {
	if depth > maxDepth {
		return item{}, c.wrong("the pattern is nested deeper than %d levels", maxDepth)
	}
	it, err := c.bare(depth)
	if err != nil {
		return it, err
	}
	for {
		switch c.space(); c.peek() {
		case '?', '*', '+':
			it.optional = it.optional || c.peek() != '+'
			it.many = it.many || c.peek() != '?'
			c.at++
		case '@':
			c.at++
			name := c.name(false)
			if name == "" {
				return it, c.wrong("a capture needs a name behind the @")
			}
			it.captures = append(it.captures, c.capture(name))
		default:
			return it, nil
		}
	}
}

func (c *compiler) capture(name string) int {
	for i, known := range c.pattern.captures {
		if known == name {
			return i
		}
	}
	c.pattern.captures = append(c.pattern.captures, name)
	return len(c.pattern.captures) - 1
}

func (c *compiler) bare(depth int) (it item, err error) {
	switch start := c.at; {
	case c.peek() == '"':
		text, err := c.quoted()
		if err != nil {
			return it, err
		}
		kind, ok := c.grammar.Tokens[text]
		if !ok {
			c.at = start
			return it, c.unknown("token", text)
		}
		return item{form: token, kind: kind}, nil
	case c.take('['):
		it.form = alternation
		it.parts, err = c.parts(&it, ']', depth)
	case c.take('('):
		return c.parenthesised(depth)
	case c.peek() == '_':
		if name := c.name(true); name != "_" {
			c.at = start
			return it, c.wrong("%q is no pattern; write (%s)", name, name)
		}
		return item{form: anyNode}, nil
	case c.at == len(c.text):
		return it, c.wrong("the pattern ends too early")
	default:
		if name := c.name(true); name != "" {
			c.at = start
			return it, c.wrong("%q is no pattern; write (%s)", name, name)
		}
		return it, c.wrong("%q begins no pattern", c.text[c.at:c.at+1])
	}
	return it, err
}

func (c *compiler) unknown(what, name string) error {
	e := c.wrong("there is no %s %q", what, name)
	e.Unknown = true
	return e
}

// parenthesised parses what follows an opening bracket: a node with its children, or a group.
func (c *compiler) parenthesised(depth int) (it item, err error) {
	c.space()
	start := c.at
	switch name := c.name(true); {
	case name == "_":
		it.form = anyNamed
	case name == "ERROR":
		it.form = faulty
	case name != "":
		it.form = node
		kind, ok := c.grammar.Kinds[name]
		if !ok {
			c.at = start
			return it, c.unknown("node kind", name)
		}
		it.kind = kind
	default:
		it.form = group
	}
	it.parts, err = c.parts(&it, ')', depth)
	switch {
	case err != nil || it.form != group:
		return it, err
	case len(it.parts) == 0:
		c.at = start
		return it, c.wrong("there is nothing in the brackets")
	case len(it.parts) == 1 && !it.closed:
		return it.parts[0], nil
	}
	return it, nil
}

// parts parses the items up to a closing bracket. Anchors and negated fields between them are
// added to the surrounding item, predicates to the pattern.
func (c *compiler) parts(around *item, end byte, depth int) ([]item, error) {
	var parts []item
	anchored := false
	for {
		c.space()
		switch {
		case c.take(end):
			around.closed = anchored
			if around.form == alternation && len(parts) == 0 {
				return nil, c.wrong("there is nothing to choose from")
			}
			return parts, nil
		case around.form != alternation && c.take('.'):
			anchored = true
		case around.form != alternation && c.take('!'):
			field, err := c.field()
			if err != nil {
				return nil, err
			}
			around.without = append(around.without, field)
		case end == ')' && strings.HasPrefix(c.text[c.at:], "(#"):
			c.at += 2
			if err := c.predicate(); err != nil {
				return nil, err
			}
		default:
			part, err := c.part(depth)
			if err != nil {
				return nil, err
			}
			part.first = anchored
			anchored = false
			parts = append(parts, part)
		}
	}
}

// part parses an item with an optional field before it.
func (c *compiler) part(depth int) (item, error) {
	start := c.at
	if name := c.name(true); name != "" {
		if c.space(); c.take(':') {
			end := c.at
			c.at = start
			field, err := c.field()
			if err != nil {
				return item{}, err
			}
			c.at = end
			c.space()
			it, err := c.item(depth + 1)
			it.field = field
			return it, err
		}
		c.at = start
	}
	return c.item(depth + 1)
}

func (c *compiler) field() (lang.FieldID, error) {
	start := c.at
	name := c.name(true)
	field, ok := c.grammar.Fields[name]
	if !ok {
		c.at = start
		if name == "" {
			return 0, c.wrong("a field has to be named here")
		}
		return 0, c.unknown("field", name)
	}
	return field, nil
}
