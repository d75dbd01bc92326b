package ecmascript

import "github.com/nexus-ci/nexus-ci/analyze/facts"

// usedAs says of call i whether its place asks for the value itself, and for one value.
// A promise is as good as its value where it is handed on, stored or awaited, and where
// a member of promises is asked for.
func (e *extractor) usedAs(i int32) (flags facts.ExprFlags, n int32) {
	t := e.t
	p := t.Nodes[i].Parent
	for {
		switch t.Kind(p) {
		case kParenthesizedExpression:
			switch t.Kind(t.Nodes[p].Parent) {
			case kIfStatement, kWhileStatement, kDoStatement, kSwitchBody:
				return facts.UsedAsIs, 0
			}
		case kNonNullExpression, kAsExpression, kSatisfiesExpression:
		default:
			return e.usedIn(p, i)
		}
		i, p = p, t.Nodes[p].Parent
	}
}

// usedIn is usedAs for the place i right inside p.
func (e *extractor) usedIn(p, i int32) (flags facts.ExprFlags, n int32) {
	t := e.t
	field := t.Nodes[i].Field
	switch t.Kind(p) {
	case kMemberExpression:
		if field != fObject {
			return 0, 0
		}
		switch e.word(t.Child(p, fProperty)) {
		case "then", "catch", "finally":
			return 0, 1
		}
		return facts.UsedAsIs, 1
	case kSubscriptExpression:
		if field == fObject {
			return facts.UsedAsIs, 1
		}
		return facts.UsedAsIs, 0
	case kCallExpression, kUpdateExpression, kTemplateSubstitution:
		return facts.UsedAsIs, 0
	case kBinaryExpression:
		switch t.Kind(t.Child(p, fOperator)) {
		case tOr, tNullish:
			return 0, 0
		case tAnd:
			if field != fLeft {
				return 0, 0
			}
		}
		return facts.UsedAsIs, 0
	case kUnaryExpression:
		if e.token(p, tTypeof) >= 0 {
			return 0, 0
		}
		return facts.UsedAsIs, 0
	case kTernaryExpression, kForStatement:
		if field == fCondition {
			return facts.UsedAsIs, 0
		}
	case kForInStatement:
		if field == fRight && e.token(p, tAwait) < 0 {
			return facts.UsedAsIs, 0
		}
	}
	return 0, 0
}
