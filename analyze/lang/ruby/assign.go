package ruby

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// assignment walks "left = right" and returns the value.
func (x *extractor) assignment(i int32) facts.ExprID {
	t := x.t
	left, right := t.Child(i, fLeft), t.Child(i, fRight)
	switch t.Kind(left) {
	case kConstant, kScopeResolution:
		return x.constant(i, left, right)
	case kIdentifier: // declared from here on: x = x is nil
		x.bindLocal(x.b.Text(left), facts.None, x.line(left))
	}
	value := x.expr(right)
	if t.Kind(right) == kSplatArgument && value >= 0 {
		value = x.listOf(x.line(right), x.elem(value, x.line(right)))
	}
	x.assignTo(left, value)
	return value
}

// operatorAssignment walks "left op= right". The value of ||= and &&= includes the right side; other
// operators are method calls.
func (x *extractor) operatorAssignment(i int32) facts.ExprID {
	t := x.t
	left, op, right := t.Child(i, fLeft), t.Child(i, fOperator), t.Child(i, fRight)
	if left < 0 || op < 0 {
		x.effectsOf(i)
		return facts.None
	}
	if k := t.Kind(left); (k == kConstant || k == kScopeResolution) && t.Kind(op) == tOrAssign {
		return x.constant(i, left, right)
	}
	if t.Kind(left) == kIdentifier && x.lookup(x.b.Text(left)) < 0 {
		x.bindLocal(x.b.Text(left), facts.None, x.line(left))
	}
	old := x.expr(left)
	value := x.expr(right)
	if k := t.Kind(op); k == tOrAssign || k == tAndAssign {
		x.assignTo(left, value)
		return x.either(x.line(i), old, value)
	}
	name := x.b.Text(op)
	result := x.operator(old, name[:len(name)-1], x.line(op), value)
	if name == "<<=" {
		x.grow(old, value, false)
	}
	if old >= 0 && x.f.Exprs[old].Kind == facts.Call { // a setter or []=
		x.assignTo(left, result)
	}
	return result
}

// assignTo binds value, None where it is not known, to the target at node i.
func (x *extractor) assignTo(i int32, value facts.ExprID) {
	if i < 0 {
		return
	}
	t := x.t
	line := x.line(i)
	switch t.Kind(i) {
	case kIdentifier:
		x.bindLocal(x.b.Text(i), value, line)
	case kInstanceVariable, kClassVariable, kGlobalVariable:
		x.bindVariable(i, value)
	case kElementReference:
		object := x.expr(t.Child(i, fObject))
		args := x.arguments(i, t.Child(i, fObject), facts.None)
		if object < 0 {
			return
		}
		x.grow(object, value, true)
		x.callOf(i, x.member(object, "[]=", line), line, facts.Discarded, append(args, facts.Arg{X: value}))
	case kCall:
		receiver, method := t.Child(i, fReceiver), t.Child(i, fMethod)
		object := x.expr(receiver)
		if object < 0 || method < 0 {
			return
		}
		if t.Kind(receiver) == kSelf && x.ctx.method >= 0 && value >= 0 {
			x.addFieldValue(field{x.ctx.typ, "@" + x.b.Text(method), x.ctx.static}, value, line)
		}
		x.callOf(i, x.member(object, x.b.Text(method)+"=", x.line(method)), x.line(method), facts.Discarded, []facts.Arg{{X: value}})
	case kLeftAssignmentList, kDestructuredLeftAssignment:
		x.destructure(i, value, line)
	case kRestAssignment:
		if name := t.FirstNamed(i); name >= 0 {
			x.assignTo(name, value)
		}
	case kConstant, kScopeResolution:
		x.constant(i, i, -1)
	}
}

// destructure binds the targets under node i to the parts of value.
func (x *extractor) destructure(i int32, value facts.ExprID, line int32) {
	t := x.t
	n := int32(0)
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if !x.usable(c) {
			continue
		}
		if k := t.Kind(c); k == kRestAssignment || k == kSplatParameter {
			if name := t.FirstNamed(c); name >= 0 {
				x.assignTo(name, value)
			}
			n++
			continue
		}
		var part facts.ExprID = facts.None
		if value >= 0 {
			e := lang.NewExpr(facts.Result, line)
			e.X, e.N = value, n
			part = x.b.Expr(e)
		}
		if t.Kind(c) == kDestructuredParameter {
			x.destructure(c, part, line)
		} else {
			x.assignTo(c, part)
		}
		n++
	}
}

// bindLocal adds value to the local variable name, and declares it if it does not exist yet.
func (x *extractor) bindLocal(name string, value facts.ExprID, line int32) {
	v := x.lookup(name)
	if v < 0 {
		v = x.declare(lang.NewVar(facts.LocalVar, name, line))
	}
	x.b.AddValue(v, value)
}

