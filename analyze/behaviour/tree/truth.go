package tree

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func IsLogical(op string) bool { return op == "&&" || op == "||" }

func IsComparison(op string) bool {
	switch op {
	case "==", "!=", "===", "!==", "<", ">", "<=", ">=", "is", "is not", "in", "not in", "!in", "!is", "=~", "!~", "<=>":
		return true
	}
	return false
}

// Effect returns the first call in a value, nil for none. Functions in it do not run there.
func Effect(n *Node) *Node {
	var found *Node
	n.Walk(func(k *Node) bool {
		if found != nil || k.Role == lang.RoleFunction {
			return false
		}
		if k.Is(lang.RoleCall, lang.RoleAwait) && !isConverted(k) {
			found = k
		}
		return found == nil
	})
	return found
}

// isConverted reports whether a call is a constant of a numeric type: UInt32(1), int64(1).
func isConverted(call *Node) bool {
	if !call.Is(lang.RoleCall) || len(call.Kids) != 2 || !call.Kids[0].Is(lang.RoleName) || !call.Kids[1].Is(lang.RoleNumber) {
		return false
	}
	name := strings.TrimRight(strings.ToLower(call.Kids[0].Text), "0123456789")
	return name == "int" || name == "uint" || name == "float" || name == "double" || name == "byte"
}

func IsArithmetic(n *Node) bool {
	return n.Is(lang.RoleBinary) && (n.Op == "+" || n.Op == "-" || n.Op == "*" || n.Op == "/" || n.Op == "%")
}
