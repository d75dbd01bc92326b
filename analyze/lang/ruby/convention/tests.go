package convention

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// IsTest reports whether a path is that of a test for minitest, RSpec or Cucumber.
func IsTest(p string) bool {
	base := path.Base(p)
	if strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test.rb") || strings.HasSuffix(base, "_spec.rb") {
		return true
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		switch dir {
		case "test", "tests", "spec", "specs", "features":
			return true
		}
	}
	return false
}

// IsTestName reports whether a test runner starts d.
func IsTestName(d *facts.Def) bool {
	return d.Kind == facts.Method && strings.HasPrefix(d.Name, "test_")
}

// TestRunners returns RSpec for spec files, else Ruby itself with one file at a time, for minitest and
// test-unit. Both run whole files.
func TestRunners() []lang.TestRunner {
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
