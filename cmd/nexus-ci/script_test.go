package main

// The scripts in testdata/scripts run the program as a user would. Beside the
// commands of testscript they know:
//
//	repo DIR [BRANCH...]
//
// makes a git repository in $WORK/repo from directories of the archive and changes
// into it. The files of DIR become the first commit of the branch main. Each
// further directory is laid over those of DIR and becomes a branch of its name, one
// commit on top of main: a file there replaces or adds one. With one more ending
// it changes the file it is named after: ".deleted" removes it, ".moved" holds its
// new path, and ".edit" replaces lines in it, "-" by "+", with an empty line between
// places:
//
//	repo main gone body
//	exec nexus-ci check --base main --head gone
//
//	-- main/users.go --
//	package users
//	-- main/login.go --
//	package users
//
//	const hour = 3600
//	-- gone/users.go.deleted --
//	-- body/login.go.edit --
//	-const hour = 3600
//	+const hour = 60
//
// "repo NAME.txtar [BRANCH...]" takes the directories main and BRANCH from an
// archive in testdata/repos instead and makes the repository in $WORK/NAME.
//
// main is checked out in the end. Author and times are fixed, so commit ids are the
// same at every run. "repo" with an empty DIR of "-" makes a repository without commits.
//
//	commit MESSAGE
//
// commits the whole work tree to the branch that is checked out.
//
//	unrelated BRANCH
//
// makes a branch that shares no commit with the others.
//
//	status N PROGRAM [ARG...]
//
// runs a program and fails unless it exits with the status N.
//
//	lines stdout|stderr N
//
// fails unless the last program printed N lines there.
//
//	stage
//
// adds the whole work tree to the index.
//
//	valid FILE|stdout [TOOL|graph]
//
// fails unless the file is a JSON report that fits the published schema, an answer of
// a tool that fits the schema of its answers, or a graph that fits the schema of graphs.
//
//	json FILE|stdout PATH [VALUE...]
//
// fails unless the values at a path of a JSON document are these, in this order.
// The document is the file, or the list of its lines when it has several
// documents. A path has steps with dots between: the key of an object, "*" for
// all elements of a list, the place of one from 0, "KEY=VALUE" for its elements with that value, which has
// no dot; a second one keeps fewer of them. The last step may name several keys, with commas between; their values
// are one VALUE with spaces between:
//
//	json stdout findings.*.path,line 'login.go 23' 'auth.go 14'
//
//	extract FILE|stdout PATH OUT
//
// writes the one value at a path of a JSON document to a file, with its keys sorted.
//
//	services [model] [store] [closed-model] [closed-store]
//
// writes the user's own configuration: a language model and a store of vectors, or one of
// them at an address where nothing is.
//
//	texts NUMBER
//
// fails unless the model was asked for that many texts since the script began.
//
//	model FILE [openai|anthropic|openrouter|plain]
//
// starts a language model on loopback that answers what the file says, one JSON object a line
// (chattest.Step), and sets the environment so that chat asks it. Unless the script says
// otherwise, it fails when a line is not used, or when a request is wrong.
//
//	asked NUMBER
//
// prints the requests that the model got, one JSON object a line, and fails unless they are so
// many. Those of a model that was started later count alone.
//
//	websearch
//
// lets the model search the web in the user's own configuration; the service is the one that
// the command model started.
//
//	websearches [QUERY...]
//
// fails unless the web was searched for these, and nothing else.
//
//	github [BASEPATH]
//
// starts a GitHub that takes no request which GitHub would not take, with the repository
// octo/app, and makes the script a step of a job of GitHub Actions. Its summary is
// $WORK/summary.md, its outputs are in $WORK/output. Once more it is another GitHub.
//
//	pullrequest NUMBER BASE HEAD [fork|closed|EVENT...]
//
// makes a pull request of two branches, or changes it, and the event that starts the job,
// pull_request unless another is named. From a fork that gets a token that only reads.
//
//	comments NUMBER COUNT
//
// prints the comments of a pull request and fails unless they are so many.
//
//	checkruns
//
// prints the check runs, one JSON object a line.
//
//	writes COUNT
//
// fails unless so many requests up to now wrote something.
//
//	agrees PROTECTION
//
// fails unless the counts of the last program say of a protection what its analyst found
// when it tried to do what that forbids. The program nexus-ci-taken is nexus-ci with an
// analyst that does as the title of the change says.
//
//	doc FILE CHAPTER
//
// runs the commands of a chapter of a document, README.md or one in docs, and fails unless they
// succeed and the consoles among them print what the document shows, where a line of dots
// stands for any lines. The chapter before the first heading is ''. With -update the document
// is rewritten.
//
//	shown FILE NAME
//
// fails unless the last program printed what a document has in the generated part of that
// name. With -update the document is rewritten.

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/report"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"nexus-ci": func() { os.Exit(runMain(analyseRequest, analystLimit)) },
		// The same with analysts that are not to be trusted, or are not done in time.
		"nexus-ci-taken": func() { os.Exit(runMain(taken, analystLimit)) },
		"nexus-ci-late":  func() { os.Exit(runMain(taken, time.Second)) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "scripts"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			// Nothing of the machine that runs the tests may reach the program.
			home := filepath.Join(env.WorkDir, ".home")
			env.Setenv("HOME", home)
			env.Setenv("XDG_CACHE_HOME", filepath.Join(home, ".cache"))
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
			env.Setenv("LocalAppData", filepath.Join(home, ".cache"))
			server := &fakeGitHub{}
			env.Values["github"] = server
			env.Defer(func() {
				if wrong := server.close(); len(wrong) > 0 {
					env.T().Fatal("requests that GitHub would not take:", strings.Join(wrong, "; "))
				}
			})
			services := &fakeServices{}
			env.Values["services"] = services
			env.Defer(services.close)
			models := &fakeModel{}
			env.Values["model"] = models
			env.Defer(func() {
				if wrong := models.close(); len(wrong) > 0 {
					env.T().Fatal("the model was asked otherwise:", strings.Join(wrong, "; "))
				}
			})
			return os.MkdirAll(home, 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"repo":      repoCommand,
			"commit":    commitCommand,
			"unrelated": unrelatedCommand,
			"status":    statusCommand,
			"lines":     linesCommand,
			"stage":     stageCommand,
			"valid":     validCommand,
			"json":      jsonCommand,
			"extract":   extractCommand,

			"github":      githubCommand,
			"pullrequest": pullRequestCommand,
			"otherforge":  otherForgeCommand,
			"comments":    commentsCommand,
			"checkruns":   checkRunsCommand,
			"writes":      writesCommand,
			"agrees":      agreesCommand,

			"model":       modelCommand,
			"asked":       askedCommand,
			"websearch":   webSearchCommand,
			"websearches": webSearchesCommand,

			"services": servicesCommand,
			"texts":    textsCommand,
			"doc":      docCommand,
			"shown":    shownCommand,
		},
	})
}

func repoCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: repo DIR|NAME.txtar [BRANCH...]")
	}
	name, from := "repo", ts.MkAbs(".")
	if archive, ok := strings.CutSuffix(args[0], ".txtar"); ok {
		name, from = archive, filepath.Join(ts.Getenv("WORK"), "."+archive)
		content, err := txtar.ParseFile(filepath.Join("..", "..", "testdata", "repos", args[0]))
		ts.Check(err)
		ts.Check(txtar.Write(content, from))
		args = append([]string{"main"}, args[1:]...)
	}
	dir := ts.MkAbs(name)
	repo, err := git.PlainInitWithOptions(dir, &git.PlainInitOptions{
		InitOptions: git.InitOptions{DefaultBranch: plumbing.NewBranchReferenceName("main")},
	})
	ts.Check(err)
	if args[0] != "-" {
		work, err := repo.Worktree()
		ts.Check(err)
		ts.Check(overlay(dir, filepath.Join(from, args[0])))
		commitAll(ts, repo, args[0])
		for _, branch := range args[1:] {
			name := plumbing.NewBranchReferenceName(branch)
			ts.Check(work.Checkout(&git.CheckoutOptions{Branch: name, Create: true}))
			ts.Check(overlay(dir, filepath.Join(from, branch)))
			commitAll(ts, repo, branch)
			ts.Check(work.Checkout(&git.CheckoutOptions{Branch: plumbing.NewBranchReferenceName("main")}))
		}
	}
	ts.Check(ts.Chdir(dir))
}

