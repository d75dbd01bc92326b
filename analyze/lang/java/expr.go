package java

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// walk adds the calls and references in expression n, whose value is unused.
func (x *extractor) walk(n int32) {
	if n < 0 || !x.t.Usable(n) {
		return
	}
	switch k := x.t.Kind(n); k {
	case kIdentifier:
		if x.localNamed(x.b.Text(n)) == facts.None {
			x.value(n)
		}
	case kParenthesizedExpression:
		x.walk(x.t.FirstNamed(n))
	case kUnaryExpression:
		x.walk(x.t.Child(n, fOperand))
	case kBinaryExpression:
		x.walk(x.t.Child(n, fLeft))
		x.walk(x.t.Child(n, fRight))
	case kArrayAccess:
		x.walk(x.t.Child(n, fArray))
		x.walk(x.t.Child(n, fIndex))
	case kThis, kSuper:
	default:
		if literalType(k) == "" || k == kStringLiteral {
			x.value(n)
		}
	}
}

// operand is value, but returns an unknown expression instead of None.
func (x *extractor) operand(n int32) facts.ExprID { return walk.Known(x.b, x.value(n), n) }

// value adds expression n and returns it; None where its value is unknown.
func (x *extractor) value(n int32) facts.ExprID {
	if n < 0 || !x.t.Usable(n) {
		return facts.None
	}
	k := x.t.Kind(n)
	if name := literalType(k); name != "" {
		return x.literalValue(n, k, name)
	}
	switch k {
	case kIdentifier:
		return x.name(n)
	case kThis:
		return x.b.Expr(lang.NewExpr(facts.This, x.t.Line(n)))
	case kSuper:
		return x.b.Expr(lang.NewExpr(facts.Super, x.t.Line(n)))
	case kParenthesizedExpression:
		return x.value(x.t.FirstNamed(n))
	case kFieldAccess:
		return x.fieldAccess(n)
	case kMethodInvocation:
		return x.call(n)
	case kObjectCreationExpression:
		return x.creation(n)
	case kArrayAccess:
		of := x.operand(x.t.Child(n, fArray))
		x.walk(x.t.Child(n, fIndex))
		return walk.Wrap(x.b, facts.Index, of, x.t.Line(n))
	case kArrayCreationExpression:
		return x.arrayCreation(n)
	case kArrayInitializer, kElementValueArrayInitializer:
		return x.array(n, facts.None)
	case kCastExpression:
		return x.cast(n)
	case kInstanceofExpression:
		return x.instanceOf(n)
	case kLambdaExpression:
		return x.lambda(n)
	case kMethodReference:
		return x.methodReference(n)
	case kTernaryExpression:
		x.walk(x.t.Child(n, fCondition))
		return x.either(n, x.value(x.t.Child(n, fConsequence)), x.value(x.t.Child(n, fAlternative)))
	case kAssignmentExpression:
		return x.assignment(n)
	case kBinaryExpression:
		return x.binary(n)
	case kUnaryExpression:
		return x.unary(n)
	case kUpdateExpression:
		return x.written(x.t.FirstNamed(n))
	case kSwitchExpression:
		return x.switchOver(n)
	case kClassLiteral:
		return x.classLiteral(n)
	case kAnnotation, kMarkerAnnotation:
		return x.annotation(n)
	case kTemplateExpression:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			x.walk(c)
		}
	}
	return facts.None
}

func literalType(k lang.Kind) string {
	switch k {
	case kStringLiteral:
		return "String"
	case kDecimalIntegerLiteral, kHexIntegerLiteral, kOctalIntegerLiteral, kBinaryIntegerLiteral:
		return "int"
	case kDecimalFloatingPointLiteral, kHexFloatingPointLiteral:
		return "double"
	case kCharacterLiteral:
		return "char"
	case kTrue, kFalse:
		return "boolean"
	case kNullLiteral:
		return "null"
	}
	return ""
}

