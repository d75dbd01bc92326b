package alike

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// IsStoredBefore reports whether a value that the new version of a function, is, has in the place of a call, and that the
// call is part of, is one that the old version, was, computes elsewhere: it is in a local variable now, and the call may
// have given the same after what was done with it.
func IsStoredBefore(was, is, call, value *tree.Node) bool {
	return was != nil && call.Is(lang.RoleCall) && value != nil && value.Size > call.Size && count(value, call) > 0 &&
		count(was, value) > 0 && count(is, value) <= count(was, value)
}

// count returns how often code is in a node.
func count(in, n *tree.Node) (times int) {
	in.Walk(func(k *tree.Node) bool {
		if tree.Same(k, n) {
			times++
		}
		return true
	})
	return times
}
