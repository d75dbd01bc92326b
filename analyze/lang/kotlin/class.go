package kotlin

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/kotlin/source"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// newDef returns a Def for node n, which ends with node last. name is the node of its name; its
// signature ends before node body, -1 for none.
func (x *extractor) newDef(kind facts.DefKind, n, last, name, body int32, doc *walk.Comments) facts.Def {
	d := lang.NewDef(kind, "")
	if name >= 0 {
		d.Name = jvm.Name(x.b, name)
	}
	d.Start, d.End = x.t.Line(n), x.t.EndLine(last)
	if loose, ok := x.loose[n]; ok {
		d.Start = x.t.Line(loose)
	}
	d.Line = x.t.Line(n)
	if name >= 0 {
		d.Line = x.t.Line(name)
	}
	d.SignatureEnd = d.End
	end := jvm.SetExtent(x.t, &d, n, body, doc)
	start := n
	if m := x.t.ChildOfKind(n, kModifiers); m >= 0 {
		start = x.headStart(m)
	}
	d.Signature = source.Written(jvm.Header(x.t, n, x.t.Nodes[start].Start, end))
	x.modifiers(&d, n)
	return d
}

// headStart returns the first modifier after the annotations.
func (x *extractor) headStart(modifiers int32) int32 {
	for c := x.t.First(modifiers); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kAnnotation && x.t.Nodes[c].Flags&lang.IsExtra == 0 {
			return c
		}
	}
	if n := x.t.Next(modifiers); n >= 0 {
		return n
	}
	return modifiers
}

// modifiers sets the flags of the declaration n.
func (x *extractor) modifiers(d *facts.Def, n int32) {
	private := false
	for m := x.t.First(n); m >= 0; m = x.t.Next(m) {
		if x.t.Kind(m) != kModifiers {
			continue
		}
		for c := x.t.First(m); c >= 0; c = x.t.Next(c) {
			switch string(x.t.Bytes(c)) {
			case "private":
				private = true
			case "abstract":
				d.Flags |= facts.Abstract
			case "override":
				d.Flags |= facts.Override
			case "final":
				d.Flags |= facts.Final
			case "expect":
				d.Flags |= facts.Declaration
			}
			if x.t.Kind(c) == kAnnotation && isTestAnnotation(x.annotationName(c)) {
				d.Flags |= facts.Test
			}
		}
	}
	switch {
	case private && x.ctx.level == jvm.AtFile:
		d.Flags |= facts.FileLocal
	case !private && x.ctx.level != jvm.InCode && x.nameless == 0:
		d.Flags |= facts.Exported
	}
	if x.ctx.level == jvm.InClass && x.ctx.static {
		d.Flags |= facts.Static
	}
	if x.ctx.level == jvm.InCode && x.b.In() == facts.None {
		d.Flags |= facts.Inner
	}
	if x.ctx.level == jvm.InClass && x.ctx.promised {
		d.Flags |= facts.Declaration
	}
}

// hasModifier reports whether the declaration n carries a modifier.
func (x *extractor) hasModifier(n int32, word string) bool {
	return jvm.HasWord(x.t, x.t.ChildOfKind(n, kModifiers), word)
}

