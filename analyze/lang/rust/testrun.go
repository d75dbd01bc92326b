package rust

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// testRunners returns cargo test, which selects tests by a part of their names.
func testRunners() []lang.TestRunner {
	return []lang.TestRunner{{
		Name: "cargo test", Roots: []string{"Cargo.toml"},
		Select: func(t lang.TestCase) (string, string) {
			return strings.Join(t.Needs, ","), strings.ReplaceAll(t.Name, ".", "::")
		},
		Args: func(features string, tests []lang.TestCase) ([]string, lang.Whole) {
			names := lang.Selectors(tests)
			args := []string{"cargo", "test"}
			if features != "" {
				args = append(args, "--features", features)
			}
			if lang.TooMany(names) {
				return args, lang.WholePackage
			}
			return append(append(args, "--"), names...), lang.Exactly
		},
	}}
}

// testNeeds returns the features that the whole file is compiled with: #![cfg(feature = "serde")].
// Conditions with not or any are ignored.
func testNeeds(source []byte) []string {
	var features []string
	for line := range strings.Lines(string(source)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", strings.HasPrefix(line, "//"):
		case !strings.HasPrefix(line, "#!["):
			return features
		case strings.HasPrefix(line, "#![cfg(") && !strings.Contains(line, "not(") && !strings.Contains(line, "any("):
			for _, m := range featureName.FindAllStringSubmatch(line, -1) {
				features = append(features, m[1])
			}
		}
	}
	return features
}

var featureName = lazyregexp.New(`feature\s*=\s*"([\w+./-]+)"`)
