// Package walk holds the parts of a walk over a syntax tree that the extractors of several
// languages share.
//
// In: the tree and the Builder of a file, and nodes by number. Out: positions and headers of
// definitions, the comments above them, lists of arguments, values of operations.
//
// Invariants: it contains no kinds of nodes; everything specific to a language is an argument.
//
// Absent: the walk itself. Which children a node has, and which of them are declarations,
// statements or values, differs too much between grammars.
package walk

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Comments collects the comments right above the next declaration. A walk over siblings passes
// every sibling to See, and calls Above for a declaration. The zero value is ready to use.
type Comments struct {
	// IsDoc, if set, recognises comments that start a documentation of their own and document the
	// next declaration even after blank lines (/** in Java).
	IsDoc func(t *lang.Tree, n int32) bool

	nodes    []int32
	end      int32 // last line of the last comment
	previous int32 // the previous sibling
	line     int32 // last line of previous, 0 before the first use
}

// See takes the next sibling, which may be a comment. A comment after code on the same line
// documents nothing.
func (c *Comments) See(t *lang.Tree, n int32, isComment bool) {
	if !isComment {
		c.nodes, c.previous, c.line = c.nodes[:0], n, 0
		return
	}
	if c.line == 0 && c.previous > 0 {
		c.line = t.EndLine(c.previous)
	}
	line := t.Line(n)
	goesOn := line == c.end+1
	if c.IsDoc != nil {
		goesOn = line <= c.end+1 && !c.IsDoc(t, n)
	}
	switch {
	case len(c.nodes) > 0 && goesOn:
	case len(c.nodes) == 0 && line == c.line:
		return
	default:
		c.nodes = c.nodes[:0]
	}
	c.nodes = append(c.nodes, n)
	c.end = t.EndLine(n)
}

// Above returns the comments that document a declaration that starts on line, and their last
// line. c may be nil.
func (c *Comments) Above(t *lang.Tree, line int32) (nodes []int32, end int32) {
	if c == nil || len(c.nodes) == 0 || c.end > line {
		return nil, 0
	}
	if c.end+1 != line && (c.IsDoc == nil || !c.IsDoc(t, c.nodes[0])) {
		return nil, 0
	}
	return c.nodes, min(c.end, line)
}

// DocHash hashes the words of comments. bare returns the text of a comment without its marks,
// empty for a comment that does not count.
func DocHash(b *lang.Builder, comments []int32, bare func(text []byte) []byte) uint64 {
	h := b.Hasher()
	for _, c := range comments {
		h.Text(bare(b.Tree.Bytes(c)))
	}
	return h.Sum()
}

// DocBlock returns the text of a comment that begins with /// or /** without its marks.
func DocBlock(text []byte) []byte {
	text = bytes.TrimPrefix(bytes.TrimPrefix(text, []byte("///")), []byte("/**"))
	return bytes.TrimSuffix(text, []byte("*/"))
}
