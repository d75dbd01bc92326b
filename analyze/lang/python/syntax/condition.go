package syntax

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// IsTypeChecking reports whether cond is TYPE_CHECKING or typing.TYPE_CHECKING.
func (t Tree) IsTypeChecking(cond int32) bool {
	if t.Kind(cond) == KAttribute {
		cond = t.Child(cond, FAttribute)
	}
	return t.Kind(cond) == KIdentifier && string(t.Bytes(cond)) == "TYPE_CHECKING"
}

// AsksForAttribute reports whether cond implies that an attribute exists: hasattr(x, "a"), alone or
// with and.
func (t Tree) AsksForAttribute(cond int32) bool {
	switch t.Kind(cond) {
	case KCall:
		return string(t.Bytes(t.Child(cond, FFunction))) == "hasattr"
	case KParenthesizedExpression:
		return t.AsksForAttribute(t.FirstNamed(cond))
	case KBooleanOperator:
		for ; t.Kind(cond) == KBooleanOperator; cond = t.Child(cond, FLeft) {
			if string(t.Bytes(t.Child(cond, FOperator))) != "and" {
				return false
			}
			if r := t.Child(cond, FRight); t.Kind(r) == KCall && t.AsksForAttribute(r) {
				return true
			}
		}
		return t.Kind(cond) == KCall && t.AsksForAttribute(cond)
	}
	return false
}

// Leaves reports whether the statements of block i end with return, raise, continue or break.
func (t Tree) Leaves(i int32) bool {
	last := int32(-1)
	for c := t.First(max(i, 0)); i >= 0 && c >= 0; c = t.Next(c) {
		if t.Nodes[c].Flags&lang.IsNamed != 0 && t.Kind(c) != KComment {
			last = c
		}
	}
	switch t.Kind(last) {
	case KReturnStatement, KRaiseStatement, KContinueStatement, KBreakStatement:
		return true
	}
	return false
}

// Assigns reports whether the nodes from first to last assign to a name or to a part of a dotted path.
func (t Tree) Assigns(name string, first, last int32) bool {
	for n := max(first, 0); n < last; n++ {
		if k := t.Kind(n); k != KIdentifier && k != KAttribute {
			continue
		}
		if written := string(t.Bytes(n)); written != name && !strings.HasPrefix(name, written+".") {
			continue
		}
		for c, p := n, t.Nodes[n].Parent; p >= first; c, p = p, t.Nodes[p].Parent {
			switch t.Kind(p) {
			case KPatternList, KTuplePattern, KListPattern, KAsPatternTarget:
				continue
			case KAssignment, KAugmentedAssignment, KForStatement, KNamedExpression, KDeleteStatement, KAsPattern:
				if f := t.Nodes[c].Field; f == FLeft || f == FName || f == FAlias || t.Kind(p) == KDeleteStatement {
					return true
				}
			}
			break
		}
	}
	return false
}
