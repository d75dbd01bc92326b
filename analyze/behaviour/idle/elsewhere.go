package idle

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// HandlesElsewhere reports whether a handler that only one version of a function has, own, is in a function that the other version
// calls and own does not: it handles the same errors there, of a call that was in own. defined returns the functions of a name.
func HandlesElsewhere(handler, own, other *tree.Node, defined func(name string) []*tree.Node) bool {
	if handler.Is(lang.RoleTry) && len(handler.Kids) == 2 {
		handler = handler.Kids[1]
	}
	return handler.Is(lang.RoleCatch) && other.Some(func(k *tree.Node) bool {
		if !k.Is(lang.RoleCall) || calls(own, k) {
			return false
		}
		return slices.ContainsFunc(defined(tree.LastName(k.Kids[0])), func(fn *tree.Node) bool {
			return fn.Is(lang.RoleFunction) && fn != other && fn.Some(func(h *tree.Node) bool { return h.Is(lang.RoleCatch) && tree.Same(h.Kids[0], handler.Kids[0]) }) &&
				own.Some(func(o *tree.Node) bool { return o.Is(lang.RoleCall) && !calls(other, o) && calls(fn, o) })
		})
	})
}

// calls reports whether code calls what a call does.
func calls(code, call *tree.Node) bool {
	return code.Some(func(k *tree.Node) bool { return k.Is(lang.RoleCall) && tree.Same(k.Kids[0], call.Kids[0]) })
}

// Defines reports whether a branch outside of functions gives names to values, and the other side of the change has a function
// of each of these names.
func Defines(branch *tree.Node, functions map[string]*tree.Node) bool {
	if !branch.Is(lang.RoleIf) {
		return false
	}
	set := 0
	for _, s := range slices.Concat(branch.Kids[1].Kids, branch.Kids[2].Kids) {
		if s.Is(lang.RoleAssign) && s.Kids[0].Is(lang.RoleName) {
			if functions[s.Kids[0].Text] == nil {
				return false
			}
			set++
		}
	}
	return set > 0
}
