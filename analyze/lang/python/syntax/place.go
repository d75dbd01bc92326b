package syntax

import "github.com/nexus-ci/nexus-ci/analyze/facts"

// UsedAs returns UsedAsIs for a call whose value itself is needed, so that a coroutine would be wrong.
// It is not where the value is passed on, stored or awaited.
func (t Tree) UsedAs(i int32) facts.ExprFlags {
	p := t.Nodes[i].Parent
	for t.Kind(p) == KParenthesizedExpression {
		i, p = p, t.Nodes[p].Parent
	}
	field := t.Nodes[i].Field
	is := false
	switch t.Kind(p) {
	case KAttribute:
		switch t.Word(t.Child(p, FAttribute)) {
		case "send", "throw", "close":
		default:
			is = true
		}
	case KSubscript, KCall:
		is = field == FValue || field == FFunction
	case KComparisonOperator, KNotOperator, KBinaryOperator, KUnaryOperator, KAssertStatement, KInterpolation:
		is = true
	case KBooleanOperator:
		is = field == FLeft
	case KIfStatement, KElifClause, KWhileStatement:
		is = field == FCondition
	case KConditionalExpression:
		is = t.Next(t.Next(t.First(p))) == i
	case KIfClause:
		is = true
	case KForStatement, KForInClause:
		is = field == FRight && t.ChildOfKind(p, KAsync) < 0
	}
	if is {
		return facts.UsedAsIs
	}
	return 0
}
