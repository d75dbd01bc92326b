package bitbucket_test

import (
	_ "embed"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report/bitbucket"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/forgetest"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
	"github.com/nexus-ci/nexus-ci/report/view"
)

//go:embed testdata/cloud.txt
var cloudAPI string

//go:embed testdata/datacenter.txt
var dataCenterAPI string

type object = map[string]any

type answer = forgetest.Answer

func none() answer { return answer{Status: http.StatusNotFound, Message: "There is no such thing"} }

// remember keeps what is written about a commit.
func remember(status int, body any) func(*forgetest.Request) answer {
	return func(r *forgetest.Request) answer {
		r.Forge.Statuses = append(r.Forge.Statuses, object{"method": r.Method, "path": r.URL.Path})
		return answer{Status: status, Body: body}
	}
}

// unreport deletes a report, which is there the second time.
func unreport(r *forgetest.Request) answer {
	if len(r.Forge.Statuses) < 2 {
		return none()
	}
	return answer{Status: 204}
}

// startCloud starts a Bitbucket Cloud with the repository octo/app.
func startCloud(t testing.TB) *forgetest.Server {
	comment := func(c forgetest.Comment) object {
		out := object{
			"id": c.ID, "content": object{"raw": c.Body}, "user": object{"uuid": c.Author}, "deleted": false, "resolution": nil,
			"links": object{"html": object{"href": fmt.Sprintf("https://bitbucket.org/octo/app/pull-requests/7/_/diff#comment-%d", c.ID)}},
		}
		if c.Hidden {
			out["resolution"] = object{}
		}
		return out
	}
	type content struct{ Content struct{ Raw string } }
	s := forgetest.New(t, "{own}", forgetest.Description{
		API: cloudAPI, Base: "/2.0", Header: "Authorization", Value: "Bearer " + forgetest.Token,
		Error: func(_ int, message string) any { return object{"type": "error", "error": object{"message": message}} },
		Operations: map[string]func(*forgetest.Request) answer{
			"user": func(r *forgetest.Request) answer { return answer{Status: 200, Body: object{"uuid": r.Forge.Own}} },
			"pull": func(r *forgetest.Request) answer {
				p := r.Forge.Pull(r.Number("id"))
				if p == nil {
					return none()
				}
				return answer{Status: 200, Body: object{"id": p.Number, "state": p.State, "source": object{"commit": object{"hash": p.Head[:12]}}}}
			},
			"list": func(r *forgetest.Request) answer {
				deleted := comment(forgetest.Comment{ID: 1, Author: r.Forge.Own, Body: "<!-- nexus-ci/comment v1 run=1 attempt=1 head= -->"})
				deleted["deleted"] = true
				all := []any{deleted}
				for _, c := range r.Forge.On(r.Number("id")) {
					all = append(all, comment(c))
				}
				page, size := r.Query("page", 1), r.Query("pagelen", 10)
				some, more := forgetest.Page(all, (page-1)*size, size)
				body := object{"values": some, "page": page, "pagelen": size}
				if more {
					body["next"] = "https://elsewhere.example/never-asked"
				}
				return answer{Status: 200, Body: body}
			},
			"create": func(r *forgetest.Request) answer {
				var body content
				r.Decode(&body)
				return answer{Status: 201, Body: comment(*r.Forge.Add(r.Number("id"), body.Content.Raw))}
			},
			"edit": func(r *forgetest.Request) answer {
				i := r.Forge.Find(r.Number("comment"))
				if i < 0 {
					return none()
				}
				var body content
				r.Decode(&body)
				r.Forge.Comments[i].Body = body.Content.Raw
				return answer{Status: 200, Body: comment(r.Forge.Comments[i])}
			},
			"delete": func(r *forgetest.Request) answer {
				if !r.Forge.Remove(r.Number("comment")) {
					return none()
				}
				return answer{Status: 204}
			},
			"status":   remember(201, object{"key": "nexus-ci", "state": "FAILED"}),
			"unreport": unreport,
			"report":   remember(200, object{"title": "nexus-ci"}),
			"annotate": remember(200, []any{}),
			"mergebase": func(r *forgetest.Request) answer {
				if id := r.Forge.MergeBases[r.Params["revspec"]]; id != "" {
					return answer{Status: 200, Body: object{"hash": id}}
				}
				return none()
			},
		},
	})
	s.Pulls = []forgetest.Pull{{Number: 7, State: "OPEN", Head: forgetest.Head}}
	return s
}

