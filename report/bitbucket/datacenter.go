package bitbucket

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
	"github.com/nexus-ci/nexus-ci/report/publish/sticky"
)

// dataCenterNeed says which rights the token has to have on Bitbucket Data Center.
const dataCenterNeed = "the HTTP access token needs the permission to write the repository"

// DataCenterOptions say which repository of Bitbucket Data Center, and how to authenticate.
type DataCenterOptions struct {
	URL                 string // of the server: "https://bitbucket.example"
	Project, Repository string // key and slug
	BuildURL            string // page of the run
	Token               string
	Rest                rest.Options
}

// A DataCenter calls the API of Bitbucket Data Center for one repository.
type DataCenter struct {
	*rest.Client
	repository, name, buildURL, pages string
}

// NewDataCenter returns a client. It makes no request.
func NewDataCenter(o DataCenterOptions) (*DataCenter, error) {
	if !rest.Plain(o.Project) || !rest.Plain(o.Repository) {
		return nil, fmt.Errorf("repository %q of project %q is not a valid name", o.Repository, o.Project)
	}
	r := o.Rest
	r.Service, r.Token, r.Setting = "Bitbucket", o.Token, tokenVariable
	r.Repeatable = func(req *http.Request) bool { return strings.HasSuffix(req.URL.Path, "/builds") }
	address := strings.TrimRight(o.URL, "/")
	c, err := rest.New(address+"/rest", r)
	if err != nil {
		return nil, err
	}
	repository := "projects/" + rest.Segment(o.Project) + "/repos/" + rest.Segment(o.Repository)
	return &DataCenter{c, repository, o.Project + "/" + o.Repository, o.BuildURL, address + "/" + repository}, nil
}

// MergeBase returns the best common ancestor of two commits, given by full id.
func (c *DataCenter) MergeBase(ctx context.Context, base, head string) (string, error) {
	var commit struct {
		ID string `json:"id"`
	}
	_, err := c.Do(ctx, http.MethodGet, "api/1.0/"+c.repository+"/commits/"+rest.Segment(base)+"/merge-base", url.Values{"otherCommitId": {head}}, nil, &commit)
	return c.CommonAncestor(base, head, commit.ID, dataCenterNeed, err)
}

// PutComment updates the comment on a pull request.
func (c *DataCenter) PutComment(ctx context.Context, want publish.Comment) (publish.Outcome, error) {
	if off, err := sticky.CheckMode(want.Mode); err != nil || off {
		return publish.Outcome{Result: publish.SwitchedOff}, err
	}
	path := fmt.Sprintf("api/1.0/%s/pull-requests/%d", c.repository, want.Number)
	var pull struct {
		State string `json:"state"`
		From  struct {
			LatestCommit string `json:"latestCommit"`
		} `json:"fromRef"`
	}
	_, err := c.Do(ctx, http.MethodGet, path, nil, nil, &pull)
	switch {
	case err != nil:
		return publish.Outcome{}, c.Fail(fmt.Sprintf("reading pull request #%d of %s", want.Number, c.name), dataCenterNeed, err)
	case pull.State != "OPEN":
		return publish.Outcome{Result: publish.Closed}, nil
	case pull.From.LatestCommit != want.Head:
		return publish.Outcome{Result: publish.HeadMoved}, nil
	}
	what := fmt.Sprintf("commenting on pull request #%d of %s", want.Number, c.name)
	b := &dataCenterBoard{board: board{c.Client, path, what, dataCenterNeed}, page: fmt.Sprintf("%s/pull-requests/%d/overview", c.pages, want.Number)}
	return sticky.Put(ctx, b, sticky.Definition, want)
}

