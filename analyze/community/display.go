package community

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// DefaultMinSize is the minimum number of symbols of a listed area.
const DefaultMinSize = 5

// A Shown is one row of an overview: the communities of one area.
type Shown struct {
	Label       string
	Symbols     int
	Cohesion    float64 // mean, weighted by symbols
	Description string  // of the largest community
	Communities []int   // indices, largest first
}

// Display merges the communities of each area into one row and leaves out rows
// of fewer than minSize symbols, unless all are smaller. It returns the rows,
// largest first, then by label, and the number of rows left out.
func Display(communities []graph.Community, minSize int) (shown []Shown, small int) {
	var rows []Shown
	row := make(map[string]int)
	for i, c := range communities {
		r, ok := row[c.Area]
		if !ok {
			r = len(rows)
			row[c.Area] = r
			rows = append(rows, Shown{Label: c.Label, Description: c.Description})
		} else {
			rows[r].Label = c.Area
		}
		rows[r].Symbols += len(c.Members)
		rows[r].Cohesion += c.Cohesion * float64(len(c.Members))
		rows[r].Communities = append(rows[r].Communities, i)
	}
	for i := range rows {
		rows[i].Cohesion /= float64(rows[i].Symbols)
	}
	slices.SortFunc(rows, func(a, b Shown) int {
		return cmp.Or(cmp.Compare(b.Symbols, a.Symbols), cmp.Compare(a.Label, b.Label))
	})
	// Rows are sorted by size, so the small ones are at the end.
	keep := len(rows)
	for keep > 0 && rows[keep-1].Symbols < minSize {
		keep--
	}
	if keep == 0 {
		return rows, 0
	}
	return rows[:keep], len(rows) - keep
}
