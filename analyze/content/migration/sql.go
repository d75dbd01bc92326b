package migration

import (
	"strings"
)

// A token is a word, a quoted name, a string, a number or a mark of an SQL text.
type token struct {
	kind tokenKind
	text string // without quotes; words as written
	word string // a word in upper case, a mark; empty for what is quoted
	line int
}

type tokenKind uint8

const (
	word tokenKind = iota
	quotedName
	quotedText
	mark
)

// A lexer splits an SQL text of any dialect into tokens.
type lexer struct {
	s    string
	i    int
	line int
	// off is whether what follows takes a migration back, as a comment said.
	off bool
	// delimiter ends a statement, beside the semicolon, for the client of MySQL.
	delimiter string
	// cut: a comment ended the statement before it.
	cut bool
}

// next returns the next token; false at the end of the text.
func (x *lexer) next() (token, bool, error) {
	for x.i < len(x.s) {
		c := x.s[x.i]
		rest := x.s[x.i:]
		switch {
		case c == '\n':
			x.line++
			x.i++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			x.i++
		case strings.HasPrefix(rest, "\xef\xbb\xbf"):
			x.i += 3
		case strings.HasPrefix(rest, "--"), c == '#' && (len(rest) == 1 || rest[1] == ' ' || rest[1] == '\n'):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			x.comment(rest[:end])
			x.i += end
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return token{}, false, syntaxError(x.line, "a comment does not end")
			}
			x.line += strings.Count(rest[:end+4], "\n")
			x.i += end + 4
		case x.delimiter != "" && strings.HasPrefix(rest, x.delimiter):
			x.i += len(x.delimiter)
			return token{kind: mark, text: ";", word: x.delimiter, line: x.line}, true, nil
		case c == '\'':
			return x.quoted(c, quotedText)
		case c == '"' || c == '`':
			return x.quoted(c, quotedName)
		case c == '[' && bracketed(rest):
			end := strings.IndexByte(rest, ']')
			t := token{kind: quotedName, text: rest[1:end], line: x.line}
			x.i += end + 1
			return t, true, nil
		case c == '$' && dollar(rest) > 0:
			tag := rest[:dollar(rest)]
			end := strings.Index(rest[len(tag):], tag)
			if end < 0 {
				return token{}, false, syntaxError(x.line, "text in "+tag+" does not end")
			}
			t := token{kind: quotedText, text: rest[len(tag) : len(tag)+end], line: x.line}
			x.line += strings.Count(t.text, "\n")
			x.i += end + 2*len(tag)
			return t, true, nil
		case isWord(c):
			end := 1
			for end < len(rest) && (isWord(rest[end]) || rest[end] == '$') {
				end++
			}
			t := token{text: rest[:end], word: strings.ToUpper(rest[:end]), line: x.line}
			x.i += end
			if t.word == "DELIMITER" {
				line, _, _ := strings.Cut(x.s[x.i:], "\n")
				x.delimiter = strings.TrimSpace(line)
				if x.i += len(line); x.delimiter == ";" {
					x.delimiter = ""
				}
				continue
			}
			return t, true, nil
		default:
			x.i++
			return token{kind: mark, text: rest[:1], word: rest[:1], line: x.line}, true, nil
		}
	}
	return token{}, false, nil
}

// comment reads the comments by which tools know what to run.
func (x *lexer) comment(text string) {
	text = strings.ToLower(strings.TrimLeft(text, "-#/ \t"))
	if strings.HasPrefix(text, "name: ") { // of tools that keep statements by name
		x.cut = true
	}
	for _, tool := range []string{"+goose ", "+migrate ", "migrate:", "+micrate ", "+ migrate "} {
		if what, found := strings.CutPrefix(text, tool); found {
			switch {
			case strings.HasPrefix(what, "down"):
				x.off = true
			case strings.HasPrefix(what, "up"):
				x.off = false
			}
		}
	}
}

// quoted reads what is between quotes; a quote in it is doubled.
func (x *lexer) quoted(quote byte, kind tokenKind) (token, bool, error) {
	t := token{kind: kind, line: x.line}
	var b strings.Builder
	for i := x.i + 1; i < len(x.s); i++ {
		switch c := x.s[i]; {
		case c == '\\' && kind == quotedText && i+1 < len(x.s) && x.s[i+1] == quote && i+2 < len(x.s) && x.s[i+2] != '\n' && x.s[i+2] != ';':
			i++ // MySQL; elsewhere a text may end with a backslash
			b.WriteByte(quote)
		case c == quote && i+1 < len(x.s) && x.s[i+1] == quote:
			i++
			b.WriteByte(quote)
		case c == quote:
			x.i = i + 1
			t.text = b.String()
			return t, true, nil
		default:
			if c == '\n' {
				x.line++
			}
			b.WriteByte(c)
		}
	}
	return t, false, syntaxError(t.line, "a quote does not end")
}

