package history

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A line is a first-parent line of commits, newest first, a day apart.
type line struct {
	commits []diff.Commit
	shallow bool // the parents of the last commit were not cloned
	read    int  // commits so far
}

func newLine(n int) *line {
	random := rand.New(rand.NewPCG(6, 6))
	l := &line{}
	for i := range n {
		c := diff.Commit{
			ID: fmt.Sprintf("%016x%024x", random.Uint64(), random.Uint64()), Time: int64(n-i) * Day,
			Author: fmt.Sprint(i % 7), Title: fmt.Sprintf("Fix %d", i), Merge: i%3 == 0,
		}
		for k := range i % 4 {
			c.Files = append(c.Files, diff.CommitFile{Path: fmt.Sprintf("dir/%d/%d", i%5, k), Status: diff.Status(k % 3)})
		}
		if i > 0 {
			l.commits[i-1].Parent = c.ID
		}
		l.commits = append(l.commits, c)
	}
	return l
}

func (l *line) LogVersion() string { return fmt.Sprint(l.shallow, len(l.commits)) }

func (l *line) Log(_ context.Context, from string, o diff.LogOptions) ([]diff.Commit, bool, error) {
	var out []diff.Commit
	for i := range l.commits {
		c := l.commits[i]
		if len(out) == 0 && c.ID != from {
			continue
		}
		if len(out) > 0 && o.Stop(&c) {
			return out, true, nil
		}
		if l.shallow && i == len(l.commits)-1 {
			return out, false, nil
		}
		out = append(out, c)
		l.read++
	}
	return out, true, nil
}

// The past is the same for any state of the cache, and nothing is read twice.
func TestReadCached(t *testing.T) {
	l := newLine(500)
	dir := t.TempDir()
	for _, step := range []struct {
		name           string
		from           int
		window         Window
		commits        int
		atLeast, below int // commits that are read
	}{
		{"cold", 5, Window{Commits: 100}, 100, 100, 300},
		{"warm", 5, Window{Commits: 100}, 100, 0, 1},
		{"a smaller window", 5, Window{Commits: 10}, 10, 0, 1},
		{"a new commit", 4, Window{Commits: 100}, 100, 1, 2},
		{"five new commits", 0, Window{Commits: 90}, 90, 4, 5},
		{"a time", 0, Window{Age: 20 * Day}, 21, 0, 1},
		{"an older base", 30, Window{Commits: 20}, 20, 0, 200},
		{"everything", 0, Window{}, 500, 1, 400},
		{"everything again", 0, Window{}, 500, 0, 1},
		{"the first commit", 499, Window{}, 1, 0, 2},
	} {
		t.Run(step.name, func(t *testing.T) {
			c, err := cache.Open(dir, 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			got := readPast(t, l, c, step.from, step.window)
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			if l.read < step.atLeast || l.read >= step.below {
				t.Errorf("%d commits were read", l.read)
			}
			if diff := cmp.Diff(l.commits[step.from:step.from+step.commits], got.commits); diff != "" || !got.complete {
				t.Errorf("complete %v (-want +got):\n%s", got.complete, diff)
			}
			if without := readPast(t, l, nil, step.from, step.window); !cmp.Equal(without.commits, got.commits) {
				t.Error("not the same without a cache")
			}
		})
	}
}

func readPast(t *testing.T, l *line, c *cache.Cache, from int, w Window) *reader {
	t.Helper()
	l.read = 0
	h, err := Read(context.Background(), l, c, &diff.Snapshot{Commit: l.commits[from].ID, Time: l.commits[from].Time}, w)
	if err != nil {
		t.Fatal(err)
	}
	read := l.read
	p := newReader(l, c, &diff.Snapshot{Commit: l.commits[from].ID, Time: l.commits[from].Time}, w)
	if err := p.read(context.Background(), l.commits[from].ID); err != nil {
		t.Fatal(err)
	}
	if h.Commits() != len(p.commits) || h.Complete() != p.complete {
		t.Errorf("%d commits, complete %v; then %d, %v", h.Commits(), h.Complete(), len(p.commits), p.complete)
	}
	l.read = read
	return p
}

// What a shallow clone lacks is never taken for a past without changes, whatever another
// clone left in the cache.
func TestReadOfShallowClone(t *testing.T) {
	dir := t.TempDir()
	c, err := cache.Open(dir, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	whole := newLine(300)
	readPast(t, whole, c, 0, Window{})
	for _, tc := range []struct {
		name     string
		window   Window
		cloned   int
		commits  int
		complete bool
	}{
		{"no parents", Window{}, 1, 0, false},
		{"less than the window", Window{Commits: 100}, 100, 99, false},
		{"just the window", Window{Commits: 100}, 101, 100, true},
		{"more than the window", Window{Commits: 100}, 250, 100, true},
		{"more than the time", Window{Age: 30 * Day}, 100, 31, true},
	} {
		shallow := &line{commits: whole.commits[:tc.cloned], shallow: true}
		for _, c := range []*cache.Cache{nil, c, c} {
			if p := readPast(t, shallow, c, 0, tc.window); len(p.commits) != tc.commits || p.complete != tc.complete {
				t.Errorf("%s: %d commits, complete %v", tc.name, len(p.commits), p.complete)
			}
		}
	}
}

func FuzzDecodeCommits(f *testing.F) {
	f.Add(encodeCommits(newLine(20).commits))
	f.Add([]byte{})
	f.Add([]byte{200, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		commits, err := decodeCommits(data)
		if err != nil {
			return
		}
		again, err := decodeCommits(encodeCommits(commits))
		if diff := cmp.Diff(commits, again); err != nil || diff != "" {
			t.Errorf("%v (-before +after):\n%s", err, diff)
		}
	})
}
