package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName and maxSentence are how many characters of one string from the repository are
// shown. Longer ones lose their middle: the ends tell names apart.
const (
	maxName     = 200
	maxSentence = 600
)

// Clean returns s as one line of plain text for a terminal, the log of a CI job or an
// annotation: control and format characters, line ends, invalid bytes and the signs of a
// CI command become visible escapes. What is clean stays as it is.
func Clean(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && invalidAt(s, i):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '#' && isCommand(s[i:]):
			b.WriteString(`\x23`)
		case unicode.IsGraphic(r) && (r == ' ' || !unicode.Is(unicode.Zs, r)):
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// isCommand reports whether s starts as a command of a CI log does, which is one wherever
// it stands in a line: ##[error], ##vso[task.setvariable …], ##teamcity[…].
func isCommand(s string) bool {
	rest, ok := strings.CutPrefix(s, "##")
	return ok && strings.HasPrefix(strings.TrimLeftFunc(rest, unicode.IsLetter), "[")
}

// Clip cuts the middle out of a name that is too long to show.
func Clip(s string) string { return ClipTo(s, maxName) }

// ClipSentence does the same with a sentence, which may hold several names.
func ClipSentence(s string) string { return ClipTo(s, maxSentence) }

// ClipTo leaves about length characters of s.
func ClipTo(s string, length int) string {
	// A character has at most four bytes.
	if len(s) <= 4*length && utf8.RuneCountInString(s) <= length {
		return s
	}
	half := length / 2
	head, tail := []rune(s[:min(len(s), 4*half)]), []rune(s[max(0, len(s)-4*half):])
	return string(head[:half]) + "…" + string(tail[len(tail)-half:])
}

// invalidAt tells an invalid byte from U+FFFD written out.
func invalidAt(s string, i int) bool {
	_, size := utf8.DecodeRuneInString(s[i:])
	return size == 1
}
