package serve

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/occurrence"
	"github.com/nexus-ci/nexus-ci/analyze/serve/edits"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// snapshotNames finds the names that a snapshot writes.
type snapshotNames struct {
	env      *Environment
	repo     *git.Repo
	snapshot *diff.Snapshot
	conf     *config.Config
}

// Written returns all places of the names.
func (n *snapshotNames) Written(ctx context.Context, names []string, edited map[string][]byte) (*graph.Written, error) {
	store, closeCache := n.env.OpenCache(n.conf)
	defer closeCache()
	return occurrence.Written(ctx, occurrence.Search{
		Snapshot: n.snapshot, Blobs: n.repo.Blobs(), Names: names, Edited: edited,
		Store: analyze.NewStore(factstore.Options{Languages: all.Languages(), Cache: store, Workers: n.conf.Workers}),
	})
}

// workTree returns what changes the files of the work tree that a snapshot was made of.
func workTree(repo *git.Repo, snapshot *diff.Snapshot) *edits.Tree {
	return &edits.Tree{Root: repo.Root(), Dirty: func(ctx context.Context, path string) (bool, error) {
		commit, err := repo.Resolve("HEAD")
		if err != nil {
			return false, err
		}
		head, err := repo.Snapshot(ctx, commit)
		if err != nil {
			return false, err
		}
		was, ok := head.File(path)
		is, _ := snapshot.File(path)
		return !ok || was.Blob != is.Blob, nil
	}}
}
