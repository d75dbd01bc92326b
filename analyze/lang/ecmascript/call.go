package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// call visits a call and returns its value.
func (e *extractor) call(i int32, named bool) facts.ExprID {
	t := e.t
	callee := t.Child(i, syntax.FFunction)
	if callee < 0 {
		e.children(i)
		return facts.None
	}
	if t.Kind(callee) == syntax.KImport {
		return e.dynamicImport(i)
	}
	if source := e.cjs.RequireSource(i); source >= 0 {
		return e.module(t.Unquote(source), t.Line(i), e.guarded())
	}
	prefix := int32(-1) // the grammar reads await f<T>() as (await f)<T>(), !f<T>() likewise
	switch t.Kind(callee) {
	case syntax.KAwaitExpression:
		prefix, callee = callee, t.FirstNamed(callee)
	case syntax.KUnaryExpression:
		prefix, callee = callee, t.Child(callee, syntax.FArgument)
	}
	vars := len(e.f.Vars)
	x := e.expr(callee)
	if x == facts.None {
		x = e.b.Expr(lang.NewExpr(facts.Other, t.Line(callee)))
	}
	c := lang.NewExpr(facts.Call, e.f.Exprs[x].Line)
	c.X, c.At = x, t.Last(i)
	if t.Child(i, syntax.FOptionalChain) >= 0 {
		c.Flags |= facts.OptionalOp
	}
	c.Type = e.callTypes(i)
	method := t.StaticFunction(i)
	switch method {
	case "Object.defineProperty":
		c.Args = e.definePropertyArgs(i)
	case "Object.assign":
		c.Args = e.assignArgs(i)
	case "Object.freeze", "Object.seal", "Object.preventExtensions":
		c.Args = e.arguments(i, true)
	default:
		c.Args = e.arguments(i, named && e.fn == nil || e.fn == nil && e.class == nil)
	}
	if e.f.Exprs[x].Kind == facts.Func {
		e.bindArguments(vars, x, c.Args)
	}
	if prefix < 0 {
		flags, n := t.UsedAs(i)
		c.Flags, c.N = c.Flags|flags, n
	}
	id := e.b.Expr(c)
	e.narrows.Note(i)
	e.mixins(i, c.Args)
	switch {
	case prefix < 0:
		return e.passedThrough(method, id)
	case t.Kind(prefix) == syntax.KAwaitExpression:
		return e.b.Wrap(facts.Await, id, c.Line)
	}
	return e.unaryValue(prefix, id)
}

// passedThrough returns the value of call id. For functions of the language that return what they are
// given (Object.freeze, Promise.all), this is computed from the arguments; method is the name of such
// a function, or "".
func (e *extractor) passedThrough(method string, id facts.ExprID) facts.ExprID {
	args, line := e.f.Exprs[id].Args, e.f.Exprs[id].Line
	if method == "" || len(args) == 0 || args[0].X == facts.None || args[0].Spread {
		return id
	}
	first := args[0].X
	switch method {
	case "Object.freeze", "Object.seal", "Object.preventExtensions", "Object.create", "Promise.resolve":
		return first
	case "Object.assign":
		value := first
		for _, a := range args[1:] {
			value = e.b.OneOf(value, a.X, line)
		}
		return value
	case "Array.from":
		if len(args) == 1 {
			return e.b.ListOf(e.b.Wrap(facts.Elem, first, line), line)
		}
	case "Promise.all":
		if e.f.Exprs[first].Kind != facts.List {
			return e.b.ListOf(e.b.Wrap(facts.Await, e.b.Wrap(facts.Elem, first, line), line), line)
		}
		list := lang.NewExpr(facts.List, line)
		for _, a := range e.f.Exprs[first].Args {
			list.Args = append(list.Args, facts.Arg{X: e.b.Wrap(facts.Await, a.X, line)})
		}
		return e.b.Expr(list)
	}
	return id
}

