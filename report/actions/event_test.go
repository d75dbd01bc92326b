package actions_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report/actions"
)

const (
	helloBase = "f95f852bd8fca8fcc58a9a2d6c842781e32a215e"
	helloHead = "ec26c3e57ca3a959ca5aad62de7213c562f8c821"
	zeros     = "0000000000000000000000000000000000000000"
)

func TestParseEvent(t *testing.T) {
	const hello, octo = "Codertocat/Hello-World", "octo-org/octo-repo"
	base := actions.Commit{Ref: "master", SHA: helloBase, Repository: hello}
	head := actions.Commit{Ref: "changes", SHA: helloHead, Repository: hello}
	pull := func(change func(*actions.Event)) actions.Event {
		e := actions.Event{Name: "pull_request", Base: base, Head: head, PullRequest: &actions.PullRequest{
			Number: 2, Title: "Update the README with new information.", State: "open", Author: "Codertocat", Reviewers: []string{"octocat"},
		}}
		change(&e)
		return e
	}
	headRepo := `"changes",
      "sha": "` + helloHead + `",
      "repo": {
        "full_name": "Codertocat/Hello-World",
        "default_branch": "master"
      }`
	for _, tc := range []struct {
		name, event, file string
		old, new          string // what is replaced in the file
		want              actions.Event
	}{
		{name: "pull request", event: "pull_request", want: pull(func(*actions.Event) {})},
		{name: "of the workflow of the base", event: "pull_request_target", file: "pull_request",
			want: pull(func(e *actions.Event) { e.Name = "pull_request_target" })},
		{name: "fork", event: "pull_request", old: headRepo, new: strings.Replace(headRepo, "Codertocat/", "stranger/", 1),
			want: pull(func(e *actions.Event) { e.PullRequest.Fork, e.Head.Repository = true, "stranger/Hello-World" })},
		{name: "fork that is gone", event: "pull_request", old: headRepo, new: headRepo[:strings.Index(headRepo, `"repo"`)] + `"repo": null`,
			want: pull(func(e *actions.Event) { e.PullRequest.Fork, e.Head.Repository = true, "" })},
		{name: "other case is no fork", event: "pull_request", old: headRepo, new: strings.Replace(headRepo, "Hello-World", "hello-world", 1),
			want: pull(func(e *actions.Event) { e.Head.Repository = "Codertocat/hello-world" })},
		{name: "draft", event: "pull_request", old: `"draft": false`, new: `"draft": true`,
			want: pull(func(e *actions.Event) { e.PullRequest.Draft = true })},
		{name: "closed", event: "pull_request", old: `"open"`, new: `"closed"`,
			want: pull(func(e *actions.Event) { e.PullRequest.State = "closed" })},
		{name: "team asked", event: "pull_request", old: `"requested_teams": []`, new: `"requested_teams": [{"name": "Justice League", "slug": "justice-league"}]`,
			want: pull(func(e *actions.Event) {
				e.PullRequest.Reviewers = []string{"octocat", "Codertocat/justice-league"}
			})},
		{name: "author that is gone", event: "pull_request", old: `"user": {
      "login": "Codertocat"
    }`, new: `"user": null`, want: pull(func(e *actions.Event) { e.PullRequest.Author = "" })},
		{name: "branch as a command", event: "pull_request", old: `"ref": "changes"`, new: `"ref": "$(reboot)"`,
			want: pull(func(e *actions.Event) { e.Head.Ref = "$(reboot)" })},
		{name: "merge queue", event: "merge_group", want: actions.Event{
			Name: "merge_group",
			Base: actions.Commit{Ref: "main", SHA: "380387fbc80638b734a49e1be1c4dfec1c01b33c", Repository: octo},
			Head: actions.Commit{
				Ref: "gh-readonly-queue/main/pr-104-929f8209d40f77f4abc622a499c93a83babdbe64",
				SHA: "2ffea6db159f6b6c47a24e778fb9ef40cf6b1c7d", Repository: octo,
			},
		}},
		{name: "new branch", event: "push", want: actions.Event{
			Name: "push", Head: actions.Commit{Ref: "master", SHA: "6113728f27ae82c7b1a177c8d03f9e96e0adf246", Repository: hello},
		}},
		{name: "push", event: "push", old: zeros, new: helloBase, want: actions.Event{
			Name: "push", Base: base, Head: actions.Commit{Ref: "master", SHA: "6113728f27ae82c7b1a177c8d03f9e96e0adf246", Repository: hello},
		}},
		{name: "deleted branch", event: "push", old: "6113728f27ae82c7b1a177c8d03f9e96e0adf246", new: zeros, want: actions.Event{Name: "push"}},
		{name: "tag", event: "push", old: "refs/heads/master", new: "refs/tags/v1", want: actions.Event{
			Name: "push", Head: actions.Commit{Ref: "refs/tags/v1", SHA: "6113728f27ae82c7b1a177c8d03f9e96e0adf246", Repository: hello},
		}},
		{name: "workflow run", event: "workflow_run", want: actions.Event{
			Name: "workflow_run", WorkflowRun: &actions.WorkflowRun{
				Event: "repository_dispatch", Conclusion: "success",
				Head: actions.Commit{Ref: "master", SHA: "3484a3fb816e0859fd6e1cea078d76385ff50625", Repository: octo},
			},
		}},
		{name: "workflow run of a fork that is gone", event: "workflow_run", old: `{
      "full_name": "octo-org/octo-repo"
    }`, new: "null", want: actions.Event{
			Name: "workflow_run", WorkflowRun: &actions.WorkflowRun{
				Event: "repository_dispatch", Conclusion: "success",
				Head: actions.Commit{Ref: "master", SHA: "3484a3fb816e0859fd6e1cea078d76385ff50625"},
			},
		}},
		{name: "workflow run that goes on", event: "workflow_run", old: `"success"`, new: "null", want: actions.Event{
			Name: "workflow_run", WorkflowRun: &actions.WorkflowRun{
				Event: "repository_dispatch",
				Head:  actions.Commit{Ref: "master", SHA: "3484a3fb816e0859fd6e1cea078d76385ff50625", Repository: octo},
			},
		}},
	} {
		if tc.file == "" {
			tc.file = tc.event
		}
		got, err := actions.ParseEvent(tc.event, []byte(edit(t, tc.file, tc.old, tc.new)))
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

// What does not look as GitHub writes it is refused before anything is done with it.
func TestParseEventRefuses(t *testing.T) {
	for _, tc := range []struct{ name, event, old, new, want string }{
		{"option as a commit", "pull_request", helloHead, "--upload-pack=touch x", `pull_request.head: "--upload-pack=touch x" is no commit id`},
		{"short commit", "pull_request", helloBase, "f95f852", `pull_request.base: "f95f852" is no commit id`},
		{"no commit", "merge_group", "380387fbc80638b734a49e1be1c4dfec1c01b33c", "", `merge_group.base: "" is no commit id`},
		{"upper case", "push", "6113728f27ae82c7b1a177c8d03f9e96e0adf246", strings.Repeat("A", 40), `is no commit id`},
		{"line end after a commit", "workflow_run", "3484a3fb816e0859fd6e1cea078d76385ff50625", strings.Repeat("a", 40) + `\n`, `is no commit id`},
		{"number zero", "pull_request", `"number": 2,
    "title"`, `"number": 0,
    "title"`, "pull_request.number is 0"},
		{"number as a path", "pull_request", `"number": 2,
    "title"`, `"number": "2/../3",
    "title"`, "cannot unmarshal string"},
		{"repository as a path", "pull_request", `"full_name": "Codertocat/Hello-World"`, `"full_name": "Codertocat/.."`, `"Codertocat/.." is no repository`},
		{"repository with a query", "workflow_run", `"full_name": "octo-org/octo-repo"`, `"full_name": "octo-org/octo-repo?x"`, "is no repository"},
		{"other event", "pull_request", `"pull_request":`, `"issue":`, "no pull_request in it"},
		{"cut", "merge_group", "checks_requested", `"`, "invalid character"},
	} {
		_, err := actions.ParseEvent(tc.event, []byte(edit(t, tc.event, tc.old, tc.new)))
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error %v, want %q", tc.name, err, tc.want)
		}
	}
}

// edit returns a file of testdata/events with old replaced.
func edit(t *testing.T, file, old, new string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "events", file+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		t.Fatalf("%s.json does not contain %q", file, old)
	}
	return strings.Replace(string(data), old, new, 1)
}

func FuzzParseEvent(f *testing.F) {
	names := []string{"pull_request", "merge_group", "push", "workflow_run"}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("testdata", "events", name+".json"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"pull_request":{"number":1,"head":null}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range names {
			e, err := actions.ParseEvent(name, data)
			if err != nil {
				continue
			}
			for _, c := range []actions.Commit{e.Base, e.Head} {
				if len(c.SHA) != 0 && len(c.SHA) != 40 && len(c.SHA) != 64 || strings.Trim(c.SHA, "0123456789abcdef") != "" {
					t.Errorf("%s: commit %q", name, c.SHA)
				}
			}
		}
	})
}
