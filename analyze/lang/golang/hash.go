package golang

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// Separators of the parts of a signature in a hash.
var (
	markParam     = []byte(",")
	markResults   = []byte("->")
	markVariadic  = []byte("...")
	markStruct    = []byte("struct")
	markInterface = []byte("interface")
	markAlias     = []byte("=")
	markEmbedded  = []byte("embedded")
)

// layout reports whether token n is layout only and left out of hashes: line ends, semicolons between
// statements.
func (x *extractor) layout(n int32) bool {
	switch node := &x.t.Nodes[n]; node.Kind {
	case tNewline:
		return true
	case tSemicolon:
		return x.t.Kind(node.Parent) != kForClause
	}
	return false
}

// inner reports whether node n is layout or a definition with its own hashes: local types and
// constants, function literals with a name, and the members of anonymous types with an owner.
func (x *extractor) inner(n int32) bool {
	switch x.t.Kind(n) {
	case kConstSpec, kTypeSpec, kTypeAlias:
		return true
	case kFuncLiteral:
		return x.closures[n]
	case kMethodElem:
		return x.owned[x.t.Nodes[n].Parent]
	case kFieldDeclaration:
		return x.owned[x.t.Nodes[x.t.Nodes[n].Parent].Parent]
	}
	return x.layout(n)
}

// hashFunction hashes a function, a method or the method of an interface.
func (x *extractor) hashFunction(id facts.DefID, n int32, doc []int32) {
	if x.nameless > 0 {
		return
	}
	h := x.b.Hasher()
	if p := x.t.ChildOfKind(x.t.Child(n, fReceiver), kParameterDeclaration); p >= 0 {
		h.Add(x.b, x.t.Child(p, fType), x.layout)
	}
	h.Add(x.b, x.t.Child(n, fTypeParameters), x.layout)
	params := x.t.Child(n, fParameters)
	x.hashTypes(h, params)
	h.Text(markResults)
	if result := x.t.Child(n, fResult); x.t.Kind(result) == kParameterList {
		x.hashTypes(h, result)
	} else if result >= 0 {
		h.Add(x.b, result, x.layout)
		h.Text(markParam)
	}
	signature := h.Cut()

	x.hashNames(h, params)
	x.hashDirectives(h, doc)
	h.Add(x.b, x.t.Child(n, fBody), x.inner)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// maxRepeats is the maximum number of times that the type of parameters declared together is hashed.
const maxRepeats = 64

// hashTypes adds the type of every parameter, once for each name.
func (x *extractor) hashTypes(h *lang.Hasher, list int32) {
	if list < 0 {
		return
	}
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		k := x.t.Kind(c)
		if k != kParameterDeclaration && k != kVariadicParameterDeclaration {
			continue
		}
		count := 0
		for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
			if x.t.Kind(e) == kIdentifier {
				count++
			}
		}
		for range min(max(count, 1), maxRepeats) {
			if k == kVariadicParameterDeclaration {
				h.Text(markVariadic)
			}
			h.Add(x.b, x.t.Child(c, fType), x.layout)
			h.Text(markParam)
		}
	}
}

func (x *extractor) hashNames(h *lang.Hasher, list int32) {
	if list < 0 {
		return
	}
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if k := x.t.Kind(c); k != kParameterDeclaration && k != kVariadicParameterDeclaration {
			continue
		}
		for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
			if x.t.Kind(e) == kIdentifier {
				h.Add(x.b, e, nil)
			}
		}
	}
}

// hashType hashes a type declaration. The fields of a struct and the methods of an interface have
// their own hashes; the sketch covers the whole type.
func (x *extractor) hashType(id facts.DefID, n int32, doc []int32) {
	h := x.b.Hasher()
	h.Add(x.b, x.t.Child(n, fTypeParameters), x.layout)
	typ := x.t.Child(n, fType)
	kind := x.b.File.Defs[id].Kind
	switch kind {
	case facts.Struct:
		h.Text(markStruct)
	case facts.Interface:
		h.Text(markInterface)
		for c := x.t.First(typ); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kTypeElem {
				h.Add(x.b, c, x.layout)
				h.Text(markParam)
			}
		}
	default:
		if x.t.Kind(n) == kTypeAlias {
			h.Text(markAlias)
		}
		h.Add(x.b, typ, x.inner)
	}
	signature := h.Cut()
	x.hashDirectives(h, doc)
	body := h.Cut()
	if kind == facts.Struct || kind == facts.Interface {
		h.Add(x.b, typ, x.layout)
	}
	x.b.SetHashes(id, signature, body, h)
}

