package analyze_test

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

var indexed = map[string][]byte{
	"go.mod": []byte("module x\n"),
	"a/a.go": []byte("package a\n\nimport \"x/b\"\n\n// F is the entry.\nfunc F() { b.G(1) }\n"),
	"b/b.go": []byte("package b\n\nfunc G(n int) { h(n) }\n\nfunc h(n int) {}\n"),
}

// A counter counts the blobs that are read.
type counter struct {
	source.Blobs
	reads int
}

func (c *counter) Read(ctx context.Context, ids []string, maxSize int64, each func(int, []byte, error)) error {
	c.reads += len(ids)
	return c.Blobs.Read(ctx, ids, maxSize, each)
}

func TestIndexIsStored(t *testing.T) {
	dir := t.TempDir()
	blobs := make(difftest.Blobs)
	snapshot := blobs.Snapshot("x", indexed)
	snapshot.Tree = "1"
	run := func(t *testing.T, snapshot *diff.Snapshot, policy analyze.Policy) (form []byte, reads int) {
		t.Helper()
		c, err := cache.Open(dir, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		from := &counter{Blobs: blobs}
		x, err := analyze.IndexSnapshot(context.Background(), snapshot, from, all.Languages(), c, policy, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if x.ProcessCount != 1 || len(x.Graph.Nodes) < 6 {
			t.Errorf("%d flows, %d nodes", x.ProcessCount, len(x.Graph.Nodes))
		}
		return append(graph.Encode(x.Graph, x.Communities), graph.EncodeProcesses(x.Graph, x.Processes)...), from.reads
	}
	cold, reads := run(t, snapshot, analyze.Policy{})
	if reads == 0 {
		t.Fatal("nothing was read")
	}
	// The state, which is the graph with the areas, its traces, what is the latest, the index with the flows, and four versions
	// of the code: for facts, an index, a search index and briefs.
	large := func(count int) []string {
		t.Helper()
		names, err := filepath.Glob(filepath.Join(dir, "*.large"))
		if err != nil || len(names) != count {
			t.Errorf("stored: %v %v, want %d", names, err, count)
		}
		return names
	}
	files := large(8)
	// Without the facts, only a stored index needs no blob.
	segments, err := filepath.Glob(filepath.Join(dir, "*.segment"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range segments {
		if err := os.Remove(s); err != nil {
			t.Fatal(err)
		}
	}
	warm, reads := run(t, snapshot, analyze.Policy{})
	if reads != 0 || !bytes.Equal(cold, warm) {
		t.Errorf("a stored index: %d blobs read, the same: %v", reads, bytes.Equal(cold, warm))
	}
	for _, file := range files {
		if err := os.WriteFile(file, []byte("something else"), 0o600); err != nil {
			t.Fatal(err)
		}
		if again, _ := run(t, snapshot, analyze.Policy{}); !bytes.Equal(cold, again) {
			t.Errorf("with %s damaged the index is another one", file)
		}
	}
	other := *snapshot
	other.Tree = ""
	run(t, &other, analyze.Policy{})
	large(8) // what has no name is not stored
	run(t, snapshot, analyze.Policy{Community: community.Options{Names: map[string]string{"A": "B"}}})
	large(11) // another policy has another state
}

// The state of a side is used again by each change whose source files are the same, and what
// comes out is the same as without a cache.
func TestStateIsStored(t *testing.T) {
	dir := t.TempDir()
	blobs := make(difftest.Blobs)
	edited := func(path, content string) map[string][]byte {
		files := maps.Clone(indexed)
		files["README.md"] = []byte("Words.\n")
		files[path] = []byte(content)
		return files
	}
	base := blobs.Snapshot("x", edited("README.md", "Words.\n"))
	for _, step := range []struct {
		head   map[string][]byte
		stored int // sides whose graph the cache has
		made   int // sides whose graph is made of that of the other one
	}{
		{edited("README.md", "A word.\n"), 0, 1}, // and base is stored
		{edited("README.md", "Another word.\n"), 1, 1},
		{edited("go.mod", "module x // A comment.\n"), 1, 1},
		{edited("b/b.go", "package b\n\n// G does it.\nfunc G(n int) { h(n) }\n\nfunc h(n int) {}\n"), 1, 1},
		{edited("go.mod", "module y\n"), 1, 0},
		{edited("b/b.go", "package b\n\nfunc g(n int) {}\n"), 1, 0},
	} {
		head := blobs.Snapshot("y", step.head)
		changes, err := diff.Compare(base, head, func(id string) ([]byte, error) { return blobs[id], nil })
		if err != nil {
			t.Fatal(err)
		}
		run := func(c *cache.Cache) *analyze.Result {
			t.Helper()
			res, err := analyze.Run(context.Background(), analyze.Input{Base: base, Head: head, Changes: changes, Blobs: blobs, Languages: all.Languages(), Cache: c})
			if err != nil {
				t.Fatal(err)
			}
			return res
		}
		c, err := cache.Open(dir, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		got, want := run(c), run(nil)
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if s := got.Stats; s.StoredGraphs != step.stored || s.ShiftedGraphs != step.made || (s.Work.Values == 0) != (s.StoredGraphs+s.ShiftedGraphs == 2) {
			t.Errorf("%+v, want %d stored and %d made of the other side", s, step.stored, step.made)
		}
		for _, side := range [][2]*index.Index{{got.Base, want.Base}, {got.Head, want.Head}} {
			if !bytes.Equal(graph.Encode(side[0].Graph, side[0].Communities), graph.Encode(side[1].Graph, side[1].Communities)) {
				t.Error("a side is another one with the cache")
			}
		}
	}
}
