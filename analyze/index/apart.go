package index

import (
	"context"
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Of files that no program has together with a changed one, a delta needs the outline alone.

// leastApart: outlines are loaded where at least one file in leastApart is apart. Where no delta can be made in the end, the
// facts of these files are loaded after all.
const leastApart = 16

// loadNear loads the facts of those files of head that a program may have together with a changed one, and sets outlines to
// those of the others. It returns false, and may have loaded some, where all facts are to be loaded. The graph of base came
// from the cache.
func (b *Builder) loadNear(ctx context.Context, blobs source.Blobs, base, head *diff.Snapshot) (bool, error) {
	if len(b.unshifted) == 0 || b.tracesOf(base) == nil {
		return false, nil
	}
	if err := b.peek(ctx, blobs, b.unshifted); err != nil {
		return false, err
	}
	for i := range b.unshifted {
		if !b.isComparable(&b.unshifted[i]) {
			return false, nil // there is no delta
		}
	}
	near := b.nearTo(base, head)
	var files, apart []diff.File
	for i := range head.Files {
		f := &head.Files[i]
		switch l, _ := b.store.Language(f); {
		case l == nil:
		case l.Grammar == nil || near(f):
			files = append(files, *f)
		default:
			apart = append(apart, *f)
		}
	}
	if len(apart)*leastApart < len(files)+len(apart) {
		return false, nil
	}
	if err := b.store.LoadFiles(ctx, blobs, files); err != nil {
		return false, err
	}
	list, err := b.store.Outlines(ctx, blobs, apart)
	if err != nil || slices.Contains(list, nil) { // one cannot be read
		return false, err
	}
	b.outlines = make(map[string]*facts.File, len(apart))
	for i := range apart {
		b.outlines[apart[i].Path] = list[i]
	}
	return true, nil
}

// loadWhole loads the facts of those files of head of which only the outlines are.
func (b *Builder) loadWhole(ctx context.Context, blobs source.Blobs, head *diff.Snapshot) error {
	if b.outlines == nil {
		return nil
	}
	b.outlines = nil
	return b.store.Load(ctx, blobs, head)
}

// MayMention reports whether a file of head may mention one of some names. It is true where that is not known: where base has
// another version of the file, or its traces are not loaded. They are loaded where only the outline of a file is.
func (b *Builder) MayMention(base *diff.Snapshot, f *diff.File, names []string) bool {
	st := b.states[base]
	if st == nil || st.traces == nil {
		return true
	}
	if was, found := base.File(f.Path); !found || was.Blob != f.Blob {
		return true
	}
	return slices.ContainsFunc(names, func(name string) bool { return st.traces.MayMention(f.Path, name) })
}

// tracesOf returns the traces of a snapshot whose graph came from the cache, nil for none.
func (b *Builder) tracesOf(snapshot *diff.Snapshot) *resolve.Traces {
	st := b.states[snapshot]
	if st == nil {
		return nil
	}
	if st.traces == nil {
		if data, ok := b.store.Cache.GetLarge(tracesKey(st)); ok {
			b.decoded.Add(int64(len(data)))
			st.traces = resolve.DecodeTraces(data)
		}
	}
	return st.traces
}

// nearTo returns a function that reports whether a program may have a file of head together with a changed one. A file that came
// is in the group of those beside it. Where none are there, or none remain beside one that went, all files of the family
// are near: an import of theirs may mean something else. So are all of the family of a project file.
func (b *Builder) nearTo(base, head *diff.Snapshot) func(f *diff.File) bool {
	groups := make(map[string]int32)
	for path, group := range b.tracesOf(base).Groups() {
		groups[path] = group
	}
	near, families := make(map[int32]bool), make(map[string]bool)
	came, went := b.cameAndWent()
	for i := range b.unshifted {
		p := &b.unshifted[i]
		if l, _ := b.store.Language(p.either()); l.Grammar == nil {
			families[l.Kin()] = true
		} else if p.base != nil {
			near[groups[p.base.Path]] = true
		}
	}
	for at := range came {
		families[at.family] = families[at.family] || !b.has(base, at)
	}
	for at := range went {
		families[at.family] = families[at.family] || !b.has(head, at)
	}
	for i := range base.Files {
		f := &base.Files[i]
		if group, known := groups[f.Path]; known && (families[b.family(f)] || came[b.placeOf(f)]) {
			near[group] = true
		}
	}
	return func(f *diff.File) bool {
		group, known := groups[f.Path]
		return !known || near[group]
	}
}

// A place is a directory as the files of a family are in it.
type place struct{ dir, family string }

// cameAndWent returns the places of files that only head has, and that only base has.
func (b *Builder) cameAndWent() (came, went map[place]bool) {
	came, went = make(map[place]bool), make(map[place]bool)
	for i := range b.unshifted {
		switch p := &b.unshifted[i]; {
		case p.base == nil:
			came[b.placeOf(p.head)] = true
		case p.head == nil:
			went[b.placeOf(p.base)] = true
		}
	}
	return came, went
}

func (b *Builder) placeOf(f *diff.File) place { return place{path.Dir(f.Path), b.family(f)} }

// has reports whether a snapshot has a file at a place.
func (b *Builder) has(s *diff.Snapshot, at place) bool {
	return slices.ContainsFunc(s.Files, func(f diff.File) bool { return b.placeOf(&f) == at })
}

// family returns the family of the language of a file, "" for none.
func (b *Builder) family(f *diff.File) string {
	if l, _ := b.store.Language(f); l != nil && l.Grammar != nil {
		return l.Kin()
	}
	return ""
}
