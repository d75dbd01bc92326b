package jvm

import (
	"bytes"

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

// Header returns the source from byte start to end as one line without its comments
// and errors, cut to the length of a signature. n is a node that holds all of it.
func Header(t *lang.Tree, n int32, start, end uint32) string {
	return lang.OneLine(t.AppendSource(nil, n, start, end, func(n *lang.Node) bool { return n.Flags&lang.IsError != 0 }))
}
