package hook

import (
	"context"
	"os"
	"path/filepath"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/serve/registry"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// entryOf returns the entry of the repository that holds a directory.
func entryOf(dir, cacheDir string) (e registry.Entry, ok bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return e, false
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return registry.Open(cacheDir).Holding(dir)
}

// Behind returns a hint that the index of the repository that holds a directory is not of the
// commit that is checked out, "" if it is, or there is none.
func Behind(dir, cacheDir string) string {
	entry, ok := entryOf(dir, cacheDir)
	if !ok || entry.Tree == "" {
		return ""
	}
	repo, err := git.Open(entry.Path)
	if err != nil {
		return ""
	}
	defer repo.Close()
	commit, err := repo.Resolve("HEAD")
	if err != nil {
		return ""
	}
	head, err := repo.Snapshot(context.Background(), commit)
	if err != nil || head.Tree == "" || head.Tree == entry.Tree {
		return ""
	}
	return "[nexus-ci] What it adds to searches is of the last state that was indexed, not of this commit. Run: nexus-ci index"
}

// Open returns what the cache has of the repository that holds a directory, nil for nothing.
func Open(dir, cacheDir string) *Source {
	entry, ok := entryOf(dir, cacheDir)
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