// hashField hashes the fields [first, end) of declaration n. They differ only in their names.
func (x *extractor) hashField(first, end facts.DefID, n int32, doc []int32) {
	if x.nameless > 0 {
		return
	}
	h := x.b.Hasher()
	if x.t.ChildOfKind(n, kFieldIdentifier) < 0 {
		h.Text(markEmbedded)
		if star := x.t.First(n); x.t.Kind(star) == tStar {
			h.Add(x.b, star, nil)
		}
	}
	h.Add(x.b, x.t.Child(n, fType), x.inner)
	signature := h.Cut()
	h.Add(x.b, x.t.Child(n, fTag), nil)
	x.hashDirectives(h, doc)
	body, sketch := h.Sum(), h.Sketch()
	for id := first; id < end; id++ {
		d := &x.b.File.Defs[id]
		d.SignatureHash, d.BodyHash, d.Sketch = signature, body, sketch
	}
}

// hashValues hashes the variables or constants of the specification n with the
// values in list: one for each, or one for all.
func (x *extractor) hashValues(ids []facts.DefID, n, list int32, doc []int32) {
	if len(ids) == 0 {
		return
	}
	var common lang.Hasher
	common.Add(x.b, x.t.Child(n, fType), x.inner)
	signature := common.Cut()
	x.hashDirectives(&common, doc)
	value := x.item(list, 0)
	paired := x.nextItem(value) >= 0
	var body uint64
	var sketch facts.Sketch
	for i, id := range ids {
		if paired || i == 0 {
			h := common
			h.Add(x.b, value, x.inner)
			body, sketch = h.Sum(), h.Sketch()
			value = x.nextItem(value)
		}
		if id != facts.None {
			d := &x.b.File.Defs[id]
			d.SignatureHash, d.BodyHash, d.Sketch = signature, body, sketch
		}
	}
}

var directivePrefix = []byte("//go:")

// hashDirectives adds the compiler directives among the comments above a declaration.
func (x *extractor) hashDirectives(h *lang.Hasher, doc []int32) {
	for _, c := range doc {
		if text := x.t.Bytes(c); bytes.HasPrefix(text, directivePrefix) {
			h.Text(text)
		}
	}
}

// docHash hashes the words of comments, without the comment marks.
func (x *extractor) docHash(list []int32) uint64 {
	return walk.DocHash(x.b, list, func(text []byte) []byte {
		if bytes.HasPrefix(text, directivePrefix) {
			return nil
		}
		text = bytes.TrimPrefix(bytes.TrimPrefix(text, []byte("//")), []byte("/*"))
		return bytes.TrimSuffix(text, []byte("*/"))
	})
}

// header returns the text of n before its body as one line.
func (x *extractor) header(n, body int32) string {
	return walk.Header(x.t, n, x.t.Nodes[n].Start, body, "", nil)
}

// literalHeader returns the header of the function literal n as that of a function with the given
// name.
func (x *extractor) literalHeader(name, n, body int32) string {
	x.buf = append(append(x.buf[:0], "func "...), x.t.Bytes(name)...)
	end := x.t.Nodes[n].End
	if body >= 0 {
		end = x.t.Nodes[body].Start
	}
	if params := x.t.Child(n, fParameters); params >= 0 {
		x.buf = x.source(x.buf, params, end)
	}
	return lang.OneLine(x.buf)
}

// typeHeader returns "type Name[T any] struct", or the whole declaration of other types.
func (x *extractor) typeHeader(n int32, kind facts.DefKind, typ int32) string {
	x.buf = append(x.buf[:0], "type "...)
	switch kind {
	case facts.Struct:
		x.buf = append(x.source(x.buf, n, x.t.Nodes[typ].Start), markStruct...)
	case facts.Interface:
		x.buf = append(x.source(x.buf, n, x.t.Nodes[typ].Start), markInterface...)
	default:
		x.buf = x.source(x.buf, n, x.t.Nodes[n].End)
	}
	return lang.OneLine(x.buf)
}

// valueHeader returns "const Name Type = value" or "var Name Type".
func (x *extractor) valueHeader(kind facts.DefKind, name, typ, value int32) string {
	x.buf = append(x.buf[:0], "const "...)
	if kind == facts.Variable {
		x.buf = append(x.buf[:0], "var "...)
	}
	x.buf = append(x.buf, x.t.Bytes(name)...)
	if typ >= 0 {
		x.buf = x.source(append(x.buf, ' '), typ, x.t.Nodes[typ].End)
	}
	if value >= 0 && kind == facts.Constant {
		x.buf = x.source(append(x.buf, " = "...), value, x.t.Nodes[value].End)
	}
	return lang.OneLine(x.buf)
}

// source appends the source of n up to the byte end, without its comments.
func (x *extractor) source(buf []byte, n int32, end uint32) []byte {
	return x.t.AppendSource(buf, n, x.t.Nodes[n].Start, end, nil)
}
