package ruby

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// control handles branches, loops and jumps; false for other nodes.
func (x *extractor) control(i int32) (facts.ExprID, bool) {
	t := x.t
	switch t.Kind(i) {
	case kParenthesizedStatements, kBegin, kBodyStatement, kBlockBody, kThen, kElse, kDo, kBeginBlock, kEndBlock, kProgram:
		return x.bodyOf(i), true
	case kIf, kUnless, kElsif, kConditional:
		x.expr(t.Child(i, fCondition))
		yes := x.expr(t.Child(i, fConsequence))
		return x.either(x.line(i), yes, x.expr(t.Child(i, fAlternative))), true
	case kIfModifier, kUnlessModifier:
		x.expr(t.Child(i, fCondition))
		return x.expr(t.Child(i, fBody)), true
	case kRescueModifier:
		exprs := len(x.f.Exprs)
		body := x.expr(t.Child(i, fBody))
		x.guardExprs(exprs)
		return x.either(x.line(i), body, x.expr(t.Child(i, fHandler))), true
	case kWhile, kUntil, kWhileModifier, kUntilModifier:
		x.expr(t.Child(i, fCondition))
		x.discard(x.expr(t.Child(i, fBody)))
		return facts.None, true
	case kFor:
		x.forLoop(i)
		return facts.None, true
	case kCase:
		return x.caseOf(i), true
	case kCaseMatch:
		return x.caseMatch(i), true
	case kMatchPattern, kTestPattern:
		value := x.expr(t.Child(i, fValue))
		x.pattern(t.Child(i, fPattern), value)
		return x.literal("bool", i), true
	case kRescue:
		return x.rescue(i), true
	case kReturn, kNext, kBreak:
		x.leave(i)
		return facts.None, true
	}
	return facts.None, false
}

// forLoop binds the variables of "for a, b in list" in the enclosing scope, as Ruby does.
func (x *extractor) forLoop(i int32) {
	t := x.t
	value := x.expr(t.FirstNamed(t.Child(i, fValue)))
	if pattern := t.Child(i, fPattern); pattern >= 0 {
		x.assignTo(pattern, x.elem(value, x.line(i)))
	}
	x.expr(t.Child(i, fBody))
}

func (x *extractor) elem(value facts.ExprID, line int32) facts.ExprID {
	if value < 0 {
		return facts.None
	}
	return walk.Wrap(x.b, facts.Elem, value, line)
}

func (x *extractor) caseOf(i int32) facts.ExprID {
	t := x.t
	x.expr(t.Child(i, fValue))
	var out []facts.ExprID
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case kWhen:
			for p := t.First(c); p >= 0; p = t.Next(p) {
				if t.Nodes[p].Field == fPattern {
					x.expr(t.FirstNamed(p))
				}
			}
			out = append(out, x.expr(t.Child(c, fBody)))
		case kElse:
			out = append(out, x.bodyOf(c))
		}
	}
	return x.either(x.line(i), out...)
}

func (x *extractor) caseMatch(i int32) facts.ExprID {
	t := x.t
	value := x.expr(t.Child(i, fValue))
	var out []facts.ExprID
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case kInClause:
			x.pattern(t.Child(c, fPattern), value)
			if guard := t.Child(c, fGuard); guard >= 0 {
				x.expr(t.Child(guard, fCondition))
			}
			out = append(out, x.expr(t.Child(c, fBody)))
		case kElse:
			out = append(out, x.bodyOf(c))
		}
	}
	return x.either(x.line(i), out...)
}

// pattern binds the names in a pattern of "in" or "=>". value is the matched value, None where it is
// not known.
func (x *extractor) pattern(i int32, value facts.ExprID) {
	if i < 0 {
		return
	}
	t := x.t
	switch t.Kind(i) {
	case kIdentifier:
		x.assignTo(i, value)
	case kAsPattern:
		of := t.Child(i, fValue)
		x.pattern(of, facts.None)
		if x.isPath(of) {
			value = x.typed(value, x.typeOf(of), x.line(of))
		}
		x.assignTo(t.Child(i, fName), value)
	case kKeywordPattern:
		if v := t.Child(i, fValue); v >= 0 {
			x.pattern(v, facts.None)
		} else if key := t.Child(i, fKey); t.Kind(key) == kHashKeySymbol {
			x.bindLocal(x.b.Text(key), facts.None, x.line(key))
		}
	case kArrayPattern, kFindPattern, kHashPattern, kAlternativePattern, kParenthesizedPattern:
		for c := t.First(i); c >= 0; c = t.Next(c) {
			if x.usable(c) {
				x.pattern(c, facts.None)
			}
		}
	case kSplatParameter, kHashSplatParameter:
		if name := t.Child(i, fName); name >= 0 {
			x.assignTo(name, facts.None)
		}
	case kVariableReferencePattern, kExpressionReferencePattern:
		x.effectsOf(i)
	default:
		x.expr(i)
	}
}

// typed returns value as a value of type typ.
func (x *extractor) typed(value facts.ExprID, typ facts.TypeID, line int32) facts.ExprID {
	e := lang.NewExpr(facts.Assert, line)
	e.X, e.Type = value, typ
	return x.b.Expr(e)
}

// leave walks return, next or break and records its value in the frame that it leaves.
func (x *extractor) leave(i int32) {
	t := x.t
	var value facts.ExprID = facts.None
	if list := t.FirstNamed(i); list >= 0 {
		if first := t.FirstNamed(list); first >= 0 && x.nextNamed(first) < 0 && t.Kind(first) != kSplatArgument {
			value = x.expr(first)
		} else {
			value = x.list(list)
		}
	}
	if value < 0 {
		return
	}
	switch t.Kind(i) {
	case kNext:
		if n := len(x.frames); n > 0 && x.frames[n-1].def < 0 {
			x.frames[n-1].values = append(x.frames[n-1].values, value)
		}
	case kReturn:
		for n := len(x.frames) - 1; n >= 0; n-- {
			if f := x.frames[n]; f.def >= 0 || f.lambda {
				f.values = append(f.values, value)
				return
			}
		}
	}
}

// nextNamed returns the next sibling that is no comment, or -1.
func (x *extractor) nextNamed(i int32) int32 {
	for i = x.t.Next(i); i >= 0; i = x.t.Next(i) {
		if x.usable(i) {
			return i
		}
	}
	return -1
}