// literalValue adds a literal whose kind of node says that it is a name, or a wider
// or smaller number by its last letter. The code in a string is walked.
func (x *extractor) literalValue(n int32, k lang.Kind, name string) facts.ExprID {
	text := x.t.Bytes(n)
	var last byte
	if len(text) > 0 { // a token inserted by the parser has no text
		last = text[len(text)-1] | ' ' // in lower case
	}
	switch {
	case k == kStringLiteral:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kStringInterpolation {
				x.walk(x.t.FirstNamed(c))
			}
		}
	case name == "int" && last == 'l':
		name = "long"
	case name == "double" && last == 'f', k == kDecimalIntegerLiteral && last == 'f':
		name = "float"
	case k == kDecimalIntegerLiteral && last == 'd':
		name = "double"
	}
	return x.b.Literal(name)
}

// localNamed returns the variable or local type that a name means, None where it means a member: a
// field of an enclosing class hides the variables outside that class.
func (x *extractor) localNamed(name string) facts.VarID {
	v := x.b.Lookup(name)
	for c := x.class; c != nil && v != facts.None && v < c.vars; c = c.outer {
		if _, ok := c.fields[name]; ok {
			return facts.None
		}
	}
	return v
}

// name adds the use of a name as a value.
func (x *extractor) name(n int32) facts.ExprID {
	name := x.b.Text(n)
	if name == "" {
		return facts.None
	}
	if v := x.localNamed(name); v != facts.None {
		return x.localExpr(v, name, x.t.Line(n))
	}
	return x.globalName(name, x.t.Line(n), facts.ValueName)
}

// globalName adds the use of a name that no enclosing function declares.
func (x *extractor) globalName(name string, line int32, as int32) facts.ExprID {
	id := x.b.FileLevelName(name, line)
	x.b.File.Exprs[id].N = as
	return id
}

func (x *extractor) localExpr(v facts.VarID, name string, line int32) facts.ExprID {
	return walk.Local(x.b, v, name, line)
}

// memberOf adds a member of a value by its name; as is FunctionName for a method.
func (x *extractor) memberOf(of facts.ExprID, name int32, as int32) facts.ExprID {
	if x.b.Text(name) == "" {
		return of
	}
	e := lang.NewExpr(facts.Member, x.t.Line(name))
	e.X, e.Name, e.N = of, x.b.Text(name), as
	return x.b.Expr(e)
}

// fieldAccess adds a.b, which may be a field, a type, Outer.this or part of the
// name of a package.
func (x *extractor) fieldAccess(n int32) facts.ExprID {
	object, field := x.t.Child(n, fObject), x.t.Child(n, fField)
	if x.t.Kind(field) == kThis {
		return x.outerThis(object, facts.This)
	}
	if x.t.ChildOfKind(n, kSuper) >= 0 && x.t.Kind(object) != kSuper { // Outer.super.field
		return x.memberOf(x.outerThis(object, facts.Super), field, facts.ValueName)
	}
	if name := x.b.Text(field); !isPackagePart(name) {
		if pkg := x.packageName(object); pkg != "" && (strings.Contains(pkg, ".") || name != strings.ToUpper(name)) {
			return x.globalName(x.qualified(pkg, name, field), x.t.Line(field), facts.ValueName)
		}
	}
	return x.memberOf(x.operand(object), field, facts.ValueName)
}

// packageName returns n as the name of a package: parts without a capital letter, of which the first
// has no other meaning here; "" for other names.
func (x *extractor) packageName(n int32) string {
	var parts []string
	for x.t.Kind(n) == kFieldAccess {
		field := x.t.Child(n, fField)
		if x.t.Kind(field) != kIdentifier || !isPackagePart(x.b.Text(field)) {
			return ""
		}
		parts = append(parts, x.b.Text(field))
		n = x.t.Child(n, fObject)
	}
	first := x.b.Text(n)
	if x.t.Kind(n) != kIdentifier || !isPackagePart(first) {
		return ""
	}
	if x.b.Lookup(first) != facts.None || x.isField(first) || x.imported[first] {
		return ""
	}
	var b strings.Builder
	b.WriteString(first)
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteByte('.')
		b.WriteString(parts[i])
	}
	return x.b.Intern([]byte(b.String()))
}

