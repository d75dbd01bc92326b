package ruby

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// testRunners returns RSpec for spec files, else Ruby itself with one file at a time, for minitest and
// test-unit. Both run whole files.
func testRunners() []lang.TestRunner {
	const spec = "rspec"
	return []lang.TestRunner{{
		Name: "ruby",
		Select: func(t lang.TestCase) (string, string) {
			file := lang.ArgPath(t.Path)
			if strings.HasSuffix(file, "_spec.rb") {
				return spec, file
			}
			return file, file
		},
		Args: func(group string, tests []lang.TestCase) ([]string, lang.Whole) {
			if group == spec {
				return append([]string{"bundle", "exec", "rspec"}, lang.TestPaths(tests)...), lang.WholeFile
			}
			return []string{"bundle", "exec", "ruby", "-Ilib:test", group}, lang.WholeFile
		},
	}}
}
