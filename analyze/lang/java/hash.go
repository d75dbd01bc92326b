package java

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// Separators of the parts of a signature in a hash.
var (
	markParam    = []byte(",")
	markVariadic = []byte("...")
	markSuper    = []byte("extends")
)

// inner reports whether n is a definition with its own hashes: types declared in a function, except
// those in a class without a name.
func (x *extractor) inner(n int32) bool {
	switch x.t.Kind(n) {
	case kClassDeclaration, kInterfaceDeclaration, kEnumDeclaration, kRecordDeclaration:
		for p := x.t.Nodes[n].Parent; p >= 0; p = x.t.Nodes[p].Parent {
			switch x.t.Kind(p) {
			case kObjectCreationExpression:
				return false
			case kMethodDeclaration, kConstructorDeclaration, kClassBody:
				return true
			}
		}
		return true
	}
	return false
}

// held reports whether n is a member of a class without a name in the value of a field.
func (x *extractor) held(n int32) bool {
	return x.t.Kind(x.t.Nodes[n].Parent) == kClassBody && isMember(x.t.Kind(n))
}

// isMember reports whether a node in the body of a type has hashes of its own.
func isMember(k lang.Kind) bool {
	switch k {
	case kMethodDeclaration, kConstructorDeclaration, kFieldDeclaration, kClassDeclaration, kInterfaceDeclaration, kEnumDeclaration, kRecordDeclaration:
		return true
	}
	return false
}

// hashModifiers adds the keywords among the modifiers of n, or its annotations.
func (x *extractor) hashModifiers(h *lang.Hasher, n int32, annotations bool) {
	m := x.t.ChildOfKind(n, kModifiers)
	if m < 0 {
		return
	}
	for c := x.t.First(m); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Flags&lang.IsExtra == 0 && isAnnotation(x.t.Kind(c)) == annotations {
			h.Add(x.b, c, nil)
		}
	}
}

// hashFunction hashes a method or constructor.
func (x *extractor) hashFunction(id facts.DefID, n, body int32) {
	if x.nameless > 0 {
		return
	}
	h := x.b.Hasher()
	x.hashModifiers(h, n, false)
	h.Add(x.b, x.t.ChildOfKind(n, kTypeParameters), nil)
	typ := x.t.Child(n, fType)
	h.Add(x.b, typ, nil)
	h.Add(x.b, x.t.Child(n, fDimensions), nil)
	list := x.t.Child(n, fParameters)
	if list >= 0 {
		h.Text(markParam)
		x.hashParams(h, list, false)
	}
	h.Add(x.b, x.t.ChildOfKind(n, kThrows), nil)
	signature := h.Cut()

	x.hashModifiers(h, n, true)
	if list >= 0 {
		x.hashParams(h, list, true)
	}
	if body < 0 {
		body = x.t.Child(n, fValue)
	}
	h.Add(x.b, body, x.inner)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// hashParams adds the types of parameters, or their names and annotations.
func (x *extractor) hashParams(h *lang.Hasher, list int32, names bool) {
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		name := x.parameterName(c)
		switch {
		case name < 0:
		case names:
			x.hashModifiers(h, c, true)
			h.Add(x.b, name, nil)
		default:
			dimensions := x.t.Child(c, fDimensions)
			if x.t.Kind(c) == kSpreadParameter {
				h.Add(x.b, x.spreadType(c), nil)
				h.Text(markVariadic)
				dimensions = x.t.Child(x.t.ChildOfKind(c, kVariableDeclarator), fDimensions)
			} else {
				h.Add(x.b, x.t.Child(c, fType), nil)
			}
			h.Add(x.b, dimensions, nil)
			h.Text(markParam)
		}
	}
}

