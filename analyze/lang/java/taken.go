package java

// taken returns 1 for a call whose value is used, 0 for one that may be there for its effects: a
// statement, the body of a lambda or of a switch branch.
func (x *extractor) taken(n int32) int32 {
	p := x.t.Nodes[n].Parent
	for x.t.Kind(p) == kParenthesizedExpression {
		p = x.t.Nodes[p].Parent
	}
	switch x.t.Kind(p) {
	case kArgumentList, kVariableDeclarator, kAssignmentExpression, kReturnStatement, kBinaryExpression, kUnaryExpression,
		kTernaryExpression, kMethodInvocation, kFieldAccess, kArrayAccess, kCastExpression, kIfStatement, kWhileStatement,
		kDoStatement, kInstanceofExpression, kThrowStatement, kEnhancedForStatement, kArrayInitializer:
		return 1
	}
	return 0
}
