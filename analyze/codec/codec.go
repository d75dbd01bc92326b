// Package codec is the binary encoding of cached facts and graphs: varints, fixed numbers,
// lists and a table of strings.
//
// A Coder encodes or decodes: each method does one or the other with the value it is given, so
// the two directions cannot disagree. The form has no version and no checksum: the cache adds
// both.
//
// Invariants: decoding corrupt data takes at most time and memory in proportion to its length;
// after a failure all values read are zero.
package codec

import (
	"encoding/binary"
	"strings"
)

// A Coder writes to Buf if Encoding is set, and reads from it otherwise.
type Coder struct {
	Encoding bool
	Buf      []byte
	Pos      int  // of the next byte to read
	Failed   bool // the data is corrupt
}

// Uint codes a number as a varint; small numbers take one byte.
func (c *Coder) Uint(v *uint64) {
	switch {
	case c.Encoding:
		c.Buf = binary.AppendUvarint(c.Buf, *v)
	case c.Pos < len(c.Buf) && c.Buf[c.Pos] < 0x80: // the usual case
		*v = uint64(c.Buf[c.Pos])
		c.Pos++
	default:
		x, n := binary.Uvarint(c.Buf[c.Pos:])
		if n <= 0 {
			c.Failed, c.Pos, x, n = true, len(c.Buf), 0, 0
		}
		*v = x
		c.Pos += n
	}
}

// Fixed codes a number with 8 bytes, such as a hash.
func (c *Coder) Fixed(v *uint64) {
	switch {
	case c.Encoding:
		c.Buf = binary.LittleEndian.AppendUint64(c.Buf, *v)
	case len(c.Buf)-c.Pos < 8:
		c.Failed, c.Pos, *v = true, len(c.Buf), 0
	default:
		*v = binary.LittleEndian.Uint64(c.Buf[c.Pos:])
		c.Pos += 8
	}
}

// Int codes a signed number as a varint; numbers near 0 take one byte.
func (c *Coder) Int(v *int64) {
	u := uint64(*v)<<1 ^ uint64(*v>>63)
	if c.Uint(&u); !c.Encoding {
		*v = int64(u>>1) ^ -int64(u&1)
	}
}

// Bool codes a boolean.
func (c *Coder) Bool(v *bool) {
	var u uint64
	if *v {
		u = 1
	}
	if c.Uint(&u); !c.Encoding {
		*v = u == 1
	}
}

// Text codes a string in place, without the table.
func (c *Coder) Text(s *string) {
	n := len(*s)
	if c.Length(&n, 1); c.Encoding {
		c.Buf = append(c.Buf, *s...)
		return
	}
	*s = string(c.Buf[c.Pos : c.Pos+n])
	c.Pos += n
}

// Length codes the number of the following elements, each of at least size bytes.
func (c *Coder) Length(n *int, size int) {
	v := uint64(*n)
	c.Uint(&v)
	if !c.Encoding {
		if v > uint64((len(c.Buf)-c.Pos)/size) {
			c.Failed, v = true, 0
		}
		*n = int(v)
	}
}

// List codes the length of l, whose elements take at least size bytes each. When decoding, it
// allocates l.
func List[T any](c *Coder, l *[]T, size int) {
	n := len(*l)
	if c.Length(&n, size); !c.Encoding && n > 0 {
		*l = make([]T, n)
	}
}

// Strings codes a table of strings: their lengths, then all text in one piece. Entry 0 is the
// empty string and is not stored; the table has it even after a failure.
func (c *Coder) Strings(table *[]string) {
	if !c.Encoding {
		c.readStrings(table)
		return
	}
	stored := (*table)[1:]
	n := len(stored)
	c.Length(&n, 1)
	for _, s := range stored {
		c.Buf = binary.AppendUvarint(c.Buf, uint64(len(s)))
	}
	c.Buf = append(c.Buf, strings.Join(stored, "")...)
}

func (c *Coder) readStrings(table *[]string) {
	var n int
	c.Length(&n, 1)
	*table = make([]string, n+1)
	lengths, total := c.Pos, 0
	for range n {
		var length int
		c.Length(&length, 1)
		total += length
	}
	if c.Failed || total > len(c.Buf)-c.Pos {
		c.Failed = true
		return
	}
	rest, end := string(c.Buf[c.Pos:c.Pos+total]), c.Pos+total
	for c.Pos = lengths; n > 0; n-- { // read again, which is cheaper than to keep them
		var length int
		c.Length(&length, 1)
		(*table)[len(*table)-n], rest = rest[:length], rest[length:]
	}
	c.Pos = end
}

// CommonPrefix returns how many bytes two strings have in common at their start. A sorted list is stored
// as these numbers and the rests.
func CommonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
