package python

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func (x *extractor) matchStatement(i int32) {
	t := x.t
	subject := x.expr(t.Child(i, fSubject))
	body := t.Child(i, fBody)
	for c := t.First(max(body, 0)); body >= 0 && c >= 0; c = t.Next(c) {
		if t.Kind(c) != kCaseClause {
			continue
		}
		closeScope := x.openBlock()
		for p := t.First(c); p >= 0; p = t.Next(p) {
			switch {
			case t.Kind(p) == kCasePattern:
				x.pattern(p, subject)
			case t.Kind(p) == kIfClause:
				x.effects(p)
			case t.Nodes[p].Field == fConsequence:
				x.block(p)
			}
		}
		closeScope()
	}
}

// pattern binds the names of a case pattern. subject is what the pattern is
// matched with, None where that is not known.
func (x *extractor) pattern(i int32, subject facts.ExprID) {
	if i < 0 {
		return
	}
	t := x.t
	switch t.Kind(i) {
	case kDottedName:
		if t.Nodes[i].Size > 2 { // a.B is a value, a alone is bound
			x.dotted(i)
			return
		}
		x.capture(t.First(i), subject)
	case kIdentifier:
		x.capture(i, subject)
	case kAsPattern: // pattern as name
		inner := t.FirstNamed(i)
		x.pattern(inner, facts.None)
		if class := x.classOfPattern(inner); class >= 0 && subject >= 0 {
			e := lang.NewExpr(facts.Assert, t.Line(i))
			e.X, e.Type = subject, x.typ(class)
			subject = x.add(e)
		}
		for c := t.Next(inner); c >= 0; c = t.Next(c) {
			if t.Kind(c) == kIdentifier {
				x.capture(c, subject)
			}
		}
	case kClassPattern:
		class := t.FirstNamed(i)
		x.dotted(class)
		for c := t.Next(class); c >= 0; c = t.Next(c) {
			x.pattern(c, facts.None)
		}
	case kKeywordPattern:
		for c := t.Next(t.FirstNamed(i)); c >= 0; c = t.Next(c) {
			x.pattern(c, facts.None)
		}
	case kString, kConcatenatedString:
		x.effect(i)
	case kCasePattern:
		for c := t.First(i); c >= 0; c = t.Next(c) {
			x.pattern(c, subject)
		}
	default:
		for c := t.First(i); c >= 0; c = t.Next(c) {
			x.pattern(c, facts.None)
		}
	}
}

func (x *extractor) capture(i int32, value facts.ExprID) {
	if name := x.b.Text(i); name != "_" {
		v := x.declare(lang.NewVar(facts.LocalVar, name, x.t.Line(i)))
		x.b.AddValue(v, value)
	}
}

// classOfPattern returns the class name of "Foo(…)" under a case pattern, or -1.
func (x *extractor) classOfPattern(i int32) int32 {
	for x.t.Kind(i) == kCasePattern {
		i = x.t.FirstNamed(i)
	}
	if x.t.Kind(i) == kClassPattern {
		return x.t.FirstNamed(i)
	}
	return -1
}
