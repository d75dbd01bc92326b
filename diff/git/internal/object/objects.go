package object

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Objects are read by our own code, because go-git builds a map of all objects of a pack before
// it returns the first one, once per storage, and workers cannot share a storage: 0.28 s against
// 0.09 s for the sources of a repository with 360,000 objects. It also panics on some damaged
// packs, and cannot return the size of an object before reading it into memory.

// A Store finds objects among the loose ones and the packs of a repository and of its
// alternates. It only reads, and is safe for concurrent use.
type Store struct {
	Dirs []string // objects directories, the repository's own first

	mu    sync.RWMutex
	packs []*pack
}

// maxAlternates bounds the chain of alternates, as git does.
const maxAlternates = 5

// Open opens the packs under dir and its alternates.
func Open(dir string) (*Store, error) {
	s := &Store{}
	s.addAlternates(dir, 0)
	if err := s.Rescan(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// addAlternates adds dir and its alternates. A missing directory is ignored: objects that were
// only there will be reported as missing.
func (s *Store) addAlternates(dir string, depth int) {
	if depth > maxAlternates || slices.Contains(s.Dirs, dir) {
		return
	}
	s.Dirs = append(s.Dirs, dir)
	content, err := os.ReadFile(filepath.Join(dir, "info", "alternates"))
	if err != nil {
		return
	}
	for line := range strings.Lines(string(content)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		if !filepath.IsAbs(line) {
			line = filepath.Join(dir, line)
		}
		s.addAlternates(filepath.Clean(line), depth+1)
	}
}

// Rescan opens the packs that were added since the last scan.
func (s *Store) Rescan() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := make(map[string]bool, len(s.packs))
	for _, p := range s.packs {
		known[p.Name] = true
	}
	for _, dir := range s.Dirs {
		entries, err := os.ReadDir(filepath.Join(dir, "pack"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("list packs: %w", err)
		}
		for _, e := range entries {
			base, ok := strings.CutSuffix(e.Name(), ".idx")
			name := filepath.Join(dir, "pack", base)
			if !ok || known[name] {
				continue
			}
			p, err := openPack(name)
			if errors.Is(err, fs.ErrNotExist) {
				continue // repacked in the meantime
			}
			if err != nil {
				return err
			}
			s.packs = append(s.packs, p)
		}
	}
	return nil
}

// Close closes the packs.
func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.packs {
		p.close()
	}
	s.packs = nil
}

// A Place says where an object is stored: in a pack, or else in a file.
type Place struct {
	Pack   *pack
	Offset int64
	file   string
}

// ErrNotFound is the error for an object that does not exist; callers replace it by an error with
// a hint.
var ErrNotFound = errors.New("object not found")

// Find returns the place of an object, or ErrNotFound.
func (s *Store) Find(id ID) (Place, error) {
	at, err := s.lookUp(id)
	if errors.Is(err, ErrNotFound) {
		// A gc or a fetch may have moved the object since the packs were listed.
		if err := s.Rescan(); err != nil {
			return Place{}, err
		}
		return s.lookUp(id)
	}
	return at, err
}

func (s *Store) lookUp(id ID) (Place, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, p := range s.packs {
		offset, ok, err := p.find(id)
		if err != nil {
			return Place{}, err
		}
		if ok {
			return Place{Pack: p, Offset: offset}, nil
		}
	}
	name := id.String()
	for _, dir := range s.Dirs {
		file := filepath.Join(dir, name[:2], name[2:])
		if _, err := os.Stat(file); err == nil {
			return Place{file: file}, nil
		}
	}
	return Place{}, ErrNotFound
}

// WithPrefix returns the objects whose hexadecimal id starts with prefix, at
// least two digits.
func (s *Store) WithPrefix(prefix string) ([]ID, error) {
	found := make(map[ID]bool)
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, p := range s.packs {
		if err := p.withPrefix(prefix, found); err != nil {
			return nil, err
		}
	}
	for _, dir := range s.Dirs {
		entries, err := os.ReadDir(filepath.Join(dir, prefix[:2]))
		if err != nil {
			continue
		}
		for _, e := range entries {
			if id, ok := ParseID(prefix[:2] + e.Name()); ok && strings.HasPrefix(id.String(), prefix) {
				found[id] = true
			}
		}
	}
	var ids []ID
	for id := range found {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b ID) int { return bytes.Compare(a[:], b[:]) })
	return ids, nil
}

const (
	// MaxSize is the maximum size of an inflated object, also for the base of a delta.
	MaxSize = 64 << 20
	// maxRatio is the maximum compression ratio of deflate, rounded up: no memory is allocated for
	// an object that declares more than the rest of its file can hold.
	maxRatio = 1032
	// maxChain is the maximum length of a chain of deltas; git writes at most 4095. The chain in
	// a damaged pack can be a cycle.
	maxChain = 5000
	// windowSize is the number of bytes of a pack read at once. Most sources are smaller when
	// compressed.
	windowSize = 16 << 10
	// KeptBuffer is the maximum size of a buffer that is kept for the next object.
	KeptBuffer = 4 << 20
)

// A TooLargeError is the error for an object above the limit of the caller.
type TooLargeError struct{ Size, Limit int64 }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%d bytes, more than %d", e.Size, e.Limit)
}

// A Reader reads objects. It keeps buffers and the bases of deltas, so it must not be used
// concurrently. Content that it returns is valid until the next call and must not be changed.
type Reader struct {
	store  *Store
	window *bufio.Reader
	source fileAt
	inflater
	bases  baseCache
	deltas [][]byte // one buffer for each delta of a chain
	out    []byte
}

// NewReader returns a reader of the objects of a store.
func NewReader(s *Store) *Reader {
	return &Reader{store: s, window: bufio.NewReaderSize(nil, windowSize)}
}

