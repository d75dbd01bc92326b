package edges

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
)

// The nodes of files that are not read are copies of those in the graph that the traces in Given belong to.

// takeNodes takes over the nodes of a file.
func (e *Writer) takeNodes(file decl.FileID) {
	f, nodes := e.infer.File(file), e.Given[file].Nodes
	n := e.Base.Node("File:" + f.Path)
	apart := e.IsApart(file) // then its definitions have no symbols
	if e.Orphans = e.Orphans || n == nil || !apart && len(nodes) > len(f.Facts.Defs); e.Orphans {
		return
	}
	f.Node = e.B.Keep(n)
	if e.kept == nil {
		e.kept = make([]bool, e.infer.NumFiles())
	}
	e.kept[file] = true
	for d, at := range nodes {
		if e.Orphans = int(at) > len(e.Base.Nodes); e.Orphans {
			return
		}
		if at == 0 {
			continue
		}
		switch n := e.Base.Nodes[at-1]; {
		case n.Path == f.Path && apart:
			e.B.Keep(n)
		case n.Path == f.Path:
			e.infer.Symbol(f.Symbol(facts.DefID(d))).Node = e.B.Keep(n)
		case !apart:
			e.elsewhere = append(e.elsewhere, elsewhere{f.Symbol(facts.DefID(d)), n})
		}
	}
}

// An elsewhere is a symbol that has its node in another file of the base.
type elsewhere struct {
	sym  decl.SymbolID
	node *graph.Node
}

// adopt completes the nodes that are kept, once all nodes are there.
func (e *Writer) adopt() {
	if e.kept == nil || e.Orphans {
		return
	}
	for _, x := range e.elsewhere {
		e.infer.Symbol(x.sym).Node = e.B.Now(x.node)
	}
	e.Orphans = !e.B.Adopt()
	for i, kept := range e.kept {
		f := e.infer.File(decl.FileID(i))
		if !kept {
			continue
		}
		for d := range f.Facts.Defs {
			if n := e.infer.Symbol(f.Symbol(facts.DefID(d))).Node; n != nil && n.Parent != nil && n.Parent.Path != f.Path && n.Path == f.Path {
				e.hold(f, n)
			}
		}
	}
}

// Renew completes the nodes of those files which are read although their nodes were taken over.
func (e *Writer) Renew() {
	for i, kept := range e.kept {
		i := decl.FileID(i)
		if !kept || !e.Reads(i) {
			continue
		}
		f := e.infer.File(i)
		e.kept[i] = false
		e.B.Own(f.Node)
		e.describeFile(i)
		for d := range f.Facts.Defs {
			s := f.Symbol(facts.DefID(d))
			if n := e.infer.Symbol(s).Node; n != nil && n.Path == f.Path && e.promised(s) == s {
				e.B.Own(n)
				e.describe(s, n)
				e.hold(f, n)
			}
		}
	}
}
