package convention

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

var (
	// slots matches text up to an entry of the tuples in which a class names its members.
	slots = lazyregexp.New(`(?:^|[\n;])[ \t]*(?:__slots__|__match_args__)[ \t]*(?::[^=\n]*)?=\s*[(\[{]?(?:[\s,:]|"[^"\n]*"|'[^'\n]*'|#[^\n]*\n)*["']$`)
	// unpacking matches text up to a TypedDict whose keys are keyword arguments.
	unpacking = lazyregexp.New(`\bUnpack\[\s*["']?(?:\w+\.)*$`)
)

// KeyTypes returns the patterns for strings that are keys of types: the fields of a TypedDict are
// keys, and with Unpack names of arguments.
func KeyTypes() *lang.KeyTypes {
	return &lang.KeyTypes{FieldsOnly: true, Passed: true, Use: func(text []byte) lang.KeyUse {
		if unpacking.Match(text) {
			return lang.PassedKeys
		}
		return lang.NoKeys
	}}
}

// NamesMember reports whether a string directly after text names a member of a class.
func NamesMember(text []byte) bool { return slots.Match(text) }
