package names

import (
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Definitions are what the names in the files of one side stand for: functions, types, and the values that are stored
// under a name.
type Definitions map[string][]*tree.Node

// Add adds the definitions in a file.
func (d Definitions) Add(file *tree.Node) {
	file.Walk(func(k *tree.Node) bool {
		switch k.Role {
		case lang.RoleFunction:
			d.put(edit.LastOf(edit.Named(k)), k)
		case lang.RoleContainer, lang.RoleParameter:
			d.put(edit.LastOf(k.Text), k)
		case lang.RolePair:
			d.put(k.Text, k.Kid(0))
		case lang.RoleAssign:
			k.Kids[0].Walk(func(target *tree.Node) bool {
				if target.Is(lang.RoleName, lang.RoleMember) {
					d.put(tree.LastName(target), k.Kids[1])
				}
				return target.Is(tree.RoleList, lang.NoRole)
			})
		}
		return true
	})
}

func (d Definitions) put(name string, n *tree.Node) {
	if name != "" && n != nil {
		d[name] = append(d[name], n)
	}
}

// Without returns the functions with names that no defined function has: a function of a name that stays is one more of
// it, and what calls it may call the one that stays.
func (d Definitions) Without(functions map[string]*tree.Node) map[string]*tree.Node {
	out := maps.Clone(functions)
	maps.DeleteFunc(out, func(name string, _ *tree.Node) bool {
		return slices.ContainsFunc(d[name], func(n *tree.Node) bool { return n.Is(lang.RoleFunction) })
	})
	return out
}
