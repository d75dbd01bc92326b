// Package cache keeps values on disk between runs: the facts of a blob, a finished graph. All
// values can be computed again, so the cache may be deleted at any time, and damaged values
// count as absent.
//
// A cache is a directory of segments: files that are written once, under a
// temporary name, then renamed and never changed. So runs need no locks, a killed
// run leaves at most a temporary file, and a reader keeps what it has opened even
// while another run removes it. Each value and each index has a checksum.
//
// A key is a hash of everything that the value depends on; callers make it. There is no expiry by
// time. There is no compression: zstd halves the size of facts, but decoding then takes a quarter
// more time.
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
	"sync/atomic"
)

// A Key is a hash of everything that a value is computed from.
type Key [32]byte

// KeyOf returns the key of a value: kind names its stored form, parts are everything that it is
// computed from. Different kinds or parts give different keys, even if their concatenation is
// equal.
func KeyOf(kind string, parts ...string) Key {
	h := sha256.New()
	for _, part := range append([]string{kind}, parts...) {
		h.Write(binary.AppendUvarint(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	return Key(h.Sum(nil))
}

const (
	// flushBytes is the size of pending values at which a segment is written.
	flushBytes = 32 << 20
	// maxSegments is the number of segments above which small ones are merged: a
	// look-up searches all segments.
	maxSegments = 12
	// parts limits a merged segment to this fraction of the cache (1/parts). Old values are
	// evicted one segment at a time.
	parts = 8
)

// A Cache is an open cache directory. Its methods may be called from several goroutines; after
// Close only Get may be called. A nil *Cache is valid: it holds nothing and ignores Put.
type Cache struct {
	dir      string
	maxBytes int64

	mu       sync.RWMutex
	segments []*segment
	pending  *pending // put, but not yet written
	err      error    // the first write error
	damaged  atomic.Int64
}

// Open opens the cache in dir and creates the directory if needed. Close will keep the segments
// within maxBytes in all. A read-only directory causes no error before Close.
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
		// A segment that cannot be opened was deleted or is damaged. tidy removes it.
		if s, err := openSegment(f.path); err == nil {
			c.segments = append(c.segments, s)
		}
	}
	return c, nil
}

// OpenLarge opens the cache in dir for GetLarge only: it makes no directory, opens no segment
// and needs no Close.
func OpenLarge(dir string) *Cache { return &Cache{dir: dir} }

// Get returns the value of key. The caller may modify the slice.
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

// Put stores a copy of value under key, unless it is larger than 4 GB. Close reports write errors.
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

// Close writes the pending values as a new segment, evicts the least recently used segments
// while all take more than maxBytes, merges small ones, and removes temporary files of killed
// runs. After an error, values of this run may be lost, or disk space not freed; the cache stays
// usable.
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

// flush writes the pending values as a segment and opens it for reading.
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

// A file is a segment or temporary file in the directory.
type file struct {
	path string
	fs.FileInfo
}

// listSegments returns the segments in dir sorted by name, with those of other versions.
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
			continue // another run has removed it
		}
		if err != nil {
			return nil, err
		}
		files = append(files, file{filepath.Join(dir, e.Name()), info})
	}
	return files, nil
}
