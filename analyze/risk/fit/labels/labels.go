// Package labels says what became of the changes of a repository.
//
// In: a clone and the language of its program. Out: its changes, each with whether people
// reverted it or named it as the culprit, whether a later fix replaced its lines, and figures of
// the change and of the past that need nothing but the log. Everything is found in one pass over
// git log, which keeps the commit that each line is from.
//
// A change is one commit of the first-parent line, so a merged branch counts once. Left out as
// changes: reverts, merges of branches that are no pull requests, releases, bots, changes of fewer
// than 3 or more than 2,000 lines or of more than 30 files of source, the first changes, and the
// last 540 days, whose fixes are not all known. Tests and generated or vendored files do not count.
//
// A fix is a commit whose title says so and names nothing mechanical (spelling, warnings, layout,
// types, tests). It points at the commit that most of the code lines that it removes are from, if
// these are at most 40 in at most 5 files, and at least half of them are from there. Lines that
// only moved, were laid out anew or had a name replaced keep their commit, and are no fix either.
package labels

import (
	"context"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/history"
)

// The window: the same for all repositories.
const (
	MostCommits = 5000 // of the log
	MostChanges = 1500 // the last ones that leave Horizon of later commits
	Horizon     = 540 * history.Day
	warmUp      = .12 // of the commits, whose past is not known
)

// A Language is the language of a program.
type Language struct {
	Pathspecs    []string // of its files
	Source, Test func(path string) bool
}

// A Change is a change with what became of it.
type Change struct {
	Commit, Base, Title        string
	Time                       int64
	Churn                      int // added and removed lines of source
	Reverted, Blamed, Replaced bool
	Later                      string             // the commit that says so
	Known                      int64              // when that was, Unix seconds
	Figures                    map[string]float64 // see figures
}

// Hard reports whether people said that the change was wrong.
func (c *Change) Hard() bool { return c.Reverted || c.Blamed }

// Trouble reports whether the change went wrong.
func (c *Change) Trouble() bool { return c.Hard() || c.Replaced }

// Read reads the changes of a clone, the oldest first.
func Read(ctx context.Context, dir string, l Language) ([]Change, error) {
	r := newReader(l)
	if err := readLog(ctx, dir, MostCommits, l.Pathspecs, r.add); err != nil {
		return nil, err
	}
	return r.changes(), nil
}

// A reader follows the log.
type reader struct {
	Language
	lines   owners
	commits []record
	byID    map[string]int // the first 7 digits
	byTitle map[string]int
	byPull  map[string]int // "#12"
	past    past
}

// A record is one commit of the log; change is nil where it is left out.
type record struct {
	id     string
	time   int64
	change *Change
}

func newReader(l Language) *reader {
	return &reader{Language: l, lines: make(owners), byID: make(map[string]int), byTitle: make(map[string]int), byPull: make(map[string]int), past: newPast()}
}

var pullOf = regexp.MustCompile(`\((#\d+)\)\s*$|^Merge pull request (#\d+) `)

// add follows one commit.
func (r *reader) add(e *entry) {
	number := len(r.commits)
	source := r.source(e)
	record := record{id: e.id, time: e.time}
	if len(source) > 0 && isChange(e, source) {
		record.change = &Change{Commit: e.id, Base: e.parent, Title: e.title, Time: e.time, Churn: churn(source)}
		record.change.Figures = r.figures(e, source)
	}
	r.commits = append(r.commits, record)
	r.saysReverted(e)
	r.saysBlamed(e)
	renames := renamedNames(e)
	gone := r.lines.apply(int32(number+1), e, renames)
	r.age(record.change, e, gone)
	fixes := isFix(e)
	if fixes {
		r.replaces(e, gone, renames)
	}
	r.past.add(e, source, fixes)
	r.byID[e.id[:7]] = number
	r.byTitle[e.subject], r.byTitle[e.title] = number, number
	if m := pullOf.FindStringSubmatch(e.subject); m != nil {
		r.byPull[m[1]+m[2]] = number
	}
}

// changes returns the changes within the window.
func (r *reader) changes() []Change {
	var out []Change
	if len(r.commits) == 0 {
		return nil
	}
	end := r.commits[len(r.commits)-1].time - Horizon
	for i := int(warmUp * float64(len(r.commits))); i < len(r.commits); i++ {
		if c := r.commits[i].change; c != nil && c.Time <= end {
			out = append(out, *c)
		}
	}
	return out[max(len(out)-MostChanges, 0):]
}

