package partners

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/cochange"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// A PathError is the error for a path that the state does not have.
type PathError struct{ Path, Commit string }

func (e *PathError) Error() string {
	return fmt.Sprintf("%s: no such file in %s; paths are relative to the root of the repository", e.Path, e.Commit[:7])
}

// Question finds the state, the files and how they change: of the revision ref, or where it is
// empty, of a scope. Without paths it asks about all files that changed.
func Question(ctx context.Context, repo *git.Repo, scope compare.Scope, ref string, paths []string) (*cochange.Input, error) {
	var in cochange.Input
	if ref != "" {
		commit, err := repo.Resolve(ref)
		if err != nil {
			return nil, err
		}
		if in.Base, err = repo.Snapshot(ctx, commit); err != nil {
			return nil, fmt.Errorf("read %s: %w", ref, err)
		}
	} else {
		c, err := compare.Find(ctx, repo, scope)
		if err != nil {
			return nil, err
		}
		in.Base, in.Changes = c.Base, c.Changes
	}
	if len(paths) == 0 {
		for i := range in.Changes {
			if c := &in.Changes[i]; c.Status != diff.Added && c.Status != diff.Copied {
				in.Paths = append(in.Paths, c.OldPath)
			}
		}
		return &in, nil
	}
	for _, name := range paths {
		name = path.Clean(filepath.ToSlash(name))
		if _, ok := in.Base.File(name); !ok {
			return nil, &PathError{name, in.Base.Commit}
		}
		if !slices.Contains(in.Paths, name) {
			in.Paths = append(in.Paths, name)
		}
	}
	return &in, nil
}
