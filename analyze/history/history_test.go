package history

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nexus-ci/nexus-ci/diff"
)

func TestIsUpkeep(t *testing.T) {
	for title, want := range map[string]bool{
		"docs: say more":             true,
		"chore(deps): x":             true,
		"test: cover it":             true,
		"Fix typos":                  true,
		"Add Javadoc to Parser":      true,
		"server: more documentation": true,
		"fix: a crash":               false,
		"feat: docs of a module":     false, // its type says what it is
		"Make docs tabs linkable":    false,
		"Add docs and tests":         true,
		"Add retries and tests":      false,
		"Add tests for the parser":   true,
		"Support comments in JSON":   false,
		"Migrate x-tests to Jupiter": true,
		"Bump gradle from 7 to 8":    true,
		"Improve docs generator":     false,
		"Add a parser":               false,
		"":                           false,
	} {
		if got := IsUpkeep(title); got != want {
			t.Errorf("%q: %v", title, got)
		}
	}
}

func TestIsFix(t *testing.T) {
	for title, want := range map[string]bool{
		"fix: drop the header twice":                  true,
		"fix(parser)!: keep comments":                 true,
		"Fix(parser): warn about docs":                true, // only the scope is looked at
		"fix(types): infer the second argument":       false,
		"fix(docs): link":                             false,
		"fix(test/unit): wait":                        false,
		"feat: fix nothing":                           false,
		"chore(deps): fix a leak":                     false,
		"net/http: fix a race":                        true,
		"http: crash on an empty body":                true,
		"Fixed NPE":                                   true,
		"Do not panic on nil":                         true,
		"[#12] Wrong result of Round (#13)":           true,
		"Fix typo in the manual":                      false,
		"Fix flaky test":                              false,
		"Fix build on Windows":                        false,
		"Refactor to fix the layout":                  false,
		"Merge branch 'fix-1' into main":              false,
		"Add a prefix":                                false, // no part of a word
		"Debug output":                                false,
		"Panicking less, faster":                      true,
		"Revert \"Fix the parser\"":                   true,
		"":                                            false,
		"修复 bug":                                      true,
		"fix(" + strings.Repeat("(", 1000) + "): bug": true,
	} {
		if got := IsFix(title); got != want {
			t.Errorf("%q: %v", title, got)
		}
	}
}

// past writes commits, newest first: "days author title: paths", where a path after a
// sign + was added, after - deleted.
func past(lines ...string) []diff.Commit {
	var commits []diff.Commit
	for _, line := range lines {
		head, files, _ := strings.Cut(line, ": ")
		fields := strings.SplitN(head, " ", 3)
		days := int64(0)
		for _, digit := range fields[0] {
			days = 10*days + int64(digit-'0')
		}
		c := diff.Commit{Time: 1_700_000_000 - days*Day, Author: fields[1], Title: fields[2]}
		for path := range strings.FieldsSeq(files) {
			f := diff.CommitFile{Path: strings.TrimLeft(path, "+-")}
			switch path[0] {
			case '+':
				f.Status = diff.Added
			case '-':
				f.Status = diff.Deleted
			}
			c.Files = append(c.Files, f)
		}
		commits = append(commits, c)
	}
	return commits
}