// source returns the files of a commit that are code of the program.
func (r *reader) source(e *entry) []*file {
	var out []*file
	for i := range e.files {
		if r.isSource(e.files[i].path()) {
			out = append(out, &e.files[i])
		}
	}
	return out
}

func (f *file) path() string {
	if f.new != "" {
		return f.new
	}
	return f.old
}

var foreign = regexp.MustCompile(`(^|/)(vendor|vendored|_vendor|node_modules|third[_-]?party|dist|generated|testdata|fixtures|examples?|docs?|benchmarks?)/|\.(min|pb|gen|generated|g|designer)\.|_(generated|pb2)\.`)

func (r *reader) isSource(p string) bool {
	return p != "" && r.Source(p) && !r.Test(p) && !foreign.MatchString(strings.ToLower(p))
}

func churn(files []*file) int {
	n := 0
	for _, f := range files {
		for i := range f.hunks {
			n += len(f.hunks[i].removed) + len(f.hunks[i].added)
		}
	}
	return n
}

const (
	leastChurn, mostChurn = 3, 2000
	mostFiles             = 30
)

var (
	// upkeep matches titles of commits that are no changes by themselves.
	upkeep  = regexp.MustCompile(`(?i)^(merge (remote|tag|branch|commit|branches|master|main|upstream|origin|from)\b|revert|reapply|re-?land|unrevert|back ?out|sync\b|release\b|prepare (for )?(the )?(next|release)|\[maven-release|bump version|version bump|v?\d+\.\d+)`)
	bot     = regexp.MustCompile(`(?i)\[bot\]|dependabot|renovate|greenkeeper|pre-commit-ci|weblate|transifex|crowdin`)
	mending = regexp.MustCompile(`(?i)\b(compil(e|ation)|deprecat\w*|imports?|indent\w*|style|whitespaces?|spacing|nits?|sonar\w*|clippy|rubocop|eslint|tslint|mypy|pylint|flake8|pyright|checkstyle|phpstan|psalm|type[- ]?(hints?|checks?|checking)|merge|conflicts?|version|copyright|licen[sc]e|dependency|dependencies|snapshots?|benchmarks?|links?|translations?|i18n|swiftlint|scalafmt|ktlint|detekt|analyzers?|newlines?|line endings?|url|badge|coverage|unused|annotations?|warnings?|windows build|makefile|cmake|gradle|maven|pom|bazel|nix|docker\w*|release)\b`)
)

// isChange reports whether a commit is a change to be rated.
func isChange(e *entry, source []*file) bool {
	n := churn(source)
	return n >= leastChurn && n <= mostChurn && len(source) <= mostFiles && e.parent != "" &&
		!upkeep.MatchString(e.title) && !bot.MatchString(e.author)
}

// isFix reports whether a commit corrects the program, and nothing mechanical.
func isFix(e *entry) bool {
	return history.IsFix(e.title) && !mending.MatchString(e.title) && !upkeep.MatchString(e.title) && !bot.MatchString(e.author)
}

// A fix that is larger does more than to correct.
const (
	mostFixedFiles = 5
	mostFixedLines = 40
	leastShare     = .5
)

// replaces labels the change whose lines a fix replaces.
func (r *reader) replaces(e *entry, gone [][]int32, renames map[[2]string]int) {
	lines, files := 0, 0
	from := make(map[int32]int)
	added := addedLines(e)
	for i := range e.files {
		f := &e.files[i]
		if !r.isSource(f.path()) {
			continue
		}
		files++
		at := 0
		for k := range f.hunks {
			h := &f.hunks[k]
			same := h.sameCode()
			for j, line := range h.removed {
				owner := gone[i][at+j]
				if same || !isCode(line) || added[strings.TrimSpace(line)] || h.renames(j, renames) {
					continue
				}
				lines++
				from[owner]++
			}
			at += len(h.removed)
		}
	}
	if files > mostFixedFiles || lines > mostFixedLines || lines == 0 {
		return
	}
	top := int32(0)
	for owner, n := range from {
		if owner != 0 && (top == 0 || n > from[top]) {
			top = owner
		}
	}
	if top == 0 || float64(from[top]) < leastShare*float64(lines) {
		return
	}
	for owner, n := range from {
		if owner != top && n == from[top] {
			return // two of them: neither is the culprit
		}
	}
	r.blame(int(top-1), e, func(c *Change) *bool { return &c.Replaced })
}

