package tree

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// pattern returns the test of a value against a pattern of C#: "x is not T" as "!(x is T)", and "x is
// null" as "x == null"; so with any constant.
func (l *lowerer) pattern(i int32, value *Node, pattern int32) *Node {
	inner := slices.DeleteFunc(l.children(pattern), func(c int32) bool { return !l.named(c) && !isValueToken(l.t.Text(c)) })
	if len(inner) == 1 {
		switch l.kindName(pattern) {
		case "negated_pattern":
			return negated(l.pattern(i, value, inner[0]))
		case "constant_pattern", "type_pattern", "parenthesized_pattern":
			return l.pattern(i, value, inner[0])
		}
	}
	n := l.at(i, lang.RoleBinary, value)
	n.Op = "is"
	switch l.role(pattern) {
	case lang.RoleNull, lang.RoleString, lang.RoleNumber, lang.RoleBool:
		n.Op = "=="
		n.Kids = append(n.Kids, l.expr(pattern))
	case lang.RoleSkip:
		n.Kids = append(n.Kids, l.raw(pattern))
	default:
		if p := l.expr(pattern); p != nil {
			n.Kids = append(n.Kids, p)
		}
	}
	return n
}
