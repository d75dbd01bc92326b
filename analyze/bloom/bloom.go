// Package bloom keeps sets of names in few bits (a Bloom filter).
//
// In: names. Out: a Filter, which every name of the set passes, and few others. Its bytes are stored.
package bloom

import "hash/fnv"

// A Filter tells which names are certainly not in a set. It has filterBits bits a name, of which filterProbes are set:
// about one of a hundred other names passes by chance. Nil lets every name pass.
type Filter []byte

const (
	filterBits   = 10
	filterProbes = 4
)

// A Hash is the hash of a name, for Filter.
type Hash uint64

// HashOf returns the hash of a name: the same in every process, since filters are stored.
func HashOf(name string) Hash {
	h := fnv.New64a()
	h.Write([]byte(name))
	return Hash(h.Sum64())
}

// New returns the filter of a set of names.
func New(names map[string]bool) Filter {
	x := make(Filter, 1+len(names)*filterBits/8)
	for name := range names {
		HashOf(name).probe(len(x), func(at int, bit byte) bool {
			x[at] |= bit
			return true
		})
	}
	return x
}

// Passes reports whether the set may have the name.
func (x Filter) Passes(h Hash) bool {
	return len(x) == 0 || h.probe(len(x), func(at int, bit byte) bool { return x[at]&bit != 0 })
}

// probe calls do for the bits of a name in a filter of n bytes while it returns true, and reports whether it always did.
func (h Hash) probe(n int, do func(at int, bit byte) bool) bool {
	at, step := uint32(h), uint32(h>>32)|1
	for range filterProbes {
		bit := uint64(at) * uint64(n*8) >> 32
		if !do(int(bit/8), 1<<(bit%8)) {
			return false
		}
		at += step
	}
	return true
}
