package ecmascript

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// define adds a Def whose text is node outer and whose name is node name (-1 for none). Doc comments
// before outer document it.
func (e *extractor) define(kind facts.DefKind, name string, outer, nameNode int32) facts.DefID {
	t := e.t
	d := lang.NewDef(kind, name)
	d.Start, d.End = e.start(outer), e.end(outer)
	d.Line = d.Start
	if nameNode >= 0 {
		d.Line = t.Line(nameNode)
		d.Start, d.End = min(d.Start, d.Line), max(d.End, d.Line)
	}
	d.SignatureEnd = d.End
	if e.doc.Of == outer {
		d.DocStart, d.DocEnd = t.Line(e.doc.First), t.EndLine(e.doc.Last)
		var h lang.Hasher
		for c := e.doc.First; c >= 0 && c <= e.doc.Last; c = t.Next(c) {
			if t.Kind(c) == syntax.KComment {
				for line := range bytes.Lines(t.Bytes(c)) {
					h.Text(bytes.Trim(line, " \t\r\n/*"))
				}
			}
		}
		d.DocHash = h.Sum()
	}
	if e.fn != nil && e.b.In() == facts.None {
		d.Flags |= facts.Inner
	}
	e.hash.Exclude(outer)
	return e.b.Def(d)
}

// start returns the first line of a declaration, decorators included. Those of TypeScript members are
// siblings before it, see class.decorators.
func (e *extractor) start(outer int32) int32 {
	if e.class != nil && len(e.class.decorators) > 0 && e.class.decorated == outer {
		return e.t.Line(e.class.decorators[0])
	}
	return e.t.Line(outer)
}

// end returns the last line of a declaration. A semicolon that begins a later line, as in ;[a,
// b].forEach(f), protects the next statement and is not part of the declaration.
func (e *extractor) end(outer int32) int32 {
	t := e.t
	last, before := int32(-1), int32(-1)
	for c := t.First(outer); c >= 0; c = t.Next(c) {
		last, before = c, last
	}
	if before >= 0 && t.Text(last) == ";" && t.Line(last) > t.EndLine(before) {
		return t.EndLine(before)
	}
	return t.EndLine(outer)
}

// declared binds the name of d in the innermost scope. At file level definitions are found without a
// binding.
func (e *extractor) declared(d facts.DefID, hoisted bool) {
	if e.b.AtFileLevel() {
		return
	}
	def := &e.f.Defs[d]
	v := lang.NewVar(facts.DefVar, def.Name, def.Line)
	v.Def = d
	if hoisted {
		e.b.DeclareHoisted(v)
	} else {
		e.b.Declare(v)
	}
}

// functionDeclaration handles function f() {} and its signatures; outer is the enclosing statement.
func (e *extractor) functionDeclaration(i, outer int32) {
	nameNode := e.t.Child(i, syntax.FName)
	name := e.t.Word(nameNode)
	if nameNode < 0 {
		name = "default"
	}
	d := e.define(facts.Function, name, outer, nameNode)
	e.declared(d, false)
	if e.t.Kind(i) == syntax.KFunctionSignature {
		if e.t.NextDeclares(outer, name) {
			e.f.Defs[d].Flags |= facts.Overload
		} else {
			e.f.Defs[d].Flags |= facts.Ambient | facts.Abstract
		}
	}
	this := facts.DefID(facts.None)
	if syntax.IsConstructorName(name) {
		this = d
	}
	e.function(d, i, outer, nameNode, this)
}
