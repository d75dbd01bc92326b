package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/chat/model"
	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/apart"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/basestore"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/conversation"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/elsewhere"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/pullrequest"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/usage"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/verify"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/gate"
	"github.com/nexus-ci/nexus-ci/report/publish"
)

// checkFlags are the flags of check that are not settings.
type checkFlags struct {
	analysisFlags
	basestore.Flags
	across elsewhere.Flags
	compare.Scope
	outputFlags
	publishFlags
	since                string
	baseline, advisories string
	config               string
	title                string
	printConfig          bool
	quiet                bool
	stats                string // form in which to print them; empty for not
	verify               bool
	summary              bool
	pull                 *check.Pull // that was fetched; nil: none
	noHistory            bool
	// Settings that the configuration knows too.
	failOn  string
	workers int
	timeout string
	memory  string
}

func (p *program) checkCommand() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check [REVISION | A..B | A B | NUMBER | ADDRESS]",
		Short: "Report what a change breaks, and rate its risk",
		Long: `check compares two states of the repository and reports what the change between
them breaks, what it affects, and how risky it is.

Without flags it compares the work tree with the commit at which HEAD left the
default branch: everything that a pull request would hold, and what is not
committed yet. The base is always the merge base of both sides, so commits that
others added to the base branch are not taken for a part of the change. If the base
branch has moved on, check also reports what breaks only after the merge with it,
even if git merges without a conflict. --against does the same for one more branch.

If nothing differs from the default branch, the report is about its last commit, and
--fail-on does not apply. --worktree reports only what is not committed.`,
		Example: `  nexus-ci check                                  this branch, and what is not committed
  nexus-ci check --staged                         what the next commit would hold
  nexus-ci check HEAD~3                           the last three commits, and what is not committed
  nexus-ci check main..topic                      what the branch topic would bring to main
  nexus-ci check --since yesterday                a revision, or a date
  nexus-ci check 1234 --fetch                     a pull request
  nexus-ci check --against origin/other           what breaks when that branch is merged too
  nexus-ci check --format markdown --output r.md  the comment for a pull request
  nexus-ci check --exit-zero                      exit with 0 also if something breaks
  nexus-ci check --verify                         ask the installed compilers`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.check(cmd.Context(), &f, args, cmd.Flags().Changed)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.Base, "base", "", "`revision` to compare with (default: the default branch)")
	flags.StringVar(&f.Head, "head", "", "`revision` to check (default: the work tree)")
	flags.StringVar(&f.since, "since", "", "compare with a `revision`, or with the last commit before a date: 2006-01-02, yesterday, 3.days")
	flags.BoolVar(&f.Staged, "staged", false, "compare HEAD with the index: what a commit would hold")
	flags.BoolVar(&f.Worktree, "worktree", false, "compare HEAD with the work tree: what is not committed")
	flags.StringVar(&f.Against, "against", "", "also report what breaks when `revision`, another branch, is merged too")
	flags.StringVar(&f.title, "title", "", "`title` of the change; the title of a fix raises the score (default: the title of the job's pull\nrequest, or the subject of the commit)")
	flags.BoolVar(&f.noHistory, "no-history", false, "do not read commits before the base; rate the change without history")
	flags.BoolVar(&f.Fetch, "fetch", false, "fetch what this clone lacks: a pull request, with the git and the logins of the user, and its base as\nits forge names it; commits given by full id (if the history between them is missing too, the base\nitself is compared, not the merge base). Without this flag nothing is fetched")
	f.outputFlags.register(flags)
	f.publishFlags.register(flags)
	flags.StringVar(&f.failOn, "fail-on", gate.Break, failOnUsage()+". With --publish the default is none")
	usage.AddShort(flags, "exit-zero", "fail-on", gate.None, "exit with 0 whatever is found, as with --fail-on none").Hidden = false
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the report only if something breaks, or what --fail-on names is reached; files are always written")
	flags.StringVar(&f.baseline, "baseline", "", "do not report findings that are in `file`, a report that --save report.json wrote; how many is counted")
	flags.StringVar(&f.advisories, "advisories", "", "compare the dependencies that the change touches with the known vulnerabilities in `path`: a JSON file, a\ndirectory or a zip archive in the OSV format. Nothing is fetched, and no configuration sets it")
	flags.StringVar(&f.config, "config", "", "read the configuration from `file` (default: "+config.FileName+" of the base when --head is given,\nelse at the root of the work tree)")
	flags.BoolVar(&f.verify, "verify", false, "ask the installed compilers (go, the tsc in node_modules, javac, clang, cargo) about broken places, and mark those\nthat they confirm. They may run code of the change, so this flag is refused in jobs for pull requests\nfrom forks; no configuration turns it on")
	flags.BoolVar(&f.summary, "summary", false, "let a language model, that of nexus-ci chat, add a paragraph about the report, marked as its words. The\nreport and with it code of the change are sent to its provider; the rating does not depend on it")
	flags.BoolVar(&f.printConfig, "print-config", false, "print the configuration with the origin of each value, and exit")
	flags.StringVar(&f.timeout, "timeout", "", "stop after `duration`, such as 90s or 10m, with a report that says what is missing (default: no limit,\n"+config.JobTimeout+" if the variable CI is true; 0: no limit)")
	flags.StringVar(&f.memory, "memory", "", "approximate limit of memory, a `size` such as 800MB or 2GiB: files that would exceed it are not read, and the\nreport says so (default: no limit; three quarters of the job's memory if the variable CI is true; 0: no limit)")
	flags.IntVar(&f.workers, "workers", 0, "read `n` files at a time (default: one per processor); the report is the same for any number")
	flags.StringVar(&f.stats, "stats", "", "print counts to standard error as `form` "+strings.Join(apart.CountForms(), " or ")+"; with --publish also the protections of the analysis")
	flags.Lookup("stats").NoOptDefVal = apart.CountForms()[0]
	f.analysisFlags.register(flags)
	f.Flags.Register(flags)
	f.across.RegisterReader(flags)
	return cmd
}

