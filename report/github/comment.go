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
	b := &board{c: c, number: want.Number, what: fmt.Sprintf("commenting on pull request #%d of %s", want.Number, c.name())}
	open, head, err := b.look(ctx)
	switch {
	case err != nil:
		return publish.Outcome{}, err
	case !open:
		return publish.Outcome{Result: publish.Closed}, nil
	case head != want.Head:
		return publish.Outcome{Result: publish.HeadMoved}, nil
	}
	return sticky.Put(ctx, b, sticky.HTML, want)
}

// A board is the list of comments on a pull request. It implements sticky.Board.
type board struct {
	c      *Client
	number int
	what   string

	read   *thread // what Comments returns next
	viewer string  // who wrote our comments, of those that were read last; empty where that is to be asked
}

// look returns whether the pull request is open, and its head.
func (b *board) look(ctx context.Context) (open bool, head string, err error) {
	if b.c.threads {
		t, err := b.thread(ctx)
		if err == nil {
			b.read = t
			return t.open, t.head, nil
		}
		if ctx.Err() != nil {
			return false, "", b.Fail(err)
		}
	}
	pr, err := b.c.PullRequest(ctx, b.number)
	if err != nil {
		return false, "", err
	}
	return pr.State == "open", pr.Head.SHA, nil
}

// Comments returns all comments.
func (b *board) Comments(ctx context.Context) ([]sticky.Comment, error) {
	t := b.read
	b.read, b.viewer = nil, ""
	if t == nil && b.c.threads {
		t, _ = b.thread(ctx) // else by the list below
	}
	if t != nil {
		b.viewer = t.viewer
		return t.comments, nil
	}
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
