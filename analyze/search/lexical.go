package search

import (
	"bytes"
	"slices"
)

// maxTerms is the maximum number of words of a question; further words are ignored.
const maxTerms = 64

// Lexical returns the documents with words of a question, by BM25. A word that is not in the
// index is replaced by words that begin with it or have a similar spelling.
func (x *Index) Lexical(question string, limit int) []Hit {
	scores := make([]float64, x.Docs())
	for _, w := range x.words(question) {
		gain := w.weight * x.rarity(x.frequency(w.term))
		x.postings(w.term, func(doc int, impact float64) { scores[doc] += gain * impact })
	}
	var hits []Hit
	for doc, score := range scores {
		if score > 0 {
			hits = append(hits, Hit{doc, score * x.prior(doc)})
		}
	}
	return best(hits, limit)
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

// A word is a term to look up.
type word struct {
	term   int
	weight float64
}

// words returns the terms of the index for a question.
func (x *Index) words(question string) []word {
	var words []word
	for _, term := range Ask(question) {
		if i, ok := x.lookup([]byte(term)); ok {
			if !slices.Contains(words, word{i, 1}) {
				words = append(words, word{i, 1})
			}
			continue
		}
		words = append(words, x.similar(term)...)
	}
	return words
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
