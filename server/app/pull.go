package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/actions"
	"github.com/nexus-ci/nexus-ci/report/github"
	"github.com/nexus-ci/nexus-ci/report/publish"
)

// event is the name of the event that a job of GitHub Actions would have for a pull request.
const event = "pull_request"

// A Pull is the forge of one pull request, as it was when it was read. It implements
// publish.Forge.
type Pull struct {
	publish.Console
	client *github.Client
	web    string
	job    publish.Job
	// Before is called before each text is written, and may refuse it.
	Before func(context.Context) error
	// Alone reports whether certainly nobody else has written since Before.
	Alone func() bool

	// Token of the repository, for fetching its commits. It must not be given to an analysis.
	Secret string
	// Event is the payload of an event about the pull request.
	Event json.RawMessage
	// State is open or closed.
	State string
	// DefaultBranch: the base is the branch that the repository has for its default.
	DefaultBranch bool
	// Comment is the outcome for the comment, empty before there was one.
	Comment publish.Result
	// CommentURL is the address of the comment, empty where none is known.
	CommentURL string
	// Moved: the pull request has newer commits or was closed, so a check run was not written.
	Moved bool
}

// Pull reads a pull request.
func (a *App) Pull(ctx context.Context, installation int64, repository string, number int, order publish.Order) (*Pull, error) {
	secret, err := a.Token(ctx, installation, repository)
	if err != nil {
		return nil, err
	}
	c, err := a.repository(installation, repository, secret)
	if err != nil {
		return nil, err
	}
	payload, err := c.Payload(ctx, number)
	if err != nil {
		return nil, err
	}
	whole, err := json.Marshal(map[string]any{"action": "synchronize", event: payload})
	if err != nil {
		return nil, err
	}
	e, err := actions.ParseEvent(event, whole)
	if err != nil {
		return nil, fmt.Errorf("pull request #%d of %s: %w", number, repository, err)
	}
	var base struct {
		Base struct {
			Ref  string
			Repo struct {
				Default string `json:"default_branch"`
			}
		}
	}
	if err := json.Unmarshal(payload, &base); err != nil {
		return nil, err
	}
	job := (&actions.Job{Event: e}).Published()
	job.Order = order
	return &Pull{
		client: c, web: strings.TrimRight(a.Web, "/") + "/" + repository, job: job, Secret: secret, Event: whole, State: e.PullRequest.State,
		DefaultBranch: base.Base.Ref != "" && base.Base.Ref == base.Base.Repo.Default,
	}, nil
}

// Inputs is a hash of all that the report depends on.
func (p *Pull) Inputs() string {
	j := &p.job
	data, err := json.Marshal([]any{j.Base, j.Head, j.PullRequest})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// Job returns the job of a GitHub Action for the pull request.
func (p *Pull) Job() *publish.Job { return &p.job }

// Limits returns the limits of GitHub.
func (p *Pull) Limits() publish.Limits { return publish.Limits{Comment: github.BodyLimit} }

// Pages returns the pages of the repository.
func (p *Pull) Pages() publish.Pages { return publish.Pages{URL: p.web, Annotated: true} }

// Token returns nothing: there is one.
func (p *Pull) Token() (missing string) { return "" }

// MergeBase asks for the best common ancestor of two commits.
func (p *Pull) MergeBase(ctx context.Context, base, head string) (string, error) {
	return p.client.MergeBase(ctx, base, head)
}

// PutComment writes the comment, if nothing is newer.
func (p *Pull) PutComment(ctx context.Context, c publish.Comment) (publish.Outcome, error) {
	if err := p.Before(ctx); err != nil {
		return publish.Outcome{}, err
	}
	c.Alone = p.Alone
	o, err := p.client.PutComment(ctx, c)
	if err == nil {
		p.Comment, p.CommentURL = o.Result, o.URL
	}
	return o, err
}

// PutCheckRun writes the check run of the head, if it still is the head of an open pull request.
func (p *Pull) PutCheckRun(ctx context.Context, run publish.CheckRun) error {
	now, err := p.client.PullRequest(ctx, p.job.PullRequest.Number)
	if err != nil {
		return err
	}
	if p.Moved = now.State != "open" || now.Head.SHA != run.Head; p.Moved {
		return nil
	}
	if err := p.Before(ctx); err != nil {
		return err
	}
	return p.client.PutCheckRun(ctx, run)
}
