package lang

import (
	"regexp"
	"slices"
	"strings"
)

// A TestRunner is a program that runs chosen tests of a language.
type TestRunner struct {
	Name string
	// Roots are patterns of file names. The runner is used, and started, in the nearest directory
	// above a test that contains such a file. nil: in the root of the repository.
	Roots []string
	// Program, if set, must occur in the test script or the dependencies of the root file, a
	// package.json.
	Program string
	// Configs are patterns of names of files beside the root file that configure the test runner. The
	// first match is TestCase.Config.
	Configs []string
	// Accepts reports whether a root file with this content belongs to a project that has the test
	// runner; top is true in the root of the repository. nil: always.
	Accepts func(content []byte, top bool) bool
	// Marker is the path of a file, relative to the directory of the root file, that changes how the
	// tests below are run: TestCase.Marked.
	Marker string
	// Wrapper is the name of a script in that directory or above that replaces the program if it
	// exists: gradlew.
	Wrapper string
	// Select returns the selector that names a test for the test runner, empty if it cannot be run
	// alone, and a group: one command runs the tests of one group.
	Select func(t TestCase) (group, selector string)
	// Args returns the command for tests of one group, as program and arguments, and what it runs:
	// Exactly for only these tests.
	Args func(group string, tests []TestCase) ([]string, Whole)
}

// A Whole is the set of tests that a command runs, as a word for the report.
type Whole string

const (
	Exactly      Whole = "" // only the given tests
	WholeClass   Whole = "class"
	WholeFile    Whole = "file"
	WholePackage Whole = "package"
	WholeProject Whole = "project"
)

// A TestCase is a test as input of a TestRunner.
type TestCase struct {
	Path string // relative to the directory of the root file
	// Name is the qualified name in the file, empty for code at file level.
	Name   string
	Marked bool // the directory of the root file contains TestRunner.Marker
	// Derived: the test is in a class with base classes.
	Derived bool
	// Abstract: the test is in an abstract class.
	Abstract bool
	// Needs is the result of Language.TestNeeds for the file.
	Needs    []string
	Script   string // the test script of the root file, a package.json
	Config   []byte // content of the file of TestRunner.Configs, empty for none
	Selector string // result of Select; not set when Select is called
}

// A command that names tests one by one has at most MaxSelectors of them, of maxSelectorBytes in all:
// a longer one is for nobody to read or paste. Otherwise whole classes, files or packages are run.
const (
	MaxSelectors     = 40
	maxSelectorBytes = 600
)

// TooMany reports whether a command cannot name tests one by one.
func TooMany(selectors []string) bool {
	size := 0
	for _, s := range selectors {
		size += len(s)
	}
	return len(selectors) > MaxSelectors || size > maxSelectorBytes
}

// Selectors returns the distinct selectors of tests.
func Selectors(tests []TestCase) []string {
	var out []string
	for _, t := range tests {
		if !slices.Contains(out, t.Selector) {
			out = append(out, t.Selector)
		}
	}
	return out
}

// TestPaths returns the distinct files of tests.
func TestPaths(tests []TestCase) []string {
	var out []string
	for _, t := range tests {
		if p := ArgPath(t.Path); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// ArgPath returns path in a form that programs do not parse as an option.
func ArgPath(path string) string {
	if strings.HasPrefix(path, "-") {
		return "./" + path
	}
	return path
}

// Alternatives returns a regular expression that matches exactly the names.
func Alternatives(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = regexp.QuoteMeta(n)
	}
	if len(quoted) == 1 {
		return "^" + quoted[0] + "$"
	}
	return "^(" + strings.Join(quoted, "|") + ")$"
}
