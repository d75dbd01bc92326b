package git_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/diff/git"
)

// A fixture is a repository made by the git binary, which is also the oracle. It
// sees no configuration but its own.
type fixture struct {
	t   testing.TB
	dir string
}

// newRepo makes an empty repository in a new directory.
func newRepo(t testing.TB, options ...string) *fixture {
	t.Helper()
	isolate(t)
	f := &fixture{t, t.TempDir()}
	f.git(append([]string{"init", "-q", "-b", "main"}, options...)...)
	return f
}

// isolate keeps the user's configuration away from git and from us.
func isolate(t testing.TB) {
	home := t.TempDir()
	for key, value := range map[string]string{
		"HOME": home, "USERPROFILE": home, "XDG_CONFIG_HOME": home, "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_AUTHOR_DATE": "1700000000 +0000",
		"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_COMMITTER_DATE": "1700000000 +0000",
		"GIT_ALLOW_PROTOCOL": "file", "LC_ALL": "C",
		// No maintenance in the background, which would outlive the test.
		"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "gc.auto", "GIT_CONFIG_VALUE_0": "0",
		"GIT_CONFIG_KEY_1": "maintenance.auto", "GIT_CONFIG_VALUE_1": "false",
	} {
		t.Setenv(key, value)
	}
	for _, key := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"} {
		if value, ok := os.LookupEnv(key); ok {
			os.Unsetenv(key)
			t.Cleanup(func() { os.Setenv(key, value) })
		}
	}
}

// git runs a command that must succeed and returns what it writes, without the
// newline at the end.
func (f *fixture) git(args ...string) string {
	f.t.Helper()
	return f.gitIn("", args...)
}

