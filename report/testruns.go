package report

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/impact"
)

// buildTestRuns returns the commands and fills in the selectors of the tests.
func buildTestRuns(runs []impact.Run, tests []Test) []TestRun {
	out := make([]TestRun, 0, len(runs))
	selectors := make(map[string]string)
	for i := range runs {
		r := &runs[i]
		t := TestRun{Runner: r.Runner, Dir: r.Dir, Args: list(r.Args), Command: ShellCommand(r.Dir, r.Args), Tests: make([]string, 0, len(r.Tests))}
		for _, s := range r.Tests {
			t.Tests = append(t.Tests, s.Node.ID)
			selectors[s.Node.ID] = s.Selector
		}
		out = append(out, t)
	}
	for i := range tests {
		tests[i].Selector = selectors[tests[i].ID]
	}
	return out
}

// ShellCommand returns a command for a POSIX shell at the root of the repository. Names in
// it come from the repository: what is no plain word is quoted.
func ShellCommand(dir string, args []string) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = shellWord(a)
	}
	command := strings.Join(words, " ")
	if dir == "" || dir == "." {
		return command
	}
	if strings.HasPrefix(dir, "-") {
		dir = "./" + dir
	}
	return fmt.Sprintf("(cd %s && %s)", shellWord(dir), command)
}

func shellWord(s string) string {
	plain := func(r rune) bool {
		return r < 0x80 && (strings.ContainsRune("_./:=@%+,-", r) || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z')
	}
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// maxRuns is how many commands RunsToShow returns.
const maxRuns = 8

// MaxCommand is how long a command may be, in bytes, to be shown as a whole.
const MaxCommand = 2000

// RunsToShow returns the commands to show, and a title that says how many of the tests they
// run; the title is empty for none.
func RunsToShow(r *Report) (title string, commands []string) {
	tests, all := 0, r.Summary.TestCount
	listed := make(map[string]bool, len(r.Tests))
	for i := range r.Tests {
		listed[r.Tests[i].ID] = true
	}
	for _, t := range r.TestRuns {
		for _, id := range t.Tests {
			if !listed[id] {
				all++ // edited, and reaches nothing else of the change
			}
		}
	}
	for _, t := range r.TestRuns[:min(len(r.TestRuns), maxRuns)] {
		commands = append(commands, t.Command)
		tests += len(t.Tests)
	}
	if tests == 0 {
		return "", nil
	}
	these := "Run this test"
	if tests > 1 {
		these = fmt.Sprintf("Run these %d tests", tests)
	}
	if tests < all {
		these += fmt.Sprintf(" (of %d)", all)
	}
	return these, commands
}