func (p *program) check(ctx context.Context, f *checkFlags, words []string, changed func(flag string) bool) error {
	if err := f.validate(changed); err != nil {
		return err
	}
	if err := f.across.Check(); err != nil {
		return err
	}
	forge, err := p.forge(&f.publishFlags)
	if err != nil {
		return err
	}
	if f.verify {
		if err := verify.Trusted(p.getenv); err != nil {
			return exit.Usagef("--verify: %w", err)
		}
	}
	repo, err := p.workspace(&f.analysisFlags).Open()
	if err != nil {
		return err
	}
	defer repo.Close()
	if err := p.setSides(ctx, f, repo, words); err != nil {
		return err
	}
	if forge != nil {
		if err := prepare(ctx, repo, &f.Scope, forge); err != nil {
			return err
		}
	}
	named := f.Base != ""
	conf, err := f.loadConfig(ctx, repo, changed)
	if err != nil {
		return err
	}
	if f.printConfig {
		return p.printSettings(conf)
	}
	if f.Base == "" && !f.Staged && !f.Worktree {
		f.Base = conf.Base
	}
	f.Last = !named && f.Head == "" && !f.Staged && !f.Worktree && f.Against == ""
	if forge != nil && conf.IsDefault("check.fail_on") {
		conf.FailOn = gate.None // the comment says what was found
	}
	if p.getenv("CI") == "true" {
		conf.LimitJob()
	}
	f.comment = conf.Comment
	var own *config.Services
	if f.summary {
		if own, err = config.LoadServices(); err != nil {
			return err
		}
	}
	if err := f.Flags.BringBase(ctx, p.Warn, repo, &f.Scope, func() string { return p.workspace(&f.analysisFlags).MakeCache(conf) }); err != nil {
		return err
	}
	at, stop := p.Progress("comparing")
	found, stats, err := p.analysis(ctx, repo, f, conf, forge, at)
	stop()
	if err := f.across.Tell(ctx, p.workspace(&f.analysisFlags), repo, found); err != nil {
		return err
	}
	if found != nil && own != nil {
		p.summarise(ctx, found, own)
	}
	return p.told(ctx, f, conf, forge, found, stats, err)
}

