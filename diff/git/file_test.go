package git_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
)

func TestReadFile(t *testing.T) {
	f := newRepo(t)
	old := f.commit("a/b/c.txt", "one\n", "top", "top\n")
	head := f.commit("a/b/c.txt", "two\n", "large", strings.Repeat("x", 100))
	r := f.open()
	for commit, want := range map[string]string{old: "one\n", head: "two\n"} {
		if got, err := r.ReadFile(commit, "a/b/c.txt", 10); err != nil || string(got) != want {
			t.Errorf("%.7s: %q, %v", commit, got, err)
		}
	}
	for _, path := range []string{"a/b", "a/b/c", "a/b/c.txt/d", "top/a", "large/", "", "../top", "nowhere"} {
		if got, err := r.ReadFile(head, path, 10); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: %q, %v", path, got, err)
		}
	}
	if _, err := r.ReadFile(head, "large", 99); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("large: %v", err)
	}
	if _, err := r.ReadFile("main", "top", 10); err == nil {
		t.Error("read from a commit that is no id")
	}
}
