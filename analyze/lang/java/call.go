package java

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// call adds a method call.
func (x *extractor) call(n int32) facts.ExprID {
	object, name := x.t.Child(n, fObject), x.t.Child(n, fName)
	callee := facts.ExprID(facts.None)
	switch super := x.t.ChildOfKind(n, kSuper); {
	case object < 0:
		callee = x.globalName(x.b.Text(name), x.t.Line(max(name, n)), facts.FunctionName)
	case super >= 0 && super != object: // Outer.super.method()
		callee = x.memberOf(x.outerThis(object, facts.Super), name, facts.FunctionName)
	default:
		callee = x.memberOf(x.operand(object), name, facts.FunctionName)
	}
	e := lang.NewExpr(facts.Call, x.t.Line(max(name, n)))
	e.X, e.At, e.N = callee, x.t.Last(n), x.taken(n)
	if list := x.typeArguments(x.t.Child(n, fTypeArguments)); list != nil {
		t := lang.NewType(facts.TupleT, e.Line)
		t.Args = list
		e.Type = x.b.Type(t)
	}
	e.Args = x.arguments(x.t.Child(n, fArguments))
	return x.b.Expr(e)
}

func (x *extractor) arguments(list int32) []facts.Arg {
	if list < 0 {
		return nil
	}
	var args []facts.Arg
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) {
			args = append(args, facts.Arg{X: x.value(c)})
		}
	}
	return args
}

// creation adds new T(…), with the class that follows it where there is one.
func (x *extractor) creation(n int32) facts.ExprID {
	typ, args := x.t.Child(n, fType), x.t.Child(n, fArguments)
	outer := x.t.FirstNamed(n)
	e := lang.NewExpr(facts.New, x.t.Line(max(typ, n)))
	t := facts.TypeID(facts.None)
	if outer >= 0 && outer != typ && !isAnnotation(x.t.Kind(outer)) && x.t.Kind(outer) != kTypeArguments { // outer.new Inner()
		name := typ
		if x.t.Kind(typ) == kGenericType {
			name = x.t.FirstNamed(typ)
			x.typeArguments(x.t.ChildOfKind(typ, kTypeArguments))
		}
		e.X = x.memberOf(x.operand(outer), name, facts.ValueName)
		made := lang.NewType(facts.ValueT, e.Line)
		made.X = e.X
		t = x.b.Type(made)
	} else {
		e.X = x.typeValue(typ)
		t = x.typ(typ)
	}
	e.Type, e.At = t, x.t.Last(n)
	e.Args = x.arguments(args)
	id := x.b.Expr(e)
	if body := x.t.ChildOfKind(n, kClassBody); body >= 0 {
		anonymous := x.anonymous(body, t)
		x.b.File.Exprs[id].Ref = anonymous
	}
	return id
}

func isAnnotation(k lang.Kind) bool { return k == kAnnotation || k == kMarkerAnnotation }

// typeValue adds the type n as a value, for new.
func (x *extractor) typeValue(n int32) facts.ExprID {
	for x.t.Kind(n) == kAnnotatedType || x.t.Kind(n) == kGenericType {
		c := x.t.First(n)
		for c >= 0 && (!x.t.Usable(c) || isAnnotation(x.t.Kind(c))) {
			c = x.t.Next(c)
		}
		n = c
	}
	var buf [8]string
	parts := x.nameParts(n, buf[:0])
	line := x.t.Line(max(n, 0))
	switch {
	case len(parts) == 0:
		return x.b.Expr(lang.NewExpr(facts.Other, line))
	case len(parts) == 1:
		if v := x.b.Lookup(parts[0]); v != facts.None && x.b.File.Vars[v].Def != facts.None {
			return x.localExpr(v, parts[0], line)
		}
	case isPackagePart(parts[0]):
		last := len(parts) - 1
		return x.globalName(x.qualified(x.b.Intern([]byte(strings.Join(parts[:last], "."))), parts[last], n), line, facts.ValueName)
	}
	id := x.globalName(parts[0], line, facts.ValueName)
	for _, p := range parts[1:] {
		e := lang.NewExpr(facts.Member, line)
		e.X, e.Name, e.N = id, p, facts.ValueName
		id = x.b.Expr(e)
	}
	return id
}

