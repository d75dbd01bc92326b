package csharp

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// layout reports whether node n is left out of hashes: a directive.
func (x *extractor) layout(n int32) bool {
	switch x.t.Kind(n) {
	case kPreprocRegion, kPreprocEndregion, kPreprocPragma, kPreprocNullable, kPreprocLine, kPreprocError, kPreprocDefine, kPreprocUndef:
		return true
	}
	return false
}

// inner reports whether node n is layout or a local function, which has its own hashes.
func (x *extractor) inner(n int32) bool {
	return x.t.Kind(n) == kLocalFunctionStatement || x.layout(n)
}

// hidden reports whether n is a modifier that users of a member cannot see.
func (x *extractor) hidden(n int32) bool {
	return x.t.Kind(n) == kModifier && (x.is(n, "async") || x.is(n, "partial") || x.is(n, "unsafe"))
}

// isDefault reports whether n is the default value of a parameter.
func (x *extractor) isDefault(n int32) bool {
	p := x.t.Nodes[n].Parent
	if x.t.Kind(p) != kParameter {
		return false
	}
	for c := x.t.First(p); c >= 0 && c != n; c = x.t.Next(c) {
		if x.t.Kind(c) == tAssign {
			return true
		}
	}
	return false
}

// hashMember hashes the definition at n. The signature is n without attributes,
// the node of the name, default values and the body, which are the children of n
// from body on; -1 for none. Where n declares several, only is the part of it
// that belongs to this one.
func (x *extractor) hashMember(id facts.DefID, n, name, body, only int32) {
	h := x.b.Hasher()
	for c := x.t.First(n); c >= 0 && c != body; c = x.t.Next(c) {
		h.Add(x.b, c, func(i int32) bool {
			k := x.t.Kind(i)
			return i == name || k == kAttributeList || k == kVariableDeclarator || k == kConstructorInitializer ||
				k == kAccessorList || x.hidden(i) || x.isDefault(i) || k == tSemicolon || k == tComma && only >= 0 || x.layout(i)
		})
	}
	signature := h.Cut()
	x.hashAttributes(h, n)
	x.hashDefaults(h, x.parametersOf(n))
	h.Add(x.b, x.t.ChildOfKind(n, kConstructorInitializer), nil)
	h.Add(x.b, only, func(i int32) bool { return i == name || x.inner(i) })
	for c := body; c >= 0; c = x.t.Next(c) {
		h.Add(x.b, c, func(i int32) bool { return x.t.Kind(i) == tSemicolon && x.t.Nodes[i].Parent == n || x.inner(i) })
	}
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// hashType hashes the type at n. Its members and the parameters in its header have their own hashes;
// the sketch covers the whole type.
func (x *extractor) hashType(id facts.DefID, n, name, body int32) {
	h := x.b.Hasher()
	params := x.t.ChildOfKind(n, kParameterList)
	for c := x.t.First(n); c >= 0 && c != body; c = x.t.Next(c) {
		h.Add(x.b, c, func(i int32) bool {
			k := x.t.Kind(i)
			return i == name || i == params && k != kDelegateDeclaration || k == kAttributeList || k == kArgumentList ||
				k == tSemicolon || x.hidden(i) || x.layout(i)
		})
	}
	signature := h.Cut()
	x.hashAttributes(h, n)
	sum := h.Cut()
	h.Add(x.b, body, x.layout)
	x.b.SetHashes(id, signature, sum, h)
}

// hashConstructor hashes the constructor in the header of a type, or one member that it declares. from
// is the parameter list or one parameter.
func (x *extractor) hashConstructor(id facts.DefID, from, name, base int32) {
	h := x.b.Hasher()
	h.Add(x.b, from, func(i int32) bool {
		return i == name || x.t.Kind(i) == kAttributeList || x.isDefault(i) || x.layout(i)
	})
	signature := h.Cut()
	x.hashDefaults(h, from)
	h.Add(x.b, base, nil)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

func (x *extractor) hashAttributes(h *lang.Hasher, n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kAttributeList {
			h.Add(x.b, c, x.layout)
		}
	}
}

func (x *extractor) hashDefaults(h *lang.Hasher, list int32) {
	if list < 0 {
		return
	}
	for p := x.t.First(list); p >= 0; p = x.t.Next(p) {
		for c := x.t.First(p); c >= 0; c = x.t.Next(c) {
			if x.isDefault(c) {
				h.Add(x.b, c, nil)
			}
		}
	}
}

// parametersOf returns the list of parameters of n, or -1.
func (x *extractor) parametersOf(n int32) int32 {
	if list := x.t.Child(n, fParameters); list >= 0 {
		return list
	}
	return x.t.ChildOfKind(n, kParameterList)
}

// docHash hashes the words of comments, without the comment marks.
func (x *extractor) docHash(list []int32) uint64 {
	return walk.DocHash(x.b, list, func(text []byte) []byte {
		return bytes.TrimLeft(bytes.TrimSuffix(text, []byte("*/")), "/*")
	})
}

// header returns the text of n before its body as one line, without attributes.
func (x *extractor) header(n, body int32) string {
	return walk.Header(x.t, n, x.t.StartBehind(n, kAttributeList), body, " \t\r\n;=", nil)
}
