package engine

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/syntax"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// indexed is an engine over sources.
func indexed(t *testing.T, sources map[string]string) *Engine {
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
	return New(Snapshot{
		Graph: x.Graph, Files: texts(sources), Syntax: syntax.New(snapshot, blobs, all.Languages()),
		ImpactLimits: []int{1}, Enrichment: DefaultEnrichment,
	})
}

// texts are files in memory.
type texts map[string]string

func (f texts) Paths() []string { return nil }

func (f texts) ReadFile(path string, _ int64) ([]byte, error) {
	if content, ok := f[path]; ok {
		return []byte(content), nil
	}
	return nil, os.ErrNotExist
}

func (f texts) Read(ctx context.Context, _ []string, _ int64, _ func(int, []byte, error)) error {
	return ctx.Err()
}

// longSources have symbols of several chunks, and tokens that no chunk may end in.
func longSources(t *testing.T) map[string]string {
	sources := map[string]string{
		"a.py": "import os\n\nX = 1\n\ndef f(a):\n    s = '''\n" + strings.Repeat("    not code\n\n", 60) + "    '''\n" +
			strings.Repeat("    if a:\n        g(a)\n", 50) + "\nclass C:\n    x = 1\n\n    def m(self):\n        return 1\n\n    y = 2\n",
		"b.ts": "/*\n" + strings.Repeat("\n * text\n", 50) + "*/\nexport function f() {\n" + strings.Repeat("  g(`a\n  b ${c}\n  d`)\n", 40) + "}\n\nf()\n\n\nf()\n",
		"c.md": "# Title\n\ntext\n", "d.go": "package d\n", "e.go": "",
	}
	for _, pattern := range []string{"../../parse/*.go", "../*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sources[filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name)] = string(content)
		}
	}
	return sources
}

// Each line is in one chunk, no chunk begins in the middle of a token, and one is long only
// when a token is.
func TestChunksCover(t *testing.T) {
	sources := longSources(t)
	e := indexed(t, sources)
	o := e.Owners()
	for path, content := range sources {
		depths := e.Syntax.Depths(path)
		next := 1
		for _, c := range e.chunks(o, path) {
			if c.start != next || c.end < c.start {
				t.Fatalf("%s: chunk %d-%d after line %d", path, c.start, c.end, next-1)
			}
			next = c.end + 1
			if c.start <= len(depths) && depths[c.start-1] < 0 {
				t.Errorf("%s: chunk begins in a token on line %d", path, c.start)
			}
			if c.end-c.start+1 > maxChunk && !slices.Contains(depths[c.start:c.end], -1) {
				t.Errorf("%s: chunk %d-%d is too long", path, c.start, c.end)
			}
		}
		if lines := strings.Count(content, "\n"); next != max(lines, 1)+1 && lines > 0 {
			t.Errorf("%s: chunks end with line %d of %d", path, next-1, lines)
		}
	}
}

func TestChunksOfSymbol(t *testing.T) {
	e := indexed(t, longSources(t))
	n, err := e.Find("f", Choice{File: "a.py"})
	if err != nil {
		t.Fatal(err)
	}
	s := e.NewSnippeter("g")
	parts := s.chunksOf(n)
	if len(parts) < 3 || parts[0].start != n.Start || parts[len(parts)-1].end != n.End {
		t.Errorf("chunks of lines %d-%d: %+v", n.Start, n.End, parts)
	}
	for i := 1; i < len(parts); i++ {
		if parts[i].start != parts[i-1].end+1 || parts[i].node != n {
			t.Errorf("not in order: %+v", parts)
		}
	}
	// Of a long symbol the part is shown that has what was asked for.
	if got := s.Of(n); got == nil || got.StartLine < 120 || !strings.Contains(got.Text, "g(a)") {
		t.Errorf("snippet: %+v", got)
	}
	if m, err := e.Find("C.m", Choice{}); err != nil || s.chunksOf(m) != nil {
		t.Errorf("a short symbol has chunks: %v", err)
	}
}

// A line belongs to the innermost symbol around it.
func TestLink(t *testing.T) {
	e := indexed(t, map[string]string{"a.py": "import os\n\nclass C:\n    def m(self):\n        def inner():\n            pass\n        return inner\n\n    x = 1\n\nprint(1)\n"})
	o := e.Owners()
	for line, want := range map[int]string{1: "a.py", 3: "C", 4: "m", 5: "inner", 6: "inner", 7: "m", 8: "C", 9: "x", 11: "a.py", 99: "a.py"} {
		if n := o.At("a.py", line); n == nil || n.Name != want {
			t.Errorf("line %d: %v, want %s", line, n, want)
		}
	}
	if n := o.At("none.py", 1); n != nil {
		t.Errorf("no file: %v", n)
	}
	if got := e.NewSnippeter("inner").Of(o.At("a.py", 6)); got == nil || got.Text != "        def inner():\n            pass" {
		t.Errorf("%+v", got)
	}
}

func TestSurroundings(t *testing.T) {
	s := Snapshot{Graph: graphtest.Parse(t, `
		Function a/a.ts:a 1-2
		Function a/b.ts:b 1-2
		Function a/c.ts:c 1-2
		Function a/d.ts:d 1-2
		a/a.ts:a CALLS a/b.ts:b @1
		a/b.ts:b CALLS a/c.ts:c @1
		a/c.ts:c CALLS a/d.ts:d @1
		a/d.ts:d CALLS a/d.ts:d @2
		a/a.ts:a REFERENCES a/d.ts:d @2
	`), ImpactLimits: []int{1}, Enrichment: DefaultEnrichment}
	count := func(depth int) (callers, callees, dependants int) {
		s.Enrichment.Depth = depth
		e := New(s)
		n, err := e.Find("d", Choice{})
		if err != nil {
			t.Fatal(err)
		}
		c := e.SurroundingsOf(n)
		return *c.Callers, *c.Callees, *c.Dependants
	}
	for depth, want := range map[int][3]int{1: {1, 0, 1}, 2: {1, 0, 2}, 3: {1, 0, 3}, 9: {1, 0, 3}} {
		callers, callees, dependants := count(depth)
		if got := [3]int{callers, callees, dependants}; got != want {
			t.Errorf("depth %d: %v, want %v", depth, got, want)
		}
	}
	s.Enrichment.Graph = false
	if got := New(s).SurroundingsOf(s.Graph.Nodes[0]); got != (Surroundings{}) {
		t.Errorf("turned off: %+v", got)
	}
}

func TestSnippet(t *testing.T) {
	code := "def f():\n    x = '" + strings.Repeat("é", 600) + "'\n"
	e := indexed(t, map[string]string{"a.py": code + "\ndef g():\n    return 1\n"})
	snippet := func(name string) *Snippet {
		n, err := e.Find(name, Choice{})
		if err != nil {
			t.Fatal(err)
		}
		return e.NewSnippeter(name).Of(n)
	}
	if got := snippet("g"); *got != (Snippet{4, 5, "def g():\n    return 1"}) {
		t.Errorf("%+v", got)
	}
	got := snippet("f").Text
	if want := string([]rune(code)[:500]) + "…"; got != want || !utf8.ValidString(got) {
		t.Errorf("%d characters", utf8.RuneCountInString(got))
	}
	e.Enrichment.Snippets = false
	if e.NewSnippeter("f") != nil {
		t.Error("code is shown although that is turned off")
	}
}
