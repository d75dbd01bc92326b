// Package structure finds what a change does to the division of a code base: cycles of imports,
// and dependencies between areas that had none.
//
// In: a finding.Comparison. Out: findings of the rules new-cycle and new-dependency, all of
// them worth knowing only.
//
// Invariants: tests and generated files count for nothing.
package structure

import "github.com/nexus-ci/nexus-ci/analyze/finding"

// A detector is a comparison.
type detector struct{ *finding.Comparison }

func newDetector(c *finding.Comparison) *detector { return &detector{c} }

// look makes a rule of a function that needs no mentions.
func look(find func(*detector) []finding.Finding) func(*finding.Comparison) finding.Search {
	return func(c *finding.Comparison) finding.Search {
		return finding.Search{Find: func() []finding.Finding { return find(newDetector(c)) }}
	}
}