// callTypes returns the explicit type arguments of a call as a tuple, or None.
func (e *extractor) callTypes(i int32) facts.TypeID {
	args := e.t.Child(i, syntax.FTypeArguments)
	if args < 0 {
		return facts.None
	}
	tuple := lang.NewType(facts.TupleT, e.t.Line(args))
	tuple.Args = e.types.Arguments(args)
	return e.b.Type(tuple)
}

// arguments visits the arguments of call i. A tagged template has one for its
// strings and one for every substitution.
func (e *extractor) arguments(i int32, named bool) []facts.Arg {
	t := e.t
	list := t.Child(i, syntax.FArguments)
	if list < 0 {
		return nil
	}
	if t.Kind(list) == syntax.KTemplateString {
		return e.substitutions(list, []facts.Arg{{X: facts.None}})
	}
	n := 0
	for c := t.First(list); c >= 0; c = t.Next(c) {
		if t.Named(c) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return e.items(list, e.b.NewArgs(n), named)
}

// bindArguments binds the parameters of function literal x to the arguments of the call that invokes
// it immediately. The parameters are the variables declared since there were vars of them.
func (e *extractor) bindArguments(vars int, x facts.ExprID, args []facts.Arg) {
	for v := vars; v < len(e.f.Vars); v++ {
		p := &e.f.Vars[v]
		if p.Kind == facts.ParamVar && p.Func == x && int(p.Index) < len(args) && !args[p.Index].Spread {
			e.b.AddValue(facts.VarID(v), args[p.Index].X)
		}
	}
}

// assignArgs visits Object.assign(target, {…}): the functions in the literals are
// members of the target.
func (e *extractor) assignArgs(i int32) []facts.Arg {
	t := e.t
	list := t.Child(i, syntax.FArguments)
	if list < 0 || t.Kind(list) != syntax.KArguments {
		return e.arguments(i, false)
	}
	var args []facts.Arg
	target := facts.ExprID(facts.None)
	exports := false
	for c := t.First(list); c >= 0; c = t.Next(c) {
		if !t.Named(c) {
			continue
		}
		value, spread := c, t.Kind(c) == syntax.KSpreadElement
		if spread {
			value = t.FirstNamed(c)
		}
		if len(args) == 0 {
			exports, _ = e.cjs.IsExports(value)
		}
		if t.Kind(value) == syntax.KObject && target != facts.None {
			e.named, e.owner = true, target
		}
		x := e.expr(value)
		if len(args) == 0 && t.Kind(value) != syntax.KObject && t.Kind(value) != syntax.KThis {
			target = x
		}
		if exports && len(args) > 0 {
			e.exportAll(x, t.Line(c))
		}
		args = append(args, facts.Arg{X: x, Spread: spread})
	}
	return args
}

// exportAll exports the members of x: a module or an object literal.
func (e *extractor) exportAll(x facts.ExprID, line int32) {
	if x == facts.None {
		return
	}
	if v := &e.f.Exprs[x]; v.Kind == facts.Module {
		e.b.Export(facts.Export{Name: "*", Source: e.f.Imports[v.Ref].Source, X: facts.None, Def: facts.None, Line: line})
		return
	}
	e.exportKeys(x)
}

// mixins records calls that change prototypes or exports: util.inherits(A, B),
// Object.setPrototypeOf(A.prototype, B.prototype), __exportStar(require("x"), exports).
func (e *extractor) mixins(i int32, args []facts.Arg) {
	if len(args) < 2 {
		return
	}
	t := e.t
	f := t.Child(i, syntax.FFunction)
	name := f
	if t.Kind(f) == syntax.KMemberExpression {
		name = t.Child(f, syntax.FProperty)
	}
	switch string(t.Bytes(name)) {
	case "inherits":
		e.extends(args[0].X, t.Argument(i, 1))
	case "setPrototypeOf":
		if x := args[0].X; x != facts.None && e.f.Exprs[x].Kind == facts.Member && e.f.Exprs[x].Name == "prototype" {
			e.extends(e.f.Exprs[x].X, t.Argument(i, 1))
		}
	case "__exportStar":
		if is, _ := e.cjs.IsExports(t.Argument(i, 1)); is {
			e.exportAll(args[0].X, t.Line(i))
		}
	}
}

// definePropertyArgs visits Object.defineProperty(o, "name", {get() {…}}): the function under get or
// value becomes the member name of o.
func (e *extractor) definePropertyArgs(i int32) []facts.Arg {
	t := e.t
	object, key, descriptor := t.Argument(i, 0), t.Argument(i, 1), t.Argument(i, 2)
	if key < 0 || t.Kind(key) != syntax.KString || descriptor < 0 || t.Kind(descriptor) != syntax.KObject {
		return e.arguments(i, false)
	}
	name := t.Unquote(key)
	exports, _ := e.cjs.IsExports(object)
	owner := e.expr(object)
	for c := t.First(descriptor); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case syntax.KPair, syntax.KMethodDefinition:
			e.describes(c, name, key, owner, exports)
		default:
			if t.Named(c) {
				e.statement(c)
			}
		}
	}
	return append(e.b.NewArgs(3), facts.Arg{X: owner}, facts.Arg{X: facts.None}, facts.Arg{X: facts.None})
}

