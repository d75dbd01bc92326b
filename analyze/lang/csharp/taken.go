package csharp

import "github.com/nexus-ci/nexus-ci/analyze/facts"

// usedAs returns UsedAsIs for a call whose place asks for the value itself. A task is as good as its
// value where it is passed on, stored or awaited; its members are not told from those of the value.
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
