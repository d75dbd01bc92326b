// Package basestore adds to the cache of this machine what the analysis of a base has stored elsewhere,
// and stores what this machine has analysed.
//
// In: the address of a store and a file with keys. Out: files in a directory of the cache, and objects
// in the store.
//
// Invariants: what a store does changes no result. Without a private key nothing is written to it. No
// configuration of a repository names a store.
package basestore

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/cache/remote"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// Flags name a store that machines share.
type Flags struct{ url, keys string }

// Register adds the flags of a command.
func (f *Flags) Register(flags *pflag.FlagSet) {
	flags.StringVar(&f.url, "cache-url", "", "read what others stored of the base from the store at `URL`: file:///path, s3://bucket/path, or a server with\nBazel's HTTP cache protocol. It costs at most 2 s and changes no result")
	flags.StringVar(&f.keys, "cache-key", "", "with --cache-url: `file` with the public keys of trusted writers (Ed25519, PEM); with a private key in it,\nindex --ref writes to the store")
}

// A Store is a store, and who is told why it does not help.
type Store struct {
	*remote.Store
	warn func(sentence string)
}

// Open returns the store that the flags name, nil for none.
func (f *Flags) Open(warn func(string)) (*Store, error) {
	url, keys := f.url, f.keys
	switch {
	case url == "" && keys == "":
		return nil, nil
	case url == "" || keys == "":
		return nil, exit.Usagef("--cache-url and --cache-key go together: what nobody trusted has signed is not used")
	}
	content, err := os.ReadFile(keys)
	if err != nil {
		return nil, exit.Usagef("--cache-key: %w", err)
	}
	store, err := remote.Open(url, content)
	if err != nil {
		return nil, exit.Usagef("--cache-url, --cache-key %s: %w", report.Clean(keys), err)
	}
	return &Store{store, warn}, nil
}

// BringBase adds what the store has of the commit from which both sides of a check come to the cache
// in the directory that makeDir makes, empty for none.
func (f *Flags) BringBase(ctx context.Context, warn func(string), repo *git.Repo, scope *compare.Scope, makeDir func() string) error {
	s, err := f.Open(warn)
	if err != nil || s == nil {
		return err
	}
	commit, err := baseOf(ctx, repo, scope)
	if err != nil {
		return nil // the check says so
	}
	if dir := makeDir(); dir != "" {
		s.Bring(ctx, commit, dir)
	}
	return nil
}

// baseOf returns the commit from which both sides come.
func baseOf(ctx context.Context, repo *git.Repo, s *compare.Scope) (string, error) {
	if s.MergeBase != "" {
		return s.MergeBase, nil
	}
	head, err := repo.Resolve(cmp.Or(s.Head, "HEAD"))
	if err != nil || s.OfHead() {
		return head, err
	}
	_, base, err := s.BaseTip(ctx, repo)
	if err != nil {
		return "", err
	}
	return repo.MergeBase(ctx, base, head)
}

// Bring adds what the store has of a commit to the cache in dir, once, and reports whether it is there.
func (s *Store) Bring(ctx context.Context, commit, dir string) bool {
	key := analyze.BaseKey(commit)
	local := cache.OpenLarge(dir)
	if local.HasLarge(key) {
		return true
	}
	switch err := s.Load(ctx, key, dir); {
	case errors.Is(err, remote.ErrAbsent):
		return false
	case err != nil:
		s.warn("working without --cache-url: " + report.Clean(err.Error()))
		return false
	}
	local.PutLarge(key, []byte(commit))
	return true
}

// Filled analyses a commit with a cache of its own, so that the store gets all of this commit and
// nothing of others. Where the store has it already, analyse finds it in the cache.
func (s *Store) Filled(ctx context.Context, commit string, analyse func(cacheDir string) error) error {
	temp, err := os.MkdirTemp("", "nexus-ci-index-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	dir := filepath.Join(temp, "cache")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	has := s.Bring(ctx, commit, dir)
	if err := analyse(dir); err != nil || has {
		return err
	}
	if err := s.Save(ctx, analyze.BaseKey(commit), dir); err != nil {
		s.warn("not stored with --cache-url: " + report.Clean(err.Error()))
	}
	return nil
}
