package index

import (
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// beside returns what is stored beside the state of a snapshot under a name: both depend on the same content. load reads its
// stored form. Where the cache does not have it, or only damaged, compute makes it; it is stored unless a file of the snapshot,
// whose graph is g, is missing in it.
func beside[T interface{ Bytes() []byte }](b *Builder, snapshot *diff.Snapshot, g *graph.Graph, name string, load func([]byte) (T, error), compute func() (T, error)) (T, error) {
	st, c := b.states[snapshot], b.store.Cache
	if st == nil {
		return compute()
	}
	key := cache.KeyOf(name, string(st.key[:]))
	if data, ok := c.GetLarge(key); ok {
		if x, err := load(data); err == nil {
			b.decoded.Add(int64(len(data)))
			return x, nil
		}
	}
	x, err := compute()
	if err == nil && len(b.Left) == 0 && b.store.Complete() && !faulty(g) {
		c.PutLarge(key, x.Bytes())
	}
	return x, err
}
