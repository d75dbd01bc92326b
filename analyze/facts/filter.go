package facts

import "hash/fnv"

// A Filter tells which names a file certainly does not mention. It is a Bloom filter with filterBits bits a name, of
// which filterProbes are set: about one of a hundred other names passes by chance. Nil lets every name pass.
type Filter []byte

const (
	filterBits   = 10
	filterProbes = 4
)

// A NameHash is the hash of a name, for Filter.
type NameHash uint64

// HashOf returns the hash of a name: the same in every process, since filters are stored.
func HashOf(name string) NameHash {
	h := fnv.New64a()
	h.Write([]byte(name))
	return NameHash(h.Sum64())
}

// FilterOf returns the filter of a file: the names that File.Mentions looks at pass it.
func FilterOf(f *File) Filter {
	names := make(map[string]bool)
	add := func(name string, _ position) bool {
		names[name] = true
		return false
	}
	f.anyDeclared(add)
	f.anyExpressed(add)
	return NewFilter(names)
}

// NewFilter returns the filter of a set of names.
func NewFilter(names map[string]bool) Filter {
	x := make(Filter, 1+len(names)*filterBits/8)
	for name := range names {
		HashOf(name).probe(len(x), func(at int, bit byte) bool {
			x[at] |= bit
			return true
		})
	}
	return x
}

// Passes reports whether the file may mention the name.
func (x Filter) Passes(h NameHash) bool {
	return len(x) == 0 || h.probe(len(x), func(at int, bit byte) bool { return x[at]&bit != 0 })
}

// probe calls do for the bits of a name in a filter of n bytes while it returns true, and reports whether it always did.
func (h NameHash) probe(n int, do func(at int, bit byte) bool) bool {
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
