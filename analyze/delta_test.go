package analyze_test

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// lookalikes is a repository of packages which all define the same names, and an application for each.
func lookalikes(packages int) map[string][]byte {
	files := map[string][]byte{"go.mod": []byte("module example.com/m\n\ngo 1.26\n")}
	for i := range packages {
		files[fmt.Sprintf("p%d/config.go", i)] = fmt.Appendf(nil, `package p%[1]d

type Config struct{ name string }

type Level int

func (l Level) String() string { return "" }

type Source interface{ Open%[1]d() string }

func New() *Config { return &Config{name: "a"} }

func (c *Config) Title%[1]d() string { return c.name }
`, i)
		files[fmt.Sprintf("p%d/use.go", i)] = fmt.Appendf(nil, `package p%[1]d

var shared = New()

func Title() string { return shared.Title%[1]d() }
`, i)
		files[fmt.Sprintf("app%d/main.go", i)] = fmt.Appendf(nil, `package main

import "example.com/m/p%[1]d"

func main() {
	c := p%[1]d.New()
	println(c.Title%[1]d(), p%[1]d.Title())
}
`, i)
	}
	return files
}

// A graph made by delta evaluates the code around the change, not that of packages with the same names.
func TestDeltaReadsWhatIsReached(t *testing.T) {
	files := lookalikes(40)
	edit := func(path, old, replaced string) func(map[string][]byte) {
		return func(head map[string][]byte) {
			if !strings.Contains(string(head[path]), old) {
				t.Fatalf("%s has no %s", path, old)
			}
			head[path] = []byte(strings.Replace(string(head[path]), old, replaced, 1))
		}
	}
	for name, change := range map[string]func(map[string][]byte){
		"body":             edit("p0/config.go", "return c.name", "return c.name + c.name"),
		"result":           edit("p0/config.go", "New() *Config { return &", "New() Config { return "),
		"name":             edit("p0/config.go", "New()", "Make()"),
		"type":             edit("p0/config.go", "type Config struct{ name string }", "type Config struct{ name, title string }"),
		"method of number": edit("p0/config.go", "func New()", "func (l Level) Valid() bool { return l > 0 }\n\nfunc New()"),
		"interface":        edit("p0/config.go", "Open0() string", "Open0() string; Close() error"),
		"import":           edit("app0/main.go", "import \"example.com/m/p0\"", "import (\n\t\"example.com/m/p0\"\n\t\"example.com/m/p1\"\n)\n\nvar _ = p1.Title"),
		"file comes": func(head map[string][]byte) {
			head["p0/more.go"] = []byte("package p0\n\nfunc More() *Config { return New() }\n")
		},
		"package comes": func(head map[string][]byte) {
			head["more/more.go"] = []byte("package more\n\nimport \"example.com/m/p0\"\n\nfunc More() *p0.Config { return p0.New() }\n")
		},
		"file goes": func(head map[string][]byte) { delete(head, "p0/use.go") },
	} {
		head := maps.Clone(files)
		change(head)
		blobs := make(difftest.Blobs)
		in := analyze.Input{Base: blobs.Snapshot("base", files), Head: blobs.Snapshot("head", head), Blobs: blobs, Languages: all.Languages(), Workers: 1}
		var err error
		if in.Changes, err = diff.Compare(in.Base, in.Head, func(id string) ([]byte, error) { return blobs[id], nil }); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		full := warm(t, in, dir).Stats // base in full, which is stored
		s := warm(t, in, dir).Stats
		if s.DeltaGraphs != 1 || s.StoredGraphs != 1 || s.Work.Values*8 > full.Work.Values {
			t.Errorf("%s: %d values, in full %d; %+v", name, s.Work.Values, full.Work.Values, s)
		}
	}
}

// What an import means may depend on the imports of other files: a package of which several names are missing has more
// elsewhere. A graph made by delta follows that.
func TestDeltaFollowsImports(t *testing.T) {
	class := func(imports, body string) []byte {
		return fmt.Appendf(nil, "package app;\n\n%s\nclass Use { %s }\n", imports, body)
	}
	files := map[string][]byte{
		"lib/Box.java": []byte("package lib;\n\npublic class Box { public int size() { return 0; } }\n"),
		"app/Use.java": class("import lib.Box;\nimport lib.Missing;\n", "Missing m; int n(Box b) { return b.size(); }"),
	}
	head := maps.Clone(files)
	head["app/Other.java"] = []byte("package app;\n\nimport lib.Absent;\n\nclass Other { Absent a; }\n")
	blobs := make(difftest.Blobs)
	in := analyze.Input{Base: blobs.Snapshot("base", files), Head: blobs.Snapshot("head", head), Blobs: blobs, Languages: all.Languages(), Workers: 1}
	var err error
	if in.Changes, err = diff.Compare(in.Base, in.Head, func(id string) ([]byte, error) { return blobs[id], nil }); err != nil {
		t.Fatal(err)
	}
	was, is := resolved(t, in, in.Base), resolved(t, in, in.Head)
	if bytes.Equal(unresolvedOf(was), unresolvedOf(is)) {
		t.Fatal("the import of another name means nothing to the file that imports a missing one")
	}
	res := warm(t, in, t.TempDir())
	if res.Stats.DeltaGraphs != 1 || !bytes.Equal(graph.Encode(res.Head.Graph, nil), graph.Encode(is, nil)) {
		t.Errorf("%d graphs made by delta, %s, want %s", res.Stats.DeltaGraphs, unresolvedOf(res.Head.Graph), unresolvedOf(is))
	}
}

