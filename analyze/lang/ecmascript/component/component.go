// Package component rewrites single-file components, which are scripts in markup, to the script that
// they stand for.
//
// In: the text of a .vue or .svelte file. Out: text with as many bytes and lines in TypeScript. The
// scripts and the expressions of the template stand where they did; the rest is white space and what
// makes statements of the expressions:
//
//   - A block with the label Label holds the statements of the template. In Svelte it is left out
//     where the markup has no room for it.
//   - A component that the template uses is a statement of the form ~Name.
//   - Names that the template binds are declared in a block: as const and var, or as the label of a
//     statement where there is no room for a keyword.
//   - Handlers, and in Svelte all expressions, are blocks.
//
// An expression whose brackets do not match is left out.
//
// Absent: templates in other languages (pug), the meaning of attributes, styles.
package component

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Label is the label of the block that holds the template.
const Label = "_"

// A writer holds the rewritten text: white space at first.
type writer struct{ src, out []byte }

func newWriter(src []byte) *writer {
	w := &writer{src, bytes.Clone(src)}
	for i, c := range src {
		if c != '\n' && c != '\r' {
			w.out[i] = ' '
		}
	}
	return w
}

// keep copies the bytes in [from, to) from the source.
func (w *writer) keep(from, to int) { copy(w.out[from:to], w.src[from:to]) }

// put writes text at offset at, if no byte of it would take the place of a line end or of text.
func (w *writer) put(at int, text string) bool {
	for i := range len(text) {
		if !w.free(at + i) {
			return false
		}
	}
	copy(w.out[at:], text)
	return true
}

// free reports whether nothing is written at offset at.
func (w *writer) free(at int) bool {
	return at >= 0 && at < len(w.out) && w.out[at] == ' '
}

// A tag is an opening tag.
type tag struct {
	name       string
	start, end int // of the whole tag
	nameEnd    int
	selfClosed bool
	attributes []attribute
}

// An attribute is one attribute of a tag. Its value is src[from:to], and from is 0 where it has none.
type attribute struct {
	name           string
	start, nameEnd int
	from, to       int
	quoted         bool
}

// value returns the value of the attribute called name, "" for none.
func (t *tag) value(src []byte, name string) string {
	for _, a := range t.attributes {
		if a.name == name && a.from > 0 {
			return string(src[a.from:a.to])
		}
	}
	return ""
}

// openingTag reads the tag that begins at the bracket at; ok is false where there is none. braces:
// values and attributes may be expressions in braces.
func openingTag(src []byte, at int, braces bool) (t tag, ok bool) {
	t.start = at
	i := at + 1
	if i >= len(src) || !isLetter(src[i]) {
		return t, false
	}
	for i < len(src) && !isSpace(src[i]) && src[i] != '>' && src[i] != '/' && src[i] != '<' {
		i++
	}
	t.name, t.nameEnd = string(src[at+1:i]), i
	for i < len(src) {
		switch c := src[i]; {
		case isSpace(c):
			i++
		case c == '>':
			t.end = i + 1
			return t, true
		case c == '/':
			t.selfClosed = i+1 < len(src) && src[i+1] == '>'
			i++
		case c == '<':
			return t, false
		case braces && c == '{':
			end := closing(src, i)
			if end < 0 {
				return t, false
			}
			t.attributes = append(t.attributes, attribute{start: i, nameEnd: i, from: i, to: end + 1})
			i = end + 1
		default:
			a, next := readAttribute(src, i, braces)
			if next < 0 {
				return t, false
			}
			t.attributes = append(t.attributes, a)
			i = next
		}
	}
	return t, false
}

// readAttribute reads the attribute that begins at offset at. next is negative where the tag does not
// end.
func readAttribute(src []byte, at int, braces bool) (a attribute, next int) {
	i := at
	for i++; i < len(src) && !isSpace(src[i]) && src[i] != '=' && src[i] != '>' && (src[i] != '/' || i+1 < len(src) && src[i+1] != '>'); i++ {
	}
	a = attribute{name: string(src[at:i]), start: at, nameEnd: i}
	value := skipSpace(src, i)
	if value >= len(src) || src[value] != '=' {
		return a, i
	}
	value = skipSpace(src, value+1)
	if value >= len(src) {
		return a, -1
	}
	switch c := src[value]; {
	case c == '"' || c == '\'':
		end := value + 1
		for end < len(src) && src[end] != c {
			if braces && src[end] == '{' {
				inner := closing(src, end)
				if inner < 0 {
					return a, -1
				}
				end = inner
			}
			end++
		}
		if end >= len(src) {
			return a, -1
		}
		a.from, a.to, a.quoted = value+1, end, true
		return a, end + 1
	case braces && c == '{':
		end := closing(src, value)
		if end < 0 {
			return a, -1
		}
		a.from, a.to = value, end+1
		return a, end + 1
	}
	end := value
	for end < len(src) && !isSpace(src[end]) && src[end] != '>' {
		end++
	}
	a.from, a.to = value, end
	return a, end
}

