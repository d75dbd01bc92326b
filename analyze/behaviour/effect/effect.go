// Package effect says what statements write and read, and whether their order is significant.
//
// In: statements of the common form. Out: names, and whether one statement must stay before the other.
//
// Not decided here: what the functions do that a statement calls. A call counts as an effect.
package effect

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Conflict reports whether the order of two statements is significant.
func Conflict(x, y *tree.Node) bool {
	if x.Is(lang.RoleFunction, lang.RoleContainer) || y.Is(lang.RoleFunction, lang.RoleContainer) {
		return false
	}
	wx, rx := names(x)
	wy, ry := names(y)
	for name := range wx {
		if ry[name] || wy[name] {
			return true
		}
	}
	for name := range wy {
		if rx[name] {
			return true
		}
	}
	if DeclaresOnly(x) || DeclaresOnly(y) {
		return false
	}
	return acts(x) && acts(y)
}

// DeclaresOnly reports whether a statement binds names and does nothing else that is written.
func DeclaresOnly(n *tree.Node) bool { return n.Role == lang.RoleAssign && n.Declares }

// acts reports whether running a statement has an effect beyond the names it assigns.
func acts(n *tree.Node) bool {
	return n.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleCall, lang.RoleNew, lang.RoleAwait, lang.RoleReturn, lang.RoleThrow, lang.RoleDefer, lang.RoleBreak)
	})
}

// names returns the names that a statement writes and reads. An element or a member counts
// with its names.
func names(n *tree.Node) (writes, reads map[string]bool) {
	writes, reads = make(map[string]bool), make(map[string]bool)
	n.Walk(func(k *tree.Node) bool {
		switch k.Role {
		case lang.RoleAssign:
			if k.Kids[0].Role == tree.RoleList {
				for _, t := range k.Kids[0].Kids {
					writes[NameOf(t)] = true
				}
			} else {
				writes[NameOf(k.Kids[0])] = true
			}
		case lang.RoleName, lang.RoleMember:
			reads[NameOf(k)] = true
		}
		return true
	})
	delete(writes, "")
	return writes, reads
}

// NameOf returns the dotted name of what a value is stored in; of an element, its key.
func NameOf(n *tree.Node) string {
	if n.Is(lang.RoleIndex) && len(n.Kids) > 1 {
		key := n.Kids[len(n.Kids)-1]
		if key.Role == lang.RoleString && len(key.Kids) == 0 {
			return key.Text
		}
		if s := tree.Dotted(key); s != "" {
			return s
		}
		return tree.Dotted(n.Kids[0])
	}
	return tree.Dotted(n)
}
