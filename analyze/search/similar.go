package search

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// prefixWeight is the weight of a term of which the word is a beginning, or that is a beginning
	// of the word; fuzzyWeight is that of a term of similar spelling. The share of letters in which
	// they differ reduces both further.
	prefixWeight, fuzzyWeight = 0.375, 0.45
	// Short words are all similar. So a word that others begin with has at least minSimilar letters,
	// a beginning of the word at least minBegin and half of those of the word, and a word with a
	// wrong letter at least minFuzzy.
	minSimilar, minBegin, minFuzzy = 3, 4, 5
	// maxSimilar is the maximum number of similar terms.
	maxSimilar = 20
)

// similar returns the terms that can stand for a word that is not in the index: those that begin
// with its stem, that the stem begins with, or that differ from it in one letter or by two swapped
// ones.
func (x *Index) similar(word, term string) []way {
	length := utf8.RuneCountInString(term)
	if length < minSimilar || length > maxToken {
		return nil
	}
	var words []way
	fuzzy := utf8.RuneCountInString(word) >= minFuzzy
	want := []rune(term)
	for i := range x.termCount() {
		t := x.term(i)
		if bytes.HasPrefix(t, []byte(term)) {
			more := float64(utf8.RuneCount(t) - length)
			words = append(words, way{i, prefixWeight * float64(length) / (float64(length) + 0.3*more)})
			continue
		}
		if len(t) >= minBegin && 2*len(t) >= len(term) && strings.HasPrefix(term, string(t)) {
			words = append(words, way{i, prefixWeight * float64(len(t)) / float64(len(term))})
			continue
		}
		// A character has at most four bytes.
		if !fuzzy || len(t) < length-1 || len(t) > utf8.UTFMax*(length+1) {
			continue
		}
		if d, ok := within(want, t, 1); ok {
			words = append(words, way{i, fuzzyWeight * float64(length) / float64(length+d)})
		}
	}
	slices.SortStableFunc(words, func(a, b way) int { return cmp.Compare(b.weight, a.weight) })
	return words[:min(len(words), maxSimilar)]
}

// within returns the edit distance between a and b (insertions, deletions, replacements and swaps
// of neighbours); false for more than most.
func within(a []rune, b []byte, most int) (int, bool) {
	var other [maxToken + 1]rune
	n := 0
	for _, r := range string(b) {
		if n == len(other) {
			return 0, false
		}
		other[n] = r
		n++
	}
	if n < len(a)-most || n > len(a)+most {
		return 0, false
	}
	var rows [3][maxToken + 2]int
	for j := range n + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, above, before := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		row[0] = i
		low := i
		for j := 1; j <= n; j++ {
			replaced := above[j-1]
			if a[i-1] != other[j-1] {
				replaced++
			}
			row[j] = min(replaced, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == other[j-2] && a[i-2] == other[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			low = min(low, row[j])
		}
		if low > most {
			return 0, false
		}
	}
	d := rows[len(a)%3][n]
	return d, d <= most
}
