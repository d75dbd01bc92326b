package markdown

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// maxText is how many bytes of one string from the repository stand as they are. Longer
// ones go through report.Clip.
const maxText = 200

// guard is a zero width space. Forges look for @mentions, #references and links in
// the rendered text, where character references are already resolved, so these
// must be broken up by a character that stays.
const guard = "\u200b"

// escape returns s as inert text for any place of a Markdown document: running text,
// a table cell, the text of a link, the inside of an HTML element.
//
// Letters, digits and the signs that never mean anything stay; a few more stay
// where they mean nothing. All other ASCII signs become character references, which
// CommonMark never takes for structure. Control and format characters, line ends
// and invalid bytes become visible escapes. A guard follows each sign that
// the filters of a forge would act on.
func escape(s string) string {
	s = report.Clip(s)
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && invalidAt(s, i):
			fmt.Fprintf(&b, "&#92;x%02x", s[i])
		case guarded(s, i, r):
			fmt.Fprintf(&b, "&#%d;%s", r, guard)
		case r < utf8.RuneSelf && plain(s, i, r), r >= utf8.RuneSelf && unicode.IsGraphic(r):
			b.WriteRune(r)
		case unicode.IsGraphic(r):
			fmt.Fprintf(&b, "&#%d;", r)
		case r <= 0xff:
			fmt.Fprintf(&b, "&#92;x%02x", r)
		case r <= 0xffff:
			fmt.Fprintf(&b, "&#92;u%04x", r)
		default:
			fmt.Fprintf(&b, "&#92;U%08x", r)
		}
	}
	return b.String()
}

// plain reports whether the ASCII character at i means nothing to Markdown there.
func plain(s string, i int, r rune) bool {
	switch {
	case '0' <= r && r <= '9', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
		return true
	case strings.ContainsRune("/,;%=?'\"({}", r), r == ':':
		return true
	case r == ' ':
		return i > 0 && i < len(s)-1 // at an end it could be an indent or a line break
	case r == '-', r == '+':
		return i > 0 // at the start it would be a list
	case r == '.', r == ')':
		return strings.Trim(s[:i], "0123456789") != "" // "1." would be a list too
	}
	return false
}

// guarded reports whether one of the filters of a forge would act on the sign at i:
// @mention, #1, GH-1, $math$, www., and what a colon begins (://, :emoji:), but not the
// colon of "file:12" and "words: more words". GitLab and Azure DevOps also have !1, &1, ~label
// and %milestone.
func guarded(s string, i int, r rune) bool {
	switch r {
	case '@', '#', '$':
		return true
	case '.':
		return endsIn(s[:i], "www")
	case '-':
		return endsIn(s[:i], "gh")
	case ':':
		rest := strings.TrimLeft(s[i+1:], "0123456789")
		return rest != "" && !strings.HasPrefix(rest, " ") && !strings.HasPrefix(rest, ",")
	case '!', '&':
		return i+1 < len(s) && '0' <= s[i+1] && s[i+1] <= '9'
	case '~', '%':
		next, _ := utf8.DecodeRuneInString(s[i+1:])
		return next == '"' || next == '_' || unicode.IsLetter(next) || unicode.IsDigit(next)
	}
	return false
}

// endsIn reports whether s ends in the word, in any case.
func endsIn(s, word string) bool {
	return len(s) >= len(word) && strings.EqualFold(s[len(s)-len(word):], word)
}

// invalidAt tells an invalid byte from U+FFFD written out.
func invalidAt(s string, i int) bool {
	_, size := utf8.DecodeRuneInString(s[i:])
	return size == 1
}

// code returns s as inert code: in backticks where that is safe everywhere, which
// excludes the commands of CI logs (##[), else as an element around escaped text.
func code(s string) string {
	if s != "" && len(s) <= maxText && !strings.ContainsFunc(s, unsafeInCode) && !strings.Contains(s, "##[") && strings.TrimSpace(s) == s {
		return "`" + s + "`"
	}
	return "<code>" + escape(s) + "</code>"
}

// command returns a command line as code, whole unless it is very long, so that it can be
// copied. It must not stand in a table.
func command(s string) string {
	unsafe := func(r rune) bool { return r != '|' && unsafeInCode(r) }
	if s == "" || len(s) > view.MaxCommand || strings.ContainsFunc(s, unsafe) || strings.Contains(s, "##[") || strings.TrimSpace(s) != s {
		return code(s)
	}
	return "`" + s + "`"
}

// prose returns a sentence of the analysis, in which names stand between backticks, as
// inert text with the names as code.
func prose(s string) string {
	parts := strings.Split(strings.TrimSuffix(report.Clip(s), "."), "`")
	last := len(parts) - 1
	var b strings.Builder
	for i, part := range parts {
		switch {
		case i%2 == 1 && i < last:
			b.WriteString(code(part))
			continue
		case i%2 == 1:
			part = "`" + part // nothing closes it
		case part == "" && 0 < i && i < last:
			b.WriteString(guard) // or two spans would become one
		}
		// Next to a name a space is only a space.
		text := strings.Trim(part, " ")
		if i > 0 && strings.HasPrefix(part, " ") {
			b.WriteByte(' ')
		}
		b.WriteString(escape(text))
		if i < last && text != "" && strings.HasSuffix(part, " ") {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// unsafeInCode tells the characters that end a code span (`), end a table cell (|), or
// that a reader would not see.
func unsafeInCode(r rune) bool {
	switch r {
	case '`', '|', '<', '>', '\\', utf8.RuneError:
		return true
	}
	return !unicode.IsGraphic(r) || unicode.Is(unicode.Zs, r) && r != ' '
}

// inBlock reports whether s can stand as it is on a line of a block of code, behind a sign.
func inBlock(s string) bool {
	return s != "" && len(s) <= maxText && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) || r == utf8.RuneError || r == '`' }) &&
		!strings.Contains(s, "##[")
}
