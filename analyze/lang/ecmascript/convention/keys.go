package convention

import (
	"regexp"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

var (
	// keysOf ends before the type whose keys are meant.
	keysOf = regexp.MustCompile(`\bkeyof\s+\(?\s*(?:typeof\s+)?(?:[\w$]+\.)*$`)
	// picking ends before the type of which a type takes some keys, picked before such a key.
	picking = regexp.MustCompile(`\b(?:Pick|Omit)\s*<\s*(?:[\w$]+\.)*$`)
	picked  = regexp.MustCompile("^\\s*,\\s*\\|?\\s*(?:[\"'][^\"'\\n]*[\"']\\s*\\|\\s*)*[\"']$")
)

// KeyTypes says where strings are keys of types in TypeScript; JavaScript has no such types.
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
