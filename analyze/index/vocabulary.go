package index

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/analyze/vocabulary"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Vocabulary returns the words of the files of a snapshot that people write and edit, from the cache where it has them.
func (b *Builder) Vocabulary(ctx context.Context, blobs source.Blobs, snapshot *diff.Snapshot, g *graph.Graph) (*vocabulary.Vocabulary, error) {
	st, c := b.states[snapshot], b.store.Cache
	if st != nil {
		if data, ok := c.GetLarge(vocabularyKey(st)); ok {
			if v, err := vocabulary.Load(data); err == nil {
				b.decoded.Add(int64(len(data)))
				return v, nil
			}
		}
	}
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
	v := vocabulary.Of(said)
	if st != nil && len(b.Left) == 0 && b.store.Complete() && !faulty(g) {
		c.PutLarge(vocabularyKey(st), v.Bytes())
	}
	return v, nil
}

// vocabularyKey is the cache key of the Vocabulary of a snapshot with a state: both depend on the same content.
func vocabularyKey(st *state) cache.Key { return cache.KeyOf("vocabulary", string(st.key[:])) }