// startDataCenter starts a Bitbucket Data Center with the repository app of the project OCTO.
func startDataCenter(t testing.TB) *forgetest.Server {
	comment := func(c forgetest.Comment) object {
		return object{"id": c.ID, "version": c.Version, "text": c.Body, "author": object{"name": c.Author}, "threadResolved": c.Hidden}
	}
	// stale reports whether a comment is gone or was changed.
	find := func(r *forgetest.Request, version int) (int, answer) {
		i := r.Forge.Find(r.Number("comment"))
		switch {
		case i < 0:
			return i, none()
		case r.Forge.Comments[i].Version != version:
			return -1, answer{Status: http.StatusConflict, Message: "stale"}
		}
		return i, answer{}
	}
	type content struct {
		Text    string
		Version int
	}
	s := forgetest.New(t, "ci bot", forgetest.Description{
		API: dataCenterAPI, Base: "/rest", Header: "Authorization", Value: "Bearer " + forgetest.Token,
		Error: func(_ int, message string) any {
			return object{"errors": []any{object{"context": nil, "message": message, "exceptionName": "com.x"}}}
		},
		Operations: map[string]func(*forgetest.Request) answer{
			"pull": func(r *forgetest.Request) answer {
				p := r.Forge.Pull(r.Number("id"))
				if p == nil || r.Params["project"] != "OCTO" {
					return none()
				}
				return answer{Status: 200, Body: object{"id": p.Number, "state": p.State, "fromRef": object{"latestCommit": p.Head}}}
			},
			"list": func(r *forgetest.Request) answer {
				all := []any{object{"id": 1, "action": "OPENED"}}
				for _, c := range r.Forge.On(r.Number("id")) {
					all = append(all, object{"id": c.ID + 5000, "action": "COMMENTED", "commentAction": "ADDED", "comment": comment(c)})
				}
				slices.Reverse(all)
				start, size := r.Query("start", 0), min(r.Query("limit", 25), 50) // the server's own limit
				some, more := forgetest.Page(all, start, size)
				body := object{"values": some, "isLastPage": !more, "nextPageStart": nil}
				if more {
					body["nextPageStart"] = start + size
				}
				return answer{Status: 200, Body: body, Header: map[string]string{"X-AUSERNAME": url.QueryEscape(r.Forge.Own)}}
			},
			"create": func(r *forgetest.Request) answer {
				var body content
				r.Decode(&body)
				return answer{Status: 201, Body: comment(*r.Forge.Add(r.Number("id"), body.Text))}
			},
			"edit": func(r *forgetest.Request) answer {
				var body content
				r.Decode(&body)
				i, wrong := find(r, body.Version)
				if i < 0 {
					return wrong
				}
				r.Forge.Comments[i].Body = body.Text
				r.Forge.Comments[i].Version++
				return answer{Status: 200, Body: comment(r.Forge.Comments[i])}
			},
			"delete": func(r *forgetest.Request) answer {
				i, wrong := find(r, r.Query("version", -1))
				if i < 0 {
					return wrong
				}
				r.Forge.Remove(r.Number("comment"))
				return answer{Status: 204}
			},
			"status":   remember(204, nil),
			"unreport": unreport,
			"report":   remember(200, object{"title": "nexus-ci"}),
			"annotate": remember(204, nil),
			"mergebase": func(r *forgetest.Request) answer {
				if id := r.Forge.MergeBases[r.Params["commit"]+".."+r.URL.Query().Get("otherCommitId")]; id != "" {
					return answer{Status: 200, Body: object{"id": id}}
				}
				return none()
			},
		},
	})
	s.Pulls = []forgetest.Pull{{Number: 7, State: "OPEN", Head: forgetest.Head}}
	return s
}

