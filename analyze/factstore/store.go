// Package factstore loads and holds the facts of the files of a run.
//
// In: snapshots, and readers of their content. Out: the facts of each distinct content, computed
// once: base and head share nearly all of them. Facts come from the cache, or from parsing in
// parallel.
//
// Invariants: which files are left out, because memory is used up or because they are copies of
// others, depends on the snapshots only, not on the number of workers or on the cache. If a file
// cannot be read, or a bug panics on it, only this file is left out.
package factstore

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Options configure a Store.
type Options struct {
	Languages []*lang.Language
	Cache     *cache.Cache // nil: every file is parsed
	Version   string       // version of the code that computes facts; part of the cache key
	Workers   int          // number of files parsed in parallel; 0: one per processor
	Memory    int64        // approximate limit in bytes; 0: no limit
	// First are the paths that are charged before all others.
	First map[string]bool
	// Bug is called for each bug that cost a file, one call at a time; may be nil.
	Bug func(*fault.Fault)
	// Progress is told how many of the files that have to be parsed are, one call at a time; may
	// be nil.
	Progress func(done, total int)
}

// A Store holds the facts of every blob, each computed once. Its methods are for one goroutine,
// except that Facts, Language and the other getters may be called concurrently between loads.
type Store struct {
	Options
	Languages *lang.Index
	told      sync.Mutex
	budget    *budget

	paths   sync.Mutex
	answers map[string]answer // memo of Language, by path

	items map[blobKey]*item
	order []*item // in the order of the snapshots, for a fixed order of work

	done, total int // of the files that had to be parsed: those that were read, and all

	loaded map[*diff.Snapshot]bool

	cached, parsed, bytes int
	decoded               atomic.Int64 // bytes
}

// Counts say how much work a store did. They depend on the state of the cache.
type Counts struct {
	Blobs                     int // blobs with a language
	Cached, Parsed            int
	ParsedBytes, DecodedBytes int
}

// Counts returns the counts so far.
func (s *Store) Counts() Counts {
	return Counts{Blobs: len(s.order), Cached: s.cached, Parsed: s.parsed, ParsedBytes: s.bytes, DecodedBytes: int(s.decoded.Load())}
}

type blobKey struct{ blob, language string }

type item struct {
	key    blobKey
	path   string // the first one that has the blob
	lang   *lang.Language
	facts  *facts.File
	err    error
	loaded bool // it is in the order
	out    bool // there was no memory for it
}

// faulty reports whether the facts are missing because of a bug.
func (it *item) faulty() bool {
	return slices.ContainsFunc(it.facts.Problems, func(p facts.Problem) bool { return p.Kind == facts.Internal })
}

// Fault reports a bug that cost a file.
func (s *Store) Fault(f *fault.Fault) {
	s.told.Lock()
	defer s.told.Unlock()
	if s.Bug != nil {
		s.Bug(f)
	}
}

// New returns an empty store.
func New(o Options) *Store {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	s := &Store{Options: o, Languages: lang.NewIndex(o.Languages), answers: make(map[string]answer)}
	s.Forget()
	return s
}

// Forget drops everything that the store holds.
func (s *Store) Forget() {
	s.budget = newBudget(s.Memory)
	s.items, s.order, s.cached, s.parsed, s.bytes = make(map[blobKey]*item), nil, 0, 0, 0
	s.loaded = make(map[*diff.Snapshot]bool)
}

// loadedAtOnce is the number of files read between two checks of the budget.
const loadedAtOnce = 512

