package python

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// testRunners: pytest, which also runs what is written for unittest.
func testRunners() []lang.TestRunner {
	return []lang.TestRunner{{
		Name: "pytest",
		Select: func(t lang.TestCase) (string, string) {
			name := t.Name[strings.LastIndexByte(t.Name, '.')+1:]
			file := path.Base(t.Path)
			if !strings.HasPrefix(file, "test_") && !strings.HasSuffix(file, "_test.py") || name != "" && !strings.HasPrefix(name, "test") {
				return "", ""
			}
			if name == "" {
				return "", lang.ArgPath(t.Path)
			}
			return "", lang.ArgPath(t.Path) + "::" + strings.ReplaceAll(t.Name, ".", "::")
		},
		Args: func(_ string, tests []lang.TestCase) []string {
			args := lang.Selectors(tests)
			if len(args) > lang.MaxSelectors {
				args = lang.TestPaths(tests)
			}
			return append([]string{"pytest"}, args...)
		},
	}}
}
