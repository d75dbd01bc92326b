package syntax

import "github.com/nexus-ci/nexus-ci/analyze/lang"

func (t Tree) IsDefinition(n int32) bool {
	k := t.Kind(n)
	return k == KFunctionDefinition || k == KClassDefinition || k == KDecoratedDefinition
}

// IsMember reports whether a statement of a class body only defines members.
func (t Tree) IsMember(stmt int32) bool {
	if t.IsDefinition(stmt) {
		return true
	}
	return t.Kind(stmt) == KExpressionStatement && t.Kind(t.FirstNamed(stmt)) == KAssignment
}

// IsDefault reports whether node n is the default value of a parameter.
func (t Tree) IsDefault(n int32) bool {
	if t.Nodes[n].Field != FValue {
		return false
	}
	k := t.Kind(t.Nodes[n].Parent)
	return k == KDefaultParameter || k == KTypedDefaultParameter
}

// IsStub reports whether a body does nothing: "...", pass, only a docstring, or
// raise NotImplementedError.
func (t Tree) IsStub(body, doc int32) bool {
	for c := t.First(max(body, 0)); body >= 0 && c >= 0; c = t.Next(c) {
		if c == doc || t.Nodes[c].Flags&lang.IsNamed == 0 || t.Kind(c) == KComment || t.Kind(c) == KPassStatement {
			continue
		}
		inner := t.FirstNamed(c)
		switch t.Kind(c) {
		case KExpressionStatement:
			if t.Kind(inner) != KEllipsis {
				return false
			}
		case KRaiseStatement:
			if t.Kind(inner) == KCall {
				inner = t.Child(inner, FFunction)
			}
			if inner < 0 || string(t.Bytes(inner)) != "NotImplementedError" {
				return false
			}
		default:
			return false
		}
	}
	return true
}
