package facts

import (
	"encoding/binary"
	"errors"
	"math"
	"strings"
)

// The stored form of a File: a table of its strings, the sizes of the slices
// that elements share, then the fields in order as varints. Absent fields cost one
// bit of the mask of their element, lines and operands are differences to the one
// before. It has no version: the cache's key tells the sources of this package.

// Encode returns the stored form of f, which must pass Check. Empty slices come
// back as nil, except ExportList.
func Encode(f *File) []byte {
	c := &coder{encoding: true, index: map[string]uint32{"": 0}, table: []string{""}}
	c.strings(f)
	c.room.count(f)
	c.room.code(c)
	c.file(f)
	return c.buf
}

var errCorrupt = errors.New("decode facts: corrupt data")

// Decode returns the File that was encoded as data. It keeps no reference to
// data. Anything but the result of Encode gives an error, at a cost in
// proportion to its length, or a File that passes Check.
func Decode(data []byte) (*File, error) {
	c := &coder{buf: data}
	f := &File{}
	c.strings(f)
	c.room.code(c)
	c.file(f)
	if c.failed || c.pos != len(data) || f.Check() != nil {
		return nil, errCorrupt
	}
	return f, nil
}

// A coder writes or reads: each method does the one or the other with the value
// it is given, so the two directions cannot disagree. After a failure all
// values read are zero.
type coder struct {
	encoding bool
	buf      []byte
	pos      int // of the next byte to read
	failed   bool

	table []string
	index map[string]uint32
	line  int32 // the last one coded
	at    int32 // likewise of the places of calls and blocks
	room  room
}

// room holds the slices that decoded elements share: one allocation each, not
// one for every element.
type room struct {
	ids        shared[int32]
	args       shared[Arg]
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
	for i := range f.Exprs {
		r.args.n += len(f.Exprs[i].Args)
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
	r.args.code(c, leastArg)
	r.params.code(c, leastParam)
	r.typeParams.code(c, leastTypeParam)
}

func (s *shared[T]) code(c *coder, size int) {
	if c.length(&s.n, size); !c.encoding {
		s.free = make([]T, s.n)
	}
}

// take codes the length of list and, to decode, makes it of that length.
func (s *shared[T]) take(c *coder, list *[]T) {
	n := len(*list)
	if c.length(&n, 1); c.encoding || n == 0 {
		return
	}
	if n > len(s.free) {
		c.failed = true
		return
	}
	*list, s.free = s.free[:n:n], s.free[n:]
}

// length codes the number of elements that follow, each of at least size bytes.
func (c *coder) length(n *int, size int) {
	v := uint64(*n)
	c.uint(&v)
	if !c.encoding {
		if v > uint64((len(c.buf)-c.pos)/size) {
			c.failed, v = true, 0
		}
		*n = int(v)
	}
}

// list codes the length of l and, to decode, makes it of that length.
func list[T any](c *coder, l *[]T, size int) {
	n := len(*l)
	if c.length(&n, size); !c.encoding && n > 0 {
		*l = make([]T, n)
	}
}

func (c *coder) uint(v *uint64) {
	switch {
	case c.encoding:
		c.buf = binary.AppendUvarint(c.buf, *v)
	case c.pos < len(c.buf) && c.buf[c.pos] < 0x80: // nearly always
		*v = uint64(c.buf[c.pos])
		c.pos++
	default:
		x, n := binary.Uvarint(c.buf[c.pos:])
		if n <= 0 {
			c.failed, c.pos, x, n = true, len(c.buf), 0, 0
		}
		*v = x
		c.pos += n
	}
}

func (c *coder) fixed(v *uint64) {
	switch {
	case c.encoding:
		c.buf = binary.LittleEndian.AppendUint64(c.buf, *v)
	case len(c.buf)-c.pos < 8:
		c.failed, c.pos = true, len(c.buf)
	default:
		*v = binary.LittleEndian.Uint64(c.buf[c.pos:])
		c.pos += 8
	}
}

// small codes a value below 256 in one byte.
func small[T ~uint8](c *coder, v *T) {
	switch {
	case c.encoding:
		c.buf = append(c.buf, byte(*v))
	case c.pos == len(c.buf):
		c.failed = true
	default:
		*v = T(c.buf[c.pos])
		c.pos++
	}
}

// mask codes up to eight conditions and returns them as bits, the first one
// lowest. To decode, the arguments do not matter.
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

// id codes an index, None included.
func (c *coder) id(v *int32) {
	x := uint64(*v + 1)
	if c.uint(&x); !c.encoding {
		if x > math.MaxInt32 {
			c.failed, x = true, 0
		}
		*v = int32(x) - 1
	}
}

// before codes an index below at, or None.
func (c *coder) before(v *int32, at int) {
	x := uint64(0)
	if *v != None {
		x = uint64(at - int(*v))
	}
	if c.uint(&x); !c.encoding {
		if x > uint64(at) {
			c.failed, x = true, 0
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
	if c.uint(&x); !c.encoding {
		u := uint32(x)
		*v = base + (int32(u>>1) ^ -int32(u&1))
	}
}

// place codes the place of a call as its difference to the one before, 0 as itself.
func (c *coder) place(v *int32) {
	x := uint64(0)
	if *v != 0 {
		delta := *v - c.at
		x = 1 + uint64(uint32(delta<<1)^uint32(delta>>31))
	}
	if c.uint(&x); !c.encoding {
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
	if c.uint(&x); !c.encoding {
		if x >= uint64(len(c.table)) {
			c.failed, x = true, 0
		}
		*s = c.table[x]
	}
}

func (c *coder) stringList(l *[]string) {
	list(c, l, 1)
	for i := range *l {
		c.string(&(*l)[i])
	}
}

// strings codes the table: the lengths, then all text in one piece. Entry 0 is
// the empty string and not stored.
func (c *coder) strings(f *File) {
	var text strings.Builder
	if c.encoding {
		f.EachString(func(s *string) {
			if _, known := c.index[*s]; !known {
				c.index[*s] = uint32(len(c.table))
				c.table = append(c.table, *s)
				text.WriteString(*s)
			}
		})
	}
	n := len(c.table) - 1
	c.length(&n, 1)
	if !c.encoding {
		c.table = make([]string, n+1)
		c.readStrings()
		return
	}
	for _, s := range c.table[1:] {
		x := uint64(len(s))
		c.uint(&x)
	}
	c.buf = append(c.buf, text.String()...)
}

func (c *coder) readStrings() {
	ends := make([]int, len(c.table))
	for i := 1; i < len(c.table); i++ {
		var n int
		c.length(&n, 1)
		ends[i] = ends[i-1] + n
	}
	total := ends[len(ends)-1]
	if c.failed || total > len(c.buf)-c.pos {
		c.failed = true
		return
	}
	text := string(c.buf[c.pos : c.pos+total])
	c.pos += total
	for i := 1; i < len(c.table); i++ {
		c.table[i] = text[ends[i-1]:ends[i]]
	}
}
