package cochange

import "github.com/nexus-ci/nexus-ci/analyze/history"

// The limits for a forgotten file: it nearly always changed with a changed file, and the other
// evidence supports it too. The commit history alone names a wrong file in every second
// change. docs/usage.md has the measured precision of these limits.
const (
	leastTogether = 4   // commits that changed both
	leastUsual    = 0.6 // share of the commits of the changed file, newer ones weigh more
	leastScore    = 10
	// maxForgotten bounds the list; longer lists are ignored by reviewers.
	maxForgotten = 2
)

// Usual reports whether a file nearly always changes with another.
func Usual(t history.Together) bool {
	return t.Support >= leastTogether && t.Share >= leastUsual && 2*t.Support > t.Of
}

// Forgotten returns those partners, as Index.Partners returns them, that the change probably
// forgot. candidate says which paths are considered.
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
