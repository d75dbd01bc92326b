package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/serve"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// maxCacheBytes bounds the cache directory. The facts of a large repository take
// about a tenth of it.
const maxCacheBytes = 1 << 30

// analysisFlags are the flags of every subcommand that analyses a snapshot.
type analysisFlags struct {
	dir      string
	noCache  bool
	cacheDir string
}

func (f *analysisFlags) register(flags *pflag.FlagSet) {
	flags.StringVarP(&f.dir, "directory", "C", ".", "use the repository that contains `directory`")
	flags.BoolVar(&f.noCache, "no-cache", false, "do not use the cache; the result is the same")
	flags.StringVar(&f.cacheDir, "cache-dir", "", "`directory` of the cache (default: nexus-ci in the user's cache directory)")
}

// open opens the repository of -C, with the index that git gave to a hook.
func (p *program) open(f *analysisFlags) (*git.Repo, error) {
	if _, err := os.Stat(f.dir); err != nil {
		return nil, exit.Usagef("open repository: %w", err)
	}
	repo, err := openRepository(f.dir)
	if err != nil {
		return nil, err
	}
	if index := p.getenv("GIT_INDEX_FILE"); index != "" {
		if !filepath.IsAbs(index) {
			index = filepath.Join(repo.Root(), index)
		}
		repo.IndexFile = index
	}
	return repo, nil
}

// openRepository opens the repository of -C, which names one unless it is the default.
func openRepository(dir string) (*git.Repo, error) {
	if dir == "." {
		return git.Find(dir)
	}
	return git.Open(dir)
}

// cachePath returns the directory of the cache.
func (f *analysisFlags) cachePath() (string, error) {
	if f.cacheDir != "" {
		return f.cacheDir, nil
	}
	user, err := os.UserCacheDir()
	return filepath.Join(user, "nexus-ci"), err
}

// openCache returns the cache, nil for none, and a function that closes it. A cache
// that does not work costs time and changes nothing else, so it is a warning.
func (p *program) openCache(f *analysisFlags, conf *config.Config) (store *cache.Cache, closeCache func()) {
	none := func() {}
	if f.noCache || !conf.KeepIndex {
		return nil, none
	}
	warn := func(err error) {
		p.Warn("working without cache: " + report.Clean(err.Error()))
	}
	dir, err := f.cachePath()
	if err == nil {
		store, err = cache.Open(dir, maxCacheBytes)
	}
	if err != nil {
		warn(err)
		return nil, none
	}
	return store, func() {
		if err := store.Close(); err != nil {
			warn(err)
		}
	}
}

// environment is what questions about the repository of -C share.
func (p *program) environment(f *analysisFlags) *serve.Environment {
	return &serve.Environment{
		Dir:       f.dir,
		Open:      func() (*git.Repo, error) { return p.open(f) },
		CacheDir:  f.cachePath,
		OpenCache: func(conf *config.Config) (*cache.Cache, func()) { return p.openCache(f, conf) },
		Changes: func(ctx context.Context, scope, baseRef string) (*engine.ChangeReport, error) {
			return p.changes(ctx, f, scope, baseRef)
		},
		Explain: func(err error) error { return errors.New(report.Clean(exit.Advised(err))) },
		Getenv:  p.getenv, Progress: p.Progress, Warn: p.Warn, Faults: p.printStack,
	}
}
