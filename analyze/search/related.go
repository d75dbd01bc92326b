package search

import (
	"slices"
	"unicode/utf8"
)

const (
	// abbreviatedWeight is the weight of another way to write a word, relative to the word itself.
	abbreviatedWeight = 0.8
	// minLongTypo is the minimum length of a word that may be a misspelled word of the table, which
	// the code need not have.
	minLongTypo = 8
	// shortest is the minimum length of a beginning of a word that can be its abbreviation.
	shortest = 3
	// An index teaches an abbreviation if at least minBeside documents have both the word and the
	// abbreviation, and if these are at least besideShare of the documents with the word, and at
	// least besideLift times as many as chance gives.
	minBeside               = 2
	besideShare, besideLift = 0.3, 3
)

// abbreviated returns the terms of the index that the table has as abbreviations of a stem, or as
// what it abbreviates.
func (x *Index) abbreviated(stem string) []int {
	var list []int
	for _, way := range abbreviations()[stem] {
		if i, ok := x.find(way); ok {
			list = append(list, i)
		}
	}
	return list
}

// abbreviatedTypo returns the terms of the index that the table has for words that differ in one
// letter from a word with this stem, sorted.
func (x *Index) abbreviatedTypo(word, stem string) []int {
	length := utf8.RuneCountInString(stem)
	if utf8.RuneCountInString(word) < minLongTypo || length > maxToken {
		return nil
	}
	var list []int
	for right := range abbreviations() {
		if right == stem {
			continue
		}
		if _, ok := within([]rune(stem), []byte(right), 1); ok {
			list = append(list, x.abbreviated(right)...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// taught returns the beginnings of the i-th term that the code uses beside it: auth in the path of
// a file whose comments say authentication.
func (x *Index) taught(term string, i int) []int {
	var list, docs []int
	for n := shortest; n < len(term); n++ {
		other, ok := x.find(term[:n])
		if !ok {
			continue
		}
		if docs == nil {
			x.postings(i, func(doc int, _ float64) { docs = append(docs, doc) })
		}
		if x.beside(docs, other) {
			list = append(list, other)
		}
	}
	return list
}

// beside reports whether docs, the sorted documents with a term, have another term so often that
// one can stand for the other.
func (x *Index) beside(docs []int, other int) bool {
	both := 0
	x.postings(other, func(doc int, _ float64) {
		if _, ok := slices.BinarySearch(docs, doc); ok {
			both++
		}
	})
	share := float64(both) / float64(max(1, len(docs)))
	return both >= minBeside && share >= besideShare && share*float64(x.Docs()) >= besideLift*float64(x.frequency(other))
}
