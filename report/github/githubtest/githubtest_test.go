package githubtest_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report/github/githubtest"
)

const (
	query  = `{"query": "query($ids: [ID!]!) { viewer { login } nodes(ids: $ids) { ... on IssueComment { isMinimized } } }", "variables": {"ids": ["IC_1"]}}`
	thread = `{"query": "query($owner: String!, $name: String!, $number: Int!, $after: String) { viewer { login } repository(owner: $owner, name: $name) { pullRequest(number: $number) { state headRefOid comments(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { fullDatabaseId id url body isMinimized author { __typename login } } } } } }", "variables": {"owner": "octo", "name": "app", "number": 7}}`
	create = `{"name": "n", "head_sha": "abc", "status": "completed", "conclusion": "neutral", "output": {"title": "t", "summary": "s", "annotations": [%s]}}`
	note   = `{"path": "a.go", "start_line": 1, "end_line": 1, "annotation_level": "warning", "message": "m"}`
)

func ask(t *testing.T, s *githubtest.Server, method, path, body string, header map[string]string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"Bearer " + s.Token}, "User-Agent": {"test"}, "X-Github-Api-Version": {"2022-11-28"}}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for name, value := range header {
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(answer)
}

// Each request is answered as it stands, and rejected with each of its mutations.
func TestWrongRequestsAreRejected(t *testing.T) {
	type wrong struct {
		method, path, body string // empty: as in the right one
		header             map[string]string
		because            string
	}
	for _, right := range []struct {
		method, path, body string
		status             int
		wrong              []wrong
	}{
		{"GET", "/repos/octo/app/pulls/7", "", 200, []wrong{
			{path: "/repos/octo/app/pull/7", because: "no matching operation"},
			{path: "/repos/octo/app/pulls/seven", because: `parameter "pull_number" in path has an error`},
			{path: "/repos/octo/app/pulls/7/", because: "no matching operation"},
			{path: "/repos/octo/app/pulls/7?full=true", because: `unknown query parameter "full"`},
			{method: "PUT", because: "no matching operation"},
			{body: "{}", because: "a body where none belongs"},
			{header: map[string]string{"User-Agent": ""}, because: "no User-Agent"},
			{header: map[string]string{"X-GitHub-Api-Version": "2021-01-01"}, because: `X-GitHub-Api-Version "2021-01-01"`},
		}},
		{"GET", "/repos/octo/app/pulls?state=open&head=mona:patch&per_page=100&page=1", "", 200, []wrong{
			{path: "/repos/octo/app/pulls?state=opened", because: `parameter "state" in query has an error`},
			{path: "/repos/octo/app/pulls?head_sha=abc", because: `unknown query parameter "head_sha"`},
			{path: "/repos/octo/app/pulls?per_page=101", because: "per_page 101 is more than 100"},
			{path: "/repos/octo/app/pulls?per_page=1000", because: "per_page 1000 is more than 100"},
			{path: "/repos/octo/app/pulls?page=last", because: `parameter "page" in query has an error`},
		}},
		{"POST", "/repos/octo/app/issues/7/comments", `{"body": "text"}`, 201, []wrong{
			{body: `{}`, because: `property "body" is missing`},
			{body: `{"body": 1}`, because: `value must be a string`},
			{body: `{"text": "text"}`, because: `property "text" is unsupported`},
			{body: `{"body": "text", "in_reply_to": 5}`, because: `property "in_reply_to" is unsupported`},
			{body: `{"body": "text"`, because: "request body has an error"},
			{path: "/repos/octo/app/pulls/7/comments", because: "no matching operation"},
			{method: "PATCH", because: "no matching operation"},
			{header: map[string]string{"Content-Type": "text/plain"}, because: "text/plain"},
		}},
		{"PATCH", "/repos/octo/app/issues/comments/1001", `{"body": "text"}`, 200, []wrong{
			{path: "/repos/octo/app/issues/7/comments/1001", because: "no matching operation"},
			{path: "/repos/octo/app/issues/comments/IC_1001", because: `parameter "comment_id" in path has an error`},
			{body: `{"body": null}`, because: "Value is not nullable"},
			{method: "POST", because: "no matching operation"},
		}},
		{"POST", "/repos/octo/app/check-runs", fmt.Sprintf(create, note), 201, []wrong{
			{body: fmt.Sprintf(create, strings.Repeat(note+",", 50)+note), because: "maximum number of items is 50"},
			{body: fmt.Sprintf(create, strings.Replace(note, "warning", "error", 1)), because: "value is not one of the allowed values"},
			{body: fmt.Sprintf(create, strings.Replace(note, `"message"`, `"msg"`, 1)), because: `property "msg" is unsupported`},
			{body: fmt.Sprintf(create, strings.Replace(note, `"end_line": 1, `, "", 1)), because: `property "end_line" is missing`},
			{body: fmt.Sprintf(create, strings.Replace(note, `1,`, `"1",`, 1)), because: "value must be an integer"},
			{body: strings.Replace(fmt.Sprintf(create, note), "neutral", "ok", 1), because: "value is not one of the allowed values"},
			{body: strings.Replace(fmt.Sprintf(create, note), `"summary": "s", `, "", 1), because: `property "summary" is missing`},
			{body: strings.Replace(fmt.Sprintf(create, note), `"s"`, `"`+strings.Repeat("s", 65536)+`"`, 1), because: "maximum string length is 65535"},
			{body: strings.Replace(fmt.Sprintf(create, note), `"head_sha"`, `"sha"`, 1), because: `property "sha" is unsupported`},
		}},
		{"GET", "/repos/octo/app/commits/abc/check-runs?check_name=n&filter=latest", "", 200, []wrong{
			{path: "/repos/octo/app/commits/abc/check-runs?filter=newest", because: `parameter "filter" in query has an error`},
			{path: "/repos/octo/app/commits/abc/check-runs?name=n", because: `unknown query parameter "name"`},
		}},
		{"GET", "/repos/octo/app/compare/a...b?per_page=1", "", 200, []wrong{
			{path: "/repos/octo/app/compare/a/b", because: "no matching operation"},
			{path: "/repos/octo/app/compare", because: `parameter "basehead" in path has an error`},
		}},
		{"POST", "/graphql", query, 200, []wrong{
			{body: strings.Replace(query, "isMinimized", "isHidden", 1), because: "not the query"},
			{body: strings.Replace(query, `"variables"`, `"vars"`, 1), because: "not the query"},
			{method: "GET", because: "not the query"},
		}},
		{"POST", "/graphql", thread, 200, []wrong{
			{body: strings.Replace(thread, "headRefOid", "headRefSha", 1), because: "not the query"},
			{body: strings.Replace(thread, `"number"`, `"pull"`, 1), because: "not the query"},
		}},
	} {
		s, err := githubtest.Start(githubtest.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.SetPullRequest(githubtest.PullRequest{Number: 7})
		s.SetMergeBase("a", "b", "c")
		s.AddComment(7, "mona", "hello")
		if status, answer := ask(t, s, right.method, right.path, right.body, nil); status != right.status || len(s.Rejected()) > 0 {
			t.Errorf("%s %s: status %d: %s%q", right.method, right.path, status, answer, s.Rejected())
		}
		before, _ := json.Marshal([]any{s.Comments(7), s.CheckRuns()})
		for i, w := range right.wrong {
			method, path, body := or(w.method, right.method), or(w.path, right.path), or(w.body, right.body)
			status, _ := ask(t, s, method, path, body, w.header)
			rejected := s.Rejected()
			if status != http.StatusBadRequest || len(rejected) != i+1 || !strings.Contains(rejected[i], w.because) {
				t.Fatalf("%s %s %.300s: status %d, rejected %q, want because of %q", method, path, body, status, rejected, w.because)
			}
		}
		if after, _ := json.Marshal([]any{s.Comments(7), s.CheckRuns()}); !slices.Equal(before, after) {
			t.Errorf("a wrong %s %s was carried out", right.method, right.path)
		}
		s.Close()
	}
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// A wrong request makes the test that asks fail, whatever it does with the answer.
func TestRejectionFailsTheTest(t *testing.T) {
	inner := &recorder{TB: t}
	s := githubtest.New(inner, githubtest.Options{BasePath: "/api/v3"})
	ask(t, s, "GET", "/nowhere", "", nil)
	if resp, err := http.Get(strings.TrimSuffix(s.URL, "/api/v3") + "/repos/octo/app/pulls/7"); err == nil {
		resp.Body.Close()
	}
	inner.cleanup()
	if len(inner.errors) != 2 || !strings.Contains(inner.errors[0], "GET /nowhere") || !strings.Contains(inner.errors[1], "not below /api/v3") {
		t.Errorf("errors %q", inner.errors)
	}
}

type recorder struct {
	testing.TB
	cleanup func()
	errors  []string
}

func (r *recorder) Cleanup(f func()) { r.cleanup = f }
func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func TestRefusals(t *testing.T) {
	s := githubtest.New(t, githubtest.Options{})
	s.SetPullRequest(githubtest.PullRequest{Number: 7})
	for _, tc := range []struct {
		method, path, body string
		header             map[string]string
		status             int
	}{
		{"GET", "/repos/octo/app/pulls/7", "", map[string]string{"Authorization": "Bearer other"}, 401},
		{"GET", "/repos/octo/app/pulls/8", "", nil, 404},
		{"GET", "/repos/octo/other/pulls/7", "", nil, 404},
		{"GET", "/user", "", nil, 403},
		{"POST", "/repos/octo/app/issues/8/comments", `{"body": "text"}`, nil, 404},
		{"DELETE", "/repos/octo/app/issues/comments/9", "", nil, 404},
		{"POST", "/repos/octo/app/issues/7/comments", `{"body": "` + strings.Repeat("x", 65537) + `"}`, nil, 422},
		{"POST", "/repos/octo/app/check-runs", fmt.Sprintf(create, strings.Replace(note, `1,`, `0,`, 1)), nil, 422},
	} {
		if status, answer := ask(t, s, tc.method, tc.path, tc.body, tc.header); status != tc.status || !strings.Contains(answer, `"message"`) {
			t.Errorf("%s %s: status %d, want %d: %s", tc.method, tc.path, status, tc.status, answer)
		}
	}
}
