package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/replay"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// replayFlags are the flags of replay.
type replayFlags struct {
	analysisFlags
	ref      string
	last     int
	evaluate bool
	format   string
	config   string
	score    float64
}

func (p *program) replayCommand() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay",
		Short: "Rate the last changes of this repository",
		Long: `replay rates the last changes of a branch as check would have rated them, each
against the commit before it. It prints how many changes have which level, how many
would have got a comment, how the scores are spread, and which scores the changes had
that were reverted or fixed later.

Use it before you turn on a gate: --fail-on high would have stopped the changes of
level high and critical. If the scores of this repository are higher or lower than
elsewhere, set thresholds for it in the configuration: risk.score_medium,
risk.score_high and risk.score_critical.`,
		Example: `  nexus-ci replay                    the last 100 changes of the default branch
  nexus-ci replay --last 400
  nexus-ci replay --evaluate         how well the score ranked the changes of a year
  nexus-ci replay --score 61.5       the share of changes with a lower score
  nexus-ci replay --ref origin/next --format json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.evaluate && !cmd.Flags().Changed("last") {
				f.last = replay.MostEvaluated
			}
			return p.replay(cmd.Context(), &f)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVar(&f.last, "last", 100, "rate `n` changes: commits of the first-parent history")
	flags.BoolVar(&f.evaluate, "evaluate", false, "rate the changes of the last year, at most 1,000 or those of --last, and compare the score with changed lines")
	flags.StringVar(&f.ref, "ref", "", "`revision` to start from (default: the default branch)")
	flags.Float64Var(&f.score, "score", 0, "print where `score` stands among them; 0: do not")
	flags.StringVar(&f.format, "format", "text", "`format` of the answer: text, json")
	flags.StringVar(&f.config, "config", "", "read the configuration from `file` (default: "+config.FileName+" at the root of the work tree)")
	f.analysisFlags.register(flags)
	return cmd
}

func (p *program) replay(ctx context.Context, f *replayFlags) error {
	switch {
	case f.last < 1:
		return exit.Usagef("--last %d: want at least 1", f.last)
	case f.score < 0 || f.score > 100:
		return exit.Usagef("--score %v: want 0 to 100", f.score)
	case f.format != "text" && f.format != "json":
		return exit.Usagef("--format %s: want text or json", f.format)
	}
	repo, err := p.workspace(&f.analysisFlags).Open()
	if err != nil {
		return err
	}
	defer repo.Close()
	conf, err := config.Load(f.config, repo.Root())
	if err != nil {
		return err
	}
	commits, err := replay.Past(ctx, repo, f.ref, f.last, f.evaluate)
	if err != nil {
		return err
	}
	changes, err := p.rateAll(ctx, repo, f, conf, commits)
	if err != nil {
		return err
	}
	slices.Reverse(changes)
	summary := replay.Summarize(changes)
	if f.evaluate {
		summary.Evaluate()
	}
	return summary.Write(p.Out, f.format, f.score)
}

// rateAll rates each commit against the one before it, in their order, which is the newest first:
// then the head of each is the base of the last one, whose graph is stored. A first commit
// has none before it and is left out.
func (p *program) rateAll(ctx context.Context, repo *git.Repo, f *replayFlags, conf *config.Config, commits []diff.Commit) ([]replay.Change, error) {
	meter := p.Meter("replaying")
	defer meter.Stop()
	languages := lang.NewIndex(all.Languages())
	var changes []replay.Change
	for i := range commits {
		c := &commits[i]
		if c.Parent == "" {
			continue
		}
		found, err := p.workspace(&f.analysisFlags).Check(ctx, check.Input{Repo: repo, Config: conf, Scope: compare.Scope{Base: c.Parent, Head: c.ID}, Title: c.Title})
		if err != nil {
			return nil, fmt.Errorf("replay %s: %w", c.ID[:7], err)
		}
		rated := replay.Change{Commit: c.ID, Title: c.Title, Time: c.Time, Fix: history.IsFix(c.Title), Lines: replay.SourceLines(languages, found.Changes), Report: found.Report}
		changes = append(changes, rated)
		meter.At(i+1, len(commits))
		if p.Width > 0 && f.format == "text" { // who looks on sees each as it comes
			meter.Clear()
			fmt.Fprintln(p.Out, rated.Line(report.Clean))
		}
	}
	return changes, nil
}
