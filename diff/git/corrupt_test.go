package git_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// useAll calls everything that reads and returns the first error.
func useAll(dir, base, head string, ids []string) error {
	r, err := git.Open(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	if _, err := r.Resolve(head + "~3"); err != nil {
		return err
	}
	if _, err := r.MergeBase(context.Background(), base, head); err != nil {
		return err
	}
	from, err := r.Snapshot(context.Background(), base)
	if err != nil {
		return err
	}
	to, err := r.Snapshot(context.Background(), head)
	if err != nil {
		return err
	}
	if _, err := r.Diff(context.Background(), from, to); err != nil {
		return err
	}
	var missing error
	err = r.Blobs().Read(context.Background(), ids, 0, func(_ int, _ []byte, err error) {
		if err != nil {
			missing = err
		}
	})
	if err != nil {
		return err
	}
	return missing
}

// A pack that is cut short or has wrong bytes gives an error that says so: never
// a panic, never endless memory or time.
func TestDamagedPack(t *testing.T) {
	f, ids := grown(t, 30)
	f.git("repack", "-adfq", "--depth=50")
	base, head := f.git("rev-parse", "main~20"), f.git("rev-parse", "main")
	packs, err := filepath.Glob(filepath.Join(f.dir, ".git", "objects", "pack", "*.pack"))
	if err != nil || len(packs) != 1 {
		t.Fatal(packs, err)
	}
	random := rand.New(rand.NewPCG(13, 14))
	for _, ext := range []string{".pack", ".idx"} {
		name := packs[0][:len(packs[0])-len(".pack")] + ext
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, 0o644); err != nil {
			t.Fatal(err)
		}
		check := func(content []byte) error {
			t.Helper()
			if err := os.WriteFile(name, content, 0o644); err != nil {
				t.Fatal(err)
			}
			err := useAll(f.dir, base, head, ids)
			var missing *git.MissingObjectError
			var unread *diff.UnreadError
			var unknown *git.UnknownRevisionError
			if err != nil && !errors.Is(err, git.ErrCorrupt) && !errors.Is(err, git.ErrUnsupported) &&
				!errors.As(err, &missing) && !errors.As(err, &unread) && !errors.As(err, &unknown) {
				t.Errorf("%s: %v", ext, err)
			}
			return err
		}
		for cut := 0; cut < len(whole)-20; cut += 1 + len(whole)/40 {
			if check(whole[:cut]) == nil {
				t.Errorf("%s cut to %d of %d bytes is not noticed", ext, cut, len(whole))
			}
		}
		for range 150 {
			bad := append([]byte(nil), whole...)
			for range 1 + random.IntN(3) {
				bad[random.IntN(len(bad))] ^= 1 << random.IntN(8)
			}
			check(bad)
		}
		if err := check(whole); err != nil {
			t.Fatalf("restored: %v", err)
		}
	}
}

func TestDamagedLooseObject(t *testing.T) {
	f := newRepo(t)
	head := f.commit("a", "1\n")
	id := f.git("rev-parse", "HEAD:a")
	name := filepath.Join(f.dir, ".git", "objects", id[:2], id[2:])
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f.remove("a")
	if err := os.Chmod(name, 0o644); err != nil {
		t.Fatal(err)
	}
	for cut := range whole {
		if err := os.WriteFile(name, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		if err := useAll(f.dir, head, head, []string{id}); err == nil {
			t.Errorf("cut to %d of %d bytes it is not noticed", cut, len(whole))
		}
	}
}
