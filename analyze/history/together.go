package history

import "math"

const (
	// MaxTogether is the number of files above which a commit says nothing of which of
	// them belong together.
	MaxTogether = 30
	// halfPartner is after how many commits of a file what went with it counts half.
	halfPartner = 10
	// halfBusy is after how many commits of the repository a change counts half;
	// fadeRecent likewise is the scale of what was changed just now.
	halfBusy   = 300
	fadeRecent = 15
)

// A Together is what the past says of a second file that may change with a first.
type Together struct {
	Support int // commits that changed both
	Of      int // commits that changed the first
	// Share is the part of the commits of the first that changed both, the newer the more
	// it counts; Focus the same where a commit of many files counts less. 0 to 1.
	Share, Focus float64
}

// Together returns, by path, the files that changed with the one at a path. Commits of
// very many files do not count.
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

// Busy says how often the file at a path changed, the newer the more it counts: over
// the last hundreds of commits, and over the very last ones. Commits of very many files
// do not count.
func (h *History) Busy(path string) (lately, now float64) {
	for _, i := range h.byPath[path] {
		if len(h.commits[i].Files) <= MaxTogether {
			lately += math.Exp2(-float64(i) / halfBusy)
			now += math.Exp(-float64(i) / fadeRecent)
		}
	}
	return lately, now
}
