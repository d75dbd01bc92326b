package php

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// call adds a call of a function or method. With ... for arguments it is that
// function as a value.
func (x *extractor) call(n int32) facts.ExprID {
	args := x.t.Child(n, fArguments)
	if x.constantCall(n, args) {
		return facts.None
	}
	callee := x.callee(n)
	if args >= 0 && x.t.ChildOfKind(args, kVariadicPlaceholder) >= 0 {
		return callee
	}
	list := x.arguments(args)
	e := lang.NewExpr(facts.Call, x.f.Exprs[callee].Line)
	if k := x.f.Exprs[callee].Kind; k == facts.Literal || k == facts.TypeExpr {
		e.Line = x.t.Line(n)
	}
	e.X, e.Args, e.At = callee, list, x.t.Last(n)
	e.Flags = x.f.Exprs[callee].Flags & facts.OptionalOp
	return x.b.Expr(e)
}

func (x *extractor) callee(n int32) facts.ExprID {
	name := x.t.Child(n, fName)
	switch x.t.Kind(n) {
	case kFunctionCallExpression:
		fn := x.t.Child(n, fFunction)
		switch x.t.Kind(fn) {
		case kName, kQualifiedName:
			return x.functionExpr(fn, x.functions, strings.ToLower(x.pathText(fn)))
		}
		return x.known(fn)
	case kScopedCallExpression:
		return x.method(x.classExpr(x.t.Child(n, fScope)), name, 0)
	case kNullsafeMemberCallExpression:
		return x.method(x.known(x.t.Child(n, fObject)), name, facts.OptionalOp)
	}
	return x.method(x.known(x.t.Child(n, fObject)), name, 0)
}

// method adds a method of a value or class. A name that the program computes is
// not known.
func (x *extractor) method(of facts.ExprID, name int32, flags facts.ExprFlags) facts.ExprID {
	if x.t.Kind(name) != kName {
		x.visit(name)
		return walk.Wrap(x.b, facts.Other, of, x.t.Line(max(name, 0)))
	}
	e := lang.NewExpr(facts.Member, x.t.Line(name))
	e.X, e.Name, e.Flags = of, x.b.Text(name), flags
	return x.b.Expr(e)
}

// constantCall adds the constant that define('X', v) makes, and reports whether n
// is such a call.
func (x *extractor) constantCall(n, args int32) bool {
	fn := x.t.Child(n, fFunction)
	if !x.is(fn, "define") && !x.is(fn, `\define`) || x.inFunction() {
		return false
	}
	first := x.item(x.item(args, 0), 0)
	if x.t.Kind(first) != kString {
		return false
	}
	name := strings.Trim(x.b.Text(first), `'"`)
	if name == "" || strings.ContainsAny(name, `\ `) {
		return false
	}
	d := x.newDef(facts.Constant, name, x.place(n, nil), first, -1)
	d.Flags = facts.Exported
	d.Signature = cut("const " + name)
	id := x.b.Def(d)
	x.f.Defs[id].Parent = facts.None
	x.b.Enter(id)
	list := x.arguments(args)
	x.b.Leave()
	if len(list) > 1 && list[1].X != facts.None {
		x.f.Defs[id].Values = []facts.ExprID{list[1].X}
	}
	x.hashMember(id, n, first, args, -1)
	return true
}

// inFunction reports whether the walk is in the code of a definition that is
// called.
func (x *extractor) inFunction() bool {
	in := x.b.In()
	return in != facts.None && x.f.Defs[in].Kind != facts.Namespace || x.fn != nil && x.fn.outer != nil
}

func (x *extractor) arguments(list int32) []facts.Arg {
	if list < 0 {
		return nil
	}
	var args []facts.Arg
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kArgument || !x.t.Usable(c) {
			continue
		}
		value := x.t.LastUsable(c)
		arg := facts.Arg{Spread: x.t.Kind(value) == kVariadicUnpacking}
		if name := x.t.Child(c, fName); name >= 0 && name != value {
			arg.Keyword = x.b.Text(name)
		}
		arg.X = x.expr(value)
		args = append(args, arg)
	}
	return args
}

// creation adds new A(…), or new class(…) { … }.
func (x *extractor) creation(n int32) facts.ExprID {
	args := x.t.ChildOfKind(n, kArguments)
	if x.t.ChildOfKind(n, kDeclarationList) >= 0 {
		list := x.arguments(args)
		id := x.anonymousClass(n)
		t := lang.NewType(facts.ObjectT, x.t.Line(n))
		t.Def = id
		e := lang.NewExpr(facts.Composite, x.t.Line(n))
		e.Type, e.Args = x.b.Type(t), list
		return x.b.Expr(e)
	}
	e := lang.NewExpr(facts.New, x.t.Line(n))
	class := x.item(n, 0)
	switch x.t.Kind(class) {
	case kName, kQualifiedName, kRelativeScope:
		of := lang.NewExpr(facts.TypeExpr, x.t.Line(class))
		of.Type = x.classType(class)
		e.X, e.Line = x.b.Expr(of), x.t.Line(class)
	default:
		e.X = x.known(class)
	}
	e.Args, e.At = x.arguments(args), x.t.Last(n)
	return x.b.Expr(e)
}
