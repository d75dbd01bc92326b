// Package gitea publishes results to Gitea and Forgejo: it updates one comment on a pull request
// and sets the status of a commit.
//
// In: the environment of a job of Gitea Actions or Forgejo Actions, and what to publish. Out: API
// calls, and an Outcome or an error that says in one line what failed and what to do next.
//
// Invariants: those of packages rest and sticky. The environment names the forge; the contents
// of the repository do not.
//
// Absent: annotations, which neither shows.
package gitea

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
	"github.com/nexus-ci/nexus-ci/report/publish/sticky"
)

// BodyLimit is the maximum length of a comment: what its oldest databases store, minus room for the tag.
const BodyLimit = 65535 - 256

// maxDescription is the maximum length of the text of a status.
const maxDescription = 140

// actionsUser is the id of the author of comments made with the token of a job, on both forges.
const actionsUser = -2

// Options say which repository, and how to authenticate.
type Options struct {
	APIURL      string // "https://gitea.example/api/v1"
	Repository  string // "owner/name"
	Token       string
	PullRequest int          // of the job, 0 for none
	RunURL      string       // page of the run, empty for none
	Rest        rest.Options // the HTTP client and the clock
}

// A Client calls the API for one repository.
type Client struct {
	*rest.Client
	path, name  string // "repos/owner/name", "owner/name"
	pullRequest int
	runURL      string
}

// New returns a client. It makes no request.
func New(o Options) (*Client, error) {
	owner, name, ok := strings.Cut(o.Repository, "/")
	if !ok || !rest.Plain(owner) || !rest.Plain(name) {
		return nil, fmt.Errorf("repository %q is not of the form owner/name", o.Repository)
	}
	r := o.Rest
	r.Service, r.Token, r.Setting = "Gitea", o.Token, tokenVariable
	r.Header = func(token string) (string, string) { return "Authorization", "token " + token }
	r.Repeatable = func(req *http.Request) bool {
		return req.Method == http.MethodPatch || strings.Contains(req.URL.Path, "/statuses/")
	}
	c, err := rest.New(o.APIURL, r)
	if err != nil {
		return nil, err
	}
	return &Client{c, "repos/" + rest.Segment(owner) + "/" + rest.Segment(name), o.Repository, o.PullRequest, o.RunURL}, nil
}

// A pull holds what is read of a pull request.
type pull struct {
	State     string `json:"state"`
	MergeBase string `json:"merge_base"`
	Base      side   `json:"base"`
	Head      side   `json:"head"`
}

type side struct {
	SHA string `json:"sha"`
}

func (c *Client) pull(ctx context.Context, number int) (*pull, error) {
	var p pull
	_, err := c.Do(ctx, http.MethodGet, fmt.Sprintf("%s/pulls/%d", c.path, number), nil, nil, &p)
	if err != nil {
		return nil, c.Fail(fmt.Sprintf("reading pull request #%d of %s", number, c.name), "the token needs the scope read:repository", err)
	}
	return &p, nil
}

// MergeBase returns the merge base of the pull request of the job, if these are its sides: the
// API has none of any two commits.
func (c *Client) MergeBase(ctx context.Context, base, head string) (string, error) {
	if c.pullRequest > 0 {
		p, err := c.pull(ctx, c.pullRequest)
		if err != nil {
			return "", err
		}
		if p.Base.SHA == base && p.Head.SHA == head && p.MergeBase != "" {
			return p.MergeBase, nil
		}
	}
	return "", fmt.Errorf("the API does not tell the merge base of %.12s and %.12s: check out with fetch-depth: 0", base, head)
}

// PutComment updates the comment on a pull request.
func (c *Client) PutComment(ctx context.Context, want publish.Comment) (publish.Outcome, error) {
	if off, err := sticky.CheckMode(want.Mode); err != nil || off {
		return publish.Outcome{Result: publish.SwitchedOff}, err
	}
	p, err := c.pull(ctx, want.Number)
	switch {
	case err != nil:
		return publish.Outcome{}, err
	case p.State != "open":
		return publish.Outcome{Result: publish.Closed}, nil
	case p.Head.SHA != want.Head:
		return publish.Outcome{Result: publish.HeadMoved}, nil
	}
	return sticky.Put(ctx, &board{c: c, number: want.Number}, sticky.HTML, want)
}

