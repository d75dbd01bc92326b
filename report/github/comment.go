package github

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/google/go-github/v62/github"

	"github.com/nexus-ci/nexus-ci/report/publish"
)

// BodyLimit is the maximum length of a comment: GitHub's limit minus room for the tag.
const BodyLimit = 65536 - 256

// PutComment updates the comment on a pull request. Afterwards at most one comment is ours, and
// it has the text of the newest run.
func (c *Client) PutComment(ctx context.Context, want publish.Comment) (publish.Outcome, error) {
	switch want.Mode {
	case publish.Off:
		return publish.Outcome{Result: publish.SwitchedOff}, nil
	case publish.Always, publish.Changes:
	default:
		return publish.Outcome{}, fmt.Errorf("comment mode %q is not always, changes or off", want.Mode)
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
	p := publication{
		c: c, want: want,
		what: fmt.Sprintf("commenting on pull request #%d of %s", want.Number, c.name()),
		ours: make(map[int64]bool), gone: make(map[int64]bool),
	}
	return p.run(ctx)
}

// maxRounds bounds the number of times that a publication checks the result. A single run
// needs two.
const maxRounds = 6

// A publication updates one comment. GitHub has no conditional writes, so it writes what is
// missing, checks the result, and repeats this until nothing is missing. If a run finds several
// comments of ours, the oldest gets the newest text and the others are deleted. All runs follow
// this rule, so concurrent runs end with the same result.
type publication struct {
	c    *Client
	want publish.Comment
	what string

	ours    map[int64]bool // comments with a tag, by id: whether they are ours
	gone    map[int64]bool // deleted comments, even if a list still has them
	created *github.IssueComment
	written bool // our text was written, or is not needed
	lost    int  // number of creations with an unknown outcome
	outcome publish.Outcome
}

// A sticky is one of our comments.
type sticky struct {
	id    int64
	url   string
	body  string // with the tag
	order publish.Order
	text  string
}

func (p *publication) run(ctx context.Context) (publish.Outcome, error) {
	for range maxRounds {
		own, err := p.list(ctx)
		if err != nil {
			return publish.Outcome{}, err
		}
		settled := false
		if len(own) == 0 {
			settled, err = p.create(ctx)
		} else {
			settled, err = p.settle(ctx, own)
		}
		if err != nil {
			return publish.Outcome{}, err
		}
		if settled {
			break
		}
	}
	return p.outcome, nil
}

// list returns our comments, the oldest first.
func (p *publication) list(ctx context.Context) ([]sticky, error) {
	all, err := pages(func(page github.ListOptions) ([]*github.IssueComment, *github.Response, error) {
		return p.c.gh.Issues.ListComments(ctx, p.c.owner, p.c.repo, p.want.Number, &github.IssueListCommentsOptions{ListOptions: page})
	})
	if err != nil {
		return nil, p.fail(err)
	}
	// The list may not contain the new comment yet.
	if p.created != nil && !slices.ContainsFunc(all, func(c *github.IssueComment) bool { return c.GetID() == p.created.GetID() }) {
		all = append(all, p.created)
	}
	var own []sticky
	var unknown []*github.IssueComment
	for _, comment := range all {
		order, text, ok := untagged(comment.GetBody())
		if !ok || p.gone[comment.GetID()] {
			continue
		}
		if _, known := p.ours[comment.GetID()]; !known {
			unknown = append(unknown, comment)
		}
		own = append(own, sticky{id: comment.GetID(), url: comment.GetHTMLURL(), body: comment.GetBody(), order: order, text: text})
	}
	if err := p.identify(ctx, unknown); err != nil {
		return nil, err
	}
	own = slices.DeleteFunc(own, func(s sticky) bool { return !p.ours[s.id] })
	slices.SortFunc(own, func(a, b sticky) int { return cmp.Compare(a.id, b.id) })
	return own, nil
}

// create writes the first comment, if there is something to report.
func (p *publication) create(ctx context.Context) (settled bool, err error) {
	if p.want.Mode == publish.Changes && !p.want.Worth {
		p.outcome.Result = publish.Silent
		return true, nil
	}
	body, err := p.render("")
	if err != nil {
		return false, err
	}
	created, _, err := p.c.gh.Issues.CreateComment(ctx, p.c.owner, p.c.repo, p.want.Number, &github.IssueComment{Body: &body})
	if lost(err) && p.lost < maxTries-1 {
		// It may exist already: check before trying again.
		p.lost++
		if p.c.http.pause(ctx, backoff(p.lost)) == nil {
			return false, nil
		}
	}
	if err != nil {
		return false, p.fail(err)
	}
	p.ours[created.GetID()] = true
	p.created, p.written = created, true
	p.outcome = publish.Outcome{Result: publish.Created, URL: created.GetHTMLURL()}
	return false, nil
}

// settle reduces our comments to one with the newest text. It reports whether this was already the
// case, so that no further check is needed.
func (p *publication) settle(ctx context.Context, own []sticky) (settled bool, err error) {
	kept, newest := own[0], own[0]
	for _, s := range own[1:] {
		if !s.order.Before(newest.order) {
			newest = s
		}
	}
	body := newest.body
	superseded := p.want.Order.Before(newest.order)
	if !superseded && (!p.written || newest.order.Before(p.want.Order)) {
		if body, err = p.render(newest.text); err != nil {
			return false, err
		}
	}
	p.outcome.URL = kept.url
	switch {
	case superseded:
		p.outcome.Result = publish.Superseded
	case p.outcome.Result == "":
		p.outcome.Result = publish.Unchanged
	}

	settled = true
	if _, text, _ := untagged(body); !sameText(text, kept.text) {
		settled = false
		edited, err := p.edit(ctx, kept, body)
		if err != nil || !edited {
			return false, err
		}
		if p.outcome.Result == publish.Unchanged {
			p.outcome.Result = publish.Updated
		}
	}
	p.written = true
	for _, s := range own[1:] {
		_, err := p.c.gh.Issues.DeleteComment(ctx, p.c.owner, p.c.repo, s.id)
		if err != nil && status(err) != http.StatusNotFound {
			return false, p.fail(err)
		}
		p.gone[s.id] = true
	}
	return settled, nil
}

// edit returns false when the comment was deleted.
func (p *publication) edit(ctx context.Context, s sticky, body string) (bool, error) {
	_, _, err := p.c.gh.Issues.EditComment(ctx, p.c.owner, p.c.repo, s.id, &github.IssueComment{Body: &body})
	if status(err) == http.StatusNotFound {
		p.gone[s.id] = true
		return false, nil
	}
	if err != nil {
		return false, p.fail(err)
	}
	return true, nil
}

func (p *publication) render(previous string) (string, error) {
	text, err := p.want.Body(previous)
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.what, err)
	}
	return tagged(p.want.Order, p.want.Head, strings.TrimRight(text, "\r\n")), nil
}

func (p *publication) fail(err error) error { return p.c.fail(p.what, "pull-requests: write", err) }
