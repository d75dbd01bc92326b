package azure_test

import (
	_ "embed"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report/azure"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/forgetest"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
	"github.com/nexus-ci/nexus-ci/report/view"
)

//go:embed testdata/api.txt
var api string

type object = map[string]any

type answer = forgetest.Answer

// start starts an Azure DevOps with one repository of the project "Our App".
func start(t testing.TB) *forgetest.Server {
	none := answer{Status: http.StatusNotFound, Message: "TF401180: The requested pull request was not found."}
	thread := func(c forgetest.Comment) object {
		return object{"id": c.ID, "status": c.State, "isDeleted": false, "comments": []any{object{
			"id": 1, "content": c.Body, "isDeleted": false, "commentType": "text", "author": object{"id": c.Author},
		}}}
	}
	status := func(code int) func(r *forgetest.Request) answer {
		return func(r *forgetest.Request) answer {
			var body object
			r.Decode(&body)
			r.Forge.Statuses = append(r.Forge.Statuses, body)
			return answer{Status: code, Body: object{"id": 1, "state": body["state"]}}
		}
	}
	s := forgetest.New(t, "11111111-aaaa", forgetest.Description{
		API: api, Base: "/org", Header: "Authorization", Value: "Bearer " + forgetest.Token,
		Error: func(_ int, message string) any {
			return object{"$id": "1", "message": message, "typeKey": "GitException", "errorCode": 0}
		},
		Operations: map[string]func(*forgetest.Request) answer{
			"me": func(r *forgetest.Request) answer {
				return answer{Status: 200, Body: object{"authenticatedUser": object{"id": strings.ToUpper(r.Forge.Own)}}}
			},
			"pull": func(r *forgetest.Request) answer {
				p := r.Forge.Pull(r.Number("id"))
				if p == nil || r.Params["project"] != "Our App" {
					return none
				}
				return answer{Status: 200, Body: object{"pullRequestId": p.Number, "status": p.State, "lastMergeSourceCommit": object{"commitId": p.Head}}}
			},
			"list": func(r *forgetest.Request) answer {
				all := []any{
					object{"id": 1, "isDeleted": false, "comments": []any{object{"id": 1, "content": "voted", "commentType": "system", "isDeleted": false, "author": object{"id": "x"}}}},
					object{"id": 2, "isDeleted": true, "comments": []any{}},
				}
				for _, c := range r.Forge.On(r.Number("id")) {
					all = append(all, thread(c))
				}
				return answer{Status: 200, Body: object{"value": all, "count": len(all)}}
			},
			"create": func(r *forgetest.Request) answer {
				var body struct {
					Status   string
					Comments []struct{ Content string }
				}
				r.Decode(&body)
				c := r.Forge.Add(r.Number("id"), body.Comments[0].Content)
				c.State = body.Status
				return answer{Status: 200, Body: thread(*c)}
			},
			"edit": func(r *forgetest.Request) answer {
				i := r.Forge.Find(r.Number("thread"))
				if i < 0 || r.Number("comment") != 1 {
					return none
				}
				var body struct{ Content string }
				r.Decode(&body)
				r.Forge.Comments[i].Body = body.Content
				return answer{Status: 200, Body: object{"id": 1, "content": body.Content}}
			},
			"state": func(r *forgetest.Request) answer {
				i := r.Forge.Find(r.Number("thread"))
				if i < 0 {
					return none
				}
				var body struct{ Status string }
				r.Decode(&body)
				r.Forge.Comments[i].State = body.Status
				return answer{Status: 200, Body: object{"id": r.Forge.Comments[i].ID, "status": body.Status}}
			},
			"delete": func(r *forgetest.Request) answer {
				if !r.Forge.Remove(r.Number("thread")) {
					return none
				}
				return answer{Status: 200}
			},
			"status": status(200), "commitstatus": status(201),
			"mergebase": func(r *forgetest.Request) answer {
				all := []any{}
				if id := r.Forge.MergeBases[r.Params["commit"]+".."+r.URL.Query().Get("otherCommitId")]; id != "" {
					all = append(all, object{"commitId": id})
				}
				return answer{Status: 200, Body: object{"value": all, "count": len(all)}}
			},
		},
	})
	s.Pulls = []forgetest.Pull{{Number: 7, State: "active", Head: forgetest.Head}}
	return s
}

func connect(s *forgetest.Server, pull int, o rest.Options) (*azure.Client, error) {
	return azure.New(azure.Options{
		Collection: s.URL + "/", Project: "Our App", Repository: "22222222-bbbb", Name: "app", PullRequest: pull, Token: forgetest.Token,
		BuildURL: "https://dev.azure.com/org/Our%20App/_build/results?buildId=3", Rest: o,
	})
}

func TestForge(t *testing.T) {
	forgetest.Run(t, forgetest.Forge{
		Log: "testdata/requests.txt", Start: start, Closed: "abandoned",
		Tag:     `[/]: # "nexus-ci/comment v1 run=1 attempt=1 head=` + forgetest.Head + " \"\n\n",
		Connect: func(s *forgetest.Server, o rest.Options) (forgetest.Client, error) { return connect(s, 7, o) },
	})
}

