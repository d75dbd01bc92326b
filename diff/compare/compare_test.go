package compare_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// A fixture is a repository that the git command makes.
type fixture struct {
	t   *testing.T
	dir string
}

func newFixture(t *testing.T) *fixture {
	home := t.TempDir()
	for key, value := range map[string]string{
		"HOME": home, "XDG_CONFIG_HOME": home, "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_AUTHOR_DATE": "1700000000 +0000",
		"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com", "GIT_COMMITTER_DATE": "1700000000 +0000",
	} {
		t.Setenv(key, value)
	}
	f := &fixture{t, t.TempDir()}
	f.git("init", "-q", "-b", "main")
	return f
}

func (f *fixture) git(args ...string) string {
	f.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = f.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		f.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (f *fixture) write(path, content string) {
	f.t.Helper()
	if err := os.WriteFile(filepath.Join(f.dir, path), []byte(content), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

// commit writes a file and commits it.
func (f *fixture) commit(path, content string) string {
	f.t.Helper()
	f.write(path, content)
	f.git("add", "-A")
	f.git("commit", "-q", "-m", "message")
	return f.git("rev-parse", "HEAD")
}

func (f *fixture) open() *git.Repo {
	f.t.Helper()
	repo, err := git.Open(f.dir)
	if err != nil {
		f.t.Fatal(err)
	}
	return repo
}

// paths returns the paths that differ.
func paths(changes []diff.FileChange) []string {
	var out []string
	for _, c := range changes {
		path := c.NewPath
		if path == "" {
			path = c.OldPath
		}
		out = append(out, path)
	}
	slices.Sort(out)
	return out
}

// Every form of a scope compares the states that the documentation of Find names. The
// topic branch has one commit, main has moved on by one, one file is staged and one is
// only written.
func TestFind(t *testing.T) {
	f := newFixture(t)
	fork := f.commit("shared.txt", "1\n")
	f.git("checkout", "-q", "-b", "topic")
	topic := f.commit("topic.txt", "1\n")
	f.git("checkout", "-q", "main")
	main := f.commit("main.txt", "1\n")
	f.git("checkout", "-q", "-b", "release", fork)
	release := f.commit("release.txt", "1\n")
	f.git("checkout", "-q", "topic")
	f.write("staged.txt", "1\n")
	f.git("add", "staged.txt")
	f.write("written.txt", "1\n")
	repo := f.open()

	for _, c := range []struct {
		name      string
		scope     compare.Scope
		mergeBase string
		head      compare.Revision
		changed   string
		branches  []string // refs of the branches that head will be merged with
	}{
		{"no flags", compare.Scope{}, fork, compare.Revision{Ref: compare.Worktree}, "staged.txt topic.txt written.txt", []string{"main"}},
		{"base alone", compare.Scope{Base: "main"}, fork, compare.Revision{Ref: compare.Worktree}, "staged.txt topic.txt written.txt", []string{"main"}},
		{"base and head", compare.Scope{Base: "main", Head: "topic"}, fork, compare.Revision{Ref: "topic", Commit: topic}, "topic.txt", []string{"main"}},
		{"ids have short names", compare.Scope{Base: main, Head: topic}, fork, compare.Revision{Ref: topic, Commit: topic}, "topic.txt", []string{main[:7]}},
		{"names for ids", compare.Scope{Base: main, Head: topic, BaseName: "trunk", HeadName: "feature"}, fork, compare.Revision{Ref: "feature", Commit: topic}, "topic.txt", []string{"trunk"}},
		{"base has not moved", compare.Scope{Base: fork, Head: "topic"}, fork, compare.Revision{Ref: "topic", Commit: topic}, "topic.txt", nil},
		{"against a further branch", compare.Scope{Base: "main", Head: "topic", Against: "release"}, fork, compare.Revision{Ref: "topic", Commit: topic}, "topic.txt", []string{"main", "release"}},
		{"against the base", compare.Scope{Base: "main", Head: "topic", Against: "main"}, fork, compare.Revision{Ref: "topic", Commit: topic}, "topic.txt", []string{"main"}},
		{"staged", compare.Scope{Staged: true}, topic, compare.Revision{Ref: compare.Index}, "staged.txt", nil},
		{"work tree", compare.Scope{Worktree: true}, topic, compare.Revision{Ref: compare.Worktree}, "staged.txt written.txt", nil},
		{"unstaged", compare.Scope{Unstaged: true}, topic, compare.Revision{Ref: compare.Worktree}, "written.txt", nil},
		{"nothing differs", compare.Scope{Base: "main", Head: "main"}, main, compare.Revision{Ref: "main", Commit: main}, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := compare.Find(t.Context(), repo, c.scope)
			if err != nil {
				t.Fatal(err)
			}
			if got.MergeBase != c.mergeBase {
				t.Errorf("merge base %s, want %s", got.MergeBase, c.mergeBase)
			}
			if got.HeadRef != c.head {
				t.Errorf("head %+v, want %+v", got.HeadRef, c.head)
			}
			if changed := strings.Join(paths(got.Changes), " "); changed != c.changed {
				t.Errorf("changed %q, want %q", changed, c.changed)
			}
			var refs []string
			for _, b := range got.Branches {
				refs = append(refs, b.Ref)
				want := map[string]string{main: "main.txt", release: "release.txt"}[b.Commit]
				if other := strings.Join(paths(b.Changes), " "); other != want {
					t.Errorf("branch %s changed %q, want %q", b.Ref, other, want)
				}
				if mine := strings.Join(paths(b.HeadChanges), " "); mine != c.changed {
					t.Errorf("against branch %s head changed %q, want %q", b.Ref, mine, c.changed)
				}
			}
			if !slices.Equal(refs, c.branches) {
				t.Errorf("branches %q, want %q", refs, c.branches)
			}
		})
	}
}

// An error names the revision, and what was found before it stays.
func TestFindUnknownRevisions(t *testing.T) {
	f := newFixture(t)
	f.commit("a.txt", "1\n")
	repo := f.open()
	for _, scope := range []compare.Scope{{Base: "nowhere"}, {Base: "main", Head: "nowhere"}, {Base: "main", Against: "nowhere"}} {
		f.write("b.txt", "1\n")
		_, err := compare.Find(t.Context(), repo, scope)
		var unknown *git.UnknownRevisionError
		if !errors.As(err, &unknown) || !strings.Contains(err.Error(), "nowhere") {
			t.Errorf("%+v: error %v", scope, err)
		}
	}
}

// Only what a scope allows is fetched, and only by full ids.
func TestFetchMissing(t *testing.T) {
	origin := newFixture(t)
	fork := origin.commit("a.txt", "1\n")
	origin.git("branch", "topic")
	base := origin.commit("a.txt", "2\n")
	origin.git("checkout", "-q", "topic")
	head := origin.commit("b.txt", "1\n")
	origin.git("config", "uploadpack.allowAnySHA1InWant", "true")

	clone := &fixture{t, filepath.Join(t.TempDir(), "clone")}
	origin.git("clone", "-q", "--depth=1", "--no-single-branch", "file://"+origin.dir, clone.dir)
	asked := 0
	mergeBase := func(_ context.Context, b, h string) (string, error) {
		asked++
		if b != base || h != head {
			t.Errorf("asked for the merge base of %s and %s", b, h)
		}
		return fork, nil
	}

	for name, scope := range map[string]compare.Scope{
		"not allowed":    {Base: base, Head: head},
		"branch names":   {Base: "origin/main", Head: "origin/topic", Fetch: true},
		"one full id":    {Base: base, Head: "origin/topic", Fetch: true},
		"nothing at all": {Fetch: true},
	} {
		if err := scope.FetchMissing(t.Context(), clone.open(), mergeBase); err != nil || asked != 0 || scope.MergeBase != "" {
			t.Errorf("%s: error %v, asked %d times, merge base %q", name, err, asked, scope.MergeBase)
		}
	}

	scope := compare.Scope{Base: base, Head: head, Fetch: true}
	if err := scope.FetchMissing(t.Context(), clone.open(), mergeBase); err != nil {
		t.Fatal(err)
	}
	if asked != 1 || scope.MergeBase != fork {
		t.Fatalf("asked %d times, merge base %q", asked, scope.MergeBase)
	}
	got, err := compare.Find(t.Context(), clone.open(), scope)
	if err != nil {
		t.Fatal(err)
	}
	if changed := strings.Join(paths(got.Changes), " "); got.MergeBase != fork || changed != "b.txt" {
		t.Errorf("merge base %s, changed %q", got.MergeBase, changed)
	}
}
