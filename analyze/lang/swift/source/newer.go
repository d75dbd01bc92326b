package source

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// newer takes in a word, from start to p.at, of syntax that the grammar does not know.
func (p *preparer) newer(start int) {
	rest := p.src[p.at:]
	switch string(p.src[start:p.at]) {
	case "__owned", "__shared", "__consuming", "_const":
		if start == 0 || p.src[start-1] != '.' {
			p.out.Blank(start, p.at)
		}
	case "_lifetime", "lifetime", "_specialize":
		if end := bytes.IndexByte(rest, ')'); end > 0 && rest[0] == '(' && start > 0 && p.src[start-1] == '@' {
			p.out.Blank(p.at, p.at+end+1)
			p.at += end + 1
		}
	case "discard":
		if bytes.HasPrefix(rest, []byte(" self\n")) && p.firstOfLine(start) {
			p.out.Blank(start, p.at)
		}
	case "unsafeAddress", "unsafeMutableAddress":
		if bytes.HasPrefix(rest, []byte(" {")) && (p.firstOfLine(start) || bytes.HasPrefix(p.lineOf(start), []byte("@"))) {
			p.accessor(start, "get")
		}
	case "borrow":
		if bytes.HasPrefix(rest, []byte(" {")) && p.isAttributed(start) {
			p.accessor(start, "get")
		}
	case "mutate":
		if bytes.HasPrefix(rest, []byte(" {")) && p.isAttributed(start) {
			p.accessor(start, "set")
		}
	case "self":
		p.functionType(start)
	case "typealias":
		p.condition()
	case "associatedtype":
		p.bounds()
		if line, _, _ := bytes.Cut(p.src[p.at:], []byte{'\n'}); bytes.Contains(line, []byte(" = ")) {
			p.condition() // the grammar knows none behind a default
		}
	case "case":
		p.cases()
	}
}

// accessor writes a name that the grammar knows over that of an accessor, which begins at start.
func (p *preparer) accessor(start int, name string) {
	p.out.Blank(start, p.at)
	p.out.Set(start, name)
}

// lineOf returns the text of a line up to an offset, without white space before it.
func (p *preparer) lineOf(at int) []byte {
	return bytes.TrimLeft(p.src[bytes.LastIndexByte(p.src[:at], '\n')+1:at], " \t")
}

// isAttributed reports whether the word at an offset is the first of a line behind one with attributes: no call can stand
// there.
func (p *preparer) isAttributed(at int) bool {
	line := bytes.LastIndexByte(p.src[:at], '\n')
	return p.firstOfLine(at) && line > 0 && bytes.HasPrefix(p.lineOf(line), []byte("@"))
}

// functionType leaves the result of a function type, (A) -> B, in the brackets before .self: the grammar knows none
// of its kind as a value.
func (p *preparer) functionType(start int) {
	const longest = 300
	if !bytes.HasSuffix(p.src[:start], []byte(").")) {
		return
	}
	last := start - len(").")
	depth, arrow := 0, -1
	for i := last; i >= 0 && i > last-longest; i-- {
		switch c := p.src[i]; c {
		case ')', ']':
			depth++
		case '(', '[':
			if depth--; depth == 0 {
				if arrow > 0 && c == '(' {
					p.out.Blank(i+1, arrow)
				}
				return
			}
		case '>':
			if arrow < 0 && depth == 1 && p.src[i-1] == '-' {
				arrow = i + 1
			}
		case '{', '}', '"', ';', '=':
			return
		}
	}
}

// isLast reports whether the comma at p.at is followed by a closing bracket, or by > on a line of its own.
func (p *preparer) isLast() bool {
	rest := p.src[p.at+1:]
	next := bytes.TrimLeft(rest, " \t\r\n")
	return bytes.HasPrefix(next, []byte(")")) || bytes.HasPrefix(next, []byte(">")) && bytes.IndexByte(rest[:len(rest)-len(next)], '\n') >= 0
}

// nothing leaves out a statement () that is alone in braces. It reports whether one begins here.
func (p *preparer) nothing() bool {
	rest := p.src[p.at:]
	if !bytes.HasPrefix(rest, []byte("()\n")) || !p.firstOfLine(p.at) {
		return false
	}
	before := bytes.TrimRight(p.src[:p.at], " \t\r\n")
	if !bytes.HasSuffix(before, []byte{'{'}) {
		return false
	}
	p.out.Blank(p.at, p.at+2)
	p.at += 2
	return true
}

