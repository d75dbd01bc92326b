// Package convention contains conventions of test runners and frameworks for Python: which files and
// functions are tests and how they are run, what frameworks start, which strings name members and
// keys.
//
// Out: data and predicates for the fields of lang.Language. It uses no syntax tree.
package convention

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// IsTest reports whether pytest or unittest collects the file at p by its name.
func IsTest(p string) bool {
	base := path.Base(p)
	if strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test.py") || base == "conftest.py" || base == "tests.py" {
		return true
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "tests" || dir == "test" {
			return true
		}
	}
	return false
}

// IsTestName reports whether a test runner starts d: test functions and the test methods of any class
// in a test file.
func IsTestName(d *facts.Def) bool {
	switch d.Kind {
	case facts.Function, facts.Method:
		return strings.HasPrefix(d.Name, "test")
	case facts.Class:
		return strings.HasPrefix(d.Name, "Test")
	}
	return false
}

// IsInternal reports whether files of that name are not imported from outside: names with a leading _,
// and the set-up files of a package and its tests.
func IsInternal(base string) bool {
	return strings.HasPrefix(base, "_") && !strings.HasPrefix(base, "__init__") || base == "setup.py" || base == "conftest.py"
}
