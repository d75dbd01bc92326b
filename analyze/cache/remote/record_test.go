package remote_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/cache/remote"
)

var group = cache.KeyOf("group")

func TestRecords(t *testing.T) {
	public, private := keys(t, 1)
	dir := t.TempDir()
	address := "file://" + filepath.ToSlash(dir)
	reader, writer := open(t, address, public), open(t, address, private)
	if members, err := reader.List(t.Context(), group); len(members) != 0 || err != nil {
		t.Errorf("an empty store lists %v, %v", members, err)
	}
	if _, err := reader.Get(t.Context(), group, base); !errors.Is(err, remote.ErrAbsent) {
		t.Errorf("an empty store: %v", err)
	}
	if reader.Put(t.Context(), group, base, nil) == nil {
		t.Error("who has only the public key writes")
	}
	if writer.Put(t.Context(), group, base, make([]byte, remote.MaxRecord+1)) == nil {
		t.Error("a record of any size is written")
	}
	for _, value := range []string{"old", "new"} { // the second replaces the first
		for _, member := range []cache.Key{base, other} {
			if err := writer.Put(t.Context(), group, member, []byte(value)); err != nil {
				t.Fatal(err)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "records", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, name := range []string{"object-1.tmp", "..", "00", "README"} { // of a writer that was killed, and of others
		_ = os.WriteFile(filepath.Join(files[0], name), []byte("x"), 0o600) // ".." cannot be written
	}
	members, err := reader.List(t.Context(), group)
	want := []cache.Key{base, other}
	slices.SortFunc(want, func(a, b cache.Key) int { return slices.Compare(a[:], b[:]) })
	if err != nil || !slices.Equal(members, want) {
		t.Errorf("listed %v, %v, want %v", members, err, want)
	}
	if value, err := reader.Get(t.Context(), group, base); string(value) != "new" || err != nil {
		t.Errorf("%q, %v", value, err)
	}
}

// A record is used only below the names that it was signed for.
func TestRecordPoison(t *testing.T) {
	public, private := keys(t, 1)
	_, stranger := keys(t, 2)
	dir := t.TempDir()
	address := "file://" + filepath.ToSlash(dir)
	put := func(key []byte, group, member cache.Key) string {
		t.Helper()
		if err := open(t, address, key).Put(t.Context(), group, member, []byte("value")); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, "records", fmt.Sprintf("%x", group), fmt.Sprintf("%x", member))
	}
	at := put(private, group, base)
	good, err := os.ReadFile(at)
	if err != nil {
		t.Fatal(err)
	}
	copyOf := func(path string) []byte {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	for name, object := range map[string][]byte{
		"of a stranger":     copyOf(put(stranger, group, base)),
		"of another member": copyOf(put(private, group, other)),
		"of another group":  copyOf(put(private, cache.KeyOf("elsewhere"), base)),
		"cut":               good[:len(good)-1],
		"empty":             nil,
		"too large":         append(slices.Clone(good), make([]byte, remote.MaxRecord)...),
	} {
		if err := os.WriteFile(at, object, 0o600); err != nil {
			t.Fatal(err)
		}
		if value, err := open(t, address, public).Get(t.Context(), group, base); err == nil || errors.Is(err, remote.ErrAbsent) {
			t.Errorf("a record %s was used: %q, %v", name, value, err)
		}
	}
}

// Writers at the same time leave one whole record of one of them.
func TestConcurrentRecords(t *testing.T) {
	public, private := keys(t, 1)
	address := "file://" + filepath.ToSlash(t.TempDir())
	var writing sync.WaitGroup
	for i := range 8 {
		writing.Go(func() {
			for range 20 {
				if err := open(t, address, private).Put(t.Context(), group, base, fmt.Appendf(nil, "%d", i)); err != nil {
					t.Error(err)
				}
				if value, err := open(t, address, public).Get(t.Context(), group, base); err != nil || len(value) != 1 {
					t.Errorf("%q, %v", value, err)
				}
			}
		})
	}
	writing.Wait()
	if members, err := open(t, address, public).List(t.Context(), group); err != nil || len(members) != 1 {
		t.Errorf("%v, %v", members, err)
	}
}

// A server with Bazel's protocol cannot list, so that it keeps no records.
func TestNoRecordsByHTTP(t *testing.T) {
	_, private := keys(t, 1)
	s, address := newShelf(t)
	store := open(t, address, private)
	if err := store.Put(t.Context(), group, base, []byte("value")); !errors.Is(err, remote.ErrNoList) || s.puts > 0 {
		t.Errorf("%v, %d objects", err, s.puts)
	}
	if _, err := store.List(t.Context(), group); !errors.Is(err, remote.ErrNoList) {
		t.Error(err)
	}
}
