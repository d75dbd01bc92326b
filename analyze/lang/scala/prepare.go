package scala

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// annotated is the header of a class whose constructor has an annotation: the
// grammar takes the parameters behind it for arguments of that.
var annotated = lazyregexp.New(`class[ \t]+\w+(?:\[[^\]\n]*\])?[ \t\n]+(@\w+(?:\(\))?)[ \t\n]*(?:(?:private|protected)(?:\[\w+\])?[ \t\n]*)?\(`)

// prepare blanks out the annotations of constructors and the comma behind the last of several things on
// lines of their own, and spells arrows as the grammar knows them, byte for byte.
func prepare(src []byte) []byte {
	src = rewriteLines(blankCommas(spellArrows(src)))
	if !bytes.Contains(src, []byte{'@'}) {
		return src
	}
	out := src
	for _, m := range annotated.FindAllSubmatchIndex(src, -1) {
		if &out[0] == &src[0] {
			out = bytes.Clone(src)
		}
		for i := m[2]; i < m[3]; i++ {
			out[i] = ' '
		}
	}
	return out
}

// spellArrows replaces the arrows that mean => and <- in Scala 2 by these.
func spellArrows(src []byte) []byte {
	if !bytes.ContainsAny(src, "⇒←") {
		return src
	}
	src = bytes.ReplaceAll(src, []byte("⇒"), []byte("=> "))
	return bytes.ReplaceAll(src, []byte("←"), []byte("<- "))
}

// blankCommas blanks the commas behind which a line ends and the next one begins with a closing
// bracket.
func blankCommas(src []byte) []byte {
	out := lang.NewRewrite(src)
	for at := 0; ; at++ {
		i := bytes.IndexByte(src[at:], ',')
		if i < 0 {
			return out.Result()
		}
		at += i
		if closesOnNextLine(src[at+1:]) {
			out.Blank(at, at+1)
		}
	}
}

// closesOnNextLine reports whether text begins with the rest of a line, which may be a comment, and a
// line that begins with a closing bracket.
func closesOnNextLine(text []byte) bool {
	const longest = 400 // of a comment
	text = text[:min(len(text), longest)]
	n := bytes.IndexByte(text, '\n')
	if n < 0 {
		return false
	}
	rest := bytes.TrimSpace(text[:n])
	if len(rest) > 0 && !bytes.HasPrefix(rest, []byte("//")) {
		return false
	}
	next := bytes.TrimLeft(text[n:], " \t\r\n")
	return len(next) > 0 && (next[0] == ')' || next[0] == ']' || next[0] == '}')
}
