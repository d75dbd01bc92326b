package history

import (
	"regexp"
	"strings"
)

// A title in the form "type(scope)!: subject" (Conventional Commits). "net/http: …" is
// none: its type is no word of conventional.
var conventional = regexp.MustCompile(`^(\w+)(?:\(([^()]*)\))?!?:`)

// IsFix reports whether the title of a commit or of a pull request says that it fixes a
// defect of the program: its conventional type is fix, or, where it has no conventional
// type, a word speaks of a defect and none of something that is no part of the program.
func IsFix(title string) bool {
	title = strings.ToLower(title)
	if m := conventional.FindStringSubmatch(title); m != nil {
		if fixTypes[m[1]] {
			return !containsWord(m[2], noiseWords) && !containsWord(m[2], noiseScopes)
		}
		if otherTypes[m[1]] {
			return false
		}
	}
	if strings.HasPrefix(title, "merge ") { // the name of a branch says little
		return false
	}
	return containsWord(title, defectWords) && !containsWord(title, noiseWords)
}

// IsUpkeep reports whether a title says that nothing but documentation, tests, layout, the
// build or annotations of types was meant to change.
func IsUpkeep(title string) bool {
	title = strings.ToLower(title)
	if m := conventional.FindStringSubmatch(title); m != nil && upkeepTypes[m[1]] {
		return true
	}
	return containsWord(title, upkeepWords) && !IsFix(title)
}

func containsWord(text string, words map[string]bool) bool {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < 'a' || r > 'z' }) {
		if words[word] {
			return true
		}
	}
	return false
}

func set(words string) map[string]bool {
	m := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		m[word] = true
	}
	return m
}

var (
	fixTypes   = set("fix bugfix hotfix")
	otherTypes = set("feat feature features chore doc docs refactor style test tests ci build perf types type workflow release revert wip dx deps example examples")

	upkeepTypes = set("chore docs doc test tests ci build types release workflow dx")
	upkeepWords = set(`
		typo typos spelling doc docs documentation javadoc javadocs comment comments format formatting
		lint linter linting pep checkstyle warning warnings bump upgrade test tests typing annotation annotations`)

	defectWords = set(`
		fix fixes fixed fixing bugfix bugfixes hotfix bug bugs
		regression regressions regressed crash crashes crashed crashing panic panics panicked panicking
		deadlock deadlocks leak leaks leaked leaking race races segfault segfaults
		incorrect incorrectly wrong wrongly broken corrupt corrupted corruption`)
	noiseWords = set(`
		typo typos spelling grammar wording
		doc docs docstring docstrings documentation javadoc javadocs readme changelog comment comments example examples
		test tests testing flaky ci travis build lint linter linting checkstyle format formatting
		warning warnings rename renamed renames renaming bump bumps bumped refactor refactored refactoring cleanup`)
	// noiseScopes are parts of a repository that no running program holds.
	noiseScopes = set("type types typing typings dts deps dependencies release style playground workflow")
)
