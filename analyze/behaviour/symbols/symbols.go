// Package symbols has what a change does to the names of symbols.
//
// In: the changed symbols. Out: names that only one side has, and what renamed symbols are called now.
package symbols

import (
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Renamed returns the new names of renamed symbols, by old name.
func Renamed(set *change.Set) map[string]string {
	names := make(map[string]string)
	for i := range set.Symbols {
		if s := &set.Symbols[i]; s.Base != nil && s.Head != nil && s.Base.Name != s.Head.Name && s.Base.Label != graph.File {
			names[s.Base.Name] = s.Head.Name
		}
	}
	return names
}

// OneSided returns the names of functions that only one side has or that are in another file now, and
// those of all symbols that only base has, and that only head has.
func OneSided(set *change.Set) (functions map[string]bool, symbols [2]map[string]bool) {
	functions, symbols = make(map[string]bool), [2]map[string]bool{{}, {}}
	for i := range set.Symbols {
		s := &set.Symbols[i]
		switch {
		case s.Base == nil:
			symbols[1][s.Head.Name] = true
		case s.Head == nil:
			symbols[0][s.Base.Name] = true
		case s.Base.Path == s.Head.Path:
			continue
		}
		if s.Node().Label.Callable() && !s.Node().Test {
			functions[s.Node().Name] = true
		}
	}
	return functions, symbols
}
