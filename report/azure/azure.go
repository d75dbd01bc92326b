// Package azure publishes results to Azure DevOps: it updates one comment thread on a pull
// request with its status, and sets the status of the pull request.
//
// In: the environment of a job of Azure Pipelines for a repository of Azure Repos, and what to
// publish. Out: API calls, log lines that the agent reads, and an Outcome or an error that says in
// one line what failed and what to do next.
//
// Invariants: those of packages rest and sticky. The environment names the forge; the contents
// of the repository do not. Untrusted text cannot start or end a command to the agent.
package azure

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
	"github.com/nexus-ci/nexus-ci/report/publish/sticky"
)

// BodyLimit is the maximum length of a comment. Azure DevOps takes 150,000 characters.
const BodyLimit = 100_000

// maxDescription is the maximum length of the text of a status.
const maxDescription = 255

// need says which rights the token has to have.
const need = `give the build service of the project the permission "Contribute to pull requests" in the security settings of the repository; builds of forks can only read`

// Options say which repository, and how to authenticate.
type Options struct {
	Collection  string // "https://dev.azure.com/organization/"
	Project     string
	Repository  string // id
	Name        string // of the repository
	PullRequest int    // of the job, 0 for none
	BuildURL    string // page of the run, empty for none
	Token       string
	Rest        rest.Options
}

// A Client calls the API for one repository.
type Client struct {
	*rest.Client
	path, pages, buildURL string
	pullRequest           int
}

// New returns a client. It makes no request.
func New(o Options) (*Client, error) {
	if !rest.Plain(strings.ReplaceAll(o.Project, " ", "-")) || !rest.Plain(o.Repository) {
		return nil, fmt.Errorf("repository %q of project %q is not a valid name", o.Repository, o.Project)
	}
	r := o.Rest
	r.Service, r.Token, r.Setting = "Azure DevOps", o.Token, tokenVariable
	r.Repeatable = func(req *http.Request) bool {
		return req.Method == http.MethodPatch || strings.HasSuffix(req.URL.Path, "/statuses")
	}
	c, err := rest.New(o.Collection, r)
	if err != nil {
		return nil, err
	}
	project := rest.Segment(o.Project)
	return &Client{c, project + "/_apis/git/repositories/" + rest.Segment(o.Repository), pages(o.Collection, o.Project, o.Name), o.BuildURL, o.PullRequest}, nil
}

// pages returns the address of the pages of a repository.
func pages(collection, project, name string) string {
	return strings.TrimRight(collection, "/") + "/" + rest.Segment(project) + "/_git/" + rest.Segment(name)
}

// do makes a request with the version of the API, which Azure DevOps Server 2020 has too.
func (c *Client) do(ctx context.Context, method, path string, query url.Values, in, out any) error {
	if query == nil {
		query = url.Values{}
	}
	query.Set("api-version", "6.0")
	_, err := c.Do(ctx, method, path, query, in, out)
	return err
}

// MergeBase returns the best common ancestor of two commits, given by full id.
func (c *Client) MergeBase(ctx context.Context, base, head string) (string, error) {
	var found struct {
		Value []struct {
			CommitID string `json:"commitId"`
		} `json:"value"`
	}
	err := c.do(ctx, http.MethodGet, c.path+"/commits/"+rest.Segment(base)+"/mergebases", url.Values{"otherCommitId": {head}}, nil, &found)
	id := ""
	if len(found.Value) > 0 {
		id = found.Value[0].CommitID
	}
	return c.CommonAncestor(base, head, id, need, err)
}

// PutComment updates the thread on a pull request.
func (c *Client) PutComment(ctx context.Context, want publish.Comment) (publish.Outcome, error) {
	if off, err := sticky.CheckMode(want.Mode); err != nil || off {
		return publish.Outcome{Result: publish.SwitchedOff}, err
	}
	var pull struct {
		Status string `json:"status"`
		Source struct {
			CommitID string `json:"commitId"`
		} `json:"lastMergeSourceCommit"`
	}
	path := fmt.Sprintf("%s/pullRequests/%d", c.path, want.Number)
	err := c.do(ctx, http.MethodGet, path, nil, nil, &pull)
	switch {
	case err != nil:
		return publish.Outcome{}, c.Fail(fmt.Sprintf("reading pull request #%d", want.Number), need, err)
	case pull.Status != "active":
		return publish.Outcome{Result: publish.Closed}, nil
	case pull.Source.CommitID != want.Head:
		return publish.Outcome{Result: publish.HeadMoved}, nil
	}
	b := &board{c: c, path: path + "/threads", page: fmt.Sprintf("%s/pullrequest/%d", c.pages, want.Number), what: fmt.Sprintf("commenting on pull request #%d", want.Number), status: "closed"}
	if want.Open {
		b.status = "active"
	}
	return sticky.Put(ctx, b, sticky.Definition, want)
}

