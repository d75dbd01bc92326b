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

// oncePerCall removes the breaks of a call that are about other functions of one name, each of which it may have meant
// in base: one that is still there is told before those that are gone. findings are sorted, and stay so.
func oncePerCall(findings []Finding) []Finding {
	type call struct {
		path   string
		line   int
		caller *graph.Node
		name   string
		in     string // the type or file of the functions
	}
	of := func(f *Finding) (call, bool) {
		if f.Class != Break || f.Caller == nil || f.Symbol == nil || !f.Symbol.Label.Callable() || f.Against != "" {
			return call{}, false
		}
		in := f.Symbol.Path
		if p := f.Symbol.Parent; p != nil {
			in = p.ID
		}
		return call{f.Path, f.Line, f.Caller, f.Symbol.Name, in}, true
	}
	told := make(map[call]*Finding)
	for i := range findings {
		f := &findings[i]
		if c, ok := of(f); ok && (told[c] == nil || f.Cause.Kind == Signature && told[c].Cause.Kind != Signature) {
			told[c] = f
		}
	}
	kept := make([]Finding, 0, len(findings))
	for i := range findings {
		f := &findings[i]
		if c, ok := of(f); !ok || told[c].Symbol == f.Symbol && told[c].Rule == f.Rule {
			kept = append(kept, *f)
		}
	}
	return kept
}
