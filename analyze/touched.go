package analyze

import (
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/diff"
)

// pastOf is what the past says of the source files that a change touches; nil where the
// clone does not reach back far enough.
func (s *line) pastOf(h *history.History, in *Input, base, head *graph.Graph) *history.Touched {
	if h == nil || !h.Covers(history.FixAge) {
		return nil
	}
	var paths []string
	for i := range in.Changes {
		c := &in.Changes[i]
		switch {
		case c.Status == diff.Deleted && s.Source(c.OldPath, base) != nil, c.Status == diff.Renamed && s.Source(c.NewPath, head) != nil:
			paths = append(paths, c.OldPath)
		case c.Status != diff.Deleted && s.Source(c.NewPath, head) != nil:
			paths = append(paths, c.NewPath)
		}
	}
	t := h.Touched(paths, in.Meta.Author)
	return &t
}
