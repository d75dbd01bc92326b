package python

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

func (x *extractor) matchStatement(i int32) {
	t := x.t
	subject := x.expr(t.Child(i, syntax.FSubject))
	body := t.Child(i, syntax.FBody)
	for c := t.First(max(body, 0)); body >= 0 && c >= 0; c = t.Next(c) {
		if t.Kind(c) != syntax.KCaseClause {
			continue
		}
		closeScope := x.openBlock()
		for p := t.First(c); p >= 0; p = t.Next(p) {
			switch {
			case t.Kind(p) == syntax.KCasePattern:
				x.pattern(p, subject)
			case t.Kind(p) == syntax.KIfClause:
				x.effects(p)
			case t.Nodes[p].Field == syntax.FConsequence:
				x.block(p)
			}
		}
		closeScope()
	}
}

// pattern binds the names of a case pattern. subject is the matched value, None where it is not known.
func (x *extractor) pattern(i int32, subject facts.ExprID) {
	if i < 0 {
		return
	}
	t := x.t
	switch t.Kind(i) {
	case syntax.KDottedName:
		if t.Nodes[i].Size > 2 { // a.B is a value; a plain name is bound
			x.dotted(i)
			return
		}
		x.capture(t.First(i), subject)
	case syntax.KIdentifier:
		x.capture(i, subject)
	case syntax.KAsPattern: // pattern as name
		inner := t.FirstNamed(i)
		x.pattern(inner, facts.None)
		if class := t.ClassOfPattern(inner); class >= 0 && subject >= 0 {
			e := lang.NewExpr(facts.Assert, t.Line(i))
			e.X, e.Type = subject, x.types.Of(class)
			subject = x.add(e)
		}
		for c := t.Next(inner); c >= 0; c = t.Next(c) {
			if t.Kind(c) == syntax.KIdentifier {
				x.capture(c, subject)
			}
		}
	case syntax.KClassPattern:
		class := t.FirstNamed(i)
		x.dotted(class)
		for c := t.Next(class); c >= 0; c = t.Next(c) {
			x.pattern(c, facts.None)
		}
	case syntax.KKeywordPattern:
		for c := t.Next(t.FirstNamed(i)); c >= 0; c = t.Next(c) {
			x.pattern(c, facts.None)
		}
	case syntax.KString, syntax.KConcatenatedString:
		x.effect(i)
	case syntax.KCasePattern:
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
