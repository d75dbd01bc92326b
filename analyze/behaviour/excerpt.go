package behaviour

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/excerpt"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

// The lengths of excerpts, in runes.
const (
	maxHeader  = 80 // of a statement before its body
	maxGuarded = 50 // of the first statement of a body that the other version has
	maxBetween = 8  // bytes of brackets and the like around the only statement of a body
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
	case e.Base == nil && e.Shown != nil:
		b.From, b.To = excerpt.Pair(excerpt.Line(from.base.code, e.Shown), excerpt.Line(f.head.code, e.Head))
	case e.Base == nil:
		b.To = outline(f.head.code, e.Head, e.Kept)
	case e.Head == nil && e.Shown != nil:
		b.From, b.To = excerpt.Pair(excerpt.Line(from.base.code, e.Base), excerpt.Line(f.head.code, e.Shown))
		b.Path, b.Side, b.Line = f.headPath, change.InHead, int(e.Shown.Line)
	case e.Head == nil:
		b.From = outline(from.base.code, e.Base, e.Kept)
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
		was, is = excerpt.Cut(outline(base, e.Base, e.Kept), excerpt.Beside), excerpt.Cut(outline(head, e.Shown, e.Kept), excerpt.Beside)
	}
	if was == is {
		was, is = excerpt.Pair(excerpt.Line(base, e.Base), excerpt.Line(head, cmp.Or(e.Shown, e.Head)))
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
	return excerpt.Cut(texts+", "+more, excerpt.Alone)
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
func outline(content []byte, n *tree.Node, kept []*tree.Node) string {
	whole := strings.TrimSuffix(excerpt.Line(content, n), ";")
	header, body := excerpt.Header(content, n)
	if header == "" || len(body) == 1 && len([]rune(whole)) <= excerpt.Whole && len(whole) <= len(header)+len(excerpt.Line(content, body[0]))+maxBetween {
		return excerpt.Cut(whole, excerpt.Alone)
	}
	header = excerpt.Cut(header, maxHeader)
	braces := bytes.IndexByte(content[n.Start:body[0].Start], '{') >= 0
	if len(kept) > 0 {
		return guarded(header, excerpt.Line(content, firstOf(body, kept)), len(body) > 1, braces)
	}
	statements := make([]string, len(body))
	for i, s := range body {
		statements[i] = strings.TrimSuffix(excerpt.Line(content, s), ";")
	}
	exit := body[len(body)-1]
	block := header + ": " + strings.Join(statements, "; ")
	if braces {
		block = header + " { " + strings.Join(statements, "; ") + " }"
	}
	switch {
	case !exit.Is(lang.RoleReturn, lang.RoleThrow, lang.RoleBreak), len(body) > 1 && len([]rune(block)) <= excerpt.Whole:
		return excerpt.Cut(block, excerpt.Alone) + otherwise(content, n)
	case len(body) > 1:
		header += " …"
	}
	return excerpt.Cut(header+" "+statements[len(body)-1], excerpt.Alone) + otherwise(content, n)
}

// otherwise returns how the code of a branch goes on behind its body: what else it asks, empty where it ends there.
func otherwise(content []byte, n *tree.Node) string {
	if !n.Is(lang.RoleIf) || len(n.Kids[2].Kids) == 0 {
		return ""
	}
	next := n.Kids[2].Kids[0]
	if header, _ := excerpt.Header(content, next); next.Is(lang.RoleIf) && len(n.Kids[2].Kids) == 1 && header != "" {
		return " else " + excerpt.Cut(header, maxHeader) + " …"
	}
	return " else …"
}

// guarded returns a header with the first statement behind it, as far as that has no body. more: others follow.
func guarded(header, statement string, more, braces bool) string {
	statement, _, cutOff := strings.Cut(statement, " {")
	statement = excerpt.Cut(strings.TrimSuffix(statement, ";"), maxGuarded)
	if (more || cutOff) && !strings.HasSuffix(statement, "…") {
		statement += " …"
	}
	if braces {
		return header + " { " + statement + " }"
	}
	return header + " " + statement
}

// firstOf returns the first statement of a body that the other version does not have, or else the first.
func firstOf(body, kept []*tree.Node) *tree.Node {
	for _, s := range body {
		if !tree.HasSame(kept, s) {
			return s
		}
	}
	return body[0]
}
