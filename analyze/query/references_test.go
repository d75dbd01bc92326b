package query

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// Every place that names a symbol of the Go fixture is found, and no other: the same as the
// language server of Go finds.
func TestReferencesLikeTheLanguageServer(t *testing.T) {
	archive, err := txtar.ParseFile("../../testdata/repos/authapp-go.txtar")
	if err != nil {
		t.Fatal(err)
	}
	sources := make(map[string]string)
	for _, f := range archive.Files {
		if path, ok := strings.CutPrefix(f.Name, "main/"); ok {
			sources[path] = string(f.Data)
		}
	}
	e := indexed(t, sources)
	golden, err := os.ReadFile("testdata/references.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string][]string)
	id := ""
	for _, line := range strings.Split(strings.TrimSpace(string(golden)), "\n") {
		place, isPlace := strings.CutPrefix(line, "\t")
		switch {
		case strings.HasPrefix(line, "#"):
		case isPlace:
			want[id] = append(want[id], place)
		default:
			id = line
			want[id] = nil
		}
	}
	if len(want) < 60 {
		t.Fatalf("only %d symbols", len(want))
	}
	for id, places := range want {
		n := e.Graph.Node(id)
		if n == nil {
			t.Errorf("no symbol %s", id)
			continue
		}
		var got []string
		for _, r := range references(e, n) {
			got = append(got, fmt.Sprintf("%s:%d", r.FilePath, r.Line))
		}
		if diff := cmp.Diff(places, slices.Compact(got)); diff != "" {
			t.Errorf("%s (-gopls +ours):\n%s", id, diff)
		}
	}
}

// indexed is an engine over sources.
func indexed(t *testing.T, sources map[string]string) *engine.Engine {
	t.Helper()
	tree := make(map[string][]byte)
	for path, content := range sources {
		tree[path] = []byte(content)
	}
	blobs := make(difftest.Blobs)
	snapshot := blobs.Snapshot("test", tree)
	x, err := analyze.IndexSnapshot(context.Background(), snapshot, blobs, all.Languages(), nil, analyze.Policy{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return engine.New(engine.Snapshot{Graph: x.Graph})
}
