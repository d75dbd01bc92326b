package structure

import (
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// modules returns the graph of dependences among files and packages, without tests and generated
// files. A file depends on the files that it loads. Where imports name symbols and load no file
// (Java), folders, as packages, depend on folders. Nodes have the IDs of g; the sites of an edge
// are those of its first import.
func modules(g *graph.Graph) *graph.Graph {
	b := graph.NewBuilder()
	node := func(of *graph.Node) *graph.Node {
		if n := b.Node(of.ID); n != nil {
			return n
		}
		return b.Add(&graph.Node{ID: of.ID, Label: of.Label, Name: of.Name, Qualified: of.Qualified, Path: of.Path, Line: 1})
	}
	written := func(n *graph.Node) bool { return !n.Test && !n.Generated }
	for _, from := range g.Nodes {
		if from.Label != graph.File || !written(from) {
			continue // only files import
		}
		for _, e := range g.Out(from) {
			to := e.Target
			switch {
			case e.Type != graph.Imports || len(e.Sites) == 0 || !written(to) || to.Label == graph.Folder:
			case to.Label == graph.File:
				if e.Loads {
					b.Edge(node(from), graph.Imports, node(to), e.Confidence, e.Rule, e.Sites[0])
				}
			case importsFile(g, from, e.Sites[0].Line): // possibly through another file, which re-exports it
			default:
				p, q := g.Node("Folder:"+path.Dir(from.Path)), g.Node("Folder:"+path.Dir(to.Path))
				if p != q && p != nil && q != nil {
					b.Edge(node(p), graph.Imports, node(q), e.Confidence, e.Rule, graph.Site{})
				}
			}
		}
	}
	return b.Graph()
}

// importsFile reports whether an import on a line of a file names another file.
func importsFile(g *graph.Graph, file *graph.Node, line int) bool {
	return slices.ContainsFunc(g.Out(file), func(e *graph.Edge) bool {
		return e.Type == graph.Imports && e.Target.Label == graph.File &&
			slices.ContainsFunc(e.Sites, func(s graph.Site) bool { return s.Line == line })
	})
}

// importPlace returns the first place in g where module u imports module v.
func importPlace(g *graph.Graph, u, v *graph.Node) (file string, line int) {
	if u.Label == graph.File {
		if e := g.Find(g.Node(u.ID), graph.Imports, g.Node(v.ID)); e != nil && len(e.Sites) > 0 {
			return u.Path, e.Sites[0].Line
		}
		return u.Path, 1
	}
	for _, in := range g.Out(g.Node(u.ID)) {
		if in.Type != graph.Contains || in.Target.Label != graph.File || in.Target.Test || in.Target.Generated {
			continue
		}
		for _, e := range g.Out(in.Target) {
			if e.Type == graph.Imports && len(e.Sites) > 0 && e.Target.Label != graph.Folder && path.Dir(e.Target.Path) == v.Path {
				return in.Target.Path, e.Sites[0].Line
			}
		}
	}
	return u.Path, 1
}
