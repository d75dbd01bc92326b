package swift

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// layout reports whether token n is layout only, a semicolon, and is left out of hashes.
func (x *extractor) layout(n int32) bool { return x.t.Kind(n) == tSemicolon }

// inner is layout and the declarations in a body, which have hashes of their own.
func (x *extractor) inner(n int32) bool {
	switch x.t.Kind(n) {
	case kFunctionDeclaration, kClassDeclaration, kProtocolDeclaration, kTypealiasDeclaration:
		return true
	}
	return x.layout(n)
}

// hashFunction hashes a function: labels, types and modifiers are its signature, the
// names of parameters, default values and the body the rest.
func (x *extractor) hashFunction(id facts.DefID, n, body int32) {
	h := x.b.Hasher()
	name := x.t.Child(n, fName)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case c == body || c == name || k == kModifiers:
		case x.t.Nodes[c].Field == fDefaultValue:
			h.Text([]byte("default"))
		case k == kParameter:
			own := x.t.Child(c, fName)
			if label := x.t.Child(c, fExternalName); label < 0 {
				own = -1
			}
			h.Add(x.b, c, func(i int32) bool { return i == own || x.layout(i) })
		default:
			h.Add(x.b, c, x.layout)
		}
	}
	signature := h.Cut()
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case x.t.Kind(c) == kParameter:
			h.Add(x.b, x.t.Child(c, fName), nil)
		case x.t.Nodes[c].Field == fDefaultValue || x.t.Kind(c) == kModifiers:
			h.Add(x.b, c, x.layout)
		}
	}
	h.Add(x.b, body, x.inner)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// hashHeader hashes a type. Members have their own hashes; the sketch covers them.
func (x *extractor) hashHeader(id facts.DefID, n int32) {
	h := x.b.Hasher()
	name, body := x.t.Child(n, fName), x.t.Child(n, fBody)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if c != name && c != body && x.t.Kind(c) != kModifiers {
			h.Add(x.b, c, x.layout)
		}
	}
	signature := h.Cut()
	h.Add(x.b, x.t.ChildOfKind(n, kModifiers), x.layout)
	bodyHash := h.Cut()
	h.Add(x.b, body, x.layout)
	x.b.SetHashes(id, signature, bodyHash, h)
}

// hashWhole hashes an alias: all but its name is its signature.
func (x *extractor) hashWhole(id facts.DefID, n int32) {
	h := x.b.Hasher()
	name := x.t.Child(n, fName)
	h.Add(x.b, n, func(i int32) bool { return i == name || x.layout(i) })
	d := &x.b.File.Defs[id]
	d.SignatureHash, d.Sketch = h.Sum(), h.Sketch()
}

// hashCase hashes a case: its associated values are its signature, a raw value the rest.
func (x *extractor) hashCase(id facts.DefID, name int32) {
	h := x.b.Hasher()
	next := x.t.Next(name)
	if next >= 0 && x.t.Nodes[next].Field == fDataContents {
		h.Add(x.b, next, x.layout)
		next = x.t.Next(next)
	}
	signature := h.Cut()
	if x.t.Kind(next) == tAssign {
		h.Add(x.b, x.t.Next(next), nil)
	}
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// hashProperty hashes a property: its type, then modifiers, value and accessors.
func (x *extractor) hashProperty(id facts.DefID, n, name int32, b binding) {
	h := x.b.Hasher()
	if x.isConstant(n) {
		h.Text([]byte("let"))
	}
	h.Add(x.b, b.typ, x.layout)
	signature := h.Cut()
	h.Add(x.b, x.t.ChildOfKind(n, kModifiers), x.layout)
	for _, part := range [...]int32{b.value, b.computed, b.observers} {
		h.Add(x.b, part, x.inner)
	}
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// docHash hashes the words of documentation, without the comment marks.
func (x *extractor) docHash(docs []int32) uint64 { return walk.DocHash(x.b, docs, walk.DocBlock) }

// header returns the text of n before its body as one line, without attributes.
func (x *extractor) header(n, body int32) string {
	return walk.Header(x.t, n, x.t.Nodes[n].Start, body, " \t\r\n={", func(n *lang.Node) bool { return n.Kind == kAttribute })
}

// source appends the source of n up to the byte end, without its comments and
// attributes.
func (x *extractor) source(buf []byte, n int32, end uint32) []byte {
	return x.t.AppendSource(buf, n, x.t.Nodes[n].Start, end, func(n *lang.Node) bool { return n.Kind == kAttribute })
}
