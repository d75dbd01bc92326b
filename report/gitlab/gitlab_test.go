package gitlab_test

import (
	_ "embed"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report/gitlab"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/forgetest"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
)

//go:embed testdata/api.txt
var api string

type object = map[string]any

// start starts a GitLab with the project 12.
func start(t testing.TB) *forgetest.Server {
	none := forgetest.Answer{Status: http.StatusNotFound, Message: "404 Not Found"}
	s := forgetest.New(t, "31", forgetest.Description{
		API: api, Base: "/api/v4", Header: "Authorization", Value: "Bearer " + forgetest.Token,
		Error: func(_ int, message string) any { return object{"message": object{"base": []string{message}}} },
		Operations: map[string]func(*forgetest.Request) forgetest.Answer{
			"user": func(r *forgetest.Request) forgetest.Answer {
				id, _ := strconv.Atoi(r.Forge.Own)
				return forgetest.Answer{Status: 200, Body: object{"id": id, "username": "project_12_bot"}}
			},
			"request": func(r *forgetest.Request) forgetest.Answer {
				p := r.Forge.Pull(r.Number("iid"))
				if p == nil || r.Params["id"] != "12" {
					return none
				}
				return forgetest.Answer{Status: 200, Body: object{"iid": p.Number, "state": p.State, "sha": p.Head, "web_url": "https://gitlab/octo/app/-/merge_requests/7"}}
			},
			"list": func(r *forgetest.Request) forgetest.Answer {
				all := []any{object{"id": 1, "body": "<!-- nexus-ci/comment v1 run=1 attempt=1 head= -->\nassigned", "system": true, "resolvable": false, "author": object{"id": 31, "username": "x"}}}
				for _, c := range r.Forge.On(r.Number("iid")) {
					all = append(all, noteJSON(c))
				}
				page, size := r.Query("page", 1), r.Query("per_page", 20)
				some, more := forgetest.Page(all, (page-1)*size, size)
				header := map[string]string{"X-Next-Page": ""}
				if more {
					header["X-Next-Page"] = strconv.Itoa(page + 1)
				}
				return forgetest.Answer{Status: 200, Header: header, Body: some}
			},
			"create": func(r *forgetest.Request) forgetest.Answer {
				var body struct{ Body string }
				r.Decode(&body)
				return forgetest.Answer{Status: 201, Body: noteJSON(*r.Forge.Add(r.Number("iid"), body.Body))}
			},
			"edit": func(r *forgetest.Request) forgetest.Answer {
				i := r.Forge.Find(r.Number("note"))
				if i < 0 {
					return none
				}
				var body struct{ Body string }
				r.Decode(&body)
				r.Forge.Comments[i].Body = body.Body
				return forgetest.Answer{Status: 200, Body: noteJSON(r.Forge.Comments[i])}
			},
			"delete": func(r *forgetest.Request) forgetest.Answer {
				if !r.Forge.Remove(r.Number("note")) {
					return none
				}
				return forgetest.Answer{Status: 204}
			},
			"status": func(r *forgetest.Request) forgetest.Answer {
				var body object
				r.Decode(&body)
				r.Forge.Statuses = append(r.Forge.Statuses, body)
				return forgetest.Answer{Status: 201, Body: object{"id": 1, "name": body["name"], "status": body["state"], "description": body["description"]}}
			},
			"mergebase": func(r *forgetest.Request) forgetest.Answer {
				id := r.Forge.MergeBases[strings.Join(r.URL.Query()["refs[]"], "..")]
				if id == "" {
					return none
				}
				return forgetest.Answer{Status: 200, Body: object{"id": id}}
			},
		},
	})
	s.Pulls = []forgetest.Pull{{Number: 7, State: "opened", Head: forgetest.Head}}
	return s
}

func noteJSON(c forgetest.Comment) object {
	author, _ := strconv.Atoi(c.Author)
	out := object{"id": c.ID, "body": c.Body, "system": false, "resolvable": c.Hidden, "author": object{"id": author, "username": "x"}}
	if c.Hidden {
		out["resolved"] = true
	}
	return out
}

func TestForge(t *testing.T) {
	forgetest.Run(t, forgetest.Forge{
		Log: "testdata/requests.txt", Start: start, Closed: "merged", Hides: true, Tag: "<!-- nexus-ci/comment v1 run=1 attempt=1 head=" + forgetest.Head + " -->\n",
		Connect: func(s *forgetest.Server, o rest.Options) (forgetest.Client, error) {
			return gitlab.New(gitlab.Options{APIURL: s.URL, Project: 12, Pipeline: 34, JobURL: "https://gitlab/octo/app/-/jobs/5", Token: forgetest.Token, Rest: o})
		},
	})
}

// A line that starts with a slash is a command of GitLab.
func TestCommandsAreText(t *testing.T) {
	s := start(t)
	client, err := gitlab.New(gitlab.Options{APIURL: s.URL, Project: 12, Token: forgetest.Token})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.PutComment(t.Context(), forgetest.Wanted(1, "/merge\ntext / text\n/close")); err != nil {
		t.Fatal(err)
	}
	if got := s.Texts(7); len(got) != 1 || got[0] != "&#47;merge\ntext / text\n&#47;close" {
		t.Errorf("notes %q", got)
	}
}

