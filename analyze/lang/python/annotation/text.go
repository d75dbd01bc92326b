package annotation

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// maxTypeText is the maximum nesting of brackets in a type written as a string.
const maxTypeText = 20

// A typeParser parses a type from text: a forward reference "Foo[Bar] | None" or a type comment.
type typeParser struct {
	r    *Reader
	text string
	pos  int
	line int32
}

// Parse adds the type in text and returns it, None where text is not a type.
func (r *Reader) Parse(text string, line int32) facts.TypeID {
	p := typeParser{r: r, text: text, line: line}
	a := p.union(0)
	if p.skipSpace(); p.pos < len(p.text) {
		return facts.None
	}
	return a.typ
}

func (p *typeParser) skipSpace() {
	for p.pos < len(p.text) && (p.text[p.pos] <= ' ' || p.text[p.pos] == '\\') {
		p.pos++
	}
}

// accept skips the next character when it is c.
func (p *typeParser) accept(c byte) bool {
	if p.skipSpace(); p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

func (p *typeParser) union(depth int) typeArg {
	a := p.primary(depth)
	if !p.accept('|') {
		return a
	}
	list := []facts.TypeID{a.typ, p.primary(depth).typ}
	for p.accept('|') {
		list = append(list, p.primary(depth).typ)
	}
	return typeArg{typ: p.r.Union(list, p.line)}
}

func (p *typeParser) primary(depth int) typeArg {
	none := typeArg{typ: facts.None}
	if depth > maxTypeText {
		p.pos = len(p.text)
		return none
	}
	p.skipSpace()
	rest := p.text[p.pos:]
	switch {
	case strings.HasPrefix(rest, "..."):
		p.pos += 3
		none.ellipsis = true
		return none
	case strings.HasPrefix(rest, "["):
		p.pos++
		none.isList = true
		for _, a := range p.list(']', depth) {
			none.list = append(none.list, a.typ)
		}
		return none
	case rest != "" && (rest[0] == '"' || rest[0] == '\''):
		if end := strings.IndexByte(rest[1:], rest[0]); end >= 0 {
			p.pos += end + 2
			inner := typeParser{r: p.r, text: rest[1 : end+1], line: p.line}
			return inner.union(depth + 1)
		}
	}
	dotted := p.dotted()
	if dotted == "" {
		if p.pos < len(p.text) {
			p.pos++
		}
		return none
	}
	qualifier, name := "", dotted
	if i := strings.LastIndexByte(dotted, '.'); i >= 0 {
		qualifier, name = dotted[:i], dotted[i+1:]
	}
	if name == "None" {
		return typeArg{typ: p.r.b.NamedType("", "None", p.line)}
	}
	if !p.accept('[') {
		return typeArg{typ: p.r.Named(qualifier, name, p.line)}
	}
	form := p.r.form(qualifier, name)
	if form == literalForm {
		p.skipTo(']')
		return none
	}
	return typeArg{typ: p.r.generic(form, qualifier, name, p.list(']', depth), p.line)}
}

// list reads types up to the closing character.
func (p *typeParser) list(closing byte, depth int) []typeArg {
	var list []typeArg
	for !p.accept(closing) && p.pos < len(p.text) {
		p.accept('*')
		p.accept('*')
		list = append(list, p.union(depth+1))
		if !p.accept(',') {
			p.skipTo(closing)
			break
		}
	}
	return list
}

// skipTo skips to the position after the closing bracket.
func (p *typeParser) skipTo(closing byte) {
	depth := 0
	for ; p.pos < len(p.text); p.pos++ {
		switch c := p.text[p.pos]; {
		case c == closing && depth == 0:
			p.pos++
			return
		case c == '[' || c == '(':
			depth++
		case c == ']' || c == ')':
			depth--
		}
	}
}

func (p *typeParser) dotted() string {
	start := p.pos
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		if c != '_' && c != '.' && c < 0x80 && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			break
		}
		p.pos++
	}
	return p.r.b.Intern([]byte(strings.Trim(p.text[start:p.pos], ".")))
}
