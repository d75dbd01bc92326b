package cochange

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/diff"
)

func TestDistance(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want int
	}{
		{"a.go", "b.go", 0},
		{"x/a.go", "x/b.go", 0},
		{"x/a.go", "b.go", 1},
		{"x/a.go", "y/b.go", 2},
		{"x/y/a.go", "x/z/w/b.go", 3},
		{"x/ab/a.go", "x/abc/b.go", 2},
	} {
		if got := distance(tc.a, tc.b); got != tc.want {
			t.Errorf("distance(%s, %s) = %d, want %d", tc.a, tc.b, got, tc.want)
		}
		if got := distance(tc.b, tc.a); got != tc.want {
			t.Errorf("distance(%s, %s) = %d, want %d", tc.b, tc.a, got, tc.want)
		}
	}
}

func TestTouchedLines(t *testing.T) {
	hunks := []diff.Hunk{{OldStart: 10, OldLines: 2, NewStart: 10, NewLines: 1}, {OldStart: 30, NewStart: 29, NewLines: 3}}
	var old, near, added []int
	for line := range 40 {
		if inOld(hunks, line, 0) {
			old = append(old, line)
		}
		if inOld(hunks, line, 2) {
			near = append(near, line)
		}
		if inNew(hunks, line) {
			added = append(added, line)
		}
	}
	if diff := cmp.Diff([][]int{{10, 11}, {8, 9, 10, 11, 12, 13, 29, 30, 31, 32}, {10, 29, 30, 31}}, [][]int{old, near, added}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// sample is a small repository: caller.go calls Open of store.go, cache.go says the
// same words, notes.txt changed with store.go before, and far/other.go has nothing to do
// with it.
func sample() ([]File, *graph.Graph, *history.History) {
	said := func(names ...string) *facts.File {
		f := &facts.File{Lines: 20}
		for i, n := range names {
			f.Exprs = append(f.Exprs, facts.Expr{Kind: facts.Name, Name: n, Line: int32(i + 1)})
		}
		return f
	}
	files := []File{
		{"cache.go", said("evictOldest", "maxBytes")},
		{"caller.go", said("store", "serve")},
		{"far/other.go", said("paint", "canvas")},
		{"notes.txt", nil},
		{"store.go", said("evictOldest", "open", "close")},
	}
	b := graph.NewBuilder()
	nodes := make(map[string]*graph.Node)
	for _, f := range files {
		nodes[f.Path] = b.Add(&graph.Node{ID: "File:" + f.Path, Label: graph.File, Path: f.Path, Qualified: f.Path})
	}
	open := b.Add(&graph.Node{ID: "Function:store.go:Open", Label: graph.Function, Path: "store.go", Name: "Open", Qualified: "Open", Start: 1, End: 3})
	b.Edge(nodes["caller.go"], graph.Calls, open, 1, 1, graph.Site{Line: 2})
	together := diff.Commit{Files: []diff.CommitFile{{Path: "notes.txt"}, {Path: "store.go"}}}
	return files, b.Graph(), history.New([]diff.Commit{together, together, {Files: []diff.CommitFile{{Path: "store.go"}}}}, true)
}

func TestPartners(t *testing.T) {
	files, g, h := sample()
	x := New(files, g, h)
	touched := Seed{Path: "store.go", Hunks: []diff.Hunk{{OldStart: 1, OldLines: 1, NewStart: 1}}, After: files[0].Facts}
	got := x.Partners([]Seed{touched})
	order := make([]string, len(got))
	for i, p := range got {
		order[i] = p.Path
	}
	if last := order[len(order)-1]; len(order) != 4 || slices.Contains(order, "store.go") || last != "far/other.go" {
		t.Errorf("order %v: want all but the seed, far/other.go last", order)
	}
	reasons := make(map[string]string)
	for _, p := range got {
		reasons[p.Path] = strings.Join(p.Reasons, "; ")
	}
	for path, want := range map[string]string{
		"caller.go":    "calls `Open`, which the change touches",
		"notes.txt":    "changed together in 2 of 3 commits",
		"cache.go":     "says `evict`, `oldest`, which the change touches",
		"far/other.go": "",
	} {
		if !strings.HasPrefix(reasons[path], want) || want == "" && reasons[path] != "" {
			t.Errorf("%s: %q, want %q", path, reasons[path], want)
		}
	}
}

// More evidence never makes a file less likely.
func TestWeightsOfEvidence(t *testing.T) {
	for k, w := range weights {
		if w <= 0 {
			t.Errorf("the weight of %v is %v", Kind(k), w)
		}
	}
}

// Of several seeds each file is judged by the one that speaks for it most, and no seed
// is a partner.
func TestPartnersOfSeveral(t *testing.T) {
	files, g, h := sample()
	x := New(files, g, h)
	alone := make(map[string]float64)
	for _, p := range x.Partners([]Seed{{Path: "store.go"}}) {
		alone[p.Path] = p.Score
	}
	for _, p := range x.Partners([]Seed{{Path: "store.go"}, {Path: "far/other.go"}}) {
		if p.Path == "far/other.go" || p.Score < alone[p.Path] {
			t.Errorf("%s: %v, alone %v", p.Path, p.Score, alone[p.Path])
		}
	}
}

func TestPartnersKnowNothing(t *testing.T) {
	g := graph.NewBuilder().Graph()
	if got := New(nil, g, nil).Partners([]Seed{{Path: "gone.go", Hunks: []diff.Hunk{{OldStart: 1, OldLines: 1}}}}); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	files := []File{{"a.txt", nil}, {"b/c.txt", nil}, {"d.txt", nil}}
	got := New(files, g, nil).Partners([]Seed{{Path: "a.txt"}})
	if len(got) != 2 || got[0].Path != "d.txt" {
		t.Errorf("without any evidence the nearest comes first: %v", got)
	}
}

func TestPartnersAreTheSameAnyway(t *testing.T) {
	files, g, h := sample()
	seeds := []Seed{{Path: "store.go", Hunks: []diff.Hunk{{OldStart: 1, OldLines: 2, NewStart: 1, NewLines: 2}}, After: files[1].Facts}}
	want := New(files, g, h).Partners(seeds)
	for range 20 {
		if diff := cmp.Diff(want, New(files, g, h).Partners(seeds)); diff != "" {
			t.Fatal(diff)
		}
	}
}