func (f *fixture) gitIn(stdin string, args ...string) string {
	f.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = f.dir
	cmd.Stdin = strings.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		f.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, errs.String())
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// write makes a file, and the directories above it.
func (f *fixture) write(path, content string) {
	f.t.Helper()
	name := filepath.Join(f.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) read(path string) string {
	f.t.Helper()
	content, err := os.ReadFile(filepath.Join(f.dir, filepath.FromSlash(path)))
	if err != nil {
		f.t.Fatal(err)
	}
	return string(content)
}

func (f *fixture) remove(path string) {
	f.t.Helper()
	if err := os.RemoveAll(filepath.Join(f.dir, filepath.FromSlash(path))); err != nil {
		f.t.Fatal(err)
	}
}

// commit writes files, path and content by turns, and commits all there is. It
// returns the commit's id.
func (f *fixture) commit(files ...string) string {
	f.t.Helper()
	for i := 0; i < len(files); i += 2 {
		f.write(files[i], files[i+1])
	}
	f.git("add", "-A")
	f.git("commit", "-q", "--allow-empty", "-m", "message")
	return f.git("rev-parse", "HEAD")
}

// history makes many empty commits at once and returns their ids. Commit i has the
// parents parents(i), given by number, and was made at time(i).
func (f *fixture) history(n int, parents func(i int) []int, time func(i int) int) []string {
	f.t.Helper()
	var in strings.Builder
	for i := range n {
		fmt.Fprintf(&in, "commit refs/heads/n%d\nmark :%d\ncommitter A <a@example.org> %d +0000\ndata 1\nx\n", i, i+1, time(i))
		for k, p := range parents(i) {
			fmt.Fprintf(&in, "%s :%d\n", []string{"from", "merge"}[min(k, 1)], p+1)
		}
		fmt.Fprintf(&in, "M 644 inline file\ndata 0\n\n")
	}
	f.gitIn(in.String(), "fast-import", "--quiet", "--force")
	heads := f.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/heads/n*")
	ids := make([]string, n)
	for line := range strings.Lines(heads) {
		var i int
		var id string
		if _, err := fmt.Sscanf(line, "refs/heads/n%d %s", &i, &id); err != nil {
			f.t.Fatal(err)
		}
		ids[i] = id
	}
	return ids
}

// clone makes another repository from this one, as a server would see it.
func (f *fixture) clone(options ...string) *fixture {
	f.t.Helper()
	c := &fixture{f.t, filepath.Join(f.t.TempDir(), "clone")}
	f.git(append(append([]string{"clone", "-q"}, options...), "file://"+f.dir, c.dir)...)
	return c
}

func (f *fixture) open() *git.Repo {
	f.t.Helper()
	return open(f.t, f.dir)
}

func open(t testing.TB, dir string) *git.Repo {
	t.Helper()
	r, err := git.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func TestOpen(t *testing.T) {
	f := newRepo(t)
	head := f.commit("a/b/c.txt", "1\n")
	for name, dir := range map[string]func() string{
		"the root":        func() string { return f.dir },
		"a subdirectory":  func() string { return filepath.Join(f.dir, "a", "b") },
		"the .git itself": func() string { return filepath.Join(f.dir, ".git") },
		"a bare clone":    func() string { return f.clone("--bare").dir },
		"a linked work tree": func() string {
			dir := filepath.Join(t.TempDir(), "linked")
			f.git("worktree", "add", "-q", "--detach", dir)
			return dir
		},
		"a clone that borrows objects": func() string {
			dir := filepath.Join(t.TempDir(), "shared")
			f.git("clone", "-q", "--shared", f.dir, dir)
			return dir
		},
		"a sparse checkout": func() string {
			c := f.clone()
			c.git("sparse-checkout", "set", "--cone", "a")
			return c.dir
		},
		"a clone with harmless extensions": func() string {
			c := f.clone()
			c.git("config", "core.repositoryformatversion", "1")
			c.git("config", "extensions.preciousObjects", "true")
			return c.dir
		},
		"a separate git directory": func() string {
			return f.clone("--separate-git-dir", filepath.Join(t.TempDir(), "apart")).dir
		},
		"a symbolic link": func() string {
			link := filepath.Join(t.TempDir(), "link")
			if err := os.Symlink(f.dir, link); err != nil {
				t.Fatal(err)
			}
			return link
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := open(t, dir())
			got, err := r.Resolve("HEAD")
			if err != nil || got != head {
				t.Fatalf("HEAD is %s, %v; want %s", got, err, head)
			}
			s, err := r.Snapshot(t.Context(), got)
			if err != nil || len(s.Files) != 1 || s.Files[0].Path != "a/b/c.txt" {
				t.Errorf("snapshot %v, %v", s, err)
			}
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	f := newRepo(t)
	for name, test := range map[string]struct {
		dir  func() string
		want error
		text string
	}{
		"no repository": {func() string { return t.TempDir() }, git.ErrNotRepository, ""},
		"sha256": {func() string {
			return newRepo(t, "--object-format=sha256").dir
		}, git.ErrUnsupported, "sha256"},
		"reftable": {func() string {
			f := newRepo(t)
			f.git("config", "core.repositoryformatversion", "1")
			f.git("config", "extensions.refStorage", "reftable")
			return f.dir
		}, git.ErrUnsupported, "reftable"},
		"an extension of the future": {func() string {
			f := newRepo(t)
			f.git("config", "core.repositoryformatversion", "1")
			f.git("config", "extensions.teleport", "true")
			return f.dir
		}, git.ErrUnsupported, "teleport"},
		"a .git file that points nowhere": {func() string {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, ".git"), []byte("gitdir: /nowhere\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			return dir
		}, git.ErrNotRepository, "/nowhere"},
		"no such directory": {func() string { return filepath.Join(f.dir, "none") }, os.ErrNotExist, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := git.Open(test.dir())
			if !errors.Is(err, test.want) || !strings.Contains(fmt.Sprint(err), test.text) {
				t.Errorf("error %v, want %v with %q", err, test.want, test.text)
			}
		})
	}
}

func TestEmptyRepository(t *testing.T) {
	r := newRepo(t).open()
	if _, err := r.Resolve("HEAD"); !errors.Is(err, git.ErrNoCommits) {
		t.Errorf("HEAD: %v", err)
	}
	if _, err := r.DefaultBranch(); !errors.Is(err, git.ErrNoCommits) {
		t.Errorf("default branch: %v", err)
	}
	s, err := r.IndexSnapshot(t.Context())
	if err != nil || len(s.Files) != 0 {
		t.Errorf("index: %v, %v", s, err)
	}
}

// Anyone can commit files that look like a bare repository, with a configuration of his own.
func TestBareRepositoryInContent(t *testing.T) {
	f := newRepo(t)
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	inner := newRepo(t)
	inner.commit("a", "1\n")
	inner.git("config", "core.bare", "false")
	inner.git("config", "core.worktree", outside)
	bare := filepath.Join(f.dir, "docs", "bare")
	if err := os.CopyFS(bare, os.DirFS(filepath.Join(inner.dir, ".git"))); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{bare, filepath.Join(bare, "refs", "heads")} {
		if r, err := git.Find(dir); !errors.Is(err, git.ErrBareUnnamed) {
			t.Errorf("%s was opened with the work tree %s, %v", dir, r.Root(), err)
		}
	}
	if r, err := git.Open(filepath.Join(bare, "refs", "heads")); !errors.Is(err, git.ErrBareUnnamed) {
		t.Errorf("opened the repository above with the work tree %s, %v", r.Root(), err)
	}
	// Who names it means it.
	r := open(t, bare)
	if _, err := r.Resolve("HEAD"); err != nil {
		t.Error(err)
	}
	// A directory of git's own cannot come from a commit.
	if r, err := git.Find(filepath.Join(f.dir, ".git", "refs")); err != nil {
		t.Error(err)
	} else {
		r.Close()
	}
}
