package finding

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// foldOptional puts the findings of one rule in files that only special builds take
// under the first one of the same symbol in a file that every build takes. Where
// there is none they stand for themselves.
func (d *detector) foldOptional(findings []Finding) []Finding {
	var kept, optional []Finding
	first := make(map[*graph.Node]int) // of kept, by symbol
	for i := range findings {
		f := &findings[i]
		if file := d.head.Node("File:" + f.Path); file != nil && file.Optional {
			optional = append(optional, *f)
			continue
		}
		if _, ok := first[f.Symbol]; !ok {
			first[f.Symbol] = len(kept)
		}
		kept = append(kept, *f)
	}
	for i := range optional {
		f := &optional[i]
		k, ok := first[f.Symbol]
		if !ok {
			kept = append(kept, *f)
			continue
		}
		to := &kept[k]
		to.Also = append(to.Also, f.uses()...)
		to.Facts = append(to.Facts, Fact{Kind: OptionalUse, Sites: []Site{{f.Path, f.Line}}})
	}
	return kept
}

// A dangling is a use in head whose name is gone, and what it meant in base.
type dangling struct {
	*graph.Unresolved
	was        *graph.Node
	confidence float64
	in         graph.BuildSet // of head, 0 for all
}

// foldBehind puts uses of names that failing imports bind under these imports: the
// compiler rejects the import, and one line is enough to read. Calls in the file of
// the import stay, as they are where a flow breaks, unless the whole module is gone. It
// returns the uses that stand for themselves, and by the import what stands behind
// it, both in the order of uses.
func (d *detector) foldBehind(uses []dangling) (alone []dangling, behind map[*graph.Unresolved][]Use) {
	type binding struct {
		path string
		gone *graph.Node
	}
	imports := make(map[binding]*graph.Unresolved)
	all := make(map[*graph.Node][]*graph.Unresolved)
	for _, u := range uses {
		if k := (binding{u.Path, u.was}); u.Kind == graph.Imports && imports[k] == nil {
			imports[k] = u.Unresolved
			all[u.was] = append(all[u.was], u.Unresolved)
		}
	}
	behind = make(map[*graph.Unresolved][]Use)
	for _, u := range uses {
		var to *graph.Unresolved
		module := d.base.Node("File:" + u.was.Path)
		for _, gone := range []*graph.Node{u.was, module} {
			if !u.Behind || u.Kind == graph.Imports || to != nil {
				continue
			}
			here := imports[binding{u.Path, gone}]
			switch {
			case here == nil:
				to = d.passedOn(all[gone], u.Path)
			case u.Kind != graph.Calls || d.set.HeadOf(module) == nil:
				to = here
			}
		}
		if to == nil {
			alone = append(alone, u)
			continue
		}
		behind[to] = append(behind[to], Use{u.Source, u.Path, u.Line})
	}
	return alone, behind
}

// passedOn returns the import through whose file another one gets a name: one that it
// imports itself, else the first. It is nil where there are none.
func (d *detector) passedOn(imports []*graph.Unresolved, path string) *graph.Unresolved {
	if len(imports) == 0 {
		return nil
	}
	user := d.head.Node("File:" + path)
	i := slices.IndexFunc(imports, func(u *graph.Unresolved) bool {
		from := d.head.Node("File:" + u.Path)
		return user != nil && from != nil && d.head.Find(user, graph.Imports, from) != nil
	})
	return imports[max(i, 0)]
}

// failingUses counts the uses that fail with an import.
func failingUses(uses []Use) Fact {
	files := make(map[string]bool)
	for _, u := range uses {
		files[u.Path] = true
	}
	return Fact{Kind: FailingUses, Sites: []Site{{uses[0].Path, uses[0].Line}}, Counts: []int{len(uses), len(files)}}
}
