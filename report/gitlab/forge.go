package gitlab

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
	"github.com/nexus-ci/nexus-ci/report/markdown"
	"github.com/nexus-ci/nexus-ci/report/publish"
)

// tokenVariable is the environment variable with the token. That of the job, CI_JOB_TOKEN, may
// not write notes.
const tokenVariable = "GITLAB_TOKEN"

var commitID = lazyregexp.New(`^[0-9a-f]{40}([0-9a-f]{24})?$`)

// A Forge is GitLab, as seen from one of its jobs. It implements publish.Forge. Without a token
// its Client is nil.
type Forge struct {
	publish.Console
	*Client
	job publish.Job
	url string // of the project
}

// Open returns the forge of the job in which this process runs, nil outside of GitLab.
func Open(getenv func(string) string) (publish.Forge, error) {
	if getenv("GITLAB_CI") != "true" {
		return nil, nil
	}
	f := &Forge{url: strings.TrimRight(getenv("CI_PROJECT_URL"), "/")}
	var err error
	if f.job, err = read(getenv); err != nil {
		return nil, fmt.Errorf("read the GitLab job: %w", err)
	}
	token := getenv(tokenVariable)
	host := getenv("CI_SERVER_HOST")
	if port := getenv("CI_SERVER_PORT"); port != "" && port != "443" {
		host += ":" + port
	}
	f.job.Login = publish.Login{Host: host, User: "oauth2", Password: token}
	if token == "" {
		return f, nil
	}
	own, err := publish.Number(getenv, "CI_PROJECT_ID")
	if err != nil {
		return nil, fmt.Errorf("read the GitLab job: %w", err)
	}
	o := Options{APIURL: getenv("CI_API_V4_URL"), Project: own, JobURL: getenv("CI_JOB_URL"), Token: token}
	if f.job.PullRequest != nil {
		f.url = cmp.Or(strings.TrimRight(getenv("CI_MERGE_REQUEST_PROJECT_URL"), "/"), f.url)
		if o.Project, err = publish.Number(getenv, "CI_MERGE_REQUEST_PROJECT_ID"); err != nil {
			return nil, fmt.Errorf("read the GitLab job: %w", err)
		}
	}
	if o.Project == own {
		o.Pipeline, _ = strconv.ParseInt(getenv("CI_PIPELINE_ID"), 10, 64)
	}
	if f.Client, err = New(o); err != nil {
		return nil, fmt.Errorf("reach GitLab: %w", err)
	}
	return f, nil
}

// read returns the job that the environment describes. A job gets a new id when it is started
// again, so that the ids tell which one is newer.
func read(getenv func(string) string) (publish.Job, error) {
	id, err := publish.Number(getenv, "CI_JOB_ID")
	if err != nil {
		return publish.Job{}, err
	}
	job := publish.Job{Event: getenv("CI_PIPELINE_SOURCE"), Order: publish.Order{Run: id, Attempt: 1}}
	head, err := publish.CommitID(getenv, "CI_COMMIT_SHA", commitID)
	if err != nil {
		return job, err
	}
	job.Head = publish.Commit{Ref: getenv("CI_COMMIT_REF_NAME"), ID: head, Repository: getenv("CI_PROJECT_PATH")}
	if getenv("CI_MERGE_REQUEST_IID") != "" {
		return job, mergeRequest(&job, getenv)
	}
	if before := getenv("CI_COMMIT_BEFORE_SHA"); strings.Trim(before, "0") == "" {
		job.NewBranch = true
	} else if job.Base.ID, err = publish.CommitID(getenv, "CI_COMMIT_BEFORE_SHA", commitID); err == nil {
		job.Base.Ref, job.Base.Repository = job.Head.Ref, job.Head.Repository
	}
	return job, err
}

// mergeRequest adds the merge request of the job. A pipeline for merged results has a commit of
// GitLab's as CI_COMMIT_SHA, and names both sides.
func mergeRequest(job *publish.Job, getenv func(string) string) error {
	iid, err := publish.Number(getenv, "CI_MERGE_REQUEST_IID")
	if err != nil {
		return err
	}
	base, source := "CI_MERGE_REQUEST_DIFF_BASE_SHA", "CI_COMMIT_SHA"
	if getenv("CI_MERGE_REQUEST_TARGET_BRANCH_SHA") != "" {
		base = "CI_MERGE_REQUEST_TARGET_BRANCH_SHA"
	}
	if getenv("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA") != "" {
		source = "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"
	}
	if job.Base.ID, err = publish.CommitID(getenv, base, commitID); err != nil {
		return err
	}
	if job.Head.ID, err = publish.CommitID(getenv, source, commitID); err != nil {
		return err
	}
	job.Base.Ref, job.Base.Repository = getenv("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"), getenv("CI_MERGE_REQUEST_PROJECT_PATH")
	job.Head.Ref, job.Head.Repository = getenv("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME"), getenv("CI_MERGE_REQUEST_SOURCE_PROJECT_PATH")
	job.PullRequest = &publish.PullRequest{Number: int(iid), Title: getenv("CI_MERGE_REQUEST_TITLE")}
	return nil
}

// Job returns the job.
func (f *Forge) Job() *publish.Job { return &f.job }

// Limits returns the limits of GitLab, whose jobs have no summary.
func (f *Forge) Limits() publish.Limits { return publish.Limits{Comment: BodyLimit} }

// Pages returns the pages of the project.
func (f *Forge) Pages() publish.Pages {
	return publish.Pages{URL: f.url, Flavour: markdown.Flavour{Commit: "/-/commit/{commit}", Place: "/-/blob/{commit}/{path}"}}
}

// Token returns GITLAB_TOKEN if it is not set, else nothing.
func (f *Forge) Token() (missing string) {
	if f.Client == nil {
		return tokenVariable
	}
	return ""
}
