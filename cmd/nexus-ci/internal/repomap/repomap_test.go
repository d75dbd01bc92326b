package repomap

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/index"
)

// made is an index of two areas, of which one calls the other, with name in all that comes from a
// repository.
func made(name string) *index.Index {
	b := graph.NewBuilder()
	function := func(file *graph.Node, i int) *graph.Node {
		called := fmt.Sprintf("%s%d", name, i)
		return b.Add(&graph.Node{
			ID: "Function:" + file.Path + ":" + called, Label: graph.Function, Name: called, Qualified: called, Path: file.Path,
			Start: i, Line: i, End: i + 3, Decisions: i, Parent: file,
		})
	}
	call := func(from, to *graph.Node) { b.Edge(from, graph.Calls, to, 1, 0, graph.Site{Line: from.Line + 1}) }
	var groups [2][]*graph.Node
	for i, path := range []string{"a/" + name, "b/" + name} {
		f := b.Add(&graph.Node{ID: "File:" + path, Label: graph.File, Name: path, Qualified: path, Path: path})
		for j := range 6 {
			n := function(f, 10*i+j+1)
			for _, other := range groups[i] {
				call(n, other)
			}
			groups[i] = append(groups[i], n)
		}
	}
	call(groups[0][0], groups[1][0])
	b.Files, b.Parsed = 3, 2
	b.Skips = []graph.Skip{{Path: name, Line: 3, Reason: graph.SkipSyntax, Message: name}}
	x := &index.Index{Graph: b.Graph(), ProcessCount: 30}
	for i, label := range []string{"A" + name, "B" + name} {
		x.Communities = append(x.Communities, graph.Community{ID: "community:" + label, Label: label, Area: label, Members: groups[i], Cohesion: 0.5, Description: name})
	}
	x.Processes = []graph.Process{{ID: "p", Label: name, Type: name, Steps: groups[0], Cut: true}}
	return x
}

var options = Options{Name: "shop", Commit: "0123456789", Tool: "nexus-ci", MinSize: community.DefaultMinSize, MaxFlows: 20}

func TestRender(t *testing.T) {
	got := Render(made("f"), options)
	if !bytes.Equal(got, Render(made("f"), options)) {
		t.Error("rendered twice it differs")
	}
	for _, want := range []string{
		"<h1>Functions and types: 12, in 2 files and 2 areas</h1>", "2 of 3 files were read",
		`<p>Calls <a href="#area-2"><code>Bf</code></a> (1)</p>`, `<p>Is called by <a href="#area-1"><code>Af</code></a> (1)</p>`,
		"<code>f11</code>", "Hot spots (10)", "29 more flows are not shown.", "Not analysed (1)", `<code>Af</code> calls (1 call) <code>Bf</code>`,
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("no %s", want)
		}
	}
}

// Whatever names are in a repository, the page has the same elements.
func TestElementsAreOurs(t *testing.T) {
	elements := func(name string) string {
		o := options
		o.Name = name
		doc, err := html.Parse(bytes.NewReader(Render(made(name), o)))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		var walk func(n *html.Node)
		walk = func(n *html.Node) {
			if n.Type == html.ElementNode && n.Data != "code" {
				fmt.Fprintf(&b, "<%s %d>", n.Data, len(n.Attr))
			}
			for child := n.FirstChild; child != nil; child = child.NextSibling {
				walk(child)
			}
		}
		walk(doc)
		return b.String()
	}
	want := elements("f")
	for _, name := range []string{"</script><script>alert(1)</script>", `" onclick="alert(1)`, "<!--", "`x", "\x02\x03", "javascript:alert(1)"} {
		if got := elements(name); got != want {
			t.Errorf("with %q:\n%s\nwant\n%s", name, got, want)
		}
	}
}
