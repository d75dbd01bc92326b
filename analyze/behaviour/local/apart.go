package local

import (
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// tellApart gives a local name that stands for several variables, each of them in a block of its own and set where
// the block first has it, another name in each block but the first. The order of blocks counts.
func tellApart(fn *tree.Node) {
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
