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

// DifferingLines returns of two texts the first lines that differ, with a mark for what is left out. Of lines
// that are only put in or taken out, the other text has the mark alone.
func DifferingLines(from, to string) (was, is string) {
	a, b := strings.Split(strings.TrimSpace(from), "\n"), strings.Split(strings.TrimSpace(to), "\n")
	start, end := Ends(a, b, func(v, w string) bool { return strings.TrimSpace(v) == strings.TrimSpace(w) })
	if from == to || start == max(len(a), len(b)) { // all, or all but layout
		return lineOf(a, 0, len(a)), lineOf(b, 0, len(b))
	}
	return lineOf(a, start, len(a)-end), lineOf(b, start, len(b)-end)
}

// lineOf returns the first of lines from start to end, with a mark for those before and behind it.
func lineOf(lines []string, start, end int) string {
	var parts []string
	if start > 0 || start == end {
		parts = append(parts, "…")
	}
	if start < end {
		parts = append(parts, strings.TrimSpace(lines[start]))
		if start+1 < len(lines) {
			parts = append(parts, "…")
		}
	}
	return strings.Join(parts, " ")
}
