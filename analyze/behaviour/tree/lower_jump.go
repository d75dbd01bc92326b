package tree

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// dropJumps leaves out the jumps that go where the code goes anyway: a return without a value at the end of
// a function, and a continue at the end of the body of a loop, also at the end of their last branches.
func (l *lowerer) dropJumps(file *Node) {
	if l.form.TailValue {
		return // a function gives its last value
	}
	file.Walk(func(n *Node) bool {
		switch n.Role {
		case lang.RoleFunction:
			dropLast(n.Kids[1], isBareReturn)
		case lang.RoleLoop:
			dropLast(n.Kids[1], isContinue)
		}
		return true
	})
}

// dropLast removes a jump from the end of a block, and from the ends of the branches that are at its end. A branch
// that only jumps stays: it is a way out of its own.
func dropLast(block *Node, is func(*Node) bool) {
	last := len(block.Kids) - 1
	if last < 0 {
		return
	}
	switch n := block.Kids[last]; {
	case is(n) && last > 0:
		block.Kids = block.Kids[:last]
	case n.Is(lang.RoleIf):
		dropLast(n.Kids[1], is)
		dropLast(n.Kids[2], is)
	}
}

func isBareReturn(n *Node) bool { return n.Is(lang.RoleReturn) && len(n.Kids) == 0 }

func isContinue(n *Node) bool {
	return n.Is(lang.RoleBreak) && n.Op == "continue" && len(n.Kids) == 0
}
