package analyze_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// A run that may use little memory reads the changed files first, leaves the same others out
// of both sides, and says how many.
func TestMemoryBudget(t *testing.T) {
	in := repository(t, 8)
	in.Policy.Memory = 2_000_000
	var first *analyze.Result
	for _, workers := range []int{1, 4} {
		in.Workers = workers
		res := warm(t, in, t.TempDir())
		if first == nil {
			first = res
		}
		if d := cmp.Diff(out(first), out(res)); d != "" {
			t.Errorf("%d workers leave out others (-1 +them):\n%s", workers, d)
		}
	}
	left := out(first)
	all := len(in.Head.Files)
	if len(left) == 0 || len(left) >= all || slices.Contains(left, "internal/p1/p1.go") {
		t.Errorf("of %d files these are left out: %q", all, left)
	}
	want := fmt.Sprintf("%d files not read: the memory budget of 2 MB is used up", len(left))
	if got := whole(first); !cmp.Equal(got, []string{want}) || !first.Assessment.Incomplete || !slices.Contains(first.Assessment.Missing, want) {
		t.Errorf("it says %q, misses %q, not %q", got, first.Assessment.Missing, want)
	}
	if len(first.Change.Symbols) != 1 {
		t.Errorf("the change is %v", first.Change.Symbols)
	}
	base := left[:0:0]
	for _, k := range first.Base.Graph.Skips {
		if k.Reason == graph.SkipMemory && k.Path != change.Whole {
			base = append(base, k.Path)
		}
	}
	if d := cmp.Diff(left, base); d != "" {
		t.Errorf("the sides differ (-head +base):\n%s", d)
	}
}

// A run with little memory leaves out the same files when the cache has whole graphs.
func TestMemoryBudgetWithStoredGraphs(t *testing.T) {
	dir := t.TempDir()
	in := repository(t, 8)
	warm(t, in, dir)
	for _, memory := range []int64{2_000_000, 20_000_000} {
		in.Policy.Memory = memory
		cold, stored := run(t, in), warm(t, in, dir)
		if d := cmp.Diff(out(cold), out(stored)); d != "" {
			t.Errorf("%d bytes: others are left out (-cold +stored):\n%s", memory, d)
		}
		if used := stored.Stats.StoredGraphs > 0; used != (len(out(cold)) == 0) {
			t.Errorf("%d bytes leave out %d files; a stored graph is used: %t", memory, len(out(cold)), used)
		}
	}
}

// out returns the files that the head of a result lacks for want of memory.
func out(r *analyze.Result) []string {
	var paths []string
	for _, k := range r.Head.Graph.Skips {
		if k.Path != change.Whole && (k.Reason == graph.SkipMemory || k.Reason == graph.SkipCopies) {
			paths = append(paths, k.Path)
		}
	}
	return paths
}

// whole returns what a result says of the run.
func whole(r *analyze.Result) []string {
	var all []string
	for _, u := range r.Change.Unmapped {
		if u.Path == change.Whole {
			all = append(all, u.Message)
		}
	}
	return all
}

// One content under many names is read so often and no more; without a definition it is
// cheap, and what differs is no copy.
func TestCopies(t *testing.T) {
	files := func(content string) map[string][]byte {
		m := map[string][]byte{"a.go": []byte("package a\n")}
		for i := range 6000 {
			m[fmt.Sprintf("d%d/f.go", i)] = []byte(strings.ReplaceAll(content, "$", fmt.Sprint(i)))
		}
		return m
	}
	for _, tt := range []struct {
		name, content string
		left          bool
	}{
		{"copies", "package d\n\nfunc f() int { return g() }\n\nfunc g() int { return 1 }\n", true},
		{"few parts", "package d\n", false},
		{"others", "package d\n\nfunc f$() int { return g$() }\n\nfunc g$() int { return 1 }\n", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			blobs := make(difftest.Blobs)
			base := files(tt.content)
			head := files(tt.content)
			head["a.go"] = []byte("package a\n\nfunc f() {}\n")
			head["d5999/f.go"] = append(head["d5999/f.go"], '\n')
			in := analyze.Input{Base: blobs.Snapshot("base", base), Head: blobs.Snapshot("head", head), Blobs: blobs, Languages: all.Languages()}
			var err error
			if in.Changes, err = diff.Compare(in.Base, in.Head, func(id string) ([]byte, error) { return blobs[id], nil }); err != nil {
				t.Fatal(err)
			}
			res := run(t, in)
			left := out(res)
			if !tt.left {
				if len(left) > 0 || len(whole(res)) > 0 {
					t.Errorf("%d files are left out: %q", len(left), whole(res))
				}
				return
			}
			want := fmt.Sprintf("%d files not read: they are copies of others, and copies hold more than 10000 definitions and expressions", len(left))
			if len(left) < 3000 || slices.Contains(left, "d5999/f.go") || !cmp.Equal(whole(res), []string{want}) {
				t.Errorf("%d files are left out: %q", len(left), whole(res))
			}
		})
	}
}
