package diff

import (
	"cmp"
	"slices"
)

// A fingerprint is the multiset of the lines of a file, to measure how much of one file occurs
// in another, in any order.
type fingerprint struct {
	size   int
	chunks []chunk // sorted by hash, each hash once
}

type chunk struct {
	hash  uint64
	bytes int // of all chunks with this hash
}

// maxChunk is the length at which lines are cut, so that one edit in a file without newlines
// does not change all of it.
const maxChunk = 64

// newFingerprint splits content into lines of at most maxChunk bytes. In text, a carriage return
// before a newline is ignored.
func newFingerprint(content []byte) *fingerprint {
	f := &fingerprint{size: len(content)}
	text := !IsBinary(content)
	hash, n := uint64(fnvOffset), 0
	for i, c := range content {
		if text && c == '\r' && i+1 < len(content) && content[i+1] == '\n' {
			continue
		}
		hash = (hash ^ uint64(c)) * fnvPrime
		if n++; n == maxChunk || c == '\n' {
			f.chunks = append(f.chunks, chunk{hash, n})
			hash, n = fnvOffset, 0
		}
	}
	if n > 0 {
		f.chunks = append(f.chunks, chunk{hash, n})
	}
	slices.SortFunc(f.chunks, func(a, b chunk) int { return cmp.Compare(a.hash, b.hash) })
	distinct := f.chunks[:0]
	for _, c := range f.chunks {
		if last := len(distinct) - 1; last >= 0 && distinct[last].hash == c.hash {
			distinct[last].bytes += c.bytes
			continue
		}
		distinct = append(distinct, c)
	}
	f.chunks = distinct
	return f
}

// scorePerPercent makes similarity fine enough to rank nearly equal files.
const scorePerPercent = 600

// similarity is the share of the larger file that is also in the other one, in percent times
// scorePerPercent.
func (f *fingerprint) similarity(g *fingerprint) int {
	large, small := max(f.size, g.size), min(f.size, g.size)
	if small == 0 || small*100 < large*minSimilarity {
		return 0
	}
	shared, i, j := 0, 0, 0
	for i < len(f.chunks) && j < len(g.chunks) {
		a, b := f.chunks[i], g.chunks[j]
		switch cmp.Compare(a.hash, b.hash) {
		case -1:
			i++
		case 1:
			j++
		default:
			shared += min(a.bytes, b.bytes)
			i, j = i+1, j+1
		}
	}
	return shared * 100 * scorePerPercent / large
}