const tag = `[/]: # "nexus-ci/comment v1 run=1 attempt=1 head=` + forgetest.Head + " \"\n\n"

func cloud(s *forgetest.Server, o rest.Options) (*bitbucket.Cloud, error) {
	return bitbucket.NewCloud(bitbucket.CloudOptions{APIURL: s.URL, Repository: "octo/app", Token: forgetest.Token, BuildURL: "https://bitbucket.org/octo/app/pipelines/results/3", Rest: o})
}

func TestCloud(t *testing.T) {
	forgetest.Run(t, forgetest.Forge{
		Log: "testdata/cloud-requests.txt", Start: startCloud, Closed: "MERGED", Hides: true, Tag: tag,
		Connect: func(s *forgetest.Server, o rest.Options) (forgetest.Client, error) { return cloud(s, o) },
	})
}

func TestDataCenter(t *testing.T) {
	forgetest.Run(t, forgetest.Forge{
		Log: "testdata/datacenter-requests.txt", Start: startDataCenter, Closed: "DECLINED", Hides: true, Tag: tag,
		Connect: func(s *forgetest.Server, o rest.Options) (forgetest.Client, error) {
			return bitbucket.NewDataCenter(bitbucket.DataCenterOptions{URL: strings.TrimSuffix(s.URL, "/rest"), Project: "OCTO", Repository: "app", Token: forgetest.Token, BuildURL: "https://jenkins/job/3", Rest: o})
		},
	})
}

