package ruby

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ruby/convention"
)

// blockKeyword is the keyword of the argument and of the parameter for a block.
const blockKeyword = "&"

// callOf adds a call.
func (x *extractor) callOf(i int32, callee facts.ExprID, line int32, flags facts.ExprFlags, args []facts.Arg) facts.ExprID {
	e := lang.NewExpr(facts.Call, line)
	e.X, e.Flags, e.Args, e.At = callee, flags, args, x.t.Last(i)
	return x.b.Expr(e)
}

func (x *extractor) newOf(i int32, class facts.ExprID, line int32, args []facts.Arg) facts.ExprID {
	e := lang.NewExpr(facts.New, line)
	e.X, e.Args, e.At = class, args, x.t.Last(i)
	return x.b.Expr(e)
}

// callNode adds a call, a super call or the access to an element.
func (x *extractor) callNode(i int32, k lang.Kind) facts.ExprID {
	t := x.t
	line := x.line(i)
	if k == kElementReference {
		object := x.expr(t.Child(i, fObject))
		args := x.arguments(i, t.Child(i, fObject), facts.None)
		if object < 0 {
			return facts.None
		}
		return x.callOf(i, x.member(object, "[]", line), line, 0, args)
	}
	method := t.Child(i, fMethod)
	if k == kSuper || t.Kind(method) == kSuper {
		return x.superCall(i, line)
	}
	receiver := t.Child(i, fReceiver)
	name := "call" // f.(x)
	if method >= 0 {
		name, line = x.b.Text(method), x.line(method)
	}
	x.runtime(i, receiver, name)
	if receiver < 0 {
		if e, ok := x.keyword(i, name); ok {
			return e
		}
		if x.ctx.method < 0 {
			if e, ok := x.macro(i, name); ok {
				return e
			}
		}
		callee := x.bare(name, line)
		return x.callOf(i, callee, line, 0, x.callArgs(i, name))
	}
	if e, ok := x.made(i, receiver, name); ok {
		return e
	}
	object := x.expr(receiver)
	if object < 0 {
		object = x.literal("", i)
	}
	return x.send(i, object, name, line)
}

// send adds the call of the method name on object.
func (x *extractor) send(i int32, object facts.ExprID, name string, line int32) facts.ExprID {
	t := x.t
	var flags facts.ExprFlags
	if t.Kind(t.Child(i, fOperator)) == tSafeNavigation {
		flags = facts.OptionalOp
	}
	list, skip := t.Child(i, fArguments), int32(-1)
	switch name {
	case "new":
		return x.newOf(i, object, line, x.callArgs(i, ""))
	case "class", "singleton_class":
		if list < 0 {
			return x.classOf(object, line)
		}
	case "send", "public_send", "__send__", "try", "try!":
		if first := t.FirstNamed(list); first >= 0 && x.symbolName(first) != "" && t.Kind(first) != kIdentifier {
			name, skip = x.symbolName(first), first
		}
	case "method", "public_method", "instance_method":
		if first := t.FirstNamed(list); first >= 0 && x.symbolName(first) != "" && t.Kind(first) != kIdentifier {
			return x.member(object, x.symbolName(first), line)
		}
	case "tap", "then", "yield_self":
		if block := t.Child(i, fBlock); block >= 0 && list < 0 {
			f := x.block(block, false, object)
			if name == "tap" {
				return object
			}
			args := x.f.Exprs[f].Args
			values := make([]facts.ExprID, len(args))
			for n := range args {
				values[n] = args[n].X
			}
			return x.either(line, values...)
		}
	case "freeze", "dup", "clone", "itself", "to_a", "entries", "lazy", "to_set":
		if list < 0 && t.Child(i, fBlock) < 0 {
			return object
		}
	case "push", "append", "add", "insert", "unshift", "prepend", "store":
		return x.adding(i, object, name, line, flags)
	}
	args := x.callArgsBut(i, skip, name)
	if name == "call" {
		x.yielded(object, args)
	}
	callee := x.member(object, name, line)
	if skip >= 0 && strings.HasPrefix(x.b.Text(t.Child(i, fMethod)), "try") {
		x.f.Exprs[callee].Flags |= facts.Guarded
	}
	call := x.callOf(i, callee, line, flags, args)
	if receiver := t.Child(i, fReceiver); convention.RecordFinders[name] != 0 && x.isPath(receiver) {
		return x.records(call, receiver, name, line)
	}
	return call
}

