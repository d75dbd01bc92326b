// Package index analyses one state of a repository: its graph, areas and flows, and the search
// index and briefs made from them.
//
// In: a snapshot, the facts of its files (package factstore) and the cache. Out: an Index; on
// request a search index and briefs.
//
// Invariants: an Index is the same from the cache, from facts, and from the graph of the other
// side of a change. An Index that lacks a file, because of a read error, a bug or lack of memory,
// is not stored.
package index

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/meaning"
	"github.com/nexus-ci/nexus-ci/analyze/process"
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// An Index is one snapshot analysed.
type Index struct {
	Graph       *graph.Graph
	Communities []graph.Community
	// Processes are the flows, at most maxHeldProcesses; ProcessCount is their full number.
	// They are not set for a change, for which only flows through the change are traced.
	Processes    []graph.Process
	ProcessCount int

	Work resolve.Work // work of building the graph; zero if it came from the cache

	traces *resolve.Traces // nil where the graph came from the cache, or none are needed
}

// maxHeldProcesses is the maximum number of flows in an Index: nearly all repositories have
// fewer. Lists show less.
const maxHeldProcesses = 10_000

// Options are the inputs of an Index besides the snapshot.
type Options struct {
	Version   string // of the code that computes the stored Index from the content of files
	Processes process.Limits
	Community community.Options
	// Repository names the repository of the snapshot among those that share a cache, see Builder.follow.
	Repository string
	// Versions of the code that makes search indexes and briefs; they do not affect the Index.
	SearchVersion, BriefVersion string
}

// A Builder makes the Index of snapshots that share a fact store.
type Builder struct {
	store   *factstore.Store
	options Options
	// Left are the files left out of all graphs because of a bug, by path.
	Left   map[string]*fault.Fault
	states map[*diff.Snapshot]*state
	// shifts lead from base to head by path, where no more than places is between them; nil
	// where there is more.
	shifts  map[string]*graph.Shift
	shifted int // graphs made by them
	// unshifted are the changed files where they have no shifts. differences are theirs by path,
	// as long as the graph of head is to be made; nil where there is more between the sides.
	unshifted   []pairing
	differences map[string]*meaning.Difference
	deltas      int // graphs made by reading some files alone
	// outlines are, by path, those of the files of head that are apart from the change, nil where all files are loaded.
	outlines map[string]*facts.File
	decoded  atomic.Int64
	// projects are the names of files that make a directory a project in some language.
	projects map[string]bool
	// beside are the ends of the names of files that can stand for a source file in some language.
	beside map[string]bool
}

// NewBuilder returns a builder on a store.
func NewBuilder(store *factstore.Store, o Options) *Builder {
	b := &Builder{store: store, options: o, states: make(map[*diff.Snapshot]*state), projects: make(map[string]bool), beside: make(map[string]bool)}
	for _, l := range store.Options.Languages {
		for _, name := range l.ProjectFiles {
			b.projects[name] = true
		}
		for _, ext := range l.Beside {
			b.beside[ext] = true
		}
	}
	return b
}

// Snapshot analyses a single snapshot, for queries about one state. An Index of the same tree
// in the cache is used as it is.
func Snapshot(ctx context.Context, snapshot *diff.Snapshot, blobs source.Blobs, store *factstore.Store, o Options) (*Index, error) {
	key, known := o.key(snapshot.Tree)
	if known = known && store.Cache != nil; known {
		if x := stored(store.Cache, key); x != nil {
			return x, nil
		}
	}
	b := NewBuilder(store, o)
	if err := b.Load(ctx, blobs, snapshot, snapshot, nil); err != nil {
		return nil, err
	}
	x := b.traced(ctx, snapshot)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("resolve: %w", err)
	}
	b.AddAreas(x, snapshot)
	held := o.Processes
	held.Max = maxHeldProcesses // the limit in the options is for lists
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("find areas: %w", err)
	}
	x.Processes, x.ProcessCount = process.Inventory(x.Graph, held)
	if st := b.states[snapshot]; known && st != nil && store.Complete() && !faulty(x.Graph) {
		x.put(store.Cache, key, st.key)
	}
	return x, nil
}

