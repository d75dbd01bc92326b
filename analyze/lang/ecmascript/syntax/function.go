package syntax

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// IsFunction reports whether i is a function literal.
func (t Tree) IsFunction(i int32) bool {
	switch t.Kind(i) {
	case KArrowFunction, KFunctionExpression, KGeneratorFunction:
		return t.Nodes[i].Flags&lang.IsNamed != 0
	}
	return false
}

// FunctionFlags reads modifiers such as async and * before the name.
func (t Tree) FunctionFlags(i int32) facts.DefFlags {
	var flags facts.DefFlags
	switch t.Kind(i) {
	case KGeneratorFunction, KGeneratorFunctionDeclaration:
		flags |= facts.Generator
	}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		n := &t.Nodes[c]
		if n.Field == FName || n.Field == FParameters || n.Field == FBody {
			break
		}
		if n.Flags&lang.IsNamed != 0 {
			continue
		}
		switch n.Kind {
		case TAsync:
			flags |= facts.Async
		case TStar:
			flags |= facts.Generator
		}
	}
	return flags
}

// HasFunction reports whether an object literal has a function among its members, nested literals
// included.
func (t Tree) HasFunction(i int32) bool {
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case KMethodDefinition:
			return true
		case KPair:
			v := t.Strip(t.Child(c, FValue))
			if t.IsFunction(v) || t.Kind(v) == KObject && t.HasFunction(v) {
				return true
			}
		}
	}
	return false
}

// NextDeclares reports whether the statement after outer declares a function of that name. outer is
// then one of its overloads.
func (t Tree) NextDeclares(outer int32, name string) bool {
	for c := t.Next(outer); c >= 0; c = t.Next(c) {
		if !t.Named(c) {
			continue
		}
		for t.Kind(c) == KExportStatement || t.Kind(c) == KAmbientDeclaration {
			inner := t.Child(c, FDeclaration)
			if inner < 0 {
				inner = t.FirstNamed(c)
			}
			if inner < 0 {
				return false
			}
			c = inner
		}
		switch t.Kind(c) {
		case KFunctionSignature, KFunctionDeclaration, KGeneratorFunctionDeclaration, KMethodSignature,
			KMethodDefinition, KAbstractMethodSignature:
			n := t.Child(c, FName)
			return n < 0 && name == "default" || n >= 0 && t.PropertyName(n) == name
		case KCallSignature:
			return name == CallMember
		case KConstructSignature:
			return name == NewMember
		}
		return false
	}
	return false
}

// A Param is one parameter split into its parts.
type Param struct {
	Pattern, Value, Type int32 // nodes, -1 for none
	Optional, Rest       bool
	// Member is true where the parameter of a constructor also declares a field.
	Member, Private bool
}

// ParamParts returns the parts of the parameter at node i.
func (t Tree) ParamParts(i int32) Param {
	p := Param{Pattern: i, Value: -1, Type: -1}
	switch t.Kind(i) {
	case KRequiredParameter, KOptionalParameter:
		p.Pattern, p.Value, p.Type = t.Child(i, FPattern), t.Child(i, FValue), t.Child(i, FType)
		if p.Pattern < 0 {
			p.Pattern = t.Child(i, FName) // member of a tuple type
		}
		p.Optional = t.Kind(i) == KOptionalParameter
		for c := t.First(i); c >= 0 && c != p.Pattern; c = t.Next(c) {
			switch t.Kind(c) {
			case KAccessibilityModifier:
				p.Member, p.Private = true, t.Is(c, "private")
			case TReadonly, KOverrideModifier:
				p.Member = true
			}
		}
	case KAssignmentPattern:
		p.Pattern, p.Value = t.Child(i, FLeft), t.Child(i, FRight)
	}
	if p.Pattern >= 0 && t.Kind(p.Pattern) == KRestPattern {
		p.Rest = true
		p.Pattern = t.FirstNamed(p.Pattern)
	}
	p.Optional = p.Optional || p.Value >= 0
	return p
}

// IsParam reports whether c is a parameter other than this.
func (t Tree) IsParam(c int32) bool {
	if !t.Named(c) || t.Nodes[c].Flags&lang.IsError != 0 {
		return false
	}
	return t.Kind(t.Child(c, FPattern)) != KThis
}

// CountParams returns the number of parameters in list.
func (t Tree) CountParams(list int32) int {
	n := 0
	for c := t.First(list); c >= 0; c = t.Next(c) {
		if t.IsParam(c) {
			n++
		}
	}
	return n
}

// ResultNode returns the node of the result type of a signature or function type, or -1.
func (t Tree) ResultNode(i int32) int32 {
	if r := t.Child(i, FReturnType); r >= 0 {
		return r
	}
	return t.Child(i, FType)
}

// WrittenResult returns the source text of the result type at node i, nil for -1.
func (t Tree) WrittenResult(i int32) []string {
	if i < 0 {
		return nil
	}
	return []string{t.b.Written(i)}
}
