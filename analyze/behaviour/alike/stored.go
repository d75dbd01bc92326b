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

// IsStillStored reports whether the old version of a function, was, stores a value by a statement that the new version, is, has as
// often: what the new version has in the place of the value is in another statement.
func IsStillStored(was, is, value *tree.Node) bool {
	var store *tree.Node
	if was == nil || is == nil || value == nil {
		return false
	}
	was.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleAssign) && k.Some(func(v *tree.Node) bool { return v == value }) {
			store = k
		}
		return true
	})
	return store != nil && count(is, store) >= count(was, store)
}

// IsUpdated reports whether a function updates a value to what a version of the function without the update computes of it:
// "a += b; f(a)" and "f(a + b)".
func IsUpdated(fn, value, computed *tree.Node) bool {
	lent := func(n *tree.Node) *tree.Node {
		if n.Is(lang.RoleUnary) && n.Op == "&" {
			return n.Kids[0]
		}
		return n
	}
	return fn != nil && computed.Is(lang.RoleBinary) && len(computed.Kids) == 2 && tree.Same(lent(computed.Kids[0]), value) && fn.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleAssign) && k.Op == computed.Op+"=" && tree.Same(k.Kids[0], value) && tree.Same(lent(k.Kids[1]), lent(computed.Kids[1]))
	})
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