// AddAreas computes the areas of a snapshot, unless they came from the cache, and stores its state.
func (b *Builder) AddAreas(x *Index, snapshot *diff.Snapshot) {
	st := b.states[snapshot]
	if st != nil && x.Graph == st.graph && !st.shifted {
		x.Communities = st.communities
		return
	}
	x.Communities = community.Detect(x.Graph, b.options.Community)
	// A graph without some of its files is not stored.
	if st != nil && len(b.Left) == 0 && b.store.Complete() && !faulty(x.Graph) {
		whole := state{key: st.key, graph: x.Graph, communities: x.Communities, charge: b.chargeOf(snapshot)}
		whole.put(b.store.Cache)
		if x.traces != nil {
			b.store.Cache.PutLarge(tracesKey(&whole), x.traces.Encode())
			b.keepLatest(whole.key, snapshot)
		}
	}
}

// faulty reports whether a file is missing in a graph because of a bug. Nothing made from it is stored.
func faulty(g *graph.Graph) bool {
	return slices.ContainsFunc(g.Skips, func(s graph.Skip) bool { return s.Reason == graph.SkipInternal })
}

// Index returns the graph of a snapshot: from the cache, or else from its facts, which then have
// to be in the store. It is incomplete once ctx is done.
func (b *Builder) Index(ctx context.Context, snapshot *diff.Snapshot) *Index {
	return b.resolved(ctx, snapshot, resolve.Graph)
}

// traced is Index, with the traces of the graph where it is not from the cache, and where they are of use.
func (b *Builder) traced(ctx context.Context, snapshot *diff.Snapshot) *Index {
	if b.states[snapshot] == nil && b.differences == nil {
		return b.Index(ctx, snapshot)
	}
	var traces *resolve.Traces
	x := b.resolved(ctx, snapshot, func(in resolve.Input) (g *graph.Graph) {
		g, traces = resolve.Traced(in)
		return g
	})
	x.traces = traces
	return x
}

func (b *Builder) resolved(ctx context.Context, snapshot *diff.Snapshot, graphOf func(resolve.Input) *graph.Graph) *Index {
	if b.hasStored(snapshot) && len(b.Left) == 0 {
		return &Index{Graph: b.states[snapshot].graph}
	}
	in := ResolveInput(snapshot, b.store, b.Left, nil)
	in.Stop = func() bool { return ctx.Err() != nil }
	x := &Index{}
	in.Work = &x.Work
	x.Graph = graphOf(in)
	return x
}

// ResolveInput returns the input of package resolve for a snapshot, without the files in left.
// Facts in other replace those of the store, by path.
func ResolveInput(snapshot *diff.Snapshot, s *factstore.Store, left map[string]*fault.Fault, other map[string]*facts.File) resolve.Input {
	in := resolve.Input{Paths: make([]string, 0, len(snapshot.Files)), Skips: s.Skips(), Bug: s.Fault}
	for i := range snapshot.Files {
		f := &snapshot.Files[i]
		in.Paths = append(in.Paths, f.Path)
		l, reason := s.Language(f)
		if reason != "" {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: reason})
		}
		if l == nil {
			continue
		}
		if why := s.LeftOut(f.Path); why != "" {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: why})
			continue
		}
		if bug := left[f.Path]; bug != nil {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: graph.SkipInternal, Message: bug.Message()})
			continue
		}
		ff := other[f.Path]
		if ff == nil {
			ff = s.Facts(f.Blob, l)
		}
		if ff == nil {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: graph.SkipUnreadable, Message: s.Trouble(f.Blob, l)})
			continue
		}
		switch {
		case ff.Minified:
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: graph.SkipMinified})
		case ff.Generated:
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: graph.SkipGenerated})
		}
		for _, p := range ff.Problems {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Line: int(p.Line), End: int(p.End), Reason: skipReasons[p.Kind], Message: p.Message})
		}
		in.Files = append(in.Files, resolve.File{Path: f.Path, Language: s.Languages.Of(f.Path, ff), Facts: ff, Generated: ff.Generated || ff.Minified})
	}
	return in
}

var skipReasons = map[facts.ProblemKind]graph.SkipReason{
	facts.SyntaxError: graph.SkipSyntax, facts.TooLarge: graph.SkipLarge, facts.TooDeep: graph.SkipDeep, facts.TooSlow: graph.SkipSlow,
	facts.NotText: graph.SkipBinary, facts.Unreadable: graph.SkipUnreadable, facts.Unsupported: graph.SkipUnsupported, facts.Internal: graph.SkipInternal,
}
