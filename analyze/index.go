package analyze

import (
	"context"
	"fmt"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/process"
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// An Index is one snapshot analysed.
type Index struct {
	Graph       *graph.Graph
	Communities []graph.Community
	// Processes are the flows, at most maxHeldProcesses, and ProcessCount their full number.
	// For a change only the flows through it are traced, and these are not set.
	Processes    []graph.Process
	ProcessCount int

	work resolve.Work // that the graph took; none where the cache had it
}

// maxHeldProcesses is how many flows an Index holds: all of nearly every repository. Lists
// show less.
const maxHeldProcesses = 10_000

// IndexSnapshot analyses a single snapshot, for the questions that need no
// second one. What the cache has of the same tree is not analysed again.
func IndexSnapshot(ctx context.Context, snapshot *diff.Snapshot, blobs source.Blobs, languages []*lang.Language, c *cache.Cache, policy Policy, workers int) (*Index, error) {
	var key cache.Key
	known := false
	if c != nil {
		if key, known = indexKey(c, snapshot.Tree, &policy); known {
			if x := stored(c, key); x != nil {
				return x, nil
			}
		}
	}
	s := newStore(languages, c, workers, policy.Memory)
	s.faults = policy.Faults
	if err := s.loadChange(ctx, &Input{Base: snapshot, Head: snapshot, Blobs: blobs, Policy: policy}); err != nil {
		return nil, err
	}
	x := newIndex(ctx, snapshot, s)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("resolve: %w", err)
	}
	s.addAreas(x, snapshot, &policy)
	held := policy.Processes
	held.Max = maxHeldProcesses // the policy's limit is that of lists
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("find areas: %w", err)
	}
	x.Processes, x.ProcessCount = process.Inventory(x.Graph, held)
	if known && s.complete() && !faulty(x.Graph) {
		x.put(c, key, s.states[snapshot].key)
	}
	return x, nil
}

// addAreas finds the areas of a snapshot, unless the cache had them, and stores its state.
func (s *store) addAreas(x *Index, snapshot *diff.Snapshot, policy *Policy) {
	st := s.states[snapshot]
	if st != nil && x.Graph == st.graph {
		x.Communities = st.communities
		return
	}
	x.Communities = community.Detect(x.Graph, policy.Community)
	// One that was made without some files is not the state of the snapshot.
	if st != nil && len(s.left) == 0 && s.complete() && !faulty(x.Graph) {
		whole := state{key: st.key, graph: x.Graph, communities: x.Communities, charge: s.chargeOf(snapshot)}
		whole.put(s.cache)
	}
}

// faulty reports whether a bug cost a graph a file: nothing that is made of it is kept.
func faulty(g *graph.Graph) bool {
	return slices.ContainsFunc(g.Skips, func(s graph.Skip) bool { return s.Reason == graph.SkipInternal })
}

// newIndex returns the graph of a snapshot: as the cache had it, else of its facts, which are in
// the store then. It is not whole once ctx is done.
func newIndex(ctx context.Context, snapshot *diff.Snapshot, s *store) *Index {
	if st := s.states[snapshot]; st != nil && st.graph != nil && len(s.left) == 0 {
		return &Index{Graph: st.graph}
	}
	in := resolveInput(snapshot, s, nil)
	in.Stop = func() bool { return ctx.Err() != nil }
	x := &Index{}
	in.Work = &x.work
	x.Graph = resolve.Graph(in)
	return x
}

// resolveInput is what there is to resolve of a snapshot. The facts in other stand for those
// of the store, by path.
func resolveInput(snapshot *diff.Snapshot, s *store, other map[string]*facts.File) resolve.Input {
	in := resolve.Input{Paths: make([]string, 0, len(snapshot.Files)), Skips: s.budget.skips(), Bug: s.bug}
	for i := range snapshot.Files {
		f := &snapshot.Files[i]
		in.Paths = append(in.Paths, f.Path)
		l, reason := s.language(f)
		if reason != "" {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: reason})
		}
		if l == nil {
			continue
		}
		if why, out := s.budget.out[f.Path]; out {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: why.skip})
			continue
		}
		if bug := s.left[f.Path]; bug != nil {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: graph.SkipInternal, Message: bug.Message()})
			continue
		}
		ff := other[f.Path]
		if ff == nil {
			ff = s.facts(f.Blob, l)
		}
		if ff == nil {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: graph.SkipUnreadable, Message: s.trouble(f.Blob, l)})
			continue
		}
		switch {
		case ff.Minified:
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: graph.SkipMinified})
		case ff.Generated:
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: graph.SkipGenerated})
		}
		for _, p := range ff.Problems {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Line: int(p.Line), Reason: skipReasons[p.Kind], Message: p.Message})
		}
		in.Files = append(in.Files, resolve.File{Path: f.Path, Language: s.languages.Of(f.Path, ff), Facts: ff, Generated: ff.Generated || ff.Minified})
	}
	return in
}

var skipReasons = map[facts.ProblemKind]graph.SkipReason{
	facts.SyntaxError: graph.SkipSyntax, facts.TooLarge: graph.SkipLarge, facts.TooDeep: graph.SkipDeep, facts.TooSlow: graph.SkipSlow,
	facts.NotText: graph.SkipBinary, facts.Unreadable: graph.SkipUnreadable, facts.Unsupported: graph.SkipUnsupported, facts.Internal: graph.SkipInternal,
}
