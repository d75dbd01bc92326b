package python

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// directive returns an import that changes how the file is compiled, or the line that says with what
// the file is run.
func directive(t *lang.Tree, n int32) []byte {
	if t.Kind(n) == syntax.KComment && !t.IsShebang(n) {
		return nil
	}
	return t.Bytes(n)
}
