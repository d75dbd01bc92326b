package change_test

import (
	"fmt"
	"math/rand"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/diff"
)

// side writes a random version of a few files: the same names and tokens come up
// on both sides, in and out of place.
func side(r *rand.Rand) string {
	var b strings.Builder
	for f := range 3 {
		line := 1
		for range r.Intn(6) {
			name, size := string(rune('a'+r.Intn(6))), 1+r.Intn(9)
			sketch := make([]string, 8)
			for i := range sketch {
				sketch[i] = fmt.Sprint(1 + r.Intn(2))
			}
			fmt.Fprintf(&b, "Function f%d.ts:%s %d-%d sig=%d body=%d sketch=%s\n", f, name, line, line+size, 1+r.Intn(3), 1+r.Intn(5), strings.Join(sketch, ","))
			line += size + 1 + r.Intn(2)
		}
	}
	return b.String()
}

func everyLine() []diff.FileChange {
	var files []diff.FileChange
	for f := range 3 {
		path := fmt.Sprintf("f%d.ts", f)
		files = append(files, edit(path, path, [4]int{1, 100, 1, 100}))
	}
	return files
}

func TestSameSides(t *testing.T) {
	for seed := range int64(50) {
		text := side(rand.New(rand.NewSource(seed)))
		set := change.Detect(nil, graphtest.Parse(t, text), graphtest.Parse(t, text))
		if len(set.Symbols)+len(set.Unmapped) > 0 || set.Incomplete {
			t.Fatalf("seed %d: base = head gives\n%s", seed, dump(set))
		}
	}
}

// Every node of a changed file is in exactly one place: paired, added, removed or another definition of a pair.
func TestEveryNodeOnce(t *testing.T) {
	for seed := range int64(200) {
		r := rand.New(rand.NewSource(seed))
		base, head := graphtest.Parse(t, side(r)), graphtest.Parse(t, side(r))
		set := change.Detect(everyLine(), base, head)
		used := map[*graph.Node]bool{}
		for _, n := range base.Nodes {
			if h := set.HeadOf(n); h != nil {
				if c := set.Symbol(n); set.BaseOf(h) != n && c != nil && c.Base != n && c.Head == h && c.Parts.Has(change.Definitions) {
					continue // another definition of it
				}
				if used[h] || set.BaseOf(h) != n {
					t.Fatalf("seed %d: %s is not the only base of %s", seed, n.ID, h.ID)
				}
				used[h] = true
			} else if c := set.Symbol(n); n.Label == graph.Function && (c == nil || c.Type != change.Removed) {
				t.Fatalf("seed %d: %s has no head and is not removed", seed, n.ID)
			}
		}
	}
}

// Exchanging the sides exchanges added and removed. With unique tokens the pairs
// are the same too; with many equal ones it is a matter of order which is which.
func TestSwappedSides(t *testing.T) {
	for seed := range int64(200) {
		r := rand.New(rand.NewSource(seed))
		a, b := graphtest.Parse(t, side(r)), graphtest.Parse(t, side(r))
		forth, back := change.Detect(everyLine(), a, b), change.Detect(everyLine(), b, a)
		count := func(s *change.Set, k change.Type) int {
			n := 0
			for i := range s.Symbols {
				if s.Symbols[i].Type == k {
					n++
				}
			}
			return n
		}
		if count(forth, change.Added)-count(forth, change.Removed) != count(back, change.Removed)-count(back, change.Added) {
			t.Fatalf("seed %d: there\n%sback\n%s", seed, dump(forth), dump(back))
		}
	}
	a := graphtest.Parse(t, "Function a.ts:f 1-3 sig=1 body=2\nFunction a.ts:g 5-9 sig=3 body=4\n")
	b := graphtest.Parse(t, "Function a.ts:f 1-3 sig=1 body=3\nFunction b.ts:h 5-9 sig=5 body=6\n")
	files := []diff.FileChange{edit("a.ts", "a.ts", [4]int{1, 9, 1, 9}), edit("b.ts", "b.ts", [4]int{1, 9, 1, 9})}
	want := "modified [body] Function:a.ts:f\nremoved [] Function:b.ts:h\nadded [] Function:a.ts:g\n"
	got := strings.Split(strings.TrimSpace(dump(change.Detect(files, b, a))), "\n")
	lines := strings.Split(strings.TrimSpace(want), "\n")
	sort.Strings(got)
	sort.Strings(lines)
	if d := cmp.Diff(lines, got); d != "" {
		t.Errorf("swapped (-want +got):\n%s", d)
	}
}

func TestUnrelatedFileChangesNothing(t *testing.T) {
	for seed := range int64(50) {
		r := rand.New(rand.NewSource(seed))
		base, head := side(r), side(r)
		want := dump(change.Detect(everyLine(), graphtest.Parse(t, base), graphtest.Parse(t, head)))
		other := "Function other.ts:a 1-9 sig=1 body=1 sketch=1,1,1,1,1,1,1,1\n"
		got := dump(change.Detect(everyLine(), graphtest.Parse(t, base+other), graphtest.Parse(t, head+other)))
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, d)
		}
	}
}

// 5,000 symbols change: 1,000 each are edited, moved, renamed, added and removed.
func BenchmarkDetect(b *testing.B) {
	var base, head strings.Builder
	var files []diff.FileChange
	for f := range 50 {
		path, next := fmt.Sprintf("f%d.ts", f), fmt.Sprintf("f%d.ts", (f+1)%50)
		files = append(files, edit(path, path, [4]int{1, 2000, 1, 2000}))
		for i := range 20 {
			id, line := f*20+i, i*50+1
			node := func(w *strings.Builder, path, kind string, shift, salt int) {
				fmt.Fprintf(w, "Function %s:%s%d %d-%d sig=%d body=%d sketch=%d,2,3,4,%d,%d,%d,%d\n",
					path, kind, id, line+shift, line+shift+9, id+1, id+1+salt, id%7, id, id+1, id+2, id+3)
			}
			node(&base, path, "edited", 0, 0)
			node(&head, path, "edited", 0, 5000)
			node(&base, path, "moved", 10, 10000)
			node(&head, next, "moved", 10, 10000)
			node(&base, path, "old", 20, 20000)
			node(&head, path, "new", 20, 30000)
			fmt.Fprintf(&base, "Function %s:removed%d %d-%d sig=1 body=%d\n", path, id, line+30, line+39, 40000+id)
			fmt.Fprintf(&head, "Function %s:added%d %d-%d sig=1 body=%d\n", path, id, line+40, line+49, 50000+id)
		}
	}
	bg, hg := graphtest.Parse(b, base.String()), graphtest.Parse(b, head.String())
	b.ReportAllocs()
	for b.Loop() {
		if set := change.Detect(files, bg, hg); len(set.Symbols) < 4000 {
			b.Fatal(len(set.Symbols))
		}
	}
}
