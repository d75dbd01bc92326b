package difftest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

const example = `
-- base/a.go --
package a
-- base/b.go --
package b
-- base/keep.go --
package keep
-- head/a.go --
package a // edited
-- head/b.go.deleted --
-- head/new.go --
package n
-- want --
rest
`

func TestParse(t *testing.T) {
	c, err := difftest.Parse(txtar.Parse([]byte(example)))
	if err != nil {
		t.Fatal(err)
	}
	paths := func(s *diff.Snapshot) (paths []string) {
		for _, f := range s.Files {
			paths = append(paths, f.Path)
		}
		return paths
	}
	if d := cmp.Diff([]string{"a.go", "b.go", "keep.go"}, paths(c.Base)); d != "" {
		t.Errorf("base (-want +got)\n%s", d)
	}
	if d := cmp.Diff([]string{"a.go", "keep.go", "new.go"}, paths(c.Head)); d != "" {
		t.Errorf("head (-want +got)\n%s", d)
	}
	if len(c.Changes) != 3 || len(c.Rest) != 1 || c.Rest[0].Name != "want" {
		t.Errorf("changes %v, rest %v", c.Changes, c.Rest)
	}
	f, _ := c.Base.File("a.go")
	// echo package a | git hash-object --stdin
	if f.Blob != "2a93cdef549545101b086408d9ee767fda0c02c2" || f.Size != 10 {
		t.Errorf("a.go is %+v", f)
	}
}

func TestBlobID(t *testing.T) {
	for content, want := range map[string]string{
		"":        "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
		"hello\n": "ce013625030ba8dba906f756967f9e9ca394464a",
	} {
		if got := difftest.BlobID([]byte(content)); got != want {
			t.Errorf("BlobID(%q) = %s, want %s", content, got, want)
		}
	}
}

func TestParseRefusesUnknownDeletion(t *testing.T) {
	if _, err := difftest.Parse(txtar.Parse([]byte("-- head/a.deleted --\n"))); err == nil {
		t.Error("a deletion of nothing was accepted")
	}
}

func TestRead(t *testing.T) {
	b := difftest.Blobs{"1": []byte("one"), "2": []byte("twotwo")}
	var got []string
	err := b.Read(context.Background(), []string{"1", "2", "3"}, 3, func(i int, content []byte, err error) {
		var unread *diff.UnreadError
		if err != nil && !errors.As(err, &unread) {
			t.Errorf("error of type %T", err)
		}
		if err != nil {
			content = []byte("! " + err.Error())
		}
		got = append(got, string(content))
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"one", "! larger than 3 bytes", "! not in the archive"}, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := b.Read(ctx, []string{"1"}, 0, func(int, []byte, error) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a cancelled read", err)
	}
}
