// Package gitlab publishes results to GitLab: it updates one note on a merge request and sets the
// status of a commit.
//
// In: the environment of a GitLab job, and what to publish. Out: API calls, and an Outcome or an
// error that says in one line what failed and what to do next.
//
// Invariants: those of packages rest and sticky. The environment names the forge; the contents
// of the repository do not. No line of a note starts with a slash, which would be a command.
//
// Absent: annotations, which GitLab takes from the report in its own format, see report/issues.
package gitlab

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
	"github.com/nexus-ci/nexus-ci/report/publish/sticky"
)

// BodyLimit is the maximum length of a note. GitLab takes more, but nobody reads it.
const BodyLimit = 100_000

// maxDescription is the maximum length of the text of a status.
const maxDescription = 255

// need says which rights the token has to have.
const need = `the token needs the scope "api" and the role Developer in the project of the merge request`

// Options say which project, and how to authenticate.
type Options struct {
	APIURL   string // "https://gitlab.example/api/v4"
	Project  int64  // id of that of the merge request
	Pipeline int64  // id, if it is one of that project, else 0
	JobURL   string // page of the job, empty for none
	Token    string
	Rest     rest.Options // the HTTP client and the clock
}

// A Client calls the API for one project.
type Client struct {
	*rest.Client
	path     string // "projects/12"
	pipeline int64
	jobURL   string
}

// New returns a client. It makes no request.
func New(o Options) (*Client, error) {
	r := o.Rest
	r.Service, r.Token, r.Setting = "GitLab", o.Token, tokenVariable
	r.Repeatable = func(req *http.Request) bool { return strings.Contains(req.URL.Path, "/statuses/") }
	c, err := rest.New(o.APIURL, r)
	if err != nil {
		return nil, err
	}
	return &Client{c, "projects/" + strconv.FormatInt(o.Project, 10), o.Pipeline, o.JobURL}, nil
}

// MergeBase returns the best common ancestor of two commits, given by full id.
func (c *Client) MergeBase(ctx context.Context, base, head string) (string, error) {
	var commit struct {
		ID string `json:"id"`
	}
	_, err := c.Do(ctx, http.MethodGet, c.path+"/repository/merge_base", url.Values{"refs[]": {base, head}}, nil, &commit)
	return c.CommonAncestor(base, head, commit.ID, need, err)
}

// PutComment updates the note on a merge request.
func (c *Client) PutComment(ctx context.Context, want publish.Comment) (publish.Outcome, error) {
	if off, err := sticky.CheckMode(want.Mode); err != nil || off {
		return publish.Outcome{Result: publish.SwitchedOff}, err
	}
	b := &board{c: c, path: fmt.Sprintf("%s/merge_requests/%d", c.path, want.Number), what: fmt.Sprintf("commenting on merge request !%d", want.Number)}
	var request struct {
		State string `json:"state"`
		SHA   string `json:"sha"` // of the head
		URL   string `json:"web_url"`
	}
	_, err := c.Do(ctx, http.MethodGet, b.path, nil, nil, &request)
	switch {
	case err != nil:
		return publish.Outcome{}, c.Fail(fmt.Sprintf("reading merge request !%d", want.Number), need, err)
	case request.State != "opened":
		return publish.Outcome{Result: publish.Closed}, nil
	case request.SHA != want.Head:
		return publish.Outcome{Result: publish.HeadMoved}, nil
	}
	b.url = request.URL
	return sticky.Put(ctx, b, sticky.HTML, want)
}

// PutCheckRun sets the status of the commit, without the annotations.
func (c *Client) PutCheckRun(ctx context.Context, run publish.CheckRun) error {
	state := "success"
	if run.Conclusion == "failure" {
		state = "failed"
	}
	status := map[string]any{"name": run.Name, "state": state, "description": rest.Cut(rest.OneLine(run.Title), maxDescription)}
	if c.jobURL != "" {
		status["target_url"] = c.jobURL
	}
	if c.pipeline > 0 {
		status["pipeline_id"] = c.pipeline
	}
	_, err := c.Do(ctx, http.MethodPost, c.path+"/statuses/"+rest.Segment(run.Head), nil, status, nil)
	if err != nil {
		return c.Fail(fmt.Sprintf("setting the status %q of %.12s", run.Name, run.Head), need, err)
	}
	return nil
}

// A board is the list of notes on a merge request. It implements sticky.Board.
type board struct {
	c               *Client
	path, url, what string
}

type note struct {
	ID       int64  `json:"id"`
	Body     string `json:"body"`
	System   bool   `json:"system"`
	Resolved bool   `json:"resolved"`
	Author   user   `json:"author"`
}

type user struct {
	ID int64 `json:"id"`
}

func (b *board) comment(n note) sticky.Comment {
	return sticky.Comment{
		ID: n.ID, URL: fmt.Sprintf("%s#note_%d", b.url, n.ID), Body: n.Body, Author: strconv.FormatInt(n.Author.ID, 10), Hidden: n.Resolved,
	}
}

// Comments returns all notes of people.
func (b *board) Comments(ctx context.Context) ([]sticky.Comment, error) {
	notes, err := rest.Pages(func(page int) ([]note, int, error) {
		var some []note
		query := url.Values{"per_page": {"100"}, "page": {strconv.Itoa(page)}, "order_by": {"created_at"}, "sort": {"asc"}}
		header, err := b.c.Do(ctx, http.MethodGet, b.path+"/notes", query, nil, &some)
		next, _ := strconv.Atoi(header.Get("X-Next-Page"))
		return some, next, err
	})
	var out []sticky.Comment
	for _, n := range notes {
		if !n.System {
			out = append(out, b.comment(n))
		}
	}
	return out, err
}

// Ours reports which notes are of the owner of the token, and not resolved.
func (b *board) Ours(ctx context.Context, comments []sticky.Comment) ([]bool, error) {
	var me user
	if _, err := b.c.Do(ctx, http.MethodGet, "user", nil, nil, &me); err != nil {
		return nil, err
	}
	return sticky.By(strconv.FormatInt(me.ID, 10), comments), nil
}

// Create writes a note.
func (b *board) Create(ctx context.Context, body string) (sticky.Comment, error) {
	var created note
	_, err := b.c.Do(ctx, http.MethodPost, b.path+"/notes", nil, noteOf(body), &created)
	return b.comment(created), err
}

// Edit changes a note.
func (b *board) Edit(ctx context.Context, c sticky.Comment, body string) error {
	_, err := b.c.Do(ctx, http.MethodPut, b.one(c), nil, noteOf(body), nil)
	return err
}

// Delete deletes a note.
func (b *board) Delete(ctx context.Context, c sticky.Comment) error {
	_, err := b.c.Do(ctx, http.MethodDelete, b.one(c), nil, nil, nil)
	return err
}

func (b *board) one(c sticky.Comment) string { return fmt.Sprintf("%s/notes/%d", b.path, c.ID) }

// noteOf returns what a note is written with. A line that starts with a slash is a command.
func noteOf(body string) map[string]string {
	return map[string]string{"body": strings.ReplaceAll("\n"+body, "\n/", "\n&#47;")[1:]}
}

// Pause waits.
func (b *board) Pause(ctx context.Context, d time.Duration) error { return b.c.Pause(ctx, d) }

// Fail returns an error for the user.
func (b *board) Fail(err error) error { return b.c.Fail(b.what, need, err) }
