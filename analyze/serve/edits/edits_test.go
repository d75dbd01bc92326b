package edits_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/serve/edits"
)

func tree(t *testing.T, files map[string]string) *edits.Tree {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &edits.Tree{Root: root, Dirty: func(_ context.Context, path string) (bool, error) { return strings.HasPrefix(path, "dirty"), nil }}
}

func edit(path, old, new string) engine.FileEdit {
	return engine.FileEdit{Path: path, To: path, Old: []byte(old), New: []byte(new)}
}

func (c content) check(t *testing.T, root string) {
	t.Helper()
	for name, want := range c {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v; want %q", name, got, err, want)
		}
	}
	var names []string
	_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if strings.Contains(d.Name(), "nexus-ci") {
			names = append(names, path)
		}
		return err
	})
	if len(names) > 0 {
		t.Errorf("left behind: %v", names)
	}
}

type content map[string]string

func TestApplyChangesAll(t *testing.T) {
	tr := tree(t, map[string]string{"a.txt": "one\n", "d/b.txt": "one\r\ntwo\r\n", "C.java": "class C"})
	if err := os.Chmod(filepath.Join(tr.Root, "a.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	move := edit("C.java", "class C", "class D")
	move.To = "D.java"
	if err := tr.Apply(context.Background(), []engine.FileEdit{edit("a.txt", "one\n", "1\n"), edit("d/b.txt", "one\ntwo\n", "1\ntwo\n"), move}, false); err != nil {
		t.Fatal(err)
	}
	content{"a.txt": "1\n", "d/b.txt": "1\r\ntwo\r\n", "D.java": "class D"}.check(t, tr.Root)
	if info, err := os.Stat(filepath.Join(tr.Root, "a.txt")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("permissions are %v, %v", info.Mode(), err)
	}
	if _, err := os.Stat(filepath.Join(tr.Root, "C.java")); !errors.Is(err, os.ErrNotExist) {
		t.Error("C.java is still there")
	}
}

func TestApplyRefuses(t *testing.T) {
	files := map[string]string{"a.txt": "one", "b.txt": "two", "dirty.txt": "one", "real/x.txt": "one", "there.txt": "three"}
	move := edit("b.txt", "two", "2")
	move.To = "there.txt"
	for name, bad := range map[string]engine.FileEdit{
		"has changes that are not committed": edit("dirty.txt", "one", "1"),
		"changed since it was read":          edit("b.txt", "other", "1"),
		"is gone":                            edit("none.txt", "one", "1"),
		"a link leads to it":                 edit("link/x.txt", "one", "1"),
		"is no regular file":                 edit("link.txt", "one", "1"),
		"is not in the work tree":            edit("../out.txt", "one", "1"),
		"is there already":                   move,
	} {
		t.Run(name, func(t *testing.T) {
			tr := tree(t, files)
			for link, to := range map[string]string{"link": "real", "link.txt": "a.txt"} {
				if err := os.Symlink(to, filepath.Join(tr.Root, link)); err != nil {
					t.Fatal(err)
				}
			}
			err := tr.Apply(context.Background(), []engine.FileEdit{edit("a.txt", "one", "1"), bad}, false)
			var refused *engine.EditError
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), name) {
				t.Errorf("got %v, want an error that says %q", err, name)
			}
			content(files).check(t, tr.Root)
		})
	}
}

func TestApplyIsUndoneWhereOneFails(t *testing.T) {
	files := map[string]string{"a.txt": "one", "b.txt": "two"}
	tr := tree(t, files)
	calls := 0
	tr.Dirty = func(context.Context, string) (bool, error) {
		if calls++; calls == 2 { // after a.txt was prepared, and while b.txt is
			return false, os.WriteFile(filepath.Join(tr.Root, "a.txt"), []byte("else"), 0o644)
		}
		return false, nil
	}
	if err := tr.Apply(context.Background(), []engine.FileEdit{edit("b.txt", "two", "2"), edit("a.txt", "one", "1")}, false); err == nil {
		t.Error("a file that changed meanwhile was replaced")
	}
	content{"a.txt": "else", "b.txt": "two"}.check(t, tr.Root)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := tr.Apply(ctx, []engine.FileEdit{edit("b.txt", "two", "2")}, false); err == nil {
		t.Error("a cancelled change was made")
	}
	content{"b.txt": "two"}.check(t, tr.Root)
}
