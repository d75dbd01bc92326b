// Package vocabulary counts in how many files of a state of the repository each word occurs. Words are the
// parts of the names in code: parseHTTPHeader has parse, http and header.
//
// In: facts of files. Out: the words of a file, and the Vocabulary of a state, which is stored.
// Invariants: the stored form depends only on the files, not on their order.
package vocabulary

import (
	"errors"
	"maps"
	"math"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/codec"
)

// A Vocabulary has the words of a state of the repository. A word is known by its place in the sorted list. It is
// immutable.
type Vocabulary struct {
	words  []string  // sorted
	in     []int     // by word: number of files that contain it
	rarity []float64 // by word, see Rarity
	said   int       // files with any words
	all    int       // words of all files together
}

// Of returns the Vocabulary of files, each given by its distinct words.
func Of(files [][]string) *Vocabulary {
	in := make(map[string]int)
	v := &Vocabulary{}
	for _, words := range files {
		if len(words) > 0 {
			v.said++
		}
		v.all += len(words)
		for _, w := range words {
			in[w]++
		}
	}
	v.words = slices.Sorted(maps.Keys(in))
	v.in = make([]int, len(v.words))
	for id, w := range v.words {
		v.in[id] = in[w]
	}
	v.rate()
	return v
}

// rate computes the rarity of all words.
func (v *Vocabulary) rate() {
	v.rarity = make([]float64, len(v.in))
	for id, n := range v.in {
		v.rarity[id] = max(0, math.Log(float64(v.said+1)/(float64(n)+0.5)))
	}
}

// ID returns the number of a word, false where no file has it.
func (v *Vocabulary) ID(word string) (int32, bool) {
	id, ok := slices.BinarySearch(v.words, word)
	return int32(id), ok
}

// IDs returns the sorted numbers of those words that the Vocabulary has.
func (v *Vocabulary) IDs(words []string) []int32 {
	ids := make([]int32, 0, len(words))
	for _, w := range words {
		if id, ok := v.ID(w); ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// Word returns the word with a number of ID.
func (v *Vocabulary) Word(id int32) string { return v.words[id] }

// Rarity returns the inverse document frequency of a word: the logarithm of one through the share of files that have
// it, 0 for a word of all files.
func (v *Vocabulary) Rarity(id int32) float64 { return v.rarity[id] }

// Mean returns how many words the files that have any contain on average.
func (v *Vocabulary) Mean() float64 { return float64(v.all) / float64(max(v.said, 1)) }

var errCorrupt = errors.New("decode vocabulary: corrupt data")

const (
	// leastEntry is the least size of a stored word in bytes.
	leastEntry = 3
	// maxWord bounds what a stored word shares with the one before it.
	maxWord = 1 << 16
)

// Bytes returns the stored form: the words with the number of files of each. A word is the number of bytes that it
// shares with the one before, and the rest.
func (v *Vocabulary) Bytes() []byte {
	c := &codec.Coder{Encoding: true}
	v.code(c)
	return c.Buf
}

// Load returns the Vocabulary of its stored form.
func Load(data []byte) (*Vocabulary, error) {
	c := &codec.Coder{Buf: data}
	v := &Vocabulary{}
	v.code(c)
	if c.Failed || c.Pos != len(data) {
		return nil, errCorrupt
	}
	v.rate()
	return v, nil
}

func (v *Vocabulary) code(c *codec.Coder) {
	codeInt(c, &v.said)
	codeInt(c, &v.all)
	codec.List(c, &v.words, leastEntry)
	if !c.Encoding {
		v.in = make([]int, len(v.words))
	}
	before := ""
	for i := range v.words {
		shared, rest := 0, ""
		if c.Encoding {
			shared = codec.CommonPrefix(before, v.words[i])
			rest = v.words[i][shared:]
		}
		codeInt(c, &shared)
		c.Text(&rest)
		codeInt(c, &v.in[i])
		if shared > min(len(before), maxWord) || v.in[i] > v.said {
			c.Failed = true
			return
		}
		v.words[i] = before[:shared] + rest
		if i > 0 && v.words[i] <= before {
			c.Failed = true
			return
		}
		before = v.words[i]
	}
}

// codeInt codes a number that is not negative.
func codeInt(c *codec.Coder, n *int) {
	u := uint64(*n)
	c.Uint(&u)
	if u > math.MaxInt32 {
		c.Failed, u = true, 0
	}
	*n = int(u)
}