func addedLines(e *entry) map[string]bool {
	out := make(map[string]bool)
	for i := range e.files {
		for k := range e.files[i].hunks {
			for _, line := range e.files[i].hunks[k].added {
				out[strings.TrimSpace(line)] = true
			}
		}
	}
	return out
}

// blame sets a label of a change, unless the one who says so comes too late.
func (r *reader) blame(number int, by *entry, field func(*Change) *bool) {
	c := r.commits[number].change
	if c == nil || by.time-c.Time > Horizon {
		return
	}
	*field(c) = true
	if c.Later == "" {
		c.Later, c.Known = by.id, by.time
	}
}

var (
	revertsCommit = regexp.MustCompile(`(?i)\breverts commit ([0-9a-f]{7,40})`)
	revertsPull   = regexp.MustCompile(`(?i)\breverts (?:[\w.-]+/[\w.-]+)?(#\d+)`)
	revertsTitle  = regexp.MustCompile(`^(?i:Revert) "(.+)"`)
	fixesCommit   = regexp.MustCompile(`(?m)^Fixes: ([0-9a-f]{7,40})\b`)
	blamesCommit  = regexp.MustCompile(`(?i)\b(?:introduced|broken|broke|caused|regressed|regression)\b[^.\n]{0,30}?\b(?:in|by|from|since|with|of)\s+(?:commit |PR |pull request )?` + "`?" + `(#\d+|[0-9a-f]{7,40})\b`)
)

func (r *reader) saysReverted(e *entry) {
	for _, m := range revertsCommit.FindAllStringSubmatch(e.body, -1) {
		r.named(m[1], e, func(c *Change) *bool { return &c.Reverted })
	}
	for _, m := range revertsPull.FindAllStringSubmatch(e.body, -1) {
		r.named(m[1], e, func(c *Change) *bool { return &c.Reverted })
	}
	for _, title := range []string{e.subject, e.title} {
		if m := revertsTitle.FindStringSubmatch(title); m != nil {
			if number, ok := r.byTitle[m[1]]; ok {
				r.blame(number, e, func(c *Change) *bool { return &c.Reverted })
			}
		}
	}
}

func (r *reader) saysBlamed(e *entry) {
	if upkeep.MatchString(e.title) {
		return
	}
	text := e.title + "\n" + e.body
	for _, m := range slices.Concat(fixesCommit.FindAllStringSubmatch(text, -1), blamesCommit.FindAllStringSubmatch(text, -1)) {
		r.named(m[1], e, func(c *Change) *bool { return &c.Blamed })
	}
}

// named labels the change with an id or with the number of a pull request.
func (r *reader) named(name string, by *entry, field func(*Change) *bool) {
	number, ok := r.byPull[name]
	if !strings.HasPrefix(name, "#") {
		name = strings.ToLower(name)
		if number, ok = r.byID[name[:7]]; ok && !strings.HasPrefix(r.commits[number].id, name) {
			return
		}
	}
	if ok {
		r.blame(number, by, field)
	}
}

// age notes how old the lines are that a change replaces, in days.
func (r *reader) age(c *Change, e *entry, gone [][]int32) {
	if c == nil {
		return
	}
	known, young, youngest, mean := 0.0, 0.0, math.Inf(1), 0.0
	for i := range gone {
		if !r.isSource(e.files[i].path()) {
			continue
		}
		for _, owner := range gone[i] {
			if owner == 0 {
				continue
			}
			days := float64(max(e.time-r.commits[owner-1].time, 0)) / history.Day
			known++
			mean += days
			youngest = min(youngest, days)
			if days <= 90 {
				young++
			}
		}
	}
	if known == 0 {
		return
	}
	c.Figures["replaced lines"] = known
	c.Figures["replaced young"] = young
	c.Figures["replaced young share"] = young / known
	c.Figures["replaced age"] = mean / known
	c.Figures["replaced youngest"] = youngest
}

func dirs(files []*file) float64 {
	seen := make(map[string]bool)
	for _, f := range files {
		seen[path.Dir(f.path())] = true
	}
	return float64(len(seen))
}
