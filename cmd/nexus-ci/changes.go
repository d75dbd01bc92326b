package main

import (
	"context"
	"errors"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// changes checks a change for the tool detect_changes, as the subcommand check does.
func (p *program) changes(ctx context.Context, f *analysisFlags, asked, baseRef string) (*engine.ChangeReport, error) {
	repo, err := p.open(f)
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	conf, err := config.Load("", repo.Root())
	if err != nil {
		return nil, err
	}
	var scope compare.Scope
	switch asked {
	case engine.ScopeUnstaged:
		scope.Unstaged = true
	case engine.ScopeStaged:
		scope.Staged = true
	case engine.ScopeAll:
		scope.Worktree = true
	default:
		scope.Base = conf.Base
		if baseRef != "" {
			scope.Base = baseRef
		}
	}
	found, err := p.rate(ctx, f, check.Input{Repo: repo, Config: conf, Scope: scope})
	var unknown *git.UnknownRevisionError
	switch {
	case errors.As(err, &unknown):
		return nil, &engine.ParameterError{Parameter: "base_ref", Reason: exit.Advised(err)}
	case err != nil:
		return nil, errors.New(exit.Advised(err))
	}
	return check.Changes(found.Report), nil
}