// variable adds the use of an instance, class or global variable.
func (x *extractor) variable(i int32) facts.ExprID {
	t := x.t
	name, line := x.b.Text(i), x.line(i)
	switch {
	case t.Kind(i) == kGlobalVariable:
		return x.b.FileLevelName(name, line)
	case x.ctx.typ < 0:
		if v, ok := x.states[name]; ok {
			return x.local(v, line)
		}
		return x.literal("", i)
	case t.Kind(i) == kClassVariable:
		return x.member(x.ownType(true, line), name, line)
	}
	return x.member(x.self(line), name, line)
}

// bindVariable adds value to a field or global variable, and defines it at its first assignment.
func (x *extractor) bindVariable(i int32, value facts.ExprID) {
	t := x.t
	name, line := x.b.Text(i), x.line(i)
	switch {
	case t.Kind(i) == kGlobalVariable:
		key := field{typ: facts.None, name: name}
		id, ok := x.globals[key]
		if !ok {
			d := lang.NewDef(facts.Variable, name)
			d.Start, d.Line, d.End, d.SignatureEnd = line, line, line, line
			d.Signature, d.Flags = name, facts.Exported
			id = x.b.Def(d)
			x.f.Defs[id].Parent = facts.None
			x.globals[key] = id
		}
		x.addDefValue(id, value)
	case x.ctx.typ < 0:
		v, ok := x.states[name]
		if !ok {
			n := lang.NewVar(facts.LocalVar, name, line)
			x.f.Vars = append(x.f.Vars, n)
			v = facts.VarID(len(x.f.Vars) - 1)
			x.states[name] = v
		}
		x.b.AddValue(v, value)
	default:
		static := t.Kind(i) == kClassVariable || x.ctx.static || x.ctx.method < 0 && !x.ctx.loose
		x.addFieldValue(field{x.ctx.typ, name, static}, value, line)
	}
}

// addFieldValue adds value to an instance or class variable of a type.
func (x *extractor) addFieldValue(key field, value facts.ExprID, line int32) {
	if key.typ < 0 {
		return
	}
	id, ok := x.fields[key]
	if !ok {
		d := lang.NewDef(facts.Field, key.name)
		d.Start, d.Line, d.End, d.SignatureEnd = line, line, line, line
		d.Signature = key.name
		if key.static {
			d.Flags |= facts.Static
		}
		id = x.b.Def(d)
		x.f.Defs[id].Parent = key.typ
		x.fields[key] = id
	}
	x.addDefValue(id, value)
}

func (x *extractor) addDefValue(id facts.DefID, value facts.ExprID) {
	if d := &x.f.Defs[id]; value >= 0 && len(d.Values) < facts.MaxValues {
		d.Values = append(d.Values, value)
	}
}

// grow records that the variable object gets value as an element.
func (x *extractor) grow(object, value facts.ExprID, keyed bool) {
	if object < 0 || value < 0 {
		return
	}
	e := &x.f.Exprs[object]
	line, name := e.Line, e.Name
	container := func() facts.ExprID {
		if keyed {
			return x.mapOf(line, value)
		}
		return x.listOf(line, value)
	}
	switch e.Kind {
	case facts.Local:
		v := e.Ref
		if x.f.Vars[v].Kind == facts.LocalVar {
			x.b.AddValue(v, container())
			x.grownVars[v] = true
		}
	case facts.Member:
		if !strings.HasPrefix(name, "@") {
			return
		}
		static := name[1] == '@' || x.ctx.static || x.ctx.method < 0 && !x.ctx.loose
		if id, ok := x.fields[field{x.ctx.typ, name, static}]; ok {
			x.addDefValue(id, container())
			x.grownDefs[id] = true
		}
	case facts.Name:
		if id, ok := x.globals[field{typ: x.ctx.typ, name: name}]; ok {
			x.addDefValue(id, container())
			x.grownDefs[id] = true
		}
	}
}

// constant handles "Name = value": a class, a lambda or a value.
func (x *extractor) constant(i, left, right int32) facts.ExprID {
	t := x.t
	name := left
	var receiver facts.TypeID = facts.None
	if t.Kind(left) == kScopeResolution {
		name = t.Child(left, fName)
		if scope := t.Child(left, fScope); x.isPath(scope) {
			receiver = x.typeOf(scope)
		}
	}
	if t.Kind(name) != kConstant {
		x.expr(right)
		return facts.None
	}
	if class, of := x.classMaker(right); class != "" {
		return x.namedClass(i, name, of, class, receiver)
	}
	d := lang.NewDef(facts.Constant, x.b.Text(name))
	d.Start, d.Line, d.End = x.line(i), x.line(name), t.EndLine(i)
	d.SignatureEnd, d.Receiver = d.Line, receiver
	d.Signature = x.header(i, i)
	if x.ctx.method < 0 {
		d.Flags = facts.Exported | facts.Static
	}
	x.document(&d)
	x.hashValue(&d, right)
	id := x.b.Def(d)
	if x.ctx.method >= 0 {
		x.f.Defs[id].Parent = x.ctx.typ
	}
	x.globals[field{typ: x.ctx.typ, name: d.Name}] = id
	value := x.expr(right)
	x.addDefValue(id, value)
	return value
}