// The thread is active as long as something has to be done.
func TestThreadStatus(t *testing.T) {
	s := start(t)
	c, err := connect(s, 7, rest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for run, open := range []bool{false, true, false} {
		want := forgetest.Wanted(int64(run+1), strings.Repeat("x", run+1))
		want.Open = open
		if _, err := c.PutComment(t.Context(), want); err != nil {
			t.Fatal(err)
		}
		if got := s.Comments[0].State; got != map[bool]string{true: "active", false: "closed"}[open] {
			t.Errorf("open %t: thread %s", open, got)
		}
	}
}

// A build of a branch sets the status of the commit.
func TestStatusOfCommit(t *testing.T) {
	s := start(t)
	c, err := connect(s, 0, rest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.PutCheckRun(t.Context(), publish.CheckRun{Head: forgetest.Head, Name: "nexus-ci", Conclusion: "success", Title: "LOW"}); err != nil {
		t.Fatal(err)
	}
	if log := s.Log(); len(log) != 1 || !strings.Contains(log[0], "/commits/"+forgetest.Head+"/statuses?") {
		t.Errorf("requests %q", log)
	}
}

// A page for people to log in is what a wrong token gets.
func TestLoginPage(t *testing.T) {
	s := start(t)
	c, err := connect(s, 7, rest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Fail(forgetest.Fault{Status: http.StatusNonAuthoritativeInfo})
	if _, err := c.PutComment(t.Context(), forgetest.Wanted(1, "one")); err == nil || !strings.Contains(err.Error(), "Azure DevOps does not accept the token (401 Unauthorized): check that SYSTEM_ACCESSTOKEN is set") {
		t.Errorf("error %v", err)
	}
}

func environment(of ...map[string]string) func(string) string {
	env := map[string]string{
		"TF_BUILD": "True", "BUILD_REPOSITORY_PROVIDER": "TfsGit", "SYSTEM_COLLECTIONURI": "https://dev.azure.com/org/", "SYSTEM_TEAMPROJECT": "Our App", "BUILD_REPOSITORY_NAME": "app",
		"BUILD_REPOSITORY_ID": "22222222-bbbb", "BUILD_BUILDID": "31", "SYSTEM_JOBATTEMPT": "2", "BUILD_SOURCEVERSION": forgetest.Other, "BUILD_SOURCEBRANCH": "refs/heads/main", "BUILD_REASON": "IndividualCI",
	}
	for _, m := range of {
		maps.Copy(env, m)
	}
	return func(name string) string { return env[name] }
}

func TestOpen(t *testing.T) {
	pull := map[string]string{
		"BUILD_REASON": "PullRequest", "SYSTEM_PULLREQUEST_PULLREQUESTID": "7", "SYSTEM_PULLREQUEST_SOURCECOMMITID": forgetest.Head, "SYSTEM_PULLREQUEST_SOURCEBRANCH": "refs/heads/topic",
		"SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main", "BUILD_SOURCEBRANCH": "refs/pull/7/merge", "SYSTEM_PULLREQUEST_ISFORK": "False",
	}
	want := publish.Job{
		Event: "PullRequest", PullRequest: &publish.PullRequest{Number: 7}, Order: publish.Order{Run: 31, Attempt: 2},
		Base: publish.Commit{Ref: "main", ID: forgetest.Other + "^1", Repository: "app"}, Head: publish.Commit{Ref: "topic", ID: forgetest.Head, Repository: "app"},
		Login: publish.Login{Host: "dev.azure.com", User: "x-access-token"},
	}
	f, err := azure.Open(environment(pull))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, *f.Job()); diff != "" || f.Token() != "SYSTEM_ACCESSTOKEN" || f.Pages().URL != "https://dev.azure.com/org/Our%20App/_git/app" {
		t.Errorf("missing %q, pages %q, job (-want +got):\n%s", f.Token(), f.Pages().URL, diff)
	}
	if f, err = azure.Open(environment(pull, map[string]string{"SYSTEM_PULLREQUEST_ISFORK": "True", "SYSTEM_ACCESSTOKEN": "x"})); err != nil || f.Job().Head.Repository != "" || f.Token() != "" {
		t.Errorf("a fork: %+v, %v", f, err)
	}
	if f, err = azure.Open(environment()); err != nil || f.Job().PullRequest != nil || f.Job().Head.ID != forgetest.Other {
		t.Errorf("a branch: %+v, %v", f, err)
	}
	for name, value := range map[string]string{"SYSTEM_PULLREQUEST_PULLREQUESTID": "7/x", "SYSTEM_PULLREQUEST_SOURCECOMMITID": "main", "BUILD_SOURCEVERSION": "", "BUILD_BUILDID": "0"} {
		if _, err := azure.Open(environment(pull, map[string]string{name: value})); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s=%q: error %v", name, value, err)
		}
	}
	for _, other := range []map[string]string{{"TF_BUILD": ""}, {"BUILD_REPOSITORY_PROVIDER": "GitHub"}} {
		if f, err := azure.Open(environment(other)); f != nil || err != nil {
			t.Errorf("%v: %v, %v", other, f, err)
		}
	}
}

func TestAnnotate(t *testing.T) {
	f, err := azure.Open(environment())
	if err != nil {
		t.Fatal(err)
	}
	got := f.Annotate([]view.Annotation{
		{Path: "a;b]c%.go", Line: 3, Level: "error", Title: "stale-call", Message: "100%\n##vso[task.setvariable variable=PATH]x"},
		{Path: "a\nb", Line: 1, Level: "warning", Title: "t", Message: "m\r\x1b"},
		{Path: "c.go", Line: 1, Level: "notice", Title: "t", Message: "m"},
	})
	want := []string{
		`##vso[task.logissue type=error;sourcepath=a%3Bb%5Dc%AZP25.go;linenumber=3]stale-call: 100%AZP25; \x23#vso[task.setvariable variable=PATH]x`,
		`##vso[task.logissue type=warning]a\x0ab:1: t: m\x0d\x1b`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	if got := f.Annotate(make([]view.Annotation, 60)); len(got) != 51 || got[50] != "10 more findings: see the report." {
		t.Errorf("%d lines, the last %q", len(got), got[len(got)-1])
	}
}
