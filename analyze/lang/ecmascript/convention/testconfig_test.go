package convention

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func TestLeftOut(t *testing.T) {
	vitest := `import { defineConfig, configDefaults } from 'vitest/config'
export default defineConfig({
  // exclude: ['commented/**']
  test: {
    include: ['**/__tests__/**/*.spec.[tj]s'],
    coverage: { exclude: ['src/covered/**'] },
    exclude: [...configDefaults.exclude, '**/dist/**', './playground/**/*.*', 'one.spec.ts'],
  },
})`
	for _, tc := range []struct {
		name, script, config, path string
		want                       bool
	}{
		{"nothing is known", "", "", "a.spec.ts", false},
		{"excluded below a directory", "", vitest, "playground/css/__tests__/css.spec.ts", true},
		{"excluded by name", "", vitest, "one.spec.ts", true},
		{"not excluded", "", vitest, "packages/vite/__tests__/a.spec.ts", false},
		{"excluded from the coverage alone", "", vitest, "src/covered/a.spec.ts", false},
		{"excluded in a comment", "", vitest, "commented/a.spec.ts", false},
		{"several projects", "", strings.Replace(vitest, "include:", "projects: ['a'], include:", 1), "playground/a.spec.ts", false},
		{"a pattern that is not understood", "", "export default {test: {exclude: ['{a,b}/**', '!(c)/**']}}", "a/a.spec.ts", false},
		{"settings that end early", "", "export default {test: {exclude: ['a/**", "a/a.spec.ts", false},
		{"jest in package.json", "", `{"jest": {"testPathIgnorePatterns": ["/node_modules/", "<rootDir>/e2e/"]}}`, "e2e/a.test.js", true},
		{"jest takes it", "", `{"jest": {"testPathIgnorePatterns": ["/node_modules/", "<rootDir>/e2e/"]}}`, "src/a.test.js", false},
		{"the script names one file, which loads the others", "mocha test/index.js", "", "test/scripts/tags/index.js", true},
		{"the file that the script names", "mocha test/index.js", "", "test/index.js", false},
		{"a directory", "mocha test", "", "test/a.js", false},
		{"a pattern", `mocha "test/**/*.js" test/index.js`, "", "test/a.js", false},
		{"an option and another command", "eslint . && mocha --require test/setup.js --exit && tsd", "", "test/a.js", false},
	} {
		if got := leftOut(lang.TestCase{Path: tc.path, Script: tc.script, Config: []byte(tc.config)}, "mocha"); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
}
