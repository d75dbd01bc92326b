package python

import "strings"

// findVoids returns the names that a function binds once, to None at the top of its
// body, and that no code of it then asks for, so that they are None wherever their
// value is used.
func (x *extractor) findVoids(body int32) map[string]bool {
	t := x.t
	var voids map[string]bool
	bound := make(map[int32]bool)
	for c := t.First(max(body, 0)); body >= 0 && c >= 0; c = t.Next(c) {
		assignment := t.FirstNamed(c)
		if t.Kind(c) != kExpressionStatement || t.Kind(assignment) != kAssignment || t.Kind(t.Child(assignment, fRight)) != kNone {
			continue
		}
		if left := t.Child(assignment, fLeft); t.Kind(left) == kIdentifier {
			if voids == nil {
				voids = make(map[string]bool)
			}
			voids[x.b.Text(left)] = true
			bound[left] = true
		}
	}
	if voids == nil {
		return nil
	}
	seen := make(map[string]bool)
	for n, end := body, body+t.Nodes[body].Size; n < end; n++ {
		if t.Kind(n) != kIdentifier {
			continue
		}
		name := x.b.Text(n)
		switch {
		case !voids[name]:
		case bound[n] && !seen[name]:
			seen[name] = true
		case t.Nodes[n].Field == fAttribute || t.Nodes[n].Field == fName && t.Kind(t.Nodes[n].Parent) == kKeywordArgument:
			// another name
		case !seen[name] || !x.isPlainUse(n, body):
			voids[name] = false
		}
	}
	return voids
}

// isPlainUse reports whether the name at n is used below body where nothing depends on
// what it is: neither tested nor bound, nor where a failure is expected.
func (x *extractor) isPlainUse(n, body int32) bool {
	t := x.t
	for p := t.Nodes[n].Parent; p > body; p = t.Nodes[p].Parent {
		if t.Kind(p) == kTryStatement {
			return false
		}
	}
	for c, p := n, t.Nodes[n].Parent; p > body; c, p = p, t.Nodes[p].Parent {
		switch t.Kind(p) {
		case kAttribute:
			return true
		case kCall, kArgumentList, kKeywordArgument, kParenthesizedExpression, kListSplat, kDictionarySplat:
			continue // it is asked for where the call is
		case kComparisonOperator:
			for k := t.First(p); k >= 0 && k != c; k = t.Next(k) {
				if t.Next(k) == c {
					return string(t.Bytes(k)) == "in" || string(t.Bytes(k)) == "not in"
				}
			}
			return false
		case kReturnStatement, kExpressionStatement, kInterpolation:
			return true
		case kAssignment:
			return t.Nodes[c].Field == fRight
		}
		return false
	}
	return false
}

// asksValue reports whether the name at n stands where None fails: before .x, unless that
// is one that every value has, and behind ** in a call.
func (x *extractor) asksValue(n int32) bool {
	t := x.t
	p := t.Nodes[n].Parent
	switch t.Kind(p) {
	case kAttribute:
		return t.Nodes[n].Field == fObject && !strings.HasPrefix(string(t.Bytes(t.Child(p, fAttribute))), "__")
	case kDictionarySplat:
		return t.Kind(t.Nodes[p].Parent) == kArgumentList
	}
	return false
}
