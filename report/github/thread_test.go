package github_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report/github/githubtest"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/forgetest"
)

// startThreads is start with a client that reads threads.
func startThreads(t *testing.T, o githubtest.Options) *forge {
	f := start(t, o)
	f.threads = true
	f.client = f.connect(t, &http.Transport{DisableKeepAlives: true})
	return f
}

// asked returns the requests since a number of them.
func (f *forge) asked(since int) []string {
	return slices.Clone(f.Requests()[since:])
}

// Nobody else writes: a text costs one query, which has a limit of its own, and one write.
func TestThreadRequests(t *testing.T) {
	f := startThreads(t, githubtest.Options{Login: "our-app[bot]"})
	alone := func(run int64, text string) publish.Comment {
		c := comment(run, text)
		c.Alone = func() bool { return true }
		return c
	}
	for _, step := range []struct {
		comment publish.Comment
		result  publish.Result
		asked   string
	}{
		{alone(1, "one"), publish.Created, "POST /graphql, POST /repos/octo/app/issues/7/comments"},
		{alone(2, "two"), publish.Updated, "POST /graphql, PATCH /repos/octo/app/issues/comments/1001"},
		{alone(3, "two"), publish.Unchanged, "POST /graphql"},
		{alone(1, "old"), publish.Superseded, "POST /graphql"},
		// Who is not alone looks again.
		{comment(4, "four"), publish.Updated, "POST /graphql, PATCH /repos/octo/app/issues/comments/1001, POST /graphql"},
	} {
		before := len(f.Requests())
		outcome, err := f.client.PutComment(t.Context(), step.comment)
		if err != nil || outcome.Result != step.result || outcome.URL != "https://github.com/octo/app/pull/7#issuecomment-1001" {
			t.Errorf("%+v, %v; want %s", outcome, err, step.result)
		}
		if got := strings.Join(f.asked(before), ", "); got != step.asked {
			t.Errorf("%s: asked %s", step.result, got)
		}
	}
	f.wantTexts(t, "four")
}

// Nothing is written to a pull request that was closed, or that has another head.
func TestThreadMoved(t *testing.T) {
	for want, pr := range map[publish.Result]githubtest.PullRequest{
		publish.Closed:    {Number: 7, State: "closed", Head: githubtest.Branch{SHA: head}},
		publish.HeadMoved: {Number: 7, Head: githubtest.Branch{SHA: other}},
	} {
		f := startThreads(t, githubtest.Options{})
		f.SetPullRequest(pr)
		if got := f.put(t, comment(1, "one")); got != want || len(f.Requests()) != 1 {
			t.Errorf("%s, want %s; asked %q", got, want, f.Requests())
		}
		f.wantWrites(t)
	}
}

// In a thread the login of an App lacks its suffix: a user with that login is another one. Comments that
// are hidden stay.
func TestThreadIdentity(t *testing.T) {
	tag := "<!-- nexus-ci/comment v1 run=1 attempt=1 head=" + head + " -->\n"
	for _, login := range []string{"", "robot", "our-app[bot]"} {
		f := startThreads(t, githubtest.Options{Login: login})
		foreign := []string{"mona", "github-actions", "our-app", "robot[bot]", "other[bot]"}
		for _, login := range foreign {
			f.AddComment(7, login, tag+"of "+login)
		}
		want(t, f.put(t, comment(2, "two")), publish.Created)
		own := f.Comments(7)[len(foreign)].ID
		want(t, f.put(t, comment(3, "three")), publish.Updated)
		f.ChangeComment(own, hide)
		want(t, f.put(t, comment(4, "four")), publish.Created)
		want(t, f.put(t, comment(5, "five")), publish.Updated)
		f.wantTexts(t, "of mona", "of github-actions", "of our-app", "of robot[bot]", "of other[bot]", "three", "five")
	}
}

