package github

import (
	"context"
	"fmt"
	"time"

	"github.com/google/go-github/v62/github"

	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/sticky"
)

// BodyLimit is the maximum length of a comment: GitHub's limit minus room for the tag.
const BodyLimit = 65536 - 256

// PutComment updates the comment on a pull request. Afterwards at most one comment is ours, and
// it has the text of the newest run.
func (c *Client) PutComment(ctx context.Context, want publish.Comment) (publish.Outcome, error) {
	if off, err := sticky.CheckMode(want.Mode); err != nil || off {
		return publish.Outcome{Result: publish.SwitchedOff}, err
	}
	pr, err := c.PullRequest(ctx, want.Number)
	switch {
	case err != nil:
		return publish.Outcome{}, err
	case pr.State != "open":
		return publish.Outcome{Result: publish.Closed}, nil
	case pr.Head.SHA != want.Head:
		return publish.Outcome{Result: publish.HeadMoved}, nil
	}
	what := fmt.Sprintf("commenting on pull request #%d of %s", want.Number, c.name())
	return sticky.Put(ctx, &board{c, want.Number, what}, sticky.HTML, want)
}

// A board is the list of comments on a pull request. It implements sticky.Board.
type board struct {
	c      *Client
	number int
	what   string
}

// Comments returns all comments.
func (b *board) Comments(ctx context.Context) ([]sticky.Comment, error) {
	all, err := Pages(func(page github.ListOptions) ([]*github.IssueComment, *github.Response, error) {
		return b.c.gh.Issues.ListComments(ctx, b.c.owner, b.c.repo, b.number, &github.IssueListCommentsOptions{ListOptions: page})
	})
	if err != nil {
		return nil, Plain(err)
	}
	out := make([]sticky.Comment, len(all))
	for i, comment := range all {
		out[i] = commentOf(comment)
	}
	return out, nil
}

func commentOf(c *github.IssueComment) sticky.Comment {
	return sticky.Comment{ID: c.GetID(), URL: c.GetHTMLURL(), Body: c.GetBody(), Author: c.GetUser().GetLogin(), Node: c.GetNodeID()}
}

// Create writes a comment.
func (b *board) Create(ctx context.Context, body string) (sticky.Comment, error) {
	created, _, err := b.c.gh.Issues.CreateComment(ctx, b.c.owner, b.c.repo, b.number, &github.IssueComment{Body: &body})
	if err != nil {
		return sticky.Comment{}, Plain(err)
	}
	return commentOf(created), nil
}

// Edit changes a comment.
func (b *board) Edit(ctx context.Context, c sticky.Comment, body string) error {
	_, _, err := b.c.gh.Issues.EditComment(ctx, b.c.owner, b.c.repo, c.ID, &github.IssueComment{Body: &body})
	return Plain(err)
}

// Delete deletes a comment.
func (b *board) Delete(ctx context.Context, c sticky.Comment) error {
	_, err := b.c.gh.Issues.DeleteComment(ctx, b.c.owner, b.c.repo, c.ID)
	return Plain(err)
}

// Pause waits.
func (b *board) Pause(ctx context.Context, d time.Duration) error { return b.c.http.Pause(ctx, d) }

// Fail returns an error for the user.
func (b *board) Fail(err error) error { return b.c.fail(b.what, "pull-requests: write", err) }