// told writes what was found, or why nothing was, publishes it where there is a forge, and
// returns the verdict. failed is the error of the analysis; beside it there may be a result.
func (p *program) told(ctx context.Context, f *checkFlags, conf *config.Config, forge publish.Forge, found *check.Result, stats *apart.Counts, failed error) error {
	if f.Staged && errors.Is(failed, git.ErrNoCommits) {
		// A hook must not stand in the way of the first commit.
		p.Tell("nothing to compare with: this is the first commit")
		return nil
	}
	var nothing *apart.NotAnalysedError
	if forge != nil && errors.As(failed, &nothing) {
		pub := p.publication(&f.publishFlags, forge, nil)
		pub.URL = f.repository(p.getenv)
		pub.Fail(ctx, f.Head, nothing.Reason)
	}
	if failed != nil && found == nil {
		return failed
	}
	if err := stats.Print(p.Err, f.stats); err != nil {
		return err
	}
	verdict := p.verdict(found.Report, conf, failed)
	if forge == nil && conf.IsDefault("check.fail_on") && verdict != nil && failed == nil {
		verdict = exit.ErrFound // the report says what
	}
	if found.Last != "" {
		p.Tell(fmt.Sprintf("nothing differs from %s; this is about its last commit. What is not committed: check --worktree", report.Clean(found.Last)))
		verdict = nil // --fail-on is about what differs
	}
	f.code = found.Code
	shown := *p
	if f.quiet && verdict == nil {
		shown.Out = io.Discard
	}
	if err := shown.write(&f.outputFlags, found.Report); err != nil {
		return err
	}
	if forge == nil {
		return verdict
	}
	pub := p.publication(&f.publishFlags, forge, found.Report)
	pub.URL, pub.Saved = f.repository(p.getenv), f.save
	return pub.Publish(ctx, verdict)
}

// summarise adds to the report what the user's language model says of it. Where that fails, the
// report has none.
func (p *program) summarise(ctx context.Context, found *check.Result, own *config.Services) {
	endpoint, err := own.Endpoint("", "", p.getenv)
	if err == nil && endpoint.Options.Model == "" {
		err = errors.New("no language model is set up; nexus-ci chat --help says how")
	}
	if err == nil {
		_, stop := p.Progress("asking " + report.Clean(endpoint.Model.Text))
		defer stop()
		endpoint.Options.Idle = time.Duration(own.Chat.IdleSeconds) * time.Second
		found.Report.ModelSummary, err = conversation.Summarise(ctx, model.New(endpoint.Options), found, min(own.Chat.ResultTokens, own.Chat.ContextTokens))
	}
	switch {
	case errors.Is(err, context.Canceled):
		p.Warn("no summary by a model: interrupted")
	case err != nil:
		p.Warn("no summary by a model: " + report.Clean(exit.Advised(err)))
	}
	if s := found.Report.ModelSummary; s != nil {
		s.Model = endpoint.Model.Text
	}
}

// printSettings prints the configuration, and what of it only the user's own file may hold.
func (p *program) printSettings(conf *config.Config) error {
	if err := conf.Print(p.Out); err != nil {
		return err
	}
	own, err := config.LoadServices()
	if err != nil {
		return err
	}
	return own.Print(p.Out)
}

// analysis compares and rates: in this process, or with --publish in one without rights.
func (p *program) analysis(ctx context.Context, repo *git.Repo, f *checkFlags, conf *config.Config, forge publish.Forge, at func(done, total int)) (*check.Result, *apart.Counts, error) {
	if forge == nil && f.config == "" && f.Head != "" {
		if warning := check.WarningOfSettings(ctx, repo, &f.Scope); warning != "" {
			p.Warn(report.Clean(warning))
		}
	}
	known, err := p.known(f.baseline)
	if err != nil {
		return nil, nil, err
	}
	in := check.Input{Repo: repo, Config: conf, Scope: f.Scope, Title: f.title, NoHistory: f.noHistory, Known: known, Advisories: f.advisories, Elsewhere: f.across.Asks(), Progress: at, Pull: f.pull}
	if forge != nil {
		in.Pull = pullOf(forge)
		return p.analyseApart(ctx, f, &in, forge)
	}
	if f.verify {
		in.Verify = func(ctx context.Context, c *compare.Comparison, r *report.Report) error {
			return verify.Head(ctx, repo, c, r, p.getenv)
		}
	}
	found, err := p.workspace(&f.analysisFlags).Check(ctx, in)
	if found == nil {
		return nil, nil, err
	}
	return found, &apart.Counts{Stats: found.Stats}, err
}

