package bitbucket

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
	"github.com/nexus-ci/nexus-ci/report/markdown"
	"github.com/nexus-ci/nexus-ci/report/publish"
)

// The environment variables that a user sets.
const (
	tokenVariable   = "BITBUCKET_TOKEN"
	userVariable    = "BITBUCKET_USER"
	accountVariable = "BITBUCKET_ACCOUNT"
	serverVariable  = "BITBUCKET_SERVER_URL"
)

// cloudAPI and cloudPages are the addresses of Bitbucket Cloud.
const (
	cloudAPI   = "https://api.bitbucket.org/2.0"
	cloudPages = "https://bitbucket.org/"
)

var (
	commitID = lazyregexp.New(`^[0-9a-f]{12,64}$`)
	// pullPage is the address of a pull request below that of the server.
	pullPage = lazyregexp.New(`^/(?:projects/([^/]+)|users/([^/]+))/repos/([^/]+)/pull-requests/([1-9][0-9]{0,9})(?:/.*)?$`)
)

// A client is one of both.
type client interface {
	MergeBase(ctx context.Context, base, head string) (string, error)
	PutComment(context.Context, publish.Comment) (publish.Outcome, error)
	PutCheckRun(context.Context, publish.CheckRun) error
}

// A Forge is Bitbucket, as seen from a job. It implements publish.Forge. Without a token its
// client is nil.
type Forge struct {
	publish.Console
	client
	job     publish.Job
	pages   publish.Pages
	missing string // what has to be set, empty with a client
}

// Open returns the forge of the job in which this process runs: Bitbucket Cloud in a job of
// Bitbucket Pipelines, Bitbucket Data Center in a job of Jenkins if BITBUCKET_SERVER_URL names it,
// else nil.
func Open(getenv func(string) string) (publish.Forge, error) {
	var f *Forge
	var err error
	switch {
	case getenv("BITBUCKET_BUILD_NUMBER") != "" && getenv("BITBUCKET_PIPELINE_UUID") != "":
		f, err = openCloud(getenv)
	case getenv("JENKINS_URL") != "" && getenv(serverVariable) != "":
		f, err = openDataCenter(getenv)
	default:
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the job for Bitbucket: %w", err)
	}
	return f, nil
}

func openCloud(getenv func(string) string) (*Forge, error) {
	name := getenv("BITBUCKET_REPO_FULL_NAME")
	run, err := publish.Number(getenv, "BITBUCKET_BUILD_NUMBER")
	if err != nil {
		return nil, err
	}
	head, err := publish.CommitID(getenv, "BITBUCKET_COMMIT", commitID)
	if err != nil {
		return nil, err
	}
	attempt, _ := strconv.Atoi(getenv("BITBUCKET_STEP_RUN_NUMBER"))
	f := &Forge{
		missing: tokenVariable,
		job: publish.Job{
			Event: "push", Order: publish.Order{Run: run, Attempt: max(attempt, 1)},
			Head:  publish.Commit{Ref: getenv("BITBUCKET_BRANCH"), ID: head, Repository: name},
			Login: publish.Login{Host: "bitbucket.org", User: "x-token-auth", Password: getenv(tokenVariable)},
		},
		pages: publish.Pages{URL: cloudPages + name, Annotated: true, Flavour: markdown.Flavour{
			NoHTML: true, NoComments: true, NoDiagrams: true, Commit: "/commits/{commit}", Place: "/src/{commit}/{path}", Line: "#lines-{line}",
		}},
	}
	if getenv("BITBUCKET_PR_ID") != "" {
		number, err := publish.Number(getenv, "BITBUCKET_PR_ID")
		if err != nil {
			return nil, err
		}
		base, err := publish.CommitID(getenv, "BITBUCKET_PR_DESTINATION_COMMIT", commitID)
		if err != nil {
			return nil, err
		}
		f.job.Event = "pull request"
		f.job.PullRequest = &publish.PullRequest{Number: int(number)}
		f.job.Base = publish.Commit{Ref: getenv("BITBUCKET_PR_DESTINATION_BRANCH"), ID: base, Repository: name}
	}
	if token := getenv(tokenVariable); token != "" {
		c, err := NewCloud(CloudOptions{
			APIURL: cloudAPI, Repository: name, Token: token, User: getenv(userVariable), Account: getenv(accountVariable),
			BuildURL: fmt.Sprintf("%s%s/pipelines/results/%d", cloudPages, name, run),
		})
		if err != nil {
			return nil, err
		}
		f.client, f.missing = c, ""
	}
	return f, nil
}

// openDataCenter reads what the plugin of Jenkins for branches of Bitbucket sets. It names the
// pull request, but no commits.
func openDataCenter(getenv func(string) string) (*Forge, error) {
	server := strings.TrimRight(getenv(serverVariable), "/")
	f := &Forge{job: publish.Job{Event: "build"}, missing: "CHANGE_URL"}
	f.pages.Annotated = true
	f.pages.Flavour = markdown.Flavour{
		NoHTML: true, NoComments: true, NoDiagrams: true, Commit: "/commits/{commit}", Place: "/browse/{path}?at={commit}", Line: "#{line}",
	}
	if run, err := strconv.ParseInt(getenv("BUILD_NUMBER"), 10, 64); err == nil && run > 0 {
		f.job.Order = publish.Order{Run: run, Attempt: 1}
	}
	page := getenv("CHANGE_URL")
	if page == "" {
		return f, nil
	}
	below, ok := strings.CutPrefix(page, server)
	m := pullPage.FindStringSubmatch(below)
	if !ok || m == nil {
		return nil, fmt.Errorf("CHANGE_URL is %q, want a pull request of %s, the server of %s", page, server, serverVariable)
	}
	number, err := strconv.Atoi(m[4])
	if err != nil {
		return nil, errors.New("CHANGE_URL has no number")
	}
	project := m[1]
	if project == "" {
		project = "~" + m[2]
	}
	f.job.Event, f.missing = "pull request", tokenVariable
	f.job.PullRequest = &publish.PullRequest{Number: number, Title: getenv("CHANGE_TITLE")}
	f.pages.URL = server + strings.SplitN(below, "/pull-requests/", 2)[0]
	_, host, _ := strings.Cut(server, "://")
	f.job.Login = publish.Login{Host: host, User: "x-token-auth", Password: getenv(tokenVariable)}
	if token := getenv(tokenVariable); token != "" {
		c, err := NewDataCenter(DataCenterOptions{URL: server, Project: project, Repository: m[3], Token: token, BuildURL: getenv("BUILD_URL")})
		if err != nil {
			return nil, err
		}
		f.client, f.missing = c, ""
	}
	return f, nil
}

// Job returns the job.
func (f *Forge) Job() *publish.Job { return &f.job }

// Limits returns the limits of Bitbucket, whose jobs have no summary.
func (f *Forge) Limits() publish.Limits { return publish.Limits{Comment: BodyLimit} }

// Pages returns the pages of the repository.
func (f *Forge) Pages() publish.Pages { return f.pages }

// Token returns BITBUCKET_TOKEN if it is not set, CHANGE_URL if Jenkins builds no pull request,
// else nothing.
func (f *Forge) Token() (missing string) { return f.missing }
