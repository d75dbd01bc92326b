// Package publish publishes the result of a check on a forge: the summary and the outputs of the
// job, annotations, one comment on the pull request, and a check run.
//
// In: a report, the options, and the Forge of the job in which this process runs. Out: calls of
// the Forge. A new forge is one package that implements Forge, and one row of the table for Open.
//
// Invariants: what needs no permissions is published first. A missing permission is no failure,
// because contributors from a fork cannot grant it. A report that was read from a file is
// published only for the commit of the job. Text from a repository is escaped everywhere.
package publish

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/format"
	"github.com/nexus-ci/nexus-ci/report/markdown"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// checkRunName is the name of the check run in the list of a pull request's checks.
const checkRunName = "nexus-ci"

// Options say which parts of a report are published.
type Options struct {
	Comment     string // one of Modes
	CheckRun    bool
	Annotations bool   // on the lines of the diff
	URL         string // of the repository's web pages, empty for no links
}

// A Publication is a report with the forge that it is published to.
type Publication struct {
	Options
	Forge  Forge
	Report *report.Report
	Saved  []string // files that hold the report
	Read   bool     // it was read from a file, so another job may have forged it
	// Log is the log of the job. Tell shows one line to the user.
	Log  io.Writer
	Tell func(line string)
}

// Publish publishes the report and returns failed, the result of a gate. If failed is nil it
// returns the first error: an EventError if the job is not about the report, else an error of
// the Forge.
func (p *Publication) Publish(ctx context.Context, failed error) error {
	err := p.Write(ctx, failed != nil)
	if failed == nil || err == nil {
		return cmp.Or(failed, err)
	}
	p.warn("", err)
	return failed
}

// Write is Publish for a forge without a job: it returns what could not be published, whatever a gate
// says.
func (p *Publication) Write(ctx context.Context, failed bool) error {
	if err := p.isOfJob(); err != nil {
		return err
	}
	limits := p.Forge.Limits()
	if limits.Summary > 0 {
		if err := p.Forge.Summary(markdown.Render(p.Report, p.style(limits.Summary))); err != nil {
			return fmt.Errorf("write the job summary: %w", err)
		}
	}
	for _, o := range p.outputs() {
		if err := p.Forge.Output(o.name, o.value); err != nil {
			return fmt.Errorf("write the output %s: %w", o.name, err)
		}
	}
	if p.Annotations && !(p.CheckRun && p.Forge.Pages().Annotated) {
		p.annotate()
	}
	if missing := p.Forge.Token(); missing != "" {
		if p.Comment != Off || p.CheckRun {
			p.notice("%s is not set: the report is in the %s only", missing, p.where())
		}
		return nil
	}
	open := p.Report.Summary.Breaks > 0 || !report.Judgeable(p.Report)
	err := p.putComment(ctx, Comment{Head: p.Report.Head.Commit, Worth: view.Worth(p.Report), Open: open}, func(previous markdown.State) string {
		o := p.style(limits.Comment)
		o.Previous = previous
		return markdown.Render(p.Report, o)
	})
	if p.CheckRun {
		err = cmp.Or(err, p.putCheckRun(ctx, failed))
	}
	return err
}

// Fail publishes that head was not analysed, and why. Errors are only logged as warnings, since
// the run fails anyway.
func (p *Publication) Fail(ctx context.Context, head, reason string) {
	text := p.failure(head, reason)
	if p.Forge.Limits().Summary > 0 {
		p.warn("write the job summary", p.Forge.Summary(text(markdown.State{})))
	}
	p.warn("write the output incomplete", p.Forge.Output("incomplete", "true"))
	if p.Forge.Token() != "" {
		return
	}
	comment, run := p.fail(ctx, head, reason)
	p.warn("comment on the pull request", comment)
	p.warn("make a check run", run)
}

// Failure is Fail for a forge without a job: it returns what could not be published.
func (p *Publication) Failure(ctx context.Context, head, reason string) error {
	comment, run := p.fail(ctx, head, reason)
	return cmp.Or(comment, run)
}

// failure returns the text that says that head was not analysed.
func (p *Publication) failure(head, reason string) func(previous markdown.State) string {
	return func(previous markdown.State) string {
		o := p.style(0)
		o.Previous = previous
		return markdown.RenderFailure(head, reason, o)
	}
}

// fail writes the comment and the check run that say that head was not analysed.
func (p *Publication) fail(ctx context.Context, head, reason string) (comment, run error) {
	text := p.failure(head, reason)
	comment = p.putComment(ctx, Comment{Head: head, Worth: true, Open: true}, text)
	if p.CheckRun {
		run = p.writeCheckRun(ctx, CheckRun{
			Head: head, Name: checkRunName, Conclusion: "failure", Title: "NOT ANALYSED: " + report.Clean(reason), Summary: text(markdown.State{}),
		})
	}
	return comment, run
}

func (p *Publication) warn(what string, err error) {
	if err == nil {
		return
	}
	if what != "" {
		what += ": "
	}
	p.Tell("warning: " + what + report.Clean(err.Error()))
}

