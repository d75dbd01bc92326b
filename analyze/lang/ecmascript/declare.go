package ecmascript

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// define adds a Def whose text is node outer and whose name is node name (-1
// for none). Doc comments that stand before outer become its own.
func (e *extractor) define(kind facts.DefKind, name string, outer, nameNode int32) facts.DefID {
	t := e.t
	d := lang.NewDef(kind, name)
	d.Start, d.End = e.start(outer), t.EndLine(outer)
	d.Line = d.Start
	if nameNode >= 0 {
		d.Line = t.Line(nameNode)
		d.Start, d.End = min(d.Start, d.Line), max(d.End, d.Line)
	}
	d.SignatureEnd = d.End
	if e.doc.of == outer {
		d.DocStart, d.DocEnd = t.Line(e.doc.first), t.EndLine(e.doc.last)
		var h lang.Hasher
		for c := e.doc.first; c >= 0 && c <= e.doc.last; c = t.Next(c) {
			if t.Kind(c) == kComment {
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
	e.cut(outer)
	return e.b.Def(d)
}

// start returns the first line of a declaration. Decorators of TypeScript
// members stand before it as siblings, see class.decorators.
func (e *extractor) start(outer int32) int32 {
	if e.class != nil && len(e.class.decorators) > 0 && e.class.decorated == outer {
		return e.t.Line(e.class.decorators[0])
	}
	return e.t.Line(outer)
}

// declared makes the name of d known in the innermost scope. At file level the
// Def does that.
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

// defValue returns an expression for the value of d, which has no name here.
func (e *extractor) defValue(d facts.DefID, line int32) facts.ExprID {
	v := lang.NewVar(facts.DefVar, "", line)
	v.Def, v.In = d, e.b.In()
	e.f.Vars = append(e.f.Vars, v)
	x := lang.NewExpr(facts.Local, line)
	x.Ref = int32(len(e.f.Vars) - 1)
	return e.b.Expr(x)
}

// functionDeclaration handles function f() {} and its signatures; outer is the
// statement around it.
func (e *extractor) functionDeclaration(i, outer int32) {
	nameNode := e.t.Child(i, fName)
	name := e.word(nameNode)
	if nameNode < 0 {
		name = "default"
	}
	d := e.define(facts.Function, name, outer, nameNode)
	e.declared(d, false)
	if e.t.Kind(i) == kFunctionSignature {
		if e.nextDeclares(outer, name) {
			e.f.Defs[d].Flags |= facts.Overload
		} else {
			e.f.Defs[d].Flags |= facts.Ambient | facts.Abstract
		}
	}
	this := facts.DefID(facts.None)
	if isConstructorName(name) {
		this = d
	}
	e.function(d, i, outer, nameNode, this)
}

// nextDeclares reports whether the statement after outer declares a function
// of that name: then outer is one of its overloads.
func (e *extractor) nextDeclares(outer int32, name string) bool {
	t := e.t
	for c := t.Next(outer); c >= 0; c = t.Next(c) {
		if !e.t.Named(c) {
			continue
		}
		for t.Kind(c) == kExportStatement || t.Kind(c) == kAmbientDeclaration {
			inner := t.Child(c, fDeclaration)
			if inner < 0 {
				inner = t.FirstNamed(c)
			}
			if inner < 0 {
				return false
			}
			c = inner
		}
		switch t.Kind(c) {
		case kFunctionSignature, kFunctionDeclaration, kGeneratorFunctionDeclaration, kMethodSignature,
			kMethodDefinition, kAbstractMethodSignature:
			n := t.Child(c, fName)
			return n < 0 && name == "default" || n >= 0 && e.propertyName(n) == name
		case kCallSignature:
			return name == callMember
		case kConstructSignature:
			return name == newMember
		}
		return false
	}
	return false
}

// isFunction reports whether i is a function literal.
func (e *extractor) isFunction(i int32) bool {
	switch e.t.Kind(i) {
	case kArrowFunction, kFunctionExpression, kGeneratorFunction:
		return e.t.Nodes[i].Flags&lang.IsNamed != 0
	}
	return false
}

// castOf returns the type that a function is taken as: of (function) as T and
// (function) satisfies T, None without. The flag is Asserted where it is taken as one.
func (e *extractor) castOf(value, function int32) (typ facts.TypeID, flag facts.DefFlags) {
	t := e.t
	typ = facts.None
	for i := value; i >= 0 && i != function; {
		next, written := t.FirstNamed(i), int32(-1)
		switch t.Kind(i) {
		case kAsExpression, kSatisfiesExpression:
			written = e.t.LastNamed(i)
			if t.Kind(i) == kAsExpression {
				flag = facts.Asserted
			}
		case kTypeAssertion:
			flag = facts.Asserted
			next, written = e.t.LastNamed(i), t.FirstNamed(i)
			if c := t.FirstNamed(written); c >= 0 {
				written = c
			}
		}
		if written >= 0 && written != next {
			if got := e.typ(written); typ == facts.None {
				typ = got
			}
		}
		i = next
	}
	return typ, flag
}

// strip takes off what does not change a value: parentheses, x!, as, satisfies.
func (e *extractor) strip(i int32) int32 {
	for i >= 0 {
		switch e.t.Kind(i) {
		case kParenthesizedExpression, kNonNullExpression, kAsExpression, kSatisfiesExpression:
			i = e.t.FirstNamed(i)
		case kTypeAssertion:
			i = e.t.LastNamed(i)
		default:
			return i
		}
	}
	return i
}
