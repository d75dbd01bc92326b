package jvm

import (
	"bytes"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Docs is the run of comments that ends right above the next declaration. The
// walk over siblings shows it each of them, and asks before a declaration.
type Docs struct {
	nodes    []int32
	end      int32 // line on which the last one ends
	previous int32 // the sibling before
	line     int32 // line on which that ends, 0 while nobody asked
}

// See takes in the next sibling, which is a comment or not.
func (d *Docs) See(t *lang.Tree, n int32, isComment bool) {
	if !isComment {
		d.nodes, d.previous, d.line = d.nodes[:0], n, 0
		return
	}
	if d.line == 0 && d.previous > 0 {
		d.line = t.EndLine(d.previous)
	}
	line := t.Line(n)
	switch {
	case len(d.nodes) > 0 && line == d.end+1:
	case len(d.nodes) == 0 && line == d.line:
		return // stands behind the code of its line
	default:
		d.nodes = d.nodes[:0]
	}
	d.nodes = append(d.nodes, n)
	d.end = t.EndLine(n)
}

// Above returns the comments that document what starts on line, and the line on
// which they end.
func (d *Docs) Above(line int32) ([]int32, int32) {
	if d == nil || len(d.nodes) == 0 || d.end+1 != line {
		return nil, 0
	}
	return d.nodes, d.end
}

// DocHash hashes the words of comments, without the marks of a comment.
func DocHash(t *lang.Tree, comments []int32) uint64 {
	var h lang.Hasher
	for _, c := range comments {
		text := t.Bytes(c)
		for len(text) > 0 {
			line, rest, _ := bytes.Cut(text, []byte{'\n'})
			h.Text(bytes.TrimRight(bytes.TrimLeft(line, " \t\r/*"), " \t\r/*"))
			text = rest
		}
	}
	return h.Sum()
}

// maxSignature is the limit of Def.Signature in bytes.
const maxSignature = 200

// Header returns the source from byte start to end as one line without its
// comments, cut to the length of a signature. n is a node that holds all of it.
func Header(t *lang.Tree, n int32, start, end uint32) string {
	end = max(start, min(end, start+4*maxSignature))
	var buf []byte
	at := start
	for i := n + 1; i < n+t.Nodes[n].Size && t.Nodes[i].Start < end; i++ {
		if node := &t.Nodes[i]; node.Flags&lang.IsExtra != 0 && node.Flags&lang.IsNamed != 0 && node.Start >= at {
			buf = append(buf, t.Source[at:node.Start]...)
			at = node.End
		}
	}
	if at < end {
		buf = append(buf, t.Source[at:end]...)
	}
	return oneLine(buf)
}

// oneLine writes text as one line, cut to maxSignature bytes.
func oneLine(text []byte) string {
	line := make([]byte, 0, maxSignature+1)
	for i := 0; i < len(text) && len(line) < cap(line); {
		if !isSpace(text[i]) {
			line = append(line, text[i])
			i++
			continue
		}
		for i < len(text) && isSpace(text[i]) {
			i++
		}
		switch last := len(line) - 1; {
		case last < 0 || i == len(text) || line[last] == '(':
		case text[i] == ')': // a list that was broken into lines
			line = bytes.TrimSuffix(line, []byte{','})
		default:
			line = append(line, ' ')
		}
	}
	if len(line) > maxSignature {
		line = line[:maxSignature]
		for len(line) > 0 && !utf8.Valid(line[max(0, len(line)-utf8.UTFMax):]) {
			line = line[:len(line)-1]
		}
	}
	return string(line)
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
