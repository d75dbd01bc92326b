package fact_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

func TestOfChecker(t *testing.T) {
	for file, want := range map[string]bool{
		".rubocop_todo.yml": true, "web/.eslintrc.json": true, "eslint.config.json": true, ".golangci.yml": true,
		"phpcs.xml.dist": true, "phpstan-baseline.neon": true, ".clang-format": true, "rustfmt.toml": true,
		"package.json": false, "config/ruffian.yml": false, "rubocop/settings.yml": false, ".env": false, "": false,
	} {
		if got := fact.OfChecker(file); got != want {
			t.Errorf("%q: %v", file, got)
		}
	}
}
