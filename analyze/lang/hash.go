package lang

import (
	"bytes"
	"math/bits"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A Hasher makes the hashes and the sketch of one definition from its tokens,
// in the order they are added. The zero value is ready.
type Hasher struct {
	sum    uint64
	tokens int
	cut    int       // tokens before the last Cut
	last   [4]uint64 // the last tokens, for the 4-grams
	sketch facts.Sketch
}

// Hasher returns an empty Hasher. The next call takes it back: definitions are hashed
// one after the other.
func (b *Builder) Hasher() *Hasher {
	b.hasher = Hasher{}
	return &b.hasher
}

// SetHashes gives definition d its hashes, and the sketch of h.
func (b *Builder) SetHashes(d facts.DefID, signature, body uint64, h *Hasher) {
	def := &b.File.Defs[d]
	def.SignatureHash, def.BodyHash, def.Sketch = signature, body, h.Sketch()
}

// Add adds the tokens of node i, comments left out (but not a string that grammars
// take for something that may stand anywhere: a here document), and of no node for which
// skip returns true (skip may be nil). It returns the number of tokens added.
//
// Text that belongs to no token counts too: grammars leave out the letters
// between the escapes of a string. So do the bounds of Language.Blocks.
func (h *Hasher) Add(b *Builder, i int32, skip func(int32) bool) int {
	if i < 0 {
		return 0
	}
	t, before := b.Tree, h.tokens
	end := i + t.Nodes[i].Size
	at := t.Nodes[i].Start // what is before at has been added or left out
	var open []int32       // ends of the blocks around n
	for n := i; n < end; {
		for len(open) > 0 && open[len(open)-1] <= n {
			open = open[:len(open)-1]
			h.token(blockEnd)
		}
		node := &t.Nodes[n]
		if node.Start > at {
			if gap := t.Source[at:node.Start]; len(bytes.TrimSpace(gap)) > 0 || b.inString(n) {
				h.token(gap)
			}
			at = node.Start
		}
		if node.Flags&IsExtra != 0 && !b.isString(node.Kind) || skip != nil && skip(n) {
			at = max(at, node.End)
			n += node.Size
			continue
		}
		if node.Size == 1 && node.End > node.Start {
			h.token(t.Source[node.Start:node.End])
			at = max(at, node.End)
		} else if node.Size > 1 && b.isBlock(node.Kind) {
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

// blockEnd stands for the end of a block that only its indentation shows.
var blockEnd = []byte{0}

func (b *Builder) isBlock(k Kind) bool {
	for _, block := range b.lang.Blocks {
		if block == k {
			return true
		}
	}
	return false
}

// inString reports whether n stands right inside a string, where white space is
// text.
func (b *Builder) inString(n int32) bool {
	return b.isString(b.Tree.Kind(b.Tree.Nodes[n].Parent))
}

func (b *Builder) isString(k Kind) bool { return slices.Contains(b.lang.Strings, k) }

// Cut returns the hash of the tokens added since the last Cut and starts a new
// one; the sketch goes on.
func (h *Hasher) Cut() uint64 {
	s := h.Sum()
	h.sum, h.cut = fnvOffset, h.tokens
	return s
}

// Text adds every word of text as a token: documentation, which has no tokens
// of its own, and marks for what the source does not spell out.
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
			// One multiply-shift hash a slot; the odd constants are the golden ratio's multiples.
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

// Sketch returns the min-hash of the tokens added so far, zero for fewer than
// twelve: too little to tell one from another.
func (h *Hasher) Sketch() facts.Sketch {
	if h.tokens < 12 {
		return facts.Sketch{}
	}
	return h.sketch
}
