package fact

import (
	"path"
	"slices"
	"strings"
)

// checkers are the linters, formatters and static checkers whose settings stand in a file of their
// name. ".eslintrc" and the like are further names of such files.
var checkers = strings.Fields(`biome checkstyle clang-format clang-tidy clippy detekt editorconfig eslint eslintrc flake8
	golangci hadolint ktlint markdownlint phpcs php-cs-fixer phpstan prettier prettierrc psalm pylint pylintrc reek rubocop
	ruff rustfmt scalafix scalafmt scalastyle shellcheckrc stylelint stylelintrc swiftformat swiftlint tslint yamllint`)

// OfChecker reports whether a file holds the settings of a linter, formatter or static checker.
// Such settings decide nothing of what runs.
func OfChecker(file string) bool {
	name := strings.TrimPrefix(strings.ToLower(path.Base(file)), ".")
	if at := strings.IndexAny(name, "._"); at >= 0 {
		name = name[:at]
	}
	return slices.ContainsFunc(checkers, func(c string) bool { return name == c || strings.HasPrefix(name, c+"-") })
}
