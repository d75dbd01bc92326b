package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/coverage"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/verify"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/actions"
)

// checkFlags are the flags of check that are not settings.
type checkFlags struct {
	analysisFlags
	scope
	outputFlags
	publishFlags
	config      string
	title       string
	printConfig bool
	quiet       bool
	stats       string // form in which to print them; empty for not
	verify      bool
	noHistory   bool
	// Settings that the configuration knows too.
	failOn  string
	workers int
	timeout string
	memory  string
}

func (p *program) checkCommand() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Report what a change breaks, and rate its risk",
		Long: `check compares two states of the repository and reports what the change between
them breaks, what it affects, and how risky it is.

Without flags it compares the work tree with the commit at which HEAD left the
default branch: everything that a pull request would hold, and what is not
committed yet. The base is always the merge base of both sides, so commits that
others added to the base branch are not taken for a part of the change. If the base
branch has moved on, check also reports what breaks only after the merge with it,
even if git merges without a conflict. --against does the same for one more branch.`,
		Example: `  nexus-ci check                                  this branch, and what is not committed
  nexus-ci check --staged                         what the next commit would hold
  nexus-ci check --base origin/main --head HEAD   what a pull request would hold
  nexus-ci check --against origin/other           what breaks when that branch is merged too
  nexus-ci check --format markdown --output r.md  the comment for a pull request
  nexus-ci check --fail-on break                  exit with 1 if something breaks
  nexus-ci check --verify                         ask the installed compilers`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.check(cmd.Context(), &f, cmd.Flags().Changed)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.base, "base", "", "`revision` to compare with (default: the default branch)")
	flags.StringVar(&f.head, "head", "", "`revision` to check (default: the work tree)")
	flags.BoolVar(&f.staged, "staged", false, "compare HEAD with the index: what a commit would hold")
	flags.BoolVar(&f.worktree, "worktree", false, "compare HEAD with the work tree: what is not committed")
	flags.StringVar(&f.against, "against", "", "also report what breaks when `revision`, another branch, is merged too")
	flags.StringVar(&f.title, "title", "", "`title` of the change; the title of a fix raises the score (default: the title of the job's pull\nrequest, or the subject of the commit)")
	flags.BoolVar(&f.noHistory, "no-history", false, "do not read commits before the base; rate the change without history")
	flags.BoolVar(&f.fetch, "fetch", false, "fetch commits, given by full id, that this clone lacks. If the history between them is missing\ntoo, the base itself is compared, not the merge base. Without this flag no network is used")
	f.outputFlags.register(flags)
	f.publishFlags.register(flags)
	flags.StringVar(&f.failOn, "fail-on", "none", failOnUsage())
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the report only if the risk reaches --fail-on; files are always written")
	flags.StringVar(&f.config, "config", "", "read the configuration from `file` (default: "+config.FileName+" of the base when --head is given,\nelse at the root of the work tree)")
	flags.BoolVar(&f.verify, "verify", false, "ask the installed compilers (go, the tsc in node_modules, javac) about broken places, and mark those\nthat they confirm. They may run code of the change, so this flag is refused in jobs for pull requests\nfrom forks; no configuration turns it on")
	flags.BoolVar(&f.printConfig, "print-config", false, "print the configuration with the origin of each value, and exit")
	flags.StringVar(&f.timeout, "timeout", "", "stop after `duration`, such as 90s or 10m, with a report that says what is missing (default: no limit,\n"+config.JobTimeout+" if the variable CI is true; 0: no limit)")
	flags.StringVar(&f.memory, "memory", "", "approximate limit of memory, a `size` such as 800MB or 2GiB: files that would exceed it are not read, and the\nreport says so (default: no limit; three quarters of the job's memory if the variable CI is true; 0: no limit)")
	flags.IntVar(&f.workers, "workers", 0, "read `n` files at a time (default: one per processor); the report is the same for any number")
	flags.StringVar(&f.stats, "stats", "", "print counts to standard error as `form` "+strings.Join(statsForms, " or ")+"; with --publish also the protections of the analysis")
	flags.Lookup("stats").NoOptDefVal = statsForms[0]
	f.analysisFlags.register(flags)
	return cmd
}

