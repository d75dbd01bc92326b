package csharp

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// call adds a call.
func (x *extractor) call(n int32) facts.ExprID {
	fn, args := x.t.Child(n, fFunction), x.t.Child(n, fArguments)
	if x.t.Kind(fn) == kIdentifier && x.is(fn, "nameof") && x.b.Lookup("nameof") == facts.None {
		x.arguments(args)
		return x.b.Literal("string")
	}
	callee, types := x.callee(fn)
	if m := &x.f.Exprs[callee]; m.Kind == facts.Member {
		m.SetSense(facts.CalledName)
	}
	list := x.arguments(args)
	e := lang.NewExpr(facts.Call, x.f.Exprs[callee].Line)
	if k := x.f.Exprs[callee].Kind; k == facts.Literal || k == facts.TypeExpr {
		e.Line = x.t.Line(n)
	}
	e.X, e.Type, e.Args, e.At = callee, types, list, x.t.Last(n)
	e.Flags = x.f.Exprs[callee].Flags&facts.OptionalOp | x.usedAs(n)
	id := x.b.Expr(e)
	x.outArguments(args, id)
	return id
}

// outArguments declares the variables in arguments (out var x), with the values that the call stores
// in them.
func (x *extractor) outArguments(args int32, call facts.ExprID) {
	if args < 0 {
		return
	}
	i := int32(-1)
	for c := x.t.First(args); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kArgument || !x.usable(c) {
			continue
		}
		i++
		d := x.t.ChildOfKind(c, kDeclarationExpression)
		if d < 0 || x.varless(x.t.Child(d, fType)) >= 0 {
			continue
		}
		v := x.b.Lookup(x.text(x.t.Child(d, fName)))
		if v == facts.None {
			continue
		}
		e := lang.NewExpr(facts.Out, x.t.Line(d))
		e.X, e.N = call, i
		x.b.AddValue(v, x.b.Expr(e))
	}
}

// callee adds the called function and returns it with its explicit type arguments.
func (x *extractor) callee(fn int32) (facts.ExprID, facts.TypeID) {
	generic := fn
	switch x.t.Kind(fn) {
	case kMemberAccessExpression:
		generic = x.t.Child(fn, fName)
	case kConditionalAccessExpression:
		generic = x.t.Child(x.t.ChildOfKind(fn, kMemberBindingExpression), fName)
	}
	if x.t.Kind(generic) != kGenericName {
		return x.known(fn), facts.None
	}
	var e facts.ExprID
	switch x.t.Kind(fn) {
	case kMemberAccessExpression:
		e = x.memberOf(x.receiver(x.t.Child(fn, fExpression)), generic, 0)
	case kConditionalAccessExpression:
		e = x.memberOf(x.known(x.t.Child(fn, fCondition)), generic, facts.OptionalOp)
	default:
		id := x.t.ChildOfKind(generic, kIdentifier)
		e = x.b.NameExpr(x.text(id), x.t.Line(id))
	}
	t := lang.NewType(facts.TupleT, x.t.Line(generic))
	t.Args = x.typeArguments(generic)
	return e, x.b.Type(t)
}

// arguments adds the arguments in a list.
func (x *extractor) arguments(list int32) []facts.Arg {
	if list < 0 {
		return nil
	}
	var args []facts.Arg
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kArgument || !x.usable(c) {
			continue
		}
		arg := facts.Arg{}
		value := x.last(c)
		if name := x.t.Child(c, fName); name >= 0 && name != value {
			arg.Keyword = x.text(name)
		}
		arg.X = x.expr(value)
		args = append(args, arg)
	}
	return args
}

// creation adds new T(…) { … }, where typ is the written type; -1 where the type of its place is not
// known.
func (x *extractor) creation(n, typ int32) facts.ExprID {
	args := x.t.Child(n, fArguments)
	if args < 0 {
		args = x.t.ChildOfKind(n, kArgumentList)
	}
	callee := facts.ExprID(facts.None)
	switch {
	case typ < 0, x.t.Kind(typ) == 0, x.isTypeParameter(typ): // new T() is a value of it
	case x.t.Kind(typ) == kQualifiedName: // no member has the name before the dot
		e := lang.NewExpr(facts.TypeExpr, x.t.Line(typ))
		e.Type = x.typ(typ)
		callee = x.b.Expr(e)
	default:
		callee = x.typeName(typ)
	}
	list := x.arguments(args)
	var id facts.ExprID
	switch {
	case callee != facts.None:
		e := lang.NewExpr(facts.New, x.t.Line(typ))
		if x.t.Kind(n) == kImplicitObjectCreationExpression {
			e.Line = x.t.Line(n)
			x.f.Exprs[callee].Line = e.Line
		}
		e.X, e.Args, e.At = callee, list, x.t.Last(n)
		if x.typeArgumentsOf(typ) >= 0 {
			e.Type = x.typ(typ)
		}
		id = x.b.Expr(e)
	case typ >= 0:
		e := lang.NewExpr(facts.Composite, x.t.Line(n))
		e.Type = x.typ(typ)
		id = x.b.Expr(e)
	default:
		id = walk.Other(x.b, n)
	}
	init := x.t.Child(n, fInitializer)
	if init < 0 {
		init = x.t.ChildOfKind(n, kInitializerExpression)
	}
	x.initialize(id, init)
	return id
}

