package occurrence_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/occurrence"
	"github.com/nexus-ci/nexus-ci/diff"
)

// texts are the contents of blobs by their ID, and note which of them were read.
type texts struct {
	content map[string]string
	mu      sync.Mutex
	read    []string
}

func (t *texts) Read(_ context.Context, ids []string, _ int64, each func(i int, content []byte, err error)) error {
	for i, id := range ids {
		t.mu.Lock()
		t.read = append(t.read, id)
		t.mu.Unlock()
		each(i, []byte(t.content[id]), nil)
	}
	return nil
}

func (t *texts) snapshot() *diff.Snapshot {
	s := &diff.Snapshot{}
	for _, id := range slices.Sorted(maps.Keys(t.content)) {
		s.Files = append(s.Files, diff.File{Path: id, Blob: id, Mode: diff.Regular, Size: int64(len(t.content[id]))})
	}
	return s
}

// With a cache that knows the words of the texts only those are read that may have one of the words, and the result is the
// same.
func TestMentionsReadsTextsWithTheWords(t *testing.T) {
	content := map[string]string{"README.md": "call `gone` first", "a.go": "package a\n\n// gone is not here\nfunc A() {}\n", "data.bin": "gone\x00"}
	for i := range 20 {
		content[fmt.Sprintf("other%d.md", i)] = "nothing to see"
	}
	c, err := cache.Open(t.TempDir(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	mentions := func(o factstore.Options) (any, []string) {
		o.Languages = all.Languages()
		from := &texts{content: content}
		found, err := occurrence.Mentions(t.Context(), factstore.New(o), from, from.snapshot(), graph.NewBuilder().Graph(), []string{"gone"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(from.read)
		return found, from.read
	}
	want, read := mentions(factstore.Options{})
	if len(read) != len(content) {
		t.Errorf("%d of %d texts were read without a cache", len(read), len(content))
	}
	if err := occurrence.Keep(t.Context(), c, "v", &texts{content: content}, (&texts{content: content}).snapshot()); err != nil {
		t.Fatal(err)
	}
	got, read := mentions(factstore.Options{Cache: c, Version: "v"})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-without +with a cache):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"README.md", "a.go"}, read); diff != "" {
		t.Errorf("texts read (-want +got):\n%s", diff)
	}
	again := &texts{content: content}
	if err := occurrence.Keep(t.Context(), c, "v", again, again.snapshot()); err != nil || len(again.read) > 0 {
		t.Errorf("%v: %v were read again", err, again.read)
	}
}

// Without Keep, a first look stores what the next one asks.
func TestMentionsKeepsWords(t *testing.T) {
	c, err := cache.Open(t.TempDir(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	from := &texts{content: map[string]string{"README.md": "gone", "NEWS.md": "nothing"}}
	for _, want := range []int{2, 1} {
		from.read = nil
		o := factstore.Options{Cache: c, Version: "v", Languages: all.Languages()}
		if _, err := occurrence.Mentions(t.Context(), factstore.New(o), from, from.snapshot(), graph.NewBuilder().Graph(), []string{"gone"}, nil); err != nil {
			t.Fatal(err)
		}
		if len(from.read) != want {
			t.Errorf("%v were read, want %d texts", from.read, want)
		}
	}
}
