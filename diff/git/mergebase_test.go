package git_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/diff/git"
)

// Histories with many merges, some by clocks that ran backwards: the answer is
// always one that git gives.
func TestMergeBase(t *testing.T) {
	for name, clock := range map[string]func(r *rand.Rand, i int) int{
		"clocks right": func(_ *rand.Rand, i int) int { return 1_700_000_000 + 60*i },
		"one second":   func(*rand.Rand, int) int { return 1_700_000_000 },
		"clocks wrong": func(r *rand.Rand, i int) int { return 1_700_000_000 + 60*i + r.IntN(4000) - 2000 },
	} {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(5, 6))
			f := newRepo(t)
			ids := f.history(120, func(i int) []int {
				var parents []int
				for range min(i, 1+random.IntN(2)) {
					if p := i - 1 - random.IntN(min(i, 8)); !slices.Contains(parents, p) {
						parents = append(parents, p)
					}
				}
				return parents
			}, func(i int) int { return clock(random, i) })
			r := f.open()
			for range 100 {
				a, b := ids[random.IntN(len(ids))], ids[random.IntN(len(ids))]
				want := strings.Fields(f.git("merge-base", "--all", a, b))
				got, err := r.MergeBase(t.Context(), a, b)
				if err != nil || !slices.Contains(want, got) {
					t.Fatalf("MergeBase(%s, %s) = %s, %v; git says %v", a, b, got, err, want)
				}
				again, err := r.MergeBase(t.Context(), b, a)
				if err != nil || again != got {
					t.Fatalf("the other way round it is %s, not %s (%v)", again, got, err)
				}
			}
		})
	}
}

func TestMergeBaseOfUnrelated(t *testing.T) {
	f := newRepo(t)
	a := f.commit("a", "1\n")
	f.git("checkout", "-q", "--orphan", "other")
	b := f.commit("b", "1\n")
	if got, err := f.open().MergeBase(t.Context(), a, b); !errors.Is(err, git.ErrUnrelated) {
		t.Errorf("got %q, %v", got, err)
	}
}

// A shallow clone has both commits but not what is between them.
func TestMergeBaseInShallowClone(t *testing.T) {
	f := newRepo(t)
	f.commit("a", "1\n")
	f.git("branch", "topic")
	base := f.commit("a", "2\n")
	f.git("checkout", "-q", "topic")
	head := f.commit("b", "1\n")
	c := f.clone("--depth=1", "--no-single-branch")
	_, err := c.open().MergeBase(t.Context(), base, head)
	var missing *git.MissingObjectError
	if !errors.As(err, &missing) || missing.Hint != "git fetch --unshallow origin" {
		t.Fatalf("error %v", err)
	}
	c.git("fetch", "-q", "--unshallow", "origin")
	got, err := c.open().MergeBase(t.Context(), base, head)
	if want := f.git("merge-base", base, head); err != nil || got != want {
		t.Errorf("after the command: %s, %v; want %s", got, err, want)
	}
}

// Each of many common ancestors would be compared with each other one.
func TestMergeBaseIsBounded(t *testing.T) {
	f := newRepo(t)
	const roots = 150
	ids := f.history(roots+2, func(i int) []int {
		var parents []int
		for p := 0; i >= roots && p < roots; p++ {
			parents = append(parents, p)
		}
		return parents
	}, func(i int) int { return 1_700_000_000 + i })
	var limit *git.LimitError
	if _, err := f.open().MergeBase(t.Context(), ids[roots], ids[roots+1]); !errors.As(err, &limit) {
		t.Errorf("error %v", err)
	}
}
