package lang

import (
	"regexp"
	"slices"
	"strings"
)

// A TestRunner is a program that runs chosen tests of a language.
type TestRunner struct {
	Name string
	// Roots are patterns of file names: the runner is used, and started, in the nearest
	// directory above a test that holds one. Nil: at the root of the repository.
	Roots []string
	// Program, where it is set, has to be what the root file, a package.json, names as its
	// test script or among its dependencies.
	Program string
	// Configs are patterns of names of files beside the root file that configure the runner: the
	// first is TestCase.Config.
	Configs []string
	// Accepts reports whether a root file with such a content is one of a project that has
	// the runner; top says that it stands at the root of the repository. Nil: it is.
	Accepts func(content []byte, top bool) bool
	// Marker is the path of a file, from the directory of the root file, that changes how
	// the tests below are run: TestCase.Marked.
	Marker string
	// Wrapper is the name of a script that the repository may hold, in that directory or
	// above, and which then stands for the program: gradlew.
	Wrapper string
	// Select returns what names a test to the runner, empty for what it cannot run alone,
	// and a key: tests of one key are run by one command.
	Select func(t TestCase) (group, selector string)
	// Args returns the command for tests of one group: the program and its arguments; and what
	// it runs as a whole, Exactly for the tests alone.
	Args func(group string, tests []TestCase) ([]string, Whole)
}

// A Whole is what a command runs that holds the tests it is for. The values are the words of
// the report.
type Whole string

const (
	Exactly      Whole = "" // the tests alone
	WholeClass   Whole = "class"
	WholeFile    Whole = "file"
	WholePackage Whole = "package"
	WholeProject Whole = "project"
)

// A TestCase is a test as a runner sees it.
type TestCase struct {
	Path string // relative to the directory of the root file
	// Name is the qualified name in the file, empty for code at its top level.
	Name   string
	Marked bool // the directory of the root file holds TestRunner.Marker
	// Derived says that it stands in a class that names others as its bases.
	Derived bool
	// Abstract says that it stands in a class of which there are no objects.
	Abstract bool
	// Needs is what Language.TestNeeds says of the file.
	Needs    []string
	Script   string // what the root file, a package.json, starts for tests
	Config   []byte // the file of TestRunner.Configs, empty for none
	Selector string // as Select says; not set for Select itself
}

// MaxSelectors is how many tests a command names one by one. Of more, runners take
// whole files or packages.
const MaxSelectors = 40

// Selectors returns the selectors of tests, each once.
func Selectors(tests []TestCase) []string {
	var out []string
	for _, t := range tests {
		if !slices.Contains(out, t.Selector) {
			out = append(out, t.Selector)
		}
	}
	return out
}

// TestPaths returns the files of tests, each once.
func TestPaths(tests []TestCase) []string {
	var out []string
	for _, t := range tests {
		if p := ArgPath(t.Path); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// ArgPath returns a path that no program takes for an option.
func ArgPath(path string) string {
	if strings.HasPrefix(path, "-") {
		return "./" + path
	}
	return path
}

// Alternatives returns a regular expression for any of the names, as a whole.
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
