// Package source rewrites Kotlin so that the grammar, which is of 2024, can parse what is newer or what it
// takes for something else.
//
// In: the text of a file. Out of Prepare: text with the same number of bytes and lines that means the same to
// the extractor. Where it cannot be the same, a name says so: DelegateName and InfixName.
package source

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Prepare rewrites syntax that the grammar does not know, without changing its length: "fun interface"
// to an interface, "..<" to "..", and it inserts a semicolon before the bracket that closes a body on
// the line of its last property. rewriteTokens, rewriteLines and rewriteDollars say what else.
func Prepare(src []byte) []byte {
	src = rewriteDollars(rewriteLines(rewriteTokens(src)))
	out := src
	edit := func(at int, text string) {
		if &out[0] == &src[0] {
			out = bytes.Clone(src)
		}
		copy(out[at:], text)
	}
	for at := 0; ; {
		i := bytes.Index(src[at:], funInterface)
		if i < 0 {
			break
		}
		at += i
		if at == 0 || isBreak(src[at-1]) {
			edit(at, "   ")
		}
		at += len(funInterface)
	}
	for at := 0; ; {
		i := bytes.Index(src[at:], rangeUntil)
		if i < 0 {
			break
		}
		edit(at+i, ".. ")
		at += i + len(rangeUntil)
	}
	for at := 0; ; {
		i := bytes.Index(src[at:], closing)
		if i < 0 {
			break
		}
		at += i
		if endsProperty(src[:at]) {
			edit(at, ";")
		}
		at += len(closing)
	}
	return out
}

// rewriteDollars rewrites strings in which a name is inserted behind several dollars, $$"a $$b", so that
// it stands behind one, and a single dollar is none.
func rewriteDollars(src []byte) []byte {
	out := lang.NewRewrite(src)
	for at := 0; ; {
		i := bytes.Index(src[at:], dollars)
		if i < 0 {
			return out.Result()
		}
		start := at + i
		at = start + len(dollars)
		n := len(dollars) - 1
		for start > 0 && src[start-1] == '$' {
			start, n = start-1, n+1
		}
		out.Blank(start, start+n)
		end := bytes.IndexAny(src[at:], "\"\n")
		if bytes.HasPrefix(src[start+n:], rawQuotes) {
			at += len(rawQuotes) - 1
			end = bytes.Index(src[at:], rawQuotes)
		}
		if end < 0 {
			return out.Result()
		}
		prefix := bytes.Repeat([]byte{'$'}, n)
		for end += at; at < end; at++ {
			switch {
			case src[at] != '$':
			case bytes.HasPrefix(src[at:end], prefix):
				out.Set(at, strings.Repeat("_", n-1))
				at += n - 1
			default:
				out.Set(at, "_")
			}
		}
	}
}

// endsProperty reports whether text ends with a property that stands alone on
// its line, or last on it, behind an opening bracket: "{ val x = 1".
func endsProperty(text []byte) bool {
	text = text[max(0, len(text)-longestLine):]
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	start := bytes.LastIndexAny(line, "{;") + 1
	if start == 0 || bytes.IndexByte(line, '{') < 0 || bytes.ContainsAny(line, "\"/") {
		return false
	}
	for _, word := range bytes.Fields(line[start:]) {
		switch string(word) {
		case "val", "var":
			return true
		case "private", "internal", "public", "protected", "override", "const", "open", "final", "lateinit", "abstract", "inline":
		default:
			return false
		}
	}
	return false
}

// longestLine is the maximum number of bytes that endsProperty reads.
const longestLine = 400

var (
	funInterface = []byte("fun interface ")
	rangeUntil   = []byte("..<")
	closing      = []byte(" }")
	dollars      = []byte(`$$"`)
)

func isBreak(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ';' || c == '}'
}