// Load computes the facts of all files of the snapshots that are not loaded yet, within the
// budget: those in First first.
func (s *Store) Load(ctx context.Context, from source.Blobs, snapshots ...*diff.Snapshot) error {
	snapshots = slices.DeleteFunc(slices.Clone(snapshots), func(snap *diff.Snapshot) bool { return s.loaded[snap] })
	loaded := len(s.order)
	sides := make(map[*item]int) // snapshots that have it
	for _, first := range []bool{true, false} {
		for _, snap := range snapshots {
			seen := make(map[*item]bool)
			for i := range snap.Files {
				if f := &snap.Files[i]; s.First[f.Path] == first {
					if it := s.item(f); it != nil && !seen[it] {
						seen[it] = true
						sides[it]++
					}
				}
			}
		}
	}
	for _, it := range s.order[:loaded] {
		s.budget.files(it.facts, sides[it])
	}
	for items := range slices.Chunk(s.order[loaded:], loadedAtOnce) {
		if !s.budget.over() {
			if err := s.read(ctx, from, items); err != nil {
				return err
			}
		}
		for _, it := range items {
			if it.out = s.budget.over(); it.out {
				it.facts = nil
			}
			s.budget.content(it.facts, sides[it])
		}
	}
	for _, snap := range snapshots {
		s.charge(snap)
		s.loaded[snap] = true
	}
	return nil
}

// LoadFiles computes the facts of files that are not loaded yet.
func (s *Store) LoadFiles(ctx context.Context, from source.Blobs, files []diff.File) error {
	return s.Load(ctx, from, &diff.Snapshot{Files: files})
}

// Imports returns the imports of files, by their index; nil for a file without facts. Of a file that
// is not loaded only the imports are read, where the cache has its facts.
func (s *Store) Imports(ctx context.Context, from source.Blobs, files []diff.File) ([][]facts.Import, error) {
	return partOf(ctx, s, from, files, importsOf, func(f *facts.File) []facts.Import { return f.Imports })
}

func importsOf(data []byte) ([]facts.Import, error) {
	f, err := facts.DecodeOutline(data)
	if err != nil {
		return nil, err
	}
	return f.Imports, nil
}

// Outlines returns the outlines of files (facts.DecodeOutline) as Imports does the imports.
func (s *Store) Outlines(ctx context.Context, from source.Blobs, files []diff.File) ([]*facts.File, error) {
	return partOf(ctx, s, from, files, facts.DecodeOutline, func(f *facts.File) *facts.File {
		return &facts.File{
			Language: f.Language, Package: f.Package, Lines: f.Lines, Imports: f.Imports, ExportList: f.ExportList, Constraint: f.Constraint,
			Generated: f.Generated, Minified: f.Minified, DynamicNames: f.DynamicNames, Manifest: f.Manifest, Problems: f.Problems,
		}
	})
}

// Terms returns the terms of files as Imports does the imports.
func (s *Store) Terms(ctx context.Context, from source.Blobs, files []diff.File) ([][]facts.Term, error) {
	return partOf(ctx, s, from, files, facts.DecodeTerms, func(f *facts.File) []facts.Term { return f.Terms })
}

// partOf returns a part of the facts of files, by their index: decode gets it from stored facts, and of from those that are loaded.
func partOf[T any](ctx context.Context, s *Store, from source.Blobs, files []diff.File, decode func([]byte) (T, error), of func(*facts.File) T) ([]T, error) {
	found, known := make([]T, len(files)), make([]bool, len(files))
	s.each(ctx, len(files), func(i int) {
		l, _ := s.Language(&files[i])
		if l == nil {
			return
		}
		k := blobKey{files[i].Blob, l.Name}
		if it := s.items[k]; s.Cache == nil || it != nil && it.loaded {
			return
		}
		if data, ok := s.stored(k); ok {
			var err error
			found[i], err = decode(data)
			known[i] = err == nil
		}
	})
	var others []diff.File
	for i := range files {
		if !known[i] {
			others = append(others, files[i])
		}
	}
	if err := s.LoadFiles(ctx, from, others); err != nil {
		return nil, err
	}
	for i := range files {
		if f := s.Of(&files[i]); !known[i] && f != nil {
			found[i] = of(f)
		}
	}
	return found, nil
}

