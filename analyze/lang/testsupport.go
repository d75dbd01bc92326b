package lang

import (
	"path"
	"strings"
)

// Words in the names of directories and files with helpers for tests. All words of a row must occur.
var (
	testWords    = map[string]bool{"test": true, "tests": true, "testing": true}
	supportWords = map[string]bool{
		"helper": true, "helpers": true, "util": true, "utils": true, "utilities": true, "support": true, "kit": true,
		"fixture": true, "fixtures": true, "mock": true, "mocks": true, "double": true, "doubles": true, "harness": true,
	}
	// testJoined are such names written as one word.
	testJoined = map[string]bool{
		"testing": true, "testhelper": true, "testhelpers": true, "testutil": true, "testutils": true, "testkit": true, "testclient": true,
		"testsupport": true, "testfixtures": true, "testharness": true, "testmocks": true,
	}
)

// IsTestSupport reports whether a file that is not a test contains helpers for tests, judging by its
// name or by that of a directory above: testing, test_helpers, testutil, test-utils.
func IsTestSupport(file string) bool {
	for dir, base := path.Dir(file), strings.TrimSuffix(path.Base(file), path.Ext(file)); ; dir, base = path.Dir(dir), path.Base(dir) {
		if supportsTests(base) {
			return true
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

func supportsTests(name string) bool {
	name = strings.ToLower(name)
	if !strings.Contains(name, "test") {
		return false // as nearly all names
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' })
	switch len(words) {
	case 1:
		return testJoined[words[0]]
	case 2:
		return testWords[words[0]] && supportWords[words[1]]
	}
	return false
}