// bracketed reports whether a text starts with a name in brackets, as SQL Server has them.
func bracketed(s string) bool {
	for i := 1; i < len(s) && i < 130; i++ {
		switch c := s[i]; {
		case c == ']':
			return i > 1
		case !isWord(c) && c != ' ' && c != '-' && c != '.', i == 1 && c >= '0' && c <= '9':
			return false
		}
	}
	return false
}

// dollar is the length of the tag that a text in dollars starts with, 0 for none.
func dollar(s string) int {
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '$':
			return i + 1
		case !isWord(c) || i == 1 && c >= '0' && c <= '9':
			return 0
		}
	}
	return 0
}

func isWord(c byte) bool {
	return c == '_' || c == computed[0] || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// A statement is a list of tokens.
type statement []token

// statements splits a text into statements.
func statements(text string, line int) ([]statement, error) {
	x := &lexer{s: text, line: line}
	var list []statement
	var now statement
	blocks := 0
	end := func() {
		if len(now) > 0 && !x.off {
			list = append(list, now)
		}
		now, blocks = nil, 0
	}
	for {
		off := x.off
		t, ok, err := x.next()
		if err != nil {
			return nil, err
		}
		if x.cut {
			end()
			x.cut = false
		}
		if off != x.off { // what was read so far belongs to the other part
			was := x.off
			x.off = off
			end()
			x.off = was
		}
		if !ok {
			end()
			return list, nil
		}
		switch {
		case t.kind == mark && t.text == ";" && (blocks == 0 || t.word == x.delimiter && x.delimiter != ""):
			if x.delimiter == "" || t.word == x.delimiter {
				end()
				continue
			}
		case t.word == "GO" && t.kind == word && alone(x.s, x.i):
			end()
			continue
		case x.delimiter == "" && len(now) > 0 && routine(now):
			switch t.word {
			case "BEGIN", "CASE":
				blocks++
			case "END":
				if after := following(x.s[x.i:]); after != "IF" && after != "LOOP" && after != "WHILE" && after != "REPEAT" {
					blocks = max(blocks-1, 0)
				}
			}
		}
		now = append(now, t)
	}
}

// alone reports whether the word that ends at i is the only one on its line.
func alone(s string, i int) bool {
	before, after := s[max(0, i-80):i-len("GO")], s[i:min(i+80, len(s))]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	return strings.TrimSpace(before) == "" && strings.TrimSpace(after) == ""
}

// following is the next word of a text, in upper case.
func following(s string) string {
	s = strings.TrimLeft(s, " \t\r\n")
	end := 0
	for end < len(s) && isWord(s[end]) {
		end++
	}
	return strings.ToUpper(s[:end])
}

// routine reports whether a statement has statements in it.
func routine(s statement) bool {
	if s[0].word != "CREATE" && s[0].word != "ALTER" {
		return false
	}
	for _, t := range s[1:min(len(s), 10)] {
		switch t.word {
		case "TRIGGER", "PROCEDURE", "FUNCTION", "EVENT", "PACKAGE":
			return true
		case "TABLE", "INDEX", "VIEW", "TYPE":
			return false
		}
	}
	return false
}

// text is a statement in a form that layout, the case of words and quotes do not change.
func (s statement) text() string {
	var b strings.Builder
	for _, t := range s {
		switch {
		case t.kind == quotedText:
			b.WriteString("'" + t.text + "'")
		case t.kind == word:
			b.WriteString(strings.ToLower(t.text))
		default:
			b.WriteString(t.text)
		}
		b.WriteByte(' ')
	}
	return strings.TrimSuffix(b.String(), " ")
}

// readSQL reads an SQL file.
func readSQL(text string) (*script, error) {
	list, err := statements(text, 1)
	if err != nil {
		return nil, err
	}
	s := &script{tables: newSchema()}
	for _, st := range list {
		s.steps = append(s.steps, step{st.text(), st[0].line, st[len(st)-1].line})
		s.operations = append(s.operations, operations(st, 0)...)
		s.tables.apply(st)
	}
	return s, nil
}