// Cloud takes 100 annotations at a time and 1000 in all.
func TestAnnotationsOfCloud(t *testing.T) {
	s := startCloud(t)
	c, err := cloud(s, rest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run := publish.CheckRun{Head: forgetest.Head, Name: "nexus-ci", Conclusion: "success", Title: "LOW"}
	for range 1100 {
		run.Annotations = append(run.Annotations, view.Annotation{Path: "a", Line: 1, Level: "notice", Title: "t", Message: "m"})
	}
	if err := c.PutCheckRun(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	if got := len(s.Statuses); got != 2+10 {
		t.Errorf("%d requests, want a status, a report and 10 with annotations", got)
	}
}

// An access token may not ask whose it is: the user says so.
func TestAccountOfAccessToken(t *testing.T) {
	s := startCloud(t)
	c, err := cloud(s, rest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.PutComment(t.Context(), forgetest.Wanted(1, "one")); err != nil {
		t.Fatal(err)
	}
	s.Fail(forgetest.Fault{Request: "GET /user", Status: 403, Message: "Your credentials lack one or more required privilege scopes."})
	want := "commenting on pull request #7 of octo/app: the token lacks a permission (403 Your credentials lack one or more required privilege scopes.): " +
		"the token may not read its own account, so nobody knows which comments are its own: set BITBUCKET_ACCOUNT to the UUID of the account, or take an API token with the scope read:user:bitbucket and BITBUCKET_USER"
	if _, err := c.PutComment(t.Context(), forgetest.Wanted(2, "two")); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	c, err = bitbucket.NewCloud(bitbucket.CloudOptions{APIURL: s.URL, Repository: "octo/app", Token: forgetest.Token, Account: "{own}"})
	if err != nil {
		t.Fatal(err)
	}
	if outcome, err := c.PutComment(t.Context(), forgetest.Wanted(2, "two")); err != nil || outcome.Result != publish.Updated {
		t.Errorf("%q, %v", outcome.Result, err)
	}
}

func environment(of ...map[string]string) func(string) string {
	env := make(map[string]string)
	for _, m := range of {
		maps.Copy(env, m)
	}
	return func(name string) string { return env[name] }
}

func TestOpenCloud(t *testing.T) {
	push := map[string]string{
		"BITBUCKET_BUILD_NUMBER": "31", "BITBUCKET_PIPELINE_UUID": "{p}", "BITBUCKET_REPO_FULL_NAME": "octo/app", "BITBUCKET_COMMIT": forgetest.Head, "BITBUCKET_BRANCH": "topic", "BITBUCKET_STEP_RUN_NUMBER": "2",
	}
	pull := map[string]string{"BITBUCKET_PR_ID": "7", "BITBUCKET_PR_DESTINATION_BRANCH": "main", "BITBUCKET_PR_DESTINATION_COMMIT": forgetest.Base[:12]}
	want := publish.Job{
		Event: "pull request", PullRequest: &publish.PullRequest{Number: 7}, Order: publish.Order{Run: 31, Attempt: 2},
		Base: publish.Commit{Ref: "main", ID: forgetest.Base[:12], Repository: "octo/app"}, Head: publish.Commit{Ref: "topic", ID: forgetest.Head, Repository: "octo/app"},
		Login: publish.Login{Host: "bitbucket.org", User: "x-token-auth"},
	}
	f, err := bitbucket.Open(environment(push, pull))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, *f.Job()); diff != "" || f.Token() != "BITBUCKET_TOKEN" {
		t.Errorf("missing %q, job (-want +got):\n%s", f.Token(), diff)
	}
	if f, err = bitbucket.Open(environment(push)); err != nil || f.Job().PullRequest != nil || f.Job().Base.ID != "" {
		t.Errorf("a push: %+v, %v", f, err)
	}
	if f, err = bitbucket.Open(environment(push, pull, map[string]string{"BITBUCKET_TOKEN": "x"})); err != nil || f.Token() != "" {
		t.Errorf("with a token: %v", err)
	}
	for name, value := range map[string]string{"BITBUCKET_PR_ID": "x", "BITBUCKET_COMMIT": "main", "BITBUCKET_PR_DESTINATION_COMMIT": "", "BITBUCKET_BUILD_NUMBER": "-1"} {
		if _, err := bitbucket.Open(environment(push, pull, map[string]string{name: value})); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s=%q: error %v", name, value, err)
		}
	}
}

func TestOpenDataCenter(t *testing.T) {
	build := map[string]string{"JENKINS_URL": "https://jenkins/", "BITBUCKET_SERVER_URL": "https://git.example/bitbucket/", "BUILD_NUMBER": "5", "BUILD_URL": "https://jenkins/job/5"}
	if f, err := bitbucket.Open(environment(build)); err != nil || f.Job().PullRequest != nil || f.Token() != "CHANGE_URL" {
		t.Errorf("a branch: %+v, %v", f, err)
	}
	for page, repository := range map[string]string{"projects/OCTO/repos/app": "OCTO", "users/mona/repos/app": "~mona"} {
		change := map[string]string{"CHANGE_URL": "https://git.example/bitbucket/" + page + "/pull-requests/7/overview", "CHANGE_TITLE": "Fix", "BITBUCKET_TOKEN": "x"}
		f, err := bitbucket.Open(environment(build, change))
		if err != nil || f.Token() != "" || f.Job().PullRequest.Number != 7 || f.Pages().URL != "https://git.example/bitbucket/"+page {
			t.Errorf("%s: %+v, %v", repository, f, err)
		}
	}
	for _, page := range []string{"https://elsewhere.example/projects/OCTO/repos/app/pull-requests/7", "https://git.example/bitbucket.evil/projects/O/repos/a/pull-requests/7", "https://git.example/bitbucket/projects/O/repos/a/pull-requests/x"} {
		if _, err := bitbucket.Open(environment(build, map[string]string{"CHANGE_URL": page})); err == nil {
			t.Errorf("%s: no error", page)
		}
	}
	if f, err := bitbucket.Open(environment()); f != nil || err != nil {
		t.Errorf("outside of a job: %v, %v", f, err)
	}
}
