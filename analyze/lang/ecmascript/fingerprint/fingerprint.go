// Package fingerprint hashes the definitions of JavaScript and TypeScript.
//
// In: a definition and the nodes of its text. Out: the hashes of its signature and its body, and its
// sketch, in the facts of the file.
//
// Hashes ignore layout: semicolons, the comma before a closing bracket, the kind of quotes, the bar
// before the first type of a union. They leave out nested definitions and the comma after each.
//
// Invariants: the signature is what users of a definition can see; names of parameters and default
// values belong to the body. A nested definition is excluded before the enclosing one is hashed.
package fingerprint

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// A Hasher hashes the definitions of one file.
type Hasher struct {
	t      syntax.Tree
	b      *lang.Builder
	f      *facts.File
	hasher lang.Hasher

	nested  []uint64 // bit set of the nodes of nested definitions
	private map[facts.DefID]bool
	skip    func(int32) bool // the method skipped as a function value
	// decoratorsBefore returns the decorators that precede a member as siblings.
	decoratorsBefore func(member int32) []int32
}

// New returns a Hasher for the definitions of tree t. decoratorsBefore returns the nodes of the
// decorators that precede the node of a member as siblings.
func New(t syntax.Tree, b *lang.Builder, decoratorsBefore func(member int32) []int32) *Hasher {
	h := &Hasher{t: t, b: b, f: b.File, nested: make([]uint64, (t.Len()+63)/64), decoratorsBefore: decoratorsBefore}
	h.skip = h.skipped
	return h
}

// Exclude leaves node i, the text of a definition, out of the hashes of enclosing definitions.
func (h *Hasher) Exclude(i int32) {
	h.nested[i/64] |= 1 << (i % 64)
	if n := h.t.Next(i); n >= 0 && h.t.Kind(n) == syntax.TComma {
		h.nested[n/64] |= 1 << (n % 64)
	}
}

var emptyString = []byte(`''`)

// skipped reports whether node i adds nothing to a hash.
func (h *Hasher) skipped(i int32) bool {
	if h.nested[i/64]&(1<<(i%64)) != 0 {
		return true
	}
	n := &h.t.Nodes[i]
	if n.Size == 1 && n.Parent >= 0 && h.t.First(n.Parent) == i && h.t.Kind(n.Parent) == syntax.KUnionType && h.t.Text(i) == "|" {
		return true // the bar before the first type
	}
	switch n.Kind {
	case syntax.TSemicolon:
		return !h.t.InForHead(n.Parent)
	case syntax.TSingleQuote, syntax.TDoubleQuote:
		return true
	case syntax.KString:
		if n.Size <= 3 {
			h.hasher.Text(emptyString)
			return true
		}
	}
	return false
}

func (h *Hasher) add(i int32) {
	if i >= 0 {
		h.hasher.Add(h.b, i, h.skip)
	}
}

func (h *Hasher) mark(text string) { h.hasher.Text([]byte(text)) }

// marks adds the flags of d that its users can see.
func (h *Hasher) marks(d facts.DefID) {
	flags := h.f.Defs[d].Flags
	for _, m := range []struct {
		flag facts.DefFlags
		text string
	}{{facts.Async, "async"}, {facts.Generator, "*"}, {facts.Static, "static"}, {facts.Getter, "get"},
		{facts.Setter, "set"}, {facts.Abstract, "abstract"}, {facts.Optional, "?"}} {
		if flags&m.flag != 0 {
			h.mark(m.text)
		}
	}
	if h.private[d] {
		h.mark("private")
	}
}

// Hide records whether member d is private to its class.
func (h *Hasher) Hide(d facts.DefID, private bool) {
	if !private {
		return
	}
	if h.private == nil {
		h.private = make(map[facts.DefID]bool)
	}
	h.private[d] = true
}

// addDecorators adds the decorators of i, those of the enclosing statement or member outer, and those
// that precede outer.
func (h *Hasher) addDecorators(i, outer int32) {
	for _, c := range h.decoratorsBefore(outer) {
		h.add(c)
	}
	for c := h.t.First(i); c >= 0; c = h.t.Next(c) {
		if h.t.Kind(c) == syntax.KDecorator {
			h.add(c)
		}
	}
	if outer == i {
		return
	}
	for c := h.t.First(outer); c >= 0; c = h.t.Next(c) {
		if h.t.Kind(c) == syntax.KDecorator {
			h.add(c)
		}
	}
}

