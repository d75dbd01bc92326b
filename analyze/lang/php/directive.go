package php

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// directive returns what a declare statement says: declare(strict_types=1).
func directive(t *lang.Tree, n int32) []byte {
	if d := t.ChildOfKind(n, kDeclareDirective); d >= 0 {
		return t.Bytes(d)
	}
	return nil
}
