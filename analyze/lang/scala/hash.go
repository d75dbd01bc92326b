package scala

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Separators of the parts of a signature in a hash.
var (
	markList    = []byte("(")
	markDefault = []byte("=")
	markResult  = []byte(":")
)

// layout reports whether token n is layout only, a semicolon, and is left out of hashes.
func (x *extractor) layout(n int32) bool { return x.t.Kind(n) == tSemicolon }

// inner is layout and the definitions with hashes of their own.
func (x *extractor) inner(n int32) bool { return x.own[n] || x.layout(n) }

// hashModifiers adds the annotations and modifiers of a declaration.
func (x *extractor) hashModifiers(h *lang.Hasher, n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if k := x.t.Kind(c); k == kModifiers || k == kAnnotation || k == tCase || k == tVal || k == tVar {
			h.Add(x.b, c, x.layout)
		}
	}
}

// hashFunction hashes a function.
func (x *extractor) hashFunction(id facts.DefID, n int32) {
	if x.nameless > 0 {
		return // its text is hashed with the enclosing definition
	}
	h := x.b.Hasher()
	x.hashModifiers(h, n)
	h.Add(x.b, x.t.Child(n, fTypeParameters), x.layout)
	if p := x.ctx.self; p >= 0 {
		h.Add(x.b, x.t.Child(p, fType), x.layout)
	}
	x.hashParams(h, n, kParameters)
	h.Text(markResult)
	h.Add(x.b, x.resultType(n), x.layout)
	signature := h.Cut()
	x.hashDefaults(h, n, kParameters)
	h.Add(x.b, x.t.Child(n, fBody), x.inner)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// hashParams adds what a caller sees of the lists of parameters of n: names, types
// and which have a default.
func (x *extractor) hashParams(h *lang.Hasher, n int32, kind lang.Kind) {
	for list := x.t.First(n); list >= 0; list = x.t.Next(list) {
		if x.t.Kind(list) != kind {
			continue
		}
		h.Text(markList)
		for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
			switch k := x.t.Kind(c); k {
			case kParameter, kClassParameter:
				h.Add(x.b, x.t.Child(c, fName), nil)
				h.Add(x.b, x.t.Child(c, fType), x.layout)
				if x.t.Child(c, fDefaultValue) >= 0 {
					h.Text(markDefault)
				}
			case tUsing, tImplicit:
				h.Add(x.b, c, nil)
			}
		}
	}
}

// hashDefaults adds the default values of parameters.
func (x *extractor) hashDefaults(h *lang.Hasher, n int32, kind lang.Kind) {
	for list := x.t.First(n); list >= 0; list = x.t.Next(list) {
		if x.t.Kind(list) != kind {
			continue
		}
		for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
			h.Add(x.b, x.t.Child(c, fDefaultValue), x.inner)
		}
	}
}

// hashConstructor hashes the constructor in the header of class n.
func (x *extractor) hashConstructor(id facts.DefID, n int32) {
	if x.nameless > 0 {
		return // its text is hashed with the enclosing definition
	}
	h := x.b.Hasher()
	x.hashParams(h, n, kClassParameters)
	signature := h.Cut()
	x.hashDefaults(h, n, kClassParameters)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// hashClass hashes a type without its members and its constructor.
func (x *extractor) hashClass(id facts.DefID, n, body int32) {
	if x.nameless > 0 {
		return // its text is hashed with the enclosing definition
	}
	h := x.b.Hasher()
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch f := x.t.Nodes[c].Field; {
		case c == body, f == fName, x.t.Kind(c) == kClassParameters:
		case f == fExtend:
			for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
				if x.t.Kind(e) != kArguments {
					h.Add(x.b, e, x.layout)
				}
			}
		default:
			h.Add(x.b, c, x.layout)
		}
	}
	signature := h.Cut()
	if clause := x.t.Child(n, fExtend); clause >= 0 {
		for e := x.t.First(clause); e >= 0; e = x.t.Next(e) {
			if x.t.Kind(e) == kArguments {
				h.Add(x.b, e, x.inner)
			}
		}
	}
	if body >= 0 {
		for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
			if k := x.t.Kind(c); k != kEnumCaseDefinitions && k != kExtensionDefinition && x.t.Usable(c) && !x.own[c] {
				h.Add(x.b, c, x.inner)
			}
		}
	}
	rest := h.Cut()
	h.Add(x.b, body, x.layout)
	x.b.SetHashes(id, signature, rest, h)
}

// hashValue hashes a field, a variable or a type by its nodes.
func (x *extractor) hashValue(id facts.DefID, n, typ, value int32) {
	if x.nameless > 0 {
		return // its text is hashed with the enclosing definition
	}
	h := x.b.Hasher()
	x.hashModifiers(h, n)
	h.Add(x.b, x.t.Child(n, fTypeParameters), x.layout)
	h.Text(markResult)
	h.Add(x.b, typ, x.layout)
	signature := h.Cut()
	h.Add(x.b, value, x.inner)
	x.b.SetHashes(id, signature, h.Sum(), h)
}