// resolved returns the graph of a snapshot, made in full.
func resolved(t *testing.T, in analyze.Input, s *diff.Snapshot) *graph.Graph {
	t.Helper()
	x, err := analyze.IndexSnapshot(t.Context(), s, in.Blobs, in.Languages, nil, analyze.Policy{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return x.Graph
}

// unresolvedOf lists the names that a file lacks in a graph.
func unresolvedOf(g *graph.Graph) []byte {
	var b bytes.Buffer
	for _, u := range g.Unresolved {
		if u.Path == "app/Use.java" {
			fmt.Fprintf(&b, "%s %d %v;", u.Name, u.Line, u.Outside)
		}
	}
	return b.Bytes()
}

// The graph of a snapshot that was not met before is made of the one that was stored last for its repository, for an index
// and for the base of a change; that of another repository is not.
func TestFollowsLatest(t *testing.T) {
	first := lookalikes(40)
	edited := func(files map[string][]byte, old, replaced string) map[string][]byte {
		files = maps.Clone(files)
		files["p0/config.go"] = bytes.Replace(files["p0/config.go"], []byte(old), []byte(replaced), 1)
		return files
	}
	second := edited(first, "New() *Config { return &", "New() Config { return ")
	third := edited(second, "type Config struct{ name", "type Config struct{ title, name")
	blobs := make(difftest.Blobs)
	at := func(name string, files map[string][]byte) *diff.Snapshot {
		s := blobs.Snapshot(name, files)
		s.Tree = name
		return s
	}
	c, err := cache.Open(t.TempDir(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	indexed := func(s *diff.Snapshot, c *cache.Cache, repository string) *index.Index {
		t.Helper()
		x, err := analyze.IndexSnapshot(t.Context(), s, blobs, all.Languages(), c, analyze.Policy{Repository: repository}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	same := func(what string, x *index.Index, s *diff.Snapshot) {
		t.Helper()
		if full := indexed(s, nil, ""); !bytes.Equal(graph.Encode(x.Graph, x.Communities), graph.Encode(full.Graph, full.Communities)) {
			t.Errorf("%s: another graph than in full", what)
		}
	}
	whole := indexed(at("first", first), c, "a").Work.Values
	if x := indexed(at("second", second), c, "b"); x.Work.Values < whole/2 {
		t.Errorf("%d values for another repository, want about %d", x.Work.Values, whole)
	}
	c.Close()
	for _, stored := range []string{"index", "check"} {
		t.Run(stored, func(t *testing.T) {
			c, err := cache.Open(t.TempDir(), 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			indexed(at("first", first), c, "a")
			base := at("second", second)
			if stored == "index" {
				x := indexed(base, c, "a")
				if x.Work.Values*8 > whole {
					t.Errorf("%d values, in full %d", x.Work.Values, whole)
				}
				same("index", x, base)
				if x = indexed(at("third", third), c, "a"); x.Work.Values*8 > whole {
					t.Errorf("the one after it: %d values, in full %d", x.Work.Values, whole)
				}
				same("the one after it", x, at("third", third))
				return
			}
			in := analyze.Input{Base: base, Head: at("third", third), Blobs: blobs, Languages: all.Languages(), Workers: 1, Cache: c, Policy: analyze.Policy{Repository: "a"}}
			if in.Changes, err = diff.Compare(in.Base, in.Head, func(id string) ([]byte, error) { return blobs[id], nil }); err != nil {
				t.Fatal(err)
			}
			res, err := analyze.Run(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			if s := res.Stats; s.DeltaGraphs != 2 || s.StoredGraphs != 0 || s.Work.Values*8 > whole {
				t.Errorf("check: %+v, want both sides by delta", s)
			}
			same("base", res.Base, base)
		})
	}
}
