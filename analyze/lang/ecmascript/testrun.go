package ecmascript

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// TestRunners returns the runners that a package.json may name, in the order in which a
// project with several is taken to run its tests. All take whole files: what stands
// in a file are calls, not declarations.
func TestRunners() []lang.TestRunner {
	return []lang.TestRunner{
		testRunner("vitest", "vitest", marked, "npx", "vitest", "run"),
		testRunner("jest", "jest", marked, "npx", "jest", "--runTestsByPath"),
		testRunner("mocha", "mocha", plainOrMarked, "npx", "mocha"),
		testRunner("ava", "ava", plainOrMarked, "npx", "ava"),
		testRunner("node", "node --test", plainOrMarked, "node", "--test"),
		testRunner("bun", "bun test", marked, "bun", "test"),
	}
}

func testRunner(name, program string, takes func(file string) bool, args ...string) lang.TestRunner {
	return lang.TestRunner{
		Name: name, Roots: []string{"package.json"}, Program: program,
		Select: func(t lang.TestCase) (string, string) {
			if !takes(t.Path) {
				return "", ""
			}
			return "", lang.ArgPath(t.Path)
		},
		Args: func(_ string, tests []lang.TestCase) ([]string, lang.Whole) {
			return append(slices.Clone(args), lang.TestPaths(tests)...), lang.WholeFile
		},
	}
}

// marked reports whether the name of a file says that it is a test, as runners look for
// them: a.test.ts, a_spec.js, __tests__/a.js.
func marked(file string) bool {
	words := strings.FieldsFunc(path.Base(file), func(r rune) bool { return r == '.' || r == '_' || r == '-' })
	return len(words) > 2 && slices.ContainsFunc(words[1:len(words)-1], func(w string) bool { return w == "test" || w == "spec" }) ||
		strings.Contains("/"+file, "/__tests__/")
}

// plainOrMarked also takes the scripts below a directory of tests.
func plainOrMarked(file string) bool {
	switch path.Ext(file) {
	case ".js", ".cjs", ".mjs":
		return true
	}
	return marked(file)
}
