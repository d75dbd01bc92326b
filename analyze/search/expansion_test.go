package search_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/search"
	"github.com/nexus-ci/nexus-ci/analyze/search/labelled"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// The graph brings an answer that words alone miss for at least three of ten topics. The same is
// counted of public repositories by package measure.
func TestEvalExpansion(t *testing.T) {
	var sum labelled.Expansion
	for _, name := range []string{"authapp-go", "authapp-py", "authapp-ts"} {
		e := expand(t, name)
		t.Logf("%s: of %d topics the graph brings an answer for %d and drops one for %d", name, e.Questions, e.Gains, e.Loses)
		sum.Questions, sum.Gains = sum.Questions+e.Questions, sum.Gains+e.Gains
	}
	if share := float64(sum.Gains) / float64(sum.Questions); share < 0.3 {
		t.Errorf("the graph brings an answer for %.2f of the topics, want at least .30", share)
	}
}

// expand counts the topics of a repository of testdata/repos that the graph helps to answer.
func expand(t *testing.T, name string) labelled.Expansion {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("..", "..", "testdata", "repos", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, f := range archive.Files {
		if path, ok := strings.CutPrefix(f.Name, "main/"); ok {
			files[path] = f.Data
		}
	}
	blobs := make(difftest.Blobs)
	x, err := analyze.IndexSnapshot(context.Background(), blobs.Snapshot("main", files), blobs, all.Languages(), nil, analyze.Policy{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	source, b := search.NewSource(x.Graph), search.NewBuilder(len(x.Graph.Nodes))
	for path, content := range files {
		source.Add(b, path, content)
	}
	return labelled.Expand(x.Graph, b.Index(), labelled.Topics(x.Graph))
}
