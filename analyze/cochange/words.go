package cochange

import (
	"math"
	"slices"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// eachName calls visit for every name in a file, with its line.
func eachName(f *facts.File, visit func(line int32, name string)) {
	for i := range f.Defs {
		d := &f.Defs[i]
		visit(d.Line, d.Name)
		for j := range d.Params {
			visit(d.Line, d.Params[j].Name)
		}
	}
	for i := range f.Types {
		t := &f.Types[i]
		visit(t.Line, t.Name)
		visit(t.Line, t.Qualifier)
	}
	for i := range f.Expressions() {
		e := &f.Expressions()[i]
		visit(e.Line, e.Name)
		for j := range e.Args {
			visit(e.Line, e.Args[j].Keyword)
		}
	}
	for i := range f.Vars {
		visit(f.Vars[i].Line, f.Vars[i].Name)
	}
	for i := range f.Imports {
		visit(f.Imports[i].Line, f.Imports[i].Source)
		visit(f.Imports[i].Line, f.Imports[i].Name)
	}
}

// eachWord calls visit for every word of the names in a file.
func eachWord(f *facts.File, visit func(line int32, word string)) {
	known := make(map[string][]string)
	eachName(f, func(line int32, name string) {
		words, ok := known[name]
		if !ok {
			words = split(name)
			known[name] = words
		}
		for _, w := range words {
			visit(line, w)
		}
	})
}

// wordsOf returns the distinct words of the names in a file.
func wordsOf(f *facts.File) []string {
	names := make(map[string]bool)
	seen := make(map[string]bool)
	var words []string
	eachName(f, func(_ int32, name string) {
		if names[name] {
			return
		}
		names[name] = true
		for _, w := range split(name) {
			if len(w) > 1 && !seen[w] {
				seen[w] = true
				words = append(words, w)
			}
		}
	})
	return words
}

// split returns the words of a name in lower case: "parseHTTPHeader_v2" is parse, http,
// header and v2.
func split(name string) []string {
	var words []string
	runes := []rune(name)
	start := 0
	flush := func(end int) {
		if end > start {
			word := make([]rune, end-start)
			for i, r := range runes[start:end] {
				word[i] = unicode.ToLower(r)
			}
			words = append(words, string(word))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush(i)
			start = i + 1
		case unicode.IsUpper(r) && i > start && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush(i)
		}
	}
	flush(len(runes))
	return words
}

// A corpus holds the words of all files and the rarity of each word (inverse document frequency).
type corpus struct {
	ids  map[string]int32
	word []string  // by id
	idf  []float64 // by id
	docs [][]int32 // sorted, by file
	mean float64   // average number of words of the files that have any
}

// newCorpus takes the distinct words of each file.
func newCorpus(files [][]string) *corpus {
	c := &corpus{ids: make(map[string]int32), docs: make([][]int32, len(files))}
	var in []int // by word: number of files that contain it
	said := 0
	for i, words := range files {
		doc := make([]int32, 0, len(words))
		for _, w := range words {
			id, ok := c.ids[w]
			if !ok {
				id = int32(len(c.word))
				c.ids[w] = id
				c.word, in = append(c.word, w), append(in, 0)
			}
			doc = append(doc, id)
		}
		slices.Sort(doc)
		doc = slices.Compact(doc)
		for _, id := range doc {
			in[id]++
		}
		c.docs[i] = doc
		if len(doc) > 0 {
			said++
			c.mean += float64(len(doc))
		}
	}
	c.mean /= float64(max(said, 1))
	c.idf = make([]float64, len(in))
	for id, n := range in {
		c.idf[id] = max(0, math.Log(float64(said+1)/(float64(n)+0.5)))
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
		square := c.idf[id] * c.idf[id]
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
	total  float64 // sum of their idf
}

func (c *corpus) query(words map[int32]bool) query {
	q := query{corpus: c}
	for id := range words {
		q.words = append(q.words, id)
	}
	slices.Sort(q.words)
	for _, id := range q.words {
		q.total += c.idf[id]
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
	q.common(file, func(id int32) { sum += q.corpus.idf[id] })
	length := 0.25 + 0.75*float64(len(doc))/q.corpus.mean
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
