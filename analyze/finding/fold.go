package finding

import "github.com/nexus-ci/nexus-ci/analyze/graph"

// foldOptional adds the findings of one rule in files that only some builds include to the first
// finding of the same symbol in a file that all builds include. Without such a finding they stay
// separate.
func (d *Comparison) foldOptional(findings []Finding) []Finding {
	var kept, optional []Finding
	first := make(map[*graph.Node]int) // of kept, by symbol
	for i := range findings {
		f := &findings[i]
		if file := d.Head.Node("File:" + f.Path); file != nil && file.Optional {
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
