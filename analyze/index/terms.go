package index

import (
	"context"
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/analyze/term"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Terms returns the terms in the product code of head: those of the base, which the cache keeps, with
// those of the changed files in place of what the base had.
func (b *Builder) Terms(ctx context.Context, blobs source.Blobs, base, head *diff.Snapshot, baseGraph, headGraph *graph.Graph, changes []diff.FileChange) (*term.Index, error) {
	x, err := b.termsOf(ctx, blobs, base, baseGraph)
	if err != nil {
		return nil, err
	}
	changed := make(map[string]bool)
	for i := range changes {
		changed[changes[i].OldPath], changed[changes[i].NewPath] = true, true
	}
	var of []diff.File // what head has of them
	for _, path := range slices.Sorted(maps.Keys(changed)) {
		if f, ok := head.File(path); ok {
			of = append(of, f)
		}
	}
	files, err := b.termFiles(ctx, blobs, of, headGraph)
	if err != nil {
		return nil, err
	}
	return x.With(changed, files), nil
}

// termsOf returns the terms of a snapshot, from the cache where it has them.
func (b *Builder) termsOf(ctx context.Context, blobs source.Blobs, snapshot *diff.Snapshot, g *graph.Graph) (*term.Index, error) {
	return beside(b, snapshot, g, "terms", term.Load, func() (*term.Index, error) {
		files, err := b.termFiles(ctx, blobs, snapshot.Files, g)
		if err != nil {
			return nil, err
		}
		return term.New(files), nil
	})
}

// termFiles returns the terms of those files that are product code in a graph: no tests, and written
// by people.
func (b *Builder) termFiles(ctx context.Context, blobs source.Blobs, files []diff.File, g *graph.Graph) ([]term.File, error) {
	var product []diff.File
	for i := range files {
		if l := b.store.Source(files[i].Path, g); l != nil && b.store.Authored(&files[i], g) {
			product = append(product, files[i])
		}
	}
	terms, err := b.store.Terms(ctx, blobs, product)
	if err != nil {
		return nil, err
	}
	out := make([]term.File, len(product))
	for i := range product {
		out[i] = term.File{Path: product[i].Path, Terms: terms[i]}
	}
	return out, nil
}
