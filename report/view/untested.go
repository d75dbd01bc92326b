package view

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
)

// UntestedTitle is the title of the changed functions that no test was found to reach.
const UntestedTitle = "No test was found to reach"

// Untested returns the changed functions that no test was found to reach, those with a behaviour
// that differs first.
func Untested(r *report.Report) []report.Untested {
	rows := slices.Clone(r.Untested)
	slices.SortStableFunc(rows, func(a, b report.Untested) int { return behaves(r, &b) - behaves(r, &a) })
	return rows
}

// behaves returns 1 for a function with a behaviour that differs, else 0.
func behaves(r *report.Report, u *report.Untested) int {
	for i := range r.Behaviours {
		if b := &r.Behaviours[i]; b.Path == u.Path && b.Symbol != "" && (b.Symbol == u.Name || strings.HasSuffix(b.Symbol, "."+u.Name)) {
			return 1
		}
	}
	return 0
}
