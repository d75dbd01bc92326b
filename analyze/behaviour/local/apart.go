package local

import (
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// tellApart gives a local name that stands for several variables, each of them in a block of its own and set where
// the block first has it, another name in each block but the first. The order of blocks counts.
func tellApart(fn *tree.Node) {
	unshadow(fn)
	for name, b := range bindings(fn) {
		if b.stores < 2 {
			continue
		}
		if blocks := homes(fn, name); len(blocks) > 1 {
			for i, block := range blocks[1:] {
				rename(block, name, name+"'"+strconv.Itoa(i+2))
			}
		}
	}
}

// homes returns the blocks that set a variable before they read it, where all of its uses are in them; nil for a
// variable that is used elsewhere, too.
func homes(fn *tree.Node, name string) []*tree.Node {
	var blocks []*tree.Node
	inside := 0
	fn.Walk(func(n *tree.Node) bool {
		if n.Role != lang.RoleBlock {
			return true
		}
		for _, s := range n.Kids {
			if !s.Some(func(k *tree.Node) bool { return isNamed(k, name) }) {
				continue
			}
			if !s.Is(lang.RoleAssign) || s.Op != "=" || !isNamed(s.Kids[0], name) || s.Kids[1].Some(func(k *tree.Node) bool { return isNamed(k, name) }) {
				return true
			}
			blocks = append(blocks, n)
			inside += uses(n, name)
			return false
		}
		return false
	})
	if len(blocks) < 2 || inside != uses(fn, name) {
		return nil
	}
	return blocks
}

// isNamed reports whether a node is a use of a variable, or of a part of its name.
func isNamed(n *tree.Node, name string) bool {
	return n.Text == name && (n.Is(lang.RoleName, lang.RoleParameter) || n.Role == lang.NoRole && len(n.Kids) == 0)
}

// uses returns how often a node has a variable.
func uses(n *tree.Node, name string) int {
	count := 0
	n.Walk(func(k *tree.Node) bool {
		if isNamed(k, name) {
			count++
		}
		return true
	})
	return count
}

// rename gives a variable another name in a node.
func rename(n *tree.Node, name, to string) {
	n.Walk(func(k *tree.Node) bool {
		if isNamed(k, name) {
			k.Text = to
		}
		return true
	})
}

// unshadow gives a parameter another name where a function in its function has a parameter of the same name: with another
// name in the other version, only the places of the two tell which is which. What a language calls the instance has its name
// in every version, also where the methods of a type inside of the function have one.
func unshadow(fn *tree.Node) {
	fn.Walk(func(outer *tree.Node) bool {
		if outer.Role != lang.RoleFunction {
			return true
		}
		for _, p := range outer.Kids[0].Kids {
			if p.Text != "" && !IsInstance(p.Text) && shadows(outer.Kids[1], p.Text) {
				renameOutside(outer, p.Text, p.Text+"'0")
			}
		}
		return true
	})
}

// followParameters gives a parameter that has another name in each of two versions of a function one name in both, where the other
// version has either name for something else: (all, offset) of (buffer, off), where offset was a local variable.
func followParameters(a, b *tree.Node) {
	if a.Role != lang.RoleFunction || b.Role != lang.RoleFunction || len(a.Kids[0].Kids) != len(b.Kids[0].Kids) {
		return
	}
	inA, inB := namesAlone(a), namesAlone(b)
	for i, p := range a.Kids[0].Kids {
		was, is := p.Text, b.Kids[0].Kids[i].Text
		if was == "" || is == "" || was == is || IsInstance(was) || IsInstance(is) || takes(a, is) || takes(b, was) || !inB[was] && !inA[is] {
			continue
		}
		renameOutside(a, was, is+"'0")
		renameOutside(b, is, is+"'0")
	}
}

// unshadowBoth gives a parameter that both versions of a function have another name in both, where a function in only one of them
// has a parameter of the same name.
func unshadowBoth(a, b *tree.Node) {
	if a.Role != lang.RoleFunction || b.Role != lang.RoleFunction {
		return
	}
	for _, p := range a.Kids[0].Kids {
		name := p.Text
		if name != "" && !IsInstance(name) && takes(b, name) && shadows(a.Kids[1], name) != shadows(b.Kids[1], name) {
			renameOutside(a, name, name+"'0")
			renameOutside(b, name, name+"'0")
		}
	}
}

// shadows reports whether a function in a node has a parameter of a name.
func shadows(in *tree.Node, name string) bool {
	return in.Some(func(k *tree.Node) bool { return takes(k, name) })
}

// takes reports whether a node is a function with a parameter of a name.
func takes(n *tree.Node, name string) bool {
	if n.Role != lang.RoleFunction {
		return false
	}
	for _, p := range n.Kids[0].Kids {
		if p.Text == name {
			return true
		}
	}
	return false
}

// renameOutside gives the parameter of a function another name, but not those of the functions in it.
func renameOutside(fn *tree.Node, name, to string) {
	fn.Walk(func(k *tree.Node) bool {
		if k != fn && takes(k, name) {
			return false
		}
		if isNamed(k, name) {
			k.Text = to
		}
		return true
	})
}

// unqualify writes the members of the current instance that one of two versions of a function writes without it as names
// alone, where no local variable has the name.
func unqualify(a, b *tree.Node) {
	la, lb := bindings(a), bindings(b)
	alone := namesAlone(a)
	for name := range namesAlone(b) {
		alone[name] = true
	}
	for _, fn := range [2]*tree.Node{a, b} {
		fn.Walk(func(n *tree.Node) bool {
			if n.Role == lang.RoleMember && n.Kid(0).IsSelf() && alone[n.Text] && la[n.Text] == nil && lb[n.Text] == nil {
				n.Role, n.Kids = lang.RoleName, nil
			}
			return true
		})
	}
}
