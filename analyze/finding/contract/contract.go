// Package contract finds what no longer holds of that on which others rely: names that are gone,
// signatures that calls do not fit, members that implementers lack.
//
// In: a finding.Comparison. Out: findings of the rules removed-still-referenced, stale-call,
// broken-implementer, lost-override, ignored-result, async-not-awaited and api-break.
//
// Invariants: a break is claimed only of what a compiler or the first call rejects; nothing is
// said to be missing from a file that could not be read whole.
package contract

import "github.com/nexus-ci/nexus-ci/analyze/finding"

// A detector is a comparison with what these rules ask for often.
type detector struct {
	*finding.Comparison
	broken *brokenSet // see brokenBuilds
}

func newDetector(c *finding.Comparison) *detector { return &detector{c, brokenBuilds(c.Base)} }

// look makes a rule of a function that needs no mentions.
func look(find func(*detector) []finding.Finding) func(*finding.Comparison) finding.Search {
	return func(c *finding.Comparison) finding.Search {
		return finding.Search{Find: func() []finding.Finding { return find(newDetector(c)) }}
	}
}
