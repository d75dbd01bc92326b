package github

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/go-github/v62/github"

	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
)

// A PullRequest holds the fields that the command needs.
type PullRequest struct {
	Number     int
	State      string // open or closed
	Draft      bool
	Author     string   // login
	Reviewers  []string // requested reviewers: "user", "org/team"
	Base, Head Commit
}

// A Commit is the tip of a branch.
type Commit struct {
	Ref        string // name of the branch
	SHA        string
	Repository string // "owner/name", empty for a deleted repository
}

// PullRequest returns one pull request.
func (c *Client) PullRequest(ctx context.Context, number int) (*PullRequest, error) {
	pr, _, err := c.gh.PullRequests.Get(ctx, c.owner, c.repo, number)
	if err != nil {
		return nil, c.fail(fmt.Sprintf("reading pull request #%d of %s", number, c.name()), "pull-requests: read", err)
	}
	return pullRequest(pr), nil
}

// Payload returns one pull request as the events about it hold it, in JSON.
func (c *Client) Payload(ctx context.Context, number int) (json.RawMessage, error) {
	req, err := c.gh.NewRequest(http.MethodGet, fmt.Sprintf("repos/%s/%s/pulls/%d", c.owner, c.repo, number), nil)
	var payload json.RawMessage
	if err == nil {
		_, err = c.gh.Do(ctx, req, &payload)
	}
	if err != nil {
		return nil, c.fail(fmt.Sprintf("reading pull request #%d of %s", number, c.name()), "pull-requests: read", err)
	}
	return payload, nil
}

// OpenPullRequests returns all open pull requests, the newest first.
func (c *Client) OpenPullRequests(ctx context.Context) ([]*PullRequest, error) {
	found, err := Pages(func(page github.ListOptions) ([]*github.PullRequest, *github.Response, error) {
		return c.gh.PullRequests.List(ctx, c.owner, c.repo, &github.PullRequestListOptions{State: "open", ListOptions: page})
	})
	if err != nil {
		return nil, c.fail("listing the pull requests of "+c.name(), "pull-requests: read", err)
	}
	out := make([]*PullRequest, len(found))
	for i, pr := range found {
		out[i] = pullRequest(pr)
	}
	return out, nil
}

// FindPullRequest returns the open pull request whose head is a commit of a branch in a
// repository, which may be a fork. workflow_run events do not contain it for forks.
func (c *Client) FindPullRequest(ctx context.Context, headRepository, headBranch, headSHA string) (*PullRequest, error) {
	what := fmt.Sprintf("finding the pull request of %.12s (%s of %s)", headSHA, rest.OneLine(headBranch), rest.OneLine(headRepository))
	owner, _, _ := strings.Cut(headRepository, "/")
	found, err := Pages(func(page github.ListOptions) ([]*github.PullRequest, *github.Response, error) {
		return c.gh.PullRequests.List(ctx, c.owner, c.repo, &github.PullRequestListOptions{State: "open", Head: owner + ":" + headBranch, ListOptions: page})
	})
	if err != nil {
		return nil, c.fail(what, "pull-requests: read", err)
	}
	for _, f := range found {
		pr := pullRequest(f)
		if pr.State == "open" && pr.Head.SHA == headSHA && strings.EqualFold(pr.Head.Repository, headRepository) {
			return pr, nil
		}
	}
	return nil, fmt.Errorf("%s: %w; it was closed or has newer commits", what, publish.ErrNoPullRequest)
}

func pullRequest(pr *github.PullRequest) *PullRequest {
	commit := func(b *github.PullRequestBranch) Commit {
		return Commit{Ref: b.GetRef(), SHA: b.GetSHA(), Repository: b.GetRepo().GetFullName()}
	}
	out := &PullRequest{
		Number: pr.GetNumber(),
		State:  pr.GetState(),
		Draft:  pr.GetDraft(),
		Author: pr.GetUser().GetLogin(),
		Base:   commit(pr.GetBase()),
		Head:   commit(pr.GetHead()),
	}
	for _, user := range pr.RequestedReviewers {
		out.Reviewers = append(out.Reviewers, user.GetLogin())
	}
	org, _, _ := strings.Cut(out.Base.Repository, "/")
	for _, team := range pr.RequestedTeams {
		out.Reviewers = append(out.Reviewers, org+"/"+team.GetSlug())
	}
	return out
}
