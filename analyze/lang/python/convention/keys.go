package convention

import (
	"regexp"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

var (
	// slots ends before an entry of the tuples with which a class names its members.
	slots = regexp.MustCompile(`(?:^|[\n;])[ \t]*(?:__slots__|__match_args__)[ \t]*(?::[^=\n]*)?=\s*[(\[{]?(?:[\s,:]|"[^"\n]*"|'[^'\n]*'|#[^\n]*\n)*["']$`)
	// unpacking ends before a TypedDict whose keys are the arguments of calls.
	unpacking = regexp.MustCompile(`\bUnpack\[\s*["']?(?:\w+\.)*$`)
)

// KeyTypes says where strings are keys: the fields of a TypedDict are keys, which Unpack makes names of arguments.
func KeyTypes() *lang.KeyTypes {
	return &lang.KeyTypes{FieldsOnly: true, Passed: true, Use: func(text []byte) lang.KeyUse {
		if unpacking.Match(text) {
			return lang.PassedKeys
		}
		return lang.NoKeys
	}}
}

// NamesMember reports whether a string behind text names a member of a class.
func NamesMember(text []byte) bool { return slots.Match(text) }
