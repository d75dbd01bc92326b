package component

import (
	"bytes"
	"strings"
)

// Svelte rewrites a component of Svelte.
func Svelte(src []byte) []byte {
	s := svelte{writer: newWriter(src), opened: -1, closed: -1}
	for i := 0; i < len(src); {
		i = s.step(i)
	}
	switch {
	case s.opened < 0:
	case s.closed >= 0:
		s.put(s.closed, "}")
	case !s.put(len(bytes.TrimRight(src, " \t\r\n"))-1, "}"):
		s.out = append(s.out, "}"...)
	}
	return s.out
}

type svelte struct {
	*writer
	room   int // where a closing tag of a script leaves room for the start of the template
	opened int // where the block of the template begins, negative before it
	closed int // where it ends, negative for the end of the file
}

// step writes what begins at offset at, and returns the offset behind it.
func (s *svelte) step(at int) int {
	src := s.src
	switch c := src[at]; {
	case hasPrefixAt(src, at, "<!--"):
		return behind(src, at, "-->")
	case c == '{':
		s.begin(at)
		return s.braces(at)
	case c != '<':
		return at + 1
	}
	t, ok := openingTag(src, at, true)
	if !ok {
		return at + 1
	}
	switch t.name {
	case "script":
		s.finish(at)
		after := s.script(t)
		s.room = after - len("/script>")
		return after
	case "style":
		s.finish(at)
		return behind(src, t.end, "</style")
	}
	if s.opened < 0 && componentName(t.name) == "" && t.nameEnd >= at+len(Label)+2 {
		s.put(at, Label+":{")
		s.opened = at
	}
	s.begin(at)
	s.tag(t)
	return t.end
}

// begin opens the block of the template before offset at, if there is room.
func (s *svelte) begin(at int) {
	if s.opened < 0 && s.room > 0 && s.room < at && s.put(s.room, Label+":{") {
		s.opened = s.room
	}
}

// finish closes the block of the template before the script or style at offset at. Markup that follows
// stands outside of it.
func (s *svelte) finish(at int) {
	if s.opened >= 0 && s.closed < 0 {
		s.closed = at
	}
}

// braces writes the expression or the part of a block at offset at. Behind a bracket that is not closed
// nothing is read: looking for the end of each bracket behind it would take too long.
func (s *svelte) braces(at int) int {
	end := closing(s.src, at)
	if end < 0 {
		return len(s.src)
	}
	s.inBraces(at, end)
	return end + 1
}

func (s *svelte) inBraces(at, end int) {
	inner := s.src[at+1 : end]
	text := bytes.TrimLeft(inner, " \t\r\n")
	from := end - len(text)
	if len(text) == 0 {
		return
	}
	wordEnd := from + 1
	for wordEnd < end && isLetter(s.src[wordEnd]) {
		wordEnd++
	}
	word := string(s.src[from:wordEnd])
	switch {
	case word == "@const":
		s.put(at, ";")
		s.put(wordEnd-len("const"), "const")
		s.keep(wordEnd, end)
		s.put(end, ";")
	case text[0] == '@':
		s.expression(at, wordEnd, end)
	case text[0] == '#':
		s.open(word, at, wordEnd, end)
	case text[0] == ':':
		s.middle(word, at, wordEnd, end)
	case text[0] == '/':
		s.put(at, ";}")
	case bytes.HasPrefix(text, []byte("...")):
		s.expression(at, from+3, end)
	default:
		s.expression(at, from, end)
	}
}

// expression writes {expression} as a block.
func (s *svelte) expression(at, from, end int) {
	if !isBalanced(s.src[from:end]) {
		return
	}
	s.put(at, "{")
	s.keep(from, end)
	s.put(end, "}")
}

// open writes {#if x} as {x; and the like.
func (s *svelte) open(word string, at, from, end int) {
	if word != "#snippet" { // whose body is that of a function
		s.put(at, "{")
	}
	switch word {
	case "#each":
		s.each(from, end)
	case "#await":
		s.await(from, end)
	case "#snippet":
		if isBalanced(s.src[from:end]) && s.put(from-len("function"), "function") {
			s.keep(from, end)
			s.put(end, "{")
		}
	default:
		s.statement(from, end)
	}
}

// statement writes an expression. One that begins with a bracket would be a block.
func (s *svelte) statement(from, end int) {
	if text := s.src[from:end]; isBalanced(text) && bytes.TrimLeft(text, " \t\r\n")[0] != '{' {
		s.keep(from, end)
	}
	s.put(end, ";")
}

