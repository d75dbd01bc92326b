package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/project"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/search"
	"github.com/nexus-ci/nexus-ci/analyze/syntax"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// engine returns what answers questions about the work tree, or about a revision, and a
// function that closes it.
func (p *program) engine(ctx context.Context, f *analysisFlags, ref string) (e *query.Engine, closeEngine func(), err error) {
	repo, err := p.open(f)
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
	snapshot, err := snapshotOf(ctx, repo, ref)
	if err != nil {
		return nil, nil, err
	}
	p.warnOfProblems(snapshot)
	if e, err = p.engineOf(ctx, f, repo, snapshot, conf); err != nil {
		return nil, nil, err
	}
	return e, func() { repo.Close() }, nil
}

// engineOf returns what answers questions about a snapshot as long as its repository is open.
func (p *program) engineOf(ctx context.Context, f *analysisFlags, repo *git.Repo, snapshot *diff.Snapshot, conf *config.Config) (*query.Engine, error) {
	x, err := p.indexOf(ctx, f, repo, snapshot, conf)
	if err != nil {
		return nil, err
	}
	var tree query.Edits
	if snapshot.Ref == worktreeRef && repo.Root() != "" {
		tree = workTree(repo, snapshot)
	}
	return query.New(query.Snapshot{
		Names: &snapshotNames{p, f, repo, snapshot, conf}, Edits: tree,
		Repository: repositoryName(repo, f.dir), Graph: x.Graph, Communities: x.Communities, Processes: x.Processes, ProcessCount: x.ProcessCount, MaxProcesses: conf.Processes.Max,
		Index: func() (*search.Index, error) {
			store, closeCache := p.openCache(f, conf)
			defer closeCache()
			return index.Search(ctx, x.Graph, snapshot, repo.Blobs(), store, conf.IndexOptions(store))
		},
		Semantic: p.semantic(f, repo, snapshot, x.Graph, conf),
		Files:    newSnapshotFiles(repo, snapshot), Revision: revisions(repo), Syntax: syntax.New(snapshot, repo.Blobs(), all.Languages()), Enrichment: conf.Enrichment, SearchLimits: conf.Search,
		Changes: func(ctx context.Context, scope, baseRef string) (*query.ChangeReport, error) {
			return p.changes(ctx, f, scope, baseRef)
		},
		MinClusterSize: conf.MinSize, ImpactLimits: conf.ImpactLimits, MinConfidence: conf.MinConfidence,
		Thresholds: conf.Thresholds, Critical: conf.Policy().Critical,
		Project: project.Facts{Name: conf.ProjectName, Description: conf.ProjectDescription}, Layers: conf.Layers, MaxNodes: conf.MaxNodes,
	}), nil
}

// indexOf analyses a snapshot, or takes what the cache has of it.
func (p *program) indexOf(ctx context.Context, f *analysisFlags, repo *git.Repo, snapshot *diff.Snapshot, conf *config.Config) (*index.Index, error) {
	store, closeCache := p.openCache(f, conf)
	defer closeCache()
	stop := p.progress("reading")
	x, err := analyze.IndexSnapshot(ctx, snapshot, repo.Blobs(), all.Languages(), store, p.Policy(conf), conf.Workers)
	stop()
	if err != nil {
		return nil, err
	}
	if store != nil && snapshot.Ref == worktreeRef {
		p.remember(f, repo, snapshot, x, store)
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

// snapshotOf lists a revision, or the work tree when it is empty.
func snapshotOf(ctx context.Context, repo *git.Repo, ref string) (*diff.Snapshot, error) {
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

// maxWarnings is how many problems of a snapshot are shown.
const maxWarnings = 5

// warnOfProblems says what a snapshot cannot be sure about.
func (p *program) warnOfProblems(s *diff.Snapshot) {
	for i, problem := range s.Problems {
		if i == maxWarnings {
			fmt.Fprintf(p.err, "nexus-ci: warning: and %d more problems of the %s\n", len(s.Problems)-i, s.Ref)
			return
		}
		fmt.Fprintf(p.err, "nexus-ci: warning: %s %s\n", report.Clean(problem.Path), report.Clean(problem.Message))
	}
}

// revisions returns what reads the files of any revision.
func revisions(repo *git.Repo) func(context.Context, string) (query.Files, error) {
	return func(ctx context.Context, ref string) (query.Files, error) {
		commit, err := repo.Resolve(ref)
		if err != nil {
			return nil, err
		}
		snapshot, err := repo.Snapshot(ctx, commit)
		if err != nil {
			return nil, err
		}
		return newSnapshotFiles(repo, snapshot), nil
	}
}

// repositoryName is the name of the folder that a repository is in.
func repositoryName(repo *git.Repo, dir string) string {
	if root := repo.Root(); root != "" {
		dir = root
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return strings.TrimSuffix(filepath.Base(dir), ".git")
}

// snapshotFiles are the regular files of a snapshot.
type snapshotFiles struct {
	repo     *git.Repo
	snapshot *diff.Snapshot
	paths    func() []string
}

func newSnapshotFiles(repo *git.Repo, snapshot *diff.Snapshot) *snapshotFiles {
	return &snapshotFiles{repo, snapshot, sync.OnceValue(func() []string {
		var paths []string
		for i := range snapshot.Files {
			if isRegular(snapshot.Files[i].Mode) {
				paths = append(paths, snapshot.Files[i].Path)
			}
		}
		return paths
	})}
}

func isRegular(m diff.Mode) bool { return m == diff.Regular || m == diff.Executable }

// Paths returns the paths of all files, sorted.
func (s *snapshotFiles) Paths() []string { return s.paths() }

// ReadFile returns the content of a file.
func (s *snapshotFiles) ReadFile(path string, limit int64) (content []byte, err error) {
	var trouble error
	err = s.Read(context.Background(), []string{path}, limit, func(_ int, b []byte, err error) {
		content, trouble = append([]byte(nil), b...), err
	})
	return content, cmp.Or(err, trouble)
}

// Read calls each for the content of every file, from several goroutines.
func (s *snapshotFiles) Read(ctx context.Context, paths []string, limit int64, each func(i int, content []byte, err error)) error {
	var blobs []string
	var at []int
	for i, path := range paths {
		if f, ok := s.snapshot.File(path); ok && isRegular(f.Mode) {
			blobs, at = append(blobs, f.Blob), append(at, i)
		} else {
			each(i, nil, fmt.Errorf("read %s: %w", path, fs.ErrNotExist))
		}
	}
	return s.repo.Blobs().Read(ctx, blobs, limit, func(i int, content []byte, err error) { each(at[i], content, err) })
}
