// Package cochange ranks the files that usually have to change together with given files.
//
// In: the graph and the facts of the base, the commit history, and the files that are known to
// change (seeds), with the touched lines where these are known. Out: the other files, the most
// likely first, each with reasons.
//
// A score is the weighted sum of four kinds of evidence: commits that changed both files, uses
// of one file by the other, words that a file shares with the touched lines, and paths. The
// weights are fixed, see weights. The package is pure and deterministic: it reads no files and
// no clock.
package cochange

import (
	"cmp"
	"math"
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/vocabulary"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A File is one file of the state before the change.
type File struct {
	Path  string
	Facts *facts.File // nil for a file that is not parsed
}

// A Seed is a file that is known to change.
type Seed struct {
	Path  string      // before the change
	Hunks []diff.Hunk // empty where it is not known which lines change
	After *facts.File // facts after the change; nil where they are not known
}

// A Partner is a file that may have to change with the seeds.
type Partner struct {
	Path string
	// Score is the sum of the weighted evidence. Scores of different seeds can be compared.
	Score float64
	// Seed is the path of the seed with the highest score.
	Seed     string
	Together history.Together // of the seed
	Evidence Evidence         // with the seed
	Reasons  []string         // clauses, the strongest first
}

// An Index holds one state of a repository for queries. It is immutable.
type Index struct {
	graph    *graph.Graph
	history  *history.History // nil: no commit history
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
	said := wordsOf(files)
	return newIndex(files, newCorpus(said, vocabulary.Of(said)), g, h)
}

// wordsOf returns the words of each file.
func wordsOf(files []File) [][]string {
	said := make([][]string, len(files))
	for i := range files {
		if f := files[i].Facts; f != nil {
			said[i] = vocabulary.Words(f)
		}
	}
	return said
}

// newIndex makes the index of a state with the words of those files that are asked for.
func newIndex(files []File, words *corpus, g *graph.Graph, h *history.History) *Index {
	x := &Index{
		graph: g, history: h, files: files, words: words, at: make(map[string]int, len(files)),
		nodes: make([][]*graph.Node, len(files)), users: make(map[*graph.Node]int), activity: make([]activity, len(files)),
	}
	named := make([][]string, len(files))
	for i, f := range files {
		x.at[f.Path] = i
		named[i] = vocabulary.Split(stem(f.Path))
		slices.Sort(named[i])
		named[i] = slices.Compact(named[i])
		if h != nil {
			x.activity[i].lately, x.activity[i].now = h.Busy(f.Path)
		}
	}
	x.names = newCorpus(named, vocabulary.Of(named))
	for _, n := range g.Nodes {
		i, ok := x.at[n.Path]
		if ok && n.Label != graph.File && n.Label != graph.Folder && n.Start > 0 {
			x.nodes[i] = append(x.nodes[i], n)
		}
	}
	return x
}

// Partners returns the files that may have to change with the seeds, without the seeds
// themselves, the most likely first.
func (x *Index) Partners(seeds []Seed) []Partner {
	return x.among(seeds, func(string) bool { return true })
}

// among returns those of Partners that are wanted.
func (x *Index) among(seeds []Seed, wanted func(path string) bool) []Partner {
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
			if isSeed[x.files[j].Path] || !wanted(x.files[j].Path) {
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

// stem returns the base name of a file up to its first dot.
func stem(file string) string {
	name := path.Base(file)
	for i := range len(name) {
		if name[i] == '.' {
			return name[:i]
		}
	}
	return name
}
