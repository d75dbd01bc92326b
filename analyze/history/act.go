package history

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// ticket matches what names a task before the subject of a title: "[core]", "ABC-12", "#12:", "gh-12 -".
var ticket = lazyregexp.New(`^(?:\[[^\]]*\]|\(?(?:[a-z]+-|#)\d+\)?)[\s:-]*`)

// closes matches the reference to a task at the end of a title.
var closes = lazyregexp.New(`\s*[([]?(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?)[: ]+(?:[\w./-]*#|[a-z]+-)\d+[)\]]?\.?$`)

// IsAct reports whether the title of a commit or of a pull request says that the program does something else from now on,
// be it a fix or not. A conventional type decides. Without one, the title has to begin with a verb of what programs do to
// their users, such as "allow" and "ignore", or say "no longer", and may not name something outside of the program or an upkeep of its
// code. Verbs of what people do to code, such as "use", "add" and "remove", say nothing.
func IsAct(title string) bool {
	title = strings.ToLower(strings.TrimSpace(title))
	if m := conventional.FindStringSubmatch(title); m != nil {
		if fixTypes[m[1]] || featureTypes[m[1]] {
			return !containsWord(m[2], noiseWords) && !containsWord(m[2], noiseScopes)
		}
		if otherTypes[m[1]] {
			return false
		}
	}
	title = withoutReference(title)
	if IsFix(title) {
		return true
	}
	title, work := withoutPrefix(title)
	if work || containsWord(title, noiseWords) || containsWord(title, restructures) {
		return false
	}
	words := strings.FieldsFunc(title, func(r rune) bool { return r < 'a' || r > 'z' })
	if len(words) < 2 {
		return false
	}
	return actVerbs[words[0]] || negations[words[0]+" "+words[1]] || strings.Contains(title, "no longer")
}

// IsRestructuring reports whether the title of a commit or of a pull request says that the program does the same from now on: its
// code is restructured, renamed, documented or tested. A conventional type decides.
func IsRestructuring(title string) bool {
	title = strings.ToLower(strings.TrimSpace(title))
	if m := conventional.FindStringSubmatch(title); m != nil {
		switch {
		case fixTypes[m[1]], featureTypes[m[1]]:
			return false
		case otherTypes[m[1]]:
			return true
		}
	}
	title = option.ReplaceAllString(title, "")
	return !IsAct(title) && (containsWord(title, noiseWords) || containsWord(title, restructures) || moves(begin(title)))
}

// IsRefactoring reports whether a title that says the program does the same says so by a word of what was done to the code, such
// as "extract", not only by one of what the code is, such as "interface".
func IsRefactoring(title string) bool {
	title = strings.ToLower(strings.TrimSpace(title))
	if m := conventional.FindStringSubmatch(title); m != nil && m[1] == "refactor" {
		return true
	}
	return IsRestructuring(title) && (containsWord(option.ReplaceAllString(title, ""), refactors) || moves(strings.Fields(title)))
}

// moves reports whether words have a verb of what people do to the place of code: to move to something is to use it.
func moves(words []string) bool {
	for i := 0; i+1 < len(words); i++ {
		switch words[i] {
		case "move", "moves", "moving":
			if words[i+1] != "to" && words[i+1] != "from" {
				return true
			}
		}
	}
	return false
}

// withoutReference returns a title that says what was done to the code without the task that it closes: "(fix #12)" at its end
// is no fix of a defect.
func withoutReference(title string) string {
	rest := closes.ReplaceAllString(title, "")
	if words := strings.Fields(rest); len(words) > 0 && (containsWord(words[0], refactors) || moves(words[:min(2, len(words))])) {
		return rest
	}
	return title
}

// begin returns the first two words of a title, behind what names a task or a part of the code.
func begin(title string) []string {
	title, _ = withoutPrefix(title)
	words := strings.Fields(title)
	return words[:min(2, len(words))]
}

// withoutPrefix returns a title without what names a task or a part of the code in front of it, and whether that is a kind of
// work instead: "cleanup: ".
func withoutPrefix(title string) (rest string, work bool) {
	for _, prefix := range []*lazyregexp.Regexp{ticket, scope, ticket} {
		if m := prefix.FindStringIndex(title); m != nil {
			work = work || kindOfWork[strings.TrimSuffix(title[:m[1]], ": ")]
			title = title[m[1]:]
		}
	}
	return title, work
}

// kindOfWork are what stands in front of a title in the place of a conventional type.
var kindOfWork = set("cleanup clean-up refactoring renaming simplification")

// refactors are words of what people do to code that does the same afterwards.
var refactors = set(`
	refactor refactors refactored refactoring refactorings rename renames renamed renaming extract extracts extracted extracting
	restructure restructured restructuring inline inlines inlined inlining simplify simplifies simplified simplifying simplification
	dedupe deduplicate clean cleans cleaned cleaning cleanup cleanups polish polished polishing housekeeping tidy reorganize reorganise
	reformat reformatted reformatting indent indentation whitespace format formatting style nit nits lint reorder reordered moved
	unused dead unnecessary redundant unneeded needless modernize modernise idiomatic readable readability clearer cleaner simpler`)

// option matches what is not a word of the sentence: the option of a command.
var option = lazyregexp.New(`(?:^|\s)--?[a-z-]+`)

var (
	featureTypes = set("feat feature features")

	actVerbs = set(`
		accept accepts accepted allow allows allowed always avoid avoids avoided block blocks cancel cancels cap check checks correct correctly corrects
		deny detect detects disable disables disabled disallow emit emits enable enables enabled enforce ensure ensures escape escapes
		forbid guard handle handles handled handling hide hides honor honors honour honours ignore ignores ignored include includes
		increase increases keep keeps limit limits lower make never only permit preserve preserves prevent prevents prevented propagate
		prohibit protect raise raises reduce refuse reject rejects report reports require requires reset resets respect respects restore
		restores restrict retry return returns sanitize show shows skip skips skipped stop stops strip strips support supports supported
		throw throws treat treats trim validate validates verify wait warn warns`)
	negations = map[string]bool{"don t": true, "do not": true, "dont ": true, "doesn t": true}
	// restructures are words of changes of code alone.
	restructures = set(`
		restructure restructured restructuring extract extracts extracted extracting inline inlines inlined inlining
		simplify simplifies simplified simplifying simplification dedupe deduplicate refactors refactorings
		clean cleans cleaned cleaning cleanups polish polished polishing housekeeping reformat reformatted reformatting indent indentation whitespace tabs
		migrate migrated migrates migrating reorder reordered rewrite rewrote rewritten
		tidy reorganize reorganise move moved private static const final readonly nullable internal type types typed typing generic generics
		style nit nits code clippy rubocop eslint phpstan psalm mypy sonar deprecated deprecation deprecations unused dead
		method methods class classes interface interfaces constructor helper helpers util utils variable variables field fields parameter parameters
		cast casts casting boxing unboxing allocation allocations faster performance optimize optimise optimized optimised optimization optimisation
		unnecessary redundant unneeded needless modernize modernise idiomatic syntax
		consistent consistency readable readability clearer cleaner simpler compile compiler`)
)
