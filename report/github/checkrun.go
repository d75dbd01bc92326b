package github

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-github/v62/github"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
	"github.com/nexus-ci/nexus-ci/report/publish/sticky"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// Limits of GitHub for one request and one field. Its limits are in characters; here they are
// applied to bytes, which are at least as many.
const (
	maxAnnotations = 50
	maxOutput      = 65535
	maxTitle       = 255
	maxMessage     = 64 << 10
)

// externalID marks check runs made by this program.
const externalID = "nexus-ci"

// PutCheckRun updates the check run of a commit. The token has to be that of a GitHub App or of a
// job. GitHub cannot remove annotations from a check run. So if any annotation is outdated, a new
// check run is made, which GitHub shows in its place.
func (c *Client) PutCheckRun(ctx context.Context, run publish.CheckRun) error {
	if !slices.Contains([]string{"success", "neutral", "failure"}, run.Conclusion) {
		return fmt.Errorf("conclusion %q of a check run is not success, neutral or failure", run.Conclusion)
	}
	what := fmt.Sprintf("writing the check run %q of %.12s", run.Name, run.Head)
	var err error
	for try := 1; try <= rest.MaxTries; try++ {
		if err = c.putCheckRun(ctx, run); !rest.Lost(Plain(err)) || c.http.Pause(ctx, rest.Backoff(try)) != nil {
			break
		}
		// The request may have been executed: check before trying again.
	}
	if err != nil {
		return c.fail(what, "checks: write", err)
	}
	return nil
}

func (c *Client) putCheckRun(ctx context.Context, run publish.CheckRun) error {
	output := &github.CheckRunOutput{
		Title:   github.String(rest.Cut(run.Title, maxTitle)),
		Summary: github.String(shorten(run.Summary, maxOutput)),
	}
	if run.Text != "" {
		output.Text = github.String(shorten(run.Text, maxOutput))
	}
	missing := annotations(run.Annotations)
	id, missing, err := c.findCheckRun(ctx, run, missing)
	if err != nil {
		return err
	}
	for first := true; first || len(missing) > 0; first = false {
		n := min(len(missing), maxAnnotations)
		output.Annotations, missing = missing[:n], missing[n:]
		if id, err = c.writeCheckRun(ctx, id, run, output); err != nil {
			return err
		}
	}
	return nil
}

// writeCheckRun creates a check run, or updates the one with an id, and returns its id.
func (c *Client) writeCheckRun(ctx context.Context, id int64, run publish.CheckRun, output *github.CheckRunOutput) (int64, error) {
	completed, external := github.String("completed"), github.String(externalID)
	if id == 0 {
		created, _, err := c.gh.Checks.CreateCheckRun(ctx, c.owner, c.repo, github.CreateCheckRunOptions{
			Name: run.Name, HeadSHA: run.Head, ExternalID: external, Status: completed, Conclusion: &run.Conclusion, Output: output,
		})
		return created.GetID(), err
	}
	_, _, err := c.gh.Checks.UpdateCheckRun(ctx, c.owner, c.repo, id, github.UpdateCheckRunOptions{
		Name: run.Name, ExternalID: external, Status: completed, Conclusion: &run.Conclusion, Output: output,
	})
	return id, err
}

// findCheckRun returns the id of the check run to update, 0 for none, and the annotations that it
// lacks.
func (c *Client) findCheckRun(ctx context.Context, run publish.CheckRun, want []*github.CheckRunAnnotation) (int64, []*github.CheckRunAnnotation, error) {
	runs, err := Pages(func(page github.ListOptions) ([]*github.CheckRun, *github.Response, error) {
		list, resp, err := c.gh.Checks.ListCheckRunsForRef(ctx, c.owner, c.repo, run.Head, &github.ListCheckRunsOptions{CheckName: &run.Name, ListOptions: page})
		if err != nil {
			return nil, nil, err
		}
		return list.CheckRuns, resp, nil
	})
	if err != nil {
		return 0, nil, err
	}
	runs = slices.DeleteFunc(runs, func(r *github.CheckRun) bool { return r.GetExternalID() != externalID || r.GetName() != run.Name })
	if len(runs) == 0 {
		return 0, want, nil
	}
	latest := slices.MaxFunc(runs, func(a, b *github.CheckRun) int { return cmp.Compare(a.GetID(), b.GetID()) })
	if latest.GetOutput().GetAnnotationsCount() == 0 {
		return latest.GetID(), want, nil
	}
	has, err := Pages(func(page github.ListOptions) ([]*github.CheckRunAnnotation, *github.Response, error) {
		return c.gh.Checks.ListCheckRunAnnotations(ctx, c.owner, c.repo, latest.GetID(), &page)
	})
	if err != nil {
		return 0, nil, err
	}
	missing := slices.Clone(want)
	for _, h := range has {
		i := slices.IndexFunc(missing, func(a *github.CheckRunAnnotation) bool { return sameAnnotation(a, h) })
		if i < 0 {
			return 0, want, nil
		}
		missing = slices.Delete(missing, i, i+1)
	}
	return latest.GetID(), missing, nil
}

func sameAnnotation(a, b *github.CheckRunAnnotation) bool {
	return a.GetPath() == b.GetPath() && a.GetStartLine() == b.GetStartLine() && a.GetAnnotationLevel() == b.GetAnnotationLevel() &&
		sticky.SameText(a.GetTitle(), b.GetTitle()) && sticky.SameText(a.GetMessage(), b.GetMessage())
}

func annotations(in []view.Annotation) []*github.CheckRunAnnotation {
	out := make([]*github.CheckRunAnnotation, 0, len(in))
	for _, a := range in {
		if report.Clean(a.Path) != a.Path {
			continue // GitHub could not link it; one invalid annotation makes it reject all
		}
		level := a.Level
		if level == "error" {
			level = "failure"
		}
		out = append(out, &github.CheckRunAnnotation{
			Path: github.String(a.Path), StartLine: github.Int(a.Line), EndLine: github.Int(a.Line), AnnotationLevel: github.String(level),
			Title: github.String(rest.Cut(a.Title, maxTitle)), Message: github.String(rest.Cut(a.Message, maxMessage)),
		})
	}
	return out
}

// shorten returns at most n bytes of Markdown. It removes whole lines, and ends outside of code
// blocks and folded sections if possible.
func shorten(markdown string, n int) string {
	const more = "\n*The rest does not fit here.*\n"
	if len(markdown) <= n {
		return markdown
	}
	n -= len(more)
	var end, size, open int
	fenced := false
	for line := range strings.Lines(markdown) {
		if size += len(line); size > n {
			break
		}
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(trimmed, "```"):
			fenced = !fenced
		case !fenced:
			open += strings.Count(line, "<details") - strings.Count(line, "</details>")
		}
		if !fenced && open <= 0 {
			end = size
		}
	}
	if end == 0 {
		return rest.Cut(markdown, n) + more
	}
	return markdown[:end] + more
}
