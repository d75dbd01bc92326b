package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// ifStatement visits if: in its body the condition narrows types.
func (e *extractor) ifStatement(i int32) {
	t := e.t
	condition := t.Child(i, fCondition)
	e.argumentExpr(condition, false)
	leave := e.narrowed(condition)
	if body := t.Child(i, fConsequence); body >= 0 {
		e.statement(body)
	}
	leave()
	if other := t.Child(i, fAlternative); other >= 0 {
		e.children(other)
	}
}

// narrowed opens a block in which names have the types that condition i tests
// for; the function it returns closes it.
func (e *extractor) narrowed(i int32) (leave func()) {
	opened := e.narrow(i, false)
	if !opened {
		return func() {}
	}
	return e.b.Close
}

// narrow declares what condition i says of names: x instanceof T, typeof x ===
// "string", and both sides of &&. It opens a block with the first.
func (e *extractor) narrow(i int32, opened bool) bool {
	t := e.t
	switch t.Kind(i) {
	case kParenthesizedExpression:
		return e.narrow(t.FirstNamed(i), opened)
	case kBinaryExpression:
	default:
		return opened
	}
	left, right := t.Child(i, fLeft), t.Child(i, fRight)
	switch op := t.Child(i, fOperator); t.Kind(op) {
	case tokAnd:
		return e.narrow(right, e.narrow(left, opened))
	case tokInstanceof:
		qualifier, name, ok := e.path(right)
		if t.Kind(left) != kIdentifier || !ok {
			return opened
		}
		return e.narrowName(left, e.namedType(qualifier, name, nil, t.Line(right)), opened)
	default:
		if s := string(t.Bytes(op)); s != "===" && s != "==" {
			return opened
		}
	}
	if t.Kind(left) != kUnaryExpression || t.Kind(right) != kString {
		return opened
	}
	name := t.Child(left, fArgument)
	if t.Kind(t.Child(left, fOperator)) != tokTypeof || t.Kind(name) != kIdentifier {
		return opened
	}
	switch s := e.unquote(right); s {
	case "string", "number", "boolean", "bigint", "symbol":
		return e.narrowName(name, e.b.NamedType("", s, t.Line(right)), opened)
	}
	return opened
}

func (e *extractor) narrowName(name int32, typ facts.TypeID, opened bool) bool {
	if !opened {
		e.b.Open(lang.BlockScope)
	}
	v := lang.NewVar(facts.LocalVar, e.word(name), e.t.Line(name))
	v.Type = typ
	e.b.Declare(v)
	return true
}
