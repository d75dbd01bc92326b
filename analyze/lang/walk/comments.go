// Package walk is what extractors share: the parts of a walk over a syntax tree that are the
// same in several languages.
//
// In: the tree and the Builder of a file, and nodes by number. Out: places and headers of
// definitions, the comments above them, lists of arguments, values of operations.
//
// Invariants: nothing here knows a kind of node; what depends on the language is an argument.
//
// Deliberately absent: the walk itself. Which children a node has, and which of them are
// declarations, statements or values, differs too much from grammar to grammar.
package walk

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Comments is the run of comments that ends right above the next declaration. The walk over
// siblings shows it each of them, and asks before a declaration. The zero value is ready.
type Comments struct {
	// IsDoc, where it is set, tells comments that begin a documentation of their own and that
	// document what follows with blank lines between (/** in Java).
	IsDoc func(t *lang.Tree, n int32) bool

	nodes    []int32
	end      int32 // line on which the last one ends
	previous int32 // the sibling before
	line     int32 // line on which that ends, 0 while nobody asked
}

// See takes in the next sibling, which is a comment or not. One that stands behind the code of
// its line documents nothing.
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

// Above returns the comments that document what starts on line, and the line on which they
// end. c may be nil.
func (c *Comments) Above(t *lang.Tree, line int32) (nodes []int32, end int32) {
	if c == nil || len(c.nodes) == 0 || c.end > line {
		return nil, 0
	}
	if c.end+1 != line && (c.IsDoc == nil || !c.IsDoc(t, c.nodes[0])) {
		return nil, 0
	}
	return c.nodes, min(c.end, line)
}

// DocHash hashes the words of comments; bare returns the text of one without its marks, empty
// for one that does not count.
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
