package cochange

import (
	"context"
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A Change is the input of ForgottenFiles.
type Change struct {
	Store                *factstore.Store
	Index                *index.Builder // on Store
	Blobs                source.Blobs
	Base                 *diff.Snapshot
	Changes              []diff.FileChange
	Set                  *change.Set
	BaseGraph, HeadGraph *graph.Graph
	Past                 *history.History // nil without a commit history
}

// ForgottenFiles returns the source files that nearly always changed with one of the changed
// source files and did not change now. It returns none for a change without source files of the
// product, and none for a change of more than history.MaxTogether files.
func ForgottenFiles(ctx context.Context, in Change) ([]Partner, error) {
	if in.Past == nil || len(in.Changes) > history.MaxTogether {
		return nil, nil
	}
	touched := make(map[string]bool) // by path before and after
	for i := range in.Changes {
		touched[in.Changes[i].OldPath], touched[in.Changes[i].NewPath] = true, true
	}
	candidate := func(path string) bool {
		return !touched[path] && in.Store.Source(path, in.BaseGraph) != nil && in.Store.Source(path, in.HeadGraph) != nil
	}
	seeds := in.seeds()
	// In most changes the commit history alone shows that there is none. This saves the ranking.
	usual := make(map[string]bool)
	for i := range seeds {
		for path, t := range in.Past.Together(seeds[i].Path) {
			if Usual(t) && candidate(path) {
				usual[path] = true
			}
		}
	}
	if len(usual) == 0 {
		return nil, nil
	}
	partners, err := in.rank(ctx, seeds, usual)
	return Forgotten(partners, candidate), err
}

// rank returns the files with the paths in usual as Index.Partners does. It reads these and the seeds alone.
func (in *Change) rank(ctx context.Context, seeds []Seed, usual map[string]bool) ([]Partner, error) {
	words, err := in.Index.Vocabulary(ctx, in.Blobs, in.Base, in.BaseGraph)
	if err != nil {
		return nil, err
	}
	asked := maps.Clone(usual)
	for i := range seeds {
		asked[seeds[i].Path] = true
	}
	var read []diff.File
	for _, path := range slices.Sorted(maps.Keys(asked)) {
		if f, ok := in.Base.File(path); ok {
			read = append(read, f)
		}
	}
	if err := in.Store.LoadFiles(ctx, in.Blobs, read); err != nil {
		return nil, err
	}
	all := files(in.Store, in.Base, in.BaseGraph)
	for i := range all {
		if !asked[all[i].Path] {
			all[i].Facts = nil
		}
	}
	x := newIndex(all, newCorpus(wordsOf(all), words), in.BaseGraph, in.Past)
	return x.among(seeds, func(path string) bool { return usual[path] }), nil
}

// seeds returns the source files with a semantic change.
func (in *Change) seeds() []Seed {
	semantic := make(map[string]bool) // by path in head
	for i := range in.Set.Symbols {
		if c := &in.Set.Symbols[i]; c.Semantic() && c.Head != nil {
			semantic[c.Head.Path] = true
		}
	}
	var seeds []Seed
	for i := range in.Changes {
		c := &in.Changes[i]
		if c.OldPath == "" || !semantic[c.NewPath] || in.Store.Source(c.NewPath, in.HeadGraph) == nil {
			continue
		}
		after := in.Store.Of(&diff.File{Path: c.NewPath, Blob: c.NewBlob, Mode: c.NewMode})
		seeds = append(seeds, Seed{Path: c.OldPath, Hunks: c.Hunks, After: after})
	}
	return seeds
}
