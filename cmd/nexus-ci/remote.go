package main

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// indexShared builds the index of a snapshot, with what the store has of it. With a private key it is
// stored.
func (p *program) indexShared(ctx context.Context, f *indexFlags, repo *git.Repo, snapshot *diff.Snapshot, conf *config.Config) (x *index.Index, err error) {
	store, err := f.Flags.Open(p.Warn)
	if err != nil {
		return nil, err
	}
	in := f.analysisFlags
	build := func(dir string) (err error) {
		in.cacheDir = dir
		x, err = p.workspace(&in).Environment().Fill(ctx, repo, snapshot, conf)
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