// Peek makes the facts of files before it is known whether they are loaded: the budget is not
// charged.
func (s *Store) Peek(ctx context.Context, from source.Blobs, files []diff.File) error {
	var items []*item
	seen := make(map[*item]bool)
	for i := range files {
		if it := s.find(&files[i]); it != nil && !seen[it] {
			seen[it] = true
			items = append(items, it)
		}
	}
	return s.read(ctx, from, items)
}

// find returns what holds the facts of a file, loaded or not, nil for one without a language.
func (s *Store) find(f *diff.File) *item {
	l, _ := s.Language(f)
	if l == nil {
		return nil
	}
	k := blobKey{f.Blob, l.Name}
	if s.items[k] == nil {
		s.items[k] = &item{key: k, path: f.Path, lang: l}
	}
	return s.items[k]
}

// item returns what holds the facts of a file that is loaded, nil for one without a language.
func (s *Store) item(f *diff.File) *item {
	it := s.find(f)
	if it != nil && !it.loaded {
		it.loaded = true
		s.order = append(s.order, it)
	}
	return it
}

// read makes the facts of items that have none: from the cache where it has them, else by parsing.
func (s *Store) read(ctx context.Context, from source.Blobs, items []*item) error {
	items = slices.DeleteFunc(slices.Clone(items), func(it *item) bool { return it.facts != nil })
	missing := s.fromCache(ctx, items)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("read files: %w", err)
	}
	if len(missing) == 0 {
		return nil
	}
	ids := make([]string, len(missing))
	for i, it := range missing {
		ids[i] = it.key.blob
	}
	parsers := parse.NewPool(ctx, s.Workers)
	defer parsers.Close()
	var mu sync.Mutex
	s.total += len(missing)
	one := func() {
		mu.Lock()
		defer mu.Unlock()
		if s.done++; s.Progress != nil {
			s.Progress(s.done, s.total)
		}
	}
	err := from.Read(ctx, ids, parse.DefaultMaxBytes, func(i int, content []byte, err error) {
		defer one()
		it := missing[i]
		if err != nil {
			s.unread(it, err)
			return
		}
		p := parsers.Get()
		p.Bug = func(f *fault.Fault) { f.Path = it.path; s.Fault(f) }
		f := p.Parse(it.lang, content, parse.Limits{})
		parsers.Put(p)
		if ctx.Err() != nil {
			return // the result may be incomplete
		}
		it.facts = f
		if s.Cache != nil && !it.faulty() {
			s.Cache.Put(s.cacheKey(it.key), facts.Encode(it.facts))
		}
		mu.Lock()
		s.parsed++
		s.bytes += len(content)
		mu.Unlock()
	})
	if err != nil {
		return fmt.Errorf("read files: %w", err)
	}
	return nil
}

// Language returns the language in which a file is parsed, nil for a file that is not parsed.
// The reason is empty for a file without a language: change.Unmapped decides whether that
// matters.
func (s *Store) Language(f *diff.File) (*lang.Language, graph.SkipReason) {
	switch f.Mode {
	case diff.Submodule:
		return nil, graph.SkipSubmodule
	case diff.Symlink:
		return nil, graph.SkipSymlink
	}
	s.paths.Lock()
	defer s.paths.Unlock()
	a, known := s.answers[f.Path]
	if !known {
		if a.lang = s.Languages.ByPath(f.Path); a.lang != nil {
			if a.reason = SetAside(f.Path, a.lang); a.reason != "" {
				a.lang = nil
			}
		}
		s.answers[f.Path] = a
	}
	return a.lang, a.reason
}

// An answer is that of Language for a path.
type answer struct {
	lang   *lang.Language
	reason graph.SkipReason
}

// Excluded says why a file is left out whatever its content: by its mode or its path. It is
// empty for a file that is not, with or without a language.
func (s *Store) Excluded(f *diff.File) graph.SkipReason {
	l, reason := s.Language(f)
	if l == nil && reason == "" {
		return SetAside(f.Path, &lang.Language{})
	}
	return reason
}

