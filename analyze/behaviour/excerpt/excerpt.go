// Package excerpt shortens source code to what a sentence can hold.
//
// In: the content of a file and nodes of it. Out: one line of text.
package excerpt

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// The lengths of excerpts, in runes.
const (
	Alone   = 120     // of one version, where the other is empty
	Beside  = 80      // of each of two
	Whole   = 60      // of a version that is never cut
	maxNear = 12      // of what is the same before and behind a difference
	maxLine = 1 << 14 // bytes of a version in which a difference is looked for
)

// Header returns the source of a statement before its body, and the statements of the body: of a Try,
// those of its first handler; empty for a statement without a body.
func Header(content []byte, n *tree.Node) (header string, statements []*tree.Node) {
	var from, condition, body *tree.Node
	switch n.Role {
	case lang.RoleIf:
		from, condition, body = n, n.Kid(0), n.Kid(1)
	case lang.RoleLoop, lang.RoleWith, lang.RoleCatch, lang.RoleCase:
		from, body = n, n.Kid(1)
	case lang.RoleTry:
		if h := n.Kid(1); h.Is(lang.RoleCatch) {
			from, body = h, h.Kid(1)
		}
	case lang.RoleBlock: // of a check that declares a name first
		if len(n.Kids) > 0 {
			if last := n.Kids[len(n.Kids)-1]; last.Is(lang.RoleIf) && last.End == n.End {
				from, condition, body = n, last.Kid(0), last.Kid(1)
			}
		}
	}
	if body == nil || len(body.Kids) == 0 {
		return "", nil
	}
	end := body.Kids[0].Start
	switch {
	case condition == nil && body.Start > from.Start:
		end = min(end, body.Start)
	case condition != nil && condition.End > end:
		return "", nil // it is behind the body
	case condition != nil: // comments may follow it
		for end = condition.End; end < n.End && strings.IndexByte(" \t\r\n)", content[end]) >= 0; end++ {
		}
	}
	if end <= from.Start || end >= n.End {
		return "", nil
	}
	return strings.TrimRight(Line(content, &tree.Node{Start: from.Start, End: end}), " {:"), body.Kids
}

// Pair shortens two versions of a line, beginning with their common prefix and suffix.
func Pair(was, is string) (string, string) {
	if was == "" || is == "" {
		return Cut(was, Alone), Cut(is, Alone)
	}
	a, b := []rune(was), []rune(is)
	if max(len(a), len(b)) > Whole {
		head, tail := fact.Ends(a, b, func(x, y rune) bool { return x == y })
		a, b = near(a, head, tail), near(b, head, tail)
	}
	return Cut(string(a), Beside), Cut(string(b), Beside)
}

// near returns text without the characters at its beginning and end that another version has too,
// except the nearest of these.
func near(text []rune, head, tail int) []rune {
	from, to := max(0, head-maxNear), len(text)-max(0, tail-maxNear)
	var out []rune
	if from > 0 {
		out = append(out, '…')
	}
	out = append(out, text[from:to]...)
	if to < len(text) {
		out = append(out, '…')
	}
	return out
}

// Cut returns the first runes of a text.
func Cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return strings.TrimRight(string(runes[:most-1]), " ") + "…"
	}
	return text
}

// Shows reports whether an excerpt has the text of another one, as far as either is not cut.
func Shows(excerpt, other string) bool {
	begin, cut := strings.CutSuffix(excerpt, "…")
	return strings.Contains(excerpt, strings.TrimSuffix(other, "…")) || cut && len(begin) >= Whole && strings.HasPrefix(other, begin)
}

// Line returns the source of a node as one line; it may be cut where it is far longer than an
// excerpt.
func Line(content []byte, n *tree.Node) string {
	start, end := int(n.Start), int(n.End)
	if start >= end || end > len(content) {
		return ""
	}
	s := strings.ToValidUTF8(string(content[start:min(end, start+maxLine)]), "\uFFFD")
	return strings.Join(strings.Fields(s), " ")
}
