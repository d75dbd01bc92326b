package verify

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// Head asks compilers about the broken places of r, as Mark does: in the work tree where that
// is head, else in a copy of head that is removed afterwards.
func Head(ctx context.Context, repo *git.Repo, c *compare.Comparison, r *report.Report, getenv func(string) string) error {
	w := Workspace{Dir: repo.Root(), Installed: repo.Root(), Getenv: getenv}
	breaks := slices.ContainsFunc(r.Findings, func(f report.Finding) bool { return f.Class == "break" })
	if breaks && c.HeadRef.Ref != compare.Worktree {
		dir, err := os.MkdirTemp("", "nexus-ci-head-")
		if err != nil {
			return fmt.Errorf("copy head: %w", err)
		}
		defer os.RemoveAll(dir)
		if w.Dir, err = filepath.EvalSymlinks(dir); err != nil {
			return fmt.Errorf("copy head: %w", err)
		}
		if err := export(ctx, repo, c.Head, w.Dir); err != nil {
			return fmt.Errorf("copy head: %w", err)
		}
	}
	return Mark(ctx, &w, r)
}

// export writes the files of a snapshot below dir. Links and submodules are left out:
// a compiler must not be led elsewhere.
func export(ctx context.Context, repo *git.Repo, snapshot *diff.Snapshot, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	var files []diff.File
	var ids []string
	for _, f := range snapshot.Files {
		if f.Mode == diff.Regular || f.Mode == diff.Executable {
			files, ids = append(files, f), append(ids, f.Blob)
		}
	}
	var mu sync.Mutex
	var failed error
	err = repo.Blobs().Read(ctx, ids, 0, func(i int, content []byte, err error) {
		if err != nil {
			return // not in this clone; what needs it will not compile
		}
		name := filepath.FromSlash(files[i].Path)
		err = root.MkdirAll(filepath.Dir(name), 0o700)
		if err == nil {
			err = root.WriteFile(name, content, 0o600)
		}
		if err != nil {
			mu.Lock()
			failed = err
			mu.Unlock()
		}
	})
	if err == nil {
		err = failed
	}
	return err
}
