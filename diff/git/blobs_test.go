package git_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// readAll returns the content, or the error, of each id.
func readAll(t testing.TB, r *git.Repo, ids []string, maxSize int64) (contents []string, errs []error) {
	t.Helper()
	contents, errs = make([]string, len(ids)), make([]error, len(ids))
	var mu sync.Mutex
	seen := make(map[int]int)
	err := r.Blobs().Read(context.Background(), ids, maxSize, func(i int, content []byte, err error) {
		mu.Lock()
		defer mu.Unlock()
		seen[i]++
		contents[i], errs[i] = string(content), err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range ids {
		if seen[i] != 1 {
			t.Errorf("id %d was given %d times", i, seen[i])
		}
	}
	return contents, errs
}

// grown is a history of one file that grows and of others that stay, so that a
// pack stores them as long chains of deltas.
func grown(t testing.TB, versions int) (*fixture, []string) {
	f := newRepo(t)
	random := rand.New(rand.NewPCG(9, 10))
	var lines []string
	for range 200 {
		lines = append(lines, fmt.Sprintf("line %d of a file", random.IntN(1e9)))
	}
	var blobs []string
	var in strings.Builder
	for v := range versions {
		lines[random.IntN(len(lines))] = fmt.Sprintf("edited in version %d", v)
		lines = append(lines, fmt.Sprintf("appended in version %d", v))
		content := strings.Join(lines, "\n")
		fmt.Fprintf(&in, "commit refs/heads/main\ncommitter A <a@example.org> %d +0000\ndata 1\nx\n", 1_700_000_000+v)
		fmt.Fprintf(&in, "M 644 inline dir/grown\ndata %d\n%s\nM 644 inline dir/v%d\ndata 4\nv%03d\n", len(content), content, v, v)
		blobs = append(blobs, difftest.BlobID([]byte(content)))
	}
	f.gitIn(in.String(), "fast-import", "--quiet")
	return f, blobs
}

func TestBlobs(t *testing.T) {
	f, ids := grown(t, 60)
	for name, prepare := range map[string]func() *git.Repo{
		"deltas by offset":     func() *git.Repo { f.git("repack", "-adfq", "--depth=50", "--window=60"); return f.open() },
		"deltas by reference":  func() *git.Repo { f.git("-c", "repack.useDeltaBaseOffset=false", "repack", "-adfq"); return f.open() },
		"several packs":        func() *git.Repo { f.write("x", "1"); f.git("add", "x"); f.git("repack", "-dq"); return f.open() },
		"in another work tree": func() *git.Repo { return f.clone().open() },
		"borrowed": func() *git.Repo {
			dir := filepath.Join(t.TempDir(), "shared")
			f.git("clone", "-q", "--bare", "--shared", f.dir, dir)
			return open(t, dir)
		},
	} {
		t.Run(name, func(t *testing.T) {
			contents, errs := readAll(t, prepare(), ids, 0)
			for i := range ids {
				if errs[i] != nil || difftest.BlobID([]byte(contents[i])) != ids[i] {
					t.Errorf("version %d: %d bytes, %v", i, len(contents[i]), errs[i])
				}
			}
		})
	}
	t.Run("loose", func(t *testing.T) {
		loose := newRepo(t)
		for i := range ids {
			loose.gitIn(f.git("cat-file", "blob", ids[i]), "hash-object", "-w", "--stdin")
		}
		contents, errs := readAll(t, loose.open(), ids, 0)
		for i := range ids {
			if errs[i] != nil || difftest.BlobID([]byte(contents[i])) != ids[i] {
				t.Errorf("version %d: %d bytes, %v", i, len(contents[i]), errs[i])
			}
		}
	})
}

// What is too large or not there concerns one blob; the others are read.
func TestBlobsThatCannotBeHad(t *testing.T) {
	f, ids := grown(t, 20)
	f.git("repack", "-adfq")
	small := difftest.BlobID([]byte("v007"))
	loose := f.gitIn(strings.Repeat("x", 5000), "hash-object", "-w", "--stdin")
	nowhere := strings.Repeat("0", 40)
	contents, errs := readAll(t, f.open(), []string{ids[3], small, nowhere, loose, ids[19], small}, 1000)
	if contents[1] != "v007" || contents[5] != "v007" {
		t.Errorf("contents %q", contents)
	}
	for i, text := range map[int]string{0: "bytes, more than 1000", 2: "not in this clone", 3: "5000 bytes, more than 1000", 4: "bytes, more than 1000"} {
		var unread *diff.UnreadError
		if !errors.As(errs[i], &unread) || !strings.Contains(unread.Reason, text) {
			t.Errorf("blob %d: %v", i, errs[i])
		}
	}
}

// Content that is only on disk is read there, and only as it was when the
// snapshot was made.
func TestBlobsOfWorktree(t *testing.T) {
	f := newRepo(t)
	f.commit("a", "1\n", "b", "1\n", "c", "1\n")
	f.write("a", "edited\n")
	f.write("new", "untracked\n")
	if err := os.Symlink("nowhere", filepath.Join(f.dir, "link")); err != nil {
		t.Fatal(err)
	}
	f.write("late", "before\n")
	r := f.open()
	s, err := r.WorktreeSnapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f.write("late", "after\n")
	f.write("b", "changed behind our back\n")
	var ids []string
	for _, file := range s.Files {
		ids = append(ids, file.Blob)
	}
	contents, errs := readAll(t, r, ids, 0)
	want := map[string]string{"a": "edited\n", "b": "1\n", "c": "1\n", "new": "untracked\n", "link": "nowhere"}
	for i, file := range s.Files {
		if file.Path == "late" {
			if errs[i] == nil || !strings.Contains(errs[i].Error(), "changed on disk") {
				t.Errorf("late: %q, %v", contents[i], errs[i])
			}
			continue
		}
		if errs[i] != nil || contents[i] != want[file.Path] {
			t.Errorf("%s: %q, %v", file.Path, contents[i], errs[i])
		}
	}
}

// A path of the index that leads out of the work tree through a symbolic link is
// not followed, though the blob it should hold is elsewhere on disk.
func TestBlobsDoNotLeaveTheWorktree(t *testing.T) {
	f := newRepo(t)
	f.commit("dir/secret", "secret\n")
	away := t.TempDir()
	if err := os.WriteFile(filepath.Join(away, "secret"), []byte("secret\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	id := f.git("rev-parse", "HEAD:dir/secret")
	f.remove("dir")
	if err := os.Symlink(away, filepath.Join(f.dir, "dir")); err != nil {
		t.Fatal(err)
	}
	f.remove(".git/objects/" + id[:2])
	if contents, errs := readAll(t, f.open(), []string{id}, 0); errs[0] == nil {
		t.Errorf("read %q from outside", contents[0])
	}
}

// A partial clone has no blobs but those it checked out.
func TestBlobsOfPartialClone(t *testing.T) {
	f := newRepo(t)
	f.git("config", "uploadpack.allowFilter", "true")
	f.commit("a", "old\n", "same", "1\n")
	old := f.git("rev-parse", "HEAD:a")
	f.commit("a", "new\n")
	c := f.clone("--filter=blob:none")
	r := c.open()
	head, err := r.Resolve("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.Snapshot(t.Context(), head)
	if err != nil {
		t.Fatal(err)
	}
	if contents, errs := readAll(t, r, []string{s.Files[0].Blob, s.Files[1].Blob}, 0); errs[0] != nil || contents[0] != "new\n" || errs[1] != nil {
		t.Errorf("head: %q, %v", contents, errs)
	}
	hint := "git fetch --refetch --no-filter origin"
	if _, errs := readAll(t, r, []string{old}, 0); errs[0] == nil || !strings.Contains(errs[0].Error(), hint) {
		t.Errorf("base: %v", errs[0])
	}
	base, err := r.Snapshot(t.Context(), c.git("rev-parse", "HEAD~1"))
	if err != nil {
		t.Fatal(err)
	}
	changes, err := r.Diff(t.Context(), base, s)
	if err != nil || len(changes) != 1 || !strings.Contains(changes[0].Unread, "not in this clone") {
		t.Errorf("changes %v, %v", changes, err)
	}
	c.git(strings.Fields(hint)[1:]...)
	if contents, errs := readAll(t, c.open(), []string{old}, 0); errs[0] != nil || contents[0] != "old\n" {
		t.Errorf("after the command: %q, %v", contents, errs)
	}
}

func TestBlobsCancelled(t *testing.T) {
	f, ids := grown(t, 60)
	ctx, cancel := context.WithCancel(context.Background())
	var once sync.Once
	err := f.open().Blobs().Read(ctx, ids, 0, func(int, []byte, error) { once.Do(cancel) })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if err := f.open().Blobs().Read(context.Background(), []string{"xyz"}, 0, nil); err == nil {
		t.Error("xyz was taken for an id")
	}
}

// Several readers at once, and everything else beside them.
func TestConcurrentUse(t *testing.T) {
	f, ids := grown(t, 60)
	f.git("repack", "-adfq", "--depth=50")
	f.git("checkout", "-q", "-f", "main")
	r := f.open()
	head, err := r.Resolve("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	want, err := r.Snapshot(t.Context(), head)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			_ = r.Blobs().Read(context.Background(), ids, 0, func(i int, content []byte, err error) {
				if err != nil || difftest.BlobID(content) != ids[i] {
					t.Errorf("version %d: %v", i, err)
				}
			})
		})
		group.Go(func() {
			base, err := r.Snapshot(t.Context(), head)
			if err != nil || len(base.Files) != len(want.Files) {
				t.Errorf("snapshot: %v", err)
			}
			work, err := r.WorktreeSnapshot(t.Context())
			if err != nil {
				t.Errorf("work tree: %v", err)
				return
			}
			if changes, err := r.Diff(t.Context(), base, work); err != nil || len(changes) > 0 {
				t.Errorf("diff: %v, %v", changes, err)
			}
			if _, err := r.MergeBase(t.Context(), head, head); err != nil {
				t.Errorf("merge base: %v", err)
			}
		})
	}
	group.Wait()
}

func BenchmarkBlobs(b *testing.B) {
	f, ids := grown(b, 200)
	f.git("repack", "-adfq", "--depth=50")
	var total int
	for _, id := range ids {
		total += len(f.git("cat-file", "blob", id))
	}
	b.Run("objects", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(total))
		for b.Loop() {
			r, err := git.Open(f.dir)
			if err != nil {
				b.Fatal(err)
			}
			err = r.Blobs().Read(context.Background(), ids, 0, func(_ int, content []byte, err error) {
				if err != nil || bytes.IndexByte(content, 0) >= 0 {
					b.Error(err)
				}
			})
			if err != nil {
				b.Fatal(err)
			}
			r.Close()
		}
	})
}
