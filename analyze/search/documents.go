package search

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// priorOf returns the factor of the score of a node's document: 1, and less where it is rarely searched for.
func priorOf(n *graph.Node) float64 {
	prior := 1.0
	if n.Label == graph.File {
		prior *= 0.7
	}
	// Values are in the documents of their types, too.
	if n.Label != graph.File && !n.Label.Callable() && !n.Label.IsType() {
		prior *= 0.6
	}
	// Tests and generated code repeat the words of other code.
	if n.Test || n.Generated {
		prior *= 0.4
	}
	// Less than others, but a sentence may ask for one.
	if accessor(n) {
		prior *= 0.8
	}
	if aside(n) {
		prior *= 0.7
	}
	return prior
}

// accessor reports whether a node is a method that only reads or writes a value of its type, judged
// by its name and length.
func accessor(n *graph.Node) bool {
	if !n.Label.Callable() || n.Parent == nil || !n.Parent.Label.IsType() || n.End-n.Start > 3 {
		return false
	}
	terms := Terms(n.Name)
	return len(terms) > 1 && slices.Contains([]string{"get", "set", "is"}, terms[0])
}

// aside reports whether a node is in a folder of steps that were taken once, or of code that shows
// how other code is used.
func aside(n *graph.Node) bool {
	for folder := range strings.SplitSeq(path.Dir(n.Path), "/") {
		switch folder {
		case "migrations", "alembic", "fixtures", "mocks", "__mocks__", "examples", "samples":
			return true
		}
	}
	return false
}

// A Source makes documents from the nodes of a graph: document i is node i. Folders have none.
type Source struct {
	graph  *graph.Graph
	byPath map[string][]*graph.Node
}

// NewSource returns the source of a graph.
func NewSource(g *graph.Graph) *Source {
	s := &Source{g, make(map[string][]*graph.Node)}
	for _, n := range g.Nodes {
		if n.Label != graph.Folder {
			s.byPath[n.Path] = append(s.byPath[n.Path], n)
		}
	}
	return s
}

// Has reports whether a file has documents.
func (s *Source) Has(file string) bool { return len(s.byPath[file]) > 0 }

// Add adds the documents of a file to a builder. Without content, documents have only the text
// that the graph has.
func (s *Source) Add(b *Builder, file string, content []byte) {
	s.each(file, content, func(n *graph.Node, d *Document) { b.Add(s.graph.Index(n), d) })
}

// each calls do for the symbols of a file with their documents. A line belongs to the innermost
// symbol around it; the line of a value belongs to its type as well.
func (s *Source) each(file string, content []byte, do func(*graph.Node, *Document)) {
	nodes := slices.Clone(s.byPath[file])
	// Outer symbols first.
	slices.SortFunc(nodes, func(x, y *graph.Node) int {
		return cmp.Or(cmp.Compare(rank(x), rank(y)), cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End), cmp.Compare(x.ID, y.ID))
	})
	var lines []string
	if len(content) > 0 {
		lines = strings.Split(string(content), "\n")
	}
	owners := make([]*graph.Node, len(lines)+1)
	for _, n := range nodes {
		switch {
		case n.Label == graph.File:
			paint(owners, 1, len(lines), n)
		case !member(n):
			paint(owners, n.DocStart, n.DocEnd, n)
			paint(owners, n.Start, n.End, n)
		}
	}
	texts := make(map[*graph.Node]*[fields]strings.Builder, len(nodes))
	for _, n := range nodes {
		texts[n] = new([fields]strings.Builder)
	}
	put := func(n *graph.Node, i int) {
		f := &texts[n][fieldOf(n, i)]
		f.WriteString(lines[i-1])
		f.WriteByte('\n')
	}
	for i := 1; i <= len(lines); i++ {
		if n := owners[i]; n != nil {
			put(n, i)
		}
	}
	for _, n := range nodes {
		if member(n) {
			for i := max(1, cmp.Or(n.DocStart, n.Start)); i <= min(n.End, len(lines)); i++ {
				put(n, i)
			}
		}
		do(n, document(n, texts[n]))
	}
}

func paint(owners []*graph.Node, from, to int, n *graph.Node) {
	for i := max(1, from); i <= min(to, len(owners)-1); i++ {
		owners[i] = n
	}
}

// rank sorts files first: all lines that no symbol covers are theirs.
func rank(n *graph.Node) int {
	if n.Label == graph.File {
		return 0
	}
	return 1
}

// member holds for values that are members of a type.
func member(n *graph.Node) bool {
	switch n.Label {
	case graph.Field, graph.EnumMember, graph.Variable, graph.Constant:
		return n.Parent != nil && n.Parent.Label.IsType()
	}
	return false
}

// fieldOf returns the field to which a line of a symbol belongs.
func fieldOf(n *graph.Node, line int) Field {
	switch {
	case n.DocStart <= line && line <= n.DocEnd:
		return Doc
	case n.Label != graph.File && line <= n.SignatureEnd:
		return Signature
	}
	return Body
}

func document(n *graph.Node, text *[fields]strings.Builder) *Document {
	d := &Document{}
	for f := range fields {
		d.Text[f] = text[f].String()
	}
	if d.Text[Signature] == "" {
		d.Text[Signature] = n.Signature.Text
	}
	d.Text[Name] = n.Name
	d.Text[Scope] = n.Path
	if n.Label == graph.File {
		d.Text[Scope] = path.Dir(n.Path)
	} else if owner := strings.TrimSuffix(n.Qualified, n.Name); owner != "" {
		d.Text[Scope] += "\n" + owner
	}
	d.Prior = priorOf(n)
	if n.Generated {
		d.Text[Body] = ""
	}
	return d
}
