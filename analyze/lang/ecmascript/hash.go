package ecmascript

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Hashes leave out layout: semicolons, the comma before a closing bracket, the
// kind of quotes, the bar before the first type of a union. They leave out nested definitions with the comma behind.

// cut leaves node i, the text of a definition, out of the hashes of what is
// around.
func (e *extractor) cut(i int32) {
	e.nested[i/64] |= 1 << (i % 64)
	if n := e.t.Next(i); n >= 0 && e.t.Kind(n) == tComma {
		e.nested[n/64] |= 1 << (n % 64)
	}
}

var emptyString = []byte(`''`)

// skipped reports whether node i adds nothing to a hash.
func (e *extractor) skipped(i int32) bool {
	if e.nested[i/64]&(1<<(i%64)) != 0 {
		return true
	}
	n := &e.t.Nodes[i]
	if n.Size == 1 && n.Parent >= 0 && e.t.First(n.Parent) == i && e.t.Kind(n.Parent) == kUnionType && e.t.Text(i) == "|" {
		return true // in front of the first type
	}
	switch n.Kind {
	case tSemicolon:
		return !e.inForHead(n.Parent)
	case tSingleQuote, tDoubleQuote:
		return true
	case kString:
		if n.Size <= 3 {
			e.hasher.Text(emptyString)
			return true
		}
	}
	return false
}

// inForHead reports whether p is the head of a for statement or one of its
// parts: there a semicolon says which part an expression is.
func (e *extractor) inForHead(p int32) bool {
	if p < 0 {
		return false
	}
	n := &e.t.Nodes[p]
	return n.Kind == kForStatement || n.Field == fInitializer || n.Field == fCondition
}

func (e *extractor) add(i int32) {
	if i >= 0 {
		e.hasher.Add(e.b, i, e.skip)
	}
}

func (e *extractor) mark(text string) { e.hasher.Text([]byte(text)) }

// hashFunction hashes Def d, the function-like node i in statement or member
// outer. The signature is what callers and overriders can see: names of
// parameters and default values belong to the body.
func (e *extractor) hashFunction(d facts.DefID, i, outer int32) {
	t := e.t
	def := &e.f.Defs[d]
	e.hasher = lang.Hasher{}
	e.mark("()")
	e.marks(d)
	e.add(t.Child(i, fTypeParameters))
	list := t.Child(i, fParameters)
	single := t.Child(i, fParameter)
	if single >= 0 {
		e.mark(",")
	}
	for c := e.firstOf(list); c >= 0; c = t.Next(c) {
		if e.t.Named(c) {
			e.hashParam(c)
		}
	}
	e.add(t.Child(i, fReturnType))
	if t.Kind(i) == kConstructSignature {
		e.add(t.Child(i, fType))
	}
	if outer != i { // const f: T = …
		e.add(e.declaredType(outer))
	}
	def.SignatureHash = e.hasher.Cut()
	if body := t.Child(i, fBody); body >= 0 {
		e.add(single)
		for c := e.firstOf(list); c >= 0; c = t.Next(c) {
			if e.t.Named(c) {
				p := e.paramParts(c)
				e.add(p.pattern)
				e.add(p.value)
			}
		}
		e.addDecorators(i, outer)
		e.add(body)
		def.BodyHash = e.hasher.Cut()
	}
	def.Sketch = e.hasher.Sketch()
}

// addDecorators adds the decorators of i, of the statement or member outer around
// it, and those that stand before outer.
func (e *extractor) addDecorators(i, outer int32) {
	if e.class != nil && e.class.decorated == outer {
		for _, c := range e.class.decorators {
			e.add(c)
		}
	}
	for c := e.t.First(i); c >= 0; c = e.t.Next(c) {
		if e.t.Kind(c) == kDecorator {
			e.add(c)
		}
	}
	if outer == i {
		return
	}
	for c := e.t.First(outer); c >= 0; c = e.t.Next(c) {
		if e.t.Kind(c) == kDecorator {
			e.add(c)
		}
	}
}

// firstOf is Tree.First that allows -1.
func (e *extractor) firstOf(i int32) int32 {
	if i < 0 {
		return -1
	}
	return e.t.First(i)
}

// hashParam adds what a caller sees of a parameter.
func (e *extractor) hashParam(c int32) {
	p := e.paramParts(c)
	e.mark(",")
	if p.optional {
		e.mark("?")
	}
	if p.rest {
		e.mark("...")
	}
	if p.member {
		e.mark("field")
	}
	e.add(p.typ)
}

// declaredType returns the type annotation of the variable or field that
// outer declares, or -1.
func (e *extractor) declaredType(outer int32) int32 {
	t := e.t
	switch t.Kind(outer) {
	case kExportStatement:
		return e.declaredType(t.Child(outer, fDeclaration))
	case kLexicalDeclaration, kVariableDeclaration:
		return e.declaredType(t.ChildOfKind(outer, kVariableDeclarator))
	case kVariableDeclarator, kPublicFieldDefinition:
		return t.Child(outer, fType)
	}
	return -1
}

