package resolve_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
)

var update = flag.Bool("update", false, "rewrite want.txt and the golden files in testdata")

const wantFile = "want.txt"

// Each archive is a small repository; want.txt is its graph as dump writes it.
func TestGraph(t *testing.T) {
	for _, name := range archives(t, "testdata") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, want := split(ar, wantFile)
			g := resolve.Graph(input(t, files))
			checkSound(t, g)
			got := dump(g)
			if *update {
				rewrite(t, name, ar, wantFile, got)
				return
			}
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("graph differs (-want +got), run with -update to accept:\n%s", diff)
			}
		})
	}
}

func archives(t testing.TB, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		t.Fatalf("no archives in %s", dir)
	}
	return names
}

// split parts the sources of an archive from the file called special.
func split(ar *txtar.Archive, special string) (files map[string]string, content string) {
	files = make(map[string]string)
	for _, f := range ar.Files {
		if f.Name == special {
			content = string(f.Data)
			continue
		}
		files[f.Name] = string(f.Data)
	}
	return files, content
}

func rewrite(t *testing.T, name string, ar *txtar.Archive, special, content string) {
	t.Helper()
	ar.Files = slices.DeleteFunc(ar.Files, func(f txtar.File) bool { return f.Name == special })
	ar.Files = append(ar.Files, txtar.File{Name: special, Data: []byte(content)})
	if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
		t.Fatal(err)
	}
}

// input parses the files of a repository.
func input(t testing.TB, files map[string]string) resolve.Input {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	p.PanicOnBug = true
	index := lang.NewIndex(all.Languages())
	var in resolve.Input
	for path, content := range files {
		in.Paths = append(in.Paths, path)
		if l := index.ByPath(path); l != nil {
			f := p.Parse(l, []byte(content), parse.Limits{})
			in.Files = append(in.Files, resolve.File{Path: path, Language: index.Of(path, f), Facts: f})
		}
	}
	slices.Sort(in.Paths)
	slices.SortFunc(in.Files, func(a, b resolve.File) int { return cmp.Compare(a.Path, b.Path) })
	return in
}

// checkSound checks what holds for every graph.
func checkSound(t testing.TB, g *graph.Graph) {
	t.Helper()
	for _, e := range g.Violations() {
		t.Errorf("%s may not lead from %s to %s", e.Type, e.Source.ID, e.Target.ID)
	}
	for i, n := range g.Nodes {
		if g.Node(n.ID) != n || i > 0 && g.Nodes[i-1].ID >= n.ID {
			t.Errorf("%s is not the only node of its name", n.ID)
		}
		if n.Label != graph.File && n.Label != graph.Folder && n.Parent == nil {
			t.Errorf("%s has no parent", n.ID)
		}
	}
	for _, e := range g.Edges() {
		if e.Confidence <= 0 || e.Confidence > 1 {
			t.Errorf("%s %s -> %s has confidence %v", e.Type, e.Source.ID, e.Target.ID, e.Confidence)
		}
		if e.Source == e.Target && e.Type != graph.Calls && e.Type != graph.MayCall && e.Type != graph.References {
			t.Errorf("%s %s leads to itself", e.Type, e.Source.ID)
		}
	}
}

// dump writes every edge but those of structure, one a line, then what is
// unresolved.
func dump(g *graph.Graph) string {
	var lines []string
	for _, e := range g.Edges() {
		switch e.Type {
		case graph.Contains, graph.Defines, graph.HasMethod:
			continue
		}
		lines = append(lines, fmt.Sprintf("%s %s -> %s  rule %d %.2f", e.Type, source(e.Source, sites(e)), short(e.Target), e.Rule, e.Confidence))
	}
	slices.Sort(lines)
	for _, u := range g.Unresolved {
		owner := ""
		if u.Owner != "" {
			owner = " in " + u.Owner
		}
		lines = append(lines, fmt.Sprintf("UNRESOLVED %s %s -> %s%s  rule %d", u.Kind, source(u.Source, fmt.Sprint(u.Line)), u.Name, owner, u.Rule))
	}
	lines = append(lines, fmt.Sprintf("unknown calls: %d", g.UnknownCalls))
	return strings.Join(lines, "\n") + "\n"
}

// sites lists the lines of an edge.
func sites(e *graph.Edge) string {
	var lines []string
	for _, s := range e.Sites {
		if l := fmt.Sprint(s.Line); !slices.Contains(lines, l) {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, ",")
}

// source writes "path:lines Qualified".
func source(n *graph.Node, lines string) string {
	out := n.Path
	if lines != "" {
		out += ":" + lines
	}
	if n.Label != graph.File {
		out += " " + name(n)
	}
	return out
}

// short writes "path Qualified", without the path's name for a file.
func short(n *graph.Node) string {
	switch n.Label {
	case graph.File:
		return n.Path
	case graph.Folder:
		return n.Path + "/"
	}
	return n.Path + " " + name(n)
}

// name is the qualified name, with the line where several definitions have it.
func name(n *graph.Node) string {
	if strings.HasSuffix(n.ID, ":"+n.Qualified) {
		return n.Qualified
	}
	return fmt.Sprintf("%s@%d", n.Qualified, n.Line)
}

// The archives have an edge by every rule that doc.go numbers.
func TestArchivesCoverEveryRule(t *testing.T) {
	const rules = 21
	var seen [rules + 1]bool
	for _, name := range archives(t, "testdata") {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files, _ := split(ar, wantFile)
		for _, e := range resolve.Graph(input(t, files)).Edges() {
			if e.Rule < 0 || e.Rule > rules {
				t.Fatalf("%s: %s -> %s has rule %d", name, e.Source.ID, e.Target.ID, e.Rule)
			}
			seen[e.Rule] = true
		}
	}
	for rule, ok := range seen {
		if !ok {
			t.Errorf("no edge by rule %d", rule)
		}
	}
}
