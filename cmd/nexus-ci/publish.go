package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/actions"
	"github.com/nexus-ci/nexus-ci/report/github"
	"github.com/nexus-ci/nexus-ci/report/markdown"
)

// checkRunName is how the check run is called in the list of a pull request's checks.
const checkRunName = "nexus-ci"

// summaryLimit is how many bytes the summary of the job may have: half of what GitHub takes
// of one step, which other programs write to as well.
const summaryLimit = 512 << 10

// publishFlags say what a GitHub job and its pull request are told.
type publishFlags struct {
	publish     bool
	comment     string
	checkRun    bool
	annotations bool
}

func (f *publishFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.publish, "publish", false, "in a GitHub Actions job: write its summary, annotations and outputs, and comment on its pull\nrequest. The token is that of the variable GITHUB_TOKEN")
	flags.StringVar(&f.comment, "comment", "changes", "with --publish: `when` to comment: "+strings.Join(config.CommentModes(), ", ")+"; changes: if there is\nsomething to report")
	flags.BoolVar(&f.checkRun, "check-run", false, "with --publish: also create a check run; its annotations replace those of the job")
	flags.BoolVar(&f.annotations, "annotations", true, "with --publish: annotate the lines of the diff")
}

func (f *publishFlags) validate(changed func(flag string) bool) error {
	for _, name := range []string{"comment", "check-run", "annotations"} {
		if changed(name) && !f.publish {
			return usagef("--%s: only with --publish", name)
		}
	}
	if err := config.CheckCommentMode(f.comment); err != nil {
		return usagef("--comment: %w", err)
	}
	return nil
}

// job returns the GitHub job that the program runs in, nil without --publish, and the
// client for its repository, nil without a token.
func (p *program) job(f *publishFlags) (*actions.Job, *github.Client, error) {
	if !f.publish {
		return nil, nil, nil
	}
	job, err := actions.Read(p.getenv)
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("read the GitHub job: %w", err)
	case job == nil:
		return nil, nil, usagef("--publish: this is not a GitHub Actions job; use --format markdown and post the file yourself")
	}
	token := p.getenv("GITHUB_TOKEN")
	if token == "" {
		return job, nil, nil
	}
	client, err := github.New(github.Options{APIURL: job.APIURL, Repository: job.Repository, Token: token})
	if err != nil {
		return nil, nil, fmt.Errorf("reach GitHub: %w", err)
	}
	return job, client, nil
}

// compareEvent makes the sides of the comparison those that the job's event names, where
// flags name none.
func (s *scope) compareEvent(job *actions.Job) error {
	e := &job.Event
	if s.base == "" {
		s.base, s.baseName = e.Base.SHA, e.Base.Ref
	}
	if s.head == "" {
		s.head, s.headName = e.Head.SHA, e.Head.Ref
	}
	if s.base == "" && e.Name == "push" {
		s.base, s.baseName = s.head, s.headName // a new branch: there is nothing to compare it with
	}
	if s.base == "" || s.head == "" {
		return usagef("--publish: the event %s does not name a base and a head; give them with --base and --head", e.Name)
	}
	return nil
}

// fetchSides brings what a shallow clone lacks of both sides and of their merge base, which
// GitHub knows, in one request.
func (s *scope) fetchSides(ctx context.Context, repo *git.Repo, client *github.Client) error {
	if !s.fetch || client == nil || !fullID.MatchString(s.base) || !fullID.MatchString(s.head) {
		return nil
	}
	_, err := repo.MergeBase(ctx, s.base, s.head)
	var missing *git.MissingObjectError
	if !errors.As(err, &missing) {
		return nil // the comparison says what else is wrong
	}
	if s.mergeBase, err = client.MergeBase(ctx, s.base, s.head); err != nil {
		return err
	}
	return repo.Fetch(ctx, s.base, s.head, s.mergeBase)
}

// login lets repo fetch from the job's server.
func (p *program) login(repo *git.Repo, job *actions.Job) {
	_, host, _ := strings.Cut(job.ServerURL, "://")
	repo.Login = git.Login{Host: strings.Trim(host, "/"), User: "x-access-token", Password: p.getenv("GITHUB_TOKEN")}
}

// reviewers are the author of the job's pull request and those who were asked to review it.
func reviewers(job *actions.Job) []string {
	if job == nil || job.Event.PullRequest == nil {
		return nil
	}
	return append([]string{job.Event.PullRequest.Author}, job.Event.PullRequest.Reviewers...)
}

