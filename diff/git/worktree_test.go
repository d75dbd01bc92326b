package git_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/diff"
)

// worktreeList is what git would commit if everything were added: our oracle for
// the work tree. Problems are appended.
func (f *fixture) worktreeList() string {
	f.t.Helper()
	index := filepath.Join(f.dir, ".git", "index")
	before, err := os.ReadFile(index)
	if err != nil {
		f.t.Fatal(err)
	}
	f.git("add", "-A")
	list := gitList(f.git("ls-files", "-s", "-z"), 1)
	if err := os.WriteFile(index, before, 0o644); err != nil {
		f.t.Fatal(err)
	}
	return list
}

func TestWorktreeSnapshot(t *testing.T) {
	for name, prepare := range map[string]func(f *fixture){
		"clean": func(f *fixture) {},
		"edited, deleted and new": func(f *fixture) {
			f.write("a", "edited\n")
			f.remove("ab")
			f.remove("b/c")
			f.write("dir/new", "1\n")
			f.write("empty", "")
		},
		"edited to the same size": func(f *fixture) {
			f.write("a", strings.ToUpper(f.read("a")))
		},
		"touched": func(f *fixture) {
			later := time.Now().Add(time.Hour)
			if err := os.Chtimes(filepath.Join(f.dir, "a"), later, later); err != nil {
				f.t.Fatal(err)
			}
		},
		"staged and edited again": func(f *fixture) {
			f.write("a", "staged\n")
			f.git("add", "a")
			f.write("a", "edited\n")
		},
		"announced": func(f *fixture) {
			f.write("fresh", "1\n")
			f.git("add", "-N", "fresh")
		},
		"modes": func(f *fixture) {
			if err := os.Chmod(filepath.Join(f.dir, "a"), 0o755); err != nil {
				f.t.Fatal(err)
			}
			if err := os.Chmod(filepath.Join(f.dir, "run.sh"), 0o644); err != nil {
				f.t.Fatal(err)
			}
		},
		"modes mean nothing": func(f *fixture) {
			f.git("config", "core.fileMode", "false")
			if err := os.Chmod(filepath.Join(f.dir, "a"), 0o755); err != nil {
				f.t.Fatal(err)
			}
			f.write("run.sh", "edited\n")
		},
		"file becomes a link": func(f *fixture) {
			f.remove("a")
			if err := os.Symlink("run.sh", filepath.Join(f.dir, "a")); err != nil {
				f.t.Fatal(err)
			}
		},
		"link becomes a file": func(f *fixture) {
			f.remove("link")
			f.write("link", "a")
		},
		"directory becomes a link to elsewhere": func(f *fixture) {
			away := f.t.TempDir()
			if err := os.WriteFile(filepath.Join(away, "c.d"), []byte("stolen\n"), 0o644); err != nil {
				f.t.Fatal(err)
			}
			f.remove("b")
			if err := os.Symlink(away, filepath.Join(f.dir, "b")); err != nil {
				f.t.Fatal(err)
			}
		},
		"ignored": func(f *fixture) {
			f.write(".gitignore", "*.log\nbuild/\n!keep.log\nb/c.d\n")
			f.write(".git/info/exclude", "secret\n")
			f.write("x.log", "")
			f.write("b/x.log", "")
			f.write("b/keep.log", "")
			f.write("b/secret", "")
			f.write("build/out", "")
			f.write("z z/.gitignore", "*\n")
			f.write("z z/more", "")
			f.write("b/c.d", "tracked though ignored\n")
		},
		"ignored directory with tracked files": func(f *fixture) {
			f.write(".gitignore", "b\n")
			f.write("b/untracked", "1\n")
			f.write("b/c/d/e", "edited\n")
		},
		"the user's ignore list": func(f *fixture) {
			f.git("config", "core.excludesFile", filepath.Join(f.dir, "..", "excludes"))
			if err := os.WriteFile(filepath.Join(f.dir, "..", "excludes"), []byte("mine\n"), 0o644); err != nil {
				f.t.Fatal(err)
			}
			f.write("mine", "1\n")
			f.write("b/mine", "1\n")
		},
		"a repository inside": func(f *fixture) {
			inner := &fixture{f.t, filepath.Join(f.dir, "inner")}
			f.write("inner/x", "1\n")
			inner.git("init", "-q")
			f.write(".gitignore", "inner\n") // git add would make it a submodule
		},
		"line ends by configuration": func(f *fixture) {
			f.git("config", "core.autocrlf", "true")
			f.write("a", "edited\r\nwindows\r\n")
			f.write("new", "1\r\n2\r\n")
			f.write("binary", "\x00\r\n")
			f.write("lone", "1\r2\r\n")
			f.write("mixed", "1\r\n2\n")
		},
		"line ends by attributes": func(f *fixture) {
			f.write(".gitattributes", "* text=auto\n*.bin -text\n*.txt text\n*.keep binary\nb/** eol=lf -text\n")
			f.write("new", "1\r\n2\r\n")
			f.write("x.bin", "1\r\n2\r\n")
			f.write("x.keep", "1\r\n2\r\n")
			f.write("x.txt", "\x00\r\n2\r\n")
			f.write("b/x", "1\r\n2\r\n")
			f.write("sub/.gitattributes", "*.bin text\n")
			f.write("sub/x.bin", "1\r\n2\r\n")
			f.write(".git/info/attributes", "special -text\n")
			f.write("special", "1\r\n2\r\n")
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := manyKinds(t)
			prepare(f)
			s, err := f.open().WorktreeSnapshot(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			want := f.worktreeList()
			// The submodule is not checked out: git add would drop it.
			want = strings.ReplaceAll(want, fmt.Sprintf("160000 %s \"lib/sub\"\n", strings.Repeat("12", 20)), "")
			if d := cmp.Diff(want, list(s)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			if len(s.Problems) > 0 {
				t.Errorf("problems %v", s.Problems)
			}
			checkSorted(t, s)
		})
	}
}

// A text that is stored with CRLF is not normalised because of core.autocrlf.
func TestWorktreeKeepsStoredLineEnds(t *testing.T) {
	f := newRepo(t)
	f.commit("dos", "1\r\n2\r\n", "unix", "1\n2\n")
	f.git("config", "core.autocrlf", "true")
	f.write("dos", "1\r\n2\r\n3\r\n")
	f.write("unix", "1\r\n2\r\n3\r\n")
	s, err := f.open().WorktreeSnapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(f.worktreeList(), list(s)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// A checkout with CRLF line ends has not changed.
func TestWorktreeWithWindowsLineEnds(t *testing.T) {
	f := newRepo(t)
	f.commit("a", "1\n2\n", "b", "1\n")
	c := f.clone("-c", "core.autocrlf=true")
	if !strings.Contains(c.read("a"), "\r\n") {
		t.Fatal("the checkout has no CRLF")
	}
	now := time.Now().Add(time.Minute) // make git's times useless
	if err := os.Chtimes(filepath.Join(c.dir, "a"), now, now); err != nil {
		t.Fatal(err)
	}
	r := c.open()
	head, err := r.Resolve("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	base, err := r.Snapshot(t.Context(), head)
	if err != nil {
		t.Fatal(err)
	}
	work, err := r.WorktreeSnapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	changes, err := r.Diff(t.Context(), base, work)
	if err != nil || len(changes) != 0 {
		t.Errorf("changes %v, %v", changes, err)
	}
	c.write("a", "1\r\nnew\r\n2\r\n")
	if work, err = r.WorktreeSnapshot(t.Context()); err != nil {
		t.Fatal(err)
	}
	changes, err = r.Diff(t.Context(), base, work)
	if err != nil || len(changes) != 1 || len(changes[0].Hunks) != 1 || changes[0].Hunks[0] != (diff.Hunk{OldStart: 1, NewStart: 2, NewLines: 1}) {
		t.Errorf("changes %v, %v", changes, err)
	}
}

// Files that a sparse checkout leaves out are not deleted.
func TestWorktreeOfSparseCheckout(t *testing.T) {
	f := newRepo(t)
	f.commit("in/a", "1\n", "out/b", "1\n", "out/deep/c", "1\n", "top", "1\n")
	for _, kind := range []string{"--no-sparse-index", "--sparse-index"} {
		c := f.clone()
		c.git("sparse-checkout", "set", "--cone", kind, "in")
		c.write("in/a", "edited\n")
		r := c.open()
		head, _ := r.Resolve("HEAD")
		base, err := r.Snapshot(t.Context(), head)
		if err != nil {
			t.Fatal(err)
		}
		work, err := r.WorktreeSnapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		changes, err := r.Diff(t.Context(), base, work)
		if err != nil || len(changes) != 1 || changes[0].Path() != "in/a" {
			t.Errorf("%s: changes %v, %v", kind, changes, err)
		}
	}
}

func TestWorktreeProblems(t *testing.T) {
	f := newRepo(t)
	f.commit(".gitattributes", "*.psd filter=lfs\n", "x.psd", "1\n", "a", "1\n")
	f.write("x.psd", "2\n")
	huge, err := os.Create(filepath.Join(f.dir, "huge"))
	if err != nil {
		t.Fatal(err)
	}
	if err := huge.Truncate(40 << 20); err != nil {
		t.Fatal(err)
	}
	huge.Close()
	s, err := f.open().WorktreeSnapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(s.Problems)
	if len(s.Problems) != 2 || !strings.Contains(got, "huge") || !strings.Contains(got, `filter "lfs"`) {
		t.Errorf("problems %v", got)
	}
	if _, ok := s.File("huge"); ok {
		t.Error("the huge untracked file is listed")
	}
}

// The tree of a snapshot is the one that git would write of the same files.
func TestTreesOfWhatIsNotCommitted(t *testing.T) {
	f := newRepo(t)
	f.commit("a", "1\n", "a.b", "2\n", "a-b/c", "3\n", "dir/sub/deep", "4\n", "dir/sub.x", "5\n", "z", "6\n")
	check := func(when string) {
		t.Helper()
		r := f.open()
		worktree, err := r.WorktreeSnapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		f.git("add", "-A")
		index, err := f.open().IndexSnapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.TrimSpace(f.git("write-tree")); worktree.Tree != want || index.Tree != want {
			t.Errorf("%s: work tree %s, index %s, want %s", when, worktree.Tree, index.Tree, want)
		}
	}
	check("clean")
	f.write("a", "changed\n")
	f.write("new/file", "7\n")
	f.remove("dir/sub.x")
	if err := os.Chmod(filepath.Join(f.dir, "z"), 0o755); err != nil {
		t.Fatal(err)
	}
	check("changed")
}

// What a repository has its files matched with cannot hold up the run.
func TestPatternsAreBounded(t *testing.T) {
	long := strings.Repeat("*a", 1<<19)
	slow := strings.Repeat(strings.Repeat("*a", 1900)+"*b*a\n", 250)
	name := strings.Repeat("a", 200)
	for test, c := range map[string]struct{ ignore, attributes, want string }{
		"a long pattern":           {long[20:], "", ".gitignore: has patterns of more than 4096 bytes, which are left out: 1"},
		"a large file":             {long + "b", "", ".gitignore: is larger than 1048576 bytes: its patterns are left out"},
		"slow patterns":            {slow, "", ".gitignore: matching the patterns of these files takes too long: none was applied after \""},
		"a long attribute pattern": {"", long[20:] + " text", ".gitattributes: has patterns of more than 4096 bytes, which are left out: 1"},
		"a large attribute file":   {"", long + "b text", ".gitattributes: is larger than 1048576 bytes: its patterns are left out"},
		"slow attribute patterns":  {"", strings.ReplaceAll(slow, "\n", " text\n"), ".gitattributes: matching the patterns of these files takes too long: some were not applied"},
	} {
		t.Run(test, func(t *testing.T) {
			f := newRepo(t)
			f.write(".gitignore", "ignored\n"+c.ignore)
			f.write(".gitattributes", c.attributes)
			f.write("ignored", "")
			for i := range 20 {
				f.write(fmt.Sprintf("%02d%s", i, name), "1\r\n")
			}
			s, err := f.open().WorktreeSnapshot(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var problems []string
			for _, p := range s.Problems {
				problems = append(problems, p.Path+": "+p.Message)
			}
			if len(problems) != 1 || !strings.HasPrefix(problems[0], c.want) {
				t.Errorf("problems %q, want %q", problems, c.want)
			}
		})
	}
}
