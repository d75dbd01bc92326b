package bitbucket

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
	"github.com/nexus-ci/nexus-ci/report/publish/sticky"
)

// cloudNeed says which rights the token has to have on Bitbucket Cloud.
const cloudNeed = "the token needs the scopes to write pull requests (pullrequest:write) and repositories (repository:write)"

// CloudOptions say which repository of Bitbucket Cloud, and how to authenticate.
type CloudOptions struct {
	APIURL     string // "https://api.bitbucket.org/2.0"
	Repository string // "workspace/name"
	BuildURL   string // page of the run
	Token      string
	User       string // of an API token, empty for an access token
	Account    string // UUID of the account of the token, empty to ask for it
	Rest       rest.Options
}

// A Cloud calls the API of Bitbucket Cloud for one repository.
type Cloud struct {
	*rest.Client
	path, name, buildURL, account string
}

// NewCloud returns a client. It makes no request.
func NewCloud(o CloudOptions) (*Cloud, error) {
	workspace, name, ok := strings.Cut(o.Repository, "/")
	if !ok || !rest.Plain(workspace) || !rest.Plain(name) {
		return nil, fmt.Errorf("repository %q is not of the form workspace/name", o.Repository)
	}
	r := o.Rest
	r.Service, r.Token, r.Setting = "Bitbucket", o.Token, tokenVariable
	if user := strings.TrimSpace(o.User); user != "" {
		r.Header = func(token string) (string, string) {
			return "Authorization", "Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+token))
		}
	}
	// A status is replaced by its key, annotations by their ids.
	r.Repeatable = func(req *http.Request) bool {
		return strings.HasSuffix(req.URL.Path, "/statuses/build") || strings.HasSuffix(req.URL.Path, "/annotations")
	}
	c, err := rest.New(o.APIURL, r)
	if err != nil {
		return nil, err
	}
	return &Cloud{c, "repositories/" + rest.Segment(workspace) + "/" + rest.Segment(name), o.Repository, o.BuildURL, o.Account}, nil
}

// MergeBase returns the best common ancestor of two commits.
func (c *Cloud) MergeBase(ctx context.Context, base, head string) (string, error) {
	var commit struct {
		Hash string `json:"hash"`
	}
	_, err := c.Do(ctx, http.MethodGet, c.path+"/merge-base/"+rest.Segment(base+".."+head), nil, nil, &commit)
	return c.CommonAncestor(base, head, commit.Hash, cloudNeed, err)
}

// PutComment updates the comment on a pull request.
func (c *Cloud) PutComment(ctx context.Context, want publish.Comment) (publish.Outcome, error) {
	if off, err := sticky.CheckMode(want.Mode); err != nil || off {
		return publish.Outcome{Result: publish.SwitchedOff}, err
	}
	path := fmt.Sprintf("%s/pullrequests/%d", c.path, want.Number)
	var pull struct {
		State  string `json:"state"`
		Source struct {
			Commit struct {
				Hash string `json:"hash"` // 12 digits
			} `json:"commit"`
		} `json:"source"`
	}
	_, err := c.Do(ctx, http.MethodGet, path, nil, nil, &pull)
	switch {
	case err != nil:
		return publish.Outcome{}, c.Fail(fmt.Sprintf("reading pull request #%d of %s", want.Number, c.name), cloudNeed, err)
	case pull.State != "OPEN":
		return publish.Outcome{Result: publish.Closed}, nil
	case !same(pull.Source.Commit.Hash, want.Head):
		return publish.Outcome{Result: publish.HeadMoved}, nil
	}
	what := fmt.Sprintf("commenting on pull request #%d of %s", want.Number, c.name)
	return sticky.Put(ctx, &cloudBoard{board{c.Client, path, what, cloudNeed}, c.account}, sticky.Definition, want)
}

// same reports whether two ids, of which one may be short, are of one commit.
func same(short, id string) bool { return len(short) >= 7 && strings.HasPrefix(id, short) }

