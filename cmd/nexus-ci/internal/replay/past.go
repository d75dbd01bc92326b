package replay

import (
	"context"
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// MostEvaluated is how many changes of a year are rated at most, unless the user says so.
const MostEvaluated = 1000

// Past returns the last commits of the first-parent history of a revision, at most so many, the
// newest first; the revision may be empty for the default branch. If year is set, commits older than a year before
// the newest are left out.
func Past(ctx context.Context, repo *git.Repo, rev string, most int, year bool) ([]diff.Commit, error) {
	if rev == "" {
		var err error
		if rev, err = repo.DefaultBranch(); err != nil {
			return nil, fmt.Errorf("find default branch: %w", err)
		}
	}
	tip, err := repo.Resolve(rev)
	if err != nil {
		return nil, err
	}
	options := diff.LogOptions{Most: most}
	if year {
		newest, _, err := repo.Log(ctx, tip, diff.LogOptions{Most: 1})
		if err != nil {
			return nil, fmt.Errorf("read the log of %s: %w", rev, err)
		}
		if len(newest) > 0 {
			options.Since = newest[0].Time - 365*history.Day
		}
	}
	commits, _, err := repo.Log(ctx, tip, options)
	if err != nil {
		return nil, fmt.Errorf("read the log of %s: %w", rev, err)
	}
	return commits, nil
}

// SourceLines counts the added and deleted lines of source files that are no tests, by their paths.
func SourceLines(languages *lang.Index, changes []diff.FileChange) int {
	n := 0
	for i := range changes {
		c := &changes[i]
		l := languages.ByPath(c.Path())
		if l == nil || l.Grammar == nil || l.IsTest != nil && l.IsTest(c.Path()) {
			continue
		}
		for _, h := range c.Hunks {
			n += h.OldLines + h.NewLines
		}
	}
	return n
}
