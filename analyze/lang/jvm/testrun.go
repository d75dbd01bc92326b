package jvm

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// TestRunners returns Maven and Gradle; the build file above the test decides between them.
func TestRunners() []lang.TestRunner {
	return []lang.TestRunner{
		{Name: "maven", Roots: []string{"pom.xml"}, Wrapper: "mvnw", Select: func(t lang.TestCase) (string, string) {
			if !slices.Contains([]string{"", "test"}, sourceSet(t.Path)) {
				return "", ""
			}
			return "", selector(t, "#")
		}, Args: func(_ string, tests []lang.TestCase) ([]string, lang.Whole) {
			names, whole := selectors(tests)
			return []string{"mvn", "test", "-Dtest=" + strings.Join(names, ",")}, whole
		}},
		{Name: "gradle", Roots: []string{"build.gradle", "build.gradle.kts"}, Wrapper: "gradlew", Marker: "src/main/AndroidManifest.xml", Select: func(t lang.TestCase) (string, string) {
			task := gradleTask(t)
			if task == "" {
				return "", ""
			}
			return task, selector(t, ".")
		}, Args: func(task string, tests []lang.TestCase) ([]string, lang.Whole) {
			names, whole := selectors(tests)
			args := []string{"gradle", task}
			for _, n := range names {
				args = append(args, "--tests", n)
			}
			return args, whole
		}},
	}
}

// selector returns the name of a test, or of a class whose tests are calls, for a test runner; empty
// for tests outside the class that the file is named after.
func selector(t lang.TestCase, joint string) string {
	class, method, inClass := strings.Cut(t.Name, ".")
	if t.Abstract || strings.Contains(method, ".") || !strings.HasPrefix(path.Base(t.Path), class+".") {
		return ""
	}
	if !inClass {
		return class
	}
	method, _, _ = strings.Cut(method, "#") // the number of an overload
	return class + joint + method
}

// selectors returns the selectors of tests, or of their classes if the tests are many.
func selectors(tests []lang.TestCase) ([]string, lang.Whole) {
	if names := lang.Selectors(tests); !lang.TooMany(names) {
		return names, lang.Exactly
	}
	return classes(tests), lang.WholeClass
}

// sourceSet returns the source set of a file, by the directories of Gradle and Maven; empty
// for another layout.
func sourceSet(file string) string {
	if rest, ok := strings.CutPrefix(file, "src/"); ok {
		if set, _, ok := strings.Cut(rest, "/"); ok {
			return set
		}
	}
	return ""
}

// gradleTask returns the task that runs a test on the local machine; empty where none is known, as for
// tests that run on a device.
func gradleTask(t lang.TestCase) string {
	switch set := sourceSet(t.Path); {
	case set == "" && !t.Marked:
		return "test"
	case set == "test" && t.Marked:
		return "testDebugUnitTest" // the task "test" of Android does not accept --tests
	case set == "test", set == "jvmTest", set == "desktopTest", set == "integrationTest", set == "functionalTest":
		return set
	}
	return ""
}

// classes returns the distinct classes of tests.
func classes(tests []lang.TestCase) []string {
	var out []lang.TestCase
	for _, t := range tests {
		t.Selector, _, _ = strings.Cut(t.Name, ".")
		out = append(out, t)
	}
	return lang.Selectors(out)
}

// SourceSet returns the first directory below a src that the build tools take for the sources of the
// program (src/main, src/commonMain) or of its tests (src/test, src/commonTest, src/testFixtures), and
// "" where p has none. What is below it are packages, whatever their names.
func SourceSet(p string) (name string, tests bool) {
	dirs := strings.Split(path.Dir(p), "/")
	for i, dir := range dirs {
		switch {
		case i == 0 || dirs[i-1] != "src":
		case dir == "main" || strings.HasSuffix(dir, "Main"):
			return dir, false
		case dir == "test" || dir == "testFixtures" || strings.HasSuffix(dir, "Test") || strings.HasSuffix(dir, "Tests"):
			return dir, true
		}
	}
	return "", false
}

// IsTestFile reports whether the name of the file at p, without its extension, ends with one of
// suffixes and is longer than it. A file among the sources of the program is none, whatever its name.
func IsTestFile(p string, suffixes ...string) bool {
	if set, tests := SourceSet(p); set != "" {
		return tests
	}
	name := strings.TrimSuffix(path.Base(p), path.Ext(p))
	return slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(name, s) && name != s })
}

// Skips returns the annotations by which JUnit skips a test.
func Skips() []string { return []string{"Disabled", "Ignore", "*.Disabled", "*.Ignore"} }
