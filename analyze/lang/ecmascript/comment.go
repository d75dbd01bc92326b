package ecmascript

import "bytes"

// docs follows the comments between the children of one node.
type docs struct {
	first, last int32 // run of comments that has not met its node; 0 for none
	previous    int32 // last child that was no comment
}

// comment takes c where it is a comment.
func (d *docs) comment(e *extractor, c int32) bool {
	if e.t.Kind(c) != kComment {
		return false
	}
	switch {
	case d.first == 0 && d.previous > 0 && e.t.EndRow(d.previous) == e.t.Row(c):
		// It stands behind the child before it and belongs to that.
	case d.first == 0, e.isBlockComment(c), e.t.Row(c) > e.t.EndRow(d.last)+1:
		d.first, d.last = c, c
	default:
		d.last = c
	}
	return true
}

func (e *extractor) isBlockComment(c int32) bool { return bytes.HasPrefix(e.t.Bytes(c), []byte("/*")) }

// before says that node c follows: the comments taken document it where they
// stand right above it. One blank line may lie below a /** comment.
func (d *docs) before(e *extractor, c int32) {
	e.doc = doc{of: -1}
	if d.first == 0 {
		return
	}
	gap := int32(1)
	if bytes.HasPrefix(e.t.Bytes(d.last), []byte("/**")) {
		gap = 2
	}
	if e.t.Row(c)-e.t.EndRow(d.last) <= gap {
		e.doc = doc{of: c, first: d.first, last: d.last}
	}
	d.first = 0
}
