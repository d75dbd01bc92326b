package analyze

import (
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"fmt"
	"io/fs"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// indexSources is the code that makes an Index, a search index and briefs of facts and stores them.
//
//go:embed *.go brief/*.go community/*.go graph/*.go process/*.go resolve/*.go search/*.go wire/*.go
var indexSources embed.FS

// Stored returns the Index that the cache has of a tree, by the ID that git gives it; nil
// for none. It reads no repository.
func Stored(c *cache.Cache, tree string, policy Policy) *Index {
	key, known := indexKey(tree, &policy)
	if !known {
		return nil
	}
	return stored(c, key)
}

// indexKey names the Index of a snapshot: the tree, the code that reads it and the part of
// the policy that an Index depends on. A snapshot without a tree has no key.
func indexKey(tree string, policy *Policy) (key cache.Key, ok bool) {
	h := sha256.New()
	extractor := ExtractorHash()
	h.Write(extractor[:])
	// WalkDir goes in lexical order and an embedded file system does not fail.
	_ = fs.WalkDir(indexSources, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := indexSources.ReadFile(path)
		sum := sha256.Sum256(content)
		h.Write([]byte(path))
		h.Write(sum[:])
		return err
	})
	fmt.Fprintf(h, "index %s %v %v", tree, policy.Processes, policy.Community) // maps are printed sorted
	return cache.Key(h.Sum(nil)), tree != ""
}

// stored returns the Index that the cache has for a key, nil for none.
func stored(c *cache.Cache, key cache.Key) *Index {
	data, ok := c.GetLarge(key)
	if !ok {
		return nil
	}
	count, n := binary.Uvarint(data)
	if n <= 0 {
		return nil
	}
	g, communities, processes, err := graph.Decode(data[n:])
	if err != nil {
		return nil
	}
	return &Index{Graph: g, Communities: communities, Processes: processes, ProcessCount: int(count)}
}

// put stores an Index in the cache.
func (x *Index) put(c *cache.Cache, key cache.Key) {
	data := binary.AppendUvarint(nil, uint64(x.ProcessCount))
	c.PutLarge(key, append(data, graph.Encode(x.Graph, x.Communities, x.Processes)...))
}
