package python

import "github.com/nexus-ci/nexus-ci/analyze/facts"

// usedAs returns UsedAsIs for a call whose place asks for the value itself: a coroutine
// is as good as that only where it is handed on, stored or awaited.
func (x *extractor) usedAs(i int32) facts.ExprFlags {
	t := x.t
	p := t.Nodes[i].Parent
	for t.Kind(p) == kParenthesizedExpression {
		i, p = p, t.Nodes[p].Parent
	}
	field := t.Nodes[i].Field
	is := false
	switch t.Kind(p) {
	case kAttribute:
		switch x.b.Text(t.Child(p, fAttribute)) {
		case "send", "throw", "close":
		default:
			is = true
		}
	case kSubscript, kCall:
		is = field == fValue || field == fFunction
	case kComparisonOperator, kNotOperator, kBinaryOperator, kUnaryOperator, kAssertStatement, kInterpolation:
		is = true
	case kBooleanOperator:
		is = field == fLeft
	case kIfStatement, kElifClause, kWhileStatement:
		is = field == fCondition
	case kConditionalExpression:
		is = t.Next(t.Next(t.First(p))) == i
	case kIfClause:
		is = true
	case kForStatement, kForInClause:
		is = field == fRight && t.ChildOfKind(p, kAsync) < 0
	}
	if is {
		return facts.UsedAsIs
	}
	return 0
}