// annotations adds the annotations of the declaration n.
func (x *extractor) annotations(n int32) []facts.ExprID {
	var out []facts.ExprID
	if loose, ok := x.loose[n]; ok {
		out = x.looseAnnotations(loose)
	}
	for m := x.t.First(n); m >= 0; m = x.t.Next(m) {
		if k := x.t.Kind(m); k != kModifiers && k != kParameterModifiers {
			continue
		}
		for c := x.t.First(m); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kAnnotation {
				if e := x.annotationUse(c); e != facts.None {
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// isLoose reports whether n contains annotations that the grammar parses as a separate expression:
// those of the declaration on the next line, the last one with an argument in brackets.
func (x *extractor) isLoose(n int32) bool {
	return x.t.Kind(n) == kPrefixExpression && x.t.Kind(x.t.FirstNamed(n)) == kAnnotation
}

func (x *extractor) looseAnnotations(n int32) []facts.ExprID {
	var out []facts.ExprID
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kAnnotation:
			if e := x.annotationUse(c); e != facts.None {
				out = append(out, e)
			}
		case kPrefixExpression:
			out = append(out, x.looseAnnotations(c)...)
		default:
			if x.valuable(c) {
				x.value(c)
			}
		}
	}
	return out
}

// annotationType returns the node of the type of an annotation, or -1.
func (x *extractor) annotationType(n int32) int32 {
	if c := x.t.ChildOfKind(n, kConstructorInvocation); c >= 0 {
		return x.t.ChildOfKind(c, kUserType)
	}
	return x.t.ChildOfKind(n, kUserType)
}

func (x *extractor) annotationName(n int32) string {
	if t := x.annotationType(n); t >= 0 {
		if id := x.t.LastUsable(t); id >= 0 {
			return jvm.Name(x.b, id)
		}
	}
	return ""
}

// annotationUse adds an annotation: a use of its class, and its arguments.
func (x *extractor) annotationUse(n int32) facts.ExprID {
	t := x.annotationType(n)
	if t < 0 {
		return facts.None
	}
	e := x.typeAsValue(t)
	if e == facts.None {
		return e
	}
	x.b.File.Exprs[e].Flags |= facts.Decorates
	if c := x.t.ChildOfKind(n, kConstructorInvocation); c >= 0 {
		x.arguments(x.t.ChildOfKind(c, kValueArguments))
	}
	return e
}

// typeAsValue adds the class that a user_type names, as a value.
func (x *extractor) typeAsValue(t int32) facts.ExprID {
	e := facts.ExprID(facts.None)
	for c := x.t.First(t); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kTypeIdentifier {
			continue
		}
		if e == facts.None {
			e = x.nameOf(jvm.Name(x.b, c), x.t.Line(c))
			continue
		}
		m := lang.NewExpr(facts.Member, x.t.Line(c))
		m.X, m.Name = e, jvm.Name(x.b, c)
		e = x.b.Expr(m)
	}
	return e
}

// class adds a class, an interface or an enum.
func (x *extractor) class(n int32, doc *walk.Comments) {
	name := x.t.ChildOfKind(n, kTypeIdentifier)
	if name < 0 || x.t.Nodes[name].Flags&lang.IsMissing != 0 {
		return
	}
	body := x.t.ChildOfKind(n, kClassBody)
	if body < 0 {
		body = x.bodyOfDelegate(n)
	}
	kind := facts.Class
	switch {
	case x.has(n, tInterface):
		kind = facts.Interface
	case x.has(n, tEnum):
		kind = facts.Enum
		if b := x.t.ChildOfKind(n, kEnumClassBody); b >= 0 {
			body = b
		}
	}
	d := x.newDef(kind, n, n, name, body, doc)
	if kind == facts.Interface {
		d.Flags |= facts.Abstract
	}
	id := x.addDef(d, n, name)
	x.openClass(id, d.Name)
	x.ctx.open, x.ctx.promised = kind == facts.Interface, d.Has(facts.Declaration)
	x.typeParameters(id, n)
	x.bases(id, n)
	x.primaryConstructor(id, n)
	x.delegations(n)
	x.declarations(body)
	x.closeClass()
	x.hashClass(id, n, body)
}

// addDef adds d, the definition of node n, and binds its name where it is local.
func (x *extractor) addDef(d facts.Def, n, name int32) facts.DefID {
	id := x.b.Def(d)
	if x.nameless == 0 {
		x.own[n] = true
	}
	if x.ctx.level == jvm.InCode && name >= 0 && !x.b.AtFileLevel() {
		walk.Declare(x.b, id, d.Name, d.Line)
	}
	walk.Decorate(x.b, id, func() []facts.ExprID { return x.annotations(n) })
	return id
}

// openClass makes the type id the innermost definition. Its scope contains the parameters of the
// primary constructor.
func (x *extractor) openClass(id facts.DefID, name string) {
	around := x.ctx
	x.ctx = context{level: jvm.InClass, class: id, name: name, outer: &around}
	x.b.Enter(id)
	x.b.Open(lang.ClassScope)
}

func (x *extractor) closeClass() {
	x.b.Close()
	x.b.Leave()
	x.ctx = *x.ctx.outer
}

// bases sets the supertypes of a type from its delegation specifiers.
func (x *extractor) bases(id facts.DefID, n int32) {
	if n < 0 {
		return
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kDelegationSpecifier {
			continue
		}
		of := x.t.FirstNamed(c)
		delegated := x.t.Kind(of) == kExplicitDelegation || x.delegate(of) >= 0
		switch x.t.Kind(of) {
		case kConstructorInvocation, kExplicitDelegation:
			of = x.t.FirstNamed(of)
		}
		if t := x.typ(of); t != facts.None {
			d := &x.b.File.Defs[id]
			if delegated { // only interfaces are
				d.Flags |= facts.Delegates
				d.Implements = append(d.Implements, t)
			} else {
				d.Extends = append(d.Extends, t)
			}
			if isSpec(x.b.File.Types[t].Name) {
				d.Flags |= facts.Test
			}
		}
	}
}

// delegations adds the calls of base constructors and the values that interfaces
// are delegated to.
func (x *extractor) delegations(n int32) {
	if n < 0 {
		return
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kDelegationSpecifier {
			continue
		}
		switch of := x.t.FirstNamed(c); x.t.Kind(of) {
		case kConstructorInvocation:
			base := x.t.FirstNamed(of)
			if to := x.delegate(of); to >= 0 {
				x.value(to)
				continue
			}
			if x.t.Kind(base) != kUserType {
				continue
			}
			callee := x.typeAsValue(base)
			args := x.arguments(x.t.ChildOfKind(of, kValueArguments))
			if callee != facts.None {
				x.newOf(of, callee, args)
			}
		case kExplicitDelegation:
			to := x.after(of, tBy)
			if x.bodyOfDelegate(n) >= 0 {
				to = x.firstValue(to)
			}
			x.value(to)
		}
	}
}

// delegate returns what a type is delegated to, if the source was rewritten to a call for it; else -1.
func (x *extractor) delegate(invocation int32) int32 {
	args := x.t.ChildOfKind(invocation, kValueArguments)
	if args < 0 {
		return -1
	}
	arg := x.t.ChildOfKind(args, kValueArgument)
	if arg < 0 || !bytes.HasPrefix(x.t.Bytes(arg), []byte(source.DelegateName+"=")) {
		return -1
	}
	return x.t.LastUsable(arg)
}

// bodyOfDelegate returns the body of a class that the grammar takes for a function literal passed to
// what the class delegates to: "A : B by c { … }". -1 where there is none.
func (x *extractor) bodyOfDelegate(n int32) int32 {
	last := int32(-1)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kDelegationSpecifier:
			last = x.t.ChildOfKind(c, kExplicitDelegation)
		case kClassBody, kEnumClassBody:
			return -1
		}
	}
	if last < 0 {
		return -1
	}
	to := x.after(last, tBy)
	if x.t.Kind(to) != kCallExpression {
		return -1
	}
	lambda := x.t.ChildOfKind(x.t.ChildOfKind(to, kCallSuffix), kAnnotatedLambda)
	return x.t.ChildOfKind(x.t.ChildOfKind(lambda, kLambdaLiteral), kStatements)
}

