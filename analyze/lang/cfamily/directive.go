package cfamily

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// directive returns what a line of the preprocessor says. Macros are symbols and included files
// imports.
func directive(t *lang.Tree, n int32) []byte {
	switch t.Kind(n) {
	case kPreprocIf, kPreprocElif:
		return t.Condition(n, fCondition)
	case kPreprocIfdef, kPreprocElifdef:
		return t.Condition(n, fName)
	case kPreprocElse:
		return []byte("#else")
	}
	return slices.Clone(t.Bytes(n))
}
