package lang

import (
	"bytes"
	"math/bits"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A Hasher computes the hashes and the sketch of one definition from its tokens, in the order they are
// added. The zero value is ready to use.
type Hasher struct {
	sum    uint64
	tokens int
	cut    int       // number of tokens before the last Cut
	last   [4]uint64 // the last tokens, for the 4-grams
	sketch facts.Sketch
}

// Hasher returns an empty Hasher, which is reused by the next call: definitions are hashed one after
// the other.
func (b *Builder) Hasher() *Hasher {
	b.hasher = Hasher{}
	return &b.hasher
}

// SetHashes sets the hashes of definition d, and its sketch from h.
func (b *Builder) SetHashes(d facts.DefID, signature, body uint64, h *Hasher) {
	def := &b.File.Defs[d]
	def.SignatureHash, def.BodyHash, def.Sketch = signature, body, h.Sketch()
}

// Add adds the tokens of node i without comments and without the nodes for which skip (nil for none)
// returns true. Extras that are strings, such as here documents, are not comments. It returns the
// number of tokens added.
//
// Text outside tokens is added too, because grammars have no token for the characters between the
// escapes of a string. So are the bounds of Language.Blocks. Layout that formatters change is left
// out: white space, a comma before a closing bracket without meaning, brackets around a whole value.
func (h *Hasher) Add(b *Builder, i int32, skip func(int32) bool) int {
	if i < 0 {
		return 0
	}
	t, before := b.Tree, h.tokens
	end := i + t.Nodes[i].Size
	at := t.Nodes[i].Start // the bytes before at are done
	var text uint32        // end of the last string
	var open []int32       // ends of the blocks that contain n
	for n := i; n < end; {
		for len(open) > 0 && open[len(open)-1] <= n {
			open = open[:len(open)-1]
			h.token(blockEnd)
		}
		node := &t.Nodes[n]
		if node.Start > at {
			gap := t.Source[at:node.Start]
			if !b.inString(n) {
				gap = outside(gap, at < text)
			}
			if len(gap) > 0 {
				h.token(gap)
			}
			at = node.Start
		}
		if b.isString(node.Kind) {
			text = max(text, node.End)
		}
		if b.layout(n) {
			at = max(at, node.End)
			n++
			continue
		}
		if other := b.lang.Respell(t, n); other != "" {
			h.token([]byte(other))
			at = max(at, node.End)
			n += node.Size
			continue
		}
		if node.Flags&IsExtra != 0 && !b.isString(node.Kind) && !slices.Contains(b.lang.Output, node.Kind) || skip != nil && skip(n) {
			at = max(at, node.End)
			n += node.Size
			continue
		}
		if n != i && node.Flags&IsNamed != 0 && slices.Contains(b.lang.Sequences, t.Kind(node.Parent)) {
			h.Bound(t.Kind(node.Parent))
		}
		if node.Size == 1 && node.End > node.Start {
			h.token(t.Source[node.Start:node.End])
			at = max(at, node.End)
		} else if node.Size > 1 && n != i && b.isBlock(node.Kind) {
			open = append(open, n+node.Size)
		}
		n++
	}
	for range open {
		h.token(blockEnd)
	}
	if last := t.Nodes[i].End; last > at && len(bytes.TrimSpace(t.Source[at:last])) > 0 {
		h.token(t.Source[at:last])
	}
	return h.tokens - before
}

// outside returns text between tokens, at the end of which no string is open, without surrounding white
// space. With inString, its start is in a string, so leading white space is kept.
func outside(text []byte, inString bool) []byte {
	if !inString {
		text = bytes.TrimLeft(text, space)
	}
	return bytes.TrimRight(text, space)
}

const space = " \t\r\n\f\v"

// layout reports whether token n has no meaning: a comma before a closing bracket, a bracket around a
// whole value.
func (b *Builder) layout(n int32) bool {
	t := b.Tree
	node := &t.Nodes[n]
	if node.Size != 1 || node.End != node.Start+1 || node.Parent < 0 {
		return false
	}
	switch t.Source[node.Start] {
	case ',':
		switch b.token(b.after(n)) {
		case ')', ']', '}':
			return !slices.Contains(b.lang.Tuples, t.Kind(node.Parent)) || b.commas(node.Parent) > 1
		}
	case '(', ')':
		return b.lang.Grouped != 0 && t.Kind(node.Parent) == b.lang.Grouped && b.whole(node.Parent)
	}
	return false
}

// whole reports whether the brackets around expression n are redundant: n is a whole value, argument
// or result, is not a list, and does not begin with a brace.
func (b *Builder) whole(n int32) bool {
	t := b.Tree
	inner := t.FirstNamed(n)
	if inner < 0 || t.Source[t.Nodes[inner].Start] == '{' || b.commas(inner) > 0 {
		return false
	}
	switch b.token(b.after(n)) {
	case 0, ')', ']', '}', ',', ';':
	default:
		return false
	}
	before := b.before(n)
	switch b.token(before) {
	case '=', '(', '[', ',', ':':
		return true
	}
	if before < 0 {
		return false
	}
	text := t.Bytes(before)
	return string(text) == "return" || string(text) == "=>"
}

// commas returns the number of commas among the children of n.
func (b *Builder) commas(n int32) int {
	count := 0
	for c := b.Tree.First(n); c >= 0; c = b.Tree.Next(c) {
		if b.token(c) == ',' {
			count++
		}
	}
	return count
}

// after returns the next sibling of n that is not a comment, -1 for none.
func (b *Builder) after(n int32) int32 {
	for n = b.Tree.Next(n); n >= 0 && b.Tree.Nodes[n].Flags&IsExtra != 0; {
		n = b.Tree.Next(n)
	}
	return n
}

// before returns the token before n with the same parent, -1 where the sibling is not a token or there
// is none.
func (b *Builder) before(n int32) int32 {
	parent := b.Tree.Nodes[n].Parent
	for n--; n > parent && b.Tree.Nodes[n].Parent == parent; n-- {
		if b.Tree.Nodes[n].Flags&IsExtra == 0 {
			return n
		}
	}
	return -1
}

// token returns the byte of token n where its text is one byte, 1 for any other node, 0 for none.
func (b *Builder) token(n int32) byte {
	if n < 0 {
		return 0
	}
	node := &b.Tree.Nodes[n]
	if node.Size != 1 || node.End != node.Start+1 {
		return 1
	}
	return b.Tree.Source[node.Start]
}

// blockEnd is the token added for the end of a block marked by indentation only.
var blockEnd = []byte{0}

func (b *Builder) isBlock(k Kind) bool {
	for _, block := range b.lang.Blocks {
		if block == k {
			return true
		}
	}
	return false
}

// inString reports whether n is a child of a string, where white space is significant.
func (b *Builder) inString(n int32) bool {
	return b.isString(b.Tree.Kind(b.Tree.Nodes[n].Parent))
}

func (b *Builder) isString(k Kind) bool { return slices.Contains(b.lang.Strings, k) }

// Cut returns the hash of the tokens added since the last Cut and starts a new hash. The sketch
// continues.
func (h *Hasher) Cut() uint64 {
	s := h.Sum()
	h.sum, h.cut = fnvOffset, h.tokens
	return s
}

// Text adds every word of text as a token: documentation, which has no tokens in the tree, and markers
// for implicit properties.
func (h *Hasher) Text(text []byte) {
	for len(text) > 0 {
		n := 0
		for n < len(text) && text[n] > ' ' {
			n++
		}
		if n > 0 {
			h.token(text[:n])
			text = text[n:]
			continue
		}
		text = text[1:]
	}
}

// FNV-1a, 64 bit.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

func (h *Hasher) token(text []byte) {
	s := uint64(fnvOffset)
	for _, c := range text {
		s = (s ^ uint64(c)) * fnvPrime
	}
	if h.tokens == 0 {
		h.sum = fnvOffset
		for i := range h.sketch {
			h.sketch[i] = ^uint32(0)
		}
	}
	h.sum = (bits.RotateLeft64(h.sum, 5) ^ s) * fnvPrime
	h.tokens++
	h.last[0], h.last[1], h.last[2], h.last[3] = h.last[1], h.last[2], h.last[3], s
	if h.tokens >= 4 {
		g := h.last[0]
		for _, x := range h.last[1:] {
			g = (bits.RotateLeft64(g, 17) ^ x) * fnvPrime
		}
		for i := range h.sketch {
			// One multiply-shift hash for each slot; the odd constants are multiples of the golden
			// ratio.
			v := uint32((g * (0x9E3779B97F4A7C15*uint64(i+1) | 1)) >> 32)
			if v < h.sketch[i] {
				h.sketch[i] = v
			}
		}
	}
}

// Sum returns the hash of the tokens added since the last Cut, 0 when there
// are none.
func (h *Hasher) Sum() uint64 {
	if h.tokens == h.cut {
		return 0
	}
	if h.sum == 0 {
		return 1
	}
	return h.sum
}

// Bound marks the place between two parts of a node of kind k that nothing but white space may
// separate. It is no token.
func (h *Hasher) Bound(k Kind) {
	h.sum = (bits.RotateLeft64(h.sum, 5) ^ fnvOffset ^ uint64(k)) * fnvPrime
}

// Sketch returns the min-hash of the tokens added so far, zero for fewer than twelve tokens, which are
// too few to distinguish definitions.
func (h *Hasher) Sketch() facts.Sketch {
	if h.tokens < 12 {
		return facts.Sketch{}
	}
	return h.sketch
}
