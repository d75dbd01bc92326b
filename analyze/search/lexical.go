package search

import (
	"bytes"
	"slices"
)

// maxTerms is how many words of a question are looked up; those after it are not.
const maxTerms = 64

// Lexical returns the documents that hold words of a question, by BM25. Where the index
// has a word nowhere, the words that begin with it or are spelt nearly so stand in.
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

// Knows reports whether a word of the index is an identifier, or begins with it, whatever
// its case.
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

// words returns the terms of the index that a question asks for.
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

// Ask returns the different terms that a question is looked up by. Words that only make a
// sentence are left out, unless there are no others.
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

// stopWords make a question a sentence and say nothing of what it is about.
var stopWords = func() map[string]bool {
	words := make(map[string]bool)
	for _, w := range Terms(`a an and are as at be been but by can could did do does for from had has have how i if in into is it its
		just like me my of on or our should so some than that the their them then there these they this those to us was we were what
		when where which while who whom whose why will with would you your`) {
		words[w] = true
	}
	return words
}()