// Function hashes Def d, the function-like node i in statement or member outer. The signature is what
// callers and overriders can see.
func (h *Hasher) Function(d facts.DefID, i, outer int32) {
	t := h.t
	def := &h.f.Defs[d]
	h.hasher = lang.Hasher{}
	h.mark("()")
	h.marks(d)
	h.add(t.Child(i, syntax.FTypeParameters))
	list := t.Child(i, syntax.FParameters)
	single := t.Child(i, syntax.FParameter)
	if single >= 0 {
		h.mark(",")
	}
	for c := t.FirstOf(list); c >= 0; c = t.Next(c) {
		if t.Named(c) {
			h.hashParam(c)
		}
	}
	h.add(t.Child(i, syntax.FReturnType))
	if t.Kind(i) == syntax.KConstructSignature {
		h.add(t.Child(i, syntax.FType))
	}
	if outer != i { // const f: T = …
		h.add(t.DeclaredType(outer))
	}
	def.SignatureHash = h.hasher.Cut()
	if body := t.Child(i, syntax.FBody); body >= 0 {
		h.add(single)
		for c := t.FirstOf(list); c >= 0; c = t.Next(c) {
			if t.Named(c) {
				p := t.ParamParts(c)
				h.add(p.Pattern)
				h.add(p.Value)
			}
		}
		h.addDecorators(i, outer)
		h.add(body)
		def.BodyHash = h.hasher.Cut()
	}
	def.Sketch = h.hasher.Sketch()
}

// hashParam adds the part of a parameter that callers can see.
func (h *Hasher) hashParam(c int32) {
	p := h.t.ParamParts(c)
	h.mark(",")
	if p.Optional {
		h.mark("?")
	}
	if p.Rest {
		h.mark("...")
	}
	if p.Member {
		h.mark("field")
	}
	h.add(p.Type)
}

// Member hashes a field or another member at node m: its type and modifiers are the signature, its
// value the body.
func (h *Hasher) Member(d facts.DefID, m, nameNode, value int32) {
	t := h.t
	def := &h.f.Defs[d]
	h.hasher = lang.Hasher{}
	h.marks(d)
	for c := t.First(m); c >= 0; c = t.Next(c) {
		switch {
		case c == nameNode, c == value, t.Kind(c) == syntax.TEquals, t.Kind(c) == syntax.TColon, t.Kind(c) == syntax.KDecorator:
		case t.Kind(c) == syntax.KAccessibilityModifier, t.Kind(c) == syntax.TStatic, t.Kind(c) == syntax.TQuestion:
			// The flags contain it.
		default:
			h.add(c)
		}
	}
	def.SignatureHash = h.hasher.Cut()
	h.add(value)
	h.addDecorators(m, m)
	def.BodyHash = h.hasher.Cut()
	def.Sketch = h.hasher.Sketch()
}

// Variable hashes the variable that declarator i declares.
func (h *Hasher) Variable(d facts.DefID, i, value int32) {
	def := &h.f.Defs[d]
	h.hasher = lang.Hasher{}
	if def.Kind == facts.Constant {
		h.mark("const")
	}
	h.add(h.t.Child(i, syntax.FType))
	def.SignatureHash = h.hasher.Cut()
	h.add(value)
	def.BodyHash = h.hasher.Cut()
	def.Sketch = h.hasher.Sketch()
}

// Value hashes a Def whose whole text is its value.
func (h *Hasher) Value(d facts.DefID, value int32) {
	h.hasher = lang.Hasher{}
	h.add(value)
	def := &h.f.Defs[d]
	def.BodyHash = h.hasher.Cut()
	def.Sketch = h.hasher.Sketch()
}

// Class hashes the header of class i; its members are Defs of their own. The sketch includes their
// names, so that a class without a header has a sketch.
func (h *Hasher) Class(d facts.DefID, i, outer, body int32) {
	t := h.t
	def := &h.f.Defs[d]
	h.hasher = lang.Hasher{}
	h.mark("class")
	h.marks(d)
	h.add(t.Child(i, syntax.FTypeParameters))
	h.add(t.ChildOfKind(i, syntax.KClassHeritage))
	def.SignatureHash = h.hasher.Cut()
	h.addDecorators(i, outer)
	for c := t.FirstOf(body); c >= 0; c = t.Next(c) {
		if t.Kind(c) == syntax.KClassStaticBlock {
			h.add(c)
		}
	}
	def.BodyHash = h.hasher.Cut()
	h.sketchMembers(d, body)
}

// Type hashes an interface, a type alias or an enum without its members.
func (h *Hasher) Type(d facts.DefID, i, nameNode, body int32) {
	t := h.t
	h.hasher = lang.Hasher{}
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if c != nameNode && c != body {
			h.add(c)
		}
	}
	h.f.Defs[d].SignatureHash = h.hasher.Cut()
	h.sketchMembers(d, body)
}

// sketchMembers adds the names of the members to the sketch of a type.
func (h *Hasher) sketchMembers(d facts.DefID, body int32) {
	t := h.t
	for c := t.FirstOf(body); c >= 0; c = t.Next(c) {
		n := t.Child(c, syntax.FName)
		if n < 0 {
			n = t.Child(c, syntax.FProperty)
		}
		if n >= 0 {
			h.hasher.Text(t.Bytes(n))
		}
	}
	h.f.Defs[d].Sketch = h.hasher.Sketch()
}

// IsPrivate reports whether member d is private to its class.
func (h *Hasher) IsPrivate(d facts.DefID) bool { return h.private[d] }