// records returns the value of a call such as User.find: the result of a method that the class defines,
// or instances of the class, if the method is inherited from the base class of all records.
func (x *extractor) records(call facts.ExprID, class int32, name string, line int32) facts.ExprID {
	one := x.typed(facts.None, x.typeOf(class), line)
	if convention.RecordFinders[name] == 2 {
		one = x.listOf(line, one)
	}
	return x.either(line, call, one)
}

// adding adds the call of a method that adds elements to a list or a hash.
func (x *extractor) adding(i int32, object facts.ExprID, name string, line int32, flags facts.ExprFlags) facts.ExprID {
	args := x.callArgs(i, name)
	if n := len(args); n > 0 && args[n-1].Keyword == "" {
		x.grow(object, args[n-1].X, name == "store")
	}
	return x.callOf(i, x.member(object, name, line), line, flags, args)
}

// classOf returns the class of a value.
func (x *extractor) classOf(value facts.ExprID, line int32) facts.ExprID {
	of := lang.NewType(facts.ValueT, line)
	of.X = value
	class := lang.NewType(facts.ClassT, line)
	class.Args = []facts.TypeID{x.b.Type(of)}
	return x.typed(value, x.b.Type(class), line)
}

// superCall adds the call of the inherited method with the same name.
func (x *extractor) superCall(i, line int32) facts.ExprID {
	var args []facts.Arg
	if x.t.Kind(i) == kSuper { // the arguments of the method itself
		args = []facts.Arg{{X: facts.None, Spread: true, DoubleSpread: true}}
	} else {
		args = x.callArgs(i, "")
	}
	if x.ctx.method < 0 || x.ctx.typ < 0 {
		return facts.None
	}
	super := x.b.Expr(lang.NewExpr(facts.Super, line))
	return x.callOf(i, x.member(super, x.ctx.called, line), line, 0, args)
}

// callArgs adds the arguments and the block of the call at node i. name is the name of the method, ""
// where it does not matter.
func (x *extractor) callArgs(i int32, name string) []facts.Arg { return x.callArgsBut(i, -1, name) }

// callArgsBut is callArgs without the argument skip.
func (x *extractor) callArgsBut(i, skip int32, name string) []facts.Arg {
	var block facts.ExprID = facts.None
	args := x.t.Child(i, fArguments)
	base := len(x.args.Stack)
	if args >= 0 {
		x.pushArguments(args, skip)
	}
	if b := x.t.Child(i, fBlock); b >= 0 {
		around := x.ctx
		if x.ctx.method < 0 && x.ctx.typ >= 0 && !convention.SameSelf[name] {
			x.ctx.loose = true
		}
		x.ctx.access = public
		switch {
		case name == "namespace" && x.symbolName(x.t.FirstNamed(args)) != "":
			x.ctx.routes += convention.CamelCase(x.symbolName(x.t.FirstNamed(args))) + "::"
		case name == "scope" || name == "namespace" || name == "slice":
			x.ctx.routes = "?"
		}
		if described := x.describedBy(args, name); described >= 0 {
			saved := x.described
			x.described = described
			block = x.block(b, false, facts.None)
			x.described = saved
		} else {
			block = x.block(b, false, facts.None)
		}
		x.ctx = around
		x.args.Stack = append(x.args.Stack, facts.Arg{X: block, Keyword: blockKeyword})
	}
	return x.args.Take(base)
}

// describedBy returns the node of the class that an RSpec group tests, or -1.
func (x *extractor) describedBy(args int32, name string) int32 {
	if name != "describe" && name != "context" || args < 0 {
		return -1
	}
	if first := x.t.FirstNamed(args); first >= 0 && x.isPath(first) {
		return first
	}
	return -1
}

// arguments adds those of the children of node i that are arguments.
func (x *extractor) arguments(i, skip int32, block facts.ExprID) []facts.Arg {
	base := len(x.args.Stack)
	x.pushArguments(i, skip)
	if block >= 0 {
		x.args.Stack = append(x.args.Stack, facts.Arg{X: block, Keyword: blockKeyword})
	}
	return x.args.Take(base)
}

func (x *extractor) pushArguments(i, skip int32) {
	t := x.t
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if c == skip || !x.usable(c) {
			continue
		}
		a := facts.Arg{X: facts.None}
		switch t.Kind(c) {
		case kPair:
			a = x.pair(c)
		case kSplatArgument:
			a.X, a.Spread = x.expr(c), true
		case kHashSplatArgument:
			a.X, a.Spread, a.DoubleSpread = x.expr(c), true, true
		case kBlockArgument:
			a.X, a.Keyword = x.blockArgument(c), blockKeyword
		case kForwardArgument:
			a.Spread, a.DoubleSpread = true, true
		case kHeredocBody:
			x.effectsOf(c)
			continue
		default:
			a.X = x.expr(c)
		}
		x.args.Stack = append(x.args.Stack, a)
	}
}

