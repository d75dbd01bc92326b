package php

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// prepare rewrites what the grammar cannot read: const X = 1 in an enum becomes
// case  X = 1, and private(set) becomes white space.
func prepare(src []byte) []byte {
	enum, set := bytes.Contains(src, []byte("enum ")), bytes.Contains(src, []byte("(set)"))
	if !enum && !set {
		return src
	}
	p := preparer{src: src, out: lang.NewRewrite(src)}
	for p.i < len(src) {
		p.step()
	}
	return p.out.Result()
}

// A preparer reads a file token by token.
type preparer struct {
	src      []byte
	out      lang.Rewrite
	i        int
	depth    int
	enums    []int // depths of the bodies of the enums around
	opening  bool  // behind the name of an enum
	modifier int   // where the modifiers before the next word begin, 0 for none
	previous string
}

func (p *preparer) step() {
	c := p.src[p.i]
	switch {
	case c == '\'' || c == '"' || c == '`':
		p.quoted(c)
	case c == '#' && !p.at("#["), p.at("//"):
		p.to("\n")
	case p.at("/*"):
		p.to("*/")
	case p.at("<<<"):
		p.heredoc()
	case c == '{':
		p.depth++
		if p.opening {
			p.enums, p.opening = append(p.enums, p.depth), false
		}
		p.i++
	case c == '}':
		if n := len(p.enums); n > 0 && p.enums[n-1] == p.depth {
			p.enums = p.enums[:n-1]
		}
		p.depth--
		p.i++
	case lang.IsWordByte(c):
		p.word()
		return
	case c == ';' || c == '(':
		p.modifier = 0
		p.i++
	default:
		p.i++
	}
	if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
		p.previous = string(c)
	}
}

func (p *preparer) at(s string) bool { return bytes.HasPrefix(p.src[p.i:], []byte(s)) }

// to goes behind the next end.
func (p *preparer) to(end string) {
	if k := bytes.Index(p.src[p.i:], []byte(end)); k >= 0 {
		p.i += k + len(end)
	} else {
		p.i = len(p.src)
	}
}

func (p *preparer) quoted(quote byte) {
	for p.i++; p.i < len(p.src) && p.src[p.i] != quote; p.i++ {
		if p.src[p.i] == '\\' {
			p.i++
		}
	}
	p.i++
}

// heredoc goes behind a heredoc: to the line that begins with its word.
func (p *preparer) heredoc() {
	p.i += 3
	for p.i < len(p.src) && (p.src[p.i] == ' ' || p.src[p.i] == '\'' || p.src[p.i] == '"') {
		p.i++
	}
	start := p.i
	p.i = lang.WordEnd(p.src, p.i)
	word := p.src[start:p.i]
	for len(word) > 0 && p.i < len(p.src) {
		p.to("\n")
		line := bytes.TrimLeft(p.src[p.i:], " \t")
		if bytes.HasPrefix(line, word) {
			p.i = len(p.src) - len(line) + len(word)
			return
		}
	}
}

func (p *preparer) word() {
	start := p.i
	p.i = lang.WordEnd(p.src, p.i)
	word := string(p.src[start:p.i])
	inEnum := len(p.enums) > 0 && p.enums[len(p.enums)-1] == p.depth
	switch word {
	case "public", "protected", "private", "final":
		if p.at("(set)") {
			p.out.Blank(start, p.i+len("(set)"))
			p.i += len("(set)")
		} else if p.modifier == 0 {
			p.modifier = start
		}
	case "enum":
		p.opening = p.previous != "\\" && p.previous != ">" && p.previous != ":" && p.declares()
	case "const":
		if inEnum {
			if p.modifier > 0 {
				p.out.Blank(p.modifier, start)
			}
			p.out.Set(start, "case ")
			p.constantType()
			p.constantValue()
		}
		p.modifier = 0
	default:
		p.modifier = 0
	}
	p.previous = word
}

// declares reports whether a name and then { or : or implements follows.
func (p *preparer) declares() bool {
	rest := bytes.TrimLeft(p.src[p.i:], " \t\r\n")
	n := lang.WordEnd(rest, 0)
	next := bytes.TrimLeft(rest[n:], " \t\r\n")
	return n > 0 && (bytes.HasPrefix(next, []byte("{")) || bytes.HasPrefix(next, []byte(":")) || bytes.HasPrefix(next, []byte("implements")))
}

// constantType blanks the type between const and the name.
func (p *preparer) constantType() {
	end := bytes.IndexAny(p.src[p.i:], "=;")
	if end < 0 {
		return
	}
	head := bytes.TrimRight(p.src[p.i:p.i+end], " \t\r\n")
	name := len(head)
	for name > 0 && lang.IsWordByte(head[name-1]) {
		name--
	}
	p.out.Blank(p.i, p.i+name)
	p.i += len(head)
}

// constantValue blanks what stands between the name of a constant and the end of
// its declaration: the grammar takes no expression there.
func (p *preparer) constantValue() {
	start, depth := p.i, p.depth
	for p.i < len(p.src) && p.src[p.i] != ';' && p.depth >= depth {
		p.step()
	}
	p.out.Blank(start, min(p.i, len(p.src)))
}
