package github

import (
	"context"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/actions"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// summaryLimit is the maximum size of our job summary in bytes: half of GitHub's limit for a
// step, because other programs write to it too.
const summaryLimit = 512 << 10

// tokenVariable is the environment variable with the token of a job.
const tokenVariable = "GITHUB_TOKEN"

// A Forge is GitHub, as seen from a job of GitHub Actions. It implements publish.Forge. Without
// a token its Client is nil.
type Forge struct {
	*Client
	actions *actions.Job
	job     publish.Job
}

// Open returns the forge of the job in which this process runs, nil outside of GitHub Actions.
func Open(getenv func(string) string) (publish.Forge, error) {
	job, err := actions.Read(getenv)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the GitHub job: %w", err)
	case job == nil:
		return nil, nil
	}
	f := &Forge{actions: job, job: job.Published()}
	token := getenv(tokenVariable)
	_, host, _ := strings.Cut(job.ServerURL, "://")
	f.job.Login = publish.Login{Host: strings.Trim(host, "/"), User: "x-access-token", Password: token}
	if token == "" {
		return f, nil
	}
	if f.Client, err = New(Options{APIURL: job.APIURL, Repository: job.Repository, Token: token}); err != nil {
		return nil, fmt.Errorf("reach GitHub: %w", err)
	}
	return f, nil
}

// Job returns the job.
func (f *Forge) Job() *publish.Job { return &f.job }

// Limits returns the limits of GitHub.
func (f *Forge) Limits() publish.Limits {
	return publish.Limits{Summary: summaryLimit, Comment: BodyLimit}
}

// Pages returns the pages of the repository, whose Markdown is what others are compared with.
func (f *Forge) Pages() publish.Pages {
	return publish.Pages{URL: strings.TrimRight(f.actions.ServerURL, "/") + "/" + f.actions.Repository, Annotated: true}
}

// Summary appends to the summary of the step.
func (f *Forge) Summary(markdown string) error { return f.actions.Summary(markdown) }

// Output sets an output of the step.
func (f *Forge) Output(name, value string) error { return f.actions.Output(name, value) }

// Annotate returns workflow commands for annotations.
func (f *Forge) Annotate(annotations []view.Annotation) []string {
	return actions.Commands(annotations)
}

// Notice returns a workflow command.
func (f *Forge) Notice(sentence string) string { return actions.Notice(sentence) }

// Warning returns a workflow command.
func (f *Forge) Warning(sentence string) string { return actions.Warning(sentence) }

// Token returns GITHUB_TOKEN if it is not set, else nothing.
func (f *Forge) Token() (missing string) {
	if f.Client == nil {
		return tokenVariable
	}
	return ""
}

// FindPullRequest returns the number of the open pull request with this head.
func (f *Forge) FindPullRequest(ctx context.Context, head publish.Commit) (int, error) {
	pull, err := f.Client.FindPullRequest(ctx, head.Repository, head.Ref, head.ID)
	if err != nil {
		return 0, err
	}
	return pull.Number, nil
}
