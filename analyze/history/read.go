package history

import (
	"context"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A Window limits how far back the commit history is read: up to the limit that is reached
// first. A zero field means the default.
type Window struct {
	Commits int
	Age     int64 // in seconds before the newest commit
}

// Read reads the history that ends with the commit of from. Segments that the cache holds are
// not read from the log; the result is the same for any state of the cache.
func Read(ctx context.Context, commits source.Log, c *cache.Cache, from *diff.Snapshot, w Window) (*History, error) {
	r := newReader(commits, c, from, w)
	if err := r.read(ctx, from.Commit); err != nil {
		return nil, fmt.Errorf("read history: %w", err)
	}
	return New(r.commits, r.complete), nil
}

// A reader reads and stores the commit history in segments. A segment ends before a milestone
// (a commit whose id ends with one of four values, on average every 64th), or before a commit
// with which a cached segment begins. The last segment is read to its end, even beyond the
// window, so that it can be stored.
type reader struct {
	log     source.Log
	cache   *cache.Cache
	version string

	most   int   // maximum number of commits in the window
	oldest int64 // older commits are not in the window

	commits  []diff.Commit
	complete bool
}

func newReader(commits source.Log, c *cache.Cache, from *diff.Snapshot, w Window) *reader {
	if w.Commits <= 0 {
		w.Commits = DefaultCommits
	}
	if w.Age <= 0 {
		w.Age = DefaultAge
	}
	return &reader{log: commits, cache: c, version: commits.LogVersion(), most: w.Commits, oldest: from.Time - w.Age}
}

func (r *reader) read(ctx context.Context, from string) error {
	whole := true
	for from != "" && whole && len(r.commits) < r.most && (len(r.commits) == 0 || r.commits[len(r.commits)-1].Time >= r.oldest) {
		run, ok := r.stored(from)
		if !ok {
			var err error
			if run, whole, err = r.log.Log(ctx, from, diff.LogOptions{Stop: r.stop()}); err != nil {
				return err
			}
			r.store(run, whole)
		}
		r.commits = append(r.commits, run...)
		if len(run) > 0 {
			from = run[len(run)-1].Parent
		}
	}
	r.cut(whole)
	return nil
}

// stop returns the function that ends a run of the log after the commits read so far.
func (r *reader) stop() func(*diff.Commit) bool {
	n := len(r.commits)
	return func(next *diff.Commit) bool {
		n++
		if isMilestone(next.ID) && (n >= r.most || next.Time < r.oldest) {
			return true
		}
		_, known := r.stored(next.ID)
		return known
	}
}

// cut drops the commits outside of the window and sets complete: it is true if commits beyond
// the window were read, or the whole history.
func (r *reader) cut(whole bool) {
	r.complete = whole
	for i := range r.commits {
		if i == r.most || r.commits[i].Time < r.oldest {
			r.commits, r.complete = r.commits[:i], true
			return
		}
	}
	r.complete = whole || len(r.commits) == r.most
}

func isMilestone(id string) bool {
	n := len(id)
	return n > 1 && id[n-1] == '0' && strings.IndexByte("048c", id[n-2]) >= 0
}

// stored returns the cached segment that begins with a commit.
func (r *reader) stored(id string) ([]diff.Commit, bool) {
	data, ok := r.cache.Get(r.key(id))
	if !ok {
		return nil, false
	}
	commits, err := decodeCommits(data)
	return commits, err == nil && len(commits) > 0
}

// store puts the segments of a run into the cache. In a shallow clone the last segment is
// incomplete and is not stored.
func (r *reader) store(run []diff.Commit, whole bool) {
	start := 0
	for i := range run {
		last := i == len(run)-1
		if last && whole || !last && isMilestone(run[i+1].ID) {
			r.cache.Put(r.key(run[start].ID), encodeCommits(run[start:i+1]))
			start = i + 1
		}
	}
}

func (r *reader) key(id string) cache.Key {
	return cache.KeyOf("commits", r.version, id)
}