// PutCheckRun sets the build status of the commit and makes a report with annotations.
func (c *Cloud) PutCheckRun(ctx context.Context, run publish.CheckRun) error {
	commit := c.path + "/commit/" + rest.Segment(run.Head)
	title := rest.Cut(rest.OneLine(run.Title), maxDetails)
	report := commit + "/reports/" + reportKey
	var found []map[string]any
	for i, a := range annotations(run.Annotations) {
		found = append(found, map[string]any{
			"external_id": fmt.Sprintf("%s-%03d", reportKey, i), "annotation_type": "BUG", "severity": severity(a.Level), "path": a.Path, "line": a.Line,
			"summary": rest.Cut(rest.OneLine(a.Title), maxSummary), "details": rest.Cut(a.Message, maxDetails),
		})
	}
	steps := []request{
		{http.MethodPost, commit + "/statuses/build", map[string]any{"key": reportKey, "name": run.Name, "state": state(run.Conclusion), "description": rest.Cut(title, maxDescription), "url": c.buildURL}},
		{http.MethodDelete, report, nil}, // with the annotations of an earlier run
		{http.MethodPut, report, map[string]any{"title": run.Name, "details": title, "reporter": "nexus-ci", "report_type": "BUG", "result": map[string]string{"SUCCESSFUL": "PASSED", "FAILED": "FAILED"}[state(run.Conclusion)]}},
	}
	for from := 0; from < len(found); from += 100 {
		steps = append(steps, request{http.MethodPost, report + "/annotations", found[from:min(from+100, len(found))]})
	}
	return send(ctx, c.Client, steps, fmt.Sprintf("writing the status and the report %q of %.12s", run.Name, run.Head), cloudNeed)
}

// A cloudBoard is the list of comments on a pull request. It implements sticky.Board.
type cloudBoard struct {
	board
	account string
}

type cloudComment struct {
	ID      int64 `json:"id"`
	Content struct {
		Raw string `json:"raw"`
	} `json:"content"`
	User       cloudUser `json:"user"`
	Deleted    bool      `json:"deleted"`
	Resolution *struct{} `json:"resolution"`
	Links      struct {
		HTML struct {
			Href string `json:"href"`
		} `json:"html"`
	} `json:"links"`
}

type cloudUser struct {
	UUID string `json:"uuid"`
}

func (c cloudComment) sticky() sticky.Comment {
	return sticky.Comment{ID: c.ID, URL: c.Links.HTML.Href, Body: c.Content.Raw, Author: c.User.UUID, Hidden: c.Resolution != nil}
}

// Comments returns all comments that are not deleted.
func (b *cloudBoard) Comments(ctx context.Context) ([]sticky.Comment, error) {
	all, err := rest.Pages(func(page int) ([]cloudComment, int, error) {
		var some struct {
			Values []cloudComment `json:"values"`
			Next   string         `json:"next"` // its address is not used
		}
		_, err := b.Do(ctx, http.MethodGet, b.path+"/comments", url.Values{"pagelen": {"100"}, "page": {strconv.Itoa(page)}}, nil, &some)
		if some.Next == "" {
			return some.Values, 0, err
		}
		return some.Values, page + 1, err
	})
	var out []sticky.Comment
	for _, c := range all {
		if !c.Deleted {
			out = append(out, c.sticky())
		}
	}
	return out, err
}

// Ours reports which comments are of the account of the token, and not resolved. An access token
// may not ask which that is.
func (b *cloudBoard) Ours(ctx context.Context, comments []sticky.Comment) ([]bool, error) {
	if b.account == "" {
		var me cloudUser
		if _, err := b.Do(ctx, http.MethodGet, "user", nil, nil, &me); err != nil {
			b.need = fmt.Sprintf("the token may not read its own account, so nobody knows which comments are its own: set %s to the UUID of the account, or take an API token with the scope read:user:bitbucket and %s", accountVariable, userVariable)
			return nil, err
		}
		b.account = me.UUID
	}
	return sticky.By(b.account, comments), nil
}

func raw(body string) map[string]any {
	return map[string]any{"content": map[string]string{"raw": body}}
}

// Create writes a comment.
func (b *cloudBoard) Create(ctx context.Context, body string) (sticky.Comment, error) {
	var created cloudComment
	_, err := b.Do(ctx, http.MethodPost, b.path+"/comments", nil, raw(body), &created)
	return created.sticky(), err
}

// Edit changes a comment.
func (b *cloudBoard) Edit(ctx context.Context, c sticky.Comment, body string) error {
	_, err := b.Do(ctx, http.MethodPut, b.one(c), nil, raw(body), nil)
	return err
}

// Delete deletes a comment.
func (b *cloudBoard) Delete(ctx context.Context, c sticky.Comment) error {
	_, err := b.Do(ctx, http.MethodDelete, b.one(c), nil, nil, nil)
	return err
}