// fileAt reads a file from an offset on.
type fileAt struct {
	file *os.File
	pos  int64
}

func (f *fileAt) Read(b []byte) (int, error) {
	n, err := f.file.ReadAt(b, f.pos)
	f.pos += int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

// Read returns an object of at most limit bytes, 0 for MaxSize.
func (r *Reader) Read(id ID, limit int64) (kind, []byte, error) {
	at, err := r.store.Find(id)
	if err != nil {
		return 0, nil, err
	}
	return r.ReadAt(at, limit)
}

// ReadAt is Read for an object with the place that Find returned.
func (r *Reader) ReadAt(at Place, limit int64) (kind, []byte, error) {
	if limit <= 0 || limit > MaxSize {
		limit = MaxSize
	}
	if cap(r.out) > KeptBuffer {
		r.out = nil
	}
	k, content, err := r.locate(at, limit)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = Corrupt("object is cut short")
	}
	return k, content, err
}

func (r *Reader) locate(at Place, limit int64) (kind, []byte, error) {
	if at.Pack == nil {
		return r.readLoose(at.file, limit)
	}
	return r.readPacked(at, limit)
}

// seek points the window at an offset of a pack.
func (r *Reader) seek(p *pack, offset int64) error {
	file, err := p.data()
	if err != nil {
		return err
	}
	if offset < packHeader || offset >= p.size-packTrailer {
		return Corrupt("object lies outside of %s.pack", p.Name)
	}
	if ahead := offset - (r.source.pos - int64(r.window.Buffered())); r.source.file == file &&
		ahead >= 0 && ahead < int64(r.window.Buffered()) {
		r.window.Discard(int(ahead))
		return nil
	}
	r.source = fileAt{file, offset}
	r.window.Reset(&r.source)
	return nil
}

// readPacked follows a chain of deltas to an object that is stored as a whole or is in memory,
// and applies the deltas in reverse order.
func (r *Reader) readPacked(at Place, limit int64) (kind, []byte, error) {
	var base []byte
	var k kind
	depth, deltaBytes := 0, int64(0)
	var chain []Place // of the deltas, the requested object first
	for {
		if known, ok := r.bases.get(at); ok {
			k, base = known.kind, known.content
			break
		}
		if err := r.seek(at.Pack, at.Offset); err != nil {
			return 0, nil, err
		}
		e, err := readEntry(r.window, at.Offset)
		if err != nil {
			return 0, nil, err
		}
		if room := at.Pack.size - at.Offset; e.size/maxRatio > room {
			return 0, nil, Corrupt("object is larger than its pack can hold")
		}
		if e.kind < ofsDelta {
			if depth == 0 {
				if e.size > limit {
					return 0, nil, &TooLargeError{e.size, limit}
				}
				r.out, err = r.inflate(r.window, r.out[:0], e.size)
				return e.kind, r.out, err
			}
			if e.size > MaxSize {
				return 0, nil, &TooLargeError{e.size, MaxSize}
			}
			if base, err = r.inflate(r.window, nil, e.size); err != nil {
				return 0, nil, err
			}
			k = e.kind
			r.bases.put(at, object{k, base})
			break
		}
		if depth == maxChain {
			return 0, nil, Corrupt("chain of deltas without an end")
		}
		if depth == len(r.deltas) {
			r.deltas = append(r.deltas, nil)
		}
		if deltaBytes += e.size; deltaBytes > MaxSize {
			return 0, nil, &TooLargeError{deltaBytes, MaxSize}
		}
		if r.deltas[depth], err = r.inflate(r.window, r.deltas[depth][:0], e.size); err != nil {
			return 0, nil, err
		}
		_, size, _, err := deltaSizes(r.deltas[depth])
		if err != nil {
			return 0, nil, err
		}
		if most := int64(MaxSize); depth == 0 && size > limit || size > most {
			return 0, nil, &TooLargeError{size, limit}
		}
		chain = append(chain, at)
		depth++
		if at, err = r.baseOf(at, e); err != nil {
			return 0, nil, err
		}
	}
	for depth--; depth > 0; depth-- {
		whole, err := applyDelta(nil, base, r.deltas[depth])
		if err != nil {
			return 0, nil, err
		}
		base = whole
		r.bases.put(chain[depth], object{k, base})
	}
	if len(chain) == 0 {
		return k, base, nil
	}
	var err error
	r.out, err = applyDelta(r.out[:0], base, r.deltas[0])
	return k, r.out, err
}

// baseOf returns the place of the base of a delta. The base of a reference delta should be in the
// same pack, but may be elsewhere.
func (r *Reader) baseOf(at Place, e entry) (Place, error) {
	if e.kind == ofsDelta {
		return Place{Pack: at.Pack, Offset: e.base}, nil
	}
	base, err := r.store.Find(e.ref)
	if errors.Is(err, ErrNotFound) || err == nil && base.Pack == nil {
		return Place{}, Corrupt("base %s of a delta is missing", e.ref)
	}
	return base, err
}

// readLoose reads an object that has its own file.
func (r *Reader) readLoose(name string, limit int64) (kind, []byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, nil, fmt.Errorf("open object: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, nil, fmt.Errorf("stat object: %w", err)
	}
	r.source = fileAt{} // the window changes to the file
	r.window.Reset(f)
	k, size, err := r.openLoose(r.window)
	if err != nil {
		return 0, nil, err
	}
	if size > limit {
		return 0, nil, &TooLargeError{size, limit}
	}
	if size/maxRatio > info.Size() {
		return 0, nil, Corrupt("object is larger than its file can hold")
	}
	r.out, err = r.rest(r.out[:0], size)
	return k, r.out, err
}