// An output is a value for later steps of the job.
type output struct{ name, value string }

func (p *Publication) outputs() []output {
	r, s := p.Report, &p.Report.Summary
	out := []output{
		{"risk", r.Risk.Level},
		{"score", view.Tenths(r.Risk.Score)},
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
	for _, path := range p.Saved {
		form, _ := format.OfFile(path)
		name, ok := named[form.Name]
		if full, err := filepath.Abs(path); ok && err == nil {
			out = append(out, output{name, full})
		}
	}
	return out
}

// annotate writes the annotations to the log.
func (p *Publication) annotate() {
	for _, line := range p.Forge.Annotate(view.Annotations(p.Report)) {
		fmt.Fprintln(p.Log, line)
	}
}

// notice shows a line on the page of the job.
func (p *Publication) notice(format string, args ...any) {
	fmt.Fprintln(p.Log, p.Forge.Notice(fmt.Sprintf(format, args...)))
}

// isOfJob returns an error if the report is about another commit than the job, or if the commit
// of the job is not known. The job that made the report may have run code of the change's author,
// who must not publish results for other commits.
func (p *Publication) isOfJob() error {
	job := p.Forge.Job()
	head := ""
	switch {
	case job.Checked != nil:
		head = job.Checked.ID
	case p.Read:
		head = job.Head.ID
	}
	switch {
	case head == "" && p.Read:
		return &EventError{fmt.Sprintf("--publish: not published: the event %s names no commit, so the report cannot be matched with it", job.Event)}
	case head == "" || head == p.Report.Head.Commit:
		return nil
	}
	return fmt.Errorf("not published: the report is about %s, but the event %s is about %s", short(p.Report.Head.Commit), job.Event, short(head))
}

func short(commit string) string { return commit[:min(len(commit), 7)] }

// pullRequest returns the number of the report's pull request, 0 for none.
func (p *Publication) pullRequest(ctx context.Context) (int, error) {
	job := p.Forge.Job()
	switch {
	case job.PullRequest != nil:
		return job.PullRequest.Number, nil
	case job.Checked == nil:
		return 0, nil
	}
	return p.Forge.FindPullRequest(ctx, *job.Checked)
}

// style returns the options of a text for the pages of the forge, of at most limit bytes.
func (p *Publication) style(limit int) markdown.Options {
	pages := p.Forge.Pages()
	return markdown.Options{RepositoryURL: cmp.Or(p.URL, pages.URL), Flavour: pages.Flavour, Limit: limit}
}

// where says where the report is when it is not in a comment.
func (p *Publication) where() string {
	if p.Forge.Limits().Summary > 0 {
		return "job summary"
	}
	return "output of the job"
}

// putComment writes the comment. text returns its content, given the state in the previous
// comment.
func (p *Publication) putComment(ctx context.Context, c Comment, text func(previous markdown.State) string) error {
	if p.Comment == Off {
		return nil
	}
	number, err := p.pullRequest(ctx)
	if err == nil && number == 0 {
		p.Tell(fmt.Sprintf("no comment: the event %s is not about a pull request", report.Clean(p.Forge.Job().Event)))
		return nil
	}
	var outcome Outcome
	if err == nil {
		c.Number, c.Order, c.Mode = number, p.Forge.Job().Order, p.Comment
		c.Body = func(previous string) (string, error) { return text(markdown.ReadState(previous)), nil }
		outcome, err = p.Forge.PutComment(ctx, c)
	}
	switch {
	case errors.Is(err, ErrForbidden), errors.Is(err, ErrNoPullRequest):
		p.notice("no comment: %v. The report is in the %s.", err, p.where())
		return nil
	case err != nil:
		return fmt.Errorf("comment on the pull request: %w", err)
	}
	p.Tell("comment: " + report.Clean(strings.TrimSpace(fmt.Sprintf("%s %s", outcome.Result, outcome.URL))))
	return nil
}

func (p *Publication) putCheckRun(ctx context.Context, failed bool) error {
	run := CheckRun{
		Head: p.Report.Head.Commit, Name: checkRunName, Conclusion: "success",
		Title:   view.Rating(p.Report) + ": " + view.Headline(p.Report, view.Style{Name: report.Clean, Text: report.Clean}),
		Summary: markdown.Render(p.Report, p.style(0)),
	}
	switch {
	case failed:
		run.Conclusion = "failure"
	case slices.Contains([]string{"high", "critical"}, p.Report.Risk.Level), !report.Judgeable(p.Report):
		run.Conclusion = "neutral"
	}
	if p.Annotations {
		run.Annotations = view.Annotations(p.Report)
	}
	return p.writeCheckRun(ctx, run)
}

func (p *Publication) writeCheckRun(ctx context.Context, run CheckRun) error {
	err := p.Forge.PutCheckRun(ctx, run)
	switch {
	case errors.Is(err, ErrForbidden):
		p.notice("no check run: %v", err)
		if p.Annotations && p.Report != nil && p.Forge.Pages().Annotated {
			p.annotate()
		}
		return nil
	case err != nil:
		return fmt.Errorf("make a check run: %w", err)
	}
	return nil
}
