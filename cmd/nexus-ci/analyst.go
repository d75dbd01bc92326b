package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/apart"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/publish"
)

// analystLimit is how long the analyst may take where check.timeout says nothing. Where it
// does, the analyst ends in time by itself, and is ended a sixtieth of this later.
const analystLimit = time.Hour

// An analyst carries out a request.
type analyst func(ctx context.Context, p *program, r *apart.Request) (*report.Report, apart.Answer, error)

func (p *program) analystCommand() *cobra.Command {
	return &cobra.Command{
		Use: apart.Command, Hidden: true, Args: cobra.NoArgs,
		Short: "Analyse for another nexus-ci process, in a sandbox",
		RunE: func(cmd *cobra.Command, _ []string) error {
			quiet := *p
			quiet.Out = io.Discard
			err := apart.Serve(cmd.Context(), p.In, p.Out, func(ctx context.Context, r *apart.Request) (*report.Report, apart.Answer, error) {
				return p.analyse(ctx, &quiet, r)
			})
			if errors.Is(err, apart.ErrNoRequest) {
				return exit.Usagef("%s: %w", apart.Command, err)
			}
			return err
		},
	}
}

// analyseRequest is the analyst of the product.
func analyseRequest(ctx context.Context, p *program, r *apart.Request) (*report.Report, apart.Answer, error) {
	conf, err := config.OfValues(r.Settings)
	if err != nil {
		return nil, apart.Answer{}, err
	}
	repo, err := git.OpenLocation(r.Repository)
	if err != nil {
		return nil, apart.Answer{}, err
	}
	defer repo.Close()
	scope := compare.Scope{
		Base: r.Base, Head: r.Head, Against: r.Against, BaseName: r.BaseName, HeadName: r.HeadName, AgainstName: r.AgainstName,
		MergeBase: r.MergeBase, Fetch: r.Shallow,
	}
	var a apart.Answer
	if r.ReadConfig {
		a.Warning = warningOfConfig(ctx, repo, &scope)
	}
	found, err := p.workspace(&analysisFlags{cacheDir: r.CacheDir, noCache: r.CacheDir == ""}).Check(ctx, check.Input{
		Repo: repo, Config: conf, Scope: scope, Title: r.Title, Pull: r.Pull, NoHistory: r.NoHistory, Known: r.Known,
	})
	if err != nil {
		return nil, apart.Answer{}, errors.New(exit.Advised(err))
	}
	a.Stats = found.Stats
	return found.Report, a, nil
}

// analyseApart lets another process, which has neither token nor network, compare and rate.
func (p *program) analyseApart(ctx context.Context, repo *git.Repo, f *checkFlags, conf *config.Config, forge publish.Forge) (*check.Result, *runStats, error) {
	r, err := p.request(ctx, repo, f, conf, forge)
	if err != nil {
		return nil, nil, err
	}
	process := apart.Process{Self: p.self, Getenv: p.getenv, Limit: p.analystTime(conf), Tell: p.Tell}
	found, a, held, err := process.Analyse(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	if a.Warning != "" {
		p.Warn(report.Clean(a.Warning))
		fmt.Fprintln(p.Out, forge.Warning(a.Warning))
	}
	return &check.Result{Report: found}, &runStats{Stats: a.Stats, Protections: held}, nil
}

// request resolves what the user named and fetches what is missing, so that the analyst
// needs nothing but objects.
func (p *program) request(ctx context.Context, repo *git.Repo, f *checkFlags, conf *config.Config, forge publish.Forge) (*apart.Request, error) {
	s := &f.Scope
	r := apart.Request{
		BaseName: cmp.Or(s.BaseName, s.Base), HeadName: cmp.Or(s.HeadName, s.Head), AgainstName: s.Against,
		MergeBase: s.MergeBase, Shallow: s.Fetch, Title: f.title, Pull: pullOf(forge), NoHistory: f.noHistory, ReadConfig: f.config == "",
	}
	var err error
	if r.Known, err = p.known(f.baseline); err != nil {
		return nil, err
	}
	if r.Base, err = compare.Commit(ctx, repo, s.Base, s.Fetch); err != nil {
		return nil, err
	}
	if r.Head, err = compare.Commit(ctx, repo, s.Head, s.Fetch); err != nil {
		return nil, err
	}
	if s.Against != "" {
		if r.Against, err = compare.Commit(ctx, repo, s.Against, s.Fetch); err != nil {
			return nil, err
		}
	}
	if r.Settings, err = conf.Values(); err != nil {
		return nil, err
	}
	r.CacheDir = p.workspace(&f.analysisFlags).MakeCache(conf)
	r.Repository = repo.Location() // what was fetched is in it
	return &r, nil
}

// analystTime is how long the analyst may take, 0 for no end.
func (p *program) analystTime(conf *config.Config) time.Duration {
	switch limit := conf.TimeLimit(); {
	case conf.Timeout == "":
		return p.limit
	case limit > 0:
		return limit + p.limit/60
	}
	return 0
}
