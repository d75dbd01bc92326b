package analyze

import (
	"context"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A Log reads the past of a repository.
type Log interface {
	// Log returns commits along first parents, newest first. It is complete unless the
	// clone ends first.
	Log(ctx context.Context, from string, o diff.LogOptions) (commits []diff.Commit, complete bool, err error)
	// LogVersion stands for all that decides, beside its id, what Log says of a commit:
	// the code, and where the clone ends.
	LogVersion() string
}

// A Window says how far back the past is read: to whichever limit comes first. A zero
// field is the default of package history.
type Window struct {
	Commits int
	Age     int64 // in seconds before the newest commit
}

// ReadHistory reads the past of a commit, with the commit itself. What the cache holds of
// it is not read again; the result is the same for any state of the cache.
func ReadHistory(ctx context.Context, commits Log, c *cache.Cache, from *diff.Snapshot, w Window) (*history.History, error) {
	p := newPast(commits, c, from, w)
	if err := p.read(ctx, from.Commit); err != nil {
		return nil, fmt.Errorf("read history: %w", err)
	}
	return history.New(p.commits, p.complete), nil
}

// A past is read and stored in stretches of commits. One ends before a milestone, which
// every 64th commit is by its id, or before a commit with which a stretch in the cache
// begins. The last one in the window is read to its end, so that it can be stored too.
type past struct {
	log     Log
	cache   *cache.Cache
	version string

	most   int   // commits in the window
	oldest int64 // time before which they are not

	commits  []diff.Commit
	complete bool
}

func newPast(commits Log, c *cache.Cache, from *diff.Snapshot, w Window) *past {
	if w.Commits <= 0 {
		w.Commits = history.DefaultCommits
	}
	if w.Age <= 0 {
		w.Age = history.DefaultAge
	}
	return &past{log: commits, cache: c, version: commits.LogVersion(), most: w.Commits, oldest: from.Time - w.Age}
}

func (p *past) read(ctx context.Context, from string) error {
	whole := true
	for from != "" && whole && len(p.commits) < p.most && (len(p.commits) == 0 || p.commits[len(p.commits)-1].Time >= p.oldest) {
		run, ok := p.stored(from)
		if !ok {
			var err error
			if run, whole, err = p.log.Log(ctx, from, diff.LogOptions{Stop: p.stop()}); err != nil {
				return err
			}
			p.store(run, whole)
		}
		p.commits = append(p.commits, run...)
		if len(run) > 0 {
			from = run[len(run)-1].Parent
		}
	}
	p.cut(whole)
	return nil
}

// stop returns the end of a run that begins behind the commits read so far.
func (p *past) stop() func(*diff.Commit) bool {
	n := len(p.commits)
	return func(next *diff.Commit) bool {
		n++
		if isMilestone(next.ID) && (n >= p.most || next.Time < p.oldest) {
			return true
		}
		_, known := p.stored(next.ID)
		return known
	}
}

// cut takes away what is not in the window. The clone held all of the window if it held
// more, or the whole history.
func (p *past) cut(whole bool) {
	p.complete = whole
	for i := range p.commits {
		if i == p.most || p.commits[i].Time < p.oldest {
			p.commits, p.complete = p.commits[:i], true
			return
		}
	}
	p.complete = whole || len(p.commits) == p.most
}

func isMilestone(id string) bool {
	n := len(id)
	return n > 1 && id[n-1] == '0' && strings.IndexByte("048c", id[n-2]) >= 0
}

// stored returns the stretch in the cache that begins with a commit.
func (p *past) stored(id string) ([]diff.Commit, bool) {
	data, ok := p.cache.Get(p.key(id))
	if !ok {
		return nil, false
	}
	commits, err := decodeCommits(data)
	return commits, err == nil && len(commits) > 0
}

// store puts the stretches of a run into the cache. If the clone ended, the last one has
// no end.
func (p *past) store(run []diff.Commit, whole bool) {
	start := 0
	for i := range run {
		last := i == len(run)-1
		if last && whole || !last && isMilestone(run[i+1].ID) {
			p.cache.Put(p.key(run[start].ID), encodeCommits(run[start:i+1]))
			start = i + 1
		}
	}
}

func (p *past) key(id string) cache.Key {
	return cache.KeyOf("log", p.version, id)
}

// pastOf is what the past says of the source files that a change touches; nil where the
// clone does not reach back far enough.
func (s *store) pastOf(h *history.History, in *Input, base, head *graph.Graph) *history.Touched {
	if h == nil || !h.Covers(history.FixAge) {
		return nil
	}
	var paths []string
	for i := range in.Changes {
		c := &in.Changes[i]
		switch {
		case c.Status == diff.Deleted && s.source(c.OldPath, base) != nil, c.Status == diff.Renamed && s.source(c.NewPath, head) != nil:
			paths = append(paths, c.OldPath)
		case c.Status != diff.Deleted && s.source(c.NewPath, head) != nil:
			paths = append(paths, c.NewPath)
		}
	}
	t := h.Touched(paths, in.Meta.Author)
	return &t
}
