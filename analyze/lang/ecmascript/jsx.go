package ecmascript

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// element visits <X a={b}>…</X>: a call of X with its attributes and children.
// Elements of the page (<div>) and fragments are no references.
func (e *extractor) element(i int32) facts.ExprID {
	t := e.t
	open := i
	if t.Kind(i) == kJsxElement {
		open = t.Child(i, fOpenTag)
		if open < 0 {
			open = t.ChildOfKind(i, kJsxOpeningElement)
		}
	}
	if open < 0 {
		e.children(i)
		return facts.None
	}
	name := t.Child(open, fName)
	component := facts.ExprID(facts.None)
	if e.isComponent(name) {
		component = e.expr(name)
	}
	var args []facts.Arg
	for c := t.First(open); c >= 0; c = t.Next(c) {
		switch {
		case t.Kind(c) == kJsxAttribute:
			args = e.attribute(c, args)
		case t.Kind(c) == kJsxExpression:
			args = e.embedded(c, facts.Arg{}, args)
		case t.Kind(c) == kTypeArguments:
			e.typeArguments(c)
		}
	}
	if open != i {
		for c := t.First(i); c >= 0; c = t.Next(c) {
			switch t.Kind(c) {
			case kJsxOpeningElement, kJsxClosingElement:
			case kJsxText:
				if len(bytes.TrimSpace(t.Bytes(c))) > 0 {
					args = append(args, facts.Arg{X: facts.None, Keyword: "children"})
				}
			case kJsxExpression:
				args = e.embedded(c, facts.Arg{Keyword: "children"}, args)
			default:
				if e.t.Named(c) {
					args = append(args, facts.Arg{X: e.expr(c), Keyword: "children"})
				}
			}
		}
	}
	if component == facts.None {
		return facts.None
	}
	x := lang.NewExpr(facts.Call, e.f.Exprs[component].Line)
	x.X, x.Args, x.Flags, x.At = component, args, facts.JSX, t.Last(i)
	return e.b.Expr(x)
}

// isComponent reports whether an element of that name is a component: upper
// case, or a member.
func (e *extractor) isComponent(name int32) bool {
	if name < 0 {
		return false
	}
	switch e.t.Kind(name) {
	case kIdentifier:
		text := e.t.Bytes(name)
		return len(text) > 0 && (text[0] < 'a' || text[0] > 'z')
	case kMemberExpression, kNestedIdentifier:
		return true
	}
	return false
}

func (e *extractor) attribute(c int32, args []facts.Arg) []facts.Arg {
	t := e.t
	nameNode := t.FirstNamed(c)
	value := e.t.LastNamed(c)
	arg := facts.Arg{X: facts.None, Keyword: e.word(nameNode), Line: t.Line(nameNode)}
	switch {
	case value == nameNode:
		return append(args, arg)
	case t.Kind(value) == kJsxExpression:
		return e.embedded(value, arg, args)
	}
	arg.X = e.argumentExpr(value, false)
	return append(args, arg)
}

// embedded visits {x} or {...x}, which arg gets for its value.
func (e *extractor) embedded(c int32, arg facts.Arg, args []facts.Arg) []facts.Arg {
	inner := e.t.FirstNamed(c)
	if inner < 0 {
		return args
	}
	if e.t.Kind(inner) == kSpreadElement {
		return append(args, facts.Arg{X: e.expr(e.t.FirstNamed(inner)), Spread: true, DoubleSpread: true})
	}
	if arg.X = e.argumentExpr(inner, false); arg.Keyword == "" && arg.X == facts.None {
		return args
	}
	return append(args, arg)
}
