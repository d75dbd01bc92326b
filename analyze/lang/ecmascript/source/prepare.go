// Package source rewrites TypeScript syntax that the grammars cannot parse.
//
// In: the text of a file. Out: text with the same number of bytes and lines, in which newer syntax is
// replaced by spaces or by equivalent older syntax.
package source

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Prepare returns the source with syntax that the TypeScript grammars cannot parse replaced by an
// equivalent. The number of bytes and lines stays the same; src is not changed.
//
//   - A call signature on its own line after a member without a semicolon would be
//     parsed as type arguments of the type before it: a semicolon is inserted.
//   - "export type * from", "abstract new () => T" and the variance modifiers in
//     <in out T> lose a word that has no effect on calls.
//   - f<typeof import("x")>() becomes f<any>().
//   - "using x = …", with or without await, becomes a constant; this also applies
//     to JavaScript.
//
// typed is true for TypeScript.
func Prepare(src []byte, typed bool) []byte {
	p := preparer{src: src, out: lang.NewRewrite(src)}
	p.using()
	if !typed {
		return p.out.Result()
	}
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '<')
		if i < 0 {
			break
		}
		at += i
		p.signature(at)
		p.variance(at)
		at++
	}
	p.moduleTypes()
	p.blankWord("export type *", "type")
	p.blankWord("abstract new (", "abstract")
	p.blankWord("abstract new(", "abstract")
	return p.out.Result()
}

type preparer struct {
	src []byte
	out lang.Rewrite
}

// moduleTypes writes any for the type argument of a call f<typeof import("x")>(), as mocks of modules
// have it.
func (p *preparer) moduleTypes() {
	const opening = "<typeof import("
	for at := 0; ; {
		i := bytes.Index(p.src[at:], []byte(opening))
		if i < 0 {
			return
		}
		at += i + len(opening)
		end := bytes.IndexByte(p.src[at:min(len(p.src), at+maxTypeParams)], ')')
		if end > 0 && bytes.HasPrefix(p.src[at+end:], []byte(")>(")) {
			p.out.Blank(at-len(opening)+1, at+end+1)
			p.out.Set(at-len(opening)+1, "any")
		}
	}
}

// blankWord replaces word by spaces in each occurrence of phrase.
func (p *preparer) blankWord(phrase, word string) {
	offset := bytes.Index([]byte(phrase), []byte(word))
	for at := 0; ; {
		i := bytes.Index(p.src[at:], []byte(phrase))
		if i < 0 {
			return
		}
		at += i
		if at == 0 || !IsNameByte(p.src[at-1]) {
			p.out.Blank(at+offset, at+offset+len(word))
		}
		at += len(phrase)
	}
}

// using writes const where a line begins with using or await using, followed by a name with a value.
func (p *preparer) using() {
	const word = "using "
	for at := 0; ; at += len(word) {
		i := bytes.Index(p.src[at:], []byte(word))
		if i < 0 {
			return
		}
		at += i
		line := bytes.LastIndexByte(p.src[:at], '\n') + 1
		before := bytes.TrimSpace(p.src[line:at])
		rest := p.src[at+len(word):]
		name := 0
		for name < len(rest) && IsNameByte(rest[name]) {
			name++
		}
		after := bytes.TrimLeft(rest[name:], " \t")
		if name == 0 || len(after) < 2 || after[0] != '=' && after[0] != ':' || after[1] == '=' || after[1] == '>' {
			continue
		}
		if len(before) != 0 && string(before) != "await" {
			continue
		}
		p.out.Blank(line, at)
		p.out.Set(at, "const ")
	}
}

// variance replaces the variance modifiers by spaces in the type parameters <in T, out U> of a type
// declaration; they begin at the bracket at.
func (p *preparer) variance(at int) {
	line := p.src[bytes.LastIndexByte(p.src[:at], '\n')+1 : at]
	if !bytes.Contains(line, []byte("type ")) && !bytes.Contains(line, []byte("interface ")) && !bytes.Contains(line, []byte("class ")) {
		return
	}
	text := p.src[at:min(len(p.src), at+maxTypeParams)]
	depth := 0
	for i, c := range text {
		switch c {
		case '<':
			depth++
		case '>':
			depth--
		case ',':
		default:
			continue
		}
		if depth == 0 {
			return
		}
		if depth > 1 {
			continue
		}
		start := at + i + 1
		for start < len(p.src) && (p.src[start] == ' ' || p.src[start] == '\n') {
			start++
		}
		end := start
		for _, word := range []string{"in ", "out "} {
			if bytes.HasPrefix(p.src[end:], []byte(word)) {
				end += len(word)
			}
		}
		if end > start && end < len(p.src) && IsNameByte(p.src[end]) {
			p.out.Blank(start, end)
		}
	}
}

// signature inserts a semicolon before the call signature <T>(…) that begins at the bracket at, where
// it begins a line and the previous line ends with a type.
func (p *preparer) signature(at int) {
	start := at
	for start > 0 && (p.src[start-1] == ' ' || p.src[start-1] == '\t') {
		start--
	}
	if start == at || start == 0 || p.src[start-1] != '\n' || !p.opensSignature(at) {
		return
	}
	last := lastCode(p.src[:start])
	if last < 0 {
		return
	}
	switch c := p.src[last]; {
	case c == '>':
		if last > 0 && p.src[last-1] == '=' {
			return
		}
	case IsNameByte(c), c == ']', c == ')', c == '}', c == '\'', c == '"', c == '`':
	default:
		return
	}
	p.out.Set(at-1, ";")
}

// maxTypeParams bounds the text of the type parameters of a signature.
const maxTypeParams = 4000

// opensSignature reports whether <…>( begins at the bracket at.
func (p *preparer) opensSignature(at int) bool {
	text := p.src[at:min(len(p.src), at+maxTypeParams)]
	first := text[1:]
	if trimmed := bytes.TrimLeft(first, "\r\n"); len(trimmed) < len(first) {
		first = bytes.TrimLeft(trimmed, " \t")
	}
	if len(first) == 0 || !IsNameByte(first[0]) {
		return false
	}
	depth := 0
	for i, c := range text {
		switch c {
		case '<', '(', '[', '{':
			depth++
		case '>':
			if text[i-1] == '=' {
				continue
			}
			depth--
		case ')', ']', '}':
			depth--
		case ';':
			if depth <= 1 {
				return false
			}
		}
		if depth == 0 {
			return c == '>' && i+1 < len(text) && text[i+1] == '('
		}
	}
	return false
}

// lastCode returns the position of the last byte that is neither space nor
// comment, or -1.
func lastCode(src []byte) int {
	for end := len(src); ; {
		for end > 0 && (src[end-1] <= ' ') {
			end--
		}
		if end == 0 {
			return -1
		}
		if bytes.HasSuffix(src[:end], []byte("*/")) {
			start := bytes.LastIndex(src[:end], []byte("/*"))
			if start < 0 {
				return end - 1
			}
			end = start
			continue
		}
		line := bytes.LastIndexByte(src[:end], '\n') + 1
		comment := bytes.Index(src[line:end], []byte("//"))
		if comment < 0 || comment > 0 && src[line+comment-1] == ':' { // http://
			return end - 1
		}
		end = line + comment
	}
}

// IsNameByte reports whether c may stand in a name.
func IsNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}
