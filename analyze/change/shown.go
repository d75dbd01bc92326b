package change

import (
	"sort"

	"github.com/nexus-ci/nexus-ci/diff"
)

// Shown returns the line of head at which a diff shows the change of a symbol: the line of
// its name if that is added, else the first added line after it, else any added line of the
// symbol, else the line after which its first deleted line was. ok is false if no file of head
// shows the change: the file is deleted, or only other files or names differ.
func (s *Set) Shown(c *Symbol) (path string, line int, ok bool) {
	if h := c.Head; h != nil {
		if s.InDiff(InHead, h.Path, h.Line) {
			return h.Path, h.Line, true
		}
		for _, run := range c.Inserted {
			if run.End >= h.Line {
				return h.Path, max(run.Start, h.Line), true
			}
		}
		if len(c.Inserted) > 0 {
			return h.Path, c.Inserted[0].Start, true
		}
	}
	if c.Base == nil || len(c.Deleted) == 0 {
		return "", 0, false
	}
	return s.cutOut(c.Base.Path, c.Deleted[0].Start)
}

// cutOut returns the line of head after which a deleted line of base was, or the first line of
// its replacement.
func (s *Set) cutOut(basePath string, baseLine int) (path string, line int, ok bool) {
	path = s.HeadPath(basePath)
	i := sort.Search(len(s.Files), func(i int) bool { return s.Files[i].Path() >= path })
	if i == len(s.Files) || s.Files[i].NewPath != path || s.Files[i].OldPath != basePath || s.Files[i].Status == diff.Copied {
		return "", 0, false
	}
	for _, h := range s.Files[i].Hunks {
		if h.OldStart <= baseLine && baseLine < h.OldStart+h.OldLines {
			// In a hunk without new lines, NewStart is the line before it: 0 at the start of the file.
			return path, max(h.NewStart, 1), true
		}
	}
	return "", 0, false
}
