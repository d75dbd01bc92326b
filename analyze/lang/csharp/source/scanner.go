package source

import "bytes"

// A scanner goes through source text without taking what stands in comments and
// strings for code.
type scanner struct {
	src []byte
	i   int
}

// maxStrings bounds how deep strings stand inside each other.
const maxStrings = 8

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (s *scanner) skipSpace() {
	for s.i < len(s.src) && (isSpace(s.src[s.i]) || s.src[s.i] == '\f') {
		s.i++
	}
}

// lineStart reports whether only white space stands before on the line.
func (s *scanner) lineStart() bool {
	for k := s.i - 1; k >= 0 && s.src[k] != '\n'; k-- {
		if !isSpace(s.src[k]) && s.src[k] < 0x80 {
			return false
		}
	}
	return true
}

// restOfLine returns the text up to the end of the line and goes there.
func (s *scanner) restOfLine() string {
	start := s.i
	if k := bytes.IndexByte(s.src[s.i:], '\n'); k >= 0 {
		s.i += k
	} else {
		s.i = len(s.src)
	}
	return string(bytes.TrimRight(s.src[start:s.i], "\r"))
}

// to goes behind the next end.
func (s *scanner) to(end string) {
	if k := bytes.Index(s.src[s.i:], []byte(end)); k >= 0 {
		s.i += k + len(end)
	} else {
		s.i = len(s.src)
	}
}

func (s *scanner) at(text string) bool { return bytes.HasPrefix(s.src[s.i:], []byte(text)) }

// skipText goes behind the comment or literal that begins here and reports
// whether there is one.
func (s *scanner) skipText() bool { return s.textAt(0) }

func (s *scanner) textAt(depth int) bool {
	switch {
	case s.at("//"):
		s.restOfLine()
	case s.at("/*"):
		s.to("*/")
	case s.at("'"):
		s.quoted('\'')
	case s.at(`"""`):
		s.raw()
	case s.at(`"`):
		s.quoted('"')
	case s.at(`@"`):
		s.i++
		s.verbatim(false, depth)
	case s.at(`$@"`), s.at(`@$"`):
		s.i += 2
		s.verbatim(true, depth)
	case s.at(`$"""`), s.at(`$$"""`), s.at(`$$$"""`):
		for s.src[s.i] == '$' {
			s.i++
		}
		s.raw()
	case s.at(`$"`):
		s.i++
		s.interpolated(depth)
	default:
		return false
	}
	return true
}

func (s *scanner) quoted(quote byte) {
	for s.i++; s.i < len(s.src) && s.src[s.i] != quote && s.src[s.i] != '\n'; s.i++ {
		if s.src[s.i] == '\\' {
			s.i++
		}
	}
	s.i = min(s.i+1, len(s.src))
}

// raw goes behind a raw string, which ends with as many quotes as it begins with.
func (s *scanner) raw() {
	start := s.i
	for s.i < len(s.src) && s.src[s.i] == '"' {
		s.i++
	}
	s.to(string(s.src[start:s.i]))
	for s.i < len(s.src) && s.src[s.i] == '"' {
		s.i++
	}
}

// verbatim goes behind a string in which only a doubled quote is no end.
func (s *scanner) verbatim(holes bool, depth int) {
	for s.i++; s.i < len(s.src); s.i++ {
		switch {
		case s.at(`""`), holes && s.at("{{"):
			s.i++
		case s.src[s.i] == '"':
			s.i++
			return
		case holes && s.src[s.i] == '{':
			s.hole(depth)
		}
	}
	s.i = len(s.src)
}

func (s *scanner) interpolated(depth int) {
	for s.i++; s.i < len(s.src) && s.src[s.i] != '\n'; s.i++ {
		switch {
		case s.src[s.i] == '\\', s.at("{{"):
			s.i++
		case s.src[s.i] == '"':
			s.i++
			return
		case s.src[s.i] == '{':
			s.hole(depth)
		}
	}
	s.i = min(s.i, len(s.src))
}

// hole goes to the bracket that ends the expression in a string.
func (s *scanner) hole(depth int) {
	open := 0
	for s.i < len(s.src) {
		switch c := s.src[s.i]; {
		case c == '{':
			open++
		case c == '}':
			if open--; open <= 0 {
				return
			}
		case depth < maxStrings && s.textAt(depth+1):
			continue
		}
		s.i++
	}
}
