package syntax

import "github.com/nexus-ci/nexus-ci/analyze/facts"

// UsedAs returns how the value of call i is used: UsedAsIs where the value itself is needed, with n = 1
// where it must be a single value. A promise is not used as is where it is passed on, stored or
// awaited, or where a member of promises is read.
func (t Tree) UsedAs(i int32) (flags facts.ExprFlags, n int32) {
	p := t.Nodes[i].Parent
	for {
		switch t.Kind(p) {
		case KParenthesizedExpression:
			switch t.Kind(t.Nodes[p].Parent) {
			case KIfStatement, KWhileStatement, KDoStatement, KSwitchBody:
				return facts.UsedAsIs, 0
			}
		case KNonNullExpression, KAsExpression, KSatisfiesExpression:
		default:
			return t.usedIn(p, i)
		}
		i, p = p, t.Nodes[p].Parent
	}
}

// usedIn is UsedAs for a node i whose parent is p.
func (t Tree) usedIn(p, i int32) (flags facts.ExprFlags, n int32) {
	field := t.Nodes[i].Field
	switch t.Kind(p) {
	case KMemberExpression:
		if field != FObject {
			return 0, 0
		}
		switch t.Word(t.Child(p, FProperty)) {
		case "then", "catch", "finally":
			return 0, 1
		}
		return facts.UsedAsIs, 1
	case KSubscriptExpression:
		if field == FObject {
			return facts.UsedAsIs, 1
		}
		return facts.UsedAsIs, 0
	case KCallExpression, KUpdateExpression, KTemplateSubstitution:
		return facts.UsedAsIs, 0
	case KBinaryExpression:
		switch t.Kind(t.Child(p, FOperator)) {
		case TOr, TNullish:
			return 0, 0
		case TAnd:
			if field != FLeft {
				return 0, 0
			}
		}
		return facts.UsedAsIs, 0
	case KUnaryExpression:
		if t.Token(p, TTypeof) >= 0 {
			return 0, 0
		}
		return facts.UsedAsIs, 0
	case KTernaryExpression, KForStatement:
		if field == FCondition {
			return facts.UsedAsIs, 0
		}
	case KForInStatement:
		if field == FRight && t.Token(p, TAwait) < 0 {
			return facts.UsedAsIs, 0
		}
	}
	return 0, 0
}
