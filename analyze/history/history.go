// Package history computes, from the commit history of a repository, figures on the files that
// a change touches.
//
// In: the first-parent commits before a change, read from a log and kept in the cache (Read) or
// given (New). Out: how often files were changed and fixed, by how many authors, and how well
// the author of the change knows them. "180 days" count back from the time of the newest of
// these commits, never from the clock. A count covers only the commits that were given.
//
// Authors are opaque tokens that can only be compared. No result names them, and none but Recent orders them: by
// the files that they changed lately, to say whom to ask.
package history

import (
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/diff"
)

// The default window. Older commits are often of other authors and of code that was rewritten.
const (
	DefaultCommits = 2000
	DefaultAge     = 2 * 365 * Day
)

// Day in seconds.
const Day = 24 * 60 * 60

const (
	// FixAge is the age in seconds up to which a fix of a file counts as recent.
	FixAge = 180 * Day
	// ChangeAge is the same for any commit.
	ChangeAge = 90 * Day
)

// A History holds the commits before a change. It is immutable; its methods may be called from
// several goroutines.
type History struct {
	commits  []commit
	complete bool
	now      int64              // time of the newest commit
	since    int64              // of the oldest
	byPath   map[string][]int32 // by the path before the change
	byAuthor map[string][]int32
}

// A commit is a commit of the log with what is derived from its title.
type commit struct {
	diff.Commit
	fix bool
}

// New makes the history of the commits before a change, newest first, as a log returns
// them. complete is false where a shallow clone ended inside the window.
func New(commits []diff.Commit, complete bool) *History {
	h := &History{
		commits: make([]commit, len(commits)), complete: complete,
		byPath: make(map[string][]int32), byAuthor: make(map[string][]int32),
	}
	if len(commits) > 0 {
		h.now, h.since = commits[0].Time, commits[0].Time
	}
	names := make(names)
	for i, c := range commits {
		h.commits[i] = commit{c, IsFix(c.Title)}
		h.byAuthor[c.Author] = append(h.byAuthor[c.Author], int32(i))
		for _, f := range c.Files {
			if name := names.now(f.Path); name != "" {
				h.byPath[name] = append(h.byPath[name], int32(i))
			}
		}
		names.follow(c.Files)
		h.since = min(h.since, c.Time)
	}
	return h
}

// Commits is the number of commits.
func (h *History) Commits() int { return len(h.commits) }

// Since is the time of the oldest commit in Unix seconds; 0 without commits.
func (h *History) Since() int64 { return h.since }

// Complete reports whether the clone holds all commits of the window.
func (h *History) Complete() bool { return h.complete }

// Covers reports whether counts over the last seconds are complete, although the clone may be
// shallow.
func (h *History) Covers(seconds int64) bool {
	return h.complete || len(h.commits) > 0 && h.since <= h.now-seconds
}

// fixDays returns the number of days that recent fixes are counted over: FixAge, or the length
// of the window where that is shorter and older commits exist.
func (h *History) fixDays() int {
	n := len(h.commits)
	if n == 0 || h.commits[n-1].Parent == "" {
		return FixAge / Day
	}
	return int(max(min(h.now-h.since, FixAge)/Day, 1))
}

func (h *History) within(c *commit, seconds int64) bool { return c.Time >= h.now-seconds }

// A File holds the figures of one file.
type File struct {
	Changes       int // commits that changed it
	Fixes         int // those of them that were fixes
	RecentChanges int // in the last ChangeAge
	RecentFixes   int // in the last FixAge
	Authors       int
	LastChange    int64 // Unix seconds; 0 when no commit is known
}

// File returns the figures of the file at a path before the change. Commits under its former
// paths count too, see names.
func (h *History) File(path string) File {
	var f File
	authors := make(map[string]bool)
	for _, i := range h.byPath[path] {
		c := &h.commits[i]
		f.Changes++
		if h.within(c, ChangeAge) {
			f.RecentChanges++
		}
		if c.fix {
			f.Fixes++
			if h.within(c, FixAge) {
				f.RecentFixes++
			}
		}
		authors[c.Author] = true
		f.LastChange = max(f.LastChange, c.Time)
	}
	f.Authors = len(authors)
	return f
}

// A Touched holds the figures of a set of files that one author changes.
type Touched struct {
	Files int // in the set
	Known int // those with at least one commit
	// Sums over the files.
	Changes, Fixes, RecentChanges, RecentFixes int
	// FixDays is how far back RecentFixes counts: FixAge, or less where the window ends
	// sooner, as it does in busy repositories.
	FixDays int
	// Commits is how many changed at least one of the files, each counted once.
	Commits int
	Authors int // of those commits
	// Age is the mean time since the last change of the known files, in days.
	Age float64
	// Commits of the author of the change: all, those in the directories of the files, and
	// those that changed one of the files.
	Own, OwnNearby, OwnHere int
}

// Touched sums the figures of the files at some paths before the change; each file counts
// once. The author may be empty: then the counts of own commits are 0.
func (h *History) Touched(paths []string, author string) Touched {
	t := Touched{Own: len(h.byAuthor[author]), FixDays: h.fixDays()}
	seen := make(map[string]bool)
	dirs := make(map[string]bool)
	var commits []int32
	for _, p := range paths {
		if seen[p] {
			continue
		}
		seen[p] = true
		dirs[path.Dir(p)] = true
		f := h.File(p)
		t.Files++
		t.Changes += f.Changes
		t.Fixes += f.Fixes
		t.RecentChanges += f.RecentChanges
		t.RecentFixes += f.RecentFixes
		if f.Changes > 0 {
			t.Known++
			t.Age += float64(max(h.now-f.LastChange, 0)) / Day
			commits = append(commits, h.byPath[p]...)
		}
	}
	if t.Known > 0 {
		t.Age /= float64(t.Known)
	}
	slices.Sort(commits)
	authors := make(map[string]bool)
	for _, i := range slices.Compact(commits) {
		c := &h.commits[i]
		t.Commits++
		authors[c.Author] = true
		if c.Author == author {
			t.OwnHere++
		}
	}
	t.Authors = len(authors)
	for _, i := range h.byAuthor[author] {
		if slices.ContainsFunc(h.commits[i].Files, func(f diff.CommitFile) bool { return dirs[path.Dir(f.Path)] }) {
			t.OwnNearby++
		}
	}
	return t
}