// marks adds the flags that users of d can see.
func (e *extractor) marks(d facts.DefID) {
	flags := e.f.Defs[d].Flags
	for _, m := range []struct {
		flag facts.DefFlags
		text string
	}{{facts.Async, "async"}, {facts.Generator, "*"}, {facts.Static, "static"}, {facts.Getter, "get"},
		{facts.Setter, "set"}, {facts.Abstract, "abstract"}, {facts.Optional, "?"}} {
		if flags&m.flag != 0 {
			e.mark(m.text)
		}
	}
	if e.private[d] {
		e.mark("private")
	}
}

// hashMember hashes a field or another member whose node is m: its type and
// modifiers are the signature, its value the body.
func (e *extractor) hashMember(d facts.DefID, m, nameNode, value int32) {
	t := e.t
	def := &e.f.Defs[d]
	e.hasher = lang.Hasher{}
	e.marks(d)
	for c := t.First(m); c >= 0; c = t.Next(c) {
		switch {
		case c == nameNode, c == value, t.Kind(c) == tEquals, t.Kind(c) == tColon, t.Kind(c) == kDecorator:
		case t.Kind(c) == kAccessibilityModifier, t.Kind(c) == tStatic, t.Kind(c) == tQuestion:
			// Marks say it.
		default:
			e.add(c)
		}
	}
	def.SignatureHash = e.hasher.Cut()
	e.add(value)
	e.addDecorators(m, m)
	def.BodyHash = e.hasher.Cut()
	def.Sketch = e.hasher.Sketch()
}

// hashVariable hashes the variable that declarator i declares.
func (e *extractor) hashVariable(d facts.DefID, i, value int32) {
	def := &e.f.Defs[d]
	e.hasher = lang.Hasher{}
	if def.Kind == facts.Constant {
		e.mark("const")
	}
	e.add(e.t.Child(i, fType))
	def.SignatureHash = e.hasher.Cut()
	e.add(value)
	def.BodyHash = e.hasher.Cut()
	def.Sketch = e.hasher.Sketch()
}

// hashValue hashes a Def that is its value.
func (e *extractor) hashValue(d facts.DefID, value int32) {
	e.hasher = lang.Hasher{}
	e.add(value)
	def := &e.f.Defs[d]
	def.BodyHash = e.hasher.Cut()
	def.Sketch = e.hasher.Sketch()
}

// hashClass hashes the header of class i; its members are their own Defs. The
// sketch goes over their names too, so that a class without a header has one.
func (e *extractor) hashClass(d facts.DefID, i, outer, body int32) {
	t := e.t
	def := &e.f.Defs[d]
	e.hasher = lang.Hasher{}
	e.mark("class")
	e.marks(d)
	e.add(t.Child(i, fTypeParameters))
	e.add(t.ChildOfKind(i, kClassHeritage))
	def.SignatureHash = e.hasher.Cut()
	e.addDecorators(i, outer)
	for c := e.firstOf(body); c >= 0; c = t.Next(c) {
		if t.Kind(c) == kClassStaticBlock {
			e.add(c)
		}
	}
	def.BodyHash = e.hasher.Cut()
	e.sketchMembers(d, body)
}

// hashType hashes an interface, a type alias or an enum, members left out.
func (e *extractor) hashType(d facts.DefID, i, nameNode, body int32) {
	t := e.t
	e.hasher = lang.Hasher{}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if c != nameNode && c != body {
			e.add(c)
		}
	}
	e.f.Defs[d].SignatureHash = e.hasher.Cut()
	e.sketchMembers(d, body)
}

// sketchMembers ends the sketch of a type with the names of its members.
func (e *extractor) sketchMembers(d facts.DefID, body int32) {
	t := e.t
	for c := e.firstOf(body); c >= 0; c = t.Next(c) {
		n := t.Child(c, fName)
		if n < 0 {
			n = t.Child(c, fProperty)
		}
		if n >= 0 {
			e.hasher.Text(t.Bytes(n))
		}
	}
	e.f.Defs[d].Sketch = e.hasher.Sketch()
}

// header returns the text of outer up to node end (-1: all of it) as one line,
// decorators and a final "=", ":" or "=>" left out.
func (e *extractor) header(outer, end int32) string {
	t := e.t
	from := t.Nodes[outer].Start
	for c := t.First(outer); c >= 0 && t.Kind(c) == kDecorator; c = t.Next(c) {
		from = t.Nodes[c].End
	}
	to := t.Nodes[outer].End
	if end >= 0 {
		to = t.Nodes[end].Start
	}
	e.buf = t.AppendSource(e.buf[:0], outer, from, max(from, to), nil)
	return trimHeader(lang.OneLine(e.buf))
}

// trimHeader takes off what only leads to the value behind a header.
func trimHeader(header string) string {
	for {
		header = strings.TrimRight(header, " ;,=:")
		rest, ok := strings.CutSuffix(header, "=>")
		if !ok {
			return header
		}
		header = rest
	}
}
