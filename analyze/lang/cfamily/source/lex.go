package source

import "bytes"

// A sort is the kind of a token.
type sort uint8

const (
	aName sort = iota
	aNumber
	aString // also a character literal
	aMark   // one byte, or "::", "->", "[[" and "]]"
	aDirective
)

// A token is one preprocessor token. Comments are not tokens.
type token struct {
	start, end int32
	sort       sort
	dead       bool // removed
}

// lex splits a source into tokens. A directive is one token, including its continuation lines.
func lex(src []byte) []token {
	l := lexer{src: src, toks: make([]token, 0, len(src)/5+8), atStart: true}
	for l.at < len(src) {
		l.step()
	}
	return l.toks
}

type lexer struct {
	src     []byte
	at      int
	toks    []token
	atStart bool // only white space since the start of the line
}

func (l *lexer) add(from int, s sort) {
	l.toks = append(l.toks, token{start: int32(from), end: int32(min(l.at, len(l.src))), sort: s})
	l.atStart = false
}

func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.src) {
		return l.src[l.at+n]
	}
	return 0
}

func (l *lexer) step() {
	from, ch := l.at, l.src[l.at]
	switch {
	case ch == '\n':
		l.at++
		l.atStart = true
	case ch <= ' ' || ch == '\\':
		l.at++
	case ch == '/' && l.peek(1) == '/':
		l.lineEnd()
	case ch == '/' && l.peek(1) == '*':
		l.comment()
	case ch == '#' && l.atStart:
		l.directive()
		l.add(from, aDirective)
	case IsName(ch):
		for l.at < len(l.src) && IsWord(l.src[l.at]) {
			l.at++
		}
		if q := l.peek(0); (q == '"' || q == '\'') && isPrefix(l.src[from:l.at]) {
			l.quoted(l.src[l.at-1] == 'R')
			l.add(from, aString)
			return
		}
		l.add(from, aName)
	case IsWord(ch) || ch == '.' && l.peek(1) >= '0' && l.peek(1) <= '9':
		for l.at < len(l.src) && (IsWord(l.src[l.at]) || l.src[l.at] == '.' || l.src[l.at] == '\'' && IsWord(l.peek(1)) ||
			(l.src[l.at] == '+' || l.src[l.at] == '-') && (l.src[l.at-1]|0x20 == 'e' || l.src[l.at-1]|0x20 == 'p') && l.src[from] != '0') {
			l.at++
		}
		l.add(from, aNumber)
	case ch == '"' || ch == '\'':
		l.quoted(false)
		l.add(from, aString)
	default:
		l.at++
		if next := l.peek(0); ch == ':' && next == ':' || ch == '-' && next == '>' || ch == '[' && next == '[' || ch == ']' && next == ']' {
			l.at++
		}
		l.add(from, aMark)
	}
}

// isPrefix reports whether a word before a quote is the prefix of a string literal.
func isPrefix(word []byte) bool {
	switch string(word) {
	case "L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R":
		return true
	}
	return false
}

// lineEnd skips to the end of the line, over continuation lines.
func (l *lexer) lineEnd() {
	for l.at < len(l.src) && (l.src[l.at] != '\n' || joined(l.src[:l.at])) {
		l.at++
	}
}

// joined reports whether a line ends with a backslash, so that the next line continues it.
func joined(line []byte) bool {
	line = bytes.TrimSuffix(line, []byte{'\r'})
	return len(line) > 0 && line[len(line)-1] == '\\'
}

func (l *lexer) comment() {
	if end := bytes.Index(l.src[l.at+2:], []byte("*/")); end >= 0 {
		l.at += end + 4
	} else {
		l.at = len(l.src)
	}
}

func (l *lexer) directive() {
	for l.at < len(l.src) {
		switch ch := l.src[l.at]; {
		case ch == '\n' && !joined(l.src[:l.at]):
			return
		case ch == '/' && l.peek(1) == '*':
			l.comment()
		case ch == '/' && l.peek(1) == '/':
			l.lineEnd()
			return
		case ch == '"':
			l.quoted(false)
		default:
			l.at++
		}
	}
}

// quoted skips a string or character literal. One without an end is cut at the end of its line.
func (l *lexer) quoted(raw bool) {
	quote := l.src[l.at]
	l.at++
	if raw {
		open := bytes.IndexByte(l.src[l.at:min(l.at+17, len(l.src))], '(')
		if open < 0 {
			return
		}
		mark := append(append([]byte{')'}, l.src[l.at:l.at+open]...), '"')
		if end := bytes.Index(l.src[l.at:], mark); end >= 0 {
			l.at += end + len(mark)
			return
		}
		l.at = len(l.src)
		return
	}
	for l.at < len(l.src) {
		switch l.src[l.at] {
		case '\\':
			l.at++
		case quote:
			l.at++
			return
		case '\n':
			return
		}
		l.at++
	}
}
