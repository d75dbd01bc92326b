package github_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nexus-ci/nexus-ci/report/github"
	"github.com/nexus-ci/nexus-ci/report/github/githubtest"
	"github.com/nexus-ci/nexus-ci/report/publish"
)

const (
	base  = "ba5eba5eba5eba5eba5eba5eba5eba5eba5eba5e"
	head  = "4ead4ead4ead4ead4ead4ead4ead4ead4ead4ead"
	other = "07e407e407e407e407e407e407e407e407e407e4"
)

// A forge is a fake GitHub with one open pull request, #7, and a client of it that does
// not sleep.
type forge struct {
	*githubtest.Server
	client  *github.Client
	threads bool
	now     time.Time
	slept   []time.Duration
}

func start(t *testing.T, o githubtest.Options) *forge {
	t.Helper()
	f := &forge{Server: githubtest.New(t, o), now: time.Unix(1_700_000_000, 0)}
	f.SetPullRequest(githubtest.PullRequest{
		Number: 7, Base: githubtest.Branch{Ref: "main", SHA: base}, Head: githubtest.Branch{Ref: "topic", SHA: head},
	})
	// A connection that is kept is asked again by net/http itself when it breaks.
	f.client = f.connect(t, &http.Transport{DisableKeepAlives: true})
	return f
}

