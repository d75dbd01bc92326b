package apart

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/workspace"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// RequestOf resolves what the input names and fetches what is missing, so that the analyst
// needs nothing but objects. The request names no cache yet.
func RequestOf(ctx context.Context, in *check.Input) (*Request, error) {
	s := &in.Scope
	r := Request{
		BaseName: cmp.Or(s.BaseName, s.Base), HeadName: cmp.Or(s.HeadName, s.Head), AgainstName: s.Against,
		MergeBase: s.MergeBase, Shallow: s.Fetch, Title: in.Title, Pull: in.Pull, NoHistory: in.NoHistory, Known: in.Known, Elsewhere: in.Elsewhere,
	}
	var err error
	if r.Base, err = compare.Commit(ctx, in.Repo, s.Base, s.Fetch); err != nil {
		return nil, err
	}
	if r.Head, err = compare.Commit(ctx, in.Repo, s.Head, s.Fetch); err != nil {
		return nil, err
	}
	if s.Against != "" {
		if r.Against, err = compare.Commit(ctx, in.Repo, s.Against, s.Fetch); err != nil {
			return nil, err
		}
	}
	if r.Settings, err = in.Config.Values(); err != nil {
		return nil, err
	}
	r.Repository = in.Repo.Location() // what was fetched is in it
	return &r, nil
}

// Analyse carries out a request in this process, with the cache of a workspace. Its error says
// what to do next.
func Analyse(ctx context.Context, w *workspace.Workspace, r *Request) (*report.Report, Answer, error) {
	conf, err := config.OfValues(r.Settings)
	if err != nil {
		return nil, Answer{}, err
	}
	repo, err := git.OpenLocation(r.Repository)
	if err != nil {
		return nil, Answer{}, err
	}
	defer repo.Close()
	scope := compare.Scope{
		Base: r.Base, Head: r.Head, Against: r.Against, BaseName: r.BaseName, HeadName: r.HeadName, AgainstName: r.AgainstName,
		MergeBase: r.MergeBase, Fetch: r.Shallow,
	}
	var a Answer
	if r.ReadConfig {
		a.Warning = check.WarningOfSettings(ctx, repo, &scope)
	}
	found, err := w.Check(ctx, check.Input{Repo: repo, Config: conf, Scope: scope, Title: r.Title, Pull: r.Pull, NoHistory: r.NoHistory, Known: r.Known, Elsewhere: r.Elsewhere})
	if err != nil {
		return nil, Answer{}, errors.New(exit.Advised(err))
	}
	a.Stats, a.Questions = found.Stats, found.Questions
	return found.Report, a, nil
}

// TimeLimit is how long the analyst may take, 0 for no end: unset where the configuration says
// nothing. Where it does, the analyst ends in time by itself, and is ended a sixtieth of unset
// later.
func TimeLimit(conf *config.Config, unset time.Duration) time.Duration {
	switch limit := conf.TimeLimit(); {
	case conf.Timeout == "":
		return unset
	case limit > 0:
		return limit + unset/60
	}
	return 0
}
