// Package source rewrites Rust so that the grammar parses the arguments of macros.
//
// In: the text of a file. Out: text with the same number of bytes and lines, in which known macros are
// replaced by equivalent code.
package source

import (
	"bytes"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Prepare returns the source with known macros, whose arguments the grammar does not parse, rewritten
// to code that it parses. The number of bytes and lines stays the same; src is not changed.
//
//   - name!(a, b) becomes name?(a, b), a call in a form that nobody writes
//   - vec![a, b] becomes a reference to an array, and so does str![…], which the
//     grammar does not recognise as a macro
//   - dyn 'a + T and impl 'a + T lose the lifetime
//   - in macros that compare with a snapshot, @"text" loses the sign and
//     { "a" => "b" } its content
//   - the blocks of lazy_static, thread_local, pin_project and of macros whose name
//     begins with cfg_ become blocks of items
func Prepare(src []byte) []byte {
	p := preparer{src: src, out: lang.NewRewrite(src)}
	for p.at < len(src) {
		switch c := src[p.at]; {
		case c == '/' || c == '"' || c == '\'':
			p.at = skipText(src, p.at)
		case lang.IsWordByte(c):
			p.word()
		default:
			p.at++
		}
	}
	return p.out.Result()
}

type preparer struct {
	src []byte
	out lang.Rewrite
	at  int
}

// word handles a name, or a string with a prefix.
func (p *preparer) word() {
	start := p.at
	p.at = lang.WordEnd(p.src, p.at)
	name := string(p.src[start:p.at])
	if p.at >= len(p.src) {
		return
	}
	switch c := p.src[p.at]; {
	case (c == '"' || c == '#') && isStringPrefix(name):
		p.at = skipRaw(p.src, p.at, strings.Contains(name, "r"))
	case c == '\'' && name == "b":
		p.at = skipText(p.src, p.at)
	case c == '!' && p.at+1 < len(p.src) && p.src[p.at+1] != '=':
		p.macro(start, name)
	case c == ' ' && (name == "dyn" || name == "impl"):
		p.lifetimeBound()
	}
}

// lifetimeBound blanks the lifetime that begins the bounds of a type, as in dyn 'a + T, with its sign.
func (p *preparer) lifetimeBound() {
	end := p.at + 1
	if end+1 >= len(p.src) || p.src[end] != '\'' || !lang.IsWordByte(p.src[end+1]) {
		return
	}
	end = lang.WordEnd(p.src, end+1)
	if bytes.HasPrefix(p.src[end:], []byte(" + ")) {
		p.out.Blank(p.at, end+len(" + "))
		p.at = end + len(" + ")
	}
}

// snapshot blanks what is special in the arguments of macros that compare with a snapshot, which begin
// at the bracket open: the sign in @"text", and the redactions in { "a" => "b" }.
func (p *preparer) snapshot(open int) {
	before := p.src[open] // last byte that is not a space
	for i, end := open+1, closing(p.src, open); i < end; {
		c := p.src[i]
		switch {
		case isSpace(c):
			i++
			continue
		case c == '@' && before == ',' && i+1 < end && (p.src[i+1] == '"' || p.src[i+1] == 'r'):
			p.out.Blank(i, i+1)
		case c == '{' && before == ',':
			inner := min(closing(p.src, i), end)
			if bytes.Contains(p.src[i:inner], []byte("=>")) {
				p.out.Blank(i+1, inner)
			}
			i = inner
		case c == '(' || c == '[' || c == '{':
			i = closing(p.src, i)
		case c == '/' || c == '"' || c == '\'':
			i = skipText(p.src, i) - 1
		case lang.IsWordByte(c):
			from := i
			i = lang.WordEnd(p.src, i)
			if i < len(p.src) && (p.src[i] == '"' || p.src[i] == '#') && isStringPrefix(string(p.src[from:i])) {
				i = skipRaw(p.src, i, bytes.Contains(p.src[from:i], []byte("r")))
			}
			i--
		}
		before = c
		i++
	}
}

func isStringPrefix(name string) bool {
	switch name {
	case "r", "b", "br", "c", "cr":
		return true
	}
	return false
}

// macro rewrites the macro that begins at start and whose "!" is at p.at.
func (p *preparer) macro(start int, name string) {
	bang := p.at
	p.at++
	open := bang + 1
	for open < len(p.src) && isSpace(p.src[open]) {
		open++
	}
	if open == len(p.src) {
		return
	}
	switch c := p.src[open]; {
	case c == '(' && open == bang+1 && slices.Contains(expressionMacros, name):
		if p.isArguments(open) {
			p.out.Set(bang, "?")
			if strings.HasSuffix(name, "_snapshot") {
				p.snapshot(open)
			}
		}
	case c == '[' && (name == "vec" || name == "str") && open == bang+1:
		from := p.pathStart(start)
		if from > 0 && p.src[from-1] == '$' { // $crate::vec
			from--
		}
		p.out.Blank(from, start)
		p.out.Set(start, "&mut")
	case c == '{' && (strings.HasPrefix(name, "cfg_") || name == "lazy_static" || name == "thread_local" || name == "pin_project"):
		p.out.Blank(p.pathStart(start), open)
		if name == "cfg_if" {
			p.conditions(open)
		}
	}
}

// pathStart returns the start of the path that ends with the name at start.
func (p *preparer) pathStart(start int) int {
	for start >= 2 && p.src[start-1] == ':' && p.src[start-2] == ':' {
		start -= 2
		for start > 0 && lang.IsWordByte(p.src[start-1]) {
			start--
		}
	}
	return start
}

// conditions blanks the conditions of cfg_if { if #[cfg(a)] { … } else { … } } and keeps its blocks.
func (p *preparer) conditions(open int) {
	for i := open + 1; i < len(p.src); {
		for i < len(p.src) && isSpace(p.src[i]) {
			i++
		}
		from := i
		for i < len(p.src) && p.src[i] != '{' && p.src[i] != '}' {
			i++
		}
		if i == len(p.src) || p.src[i] == '}' {
			return
		}
		text := bytes.TrimSpace(p.src[from:i])
		if !bytes.HasPrefix(text, []byte("if #[cfg")) && !bytes.HasPrefix(text, []byte("else")) {
			return
		}
		p.out.Blank(from, i)
		i = closing(p.src, i) + 1
	}
}

// isArguments reports whether the content of the bracket at open has the form of call arguments.
// Macros may have other forms, such as name => value or %value.
func (p *preparer) isArguments(open int) bool {
	end := closing(p.src, open)
	if end >= len(p.src) {
		return false
	}
	first := true // at the start of an argument
	for i := open + 1; i < end; {
		c := p.src[i]
		switch {
		case isSpace(c):
			i++
			continue
		case c == '/' || c == '"' || c == '\'':
			if next := skipText(p.src, i); next > i+1 || c != '/' {
				first = first && c == '/'
				i = next
				continue
			}
		case c == '(' || c == '[' || c == '{':
			i, first = closing(p.src, i)+1, false
			continue
		case c == ',':
			i, first = i+1, true
			continue
		case c == ';' || c == '$' || first && (c == '%' || c == '?' || c == '.'):
			return false
		case c == '=':
			if next := p.src[i+1]; next == '>' {
				return false
			} else if next != '=' && i > 0 && !bytes.ContainsRune([]byte("=!<>+-*/%&|^."), rune(p.src[i-1])) {
				i, first = i+1, true // name = value
				continue
			}
			i += 2
			continue
		case c == ':':
			if p.src[i+1] != ':' {
				return false
			}
			i++
		case lang.IsWordByte(c):
			from := i
			for i < end && lang.IsWordByte(p.src[i]) {
				i++
			}
			if i < end && (p.src[i] == '"' || p.src[i] == '#') && isStringPrefix(string(p.src[from:i])) {
				i = skipRaw(p.src, i, bytes.Contains(p.src[from:i], []byte("r")))
			}
			first = false
			continue
		}
		i, first = i+1, false
	}
	return true
}

// closing returns the offset of the bracket that closes the one at open, or the end of src.
func closing(src []byte, open int) int {
	depth := 0
	for i := open; i < len(src); {
		switch c := src[i]; {
		case c == '/' || c == '"' || c == '\'':
			i = skipText(src, i)
			continue
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth == 0 {
				return i
			}
		case lang.IsWordByte(c):
			from := i
			i = lang.WordEnd(src, i)
			if i < len(src) && (src[i] == '"' || src[i] == '#') && isStringPrefix(string(src[from:i])) {
				i = skipRaw(src, i, bytes.Contains(src[from:i], []byte("r")))
			}
			continue
		}
		i++
	}
	return len(src)
}

// skipText returns the offset after the comment, string or character at i, or i+1 where there is none.
func skipText(src []byte, i int) int {
	rest := src[i:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if n := bytes.IndexByte(rest, '\n'); n >= 0 {
			return i + n
		}
		return len(src)
	case bytes.HasPrefix(rest, []byte("/*")):
		return i + blockComment(rest)
	case rest[0] == '"':
		return skipString(src, i)
	case rest[0] == '\'':
		return i + character(rest)
	}
	return i + 1
}

// blockComment returns the length of the comment at the start of text; comments nest.
func blockComment(text []byte) int {
	depth := 0
	for i := 0; i+1 < len(text); i++ {
		switch {
		case text[i] == '/' && text[i+1] == '*':
			depth++
			i++
		case text[i] == '*' && text[i+1] == '/':
			if depth--; depth == 0 {
				return i + 2
			}
			i++
		}
	}
	return len(text)
}

func skipString(src []byte, i int) int {
	for i++; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(src)
}

// character returns the length of the character literal at the start of text, 1 for a lifetime.
func character(text []byte) int {
	const longest = 12 // '\u{10ffff}'
	if len(text) > 2 && text[1] == '\\' {
		for i := 3; i < min(len(text), longest); i++ {
			if text[i] == '\'' {
				return i + 1
			}
		}
		return 1
	}
	for i := 2; i < min(len(text), 6); i++ { // one character of up to four bytes
		if text[i] == '\'' {
			return i + 1
		}
		if text[i] < 0x80 {
			break
		}
	}
	return 1
}

// skipRaw returns the offset after the string whose quote or hashes begin at i.
func skipRaw(src []byte, i int, raw bool) int {
	if !raw {
		if src[i] == '"' {
			return skipString(src, i)
		}
		return i + 1
	}
	hashes := 0
	for i+hashes < len(src) && src[i+hashes] == '#' {
		hashes++
	}
	at := i + hashes
	if at >= len(src) || src[at] != '"' {
		return i + 1 // a raw identifier
	}
	end := append([]byte{'"'}, bytes.Repeat([]byte{'#'}, hashes)...)
	if n := bytes.Index(src[at+1:], end); n >= 0 {
		return at + 1 + n + len(end)
	}
	return len(src)
}

// expressionMacros are macros whose arguments are usually expressions.
var expressionMacros = []string{
	"assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq", "debug_assert_ne",
	"print", "println", "eprint", "eprintln", "format", "format_args", "write", "writeln", "panic", "dbg",
	"todo", "unimplemented", "unreachable", "compile_error", "concat", "addr_of", "addr_of_mut", "vec",
	"trace", "debug", "info", "warn", "error", "log", "event", "bail", "ensure", "anyhow", "eyre", "ready", "pin",
	"join", "try_join", "assert_snapshot", "assert_debug_snapshot", "assert_json_snapshot", "assert_yaml_snapshot",
	"assert_approx_eq", "assert_relative_eq", "assert_abs_diff_eq", "prop_assert", "prop_assert_eq", "prop_assert_ne",
	"assert_ok", "assert_err", "assert_ready", "assert_pending", "ok", "err", "black_box", "try",
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
