// Package structure finds changes of the architecture: new cycles of imports, and new dependencies
// between areas.
//
// In: a finding.Comparison. Out: findings of the rules new-cycle and new-dependency, all with
// severity Info.
//
// Invariants: tests and generated files are ignored.
package structure

import "github.com/nexus-ci/nexus-ci/analyze/finding"

// A detector is a comparison.
type detector struct{ *finding.Comparison }

func newDetector(c *finding.Comparison) *detector { return &detector{c} }

// look returns the Look function of a rule that needs no mentions.
func look(find func(*detector) []finding.Finding) func(*finding.Comparison) finding.Search {
	return func(c *finding.Comparison) finding.Search {
		return finding.Search{Find: func() []finding.Finding { return find(newDetector(c)) }}
	}
}
