package java

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// statements walks the statements that are children of n.
func (x *extractor) statements(n int32) {
	if n < 0 {
		return
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		x.statement(c)
	}
}

// scoped walks the statements of n in a scope of their own.
func (x *extractor) scoped(n int32) {
	x.b.Open(lang.OrderedScope)
	x.statements(n)
	x.b.Close()
}

func (x *extractor) statement(n int32) {
	if n < 0 || !x.t.Usable(n) {
		return
	}
	switch x.t.Kind(n) {
	case kBlock:
		x.scoped(n)
	case kExpressionStatement:
		x.discarded(x.t.FirstNamed(n))
	case kLocalVariableDeclaration:
		x.localVariables(n)
	case kReturnStatement:
		if value := x.t.FirstNamed(n); value >= 0 {
			x.returned(x.value(value))
		}
	case kYieldStatement:
		x.yielded(x.value(x.t.FirstNamed(n)))
	case kIfStatement:
		x.ifStatement(n)
	case kForStatement, kWhileStatement, kDoStatement, kCatchClause, kFinallyClause, kSynchronizedStatement, kTryStatement:
		x.b.Open(lang.OrderedScope)
		x.parts(n)
		x.b.Close()
	case kCatchFormalParameter:
		x.catchParameter(n)
	case kEnhancedForStatement:
		x.enhancedFor(n)
	case kTryWithResourcesStatement:
		x.b.Open(lang.OrderedScope)
		x.parts(n)
		x.b.Close()
	case kResourceSpecification:
		x.statements(n)
	case kResource:
		x.resource(n)
	case kLabeledStatement:
		label := x.t.FirstNamed(n)
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if c != label {
				x.statement(c)
			}
		}
	case kBreakStatement, kContinueStatement:
	case kThrowStatement, kAssertStatement:
		x.parts(n)
	case kExplicitConstructorInvocation:
		x.constructorCall(n)
	case kClassDeclaration, kInterfaceDeclaration, kEnumDeclaration, kRecordDeclaration, kAnnotationTypeDeclaration:
		outer := x.frame
		x.typeDeclaration(n, nil)
		x.frame = outer
	default:
		x.walk(n)
	}
}

// parts walks the statements and expressions that are children of n in source order, in which the
// condition of a do loop is last.
func (x *extractor) parts(n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		x.statement(c)
	}
}

// discarded walks an expression whose value is unused, unless it is the value of a switch branch.
func (x *extractor) discarded(n int32) {
	switch x.t.Kind(n) {
	case kMethodInvocation:
		e := x.call(n)
		x.b.File.Exprs[e].Flags |= facts.Discarded
	default:
		x.walk(n)
	}
}

func (x *extractor) returned(e facts.ExprID) {
	if x.frame == nil || e == facts.None {
		return
	}
	if x.frame.def == facts.None {
		x.frame.results = append(x.frame.results, facts.Arg{X: e})
		return
	}
	d := &x.b.File.Defs[x.frame.def]
	if x.b.File.Exprs[e].Kind == facts.Func && len(d.Values) < facts.MaxValues {
		d.Values = append(d.Values, e)
	}
}

func (x *extractor) yielded(e facts.ExprID) {
	if x.frame != nil && x.frame.yields != nil && e != facts.None {
		*x.frame.yields = append(*x.frame.yields, facts.Arg{X: e})
	}
}

// localVariables declares the variables of a declaration in a function.
func (x *extractor) localVariables(n int32) {
	x.parameterAnnotations(n)
	declared := x.typ(x.t.Child(n, fType))
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kVariableDeclarator {
			t := x.arrayOf(declared, x.t.Child(c, fDimensions))
			x.local(x.t.Child(c, fName), t, x.initial(x.t.Child(c, fValue), t))
		}
	}
}

// local declares the variable name with the given value.
func (x *extractor) local(name int32, typ facts.TypeID, value facts.ExprID) {
	if !x.named(name) || x.is(name, "_") {
		return
	}
	v := lang.NewVar(facts.LocalVar, x.b.Text(name), x.t.Line(name))
	v.Type = typ
	id := x.b.Declare(v)
	x.b.AddValue(id, value)
}

// initial adds the initial value of a variable of type t.
func (x *extractor) initial(n int32, t facts.TypeID) facts.ExprID {
	if x.t.Kind(n) == kArrayInitializer {
		return x.array(n, t)
	}
	return x.value(n)
}

// ifStatement walks an if. The variables of a pattern in its condition are visible after it too if its
// first branch ends with a jump: if (!(o instanceof T t)) return;
func (x *extractor) ifStatement(n int32) {
	then := x.t.Child(n, fConsequence)
	inside := !x.leaves(then)
	if inside {
		x.b.Open(lang.OrderedScope)
	}
	x.walk(x.t.Child(n, fCondition))
	for _, branch := range [...]int32{then, x.t.Child(n, fAlternative)} {
		x.b.Open(lang.OrderedScope)
		x.statement(branch)
		x.b.Close()
	}
	if inside {
		x.b.Close()
	}
}

// leaves reports whether a statement ends with a jump out of the enclosing code.
func (x *extractor) leaves(n int32) bool {
	for x.t.Kind(n) == kBlock {
		last := int32(-1)
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.t.Usable(c) {
				last = c
			}
		}
		n = last
	}
	switch x.t.Kind(n) {
	case kReturnStatement, kThrowStatement, kBreakStatement, kContinueStatement, kYieldStatement:
		return true
	}
	return false
}

