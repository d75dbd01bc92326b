package gitea_test

import (
	_ "embed"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report/gitea"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/forgetest"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
)

//go:embed testdata/api.txt
var api string

type object = map[string]any

// start starts a Gitea with the repository octo/app.
func start(t testing.TB) *forgetest.Server {
	none := forgetest.Answer{Status: http.StatusNotFound, Message: "not found"}
	comment := func(status int, c forgetest.Comment) forgetest.Answer {
		return forgetest.Answer{Status: status, Body: commentJSON(c)}
	}
	s := forgetest.New(t, "-2", forgetest.Description{
		API: api, Base: "/api/v1", Header: "Authorization", Value: "token " + forgetest.Token,
		Error: func(_ int, message string) any { return object{"message": message, "url": "https://gitea/api/swagger"} },
		Operations: map[string]func(*forgetest.Request) forgetest.Answer{
			"user": func(r *forgetest.Request) forgetest.Answer {
				id, _ := strconv.Atoi(r.Forge.Own)
				return forgetest.Answer{Status: 200, Body: object{"id": id, "login": "gitea-actions"}}
			},
			"pull": func(r *forgetest.Request) forgetest.Answer {
				p := r.Forge.Pull(r.Number("index"))
				if p == nil {
					return none
				}
				return forgetest.Answer{Status: 200, Body: object{
					"number": p.Number, "state": p.State, "merge_base": r.Forge.MergeBases[forgetest.Base+".."+p.Head],
					"base": object{"sha": forgetest.Base}, "head": object{"sha": p.Head},
				}}
			},
			"list": func(r *forgetest.Request) forgetest.Answer {
				all := []any{}
				for _, c := range r.Forge.On(r.Number("index")) {
					all = append(all, commentJSON(c))
				}
				return forgetest.Answer{Status: 200, Body: all}
			},
			"create": func(r *forgetest.Request) forgetest.Answer {
				var body struct{ Body string }
				r.Decode(&body)
				return comment(201, *r.Forge.Add(r.Number("index"), body.Body))
			},
			"edit": func(r *forgetest.Request) forgetest.Answer {
				i := r.Forge.Find(r.Number("id"))
				if i < 0 {
					return none
				}
				var body struct{ Body string }
				r.Decode(&body)
				r.Forge.Comments[i].Body = body.Body
				return comment(200, r.Forge.Comments[i])
			},
			"delete": func(r *forgetest.Request) forgetest.Answer {
				if !r.Forge.Remove(r.Number("id")) {
					return none
				}
				return forgetest.Answer{Status: 204}
			},
			"status": func(r *forgetest.Request) forgetest.Answer {
				var body object
				r.Decode(&body)
				r.Forge.Statuses = append(r.Forge.Statuses, body)
				return forgetest.Answer{Status: 201, Body: object{"id": 1, "context": body["context"], "status": body["state"], "description": body["description"]}}
			},
		},
	})
	s.Pulls = []forgetest.Pull{{Number: 7, State: "open", Head: forgetest.Head}}
	return s
}

func commentJSON(c forgetest.Comment) object {
	author, _ := strconv.Atoi(c.Author)
	return object{
		"id": c.ID, "body": c.Body, "html_url": fmt.Sprintf("https://gitea/octo/app/pulls/%d#issuecomment-%d", c.Number, c.ID),
		"user": object{"id": author, "login": "x"},
	}
}

func TestForge(t *testing.T) {
	forgetest.Run(t, forgetest.Forge{
		Log: "testdata/requests.txt", Start: start, Closed: "closed", Tag: "<!-- nexus-ci/comment v1 run=1 attempt=1 head=" + forgetest.Head + " -->\n",
		Connect: func(s *forgetest.Server, o rest.Options) (forgetest.Client, error) {
			return gitea.New(gitea.Options{APIURL: s.URL, Repository: "octo/app", Token: forgetest.Token, PullRequest: 7, RunURL: "https://gitea/octo/app/actions/runs/3", Rest: o})
		},
	})
}

func TestNewRefuses(t *testing.T) {
	for _, repository := range []string{"app", "octo/app/x", "../app", "octo/a?b", ""} {
		if _, err := gitea.New(gitea.Options{APIURL: "https://gitea/api/v1", Repository: repository}); err == nil {
			t.Errorf("repository %q", repository)
		}
	}
	for _, api := range []string{"", "gitea", "ftp://gitea", "https://user@gitea", "https://gitea?x=y"} {
		if _, err := gitea.New(gitea.Options{APIURL: api, Repository: "octo/app"}); err == nil {
			t.Errorf("API %q", api)
		}
	}
}

