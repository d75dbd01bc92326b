package contract

import (
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// inHead returns the builds that exist in both base and head, and those of them that are in the set
// of, a set of base; both as sets of head.
func (d *detector) inHead(of graph.BuildSet) (both, in graph.BuildSet) {
	for i, b := range d.Head.Builds {
		k := slices.Index(d.Base.Builds, b)
		if k < 0 {
			continue
		}
		both |= 1 << i
		if of&(1<<k) != 0 {
			in |= 1 << i
		}
	}
	return both, in
}

// newIn returns the builds of head in which the name of a use is newly missing. was is the same use
// in base, nil for none. ok is false where there are none; the set 0 means all builds that include
// the file, and that all of them are new.
func (d *detector) newIn(u, was *graph.Unresolved) (in graph.BuildSet, ok bool) {
	if len(d.Head.Builds) < 2 {
		return 0, was == nil
	}
	in = u.Builds
	if in == 0 {
		in = finding.Every(d.Head)
	}
	if was != nil {
		if was.Builds == 0 {
			return 0, false
		}
		both, old := d.inHead(was.Builds)
		in &= both &^ old
	}
	_, dead := d.inHead(d.broken().Of(u.Path, u.Source != nil && u.Source.Test))
	in &^= dead
	switch {
	case in == 0:
		return 0, false
	case was == nil && u.Builds == 0:
		return 0, true
	}
	return in, true
}

// elsewhere returns the symbol of head that a use refers to in builds other than those where its
// name is missing. It is nil where there is none, or where base has no file of the directory in
// those builds.
func (d *detector) elsewhere(u *graph.Unresolved) *graph.Node {
	if u.Builds == 0 || u.Source == nil {
		return nil
	}
	_, built := d.inHead(d.takenInBase(path.Dir(u.Path)))
	if u.Builds&^built != 0 {
		return nil
	}
	for _, e := range d.Head.Out(u.Source) {
		if e.Target.Name == u.Name && (e.Type == graph.Calls || e.Type == graph.References) && e.Confidence >= finding.MinBreakConfidence {
			return e.Target
		}
	}
	return nil
}

// takenInBase returns the builds of base that include some file of a directory, tests excluded.
func (d *detector) takenInBase(dir string) graph.BuildSet {
	folder := d.Base.Node("Folder:" + dir)
	if folder == nil {
		return 0
	}
	var taken graph.BuildSet
	for _, e := range d.Base.Out(folder) {
		if e.Type != graph.Contains || e.Target.Label != graph.File || e.Target.Test {
			continue
		}
		if e.Target.Builds == 0 {
			return finding.Every(d.Base)
		}
		taken |= e.Target.Builds
	}
	return taken
}
