package cache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"sync/atomic"
)

// The form of a segment; numbers are little-endian:
//
//	values   one after the other
//	index    per value, sorted by key: key 32, offset 8, length 4, CRC 4
//	footer   offset of the index 8, values 4, CRC of the index 4, magic 8
//
// The name of a segment is a hash of its index, so equal segments have equal names.
const (
	segmentPrefix = "v1-"
	segmentSuffix = ".segment"
	tempPattern   = "segment-*.tmp"
	magic         = "nexuseg1"
	entrySize     = 48
	footerSize    = 24
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A segment is an open segment file.
type segment struct {
	path  string
	file  *os.File
	index []byte
	end   uint64 // end of the values
	used  atomic.Bool
}

var errDamaged = errors.New("damaged segment")

func openSegment(path string) (*segment, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	s := &segment{path: path, file: f}
	if err := s.readIndex(); err != nil {
		f.Close()
		return nil, err
	}
	return s, nil
}

func (s *segment) close() { s.file.Close() }

func (s *segment) readIndex() error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() < footerSize {
		return errDamaged
	}
	footer := make([]byte, footerSize)
	if _, err := s.file.ReadAt(footer, info.Size()-footerSize); err != nil {
		return err
	}
	s.end = binary.LittleEndian.Uint64(footer)
	count := binary.LittleEndian.Uint32(footer[8:])
	size := uint64(count) * entrySize
	if string(footer[16:]) != magic || s.end > uint64(info.Size()) || s.end+size+footerSize != uint64(info.Size()) {
		return errDamaged
	}
	s.index = make([]byte, size)
	if _, err := s.file.ReadAt(s.index, int64(s.end)); err != nil && size > 0 {
		return err
	}
	if crc32.Checksum(s.index, castagnoli) != binary.LittleEndian.Uint32(footer[12:]) {
		return errDamaged
	}
	return nil
}

func (s *segment) len() int { return len(s.index) / entrySize }

func (s *segment) entry(i int) entry {
	b := s.index[i*entrySize:]
	return entry{
		key:    Key(b[:32]),
		offset: binary.LittleEndian.Uint64(b[32:]),
		length: binary.LittleEndian.Uint32(b[40:]),
		crc:    binary.LittleEndian.Uint32(b[44:]),
	}
}

func (s *segment) get(key Key) ([]byte, bool) {
	i := sort.Search(s.len(), func(i int) bool { return bytes.Compare(s.index[i*entrySize:i*entrySize+32], key[:]) >= 0 })
	if i == s.len() {
		return nil, false
	}
	e := s.entry(i)
	if e.key != key {
		return nil, false
	}
	value, ok := s.read(e)
	if ok && !s.used.Load() {
		s.used.Store(true)
	}
	return value, ok
}

func (s *segment) read(e entry) ([]byte, bool) {
	if e.offset > s.end || uint64(e.length) > s.end-e.offset {
		return nil, false
	}
	value := make([]byte, e.length)
	if _, err := s.file.ReadAt(value, int64(e.offset)); err != nil && err != io.EOF {
		return nil, false
	}
	return value, crc32.Checksum(value, castagnoli) == e.crc
}

type entry struct {
	key         Key
	offset      uint64
	length, crc uint32
}

// pending holds values that will be written as a segment.
type pending struct {
	values  []byte
	entries map[Key]entry
}

func newPending() *pending { return &pending{entries: make(map[Key]entry)} }

func (p *pending) size() int { return len(p.values) + entrySize*len(p.entries) }

func (p *pending) put(key Key, value []byte) {
	if _, have := p.entries[key]; have {
		return // equal keys have equal values
	}
	p.entries[key] = entry{key, uint64(len(p.values)), uint32(len(value)), crc32.Checksum(value, castagnoli)}
	p.values = append(p.values, value...)
}

func (p *pending) get(key Key) ([]byte, bool) {
	e, ok := p.entries[key]
	if !ok {
		return nil, false
	}
	return bytes.Clone(p.values[e.offset : e.offset+uint64(e.length)]), true
}

// write writes the values as a segment in dir and returns its path.
func (p *pending) write(dir string) (path string, err error) {
	entries := make([]entry, 0, len(p.entries))
	for _, e := range p.entries {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b entry) int { return bytes.Compare(a.key[:], b.key[:]) })
	index := make([]byte, 0, len(entries)*entrySize+footerSize)
	for _, e := range entries {
		index = append(index, e.key[:]...)
		index = binary.LittleEndian.AppendUint64(index, e.offset)
		index = binary.LittleEndian.AppendUint32(index, e.length)
		index = binary.LittleEndian.AppendUint32(index, e.crc)
	}
	sum := sha256.Sum256(index)
	footer := binary.LittleEndian.AppendUint64(nil, uint64(len(p.values)))
	footer = binary.LittleEndian.AppendUint32(footer, uint32(len(entries)))
	footer = binary.LittleEndian.AppendUint32(footer, crc32.Checksum(index, castagnoli))
	footer = append(footer, magic...)

	path = filepath.Join(dir, segmentPrefix+hex.EncodeToString(sum[:16])+segmentSuffix)
	return path, writeFile(path, inOrder(p.values, index, footer))
}

// inOrder returns a function for writeFile that writes parts one after the other.
func inOrder(parts ...[]byte) func(io.Writer) error {
	return func(w io.Writer) error {
		for _, part := range parts {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
		return nil
	}
}

// writeFile writes a file of a cache, whole or not at all.
func writeFile(path string, write func(io.Writer) error) error {
	temp, err := os.CreateTemp(filepath.Dir(path), tempPattern)
	if err != nil {
		return err
	}
	err = write(temp)
	if err = cmp.Or(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}
