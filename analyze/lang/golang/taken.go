package golang

import "github.com/nexus-ci/nexus-ci/analyze/facts"

// taken returns the number of values needed from call n: 1 inside an expression, the number of names
// in an assignment, 0 where any number is allowed (a statement) or it is not known (g(f())).
func (x *extractor) taken(n int32) int32 {
	p := x.t.Nodes[n].Parent
	for x.t.Kind(p) == kParenthesizedExpression {
		n, p = p, x.t.Nodes[p].Parent
	}
	list := p
	if x.t.Kind(p) == kExpressionList {
		if x.item(p, 1) >= 0 {
			return 1
		}
		p = x.t.Nodes[p].Parent
	}
	switch x.t.Kind(p) {
	case kShortVarDeclaration, kAssignmentStatement:
		if left := x.t.Child(p, fLeft); left != list {
			return x.count(left)
		}
		return 1
	case kVarSpec:
		names := int32(0)
		for c := x.t.First(p); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kIdentifier {
				names++
			}
		}
		return names
	case kReturnStatement:
		return x.gives()
	case kArgumentList:
		if x.count(p) > 1 {
			return 1
		}
	case kBinaryExpression, kUnaryExpression, kSelectorExpression, kIndexExpression, kSliceExpression, kTypeAssertionExpression,
		kLiteralElement, kKeyedElement, kIfStatement, kForStatement, kForClause, kRangeClause, kExpressionSwitchStatement,
		kTypeSwitchStatement, kExpressionCase, kSendStatement, kCallExpression, kTypeConversionExpression, kVariadicArgument:
		return 1
	}
	return 0
}

// count returns the number of expressions in a list.
func (x *extractor) count(list int32) int32 {
	n := int32(0)
	for x.item(list, int(n)) >= 0 {
		n++
	}
	return n
}

// gives returns the number of declared results of the current function.
func (x *extractor) gives() int32 {
	if x.fn.literal == facts.None {
		if in := x.b.In(); in != facts.None {
			return int32(len(x.b.File.Defs[in].Results))
		}
		return 0
	}
	if t := x.b.File.Exprs[x.fn.literal].Type; t != facts.None {
		return int32(len(x.b.File.Types[t].Args)) - x.b.File.Types[t].N
	}
	return 0
}
