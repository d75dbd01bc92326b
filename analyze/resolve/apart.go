package resolve

import (
	"iter"
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/bloom"
)

// A file is apart from a change if it is in another group than all files that differ (package module): no program has
// both, and so nothing in it can mean something else. Delta has its outline alone and takes everything that
// follows from its code from the base.

// Groups yields the files of the snapshot with the number of their group.
func (t *Traces) Groups() iter.Seq2[string, int32] {
	return func(yield func(string, int32) bool) {
		for i, path := range t.paths {
			if !yield(path, t.groups[i]) {
				return
			}
		}
	}
}

// MayMention reports whether a file of the snapshot may mention a name.
func (t *Traces) MayMention(path, name string) bool {
	i, found := slices.BinarySearch(t.paths, path)
	return found && t.files[i].Names.Passes(bloom.HashOf(name))
}

// setApart finds the families that are apart, and completes what linkers asked for. It returns false where a group has
// files that are apart and others.
func (d *differ) setApart() bool {
	r := d.edges.Infer()
	d.apartFamilies = make(map[string]bool)
	for i := range r.NumFiles() {
		f := r.File(i)
		if f.Lang.Grammar == nil {
			continue
		}
		apart := d.edges.IsApart(i)
		all, met := d.apartFamilies[f.Lang.Kin()]
		d.apartFamilies[f.Lang.Kin()] = apart && (all || !met)
		if was, known := d.groups.from[r.Group(i)]; !apart && known && d.apart[was] {
			return false
		}
	}
	asked := d.edges.B.Asked
	clear(asked)
	for family, now := range r.Asked {
		if !d.apartFamilies[family] {
			maps.Copy(asked, now)
			continue
		}
		for _, path := range d.Traces.asked[family] { // by outlines its linker asks for others
			asked[path] = d.Base.Asked[path]
		}
	}
	return true
}
