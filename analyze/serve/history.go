package serve

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// Fill analyses a snapshot as Index does, and puts into the cache the commit history that a check against it reads,
// against the current commit for the work tree, and the words of its texts.
func (v *Environment) Fill(ctx context.Context, repo *git.Repo, snapshot *diff.Snapshot, conf *config.Config) (*index.Index, error) {
	x, err := v.Index(ctx, repo, snapshot, conf)
	if err != nil {
		return nil, err
	}
	if err := v.keepHistory(ctx, repo, snapshot, conf); err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		v.Warn("the commit history was not stored, so the next check has to read it: " + v.Explain(err).Error())
	}
	return x, v.keepWords(ctx, repo, snapshot, conf)
}

// keepWords does nothing without a cache.
func (v *Environment) keepWords(ctx context.Context, repo *git.Repo, snapshot *diff.Snapshot, conf *config.Config) error {
	store, closeCache := v.OpenCache(conf)
	defer closeCache()
	if store == nil {
		return nil
	}
	return analyze.KeepWords(ctx, snapshot, repo.Blobs(), store)
}

// keepHistory does nothing without a cache, or without a commit.
func (v *Environment) keepHistory(ctx context.Context, repo *git.Repo, snapshot *diff.Snapshot, conf *config.Config) error {
	store, closeCache := v.OpenCache(conf)
	defer closeCache()
	if store == nil {
		return nil
	}
	if snapshot.Commit == "" {
		head, err := repo.Resolve("HEAD")
		if err != nil {
			return nil // no commit yet
		}
		if snapshot, err = repo.Snapshot(ctx, head); err != nil {
			return err
		}
	}
	_, err := history.Read(ctx, repo, store, snapshot, conf.Policy().Window)
	return err
}