// PutCheckRun sets the status of the commit, without the annotations.
func (c *Client) PutCheckRun(ctx context.Context, run publish.CheckRun) error {
	state := map[string]string{"success": "success", "neutral": "warning", "failure": "failure"}[run.Conclusion]
	status := map[string]string{"context": run.Name, "state": state, "description": rest.Cut(rest.OneLine(run.Title), maxDescription)}
	if c.runURL != "" {
		status["target_url"] = c.runURL
	}
	_, err := c.Do(ctx, http.MethodPost, c.path+"/statuses/"+rest.Segment(run.Head), nil, status, nil)
	if err != nil {
		return c.Fail(fmt.Sprintf("setting the status %q of %.12s", run.Name, run.Head), "the token needs the scope write:repository; that of a pull request from a fork can only read", err)
	}
	return nil
}

// A board is the list of comments on a pull request. It implements sticky.Board.
type board struct {
	c      *Client
	number int
}

type comment struct {
	ID   int64  `json:"id"`
	URL  string `json:"html_url"`
	Body string `json:"body"`
	User user   `json:"user"`
}

type user struct {
	ID int64 `json:"id"`
}

func (c comment) sticky() sticky.Comment {
	return sticky.Comment{ID: c.ID, URL: c.URL, Body: c.Body, Author: strconv.FormatInt(c.User.ID, 10)}
}

// Comments returns all comments, which come in one answer.
func (b *board) Comments(ctx context.Context) ([]sticky.Comment, error) {
	var all []comment
	if _, err := b.c.Do(ctx, http.MethodGet, b.list(), nil, nil, &all); err != nil {
		return nil, err
	}
	out := make([]sticky.Comment, len(all))
	for i, c := range all {
		out[i] = c.sticky()
	}
	return out, nil
}

// Ours reports which comments are of the owner of the token.
func (b *board) Ours(ctx context.Context, comments []sticky.Comment) ([]bool, error) {
	var me user
	_, err := b.c.Do(ctx, http.MethodGet, "user", nil, nil, &me)
	switch rest.Status(err) {
	case http.StatusForbidden, http.StatusNotFound: // the token of a job is of no real user
		me, err = user{ID: actionsUser}, nil
	}
	if err != nil {
		return nil, err
	}
	return sticky.By(strconv.FormatInt(me.ID, 10), comments), nil
}

// Create writes a comment.
func (b *board) Create(ctx context.Context, body string) (sticky.Comment, error) {
	var created comment
	_, err := b.c.Do(ctx, http.MethodPost, b.list(), nil, map[string]string{"body": body}, &created)
	return created.sticky(), err
}

// Edit changes a comment.
func (b *board) Edit(ctx context.Context, c sticky.Comment, body string) error {
	_, err := b.c.Do(ctx, http.MethodPatch, b.one(c), nil, map[string]string{"body": body}, nil)
	return err
}

// Delete deletes a comment.
func (b *board) Delete(ctx context.Context, c sticky.Comment) error {
	_, err := b.c.Do(ctx, http.MethodDelete, b.one(c), nil, nil, nil)
	return err
}

func (b *board) list() string { return fmt.Sprintf("%s/issues/%d/comments", b.c.path, b.number) }

func (b *board) one(c sticky.Comment) string {
	return fmt.Sprintf("%s/issues/comments/%d", b.c.path, c.ID)
}

// Pause waits.
func (b *board) Pause(ctx context.Context, d time.Duration) error { return b.c.Pause(ctx, d) }

// Fail returns an error for the user.
func (b *board) Fail(err error) error {
	what := fmt.Sprintf("commenting on pull request #%d of %s", b.number, b.c.name)
	return b.c.Fail(what, "the token needs the scopes write:issue and read:user; that of a pull request from a fork can only read", err)
}
