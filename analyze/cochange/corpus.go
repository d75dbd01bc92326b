package cochange

import (
	"math"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/vocabulary"
)

// A corpus holds the words of files.
type corpus struct {
	*vocabulary.Vocabulary
	docs [][]int32 // sorted, by file
}

// newCorpus takes the distinct words of each file, and the vocabulary of these files or of more.
func newCorpus(files [][]string, v *vocabulary.Vocabulary) *corpus {
	c := &corpus{Vocabulary: v, docs: make([][]int32, len(files))}
	for i, words := range files {
		c.docs[i] = v.IDs(words)
	}
	return c
}

func (c *corpus) has(file int, id int32) bool {
	_, ok := slices.BinarySearch(c.docs[file], id)
	return ok
}

// similarity returns how similar the words of two files are; rare words weigh more.
func (c *corpus) similarity(a, b int) float64 {
	if a < 0 {
		return 0
	}
	var all, common float64
	other := c.docs[b]
	for _, id := range c.docs[a] {
		square := c.Rarity(id) * c.Rarity(id)
		all += square
		for len(other) > 0 && other[0] < id {
			other = other[1:]
		}
		if len(other) > 0 && other[0] == id {
			common += square
		}
	}
	return common / math.Sqrt((all+10)*float64(len(c.docs[b])+10)*9)
}

// A query is a set of words to look for.
type query struct {
	corpus *corpus
	words  []int32 // sorted
	total  float64 // sum of their rarity
}

func (c *corpus) query(words map[int32]bool) query {
	q := query{corpus: c}
	for id := range words {
		q.words = append(q.words, id)
	}
	slices.Sort(q.words)
	for _, id := range q.words {
		q.total += c.Rarity(id)
	}
	return q
}

// overlap scores how many of the words a file contains. Rare words weigh more, and files with
// many words score less (the weighting of Okapi BM25).
func (q *query) overlap(file int) float64 {
	if q.total == 0 {
		return 0
	}
	doc := q.corpus.docs[file]
	var sum float64
	q.common(file, func(id int32) { sum += q.corpus.Rarity(id) })
	length := 0.25 + 0.75*float64(len(doc))/q.corpus.Mean()
	return sum * 2.2 / (1 + 1.2*length) / (q.total + 3)
}

// common calls visit for the words that a file contains.
func (q *query) common(file int, visit func(id int32)) {
	for _, id := range q.words {
		if q.corpus.has(file, id) {
			visit(id)
		}
	}
}
