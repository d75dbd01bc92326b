package analyze

import (
	"context"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/cochange"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/diff"
)

// forgotten returns the source files that nearly always changed with one of the changed
// source files and did not now. A change that touches no code of the product forgets none,
// and of one of very many files the past says nothing.
func (s *line) forgotten(ctx context.Context, in *Input, set *change.Set, base, head *graph.Graph, past *history.History) ([]cochange.Partner, error) {
	if past == nil || len(in.Changes) > history.MaxTogether {
		return nil, nil
	}
	touched := make(map[string]bool) // before and after
	for i := range in.Changes {
		touched[in.Changes[i].OldPath], touched[in.Changes[i].NewPath] = true, true
	}
	candidate := func(path string) bool {
		return !touched[path] && s.Source(path, base) != nil && s.Source(path, head) != nil
	}
	seeds := s.seeds(in, set, head)
	// The past alone tells quickly that there is none, as mostly.
	if !slices.ContainsFunc(seeds, func(seed cochange.Seed) bool {
		for path, t := range past.Together(seed.Path) {
			if cochange.Usual(t) && candidate(path) {
				return true
			}
		}
		return false
	}) {
		return nil, nil
	}
	if err := s.Load(ctx, in.Blobs, in.Base); err != nil {
		return nil, err
	}
	partners := cochange.New(s.cochangeFiles(in.Base, base), base, past).Partners(seeds)
	return cochange.Forgotten(partners, candidate), nil
}

// seeds are the source files of a change in which the program changed.
func (s *line) seeds(in *Input, set *change.Set, head *graph.Graph) []cochange.Seed {
	semantic := make(map[string]bool) // by path in head
	for i := range set.Symbols {
		if c := &set.Symbols[i]; c.Semantic() && c.Head != nil {
			semantic[c.Head.Path] = true
		}
	}
	var seeds []cochange.Seed
	for i := range in.Changes {
		c := &in.Changes[i]
		if c.OldPath == "" || !semantic[c.NewPath] || s.Source(c.NewPath, head) == nil {
			continue
		}
		after := s.Of(&diff.File{Path: c.NewPath, Blob: c.NewBlob, Mode: c.NewMode})
		seeds = append(seeds, cochange.Seed{Path: c.OldPath, Hunks: c.Hunks, After: after})
	}
	return seeds
}