// outerThis adds Outer.this or Outer.super, where n is Outer: the instance of the enclosing class with
// that name. If there is none, Outer is an interface whose default method is called.
func (x *extractor) outerThis(n int32, kind facts.ExprKind) facts.ExprID {
	name := x.b.Text(n)
	for c := x.class; c != nil; c = c.outer {
		if c.name == name && name != "" {
			id := x.b.Expr(lang.NewExpr(kind, x.t.Line(n)))
			x.b.File.Exprs[id].In = c.def
			return id
		}
	}
	return x.operand(n)
}

// arrayCreation adds new T[n] or new T[]{…}.
func (x *extractor) arrayCreation(n int32) facts.ExprID {
	t := x.typ(x.t.Child(n, fType))
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kDimensionsExpr:
			x.walk(x.t.FirstNamed(c))
			t = walk.ListType(x.b, t, x.t.Line(c))
		case kDimensions:
			t = x.arrayOf(t, c)
		}
	}
	if values := x.t.Child(n, fValue); values >= 0 {
		return x.array(values, t)
	}
	return x.composite(t, n, nil)
}

func (x *extractor) composite(t facts.TypeID, n int32, args []facts.Arg) facts.ExprID {
	e := lang.NewExpr(facts.Composite, x.t.Line(n))
	if e.Type = t; t == facts.None {
		e.Kind = facts.List
	}
	e.Args = args
	return x.b.Expr(e)
}

// array adds the values of an array of type t; a nested initialiser is an element.
func (x *extractor) array(n int32, t facts.TypeID) facts.ExprID {
	elem := facts.TypeID(facts.None)
	if t != facts.None && x.b.File.Types[t].Kind == facts.ListT {
		elem = x.b.File.Types[t].Args[0]
	}
	var args []facts.Arg
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case !x.t.Usable(c):
		case k == kArrayInitializer:
			x.array(c, elem)
		case literalType(k) != "" && t != facts.None:
			x.walk(c)
		default:
			if e := x.value(c); e != facts.None {
				args = append(args, facts.Arg{X: e})
			}
		}
	}
	return x.composite(t, n, args)
}

func (x *extractor) cast(n int32) facts.ExprID {
	var types []facts.TypeID
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Field == fType {
			types = append(types, x.typ(c))
		}
	}
	e := lang.NewExpr(facts.Assert, x.t.Line(n))
	e.Type = walk.Join(x.b, facts.IntersectionT, x.t.Line(n), types)
	e.X = x.operand(x.t.Child(n, fValue))
	return x.b.Expr(e)
}

func (x *extractor) instanceOf(n int32) facts.ExprID {
	x.walk(x.t.Child(n, fLeft))
	if p := x.t.Child(n, fPattern); p >= 0 {
		x.pattern(p)
	} else {
		x.local(x.t.Child(n, fName), x.typ(x.t.Child(n, fRight)), facts.None)
	}
	return x.b.Literal("boolean")
}

func (x *extractor) assignment(n int32) facts.ExprID {
	target := x.written(x.t.Child(n, fLeft))
	value := x.value(x.t.Child(n, fRight))
	if value != facts.None && target != facts.None && x.b.File.Exprs[value].Kind == facts.Func {
		x.assign(target, value)
	}
	if value != facts.None && x.t.Kind(x.t.Child(n, fOperator)) == tAssign {
		return value
	}
	return target
}

// assign adds a lambda to the values of the variable or field that target names.
func (x *extractor) assign(target, value facts.ExprID) {
	e := &x.b.File.Exprs[target]
	switch {
	case e.Kind == facts.Local:
		x.b.AddValue(e.Ref, value)
	case e.Kind == facts.Name || e.Kind == facts.Member && x.b.File.Exprs[e.X].Kind == facts.This:
		for c := x.class; c != nil; c = c.outer {
			if id, ok := c.fields[e.Name]; ok {
				if d := &x.b.File.Defs[max(id, 0)]; id != facts.None && len(d.Values) < facts.MaxValues {
					d.Values = append(d.Values, value)
				}
				return
			}
		}
	}
}

