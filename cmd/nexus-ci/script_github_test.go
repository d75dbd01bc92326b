package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/nexus-ci/nexus-ci/report/github/githubtest"
)

// A fakeGitHub is the GitHub of a script: the last server that the command github has
// started. It is the script's value of the key "github".
type fakeGitHub struct{ servers []*githubtest.Server }

// close ends the servers and returns what was wrong with the requests they got.
func (f *fakeGitHub) close() []string {
	var wrong []string
	for _, s := range f.servers {
		s.Close()
		wrong = append(wrong, s.Rejected()...)
	}
	return wrong
}

func githubOf(ts *testscript.TestScript) *githubtest.Server {
	f := ts.Value("github").(*fakeGitHub)
	if len(f.servers) == 0 {
		ts.Fatalf("start one with the command github")
	}
	return f.servers[len(f.servers)-1]
}

func githubCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 1 {
		ts.Fatalf("usage: github [BASEPATH]")
	}
	server, err := githubtest.Start(githubtest.Options{BasePath: strings.Join(args, "")})
	ts.Check(err)
	f := ts.Value("github").(*fakeGitHub)
	f.servers = append(f.servers, server)
	for name, value := range map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_API_URL": server.URL, "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": server.Repository,
		"GITHUB_TOKEN": server.Token, "GITHUB_RUN_ID": "1", "GITHUB_RUN_ATTEMPT": "1",
		"GITHUB_STEP_SUMMARY": filepath.Join(ts.Getenv("WORK"), "summary.md"), "GITHUB_OUTPUT": filepath.Join(ts.Getenv("WORK"), "output"),
	} {
		ts.Setenv(name, value)
	}
}

// pullRequestCommand makes or changes a pull request of two branches and the event that
// starts the job.
func pullRequestCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: pullrequest NUMBER BASE HEAD [fork|closed|workflow_run|pull_request_target]...")
	}
	number, err := strconv.Atoi(args[0])
	ts.Check(err)
	server := githubOf(ts)
	pr := githubtest.PullRequest{
		Number: number, Author: "octocat", Title: "Fix <b>the</b> `sum`",
		Base: branch(ts, args[1], server.Repository), Head: branch(ts, args[2], server.Repository),
	}
	event := "pull_request"
	for _, option := range args[3:] {
		switch option {
		case "fork":
			pr.Head.Repository = "fork/app"
		case "closed":
			pr.State = "closed"
		default:
			event = option
		}
	}
	if event == "pull_request" && pr.Head.Repository != server.Repository {
		server.Fail(githubtest.ReadOnly())
	}
	server.SetPullRequest(pr)
	server.SetMergeBase(pr.Base.SHA, pr.Head.SHA, mergeBase(ts, pr.Base.SHA, pr.Head.SHA))
	payload := map[string]any{"pull_request": map[string]any{
		"number": number, "title": pr.Title, "state": "open", "user": map[string]string{"login": pr.Author},
		"base": side(pr.Base), "head": side(pr.Head),
	}}
	if event == "workflow_run" {
		payload = map[string]any{"workflow_run": map[string]any{
			"event": "pull_request", "conclusion": "success", "head_branch": pr.Head.Ref, "head_sha": pr.Head.SHA,
			"head_repository": map[string]string{"full_name": pr.Head.Repository},
		}}
	}
	content, err := json.Marshal(payload)
	ts.Check(err)
	path := filepath.Join(ts.Getenv("WORK"), "event.json")
	ts.Check(os.WriteFile(path, content, 0o600))
	ts.Setenv("GITHUB_EVENT_NAME", event)
	ts.Setenv("GITHUB_EVENT_PATH", path)
}

// openRepo opens the repository around the script's directory.
func openRepo(ts *testscript.TestScript) *git.Repository {
	repo, err := git.PlainOpenWithOptions(ts.MkAbs("."), &git.PlainOpenOptions{DetectDotGit: true})
	ts.Check(err)
	return repo
}

func branch(ts *testscript.TestScript, name, repository string) githubtest.Branch {
	commit, err := openRepo(ts).ResolveRevision(plumbing.Revision(name))
	ts.Check(err)
	return githubtest.Branch{Ref: name, SHA: commit.String(), Repository: repository}
}

func mergeBase(ts *testscript.TestScript, a, b string) string {
	var sides [2]*object.Commit
	for i, id := range []string{a, b} {
		var err error
		sides[i], err = openRepo(ts).CommitObject(plumbing.NewHash(id))
		ts.Check(err)
	}
	bases, err := sides[0].MergeBase(sides[1])
	ts.Check(err)
	if len(bases) != 1 {
		ts.Fatalf("%d merge bases of %s and %s", len(bases), a, b)
	}
	return bases[0].Hash.String()
}

func side(b githubtest.Branch) map[string]any {
	return map[string]any{"ref": b.Ref, "sha": b.SHA, "repo": map[string]string{"full_name": b.Repository}}
}

func commentsCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: comments NUMBER COUNT")
	}
	number, err := strconv.Atoi(args[0])
	ts.Check(err)
	comments := githubOf(ts).Comments(number)
	for _, c := range comments {
		fmt.Fprintf(ts.Stdout(), "%s wrote:\n%s\n", c.Login, c.Body)
	}
	if got := strconv.Itoa(len(comments)); got != args[1] {
		ts.Fatalf("%s comments, want %s", got, args[1])
	}
}

func checkRunsCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: checkruns")
	}
	for _, run := range githubOf(ts).CheckRuns() {
		ts.Check(json.NewEncoder(ts.Stdout()).Encode(run))
	}
}

func writesCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: writes COUNT")
	}
	writes := githubOf(ts).Writes()
	if got := strconv.Itoa(len(writes)); got != args[0] {
		ts.Fatalf("%s requests that write, want %s: %s", got, args[0], strings.Join(writes, ", "))
	}
}
