//go:build unix

package git_test

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe is no file, and opening one would wait for ever.
func TestWorktreeWithPipes(t *testing.T) {
	f := newRepo(t)
	f.commit("a", "1\n", "b", "1\n")
	f.remove("a")
	for _, name := range []string{"a", "new"} {
		if err := syscall.Mkfifo(filepath.Join(f.dir, name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := f.open().WorktreeSnapshot(t.Context())
	if err != nil || len(s.Files) != 1 || s.Files[0].Path != "b" {
		t.Errorf("%v, %v", s, err)
	}
}
