// Package names has the names that code uses.
//
// In: files in their common form (package tree). Out: sets that say whether a name is used as a value, a member or at all.
package names

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Set has the names in files.
type Set struct {
	All   map[string]bool
	Alone map[string]bool // those used without a value before them, or with this or self: of variables, functions, own members
	Parts map[string]bool // those of members and functions
}

// New returns an empty set.
func New() Set {
	return Set{All: make(map[string]bool), Alone: make(map[string]bool), Parts: make(map[string]bool)}
}

// Add adds the names in a file.
func (in Set) Add(file *tree.Node) {
	file.Walk(func(k *tree.Node) bool {
		switch k.Role {
		case lang.RoleMember:
			in.Parts[k.Text] = true
			if k.Kid(0).IsSelf() {
				in.Alone[k.Text] = true
			}
		case lang.RoleFunction:
			in.Parts[k.Text], in.Alone[k.Text] = true, true
		case lang.RoleName, lang.RoleParameter:
			in.Alone[k.Text] = true
		default:
			return true
		}
		in.All[k.Text] = true
		return true
	})
}

// Knows reports whether a name is used in the files as a node does.
func (in Set) Knows(k *tree.Node) bool {
	if k.Is(lang.RoleMember) {
		return in.Parts[k.Text]
	}
	return in.Alone[k.Text]
}

// Share reports whether two pieces of code have a name in common, or one of them has none.
func Share(a, b *tree.Node) bool {
	own, other := Of(a), Of(b)
	for name := range own {
		if other[name] {
			return true
		}
	}
	return len(own) == 0 || len(other) == 0
}

// Of returns the names of variables, members and functions in code.
func Of(n *tree.Node) map[string]bool {
	out := make(map[string]bool)
	n.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleName, lang.RoleMember) && !k.IsSelf() && k.Text != "" {
			out[k.Text] = true
		}
		return true
	})
	return out
}

// AskLocal reports whether code has a name that a function gives a value.
func AskLocal(n, function *tree.Node) bool {
	names := Of(n)
	return function.Some(func(k *tree.Node) bool {
		if !k.Is(lang.RoleAssign) {
			return false
		}
		for name := range Of(k.Kids[0]) {
			if names[name] {
				return true
			}
		}
		return false
	})
}

// CallsOwn reports whether code calls a function that its file declares.
func CallsOwn(file, n *tree.Node) bool {
	called := make(map[string]bool)
	n.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleCall) {
			called[tree.LastName(k.Kids[0])] = true
		}
		return true
	})
	return len(called) > 0 && file.Some(func(k *tree.Node) bool { return k.Is(lang.RoleFunction) && k.Text != "" && called[edit.LastOf(k.Text)] })
}