// newOf adds a constructor call of callee.
func (x *extractor) newOf(n int32, callee facts.ExprID, args []facts.Arg) {
	e := lang.NewExpr(facts.New, x.b.File.Exprs[callee].Line)
	e.X, e.Args, e.Flags, e.At = callee, args, facts.Discarded, x.t.Last(n)
	x.b.Expr(e)
}

// primaryConstructor adds the constructor in the header of a class, the fields it
// declares, and binds its parameters.
func (x *extractor) primaryConstructor(class facts.DefID, n int32) {
	ctor := x.t.ChildOfKind(n, kPrimaryConstructor)
	if ctor < 0 {
		return
	}
	d := x.newDef(facts.Constructor, ctor, ctor, -1, -1, nil)
	d.Name = constructorName
	id := x.b.Def(d)
	x.b.Enter(id)
	var params []facts.Param
	for c := x.t.First(ctor); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kClassParameter {
			continue
		}
		p := x.parameter(c)
		if x.hasModifier(c, "vararg") {
			p.Variadic = true
		}
		x.annotations(c)
		v := lang.NewVar(facts.ParamVar, p.Name, x.t.Line(c))
		v.Index, v.Type = int32(len(params)), p.Type
		x.b.Declare(v)
		x.value(x.after(c, tAssign))
		params = append(params, p)
	}
	decorators := x.annotations(ctor)
	x.b.Leave()
	def := &x.b.File.Defs[id]
	def.Params, def.Decorators = params, decorators
	x.hashConstructor(id, ctor)
	i := 0
	for c := x.t.First(ctor); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kClassParameter {
			if x.has(c, kBindingPatternKind) {
				x.fieldOfParameter(c, params[i])
			}
			i++
		}
	}
}

