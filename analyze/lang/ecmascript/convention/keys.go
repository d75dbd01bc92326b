package convention

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

var (
	// keysOf matches text up to a type whose keys are meant.
	keysOf = lazyregexp.New(`\bkeyof\s+\(?\s*(?:typeof\s+)?(?:[\w$]+\.)*$`)
	// picking matches text up to a type of which Pick or Omit takes keys; picked matches the text from
	// there up to such a key.
	picking = lazyregexp.New(`\b(?:Pick|Omit)\s*<\s*(?:[\w$]+\.)*$`)
	picked  = lazyregexp.New("^\\s*,\\s*\\|?\\s*(?:[\"'][^\"'\\n]*[\"']\\s*\\|\\s*)*[\"']$")
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
