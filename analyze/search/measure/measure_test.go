package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/search"
	"github.com/nexus-ci/nexus-ci/analyze/search/labelled"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

var update = flag.Bool("update", false, "rewrite the figures")

// The figures of a small repository. Who changes the search sees here what it does to them.
func TestFigures(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("testdata", "authapp.json"))
	if err != nil {
		t.Fatal(err)
	}
	var l Labels
	if err := json.Unmarshal(content, &l); err != nil {
		t.Fatal(err)
	}
	g, files := fixture(t, l.Project+".txtar", l.Commit+"/")
	for _, label := range l.Labels {
		for _, id := range label.Answers {
			if g.Node(id) == nil {
				t.Errorf("%s: there is no %s", label.Question, id)
			}
		}
	}
	var got bytes.Buffer
	// The default has to answer so well whatever the figures are.
	if s := report(&got, "labels", g, files, l.Labels)["graph"]; s.precision < 0.75 {
		t.Errorf("precision %.3f of the first five, want at least 0.75", s.precision)
	}
	golden := filepath.Join("testdata", "authapp.golden")
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}

// fixture indexes a tree of an archive of testdata/repos.
func fixture(t *testing.T, name, tree string) (*graph.Graph, map[string][]byte) {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("..", "..", "..", "testdata", "repos", name))
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, f := range archive.Files {
		if path, ok := strings.CutPrefix(f.Name, tree); ok {
			files[path] = f.Data
		}
	}
	blobs := make(difftest.Blobs)
	snapshot := blobs.Snapshot("main", files)
	x, err := analyze.IndexSnapshot(context.Background(), snapshot, blobs, all.Languages(), nil, analyze.Policy{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	read, err := contents(context.Background(), snapshot, blobs)
	if err != nil {
		t.Fatal(err)
	}
	return x.Graph, read
}

// Two questions: the answer of one is second, of the other one of two is first.
func TestRate(t *testing.T) {
	g := graphtest.Parse(t, "Function a.go:f 1-2\nFunction a.go:g 3-4\nFunction a.go:h 5-6")
	at := func(name string) int { return g.Index(g.Node("Function:a.go:" + name)) }
	find := func(question string) (hits []search.Hit) {
		for name := range strings.FieldsSeq(question) {
			hits = append(hits, search.Hit{Doc: at(name)})
		}
		return hits
	}
	got := rate(g, []labelled.Label{
		{Question: "f g", Answers: []string{"Function:a.go:g"}},
		{Question: "h f", Answers: []string{"Function:a.go:h", "Function:a.go:g"}},
		{Question: "f", Answers: []string{"Function:a.go:gone"}},
	}, find)
	if want := (score{2, 0.75, 0.75, 0.75}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestSentence(t *testing.T) {
	for comment, want := range map[string]string{
		"// Next runs the handlers\n// that are pending. It returns.":  "runs the handlers that are pending",
		"/**\n * Parse a body\n *\n * @param x y\n */":                 "Parse a body",
		"    \"\"\"Return the view.\n\n    :param name: x\n    \"\"\"": "Return the view",
	} {
		if got := sentence(comment, "Next"); got != want {
			t.Errorf("%q: %q, want %q", comment, got, want)
		}
	}
}

// A symbol whose comment became a question has none any more.
func TestSentences(t *testing.T) {
	var text strings.Builder
	files := map[string][]byte{"a.go": nil}
	for i := range 20 {
		fmt.Fprintf(&text, "Function a.go:f%d %d-%d\n", i, 2*i+2, 2*i+2)
		files["a.go"] = fmt.Appendf(files["a.go"], "// f%d does something or other with numbers.\nfunc f%d() {}\n", i, i)
	}
	g := graphtest.Parse(t, text.String())
	for _, n := range g.Nodes {
		if n.Label == graph.Function {
			n.DocStart, n.DocEnd = n.Start-1, n.Start-1
		}
	}
	before := bytes.Count(files["a.go"], []byte("//"))
	labels := sentences(g, files)
	if len(labels) == 0 || labels[0].Question != "does something or other with numbers" {
		t.Fatalf("%q", labels)
	}
	if after := bytes.Count(files["a.go"], []byte("//")); after != before-len(labels) {
		t.Errorf("%d comments of %d are left, with %d questions", after, before, len(labels))
	}
}
