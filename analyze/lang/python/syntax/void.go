package syntax

import "strings"

// Voids returns the names that a function binds once, to None at the top of its body, and never tests,
// so that they are None in all uses.
func (t Tree) Voids(body int32) map[string]bool {
	var voids map[string]bool
	bound := make(map[int32]bool)
	for c := t.First(max(body, 0)); body >= 0 && c >= 0; c = t.Next(c) {
		assignment := t.FirstNamed(c)
		if t.Kind(c) != KExpressionStatement || t.Kind(assignment) != KAssignment || t.Kind(t.Child(assignment, FRight)) != KNone {
			continue
		}
		if left := t.Child(assignment, FLeft); t.Kind(left) == KIdentifier {
			if voids == nil {
				voids = make(map[string]bool)
			}
			voids[t.Word(left)] = true
			bound[left] = true
		}
	}
	if voids == nil {
		return nil
	}
	seen := make(map[string]bool)
	for n, end := body, body+t.Nodes[body].Size; n < end; n++ {
		if t.Kind(n) != KIdentifier {
			continue
		}
		name := t.Word(n)
		switch {
		case !voids[name]:
		case bound[n] && !seen[name]:
			seen[name] = true
		case t.Nodes[n].Field == FAttribute || t.Nodes[n].Field == FName && t.Kind(t.Nodes[n].Parent) == KKeywordArgument:
			// another name
		case !seen[name] || !t.isPlainUse(n, body):
			voids[name] = false
		}
	}
	return voids
}

// isPlainUse reports whether the use of the name at n below body does not depend on its value: it is
// neither tested nor bound, and no failure is expected there.
func (t Tree) isPlainUse(n, body int32) bool {
	for p := t.Nodes[n].Parent; p > body; p = t.Nodes[p].Parent {
		if t.Kind(p) == KTryStatement {
			return false
		}
	}
	for c, p := n, t.Nodes[n].Parent; p > body; c, p = p, t.Nodes[p].Parent {
		switch t.Kind(p) {
		case KAttribute:
			return true
		case KCall, KArgumentList, KKeywordArgument, KParenthesizedExpression, KListSplat, KDictionarySplat:
			continue // the call reads its value
		case KComparisonOperator:
			for k := t.First(p); k >= 0 && k != c; k = t.Next(k) {
				if t.Next(k) == c {
					return string(t.Bytes(k)) == "in" || string(t.Bytes(k)) == "not in"
				}
			}
			return false
		case KReturnStatement, KExpressionStatement, KInterpolation:
			return true
		case KAssignment:
			return t.Nodes[c].Field == FRight
		}
		return false
	}
	return false
}

// AsksValue reports whether None fails at the name at n: before .x, unless every value has x, and
// after ** in a call.
func (t Tree) AsksValue(n int32) bool {
	p := t.Nodes[n].Parent
	switch t.Kind(p) {
	case KAttribute:
		return t.Nodes[n].Field == FObject && !strings.HasPrefix(string(t.Bytes(t.Child(p, FAttribute))), "__")
	case KDictionarySplat:
		return t.Kind(t.Nodes[p].Parent) == KArgumentList
	}
	return false
}
