package python

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/standard"
)

func (x *extractor) call(i int32) facts.ExprID {
	t := x.t
	fn, args := t.Child(i, fFunction), t.Child(i, fArguments)
	name := x.calleeName(fn)
	if e, done := x.specialCall(i, name, fn, args); done {
		return e
	}
	callee := x.expr(fn)
	if callee < 0 {
		callee = x.other(i)
	}
	base := len(x.args.Stack)
	if t.Kind(args) == kArgumentList {
		x.items(args)
	} else if args >= 0 { // f(x for x in y)
		a := x.expr(args)
		x.args.Stack = append(x.args.Stack, facts.Arg{X: a})
	}
	e := lang.NewExpr(facts.Call, x.f.Exprs[callee].Line)
	if k := x.f.Exprs[callee].Kind; k != facts.Name && k != facts.Member {
		e.Line = t.Line(i)
	}
	e.X, e.Args, e.At, e.Flags = callee, x.args.Take(base), t.Last(i), x.usedAs(i)
	id := x.add(e)
	if t.Kind(fn) == kIdentifier && x.isBuiltin(name) {
		if name == "setattr" {
			x.setsMember(id, args)
		}
		if value := x.builtinCall(name, id); value >= 0 {
			return value
		}
	}
	return id
}

// calleeName returns the last name of a callee: b of a.b, "" where it has none.
func (x *extractor) calleeName(fn int32) string {
	switch x.t.Kind(fn) {
	case kIdentifier:
		return x.b.Text(fn)
	case kAttribute:
		return x.b.Text(x.t.Child(fn, fAttribute))
	}
	return ""
}

// origin says where a name or a member of a module comes from; zero when it is
// not imported.
func (x *extractor) origin(i int32) origin {
	switch x.t.Kind(i) {
	case kIdentifier:
		return x.origins[x.b.Text(i)]
	case kAttribute:
		object := x.t.Child(i, fObject)
		if x.t.Kind(object) != kIdentifier {
			return origin{}
		}
		o := x.origins[x.b.Text(object)]
		if o.module == "" || o.name != "" {
			return origin{}
		}
		return origin{o.module, x.b.Text(x.t.Child(i, fAttribute))}
	}
	return origin{}
}

// specialCall handles calls that mean something else than a call.
func (x *extractor) specialCall(i int32, name string, fn, args int32) (facts.ExprID, bool) {
	t := x.t
	if t.Kind(args) != kArgumentList {
		return facts.None, false
	}
	plain := t.Kind(fn) == kIdentifier
	switch name {
	case "super":
		if plain {
			x.effects(args)
			return x.add(lang.NewExpr(facts.Super, t.Line(i))), true
		}
	case "cast":
		if o := x.origin(fn); isTyping(o.module) && len(x.positional(args)) == 2 {
			arg := x.positional(args)
			e := lang.NewExpr(facts.Assert, t.Line(i))
			e.Type = x.typ(arg[0])
			e.X = x.expr(arg[1])
			return x.add(e), true
		}
	case "import_module", "importorskip", "__import__":
		arg := x.positional(args)
		if len(arg) == 0 {
			break
		}
		source, ok := x.stringValue(arg[0])
		o := x.origin(fn)
		if ok && (o.module == "importlib" || o.module == "pytest" || plain && name == "__import__") {
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
		arg := x.positional(args)
		if !plain || len(arg) < 2 {
			break
		}
		if attr, ok := x.stringValue(arg[1]); ok {
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
		if o := x.origin(fn); x.ctx.kind != inClass && (o.module == "setuptools" || o.module == "distutils.core") {
			x.setup(args)
		}
	}
	return facts.None, false
}

// positional returns the arguments without a keyword up to the first spread.
func (x *extractor) positional(args int32) []int32 {
	var out []int32
	for c := x.t.First(args); c >= 0; c = x.t.Next(c) {
		n := &x.t.Nodes[c]
		if !x.t.Named(c) {
			continue
		}
		if n.Kind == kKeywordArgument || n.Kind == kListSplat || n.Kind == kDictionarySplat {
			break
		}
		out = append(out, c)
	}
	return out
}

// isBuiltin reports whether a name means the builtin here.
func (x *extractor) isBuiltin(name string) bool {
	if _, builtin := standard.Universe[name]; !builtin {
		return false
	}
	_, imported := x.origins[name]
	return !imported && !x.defined[name] && x.b.Lookup(name) == facts.None
}

// builtinCall returns what a call of the builtin name gives, said with other
// expressions, or None where the call says it all.
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

// classOf returns the class of a value, as type(value) and value.__class__ give
// it.
func (x *extractor) classOf(value facts.ExprID, line int32) facts.ExprID {
	of := lang.NewType(facts.ValueT, line)
	of.X = value
	class := lang.NewType(facts.ClassT, line)
	class.Args = []facts.TypeID{x.b.Type(of)}
	e := lang.NewExpr(facts.Assert, line)
	e.X, e.Type = value, x.b.Type(class)
	return x.add(e)
}

// listOf returns a list of item, None when that is not known.
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

// isTuple is Expr.N of a List that is a tuple.
const isTuple = 1
