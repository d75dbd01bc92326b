package resolve

import (
	"math/bits"

	"github.com/nexus-ci/nexus-ci/analyze/bloom"
	"github.com/nexus-ci/nexus-ci/analyze/meaning"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
)

// A fileSet is a set of files, with one bit for each.
type fileSet []uint64

func newFileSet(files int) fileSet { return make(fileSet, (files+63)/64) }

func (s fileSet) add(f decl.FileID) { s[f/64] |= 1 << (f % 64) }

// has reports whether a file is in the set. A nil set has none.
func (s fileSet) has(f decl.FileID) bool { return s != nil && s[f/64]&(1<<(f%64)) != 0 }

// addAll adds the files of another set.
func (s fileSet) addAll(t fileSet) {
	for i, word := range t {
		s[i] |= word
	}
}

// each calls do with the files of the set, in order.
func (s fileSet) each(do func(f decl.FileID)) {
	for i := range s {
		for word := s[i]; word != 0; word &= word - 1 {
			do(decl.FileID(i*64 + bits.TrailingZeros64(word)))
		}
	}
}

// mentioning returns the files that may mention a name: those whose traces say so, and those that the base does not have.
// It asks the traces of each file once for a name.
func (d *differ) mentioning(name string) fileSet {
	s := d.mentions[name]
	if s == nil {
		s = newFileSet(len(d.was))
		hash := bloom.HashOf(name)
		for i, b := range d.was {
			if b < 0 || d.Traces.files[b].Names.Passes(hash) {
				s.add(decl.FileID(i))
			}
		}
		d.mentions[name] = s
	}
	return s
}

// A scope holds the files that may mention a name with another meaning, as far as there were such names when it was made.
type scope struct {
	members fileSet
	trails  map[*trail]fileSet
	tops    map[decl.UnitID]fileSet
	all     fileSet // with those that are read because of a name
}

// scopeNow returns the scope of the names with other meanings.
func (d *differ) scopeNow() scope {
	s := scope{trails: make(map[*trail]fileSet, len(d.trails)), tops: make(map[decl.UnitID]fileSet, len(d.tops)), all: newFileSet(len(d.was))}
	of := func(names meaning.Names) fileSet {
		files := newFileSet(len(d.was))
		for name := range names {
			files.addAll(d.mentioning(name))
		}
		s.all.addAll(files)
		return files
	}
	s.members = of(d.members)
	for _, t := range d.trails {
		s.trails[t] = of(t.members)
	}
	for unit, names := range d.tops {
		files := of(names)
		if names["default"]|names[meaning.WholeModule] != 0 { // an import that names nothing has it too
			for i := range d.was {
				if at := decl.FileID(i); d.sees(at, unit) {
					files.add(at)
				}
			}
			s.all.addAll(files)
		}
		s.tops[unit] = files
	}
	for file := range d.inner {
		s.all.add(file)
	}
	for _, names := range d.inward {
		of(names)
	}
	for file := range d.reaches {
		s.all.add(file)
	}
	return s
}
