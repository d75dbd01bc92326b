package hook

import (
	"os"
	"path/filepath"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/serve/registry"
	"github.com/nexus-ci/nexus-ci/config"
)

// Open returns what the cache has of the repository that holds a directory, nil for nothing.
func Open(dir, cacheDir string) *Source {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	entry, ok := registry.Open(cacheDir).Holding(dir)
	if !ok {
		return nil
	}
	conf, err := config.Load("", entry.Path)
	if err != nil || !conf.KeepIndex {
		return nil
	}
	store := cache.OpenLarge(cacheDir)
	briefs, words, ok := index.StoredBriefs(store, entry.Tree, conf.IndexOptions(store), conf.MinConfidence)
	if !ok {
		return nil
	}
	return &Source{Index: words, Briefs: briefs, Exists: existence(entry.Path)}
}

// existence returns what says whether files below a root are still there.
func existence(root string) func(string) bool {
	known := make(map[string]bool)
	return func(path string) bool {
		there, ok := known[path]
		if !ok {
			_, err := os.Lstat(filepath.Join(root, filepath.FromSlash(path)))
			there = err == nil
			known[path] = there
		}
		return there
	}
}
