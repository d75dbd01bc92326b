package lang

import (
	"bytes"
	"unicode/utf8"
)

// MaxSignature is the maximum length of Def.Signature in bytes.
const MaxSignature = 200

// maxHeader is the maximum number of bytes that AppendSource reads: enough for a signature in any
// layout.
const maxHeader = 4 * MaxSignature

// AppendSource appends the source of node i from byte start to byte end, with a blank in place of each
// comment and without the nodes for which skip (nil for none) returns true.
func (t *Tree) AppendSource(buf []byte, i int32, start, end uint32, skip func(*Node) bool) []byte {
	at, left := start, uint32(maxHeader)
	for n := i + 1; n < i+t.Nodes[i].Size; n++ {
		node := &t.Nodes[n]
		if node.Start >= min(end, at+left) {
			break
		}
		isComment := node.Flags&(IsExtra|IsNamed|IsError) == IsExtra|IsNamed
		if node.Start < at || !isComment && (skip == nil || !skip(node)) {
			continue
		}
		buf = append(buf, t.Source[at:node.Start]...)
		if isComment {
			buf = append(buf, ' ') // separates two words
		}
		left -= node.Start - at
		at = node.End
	}
	end = min(end, at+left)
	return append(buf, t.Source[min(at, end):end]...)
}

// StartBehind returns the start of the first child of node i that is neither a comment nor of kind k:
// the start of i without the attributes before it.
func (t *Tree) StartBehind(i int32, k Kind) uint32 {
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Nodes[c].Kind != k && t.Nodes[c].Flags&IsExtra == 0 {
			return t.Nodes[c].Start
		}
	}
	return t.Nodes[i].Start
}

// OneLine returns text as one line, without blanks inside its round brackets and without the comma
// that ends a list, cut to at most MaxSignature bytes of whole characters.
func OneLine(text []byte) string {
	var buf [MaxSignature + 1]byte
	line := buf[:0]
	for i := 0; i < len(text) && len(line) <= MaxSignature; {
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
		case text[i] == ')': // a list that spanned several lines
			line = bytes.TrimSuffix(line, []byte{','})
		default:
			line = append(line, ' ')
		}
	}
	return string(cut(line))
}

// cut returns at most the first MaxSignature bytes of line, whole characters only.
func cut(line []byte) []byte {
	if len(line) <= MaxSignature {
		return line
	}
	n := MaxSignature
	for n > 0 && !utf8.RuneStart(line[n]) {
		n--
	}
	return line[:n]
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }
