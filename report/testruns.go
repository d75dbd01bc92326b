package report

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/impact"
)

// A Test reaches a changed symbol.
type Test struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Depth int    `json:"depth"`
	// Reaches is the ID of the changed symbol it reaches.
	Reaches string `json:"reaches"`
	// Confidence is that of the least certain use on the way there, 0 to 1; 0 in reports of
	// older versions.
	Confidence float64 `json:"confidence"`
	// Selector names it to its runner, as in "tests/test_a.py::test_b"; empty where none is
	// known. Of a test in a file that is run as a whole it is the file.
	Selector string `json:"selector"`
}

// An Untested is a changed function that no test was found to reach.
type Untested struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Path string `json:"path"` // in head
	Line int    `json:"line"`
}

// A TestRun is one command that runs tests.
type TestRun struct {
	Runner string `json:"runner"` // the name of the program, as in "go test"
	// Dir is where the command is started, relative to the root of the repository: "." there.
	Dir  string   `json:"dir"`
	Args []string `json:"args"` // the program and its arguments
	// Command is the same for a POSIX shell at the root of the repository.
	Command string   `json:"command"`
	Tests   []string `json:"tests"` // IDs of the tests that it is for
	// Whole is what the command runs of that the tests are a part: class, file, package or
	// project; empty where it runs these tests alone.
	Whole string `json:"whole"`
}

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
