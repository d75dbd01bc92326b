package convention

import (
	"regexp"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

var (
	// keysOf matches text up to a type whose keys are meant.
	keysOf = regexp.MustCompile(`\bkeyof\s+\(?\s*(?:typeof\s+)?(?:[\w$]+\.)*$`)
	// picking matches text up to a type of which Pick or Omit takes keys; picked matches the text from
	// there up to such a key.
	picking = regexp.MustCompile(`\b(?:Pick|Omit)\s*<\s*(?:[\w$]+\.)*$`)
	picked  = regexp.MustCompile("^\\s*,\\s*\\|?\\s*(?:[\"'][^\"'\\n]*[\"']\\s*\\|\\s*)*[\"']$")
)

// KeyTypes returns the patterns for strings that are keys of types in TypeScript. JavaScript has no
// such types.
func KeyTypes() *lang.KeyTypes {
	return &lang.KeyTypes{Listed: picked.Match, Use: func(text []byte) lang.KeyUse {
		switch {
		case keysOf.Match(text):
			return lang.CheckedKeys
		case picking.Match(text):
			return lang.ListedKeys
		}
		return lang.NoKeys
	}}
}
