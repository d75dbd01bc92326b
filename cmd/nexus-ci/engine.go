package main

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"sort"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/search"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
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
	conf, err := loadConfig("", repo.Root())
	if err != nil {
		return nil, nil, err
	}
	snapshot, err := snapshotOf(repo, ref)
	if err != nil {
		return nil, nil, err
	}
	store, closeCache := p.openCache(f)
	defer closeCache()
	stop := p.progress("reading")
	x, err := analyze.IndexSnapshot(ctx, snapshot, repo.Blobs(), all.Languages(), store, conf.policy(), conf.workers)
	stop()
	if err != nil {
		return nil, nil, err
	}
	return query.New(query.Snapshot{
		Repository: repositoryName(repo, f.dir), Graph: x.Graph, Communities: x.Communities, Processes: x.Processes, ProcessCount: x.ProcessCount,
		Index: func() (*search.Index, error) {
			store, closeCache := p.openCache(f)
			defer closeCache()
			return analyze.SearchIndex(ctx, x.Graph, snapshot, repo.Blobs(), store, conf.policy())
		},
		Files: &snapshotFiles{repo, snapshot}, MinClusterSize: conf.minSize, ImpactLimits: conf.impactLimits, MinConfidence: conf.minConfidence,
	}), func() { repo.Close() }, nil
}

// snapshotOf lists a revision, or the work tree when it is empty.
func snapshotOf(repo *git.Repo, ref string) (*diff.Snapshot, error) {
	var snapshot *diff.Snapshot
	commit, err := "", error(nil)
	if ref == "" {
		snapshot, err = repo.WorktreeSnapshot()
	} else if commit, err = repo.Resolve(ref); err == nil {
		snapshot, err = repo.Snapshot(commit)
	} else {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("read snapshot: %w", err)
	}
	return snapshot, nil
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

// snapshotFiles reads the files of a snapshot.
type snapshotFiles struct {
	repo     *git.Repo
	snapshot *diff.Snapshot
}

// ReadFile returns the content of a regular file.
func (s *snapshotFiles) ReadFile(path string, limit int64) (content []byte, err error) {
	files := s.snapshot.Files
	i := sort.Search(len(files), func(i int) bool { return files[i].Path >= path })
	if i == len(files) || files[i].Path != path || files[i].Mode != diff.Regular && files[i].Mode != diff.Executable {
		return nil, fmt.Errorf("read %s: %w", path, fs.ErrNotExist)
	}
	var trouble error
	err = s.repo.Blobs().Read(context.Background(), []string{files[i].Blob}, limit, func(_ int, b []byte, err error) {
		content, trouble = append([]byte(nil), b...), err
	})
	if err == nil {
		err = trouble
	}
	return content, err
}