// setSides sets the sides of the comparison that arguments name, or --since.
func (p *program) setSides(ctx context.Context, f *checkFlags, repo *git.Repo, words []string) error {
	request, ok := compare.Request{}, false
	if len(words) == 1 {
		request, ok = compare.ParseRequest(words[0])
	}
	if len(words) > 0 && (f.Base != "" && !ok || f.Head != "" || f.Staged || f.Worktree || f.since != "" || f.publish) {
		return exit.Usagef("%s: revisions as arguments go without --base, --head, --since, --staged, --worktree and --publish", strings.Join(words, " "))
	}
	switch {
	case f.since != "":
		return exit.Usage(f.SetSince(repo, f.since, time.Now()))
	case ok && f.Fetch:
		return p.bring(ctx, f, repo, request)
	}
	return exit.Usage(f.SetArguments(repo, words))
}

// bring fetches a pull request and makes its sides those of the comparison.
func (p *program) bring(ctx context.Context, f *checkFlags, repo *git.Repo, r compare.Request) error {
	_, stop := p.Progress("fetching pull request " + r.Number)
	defer stop()
	source := pullrequest.Source{Getenv: p.getenv, Warn: p.Warn}
	pull, err := source.Bring(ctx, repo, r, f.Base)
	if err != nil {
		return err
	}
	if f.Base == "" {
		f.Base, f.BaseName = pull.Base, pull.BaseName
	}
	f.Head, f.HeadName = pull.Head, pull.HeadName
	if pull.Title != "" {
		f.pull = &check.Pull{Title: pull.Title, Head: pull.Head, People: []string{pull.Author}}
	}
	return nil
}

func (f *checkFlags) validate(changed func(flag string) bool) error {
	switch {
	// An unset variable in a script must not compare something else.
	case changed("base") && f.Base == "", changed("head") && f.Head == "":
		return exit.Usagef("--base and --head need a revision; leave them out for the default")
	case changed("title") && f.title == "":
		return exit.Usagef("--title needs words; leave it out for the default")
	case changed("against") && f.Against == "":
		return exit.Usagef("--against needs a revision; leave it out to look at the base branch alone")
	case changed("advisories") && (f.advisories == "" || f.publish):
		return exit.Usagef("--advisories needs a file or directory, and goes without --publish")
	case changed("since") && (f.since == "" || f.Base != "" || f.Staged || f.Worktree || f.publish):
		return exit.Usagef("--since needs a revision or a date, and goes without --base, --staged, --worktree and --publish")
	case f.Staged && f.Worktree:
		return exit.Usagef("--staged and --worktree exclude each other")
	case (f.Staged || f.Worktree) && (f.Base != "" || f.Head != ""):
		return exit.Usagef("--staged and --worktree compare with HEAD; leave out --base and --head")
	case (f.Staged || f.Worktree) && f.publish:
		return exit.Usagef("--publish compares the commits that the job's event names; leave out --staged and --worktree")
	case f.verify && f.publish:
		return exit.Usagef("--verify and --publish exclude each other, because compilers must not see the token: run check --verify --save report.json in a step without the token, then report report.json --publish in a step with it")
	case (f.Staged || f.Worktree) && f.Against != "":
		return exit.Usagef("--against merges the whole branch; leave out --staged and --worktree")
	}
	if err := f.publishFlags.validate(changed); err != nil {
		return err
	}
	if f.stats != "" && !slices.Contains(apart.CountForms(), f.stats) {
		return exit.Usagef("--stats %s: want one of %s", f.stats, strings.Join(apart.CountForms(), ", "))
	}
	return f.outputFlags.validate()
}

// loadConfig puts flags over the file over defaults.
func (f *checkFlags) loadConfig(ctx context.Context, repo *git.Repo, changed func(flag string) bool) (*config.Config, error) {
	conf, err := check.Settings(ctx, repo, &f.Scope, f.config)
	if err != nil {
		return nil, err
	}
	for _, flag := range []struct {
		name, key string
		value     any
	}{
		{"base", "check.base", f.Base},
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
			return nil, exit.Usagef("--%s: %w", flag.name, err)
		}
	}
	return conf, nil
}