func (p *program) check(ctx context.Context, f *checkFlags, changed func(flag string) bool) error {
	if err := f.validate(changed); err != nil {
		return err
	}
	job, client, err := p.job(&f.publishFlags)
	if err != nil {
		return err
	}
	if f.verify {
		if err := verify.Trusted(p.getenv); err != nil {
			return usagef("--verify: %w", err)
		}
	}
	repo, err := p.open(&f.analysisFlags)
	if err != nil {
		return err
	}
	defer repo.Close()
	if job != nil {
		if err := f.compareEvent(job); err != nil {
			return err
		}
		p.login(repo, job)
		if err := f.fetchSides(ctx, repo, client); err != nil {
			return err
		}
	}
	conf, err := f.loadConfig(ctx, repo, changed)
	if err != nil {
		return err
	}
	if f.printConfig {
		if err := conf.Print(p.out); err != nil {
			return err
		}
		own, err := config.LoadServices()
		if err != nil {
			return err
		}
		return own.Print(p.out)
	}
	if f.base == "" && !f.staged && !f.worktree {
		f.base = conf.Base
	}
	if p.getenv("CI") == "true" {
		conf.LimitJob()
	}
	stop := p.progress("comparing")
	r, stats, err := p.analysis(ctx, repo, f, conf, job)
	stop()
	if f.staged && errors.Is(err, git.ErrNoCommits) {
		// A hook must not stand in the way of the first commit.
		fmt.Fprintln(p.err, "nexus-ci: nothing to compare with: this is the first commit")
		return nil
	}
	f.comment = conf.Comment
	pub := &publication{program: p, publishFlags: &f.publishFlags, job: job, client: client, report: r, url: f.repository(p.getenv), saved: f.save}
	var nothing *notAnalysedError
	if job != nil && errors.As(err, &nothing) {
		pub.publishFailure(ctx, f.head, nothing.reason)
	}
	if err != nil && r == nil {
		return err
	}
	if err := stats.Print(p.err, f.stats); err != nil {
		return err
	}
	verdict := p.verdict(r, conf, err)
	shown := *p
	if f.quiet && verdict == nil {
		shown.out = io.Discard
	}
	if err := shown.write(&f.outputFlags, r); err != nil {
		return err
	}
	if job == nil {
		return verdict
	}
	return pub.publishThen(ctx, verdict)
}

// analysis compares and rates: in this process, or with --publish in one without rights.
func (p *program) analysis(ctx context.Context, repo *git.Repo, f *checkFlags, conf *config.Config, job *actions.Job) (*report.Report, *runStats, error) {
	if job != nil {
		return p.analyseApart(ctx, repo, f, conf, job)
	}
	if f.config == "" && f.head != "" {
		if warning := warningOfConfig(ctx, repo, f); warning != "" {
			p.warn(warning, nil)
		}
	}
	r, stats, err := p.compareAndRate(ctx, repo, f, conf, nil)
	return r, &runStats{Stats: stats}, err
}

func (f *checkFlags) validate(changed func(flag string) bool) error {
	switch {
	// An unset variable in a script must not compare something else.
	case changed("base") && f.base == "", changed("head") && f.head == "":
		return usagef("--base and --head need a revision; leave them out for the default")
	case changed("title") && f.title == "":
		return usagef("--title needs words; leave it out for the default")
	case changed("against") && f.against == "":
		return usagef("--against needs a revision; leave it out to look at the base branch alone")
	case f.staged && f.worktree:
		return usagef("--staged and --worktree exclude each other")
	case (f.staged || f.worktree) && (f.base != "" || f.head != ""):
		return usagef("--staged and --worktree compare with HEAD; leave out --base and --head")
	case (f.staged || f.worktree) && f.publish:
		return usagef("--publish compares the commits that the job's event names; leave out --staged and --worktree")
	case f.verify && f.publish:
		return usagef("--verify and --publish exclude each other, because compilers must not see the token: run check --verify --save report.json in a step without the token, then report report.json --publish in a step with it")
	case (f.staged || f.worktree) && f.against != "":
		return usagef("--against merges the whole branch; leave out --staged and --worktree")
	}
	if err := f.publishFlags.validate(changed); err != nil {
		return err
	}
	if f.stats != "" && !slices.Contains(statsForms, f.stats) {
		return usagef("--stats %s: want one of %s", f.stats, strings.Join(statsForms, ", "))
	}
	return f.outputFlags.validate()
}

// loadConfig puts flags over the file over defaults.
func (f *checkFlags) loadConfig(ctx context.Context, repo *git.Repo, changed func(flag string) bool) (*config.Config, error) {
	var conf *config.Config
	var err error
	if f.config == "" && f.head != "" {
		var commit string
		if _, commit, err = f.baseTip(ctx, repo); err != nil {
			return nil, err
		}
		conf, err = config.At(repo, commit)
	} else {
		conf, err = config.Load(f.config, repo.Root())
	}
	if err != nil {
		return nil, err
	}
	for _, flag := range []struct {
		name, key string
		value     any
	}{
		{"base", "check.base", f.base},
		{"fail-on", "check.fail_on", f.failOn},
		{"comment", "check.comment", f.comment},
		{"workers", "check.workers", f.workers},
		{"timeout", "check.timeout", f.timeout},
		{"memory", "check.memory", f.memory},
	} {
		if !changed(flag.name) {
			continue
		}
		if err := conf.Set(flag.key, flag.value); err != nil {
			return nil, usagef("--%s: %w", flag.name, err)
		}
	}
	return conf, nil
}

