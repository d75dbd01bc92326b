package php

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// testRunners: PHPUnit, which takes one file and a pattern of methods.
func testRunners() []lang.TestRunner {
	return []lang.TestRunner{{
		Name: "phpunit", Roots: []string{"phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml", "composer.json"},
		Select: func(t lang.TestCase) (string, string) {
			return lang.ArgPath(t.Path), t.Name[strings.LastIndexByte(t.Name, '.')+1:]
		},
		Args: func(file string, tests []lang.TestCase) []string {
			names := lang.Selectors(tests)
			if len(names) > lang.MaxSelectors {
				return []string{"vendor/bin/phpunit", file}
			}
			pattern := strings.TrimPrefix(lang.Alternatives(names), "^")
			return []string{"vendor/bin/phpunit", "--filter", "::" + pattern, file}
		},
	}}
}
