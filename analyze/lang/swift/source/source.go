// Package source rewrites Swift so that the grammar, which is of 2024, can parse what is newer or what it takes
// for something else.
//
// In: the text of a file. Out of Prepare: text with the same number of bytes and lines that means the same to the
// extractor.
package source

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Prepare returns the source with what the grammar cannot read rewritten to what
// means the same to us. Length and lines stay as they are; src itself is not changed.
//
//   - #expect(…), #Preview {…} and other macros lose the mark, so that they look like
//     calls and names
//   - throws(Failure) loses the type, ~Copyable the tilde, @objc(name) and the like
//     their argument
//   - unsafe and consume before an expression, sending and isolated before a type and
//     try before await are left out
//   - a regular expression becomes a string; /Type.case loses the operator
//   - package, where it says who sees a declaration, becomes public
//   - module::name loses the module, and a name in quotes that is no word its white space and marks
//   - the dollar in _$id becomes a digit, which the extractor reads back
//   - a comma before a closing bracket, __owned and the like, and arguments of @_lifetime are left
//     out; what else newer does
func Prepare(src []byte) []byte {
	p := preparer{src: src, out: lang.NewRewrite(src)}
	for p.at < len(src) {
		switch c := src[p.at]; {
		case c == '/' && p.comment():
		case c == '/' && p.pattern():
		case c == '"':
			p.text(0)
		case c == '#':
			p.hash()
		case c == '~' && p.at > 0 && (src[p.at-1] == ' ' || src[p.at-1] == '(') && p.at+1 < len(src) && src[p.at+1] >= 'A' && src[p.at+1] <= 'Z':
			p.out.Set(p.at, " ")
			p.at++
		case lang.IsWordByte(c):
			p.word()
		case c == ',' && p.isLast():
			p.out.Set(p.at, " ")
			p.at++
		case c == '$':
			p.dollar()
		case c == '`':
			p.quoted()
		case c == '(' && p.nothing(), c == '<' && p.count():
		default:
			p.at++
		}
	}
	return p.out.Result()
}

// ellipsis is an operator behind a value; the grammar knows none of its kind.
var ellipsis = []byte("…")

type preparer struct {
	src []byte
	out lang.Rewrite
	at  int
}

// comment skips a comment, if one begins here. Comments nest.
func (p *preparer) comment() bool {
	rest := p.src[p.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		n := bytes.IndexByte(rest, '\n')
		if n < 0 {
			n = len(rest)
		}
		p.at += n
		return true
	case !bytes.HasPrefix(rest, []byte("/*")):
		return false
	}
	depth := 0
	for ; p.at+1 < len(p.src); p.at++ {
		switch {
		case p.src[p.at] == '/' && p.src[p.at+1] == '*':
			depth++
			p.at++
		case p.src[p.at] == '*' && p.src[p.at+1] == '/':
			depth--
			p.at++
		}
		if depth == 0 {
			p.at++
			return true
		}
	}
	p.at = len(p.src)
	return true
}

// pattern takes in a regular expression, which becomes a string, or the operator that makes a path of a
// case, as in /Action.child, which is left out. It reports whether one begins here.
func (p *preparer) pattern() bool {
	before := bytes.TrimRight(p.src[:p.at], " \t\r\n")
	if len(before) == 0 || bytes.IndexByte([]byte("=(,[:{"), before[len(before)-1]) < 0 {
		return false
	}
	const longest = 500
	rest := p.src[p.at+1 : min(len(p.src), p.at+1+longest)]
	if n := bytes.IndexByte(rest, '\n'); n >= 0 {
		rest = rest[:n]
	}
	if len(rest) == 0 || rest[0] == ' ' || rest[0] == '*' || rest[0] == '/' {
		return false
	}
	path := 0
	for path < len(rest) && (lang.IsWordByte(rest[path]) || rest[path] == '.') {
		path++
	}
	if rest[0] >= 'A' && rest[0] <= 'Z' && (path == len(rest) || rest[path] != '/') {
		p.out.Blank(p.at, p.at+1)
		p.at++
		return true
	}
	for i := 0; i < len(rest); i++ {
		if rest[i] == '\\' {
			i++
		} else if rest[i] == '/' {
			p.out.Blank(p.at, p.at+i+2)
			p.out.Set(p.at, "\"")
			p.out.Set(p.at+i+1, "\"")
			p.at += i + 2
			return true
		}
	}
	return false
}

// text skips a string that begins at p.at with a quote, after a number of marks. What
// an interpolation holds is skipped with it.
func (p *preparer) text(marks int) {
	quote := []byte{'"'}
	if bytes.HasPrefix(p.src[p.at:], []byte(`"""`)) {
		quote = []byte(`"""`)
	}
	p.at += len(quote)
	end := append(bytes.Clone(quote), bytes.Repeat([]byte{'#'}, marks)...)
	depth := 0 // of the brackets of an interpolation
	for p.at < len(p.src) {
		rest := p.src[p.at:]
		switch c := rest[0]; {
		case depth == 0 && bytes.HasPrefix(rest, end):
			p.at += len(end)
			return
		case c == '\\' && len(rest) > 1 && rest[1] == '(' && marks == 0:
			depth++
			p.at += 2
			continue
		case c == '\\' && marks == 0:
			p.at++
		case depth > 0 && c == '(':
			depth++
		case depth > 0 && c == ')':
			depth--
		case depth > 0 && c == '"':
			p.text(0)
			continue
		case depth > 0 && c == '$':
			p.dollar()
			continue
		case c == '\n' && len(quote) == 1:
			return
		}
		p.at++
	}
}

