package gitea

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/actions"
	"github.com/nexus-ci/nexus-ci/report/markdown"
	"github.com/nexus-ci/nexus-ci/report/publish"
)

// tokenVariable is the environment variable with the token of a job.
const tokenVariable = "GITEA_TOKEN"

// A Forge is Gitea or Forgejo, as seen from a job of its Actions. It implements publish.Forge.
// Without a token its Client is nil.
type Forge struct {
	publish.Console
	*Client
	actions *actions.Job
	job     publish.Job
}

// Open returns the forge of the job in which this process runs, nil outside of Gitea Actions and
// Forgejo Actions. Their jobs have the variables of GitHub Actions and one that tells them apart.
func Open(getenv func(string) string) (publish.Forge, error) {
	if getenv("GITEA_ACTIONS") != "true" && getenv("FORGEJO_ACTIONS") != "true" {
		return nil, nil
	}
	job, err := actions.Read(getenv)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the job: %w", err)
	case job == nil:
		return nil, nil
	}
	f := &Forge{actions: job, job: job.Published()}
	token := cmp.Or(getenv(tokenVariable), getenv("FORGEJO_TOKEN"), getenv("GITHUB_TOKEN"))
	_, host, _ := strings.Cut(job.ServerURL, "://")
	f.job.Login = publish.Login{Host: strings.Trim(host, "/"), User: "x-access-token", Password: token}
	if token == "" {
		return f, nil
	}
	o := Options{APIURL: job.APIURL, Repository: job.Repository, Token: token}
	if f.job.PullRequest != nil {
		o.PullRequest = f.job.PullRequest.Number
	}
	if run, err := strconv.Atoi(getenv("GITHUB_RUN_NUMBER")); err == nil {
		o.RunURL = fmt.Sprintf("%s/actions/runs/%d", f.Pages().URL, run)
	}
	if f.Client, err = New(o); err != nil {
		return nil, fmt.Errorf("reach Gitea: %w", err)
	}
	return f, nil
}

// Job returns the job.
func (f *Forge) Job() *publish.Job { return &f.job }

// Limits returns the limits. Not every version shows the summary of a job.
func (f *Forge) Limits() publish.Limits { return publish.Limits{Comment: BodyLimit} }

// Pages returns the pages of the repository.
func (f *Forge) Pages() publish.Pages {
	return publish.Pages{
		URL:     strings.TrimRight(f.actions.ServerURL, "/") + "/" + f.actions.Repository,
		Flavour: markdown.Flavour{Place: "/src/commit/{commit}/{path}"},
	}
}

// Output sets an output of the step.
func (f *Forge) Output(name, value string) error { return f.actions.Output(name, value) }

// Token returns GITEA_TOKEN if no token is set, else nothing.
func (f *Forge) Token() (missing string) {
	if f.Client == nil {
		return tokenVariable
	}
	return ""
}

// FindPullRequest finds none: no job here runs after another one for a fork.
func (f *Forge) FindPullRequest(context.Context, publish.Commit) (int, error) {
	return 0, publish.ErrNoPullRequest
}
