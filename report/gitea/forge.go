package gitea

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
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
	actions     *actions.Job // nil in a pipeline of Woodpecker
	job         publish.Job
	server, api string
	repository  string
}

// Open returns the forge of the job in which this process runs: a job of Gitea Actions or Forgejo
// Actions, or a pipeline of Woodpecker for one of both; else nil.
func Open(getenv func(string) string) (publish.Forge, error) {
	f, err := read(getenv)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the job: %w", err)
	case f == nil:
		return nil, nil
	}
	token := cmp.Or(getenv(tokenVariable), getenv("FORGEJO_TOKEN"), getenv("GITHUB_TOKEN"))
	_, host, _ := strings.Cut(f.server, "://")
	host, _, _ = strings.Cut(host, "/")
	f.job.Login = publish.Login{Host: host, User: "x-access-token", Password: token}
	if token == "" {
		return f, nil
	}
	o := Options{APIURL: f.api, Repository: f.repository, Token: token, RunURL: getenv("CI_PIPELINE_URL")}
	if f.job.PullRequest != nil {
		o.PullRequest = f.job.PullRequest.Number
	}
	if run, err := strconv.Atoi(getenv("GITHUB_RUN_NUMBER")); f.actions != nil && err == nil {
		o.RunURL = fmt.Sprintf("%s/actions/runs/%d", f.Pages().URL, run)
	}
	if f.Client, err = New(o); err != nil {
		return nil, fmt.Errorf("reach Gitea: %w", err)
	}
	return f, nil
}

// read returns the forge of the job that the environment describes, nil for none.
func read(getenv func(string) string) (*Forge, error) {
	kind := getenv("CI_FORGE_TYPE")
	switch {
	case getenv("CI") == "woodpecker" && (kind == "gitea" || kind == "forgejo"):
		return woodpecker(getenv)
	case getenv("GITEA_ACTIONS") != "true" && getenv("FORGEJO_ACTIONS") != "true":
		return nil, nil
	}
	// These have the variables of GitHub Actions too.
	job, err := actions.Read(getenv)
	if err != nil || job == nil {
		return nil, err
	}
	return &Forge{actions: job, job: job.Published(), server: strings.TrimRight(job.ServerURL, "/"), api: job.APIURL, repository: job.Repository}, nil
}

// woodpecker reads the environment of a pipeline. It names no base.
func woodpecker(getenv func(string) string) (*Forge, error) {
	server := strings.TrimRight(getenv("CI_FORGE_URL"), "/")
	f := &Forge{server: server, api: server + "/api/v1", repository: getenv("CI_REPO")}
	f.job.Event = getenv("CI_PIPELINE_EVENT")
	run, err := publish.Number(getenv, "CI_PIPELINE_NUMBER")
	if err != nil {
		return nil, err
	}
	f.job.Order = publish.Order{Run: run, Attempt: 1}
	if head := getenv("CI_COMMIT_SHA"); commitID.MatchString(head) {
		f.job.Head = publish.Commit{Ref: cmp.Or(getenv("CI_COMMIT_SOURCE_BRANCH"), getenv("CI_COMMIT_BRANCH")), ID: head}
	}
	if getenv("CI_COMMIT_PULL_REQUEST") != "" {
		number, err := publish.Number(getenv, "CI_COMMIT_PULL_REQUEST")
		if err != nil {
			return nil, err
		}
		f.job.PullRequest = &publish.PullRequest{Number: int(number), Title: getenv("CI_COMMIT_PULL_REQUEST_TITLE")}
	}
	return f, nil
}

var commitID = lazyregexp.New(`^[0-9a-f]{40}([0-9a-f]{24})?$`)

// Job returns the job.
func (f *Forge) Job() *publish.Job { return &f.job }

// Limits returns the limits. Not every version shows the summary of a job.
func (f *Forge) Limits() publish.Limits { return publish.Limits{Comment: BodyLimit} }

// Pages returns the pages of the repository.
func (f *Forge) Pages() publish.Pages {
	return publish.Pages{
		URL:     f.server + "/" + f.repository,
		Flavour: markdown.Flavour{Place: "/src/commit/{commit}/{path}"},
	}
}

// Output sets an output of the step.
func (f *Forge) Output(name, value string) error {
	if f.actions == nil {
		return nil
	}
	return f.actions.Output(name, value)
}

// Token returns GITEA_TOKEN if no token is set, else nothing.
func (f *Forge) Token() (missing string) {
	if f.Client == nil {
		return tokenVariable
	}
	return ""
}