func (f *forge) connect(t *testing.T, transport http.RoundTripper) *github.Client {
	t.Helper()
	client, err := github.New(github.Options{
		APIURL: f.URL, Repository: f.Repository, Token: f.Token, Threads: f.threads,
		HTTP: &http.Client{Transport: transport},
		Now:  func() time.Time { return f.now },
		Sleep: func(ctx context.Context, d time.Duration) error {
			f.slept = append(f.slept, d)
			f.now = f.now.Add(d)
			return ctx.Err()
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// comment is what a run has to tell.
func comment(run int64, text string) publish.Comment {
	return publish.Comment{
		Number: 7, Head: head, Order: publish.Order{Run: run, Attempt: 1}, Mode: publish.Changes, Worth: true,
		Body: func(string) (string, error) { return text, nil },
	}
}

func (f *forge) put(t *testing.T, c publish.Comment) publish.Result {
	t.Helper()
	outcome, err := f.client.PutComment(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return outcome.Result
}

// texts returns the comments on the pull request without their tags.
func (f *forge) texts() []string {
	var out []string
	for _, c := range f.Comments(7) {
		text := c.Body
		if first, rest, _ := strings.Cut(c.Body, "\n"); strings.HasPrefix(first, "<!-- nexus-ci/comment ") {
			text = rest
		}
		out = append(out, text)
	}
	return out
}

func (f *forge) wantTexts(t *testing.T, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, f.texts(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("comments (-want +got):\n%s", diff)
	}
}

func (f *forge) wantWrites(t *testing.T, want ...string) {
	t.Helper()
	got := f.Writes()
	for i := range got {
		got[i] = strings.ReplaceAll(got[i], "/repos/octo/app/", "")
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("writes (-want +got):\n%s", diff)
	}
}

func want(t *testing.T, got, want publish.Result) {
	t.Helper()
	if got != want {
		t.Errorf("result %q, want %q", got, want)
	}
}

func TestFirstRunCreates(t *testing.T) {
	f := start(t, githubtest.Options{})
	outcome, err := f.client.PutComment(t.Context(), comment(1, "one"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(publish.Outcome{Result: publish.Created, URL: "https://github.com/octo/app/pull/7#issuecomment-1001"}, outcome); diff != "" {
		t.Errorf("outcome (-want +got):\n%s", diff)
	}
	body := f.Comments(7)[0].Body
	if want := "<!-- nexus-ci/comment v1 run=1 attempt=1 head=" + head + " -->\none"; body != want {
		t.Errorf("body %q, want %q", body, want)
	}
	f.wantWrites(t, "POST issues/7/comments")
}

func TestSecondRunEdits(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.put(t, comment(1, "one\r\n"))
	second := comment(2, "")
	var previous []string
	second.Body = func(p string) (string, error) {
		previous = append(previous, p)
		return "two", nil
	}
	want(t, f.put(t, second), publish.Updated)
	f.wantTexts(t, "two")
	f.wantWrites(t, "POST issues/7/comments", "PATCH issues/comments/1001")
	if diff := cmp.Diff([]string{"one"}, previous); diff != "" {
		t.Errorf("previous (-want +got):\n%s", diff)
	}
}

func TestEqualRunWritesNothing(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.put(t, comment(1, "one"))
	want(t, f.put(t, comment(2, "one\n")), publish.Unchanged)
	f.wantWrites(t, "POST issues/7/comments")

	// The editor of a browser changes line ends.
	f = start(t, githubtest.Options{})
	f.put(t, comment(1, "one\ntwo"))
	f.ChangeComment(1001, func(c *githubtest.Comment) bool {
		c.Body = strings.ReplaceAll(c.Body, "\n", "\r\n")
		return true
	})
	want(t, f.put(t, comment(2, "one\ntwo")), publish.Unchanged)
}

func TestOlderRunLoses(t *testing.T) {
	f := start(t, githubtest.Options{})
	newer := comment(20, "new")
	newer.Order.Attempt = 2
	f.put(t, newer)
	for _, order := range []publish.Order{{Run: 19, Attempt: 9}, {Run: 20, Attempt: 1}, {Run: 3, Attempt: 1}} {
		old := comment(0, "old")
		old.Order = order
		want(t, f.put(t, old), publish.Superseded)
	}
	f.wantTexts(t, "new")
	f.wantWrites(t, "POST issues/7/comments")
}

// A run that has no number, outside of a job, writes; so does one that meets a tag of
// another version, which it cannot compare with its own.
func TestUnknownOrderWrites(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.AddComment(7, githubtest.ActionsBot, "<!-- nexus-ci/comment v9 run=99 attempt=1 head= -->\nfrom the future")
	want(t, f.put(t, comment(5, "five")), publish.Updated)
	unordered := comment(0, "none")
	unordered.Order = publish.Order{}
	want(t, f.put(t, unordered), publish.Updated)
	want(t, f.put(t, comment(1, "one")), publish.Updated)
	f.wantTexts(t, "one")
}

func TestManyCommentsArePaged(t *testing.T) {
	for _, at := range []int{0, 99, 100, 199, 249} {
		f := start(t, githubtest.Options{})
		for i := range 250 {
			if i == at {
				f.put(t, comment(1, "one"))
			}
			f.AddComment(7, "mona", fmt.Sprintf("chat %d", i))
		}
		want(t, f.put(t, comment(2, "two")), publish.Updated)
		if got := f.texts(); len(got) != 251 || got[at] != "two" {
			t.Errorf("%d comments, the one at %d is %q", len(got), at, got[at])
		}
	}
}

func TestModes(t *testing.T) {
	nothing := comment(1, "nothing")
	nothing.Worth = false

	f := start(t, githubtest.Options{})
	want(t, f.put(t, nothing), publish.Silent)
	f.wantTexts(t)

	off := comment(1, "off")
	off.Mode = publish.Off
	asked := len(f.Requests())
	want(t, f.put(t, off), publish.SwitchedOff)
	if n := len(f.Requests()) - asked; n != 0 {
		t.Errorf("a comment that is off makes %d requests", n)
	}

	always := nothing
	always.Mode = publish.Always
	want(t, f.put(t, always), publish.Created)

	// An earlier comment is brought up to date.
	f = start(t, githubtest.Options{})
	f.put(t, comment(1, "something"))
	nothing.Order.Run = 2
	want(t, f.put(t, nothing), publish.Updated)
	f.wantTexts(t, "nothing")

	wrong := comment(3, "")
	wrong.Mode = "sometimes"
	if _, err := f.client.PutComment(t.Context(), wrong); err == nil || err.Error() != `comment mode "sometimes" is not always, changes or off` {
		t.Errorf("error %v", err)
	}
}

func TestForeignCommentIsNeverTouched(t *testing.T) {
	tag := "<!-- nexus-ci/comment v1 run=1 attempt=1 head=" + head + " -->\n"
	for _, o := range []githubtest.Options{{}, {Login: "robot"}, {Login: "our-app[bot]"}} {
		for _, graphql := range []bool{true, false} {
			if !graphql && o.Login == "our-app[bot]" {
				continue // nothing tells who that is
			}
			f := start(t, o)
			if !graphql {
				f.Fail(githubtest.Fault{Request: "POST /graphql", Status: http.StatusForbidden, Message: "no GraphQL here"})
			}
			author := o.Login
			if author == "" {
				author = githubtest.ActionsBot
			}
			foreign := []string{"mona", "github-actions", "robot-2", "our-app"}
			for _, login := range foreign {
				f.AddComment(7, login, tag+"of "+login)
			}
			// What others quote does not begin with a tag.
			f.AddComment(7, author, "> quoted\n"+tag+"quoted")

			want(t, f.put(t, comment(2, "two")), publish.Created)
			want(t, f.put(t, comment(3, "three")), publish.Updated)
			got := f.texts()
			for i, login := range foreign {
				if got[i] != "of "+login {
					t.Errorf("token of %q: the comment of %s is %q", o.Login, login, got[i])
				}
			}
			if len(got) != len(foreign)+2 || got[len(got)-1] != "three" {
				t.Errorf("token of %q: comments %q", o.Login, got)
			}
		}
	}
}

func hide(c *githubtest.Comment) bool {
	c.Minimized = true
	return true
}

func TestMinimizedCommentIsLeftAlone(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.put(t, comment(1, "one"))
	f.ChangeComment(f.Comments(7)[0].ID, hide)
	want(t, f.put(t, comment(2, "two")), publish.Created)
	want(t, f.put(t, comment(3, "three")), publish.Updated)
	f.wantTexts(t, "one", "three")

	// Where that cannot be asked, a comment of ours is one to edit.
	f = start(t, githubtest.Options{})
	f.put(t, comment(1, "one"))
	f.ChangeComment(f.Comments(7)[0].ID, hide)
	f.Fail(githubtest.Fault{Request: "POST /graphql", Status: http.StatusNotFound, Message: "Not Found"})
	want(t, f.put(t, comment(2, "two")), publish.Updated)
	f.wantTexts(t, "two")
}

// Comments that got too many by themselves become one: the oldest stays, so that links
// to it stay right.
func TestSeveralBecomeOne(t *testing.T) {
	f := start(t, githubtest.Options{})
	for i := range 3 {
		f.AddComment(7, githubtest.ActionsBot, fmt.Sprintf("<!-- nexus-ci/comment v1 run=%d attempt=1 head= -->\nrun %d", 3-i, 3-i))
	}
	want(t, f.put(t, comment(9, "nine")), publish.Updated)
	f.wantTexts(t, "nine")
	f.wantWrites(t, "PATCH issues/comments/1001", "DELETE issues/comments/1002", "DELETE issues/comments/1003")

	// A run that is not the newest saves the text of the newest.
	f = start(t, githubtest.Options{})
	f.AddComment(7, githubtest.ActionsBot, "<!-- nexus-ci/comment v1 run=1 attempt=1 head= -->\none")
	f.AddComment(7, githubtest.ActionsBot, "<!-- nexus-ci/comment v1 run=9 attempt=1 head= -->\nnine")
	f.AddComment(7, githubtest.ActionsBot, "<!-- nexus-ci/comment v1 run=3 attempt=1 head= -->\nthree")
	want(t, f.put(t, comment(5, "five")), publish.Superseded)
	f.wantTexts(t, "nine")
}

// An app whose name nothing tells does not find its own comment in the list, and makes no
// more than one all the same.
func TestUnknownIdentity(t *testing.T) {
	f := start(t, githubtest.Options{Login: "our-app[bot]"})
	f.Fail(githubtest.Fault{Request: "POST /graphql", Status: http.StatusForbidden, Message: "no GraphQL here"})
	want(t, f.put(t, comment(1, "one")), publish.Created)
	f.wantTexts(t, "one")
}

func TestClosedPullRequest(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.SetPullRequest(githubtest.PullRequest{Number: 7, State: "closed", Head: githubtest.Branch{SHA: head}})
	want(t, f.put(t, comment(1, "one")), publish.Closed)
	f.wantWrites(t)
}

func TestHeadMoved(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.SetPullRequest(githubtest.PullRequest{Number: 7, Head: githubtest.Branch{SHA: other}})
	want(t, f.put(t, comment(1, "one")), publish.HeadMoved)
	f.wantWrites(t)
}

func TestForkMayOnlyRead(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.Fail(githubtest.ReadOnly())
	_, err := f.client.PutComment(t.Context(), comment(1, "one"))
	wantError(t, err, `commenting on pull request #7 of octo/app: the token lacks a permission (403 Resource not accessible by integration): `+
		`give the job "permissions: pull-requests: write"; the token of a pull request from a fork can only read`)
	if !errors.Is(err, publish.ErrForbidden) {
		t.Error("the error is not ErrForbidden")
	}
	if len(f.slept) != 0 {
		t.Errorf("waited %v", f.slept)
	}
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("error %v\nwant  %s", err, want)
	}
}

func TestEnterpriseServerBasePath(t *testing.T) {
	f := start(t, githubtest.Options{BasePath: "/api/v3"})
	f.put(t, comment(1, "one"))
	want(t, f.put(t, comment(2, "two")), publish.Updated)
	f.wantTexts(t, "two")
	if got := strings.Join(f.Requests(), "\n"); !strings.Contains(got, "POST /graphql") {
		t.Errorf("GraphQL was not asked:\n%s", got)
	}
}

func TestTextTooLong(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.put(t, comment(1, strings.Repeat("ä", github.BodyLimit)))
	_, err := f.client.PutComment(t.Context(), comment(2, strings.Repeat("x", 65536)))
	wantError(t, err, "commenting on pull request #7 of octo/app: the text is too long for GitHub (422 Validation Failed; body unprocessable body is too long (maximum is 65536 characters))")
}

func TestWrongToken(t *testing.T) {
	f := start(t, githubtest.Options{Token: "right"})
	client, err := github.New(github.Options{APIURL: f.URL, Repository: f.Repository, Token: "ghs_secret\n"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.PutComment(t.Context(), comment(1, "one"))
	if err == nil || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "GitHub does not accept the token (401 Bad credentials): check that GITHUB_TOKEN is set and valid for 127.0.0.1") {
		t.Errorf("error %v", err)
	}
}

func TestRenderingFails(t *testing.T) {
	f := start(t, githubtest.Options{})
	c := comment(1, "")
	c.Body = func(string) (string, error) { return "", errors.New("no words") }
	_, err := f.client.PutComment(t.Context(), c)
	wantError(t, err, "commenting on pull request #7 of octo/app: no words")
}
