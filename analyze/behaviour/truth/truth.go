// Package truth says what conditions test, in whatever form they are written.
//
// In: conditions. Out: a hash of what one tests, and whether two test the same or the opposite.
package truth

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

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

// Hash returns a hash of what a condition tests, or of its opposite if negate is set. Conditions
// with equal hashes test the same. The order of operands without calls does not matter.
func Hash(n *tree.Node, negate bool, depth int) uint64 {
	if n == nil || depth > tree.MaxDepth {
		return 0
	}
	if parts := links(n); parts != nil {
		return Hash(&tree.Node{Role: lang.RoleBinary, Op: "&&", Kids: parts}, negate, depth+1)
	}
	switch {
	case n.Role == lang.RoleUnary && n.Op == "!":
		return Hash(n.Kids[0], !negate, depth+1)
	case n.Role == lang.RoleBinary && tree.IsLogical(n.Op):
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
			if h := Hash(k, negate, depth+1); !slices.Contains(hashes, h) || tree.Effect(k) != nil {
				hashes = append(hashes, h)
			}
			pure = pure && tree.Effect(k) == nil && !k.Some(func(m *tree.Node) bool { return m.Is(lang.RoleAssign, lang.RoleIndex, lang.RoleMember) })
		}
		if len(hashes) == 1 {
			return hashes[0]
		}
		if pure {
			slices.Sort(hashes)
		}
		h := tree.MixText(tree.HashSeed, op)
		for _, v := range hashes {
			h = tree.Mix(h, v)
		}
		return h
	case n.Role == lang.RoleBinary && len(n.Kids) == 2 && (n.Op == "==" || n.Op == "!=") && (n.Kids[0].Zero || n.Kids[1].Zero):
		value := n.Kids[0]
		if value.Zero {
			value = n.Kids[1]
		}
		return Hash(value, negate != (n.Op == "=="), depth+1)
	case chosen(n) != nil:
		return Hash(chosen(n), negate, depth+1)
	case n.Role == lang.RoleBinary && len(n.Kids) == 2 && OppositeOf(n.Op) != "":
		op := comparisonOf(n)
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
		return tree.Mix(tree.Mix(tree.MixText(tree.HashSeed, op), x), y)
	case n.Role == lang.RoleNumber && n.Text == "1": // as in while (1)
		return tree.MixText(tree.HashSeed, map[bool]string{true: "holds", false: "never"}[!negate])
	case n.Role == lang.RoleBool && (n.Text == "true" || n.Text == "false"):
		return tree.MixText(tree.HashSeed, map[bool]string{true: "holds", false: "never"}[(n.Text == "true") != negate])
	}
	if asked := Positive(n); asked != nil {
		return Hash(asked, !negate, depth+1)
	}
	h := n.Hash
	if negate {
		h = tree.Mix(h, 2)
	}
	return h
}

// comparisonOf returns how a condition compares: one with null by identity as one by value.
func comparisonOf(n *tree.Node) string {
	isNull := n.Kids[0].Is(lang.RoleNull) || n.Kids[1].Is(lang.RoleNull)
	switch {
	case isNull && n.Op == "is":
		return "=="
	case isNull && (n.Op == "is not" || n.Op == "!is"):
		return "!="
	case n.Op == "!is":
		return "is not"
	case n.Op == "!in":
		return "not in"
	}
	return n.Op
}

// Chooses reports whether a choice between two values is a test, as one of them is true or false.
func Chooses(n *tree.Node) bool { return chosen(n) != nil }

// chosen returns the condition that holds where a choice with true or false as one of its values does: c && x for
// c ? x : false; nil for any other value.
func chosen(n *tree.Node) *tree.Node {
	if !n.Is(lang.RoleTernary) || len(n.Kids) != 3 {
		return nil
	}
	condition, then, otherwise := n.Kids[0], n.Kids[1], n.Kids[2]
	not := &tree.Node{Role: lang.RoleUnary, Op: "!", Kids: []*tree.Node{condition}}
	join := func(op string, x, y *tree.Node) *tree.Node {
		return &tree.Node{Role: lang.RoleBinary, Op: op, Kids: []*tree.Node{x, y}}
	}
	isBool := func(k *tree.Node, text string) bool { return k.Is(lang.RoleBool) && strings.EqualFold(k.Text, text) }
	switch {
	case isBool(then, "false"):
		return join("&&", not, otherwise)
	case isBool(then, "true"):
		return join("||", condition, otherwise)
	case isBool(otherwise, "false"):
		return join("&&", condition, then)
	case isBool(otherwise, "true"):
		return join("||", not, then)
	}
	return nil
}

// Positive returns the opposite of a question that has a name for "not": x.isEmpty() for x.isNotEmpty(); nil for any other
// value.
func Positive(n *tree.Node) *tree.Node {
	asked := map[string]string{"isNotEmpty": "isEmpty", "nonEmpty": "isEmpty", "isNotBlank": "isBlank", "noneMatch": "anyMatch"}
	c := *n
	switch {
	case n.Is(lang.RoleMember) && asked[n.Text] != "":
		c.Text = asked[n.Text]
	case n.Is(lang.RoleCall) && n.Kids[0].Is(lang.RoleMember) && asked[n.Kids[0].Text] != "":
		callee := *n.Kids[0]
		callee.Text = asked[callee.Text]
		c.Kids = append([]*tree.Node{&callee}, n.Kids[1:]...)
	default:
		return nil
	}
	c.Seal()
	return &c
}

// operands returns the operands of a logical operator. For &&, an optional access counts as its links.
func operands(n *tree.Node) []*tree.Node {
	if n.Op != "&&" {
		return n.Kids
	}
	var all []*tree.Node
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
func links(n *tree.Node) []*tree.Node {
	var parts []*tree.Node
	for at := n; at.Is(lang.RoleMember, lang.RoleIndex) && at.Kid(0) != nil; at = at.Kid(0) {
		if at.Op == "?" {
			parts = append(parts, Required(at.Kid(0)))
		}
	}
	if parts == nil || tree.Effect(n) != nil {
		return nil
	}
	slices.Reverse(parts)
	return append(parts, Required(n))
}

// Required returns a copy of an access without optional links: a.b for a?.b, a.b() for a?.b().
func Required(n *tree.Node) *tree.Node {
	if !n.Is(lang.RoleMember, lang.RoleIndex, lang.RoleCall) || n.Kid(0) == nil {
		return n
	}
	plain := *n
	if !n.Is(lang.RoleCall) {
		plain.Op = ""
	}
	plain.Kids = append([]*tree.Node{Required(n.Kid(0))}, n.Kids[1:]...)
	plain.Seal()
	return &plain
}

// isNeutral reports whether an operand of a logical operator does not change what the other operands
// test: a || false, a || null, a && true, a && "a message" of an assertion.
func isNeutral(n *tree.Node, op string) bool {
	if op == "||" {
		return n.Role == lang.RoleNull || n.Role == lang.RoleBool && n.Text == "false"
	}
	return n.Role == lang.RoleBool && n.Text == "true" || n.Role == lang.RoleString && len(n.Kids) == 0 && strings.Contains(n.Text, " ")
}

// Equivalent reports whether two conditions test the same.
func Equivalent(a, b *tree.Node) bool {
	return tree.Same(a, b) || Hash(a, false, 0) == Hash(b, false, 0) || asksEmpty(a, b, true) || asksEmpty(b, a, true)
}

// Opposite reports whether one condition tests the opposite of the other.
func Opposite(a, b *tree.Node) bool {
	return Hash(a, false, 0) == Hash(b, true, 0) || asksEmpty(a, b, false) || asksEmpty(b, a, false)
}
