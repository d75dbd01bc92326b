package object

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

// An ID is the name of an object.
type ID [20]byte

func (i ID) String() string { return hex.EncodeToString(i[:]) }

// ParseID reads 40 hexadecimal digits.
func ParseID(s string) (ID, bool) {
	var i ID
	if len(s) != 2*len(i) {
		return i, false
	}
	_, err := hex.Decode(i[:], []byte(s))
	return i, err == nil
}

// A pack is a pack file with its index, version 2 (gitformat-pack). Both stay open. The buckets of
// the index are read on demand, since the index of a large repository is larger than
// everything else that is read.
type pack struct {
	Name    string // path without the extension
	index   *os.File
	fanout  [256]uint32
	buckets [256]bucket

	open  sync.Once
	file  *os.File
	size  int64
	fault error // error with which the file could not be opened
}

// A bucket holds the ids with the same first byte, sorted, and their offsets.
type bucket struct {
	once    sync.Once
	ids     []byte
	offsets []byte
	err     error
}

const (
	packHeader  = 12 // "PACK", version, count
	packTrailer = 20 // checksum
	indexHeader = 8  // "\xfftOc", version
)

// openPack opens the index of a pack. The pack itself is opened on the first read.
func openPack(name string) (*pack, error) {
	f, err := os.Open(name + ".idx")
	if err != nil {
		return nil, err
	}
	p := &pack{Name: name, index: f}
	if err := p.readFanout(); err != nil {
		f.Close()
		return nil, err
	}
	return p, nil
}

func (p *pack) readFanout() error {
	var head [indexHeader + 4*256]byte
	if _, err := p.index.ReadAt(head[:], 0); err != nil {
		return Corrupt("pack index %s.idx is cut short", p.Name)
	}
	if !bytes.Equal(head[:indexHeader], []byte("\xfftOc\x00\x00\x00\x02")) {
		return fmt.Errorf("%w: pack index %s.idx is not of version 2", ErrUnsupported, p.Name)
	}
	for i := range p.fanout {
		p.fanout[i] = binary.BigEndian.Uint32(head[indexHeader+4*i:])
		if i > 0 && p.fanout[i] < p.fanout[i-1] {
			return Corrupt("pack index %s.idx is not sorted", p.Name)
		}
	}
	info, err := p.index.Stat()
	if err != nil {
		return fmt.Errorf("stat pack index: %w", err)
	}
	if need := int64(len(head)) + 28*int64(p.fanout[255]); info.Size() < need {
		return Corrupt("pack index %s.idx is cut short", p.Name)
	}
	return nil
}

func (p *pack) close() {
	p.index.Close()
	p.open.Do(func() { p.fault = os.ErrClosed })
	if p.file != nil {
		p.file.Close()
	}
}

// data opens the pack file once.
func (p *pack) data() (*os.File, error) {
	p.open.Do(func() {
		f, err := os.Open(p.Name + ".pack")
		if err != nil {
			p.fault = Corrupt("pack %s.pack: %v", p.Name, err)
			return
		}
		info, err := f.Stat()
		var head [packHeader]byte
		if err == nil {
			_, err = f.ReadAt(head[:], 0)
		}
		if err != nil || !bytes.HasPrefix(head[:], []byte("PACK\x00\x00\x00\x02")) {
			f.Close()
			p.fault = Corrupt("%s.pack is not a pack file", p.Name)
			return
		}
		p.file, p.size = f, info.Size()
	})
	return p.file, p.fault
}

// bucket returns the ids that start with first.
func (p *pack) bucket(first byte) (*bucket, error) {
	b := &p.buckets[first]
	b.once.Do(func() {
		from, to := uint32(0), p.fanout[first]
		if first > 0 {
			from = p.fanout[first-1]
		}
		count, total := int64(to-from), int64(p.fanout[255])
		names := int64(indexHeader + 4*256)
		offsets := names + 24*total // after the ids and the checksums
		b.ids, b.offsets = make([]byte, 20*count), make([]byte, 4*count)
		if _, b.err = p.index.ReadAt(b.ids, names+20*int64(from)); b.err == nil {
			_, b.err = p.index.ReadAt(b.offsets, offsets+4*int64(from))
		}
		if b.err != nil {
			b.err = fmt.Errorf("read pack index: %w", b.err)
		}
	})
	return b, b.err
}

