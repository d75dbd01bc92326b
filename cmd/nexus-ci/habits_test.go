package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/demo"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/hint"
)

// What people type who know git, gh, ruff, golangci-lint, semgrep or reviewdog works, or the
// answer says what to type. A want with "→" before it is what standard error says.
var habits = []struct {
	line   string
	status int
	want   string
}{
	// git
	{"check HEAD~1", exitOK, `^the work tree against HEAD~1`},
	{"check main..refunds", exitOK, `refunds \(\w+\) against main`},
	{"check main...refunds", exitOK, `refunds \(\w+\) against main`},
	{"check main refunds", exitOK, `refunds \(\w+\) against main`},
	{"check main..", exitOK, `HEAD \(\w+\) against main`},
	{"check ..main", exitOK, `main \(\w+\) against HEAD`},
	{"check @", exitOK, `^No changes$`},
	{"check --since HEAD~1", exitOK, `against HEAD~1`},
	{"check --since 2025-03-04", exitOK, `the work tree against 2737fbb`},
	{"check --since=2025-03-04T00:00:00Z --head refunds", exitOK, `refunds \(\w+\) against 2737fbb`},
	{"check @{u}", exitUsage, `→@\{\.\.\.\} is not understood; give a branch`},
	{"check --cached", exitUsage, `→did you mean --staged\? See nexus-ci check --help`},
	{"check -- src", exitUsage, `→unknown revision "src"`},
	{"check web/src", exitUsage, `→check takes revisions, not paths, and always checks the whole change`},
	{"check nope", exitUsage, `→unknown revision "nope"; check the name, or fetch it first`},
	{"check main topic more", exitUsage, `→accepts at most 2 arg`},
	{"diff main", exitUsage, `→unknown command "diff"; did you mean nexus-ci check\?`},
	{"main..refunds", exitUsage, `→did you mean nexus-ci check main\.\.refunds\?`},
	{"HEAD~3", exitUsage, `→did you mean nexus-ci check HEAD~3\?`},
	{"status", exitUsage, `→did you mean nexus-ci check --worktree\?`},
	{"log", exitUsage, `→did you mean nexus-ci replay\?`},
	{"grep Charge", exitUsage, `→did you mean nexus-ci query\?`},
	{"replay -n 5", exitUsage, `→did you mean --last\?`},
	{"--version", exitOK, `^nexus-ci `},
	{"-v", exitOK, `^nexus-ci `},
	{"version", exitOK, `^nexus-ci `},
	{"-h", exitOK, `Check a change:`},
	{"help", exitOK, `Ask about the code:`},
	{"help check", exitOK, `check main\.\.topic`},
	{"chekc", exitUsage, `→did you mean nexus-ci check\?`},
	{"check --bse main", exitUsage, `→did you mean --base\?`},
	// gh
	{"check 1234", exitUsage, `→pull request 1234 is not in this clone, and check uses no network; type: git fetch origin pull/1234/head:pr-1234 && nexus-ci check --head pr-1234`},
	{"check #7", exitUsage, `→git fetch origin pull/7/head:pr-7 `},
	{"check https://github.com/o/r/pull/12/files", exitUsage, `→git fetch https://github\.com/o/r pull/12/head:pr-12 && nexus-ci check --head pr-12`},
	{"check https://gitlab.com/g/r/-/merge_requests/3", exitUsage, `→git fetch https://gitlab\.com/g/r merge-requests/3/head:pr-3 `},
	{"pr 1234", exitUsage, `→did you mean nexus-ci check\?`},
	{"check -R owner/name", exitUsage, `→did you mean --directory\?`},
	{"check HEAD~1 --json", exitOK, `^\{\n  "schema": "nexus-ci/report/v1"`},
	{"context Gateway.Charge --json", exitOK, `^\{`},
	// ruff
	{"check .", exitUsage, `→check takes revisions, not paths`},
	{"check HEAD~1 --output-format json", exitUsage, `→did you mean --format\?`},
	{"check HEAD~1 --exit-zero", exitUsage, `→leave it out: the exit status is 0 unless --fail-on is given; see`},
	{"check --fix", exitUsage, `→nothing is changed by check`},
	{"check --select stale-call", exitUsage, `→all rules always run; --fail-on takes names of rules`},
	{"check --show-settings", exitUsage, `→did you mean --print-config\?`},
	{"rule stale-call", exitUsage, `→did you mean nexus-ci explain\?`},
	{"check --statistics", exitUsage, `→did you mean --stats\?`},
	{"check HEAD~1 -q", exitOK, ``},
	// golangci-lint
	{"run ./...", exitUsage, `→unknown command "run"; did you mean nexus-ci check\?`},
	{"check ./...", exitUsage, `→check takes revisions, not paths`},
	{"check --new-from-rev=main", exitUsage, `→did you mean --base\?`},
	{"check -j 4", exitUsage, `→did you mean --workers\?`},
	{"check --out-format json", exitUsage, `→did you mean --format\?`},
	{"check --concurrency 4", exitUsage, `→did you mean --workers\?`},
	{"linters", exitUsage, `→did you mean nexus-ci explain\?`},
	{"config", exitUsage, `→did you mean nexus-ci check --print-config\?`},
	{"check HEAD~1 --sarif", exitOK, `"version": "2\.1\.0"`},
	{"completion bash", exitOK, `bash`},
	// semgrep
	{"scan", exitUsage, `→did you mean nexus-ci check\?`},
	{"ci", exitUsage, `→did you mean nexus-ci check\?`},
	{"check --error", exitUsage, `→did you mean --fail-on break\?`},
	{"check --baseline-commit main", exitUsage, `→did you mean --base\?`},
	{"check --severity high", exitUsage, `→did you mean --fail-on\?`},
	{"check HEAD~1 --markdown", exitOK, `^🟠 \*\*HIGH\*\*`},
	{"check --sarif-output x.sarif", exitUsage, `→did you mean --save\?`},
	{"check --metrics=off", exitUsage, `→leave it out: there are no metrics`},
	{"lsp", exitUsage, `→did you mean nexus-ci mcp\?`},
	{"install", exitUsage, `→did you mean nexus-ci setup --pre-commit\?`},
	{"init --dry-run", exitOK, `files in Go, checked for breaks`},
	// reviewdog
	{"check HEAD~1 --fail-level=high", exitUsage, `→did you mean --fail-on\?`},
	{"check HEAD~1 --fail-on high", exitThreshold, `→risk HIGH reaches --fail-on high`},
	{"check --reporter=github-pr-review", exitUsage, `→did you mean --format\?`},
	{"check --no-color", exitUsage, `→did you mean --color never\?`},
}

