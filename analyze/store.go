package analyze

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
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A store holds the facts of every blob, each computed once: base and head share
// nearly all of them.
type store struct {
	languages *lang.Index
	cache     *cache.Cache
	extractor string // version of the code that makes facts
	workers   int

	// left are the files that no graph is to have, by path, for what they bring to light.
	left map[string]*fault.Fault
	// faults is told of the bugs that cost a file, one at a time; nil: nobody asks.
	faults func(*fault.Fault)
	told   sync.Mutex

	memory int64
	budget *budget
	first  map[string]bool // paths that are charged to the budget before all others

	items map[blobKey]*item
	order []*item // as they come in the snapshots, so that work is handed out in one order

	loaded map[*diff.Snapshot]bool
	states map[*diff.Snapshot]*state

	cached, parsed, bytes int
	decoded               atomic.Int64 // bytes
}

type blobKey struct{ blob, language string }

type item struct {
	key   blobKey
	path  string // the first one that has the blob
	lang  *lang.Language
	facts *facts.File
	err   error
	out   bool // there was no memory for it
}

// faulty reports whether a bug cost the facts.
func (it *item) faulty() bool {
	return slices.ContainsFunc(it.facts.Problems, func(p facts.Problem) bool { return p.Kind == facts.Internal })
}

// bug tells of a bug that cost a file.
func (s *store) bug(f *fault.Fault) {
	s.told.Lock()
	defer s.told.Unlock()
	if s.faults != nil {
		s.faults(f)
	}
}

// newStore returns an empty store that may use some bytes of memory, 0 for no limit.
func newStore(languages []*lang.Language, c *cache.Cache, workers int, memory int64) *store {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	s := &store{languages: lang.NewIndex(languages), cache: c, workers: workers, memory: memory}
	s.forget()
	if c != nil {
		s.extractor = extractorVersion(c)
	}
	return s
}

// forget gives back all that the store holds.
func (s *store) forget() {
	s.budget = newBudget(s.memory)
	s.items, s.order, s.cached, s.parsed, s.bytes = make(map[blobKey]*item), nil, 0, 0, 0
	s.loaded, s.states = make(map[*diff.Snapshot]bool), make(map[*diff.Snapshot]*state)
}

// loadedAtOnce is how many files are read between two looks at the budget.
const loadedAtOnce = 512

