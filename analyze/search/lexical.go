package search

import (
	"bytes"
	"slices"
	"sync"
)

// maxTerms is the maximum number of words of a question; further words are ignored.
const maxTerms = 64

// Lexical returns the documents with words of a question, by BM25. A word that a document writes in
// several ways counts once, in the way with the highest score. A word that is not in the index is
// replaced by terms that begin with it, that it begins with, or that have a similar spelling.
func (x *Index) Lexical(question string, limit int) []Hit {
	var hits []Hit
	for doc, sum := range x.sums(x.gains(question)) {
		if sum > 0 {
			hits = append(hits, Hit{doc, sum * x.prior(doc)})
		}
	}
	return best(hits, limit)
}

// sums returns by document what all words of a question add to its score.
func (x *Index) sums(gains [][]Hit) []float64 {
	sums := make([]float64, x.Docs())
	for _, word := range gains {
		for _, h := range word {
			sums[h.Doc] += h.Score
		}
	}
	return sums
}

// gains returns, for each word of a question, the documents that have it with what it adds to their
// scores.
func (x *Index) gains(question string) [][]Hit {
	gain := make([]float64, x.Docs())
	var words [][]Hit
	for _, ways := range x.words(question) {
		var hits []Hit
		for _, w := range ways {
			x.postings(w.term, func(doc int, impact float64) {
				if gain[doc] == 0 {
					hits = append(hits, Hit{Doc: doc})
				}
				gain[doc] = max(gain[doc], w.weight*impact)
			})
		}
		for i := range hits {
			hits[i].Score, gain[hits[i].Doc] = gain[hits[i].Doc], 0
		}
		words = append(words, hits)
	}
	return words
}

// Knows reports whether a word of the index is equal to an identifier or begins with it, ignoring
// case.
func (x *Index) Knows(identifier string) bool {
	terms := Terms(identifier)
	if len(terms) == 0 {
		return false
	}
	whole := []byte(terms[len(terms)-1])
	i, ok := x.lookup(whole)
	return ok || i < x.termCount() && bytes.HasPrefix(x.term(i), whole)
}

// A way is a term of the index that stands for a word of a question.
type way struct {
	term   int
	weight float64
}

// words returns the ways in which the index writes each word of a question.
func (x *Index) words(question string) [][]way {
	var words [][]way
	before := ""
	for _, word := range Ask(question) {
		stem := stemOf(word)
		ways := slices.Concat(x.spellings(word, stem), x.kin(stem))
		if factor := telling(word, stem); factor < 1 {
			for k := range ways {
				ways[k].weight *= factor
			}
		}
		words = append(words, ways)
		if i, ok := x.find(stemOf(before + word)); ok && before != "" {
			words = append(words, []way{{i, pairWeight * x.rarity(x.frequency(i))}})
		}
		before = word
	}
	return words
}

// pairWeight is the weight of a name that two words of a question make together: rateLimit for rate
// limiting.
const pairWeight = 0.5

// spellings returns the terms that are a word, abbreviate it or, if the index does not have the word,
// resemble it.
func (x *Index) spellings(word, stem string) (ways []way) {
	if i, ok := x.find(stem); ok {
		weight := x.rarity(x.frequency(i))
		ways = append(ways, way{i, weight})
		for _, other := range slices.Concat(x.abbreviated(stem), x.taught(stem, i)) {
			ways = append(ways, way{other, abbreviatedWeight * weight})
		}
		return ways
	}
	for _, other := range x.abbreviated(stem) {
		ways = append(ways, way{other, abbreviatedWeight * x.rarity(x.frequency(other))})
	}
	for _, other := range x.abbreviatedTypo(word, stem) {
		ways = append(ways, way{other, fuzzyWeight * abbreviatedWeight * x.rarity(x.frequency(other))})
	}
	for _, w := range x.similar(word, stem) {
		ways = append(ways, way{w.term, w.weight * x.rarity(x.frequency(w.term))})
	}
	return ways
}

// Ask returns the distinct terms to look up for a question, without stop words, unless there
// are no others.
func Ask(question string) []string {
	var all, telling []string
	for _, term := range Terms(question) {
		if len(all) == maxTerms {
			break
		}
		if slices.Contains(all, term) {
			continue
		}
		all = append(all, term)
		if !stopWords[term] {
			telling = append(telling, term)
		}
	}
	if len(telling) == 0 {
		return all
	}
	return telling
}

// stopWords are function words without information on the topic of a question.
var stopWords = func() map[string]bool {
	words := make(map[string]bool)
	for _, w := range Terms(`a an and are as at be been but by can could did do does for from had has have how i if in into is it its
		just like me my of on or our should so some than that the their them then there these they this those to us was we were what
		when where which while who whom whose why will with would you your`) {
		words[w] = true
	}
	return words
}()

// vagueWeight is the factor of words that say little about the topic of a question: most name what is
// done to code. aspectWeight is that of words that turn a topic into a noun: error handling, session
// management. actWeight is that of words for what code does to a topic: token validation.
const vagueWeight, aspectWeight, actWeight = 0.3, 0.2, 0.7

// telling returns the factor of a word of a question and its stem, 1 for most.
func telling(word, stem string) float64 {
	switch {
	case aspects[word]:
		return aspectWeight
	case vague()[stem]:
		return vagueWeight
	case acts()[stem]:
		return actWeight
	}
	return 1
}

// aspects are words, not stems: code that has a handler is not about handling.
var aspects = map[string]bool{
	"handling": true, "handled": true, "management": true, "managed": true, "process": true, "processing": true,
	"mechanism": true, "functionality": true, "system": true, "behavior": true, "behaviour": true,
}

// vague holds the stems of these words.
var vague = sync.OnceValue(func() map[string]bool {
	return stems(`code logic flow implementation usage work feature add support allow make fix improve ensure avoid prevent remove
		change update instead correctly properly issue bug problem new now always never only all also more better don`)
})

// acts holds the stems of these words.
var acts = sync.OnceValue(func() map[string]bool {
	return stems(`access call check create creation calculate calculation delete generate generation get load lookup parse read run
		send set validate validation verify verification write`)
})

func stems(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range Terms(words) {
		set[stemOf(w)] = true
	}
	return set
}