// hashType hashes a type declaration. Its members have their own hashes, except initialiser blocks;
// the sketch covers the whole type.
func (x *extractor) hashType(id facts.DefID, n, body int32) {
	if x.nameless > 0 {
		return
	}
	h := x.b.Hasher()
	name := x.t.Child(n, fName)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case c == name || c == body || x.t.Nodes[c].Flags&lang.IsExtra != 0:
		case k == kModifiers:
			x.hashModifiers(h, n, false)
		case k == kFormalParameters:
			h.Text(markParam)
			x.hashParams(h, c, false)
		case k == kSuperclass:
			h.Text(markSuper)
			h.Add(x.b, x.t.FirstNamed(c), nil)
		default:
			h.Add(x.b, c, nil)
		}
	}
	signature := h.Cut()
	x.hashModifiers(h, n, true)
	if body >= 0 {
		for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
			if k := x.t.Kind(c); k == kStaticInitializer || k == kBlock {
				h.Add(x.b, c, x.inner)
			}
		}
	}
	bodyHash := h.Cut()
	h.Add(x.b, body, nil)
	x.b.SetHashes(id, signature, bodyHash, h)
}

// hashField hashes a field, an enum constant or a component of a record. of is the
// declarator, or the arguments of the constant.
func (x *extractor) hashField(id facts.DefID, n, of int32) {
	if x.nameless > 0 {
		return
	}
	h := x.b.Hasher()
	x.hashModifiers(h, n, false)
	if x.t.Kind(n) == kSpreadParameter {
		h.Add(x.b, x.spreadType(n), nil)
		h.Text(markVariadic)
	}
	h.Add(x.b, x.t.Child(n, fType), nil)
	if x.t.Kind(n) == kEnumConstant {
		h.Text(markParam)
	}
	if x.t.Kind(of) == kVariableDeclarator {
		h.Add(x.b, x.t.Child(of, fDimensions), nil)
	}
	signature := h.Cut()
	x.hashModifiers(h, n, true)
	if x.t.Kind(of) == kVariableDeclarator {
		h.Add(x.b, x.t.Child(of, fValue), x.held)
	} else {
		h.Add(x.b, of, x.held)
		h.Add(x.b, x.t.Child(n, fBody), x.held)
	}
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// docHash hashes the words of comments, without the comment marks.
func (x *extractor) docHash(list []int32) uint64 {
	h := x.b.Hasher()
	for _, c := range list {
		text := x.t.Bytes(c)
		if x.t.Kind(c) == kLineComment {
			h.Text(bytes.TrimLeft(text, "/"))
			continue
		}
		text = bytes.TrimSuffix(bytes.TrimLeft(text, "/*"), []byte("*/"))
		for line := range bytes.Lines(text) {
			h.Text(bytes.TrimLeft(bytes.TrimSpace(line), "*"))
		}
	}
	return h.Sum()
}

// header returns the text of declaration n before its body as one line, without
// annotations in front of it.
func (x *extractor) header(n, body int32) string {
	return walk.Header(x.t, n, x.t.Nodes[n].Start, body, "; \t\r\n", func(n *lang.Node) bool { return isAnnotation(n.Kind) })
}

// fieldHeader returns the modifiers, the type and the name of a field; of a
// constant the value too, where it is short.
func (x *extractor) fieldHeader(n, declarator, value int32) string {
	typ := x.t.Child(n, fType)
	x.buf = x.buf[:0]
	if typ >= 0 {
		x.buf = x.source(x.buf, n, x.t.Nodes[typ].End)
	}
	end := x.t.Nodes[declarator].End
	if value >= 0 && (x.t.Nodes[value].Size > 3 || x.t.ChildOfKind(x.t.ChildOfKind(n, kModifiers), tFinal) < 0) {
		end = x.t.Nodes[x.t.Child(declarator, fName)].End
	}
	x.buf = x.source(append(x.buf, ' '), declarator, end)
	return lang.OneLine(x.buf)
}

// source appends the source of n up to the byte end, without its comments and
// annotations.
func (x *extractor) source(buf []byte, n int32, end uint32) []byte {
	return x.t.AppendSource(buf, n, x.t.Nodes[n].Start, end, func(n *lang.Node) bool { return isAnnotation(n.Kind) })
}
