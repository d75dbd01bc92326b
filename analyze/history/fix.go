package history

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// conventional matches a title in the form "type(scope)!: subject" (Conventional Commits).
// It does not match "net/http: …", since "net/http" is not a single word.
var conventional = lazyregexp.New(`^(\w+)(?:\(([^()]*)\))?!?:`)

// scope matches the prefix of a title that names a part of the code: "net/http: ".
var scope = lazyregexp.New(`^[\w/., ()-]{1,40}: `)

// IsFix reports whether the title of a commit or of a pull request says that it fixes a
// defect of the program. A conventional type decides. Without one, a word of the title has to
// name a defect, and no word may name something outside the program, such as a test.
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
	if strings.HasPrefix(title, "merge ") { // the rest is the name of a branch
		return false
	}
	return containsWord(title, defectWords) && !containsWord(title, noiseWords)
}

// IsUpkeep reports whether a title says that the change is meant to touch only documentation,
// tests, layout, the build or type annotations. A conventional type decides. Without one, every
// object of the sentence has to be one of these: the object of "Make docs tabs linkable" is
// "tabs", so it is not upkeep.
func IsUpkeep(title string) bool {
	title = strings.ToLower(title)
	if m := conventional.FindStringSubmatch(title); m != nil {
		switch {
		case upkeepTypes[m[1]]:
			return true
		case fixTypes[m[1]] || codeTypes[m[1]]:
			return false
		}
	}
	if IsFix(title) {
		return false
	}
	if m := scope.FindStringIndex(title); m != nil {
		title = title[m[1]:]
	}
	words := strings.FieldsFunc(title, func(r rune) bool { return r < 'a' || r > 'z' })
	switch {
	case len(words) == 0:
		return false
	case upgradeVerbs[words[0]]:
		return true
	case !upkeepWords[words[0]] && !upkeepVerbs[words[0]]:
		return false
	}
	return upkeepObjects(words)
}

// upkeepObjects reports whether all objects of a sentence are upkeep. An object is identified
// by its last word. Only the words before the first preposition count.
func upkeepObjects(words []string) bool {
	last := ""
	for _, w := range words {
		if prepositions[w] {
			break
		}
		if w == "and" && !upkeepWords[last] {
			return false
		}
		last = w
	}
	return upkeepWords[last]
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

	codeTypes   = set("feat feature features refactor perf revert")
	upkeepTypes = set("chore docs doc test tests ci build types release workflow dx")
	upkeepWords = set(`
		typo typos spelling doc docs documentation javadoc javadocs comment comments format formatting
		lint linter linting pep checkstyle warning warnings bump upgrade test tests typing annotation annotations`)

	upgradeVerbs = set("bump bumps upgrade upgrades")
	// upkeepVerbs start a sentence whose object may be upkeep.
	upkeepVerbs = set(`
		add adds added adding update updates updated updating improve improves improved fix fixes fixed correct corrects corrected
		clarify expand extend extends extended reword rewrite rewrites rewrote migrate migrates move moves clean cleanup more better missing
		new minor small run runs enable enables suppress silence resolve apply complete convert`)
	prepositions = set("to for of in on from about with without by that as after when at into regarding using via so")

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
	// noiseScopes are parts of a repository that are not in the running program.
	noiseScopes = set("type types typing typings dts deps dependencies release style playground workflow")
)