// written adds an expression that is assigned to.
func (x *extractor) written(n int32) facts.ExprID {
	e := x.value(n)
	if e != facts.None {
		if k := x.b.File.Exprs[e].Kind; k == facts.Name || k == facts.Local || k == facts.Member {
			x.b.File.Exprs[e].Flags |= facts.Write
		}
	}
	return e
}

// either returns a value that is one of two.
func (x *extractor) either(n int32, a, b facts.ExprID) facts.ExprID {
	if a == b {
		return a
	}
	return x.b.Either(x.t.Line(n), a, b)
}

func (x *extractor) unary(n int32) facts.ExprID {
	operand := x.t.Child(n, fOperand)
	if x.t.Kind(x.t.Child(n, fOperator)) == tNot {
		x.walk(operand)
		return x.b.Literal("boolean")
	}
	e := x.value(operand)
	if k := x.known(e); k == "char" || k == "byte" || k == "short" {
		return x.b.Literal("int")
	}
	return e
}

func (x *extractor) binary(n int32) facts.ExprID {
	left, right := x.t.Child(n, fLeft), x.t.Child(n, fRight)
	op := x.t.Kind(x.t.Child(n, fOperator))
	switch op {
	case tAnd, tOr, tEqual, tNotEqual, tLess, tLessEqual, tGreater, tGreaterEqual:
		x.walk(left)
		x.walk(right)
		return x.b.Literal("boolean")
	}
	l, r := x.value(left), x.value(right)
	lk, rk := x.known(l), x.known(r)
	switch {
	case op == tPlus && (lk == "String" || rk == "String"):
		return x.b.Literal("String")
	case op == tShiftLeft || op == tShiftRight || op == tShiftUnsigned:
		if lk == "byte" || lk == "short" || lk == "char" {
			return x.b.Literal("int")
		}
		return l
	case lk == "boolean" && rk == "boolean":
		return l
	case rank(lk) > 0 && rank(rk) > 0:
		return x.b.Literal(numbers[max(rank(lk), rank(rk), rank("int"))-1])
	case op != tPlus && (lk == "double" || rk == "double"):
		return x.b.Literal("double")
	}
	return x.either(n, l, r)
}

// numbers are the result types of arithmetic, from narrow to wide.
var numbers = [...]string{"byte", "short", "char", "int", "long", "float", "double"}

func rank(name string) int {
	for i, n := range numbers {
		if n == name {
			return i + 1
		}
	}
	return 0
}

// known returns the name of the type of e where the file determines it: of a literal, or of a variable
// declared as a String or a primitive type.
func (x *extractor) known(e facts.ExprID) string {
	if e == facts.None {
		return ""
	}
	f := x.b.File
	t := facts.TypeID(facts.None)
	switch ex := &f.Exprs[e]; ex.Kind {
	case facts.Literal:
		return ex.Name
	case facts.Local:
		t = f.Vars[ex.Ref].Type
	case facts.Assert:
		t = ex.Type
	case facts.Name:
		if x.class != nil {
			if id, ok := x.class.fields[ex.Name]; ok && id != facts.None {
				t = f.Defs[id].Type
			}
		}
	}
	if t == facts.None || f.Types[t].Kind != facts.Named || f.Types[t].Qualifier != "" {
		return ""
	}
	if name := f.Types[t].Name; name == "String" || name == "boolean" || rank(name) > 0 {
		return name
	}
	return ""
}

// classLiteral adds T.class, a value of type Class<T>.
func (x *extractor) classLiteral(n int32) facts.ExprID {
	t := x.typ(x.t.FirstNamed(n))
	if t == facts.None {
		return x.composite(x.b.NamedType("", "Class", x.t.Line(n)), n, nil)
	}
	return x.composite(x.b.NamedType("", "Class", x.t.Line(n), t), n, nil)
}
