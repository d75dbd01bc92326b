// Package convention contains conventions of test runners and frameworks for JavaScript and
// TypeScript: which files and calls are tests and how they are run, what frameworks start, which
// strings name keys of types.
//
// Out: data and predicates for the fields of lang.Language. It uses no syntax tree.
package convention

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// IsTest reports whether the file at p contains tests by the conventions of common test runners:
// *.test.*, *.spec.*, *.cy.*, *.e2e.*, or a test directory.
func IsTest(p string) bool {
	dir, base := path.Split(p)
	for _, part := range strings.Split(strings.TrimSuffix(dir, "/"), "/") {
		switch part {
		case "test", "tests", "__tests__", "__test__", "spec", "specs", "e2e", "__mocks__", "__fixtures__", "cypress", "playwright",
			"test-d", "dts-test", "integration-tests", "unit-tests", "runtime-tests":
			return true
		}
	}
	stem := strings.TrimSuffix(base, path.Ext(base))
	for _, mark := range []string{"test", "spec", "test-d", "spec-d", "cy", "e2e", "e2e-spec"} {
		if rest, ok := strings.CutSuffix(stem, mark); ok && strings.ContainsAny(rest[max(len(rest)-1, 0):], ".-_") {
			return true
		}
	}
	return false
}

// TestCalls returns the names of the calls that define tests.
func TestCalls() []string {
	return []string{
		"it", "it.*", "test", "test.*", "describe", "describe.*", "context", "suite", "suite.*", "specify", "bench", "fixture",
		"t.test", "tap.test", "Deno.test", "QUnit.test", "QUnit.module", "RuleTester.run", "ruleTester.run", "fdescribe", "fit", "xit", "xdescribe",
	}
}

// Skips returns the names of the calls that skip tests.
func Skips() []string {
	list := []string{"xit", "xtest", "xdescribe", "xcontext", "xspecify"}
	for _, block := range []string{"it", "test", "describe", "context", "suite", "specify"} {
		for _, how := range []string{"skip", "todo", "fixme", "ignore"} {
			list = append(list, block+"."+how, block+"."+how+".*", block+".*."+how)
		}
	}
	return list
}

// TestRunners returns the test runners that a package.json may name, by priority for projects with
// several. All run whole files: tests in a file are calls, not declarations.
func TestRunners() []lang.TestRunner {
	return []lang.TestRunner{
		testRunner("vitest", "vitest", []string{"vitest.config.[jt]s", "vitest.config.[cm][jt]s", "vite.config.[jt]s", "vite.config.[cm][jt]s"}, marked, "npx", "vitest", "run"),
		testRunner("jest", "jest", []string{"jest.config.[jt]s", "jest.config.[cm][jt]s", "jest.config.json", "package.json"}, marked, "npx", "jest", "--runTestsByPath"),
		testRunner("mocha", "mocha", nil, plainOrMarked, "npx", "mocha"),
		testRunner("ava", "ava", nil, plainOrMarked, "npx", "ava"),
		testRunner("node", "node --test", nil, plainOrMarked, "node", "--test"),
		testRunner("bun", "bun test", nil, marked, "bun", "test"),
	}
}

func testRunner(name, program string, configs []string, takes func(file string) bool, args ...string) lang.TestRunner {
	return lang.TestRunner{
		Name: name, Roots: []string{"package.json"}, Program: program, Configs: configs,
		Select: func(t lang.TestCase) (string, string) {
			if !takes(t.Path) || leftOut(t, program) {
				return "", ""
			}
			return "", lang.ArgPath(t.Path)
		},
		Args: func(_ string, tests []lang.TestCase) ([]string, lang.Whole) {
			return append(slices.Clone(args), lang.TestPaths(tests)...), lang.WholeFile
		},
	}
}

// marked reports whether the file name marks a test for test runners: a.test.ts, a_spec.js,
// __tests__/a.js.
func marked(file string) bool {
	words := strings.FieldsFunc(path.Base(file), func(r rune) bool { return r == '.' || r == '_' || r == '-' })
	return len(words) > 2 && slices.ContainsFunc(words[1:len(words)-1], func(w string) bool { return w == "test" || w == "spec" }) ||
		strings.Contains("/"+file, "/__tests__/")
}

// plainOrMarked also accepts scripts below a test directory.
func plainOrMarked(file string) bool {
	switch path.Ext(file) {
	case ".js", ".cjs", ".mjs":
		return true
	}
	return marked(file)
}
