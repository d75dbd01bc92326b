package github_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/nexus-ci/nexus-ci/report/github/githubtest"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/forgetest"
)

// race lets runs go in the order that choose says (forgetest.Race), and returns their results.
func race(t *testing.T, f *forge, comments []publish.Comment, choose func(n int) int) []publish.Result {
	t.Helper()
	results := make([]publish.Result, len(comments))
	forgetest.Race(f, len(comments), func(i int, transport http.RoundTripper) func() {
		client := f.connect(t, transport)
		return func() {
			outcome, err := client.PutComment(t.Context(), comments[i])
			if err != nil {
				t.Error(err)
			}
			results[i] = outcome.Result
		}
	}, choose)
	return results
}

// Whatever the order of the requests of two first runs is, one comment remains, with the
// text of the newer one.
func TestRacingRunsConverge(t *testing.T) {
	const steps = 9 // that are chosen in every way; after them, both go in turn
	f := start(t, githubtest.Options{})
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

// Three runs at once, each of which lists before any creates.
func TestThreeRacingRunsConverge(t *testing.T) {
	for _, order := range [][]int64{{1, 2, 3}, {3, 2, 1}, {2, 3, 1}, {2, 1, 3}} {
		f := start(t, githubtest.Options{})
		var comments []publish.Comment
		for _, n := range order {
			comments = append(comments, comment(n, fmt.Sprint("run ", n)))
		}
		step := 0
		results := race(t, f, comments, func(n int) int { step++; return (step - 1) % n })
		if got := f.texts(); len(got) != 1 || got[0] != "run 3" {
			t.Errorf("order %v: comments %q, results %q", order, got, results)
		}
	}
}

// The same over real connections: both have seen that there is no comment before either
// creates one.
func TestRacingConnectionsConverge(t *testing.T) {
	f := start(t, githubtest.Options{})
	var listed sync.WaitGroup
	listed.Add(2)
	f.Before(func(r *http.Request) {
		if r.Method == http.MethodPost && r.URL.Path != "/graphql" {
			listed.Done()
			listed.Wait()
		}
	})
	var runs sync.WaitGroup
	for n := range int64(2) {
		client := f.connect(t, &http.Transport{DisableKeepAlives: true})
		runs.Go(func() {
			if _, err := client.PutComment(t.Context(), comment(n+1, fmt.Sprint("run ", n+1))); err != nil {
				t.Error(err)
			}
		})
	}
	runs.Wait()
	f.wantTexts(t, "run 2")
}

// An older run that writes over a newer one, since it had looked before, is undone by the
// newer one's second look.
func TestOlderRunWritesLate(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.put(t, comment(1, "one"))
	late := false
	f.Before(func(r *http.Request) {
		if r.Method == http.MethodGet && len(f.Writes()) == 2 && !late {
			late = true
			f.ChangeComment(1001, func(c *githubtest.Comment) bool {
				c.Body = "<!-- nexus-ci/comment v1 run=2 attempt=1 head= -->\ntwo"
				return true
			})
		}
	})
	want(t, f.put(t, comment(3, "three")), publish.Updated)
	f.wantTexts(t, "three")
}

// Somebody deletes the comment between the look and the edit.
func TestCommentVanishes(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.put(t, comment(1, "one"))
	f.Before(func(r *http.Request) {
		if r.Method == http.MethodPatch {
			f.ChangeComment(1001, func(*githubtest.Comment) bool { return false })
		}
	})
	want(t, f.put(t, comment(2, "two")), publish.Created)
	f.wantTexts(t, "two")
}

// A list does not always lack what was deleted just before.
func TestDeletedCommentsAreListed(t *testing.T) {
	f := start(t, githubtest.Options{})
	f.AddComment(7, githubtest.ActionsBot, "<!-- nexus-ci/comment v1 run=1 attempt=1 head= -->\na")
	f.AddComment(7, githubtest.ActionsBot, "<!-- nexus-ci/comment v1 run=1 attempt=1 head= -->\nb")
	var stale []byte
	lists := 0
	client := f.connect(t, roundTripper(func(req *http.Request) (*http.Response, error) {
		resp, err := forgetest.Direct{To: f}.RoundTrip(req)
		if req.Method == http.MethodGet && req.URL.Path == "/repos/octo/app/issues/7/comments" {
			switch lists++; lists {
			case 1:
				if stale, err = io.ReadAll(resp.Body); err != nil {
					return nil, err
				}
				fallthrough
			case 2:
				resp.Body = io.NopCloser(bytes.NewReader(stale))
			}
		}
		return resp, err
	}))
	if _, err := client.PutComment(t.Context(), comment(2, "two")); err != nil {
		t.Fatal(err)
	}
	f.wantTexts(t, "two")
	f.wantWrites(t, "PATCH issues/comments/1001", "DELETE issues/comments/1002", "PATCH issues/comments/1001")
}

// A list does not always have what was created just before.
func TestListLagsBehind(t *testing.T) {
	f := start(t, githubtest.Options{})
	empty := 0
	client := f.connect(t, roundTripper(func(req *http.Request) (*http.Response, error) {
		resp, err := forgetest.Direct{To: f}.RoundTrip(req)
		if req.Method == http.MethodGet && req.URL.Path == "/repos/octo/app/issues/7/comments" && empty < 3 {
			empty++
			resp.Body = io.NopCloser(strings.NewReader("[]"))
		}
		return resp, err
	}))
	outcome, err := client.PutComment(t.Context(), comment(1, "one"))
	if err != nil {
		t.Fatal(err)
	}
	want(t, outcome.Result, publish.Created)
	f.wantWrites(t, "POST issues/7/comments")
}