// A publication is a report on its way to a job and a pull request.
type publication struct {
	*program
	*publishFlags
	job    *actions.Job
	client *github.Client // nil without a token
	report *report.Report
	url    string   // of the repository's pages
	saved  []string // files that hold the report
	read   bool     // the report was read from a file, so that another job may have forged it
	failed bool     // the report reaches --fail-on
}

// publishThen publishes and returns failed, the verdict of --fail-on, which counts for more
// than trouble on the way.
func (p *publication) publishThen(ctx context.Context, failed error) error {
	p.failed = failed != nil
	err := p.publish(ctx)
	if failed == nil || err == nil {
		return cmp.Or(failed, err)
	}
	fmt.Fprintf(p.err, "nexus-ci: warning: %s\n", report.Clean(err.Error()))
	return failed
}

// publish tells all, what needs no rights first. A right that the token lacks is no
// failure: who contributes from a fork cannot give it.
func (p *publication) publish(ctx context.Context) error {
	if err := p.isOfEvent(); err != nil {
		return err
	}
	if err := p.job.Summary(markdown.Render(p.report, markdown.Options{RepositoryURL: p.url, Limit: summaryLimit})); err != nil {
		return fmt.Errorf("write the job summary: %w", err)
	}
	for _, o := range p.outputs() {
		if err := p.job.Output(o.name, o.value); err != nil {
			return fmt.Errorf("write the output %s: %w", o.name, err)
		}
	}
	if p.annotations && !p.checkRun {
		p.annotate()
	}
	if p.client == nil {
		if p.comment != "off" || p.checkRun {
			p.notice("GITHUB_TOKEN is not set: the report is in the job summary only")
		}
		return nil
	}
	err := p.putComment(ctx, p.report.Head.Commit, report.Worth(p.report), func(previous markdown.State) string {
		return markdown.Render(p.report, markdown.Options{RepositoryURL: p.url, Limit: github.BodyLimit, Previous: previous})
	})
	if p.checkRun {
		err = cmp.Or(err, p.putCheckRun(ctx))
	}
	return err
}

// publishFailure tells that head was not analysed, and why. Trouble on the way is a warning:
// the run fails anyway.
func (p *publication) publishFailure(ctx context.Context, head, reason string) {
	text := func(previous markdown.State) string {
		return markdown.RenderFailure(head, reason, markdown.Options{RepositoryURL: p.url, Previous: previous})
	}
	warn := func(what string, err error) {
		if err != nil {
			fmt.Fprintf(p.err, "nexus-ci: warning: %s: %s\n", what, report.Clean(err.Error()))
		}
	}
	warn("write the job summary", p.job.Summary(text(markdown.State{})))
	warn("write the output incomplete", p.job.Output("incomplete", "true"))
	if p.client == nil {
		return
	}
	warn("comment on the pull request", p.putComment(ctx, head, true, text))
	if p.checkRun {
		warn("make a check run", p.writeCheckRun(ctx, github.CheckRun{
			Head: head, Name: checkRunName, Conclusion: "failure", Title: "NOT ANALYSED: " + report.Clean(reason), Summary: text(markdown.State{}),
		}))
	}
}

// An output is what later steps of the job can ask for.
type output struct{ name, value string }

func (p *publication) outputs() []output {
	r, s := p.report, &p.report.Summary
	out := []output{
		{"risk", r.Risk.Level},
		{"score", report.Tenths(r.Risk.Score)},
		{"incomplete", strconv.FormatBool(r.Risk.Incomplete)},
		{"findings", strconv.Itoa(len(r.Findings))},
		{"breaks", strconv.Itoa(s.Breaks)},
		{"breaks-outside", strconv.Itoa(s.BreaksOutside)},
		{"behaviours", strconv.Itoa(s.Behaviours)},
		{"changed-symbols", strconv.Itoa(s.ChangedCount)},
		{"affected-processes", strconv.Itoa(s.AffectedCount)},
		{"broken-processes", strconv.Itoa(s.BrokenCount)},
		{"affected-clusters", strconv.Itoa(len(r.AffectedClusters))},
		{"tests", strconv.Itoa(s.TestCount)},
	}
	named := map[string]string{"json": "report", "sarif": "sarif", "markdown": "markdown"}
	for _, path := range p.saved {
		form, _ := formatOfFile(path)
		name, ok := named[form.name]
		if full, err := filepath.Abs(path); ok && err == nil {
			out = append(out, output{name, full})
		}
	}
	return out
}

