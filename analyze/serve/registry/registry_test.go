package registry

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// checkout makes the folder of a repository and its entry.
func checkout(t *testing.T, dir, name string) Entry {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Join(path, ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	return Entry{Name: name, Path: path, Commit: "c", Tree: "t", Indexed: time.Unix(1, 0).UTC(), Files: 1, Symbols: 2, Edges: 3, Clusters: 4, Flows: 5}
}

func TestPutAndList(t *testing.T) {
	dir := t.TempDir()
	r := Open(filepath.Join(dir, "cache"))
	if got, err := r.List(); len(got) != 0 || err != nil {
		t.Fatalf("List of nothing = %v, %v", got, err)
	}
	b, a := checkout(t, dir, "b"), checkout(t, dir, "a")
	for _, e := range []Entry{b, a} {
		if err := r.Put(e); err != nil {
			t.Fatal(err)
		}
	}
	got, err := r.List()
	if d := cmp.Diff([]Entry{a, b}, got); d != "" || err != nil {
		t.Fatalf("List (-want +got):\n%s%v", d, err)
	}
	a.Tree = "u"
	if err := r.Put(a); err != nil {
		t.Fatal(err)
	}
	if got, ok := r.Get(a.Path); !ok || got != a {
		t.Errorf("Get = %v, %v", got, ok)
	}
	// A checkout that is gone is dropped for good.
	if err := os.RemoveAll(b.Path); err != nil {
		t.Fatal(err)
	}
	if got, err := r.List(); err != nil || len(got) != 1 || got[0] != a {
		t.Errorf("List = %v, %v, want %v alone", got, err, a)
	}
	if _, ok := r.Get(b.Path); ok {
		t.Error("the entry of a checkout that is gone is still there")
	}
}

func TestHolding(t *testing.T) {
	dir := t.TempDir()
	r := Open(filepath.Join(dir, "cache"))
	outer := checkout(t, dir, "outer")
	inner := checkout(t, outer.Path, "inner")
	if err := r.Put(outer); err != nil {
		t.Fatal(err)
	}
	if got, ok := r.Holding(filepath.Join(outer.Path, "a", "b")); !ok || got != outer {
		t.Errorf("Holding below = %v, %v", got, ok)
	}
	if _, ok := r.Holding(inner.Path); ok {
		t.Error("a repository that was not indexed is taken for the one around it")
	}
	if _, ok := r.Holding(dir); ok {
		t.Error("Holding above a repository found one")
	}
}

// What is damaged is told once, removed, and written again.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	r := Open(filepath.Join(dir, "cache"))
	a, b := checkout(t, dir, "a"), checkout(t, dir, "b")
	for _, damage := range []string{"", "{", `{"path":"relative"}`, strings.Repeat(" ", maxEntry) + "{}", `{"path":"` + b.Path + `"}`} {
		for _, e := range []Entry{a, b} {
			if err := r.Put(e); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(r.file(a.Path), []byte(damage), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := r.List()
		if len(got) != 1 || got[0] != b {
			t.Errorf("%.20q: List = %v, want b alone", damage, got)
		}
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), r.file(a.Path)) {
			t.Errorf("%.20q: error %v, want one line with the file", damage, err)
		}
		if _, err := r.List(); err != nil {
			t.Errorf("%.20q: told twice: %v", damage, err)
		}
	}
}

func TestConcurrentWriters(t *testing.T) {
	dir := t.TempDir()
	const runs = 16
	var all sync.WaitGroup
	for i := range runs {
		e := checkout(t, dir, fmt.Sprintf("r%02d", i))
		all.Go(func() {
			r := Open(filepath.Join(dir, "cache"))
			for range 5 {
				if err := r.Put(e); err != nil {
					t.Error(err)
				}
				if _, err := r.List(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got, err := Open(filepath.Join(dir, "cache")).List(); len(got) != runs || err != nil {
		t.Errorf("%d entries of %d, %v", len(got), runs, err)
	}
}
