package php

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// inner tells what has hashes of its own: named definitions in a body.
func (x *extractor) inner(n int32) bool {
	switch x.t.Kind(n) {
	case kFunctionDefinition, kClassDeclaration, kInterfaceDeclaration, kTraitDeclaration, kEnumDeclaration, kMethodDeclaration,
		kPropertyDeclaration:
		return true
	}
	return false
}

// isDefault reports whether n is the default value of a parameter.
func (x *extractor) isDefault(n int32) bool { return x.t.Nodes[n].Field == fDefaultValue }

// saidNullable reports whether n is the question mark before the type of a parameter whose default is null:
// ?T $x = null takes what T $x = null takes.
func (x *extractor) saidNullable(n int32) bool {
	if x.t.Kind(n) != tQuestion {
		return false
	}
	typ := x.t.Nodes[n].Parent
	if x.t.Kind(typ) != kOptionalType {
		return false
	}
	value := x.t.Child(x.t.Nodes[typ].Parent, fDefaultValue)
	return value >= 0 && bytes.EqualFold(x.t.Bytes(value), []byte("null"))
}

// hashMember hashes the definition at n. The signature is n without attributes,
// the node of the name, default values and the body, which are the children of n
// from body on; -1 for none. A question mark before the type of a parameter whose
// default is null is left out too. Where n declares several, only is the part of it
// that belongs to this one.
func (x *extractor) hashMember(id facts.DefID, n, name, body, only int32) {
	h := x.b.Hasher()
	for c := x.t.First(n); c >= 0 && c != body; c = x.t.Next(c) {
		h.Add(x.b, c, func(i int32) bool {
			k := x.t.Kind(i)
			return i == name || k == kAttributeList || k == kPropertyElement || k == kConstElement || x.isDefault(i) || x.saidNullable(i) ||
				k == tSemicolon || k == tComma && only >= 0
		})
	}
	signature := h.Cut()
	if list := x.t.Child(n, fAttributes); list >= 0 {
		h.Add(x.b, list, nil)
	}
	if list := x.t.Child(n, fParameters); list >= 0 {
		for p := x.t.First(list); p >= 0; p = x.t.Next(p) {
			h.Add(x.b, x.t.Child(p, fDefaultValue), nil)
		}
	}
	h.Add(x.b, only, func(i int32) bool { return i == name || x.inner(i) })
	for c := body; c >= 0; c = x.t.Next(c) {
		h.Add(x.b, c, func(i int32) bool { return x.t.Kind(i) == tSemicolon && x.t.Nodes[i].Parent == n || x.inner(i) })
	}
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// hashClass hashes the class at n. Its members have their own hashes; the sketch
// covers all of it.
func (x *extractor) hashClass(id facts.DefID, n, name, body int32) {
	h := x.b.Hasher()
	for c := x.t.First(n); c >= 0 && c != body; c = x.t.Next(c) {
		h.Add(x.b, c, func(i int32) bool { return i == name || x.t.Kind(i) == kAttributeList })
	}
	signature := h.Cut()
	h.Add(x.b, x.t.Child(n, fAttributes), nil)
	if body >= 0 {
		for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kUseDeclaration {
				h.Add(x.b, c, nil)
			}
		}
	}
	sum := h.Cut()
	h.Add(x.b, body, nil)
	x.b.SetHashes(id, signature, sum, h)
}

// docHash hashes the words of a comment, without what marks it as one.
func (x *extractor) docHash(comment int32) uint64 {
	h := x.b.Hasher()
	for row := range bytes.Lines(bytes.TrimSuffix(x.t.Bytes(comment), []byte("*/"))) {
		h.Text(bytes.TrimLeft(row, " \t/*"))
	}
	return h.Sum()
}

// header returns the text of n before its body as one line, without attributes.
func (x *extractor) header(n, body int32) string {
	return walk.Header(x.t, n, x.t.StartBehind(n, kAttributeList), body, " \t\r\n;=", nil)
}

func cut(text string) string { return lang.OneLine([]byte(text)) }
