package pattern

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Steps runs Match and returns the number of steps and matches that the search took.
func (p *Pattern) Steps(t *lang.Tree, lim Limits) (steps, matches int, complete bool) {
	m := p.search(t, lim, func(Match) { matches++ })
	return lim.Steps - m.steps, matches, !m.stopped
}
