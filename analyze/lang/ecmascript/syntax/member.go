package syntax

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Modifiers reads the modifiers before the name of a member, and the ? after it.
func (t Tree) Modifiers(m int32) (flags facts.DefFlags, private bool) {
	for c := t.First(m); c >= 0; c = t.Next(c) {
		n := &t.Nodes[c]
		if n.Field == FParameters || n.Field == FValue || n.Field == FType || n.Field == FBody {
			break
		}
		switch n.Kind {
		case KAccessibilityModifier:
			private = private || t.Is(c, "private")
		case KPrivatePropertyIdentifier:
			private = true
		case KOverrideModifier:
			flags |= facts.Override
		}
		if n.Flags&lang.IsNamed != 0 {
			continue
		}
		switch n.Kind {
		case TStatic:
			flags |= facts.Static
		case TStaticGet:
			flags |= facts.Static | facts.Getter
		case TGet:
			flags |= facts.Getter
		case TSet:
			flags |= facts.Setter
		case TAbstract:
			flags |= facts.Abstract
		case TDeclare:
			flags |= facts.Ambient
		case TQuestion:
			flags |= facts.Optional
		}
	}
	return flags, private
}

// DeclaresMember reports whether a class body declares a member of that name.
func (t Tree) DeclaresMember(body int32, name string) bool {
	for m := t.First(body); m >= 0; m = t.Next(m) {
		switch t.Kind(m) {
		case KPublicFieldDefinition, KFieldDefinition, KMethodDefinition:
			n := t.Child(m, FName)
			if n < 0 {
				n = t.Child(m, FProperty)
			}
			if n >= 0 && string(t.Bytes(n)) == name {
				return true
			}
		}
	}
	return false
}

// DeclaredType returns the type annotation of the variable or field that
// outer declares, or -1.
func (t Tree) DeclaredType(outer int32) int32 {
	switch t.Kind(outer) {
	case KExportStatement:
		return t.DeclaredType(t.Child(outer, FDeclaration))
	case KLexicalDeclaration, KVariableDeclaration:
		return t.DeclaredType(t.ChildOfKind(outer, KVariableDeclarator))
	case KVariableDeclarator, KPublicFieldDefinition:
		return t.Child(outer, FType)
	}
	return -1
}

// Header returns the text of outer up to node end (-1: all of it) as one line, without decorators and
// a final "=", ":" or "=>".
func (t Tree) Header(outer, end int32) string {
	from := t.Nodes[outer].Start
	for c := t.First(outer); c >= 0 && t.Kind(c) == KDecorator; c = t.Next(c) {
		from = t.Nodes[c].End
	}
	to := t.Nodes[outer].End
	if end >= 0 {
		to = t.Nodes[end].Start
	}
	var buf [4 * lang.MaxSignature]byte
	return trimHeader(lang.OneLine(t.AppendSource(buf[:0], outer, from, max(from, to), nil)))
}

// trimHeader removes the final "=", ":" or "=>" from a header.
func trimHeader(header string) string {
	for {
		header = strings.TrimRight(header, " ;,=:")
		rest, ok := strings.CutSuffix(header, "=>")
		if !ok {
			return header
		}
		header = rest
	}
}
