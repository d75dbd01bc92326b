package analyze_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
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
	analyze.Blobs
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
		return graph.Encode(x.Graph, x.Communities, x.Processes), from.reads
	}
	cold, reads := run(t, snapshot, analyze.Policy{})
	if reads == 0 {
		t.Fatal("nothing was read")
	}
	large := func() string {
		names, err := filepath.Glob(filepath.Join(dir, "*.large"))
		if err != nil || len(names) != 1 {
			t.Fatalf("stored: %v %v", names, err)
		}
		return names[0]
	}
	file := large()
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
	if err := os.WriteFile(file, []byte("something else"), 0o600); err != nil {
		t.Fatal(err)
	}
	again, reads := run(t, snapshot, analyze.Policy{})
	if reads == 0 || !bytes.Equal(cold, again) {
		t.Errorf("a damaged index: %d blobs read, the same: %v", reads, bytes.Equal(cold, again))
	}
	other := *snapshot
	other.Tree = ""
	run(t, &other, analyze.Policy{})
	large() // what has no name is not stored
	run(t, snapshot, analyze.Policy{Community: community.Options{Names: map[string]string{"A": "B"}}})
	if names, _ := filepath.Glob(filepath.Join(dir, "*.large")); len(names) != 2 {
		t.Errorf("another policy has the same index: %v", names)
	}
}
