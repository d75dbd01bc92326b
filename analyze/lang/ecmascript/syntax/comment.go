package syntax

import "bytes"

// A Doc is a run of consecutive comments before a node.
type Doc struct {
	Of          int32 // the node that it documents, -1 for none
	First, Last int32
}

// Comments collects the comments between the children of one node.
type Comments struct {
	first, last int32 // the current run of comments; 0 for none
	previous    int32 // last child that is not a comment
}

// See adds c to the run where it is a comment, and reports whether it is one.
func (d *Comments) See(t Tree, c int32) bool {
	if t.Kind(c) != KComment {
		return false
	}
	switch {
	case d.first == 0 && d.previous > 0 && t.EndRow(d.previous) == t.Row(c):
		// A comment on the last line of the previous child belongs to that child.
	case d.first == 0, t.isBlockComment(c), t.Row(c) > t.EndRow(d.last)+1:
		d.first, d.last = c, c
	default:
		d.last = c
	}
	return true
}

func (t Tree) isBlockComment(c int32) bool { return bytes.HasPrefix(t.Bytes(c), []byte("/*")) }

// Above returns the comments that document node c, the next child: the current run if it is directly
// above c. One blank line may follow a /** comment.
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

// Passed records node c, which is not a comment, as the last visited child.
func (d *Comments) Passed(c int32) { d.previous = c }

// Tags calls f for every line of comment c that starts with a tag.
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
