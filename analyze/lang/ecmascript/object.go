package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// memberName is PropertyName for the key of a declaration, and visits the code in a computed key.
func (e *extractor) memberName(i int32) string {
	if i < 0 {
		return ""
	}
	if e.t.Kind(i) == syntax.KComputedPropertyName {
		e.children(i)
	}
	return e.t.PropertyName(i)
}

// object visits an object literal. With named, its functions become Defs; their owner is owner unless
// None.
func (e *extractor) object(i int32, named bool, owner facts.ExprID) facts.ExprID {
	t := e.t
	n := 0
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Named(c) {
			n++
		}
	}
	args := e.b.NewArgs(n)
	if n == 0 {
		args = nil
	}
	outer := e.doc
	var d syntax.Comments
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if d.See(e.t, c) || !t.Named(c) {
			continue
		}
		e.doc = d.Above(e.t, c)
		arg := facts.Arg{X: facts.None}
		switch t.Kind(c) {
		case syntax.KPair:
			key, value := t.Child(c, syntax.FKey), t.Child(c, syntax.FValue)
			arg.Keyword, arg.Line = e.memberName(key), t.Line(max(key, c))
			arg.X = e.property(c, key, value, arg.Keyword, named, owner)
		case syntax.KMethodDefinition:
			key := t.Child(c, syntax.FName)
			arg.Keyword, arg.Line = t.PropertyName(key), t.Line(max(key, c))
			if named {
				arg.X = e.objectMethod(c, arg.Keyword, owner)
			} else {
				arg.X = e.literal(c)
			}
		case syntax.KShorthandPropertyIdentifier:
			arg.Keyword, arg.Line = t.Word(c), t.Line(c)
			arg.X = e.b.NameExpr(arg.Keyword, t.Line(c))
		case syntax.KSpreadElement:
			arg.X = e.expr(t.FirstNamed(c))
			arg.Spread, arg.DoubleSpread = true, true
		default:
			e.statement(c)
			continue
		}
		args = append(args, arg)
		d.Passed(c)
	}
	e.doc = outer
	x := lang.NewExpr(facts.Object, t.Line(i))
	x.Args = args
	return e.b.Expr(x)
}

func (e *extractor) objectMethod(c int32, name string, owner facts.ExprID) facts.ExprID {
	nameNode := e.t.Child(c, syntax.FName)
	flags, _ := e.t.Modifiers(c)
	d := e.define(facts.Method, e.memberName(nameNode), c, nameNode)
	e.f.Defs[d].Flags |= flags | facts.ObjectItem
	e.f.Defs[d].Owner = owner
	e.function(d, c, c, nameNode, d)
	return e.b.FuncValue(d, e.t.Line(nameNode))
}

// property visits the value of pair c of an object literal.
func (e *extractor) property(c, key, value int32, name string, named bool, owner facts.ExprID) facts.ExprID {
	t := e.t
	if value < 0 {
		return facts.None
	}
	inner := t.Strip(value)
	switch {
	case !named || name == "":
	case t.IsFunction(inner):
		d := e.define(facts.Method, name, c, key)
		typ, cast := e.types.CastOf(value, inner)
		e.f.Defs[d].Flags |= facts.ObjectItem | cast
		e.f.Defs[d].Owner, e.f.Defs[d].Type = owner, typ
		e.function(d, inner, c, key, e.binds(inner, d))
		return e.b.FuncValue(d, t.Line(key))
	case t.Kind(inner) == syntax.KClass && t.Named(inner):
		d := e.classDef(inner, c, key, name, false)
		e.f.Defs[d].Flags |= facts.ObjectItem
		e.f.Defs[d].Owner = owner
		return e.b.DefValue(d, t.Line(key))
	case t.Kind(inner) == syntax.KObject && t.HasFunction(inner) && e.holdsMembers():
		d := e.define(facts.Field, name, c, key)
		e.f.Defs[d].Flags |= facts.ObjectItem
		e.f.Defs[d].Owner = owner
		e.f.Defs[d].Signature = t.Header(c, value)
		e.b.Enter(d)
		x := e.object(inner, true, facts.None)
		e.b.Leave()
		e.b.AddDefValue(d, x)
		e.hash.Member(d, c, key, value)
		return x
	}
	if syntax.IsPlainLiteral(t.Kind(inner)) {
		return facts.None
	}
	e.named = named && t.Kind(inner) == syntax.KObject
	return e.expr(value)
}

// holdsMembers reports whether the enclosing definition is not a function, so that the path of a
// member in a literal identifies it.
func (e *extractor) holdsMembers() bool {
	in := e.b.In()
	if in == facts.None {
		return e.owner != facts.None
	}
	switch e.f.Defs[in].Kind {
	case facts.Function, facts.Method, facts.Constructor:
		return false
	}
	return true
}
