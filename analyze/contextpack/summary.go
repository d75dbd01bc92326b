package contextpack

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// maxSummary is the length of a summary in characters.
const maxSummary = 200

// marks match comment markers at the start or end of a line.
var marks = lazyregexp.New(`^\s*(?:///?!?|/\*\*?!?|\*/|\*|#+!?|--|"""|'''|[rRbBuUfF]{1,2}(?:"""|''')|"|')?\s*|\s*(?:\*/|"""|''')\s*$`)

// markup matches HTML and Javadoc tags.
var markup = lazyregexp.New(`</?[A-Za-z][^<>]*>|\{@\w+\s+([^{}]*)\}`)

// instructions match comments that tell a linter, a formatter or another tool what to do.
var instructions = lazyregexp.New(`^(?:go:|\+build |nolint\b|noqa\b|nosec\b|NOSONAR\b|NOLINT|noinspection |type: ignore|clang-format o|ktlint-disable|` +
	`(?:eslint|tslint|oxlint|deno-lint|biome|prettier|dprint|stylelint)[-:](?:disable|enable|ignore)|(?:istanbul|c8|v8) ignore|` +
	`(?:pylint|mypy|pyright|ruff|flake8|rubocop|swiftlint|phpcs|fmt|isort|yapf): ?(?:disable|enable|ignore|noqa|skip|todo|off|on)\b)`)

// Summary returns the first sentence of documentation, "" for none.
func Summary(doc []string) string {
	var text []string
	for _, line := range doc {
		line = strings.TrimSpace(marks.ReplaceAllString(line, ""))
		if line == "" && len(text) == 0 {
			continue
		}
		// Tags, directives and further paragraphs are no part of the first sentence.
		if line == "" || strings.HasPrefix(line, "@") || strings.HasPrefix(line, ":param") || instructions.MatchString(line) {
			if len(text) > 0 {
				break
			}
			continue
		}
		text = append(text, markup.ReplaceAllString(line, "$1"))
	}
	s := strings.TrimSpace(strings.Join(text, " "))
	for i := 0; i+1 < len(s); i++ {
		if strings.IndexByte(".!?", s[i]) >= 0 && s[i+1] == ' ' && !abbreviated(s[:i]) {
			s = s[:i+1]
			break
		}
	}
	if r := []rune(s); len(r) > maxSummary {
		return strings.TrimSpace(string(r[:maxSummary-1])) + "…"
	}
	return s
}

// abbreviated reports whether a text ends with an abbreviation, so that its point ends no sentence.
func abbreviated(s string) bool {
	for _, a := range []string{"e.g", "i.e", "etc", "vs", "cf"} {
		if strings.HasSuffix(s, a) {
			return true
		}
	}
	return false
}
