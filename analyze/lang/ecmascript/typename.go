package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A typeName is a type parameter of a form that is no Def: a function type, a
// function literal, a mapped or conditional type.
type typeName struct {
	name  string
	bound facts.TypeID
}

// pushTypeParams makes the type parameters of i known. The caller cuts e.params
// back to the length that it returns.
func (e *extractor) pushTypeParams(i int32) int {
	before := len(e.params)
	e.eachTypeParam(i, func(p facts.TypeParam) { e.params = append(e.params, typeName{p.Name, p.Bound}) })
	return before
}

// typePrefix goes before the name of a type that is declared in a function or a
// block: types and values have names of their own.
const typePrefix = "type "

// declaredTypeName makes the type d known in the innermost scope. At file level the
// Def does that.
func (e *extractor) declaredTypeName(d facts.DefID) {
	if e.b.AtFileLevel() || e.dialect == JavaScript {
		return
	}
	def := &e.f.Defs[d]
	e.types[def.Name] = true
	v := lang.NewVar(facts.DefVar, e.b.Intern([]byte(typePrefix+def.Name)), def.Line)
	v.Def = d
	e.b.Declare(v)
}

// simpleType returns the type of a name without a qualifier: a type parameter, a
// type declared around the use, or one that the resolver looks up.
func (e *extractor) simpleType(name string, args []facts.TypeID, line int32) facts.TypeID {
	for i := len(e.params) - 1; i >= 0; i-- {
		if e.params[i].name == name {
			return e.params[i].bound
		}
	}
	if e.types[name] && !e.b.AtFileLevel() {
		if v := e.b.Lookup(typePrefix + name); v != facts.None {
			typ := lang.NewType(facts.ValueT, line)
			typ.X, typ.Args = e.local(v, line), e.allKnown(args, line)
			return e.b.Type(typ)
		}
	}
	return e.namedType("", name, args, line)
}

// allKnown fills the gaps in args.
func (e *extractor) allKnown(args []facts.TypeID, line int32) []facts.TypeID {
	for i, a := range args {
		args[i] = e.known(a, line)
	}
	return args
}

// conditional returns T extends U ? A : B: one of A and B, in which the names
// that U infers stand for what is not known.
func (e *extractor) conditional(i int32) facts.TypeID {
	t := e.t
	e.typ(t.Child(i, fLeft))
	before := len(e.params)
	right := t.Child(i, fRight)
	if right >= 0 {
		for n, end := right, right+t.Nodes[right].Size; n < end; n++ {
			if t.Kind(n) == kInferType {
				e.params = append(e.params, typeName{e.word(t.FirstNamed(n)), facts.None})
			}
		}
	}
	e.typ(right)
	var parts []facts.TypeID
	if c := t.Child(i, fConsequence); c >= 0 && !e.isNothing(c) {
		parts = append(parts, e.typ(c))
	}
	e.params = e.params[:before]
	if c := t.Child(i, fAlternative); c >= 0 && !e.isNothing(c) {
		parts = append(parts, e.typ(c))
	}
	return e.join(facts.UnionT, parts, t.Line(i))
}
