package cochange

import "github.com/nexus-ci/nexus-ci/analyze/history"

// A file is worth a reviewer's look where it nearly always changed with a changed one and
// where what this change says speaks for it too: the past alone names the wrong file in
// every second change. docs/usage.md says how often these limits were right.
const (
	leastTogether = 4   // commits that changed both
	leastUsual    = 0.6 // of the commits of the changed file; the newer, the more it counts
	leastScore    = 10
	// maxForgotten is how many files are worth naming: more are a list that nobody reads.
	maxForgotten = 2
)

// Usual reports whether a file nearly always changes with another.
func Usual(t history.Together) bool {
	return t.Support >= leastTogether && t.Share >= leastUsual && 2*t.Support > t.Of
}

// Forgotten keeps of partners, as Index.Partners returns them, those without which the
// change looks incomplete. Candidate says which of them a change could forget.
func Forgotten(partners []Partner, candidate func(path string) bool) []Partner {
	var kept []Partner
	for _, p := range partners {
		if p.Score < leastScore || len(kept) == maxForgotten {
			break
		}
		if Usual(p.Together) && candidate(p.Path) {
			kept = append(kept, p)
		}
	}
	return kept
}
