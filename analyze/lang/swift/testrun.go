package swift

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// testRunners: swift test, which takes patterns of class/method.
func testRunners() []lang.TestRunner {
	return []lang.TestRunner{{
		Name: "swift test", Roots: []string{"Package.swift"},
		Select: func(t lang.TestCase) (string, string) { return "", strings.ReplaceAll(t.Name, ".", "/") },
		Args: func(_ string, tests []lang.TestCase) []string {
			names := lang.Selectors(tests)
			if len(names) > lang.MaxSelectors {
				return []string{"swift", "test"}
			}
			args := []string{"swift", "test"}
			for _, n := range names {
				args = append(args, "--filter", strings.TrimPrefix(lang.Alternatives([]string{n}), "^"))
			}
			return args
		},
	}}
}
