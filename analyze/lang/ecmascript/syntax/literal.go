package syntax

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// IsPlainLiteral reports whether literals of kind k contain no expressions.
func IsPlainLiteral(k lang.Kind) bool { return LiteralType(k) != "" }

// LiteralType returns the builtin type of plain literals of kind k, "" for other kinds.
func LiteralType(k lang.Kind) string {
	switch k {
	case KString:
		return "string"
	case KNumber:
		return "number"
	case KTrue, KFalse:
		return "bool"
	case KRegex:
		return "regexp"
	case KNull, KUndefined:
		return "nil"
	}
	return ""
}

// IsNothing reports whether type i is null, undefined, void or never.
func (t Tree) IsNothing(i int32) bool {
	switch t.Kind(i) {
	case KLiteralType:
		k := t.Kind(t.FirstNamed(i))
		return k == KNull || k == KUndefined
	case KPredefinedType:
		name := t.Word(i)
		return name == "void" || name == "never"
	}
	return false
}
