package annotation

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// objectType returns {…} as a type. Its members are added to the Def that it is the type of, else to a
// TypeDef without a name.
func (r *Reader) objectType(i int32) facts.TypeID {
	t := r.t
	line := t.Line(i)
	if m := t.FirstNamed(i); m >= 0 && t.Kind(m) == syntax.KIndexSignature && t.LastNamed(i) == m {
		return r.mapped(i, m)
	}
	o := lang.NewType(facts.ObjectT, line)
	holder := r.b.In()
	if !r.isTypeOf(i, holder) {
		def := lang.NewDef(facts.TypeDef, "")
		def.Start, def.Line, def.SignatureEnd, def.End = line, line, t.EndLine(i), t.EndLine(i)
		holder = r.b.Def(def)
	}
	o.Def = holder
	r.b.Enter(holder)
	r.code.Members(i)
	r.b.Leave()
	return r.b.Type(o)
}

// isTypeOf reports whether Def d is declared as the object type i, alone or as a part of a union, of
// an intersection or of the result of a conditional type.
func (r *Reader) isTypeOf(i int32, d facts.DefID) bool {
	if d == facts.None {
		return false
	}
	switch r.f.Defs[d].Kind {
	case facts.TypeDef:
	case facts.Field, facts.Variable, facts.Constant:
	default:
		return false
	}
	t := r.t
	for part, p := i, t.Nodes[i].Parent; p >= 0; part, p = p, t.Nodes[p].Parent {
		switch t.Kind(p) {
		case syntax.KUnionType, syntax.KIntersectionType, syntax.KParenthesizedType, syntax.KReadonlyType:
		case syntax.KConditionalType:
			if part != t.Child(p, syntax.FConsequence) && part != t.Child(p, syntax.FAlternative) {
				return false // the condition, not the result
			}
		case syntax.KTypeAnnotation:
			k := t.Kind(t.Nodes[p].Parent)
			return k == syntax.KPropertySignature || k == syntax.KPublicFieldDefinition || k == syntax.KVariableDeclarator
		case syntax.KTypeAliasDeclaration:
			return true
		default:
			return false
		}
	}
	return false
}

// mapped returns {[k: K]: V} and {[K in Keys]: V} as map types.
func (r *Reader) mapped(i, m int32) facts.TypeID {
	t := r.t
	line := t.Line(i)
	var key, value facts.TypeID
	if t.ChildOfKind(m, syntax.KMappedTypeClause) >= 0 {
		key, value = r.Mapped(m)
	} else {
		key = r.Of(t.Child(m, syntax.FIndexType))
		value = r.Annotation(t.Child(m, syntax.FType))
	}
	typ := lang.NewType(facts.MapT, line)
	if value != facts.None {
		typ.Args = r.b.NewIDs(r.b.KnownType(key, line), value)
	}
	return r.b.Type(typ)
}

// Mapped returns the key and value types of [K in Keys]: V.
func (r *Reader) Mapped(m int32) (key, value facts.TypeID) {
	t := r.t
	clause := t.ChildOfKind(m, syntax.KMappedTypeClause)
	key = r.Of(t.Child(clause, syntax.FType))
	r.params = append(r.params, typeName{t.Word(t.Child(clause, syntax.FName)), key})
	r.Of(t.Child(clause, syntax.FAlias)) // the new key name in "as NewName"
	value = r.Annotation(t.Child(m, syntax.FType))
	r.params = r.params[:len(r.params)-1]
	return key, value
}