// hash takes in a string with marks, a directive or a macro.
func (p *preparer) hash() {
	start := p.at
	for p.at < len(p.src) && p.src[p.at] == '#' {
		p.at++
	}
	if p.at < len(p.src) && p.src[p.at] == '"' {
		p.text(p.at - start)
		return
	}
	from := p.at
	p.at = lang.WordEnd(p.src, p.at)
	if from == p.at || from != start+1 || isDirective(string(p.src[from:p.at])) {
		return
	}
	p.out.Set(start, " ")
}

// isDirective reports whether the grammar knows #name.
func isDirective(name string) bool {
	switch name {
	case "if", "elseif", "else", "endif", "available", "unavailable", "selector", "keyPath", "file", "fileID", "filePath", "line",
		"column", "function", "dsohandle", "colorLiteral", "imageLiteral", "fileLiteral", "warning", "error", "sourceLocation",
		"externalMacro":
		return true
	}
	return false
}

// word takes in a name.
func (p *preparer) word() {
	start := p.at
	p.at = lang.WordEnd(p.src, p.at)
	rest := p.src[p.at:]
	if len(rest) > 2 && rest[0] == ':' && rest[1] == ':' && isLetter(rest[2]) { // a module
		p.at += 2
		p.out.Blank(start, p.at)
		return
	}
	if bytes.HasSuffix(p.src[start:p.at], ellipsis) {
		p.out.Blank(p.at-len(ellipsis), p.at)
	}
	switch word := string(p.src[start:p.at]); word {
	case "await":
		for _, word := range [...]string{"try ", "try? ", "try! "} {
			if bytes.HasSuffix(p.src[:start], []byte(word)) && !bytes.HasSuffix(p.src[:start], []byte("for "+word)) {
				p.out.Blank(start-len(word), start)
			}
		}
	case "try":
		for _, word := range [...]string{"for ", "if ", "while ", "guard "} {
			if bytes.HasSuffix(p.src[:start], []byte(word)) && len(rest) > 0 && rest[0] == ' ' {
				p.out.Set(start, "   ")
			}
		}
		if bytes.HasSuffix(p.src[:start], []byte(" in ")) && bytes.HasPrefix(p.lineOf(start), []byte("for ")) {
			p.out.Blank(start, p.at)
		}
	case "objc":
		if end := bytes.IndexByte(rest, ')'); end > 0 && rest[0] == '(' && start > 0 && p.src[start-1] == '@' {
			p.out.Set(p.at, string(bytes.Repeat([]byte{' '}, end+1)))
			p.at += end + 1
		}
	case "isolated":
		if bytes.HasSuffix(p.src[:start], []byte(": ")) && len(rest) > 1 && rest[0] == ' ' && (lang.IsWordByte(rest[1]) || rest[1] == '(') {
			p.out.Set(start, "        ")
		}
	case "consume", "copy":
		if start > 0 && len(rest) > 1 && rest[0] == ' ' && lang.IsWordByte(rest[1]) && bytes.IndexByte([]byte(" (["), p.src[start-1]) >= 0 &&
			!bytes.HasPrefix(rest, []byte(" in ")) {
			p.out.Blank(start, p.at)
		}
	case "unsafe", "sending":
		before := p.src[:start]
		modifier := bytes.HasSuffix(before, []byte(": ")) || bytes.HasSuffix(before, []byte("consuming ")) || bytes.HasSuffix(before, []byte("-> "))
		expression := word == "unsafe" && len(before) > 0 && (before[len(before)-1] == ' ' || before[len(before)-1] == '\n' || before[len(before)-1] == '(')
		if len(rest) > 1 && rest[0] == ' ' && (lang.IsWordByte(rest[1]) || rest[1] == '$' || modifier && (rest[1] == '@' || rest[1] == '(')) && (modifier || expression) {
			p.out.Set(start, string(bytes.Repeat([]byte{' '}, len(word))))
		}
	case "throws", "nonisolated":
		if len(rest) == 0 || rest[0] != '(' || start > 0 && p.src[start-1] == '.' {
			return
		}
		if end := bytes.IndexByte(rest, ')'); end >= 0 && bytes.IndexByte(rest[:end], '\n') < 0 {
			p.out.Set(p.at, string(bytes.Repeat([]byte{' '}, end+1)))
			if word == "nonisolated" { // no modifier of a local variable to the grammar
				p.out.Blank(start, p.at)
			}
			p.at += end + 1
		}
	case "package":
		for _, word := range [...]string{"func ", "struct ", "class ", "enum ", "protocol ", "init", "var ", "let ", "static ", "final ",
			"extension ", "actor ", "typealias ", "import ", "subscript", "mutating ", "override "} {
			if bytes.HasPrefix(rest, []byte(" "+word)) {
				p.out.Set(start, "public ")
			}
		}
	default:
		p.newer(start)
	}
}
