package syntax

import "bytes"

// A Doc is a run of comments before a node.
type Doc struct {
	Of          int32 // the node it documents, -1 for none
	First, Last int32
}

// Comments follows the comments between the children of one node.
type Comments struct {
	first, last int32 // run of comments that has not met its node; 0 for none
	previous    int32 // last child that was no comment
}

// See takes c where it is a comment, and reports whether it is one.
func (d *Comments) See(t Tree, c int32) bool {
	if t.Kind(c) != KComment {
		return false
	}
	switch {
	case d.first == 0 && d.previous > 0 && t.EndRow(d.previous) == t.Row(c):
		// It stands behind the child before it and belongs to that.
	case d.first == 0, t.isBlockComment(c), t.Row(c) > t.EndRow(d.last)+1:
		d.first, d.last = c, c
	default:
		d.last = c
	}
	return true
}

func (t Tree) isBlockComment(c int32) bool { return bytes.HasPrefix(t.Bytes(c), []byte("/*")) }

// Above returns the comments that document node c, which follows: those taken where they
// stand right above it. One blank line may lie below a /** comment.
func (d *Comments) Above(t Tree, c int32) Doc {
	if d.first == 0 {
		return Doc{Of: -1}
	}
	gap := int32(1)
	if bytes.HasPrefix(t.Bytes(d.last), []byte("/**")) {
		gap = 2
	}
	first := d.first
	d.first = 0
	if t.Row(c)-t.EndRow(d.last) > gap {
		return Doc{Of: -1}
	}
	return Doc{Of: c, First: first, Last: d.last}
}

// Passed says that node c, which is no comment, has been visited.
func (d *Comments) Passed(c int32) { d.previous = c }

// Tags calls f for every line of the comment c that starts with a tag.
func (t Tree) Tags(c int32, f func(tag, rest []byte, line int32)) {
	text := t.Bytes(c)
	if !bytes.HasPrefix(text, []byte("/**")) || bytes.IndexByte(text, '@') < 0 {
		return
	}
	line := t.Line(c)
	for row := range bytes.Lines(text) {
		row = bytes.TrimLeft(row, " \t/*")
		if len(row) > 0 && row[0] == '@' {
			row = bytes.TrimSuffix(bytes.TrimSpace(row), []byte("*/"))
			end := bytes.IndexAny(row, " \t{")
			if end < 0 {
				end = len(row)
			}
			f(row[:end], row[end:], line)
		}
		line++
	}
}
