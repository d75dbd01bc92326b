package analyze

import (
	"slices"
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/diff"
)

// size counts the decision points and code lines that a change adds to files
// that are neither tests nor generated; lines that only moved, and symbols that only
// follow new names, do not count.
func (s *store) size(changes []diff.FileChange, head *graph.Graph, set *change.Set) risk.Size {
	var out risk.Size
	for i := range changes {
		c := &changes[i]
		l := s.source(c.NewPath, head)
		if l == nil {
			continue
		}
		f := s.facts(c.NewBlob, l)
		if f == nil {
			continue
		}
		added := func(line int) bool {
			j := sort.Search(len(c.Hunks), func(j int) bool { return c.Hunks[j].NewStart+c.Hunks[j].NewLines > line })
			if j == len(c.Hunks) || line < c.Hunks[j].NewStart {
				return false
			}
			_, moved := slices.BinarySearch(c.Moved, line)
			return !moved && !set.FollowsNames(c.NewPath, line)
		}
		for _, line := range f.Decisions {
			if added(int(line)) {
				out.DecisionPoints++
			}
		}
		for _, span := range f.Code {
			for line := span.Start; line <= span.End; line++ {
				if added(int(line)) {
					out.CodeLines++
				}
			}
		}
	}
	return out
}

// source returns the language of a file of one side that holds code of the program: no
// test, nothing generated; nil for any other.
func (s *store) source(path string, side *graph.Graph) *lang.Language {
	l := s.languages.ByPath(path)
	if l == nil || l.Grammar == nil {
		return nil
	}
	if n := side.Node("File:" + path); n == nil || n.Test || n.Generated {
		return nil
	}
	return l
}