// annotate writes workflow commands to the log.
func (p *publication) annotate() {
	for _, command := range actions.Commands(report.Annotations(p.report)) {
		fmt.Fprintln(p.out, command)
	}
}

// notice shows a line on the page of the run.
func (p *publication) notice(format string, args ...any) {
	fmt.Fprintln(p.out, actions.Notice(fmt.Sprintf(format, args...)))
}

// isOfEvent returns an error where the report is about another commit than the job, or
// where nothing says which commit that is. The job that made the report may have run what
// the author of a change wrote, who must have no say about other commits.
func (p *publication) isOfEvent() error {
	e := &p.job.Event
	head := ""
	switch {
	case e.WorkflowRun != nil:
		head = e.WorkflowRun.Head.SHA
	case p.read:
		head = e.Head.SHA
	}
	switch {
	case head == "" && p.read:
		return usagef("--publish: not published: the event %s names no commit, so the report cannot be matched with it", e.Name)
	case head == "" || head == p.report.Head.Commit:
		return nil
	}
	return fmt.Errorf("not published: the report is about %s, but the event %s is about %s", short(p.report.Head.Commit), e.Name, short(head))
}

// pullRequest returns the number of the pull request that the report is about, 0 for none.
func (p *publication) pullRequest(ctx context.Context) (int, error) {
	e := &p.job.Event
	switch {
	case e.PullRequest != nil:
		return e.PullRequest.Number, nil
	case e.WorkflowRun == nil:
		return 0, nil
	}
	of := e.WorkflowRun.Head
	pull, err := p.client.FindPullRequest(ctx, of.Repository, of.Ref, of.SHA)
	if err != nil {
		return 0, err
	}
	return pull.Number, nil
}

func short(commit string) string { return commit[:min(len(commit), 7)] }

// putComment writes the comment about head, where text returns what it says after a comment
// with a state.
func (p *publication) putComment(ctx context.Context, head string, worth bool, text func(previous markdown.State) string) error {
	if p.comment == "off" {
		return nil
	}
	number, err := p.pullRequest(ctx)
	if err == nil && number == 0 {
		fmt.Fprintf(p.err, "nexus-ci: no comment: the event %s is not about a pull request\n", report.Clean(p.job.Event.Name))
		return nil
	}
	var outcome github.Outcome
	if err == nil {
		outcome, err = p.client.PutComment(ctx, github.Comment{
			Number: number, Head: head,
			Order: github.Order{Run: p.job.RunID, Attempt: p.job.RunAttempt},
			Mode:  p.comment, Worth: worth,
			Body: func(previous string) (string, error) { return text(markdown.ReadState(previous)), nil },
		})
	}
	switch {
	case errors.Is(err, github.ErrForbidden), errors.Is(err, github.ErrNoPullRequest):
		p.notice("no comment: %v. The report is in the job summary.", err)
		return nil
	case err != nil:
		return fmt.Errorf("comment on the pull request: %w", err)
	}
	fmt.Fprintf(p.err, "nexus-ci: comment: %s\n", report.Clean(strings.TrimSpace(fmt.Sprintf("%s %s", outcome.Result, outcome.URL))))
	return nil
}

func (p *publication) putCheckRun(ctx context.Context) error {
	run := github.CheckRun{
		Head: p.report.Head.Commit, Name: checkRunName, Conclusion: "success",
		Title:   report.Rating(p.report) + ": " + report.Headline(p.report, report.Style{Name: report.Clean, Text: report.Clean}),
		Summary: markdown.Render(p.report, markdown.Options{RepositoryURL: p.url}),
	}
	switch {
	case p.failed:
		run.Conclusion = "failure"
	case slices.Contains([]string{"high", "critical"}, p.report.Risk.Level), !report.Judgeable(p.report):
		run.Conclusion = "neutral"
	}
	if p.annotations {
		run.Annotations = report.Annotations(p.report)
	}
	return p.writeCheckRun(ctx, run)
}

func (p *publication) writeCheckRun(ctx context.Context, run github.CheckRun) error {
	err := p.client.PutCheckRun(ctx, run)
	switch {
	case errors.Is(err, github.ErrForbidden):
		p.notice("no check run: %v", err)
		if p.annotations && p.report != nil {
			p.annotate()
		}
		return nil
	case err != nil:
		return fmt.Errorf("make a check run: %w", err)
	}
	return nil
}
