package jvm

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// TestRunners returns Maven and Gradle: which of them it is depends on the build file
// beside the test.
func TestRunners() []lang.TestRunner {
	sel := func(joint string) func(lang.TestCase) (string, string) {
		return func(t lang.TestCase) (string, string) {
			class, method, ok := strings.Cut(t.Name, ".")
			if !ok || strings.Contains(method, ".") || !strings.HasPrefix(path.Base(t.Path), class+".") {
				return "", ""
			}
			method, _, _ = strings.Cut(method, "#") // of an overload
			return "", class + joint + method
		}
	}
	return []lang.TestRunner{
		{Name: "maven", Roots: []string{"pom.xml"}, Wrapper: "mvnw", Select: sel("#"), Args: func(_ string, tests []lang.TestCase) []string {
			names := lang.Selectors(tests)
			if len(names) > lang.MaxSelectors {
				names = classes(tests)
			}
			return []string{"mvn", "test", "-Dtest=" + strings.Join(names, ",")}
		}},
		{Name: "gradle", Roots: []string{"build.gradle", "build.gradle.kts"}, Wrapper: "gradlew", Select: sel("."), Args: func(_ string, tests []lang.TestCase) []string {
			names := lang.Selectors(tests)
			if len(names) > lang.MaxSelectors {
				names = classes(tests)
			}
			args := []string{"gradle", "test"}
			for _, n := range names {
				args = append(args, "--tests", n)
			}
			return args
		}},
	}
}

// classes returns the classes of tests, each once.
func classes(tests []lang.TestCase) []string {
	var out []lang.TestCase
	for _, t := range tests {
		t.Selector, _, _ = strings.Cut(t.Name, ".")
		out = append(out, t)
	}
	return lang.Selectors(out)
}
