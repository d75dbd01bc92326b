// Package contract finds violated contracts between symbols and their users: removed names,
// signatures that calls do not fit, members that implementers lack.
//
// In: a finding.Comparison. Out: findings of the rules removed-still-referenced, stale-call,
// broken-implementer, lost-override, ignored-result, async-not-awaited and api-break.
//
// Invariants: a break is reported only where a compiler or the first call would fail; nothing is
// reported as missing from a file that could not be read completely.
package contract

import (
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
)

// A detector is a comparison with results that several of these rules need.
type detector struct {
	*finding.Comparison
	broken func() *finding.BrokenSet // of base
}

func newDetector(c *finding.Comparison) *detector {
	return &detector{c, sync.OnceValue(func() *finding.BrokenSet { return finding.BrokenBuilds(c.Base) })}
}

// look returns the Look function of a rule that needs no mentions.
func look(find func(*detector) []finding.Finding) func(*finding.Comparison) finding.Search {
	return func(c *finding.Comparison) finding.Search {
		return finding.Search{Find: func() []finding.Finding { return find(newDetector(c)) }}
	}
}
