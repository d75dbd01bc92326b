package kotlin

import "bytes"

// prepare rewrites syntax that the grammar does not know, without changing its length: "fun interface"
// to an interface, "..<" to "..", and it inserts a semicolon before the bracket that closes a body on
// the line of its last property. rewriteLines says what else.
func prepare(src []byte) []byte {
	src = rewriteLines(src)
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
)

func isBreak(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ';' || c == '}'
}
