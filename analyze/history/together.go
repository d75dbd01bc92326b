package history

import "math"

const (
	// MaxTogether is the maximum number of files of a commit that is used as evidence that
	// files change together.
	MaxTogether = 30
	// halfPartner is the half-life of a shared commit, in later commits of the same file.
	halfPartner = 10
	// halfBusy is the half-life of a commit in later commits of the repository; fadeRecent is
	// the decay constant for the very last commits.
	halfBusy   = 300
	fadeRecent = 15
)

// A Together says how often a second file changed in the commits of a first one.
type Together struct {
	Support int // commits that changed both
	Of      int // commits that changed the first
	// Share is the part of the first file's commits that changed both; newer commits weigh
	// more. In Focus, commits with many files weigh less. Both are 0 to 1.
	Share, Focus float64
}

// Together returns, by path, the files that changed together with the one at a path. Commits
// with more than MaxTogether files are ignored.
func (h *History) Together(path string) map[string]Together {
	weight := make(map[int32]float64)
	var sum float64
	var of int
	for _, i := range h.byPath[path] {
		if len(h.commits[i].Files) <= MaxTogether {
			w := math.Exp2(-float64(of) / halfPartner)
			weight[i] = w
			sum += w
			of++
		}
	}
	found := make(map[string]Together)
	if of == 0 {
		return found
	}
	for other, commits := range h.byPath {
		if other == path {
			continue
		}
		t := Together{Of: of}
		for _, i := range commits {
			if w, ok := weight[i]; ok {
				t.Support++
				t.Share += w
				t.Focus += w / float64(len(h.commits[i].Files)-1)
			}
		}
		if t.Support > 0 {
			t.Share /= sum + 0.5
			t.Focus /= sum + 0.5
			found[other] = t
		}
	}
	return found
}

// Busy says how often the file at a path changed, with newer commits weighing more: over
// the last hundreds of commits (lately), and over the very last ones (now). Commits with more
// than MaxTogether files are ignored.
func (h *History) Busy(path string) (lately, now float64) {
	for _, i := range h.byPath[path] {
		if len(h.commits[i].Files) <= MaxTogether {
			lately += math.Exp2(-float64(i) / halfBusy)
			now += math.Exp(-float64(i) / fadeRecent)
		}
	}
	return lately, now
}
