// Package term finds the files that name what is outside of code: settings, routes, tables, services.
//
// In: the terms of the files of a snapshot (facts.Term). Out: an Index, which returns the places of a
// term and is stored.
//
// Invariants: the stored form depends only on the files. A setting or a route in more than maxFiles
// files is a common word: the Index has no places of it.
package term

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/codec"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

const (
	// maxFiles is how many files a setting or a route is in at most. In seven repositories it leaves out 18
	// of 6,194 names, such as NODE_ENV, metadata.name and core.common.buttons.cancel.
	maxFiles = 20
	// maxName is the length of the longest name that is read, in bytes.
	maxName = 1 << 10
)

// A File is a path with the terms of its content.
type File struct {
	Path  string
	Terms []facts.Term
}

// A Place is a line of a file.
type Place struct {
	Path string
	Line int
}

// An Index has the places of terms. It is immutable.
type Index struct {
	paths   []string // sorted
	entries []entry  // sorted by kind and name
}

type entry struct {
	kind   facts.TermKind
	name   string
	places []at // sorted; nil: a common word
}

// at is a line of the file with an index in Index.paths.
type at struct{ file, line int32 }

// New returns the Index of files.
func New(files []File) *Index { return (&Index{}).With(nil, files) }

// With returns the Index in which files replace those of the paths in changed.
func (x *Index) With(changed map[string]bool, files []File) *Index {
	type key struct {
		kind facts.TermKind
		name string
	}
	found, common := make(map[key][]Place), make(map[key]bool)
	for i := range x.entries {
		e := &x.entries[i]
		if e.places == nil {
			common[key{e.kind, e.name}] = true
		}
		for _, p := range e.places {
			if file := x.paths[p.file]; !changed[file] {
				k := key{e.kind, e.name}
				found[k] = append(found[k], Place{file, int(p.line)})
			}
		}
	}
	for i := range files {
		for _, t := range files[i].Terms {
			k := key{t.Kind, t.Name}
			found[k] = append(found[k], Place{files[i].Path, int(t.Line)})
		}
	}
	number := make(map[string]int32)
	for k, places := range found {
		slices.SortFunc(places, func(a, b Place) int {
			return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
		})
		found[k] = slices.Compact(places)
		if common[k] = common[k] || (k.kind == facts.Setting || k.kind == facts.Route) && filesOf(places) > maxFiles; common[k] {
			continue
		}
		for _, p := range places {
			number[p.Path] = 0
		}
	}
	out := &Index{}
	for path := range number {
		out.paths = append(out.paths, path)
	}
	slices.Sort(out.paths)
	for i, path := range out.paths {
		number[path] = int32(i)
	}
	for k, is := range common { // it has the names of found
		e := entry{kind: k.kind, name: k.name}
		if !is {
			for _, p := range found[k] {
				e.places = append(e.places, at{number[p.Path], int32(p.Line)})
			}
		}
		out.entries = append(out.entries, e)
	}
	slices.SortFunc(out.entries, func(a, b entry) int { return compare(a, b.kind, b.name) })
	return out
}

func compare(e entry, kind facts.TermKind, name string) int {
	return cmp.Or(cmp.Compare(e.kind, kind), strings.Compare(e.name, name))
}

// filesOf returns how many files sorted places are in.
func filesOf(places []Place) int {
	n := 0
	for i := range places {
		if i == 0 || places[i].Path != places[i-1].Path {
			n++
		}
	}
	return n
}

// Places returns where a term is, sorted.
func (x *Index) Places(kind facts.TermKind, name string) []Place {
	i, ok := slices.BinarySearchFunc(x.entries, name, func(e entry, name string) int { return compare(e, kind, name) })
	if !ok {
		return nil
	}
	places := make([]Place, len(x.entries[i].places))
	for k, p := range x.entries[i].places {
		places[k] = Place{x.paths[p.file], int(p.line)}
	}
	return places
}

var errCorrupt = errors.New("decode terms: corrupt data")

// The minimum sizes of an entry and of a place in bytes.
const (
	leastEntry = 4
	leastPlace = 2
)

// Bytes returns the stored form: the paths, then the entries. A name is the number of bytes that it
// shares with the one before, and the rest. A file is the difference to the one before.
func (x *Index) Bytes() []byte {
	c := &codec.Coder{Encoding: true}
	x.code(c)
	return c.Buf
}

// Load returns the Index of its stored form.
func Load(data []byte) (*Index, error) {
	c := &codec.Coder{Buf: data}
	x := &Index{}
	x.code(c)
	if c.Failed || c.Pos != len(data) {
		return nil, errCorrupt
	}
	return x, nil
}

func (x *Index) code(c *codec.Coder) {
	table := append([]string{""}, x.paths...)
	c.Strings(&table)
	x.paths = table[1:]
	codec.List(c, &x.entries, leastEntry)
	name := ""
	for i := range x.entries {
		e := &x.entries[i]
		kind := uint64(e.kind)
		c.Uint(&kind)
		e.kind = facts.TermKind(kind)
		shared, rest := 0, ""
		if c.Encoding {
			shared = codec.CommonPrefix(name, e.name)
			rest = e.name[shared:]
		}
		n := uint64(shared)
		c.Uint(&n)
		c.Text(&rest)
		if n > uint64(len(name)) || n > maxName {
			c.Failed = true
			return
		}
		e.name = name[:n] + rest
		name = e.name
		x.codePlaces(c, e)
	}
}

func (x *Index) codePlaces(c *codec.Coder, e *entry) {
	codec.List(c, &e.places, leastPlace)
	last := at{}
	for i := range e.places {
		p := &e.places[i]
		file, line := uint64(p.file-last.file), uint64(p.line)
		c.Uint(&file)
		c.Uint(&line)
		if file >= uint64(len(x.paths))-uint64(last.file) || line > 1<<31-1 {
			c.Failed = true
			return
		}
		p.file, p.line = last.file+int32(file), int32(line)
		last = *p
	}
}