// keyword handles calls without a receiver that have a special meaning in the language; false for
// others.
func (x *extractor) keyword(i int32, name string) (facts.ExprID, bool) {
	t := x.t
	list, block := t.Child(i, fArguments), t.Child(i, fBlock)
	switch name {
	case "require", "require_relative", "load", "autoload", "require_dependency":
		x.requires(i, name, list)
		return facts.None, true
	case "include":
		if x.ctx.typ < 0 && len(x.frames) == 0 {
			x.includes(i, list)
			return facts.None, true
		}
	case "lambda", "proc":
		if block >= 0 {
			return x.block(block, name == "lambda", facts.None), true
		}
	case "raise", "fail":
		x.callArgs(i, name)
		return facts.None, true
	case "new":
		if x.ctx.typ >= 0 && x.ctx.static || x.ctx.typ >= 0 && x.ctx.method < 0 {
			return x.newOf(i, x.self(x.line(i)), x.line(i), x.callArgs(i, "")), true
		}
	case "send", "public_send", "__send__", "method":
		if first := t.FirstNamed(list); first >= 0 && x.symbolName(first) != "" && t.Kind(first) != kIdentifier {
			callee := x.bare(x.symbolName(first), x.line(i))
			if name == "method" {
				return callee, true
			}
			return x.callOf(i, callee, x.line(i), 0, x.callArgsBut(i, first, name)), true
		}
	case "block_given?":
		return x.literal("bool", i), true
	case "catch", "loop":
		if list < 0 && block >= 0 {
			x.block(block, false, facts.None)
			return facts.None, true
		}
	}
	return facts.None, false
}

// requires adds the import of a file.
func (x *extractor) requires(i int32, name string, list int32) {
	t := x.t
	for c := t.FirstNamed(list); c >= 0; c = x.nextNamed(c) {
		source := ""
		if k := t.Kind(c); k == kString {
			source = x.symbolName(c)
		} else if k != kSimpleSymbol && k != kConstant {
			x.expr(c)
		}
		if source == "" {
			continue
		}
		if name == "require_relative" && source[0] != '.' {
			source = "./" + source
		}
		im := facts.Import{Source: source, Line: x.line(i), Flags: facts.SideEffectOnly}
		if x.ctx.method >= 0 || len(x.frames) > 0 {
			im.Flags |= facts.Dynamic
		}
		x.b.Import(im)
	}
}

// includes handles include at file level: every object then has the members of the module.
func (x *extractor) includes(i, list int32) {
	t := x.t
	for c := t.FirstNamed(list); c >= 0; c = x.nextNamed(c) {
		x.expr(c)
		if x.isPath(c) {
			source := strings.TrimPrefix(x.b.Text(c), "::")
			x.b.Import(facts.Import{Source: source, Name: "*", Line: t.Line(i), Flags: facts.Global | facts.SideEffectOnly})
		}
	}
}

// made handles calls of new whose block defines the content of a class or container; false for other
// calls.
func (x *extractor) made(i, receiver int32, name string) (facts.ExprID, bool) {
	t := x.t
	if name != "new" && name != "define" || t.Kind(receiver) != kConstant {
		return facts.None, false
	}
	block := t.Child(i, fBlock)
	class := x.b.Text(receiver)
	switch {
	case name == "new" && class == "Hash":
		x.callArgs(i, "")
		return x.emptied(i, facts.Object, block), true
	case name == "new" && (class == "Array" || class == "Set" || class == "Queue"):
		args := x.callArgs(i, "")
		if class != "Array" && len(args) == 1 && args[0].Keyword == "" && args[0].X >= 0 {
			return args[0].X, true
		}
		return x.emptied(i, facts.List, block), true
	case class == "Class" || class == "Struct" || class == "Module" || class == "Data":
		return x.anonymous(i, class), true
	}
	return facts.None, false
}

// emptied returns a new list or hash. The result of the block, if any, is one of its elements.
func (x *extractor) emptied(i int32, kind facts.ExprKind, block int32) facts.ExprID {
	e := lang.NewExpr(kind, x.line(i))
	if block >= 0 {
		last := x.f.Exprs[len(x.f.Exprs)-1]
		for n := range last.Args { // the block was added last
			if last.Kind == facts.Func && last.Args[n].X >= 0 {
				e.Args = append(e.Args, facts.Arg{X: last.Args[n].X})
			}
		}
	}
	return x.b.Expr(e)
}
