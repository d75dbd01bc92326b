package cfamily

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang/cfamily/source"
)

// separate reports whether node n is a definition with hashes of its own.
func (x *extractor) separate(n int32) bool { return x.owned[n] }

// isOnce reports whether node n may be in only one of the declaration and the definition of a
// function.
func (x *extractor) isOnce(n int32) bool {
	switch x.t.Kind(n) {
	case tSemicolon, kFieldInitializerList, kDefaultMethodClause, kStorageClassSpecifier, kVirtualSpecifier, tVirtual,
		kExplicitFunctionSpecifier, kPureVirtualClause:
		return true
	}
	return false
}

// hashFunction hashes a function. Its signature is the text before the body without its name, the
// names and defaults of parameters, and the nodes of isOnce.
func (x *extractor) hashFunction(id facts.DefID, n int32, dec declared, body int32) {
	h := x.b.Hasher()
	list := x.t.Child(dec.fn, fParameters)
	unnamed := func(i int32) bool {
		return x.isOnce(i) || i == body || i == dec.name || x.t.Nodes[i].Field == fDefaultValue || x.isParamName(list, i) || x.owned[i]
	}
	h.Add(x.b, n, func(i int32) bool { return i != n && unnamed(i) })
	signature := h.Cut()
	if list >= 0 {
		for i := list; i < list+x.t.Nodes[list].Size; i++ {
			if x.isParamName(list, i) || x.t.Nodes[i].Field == fDefaultValue {
				h.Add(x.b, i, nil)
			}
		}
	}
	for i := n; i < n+x.t.Nodes[n].Size; i++ {
		switch {
		case i == body || i == list || i != n && x.owned[i]:
			i += x.t.Nodes[i].Size - 1
		case x.isOnce(i) && x.t.Kind(i) != tSemicolon:
			h.Add(x.b, i, nil)
			i += x.t.Nodes[i].Size - 1
		}
	}
	h.Add(x.b, body, x.separate)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// isParamName reports whether node i is the name of a parameter in list.
func (x *extractor) isParamName(list, i int32) bool {
	if list < 0 || x.t.Kind(i) != kIdentifier || i < list || i >= list+x.t.Nodes[list].Size {
		return false
	}
	for p := x.t.Nodes[i].Parent; p > list; p = x.t.Nodes[p].Parent {
		switch x.t.Kind(p) {
		case kParameterDeclaration, kOptionalParameterDeclaration, kVariadicParameterDeclaration:
			return x.declared(x.t.Child(p, fDeclarator)).name == i
		case kPointerDeclarator, kReferenceDeclarator, kArrayDeclarator, kFunctionDeclarator, kParenthesizedDeclarator, kVariadicDeclarator:
		default:
			return false
		}
	}
	return x.t.Nodes[i].Parent == list
}

// hashType hashes a type: its kind and bases are the signature; members have their own hashes.
func (x *extractor) hashType(id facts.DefID, n, body int32) {
	h := x.b.Hasher()
	name := x.t.Child(n, fName)
	h.Add(x.b, n, func(i int32) bool { return i == body || i == name })
	signature := h.Cut()
	h.Add(x.b, body, func(i int32) bool {
		k := x.t.Kind(i)
		return x.owned[i] || k == kFieldDeclaration || k == kAccessSpecifier || k == tSemicolon || k == tComma || k == kEnumerator || x.isBrace(i)
	})
	own := h.Cut()
	h.Add(x.b, body, nil)
	x.b.SetHashes(id, signature, own, h)
}

func (x *extractor) isBrace(n int32) bool {
	text := x.t.Bytes(n)
	return len(text) == 1 && (text[0] == '{' || text[0] == '}' || text[0] == ':')
}

// hashVariable hashes a variable, field or named type: its type is the signature,
// its value the body.
func (x *extractor) hashVariable(id facts.DefID, n, decl, name, value int32) {
	h := x.b.Hasher()
	for c := x.first(n); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Field == fDeclarator && c != decl || c == value {
			continue
		}
		if isSpecifier(x.t.Kind(c)) && x.owned[c] { // a type with its own hashes
			h.Text(x.t.Bytes(x.t.Child(c, fName)))
			continue
		}
		h.Add(x.b, c, func(i int32) bool {
			k := x.t.Kind(i)
			return i == name || i == value || k == tSemicolon || k == tComma || k == tAssign || x.owned[i] && i != decl && i != n || k == kFieldDeclarationList || k == kEnumeratorList
		})
	}
	signature := h.Cut()
	h.Add(x.b, value, x.separate)
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// hashMacro hashes a macro: its number of parameters is the signature, its text the body.
func (x *extractor) hashMacro(id facts.DefID, params []facts.Param, value int32) {
	h := x.b.Hasher()
	h.Text([]byte("#define"))
	for _, p := range params {
		if p.Variadic {
			h.Text([]byte("..."))
		} else {
			h.Text([]byte(","))
		}
	}
	signature := h.Cut()
	for _, p := range params {
		h.Text([]byte(p.Name))
	}
	r := source.NewReader(x.t.Bytes(value))
	for word := r.Word(); word != ""; word = r.Word() {
		h.Text([]byte(word))
	}
	x.b.SetHashes(id, signature, h.Sum(), h)
}

// docHash hashes the words of comments, without the comment marks.
func (x *extractor) docHash(list []int32) uint64 {
	h := x.b.Hasher()
	for _, c := range list {
		for line := range bytes.Lines(x.t.Bytes(c)) {
			h.Text(bytes.Trim(line, "/*! \t\r\n"))
		}
	}
	return h.Sum()
}

// variableHeader returns "type name" of a variable without its value.
func (x *extractor) variableHeader(n, tn, decl int32) string {
	end := x.t.Nodes[x.t.Child(n, fDeclarator)].Start
	if body := x.t.Child(tn, fBody); body >= 0 {
		end = x.t.Nodes[body].Start
	}
	x.buf = append(x.source(x.buf[:0], n, end), ' ')
	if x.t.Kind(decl) == kInitDeclarator {
		decl = x.inner(decl)
	}
	x.buf = x.source(x.buf, decl, x.t.Nodes[decl].End)
	return oneLine(x.buf)
}
