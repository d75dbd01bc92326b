package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/apart"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
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
	return apart.Analyse(ctx, p.workspace(&analysisFlags{cacheDir: r.CacheDir, noCache: r.CacheDir == ""}), r)
}

// analyseApart lets another process, which has neither token nor network, compare and rate.
func (p *program) analyseApart(ctx context.Context, f *checkFlags, in *check.Input, forge publish.Forge) (*check.Result, *apart.Counts, error) {
	r, err := apart.RequestOf(ctx, in)
	if err != nil {
		return nil, nil, err
	}
	r.ReadConfig, r.CacheDir = f.config == "", p.workspace(&f.analysisFlags).MakeCache(in.Config)
	process := apart.Process{Self: p.self, Getenv: p.getenv, Limit: apart.TimeLimit(in.Config, p.limit), Tell: p.Tell}
	found, a, held, err := process.Analyse(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	if a.Warning != "" {
		p.Warn(report.Clean(a.Warning))
		fmt.Fprintln(p.Out, forge.Warning(a.Warning))
	}
	return &check.Result{Report: found, Questions: a.Questions}, &apart.Counts{Stats: a.Stats, Protections: held}, nil
}