func TestHabits(t *testing.T) {
	dir := t.TempDir()
	if err := demo.Make(dir); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LocalAppData"} {
		t.Setenv(name, t.TempDir())
	}
	for _, h := range habits {
		var out, err bytes.Buffer
		status := run(t.Context(), strings.Fields(h.line), streams{in: strings.NewReader(""), out: &out, err: &err}, func(string) string { return "" })
		want, onErr := strings.CutPrefix(h.want, "→")
		got := out.String()
		if onErr {
			got = err.String()
		}
		if status != h.status || !regexp.MustCompile("(?m)"+want).MatchString(got) {
			t.Errorf("%s: status %d, want %d and %s\n%s%s", h.line, status, h.status, h.want, firstLines(out.String()), err.String())
		}
		if onErr && strings.Count(got, "\n") != 1 {
			t.Errorf("%s: more than a line:\n%s", h.line, got)
		}
	}
	if len(habits) < 50 {
		t.Errorf("only %d", len(habits))
	}
}

func firstLines(text string) string {
	lines := strings.SplitAfterN(text, "\n", 6)
	return strings.Join(lines[:min(len(lines), 5)], "")
}

// What a hint suggests is a command that exists.
func TestHintsExist(t *testing.T) {
	for _, line := range hint.Commands() {
		if err := parseOwn(strings.Fields(line), true); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, flag := range hint.Flags() {
		if name, _, _ := strings.Cut(flag, " "); !flagExists(name) {
			t.Errorf("no command has the flag %s", flag)
		}
	}
}
