package csharp

import "github.com/nexus-ci/nexus-ci/analyze/facts"

// usedAs returns UsedAsIs for a call whose value itself is needed, so that a task would be wrong. It
// is not where the value is passed on, stored or awaited, or where a member of it is used: members of
// tasks and values are not distinguished.
func (x *extractor) usedAs(n int32) facts.ExprFlags {
	p := x.t.Nodes[n].Parent
	for x.t.Kind(p) == kParenthesizedExpression {
		n, p = p, x.t.Nodes[p].Parent
	}
	is := false
	switch x.t.Kind(p) {
	case kPrefixUnaryExpression:
		is = true
	case kBinaryExpression:
		k := x.t.Kind(x.t.Child(p, fOperator))
		is = k != tCoalesce
	case kIfStatement, kWhileStatement, kDoStatement, kConditionalExpression:
		is = x.t.Nodes[n].Field == fCondition
	}
	if is {
		return facts.UsedAsIs
	}
	return 0
}
