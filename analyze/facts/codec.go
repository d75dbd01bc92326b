package facts

import (
	"errors"
	"math"

	"github.com/nexus-ci/nexus-ci/analyze/codec"
)

// The stored form of a File: a table of its strings, the outline and the terms, which are also read alone, the sizes
// of the slices from which the lists of elements are allocated, then the other fields in order as
// varints. The expressions are the end, with a table of the strings that only they have: most files are read only for
// what they declare (Expressions). An absent field costs one bit in the mask of its element. Lines and operands are
// stored as the difference to the previous one. There is no version: the cache key covers the sources of this
// package.

// Encode returns the stored form of f, which must pass Check. Empty slices are decoded as nil,
// except ExportList.
func Encode(f *File) []byte {
	c := &coder{Coder: codec.Coder{Encoding: true}, index: map[string]uint32{"": 0}, table: []string{""}}
	c.all(f)
	return c.Buf
}

var errCorrupt = errors.New("decode facts: corrupt data")

// Decode decodes data and keeps no reference to it. For corrupt data it returns an error, or a
// File that passes Check. Time and memory are in proportion to the length of data.
func Decode(data []byte) (*File, error) {
	c := &coder{Coder: codec.Coder{Buf: data}}
	f := &File{}
	c.all(f)
	if c.Failed || c.Pos != len(data) || f.Check() != nil {
		return nil, errCorrupt
	}
	return f, nil
}

// DecodeDeclared is Decode that leaves the expressions to the first call of Expressions. Until then they are not
// checked, and the File refers to data.
func DecodeDeclared(data []byte) (*File, error) {
	c := &coder{Coder: codec.Coder{Buf: data}}
	f := &File{later: &later{}}
	c.declared(f, &f.later.n)
	c.closures(&f.later.closures)
	if c.Failed || f.checkDeclared() != nil || f.checkClosures(f.later.closures) != nil {
		return nil, errCorrupt
	}
	f.later.data, f.later.table = data[c.Pos:], c.table
	return f, nil
}

func (c *coder) all(f *File) {
	n := f.NumExprs()
	if c.declared(f, &n); !c.Encoding && n > 0 {
		f.Exprs = make([]Expr, n)
	}
	var closures []Closure
	if c.Encoding {
		closures = f.closures()
	}
	c.closures(&closures)
	c.expressions(f.Expressions())
}

// declared codes everything but the expressions, of which there are exprs.
func (c *coder) declared(f *File, exprs *int) {
	c.strings(f)
	c.outline(f)
	c.terms(f)
	c.Length(exprs, leastExpr)
	if c.Encoding {
		c.room.count(f)
	}
	c.room.code(c)
	c.file(f)
}

// DecodeOutline decodes what a file says of itself as a whole, its imports and problems. Of corrupt data: an error, or wrong values.
func DecodeOutline(data []byte) (*File, error) {
	c := &coder{Coder: codec.Coder{Buf: data}}
	f := &File{}
	c.strings(f)
	c.outline(f)
	if c.Failed {
		return nil, errCorrupt
	}
	return f, nil
}

// DecodeTerms decodes the terms of data and nothing behind them. For corrupt data it returns an
// error, or wrong terms.
func DecodeTerms(data []byte) ([]Term, error) {
	c := &coder{Coder: codec.Coder{Buf: data}}
	f := &File{}
	c.strings(f)
	c.outline(f)
	c.terms(f)
	if c.Failed {
		return nil, errCorrupt
	}
	return f.Terms, nil
}

// A coder encodes or decodes a File. After a failure all values read are zero.
type coder struct {
	codec.Coder

	table []string
	index map[string]uint32
	base  int   // number of strings before the table that is being made
	line  int32 // of the previous element
	at    int32 // position of the previous call or block
	room  room
	given shared[Arg] // as room, for expressions
}

// room holds the slices from which the lists of decoded elements are cut: one allocation for all
// lists of a type.
type room struct {
	ids        shared[int32]
	params     shared[Param]
	typeParams shared[TypeParam]
}

type shared[T any] struct {
	n    int
	free []T
}

func (r *room) count(f *File) {
	for i := range f.Defs {
		d := &f.Defs[i]
		r.typeParams.n += len(d.TypeParams)
		r.params.n += len(d.Params)
		r.ids.n += len(d.Results) + len(d.Values) + len(d.Extends) + len(d.Implements) + len(d.Embeds) + len(d.Extended) + len(d.Decorators)
	}
	for i := range f.Types {
		r.ids.n += len(f.Types[i].Args)
	}
	for i := range f.Vars {
		r.ids.n += len(f.Vars[i].Values)
	}
	for i := range f.Extensions {
		r.ids.n += len(f.Extensions[i].Bases)
	}
}