// script writes the script whose opening tag is t, and returns the offset behind its closing tag.
func (w *writer) script(t tag) int {
	end := lenOr(indexFold(w.src[t.end:], "</script"), len(w.src)-t.end) + t.end
	if t.selfClosed {
		end = t.end
	}
	for _, a := range t.attributes {
		if a.name == "src" && a.quoted && w.put(t.start, "import") {
			w.keep(a.from-1, a.to+1)
			w.put(a.to+1, ";")
			return closeOf(w.src, end)
		}
	}
	w.keep(t.end, end)
	after := closeOf(w.src, end)
	w.put(end, ";")
	return after
}

// closeOf returns the offset behind the closing tag that begins at offset at.
func closeOf(src []byte, at int) int {
	if at >= len(src) || src[at] != '<' {
		return at
	}
	return at + lenOr(bytes.IndexByte(src[at:], '>'), len(src)-at-1) + 1
}

func lenOr(n, other int) int {
	if n < 0 {
		return other
	}
	return n
}

// closing returns the offset of the bracket that closes the one at offset at, -1 for none. Strings,
// templates and comments of JavaScript are skipped.
func closing(src []byte, at int) int {
	var open []byte // brackets, ` for a template, $ for an expression in one
	for i := at; i < len(src); i++ {
		c, n := src[i], len(open)-1
		switch {
		case n >= 0 && open[n] == '`':
			switch {
			case c == '\\':
				i++
			case c == '`':
				open = open[:n]
			case c == '$' && i+1 < len(src) && src[i+1] == '{':
				open = append(open, '$')
				i++
			}
		case c == '(' || c == '[' || c == '{' || c == '`':
			open = append(open, c)
		case c == ')' || c == ']' || c == '}':
			if n < 0 || !matches(open[n], c) {
				return -1
			}
			if open = open[:n]; n == 0 {
				return i
			}
		case c == '"' || c == '\'':
			if i = quoted(src, i); i < 0 {
				return -1
			}
		case c == '/':
			if end := comment(src, i); end > 0 {
				i = end - 1
			}
		}
	}
	return -1
}

func matches(opening, closing byte) bool {
	return opening == '(' && closing == ')' || opening == '[' && closing == ']' || (opening == '{' || opening == '$') && closing == '}'
}

// quoted returns the offset of the quote that closes the one at offset at, -1 for none on the line.
func quoted(src []byte, at int) int {
	for i := at + 1; i < len(src) && src[i] != '\n'; i++ {
		switch src[i] {
		case '\\':
			i++
		case src[at]:
			return i
		}
	}
	return -1
}

// comment returns the offset behind the comment that begins at offset at, 0 where there is none.
func comment(src []byte, at int) int {
	rest := src[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("/*")):
		return at + lenOr(bytes.Index(rest, []byte("*/")), len(rest)-2) + 2
	case bytes.HasPrefix(rest, []byte("//")):
		return at + lenOr(bytes.IndexByte(rest, '\n'), len(rest))
	}
	return 0
}

// isBalanced reports whether text is an expression whose brackets and quotes match, and not empty. A
// comment may not reach to its end.
func isBalanced(text []byte) bool {
	if last := text[bytes.LastIndexByte(text, '\n')+1:]; len(bytes.TrimSpace(text)) == 0 || bytes.Contains(last, []byte("//")) {
		return false
	}
	whole := append(append([]byte{'('}, text...), ')')
	return closing(whole, 0) == len(whole)-1
}

// indexFold is bytes.Index of a lower-case ASCII word, whatever the case of src.
func indexFold(src []byte, word string) int {
	for at := 0; at+len(word) <= len(src); at++ {
		if src[at]|0x20 == word[0]|0x20 && bytes.EqualFold(src[at:at+len(word)], []byte(word)) {
			return at
		}
	}
	return -1
}

func hasPrefixAt(src []byte, at int, prefix string) bool {
	return at < len(src) && bytes.HasPrefix(src[at:], []byte(prefix))
}

func skipSpace(src []byte, at int) int {
	for at < len(src) && isSpace(src[at]) {
		at++
	}
	return at
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// isIdentifier reports whether text is one name.
func isIdentifier(text string) bool {
	if text == "" || '0' <= text[0] && text[0] <= '9' {
		return false
	}
	for i := range len(text) {
		if !lang.IsWordByte(text[i]) && text[i] != '$' {
			return false
		}
	}
	return true
}
