package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/demo"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/hint"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/terminal"
)

// What people type who know git, gh, ruff, golangci-lint, semgrep, reviewdog, eslint or pre-commit
// works, or the answer says what to type. A want with "→" before it is what standard error says.
var habits = []struct {
	line   string
	status int
	want   string
}{
	// git
	{"check HEAD~1", exit.Threshold, `^the work tree against HEAD~1`},
	{"check main..refunds", exit.Threshold, `refunds \(\w+\) against main`},
	{"check main...refunds", exit.Threshold, `refunds \(\w+\) against main`},
	{"check main refunds", exit.Threshold, `refunds \(\w+\) against main`},
	{"check main..", exit.Threshold, `HEAD \(\w+\) against main`},
	{"check ..main", exit.Threshold, `main \(\w+\) against HEAD`},
	{"check @", exit.OK, `^No changes$`},
	{"check --since HEAD~1", exit.Threshold, `against HEAD~1`},
	{"check --since 2025-03-04", exit.Threshold, `the work tree against 2737fbb`},
	{"check --since=2025-03-04T00:00:00Z --head refunds", exit.Threshold, `refunds \(\w+\) against 2737fbb`},
	{"check @{u}", exit.WrongUsage, `→@\{\.\.\.\} is not understood; give a branch`},
	{"check --cached", exit.WrongUsage, `→did you mean --staged\? See nexus-ci check --help`},
	{"check -- src", exit.WrongUsage, `→unknown revision "src"`},
	{"check web/src", exit.WrongUsage, `→check takes revisions, not paths, and always checks the whole change`},
	{"check nope", exit.WrongUsage, `→unknown revision "nope"; check the name, or fetch it first`},
	{"check main topic more", exit.WrongUsage, `→accepts at most 2 arg`},
	{"diff main", exit.WrongUsage, `→unknown command "diff"; did you mean nexus-ci check\?`},
	{"main..refunds", exit.WrongUsage, `→did you mean nexus-ci check main\.\.refunds\?`},
	{"HEAD~3", exit.WrongUsage, `→did you mean nexus-ci check HEAD~3\?`},
	{"status", exit.WrongUsage, `→did you mean nexus-ci check --worktree\?`},
	{"log", exit.WrongUsage, `→did you mean nexus-ci replay\?`},
	{"grep Charge", exit.WrongUsage, `→did you mean nexus-ci query\?`},
	{"replay -n 5", exit.WrongUsage, `→did you mean --last\?`},
	{"--version", exit.OK, `^nexus-ci `},
	{"-v", exit.OK, `^nexus-ci `},
	{"version", exit.OK, `^nexus-ci `},
	{"-h", exit.OK, `Check a change:`},
	{"help", exit.OK, `Ask about the code:`},
	{"help check", exit.OK, `check main\.\.topic`},
	{"chekc", exit.WrongUsage, `→did you mean nexus-ci check\?`},
	{"check --bse main", exit.WrongUsage, `→did you mean --base\?`},
	// gh
	{"check 1234", exit.WrongUsage, `→pull request 1234 is not in this clone; add --fetch, or type: git fetch origin pull/1234/head:pr-1234 && nexus-ci check --head pr-1234`},
	{"check #7", exit.WrongUsage, `→git fetch origin pull/7/head:pr-7 `},
	{"check https://github.com/o/r/pull/12/files", exit.WrongUsage, `→git fetch https://github\.com/o/r pull/12/head:pr-12 && nexus-ci check --head pr-12`},
	{"check https://gitlab.com/g/r/-/merge_requests/3", exit.WrongUsage, `→git fetch https://gitlab\.com/g/r merge-requests/3/head:pr-3 `},
	{"pr 1234", exit.WrongUsage, `→did you mean nexus-ci check\?`},
	{"check -R owner/name", exit.WrongUsage, `→did you mean --directory\?`},
	{"check HEAD~1 --json", exit.Threshold, `^\{\n  "schema": "nexus-ci/report/v1"`},
	{"context Gateway.Charge --json", exit.OK, `^\{`},
	// ruff
	{"check .", exit.WrongUsage, `→check takes revisions, not paths`},
	{"check HEAD~1 --output-format json", exit.WrongUsage, `→did you mean --format\?`},
	{"check HEAD~1 --exit-zero", exit.OK, `^HIGH`},
	{"check HEAD~1 --issues-exit-code=0", exit.WrongUsage, `→did you mean --exit-zero\?`},
	{"check --fix", exit.WrongUsage, `→nothing is changed by check`},
	{"check --select stale-call", exit.WrongUsage, `→all rules always run; --fail-on takes names of rules`},
	{"check --show-settings", exit.WrongUsage, `→did you mean --print-config\?`},
	{"rule stale-call", exit.WrongUsage, `→did you mean nexus-ci explain\?`},
	{"check --statistics", exit.WrongUsage, `→did you mean --stats\?`},
	{"check HEAD~1 -q", exit.Threshold, ``},
	// golangci-lint
	{"run ./...", exit.WrongUsage, `→unknown command "run"; did you mean nexus-ci check\?`},
	{"check ./...", exit.WrongUsage, `→check takes revisions, not paths`},
	{"check --new-from-rev=main", exit.WrongUsage, `→did you mean --base\?`},
	{"check -j 4", exit.WrongUsage, `→did you mean --workers\?`},
	{"check --out-format json", exit.WrongUsage, `→did you mean --format\?`},
	{"check --concurrency 4", exit.WrongUsage, `→did you mean --workers\?`},
	{"linters", exit.WrongUsage, `→did you mean nexus-ci explain\?`},
	{"config", exit.WrongUsage, `→did you mean nexus-ci check --print-config\?`},
	{"check HEAD~1 --sarif", exit.Threshold, `"version": "2\.1\.0"`},
	{"completion bash", exit.OK, `bash`},
	// semgrep
	{"scan", exit.WrongUsage, `→did you mean nexus-ci check\?`},
	{"ci", exit.WrongUsage, `→did you mean nexus-ci check\?`},
	{"check --error", exit.WrongUsage, `→did you mean --fail-on break\?`},
	{"check --baseline-commit main", exit.WrongUsage, `→did you mean --base\?`},
	{"check --severity high", exit.WrongUsage, `→did you mean --fail-on\?`},
	{"check HEAD~1 --markdown", exit.Threshold, `^🟠 \*\*HIGH\*\*`},
	{"check --sarif-output x.sarif", exit.WrongUsage, `→did you mean --save\?`},
	{"check --metrics=off", exit.WrongUsage, `→leave it out: there are no metrics`},
	{"lsp", exit.WrongUsage, `→did you mean nexus-ci mcp\?`},
	{"install", exit.WrongUsage, `→did you mean nexus-ci setup --pre-commit\?`},
	{"init --dry-run", exit.OK, `files in Go, checked for breaks`},
	// reviewdog
	{"check HEAD~1 --fail-level=high", exit.WrongUsage, `→did you mean --fail-on\?`},
	{"check HEAD~1 --fail-on high", exit.Threshold, `→risk HIGH reaches --fail-on high`},
	{"check --reporter=github-pr-review", exit.WrongUsage, `→did you mean --format\?`},
	{"check --no-color", exit.WrongUsage, `→did you mean --color never\?`},
	{"check --level=warning", exit.WrongUsage, `→did you mean --fail-on\?`},
	{"check --filter-mode=added", exit.WrongUsage, `→what breaks is reported wherever it is, not in the diff alone`},
	{"check --tee", exit.WrongUsage, `→did you mean --save\?`},
	// eslint
	{"lint", exit.WrongUsage, `→did you mean nexus-ci check\?`},
	{"check -f json", exit.WrongUsage, `→did you mean --format\?`},
	{"check --format=github", exit.WrongUsage, `→--format github: want one of text, markdown, json`},
	{"check --output-file x.json", exit.WrongUsage, `→did you mean --output\?`},
	{"check --max-warnings 0", exit.WrongUsage, `→did you mean --fail-on\?`},
	{"check --ext .ts", exit.WrongUsage, `→the whole change is always checked`},
	{"check -c x.yml", exit.WrongUsage, `→did you mean --config\?`},
	{"check --cache-location x", exit.WrongUsage, `→did you mean --cache-dir\?`},
	{"check --no-inline-config", exit.WrongUsage, `→leave it out: what comments suppress is counted in the report`},
	// pre-commit
	{"run --all-files", exit.WrongUsage, `→did you mean nexus-ci check\?`},
	{"check --all-files", exit.WrongUsage, `→the whole change is always checked`},
	{"check --from-ref main", exit.WrongUsage, `→did you mean --base\?`},
	{"uninstall", exit.WrongUsage, `→did you mean nexus-ci setup --pre-commit --remove\?`},
	{"autoupdate", exit.WrongUsage, `→what has installed nexus-ci updates it: npm, pip, brew, go install`},
	// and others
	{"rebase", exit.WrongUsage, `→did you mean nexus-ci check --against BRANCH\?`},
	{"clean", exit.WrongUsage, `→the cache, nexus-ci in the user's cache directory, is bounded`},
	{"check --web", exit.WrongUsage, `→did you mean --format html\?`},
	{"check --changed-since main", exit.WrongUsage, `→did you mean --base\?`},
	{"check -b main", exit.WrongUsage, `→did you mean --base\?`},
	{"check -p", exit.WrongUsage, `→did you mean --verbose\?`},
	{"check --name-only", exit.WrongUsage, `→behind a pipe each finding is one line`},
	{"check --merge-base main", exit.WrongUsage, `→the base is always the merge base`},
	{"check --warnings-as-errors", exit.WrongUsage, `→did you mean --fail-on medium\?`},
	{"check --fail-on error", exit.WrongUsage, `→--fail-on: error: did you mean break\?`},
	{"check --fail-on=warning", exit.WrongUsage, `→did you mean medium\?`},
	{"check --ignore stale-call", exit.WrongUsage, `→nexus-ci:ignore in a comment`},
	{"check --only stale-call", exit.WrongUsage, `→--fail-on takes names of rules`},
	{"check --trace", exit.WrongUsage, `→did you mean --debug\?`},
	{"check --ci", exit.WrongUsage, `→a job is known by its variables`},
	{"check --dry-run", exit.WrongUsage, `→check changes nothing`},
	{"check --open", exit.WrongUsage, `→did you mean --format html\?`},
	{"check --explain", exit.WrongUsage, `→type nexus-ci explain and the name of a rule`},
	{"check --lang go", exit.WrongUsage, `→the whole change is always checked`},
	{"check HEAD~1 -o json", exit.WrongUsage, `→--output json: want a file; did you mean --format json\?`},
	{"check -json", exit.WrongUsage, `→did you mean --json\?`},
	{"check --pr 12", exit.WrongUsage, `→type nexus-ci check and its number`},
	{"check !12", exit.WrongUsage, `→pull request 12 is not in this clone`},
	{"check pull/12/head", exit.WrongUsage, `→pull request 12 is not in this clone`},
	{"check refs/pull/12/head", exit.WrongUsage, `→pull request 12 is not in this clone`},
	{"-V", exit.WrongUsage, `→did you mean --version\?`},
	{"-version", exit.WrongUsage, `→did you mean --version\?`},
	{"help frobnicate", exit.WrongUsage, `→unknown command "frobnicate"`},
	{"list", exit.WrongUsage, `→did you mean nexus-ci explain\?`},
	{"deps", exit.WrongUsage, `→did you mean nexus-ci impact\?`},
	{"doctor", exit.WrongUsage, `→did you mean nexus-ci init --dry-run\?`},
	{"score HEAD~1", exit.WrongUsage, `→did you mean nexus-ci check\?`},
	{"dashboard", exit.WrongUsage, `→nexus-ci-server`},
	{"login", exit.WrongUsage, `→nobody signs in`},
	{"man", exit.WrongUsage, `→man nexus-ci`},
	{"env", exit.WrongUsage, `→did you mean nexus-ci check --print-config\?`},
	{"check HEAD^ --exit-zero", exit.OK, `^the work tree against HEAD\^`},
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
		status := run(t.Context(), strings.Fields(h.line), terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &err}, func(string) string { return "" })
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