// Authored reports whether people write and edit the file in this repository: it is no
// submodule and no symbolic link, not vendored and not generated. side is the graph of its
// snapshot.
func (s *Store) Authored(f *diff.File, side *graph.Graph) bool {
	if s.Excluded(f) != "" {
		return false
	}
	n := side.Node("File:" + f.Path)
	return n == nil || !n.Generated
}

// unread records a blob that could not be read. A blob that is too large gets facts that say
// so. Other errors may be temporary. Neither is cached.
func (s *Store) unread(it *item, err error) {
	var u *diff.UnreadError
	if errors.As(err, &u) && u.TooLarge {
		it.facts = &facts.File{Language: it.lang.Name, Problems: []facts.Problem{{Kind: facts.TooLarge, Message: err.Error()}}}
		return
	}
	it.err = err
}

// Complete reports whether every file was loaded. One that was not may be loaded in the next run,
// or with more memory.
func (s *Store) Complete() bool {
	return len(s.budget.out) == 0 && !slices.ContainsFunc(s.order, func(it *item) bool { return it.err != nil })
}

// fromCache fills the items that the cache holds and returns the others.
func (s *Store) fromCache(ctx context.Context, items []*item) []*item {
	if s.Cache == nil {
		return items
	}
	s.each(ctx, len(items), func(i int) { // decoding takes most of the time of a run with a filled cache
		it := items[i]
		if data, ok := s.stored(it.key); ok {
			if f, err := facts.DecodeDeclared(data); err == nil {
				it.facts = f
			}
		}
	})
	missing := slices.DeleteFunc(slices.Clone(items), func(it *item) bool { return it.facts != nil })
	s.cached += len(items) - len(missing)
	return missing
}

// each calls f for 0 to n-1 in parallel, until ctx is done.
func (s *Store) each(ctx context.Context, n int, f func(i int)) {
	var wg sync.WaitGroup
	for w := range s.Workers {
		wg.Go(func() {
			for i := w; i < n && ctx.Err() == nil; i += s.Workers {
				f(i)
			}
		})
	}
	wg.Wait()
}

// stored returns the stored facts of a blob, false where the cache lacks them.
func (s *Store) stored(k blobKey) ([]byte, bool) {
	data, ok := s.Cache.Get(s.cacheKey(k))
	s.decoded.Add(int64(len(data)))
	return data, ok
}

func (s *Store) cacheKey(k blobKey) cache.Key {
	return cache.KeyOf("facts", s.Version, k.language, k.blob)
}

// Facts returns the facts of a loaded blob, nil when it could not be read.
func (s *Store) Facts(blob string, l *lang.Language) *facts.File {
	if it := s.items[blobKey{blob, l.Name}]; it != nil {
		return it.facts
	}
	return nil
}

// Trouble returns the error because of which Facts returned nil.
func (s *Store) Trouble(blob string, l *lang.Language) string {
	if it := s.items[blobKey{blob, l.Name}]; it != nil && it.err != nil {
		return it.err.Error()
	}
	return ""
}

// Of returns the facts of a file, nil for a file that is not parsed.
func (s *Store) Of(f *diff.File) *facts.File {
	if l, _ := s.Language(f); l != nil {
		return s.Facts(f.Blob, l)
	}
	return nil
}

// Source returns the language of a file with code of the program on one side; nil for tests,
// generated files and all others.
func (s *Store) Source(path string, side *graph.Graph) *lang.Language {
	l := s.Languages.ByPath(path)
	if l == nil || l.Grammar == nil {
		return nil
	}
	if n := side.Node("File:" + path); n == nil || n.Test || n.Generated {
		return nil
	}
	return l
}

// Tests returns the language of a path with tests in a graph, nil for other files.
func (s *Store) Tests(path string, side *graph.Graph) *lang.Language {
	l := s.Languages.ByPath(path)
	if l == nil || l.Grammar == nil {
		return nil
	}
	if n := side.Node("File:" + path); n == nil || !n.Test || n.Generated {
		return nil
	}
	return l
}