func environment(more map[string]string) func(string) string {
	env := map[string]string{
		"GITLAB_CI": "true", "CI_API_V4_URL": "https://gitlab.example:8443/api/v4", "CI_SERVER_HOST": "gitlab.example", "CI_SERVER_PORT": "8443",
		"CI_PROJECT_ID": "12", "CI_PROJECT_PATH": "octo/app", "CI_PROJECT_URL": "https://gitlab.example:8443/octo/app", "CI_JOB_ID": "12345678901", "CI_PIPELINE_ID": "34",
		"CI_JOB_URL": "https://gitlab.example/octo/app/-/jobs/5", "CI_COMMIT_SHA": forgetest.Head, "CI_COMMIT_REF_NAME": "topic", "CI_COMMIT_BEFORE_SHA": strings.Repeat("0", 40), "CI_PIPELINE_SOURCE": "push",
	}
	maps.Copy(env, more)
	return func(name string) string { return env[name] }
}

func TestOpen(t *testing.T) {
	request := map[string]string{
		"CI_PIPELINE_SOURCE": "merge_request_event", "CI_MERGE_REQUEST_IID": "7", "CI_MERGE_REQUEST_TITLE": "Fix `it`", "CI_MERGE_REQUEST_PROJECT_ID": "12", "CI_MERGE_REQUEST_PROJECT_PATH": "octo/app",
		"CI_MERGE_REQUEST_DIFF_BASE_SHA": forgetest.Base, "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "topic", "CI_MERGE_REQUEST_SOURCE_PROJECT_PATH": "fork/app",
	}
	with := func(more map[string]string) map[string]string {
		out := maps.Clone(request)
		maps.Copy(out, more)
		return out
	}
	want := publish.Job{
		Event: "merge_request_event", PullRequest: &publish.PullRequest{Number: 7, Title: "Fix `it`"}, Order: publish.Order{Run: 12345678901, Attempt: 1},
		Base: publish.Commit{Ref: "main", ID: forgetest.Base, Repository: "octo/app"}, Head: publish.Commit{Ref: "topic", ID: forgetest.Head, Repository: "fork/app"},
		Login: publish.Login{Host: "gitlab.example:8443", User: "oauth2"},
	}
	push := publish.Job{
		Event: "push", Order: want.Order, NewBranch: true, Head: publish.Commit{Ref: "topic", ID: forgetest.Head, Repository: "octo/app"}, Login: want.Login,
	}
	pushed := push
	pushed.NewBranch, pushed.Base = false, publish.Commit{Ref: "topic", ID: forgetest.Base, Repository: "octo/app"}
	for name, tc := range map[string]struct {
		env  map[string]string
		want publish.Job
		err  string
	}{
		"a new branch":    {nil, push, ""},
		"a push":          {map[string]string{"CI_COMMIT_BEFORE_SHA": forgetest.Base}, pushed, ""},
		"a merge request": {request, want, ""},
		"merged results": {with(map[string]string{"CI_COMMIT_SHA": forgetest.Other, "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": forgetest.Head,
			"CI_MERGE_REQUEST_TARGET_BRANCH_SHA": forgetest.Base, "CI_MERGE_REQUEST_DIFF_BASE_SHA": forgetest.Other}), want, ""},
		"no commit":  {with(map[string]string{"CI_MERGE_REQUEST_DIFF_BASE_SHA": "main"}), publish.Job{}, `read the GitLab job: CI_MERGE_REQUEST_DIFF_BASE_SHA is "main", want the id of a commit`},
		"no number":  {with(map[string]string{"CI_MERGE_REQUEST_IID": "7/../8"}), publish.Job{}, `read the GitLab job: CI_MERGE_REQUEST_IID is "7/../8", want a number`},
		"no project": {with(map[string]string{"CI_MERGE_REQUEST_PROJECT_ID": "", "GITLAB_TOKEN": "x"}), publish.Job{}, `read the GitLab job: CI_MERGE_REQUEST_PROJECT_ID is "", want a number`},
	} {
		f, err := gitlab.Open(environment(tc.env))
		if tc.err != "" {
			if err == nil || err.Error() != tc.err {
				t.Errorf("%s: error %v, want %s", name, err, tc.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(tc.want, *f.Job()); diff != "" || f.Token() != "GITLAB_TOKEN" {
			t.Errorf("%s: missing %q, job (-want +got):\n%s", name, f.Token(), diff)
		}
	}
	if f, err := gitlab.Open(func(string) string { return "" }); f != nil || err != nil {
		t.Errorf("outside of a job: %v, %v", f, err)
	}
	f, err := gitlab.Open(environment(with(map[string]string{"GITLAB_TOKEN": "glpat-x"})))
	if err != nil || f.Token() != "" || fmt.Sprint(f.Pages().URL) != "https://gitlab.example:8443/octo/app" {
		t.Errorf("with a token: %v, %v", f, err)
	}
}
