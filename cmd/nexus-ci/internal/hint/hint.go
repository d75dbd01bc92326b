// Package hint says what to type instead of what somebody typed who mistyped it, or who
// knows another tool: git, gh, ruff, golangci-lint, semgrep, reviewdog, eslint, pre-commit.
//
// In: the word, and the names that exist. Out: half a sentence for the end of an error, empty
// where nothing is near.
//
// Invariants: what is suggested exists, which a test of the command checks; a word is never
// replaced without being told.
package hint

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// commands are the commands of other tools, by what has their place here.
var commands = map[string][]string{
	"check":                       {"run", "lint", "scan", "analyze", "analyse", "review", "diff", "ci", "test", "verify", "audit", "pr", "mr", "compare", "risk", "inspect", "score", "blame"},
	"check --worktree":            {"status"},
	"check --against BRANCH":      {"merge", "rebase", "cherry-pick", "conflicts"},
	"check --print-config":        {"config", "show-settings", "settings", "env"},
	"explain":                     {"rule", "rules", "linter", "linters", "why", "list"},
	"replay":                      {"log", "history", "stats", "statistics"},
	"report":                      {"show", "view", "print", "open"},
	"index":                       {"graph", "build", "map"},
	"index --export json":         {"export", "dump"},
	"query":                       {"grep", "find", "ask"},
	"impact":                      {"deps", "dependants", "dependents", "affected"},
	"init --dry-run":              {"doctor", "ls"},
	"context":                     {"callers", "callees", "references", "refs", "usages", "symbol", "who"},
	"mcp":                         {"serve", "lsp"},
	"setup --pre-commit":          {"install", "hook", "hooks", "install-hooks", "pre-commit", "protect"},
	"setup --pre-commit --remove": {"uninstall", "unprotect"},
	"setup":                       {"editor", "connect"},
	"check --publish":             {"comment", "publish", "reviewdog"},
	"check --save report.json":    {"baseline", "save"},
	"demo":                        {"example", "try", "tutorial", "quickstart", "tour"},
	"version":                     {"ver"},
	"rename":                      {"refactor", "mv", "move"},
}

// commandAnswers are for commands that nothing here has the place of.
var commandAnswers = map[string]string{
	"update":      updated,
	"upgrade":     updated,
	"autoupdate":  updated,
	"self-update": updated,
	"fix":         "nothing is changed; explain says how to repair a finding",
	"format":      "nothing is changed; explain says how to repair a finding",
	"fmt":         "nothing is changed; explain says how to repair a finding",
	"server":      served,
	"dashboard":   served,
	"login":       signedIn,
	"auth":        signedIn,
	"man":         "type man nexus-ci where a package has installed the pages, or nexus-ci help",
	"clean":       cached,
	"cache":       cached,
}

const (
	updated  = "what has installed nexus-ci updates it: npm, pip, brew, go install"
	served   = "that of an organisation is nexus-ci-server, a program of its own; nexus-ci mcp serves agents"
	signedIn = "nobody signs in; --publish and --fetch take the token of a variable such as GITHUB_TOKEN"
	cached   = "the cache, nexus-ci in the user's cache directory, is bounded, and may be deleted at any time"
)

// Command is a hint for an unknown command. program is how the program is called.
func Command(word, program string, names []string) string {
	if strings.Contains(word, "..") || strings.ContainsAny(word, "~^") || word == "HEAD" || word == "@" || strings.Contains(word, "://") || strings.Trim(word, "#!0123456789") == "" {
		return "did you mean " + program + " check " + word + "?"
	}
	for command, others := range commands {
		if slices.Contains(others, strings.ToLower(word)) {
			return "did you mean " + program + " " + command + "?"
		}
	}
	if answer := commandAnswers[strings.ToLower(word)]; answer != "" {
		return answer
	}
	if near := nearest(word, names); near != "" {
		return "did you mean " + program + " " + near + "?"
	}
	return "see " + program + " --help"
}

