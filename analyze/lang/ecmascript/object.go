package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// maxName bounds the text of a computed key that stands as a name.
const maxName = 80

// propertyName returns the name of a property as code writes it: x, #x, the
// content of a string, [Symbol.iterator].
func (e *extractor) propertyName(i int32) string {
	t := e.t
	switch t.Kind(i) {
	case kString:
		return e.unquote(i)
	case kComputedPropertyName:
		if inner := t.FirstNamed(i); t.Kind(inner) == kString {
			return e.unquote(inner)
		}
	}
	text := t.Bytes(i)
	if len(text) > maxName {
		text = text[:maxName]
	}
	return e.b.Intern(text)
}

// memberName is propertyName of a declaration, whose key may hold code.
func (e *extractor) memberName(i int32) string {
	if i < 0 {
		return ""
	}
	if e.t.Kind(i) == kComputedPropertyName {
		e.children(i)
	}
	return e.propertyName(i)
}

// unquote returns the content of a string, escapes as written.
func (e *extractor) unquote(i int32) string {
	text := e.t.Bytes(i)
	if len(text) < 2 {
		return ""
	}
	return e.b.Intern(text[1 : len(text)-1])
}

// object visits an object literal. With named, its functions become Defs,
// members of owner where that is not None.
func (e *extractor) object(i int32, named bool, owner facts.ExprID) facts.ExprID {
	t := e.t
	n := 0
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if e.t.Named(c) {
			n++
		}
	}
	args := e.newArgs(n)
	if n == 0 {
		args = nil
	}
	outer := e.doc
	var d docs
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if d.comment(e, c) || !e.t.Named(c) {
			continue
		}
		d.before(e, c)
		arg := facts.Arg{X: facts.None}
		switch t.Kind(c) {
		case kPair:
			key, value := t.Child(c, fKey), t.Child(c, fValue)
			arg.Keyword, arg.Line = e.memberName(key), t.Line(max(key, c))
			arg.X = e.property(c, key, value, arg.Keyword, named, owner)
		case kMethodDefinition:
			key := t.Child(c, fName)
			arg.Keyword, arg.Line = e.propertyName(key), t.Line(max(key, c))
			if named {
				arg.X = e.objectMethod(c, arg.Keyword, owner)
			} else {
				arg.X = e.literal(c)
			}
		case kShorthandPropertyIdentifier:
			arg.Keyword, arg.Line = e.word(c), t.Line(c)
			arg.X = e.b.NameExpr(arg.Keyword, t.Line(c))
		case kSpreadElement:
			arg.X = e.expr(t.FirstNamed(c))
			arg.Spread, arg.DoubleSpread = true, true
		default:
			e.statement(c)
			continue
		}
		args = append(args, arg)
		d.previous = c
	}
	e.doc = outer
	x := lang.NewExpr(facts.Object, t.Line(i))
	x.Args = args
	return e.b.Expr(x)
}

func (e *extractor) objectMethod(c int32, name string, owner facts.ExprID) facts.ExprID {
	nameNode := e.t.Child(c, fName)
	flags, _ := e.modifiers(c)
	d := e.define(facts.Method, e.memberName(nameNode), c, nameNode)
	e.f.Defs[d].Flags |= flags | facts.ObjectItem
	e.f.Defs[d].Owner = owner
	e.function(d, c, c, nameNode, d)
	return e.defined(d, e.t.Line(nameNode))
}

// property visits the value of pair c of an object literal.
func (e *extractor) property(c, key, value int32, name string, named bool, owner facts.ExprID) facts.ExprID {
	t := e.t
	if value < 0 {
		return facts.None
	}
	inner := e.strip(value)
	switch {
	case !named || name == "":
	case e.isFunction(inner):
		d := e.define(facts.Method, name, c, key)
		typ, cast := e.castOf(value, inner)
		e.f.Defs[d].Flags |= facts.ObjectItem | cast
		e.f.Defs[d].Owner, e.f.Defs[d].Type = owner, typ
		e.function(d, inner, c, key, e.binds(inner, d))
		return e.defined(d, t.Line(key))
	case t.Kind(inner) == kClass && e.t.Named(inner):
		d := e.classDef(inner, c, key, name, false)
		e.f.Defs[d].Flags |= facts.ObjectItem
		e.f.Defs[d].Owner = owner
		return e.defValue(d, t.Line(key))
	case t.Kind(inner) == kObject && e.hasFunction(inner) && e.holdsMembers():
		d := e.define(facts.Field, name, c, key)
		e.f.Defs[d].Flags |= facts.ObjectItem
		e.f.Defs[d].Owner = owner
		e.f.Defs[d].Signature = e.header(c, value)
		e.b.Enter(d)
		x := e.object(inner, true, facts.None)
		e.b.Leave()
		e.addValue(d, x)
		e.hashMember(d, c, key, value)
		return x
	}
	if isPlainLiteral(t.Kind(inner)) {
		return facts.None
	}
	e.named = named && t.Kind(inner) == kObject
	return e.expr(value)
}

// holdsMembers reports whether the definition around is no function, so that
// members of a literal can be told by their path.
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

// hasFunction reports whether an object literal has a function among its
// members, at any depth of literals.
func (e *extractor) hasFunction(i int32) bool {
	t := e.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case kMethodDefinition:
			return true
		case kPair:
			v := e.strip(t.Child(c, fValue))
			if e.isFunction(v) || t.Kind(v) == kObject && e.hasFunction(v) {
				return true
			}
		}
	}
	return false
}

// isPlainLiteral reports whether nothing can pass through a literal of kind k.
func isPlainLiteral(k lang.Kind) bool { return literalType(k) != "" }
