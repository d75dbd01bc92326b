package convention

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// TestRunners returns pytest, which also runs unittest tests.
func TestRunners() []lang.TestRunner {
	return []lang.TestRunner{{
		Name: "pytest",
		Select: func(t lang.TestCase) (string, string) {
			name := t.Name[strings.LastIndexByte(t.Name, '.')+1:]
			file := path.Base(t.Path)
			if !strings.HasPrefix(file, "test_") && !strings.HasSuffix(file, "_test.py") || !strings.HasPrefix(name, "test") {
				return "", ""
			}
			if class, _, ok := strings.Cut(t.Name, "."); t.Abstract || ok && !t.Derived && !strings.HasPrefix(class, "Test") {
				return "", "" // pytest does not collect the class, and fails for names that it did not collect
			}
			return "", lang.ArgPath(t.Path) + "::" + strings.ReplaceAll(t.Name, ".", "::")
		},
		Args: func(_ string, tests []lang.TestCase) ([]string, lang.Whole) {
			args := lang.Selectors(tests)
			if lang.TooMany(args) {
				return append([]string{"pytest"}, lang.TestPaths(tests)...), lang.WholeFile
			}
			return append([]string{"pytest"}, args...), lang.Exactly
		},
	}}
}
