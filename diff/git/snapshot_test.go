package git_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
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
		s, err := r.Snapshot(t.Context(), commit)
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

// object writes an object and returns its id. Unlike git it takes any content, and at once.
func (f *fixture) object(kind, content string) string {
	f.t.Helper()
	whole := fmt.Sprintf("%s %d\x00%s", kind, len(content), content)
	id := fmt.Sprintf("%x", sha1.Sum([]byte(whole)))
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	io.WriteString(w, whole)
	w.Close()
	f.write(".git/objects/"+id[:2]+"/"+id[2:], packed.String())
	return id
}

// tree writes a tree that holds one object, a file unless it is a directory, under each of
// the names, and returns its id.
func (f *fixture) tree(object string, dir bool, names ...string) string {
	f.t.Helper()
	mode := "100644"
	if dir {
		mode = "40000"
	}
	var content strings.Builder
	for _, name := range names {
		content.WriteString(mode + " " + name + "\x00" + unhex(f.t, object))
	}
	return f.object("tree", content.String())
}

// tower is a tree of levels, each of which holds the one below under all names.
func (f *fixture) tower(bottom string, levels int, names ...string) string {
	f.t.Helper()
	for range levels {
		bottom = f.tree(bottom, true, names...)
	}
	return bottom
}

// numbered returns n names of a width that keeps them sorted.
func numbered(n int, ending string) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%06d%s", i, ending)
	}
	return names
}

// A tree of a few hundred bytes can name millions of files, or of directories.
func TestSnapshotIsBounded(t *testing.T) {
	f := newRepo(t)
	blob := f.object("blob", "x")
	ten := numbered(10, "")
	for name, test := range map[string]struct{ tree, want string }{
		"files":                {f.tower(f.tree(blob, false, ten...), 9, ten...), "more than 640000 files"},
		"empty directories":    {f.tower(f.tree("", true), 10, ten...), "more than 250000 directories"},
		"many files in a tree": {f.tower(f.tree(blob, false, numbered(100_000, "")...), 1, ten...), "more than 640000 files"},
		"many trees in a tree": {f.tower(f.tree("", true), 1, numbered(260_000, "")...), "more than 250000 directories"},
		"long names":           {f.tower(f.tree(blob, false, ten...), 9, numbered(10, strings.Repeat("x", 200))...), "paths of more than"},
		"a chain":              {f.tower(f.tree("", true), 2100, "d"), "a path of more than 4096 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			commit := f.git("commit-tree", "-m", "bomb", test.tree)
			_, err := f.open().Snapshot(t.Context(), commit)
			var limit *git.LimitError
			if !errors.As(err, &limit) || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "counted up to") {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// What two snapshots share is counted for each.
func TestSnapshotOfSharedTreeIsBounded(t *testing.T) {
	f := newRepo(t)
	blob := f.object("blob", "x")
	tree := f.tower(f.tree(blob, false, numbered(50, "")...), 3, numbered(20, "")...) // 400,000 files
	r := f.open()
	small := f.git("commit-tree", "-m", "small", f.tree(tree, true, "a"))
	if _, err := r.Snapshot(t.Context(), small); err != nil {
		t.Fatal(err)
	}
	large := f.git("commit-tree", "-m", "large", f.tree(tree, true, "a", "b"))
	var limit *git.LimitError
	if _, err := r.Snapshot(t.Context(), large); !errors.As(err, &limit) {
		t.Errorf("error %v", err)
	}
}

// The entries of a sparse index stand for whole trees.
func TestIndexSnapshotIsBounded(t *testing.T) {
	f := newRepo(t)
	f.commit("a/x", "1\n", "b/x", "1\n")
	f.git("sparse-checkout", "set", "--cone", "--sparse-index", "a")
	ten := numbered(10, "")
	bomb := f.tower(f.tree("", true), 9, ten...)
	// git itself would list it: the index is written here, with zeros for its checksum.
	index := f.read(".git/index")
	index = strings.ReplaceAll(index, unhex(t, f.git("rev-parse", "HEAD:b")), unhex(t, bomb))
	f.write(".git/index", index[:len(index)-20]+strings.Repeat("\x00", 20))
	var limit *git.LimitError
	if _, err := f.open().IndexSnapshot(t.Context()); !errors.As(err, &limit) {
		t.Errorf("error %v", err)
	}
}

// unhex returns the bytes of an id.
func unhex(t testing.TB, id string) string {
	b, err := hex.DecodeString(id)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestSnapshotStops(t *testing.T) {
	f := newRepo(t)
	head := f.commit("a/b/c", "1\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := f.open()
	base, err := r.Snapshot(t.Context(), head)
	if err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func() error{
		"snapshot":   func() error { _, err := f.open().Snapshot(ctx, head); return err },
		"work tree":  func() error { _, err := r.WorktreeSnapshot(ctx); return err },
		"merge base": func() error { _, err := r.MergeBase(ctx, head, head); return err },
		"log":        func() error { _, _, err := r.Log(ctx, head, diff.LogOptions{}); return err },
		"diff": func() error {
			_, err := r.Diff(ctx, base, &diff.Snapshot{Files: []diff.File{{Path: "a", Blob: base.Files[0].Blob}}})
			return err
		},
	} {
		if err := call(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
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
			s, err := f.open().IndexSnapshot(t.Context())
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
	s, err := f.open().IndexSnapshot(t.Context())
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
	s, err := r.IndexSnapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if a, ok := s.File("a"); !ok || a.Blob != ours {
		t.Errorf("a is %v, want our side %s", a, ours)
	}
	w, err := r.WorktreeSnapshot(t.Context())
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
	if _, err := f.open().IndexSnapshot(t.Context()); err == nil || !strings.Contains(err.Error(), "--no-split-index") {
		t.Errorf("split index: %v", err)
	}
	f.git("update-index", "--no-split-index")
	if s, err := f.open().IndexSnapshot(t.Context()); err != nil || len(s.Files) != 2 {
		t.Errorf("after the command: %v, %v", s, err)
	}
	bare := f.clone("--bare").open()
	if _, err := bare.IndexSnapshot(t.Context()); err == nil || !strings.Contains(err.Error(), git.ErrBare.Error()) {
		t.Errorf("bare: %v", err)
	}
	if _, err := bare.WorktreeSnapshot(t.Context()); err == nil || !strings.Contains(err.Error(), git.ErrBare.Error()) {
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
	if s, err := r.IndexSnapshot(t.Context()); err != nil || len(s.Files) != 1 {
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
			return r.Snapshot(b.Context(), head)
		},
		"index":    func(r *git.Repo) (*diff.Snapshot, error) { return r.IndexSnapshot(b.Context()) },
		"worktree": func(r *git.Repo) (*diff.Snapshot, error) { return r.WorktreeSnapshot(b.Context()) },
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