// warningOfConfig says that the configuration which the change brings will be refused once
// it is that of the base, and all later checks with it; empty where it will not.
func warningOfConfig(ctx context.Context, repo *git.Repo, f *checkFlags) string {
	commit, err := commitOf(ctx, repo, f.head, f.fetch)
	if err != nil {
		return "" // the comparison says so
	}
	if _, err := config.At(repo, commit); err != nil {
		return fmt.Sprintf("the configuration of head will be refused after the merge: %v", err)
	}
	return ""
}

// warn prints a warning, on the page of the job too where there is one.
func (p *program) warn(warning string, job *actions.Job) {
	fmt.Fprintf(p.err, "nexus-ci: warning: %s\n", report.Clean(warning))
	if job != nil {
		fmt.Fprintln(p.out, actions.Warning(warning))
	}
}

// compareAndRate runs the analysis and returns the report and its counts.
func (p *program) compareAndRate(ctx context.Context, repo *git.Repo, f *checkFlags, conf *config.Config, job *actions.Job) (*report.Report, analyze.Stats, error) {
	ctx, cancel := withTimeout(ctx, conf.TimeLimit())
	defer cancel()
	limitMemory(conf.MemoryLimit())
	var none analyze.Stats
	c, err := compare(ctx, repo, f.scope)
	if why, reason := whyStopped(ctx, err); why != "" && c != nil {
		if outOfTime(ctx) != nil {
			p.warnOfTime(why)
			err = nil // what is missing is said, and counts as unknown
		}
		return reportOf(c, unanalysed(c.changes, f.title, why, reason, conf.Policy()), nil), none, err
	}
	if err != nil {
		return nil, none, err
	}
	p.warnOfProblems(c.head)
	tip, err := tipOf(ctx, repo, c)
	if err != nil {
		return nil, none, err
	}
	title := titleOf(c, tip, f.title, job)
	result := unchanged()
	if len(c.changes) > 0 {
		store, closeCache := p.openCache(&f.analysisFlags, conf)
		defer closeCache()
		in := analyze.Input{
			Base: c.base, Head: c.head, Changes: c.changes,
			Blobs:     repo.Blobs(),
			Meta:      meta(title, tip),
			Languages: all.Languages(),
			Cache:     store,
			Policy:    p.Policy(conf),
			Workers:   conf.Workers,
			Branches:  c.branches,
		}
		if !f.noHistory {
			in.Log = repo
		}
		result, err = analyze.Run(ctx, in)
		if why, reason := whyStopped(ctx, err); why != "" && outOfTime(ctx) != nil {
			p.warnOfTime(why)
			result, err = unanalysed(c.changes, in.Meta.Title, why, reason, in.Policy), nil
		}
		if err != nil {
			return nil, none, err
		}
	}
	for i := range result.Merges {
		c.against[i].Conflicts = result.Merges[i].Conflicts
	}
	r := reportOf(c, result, title)
	f.code = changedCode(repo, c, result)
	p.suggestOwners(repo, c, r, reviewers(job))
	if f.verify && ctx.Err() == nil {
		if err := p.verify(ctx, repo, c, r); err != nil {
			return nil, none, err
		}
	}
	return r, result.Stats, nil
}

// reportOf builds the report of a comparison.
func reportOf(c *comparison, result *analyze.Result, title *report.Title) *report.Report {
	return report.Build(report.Input{
		Tool: tool(), Base: c.baseRef, Head: c.headRef, MergeBase: c.mergeBase, Against: c.against, Title: title, History: result.History,
		BaseGraph: result.Base.Graph, HeadGraph: result.Head.Graph,
		Change: result.Change, Coverage: result.Coverage, Impact: result.Impact, Findings: result.Findings, Forgotten: result.Forgotten, Assessment: result.Assessment,
	})
}

// unchanged is the result where nothing differs. It needs no file to be read, which
// matters to hooks that run at every commit.
func unchanged() *analyze.Result {
	none := &index.Index{Graph: graph.NewBuilder().Graph()}
	return &analyze.Result{
		Base: none, Head: none, Change: &change.Set{}, Coverage: &coverage.Table{}, Impact: &impact.Impact{}, Assessment: &risk.Assessment{Model: risk.Alone},
	}
}
