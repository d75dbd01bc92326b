package finding

import (
	"path"
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

// A BrokenSet holds the builds of base in which the code and the tests of directories were already
// broken.
type BrokenSet struct{ code, tests map[string]graph.BuildSet }

// Of returns those in which a file of code, or of tests, was broken.
func (b *BrokenSet) Of(file string, test bool) graph.BuildSet {
	broken := b.code[path.Dir(file)]
	if test {
		broken |= b.tests[path.Dir(file)]
	}
	return broken
}

// BrokenBuilds returns the builds of base in which a directory has an unresolved name, or imports a
// directory that has. Unresolved names in tests count for tests only.
func BrokenBuilds(base *graph.Graph) *BrokenSet {
	b := &BrokenSet{make(map[string]graph.BuildSet), make(map[string]graph.BuildSet)}
	var queue []string // directories with new builds in code
	lack := func(file string, test bool, in graph.BuildSet) {
		dir := path.Dir(file)
		if test {
			b.tests[dir] |= in
		} else if in&^b.code[dir] != 0 {
			b.code[dir] |= in
			queue = append(queue, dir)
		}
	}
	for i := range base.Unresolved {
		if u := &base.Unresolved[i]; u.Builds != 0 && u.Source != nil && !u.Traced {
			lack(u.Path, u.Source.Test, u.Builds)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		folder := base.Node("Folder:" + queue[0])
		if folder == nil {
			continue
		}
		for _, e := range base.In(folder) {
			if e.Type != graph.Imports || e.Source.Label != graph.File {
				continue
			}
			in := b.code[queue[0]]
			if builds := e.Source.Builds; builds != 0 {
				in &= builds
			}
			lack(e.Source.Path, e.Source.Test, in)
		}
	}
	return b
}
