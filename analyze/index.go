package analyze

import (
	"cmp"
	"context"
	"slices"

	"github.com/go-enry/go-enry/v2"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
	"github.com/nexus-ci/nexus-ci/diff"
)

// An Index is one snapshot analysed.
type Index struct {
	Graph       *graph.Graph
	Communities []graph.Community
}

// IndexSnapshot analyses a single snapshot, for the questions that need no
// second one. Communities are not detected.
func IndexSnapshot(ctx context.Context, snapshot *diff.Snapshot, blobs Blobs, languages []*lang.Language, c *cache.Cache, workers int) (*Index, Stats, error) {
	s := newStore(blobs, languages, c, workers)
	if err := s.load(ctx, snapshot); err != nil {
		return nil, Stats{}, err
	}
	x := newIndex(snapshot, s)
	return x, s.stats(snapshot, snapshot, x.Graph, x.Graph), nil
}

// newIndex resolves one snapshot whose facts are in the store.
func newIndex(snapshot *diff.Snapshot, s *store) *Index {
	in := resolve.Input{Paths: make([]string, 0, len(snapshot.Files))}
	for i := range snapshot.Files {
		f := &snapshot.Files[i]
		in.Paths = append(in.Paths, f.Path)
		switch f.Mode {
		case diff.Submodule:
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: graph.SkipSubmodule})
			continue
		case diff.Symlink:
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: graph.SkipSymlink})
			continue
		}
		l := s.languages.ByPath(f.Path)
		if l == nil {
			continue // whether that matters depends on whether it changed: see change.Unmapped
		}
		ff := s.facts(f.Blob, l)
		if ff == nil {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: graph.SkipUnreadable, Message: s.trouble(f.Blob, l)})
			continue
		}
		reason := quiet(f.Path, ff)
		if reason != "" {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: reason})
		}
		for _, p := range ff.Problems {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Line: int(p.Line), Reason: skipReasons[p.Kind], Message: p.Message})
		}
		if reason == graph.SkipVendored || reason == graph.SkipMinified {
			continue
		}
		in.Files = append(in.Files, resolve.File{Path: f.Path, Language: l, Facts: ff, Generated: reason != ""})
	}
	slices.SortFunc(in.Files, func(a, b resolve.File) int { return cmp.Compare(a.Path, b.Path) })
	return &Index{Graph: resolve.Graph(in)}
}

// quiet says why a file is kept out of findings, "" when it is not.
func quiet(path string, f *facts.File) graph.SkipReason {
	switch {
	case vendored(path):
		return graph.SkipVendored
	case f.Minified:
		return graph.SkipMinified
	case f.Generated:
		return graph.SkipGenerated
	}
	return ""
}

// vendored reports whether a file is a copy of someone else's. What enry calls
// vendored but lies in testdata or fixtures is left in: tests are code too.
func vendored(path string) bool {
	return enry.IsVendor(path) && !enry.IsTest(path) && !enry.IsDotFile(path) && !enry.IsConfiguration(path)
}

var skipReasons = map[facts.ProblemKind]graph.SkipReason{
	facts.SyntaxError: graph.SkipSyntax, facts.TooLarge: graph.SkipLarge, facts.TooDeep: graph.SkipDeep, facts.TooSlow: graph.SkipSlow,
	facts.NotText: graph.SkipBinary, facts.Unreadable: graph.SkipUnreadable, facts.Unsupported: graph.SkipUnsupported, facts.Internal: graph.SkipUnreadable,
}
