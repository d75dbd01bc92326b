package facts

import "slices"

// DecisionsIn returns the number of decision points on the lines from first to last.
func (f *File) DecisionsIn(first, last int32) int {
	from, _ := slices.BinarySearch(f.Decisions, first)
	to, _ := slices.BinarySearch(f.Decisions, last+1)
	return to - from
}
