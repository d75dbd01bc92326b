package python

import (
	"regexp"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

var (
	// slots ends before an entry of the tuples with which a class names its members.
	slots = regexp.MustCompile(`(?:^|[\n;])[ \t]*(?:__slots__|__match_args__)[ \t]*(?::[^=\n]*)?=\s*[(\[{]?(?:[\s,:]|"[^"\n]*"|'[^'\n]*'|#[^\n]*\n)*["']$`)
	// unpacking ends before a TypedDict whose keys are the arguments of calls.
	unpacking = regexp.MustCompile(`\bUnpack\[\s*["']?(?:\w+\.)*$`)
)

// keyTypes: the fields of a TypedDict are keys, which Unpack makes names of arguments.
func keyTypes() *lang.KeyTypes {
	return &lang.KeyTypes{FieldsOnly: true, Passed: true, Use: func(text []byte) lang.KeyUse {
		if unpacking.Match(text) {
			return lang.PassedKeys
		}
		return lang.NoKeys
	}}
}

// isInternal reports whether nobody imports a file from outside: one that begins with _, the
// set-up of a package and that of its tests.
func isInternal(base string) bool {
	return strings.HasPrefix(base, "_") && !strings.HasPrefix(base, "__init__") || base == "setup.py" || base == "conftest.py"
}
