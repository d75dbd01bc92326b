package syntax

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

// maxQuery is the length of the longest query, in bytes.
const maxQuery = 64 << 10

// An Error says what is wrong with a query, and where.
type Error struct {
	Line, Column int // from 1; the column counts characters
	Message      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

type kind int

const (
	end kind = iota
	name
	quoted // a name in backticks
	text
	integer
	float
	parameter
	sign
)

// A token is one word of a query. Text is the name, the value of a string, or the sign.
type token struct {
	kind  kind
	text  string
	start int // offsets in the query
	end   int
	num   any // int64 or float64
	match int // of an opening bracket: the index of the closing one; 0 for none
}

// describe is how a token is named in messages.
func (t *token) describe() string {
	switch t.kind {
	case end:
		return "the end of the query"
	case text:
		return "a string"
	case integer, float:
		return "a number"
	case parameter:
		return "$" + t.text
	}
	return t.text
}

// position returns the error for a place in a query.
func position(query string, offset int, format string, args ...any) *Error {
	before := query[:min(offset, len(query))]
	line := strings.Count(before, "\n") + 1
	return &Error{line, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1, fmt.Sprintf(format, args...)}
}

// A lexer cuts a query into tokens.
type lexer struct {
	query  string
	at     int
	tokens []token
}

func lex(query string) ([]token, error) {
	l := &lexer{query: query}
	if len(query) > maxQuery {
		return nil, position(query, 0, "the query has %d bytes, at most %d are read", len(query), maxQuery)
	}
	var open []int
	for {
		if err := l.space(); err != nil {
			return nil, err
		}
		start := l.at
		if start == len(query) {
			l.tokens = append(l.tokens, token{kind: end, start: start, end: start})
			return l.tokens, nil
		}
		t, err := l.next()
		if err != nil {
			return nil, err
		}
		t.start, t.end = start, l.at
		l.tokens = append(l.tokens, t)
		switch {
		case t.kind != sign:
		case strings.Contains("([{", t.text):
			open = append(open, len(l.tokens)-1)
		case strings.Contains(")]}", t.text) && len(open) > 0:
			l.tokens[open[len(open)-1]].match = len(l.tokens) - 1
			open = open[:len(open)-1]
		}
	}
}

// space skips blanks and comments.
func (l *lexer) space() error {
	for l.at < len(l.query) {
		rest := l.query[l.at:]
		switch r, size := utf8.DecodeRuneInString(rest); {
		case unicode.IsSpace(r):
			l.at += size
		case strings.HasPrefix(rest, "//"):
			if i := strings.IndexByte(rest, '\n'); i >= 0 {
				l.at += i
			} else {
				l.at = len(l.query)
			}
		case strings.HasPrefix(rest, "/*"):
			i := strings.Index(rest, "*/")
			if i < 0 {
				return position(l.query, l.at, "this comment has no end")
			}
			l.at += i + 2
		default:
			return nil
		}
	}
	return nil
}

// word returns the name that starts here, "" for none.
func (l *lexer) word() string {
	start := l.at
	for l.at < len(l.query) {
		r, size := utf8.DecodeRuneInString(l.query[l.at:])
		if l.at == start && !value.StartsName(r) || !value.ContinuesName(r) {
			break
		}
		l.at += size
	}
	return l.query[start:l.at]
}

func (l *lexer) next() (token, error) {
	r, _ := utf8.DecodeRuneInString(l.query[l.at:])
	switch {
	case value.StartsName(r):
		return token{kind: name, text: l.word()}, nil
	case r == '`':
		return l.backticks()
	case r == '\'' || r == '"':
		return l.string()
	case r == '$':
		return l.parameter()
	case '0' <= r && r <= '9' || r == '.' && l.at+1 < len(l.query) && '0' <= l.query[l.at+1] && l.query[l.at+1] <= '9':
		return l.number()
	}
	for _, s := range []string{"<>", "<=", ">=", "=~", ".."} {
		if strings.HasPrefix(l.query[l.at:], s) {
			l.at += len(s)
			return token{kind: sign, text: s}, nil
		}
	}
	if strings.HasPrefix(l.query[l.at:], "!=") {
		return token{}, position(l.query, l.at, "found !=; not equal is written <>")
	}
	if strings.ContainsRune("()[]{},:;.|+-*/%^=<>", r) {
		l.at++
		return token{kind: sign, text: string(r)}, nil
	}
	return token{}, position(l.query, l.at, "the character %q means nothing here", r)
}

func (l *lexer) backticks() (token, error) {
	var b strings.Builder
	for i := l.at + 1; i < len(l.query); i++ {
		switch {
		case l.query[i] != '`':
			b.WriteByte(l.query[i])
		case strings.HasPrefix(l.query[i:], "``"):
			b.WriteByte('`')
			i++
		default:
			l.at = i + 1
			return token{kind: quoted, text: b.String()}, nil
		}
	}
	return token{}, position(l.query, l.at, "this name has no closing backtick")
}

func (l *lexer) parameter() (token, error) {
	start := l.at
	l.at++
	if l.at < len(l.query) && l.query[l.at] == '`' {
		t, err := l.backticks()
		return token{kind: parameter, text: t.text}, err
	}
	for l.at < len(l.query) {
		r, size := utf8.DecodeRuneInString(l.query[l.at:])
		if !value.ContinuesName(r) {
			break
		}
		l.at += size
	}
	if l.at == start+1 {
		return token{}, position(l.query, start, "expected the name of a parameter behind $")
	}
	return token{kind: parameter, text: l.query[start+1 : l.at]}, nil
}

var escapes = map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f', '\\': '\\', '\'': '\'', '"': '"', '`': '`'}

