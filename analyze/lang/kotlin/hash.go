package kotlin

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Separators of the parts of a signature in a hash.
var (
	markParam   = []byte(",")
	markDefault = []byte("=")
	markResult  = []byte(":")
)

// layout reports whether token n is layout only, a semicolon, and is left out of hashes.
func (x *extractor) layout(n int32) bool { return x.t.Kind(n) == tSemicolon }

// inner is layout and the definitions with hashes of their own.
func (x *extractor) inner(n int32) bool { return x.own[n] || x.layout(n) }

// hashModifiers adds the annotations and modifiers of a declaration.
func (x *extractor) hashModifiers(h *lang.Hasher, n int32) {
	if loose, ok := x.loose[n]; ok {
		h.Add(x.b, loose, x.layout)
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kModifiers {
			h.Add(x.b, c, x.layout)
		}
	}
}

// hashFunction hashes a function or a constructor, the node n with its body.
func (x *extractor) hashFunction(id facts.DefID, n, body int32) {
	if x.nameless > 0 {
		return // its text is hashed with the enclosing definition
	}
	h := x.b.Hasher()
	p := x.functionParts(n)
	x.hashModifiers(h, n)
	h.Add(x.b, x.t.ChildOfKind(n, kTypeParameters), x.layout)
	h.Add(x.b, p.receiver, x.layout)
	h.Text(markResult)
	x.hashParams(h, p.params)
	h.Text(markResult)
	h.Add(x.b, p.result, x.layout)
	h.Add(x.b, x.t.ChildOfKind(n, kTypeConstraints), x.layout)
	signature := h.Cut()
	x.hashDefaults(h, p.params)
	h.Add(x.b, x.t.ChildOfKind(n, kConstructorDelegationCall), x.layout)
	h.Add(x.b, body, x.inner)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// hashParams adds what a caller sees of parameters: their names, types and which
// of them have a default value.
func (x *extractor) hashParams(h *lang.Hasher, list int32) {
	if list < 0 {
		return
	}
	skip := false
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == tComma:
			h.Text(markParam)
		case k == tAssign:
			h.Text(markDefault)
			skip = true
		case k == kParameter || k == kParameterModifiers:
			h.Add(x.b, c, x.layout)
			skip = false
		case k == kClassParameter:
			x.hashClassParameter(h, c)
		case skip:
			skip = false
		}
	}
}

func (x *extractor) hashClassParameter(h *lang.Hasher, n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == tAssign:
			h.Text(markDefault)
			return
		case k != kModifiers && k != kBindingPatternKind:
			h.Add(x.b, c, x.layout)
		}
	}
}

// hashDefaults adds the default values of parameters.
func (x *extractor) hashDefaults(h *lang.Hasher, list int32) {
	if list < 0 {
		return
	}
	isDefault := false
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == tComma:
			isDefault = false
		case k == tAssign:
			isDefault = true
		case k == kClassParameter:
			h.Add(x.b, x.after(c, tAssign), x.inner)
		case isDefault:
			h.Add(x.b, c, x.inner)
		}
	}
}

// hashConstructor hashes a primary constructor.
func (x *extractor) hashConstructor(id facts.DefID, n int32) {
	if x.nameless > 0 {
		return // its text is hashed with the enclosing definition
	}
	h := x.b.Hasher()
	x.hashModifiers(h, n)
	x.hashParams(h, n)
	signature := h.Cut()
	x.hashDefaults(h, n)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// hashClass hashes a class or object without its members.
func (x *extractor) hashClass(id facts.DefID, n, body int32) {
	if x.nameless > 0 {
		return // its text is hashed with the enclosing definition
	}
	h := x.b.Hasher()
	if loose, ok := x.loose[n]; ok {
		h.Add(x.b, loose, x.layout)
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case c == body, k == kTypeIdentifier, k == kPrimaryConstructor:
		case k == kDelegationSpecifier:
			of := x.t.FirstNamed(c)
			if y := x.t.Kind(of); y == kConstructorInvocation || y == kExplicitDelegation {
				of = x.t.FirstNamed(of)
			}
			h.Add(x.b, of, x.layout)
			h.Text(markParam)
		case k != tComma:
			h.Add(x.b, c, x.layout)
		}
	}
	signature := h.Cut()
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kDelegationSpecifier {
			if of := x.t.FirstNamed(c); x.t.Kind(of) != kUserType {
				h.Add(x.b, x.t.LastUsable(of), x.inner)
			}
		}
	}
	if body >= 0 {
		for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
			if k := x.t.Kind(c); k != kCompanionObject && x.t.Usable(c) && !x.own[c] {
				h.Add(x.b, c, x.inner)
			}
		}
	}
	rest := h.Cut()
	h.Add(x.b, x.t.ChildOfKind(n, kPrimaryConstructor), x.layout)
	h.Add(x.b, body, x.layout)
	x.b.SetHashes(id, signature, rest, h)
}

// hashField hashes a field of a primary constructor or a value of an enum.
func (x *extractor) hashField(id facts.DefID, n int32) {
	if x.nameless > 0 {
		return // its text is hashed with the enclosing definition
	}
	h := x.b.Hasher()
	x.hashModifiers(h, n)
	h.Add(x.b, x.t.ChildOfKind(n, kBindingPatternKind), nil)
	h.Add(x.b, x.typeBehind(n), x.layout)
	signature := h.Cut()
	h.Add(x.b, x.t.ChildOfKind(n, kValueArguments), x.layout)
	h.Add(x.b, x.t.ChildOfKind(n, kClassBody), x.layout)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// hashProperty hashes a property with its accessors.
func (x *extractor) hashProperty(id facts.DefID, n int32, p *propertyParts) {
	if x.nameless > 0 {
		return // its text is hashed with the enclosing definition
	}
	h := x.b.Hasher()
	x.hashModifiers(h, n)
	h.Add(x.b, x.t.ChildOfKind(n, kBindingPatternKind), nil)
	h.Add(x.b, x.t.ChildOfKind(n, kTypeParameters), x.layout)
	h.Add(x.b, p.receiver, x.layout)
	h.Text(markResult)
	h.Add(x.b, p.typ, x.layout)
	for _, accessor := range p.accessors {
		x.hashModifiers(h, accessor)
	}
	signature := h.Cut()
	h.Add(x.b, p.init, x.inner)
	h.Add(x.b, p.delegate, x.inner)
	for _, accessor := range p.accessors {
		h.Add(x.b, x.t.ChildOfKind(accessor, kFunctionBody), x.inner)
	}
	x.b.SetHashes(id, signature, h.Sum(), h)
}

func (x *extractor) hashAlias(id facts.DefID, n int32) {
	if x.nameless > 0 {
		return // its text is hashed with the enclosing definition
	}
	h := x.b.Hasher()
	x.hashModifiers(h, n)
	named := false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kTypeIdentifier && !named:
			named = true
		case k != kModifiers:
			h.Add(x.b, c, x.layout)
		}
	}
	x.b.SetHashes(id, h.Cut(), h.Sum(), h)
}
