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
		t := TestRun{Runner: r.Runner, Dir: r.Dir, Args: list(r.Args), Command: ShellCommand(r.Dir, r.Args), Whole: r.Whole, Tests: make([]string, 0, len(r.Tests))}
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
