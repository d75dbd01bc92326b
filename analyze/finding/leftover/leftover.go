// Package leftover finds remains of a change: code that is no longer used, mentions of old names, documents
// about what changed, code that tests no longer reach.
//
// In: a finding.Comparison with the mentions of words in head. Out: findings of the rules
// orphaned, rename-incomplete, stale-document and lost-test; and the documents that name what changed otherwise.
//
// Invariants: nothing is reported for a symbol whose name still occurs at a place that the graph
// does not explain.
package leftover

import (
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A detector is a comparison with results that several of these rules need, before and after the
// mentions are known.
type detector struct {
	*finding.Comparison
	members            *members             // memo of parts, nil until asked for
	orphanable, living map[*graph.Node]bool // memos of mayOrphan and of what lives found
	testFiles          map[string]bool      // memo of touched
	// memos of the functions with the prefix "find"
	renames  func() []rename
	unused   func() map[*graph.Node]*graph.Edge
	untested func() []untested
}

func newDetector(c *finding.Comparison) *detector {
	d := &detector{Comparison: c, orphanable: make(map[*graph.Node]bool), living: make(map[*graph.Node]bool)}
	d.renames, d.untested = sync.OnceValue(d.findRenames), sync.OnceValue(d.findUntested)
	d.unused = sync.OnceValue(func() map[*graph.Node]*graph.Edge { return d.findUnused(nil) })
	return d
}
