package search

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"sort"
)

// An Index is a search index. Its stored form, all fixed-size numbers in little-endian:
//
//	number of documents, of terms, of bytes of terms, of bytes of lists: 4 bytes each
//	the prior of each document, in 255ths
//	end offset of each term and of its list, 4 bytes each
//	the terms, sorted, one after the other
//	the posting lists: the number of documents with the term, then for each the distance
//	to the previous one (both varints) and the impact of the term, in 255ths
type Index struct {
	data   []byte
	priors []byte
	ends   []byte
	terms  []byte
	lists  []byte
}

const headSize = 4 * 4

var errCorrupt = errors.New("load search index: corrupt data")

// Load returns the Index with the stored form data. It keeps data, which must not change.
func Load(data []byte) (*Index, error) {
	if len(data) < headSize {
		return nil, errCorrupt
	}
	size := func(i int) int { return int(binary.LittleEndian.Uint32(data[4*i:])) }
	x := &Index{data: data}
	rest := data[headSize:]
	for i, part := range []*[]byte{&x.priors, &x.ends, &x.terms, &x.lists} {
		n := size(i)
		if i == 1 {
			n *= 8
		}
		if n > len(rest) {
			return nil, errCorrupt
		}
		*part, rest = rest[:n:n], rest[n:]
	}
	if len(rest) > 0 {
		return nil, errCorrupt
	}
	return x, nil
}

// Bytes returns the stored form, which must not be changed.
func (x *Index) Bytes() []byte { return x.data }

// Docs returns the number of documents.
func (x *Index) Docs() int { return len(x.priors) }

// prior returns the factor of a document's score.
func (x *Index) prior(doc int) float64 { return float64(x.priors[doc]) / 255 }

// termCount returns the number of terms.
func (x *Index) termCount() int { return len(x.ends) / 8 }

// term returns the i-th term.
func (x *Index) term(i int) []byte { return x.part(x.terms, i, 0) }

// list returns the posting list of the i-th term.
func (x *Index) list(i int) []byte { return x.part(x.lists, i, 4) }

// part returns the i-th of several consecutive parts.
func (x *Index) part(all []byte, i, offset int) []byte {
	end := func(i int) int { return int(binary.LittleEndian.Uint32(x.ends[8*i+offset:])) }
	from, to := 0, end(i)
	if i > 0 {
		from = end(i - 1)
	}
	if from > to || to > len(all) {
		return nil
	}
	return all[from:to]
}

// lookup returns the position of a term and whether the index has its stem.
func (x *Index) lookup(term []byte) (int, bool) {
	return x.find(string(stem(slices.Clone(term))))
}

// find returns the position of a stem and whether the index has it.
func (x *Index) find(stem string) (int, bool) {
	n := x.termCount()
	i := sort.Search(n, func(i int) bool { return string(x.term(i)) >= stem })
	return i, i < n && string(x.term(i)) == stem
}

// frequency returns the number of documents with the i-th term.
func (x *Index) frequency(i int) int {
	n, _ := binary.Uvarint(x.list(i))
	return int(min(n, uint64(x.Docs())))
}

// rarityPower damps the rarity of words: the rarest word of a question often says least about its
// topic.
const rarityPower = 0.7

// rarity is the inverse document frequency of BM25, damped.
func (x *Index) rarity(frequency int) float64 {
	n := float64(frequency)
	return math.Pow(math.Log(1+(float64(x.Docs())-n+0.5)/(n+0.5)), rarityPower)
}

// postings calls each for every document that has the i-th term.
func (x *Index) postings(i int, each func(doc int, impact float64)) {
	list := x.list(i)
	n, size := binary.Uvarint(list)
	doc := uint64(0)
	for list = list[max(0, size):]; n > 0 && len(list) > 0; n-- {
		distance, size := binary.Uvarint(list)
		if size <= 0 || size >= len(list) {
			return
		}
		doc += distance
		if doc >= uint64(len(x.priors)) {
			return
		}
		each(int(doc), float64(list[size])/255)
		list = list[size+1:]
	}
}