// overlay copies the files below from into dir, or makes the changes they stand for.
func overlay(dir, from string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(dir, rel)
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		switch name := strings.TrimSuffix(target, filepath.Ext(target)); filepath.Ext(target) {
		case ".deleted":
			return os.Remove(name)
		case ".moved":
			return os.Rename(name, filepath.Join(dir, strings.TrimSpace(string(content))))
		case ".edit":
			return edit(name, string(content))
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o666)
	})
}

// edit replaces lines of a file. Every place has to exist once.
func edit(file, edits string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text := string(content)
	for _, place := range strings.Split(edits, "\n\n") {
		var old, now strings.Builder
		for line := range strings.Lines(strings.TrimSuffix(place, "\n") + "\n") {
			if rest, ok := strings.CutPrefix(line, "-"); ok {
				old.WriteString(rest)
			} else if rest, ok := strings.CutPrefix(line, "+"); ok {
				now.WriteString(rest)
			} else {
				return fmt.Errorf("edit %s: a line starts neither with - nor with +: %q", file, line)
			}
		}
		if n := strings.Count(text, old.String()); n != 1 {
			return fmt.Errorf("edit %s: %d places are\n%s", file, n, old.String())
		}
		text = strings.Replace(text, old.String(), now.String(), 1)
	}
	return os.WriteFile(file, []byte(text), 0o666)
}

// commitTime is that of every commit.
var commitTime = time.Date(2024, time.May, 1, 12, 0, 0, 0, time.UTC)

func commitAll(ts *testscript.TestScript, repo *git.Repository, message string) plumbing.Hash {
	work, err := repo.Worktree()
	ts.Check(err)
	ts.Check(work.AddWithOptions(&git.AddOptions{All: true}))
	author := &object.Signature{Name: "Ada", Email: "ada@example.org", When: commitTime}
	id, err := work.Commit(message, &git.CommitOptions{Author: author, Committer: author, AllowEmptyCommits: true})
	ts.Check(err)
	return id
}

func commitCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: commit MESSAGE")
	}
	repo, err := git.PlainOpen(ts.MkAbs("."))
	ts.Check(err)
	commitAll(ts, repo, args[0])
}

func unrelatedCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: unrelated BRANCH")
	}
	repo, err := git.PlainOpen(ts.MkAbs("."))
	ts.Check(err)
	head, err := repo.Head()
	ts.Check(err)
	commit, err := repo.CommitObject(head.Hash())
	ts.Check(err)
	commit.ParentHashes = nil
	commit.Message = args[0]
	encoded := repo.Storer.NewEncodedObject()
	ts.Check(commit.Encode(encoded))
	id, err := repo.Storer.SetEncodedObject(encoded)
	ts.Check(err)
	ts.Check(repo.Storer.SetReference(plumbing.NewHashReference(plumbing.NewBranchReferenceName(args[0]), id)))
}

func statusCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N PROGRAM [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("%s exits with %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

func linesCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines stdout|stderr N")
	}
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	if got := strings.Count(ts.ReadFile(args[0]), "\n"); got != want {
		ts.Fatalf("%d lines on %s, want %d:\n%s", got, args[0], want, ts.ReadFile(args[0]))
	}
}

func stageCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: stage")
	}
	repo, err := git.PlainOpen(ts.MkAbs("."))
	ts.Check(err)
	work, err := repo.Worktree()
	ts.Check(err)
	ts.Check(work.AddWithOptions(&git.AddOptions{All: true}))
}

func validCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: valid FILE [TOOL|graph]")
	}
	published := report.Schema()
	if len(args) == 2 {
		var err error
		if args[1] == "graph" {
			published, err = os.ReadFile(filepath.Join("..", "..", "analyze", "graphfile", "graph-v1.json"))
		} else {
			tool, ok := query.Find(args[1])
			if !ok {
				ts.Fatalf("no tool %s", args[1])
			}
			published, err = json.Marshal(tool.Output())
		}
		ts.Check(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(published))
	ts.Check(err)
	compiler := jsonschema.NewCompiler()
	ts.Check(compiler.AddResource(report.SchemaName, doc))
	schema, err := compiler.Compile(report.SchemaName)
	ts.Check(err)
	instance, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(schema.Validate(instance))
}