func TestThreadPages(t *testing.T) {
	for _, at := range []int{0, 99, 100, 249} {
		f := startThreads(t, githubtest.Options{})
		for i := range 250 {
			if i == at {
				f.put(t, comment(1, "one"))
			}
			f.AddComment(7, "mona", fmt.Sprintf("chat %d", i))
		}
		before := len(f.Requests())
		want(t, f.put(t, comment(2, "two")), publish.Updated)
		if got := f.texts(); len(got) != 251 || got[at] != "two" {
			t.Errorf("%d comments, the one at %d is %q", len(got), at, got[at])
		}
		if got := f.asked(before); len(got) != 7 {
			t.Errorf("asked %q", got)
		}
	}
}

// Where there is no GraphQL, or it answers something else, the lists of REST are read.
func TestThreadWithoutGraphQL(t *testing.T) {
	for _, fault := range []githubtest.Fault{
		{Status: http.StatusForbidden, Message: "no GraphQL here"},
		{Status: http.StatusNotFound, Message: "Not Found"},
		{Status: http.StatusOK, Message: "Field 'fullDatabaseId' doesn't exist on type 'IssueComment'"},
	} {
		f := startThreads(t, githubtest.Options{})
		fault.Request = "POST /graphql"
		f.Fail(fault)
		want(t, f.put(t, comment(1, "one")), publish.Created)
		want(t, f.put(t, comment(2, "two")), publish.Updated)
		want(t, f.put(t, comment(1, "old")), publish.Superseded)
		f.wantTexts(t, "two")
	}
	// It ends between two looks.
	f := startThreads(t, githubtest.Options{})
	f.put(t, comment(1, "one"))
	asked := 0
	f.Before(func(r *http.Request) {
		if r.URL.Path == "/graphql" {
			if asked++; asked == 2 {
				f.Fail(githubtest.Fault{Request: "POST /graphql", Status: http.StatusForbidden, Message: "over"})
			}
		}
	})
	want(t, f.put(t, comment(2, "two")), publish.Updated)
	f.wantTexts(t, "two")
	// What is wrong is said by REST.
	f = startThreads(t, githubtest.Options{})
	missing := comment(1, "one")
	missing.Number = 8
	if _, err := f.client.PutComment(t.Context(), missing); err == nil || !strings.Contains(err.Error(), "reading pull request #8 of octo/app") {
		t.Error(err)
	}
}

// Whatever the order of the requests of two first runs is, one comment remains, with the text of the
// newer one.
func TestThreadRacingRunsConverge(t *testing.T) {
	const steps = 9
	f := startThreads(t, githubtest.Options{})
	for schedule := range 1 << steps {
		one, two := comment(1, "one"), comment(2, "two")
		one.Number, two.Number = 100+schedule, 100+schedule
		f.SetPullRequest(githubtest.PullRequest{Number: one.Number, Head: githubtest.Branch{SHA: head}})
		results := race(t, f, []publish.Comment{one, two}, forgetest.Schedule(schedule, steps))
		if got := f.Comments(one.Number); len(got) != 1 || !strings.HasSuffix(got[0].Body, "\ntwo") {
			t.Fatalf("order %0*b: comments %v, results %q", steps, schedule, got, results)
		}
	}
}

// An older run that writes over a newer one, since it had looked before, is undone by the newer one's
// second look.
func TestThreadOlderRunWritesLate(t *testing.T) {
	f := startThreads(t, githubtest.Options{})
	f.put(t, comment(1, "one"))
	late := false
	f.Before(func(r *http.Request) {
		if r.URL.Path == "/graphql" && len(f.Writes()) == 2 && !late {
			late = true
			f.ChangeComment(1001, func(c *githubtest.Comment) bool {
				c.Body = "<!-- nexus-ci/comment v1 run=2 attempt=1 head= -->\ntwo"
				return true
			})
		}
	})
	want(t, f.put(t, comment(3, "three")), publish.Updated)
	f.wantTexts(t, "three")
	if !late {
		t.Error("nothing was written late")
	}
}
