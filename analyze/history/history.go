// Package history tells what the past of a repository says of the files that a change
// touches.
//
// In: the commits of the first-parent line before a change, read from a log and kept in the
// cache (Read) or given (New), and the time of the last of them. Out: how often files were
// changed and fixed, by how many authors, and how well the author of the change knows them.
// "180 days" count back from the time of that last commit, never from the clock. A count
// covers the commits that were given: nothing is claimed of older ones.
//
// Authors are tokens that can be compared and say nothing else; no result names or
// orders them.
package history

import (
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/diff"
)

// The window that is looked at unless told otherwise: what came last, and not what is
// so old that other people wrote other code.
const (
	DefaultCommits = 2000
	DefaultAge     = 2 * 365 * Day
)

// Day in seconds.
const Day = 24 * 60 * 60

const (
	// FixAge is how long a fix of a file counts as recent, in seconds.
	FixAge = 180 * Day
	// ChangeAge is the same for any change.
	ChangeAge = 90 * Day
)

// A History is what is known before a change. It never changes; its methods may be
// called from several goroutines.
type History struct {
	commits  []commit
	complete bool
	now      int64              // time of the newest commit
	since    int64              // of the oldest
	byPath   map[string][]int32 // by the path before the change
	byAuthor map[string][]int32
}

// A commit is one as the queries want it.
type commit struct {
	diff.Commit
	fix bool
}

// New makes the history of the commits before a change, newest first, as a log returns
// them. Complete says that the clone did not end before the window of the log did.
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

// Commits is how many commits the history knows.
func (h *History) Commits() int { return len(h.commits) }

// Since is the time of the oldest of them, in Unix seconds; 0 without any.
func (h *History) Since() int64 { return h.since }

// Complete reports whether the clone holds the whole window.
func (h *History) Complete() bool { return h.complete }

// Covers reports whether counts that look back for some seconds miss nothing for the
// clone being shallow.
func (h *History) Covers(seconds int64) bool {
	return h.complete || len(h.commits) > 0 && h.since <= h.now-seconds
}

// fixDays tells a window that ends within FixAge from a history that begins there.
func (h *History) fixDays() int {
	n := len(h.commits)
	if n == 0 || h.commits[n-1].Parent == "" {
		return FixAge / Day
	}
	return int(max(min(h.now-h.since, FixAge)/Day, 1))
}

func (h *History) within(c *commit, seconds int64) bool { return c.Time >= h.now-seconds }

// A File is what the past says of one file.
type File struct {
	Changes       int // commits that changed it
	Fixes         int // those of them that were fixes
	RecentChanges int // in the last ChangeAge
	RecentFixes   int // in the last FixAge
	Authors       int
	LastChange    int64 // Unix seconds; 0 when nothing is known
}

// File returns what is known of the file at a path before the change, under the names it
// had before as well, see names.
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

// A Touched is what the past says of a set of files that one author changes.
type Touched struct {
	Files int // in the set
	Known int // those that the history knows
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
	// Of the author of the change: commits in all, in the directories of the files, to
	// one of the files.
	Own, OwnNearby, OwnHere int
}

// Touched sums up the files at some paths, as they were called before the change, each
// of which counts once. The author may be empty: then nothing is known of them.
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