func (r *room) code(c *coder) {
	r.ids.code(c, 1)
	r.params.code(c, leastParam)
	r.typeParams.code(c, leastTypeParam)
}

func (s *shared[T]) code(c *coder, size int) {
	if c.Length(&s.n, size); !c.Encoding {
		s.free = make([]T, s.n)
	}
}

// take codes the length of list and, when decoding, cuts list from the shared slice.
func (s *shared[T]) take(c *coder, list *[]T) {
	n := len(*list)
	if c.Length(&n, 1); c.Encoding || n == 0 {
		return
	}
	if n > len(s.free) {
		c.Failed = true
		return
	}
	*list, s.free = s.free[:n:n], s.free[n:]
}

// small codes a value below 256 in one byte.
func small[T ~uint8](c *coder, v *T) {
	switch {
	case c.Encoding:
		c.Buf = append(c.Buf, byte(*v))
	case c.Pos == len(c.Buf):
		c.Failed = true
	default:
		*v = T(c.Buf[c.Pos])
		c.Pos++
	}
}

// mask codes up to eight conditions as bits, the first one lowest, and returns them. When
// decoding, the arguments are ignored.
func (c *coder) mask(conditions ...bool) uint8 {
	var m uint8
	for i, is := range conditions {
		if is {
			m |= 1 << i
		}
	}
	small(c, &m)
	return m
}

// id codes an index or None.
func (c *coder) id(v *int32) {
	x := uint64(*v + 1)
	if c.Uint(&x); !c.Encoding {
		if x > math.MaxInt32 {
			c.Failed, x = true, 0
		}
		*v = int32(x) - 1
	}
}

// before codes an index less than at, or None.
func (c *coder) before(v *int32, at int) {
	x := uint64(0)
	if *v != None {
		x = uint64(at - int(*v))
	}
	if c.Uint(&x); !c.Encoding {
		if x > uint64(at) {
			c.Failed, x = true, 0
		}
		if *v = None; x > 0 {
			*v = int32(at) - int32(x)
		}
	}
}

// number codes any int32 as its difference to base.
func (c *coder) number(v *int32, base int32) {
	delta := *v - base
	x := uint64(uint32(delta<<1) ^ uint32(delta>>31))
	if c.Uint(&x); !c.Encoding {
		u := uint32(x)
		*v = base + (int32(u>>1) ^ -int32(u&1))
	}
}

// place codes a position as its difference to the previous one, and 0 as itself.
func (c *coder) place(v *int32) {
	x := uint64(0)
	if *v != 0 {
		delta := *v - c.at
		x = 1 + uint64(uint32(delta<<1)^uint32(delta>>31))
	}
	if c.Uint(&x); !c.Encoding {
		if *v = 0; x > 0 {
			u := uint32(x - 1)
			*v = c.at + (int32(u>>1) ^ -int32(u&1))
		}
	}
	if *v != 0 {
		c.at = *v
	}
}

func (c *coder) lineAt(v *int32) {
	c.number(v, c.line)
	c.line = *v
}

func (c *coder) ids(l *[]int32) {
	c.room.ids.take(c, l)
	for i := range *l {
		c.id(&(*l)[i])
	}
}

func (c *coder) string(s *string) {
	x := uint64(c.index[*s])
	if c.Uint(&x); !c.Encoding {
		if x >= uint64(len(c.table)) {
			c.Failed, x = true, 0
		}
		*s = c.table[x]
	}
}

func (c *coder) stringList(l *[]string) {
	codec.List(&c.Coder, l, 1)
	for i := range *l {
		c.string(&(*l)[i])
	}
}

// strings codes the table of all strings of f.
func (c *coder) strings(f *File) {
	if c.Encoding {
		f.eachDeclared(c.intern)
	}
	c.Strings(&c.table)
}

// added codes the strings that only expressions have.
func (c *coder) added(list []Expr) {
	table := c.table
	if c.table = []string{""}; c.Encoding {
		c.base = len(table) - 1
		eachExpressed(list, c.intern)
	}
	c.Strings(&c.table)
	c.table = append(table[:len(table):len(table)], c.table[1:]...)
}

// intern adds a string to the table that is being made.
func (c *coder) intern(s *string) {
	if _, known := c.index[*s]; !known {
		c.index[*s] = uint32(c.base + len(c.table))
		c.table = append(c.table, *s)
	}
}