func (l *lexer) string() (token, error) {
	quote := l.query[l.at]
	var b strings.Builder
	for i := l.at + 1; i < len(l.query); i++ {
		switch c := l.query[i]; {
		case c == quote:
			l.at = i + 1
			return token{kind: text, text: b.String()}, nil
		case c != '\\':
			b.WriteByte(c)
		default:
			i++
			size, ok := 0, false
			if i < len(l.query) {
				var e byte
				if e, ok = escapes[l.query[i]]; ok {
					b.WriteByte(e)
				} else {
					size = map[byte]int{'u': 4, 'U': 8}[l.query[i]]
				}
			}
			if size > 0 && i+size < len(l.query) {
				code, err := strconv.ParseUint(l.query[i+1:i+1+size], 16, 32)
				if ok = err == nil && code <= unicode.MaxRune; ok {
					b.WriteRune(rune(code))
					i += size
				}
			}
			if !ok {
				return token{}, position(l.query, i-1, `no such escape; there are \\ \' \" \n \t \r \b \f \uXXXX`)
			}
		}
	}
	return token{}, position(l.query, l.at, "this string has no closing %c", quote)
}

func (l *lexer) number() (token, error) {
	start := l.at
	digits := func(of string) {
		for l.at < len(l.query) && strings.IndexByte(of, l.query[l.at]) >= 0 {
			l.at++
		}
	}
	const decimal = "0123456789"
	base := 10
	switch rest := strings.ToLower(l.query[start:min(start+2, len(l.query))]); rest {
	case "0x":
		l.at, base = start+2, 16
		digits(decimal + "abcdefABCDEF")
	case "0o":
		l.at, base = start+2, 8
		digits("01234567")
	default:
		digits(decimal)
	}
	isFloat := false
	if base == 10 {
		if rest := l.query[l.at:]; len(rest) > 1 && rest[0] == '.' && '0' <= rest[1] && rest[1] <= '9' {
			isFloat = true
			l.at++
			digits(decimal)
		}
		if rest := l.query[l.at:]; len(rest) > 1 && (rest[0] == 'e' || rest[0] == 'E') && strings.IndexByte(decimal+"+-", rest[1]) >= 0 {
			isFloat = true
			l.at += 2
			digits(decimal)
		}
	}
	written := l.query[start:l.at]
	if r, _ := utf8.DecodeRuneInString(l.query[l.at:]); value.StartsName(r) {
		return token{}, position(l.query, start, "a name cannot begin with a digit, and a number cannot end in a letter")
	}
	if isFloat {
		f, err := strconv.ParseFloat(written, 64)
		if err != nil || math.IsInf(f, 0) {
			return token{}, position(l.query, start, "%s is no number that can be held", written)
		}
		return token{kind: float, num: f}, nil
	}
	if base != 10 {
		written = written[2:]
	}
	n, err := strconv.ParseInt(written, base, 64)
	if err != nil {
		return token{}, position(l.query, start, "%s is no whole number of 64 bits", l.query[start:l.at])
	}
	return token{kind: integer, num: n}, nil
}