// lambda adds a lambda and walks its body.
func (x *extractor) lambda(n int32) facts.ExprID {
	list, body := x.t.Child(n, fParameters), x.t.Child(n, fBody)
	params, typed := x.lambdaParams(list)
	e := lang.NewExpr(facts.Func, x.t.Line(n))
	if typed {
		t := lang.NewType(facts.FuncT, e.Line)
		t.N = int32(len(params))
		for i := range params {
			p := params[i].Type
			if params[i].Variadic {
				p = walk.ListType(x.b, p, e.Line)
			}
			t.Args = append(t.Args, p)
		}
		e.Type = x.b.Type(t)
	}
	// Its returned values are added before it; its parameters refer to it.
	outer := x.frame
	x.frame = &frame{def: facts.None}
	x.b.Open(lang.OrderedScope)
	first := facts.VarID(len(x.b.File.Vars))
	for i := range params {
		x.declareParam(&params[i], int32(i), facts.None, e.Line)
	}
	last := facts.VarID(len(x.b.File.Vars))
	if x.t.Kind(body) == kBlock {
		x.statements(body)
	} else if v := x.value(body); v != facts.None {
		x.frame.results = append(x.frame.results, facts.Arg{X: v})
	}
	x.b.Close()
	e.Args = x.frame.results
	x.frame = outer
	id := x.b.Expr(e)
	for v := first; v < last; v++ {
		x.b.File.Vars[v].Func = id
	}
	return id
}

// lambdaParams returns the parameters of a lambda, and whether their types are
// written.
func (x *extractor) lambdaParams(list int32) (params []facts.Param, typed bool) {
	switch x.t.Kind(list) {
	case kIdentifier:
		return []facts.Param{{Name: x.b.Text(list), Type: facts.None}}, false
	case kInferredParameters:
		for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
			if x.t.Usable(c) {
				params = append(params, facts.Param{Name: x.b.Text(c), Type: facts.None})
			}
		}
		return params, false
	}
	params = x.params(list)
	typed = len(params) > 0
	for i := range params {
		typed = typed && params[i].Type != facts.None
	}
	return params, typed
}

// methodReference adds Foo::bar as a member of Foo, and Foo::new as Foo.
func (x *extractor) methodReference(n int32) facts.ExprID {
	of := x.t.FirstNamed(n)
	name := int32(-1)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if c != of && x.t.Kind(c) == kIdentifier {
			name = c
		}
	}
	x.typeArguments(x.t.ChildOfKind(n, kTypeArguments))
	base := facts.ExprID(facts.None)
	switch x.t.Kind(of) {
	case kTypeIdentifier, kScopedTypeIdentifier, kGenericType, kAnnotatedType:
		base = x.typeValue(of)
	case kArrayType:
		return x.arrayMaker(of)
	default:
		base = x.operand(of)
	}
	if name < 0 {
		return base
	}
	return x.memberOf(base, name, facts.FunctionName)
}

// arrayMaker adds T[]::new, a function from a length to an array.
func (x *extractor) arrayMaker(n int32) facts.ExprID {
	t := lang.NewType(facts.FuncT, x.t.Line(n))
	t.Args, t.N = []facts.TypeID{x.primitive("int", n), x.typ(n)}, 1
	e := lang.NewExpr(facts.Func, t.Line)
	e.Type = x.b.Type(t)
	e.Args = []facts.Arg{{X: x.composite(t.Args[1], n, nil)}}
	return x.b.Expr(e)
}

// annotation adds an annotation as a decorator; None for anything else.
func (x *extractor) annotation(n int32) facts.ExprID {
	if !isAnnotation(x.t.Kind(n)) {
		return facts.None
	}
	name := x.t.Child(n, fName)
	of := x.typeValue(name)
	if x.t.Kind(n) == kMarkerAnnotation {
		x.b.File.Exprs[of].Flags |= facts.Decorates
		return of
	}
	e := lang.NewExpr(facts.Call, x.t.Line(max(name, n)))
	e.X, e.Flags = of, facts.Decorates
	list := x.t.Child(n, fArguments)
	for c := x.t.First(max(list, n)); c >= 0 && list >= 0; c = x.t.Next(c) {
		switch {
		case x.t.Kind(c) == kElementValuePair:
			e.Args = append(e.Args, facts.Arg{X: x.value(x.t.Child(c, fValue)), Keyword: x.b.Text(x.t.Child(c, fKey))})
		case x.t.Usable(c):
			e.Args = append(e.Args, facts.Arg{X: x.value(c)})
		}
	}
	return x.b.Expr(e)
}