// describes visits entry c of a property descriptor: a function under get, set or value becomes the
// member name of owner. With exports the property is exported too.
func (e *extractor) describes(c int32, name string, nameNode int32, owner facts.ExprID, exports bool) {
	t := e.t
	key, function := t.Child(c, syntax.FKey), c
	if t.Kind(c) == syntax.KMethodDefinition {
		key = t.Child(c, syntax.FName)
	} else {
		function = t.Strip(t.Child(c, syntax.FValue))
	}
	role := t.PropertyName(key)
	isFunction := t.IsFunction(function) || t.Kind(function) == syntax.KMethodDefinition
	export := facts.Export{Name: name, X: facts.None, Def: facts.None, Line: t.Line(nameNode)}
	switch {
	case !isFunction:
		x := e.argumentExpr(function, false)
		export.X = x
		if exports && role == "value" && x != facts.None {
			e.b.Export(export)
		}
		return
	case role != "get" && role != "set" && role != "value" || owner == facts.None:
		e.literal(function)
		return
	case exports && role == "get":
		if x := e.literal(function); len(e.f.Exprs[x].Args) > 0 {
			export.X = e.f.Exprs[x].Args[0].X
			e.b.Export(export)
		}
		return
	}
	d := e.define(facts.Method, name, c, nameNode)
	def := &e.f.Defs[d]
	def.Owner = owner
	switch role {
	case "get":
		def.Flags |= facts.Getter
	case "set":
		def.Flags |= facts.Setter
	}
	e.function(d, function, c, nameNode, d)
	if exports {
		export.Def = d
		e.b.Export(export)
	}
}

// instanceType returns the type of new C<A>(), None where C is a variable.
func (e *extractor) instanceType(callee int32, args []facts.TypeID, line int32) facts.TypeID {
	qualifier, name, ok := e.t.Path(callee)
	switch {
	case !ok:
		return facts.None
	case qualifier != "":
		return e.types.Named(qualifier, name, args, line)
	case !e.b.AtFileLevel() && e.b.IsVariable(name):
		return facts.None
	}
	return e.types.Unqualified(name, args, line)
}

func (e *extractor) newExpr(i int32, named bool) facts.ExprID {
	t := e.t
	callee := t.Child(i, syntax.FConstructor)
	x := e.expr(callee)
	if x == facts.None {
		x = e.b.Expr(lang.NewExpr(facts.Other, t.Line(i)))
	}
	n := lang.NewExpr(facts.New, e.f.Exprs[x].Line)
	n.X, n.At = x, t.Last(i)
	if args := t.Child(i, syntax.FTypeArguments); args >= 0 {
		n.Type = e.instanceType(callee, e.types.Arguments(args), n.Line)
	}
	n.Args = e.arguments(i, named && e.fn == nil || e.fn == nil && e.class == nil)
	return e.b.Expr(n)
}
