package php

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// testRunners: PHPUnit, which takes one file and a pattern of methods. It stands in the
// project that has settings for it or asks for it: a package below may be a part of one.
func testRunners() []lang.TestRunner {
	configured := lang.TestRunner{
		Name: "phpunit", Roots: []string{"phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml"},
		Select: func(t lang.TestCase) (string, string) {
			return lang.ArgPath(t.Path), t.Name[strings.LastIndexByte(t.Name, '.')+1:]
		},
		Args: func(file string, tests []lang.TestCase) ([]string, lang.Whole) {
			names := lang.Selectors(tests)
			if lang.TooMany(names) {
				return []string{"vendor/bin/phpunit", file}, lang.WholeFile
			}
			// The name of a test that gets data goes on: "testF with data set #0".
			pattern := strings.TrimSuffix(strings.TrimPrefix(lang.Alternatives(names), "^"), "$") + "( |$)"
			return []string{"vendor/bin/phpunit", "--filter", "::" + pattern, file}, lang.Exactly
		},
	}
	required := configured
	required.Roots = []string{"composer.json"}
	required.Accepts = func(content []byte, top bool) bool {
		return top || bytes.Contains(content, []byte(`"phpunit/phpunit"`))
	}
	return []lang.TestRunner{configured, required}
}
