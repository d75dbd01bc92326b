package facts

import (
	"bytes"
	"maps"
	"slices"
)

// A Shift leads from one version of a file to another that says the same: only places differ,
// and what a definition carries without any meaning to the names in it, which is documentation,
// the hashes of bodies and the lines with decisions. Comments, layout, literals and operators
// are of that kind.
//
// Both maps keep 0, which says that a place is not known, and keep the order of places: what is
// equal, before or behind in one version is so in the other.
type Shift struct {
	lines, offsets map[int32]int32
}

// ShiftOf returns the shift from one version of a file to another, nil where these differ in
// more.
func ShiftOf(from, to *File) *Shift {
	if from.NumExprs() != to.NumExprs() || len(from.Defs) != len(to.Defs) || len(from.Types) != len(to.Types) || len(from.Vars) != len(to.Vars) ||
		!bytes.Equal(Encode(from.WithoutPlaces()), Encode(to.WithoutPlaces())) {
		return nil
	}
	s := &Shift{lines: map[int32]int32{0: 0}, offsets: map[int32]int32{0: 0}}
	if !pair(s.lines, from.eachLine, to.eachLine) || !pair(s.offsets, from.eachOffset, to.eachOffset) {
		return nil
	}
	return s
}

// Line returns where the line of a fact is now; false for a line that no fact has.
func (s *Shift) Line(line int32) (int32, bool) {
	to, ok := s.lines[line]
	return to, ok
}

// Offset returns where the offset of a fact is now; false for one that no fact has.
func (s *Shift) Offset(offset int32) (int32, bool) {
	to, ok := s.offsets[offset]
	return to, ok
}

// pair adds what the one walk meets to m, with what the other meets at the same step, and
// reports whether that keeps the order.
func pair(m map[int32]int32, from, to func(func(*int32))) bool {
	var places []int32
	from(func(v *int32) { places = append(places, *v) })
	i, ok := 0, true
	to(func(v *int32) {
		if known, again := m[places[i]]; again && known != *v {
			ok = false
		}
		m[places[i]] = *v
		i++
	})
	if !ok {
		return false
	}
	keys := slices.Sorted(maps.Keys(m))
	for i := 1; i < len(keys); i++ {
		if m[keys[i-1]] >= m[keys[i]] {
			return false
		}
	}
	return true
}

// eachLine calls do for each line in f that the order of a Shift covers.
func (f *File) eachLine(do func(line *int32)) {
	for i := range f.Defs {
		d := &f.Defs[i]
		do(&d.Start)
		do(&d.Line)
		do(&d.End)
		do(&d.SignatureEnd)
	}
	for i := range f.Types {
		do(&f.Types[i].Line)
	}
	exprs := f.Expressions()
	for i := range exprs {
		x := &exprs[i]
		do(&x.Line)
		if x.Kind == Func {
			do(&x.N) // LastLine
		}
		for j := range x.Args {
			do(&x.Args[j].Line)
		}
	}
	for i := range f.Vars {
		do(&f.Vars[i].Line)
	}
	for i := range f.Imports {
		do(&f.Imports[i].Line)
	}
	for i := range f.Exports {
		do(&f.Exports[i].Line)
	}
	for i := range f.Extensions {
		do(&f.Extensions[i].Line)
	}
	for i := range f.Problems {
		do(&f.Problems[i].Line)
		do(&f.Problems[i].End)
	}
}

// eachOffset calls do for each offset in f.
func (f *File) eachOffset(do func(offset *int32)) {
	exprs := f.Expressions()
	for i := range exprs {
		do(&exprs[i].At)
	}
	for i := range f.Blocks {
		do(&f.Blocks[i].Start)
		do(&f.Blocks[i].End)
	}
}

// WithoutPlaces returns a copy of f without what a Shift leads over.
func (f *File) WithoutPlaces() *File {
	c := *f
	c.Lines, c.Decisions, c.Code, c.Terms, c.TopHash, c.Directives = 0, nil, nil, nil, 0, 0
	c.later = nil
	c.Defs, c.Types, c.Exprs, c.Vars = slices.Clone(f.Defs), slices.Clone(f.Types), slices.Clone(f.Expressions()), slices.Clone(f.Vars)
	c.Imports, c.Exports, c.Extensions = slices.Clone(f.Imports), slices.Clone(f.Exports), slices.Clone(f.Extensions)
	c.Problems, c.Blocks = slices.Clone(f.Problems), slices.Clone(f.Blocks)
	for i := range c.Exprs {
		c.Exprs[i].Args = slices.Clone(c.Exprs[i].Args)
	}
	for i := range c.Defs {
		d := &c.Defs[i]
		d.DocStart, d.DocEnd, d.DocHash, d.BodyHash, d.Sketch = 0, 0, 0, 0, Sketch{}
	}
	zero := func(place *int32) { *place = 0 }
	c.eachLine(zero)
	c.eachOffset(zero)
	return &c
}