func TestFile(t *testing.T) {
	h := New(past(
		"0 ann Fix a leak: p/a p/b",
		"89 bob Speed up: p/a",
		"91 ann Speed up: p/a",
		"180 cy Fix a crash: p/a",
		"181 cy Fix a crash: p/a",
		"400 ann Begin: +p/a +p/b",
	), true)
	at := func(days int64) int64 { return 1_700_000_000 - days*Day }
	for path, want := range map[string]File{
		"p/a": {Changes: 6, Fixes: 3, RecentChanges: 2, RecentFixes: 2, Authors: 3, LastChange: at(0)},
		"p/b": {Changes: 2, Fixes: 1, RecentChanges: 1, RecentFixes: 1, Authors: 1, LastChange: at(0)},
		"p/c": {},
	} {
		if diff := cmp.Diff(want, h.File(path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
	if h.Commits() != 6 || h.Since() != at(400) || !h.Complete() {
		t.Errorf("%d commits since %d, complete %v", h.Commits(), h.Since(), h.Complete())
	}
}

// A file keeps its past when it moves.
func TestFileThatMoved(t *testing.T) {
	for _, tc := range []struct {
		name    string
		commits []string
		want    map[string]int // commits by path
	}{
		{"once", []string{"1 a x: new/f", "2 a x: -old/f +new/f", "3 a x: old/f", "4 a x: +old/f"},
			map[string]int{"new/f": 4, "old/f": 1}},
		{"twice", []string{"1 a x: -b/f +c/f", "2 a x: -a/f +b/f", "3 a x: +a/f"}, map[string]int{"c/f": 3}},
		{"away and back", []string{"1 a x: -b/f +a/f", "2 a x: -a/f +b/f", "3 a x: +a/f"}, map[string]int{"a/f": 3}},
		{"to where another one was", []string{"1 a x: -a/f +b/f", "2 a x: -b/f", "3 a x: a/f b/f"}, map[string]int{"b/f": 2}},
		{"one of two of its name", []string{"1 a x: -a/f -b/f +c/f", "2 a x: a/f b/f"}, map[string]int{"c/f": 1, "a/f": 2}},
		{"with another name", []string{"1 a x: -a/f +a/g", "2 a x: a/f"}, map[string]int{"a/g": 1}},
	} {
		h := New(past(tc.commits...), true)
		for path, want := range tc.want {
			if got := h.File(path).Changes; got != want {
				t.Errorf("%s: %s changed %d times, want %d", tc.name, path, got, want)
			}
		}
	}
}

func TestTouched(t *testing.T) {
	h := New(past(
		"10 ann Fix a leak: p/a p/b",
		"20 bob Speed up: p/a",
		"30 ann Speed up: q/c",
		"40 ann Begin: p/z/d",
		"50 cy Begin: +p/a +p/b +q/c",
	), false)
	for _, tc := range []struct {
		name   string
		paths  []string
		author string
		want   Touched
	}{
		{"two files of one directory", []string{"p/a", "p/b"}, "ann",
			Touched{Files: 2, Known: 2, Changes: 5, Fixes: 2, RecentChanges: 5, RecentFixes: 2, Commits: 3, Authors: 3, Own: 3, OwnNearby: 1, OwnHere: 1, FixDays: 180}},
		{"a path twice", []string{"p/a", "p/a"}, "bob",
			Touched{Files: 1, Known: 1, Changes: 3, Fixes: 1, RecentChanges: 3, RecentFixes: 1, Commits: 3, Authors: 3, Own: 1, OwnNearby: 1, OwnHere: 1, FixDays: 180}},
		{"an old and a new file", []string{"q/c", "q/new"}, "ann",
			Touched{Files: 2, Known: 1, Changes: 2, RecentChanges: 2, Commits: 2, Authors: 2, Age: 20, Own: 3, OwnNearby: 1, OwnHere: 1, FixDays: 180}},
		{"a stranger", []string{"p/z/d"}, "eve", Touched{Files: 1, Known: 1, Changes: 1, RecentChanges: 1, Commits: 1, Authors: 1, Age: 30, FixDays: 180}},
		{"no author", []string{"p/z/d"}, "", Touched{Files: 1, Known: 1, Changes: 1, RecentChanges: 1, Commits: 1, Authors: 1, Age: 30, FixDays: 180}},
		{"nothing", nil, "ann", Touched{Own: 3, FixDays: 180}},
	} {
		if diff := cmp.Diff(tc.want, h.Touched(tc.paths, tc.author), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

func TestFixDays(t *testing.T) {
	for _, tc := range []struct {
		before  string // the oldest commit
		want    int
		commits []string
	}{
		{"x", 180, []string{"0 a x: f", "400 a x: f"}},
		{"x", 94, []string{"0 a x: f", "94 a x: f"}},
		{"x", 1, []string{"0 a x: f"}},
		{"", 180, []string{"0 a x: f", "94 a x: f"}},
		{"", 180, nil},
	} {
		commits := past(tc.commits...)
		if len(commits) > 0 {
			commits[len(commits)-1].Parent = tc.before
		}
		if got := New(commits, true).Touched([]string{"f"}, "").FixDays; got != tc.want {
			t.Errorf("%q after %q: fixes of %d days, want %d", tc.commits, tc.before, got, tc.want)
		}
	}
}

func TestCovers(t *testing.T) {
	shallow := New(past("0 a x: f", "180 a x: f"), false)
	short := New(past("0 a x: f", "179 a x: f"), false)
	whole := New(past("0 a x: f", "1 a x: f"), true)
	none := New(nil, false)
	for i, got := range []bool{shallow.Covers(FixAge), !short.Covers(FixAge), whole.Covers(FixAge), !none.Covers(FixAge)} {
		if !got {
			t.Errorf("case %d", i)
		}
	}
	if none.Commits() != 0 || none.Since() != 0 || none.File("f") != (File{}) {
		t.Error("a clone without a past knows of one")
	}
}
