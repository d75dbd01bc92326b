// Package cochange ranks the files that usually have to change with some files.
//
// In: the graph of the state before a change, what its files say (facts), its past, and
// the files that a change begins with, with the lines it touches if these are known. Out:
// the other files, the most likely first, each with the reasons.
//
// Four kinds of evidence are added up: what changed together before, who uses what, the
// words that files share with the touched lines, and how paths look. Their weights are
// fixed and stand in one table, see weights. It is pure and deterministic: no clock, no
// reading.
package cochange

import (
	"cmp"
	"math"
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A File is one file of the state before the change.
type File struct {
	Path  string
	Facts *facts.File // nil for one that is not read
}

// A Seed is a file that a change begins with.
type Seed struct {
	Path  string      // before the change
	Hunks []diff.Hunk // none where it is not known how it changes
	After *facts.File // of the file after the change; nil where that is not known
}

// A Partner is a file that may have to change with the seeds.
type Partner struct {
	Path string
	// Score is a sum of evidence: it orders files, also those of different seeds.
	Score float64
	// Seed is the path of the seed that the score speaks of, which is the best one.
	Seed     string
	Together history.Together // of the seed
	Evidence Evidence         // with the seed
	Reasons  []string         // clauses, the weightiest first
}

// An Index answers for one state of a repository. It never changes.
type Index struct {
	graph    *graph.Graph
	history  *history.History // nil: nothing is known
	files    []File
	at       map[string]int // by path
	words    *corpus
	names    *corpus
	nodes    [][]*graph.Node // symbols of each file
	users    map[*graph.Node]int
	activity []activity
}

type activity struct{ lately, now float64 }

// New makes the index of one state. The history may be nil.
func New(files []File, g *graph.Graph, h *history.History) *Index {
	x := &Index{
		graph: g, history: h, files: files, at: make(map[string]int, len(files)),
		nodes: make([][]*graph.Node, len(files)), users: make(map[*graph.Node]int), activity: make([]activity, len(files)),
	}
	said := make([][]string, len(files))
	named := make([][]string, len(files))
	for i, f := range files {
		x.at[f.Path] = i
		named[i] = split(stem(f.Path))
		if f.Facts != nil {
			said[i] = wordsOf(f.Facts)
		}
		if h != nil {
			x.activity[i].lately, x.activity[i].now = h.Busy(f.Path)
		}
	}
	x.words, x.names = newCorpus(said), newCorpus(named)
	for _, n := range g.Nodes {
		i, ok := x.at[n.Path]
		if ok && n.Label != graph.File && n.Label != graph.Folder && n.Start > 0 {
			x.nodes[i] = append(x.nodes[i], n)
		}
	}
	return x
}

// Partners returns the files that may have to change with the seeds, which are not among
// them, the most likely first.
func (x *Index) Partners(seeds []Seed) []Partner {
	best := make([]Partner, len(x.files))
	for i := range best {
		best[i].Score = math.Inf(-1)
	}
	isSeed := make(map[string]bool)
	for _, s := range seeds {
		isSeed[s.Path] = true
	}
	for i := range seeds {
		v := x.view(&seeds[i])
		for j := range x.files {
			if isSeed[x.files[j].Path] {
				continue
			}
			e := v.evidence(j)
			if score := e.score(); score > best[j].Score {
				best[j] = Partner{
					Path: x.files[j].Path, Score: score, Seed: seeds[i].Path, Together: v.together[x.files[j].Path], Evidence: e,
					Reasons: v.reasons(j, &e),
				}
			}
		}
	}
	best = slices.DeleteFunc(best, func(p Partner) bool { return p.Path == "" })
	slices.SortStableFunc(best, func(a, b Partner) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Path, b.Path))
	})
	return best
}

// stem returns the name of a file up to its first dot.
func stem(file string) string {
	name := path.Base(file)
	for i := range len(name) {
		if name[i] == '.' {
			return name[:i]
		}
	}
	return name
}
