package history

import (
	"cmp"
	"slices"
)

// A Recent is who changed files lately.
type Recent struct {
	Commit string   // the newest of the author's that changed one of the files
	Paths  []string // the files that the author changed
	newest int32    // its place in the log
}

// Recent returns who changed files within FixAge of the newest commit, but for one author: most files
// first, then the latest. It says neither names nor how well anybody knows the files.
func (h *History) Recent(paths []string, except string) []Recent {
	byAuthor := make(map[string]*Recent)
	for _, p := range paths {
		for _, i := range h.byPath[p] {
			c := &h.commits[i]
			if c.Author == except || h.now-c.Time > FixAge {
				continue
			}
			r := byAuthor[c.Author]
			if r == nil {
				r = &Recent{Commit: c.ID, newest: i}
				byAuthor[c.Author] = r
			}
			if i < r.newest {
				r.Commit, r.newest = c.ID, i
			}
			if !slices.Contains(r.Paths, p) {
				r.Paths = append(r.Paths, p)
			}
		}
	}
	var list []Recent
	for _, r := range byAuthor {
		list = append(list, *r)
	}
	slices.SortFunc(list, func(a, b Recent) int {
		return cmp.Or(cmp.Compare(len(b.Paths), len(a.Paths)), cmp.Compare(a.newest, b.newest))
	})
	return list
}
