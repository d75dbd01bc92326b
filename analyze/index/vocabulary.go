package index

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/analyze/vocabulary"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Vocabulary returns the words of the files of a snapshot that people write and edit, from the cache where it has them.
func (b *Builder) Vocabulary(ctx context.Context, blobs source.Blobs, snapshot *diff.Snapshot, g *graph.Graph) (*vocabulary.Vocabulary, error) {
	return beside(b, snapshot, g, "vocabulary", vocabulary.Load, func() (*vocabulary.Vocabulary, error) {
		if err := b.store.Load(ctx, blobs, snapshot); err != nil {
			return nil, err
		}
		var said [][]string
		for i := range snapshot.Files {
			if f := &snapshot.Files[i]; b.store.Authored(f, g) {
				if facts := b.store.Of(f); facts != nil {
					said = append(said, vocabulary.Words(facts))
				}
			}
		}
		return vocabulary.Of(said), nil
	})
}
