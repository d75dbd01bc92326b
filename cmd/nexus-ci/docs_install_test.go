package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/demo"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/terminal"
)

// The problem matcher of the documentation reads what check prints.
func TestProblemMatcher(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "install.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```json\n")
	block, _, _ := strings.Cut(rest, "```")
	var tasks struct {
		Tasks []struct {
			Command        string
			ProblemMatcher struct {
				Pattern struct {
					Regexp                              string
					File, Line, Severity, Message, Code int
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(block), &tasks); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := demo.Make(dir); err != nil {
		t.Fatal(err)
	}
	task := tasks.Tasks[0]
	command, _, _ := strings.Cut(task.Command, " | ")
	args := append(strings.Fields(command)[1:], "-C", dir, "--base", demo.Base, "--head", demo.Head, "--no-cache")
	var out bytes.Buffer
	if status := run(t.Context(), args, terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &out}, func(string) string { return "" }); status != exit.Threshold {
		t.Fatalf("status %d:\n%s", status, &out)
	}
	pattern := task.ProblemMatcher.Pattern
	re := regexp.MustCompile(pattern.Regexp)
	found := make(map[string]int)
	for line := range strings.Lines(out.String()) {
		if m := re.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			found[m[pattern.Severity]]++
			if m[pattern.File] == "" || m[pattern.Message] == "" {
				t.Errorf("%q: file %q, message %q", line, m[pattern.File], m[pattern.Message])
			}
			if m[pattern.Severity] == "error" && m[pattern.Code] == "" {
				t.Errorf("%q has no rule", line)
			}
		}
	}
	if found["error"] != 2 || found["warning"] != 1 || found["note"] != 1 {
		t.Errorf("found %v in\n%s", found, &out)
	}
}