// flags are the flags of other tools, by what has their place here. What begins with "--" is a
// flag, with a value where it needs one.
var flags = map[string][]string{
	"--base":           {"new-from-rev", "new-from-merge-base", "baseline-commit", "from-ref", "from", "target", "target-branch", "ref", "source", "compare", "diff-base", "upstream", "diff", "changed-since", "since-commit", "b"},
	"--head":           {"to-ref", "to", "branch", "commit", "pr-head"},
	"--staged":         {"cached", "index", "staged-only"},
	"--worktree":       {"new", "unstaged", "dirty", "uncommitted"},
	"--format":         {"output-format", "out-format", "reporter", "report-format", "as", "f"},
	"--output":         {"output-file", "out", "report-file"},
	"--save":           {"json-output", "sarif-output", "sarif-file", "json-file", "tee"},
	"--fail-on":        {"fail-level", "level", "severity", "threshold", "min-severity", "fail-under", "fail-on-level", "max-warnings"},
	"--fail-on medium": {"warnings-as-errors", "Werror"},
	"--fail-on break":  {"error", "fail-on-error", "exit-code", "strict", "check", "error-on-warnings", "fail"},
	"--exit-zero":      {"issues-exit-code", "no-fail", "no-error", "suppress-errors", "no-strict", "soft-fail"},
	"--quiet":          {"silent", "s", "q"},
	"--verbose":        {"details", "all-sections", "show-source", "full", "long", "v", "p", "patch"},
	"--color never":    {"no-color", "no-colour"},
	"--color always":   {"force-color"},
	"--workers":        {"jobs", "j", "concurrency", "parallel", "threads"},
	"--no-cache":       {"no-cached", "clear-cache"},
	"--cache-dir":      {"cache-location", "cache-path"},
	"--format html":    {"web", "browser", "open"},
	"--directory":      {"path", "repo", "repository", "cwd", "dir", "root", "work-dir", "R"},
	"--config":         {"settings", "conf", "c"},
	"--print-config":   {"show-settings", "show-config"},
	"--debug":          {"trace", "backtrace"},
	"--version":        {"V", "ersion"},
	"--publish":        {"comment-on-pr", "github", "post"},
	"--stats":          {"statistics", "timings", "time"},
	"--title":          {"message", "m"},
	"--repository-url": {"url", "repo-url"},
	"--limit":          {"max-count", "n", "max-results", "top"},
	"--last":           {"count", "commits", "n"},
	"--timeout":        {"deadline", "max-time"},
	"--against":        {"with", "merge-with", "other"},
	"--no-history":     {"no-log"},
	"--dry-run":        {"preview", "pretend"},
	"--remove":         {"uninstall", "delete"},
}

const oneLine = "behind a pipe each finding is one line; --format json and rdjson are for programs, -q is for nothing but the exit status"

// answers are for flags that nothing here has the place of.
var answers = map[string]string{
	"fix":          "nothing is changed by check; explain says how to repair a finding",
	"unsafe-fixes": "nothing is changed by check; explain says how to repair a finding",
	"select":       "all rules always run; --fail-on takes names of rules",
	"enable":       "all rules always run; --fail-on takes names of rules",
	"disable":      "all rules always run; --fail-on takes names of rules",
	"only":         "all rules always run; --fail-on takes names of rules",
	"ignore":       "all rules always run; ignore in the configuration, and nexus-ci:ignore in a comment, suppress findings",
	"skip":         "all rules always run; ignore in the configuration, and nexus-ci:ignore in a comment, suppress findings",
	"explain":      "type nexus-ci explain and the name of a rule, or a word of the report",
	"pr":           "type nexus-ci check and its number",
	"pull-request": "type nexus-ci check and its number",
	"merge-base":   "leave it out: the base is always the merge base",
	"dry-run":      "leave it out: check changes nothing",
	"yes":          "leave it out: nothing is asked",
	"ci":           "leave it out: a job is known by its variables",
	"fail-fast":    "leave it out: the whole change is always checked",
	"short":        oneLine,
	"oneline":      oneLine,
	"name-only":    oneLine,
	"lang":         "the whole change is always checked",
	"exclude":      "the whole change is always checked",
	"include":      "the whole change is always checked",
	"ext":          "the whole change is always checked",
	"all-files":    "the whole change is always checked",
	"filter-mode":  "what breaks is reported wherever it is, not in the diff alone",
	"watch":        "run check again after a change; it reads only what differs",
	"token":        "the token is that of the variable GITHUB_TOKEN",
	"offline":      "leave it out: check uses the network only when told to: --fetch, --publish",
	"metrics":      "leave it out: there are no metrics",
	"no-config":    "leave it out: the configuration of the change itself does not count; --config names another one",

	"no-inline-config": "leave it out: what comments suppress is counted in the report",
	"disable-nosem":    "leave it out: what comments suppress is counted in the report",
	"ignore-noqa":      "leave it out: what comments suppress is counted in the report",
}

// Flag is a hint for an unknown flag of a command, without its dashes; names are those that
// the command has.
func Flag(name string, names []string) string {
	for flag, others := range flags {
		own, _, _ := strings.Cut(strings.TrimPrefix(flag, "--"), " ")
		if slices.Contains(others, name) && slices.Contains(names, own) {
			return "did you mean " + flag + "?"
		}
	}
	if answer := answers[name]; answer != "" && slices.Contains(names, "fail-on") {
		return answer
	}
	if near := nearest(name, names); near != "" {
		return "did you mean --" + near + "?"
	}
	return ""
}

// nearest returns the name that a word is most like; "" where none is near.
func nearest(word string, names []string) string {
	if len(word) < 2 {
		return ""
	}
	distance := func(name string) int {
		if strings.HasPrefix(name, word) && len(word) > 2 {
			return 1
		}
		return engine.Distance(word, name)
	}
	names = slices.Sorted(slices.Values(names))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(distance(a), distance(b)) })
	if len(names) == 0 || distance(names[0]) > 1+len(word)/4 {
		return ""
	}
	return names[0]
}

// Commands returns the command lines that Command may suggest, without the name of the program.
func Commands() []string { return slices.Sorted(maps.Keys(commands)) }

// Flags returns the flags that Flag may suggest, some with a value.
func Flags() []string { return slices.Sorted(maps.Keys(flags)) }
