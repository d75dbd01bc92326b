package graph

// ends says which labels an edge type may connect.
type ends struct {
	source, target func(Label) bool
}

// allowed is the schema of the stored edges. MemberOf and StepInProcess are computed from
// communities and processes and are never stored.
var allowed = map[EdgeType]ends{
	Contains:   {isFolder, isFileOrFolder},
	Defines:    {isCode, isSymbol},
	Imports:    {isFile, isAny}, // the target of a package import is its folder
	Calls:      {isCode, isCallee},
	MayCall:    {isCode, isCallee},
	References: {isCode, isSymbol},
	Extends:    {Label.IsType, Label.IsType},
	Implements: {Label.IsType, Label.IsType},
	HasMethod:  {Label.IsType, Label.Callable},
	Overrides:  {Label.Callable, Label.Callable},
	Tests:      {isCode, isSymbol},
}

// Allowed reports whether an edge of the type may lead from a node labelled
// source to one labelled target.
func Allowed(source Label, t EdgeType, target Label) bool {
	rule, ok := allowed[t]
	return ok && rule.source(source) && rule.target(target)
}

// Violations returns the edges that Allowed forbids, in the order of g.Edges. A
// correct graph has none.
func (g *Graph) Violations() []*Edge {
	var edges []*Edge
	for _, e := range g.Edges() {
		if !Allowed(e.Source.Label, e.Type, e.Target.Label) {
			edges = append(edges, e)
		}
	}
	return edges
}

func isFile(l Label) bool         { return l == File }
func isFolder(l Label) bool       { return l == Folder }
func isFileOrFolder(l Label) bool { return l == File || l == Folder }

// isCode reports whether nodes with the label contain code. Files have top-level code.
func isCode(l Label) bool { return l != Folder }

func isSymbol(l Label) bool { return l != File && l != Folder }

// isCallee reports whether nodes with the label can be called: calling a type creates an instance.
func isCallee(l Label) bool { return l.Callable() || l.IsType() }

func isAny(Label) bool { return true }