// middle writes {:else if x} as }{x; and the like.
func (s *svelte) middle(word string, at, from, end int) {
	s.put(at, "}{")
	if word == ":else" {
		if rest := skipSpace(s.src, from); hasPrefixAt(s.src, rest, "if") {
			s.statement(rest+2, end)
		}
		return
	}
	if isBalanced(s.src[from:end]) && s.put(from-3, "var") {
		s.keep(from, end)
	}
	s.put(end, ";")
}

// each writes {#each list as item, i (key)} as {list; item: i:(key);
func (s *svelte) each(from, end int) {
	word := s.before(" as ", from, end)
	if word < 0 {
		return
	}
	at := skipSpace(s.src, word+len(" as "))
	if c := s.src[at]; c == '{' || c == '[' {
		s.put(word, ";var")
		after := closing(s.src, at) + 1
		if key := topLevel(s.src[after:end], '('); key >= 0 {
			s.keep(at, after+key)
			s.put(after+key-1, ";")
			s.keep(after+key, end)
		} else {
			s.keep(at, end)
		}
		s.put(end, ";")
		return
	}
	s.put(word, ";")
	s.labels(at, end)
}

// before writes the expression before the last word in [from, end), and returns the offset of the word:
// negative where there is none, and all is one expression, or where the brackets around it do not match.
func (s *svelte) before(word string, from, end int) int {
	text := s.src[from:end]
	n := lastWord(text, word)
	if n < 0 {
		s.statement(from, end)
		return -1
	}
	if !isBalanced(text[:n]) || !isBalanced(text[n+len(word):]) {
		return -1
	}
	s.keep(from, from+n)
	return from + n
}

// labels writes the names "item, i (key)" as labels and a statement.
func (s *svelte) labels(at, end int) {
	for at < end {
		at = skipSpace(s.src, at)
		nameEnd := at
		for nameEnd < end && isIdentifier(string(s.src[nameEnd:nameEnd+1])) || nameEnd > at && nameEnd < end && '0' <= s.src[nameEnd] && s.src[nameEnd] <= '9' {
			nameEnd++
		}
		if nameEnd > at {
			s.keep(at, nameEnd)
			s.put(nameEnd, ":")
		}
		next := skipSpace(s.src, nameEnd)
		if next < end && s.src[next] == ',' {
			at = next + 1
			continue
		}
		if next > nameEnd && next < end && s.src[next] == '(' {
			s.keep(next, end)
			s.put(end, ";")
		}
		return
	}
}

// await writes {#await promise then value} as {promise; var value;
func (s *svelte) await(from, end int) {
	word := s.before(" then ", from, end)
	if word < 0 {
		return
	}
	s.put(word, ";var")
	s.keep(word+len(" then "), end)
	s.put(end, ";")
}

// tag writes an opening tag: the component, the expressions, the functions that directives name.
func (s *svelte) tag(t tag) {
	if name := componentName(t.name); name == t.name && s.put(t.start, "~") {
		s.keep(t.start+1, t.nameEnd)
		s.put(t.nameEnd, ";")
	}
	for _, a := range t.attributes {
		s.attribute(a)
	}
}

func (s *svelte) attribute(a attribute) {
	kind, name, found := strings.Cut(a.name, ":")
	name, _, _ = strings.Cut(name, "|")
	if found && isIdentifier(name) {
		at := a.start + len(kind) + 1
		switch kind {
		case "use", "transition", "in", "out", "animate":
			s.name(at, name)
		case "bind", "class", "style":
			if a.from == 0 {
				s.name(at, name)
			}
		case "let":
			if a.from == 0 && s.put(at-len("var "), "var ") {
				s.keep(at, at+len(name))
				s.put(at+len(name), ";")
			}
		}
	}
	switch {
	case a.from == 0:
	case s.src[a.from] == '{' && !a.quoted:
		s.inBraces(a.from, a.to-1)
	default: // text with expressions
		for i := a.from; i < a.to; {
			if s.src[i] == '{' {
				i = s.braces(i)
			} else {
				i++
			}
		}
	}
}

// name writes the name at offset at, which is behind a colon, as a statement.
func (s *svelte) name(at int, name string) {
	s.put(at-1, ";")
	s.keep(at, at+len(name))
	s.put(at+len(name), ";")
}

// lastWord returns the offset of the last word in text outside of brackets, -1 for none.
func lastWord(text []byte, word string) int {
	depth, found := 0, -1
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '"', '\'':
			if i = quoted(text, i); i < 0 {
				return -1
			}
		}
		if depth == 0 && hasPrefixAt(text, i, word) {
			found = i
		}
	}
	return found
}

// topLevel returns the offset of the first bracket c in text behind a space, -1 for none.
func topLevel(text []byte, c byte) int {
	for i := 1; i < len(text); i++ {
		if text[i] == c && isSpace(text[i-1]) {
			return i
		}
	}
	return -1
}
