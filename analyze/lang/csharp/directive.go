package csharp

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// directive returns what a line of the preprocessor says.
func directive(t *lang.Tree, n int32) []byte {
	switch t.Kind(n) {
	case kPreprocIf, kPreprocElif:
		return t.Condition(n, fCondition)
	case kPreprocElse:
		return []byte("#else")
	}
	return t.Bytes(n)
}
