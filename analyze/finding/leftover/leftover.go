// Package leftover finds what a change left behind: code that nothing uses any more, old names,
// code that no test reaches any more.
//
// In: a finding.Comparison with the mentions of words in head. Out: findings of the rules
// orphaned, rename-incomplete and lost-test.
//
// Invariants: nothing is claimed of a symbol whose name still stands where the graph does not
// explain it.
package leftover

import (
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A detector is a comparison with what these rules ask for often, before the mentions are known
// and after.
type detector struct {
	*finding.Comparison
	members   map[*graph.Node][]*graph.Node // memo of parts
	testFiles map[string]bool               // memo of touched
	// memos of the functions of their names with "find" before
	renames  func() []rename
	unused   func() map[*graph.Node]*graph.Edge
	untested func() []untested
}

func newDetector(c *finding.Comparison) *detector {
	d := &detector{Comparison: c}
	d.renames, d.untested = sync.OnceValue(d.findRenames), sync.OnceValue(d.findUntested)
	d.unused = sync.OnceValue(func() map[*graph.Node]*graph.Edge { return d.findUnused(nil) })
	return d
}
