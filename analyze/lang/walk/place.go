package walk

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Place is the position of a declaration with its documentation, which all names in the
// declaration share.
type Place struct {
	Start, End       int32
	Docs             []int32 // the comments above it
	DocStart, DocEnd int32
	DocHash          uint64
}

// PlaceOf returns the place of declaration n, which starts on line start, with the comments above
// it. hash hashes comments.
func PlaceOf(t *lang.Tree, n, start int32, comments *Comments, hash func(comments []int32) uint64) Place {
	p := Place{Start: start, End: t.EndLine(n)}
	if docs, end := comments.Above(t, start); docs != nil {
		p.Docs, p.DocStart, p.DocEnd, p.DocHash = docs, t.Line(docs[0]), end, hash(docs)
	}
	return p
}

// Def returns a Def at p. at is the node of its name, body the node before which its signature
// ends, or -1.
func (p Place) Def(t *lang.Tree, kind facts.DefKind, name string, at, body int32) facts.Def {
	d := lang.NewDef(kind, name)
	d.Start, d.Line, d.SignatureEnd, d.End = p.Start, p.Start, p.End, p.End
	d.DocStart, d.DocEnd, d.DocHash = p.DocStart, p.DocEnd, p.DocHash
	if at >= 0 {
		d.Line = t.Line(at)
	}
	if body >= 0 {
		d.SignatureEnd = max(d.Line, t.Line(body))
	}
	return d
}

// DefAbove is Def for a grammar in which the signature ends with the sibling before body:
// the brace may be on a line of its own.
func (p Place) DefAbove(t *lang.Tree, kind facts.DefKind, name string, at, body int32) facts.Def {
	d := p.Def(t, kind, name, at, -1)
	if body >= 0 {
		d.SignatureEnd = min(max(d.Line, lineBefore(t, body)), d.End)
	}
	return d
}

// lineBefore returns the last line of the sibling before n.
func lineBefore(t *lang.Tree, n int32) int32 {
	last := int32(-1)
	for c := t.First(t.Nodes[n].Parent); c >= 0 && c != n; c = t.Next(c) {
		if t.Nodes[c].Flags&lang.IsExtra == 0 {
			last = c
		}
	}
	if last < 0 {
		return t.Line(n)
	}
	return t.EndLine(last)
}

// Declare binds the name of definition id, which is inside a function. line is that of
// the name.
func Declare(b *lang.Builder, id facts.DefID, name string, line int32) {
	v := lang.NewVar(facts.DefVar, name, line)
	v.Def = id
	b.Declare(v)
}

// Header returns the source of node n from byte start up to node body (-1: to its end) as one
// line, without comments, without nodes for which skip is true (skip may be nil), and without the
// bytes of cutset at its end.
func Header(t *lang.Tree, n int32, start uint32, body int32, cutset string, skip func(*lang.Node) bool) string {
	end := t.Nodes[n].End
	if body >= 0 {
		end = t.Nodes[body].Start
	}
	var buf [4 * lang.MaxSignature]byte
	return lang.OneLine(bytes.TrimRight(t.AppendSource(buf[:0], n, start, end, skip), cutset))
}
