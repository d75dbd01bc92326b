package behaviour

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

// The lengths of excerpts, in runes.
const (
	maxAlone   = 120     // of From or To, where the other is empty
	maxBeside  = 80      // of both, where none is
	maxWhole   = 60      // of a version that is never cut
	maxNear    = 12      // of what is the same before and behind a difference
	maxHeader  = 80      // of a statement before its body
	maxGuarded = 50      // of the first statement of a body that the other version has
	maxBetween = 8       // bytes of brackets and the like around the only statement of a body
	maxLine    = 1 << 14 // bytes of a version in which a difference is looked for
)

// behaviour returns an event in the words of the result.
func (e *event) behaviour(f, from *file) Behaviour {
	b := Behaviour{Path: f.headPath, Symbol: shown(e.Symbols), Side: change.InHead, Kind: e.Kind}
	if e.Head != nil {
		b.Line = int(e.firstNew().Line)
	} else {
		b.Path, b.Side, b.Line = from.basePath, change.InBase, int(e.Base.Line)
	}
	switch {
	case e.Base == nil:
		b.To = e.outline(f.head.code, e.Head)
	case e.Head == nil:
		b.From = e.outline(from.base.code, e.Base)
	default:
		b.From, b.To = e.versions(from.base.code, f.head.code)
	}
	return b
}

// withoutComments returns content with blanks in the place of comments.
func withoutComments(s *parse.Syntax, t *lang.Tree, content []byte) []byte {
	comments := make(map[lang.Kind]bool)
	for name, kind := range s.Grammar.Kinds {
		comments[kind] = strings.Contains(name, "comment")
	}
	code := content
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Kind == 0 || !comments[n.Kind] || int(n.End) > len(content) {
			continue
		}
		if &code[0] == &content[0] {
			code = slices.Clone(content)
		}
		for at := n.Start; at < n.End; at++ {
			code[at] = ' '
		}
	}
	return code
}

// firstNew returns the first part that a list or a call has in head only, where it became longer; for any other event
// the whole of what head has.
func (e *event) firstNew() *tree.Node {
	if e.form != operand || e.Base == nil || e.Base.Role != e.Head.Role || !e.Head.Is(lang.NoRole, tree.RoleList, lang.RoleCall, lang.RoleNew) {
		return e.Head
	}
	for i, k := range e.Head.Kids {
		if k != nil && (i >= len(e.Base.Kids) || !tree.Same(k, e.Base.Kids[i])) {
			if len(e.Head.Kids) > len(e.Base.Kids) && e.Head.Start <= k.Start && k.End <= e.Head.End { // not a value put in for a variable
				return k
			}
			break
		}
	}
	return e.Head
}

// versions returns both versions of what differs.
func (e *event) versions(base, head []byte) (was, is string) {
	if e.Shown != nil {
		was, is = cut(e.outline(base, e.Base), maxBeside), cut(e.outline(head, e.Shown), maxBeside)
	}
	if was == is {
		was, is = excerpts(line(base, e.Base), line(head, cmp.Or(e.Shown, e.Head)))
	}
	return was, is
}

// join adds what only one version has by another behaviour of the same kind and line. Where both versions have
// something, only the first behaviour is told.
func (b *Behaviour) join(o *Behaviour) {
	switch {
	case b.From == "" && o.From == "":
		b.To = listed(b.To, o.To)
	case b.To == "" && o.To == "":
		b.From = listed(b.From, o.From)
	}
}

// listed returns texts with one more, unless they have it.
func listed(texts, more string) string {
	if texts == "" || strings.Contains(texts, more) {
		return texts
	}
	return cut(texts+", "+more, maxAlone)
}

// shown returns a name qualified with the enclosing type or function.
func shown(symbols []string) string {
	symbols = slices.DeleteFunc(slices.Clone(symbols), func(s string) bool { return s == "" })
	if n := len(symbols); n > 2 {
		symbols = symbols[n-2:]
	}
	return strings.Join(symbols, ".")
}

// outline returns the source of what only one version has on one line. Of a long statement with a body
// it is what is before the body, and the statement that leaves the body at its end; without one, as much
// of the body as there is room for. What the body held before too is left out.
func (e *event) outline(content []byte, n *tree.Node) string {
	whole := strings.TrimSuffix(line(content, n), ";")
	header, body := headerOf(content, n)
	if header == "" || len(body) == 1 && len([]rune(whole)) <= maxWhole && len(whole) <= len(header)+len(line(content, body[0]))+maxBetween {
		return cut(whole, maxAlone)
	}
	header = cut(header, maxHeader)
	braces := bytes.IndexByte(content[n.Start:body[0].Start], '{') >= 0
	if len(e.Kept) > 0 {
		return guarded(header, line(content, e.firstOf(body)), len(body) > 1, braces)
	}
	statements := make([]string, len(body))
	for i, s := range body {
		statements[i] = strings.TrimSuffix(line(content, s), ";")
	}
	exit := body[len(body)-1]
	block := header + ": " + strings.Join(statements, "; ")
	if braces {
		block = header + " { " + strings.Join(statements, "; ") + " }"
	}
	switch {
	case !exit.Is(lang.RoleReturn, lang.RoleThrow, lang.RoleBreak), len(body) > 1 && len([]rune(block)) <= maxWhole:
		return cut(block, maxAlone)
	case len(body) > 1:
		header += " …"
	}
	return cut(header+" "+statements[len(body)-1], maxAlone)
}

// guarded returns a header with the first statement behind it, as far as that has no body. more: others follow.
func guarded(header, statement string, more, braces bool) string {
	statement, _, cutOff := strings.Cut(statement, " {")
	statement = cut(strings.TrimSuffix(statement, ";"), maxGuarded)
	if (more || cutOff) && !strings.HasSuffix(statement, "…") {
		statement += " …"
	}
	if braces {
		return header + " { " + statement + " }"
	}
	return header + " " + statement
}

// firstOf returns the first statement of a body that the other version does not have, or else the first.
func (e *event) firstOf(body []*tree.Node) *tree.Node {
	for _, s := range body {
		if !tree.HasSame(e.Kept, s) {
			return s
		}
	}
	return body[0]
}

// headerOf returns the source of a statement before its body, and the statements of the body: of a Try,
// those of its first handler; empty for a statement without a body.
func headerOf(content []byte, n *tree.Node) (header string, statements []*tree.Node) {
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
	return strings.TrimRight(line(content, &tree.Node{Start: from.Start, End: end}), " {:"), body.Kids
}

// excerpts shortens two versions of a line, beginning with their common prefix and suffix.
func excerpts(was, is string) (string, string) {
	if was == "" || is == "" {
		return cut(was, maxAlone), cut(is, maxAlone)
	}
	a, b := []rune(was), []rune(is)
	if max(len(a), len(b)) > maxWhole {
		head, tail := fact.Ends(a, b, func(x, y rune) bool { return x == y })
		a, b = near(a, head, tail), near(b, head, tail)
	}
	return cut(string(a), maxBeside), cut(string(b), maxBeside)
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

// cut returns the first runes of a text.
func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return strings.TrimRight(string(runes[:most-1]), " ") + "…"
	}
	return text
}

// line returns the source of a node as one line; it may be cut where it is far longer than an
// excerpt.
func line(content []byte, n *tree.Node) string {
	start, end := int(n.Start), int(n.End)
	if start >= end || end > len(content) {
		return ""
	}
	s := strings.ToValidUTF8(string(content[start:min(end, start+maxLine)]), "\uFFFD")
	return strings.Join(strings.Fields(s), " ")
}
