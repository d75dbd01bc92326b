package occurrence

import (
	"context"
	"fmt"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/bloom"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// The cache knows which words a text certainly does not have, so that most texts are not read again when words are looked
// for.

// A filters holds the filters of texts.
type filters struct {
	cache   *cache.Cache // nil: no text has a filter
	version string       // of the code that makes filters
}

func (x filters) key(blob string) cache.Key { return cache.KeyOf("words", x.version, blob) }

// put stores the filter of a text, or that of no words for what is no text.
func (x filters) put(blob string, content []byte) {
	if x.cache == nil {
		return
	}
	if diff.IsBinary(content) {
		content = nil
	}
	x.cache.Put(x.key(blob), parse.WordsOf(content))
}

// known reports whether a text has a filter.
func (x filters) known(blob string) bool {
	_, known := x.cache.Get(x.key(blob))
	return known
}

// passes reports whether a text may have one of some words.
func (x filters) passes(blob string, words []bloom.Hash) bool {
	if x.cache == nil {
		return true
	}
	filter, known := x.cache.Get(x.key(blob))
	return !known || slices.ContainsFunc(words, bloom.Filter(filter).Passes)
}

// Keep stores in a cache what Mentions asks it about the texts of a snapshot. version stands for the code of package parse.
func Keep(ctx context.Context, c *cache.Cache, version string, from source.Blobs, snapshot *diff.Snapshot) error {
	x := filters{c, version}
	var blobs []string
	for i := range snapshot.Files {
		if f := &snapshot.Files[i]; f.Mode != diff.Submodule && f.Mode != diff.Symlink && f.Size <= maxText && !x.known(f.Blob) {
			blobs = append(blobs, f.Blob)
		}
	}
	slices.Sort(blobs)
	blobs = slices.Compact(blobs)
	err := from.Read(ctx, blobs, maxText, func(i int, content []byte, err error) {
		if err == nil {
			x.put(blobs[i], content)
		}
	})
	if err != nil {
		return fmt.Errorf("read files: %w", err)
	}
	return nil
}