// fieldOfParameter adds the property that a parameter of a primary constructor
// declares.
func (x *extractor) fieldOfParameter(n int32, p facts.Param) {
	name := x.t.ChildOfKind(n, kSimpleIdentifier)
	if name < 0 {
		return
	}
	d := x.newDef(facts.Field, n, n, name, -1, nil)
	d.Type = p.Type
	if p.Variadic {
		d.Type = walk.ListType(x.b, p.Type, d.Line)
	}
	x.hashField(x.b.Def(d), n)
}

// constructorName is the name used for constructors, which have none in the source.
const constructorName = "constructor"

func (x *extractor) secondaryConstructor(n int32, doc *walk.Comments) {
	body := x.t.ChildOfKind(n, tOpenBrace)
	d := x.newDef(facts.Constructor, n, n, -1, body, doc)
	d.Name = constructorName
	id := x.addDef(d, n, -1)
	x.openFunction(id, "")
	params := x.parameters(x.t.ChildOfKind(n, kFunctionValueParameters))
	x.b.File.Defs[id].Params = params
	x.declareParams(x.t.ChildOfKind(n, kFunctionValueParameters), params, nil)
	if c := x.t.ChildOfKind(n, kConstructorDelegationCall); c >= 0 {
		args := x.arguments(x.t.ChildOfKind(c, kValueArguments))
		if x.has(c, tThis) && x.ctx.name != "" {
			x.newOf(c, x.b.FileLevelName(x.ctx.name, x.t.Line(c)), args)
		} else {
			e := lang.NewExpr(facts.Call, x.t.Line(c))
			e.X, e.Args, e.Flags = x.b.Expr(lang.NewExpr(facts.Super, x.t.Line(c))), args, facts.Discarded
			e.At = x.t.Last(c)
			x.b.Expr(e)
		}
	}
	x.inBlock(x.t.ChildOfKind(n, kStatements))
	x.closeFunction()
	x.hashFunction(id, n, x.t.ChildOfKind(n, kStatements))
}

