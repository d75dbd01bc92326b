package git_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// list writes a snapshot as "mode blob path" lines.
func list(s *diff.Snapshot) string {
	var b strings.Builder
	for _, f := range s.Files {
		fmt.Fprintf(&b, "%s %s %q\n", [...]string{"100644", "100755", "120000", "160000"}[f.Mode], f.Blob, f.Path)
	}
	return b.String()
}

// gitList turns "mode … blob …\tpath" records into the same lines.
func gitList(records string, blobField int) string {
	var b strings.Builder
	for record := range strings.SplitSeq(strings.TrimSuffix(records, "\x00"), "\x00") {
		if head, path, ok := strings.Cut(record, "\t"); ok {
			fields := strings.Fields(head)
			fmt.Fprintf(&b, "%s %s %q\n", fields[0], fields[blobField], path)
		}
	}
	return b.String()
}

// checkSorted fails unless the paths rise.
func checkSorted(t *testing.T, s *diff.Snapshot) {
	t.Helper()
	for i := 1; i < len(s.Files); i++ {
		if s.Files[i-1].Path >= s.Files[i].Path {
			t.Errorf("%q comes before %q", s.Files[i-1].Path, s.Files[i].Path)
		}
	}
}

// manyKinds commits files of every kind, with names that sort oddly.
func manyKinds(t *testing.T) *fixture {
	f := newRepo(t)
	paths := []string{"a", "a.b", "a-b/x", "ab", "b/c/d/e", "b/c.d", "b/c-d", "z z/ü", "-dash"}
	if runtime.GOOS == "linux" { // elsewhere not every byte can be in a name
		paths = append(paths, "new\nline", "esc\x1b[31m", "tab\t", `quo"te`, "bad\xff")
	}
	for _, path := range paths {
		f.write(path, "content of "+path+"\n")
	}
	f.write("run.sh", "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(f.dir, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"link": "a", "outside": "/etc/passwd", "dirlink": "b"} {
		if err := os.Symlink(target, filepath.Join(f.dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	f.git("add", "-A")
	f.git("update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("12", 20)+",lib/sub")
	f.git("commit", "-q", "-m", "kinds")
	return f
}

func TestSnapshot(t *testing.T) {
	f := manyKinds(t)
	first := f.git("rev-parse", "HEAD")
	second := f.commit("b/c/d/new", "1\n", "a", "changed\n")
	r := f.open()
	for _, commit := range []string{first, second, first} {
		s, err := r.Snapshot(commit)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(gitList(f.git("ls-tree", "-r", "-z", commit), 2), list(s)); d != "" {
			t.Errorf("(-want +got)\n%s", d)
		}
		checkSorted(t, s)
		if s.Tree != f.git("rev-parse", commit+"^{tree}") || s.Commit != commit || s.Time != 1_700_000_000 {
			t.Errorf("snapshot %s %s %d", s.Commit, s.Tree, s.Time)
		}
	}
}

// A tree of a few hundred bytes can name millions of files.
func TestSnapshotIsBounded(t *testing.T) {
	f := newRepo(t)
	blob := f.gitIn("x", "hash-object", "-w", "--stdin")
	entry := "100644 blob " + blob
	for range 8 {
		var lines strings.Builder
		for i := range 10 {
			fmt.Fprintf(&lines, "%s\tn%d\n", entry, i)
		}
		entry = "040000 tree " + f.gitIn(lines.String(), "mktree")
	}
	commit := f.git("commit-tree", "-m", "bomb", strings.Fields(entry)[2])
	if _, err := f.open().Snapshot(commit); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("error %v", err)
	}
}

func TestIndexSnapshot(t *testing.T) {
	for name, prepare := range map[string]func(f *fixture){
		"as committed": func(f *fixture) {},
		"staged": func(f *fixture) {
			f.write("a", "staged\n")
			f.write("fresh", "staged\n")
			f.git("add", "a", "fresh")
			f.write("a", "not staged\n")
			f.git("rm", "-q", "--cached", "ab")
		},
		"version 4": func(f *fixture) { f.git("update-index", "--index-version", "4") },
		"version 3": func(f *fixture) { f.git("update-index", "--skip-worktree", "a") },
		"without checksum": func(f *fixture) {
			f.git("config", "index.skipHash", "true")
			f.write("a", "staged\n")
			f.git("add", "a")
		},
		"sparse": func(f *fixture) { f.git("sparse-checkout", "set", "--cone", "--sparse-index", "lib") },
	} {
		t.Run(name, func(t *testing.T) {
			f := manyKinds(t)
			prepare(f)
			s, err := f.open().IndexSnapshot()
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(gitList(f.git("ls-files", "-s", "-z"), 1), list(s)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			checkSorted(t, s)
		})
	}
}

func TestIndexSnapshotOfAnnouncedFile(t *testing.T) {
	f := newRepo(t)
	f.commit("a", "1\n")
	f.write("b", "1\n")
	f.git("add", "-N", "b")
	s, err := f.open().IndexSnapshot()
	if err != nil || len(s.Files) != 1 {
		t.Errorf("%v, %v: b has no content yet", s, err)
	}
}

func TestSnapshotsOfConflict(t *testing.T) {
	f := newRepo(t)
	f.commit("a", "1\n", "gone", "1\n", "other", "1\n")
	f.git("checkout", "-q", "-b", "topic")
	f.commit("a", "theirs\n", "gone", "theirs\n")
	f.git("checkout", "-q", "main")
	f.remove("gone")
	f.commit("a", "ours\n")
	ours := f.git("rev-parse", "HEAD:a")
	f.git("read-tree", "-m", f.git("merge-base", "main", "topic"), "main", "topic")
	f.write("a", "<<<<<<<\n")
	r := f.open()
	s, err := r.IndexSnapshot()
	if err != nil {
		t.Fatal(err)
	}
	if a, ok := s.File("a"); !ok || a.Blob != ours {
		t.Errorf("a is %v, want our side %s", a, ours)
	}
	w, err := r.WorktreeSnapshot()
	if err != nil {
		t.Fatal(err)
	}
	if a, ok := w.File("a"); !ok || a.Blob != f.git("hash-object", "a") {
		t.Errorf("on disk a is %v", a)
	}
	for _, s := range []*diff.Snapshot{s, w} {
		var paths []string
		for _, p := range s.Problems {
			paths = append(paths, p.Path)
		}
		if !slices.Contains(paths, "a") {
			t.Errorf("%s names the conflicts %v", s.Ref, paths)
		}
	}
}

func TestIndexSnapshotRefuses(t *testing.T) {
	f := newRepo(t)
	f.commit("a", "1\n")
	f.git("update-index", "--split-index")
	f.write("b", "1\n")
	f.git("add", "b")
	if _, err := f.open().IndexSnapshot(); err == nil || !strings.Contains(err.Error(), "--no-split-index") {
		t.Errorf("split index: %v", err)
	}
	f.git("update-index", "--no-split-index")
	if s, err := f.open().IndexSnapshot(); err != nil || len(s.Files) != 2 {
		t.Errorf("after the command: %v, %v", s, err)
	}
	bare := f.clone("--bare").open()
	if _, err := bare.IndexSnapshot(); err == nil || !strings.Contains(err.Error(), git.ErrBare.Error()) {
		t.Errorf("bare: %v", err)
	}
	if _, err := bare.WorktreeSnapshot(); err == nil || !strings.Contains(err.Error(), git.ErrBare.Error()) {
		t.Errorf("bare: %v", err)
	}
}

// A hook is told of another index.
func TestIndexFile(t *testing.T) {
	f := newRepo(t)
	f.commit("a", "1\n")
	r := f.open()
	other := filepath.Join(f.dir, ".git", "other")
	if err := os.WriteFile(other, []byte(f.read(".git/index")), 0o644); err != nil {
		t.Fatal(err)
	}
	f.write("b", "1\n")
	f.git("add", "b")
	r.IndexFile = other
	if s, err := r.IndexSnapshot(); err != nil || len(s.Files) != 1 {
		t.Errorf("%v, %v", s, err)
	}
}

func BenchmarkSnapshots(b *testing.B) {
	f := newRepo(b)
	var in strings.Builder
	in.WriteString("commit refs/heads/main\ncommitter A <a@example.org> 1700000000 +0000\ndata 1\nx\n")
	for i := range 2000 {
		fmt.Fprintf(&in, "M 644 inline dir%d/sub%d/file%d.go\ndata 2\nx\n\n", i%20, i%100, i)
	}
	f.gitIn(in.String(), "fast-import", "--quiet")
	f.git("checkout", "-q", "-f", "main")
	for name, read := range map[string]func(r *git.Repo) (*diff.Snapshot, error){
		"commit": func(r *git.Repo) (*diff.Snapshot, error) {
			head, err := r.Resolve("HEAD")
			if err != nil {
				return nil, err
			}
			return r.Snapshot(head)
		},
		"index":    (*git.Repo).IndexSnapshot,
		"worktree": (*git.Repo).WorktreeSnapshot,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, err := git.Open(f.dir)
				if err != nil {
					b.Fatal(err)
				}
				s, err := read(r)
				if err != nil || len(s.Files) != 2000 {
					b.Fatal(err)
				}
				r.Close()
			}
		})
	}
}
