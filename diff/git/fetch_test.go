package git_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/diff/git"
)

func TestFetch(t *testing.T) {
	f := newRepo(t)
	f.git("config", "uploadpack.allowAnySHA1InWant", "true")
	f.commit("a", "0\n")
	base := f.commit("a", "1\n", "deep/b", "1\n")
	f.commit("a", "2\n")
	c := f.clone("--depth=1")
	r := c.open()
	var unknown *git.UnknownRevisionError
	if _, err := r.Resolve(base); !errors.As(err, &unknown) {
		t.Fatalf("before: %v", err)
	}
	if err := r.Fetch(context.Background(), base); err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*git.Repo{"the same": r, "another": c.open()} {
		if got, err := r.Resolve(base); err != nil || got != base {
			t.Errorf("%s repository: %s, %v", name, got, err)
		}
		s, err := r.Snapshot(t.Context(), base)
		if err != nil || len(s.Files) != 2 {
			t.Errorf("%s repository: %v, %v", name, s, err)
		}
		if _, err := r.Resolve(base + "^"); !errors.As(err, &unknown) || !strings.Contains(unknown.Hint, "--unshallow") {
			t.Errorf("%s repository: history beyond the commit: %v", name, err)
		}
	}
	c.git("fsck", "--strict")
	if got := strings.Fields(c.git("rev-list", "--all", "--count"))[0]; got != "2" {
		t.Errorf("%s commits are here, want the two", got)
	}
	if err := r.Fetch(context.Background(), base); err != nil {
		t.Errorf("again: %v", err)
	}
}

func TestFetchFails(t *testing.T) {
	f := newRepo(t)
	head := f.commit("a", "1\n")
	nowhere := strings.Repeat("ab", 20)
	r := f.open()
	if err := r.Fetch(context.Background(), nowhere); err == nil || !strings.Contains(err.Error(), "no remote") {
		t.Errorf("without a remote: %v", err)
	}
	if err := r.Fetch(context.Background(), head); err != nil {
		t.Errorf("a commit that is here: %v", err)
	}
	c := f.clone()
	if err := c.open().Fetch(context.Background(), nowhere); err == nil {
		t.Error("a commit that is nowhere was fetched")
	}
	if err := os.RemoveAll(filepath.Join(f.dir, ".git")); err != nil {
		t.Fatal(err)
	}
	if err := c.open().Fetch(context.Background(), nowhere); err == nil {
		t.Error("fetched from a remote that is gone")
	}
}