// find returns the offset of an object, or false when it is not in the pack.
func (p *pack) find(id ID) (int64, bool, error) {
	b, err := p.bucket(id[0])
	if err != nil {
		return 0, false, err
	}
	at := b.search(id[:])
	if at == b.len() || !bytes.Equal(b.id(at), id[:]) {
		return 0, false, nil
	}
	offset := binary.BigEndian.Uint32(b.offsets[4*at:])
	if offset&(1<<31) == 0 {
		return int64(offset), true, nil
	}
	// The offset has more than 31 bits: it is in a separate table.
	var wide [8]byte
	table := int64(indexHeader+4*256) + 28*int64(p.fanout[255])
	if _, err := p.index.ReadAt(wide[:], table+8*int64(offset&^(1<<31))); err != nil {
		return 0, false, Corrupt("pack index %s.idx is cut short", p.Name)
	}
	return int64(binary.BigEndian.Uint64(wide[:])), true, nil
}

func (b *bucket) len() int { return len(b.ids) / 20 }

func (b *bucket) id(i int) []byte { return b.ids[20*i : 20*i+20] }

// search returns the position of the first id that is not less than prefix.
func (b *bucket) search(prefix []byte) int {
	lo, hi := 0, b.len()
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if bytes.Compare(b.id(mid), prefix) < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// withPrefix adds the ids whose hexadecimal form starts with prefix, at least
// two digits.
func (p *pack) withPrefix(prefix string, found map[ID]bool) error {
	whole, err := hex.DecodeString(prefix[:len(prefix)&^1])
	if err != nil {
		return nil
	}
	b, err := p.bucket(whole[0])
	if err != nil {
		return err
	}
	for i := b.search(whole); i < b.len() && bytes.HasPrefix(b.id(i), whole); i++ {
		if id := ID(b.id(i)); strings.HasPrefix(id.String(), prefix) {
			found[id] = true
		}
	}
	return nil
}

// An entry is the header of an object in a pack.
type entry struct {
	kind kind
	size int64 // of the content, or of the delta
	base int64 // offset of the base of an offset delta
	ref  ID    // id of the base of a reference delta
}

// A kind is the type of an object as packs number it.
type kind uint8

const (
	Commit   kind = 1
	Tree     kind = 2
	Blob     kind = 3
	Tag      kind = 4
	ofsDelta kind = 6
	refDelta kind = 7
)

// readEntry reads the header of the object at offset.
func readEntry(r io.ByteReader, offset int64) (entry, error) {
	var e entry
	c, err := r.ReadByte()
	if err != nil {
		return e, err
	}
	e.kind, e.size = kind(c>>4&7), int64(c&15)
	for shift := 4; c&0x80 != 0; shift += 7 {
		if c, err = r.ReadByte(); err != nil {
			return e, err
		}
		if shift > 53 {
			return e, Corrupt("object size is too large")
		}
		e.size |= int64(c&0x7f) << shift
	}
	switch e.kind {
	case Commit, Tree, Blob, Tag:
	case ofsDelta:
		distance, err := ReadDistance(r)
		if err != nil {
			return e, err
		}
		if e.base = offset - distance; distance <= 0 || e.base < packHeader {
			return e, Corrupt("delta without a base")
		}
	case refDelta:
		for i := range e.ref {
			if e.ref[i], err = r.ReadByte(); err != nil {
				return e, err
			}
		}
	default:
		return e, Corrupt("object of unknown type %d", e.kind)
	}
	return e, nil
}

// ReadDistance reads the distance of a delta from its base.
func ReadDistance(r io.ByteReader) (int64, error) {
	c, err := r.ReadByte()
	n := int64(c & 0x7f)
	for err == nil && c&0x80 != 0 {
		if n >= 1<<55 {
			return 0, Corrupt("delta distance is too large")
		}
		c, err = r.ReadByte()
		n = (n+1)<<7 | int64(c&0x7f)
	}
	return n, err
}