// object adds an object, or the members of a companion object, which are static members of the
// enclosing class. A companion with supertypes is a type of its own.
func (x *extractor) object(n int32, doc *walk.Comments) {
	name, body := x.t.ChildOfKind(n, kTypeIdentifier), x.t.ChildOfKind(n, kClassBody)
	if body < 0 {
		body = x.bodyOfDelegate(n)
	}
	isCompanion := x.t.Kind(n) == kCompanionObject
	if isCompanion && !x.has(n, kDelegationSpecifier) && x.ctx.level == jvm.InClass {
		x.annotations(n)
		around := x.ctx.static
		x.ctx.static = true
		x.declarations(body)
		x.ctx.static = around
		return
	}
	if !isCompanion && (name < 0 || x.t.Nodes[name].Flags&lang.IsMissing != 0) {
		return
	}
	d := x.newDef(facts.Class, n, n, name, body, doc)
	d.Flags |= facts.Singleton
	if isCompanion {
		d.Flags |= facts.Static
		if d.Name == "" {
			d.Name = companion
		}
	}
	id := x.addDef(d, n, name)
	x.openClass(id, d.Name)
	x.bases(id, n)
	x.delegations(n)
	x.declarations(body)
	x.closeClass()
	x.hashClass(id, n, body)
}

// anonymousObject adds the class of an object literal, which has no name: its code is part of the
// enclosing definition. It returns an instance.
func (x *extractor) anonymousObject(n int32) facts.ExprID {
	id := x.namelessClass(n, n)
	t := lang.NewType(facts.ObjectT, x.t.Line(n))
	t.Def = id
	e := lang.NewExpr(facts.Composite, x.t.Line(n))
	e.Type = x.b.Type(t)
	return x.b.Expr(e)
}

// namelessClass adds a class without a name for node n with the supertypes in bases, and walks its
// body.
func (x *extractor) namelessClass(n, bases int32) facts.DefID {
	d := lang.NewDef(facts.Class, "")
	d.Start, d.Line, d.End = x.t.Line(n), x.t.Line(n), x.t.EndLine(n)
	d.SignatureEnd = d.Line
	id := x.b.Def(d)
	around := x.ctx
	x.nameless++
	x.ctx = context{level: jvm.InClass, class: id, outer: &around}
	x.delegations(bases)
	x.b.Enter(id)
	x.bases(id, bases)
	x.b.Open(lang.BlockScope)
	x.declarations(x.t.ChildOfKind(n, kClassBody))
	x.b.Close()
	x.b.Leave()
	x.nameless--
	x.ctx = around
	return id
}

// enumEntry adds a value of an enum. The members of its body belong to a class
// without a name.
func (x *extractor) enumEntry(n int32, doc *walk.Comments) {
	name := x.t.ChildOfKind(n, kSimpleIdentifier)
	if name < 0 {
		return
	}
	d := x.newDef(facts.EnumMember, n, n, name, x.t.ChildOfKind(n, kClassBody), doc)
	d.Flags |= facts.Static
	id := x.addDef(d, n, -1)
	x.b.Enter(id)
	if args := x.t.ChildOfKind(n, kValueArguments); args >= 0 && x.ctx.name != "" {
		list := x.arguments(args)
		x.newOf(n, x.b.FileLevelName(x.ctx.name, d.Line), list)
	}
	if body := x.t.ChildOfKind(n, kClassBody); body >= 0 && x.ctx.name != "" {
		base := x.b.NamedType("", x.ctx.name, d.Line)
		class := x.namelessClass(n, -1)
		x.b.File.Defs[class].Extends = []facts.TypeID{base}
	}
	x.b.Leave()
	x.hashField(id, n)
}

func (x *extractor) typeAlias(n int32, doc *walk.Comments) {
	name := x.t.ChildOfKind(n, kTypeIdentifier)
	if name < 0 {
		return
	}
	d := x.newDef(facts.TypeDef, n, n, name, -1, doc)
	d.Flags |= facts.Alias
	id := x.addDef(d, n, name)
	x.b.Enter(id)
	x.typeParameters(id, n)
	target := int32(-1)
	for c := name + 1; c >= 0 && c < n+x.t.Nodes[n].Size; c = x.t.Next(c) {
		if isType(x.t.Kind(c)) && x.t.Kind(c) != kTypeIdentifier {
			target = c
		}
	}
	t := x.typ(target)
	x.b.Leave()
	x.b.File.Defs[id].Type = t
	x.hashAlias(id, n)
}
