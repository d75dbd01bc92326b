package golang

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// testRunners returns go test, one command for each package. Benchmarks and methods of suites cannot
// be selected.
func testRunners() []lang.TestRunner {
	return []lang.TestRunner{{
		Name: "go test", Roots: []string{"go.mod"},
		Select: func(t lang.TestCase) (string, string) {
			for _, prefix := range []string{"Test", "Example", "Fuzz"} {
				if strings.HasPrefix(t.Name, prefix) && !strings.Contains(t.Name, ".") {
					return path.Dir(t.Path), t.Name
				}
			}
			return "", ""
		},
		Args: func(dir string, tests []lang.TestCase) ([]string, lang.Whole) {
			pkg := "./" + dir
			if dir == "." {
				pkg = "."
			}
			names := lang.Selectors(tests)
			if lang.TooMany(names) {
				return []string{"go", "test", pkg}, lang.WholePackage
			}
			return []string{"go", "test", pkg, "-run", lang.Alternatives(names)}, lang.Exactly
		},
	}}
}
