package fact

import (
	"slices"
	"strings"
)

// Differing returns of two texts the words that differ, with the one before them, and a mark for what is
// left out.
func Differing(from, to string) (was, is string) {
	a, b := strings.Fields(from), strings.Fields(to)
	start, end := Ends(a, b, func(v, w string) bool { return v == w })
	cut := func(words []string) string {
		kept := slices.Clone(words[max(0, start-1) : len(words)-end])
		if start > 1 {
			kept = slices.Insert(kept, 0, "…")
		}
		if end > 0 {
			kept = append(kept, "…")
		}
		return strings.Join(kept, " ")
	}
	return cut(a), cut(b)
}

// Ends returns how many items two lists have in common at their start, and behind these at their end.
func Ends[T any](a, b []T, same func(a, b T) bool) (start, end int) {
	for start < min(len(a), len(b)) && same(a[start], b[start]) {
		start++
	}
	for end < min(len(a), len(b))-start && same(a[len(a)-1-end], b[len(b)-1-end]) {
		end++
	}
	return start, end
}
