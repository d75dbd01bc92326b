package facts

import "slices"

// DecisionsIn returns the number of decision points from the first to the last of lines.
func (f *File) DecisionsIn(first, last int32) int {
	from, _ := slices.BinarySearch(f.Decisions, first)
	to, _ := slices.BinarySearch(f.Decisions, last+1)
	return to - from
}
