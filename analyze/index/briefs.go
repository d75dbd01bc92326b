package index

import (
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze/brief"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// PutBriefs stores the briefs of the Index of a tree in the cache. Edges below minConfidence are
// ignored.
func (x *Index) PutBriefs(c *cache.Cache, tree string, o Options, minConfidence float64) {
	if key, known := o.key(tree); known && !faulty(x.Graph) {
		c.PutLarge(o.briefKey(key, minConfidence), brief.New(x.Graph, x.Communities, x.Processes, minConfidence).Bytes())
	}
}

// HasBriefs reports whether the cache has what StoredBriefs returns, without reading it completely.
func HasBriefs(c *cache.Cache, tree string, o Options, minConfidence float64) bool {
	key, known := o.key(tree)
	return known && c.HasLarge(o.briefKey(key, minConfidence)) && c.HasLarge(o.searchKey(key))
}

// StoredBriefs returns the briefs of a tree and its search index, which number symbols alike;
// false when the cache lacks one of them. It reads neither the repository nor the graph.
func StoredBriefs(c *cache.Cache, tree string, o Options, minConfidence float64) (*brief.Table, *search.Index, bool) {
	key, known := o.key(tree)
	if !known {
		return nil, nil, false
	}
	briefs, ok := c.GetLarge(o.briefKey(key, minConfidence))
	if !ok {
		return nil, nil, false
	}
	words, ok := c.GetLarge(o.searchKey(key))
	if !ok {
		return nil, nil, false
	}
	t, err := brief.Load(briefs)
	if err != nil {
		return nil, nil, false
	}
	x, err := search.Load(words)
	return t, x, err == nil && x.Docs() == t.Len()
}

// briefKey is the cache key of the briefs of an Index.
func (o *Options) briefKey(index cache.Key, minConfidence float64) cache.Key {
	return cache.KeyOf("briefs", o.BriefVersion, string(index[:]), fmt.Sprint(minConfidence))
}
