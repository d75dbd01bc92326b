package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText is how many characters of one string from the repository are shown. Longer
// ones lose their middle: the ends tell names apart.
const maxText = 200

// Clean returns s as one line of plain text for a terminal, the log of a CI job or an
// annotation: control and format characters, line ends, invalid bytes and the signs of a
// CI command become visible escapes. What is clean stays as it is.
func Clean(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && invalidAt(s, i):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case strings.HasPrefix(s[i:], "##["): // a command of a CI log, wherever it stands
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

// Clip cuts the middle out of a string that is too long to show.
func Clip(s string) string {
	// A character has at most four bytes.
	if len(s) <= 4*maxText && utf8.RuneCountInString(s) <= maxText {
		return s
	}
	const half = maxText / 2
	head, tail := []rune(s[:min(len(s), 4*half)]), []rune(s[max(0, len(s)-4*half):])
	return string(head[:half]) + "…" + string(tail[len(tail)-half:])
}

// invalidAt tells an invalid byte from U+FFFD written out.
func invalidAt(s string, i int) bool {
	_, size := utf8.DecodeRuneInString(s[i:])
	return size == 1
}
