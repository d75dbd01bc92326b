package swift

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// testRunners returns swift test, which selects by patterns of class/method. It runs only tests of a
// package with a test target; tests that need a device are left out.
func testRunners() []lang.TestRunner {
	return []lang.TestRunner{{
		Name: "swift test", Roots: []string{"Package.swift"},
		Accepts: func(content []byte, _ bool) bool { return bytes.Contains(content, []byte(".testTarget(")) },
		Select: func(t lang.TestCase) (string, string) {
			if len(t.Needs) > 0 {
				return "", ""
			}
			return "", strings.ReplaceAll(t.Name, ".", "/")
		},
		Args: func(_ string, tests []lang.TestCase) ([]string, lang.Whole) {
			names := lang.Selectors(tests)
			if lang.TooMany(names) {
				return []string{"swift", "test"}, lang.WholeProject
			}
			args := []string{"swift", "test"}
			for _, n := range names {
				args = append(args, "--filter", strings.TrimPrefix(lang.Alternatives([]string{n}), "^"))
			}
			return args, lang.Exactly
		},
	}}
}

// testNeeds returns the frameworks that a test file imports unconditionally and that exist only on
// devices and simulators.
func testNeeds(source []byte) []string {
	var needs []string
	depth := 0
	for line := range strings.Lines(string(source)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#if"):
			depth++
		case strings.HasPrefix(line, "#endif"):
			depth--
		case depth == 0:
			if m := deviceImport.FindStringSubmatch(line); m != nil {
				needs = append(needs, m[1])
			}
			if strings.Contains(line, "XCUIApplication(") {
				needs = append(needs, "XCUIApplication")
			}
		}
	}
	return needs
}

var deviceImport = lazyregexp.New(`^(?:@testable\s+)?import\s+(UIKit|WatchKit|WidgetKit|CarPlay|ARKit|TVUIKit)\b`)
