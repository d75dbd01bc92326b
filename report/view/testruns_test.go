package view_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// What a shell makes of the command is the arguments, whatever they hold.
func TestShellCommand(t *testing.T) {
	for _, arg := range []string{
		"plain/path_test.go", "", "a b", "it's", "$(touch x)", "`touch x`", `"; touch x; "`, "^(TestA|TestB)$", "-x", "~", "*", "a\\", "&& touch x", "#", "näme", "!!", "{a,b}", "a=b",
	} {
		out, err := exec.Command("sh", "-c", "printf '%s|' "+report.ShellCommand(".", []string{"x", arg})).Output()
		if err != nil {
			t.Fatal(err)
		}
		if want := "x|" + arg + "|"; string(out) != want {
			t.Errorf("%q became %q", arg, out)
		}
	}
	if got, want := report.ShellCommand("it's/a dir", []string{"go", "test"}), `(cd 'it'\''s/a dir' && go test)`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := report.ShellCommand("-dir", []string{"go"}); !strings.HasPrefix(got, "(cd ./-dir ") {
		t.Errorf("a directory that looks like an option: %s", got)
	}
}

// Where no test reaches the change, the title of the commands does not say that none does.
func TestTestsTitle(t *testing.T) {
	r := &report.Report{TestRuns: []report.TestRun{{Command: "go test .", Tests: []string{"a"}}}}
	if got := view.TestsTitle(r); got != "Tests to run" {
		t.Error(got)
	}
	r.Tests, r.Summary.TestCount = []report.Test{{ID: "a"}}, 1
	if got := view.TestsTitle(r); got != "Tests that reach the change (1)" {
		t.Error(got)
	}
}

func TestRunsToShow(t *testing.T) {
	r := &report.Report{
		Tests:    []report.Test{{ID: "a"}, {ID: "b"}},
		TestRuns: []report.TestRun{{Command: "go test .", Tests: []string{"a", "b"}}},
	}
	r.Summary.TestCount = 9
	title, commands := view.RunsToShow(r)
	if title != "Run these 2 tests, out of 9 found" || !slices.Equal(commands, []string{"go test ."}) {
		t.Errorf("%s: %q", title, commands)
	}
	// A test that is edited or new and reaches nothing else of the change counts too.
	r.TestRuns[0].Tests = []string{"edited", "a", "b"}
	if title, _ := view.RunsToShow(r); title != "Run these 3 tests, out of 10 found, 1 of them only because test code was edited" {
		t.Error(title)
	}
	// What a command runs beside them is said, and files are not called tests.
	r.TestRuns[0].Whole = "package"
	r.TestRuns = append(r.TestRuns, report.TestRun{Command: "npx jest a.test.js", Tests: []string{"File:a.test.js"}, Whole: "file"})
	if title, _ := view.RunsToShow(r); title != "Run these 3 tests and 1 test file, out of 11 found, 2 of them only because test code was edited, with the rest of their packages" {
		t.Error(title)
	}
	r.TestRuns[1].Tests = []string{"File:a.test.js", "Method:a_test.rb:A.test_b"}
	if title, _ := view.RunsToShow(r); title != "Run these 4 tests and 1 test file, out of 12 found, 3 of them only because test code was edited, with the rest of their files and packages" {
		t.Error(title)
	}
	if title, _ := view.RunsToShow(&report.Report{TestRuns: []report.TestRun{{Tests: []string{"File:a.test.js"}, Whole: "file"}}}); title != "Run this test file" {
		t.Error(title)
	}
	if title, commands := view.RunsToShow(&report.Report{}); title != "" || commands != nil {
		t.Errorf("nothing to run: %s: %q", title, commands)
	}
}