func (x *extractor) enhancedFor(n int32) {
	x.b.Open(lang.OrderedScope)
	elem := walk.Wrap(x.b, facts.Elem, x.operand(x.t.Child(n, fValue)), x.t.Line(n))
	x.parameterAnnotations(n)
	t := x.arrayOf(x.typ(x.t.Child(n, fType)), x.t.Child(n, fDimensions))
	x.local(x.t.Child(n, fName), t, elem)
	x.statement(x.t.Child(n, fBody))
	x.b.Close()
}

func (x *extractor) resource(n int32) {
	name := x.t.Child(n, fName)
	if name < 0 {
		x.walk(x.t.FirstNamed(n))
		return
	}
	x.parameterAnnotations(n)
	t := x.typ(x.t.Child(n, fType))
	x.local(name, t, x.value(x.t.Child(n, fValue)))
}

func (x *extractor) catchParameter(n int32) {
	x.parameterAnnotations(n)
	name := x.t.Child(n, fName)
	types := x.typeList(x.t.ChildOfKind(n, kCatchType))
	if !x.named(name) {
		return
	}
	v := lang.NewVar(facts.CatchVar, x.b.Text(name), x.t.Line(name))
	switch len(types) {
	case 0:
	case 1:
		v.Type = types[0]
	default:
		t := lang.NewType(facts.UnionT, v.Line)
		t.Args = types
		v.Type = x.b.Type(t)
	}
	x.b.Declare(v)
}

// constructorCall adds this(…) and super(…).
func (x *extractor) constructorCall(n int32) {
	x.walk(x.t.Child(n, fObject))
	which := x.t.Child(n, fConstructor)
	kind := facts.Super
	if x.t.Kind(which) == kThis {
		kind = facts.This
	}
	e := lang.NewExpr(facts.Call, x.t.Line(max(which, n)))
	e.X = x.b.Expr(lang.NewExpr(kind, e.Line))
	e.Flags, e.At = facts.Discarded, x.t.Last(n)
	e.Args = x.arguments(x.t.Child(n, fArguments))
	x.b.Expr(e)
}

// switchOver adds a switch, whose value is one of the values of its branches.
func (x *extractor) switchOver(n int32) facts.ExprID {
	over := x.operand(x.t.Child(n, fCondition))
	if x.frame == nil {
		x.frame = &frame{def: facts.None}
		defer func() { x.frame = nil }()
	}
	outer := x.frame.yields
	var yields []facts.Arg
	x.frame.yields = &yields
	body := x.t.Child(n, fBody)
	x.b.Open(lang.OrderedScope)
	for c := x.t.First(max(body, n)); c >= 0 && body >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kSwitchBlockStatementGroup:
			for s := x.t.First(c); s >= 0; s = x.t.Next(s) {
				if x.t.Kind(s) == kSwitchLabel {
					x.switchLabel(s, over)
				} else {
					x.statement(s)
				}
			}
		case kSwitchRule:
			x.switchRule(c, over)
		}
	}
	x.b.Close()
	x.frame.yields = outer
	if len(yields) == 0 {
		return facts.None
	}
	e := lang.NewExpr(facts.Either, x.t.Line(n))
	e.Args = yields
	return x.b.Expr(e)
}

func (x *extractor) switchRule(n int32, over facts.ExprID) {
	x.b.Open(lang.OrderedScope)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kSwitchLabel:
			x.switchLabel(c, over)
		case kExpressionStatement:
			x.yielded(x.value(x.t.FirstNamed(c)))
		default:
			x.statement(c)
		}
	}
	x.b.Close()
}

// switchLabel walks one label. A plain name is a constant of the switched enum, or a constant in
// scope.
func (x *extractor) switchLabel(n int32, over facts.ExprID) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case !x.t.Usable(c) || x.is(c, "default"):
		case k == kPattern:
			x.pattern(x.t.FirstNamed(c))
		case k == kGuard:
			x.walk(x.t.FirstNamed(c))
		case k == kIdentifier:
			e := lang.NewExpr(facts.Member, x.t.Line(c))
			e.X, e.Name, e.N, e.Flags = over, x.b.Text(c), facts.ValueName, facts.Guarded
			x.b.Expr(e)
			if x.isField(e.Name) || x.imported[e.Name] {
				x.globalName(e.Name, e.Line, facts.ValueName)
			}
		default:
			x.walk(c)
		}
	}
}

// pattern binds the variables of a type pattern or record pattern.
func (x *extractor) pattern(n int32) {
	switch x.t.Kind(n) {
	case kTypePattern:
		x.parameterAnnotations(n)
		typ, name := int32(-1), int32(-1)
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			switch k := x.t.Kind(c); {
			case !x.t.Usable(c) || k == kModifiers || k == kUnderscorePattern:
			case typ < 0:
				typ = c
			case k == kIdentifier:
				name = c
			}
		}
		x.local(name, x.typ(typ), facts.None)
	case kRecordPattern, kPattern:
		body := x.t.ChildOfKind(n, kRecordPatternBody)
		x.typ(x.t.FirstNamed(n))
		if body < 0 {
			return
		}
		for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
			x.pattern(c)
		}
	case kRecordPatternComponent:
		typ := x.t.FirstNamed(n)
		name := x.t.ChildOfKind(n, kIdentifier)
		if name == typ {
			name = -1
		}
		x.local(name, x.typ(typ), facts.None)
	}
}