// PutCheckRun sets the build status of the commit and makes a report with annotations.
func (c *DataCenter) PutCheckRun(ctx context.Context, run publish.CheckRun) error {
	commit := c.repository + "/commits/" + rest.Segment(run.Head)
	title := rest.Cut(rest.OneLine(run.Title), maxDetails)
	report := "insights/1.0/" + commit + "/reports/" + reportKey
	found := []map[string]any{}
	for i, a := range annotations(run.Annotations) {
		found = append(found, map[string]any{
			"externalId": fmt.Sprintf("%s-%03d", reportKey, i), "severity": severity(a.Level), "type": "BUG", "path": a.Path, "line": a.Line,
			"message": rest.Cut(rest.OneLine(a.Title)+"\n"+a.Message, maxDetails),
		})
	}
	result := "PASS"
	if run.Conclusion == "failure" {
		result = "FAIL"
	}
	steps := []request{
		{http.MethodPost, "api/1.0/" + commit + "/builds", map[string]any{"key": reportKey, "name": run.Name, "state": state(run.Conclusion), "description": rest.Cut(title, maxDescription), "url": c.buildURL}},
		{http.MethodDelete, report, nil}, // with the annotations of an earlier run
		{http.MethodPut, report, map[string]any{"title": run.Name, "details": title, "reporter": "nexus-ci", "result": result}},
	}
	if len(found) > 0 {
		steps = append(steps, request{http.MethodPost, report + "/annotations", map[string]any{"annotations": found}})
	}
	return send(ctx, c.Client, steps, fmt.Sprintf("writing the status and the report %q of %.12s", run.Name, run.Head), dataCenterNeed)
}

// A dataCenterBoard is the list of comments on a pull request. It implements sticky.Board.
type dataCenterBoard struct {
	board
	page string
	user string // that the last answer was for
}

type dataCenterComment struct {
	ID      int64  `json:"id"`
	Version int    `json:"version"`
	Text    string `json:"text"`
	Author  struct {
		Name string `json:"name"`
	} `json:"author"`
	ThreadResolved bool `json:"threadResolved"`
}

func (b *dataCenterBoard) comment(c dataCenterComment) sticky.Comment {
	return sticky.Comment{
		ID: c.ID, Version: c.Version, URL: fmt.Sprintf("%s?commentId=%d", b.page, c.ID), Body: c.Text, Author: c.Author.Name, Hidden: c.ThreadResolved,
	}
}

// Comments returns the comments on the pull request as a whole, which are among its activities.
func (b *dataCenterBoard) Comments(ctx context.Context) ([]sticky.Comment, error) {
	type activity struct {
		Action        string             `json:"action"`
		CommentAction string             `json:"commentAction"`
		Comment       *dataCenterComment `json:"comment"`
	}
	start := 0
	all, err := rest.Pages(func(page int) ([]activity, int, error) {
		var some struct {
			Values        []activity `json:"values"`
			IsLastPage    bool       `json:"isLastPage"`
			NextPageStart int        `json:"nextPageStart"`
		}
		header, err := b.Do(ctx, http.MethodGet, b.path+"/activities", url.Values{"limit": {"100"}, "start": {strconv.Itoa(start)}}, nil, &some)
		if err != nil {
			return nil, 0, err
		}
		b.user, err = url.QueryUnescape(header.Get("X-AUSERNAME"))
		if err != nil || some.IsLastPage || some.NextPageStart <= start {
			return some.Values, 0, err
		}
		start = some.NextPageStart
		return some.Values, page + 1, nil
	})
	var out []sticky.Comment
	for _, a := range all {
		if a.Action == "COMMENTED" && a.CommentAction == "ADDED" && a.Comment != nil {
			out = append(out, b.comment(*a.Comment))
		}
	}
	return out, err
}

// Ours reports which comments are of the user of the token, whom each answer names, and not
// resolved.
func (b *dataCenterBoard) Ours(_ context.Context, comments []sticky.Comment) ([]bool, error) {
	if b.user == "" {
		return nil, fmt.Errorf("the server does not say whose the token is (X-AUSERNAME): let proxies pass this header")
	}
	return sticky.By(b.user, comments), nil
}

// Create writes a comment.
func (b *dataCenterBoard) Create(ctx context.Context, body string) (sticky.Comment, error) {
	var created dataCenterComment
	_, err := b.Do(ctx, http.MethodPost, b.path+"/comments", nil, map[string]string{"text": body}, &created)
	return b.comment(created), err
}

// Edit changes a comment, unless somebody else has.
func (b *dataCenterBoard) Edit(ctx context.Context, c sticky.Comment, body string) error {
	_, err := b.Do(ctx, http.MethodPut, b.one(c), nil, map[string]any{"text": body, "version": c.Version}, nil)
	return err
}

// Delete deletes a comment, unless somebody else has changed it.
func (b *dataCenterBoard) Delete(ctx context.Context, c sticky.Comment) error {
	_, err := b.Do(ctx, http.MethodDelete, b.one(c), url.Values{"version": {strconv.Itoa(c.Version)}}, nil, nil)
	return err
}
