package finding

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// BuildsOf converts a set of builds of head to a list.
func (d *Comparison) BuildsOf(in graph.BuildSet) []Build {
	var out []Build
	for _, b := range d.Head.BuildList(in) {
		byArch := slices.ContainsFunc(d.Head.Builds, func(o graph.Build) bool { return o.OS == b.OS && o.Arch != b.Arch })
		out = append(out, Build{b, byArch})
	}
	return out
}

// Every returns all builds of a graph.
func Every(g *graph.Graph) graph.BuildSet { return graph.BuildSet(1)<<len(g.Builds) - 1 }

// limit returns the builds that a finding in head is limited to, 0 for all: those that include both
// the place and the symbol.
func (d *Comparison) limit(f *Finding) graph.BuildSet {
	if len(d.Head.Builds) < 2 || f.Side != change.InHead {
		return 0
	}
	in := Every(d.Head)
	paths := []string{f.Path}
	if f.Symbol != nil && d.Head.Has(f.Symbol) {
		paths = append(paths, f.Symbol.Path)
	}
	for _, p := range paths {
		if b := d.Head.BuildsOf(p); b != 0 {
			in &= b
		}
	}
	if in == Every(d.Head) {
		return 0
	}
	return in
}
