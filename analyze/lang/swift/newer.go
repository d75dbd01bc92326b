package swift

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// newer takes in a word, from start to p.at, of syntax that the grammar does not know.
func (p *preparer) newer(start int) {
	rest := p.src[p.at:]
	switch string(p.src[start:p.at]) {
	case "__owned", "__shared", "__consuming":
		p.out.Blank(start, p.at)
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
		if bytes.HasPrefix(rest, []byte(" {")) && p.firstOfLine(start) {
			p.out.Blank(start, p.at)
			p.out.Set(start, "get")
		}
	case "typealias":
		p.condition()
	case "associatedtype":
		p.bounds()
	case "case":
		p.cases()
	}
}

func (p *preparer) firstOfLine(at int) bool {
	before := bytes.TrimRight(p.src[:at], " \t")
	return len(before) == 0 || before[len(before)-1] == '\n'
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

// cases makes one more pattern, an expression, of the condition behind the last of several patterns: the
// grammar reads a condition behind the first one only.
func (p *preparer) cases() {
	s := preparer{src: p.src, out: lang.NewRewrite(p.src), at: p.at}
	depth, several := 0, false
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
		case (c == ':' || c == '=') && depth == 0, c == '{', c == '}', c == ';', c == '#', depth < 0:
			return
		case lang.IsWordByte(c):
			start := s.at
			s.at = lang.WordEnd(s.src, s.at)
			if string(s.src[start:s.at]) == "where" && depth == 0 {
				if several {
					p.out.Set(start, ",    ")
				}
				return
			}
			continue
		}
		s.at++
	}
}