// count writes a type over a number that is the first argument of a type: InlineArray<4, Int>. It reports whether one
// follows here.
func (p *preparer) count() bool {
	name := p.at
	for name > 0 && lang.IsWordByte(p.src[name-1]) {
		name--
	}
	end := p.at + 1
	for end < len(p.src) && p.src[end] >= '0' && p.src[end] <= '9' {
		end++
	}
	if name == p.at || p.src[name] < 'A' || p.src[name] > 'Z' || end == p.at+1 || !bytes.HasPrefix(p.src[end:], []byte(", ")) {
		return false
	}
	close := bytes.IndexAny(p.src[end:], ">\n(){}=")
	if close < 0 || p.src[end+close] != '>' {
		return false
	}
	p.out.Blank(p.at+1, end)
	p.out.Set(p.at+1, "_")
	p.at = end
	return true
}

func (p *preparer) firstOfLine(at int) bool {
	before := bytes.TrimRight(p.src[:at], " \t")
	return len(before) == 0 || before[len(before)-1] == '\n'
}

// dollar writes a digit over the dollar in a name that begins with _$, as macros make them. Written knows it.
func (p *preparer) dollar() {
	if at := p.at; at > 0 && p.src[at-1] == '_' && (at == 1 || !lang.IsWordByte(p.src[at-2])) && at+1 < len(p.src) && isLetter(p.src[at+1]) {
		p.out.Set(at, "0")
	}
	p.at++
}

// quoted writes _ over what the grammar does not know in a name in quotes: `a name, with words`.
func (p *preparer) quoted() {
	start := p.at + 1
	n := bytes.IndexAny(p.src[start:], "`\n")
	if n < 0 || p.src[start+n] != '`' {
		p.at++
		return
	}
	for i := start; i < start+n; i++ {
		if !lang.IsWordByte(p.src[i]) && p.src[i] != '$' {
			p.out.Set(i, "_")
		}
	}
	p.at = start + n + 1
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// Written returns a name or code of the rewritten source as it is written in the source.
func Written(text string) string {
	at := strings.Index(text, "_0")
	if at < 0 {
		return text
	}
	out := []byte(text)
	for ; at >= 0 && at+2 < len(out); at++ {
		if out[at] == '_' && out[at+1] == '0' && isLetter(out[at+2]) && (at == 0 || !lang.IsWordByte(out[at-1])) {
			out[at+1] = '$'
		}
	}
	return string(out)
}

// condition leaves out what a typealias asks of its parameters, on its line or the next one.
func (p *preparer) condition() {
	line := p.at
	for range 2 {
		end := len(p.src)
		if n := bytes.IndexByte(p.src[line:], '\n'); n >= 0 {
			end = line + n
		}
		text := p.src[line:end]
		at := bytes.Index(text, []byte(" where "))
		if line > p.at && bytes.HasPrefix(bytes.TrimLeft(text, " \t"), []byte("where ")) {
			at = 0
		} else if line > p.at {
			return
		}
		if at >= 0 && !bytes.Contains(text[:at], []byte("//")) {
			for bytes.HasSuffix(bytes.TrimRight(p.src[line+at:end], " \t\r"), []byte{','}) && end < len(p.src) {
				next := bytes.IndexByte(p.src[end+1:], '\n')
				if next < 0 {
					break
				}
				end += 1 + next
			}
			p.out.Blank(line+at, end)
			p.at = end
			return
		}
		line = min(end+1, len(p.src))
	}
}

// bounds makes one type, A & B, of the types that an associated one conforms to.
func (p *preparer) bounds() {
	depth, colon := 0, false
	for i := p.at; i < len(p.src); i++ {
		switch c := p.src[i]; c {
		case '<', '(', '[':
			depth++
		case '>', ')', ']':
			depth--
		case ':':
			colon = true
		case '\n', '=', '/', '{', '}':
			return
		case ',':
			if colon && depth == 0 {
				p.out.Set(i, "&")
			}
		case 'w':
			if bytes.HasPrefix(p.src[i:], []byte("where ")) && p.src[i-1] == ' ' {
				return
			}
		}
	}
}

// cases makes patterns, expressions, of the conditions behind several patterns: the grammar reads a condition behind one
// pattern only.
func (p *preparer) cases() {
	s := preparer{src: p.src, out: lang.NewRewrite(p.src), at: p.at}
	depth, several, where := 0, false, -1 // where is the last condition, which may be the only one
	more := func() {
		if where >= 0 && several {
			p.out.Set(where, ",    ")
			where = -1
		}
	}
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == '/' && s.comment():
			continue
		case c == '"':
			s.text(0)
			continue
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ',' && depth == 0:
			several = true
			more()
		case c == ':' && depth == 0:
			more()
			return
		case c == '=' && depth == 0 && where < 0, c == '{', c == '}', c == ';', c == '#', depth < 0:
			return
		case lang.IsWordByte(c):
			start := s.at
			s.at = lang.WordEnd(s.src, s.at)
			switch word := string(s.src[start:s.at]); {
			case word == "where" && depth == 0:
				where = start
			case word == "func", word == "init", word == "static", word == "subscript", word == "case":
				return // the cases of an enumeration
			}
			continue
		}
		s.at++
	}
}
