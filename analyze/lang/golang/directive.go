package golang

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// directive returns the C code in the comment before import "C". Lines for the go command are part of
// the definitions that they precede.
func directive(t *lang.Tree, n int32) []byte {
	for next := t.Next(n); next >= 0; next = t.Next(next) {
		switch t.Kind(next) {
		case kComment:
		case kImportDeclaration:
			if bytes.Contains(t.Bytes(next), []byte(`"C"`)) {
				return t.Bytes(n)
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}
