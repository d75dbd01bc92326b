package contract

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A dangling is a use in head whose name no longer exists, with the symbol that it referred to in
// base.
type dangling struct {
	*graph.Unresolved
	was        *graph.Node
	confidence float64
	in         graph.BuildSet // of head, 0 for all
	unnamed    bool           // super of Ruby, which does not write the name of the method
}

// foldBehind groups uses of names bound by failing imports under these imports: the compiler
// rejects the import, so one finding is enough. Calls in the file of the import stay separate,
// because flows break there, unless the whole module is gone. It returns the ungrouped uses, and by
// import the grouped ones, both in the order of uses.
func (d *detector) foldBehind(uses []dangling) (alone []dangling, behind map[*graph.Unresolved][]finding.Use) {
	type binding struct {
		path string
		gone *graph.Node
	}
	imports := make(map[binding]*graph.Unresolved)
	all := make(map[*graph.Node][]*graph.Unresolved)
	for _, u := range uses {
		if k := (binding{u.Path, u.was}); u.Kind == graph.Imports && imports[k] == nil && !(u.Traced && u.Behind) {
			imports[k] = u.Unresolved
			all[u.was] = append(all[u.was], u.Unresolved)
		}
	}
	behind = make(map[*graph.Unresolved][]finding.Use)
	for _, u := range uses {
		var to *graph.Unresolved
		module := d.Base.Node("File:" + u.was.Path)
		for _, gone := range []*graph.Node{u.was, module} {
			if !u.Behind || u.Kind == graph.Imports && !u.Traced || to != nil {
				continue
			}
			here := imports[binding{u.Path, gone}]
			switch {
			case here == nil:
				to = d.passedOn(all[gone], u.Path)
			case u.Kind != graph.Calls || u.Traced || d.Set.HeadOf(module) == nil:
				to = here
			}
		}
		if to == nil {
			alone = append(alone, u)
			continue
		}
		behind[to] = append(behind[to], finding.Use{Caller: u.Source, Path: u.Path, Line: u.Line})
	}
	return alone, behind
}

// passedOn returns the import by which the file of another import got a name: a direct import of
// the name, else the first. It is nil where there are none.
func (d *detector) passedOn(imports []*graph.Unresolved, path string) *graph.Unresolved {
	if len(imports) == 0 {
		return nil
	}
	user := d.Head.Node("File:" + path)
	i := slices.IndexFunc(imports, func(u *graph.Unresolved) bool {
		from := d.Head.Node("File:" + u.Path)
		return user != nil && from != nil && d.Head.Find(user, graph.Imports, from) != nil
	})
	return imports[max(i, 0)]
}

// failingUses returns the fact with the number of uses that fail with an import.
func failingUses(uses []finding.Use) finding.Fact {
	files := make(map[string]bool)
	for _, u := range uses {
		files[u.Path] = true
	}
	return finding.Fact{Kind: finding.FailingUses, Sites: []finding.Site{{Path: uses[0].Path, Line: uses[0].Line}}, Counts: []int{len(uses), len(files)}}
}