// PutCheckRun sets the status of the pull request, or of the commit if the job is for none. The
// annotations are those of the log.
func (c *Client) PutCheckRun(ctx context.Context, run publish.CheckRun) error {
	status := map[string]any{
		"state": "succeeded", "description": rest.Cut(rest.OneLine(run.Title), maxDescription), "context": map[string]string{"genre": "nexus-ci", "name": run.Name},
	}
	if run.Conclusion == "failure" {
		status["state"] = "failed"
	}
	if c.buildURL != "" {
		status["targetUrl"] = c.buildURL
	}
	path := fmt.Sprintf("%s/pullRequests/%d/statuses", c.path, c.pullRequest)
	if c.pullRequest == 0 {
		path = c.path + "/commits/" + rest.Segment(run.Head) + "/statuses"
	}
	if err := c.do(ctx, http.MethodPost, path, nil, status, nil); err != nil {
		return c.Fail(fmt.Sprintf("setting the status %q of %.12s", run.Name, run.Head), need, err)
	}
	return nil
}

// A board is the list of threads on a pull request, of each the first comment. It implements
// sticky.Board.
type board struct {
	c                        *Client
	path, page, what, status string
}

type thread struct {
	ID        int64     `json:"id"`
	IsDeleted bool      `json:"isDeleted"`
	Comments  []comment `json:"comments"`
}

type comment struct {
	ID        int64    `json:"id"`
	Content   string   `json:"content"`
	IsDeleted bool     `json:"isDeleted"`
	Author    identity `json:"author"`
}

type identity struct {
	ID string `json:"id"`
}

// first is the id of the comment that starts a thread.
const first = 1

func (b *board) comment(t thread) (sticky.Comment, bool) {
	if t.IsDeleted || len(t.Comments) == 0 || t.Comments[0].ID != first || t.Comments[0].IsDeleted {
		return sticky.Comment{}, false
	}
	c := t.Comments[0]
	return sticky.Comment{ID: t.ID, URL: fmt.Sprintf("%s?discussionId=%d", b.page, t.ID), Body: c.Content, Author: strings.ToLower(c.Author.ID)}, true
}

// Comments returns the first comments of all threads, which come in one answer.
func (b *board) Comments(ctx context.Context) ([]sticky.Comment, error) {
	var all struct {
		Value []thread `json:"value"`
	}
	err := b.c.do(ctx, http.MethodGet, b.path, nil, nil, &all)
	var out []sticky.Comment
	for _, t := range all.Value {
		if c, ok := b.comment(t); ok {
			out = append(out, c)
		}
	}
	return out, err
}

// Ours reports which comments are of the identity of the token.
func (b *board) Ours(ctx context.Context, comments []sticky.Comment) ([]bool, error) {
	var connection struct {
		User identity `json:"authenticatedUser"`
	}
	// This operation has no released version.
	_, err := b.c.Do(ctx, http.MethodGet, "_apis/connectionData", nil, nil, &connection)
	if err != nil {
		return nil, err
	}
	return sticky.By(strings.ToLower(connection.User.ID), comments), nil
}

// Create starts a thread.
func (b *board) Create(ctx context.Context, body string) (sticky.Comment, error) {
	var created thread
	err := b.c.do(ctx, http.MethodPost, b.path, nil, map[string]any{
		"status": b.status, "comments": []any{map[string]any{"parentCommentId": 0, "commentType": "text", "content": body}},
	}, &created)
	c, _ := b.comment(created)
	return c, err
}

// Edit changes the comment and the status of its thread.
func (b *board) Edit(ctx context.Context, c sticky.Comment, body string) error {
	err := b.c.do(ctx, http.MethodPatch, b.one(c), nil, map[string]string{"content": body}, nil)
	if err == nil {
		err = b.c.do(ctx, http.MethodPatch, fmt.Sprintf("%s/%d", b.path, c.ID), nil, map[string]string{"status": b.status}, nil)
	}
	return err
}

// Delete deletes the comment, and with it the thread.
func (b *board) Delete(ctx context.Context, c sticky.Comment) error {
	return b.c.do(ctx, http.MethodDelete, b.one(c), nil, nil, nil)
}

func (b *board) one(c sticky.Comment) string {
	return fmt.Sprintf("%s/%d/comments/%d", b.path, c.ID, first)
}

// Pause waits.
func (b *board) Pause(ctx context.Context, d time.Duration) error { return b.c.Pause(ctx, d) }

// Fail returns an error for the user.
func (b *board) Fail(err error) error { return b.c.Fail(b.what, need, err) }
