// Package cache keeps values on disk between runs: the facts of a blob, a
// finished graph. Everything in it can be computed again, so it may be deleted
// at any time, and whatever is damaged counts as absent.
//
// A cache is a directory of segments: files that are written once, under a
// temporary name, then renamed and never changed. So runs need no locks, a killed
// run leaves at most a temporary file, and a reader keeps what it has opened even
// while another run removes it. Each value and each index has a checksum.
//
// Keys are hashes that the caller makes of all that the value depends on. There
// is deliberately no expiry by time, and no compression: zstd halves facts, but
// unpacking them adds a quarter to the time of decoding.
package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sync"
)

// A Key names a value: a hash of everything that the value is computed from.
type Key [32]byte

// KeyOf returns the key of a value: kind names its stored form, parts are all that it is
// computed from. Other kinds or parts give another key, also where they are the same text in
// one row.
func KeyOf(kind string, parts ...string) Key {
	h := sha256.New()
	for _, part := range append([]string{kind}, parts...) {
		h.Write(binary.AppendUvarint(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	return Key(h.Sum(nil))
}

const (
	// flushBytes is how much a run keeps in memory before it writes a segment.
	flushBytes = 32 << 20
	// maxSegments is the number of segments above which small ones are merged: a
	// look-up searches them one by one.
	maxSegments = 12
	// parts is the share of the whole that a merged segment may have at most. What
	// is too old leaves the cache a segment at a time.
	parts = 8
)

// A Cache is an open cache directory. Its methods may be called from several
// goroutines; nothing but Get after Close. A nil *Cache is valid: it holds
// nothing and forgets what it is given.
type Cache struct {
	dir      string
	maxBytes int64

	mu       sync.RWMutex
	segments []*segment
	pending  *pending // put, but not yet written
	err      error    // the first failure to write
}

// Open opens the cache in dir, which is created when it is not there, and whose
// segments Close keeps to at most maxBytes in all. A directory that can be read
// but not written is fine until Close.
func Open(dir string, maxBytes int64) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("create cache directory: %w", err)
	}
	files, err := listSegments(dir)
	if err != nil {
		return nil, fmt.Errorf("read cache directory: %w", err)
	}
	c := &Cache{dir: dir, maxBytes: maxBytes, pending: newPending()}
	for _, f := range files {
		// What cannot be opened is gone or damaged. tidy removes it.
		if s, err := openSegment(f.path); err == nil {
			c.segments = append(c.segments, s)
		}
	}
	return c, nil
}

// OpenLarge opens the cache in dir for GetLarge only: it makes no directory, opens no segment
// and needs no Close.
func OpenLarge(dir string) *Cache { return &Cache{dir: dir} }

// Get returns the value of key. The slice is the caller's.
func (c *Cache) Get(key Key) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	if value, ok := c.pending.get(key); ok {
		return value, true
	}
	for _, s := range c.segments {
		if value, ok := s.get(key); ok {
			return value, true
		}
	}
	return nil, false
}

// Put stores a copy of value under key, unless it is above 4 GB. Trouble with writing is told by Close.
func (c *Cache) Put(key Key, value []byte) {
	if c == nil || uint64(len(value)) > math.MaxUint32 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pending.put(key, value); c.pending.size() >= flushBytes {
		c.flush()
	}
}

// Close writes what was put as one new segment, removes the segments that were
// not used for longest while they take more than maxBytes, merges small ones and
// removes what killed runs have left. An error means that values of this run, or
// room on the disk, are lost; the cache stays usable.
func (c *Cache) Close() error {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.flush()
	for _, s := range c.segments {
		if s.used.Load() {
			touch(s.path)
		}
		s.close()
	}
	c.segments = nil
	if err := tidy(c.dir, c.maxBytes); c.err == nil && err != nil {
		c.err = fmt.Errorf("tidy cache: %w", err)
	}
	return c.err
}

// flush writes the pending values as a segment and goes on to read them there.
func (c *Cache) flush() {
	if len(c.pending.entries) == 0 {
		return
	}
	path, err := c.pending.write(c.dir)
	c.pending = newPending()
	if err != nil {
		if c.err == nil {
			c.err = fmt.Errorf("write cache segment: %w", err)
		}
		return
	}
	// Another run may have merged or removed the segment already.
	if s, err := openSegment(path); err == nil {
		s.used.Store(true)
		c.segments = append(c.segments, s)
	}
}

// A file is a segment or temporary file as the directory lists it.
type file struct {
	path string
	fs.FileInfo
}

// listSegments returns the segments in dir sorted by name, those of other
// versions included.
func listSegments(dir string) ([]file, error) { return list(dir, "*"+segmentSuffix) }

func list(dir, pattern string) ([]file, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []file
	for _, e := range entries {
		if match, _ := filepath.Match(pattern, e.Name()); !match || !e.Type().IsRegular() {
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // another run has just removed it
		}
		if err != nil {
			return nil, err
		}
		files = append(files, file{filepath.Join(dir, e.Name()), info})
	}
	return files, nil
}