const event = `{"pull_request": {"number": 7, "title": "Fix", "state": "open", "user": {"login": "mona"},
	"base": {"ref": "main", "sha": "` + forgetest.Base + `", "repo": {"full_name": "octo/app"}},
	"head": {"ref": "topic", "sha": "` + forgetest.Head + `", "repo": {"full_name": "fork/app"}}}}`

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(path, []byte(event), 0o600); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": path, "GITHUB_REPOSITORY": "octo/app",
		"GITHUB_SERVER_URL": "https://gitea.example", "GITHUB_API_URL": "https://gitea.example/api/v1", "GITHUB_RUN_ID": "12", "GITHUB_RUN_NUMBER": "3",
	}
	open := func() publish.Forge {
		forge, err := gitea.Open(func(name string) string { return env[name] })
		if err != nil {
			t.Fatal(err)
		}
		return forge
	}
	if open() != nil {
		t.Error("a job of GitHub is taken for one of Gitea")
	}
	for _, name := range []string{"GITEA_ACTIONS", "FORGEJO_ACTIONS"} {
		env["GITEA_ACTIONS"], env["FORGEJO_ACTIONS"], env["FORGEJO_TOKEN"] = "", "", ""
		env[name] = "true"
		f := open()
		if missing := f.Token(); missing != "GITEA_TOKEN" {
			t.Errorf("without a token %q is missing", missing)
		}
		env["FORGEJO_TOKEN"] = "x"
		f = open()
		want := publish.Job{
			Event: "pull_request", PullRequest: &publish.PullRequest{Number: 7, Title: "Fix", People: []string{"mona"}},
			Base: publish.Commit{Ref: "main", ID: forgetest.Base, Repository: "octo/app"}, Head: publish.Commit{Ref: "topic", ID: forgetest.Head, Repository: "fork/app"},
			Order: publish.Order{Run: 12, Attempt: 1}, Login: publish.Login{Host: "gitea.example", User: "x-access-token", Password: "x"},
		}
		if diff := cmp.Diff(want, *f.Job()); diff != "" || f.Token() != "" {
			t.Errorf("%s: job (-want +got):\n%s", name, diff)
		}
		if pages := f.Pages(); pages.URL != "https://gitea.example/octo/app" {
			t.Errorf("pages %+v", pages)
		}
	}
}

func TestOpenWoodpecker(t *testing.T) {
	env := map[string]string{
		"CI": "woodpecker", "CI_FORGE_TYPE": "forgejo", "CI_FORGE_URL": "https://git.example/forge/", "CI_REPO": "octo/app", "CI_PIPELINE_NUMBER": "31", "CI_PIPELINE_EVENT": "pull_request",
		"CI_COMMIT_SHA": forgetest.Head, "CI_COMMIT_SOURCE_BRANCH": "topic", "CI_COMMIT_PULL_REQUEST": "7", "CI_COMMIT_PULL_REQUEST_TITLE": "Fix", "GITEA_TOKEN": "x",
	}
	open := func() (publish.Forge, error) { return gitea.Open(func(name string) string { return env[name] }) }
	f, err := open()
	if err != nil {
		t.Fatal(err)
	}
	want := publish.Job{
		Event: "pull_request", PullRequest: &publish.PullRequest{Number: 7, Title: "Fix"}, Head: publish.Commit{Ref: "topic", ID: forgetest.Head},
		Order: publish.Order{Run: 31, Attempt: 1}, Login: publish.Login{Host: "git.example", User: "x-access-token", Password: "x"},
	}
	if diff := cmp.Diff(want, *f.Job()); diff != "" || f.Token() != "" || f.Pages().URL != "https://git.example/forge/octo/app" {
		t.Errorf("pages %q, job (-want +got):\n%s", f.Pages().URL, diff)
	}
	if err := f.Output("risk", "high"); err != nil {
		t.Error(err)
	}
	env["CI_COMMIT_PULL_REQUEST"] = "7/x"
	if _, err := open(); err == nil || err.Error() != `read the job: CI_COMMIT_PULL_REQUEST is "7/x", want a number` {
		t.Errorf("error %v", err)
	}
	env["CI_FORGE_TYPE"] = "gitlab"
	if f, err := open(); f != nil || err != nil {
		t.Errorf("another forge: %v, %v", f, err)
	}
}