// isTypeParameter reports whether n names a type parameter of a definition around it.
func (x *extractor) isTypeParameter(n int32) bool {
	if x.t.Kind(n) != kIdentifier {
		return false
	}
	name := x.text(n)
	for d := x.b.In(); d >= 0; d = x.f.Defs[d].Parent {
		if slices.ContainsFunc(x.f.Defs[d].TypeParams, func(p facts.TypeParam) bool { return p.Name == name }) {
			return true
		}
	}
	return false
}

// typeArgumentsOf returns the list of type arguments of a written type, or -1.
func (x *extractor) typeArgumentsOf(typ int32) int32 {
	switch x.t.Kind(typ) {
	case kGenericName:
		return x.t.ChildOfKind(typ, kTypeArgumentList)
	case kQualifiedName, kAliasQualifiedName:
		return x.typeArgumentsOf(x.t.Child(typ, fName))
	case kNullableType:
		return x.typeArgumentsOf(x.t.Child(typ, fType))
	}
	return -1
}

// initialize adds the effects of the initialiser { A = 1, B = { … }, element } on of.
func (x *extractor) initialize(of facts.ExprID, list int32) {
	if list < 0 {
		return
	}
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if !x.usable(c) {
			continue
		}
		left, right := x.t.Child(c, fLeft), x.t.Child(c, fRight)
		switch {
		case x.t.Kind(c) != kAssignmentExpression:
			x.added(of, c)
		case x.t.Kind(left) != kIdentifier: // [key] = value
			x.children(left)
			x.visit(right)
		case x.t.Kind(right) == kInitializerExpression:
			x.initialize(x.memberOf(of, left, 0), right)
		default:
			value := x.expr(right)
			x.asTarget(x.memberOf(of, left, facts.Write), value)
		}
	}
}

// added adds the call of Add for an element of an initialiser.
func (x *extractor) added(of facts.ExprID, n int32) {
	var args []facts.Arg
	if x.t.Kind(n) == kInitializerExpression { // { key, value }
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.usable(c) {
				args = append(args, facts.Arg{X: x.expr(c)})
			}
		}
	} else {
		args = []facts.Arg{{X: x.expr(n)}}
	}
	add := lang.NewExpr(facts.Member, x.t.Line(n))
	add.X, add.Name = of, "Add"
	call := lang.NewExpr(facts.Call, x.t.Line(n))
	call.X, call.Args, call.Flags = x.b.Expr(add), args, facts.Discarded
	x.b.Expr(call)
}

// list adds the values of { a, b } and [a, b].
func (x *extractor) list(n int32) facts.ExprID {
	e := lang.NewExpr(facts.List, x.t.Line(n))
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		v := c
		if x.t.Kind(c) == kArgument {
			v = x.last(c)
		}
		if v < 0 || !x.usable(v) {
			continue
		}
		arg := facts.Arg{}
		if x.t.Kind(v) == kRangeExpression { // ..others
			arg.Spread = true
			v = x.last(v)
		}
		arg.X = x.expr(v)
		e.Args = append(e.Args, arg)
	}
	return x.b.Expr(e)
}

// collection adds [a, b], whose type is that of its place, node wanted.
func (x *extractor) collection(n, wanted int32) facts.ExprID {
	x.list(n)
	e := lang.NewExpr(facts.Other, x.t.Line(n))
	if wanted >= 0 {
		e.Kind = facts.Composite
		e.Type = x.typ(wanted)
	}
	return x.b.Expr(e)
}

// arrayCreation adds new T[n] and new[] { … }.
func (x *extractor) arrayCreation(n int32) facts.ExprID {
	t := x.typ(x.t.Child(n, fType))
	values := facts.ExprID(facts.None)
	if init := x.t.ChildOfKind(n, kInitializerExpression); init >= 0 {
		values = x.list(init)
	}
	if t == facts.None {
		return values
	}
	e := lang.NewExpr(facts.Composite, x.t.Line(n))
	e.Type = t
	return x.b.Expr(e)
}

// anonymousObject adds new { A = 1, b.C }.
func (x *extractor) anonymousObject(n int32) facts.ExprID {
	e := lang.NewExpr(facts.Object, x.t.Line(n))
	name := ""
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if !x.usable(c) {
			continue
		}
		if next := x.t.Next(c); name == "" && next >= 0 && x.t.Kind(next) == tAssign {
			name = x.text(c)
			continue
		}
		arg := facts.Arg{Keyword: name}
		if name == "" {
			last := c
			for x.t.Kind(last) == kMemberAccessExpression {
				last = x.t.Child(last, fName)
			}
			if x.t.Kind(last) == kIdentifier {
				arg.Keyword = x.text(last)
			}
		}
		name = ""
		arg.X = x.expr(c)
		e.Args = append(e.Args, arg)
	}
	return x.b.Expr(e)
}
