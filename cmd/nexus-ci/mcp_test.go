package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/terminal"
)

// stagedTree makes a repository of Go files, all of them staged, and returns its folder.
func stagedTree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	repo, err := git.PlainInit(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		writeGo(t, dir, name, content)
	}
	work, err := repo.Worktree()
	if err != nil {
		t.Fatal(err)
	}
	if err := work.AddWithOptions(&git.AddOptions{All: true}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func writeGo(t *testing.T, dir, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("package a\n\n"+content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// client connects the SDK's own client with a server that runs in a process.
func client(t *testing.T, dir string) *sdk.ClientSession {
	t.Helper()
	cmd := exec.Command("nexus-ci", "mcp", "--cache-dir", t.TempDir())
	cmd.Dir = dir
	var trouble bytes.Buffer
	cmd.Stderr = &trouble
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, trouble.String())
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Errorf("end: %v", err)
		}
		if trouble.Len() > 0 {
			t.Errorf("on standard error: %s", trouble.String())
		}
	})
	return session
}

func callTool(t *testing.T, session *sdk.ClientSession, tool, arguments string) *sdk.CallToolResult {
	t.Helper()
	r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Errorf("%s %s: %v", tool, arguments, err)
		return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{}}}
	}
	return r
}

// A real client, a real process: every tool is listed, the questions of many are answered
// at once, and each is about the files as they are then.
func TestMCPProcess(t *testing.T) {
	dir := stagedTree(t, map[string]string{"a.go": "func Old() { helper() }\n\nfunc helper() {}\n"})
	session := client(t, dir)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != len(query.Tools()) {
		t.Fatalf("%d tools, %v", len(list.Tools), err)
	}
	if r := callTool(t, session, "context", `{"name":"Old"}`); r.IsError {
		t.Error(r.Content)
	}
	for _, name := range []string{"First", "Second", "Third"} {
		writeGo(t, dir, "a.go", "func "+name+"() { helper() }\n\nfunc helper() {}\n")
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if r := callTool(t, session, "context", `{"name":"`+name+`"}`); r.IsError {
					t.Errorf("%s: %s", name, r.Content[0].(*sdk.TextContent).Text)
				}
			})
			all.Go(func() {
				if r := callTool(t, session, "impact", `{"target":"helper"}`); !strings.Contains(r.Content[0].(*sdk.TextContent).Text, name) {
					t.Errorf("impact does not know %s", name)
				}
			})
			all.Go(func() {
				if _, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "nexus-ci://repo/" + filepath.Base(dir) + "/clusters"}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}

	// What a tool changes is seen by the next question too.
	r := callTool(t, session, "rename", `{"old_name":"helper","new_name":"assist","apply":true,"force":true}`)
	if r.IsError {
		t.Fatal(r.Content[0].(*sdk.TextContent).Text)
	}
	if r := callTool(t, session, "context", `{"name":"assist"}`); r.IsError {
		t.Error(r.Content[0].(*sdk.TextContent).Text)
	}
}

// The example of every tool works, and its answer fits the schema that the client got.
func TestMCPExamples(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join("..", "..", "testdata", "repos", "authapp-ts.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	files := t.TempDir()
	if err := txtar.Write(archive, files); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(files, "main")
	repo, err := git.PlainInitWithOptions(dir, &git.PlainInitOptions{InitOptions: git.InitOptions{DefaultBranch: plumbing.NewBranchReferenceName("main")}})
	if err != nil {
		t.Fatal(err)
	}
	work, err := repo.Worktree()
	if err == nil {
		err = work.AddWithOptions(&git.AddOptions{All: true})
	}
	if err == nil {
		author := &object.Signature{Name: "Ada", Email: "ada@example.org", When: commitTime}
		_, err = work.Commit("main", &git.CommitOptions{Author: author, Committer: author})
	}
	if err != nil {
		t.Fatal(err)
	}
	session := client(t, dir)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		known, _ := query.Find(tool.Name)
		r := callTool(t, session, tool.Name, string(known.Example))
		if r.IsError {
			t.Errorf("%s %s: %s", tool.Name, known.Example, r.Content[0].(*sdk.TextContent).Text)
			continue
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("output", answerSchema(t, session, tool.Name)); err != nil {
			t.Fatal(err)
		}
		if err := compiler.MustCompile("output").Validate(r.StructuredContent); err != nil {
			t.Errorf("%s %s: %v", tool.Name, known.Example, err)
		}
	}
}

// answerSchema reads the schema of the answers of a tool.
func answerSchema(t *testing.T, session *sdk.ClientSession, tool string) any {
	t.Helper()
	r, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "nexus-ci://tools/" + tool + "/answer"})
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(r.Contents[0].Text))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// Of every tool a script holds an answer against the schema of its answers.
func TestEveryToolHasAScript(t *testing.T) {
	scripts, err := filepath.Glob(filepath.Join("..", "..", "testdata", "scripts", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, script := range scripts {
		src, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		text += string(src)
	}
	for _, tool := range query.Tools() {
		if !regexp.MustCompile(`(?m)^valid \S+ ` + tool.Name + `$`).MatchString(text) {
			t.Errorf("no script in testdata/scripts has a line \"valid FILE %s\"", tool.Name)
		}
	}
}

// Over HTTP only who reads the token that the start prints is answered, and the tools that
// write are there where a flag allows them.
func TestMCPOverHTTP(t *testing.T) {
	dir := stagedTree(t, map[string]string{"a.go": "func a() {}\n"})
	tokens := make(map[string]bool)
	for _, flags := range [][]string{nil, {"--writes"}} {
		printed, stderr := io.Pipe()
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan int, 1)
		go func() {
			args := append([]string{"mcp", "--http", "127.0.0.1:0", "--cache-dir", t.TempDir(), dir}, flags...)
			ended <- run(ctx, args, terminal.Streams{In: strings.NewReader(""), Out: io.Discard, Err: stderr}, func(string) string { return "" })
			stderr.Close()
		}()
		var address, token string
		if _, err := fmt.Fscanf(printed, "nexus-ci: listening at %s for clients that send the header\nAuthorization: Bearer %s\n", &address, &token); err != nil {
			t.Fatal(err)
		}
		go io.Copy(io.Discard, printed)
		address = strings.TrimSuffix(address, ",")
		answer, err := http.Post(address, "application/json", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusUnauthorized {
			t.Errorf("without the token: %s", answer.Status)
		}
		session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{
			Endpoint: address, HTTPClient: &http.Client{Transport: withToken(token)},
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		list, err := session.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		renames := slices.ContainsFunc(list.Tools, func(tool *sdk.Tool) bool { return tool.Name == "rename" })
		if renames != (flags != nil) {
			t.Errorf("%v: the tool rename is there: %v", flags, renames)
		}
		session.Close()
		stop()
		if status := <-ended; status != exit.OK {
			t.Errorf("status %d", status)
		}
		tokens[token] = true
	}
	if len(tokens) != 2 {
		t.Error("two starts have one token")
	}
}

// withToken sends a token with each request.
type withToken string

func (w withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(w))
	return http.DefaultTransport.RoundTrip(r)
}
