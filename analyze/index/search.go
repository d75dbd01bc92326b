package index

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/analyze/search"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Search returns the search index of the graph that Snapshot made of a snapshot
// with the same options. It is kept in the cache.
func Search(ctx context.Context, g *graph.Graph, snapshot *diff.Snapshot, blobs source.Blobs, c *cache.Cache, o Options) (*search.Index, error) {
	key, known := o.key(snapshot.Tree)
	key = o.searchKey(key)
	if known {
		if data, ok := c.GetLarge(key); ok {
			if x, err := search.Load(data); err == nil && x.Docs() == len(g.Nodes) {
				return x, nil
			}
		}
	}
	source := search.NewSource(g)
	b := search.NewBuilder(len(g.Nodes))
	var paths, ids []string
	for i := range snapshot.Files {
		if f := &snapshot.Files[i]; source.Has(f.Path) {
			paths, ids = append(paths, f.Path), append(ids, f.Blob)
		}
	}
	var unread atomic.Bool
	err := blobs.Read(ctx, ids, parse.DefaultMaxBytes, func(i int, content []byte, err error) {
		if err != nil {
			content = nil
			unread.Store(true)
		}
		source.Add(b, paths[i], content)
	})
	if err != nil {
		return nil, fmt.Errorf("read files: %w", err)
	}
	x := b.Index()
	if known && !unread.Load() && !faulty(g) {
		c.PutLarge(key, x.Bytes())
	}
	return x, nil
}

// searchKey is the cache key of the search index of an Index.
func (o *Options) searchKey(index cache.Key) cache.Key {
	return cache.KeyOf("search", o.SearchVersion, string(index[:]))
}
