package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
)

// maxRuns is how many commands RunsToShow returns.
const maxRuns = 8

// MaxCommand is how long a command may be, in bytes, to be shown as a whole.
const MaxCommand = 2000

// RunsToShow returns the commands to show, and a title that says how many of the tests they
// run, and what else; the title is empty for none.
func RunsToShow(r *report.Report) (title string, commands []string) {
	all := r.Summary.TestCount
	edited := 0
	listed := make(map[string]bool, len(r.Tests))
	for i := range r.Tests {
		listed[r.Tests[i].ID] = true
	}
	for i, t := range r.TestRuns {
		for _, id := range t.Tests {
			if !listed[id] {
				all++ // only because it, its helper or its file was edited
				if i < maxRuns {
					edited++
				}
			}
		}
	}
	shown := r.TestRuns[:min(len(r.TestRuns), maxRuns)]
	var ids []string
	for i := range shown {
		commands = append(commands, shown[i].Command)
		ids = append(ids, shown[i].Tests...)
	}
	if len(ids) == 0 {
		return "", nil
	}
	title = "Run " + testWords(ids, "this ", "these ")
	if len(ids) < all {
		title += fmt.Sprintf(", out of %d found", all)
	}
	if edited > 0 && r.Summary.TestCount > 0 { // which counts others
		title += fmt.Sprintf(", %d of them only because test code was edited", edited)
	}
	return title + restClause(shown), commands
}

// TestsTitle returns the title of the list of tests, and of the commands that follow it.
func TestsTitle(r *report.Report) string {
	what := "Tests"
	files := 0
	for i := range r.Tests {
		if isFile(r.Tests[i].ID) {
			files++
		}
	}
	switch {
	case files > 0 && files == len(r.Tests):
		what = "Test files"
	case files > 0:
		what = "Tests and test files"
	}
	if r.Summary.TestCount == 0 {
		return "Tests to run"
	}
	sure, maybe := 0, r.Summary.TestCount-len(r.Tests) // of those that are not listed nothing is known
	for i := range r.Tests {
		if unsure(r.Tests[i].Confidence) {
			maybe++
		} else {
			sure++
		}
	}
	reach := "reach"
	switch {
	case sure == 0:
		reach = "may reach"
	case maybe > 0:
		reach = "reach or may reach"
	}
	return fmt.Sprintf("%s that %s the change (%d)", what, reach, r.Summary.TestCount)
}

// TestWords counts what a command is for: "3 tests", "2 tests and 1 test file".
func TestWords(ids []string) string { return testWords(ids, "", "") }

// testWords counts tests and, apart from them, files of tests that are calls and have no
// names; one or more words stand before the first number.
func testWords(ids []string, one, more string) string {
	files := 0
	for _, id := range ids {
		if isFile(id) {
			files++
		}
	}
	var parts []string
	if n := len(ids) - files; n > 0 {
		parts = append(parts, Plural(n, "test"))
	}
	if files > 0 {
		parts = append(parts, Plural(files, "test file"))
	}
	if len(ids) == 1 && one != "" {
		return one + strings.TrimPrefix(parts[0], "1 ")
	}
	return more + strings.Join(parts, " and ")
}

func isFile(id string) bool { return strings.HasPrefix(id, "File:") }

// restClause says what commands run beside the tests they are for; empty for nothing.
func restClause(runs []report.TestRun) string {
	var wholes []string
	for _, whole := range []struct{ word, plural string }{{"class", "classes"}, {"file", "files"}, {"package", "packages"}, {"project", "projects"}} {
		if slices.ContainsFunc(runs, func(t report.TestRun) bool {
			return t.Whole == whole.word && !(whole.word == "file" && !slices.ContainsFunc(t.Tests, func(id string) bool { return !isFile(id) }))
		}) {
			wholes = append(wholes, whole.plural)
		}
	}
	if len(wholes) == 0 {
		return ""
	}
	return ", with the rest of their " + joinWords(wholes, "and")
}
