package check

import (
	"context"
	"fmt"

	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// Settings returns the configuration for a check: that of a file where one is named, else that
// of the base when the scope names a head, else that of the work tree.
func Settings(ctx context.Context, repo *git.Repo, s *compare.Scope, file string) (*config.Config, error) {
	if file != "" || s.Head == "" {
		return config.Load(file, repo.Root())
	}
	_, commit, err := s.BaseTip(ctx, repo)
	if err != nil {
		return nil, err
	}
	return config.At(repo, commit)
}

// WarningOfSettings says that the configuration which the change brings will be refused once
// it is that of the base, and all later checks with it; empty where it will not.
func WarningOfSettings(ctx context.Context, repo *git.Repo, s *compare.Scope) string {
	commit, err := compare.Commit(ctx, repo, s.Head, s.Fetch)
	if err != nil {
		return "" // the comparison says so
	}
	if _, err := config.At(repo, commit); err != nil {
		return fmt.Sprintf("the configuration of head will be refused after the merge: %v", err)
	}
	return ""
}

// Known returns what Input.Known is for an earlier report: the fingerprints of its findings,
// those that it suppresses too.
func Known(r *report.Report) []string {
	var known []string
	for i := range r.Findings {
		known = append(known, r.Findings[i].Fingerprint)
	}
	for i := range r.Suppressed {
		known = append(known, r.Suppressed[i].Fingerprint)
	}
	return known
}
