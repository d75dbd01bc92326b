package swift

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A binding is one name = value of a property declaration.
type binding struct {
	pattern, typ, value, computed, observers int32
}

// bindings splits a declaration of several names.
func (x *extractor) bindings(n int32) []binding {
	var list []binding
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		k := x.t.Kind(c)
		if x.t.Nodes[c].Field == fName && k == kPattern {
			list = append(list, binding{c, -1, -1, -1, -1})
			continue
		}
		if len(list) == 0 {
			continue
		}
		b := &list[len(list)-1]
		switch {
		case k == kTypeAnnotation:
			b.typ = x.typeOf(c)
		case k == kComputedProperty:
			b.computed = c
		case k == kWillsetDidsetBlock:
			b.observers = c
		case x.t.Nodes[c].Field == fValue:
			b.value = c
		}
	}
	return list
}

// isConstant reports whether a declaration has let.
func (x *extractor) isConstant(n int32) bool {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kValueBindingPattern {
			return x.t.ChildOfKind(c, tLet) >= 0
		}
	}
	return false
}

// property adds a property of a type or a variable of the file. A computed one is a
// method that is called by its name.
func (x *extractor) property(n int32, doc *comments) {
	list := x.bindings(n)
	for _, b := range list {
		name := x.simple(b.pattern)
		if name < 0 {
			x.looseBinding(b)
			continue
		}
		x.propertyOf(n, name, b, doc)
	}
}

// looseBinding walks the declaration of several names by one pattern.
func (x *extractor) looseBinding(b binding) {
	x.b.Open(lang.OrderedScope)
	x.walk(b.value)
	x.b.Close()
}

func (x *extractor) propertyOf(n, name int32, b binding, doc *comments) {
	inType := x.of >= 0 || x.extended >= 0
	isProtocol := x.t.Kind(n) == kProtocolPropertyDeclaration
	kind, body := facts.Variable, b.value
	switch {
	case b.computed >= 0 || isProtocol:
		kind, body = facts.Method, b.computed
		if !inType {
			kind = facts.Function
		}
	case inType:
		kind = facts.Field
	case x.isConstant(n):
		kind = facts.Constant
	}
	d := x.newDef(kind, n, name, body, doc)
	d.Signature = x.header(n, body)
	if kind == facts.Method || kind == facts.Function {
		d.Flags |= facts.Getter
		if isProtocol {
			d.Flags |= facts.Abstract
		}
	}
	id := x.addDef(d)
	x.b.Enter(id)
	x.decorate(id, n)
	t := x.typ(b.typ)
	if kind == facts.Method || kind == facts.Function {
		if t != facts.None {
			x.b.File.Defs[id].Results = []facts.TypeID{t}
		}
		x.b.Open(lang.OrderedScope)
		x.code(id, b.computed)
		x.b.Close()
	} else {
		x.b.File.Defs[id].Type = t
		x.storedValue(id, b)
	}
	x.b.Leave()
	x.hashProperty(id, n, name, b)
}

// storedValue walks the value of a stored property and its observers.
func (x *extractor) storedValue(id facts.DefID, b binding) {
	of, extended, public, expected := x.of, x.extended, x.public, x.expected
	x.of, x.extended, x.public, x.expected = -1, -1, false, x.b.File.Defs[id].Type
	x.b.Open(lang.OrderedScope)
	v := x.value(b.value)
	x.observers(b.observers)
	x.b.Close()
	x.of, x.extended, x.public, x.expected = of, extended, public, expected
	if v != facts.None {
		x.b.File.Defs[id].Values = []facts.ExprID{v}
	}
}

func (x *extractor) observers(n int32) {
	if n < 0 {
		return
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kDidsetClause:
			x.setter(c, "oldValue")
		case kWillsetClause:
			x.setter(c, "newValue")
		}
	}
}

// simple returns the name in a pattern that is a name only, or -1.
func (x *extractor) simple(pattern int32) int32 {
	for x.t.Kind(pattern) == kPattern {
		name := x.t.Child(pattern, fBoundIdentifier)
		if name < 0 {
			name = x.nth(pattern, 0)
			if x.nth(pattern, 1) >= 0 || x.t.Kind(x.t.First(pattern)) == tOpenParen {
				return -1
			}
		}
		pattern = name
	}
	if x.t.Kind(pattern) != kSimpleIdentifier || x.missing(pattern) {
		return -1
	}
	return pattern
}

// isAsync reports whether a declaration is async let.
func (x *extractor) isAsync(n int32) bool {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.is(c, "async") || x.t.Kind(c) == kModifiers && x.isAsync(c) {
			return true
		}
	}
	return false
}

// localProperty declares the names of a declaration in a function.
func (x *extractor) localProperty(n int32) {
	for _, b := range x.bindings(n) {
		typ := x.typ(b.typ)
		expected := x.expected
		x.expected = typ
		awaits := x.awaits
		if x.isAsync(n) {
			awaits = facts.Awaited
		}
		value := x.awaited(awaits, func() facts.ExprID { return x.value(b.value) })
		x.expected = expected
		name := x.simple(b.pattern)
		if name < 0 {
			x.bind(b.pattern, value)
			continue
		}
		v := lang.NewVar(facts.LocalVar, x.text(name), x.t.Line(name))
		v.Type = typ
		id := x.b.Declare(v)
		x.b.AddValue(id, value)
		if b.computed >= 0 {
			x.b.Open(lang.OrderedScope)
			x.b.AddValue(id, x.bodyValue(b.computed))
			x.b.Close()
		}
		x.observers(b.observers)
	}
}
