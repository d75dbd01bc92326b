package truth

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Emptied returns what a value asks to be empty: x of x.isEmpty(); nil for any other value.
func Emptied(n *tree.Node) *tree.Node {
	if n.Is(lang.RoleCall) && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	if n.Is(lang.RoleMember) && len(n.Kids) == 1 {
		switch n.Text {
		case "isEmpty", "is_empty", "empty", "empty?", "IsEmpty":
			return n.Kids[0]
		}
	}
	return nil
}

// asksEmpty reports whether a condition, named, asks by name whether a list is empty, or is not, and another one compares its size
// with zero, with the same answer, or else with the opposite one. Two comparisons of a size are not known to be the same: a
// number may be below zero.
func asksEmpty(named, compared *tree.Node, same bool) bool {
	empty := true
	for named.Is(lang.RoleUnary) && named.Op == "!" {
		named, empty = named.Kids[0], !empty
	}
	if asked := Positive(named); asked != nil {
		named, empty = asked, !empty
	}
	of := Emptied(named)
	if of == nil || !compared.Is(lang.RoleBinary) || len(compared.Kids) != 2 {
		return false
	}
	x, y, op := compared.Kids[0], compared.Kids[1], compared.Op
	if x.Is(lang.RoleNumber) {
		x, y = y, x
		op = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "===": "===", "!=": "!=", "!==": "!=="}[op]
	}
	if !y.Is(lang.RoleNumber) || !tree.Same(sized(x), of) {
		return false
	}
	switch op + y.Text {
	case "==0", "===0", "<=0", "<1":
		return empty == same
	case "!=0", "!==0", ">0", ">=1":
		return empty != same
	}
	return false
}

// sized returns what a size is the size of: x of x.count; nil for any other value.
func sized(n *tree.Node) *tree.Node {
	if n.Is(lang.RoleCall) && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	if n.Is(lang.RoleMember) && len(n.Kids) == 1 && n.Op != "?" {
		switch n.Text {
		case "length", "size", "count", "len", "Length", "Count":
			return n.Kids[0]
		}
	}
	return nil
}
