package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// assignment visits a = b and returns its value. outer is the enclosing statement where the assignment
// is the whole statement, else the assignment itself.
func (e *extractor) assignment(i, outer int32) facts.ExprID {
	t := e.t
	left, right := t.Strip(t.Child(i, syntax.FLeft)), t.Child(i, syntax.FRight)
	if left < 0 || right < 0 {
		e.children(i)
		return facts.None
	}
	if e.cjs.IsTarget(left) {
		return e.exportAssignment(i, outer)
	}
	switch t.Kind(left) {
	case syntax.KIdentifier:
		return e.assignName(i, left, right)
	case syntax.KObjectPattern, syntax.KArrayPattern:
		x := e.expr(right)
		e.bind(left, x, bindAssign)
		return x
	case syntax.KMemberExpression:
		return e.assignMember(i, outer, left, right)
	case syntax.KSubscriptExpression:
		if index := t.Child(left, syntax.FIndex); t.Kind(index) == syntax.KString {
			return e.assignMember(i, outer, left, right)
		}
	}
	target := e.expr(left)
	e.write(target)
	if inner := t.Strip(right); target != facts.None && t.Kind(inner) == syntax.KFunctionExpression && t.Child(inner, syntax.FName) < 0 {
		return e.literalOf(inner, e.f.Exprs[target].X) // app[name] = function () { this… }
	}
	return e.expr(right)
}

func (e *extractor) write(x facts.ExprID) {
	if x != facts.None {
		e.f.Exprs[x].Flags |= facts.Write
		if v := &e.f.Exprs[x]; v.Kind == facts.Local {
			e.narrows.Widen(v.Ref)
		}
		e.mayLack(x)
	}
}

// assignName handles x = right.
func (e *extractor) assignName(i, left, right int32) facts.ExprID {
	name := e.t.Word(left)
	var x facts.ExprID
	if inner := e.t.Strip(right); e.t.IsFunction(inner) && e.fn != nil {
		d := e.define(facts.Function, name, i, left)
		e.function(d, inner, i, left, facts.None)
		x = e.b.FuncValue(d, e.t.Line(left))
	} else {
		e.named = true
		x = e.expr(right)
	}
	target := e.b.NameExpr(name, e.t.Line(left))
	e.write(target)
	e.b.Assign(target, x)
	return x
}

// assignMember handles o.x = right and o["x"] = right.
func (e *extractor) assignMember(i, outer, left, right int32) facts.ExprID {
	t := e.t
	object, nameNode := t.Parts(left)
	name := t.PropertyName(nameNode)
	this := t.Kind(object) == syntax.KThis
	inner := t.Strip(right)
	atTop := e.fn == nil && e.class == nil
	isClass := t.Kind(inner) == syntax.KClass && t.Named(inner)
	if !this && !atTop && !isClass && !t.IsFunction(inner) && !(t.Kind(inner) == syntax.KObject && name == "prototype") {
		target := e.expr(left)
		e.write(target)
		x := e.expr(right)
		if t.Kind(inner) == syntax.KObject && e.t.Dialect.Typed() { // checked against the type of the member
			e.b.Satisfies(x, e.b.TypeOf(target, t.Line(left)), t.Line(left))
		}
		return x
	}
	ownerExpr := e.expr(object)
	if ownerExpr == facts.None {
		return e.expr(right)
	}
	target := lang.NewExpr(facts.Member, t.Line(nameNode))
	target.X, target.Name, target.Flags = ownerExpr, name, facts.Write
	member := e.b.Expr(target)
	switch {
	case this && !isClass && !t.IsFunction(inner):
		typ := facts.TypeID(facts.None)
		if e.doc.Of == outer {
			typ = e.types.OfComment(e.doc)
		}
		e.named = true
		x := e.expr(right)
		e.thisField(i, nameNode, ownerExpr, x, typ)
		return x
	case this && e.this == facts.None:
		return e.expr(right)
	case t.Kind(inner) == syntax.KObject && name == "prototype":
		return e.object(inner, true, member)
	case t.Kind(right) == syntax.KAssignmentExpression && !this:
		// a.x = a.y = value: one definition for each name.
		x := e.expr(right)
		e.b.AddDefValue(e.memberDef(facts.Field, outer, nameNode, right, name, ownerExpr), x)
		return x // the innermost assignment carries the hash of the value
	case t.IsFunction(inner):
		return e.assignMethod(outer, nameNode, inner, name, ownerExpr)
	case isClass:
		d := e.classDef(inner, outer, nameNode, name, false)
		e.f.Defs[d].Owner = ownerExpr
		return e.b.DefValue(d, t.Line(nameNode))
	}
	if name == "prototype" {
		x := e.expr(right)
		e.inherit(ownerExpr, inner)
		return x
	}
	d := e.memberDef(facts.Field, outer, nameNode, right, name, ownerExpr)
	if e.doc.Of == outer {
		e.f.Defs[d].Type = e.types.OfComment(e.doc)
	}
	e.b.Enter(d)
	e.named = true
	x := e.expr(right)
	e.b.Leave()
	e.b.AddDefValue(d, x)
	e.hash.Value(d, right)
	return x
}

// assignMethod handles owner.name = function. Inside a method of the class, this.name names a member
// of the class.
func (e *extractor) assignMethod(outer, nameNode, inner int32, name string, owner facts.ExprID) facts.ExprID {
	d := e.define(facts.Method, name, outer, nameNode)
	if e.f.Exprs[owner].Kind == facts.This {
		if home := e.classOfThis(); home != facts.None && !e.t.DeclaresMember(e.class.body, name) {
			e.f.Defs[d].Parent = home
			e.class.fields[name] = d
			owner = facts.None
		}
	}
	e.f.Defs[d].Owner = owner
	e.function(d, inner, outer, nameNode, e.binds(inner, d))
	return e.b.FuncValue(d, e.t.Line(nameNode))
}

// memberDef adds a member that is assigned outside its declaration.
func (e *extractor) memberDef(kind facts.DefKind, outer, nameNode, right int32, name string, owner facts.ExprID) facts.DefID {
	d := e.define(kind, name, outer, nameNode)
	e.f.Defs[d].Owner = owner
	e.f.Defs[d].Signature = e.t.Header(outer, right)
	return d
}

// inherit records A.prototype = Object.create(B.prototype): A extends B.
func (e *extractor) inherit(a facts.ExprID, value int32) {
	if e.t.Kind(value) == syntax.KCallExpression && e.t.StaticFunction(value) == "Object.create" {
		e.extends(a, e.t.Argument(value, 0))
	}
}

// extends adds base, the node of a class or of its prototype, as a supertype of the constructor
// function that x names.
func (e *extractor) extends(x facts.ExprID, base int32) {
	t := e.t
	if t.Kind(base) == syntax.KMemberExpression && t.Is(t.Child(base, syntax.FProperty), "prototype") {
		base = t.Child(base, syntax.FObject)
	}
	qualifier, name, ok := t.Path(base)
	if !ok || x == facts.None || e.f.Exprs[x].Kind != facts.Name {
		return
	}
	for i := range e.f.Defs {
		d := &e.f.Defs[i]
		if d.Kind == facts.Function && d.Name == e.f.Exprs[x].Name && d.Parent == facts.None {
			for _, have := range d.Extends {
				if b := &e.f.Types[have]; b.Name == name && b.Qualifier == qualifier {
					return
				}
			}
			d.Extends = append(d.Extends, e.b.NamedType(qualifier, name, t.Line(base)))
			return
		}
	}
}
