package rust

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// testRunners: cargo test, which takes parts of the names of tests.
func testRunners() []lang.TestRunner {
	return []lang.TestRunner{{
		Name: "cargo test", Roots: []string{"Cargo.toml"},
		Select: func(t lang.TestCase) (string, string) { return "", strings.ReplaceAll(t.Name, ".", "::") },
		Args: func(_ string, tests []lang.TestCase) []string {
			names := lang.Selectors(tests)
			if len(names) > lang.MaxSelectors {
				return []string{"cargo", "test"}
			}
			return append([]string{"cargo", "test", "--"}, names...)
		},
	}}
}
