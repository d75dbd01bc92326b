package tree

import (
	"slices"
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

// OppositeOf returns the comparison that holds where op does not, "" for other operators.
func OppositeOf(op string) string {
	switch op {
	case "==":
		return "!="
	case "!=":
		return "=="
	case "===":
		return "!=="
	case "!==":
		return "==="
	case "<":
		return ">="
	case ">=":
		return "<"
	case ">":
		return "<="
	case "<=":
		return ">"
	case "is":
		return "is not"
	case "is not", "!is":
		return "is"
	case "in":
		return "not in"
	case "not in", "!in":
		return "in"
	case "=~":
		return "!~"
	case "!~":
		return "=~"
	}
	return ""
}

// Truth returns a hash of what a condition tests, or of its opposite if negate is set. Conditions
// with equal hashes test the same. The order of operands without calls does not matter.
func Truth(n *Node, negate bool, depth int) uint64 {
	if n == nil || depth > MaxDepth {
		return 0
	}
	if parts := links(n); parts != nil {
		return Truth(&Node{Role: lang.RoleBinary, Op: "&&", Kids: parts}, negate, depth+1)
	}
	switch {
	case n.Role == lang.RoleUnary && n.Op == "!":
		return Truth(n.Kids[0], !negate, depth+1)
	case n.Role == lang.RoleBinary && IsLogical(n.Op):
		op := n.Op
		if negate {
			op = map[string]string{"&&": "||", "||": "&&"}[op]
		}
		hashes := make([]uint64, 0, len(n.Kids))
		pure := true
		for _, k := range operands(n) {
			if isNeutral(k, n.Op) {
				continue
			}
			if h := Truth(k, negate, depth+1); !slices.Contains(hashes, h) || Effect(k) != nil {
				hashes = append(hashes, h)
			}
			pure = pure && Effect(k) == nil && !k.Some(func(m *Node) bool { return m.Is(lang.RoleAssign, lang.RoleIndex, lang.RoleMember) })
		}
		if len(hashes) == 1 {
			return hashes[0]
		}
		if pure {
			slices.Sort(hashes)
		}
		h := MixText(HashSeed, op)
		for _, v := range hashes {
			h = Mix(h, v)
		}
		return h
	case n.Role == lang.RoleBinary && len(n.Kids) == 2 && (n.Op == "==" || n.Op == "!=") && (n.Kids[0].Zero || n.Kids[1].Zero):
		value := n.Kids[0]
		if value.Zero {
			value = n.Kids[1]
		}
		return Truth(value, negate != (n.Op == "=="), depth+1)
	case n.Role == lang.RoleBinary && len(n.Kids) == 2 && OppositeOf(n.Op) != "":
		op := n.Op
		if op == "!is" {
			op = "is not"
		} else if op == "!in" {
			op = "not in"
		}
		if negate {
			op = OppositeOf(op)
		}
		x, y := n.Kids[0].Hash, n.Kids[1].Hash
		switch op {
		case ">":
			op, x, y = "<", y, x
		case ">=":
			op, x, y = "<=", y, x
		case "==", "!=", "===", "!==":
			x, y = min(x, y), max(x, y)
		}
		return Mix(Mix(MixText(HashSeed, op), x), y)
	case n.Role == lang.RoleNumber && n.Text == "1": // as in while (1)
		return MixText(HashSeed, map[bool]string{true: "holds", false: "never"}[!negate])
	case n.Role == lang.RoleBool && (n.Text == "true" || n.Text == "false"):
		return MixText(HashSeed, map[bool]string{true: "holds", false: "never"}[(n.Text == "true") != negate])
	}
	h := n.Hash
	if negate {
		h = Mix(h, 2)
	}
	return h
}

// operands returns the operands of a logical operator. For &&, an optional access counts as its links.
func operands(n *Node) []*Node {
	if n.Op != "&&" {
		return n.Kids
	}
	var all []*Node
	for _, k := range n.Kids {
		if parts := links(k); parts != nil {
			all = append(all, parts...)
		} else {
			all = append(all, k)
		}
	}
	return all
}

// links returns what must hold one after the other for an optional access to hold: a and a.b.c for
// a?.b.c. It returns nil for any other value, and where a call is among the links.
func links(n *Node) []*Node {
	var parts []*Node
	for at := n; at.Is(lang.RoleMember, lang.RoleIndex) && at.Kid(0) != nil; at = at.Kid(0) {
		if at.Op == "?" {
			parts = append(parts, Required(at.Kid(0)))
		}
	}
	if parts == nil || Effect(n) != nil {
		return nil
	}
	slices.Reverse(parts)
	return append(parts, Required(n))
}

// Required returns a copy of an access without optional links: a.b for a?.b, a.b() for a?.b().
func Required(n *Node) *Node {
	if !n.Is(lang.RoleMember, lang.RoleIndex, lang.RoleCall) || n.Kid(0) == nil {
		return n
	}
	plain := *n
	if !n.Is(lang.RoleCall) {
		plain.Op = ""
	}
	plain.Kids = append([]*Node{Required(n.Kid(0))}, n.Kids[1:]...)
	plain.Seal()
	return &plain
}

// isNeutral reports whether an operand of a logical operator does not change what the other operands
// test: a || false, a || null, a && true.
func isNeutral(n *Node, op string) bool {
	if op == "||" {
		return n.Role == lang.RoleNull || n.Role == lang.RoleBool && n.Text == "false"
	}
	return n.Role == lang.RoleBool && n.Text == "true"
}

// Equivalent reports whether two conditions test the same.
func Equivalent(a, b *Node) bool { return Same(a, b) || Truth(a, false, 0) == Truth(b, false, 0) }

// Opposite reports whether one condition tests the opposite of the other.
func Opposite(a, b *Node) bool { return Truth(a, false, 0) == Truth(b, true, 0) }

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