// load makes the facts of all files of the snapshots that are not loaded yet, as far as the
// budget goes: those of first before all others.
func (s *store) load(ctx context.Context, from source.Blobs, snapshots ...*diff.Snapshot) error {
	snapshots = slices.DeleteFunc(slices.Clone(snapshots), func(snap *diff.Snapshot) bool { return s.loaded[snap] })
	loaded := len(s.order)
	sides := make(map[*item]int) // snapshots that have it
	for _, first := range []bool{true, false} {
		for _, snap := range snapshots {
			seen := make(map[*item]bool)
			for i := range snap.Files {
				if f := &snap.Files[i]; s.first[f.Path] == first {
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

// loadFiles makes the facts of files that are not loaded yet, as load does.
func (s *store) loadFiles(ctx context.Context, from source.Blobs, files []diff.File) error {
	return s.load(ctx, from, &diff.Snapshot{Files: files})
}

// item returns what holds the facts of a file, nil for one without a language.
func (s *store) item(f *diff.File) *item {
	l, _ := s.language(f)
	if l == nil {
		return nil
	}
	k := blobKey{f.Blob, l.Name}
	if s.items[k] == nil {
		it := &item{key: k, path: f.Path, lang: l}
		s.items[k] = it
		s.order = append(s.order, it)
	}
	return s.items[k]
}

// read makes the facts of items: from the cache where it has them, else by parsing.
func (s *store) read(ctx context.Context, from source.Blobs, items []*item) error {
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
	parsers := newParsers(ctx, s.workers)
	defer parsers.close()
	var mu sync.Mutex
	err := from.Read(ctx, ids, parse.DefaultMaxBytes, func(i int, content []byte, err error) {
		it := missing[i]
		if err != nil {
			s.unread(it, err)
			return
		}
		p := parsers.get()
		p.Bug = func(f *fault.Fault) { f.Path = it.path; s.bug(f) }
		f := p.Parse(it.lang, content, parse.Limits{})
		parsers.put(p)
		if ctx.Err() != nil {
			return // it may have been stopped
		}
		it.facts = f
		if s.cache != nil && !it.faulty() {
			s.cache.Put(s.cacheKey(it.key), facts.Encode(it.facts))
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

// language returns the language to read a file in, nil for a file that is not
// read. Where that is worth saying, it says why; whether a file without a language
// matters depends on whether it changed, which change.Unmapped knows.
func (s *store) language(f *diff.File) (*lang.Language, graph.SkipReason) {
	switch f.Mode {
	case diff.Submodule:
		return nil, graph.SkipSubmodule
	case diff.Symlink:
		return nil, graph.SkipSymlink
	}
	l := s.languages.ByPath(f.Path)
	if l == nil {
		return nil, ""
	}
	if reason := setAside(f.Path, l); reason != "" {
		return nil, reason
	}
	return l, ""
}

// unread notes a blob that could not be read. One that is too large is known as
// such; anything else may be there in the next run, so neither is cached.
func (s *store) unread(it *item, err error) {
	var u *diff.UnreadError
	if errors.As(err, &u) && u.TooLarge {
		it.facts = &facts.File{Language: it.lang.Name, Problems: []facts.Problem{{Kind: facts.TooLarge, Message: err.Error()}}}
		return
	}
	it.err = err
}

// complete reports whether every file is there: one that is not may be in the next run, or
// in one with more memory.
func (s *store) complete() bool {
	return len(s.budget.out) == 0 && !slices.ContainsFunc(s.order, func(it *item) bool { return it.err != nil })
}

// fromCache fills those of the items that the cache knows and returns the others.
func (s *store) fromCache(ctx context.Context, items []*item) []*item {
	if s.cache == nil {
		return items
	}
	var wg sync.WaitGroup
	for w := range s.workers {
		wg.Add(1)
		go func() { // decoding is the cost of a warm run
			defer wg.Done()
			for i := w; i < len(items) && ctx.Err() == nil; i += s.workers {
				it := items[i]
				if data, ok := s.cache.Get(s.cacheKey(it.key)); ok {
					s.decoded.Add(int64(len(data)))
					if f, err := facts.Decode(data); err == nil {
						it.facts = f
					}
				}
			}
		}()
	}
	wg.Wait()
	missing := slices.DeleteFunc(slices.Clone(items), func(it *item) bool { return it.facts != nil })
	s.cached += len(items) - len(missing)
	return missing
}

func (s *store) cacheKey(k blobKey) cache.Key {
	return cache.KeyOf("facts", s.extractor, k.language, k.blob)
}

// facts returns the facts of a loaded blob, nil when it could not be read.
func (s *store) facts(blob string, l *lang.Language) *facts.File {
	if it := s.items[blobKey{blob, l.Name}]; it != nil {
		return it.facts
	}
	return nil
}

// trouble says why facts returned nil.
func (s *store) trouble(blob string, l *lang.Language) string {
	if it := s.items[blobKey{blob, l.Name}]; it != nil && it.err != nil {
		return it.err.Error()
	}
	return ""
}

// parsers lends parsers to goroutines; a parser is costly to make and serves one
// file at a time. They stop when the context is done.
type parsers struct {
	ctx    context.Context
	forget func() bool // the context
	mu     sync.Mutex
	free   []*parse.Parser
	all    []*parse.Parser
}

func newParsers(ctx context.Context, n int) *parsers {
	p := &parsers{ctx: ctx, free: make([]*parse.Parser, 0, n)}
	p.forget = context.AfterFunc(ctx, p.stop)
	return p
}

func (p *parsers) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, q := range p.all {
		q.Stop()
	}
}

func (p *parsers) get() *parse.Parser {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		q := p.free[n-1]
		p.free = p.free[:n-1]
		return q
	}
	q := parse.NewParser()
	if p.ctx.Err() != nil {
		q.Stop()
	}
	p.all = append(p.all, q)
	return q
}

func (p *parsers) put(q *parse.Parser) {
	p.mu.Lock()
	p.free = append(p.free, q)
	p.mu.Unlock()
}

func (p *parsers) close() {
	p.forget()
	for _, q := range p.all {
		q.Close()
	}
}

// Stats are counts of one run. They depend on the state of the cache and are no
// part of a report.
type Stats struct {
	BaseFiles   int `json:"base_files"` // in the snapshots
	HeadFiles   int `json:"head_files"`
	Blobs       int `json:"blobs"` // with a language, each once for both sides
	CachedFiles int `json:"cached_files"`
	ParsedFiles int `json:"parsed_files"`
	ParsedBytes int `json:"parsed_bytes"`
	BaseNodes   int `json:"base_nodes"`
	BaseEdges   int `json:"base_edges"`
	HeadNodes   int `json:"head_nodes"`
	HeadEdges   int `json:"head_edges"`
	// StoredGraphs counts the sides whose graph the cache had.
	StoredGraphs int `json:"stored_graphs"`
	// DecodedBytes is the length of what was read from the cache: facts and graphs.
	DecodedBytes int `json:"decoded_bytes"`
	// Work is what the graphs of both sides took.
	Work resolve.Work `json:"work"`
}

func (s *store) stats(in *Input, base, head *Index) Stats {
	bg, hg, work := base.Graph, head.Graph, base.work
	work.Add(head.work)
	return Stats{
		BaseFiles: len(in.Base.Files), HeadFiles: len(in.Head.Files), Blobs: len(s.order), CachedFiles: s.cached,
		ParsedFiles: s.parsed, ParsedBytes: s.bytes,
		BaseNodes: len(bg.Nodes), BaseEdges: len(bg.Edges), HeadNodes: len(hg.Nodes), HeadEdges: len(hg.Edges),
		StoredGraphs: s.storedStates(), DecodedBytes: int(s.decoded.Load()), Work: work,
	}
}

// String returns the counts, one a line.
func (s Stats) String() string {
	return fmt.Sprintf("files(base): %d\nfiles(head): %d\nblobs: %d\ncached_files: %d\nparsed_files: %d\nparsed_bytes: %d\nbase: %d nodes, %d edges\nhead: %d nodes, %d edges\nstored_graphs: %d\ndecoded_bytes: %d\nvalues: %d\nmembers: %d\nflows: %d\n",
		s.BaseFiles, s.HeadFiles, s.Blobs, s.CachedFiles, s.ParsedFiles, s.ParsedBytes, s.BaseNodes, s.BaseEdges, s.HeadNodes, s.HeadEdges, s.StoredGraphs,
		s.DecodedBytes, s.Work.Values, s.Work.Members, s.Work.Flows)
}
