package serve

import (
	"github.com/nexus-ci/nexus-ci/diff/compare"

	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/project"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/search"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/analyze/syntax"
	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// Engine returns what answers questions about the work tree, or about a revision, and a
// function that closes it.
func (v *Environment) Engine(ctx context.Context, ref string) (e *engine.Engine, closeEngine func(), err error) {
	repo, err := v.Open()
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			repo.Close()
		}
	}()
	conf, err := config.Load("", repo.Root())
	if err != nil {
		return nil, nil, err
	}
	snapshot, err := SnapshotOf(ctx, repo, ref)
	if err != nil {
		return nil, nil, err
	}
	for _, problem := range check.Problems(snapshot) {
		v.Warn(problem)
	}
	if e, err = v.engineOf(ctx, repo, snapshot, conf); err != nil {
		return nil, nil, err
	}
	return e, func() { repo.Close() }, nil
}

// engineOf returns what answers questions about a snapshot as long as its repository is open.
func (v *Environment) engineOf(ctx context.Context, repo *git.Repo, snapshot *diff.Snapshot, conf *config.Config) (*engine.Engine, error) {
	x, err := v.Index(ctx, repo, snapshot, conf)
	if err != nil {
		return nil, err
	}
	var tree engine.Edits
	if snapshot.Ref == compare.Worktree && repo.Root() != "" {
		tree = workTree(repo, snapshot)
	}
	return engine.New(engine.Snapshot{
		Names: &snapshotNames{v, repo, snapshot, conf}, Edits: tree,
		Repository: Name(repo, v.Dir), Languages: all.Languages(), Graph: x.Graph, Communities: x.Communities, Processes: x.Processes, ProcessCount: x.ProcessCount, MaxProcesses: conf.Processes.Max, FlowNames: conf.Processes.Names,
		Index: func() (*search.Index, error) {
			store, closeCache := v.OpenCache(conf)
			defer closeCache()
			return index.Search(ctx, x.Graph, snapshot, repo.Blobs(), store, conf.IndexOptions(store))
		},
		Semantic: v.semantic(repo, snapshot, x.Graph, conf),
		Files:    source.NewFiles(snapshot, repo.Blobs()), Revision: revisions(repo), Syntax: syntax.New(snapshot, repo.Blobs(), all.Languages()), Enrichment: conf.Enrichment, SearchLimits: conf.Search,
		Changes:        v.Changes,
		MinClusterSize: conf.MinSize, ImpactLimits: conf.ImpactLimits, MinConfidence: conf.MinConfidence,
		Thresholds: conf.Thresholds, Critical: conf.Policy().Critical,
		Project: project.Facts{Name: conf.ProjectName, Description: conf.ProjectDescription}, Layers: conf.Layers, MaxNodes: conf.MaxNodes,
	}), nil
}

// Index analyses a snapshot, or takes what the cache has of it.
func (v *Environment) Index(ctx context.Context, repo *git.Repo, snapshot *diff.Snapshot, conf *config.Config) (*index.Index, error) {
	store, closeCache := v.OpenCache(conf)
	defer closeCache()
	policy := conf.Policy()
	policy.Faults, policy.Repository = v.Faults, repo.GitDir()
	at, stop := v.Progress("reading")
	policy.Progress = at
	x, err := analyze.IndexSnapshot(ctx, snapshot, repo.Blobs(), all.Languages(), store, policy, conf.Workers)
	stop()
	if err != nil {
		return nil, err
	}
	if store != nil && snapshot.Ref == compare.Worktree {
		v.remember(repo, snapshot, x, store)
		if err := keepBriefs(ctx, repo, snapshot, x, store, conf); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// keepBriefs stores what augment answers from: it never makes anything itself.
func keepBriefs(ctx context.Context, repo *git.Repo, snapshot *diff.Snapshot, x *index.Index, store *cache.Cache, conf *config.Config) error {
	if index.HasBriefs(store, snapshot.Tree, conf.IndexOptions(store), conf.MinConfidence) {
		return nil
	}
	x.PutBriefs(store, snapshot.Tree, conf.IndexOptions(store), conf.MinConfidence)
	_, err := index.Search(ctx, x.Graph, snapshot, repo.Blobs(), store, conf.IndexOptions(store))
	return err
}

// SnapshotOf lists a revision, or the work tree when it is empty.
func SnapshotOf(ctx context.Context, repo *git.Repo, ref string) (*diff.Snapshot, error) {
	var snapshot *diff.Snapshot
	commit, err := "", error(nil)
	if ref == "" {
		snapshot, err = repo.WorktreeSnapshot(ctx)
	} else if commit, err = repo.Resolve(ref); err == nil {
		snapshot, err = repo.Snapshot(ctx, commit)
	} else {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("read snapshot: %w", err)
	}
	return snapshot, nil
}

// revisions returns what reads the files of any revision.
func revisions(repo *git.Repo) func(context.Context, string) (engine.Files, error) {
	return func(ctx context.Context, ref string) (engine.Files, error) {
		commit, err := repo.Resolve(ref)
		if err != nil {
			return nil, err
		}
		snapshot, err := repo.Snapshot(ctx, commit)
		if err != nil {
			return nil, err
		}
		return source.NewFiles(snapshot, repo.Blobs()), nil
	}
}

// Name is the name of the folder that a repository is in.
func Name(repo *git.Repo, dir string) string {
	if root := repo.Root(); root != "" {
		dir = root
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return strings.TrimSuffix(filepath.Base(dir), ".git")
}
