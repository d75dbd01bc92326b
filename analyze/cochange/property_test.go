package cochange

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/diff"
)

// random makes a repository, its past and changes of some of its files.
func random(r *rand.Rand) (*Index, []Seed) {
	words := []string{"open", "readHeader", "HTTPServer", "x", "", "\xff", "parse_line2", "close"}
	said := func() *facts.File {
		if r.IntN(5) == 0 {
			return nil
		}
		f := &facts.File{Lines: 20}
		for range r.IntN(8) {
			f.Exprs = append(f.Exprs, facts.Expr{Kind: facts.Name, Name: words[r.IntN(len(words))], Line: 1 + r.Int32N(20)})
		}
		return f
	}
	var files []File
	var nodes []*graph.Node
	b := graph.NewBuilder()
	for i := range 2 + r.IntN(10) {
		path := fmt.Sprintf("%sfile%d.go", []string{"", "a/", "a/b/", "c/"}[r.IntN(4)], i)
		files = append(files, File{path, said()})
		nodes = append(nodes, b.Add(&graph.Node{ID: "File:" + path, Label: graph.File, Path: path, Qualified: path}))
		nodes = append(nodes, b.Add(&graph.Node{ID: "Function:" + path + ":F", Label: graph.Function, Path: path, Name: "F", Qualified: "F", Start: 2, End: 9}))
	}
	types := []graph.EdgeType{graph.Imports, graph.Calls, graph.References, graph.Contains}
	for range r.IntN(30) {
		b.Edge(nodes[r.IntN(len(nodes))], types[r.IntN(len(types))], nodes[r.IntN(len(nodes))], r.Float64(), 1, graph.Site{Line: 3})
	}
	var commits []diff.Commit
	for i := range r.IntN(20) {
		c := diff.Commit{ID: fmt.Sprint(i), Time: int64(1000 - i)}
		for _, f := range files {
			if r.IntN(3) == 0 {
				c.Files = append(c.Files, diff.CommitFile{Path: f.Path, Status: diff.Modified})
			}
		}
		commits = append(commits, c)
	}
	var seeds []Seed
	for _, f := range files[:1+r.IntN(len(files))] {
		s := Seed{Path: f.Path, After: said()}
		for range r.IntN(3) {
			s.Hunks = append(s.Hunks, diff.Hunk{OldStart: r.IntN(20), OldLines: r.IntN(4), NewStart: r.IntN(20), NewLines: r.IntN(4)})
		}
		seeds = append(seeds, s)
	}
	return New(files, b.Graph(), history.New(commits, true)), seeds
}

// Whatever the repository looks like: every file but the seeds is ranked once, by numbers,
// and neither the run nor the order of the seeds decides where.
func TestPartnersOfAnything(t *testing.T) {
	for n := range uint64(300) {
		r := rand.New(rand.NewPCG(n, 7))
		x, seeds := random(r)
		got := x.Partners(seeds)
		if want := len(x.files) - len(seeds); len(got) != want {
			t.Fatalf("case %d: %d partners of %d files", n, len(got), want)
		}
		for i, p := range got {
			if math.IsNaN(p.Score) || math.IsInf(p.Score, 0) || i > 0 && p.Score > got[i-1].Score || len(p.Reasons) > maxReasons {
				t.Fatalf("case %d: %+v", n, p)
			}
			if p.Together.Support > p.Together.Of || p.Together.Share > 1 || p.Together.Focus > p.Together.Share+1e-9 {
				t.Fatalf("case %d: %+v", n, p.Together)
			}
		}
		if diff := cmp.Diff(got, x.Partners(seeds)); diff != "" {
			t.Fatalf("case %d: another run says (-first +second):\n%s", n, diff)
		}
		slices.Reverse(seeds)
		reversed := x.Partners(seeds)
		for i := range got {
			if got[i].Path != reversed[i].Path || got[i].Score != reversed[i].Score {
				t.Fatalf("case %d: the order of the seeds decides: %v, %v", n, got[i], reversed[i])
			}
		}
	}
}

// What is read of some files alone gives them the same rank as reading all.
func TestAmongIsPartnersOfSome(t *testing.T) {
	for n := range uint64(300) {
		x, seeds := random(rand.New(rand.NewPCG(n, 7)))
		wanted := func(path string) bool { return path[len(path)-4]%2 == 0 } // the digit before .go
		var want []Partner
		for _, p := range x.Partners(seeds) {
			if wanted(p.Path) {
				want = append(want, p)
			}
		}
		few := slices.Clone(x.files)
		for i := range few {
			if !wanted(few[i].Path) && !slices.ContainsFunc(seeds, func(s Seed) bool { return s.Path == few[i].Path }) {
				few[i].Facts = nil
			}
		}
		words := newCorpus(wordsOf(few), x.words.Vocabulary)
		if diff := cmp.Diff(want, newIndex(few, words, x.graph, x.history).among(seeds, wanted), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("case %d (-all +some):\n%s", n, diff)
		}
	}
}
