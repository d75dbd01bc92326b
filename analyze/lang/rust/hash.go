package rust

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// inner reports whether n is an item with its own hashes.
func (x *extractor) inner(n int32) bool {
	k := x.t.Kind(n)
	return isItem(k) && k != kUseDeclaration && k != kExternCrateDeclaration
}

// hashFunction hashes a function: its signature without the names of parameters, with the header of
// the enclosing impl block. Names, attributes and code are the body.
func (x *extractor) hashFunction(id facts.DefID, n int32, a *above) {
	h := x.b.Hasher()
	name, params, body := x.t.Child(n, fName), x.t.Child(n, fParameters), x.t.Child(n, fBody)
	if x.impl.node > 0 && x.self >= 0 {
		x.addHeader(h, x.impl.node)
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case c == name || c == body || k == kVisibilityModifier || k == tSemicolon:
		case c == params:
			for p := x.t.First(c); p >= 0; p = x.t.Next(p) {
				if pattern := x.t.Child(p, fPattern); x.t.Kind(p) == kParameter && x.t.Kind(pattern) != kSelf {
					h.Add(x.b, x.t.Child(p, fType), nil)
				} else {
					h.Add(x.b, p, nil)
				}
			}
		default:
			h.Add(x.b, c, nil)
		}
	}
	signature := h.Cut()
	for p := x.t.First(max(params, n)); params >= 0 && p >= 0; p = x.t.Next(p) {
		if x.t.Kind(p) == kParameter {
			h.Add(x.b, x.t.Child(p, fPattern), nil)
		}
	}
	x.hashAttributes(h, a)
	h.Add(x.b, body, x.inner)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// addHeader adds the tokens of n before its body, without its name.
func (x *extractor) addHeader(h *lang.Hasher, n int32) {
	name, body := x.t.Child(n, fName), x.t.Child(n, fBody)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if c != name && c != body && x.t.Kind(c) != kVisibilityModifier && x.t.Kind(c) != kMacroRule {
			h.Add(x.b, c, nil)
		}
	}
}

// hashHeader hashes a type, a module or a macro. Members have their own hashes; the sketch covers them
// all. The derived traits are part of the signature.
func (x *extractor) hashHeader(id facts.DefID, n int32, a *above) {
	h := x.b.Hasher()
	x.addHeader(h, n)
	x.hashAttributes(h, a)
	signature := h.Cut()
	body := uint64(0)
	if x.t.Kind(n) == kMacroDefinition {
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kMacroRule {
				h.Add(x.b, c, nil)
			}
		}
		body = h.Sum()
	} else if x.t.Kind(n) != kModItem {
		h.Add(x.b, x.t.Child(n, fBody), nil)
	}
	x.b.SetHashes(id, signature, body, h)
}

// hashWhole hashes n as a signature: the type of a field, an alias.
func (x *extractor) hashWhole(id facts.DefID, n int32, a *above) {
	h := x.b.Hasher()
	if x.t.Child(n, fName) >= 0 {
		x.addHeader(h, n)
	} else {
		h.Add(x.b, n, nil)
	}
	signature := h.Cut()
	x.hashAttributes(h, a)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// hashVariant hashes a variant: its fields are the signature, its value the body.
func (x *extractor) hashVariant(id facts.DefID, n int32, a *above) {
	h := x.b.Hasher()
	if body := x.t.Child(n, fBody); body >= 0 {
		h.Add(x.b, x.t.First(body), nil)
	}
	signature := h.Cut()
	x.hashAttributes(h, a)
	h.Add(x.b, x.t.Child(n, fValue), x.inner)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// hashConstant hashes a constant or static: type, then value.
func (x *extractor) hashConstant(id facts.DefID, n int32, a *above) {
	h := x.b.Hasher()
	h.Add(x.b, x.t.Child(n, fType), nil)
	signature := h.Cut()
	x.hashAttributes(h, a)
	h.Add(x.b, x.t.Child(n, fValue), x.inner)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

func (x *extractor) hashAttributes(h *lang.Hasher, a *above) {
	if a == nil {
		return
	}
	for _, attr := range a.attributes {
		h.Add(x.b, attr, nil)
	}
}

// docHash hashes the words of documentation, without the comment marks.
func (x *extractor) docHash(docs []int32) uint64 { return walk.DocHash(x.b, docs, walk.DocBlock) }

// header returns the text of n before its body as one line.
func (x *extractor) header(n, body int32) string {
	return walk.Header(x.t, n, x.t.Nodes[n].Start, body, " \t\r\n=;", nil)
}
