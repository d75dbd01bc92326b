package python

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/names"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/project"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

func (x *extractor) call(i int32) facts.ExprID {
	t := x.t
	fn, args := t.Child(i, syntax.FFunction), t.Child(i, syntax.FArguments)
	name := t.CalleeName(fn)
	if e, done := x.specialCall(i, name, fn, args); done {
		return e
	}
	callee := x.expr(fn)
	if callee < 0 {
		callee = x.other(i)
	}
	base := len(x.args.Stack)
	if t.Kind(args) == syntax.KArgumentList {
		x.items(args)
	} else if args >= 0 { // f(x for x in y)
		a := x.expr(args)
		x.args.Stack = append(x.args.Stack, facts.Arg{X: a})
	}
	e := lang.NewExpr(facts.Call, x.f.Exprs[callee].Line)
	if k := x.f.Exprs[callee].Kind; k != facts.Name && k != facts.Member {
		e.Line = t.Line(i)
	}
	e.X, e.Args, e.At, e.Flags = callee, x.args.Take(base), t.Last(i), t.UsedAs(i)
	id := x.add(e)
	if t.Kind(fn) == syntax.KIdentifier && x.names.IsBuiltin(name) {
		if name == "setattr" {
			x.setsMember(id, args)
		}
		if value := x.builtinCall(name, id); value >= 0 {
			return value
		}
	}
	return id
}

// specialCall handles calls with a special meaning, such as super() and getattr(x, "a"). It returns
// false for other calls.
func (x *extractor) specialCall(i int32, name string, fn, args int32) (facts.ExprID, bool) {
	t := x.t
	if t.Kind(args) != syntax.KArgumentList {
		return facts.None, false
	}
	plain := t.Kind(fn) == syntax.KIdentifier
	switch name {
	case "super":
		if plain {
			x.effects(args)
			return x.add(lang.NewExpr(facts.Super, t.Line(i))), true
		}
	case "cast":
		if o := x.names.OriginOf(fn); names.IsTyping(o.Module) && len(t.Positional(args)) == 2 {
			arg := t.Positional(args)
			e := lang.NewExpr(facts.Assert, t.Line(i))
			e.Type = x.types.Of(arg[0])
			e.X = x.expr(arg[1])
			return x.add(e), true
		}
	case "import_module", "importorskip", "__import__":
		arg := t.Positional(args)
		if len(arg) == 0 {
			break
		}
		source, ok := t.StringValue(arg[0])
		o := x.names.OriginOf(fn)
		if ok && (o.Module == "importlib" || o.Module == "pytest" || plain && name == "__import__") {
			x.effects(args)
			im := facts.Import{Source: source, Line: t.Line(i), Flags: facts.Dynamic | facts.SideEffectOnly | x.importFlags()}
			if name == "importorskip" {
				im.Flags |= facts.GuardedImport
			}
			e := lang.NewExpr(facts.Module, t.Line(i))
			e.Ref = x.b.Import(im)
			return x.add(e), true
		}
	case "getattr":
		arg := t.Positional(args)
		if !plain || len(arg) < 2 {
			break
		}
		if attr, ok := t.StringValue(arg[1]); ok {
			e := lang.NewExpr(facts.Member, t.Line(i))
			if e.X = x.expr(arg[0]); e.X < 0 {
				e.X = x.other(i)
			}
			e.Name, e.Flags = attr, facts.Guarded
			member := x.add(e)
			if len(arg) > 2 {
				member = x.either(t.Line(i), member, x.expr(arg[2]))
			}
			return member, true
		}
	case "exec", "update", "setattr":
		x.dynamicCall(name, fn, args)
	case "setup":
		if o := x.names.OriginOf(fn); x.ctx.kind != inClass && (o.Module == "setuptools" || o.Module == "distutils.core") {
			x.f.Manifest = project.Setup(t, args)
		}
	}
	return facts.None, false
}

// builtinCall returns the value of a call of the builtin name as other expressions, or None where the
// call itself is the value.
func (x *extractor) builtinCall(name string, call facts.ExprID) facts.ExprID {
	c := &x.f.Exprs[call]
	line, args := c.Line, c.Args
	arg := func(n int) facts.ExprID {
		if n >= len(args) || args[n].Keyword != "" || args[n].Spread {
			return facts.None
		}
		return args[n].X
	}
	switch name {
	case "list", "tuple", "set", "frozenset", "sorted", "reversed", "iter":
		return x.listOf(line, x.elem(arg(0), line))
	case "filter":
		return x.listOf(line, x.elem(arg(1), line))
	case "next":
		return x.elem(arg(0), line)
	case "min", "max":
		if arg(1) >= 0 {
			return x.either(line, arg(0), arg(1))
		}
		return x.elem(arg(0), line)
	case "enumerate":
		if item := x.elem(arg(0), line); item >= 0 {
			return x.listOf(line, x.tuple(line, facts.None, item))
		}
	case "zip":
		items := make([]facts.ExprID, len(args))
		for n := range args {
			items[n] = x.elem(arg(n), line)
		}
		if len(items) > 0 {
			return x.listOf(line, x.tuple(line, items...))
		}
	case "map":
		if f, item := arg(0), x.elem(arg(1), line); f >= 0 && item >= 0 {
			e := lang.NewExpr(facts.Call, line)
			base := len(x.args.Stack)
			x.args.Stack = append(x.args.Stack, facts.Arg{X: item})
			e.X, e.Args, e.Flags = f, x.args.Take(base), facts.Implicit
			return x.listOf(line, x.add(e))
		}
	case "type":
		if len(args) == 1 && arg(0) >= 0 {
			return x.classOf(arg(0), line)
		}
	}
	return facts.None
}

// classOf returns the class of a value: the value of type(value) and value.__class__.
func (x *extractor) classOf(value facts.ExprID, line int32) facts.ExprID {
	of := lang.NewType(facts.ValueT, line)
	of.X = value
	class := lang.NewType(facts.ClassT, line)
	class.Args = []facts.TypeID{x.b.Type(of)}
	e := lang.NewExpr(facts.Assert, line)
	e.X, e.Type = value, x.b.Type(class)
	return x.add(e)
}

// listOf returns a list with element item, None when item is None.
func (x *extractor) listOf(line int32, item facts.ExprID) facts.ExprID {
	if item < 0 {
		return facts.None
	}
	e := lang.NewExpr(facts.List, line)
	base := len(x.args.Stack)
	x.args.Stack = append(x.args.Stack, facts.Arg{X: item})
	e.Args = x.args.Take(base)
	return x.add(e)
}

// tuple returns a tuple of the items.
func (x *extractor) tuple(line int32, items ...facts.ExprID) facts.ExprID {
	base := len(x.args.Stack)
	for _, item := range items {
		x.args.Stack = append(x.args.Stack, facts.Arg{X: item})
	}
	e := lang.NewExpr(facts.List, line)
	e.N, e.Args = isTuple, x.args.Take(base)
	return x.add(e)
}

// isTuple is the value of Expr.N for a List that is a tuple.
const isTuple = 1
