package labels

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/history"
)

// A repo is a repository whose commits are a day apart.
type repo struct {
	t   *testing.T
	dir string
	day int
}

func newRepo(t *testing.T) *repo {
	r := &repo{t: t, dir: t.TempDir()}
	r.git("init", "--quiet", "--initial-branch=main")
	return r
}

func (r *repo) git(args ...string) string {
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	date := fmt.Sprintf("%d +0000", 1_500_000_000+r.day*history.Day)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a",
		"GIT_COMMITTER_EMAIL=a@b", "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit writes files, an empty content removes one, and returns the id of the commit.
func (r *repo) commit(message string, files map[string]string) string {
	r.t.Helper()
	for name, content := range files {
		file := filepath.Join(r.dir, name)
		if content == "" {
			if err := os.Remove(file); err != nil {
				r.t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			r.t.Fatal(err)
		}
	}
	r.git("add", "-A")
	r.git("commit", "--quiet", "--allow-empty", "-m", message)
	r.day++
	return r.git("rev-parse", "HEAD")
}

// labels returns what became of changes, by title.
func (r *repo) labels() map[string]string {
	r.t.Helper()
	r.day += 600 // what became of later changes is not known
	r.commit("Last", map[string]string{"last.go": "package last\n"})
	changes, err := Read(context.Background(), r.dir, golang())
	if err != nil {
		r.t.Fatal(err)
	}
	out := make(map[string]string)
	for i := range changes {
		c := &changes[i]
		out[c.Title] = fmt.Sprintf("reverted=%t blamed=%t replaced=%t", c.Reverted, c.Blamed, c.Replaced)
	}
	return out
}

func golang() Language {
	return Language{
		Pathspecs: []string{"*.go"},
		Source:    func(p string) bool { return strings.HasSuffix(p, ".go") },
		Test:      func(p string) bool { return strings.HasSuffix(p, "_test.go") },
	}
}

const (
	quiet    = "reverted=false blamed=false replaced=false"
	replaced = "reverted=false blamed=false replaced=true"
)

// code is a file of one function.
func code(name string, lines ...string) string {
	return "package " + name + "\n\nfunc f(n int) int {\n\t" + strings.Join(lines, "\n\t") + "\n}\n"
}

func TestLabels(t *testing.T) {
	limit := []string{"limit := compute(n)", "for limit > 10 {", "\tlimit = halve(limit)", "}", "return limit"}
	for _, tt := range []struct {
		name string
		then func(r *repo, added string)
		want string
	}{
		{"nothing follows", func(*repo, string) {}, quiet},
		{"a fix replaces its lines", func(r *repo, _ string) {
			r.commit("Fix endless loop", map[string]string{"b.go": code("b", limit[0], "for limit > 11 {", limit[2], limit[3], limit[4])})
		}, "reverted=false blamed=false replaced=true"},
		{"another change does", func(r *repo, _ string) {
			r.commit("Raise limit", map[string]string{"b.go": code("b", limit[0], "for limit > 11 {", limit[2], limit[3], limit[4])})
		}, quiet},
		{"a fix of its layout", func(r *repo, _ string) {
			r.commit("Fix bug of layout", map[string]string{"b.go": code("b", limit[0], "for limit >", "\t10 {", limit[2], limit[3], limit[4])})
		}, quiet},
		{"a fix that renames", func(r *repo, _ string) {
			r.commit("Fix wrong name", map[string]string{"b.go": strings.ReplaceAll(code("b", limit...), "limit", "bound")})
		}, quiet},
		{"a fix of a comment", func(r *repo, _ string) {
			r.commit("Fix wrong words", map[string]string{"b.go": code("b", limit...) + "// more\n"})
		}, quiet},
		{"a fix of the tests", func(r *repo, _ string) {
			r.commit("Fix wrong case", map[string]string{"b_test.go": code("b", "check(1)")})
		}, quiet},
		{"a fix after a reformatting", func(r *repo, _ string) {
			r.commit("Lay out", map[string]string{"b.go": code("b", limit[0], "for limit >", "\t10 {", limit[2], limit[3], limit[4])})
			r.commit("Fix endless loop", map[string]string{"b.go": code("b", limit[0], "for limit >", "\t12 {", limit[2], limit[3], limit[4])})
		}, replaced},
		{"a fix after a move to another file", func(r *repo, _ string) {
			r.commit("Move f", map[string]string{"b.go": "package b\n", "c.go": code("b", limit...)})
			r.commit("Fix halving", map[string]string{"c.go": code("b", limit[0], limit[1], "\tlimit = halve(limit - 1)", limit[3], limit[4])})
		}, replaced},
		{"a fix after a rename of the file", func(r *repo, _ string) {
			r.commit("Rename", map[string]string{"b.go": "", "d.go": code("b", limit...)})
			r.commit("Fix halving", map[string]string{"d.go": code("b", limit[0], limit[1], "\tlimit = halve(limit - 1)", limit[3], limit[4])})
		}, replaced},
		{"a large fix", func(r *repo, _ string) {
			lines := make([]string, 60)
			for i := range lines {
				lines[i] = fmt.Sprintf("call(%d)", i)
			}
			r.commit("Grow", map[string]string{"b.go": code("b", append(limit, lines...)...)})
			r.commit("Fix all", map[string]string{"b.go": code("b", "return 1")})
		}, quiet},
		{"a revert by id", func(r *repo, added string) {
			r.commit("Undo that\n\nThis reverts commit "+added+".", map[string]string{"b.go": "", "a.go": "package a\n\nvar x = 1\n"})
		}, "reverted=true blamed=false replaced=false"},
		{"a revert by title", func(r *repo, _ string) {
			r.commit("Revert \"Add b\"", map[string]string{"b.go": ""})
		}, "reverted=true blamed=false replaced=false"},
		{"a culprit by id", func(r *repo, added string) {
			r.commit("Restore a\n\nThis was broken in "+added[:9]+".", map[string]string{"a.go": "package a\n\nvar x = 2\n"})
		}, "reverted=false blamed=true replaced=false"},
		{"a fix that comes too late", func(r *repo, _ string) {
			r.day += 541
			r.commit("Fix endless loop", map[string]string{"b.go": code("b", limit[0], "for limit > 11 {", limit[2], limit[3], limit[4])})
		}, quiet},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			r.commit("Start", map[string]string{"a.go": "package a\n"})
			added := r.commit("Add b", map[string]string{"b.go": code("b", limit...)})
			tt.then(r, added)
			if got := r.labels()["Add b"]; got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// What is no change of the program is left out, and a merged branch counts once.
func TestChanges(t *testing.T) {
	r := newRepo(t)
	r.commit("Start", map[string]string{"a.go": "package a\n"})
	r.commit("Tests alone", map[string]string{"a_test.go": code("a", "check(1)")})
	r.commit("Release 1.2", map[string]string{"version.go": code("a", "return 1")})
	r.commit("Two lines", map[string]string{"two.go": "package a\nvar y int\n"})
	r.commit("Vendor x", map[string]string{"vendor/x/x.go": code("x", "return 1")})
	r.git("checkout", "--quiet", "-b", "topic")
	r.commit("First step", map[string]string{"s.go": code("a", "return 1")})
	r.commit("Second step", map[string]string{"s.go": code("a", "return 1", "// and", "return 2")})
	r.git("checkout", "--quiet", "main")
	r.git("merge", "--quiet", "--no-ff", "-m", "Merge pull request #7 from a/topic\n\nAdd steps", "topic")
	r.day++
	var titles []string
	for title := range r.labels() {
		titles = append(titles, title)
	}
	if diff := cmp.Diff([]string{"Add steps"}, titles); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}

func TestIsCode(t *testing.T) {
	for line, want := range map[string]bool{
		"\tx := f(1)": true, "return x": true, "": false, "  }": false, "// words": false, "# words": false, "#if X": true, " * words": false,
		"import os": false, `"a string",`: false, `"a" + b`: true, "end": false, "The value that is returned when all is well.": false,
	} {
		if got := isCode(line); got != want {
			t.Errorf("%q: %t", line, got)
		}
	}
}

func TestRenamed(t *testing.T) {
	for _, tt := range []struct {
		before, after string
		want          [2]string
		ok            bool
	}{
		{"x = old(a)", "x  = new(a)", [2]string{"old", "new"}, true},
		{"old = old + 1", "new = new + 1", [2]string{"old", "new"}, true},
		{"a = b", "b = a", [2]string{}, false},
		{"x = 1", "x = 2", [2]string{}, false},
		{"x = f(a)", "x = f(a, b)", [2]string{}, false},
		{"same", "same", [2]string{}, false},
	} {
		got, ok := renamed(tt.before, tt.after)
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%q, %q: %v %t", tt.before, tt.after, got, ok)
		}
	}
}
