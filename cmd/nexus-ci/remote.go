package main

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/basestore"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// remoteFlags name a store that machines share.
type remoteFlags struct{ url, keys string }

func (f *remoteFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.url, "cache-url", "", "read what others stored of the base from the store at `URL`: file:///path, or a server with Bazel's HTTP cache\nprotocol. It costs at most 2 s and changes no result")
	flags.StringVar(&f.keys, "cache-key", "", "with --cache-url: `file` with the public keys of trusted writers (Ed25519, PEM); with a private key in it,\nindex --ref writes to the store")
}

// bringBase adds what the store has of the base of a check to the cache.
func (p *program) bringBase(ctx context.Context, f *checkFlags, repo *git.Repo, conf *config.Config) error {
	store, err := basestore.Open(f.url, f.keys, p.Warn)
	if err != nil || store == nil {
		return err
	}
	if dir := p.workspace(&f.analysisFlags).MakeCache(conf); dir != "" {
		store.BringBase(ctx, repo, &f.Scope, dir)
	}
	return nil
}

// indexShared builds the index of a snapshot, with what the store has of it. With a private key it is
// stored.
func (p *program) indexShared(ctx context.Context, f *indexFlags, repo *git.Repo, snapshot *diff.Snapshot, conf *config.Config) (x *index.Index, err error) {
	store, err := basestore.Open(f.url, f.keys, p.Warn)
	if err != nil {
		return nil, err
	}
	in := f.analysisFlags
	build := func(dir string) (err error) {
		in.cacheDir = dir
		x, err = p.workspace(&in).Environment().Index(ctx, repo, snapshot, conf)
		return err
	}
	shared := store != nil && f.ref != "" && !f.noCache && conf.KeepIndex
	if shared && store.Writes() {
		err = store.Filled(ctx, snapshot.Commit, build)
		return x, err
	}
	if shared {
		if dir := p.workspace(&in).MakeCache(conf); dir != "" {
			store.Bring(ctx, snapshot.Commit, dir)
		}
	}
	err = build(f.cacheDir)
	return x, err
}
