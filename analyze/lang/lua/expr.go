package lua

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// value visits an expression and returns its value, None where nothing is known of it.
func (x *extractor) value(n int32) facts.ExprID {
	if n < 0 {
		return facts.None
	}
	t := x.t
	line := t.Line(n)
	switch t.Kind(n) {
	case kIdentifier:
		if x.inMethod() && t.Text(n) == "self" {
			return x.b.Expr(lang.NewExpr(facts.This, line))
		}
		return x.b.NameExpr(x.b.Text(n), line)
	case kDotIndexExpression:
		return x.member(t.Child(n, fTable), t.Child(n, fField))
	case kMethodIndexExpression:
		return x.member(t.Child(n, fTable), t.Child(n, fMethod))
	case kBracketIndexExpression:
		if key := t.Child(n, fField); t.Kind(key) == kString && t.Child(key, fContent) >= 0 {
			return x.member(t.Child(n, fTable), t.Child(key, fContent))
		}
		x.value(t.Child(n, fField))
		of := x.value(t.Child(n, fTable))
		if of < 0 {
			return facts.None
		}
		return walk.Wrap(x.b, facts.Index, of, line)
	case kFunctionCall:
		return x.call(n)
	case kFunctionDefinition:
		return x.literal(n)
	case kTableConstructor:
		return x.table(n, false)
	case kParenthesizedExpression:
		return x.value(t.FirstNamed(n))
	case kString, kNumber, kTrue, kFalse, kNil, kVarargExpression, kComment:
		return facts.None
	case kBinaryExpression:
		first := x.value(t.FirstNamed(n))
		second := x.value(t.LastNamed(n))
		if t.ChildOfKind(n, tOr) >= 0 {
			return x.b.Either(line, first, second)
		}
		if t.ChildOfKind(n, tAnd) >= 0 {
			return second
		}
		return facts.None
	}
	for c := t.First(n); c >= 0; c = t.Next(c) {
		if t.Usable(c) {
			x.value(c)
		}
	}
	return facts.None
}

// inMethod reports whether the innermost function with a name is written with a colon.
func (x *extractor) inMethod() bool {
	in := x.b.In()
	for in != facts.None && x.b.File.Defs[in].Kind != facts.Method {
		in = x.b.File.Defs[in].Parent
	}
	return in != facts.None && (strings.Contains(x.b.File.Defs[in].Signature, ":") || !x.hasSelf(in))
}

// hasSelf reports whether a function has a parameter self.
func (x *extractor) hasSelf(d facts.DefID) bool {
	for _, p := range x.b.File.Defs[d].Params {
		if p.Name == "self" {
			return true
		}
	}
	return false
}

func (x *extractor) member(of, name int32) facts.ExprID {
	object := x.value(of)
	if object < 0 {
		object = walk.Other(x.b, of)
	}
	return walk.Member(x.b, object, x.b.Text(name), x.t.Line(max(name, 0)))
}

// call adds a call, or the module that it requires.
func (x *extractor) call(n int32) facts.ExprID {
	t := x.t
	name, list := t.Child(n, fName), t.Child(n, fArguments)
	args := x.named(list)
	if source := x.required(n); source != "" {
		return x.load(source, n, 0)
	}
	// pcall(require, "x")
	if len(args) == 2 && t.Text(name) == "pcall" && t.Text(args[0]) == "require" && t.Kind(args[1]) == kString {
		x.load(x.b.Text(t.Child(args[1], fContent)), n, facts.GuardedImport)
		return facts.None
	}
	callee := x.value(name)
	base := len(x.args.Stack)
	for _, arg := range args {
		v := x.value(arg)
		x.args.Stack = append(x.args.Stack, facts.Arg{X: v, Spread: t.Kind(arg) == kVarargExpression})
	}
	e := lang.NewExpr(facts.Call, t.Line(max(t.LastNamed(name), name, 0)))
	if callee < 0 {
		callee = walk.Other(x.b, name)
	}
	e.X, e.At, e.Args = callee, t.Last(n), x.args.Take(base)
	id := x.b.Expr(e)
	if t.Text(name) == "setmetatable" && len(e.Args) > 0 {
		return e.Args[0].X
	}
	return id
}

// load adds the import of a module that an expression requires, and its value.
func (x *extractor) load(source string, n int32, flags facts.ImportFlags) facts.ExprID {
	if source == "" {
		return facts.None
	}
	flags |= facts.Dynamic
	if x.b.In() != facts.None || x.literals > 0 {
		flags |= facts.Lazy
	}
	e := lang.NewExpr(facts.Module, x.t.Line(n))
	e.Ref = x.b.Import(facts.Import{Source: source, Flags: flags, Line: x.t.Line(n)})
	return x.b.Expr(e)
}

// literal adds a function without a name.
func (x *extractor) literal(n int32) facts.ExprID {
	x.literals++
	vars := x.body(n)
	x.literals--
	return walk.Func(x.b, lang.NewExpr(facts.Func, x.t.Line(n)), vars)
}

// table adds a table. With named, its functions are definitions of their own, which methods adds.
func (x *extractor) table(n int32, named bool) facts.ExprID {
	base := len(x.args.Stack)
	for _, c := range x.named(n) {
		if x.t.Kind(c) != kField {
			continue
		}
		name, value := x.t.Child(c, fName), x.t.Child(c, fValue)
		text := ""
		switch x.t.Kind(name) {
		case kIdentifier:
			text = x.b.Text(name)
		case kString:
			text = x.b.Text(x.t.Child(name, fContent))
		default:
			x.value(name)
		}
		if named && text != "" && x.t.Kind(value) == kFunctionDefinition {
			continue
		}
		if v := x.value(value); v >= 0 && text != "" {
			x.args.Stack = append(x.args.Stack, facts.Arg{X: v, Keyword: text, Line: x.t.Line(c)})
		}
	}
	e := lang.NewExpr(facts.Object, x.t.Line(n))
	e.Args = x.args.Take(base)
	return x.b.Expr(e)
}
