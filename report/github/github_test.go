package github_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report/github"
	"github.com/nexus-ci/nexus-ci/report/github/githubtest"
	"github.com/nexus-ci/nexus-ci/report/publish"
)

func TestMergeBase(t *testing.T) {
	for _, path := range []string{"", "/api/v3"} {
		f := start(t, githubtest.Options{BasePath: path})
		f.SetMergeBase(base, head, other)
		got, err := f.client.MergeBase(t.Context(), base, head)
		if err != nil || got != other {
			t.Errorf("merge base %q, %v", got, err)
		}
		_, err = f.client.MergeBase(t.Context(), head, base)
		wantError(t, err, "asking for the merge base of 4ead4ead4ead and ba5eba5eba5e: GitHub knows no common ancestor in octo/app (Not Found)")
		if errors.Is(err, publish.ErrForbidden) {
			t.Error("commits without a common ancestor are no lack of rights")
		}
	}
}

func TestPullRequest(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.SetPullRequest(githubtest.PullRequest{
		Number: 8, Draft: true, Author: "hubot", Reviewers: []string{"mona", "lisa"}, ReviewingTeams: []string{"core"},
		Base: githubtest.Branch{Ref: "main", SHA: base}, Head: githubtest.Branch{Ref: "fix/it", SHA: head, Repository: "hubot/app"},
	})
	got, err := f.client.PullRequest(t.Context(), 8)
	if err != nil {
		t.Fatal(err)
	}
	want := &github.PullRequest{
		Number: 8, State: "open", Draft: true, Author: "hubot", Reviewers: []string{"mona", "lisa", "octo/core"},
		Base: github.Commit{Ref: "main", SHA: base, Repository: "octo/app"}, Head: github.Commit{Ref: "fix/it", SHA: head, Repository: "hubot/app"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pull request (-want +got):\n%s", diff)
	}

	_, err = f.client.PullRequest(t.Context(), 9)
	wantError(t, err, `reading pull request #9 of octo/app: the token lacks a permission (404 Not Found): give the job "permissions: pull-requests: read"; the token of a pull request from a fork can only read`)
	if !errors.Is(err, publish.ErrForbidden) {
		t.Error("the error is not ErrForbidden")
	}
}

// The head of a fork among pull requests that have its branch's name, its commit or its
// owner, on the last of several pages.
func TestFindPullRequestOfFork(t *testing.T) {
	f := start(t, githubtest.Options{})
	from := func(number int, repository, branch, sha, state string) {
		f.SetPullRequest(githubtest.PullRequest{
			Number: number, State: state, Base: githubtest.Branch{Ref: "main", SHA: base},
			Head: githubtest.Branch{Ref: branch, SHA: sha, Repository: repository},
		})
	}
	from(101, "mona/app", "patch", head, "open")
	for n := range 250 {
		from(1000+n, "mona/app", "patch", fmt.Sprintf("%040x", n), "open")
	}
	from(2001, "mona/other-app", "patch", head, "open")
	from(2002, "lisa/app", "patch", head, "open")
	from(2003, "mona/app", "other", head, "open")
	from(2004, "mona/app", "closed", other, "closed")

	got, err := f.client.FindPullRequest(t.Context(), "Mona/App", "patch", head)
	if err == nil {
		t.Errorf("an owner of another name has pull request #%d", got.Number)
	}
	got, err = f.client.FindPullRequest(t.Context(), "mona/app", "patch", head)
	if err != nil {
		t.Fatal(err)
	}
	if got.Number != 101 {
		t.Errorf("found #%d, want #101", got.Number)
	}
	_, err = f.client.FindPullRequest(t.Context(), "mona/app", "closed", other)
	wantError(t, err, "finding the pull request of 07e407e407e4 (closed of mona/app): no open pull request has this head; it was closed or has newer commits")
	if !errors.Is(err, publish.ErrNoPullRequest) {
		t.Error("the error is not ErrNoPullRequest")
	}
}

// A name from an event cannot change what is asked, nor spread over lines of the log.
func TestHostileBranch(t *testing.T) {
	f := start(t, githubtest.Options{})
	_, err := f.client.FindPullRequest(t.Context(), "mona/app", "a&state=all#\n::error::\x1b[31m%0a", head)
	wantError(t, err, "finding the pull request of 4ead4ead4ead (a&state=all# ::error:: [31m%0a of mona/app): no open pull request has this head; it was closed or has newer commits")
}

func TestErrorsAreOneLine(t *testing.T) {
	for _, tc := range []struct {
		fault githubtest.Fault
		want  string
	}{
		{githubtest.Fault{Status: http.StatusGone, Message: "Issues are\r\ndisabled \u202efor this repo"},
			"commenting on pull request #7 of octo/app: GitHub rejects the request (410 Issues are disabled for this repo)"},
		{githubtest.Fault{Status: http.StatusForbidden, Message: strings.Repeat("x", 1000)},
			"commenting on pull request #7 of octo/app: the token lacks a permission (403 " + strings.Repeat("x", 300) + `…): give the job "permissions: pull-requests: write"; the token of a pull request from a fork can only read`},
		{githubtest.Fault{Status: http.StatusNotFound},
			`commenting on pull request #7 of octo/app: the token lacks a permission (404 Not Found): give the job "permissions: pull-requests: write"; the token of a pull request from a fork can only read`},
	} {
		f := start(t, githubtest.Options{})
		tc.fault.Request = "write"
		f.Fail(tc.fault)
		_, err := f.client.PutComment(t.Context(), comment(1, "one"))
		wantError(t, err, tc.want)
	}
}
