package php

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// statements visits the children of n: of the file, a namespace, a block or an error node.
func (x *extractor) statements(n int32) {
	if n < 0 {
		return
	}
	doc := comments{node: -1}
	depth := 0
	var rest guarded
	defer rest.end(x)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case x.t.Kind(c) == kNamespaceDefinition && x.t.Usable(c):
			for ; depth > 0; depth-- {
				x.b.Leave()
			}
			depth = x.namespaceDefinition(c)
		case x.t.Nodes[c].Flags&lang.IsError != 0:
			x.statements(c)
		case x.t.Usable(c):
			x.statement(c, &doc)
			rest.see(x, c)
		}
		doc.see(x.t, c)
	}
	for ; depth > 0; depth-- {
		x.b.Leave()
	}
}

func (x *extractor) statement(n int32, doc *comments) {
	switch x.t.Kind(n) {
	case kNamespaceUseDeclaration:
		x.useDeclaration(n)
	case kClassDeclaration, kInterfaceDeclaration, kTraitDeclaration, kEnumDeclaration:
		x.classDeclaration(n, doc)
	case kFunctionDefinition:
		x.function(n, doc)
	case kConstDeclaration:
		x.constantDeclaration(n, doc)
	case kExpressionStatement:
		x.spokenVariable(doc.above(x.t, x.t.Row(n)))
		x.discarded(x.item(n, 0))
	case kForeachStatement, kReturnStatement, kIfStatement, kEchoStatement:
		x.spokenVariable(doc.above(x.t, x.t.Row(n)))
		x.visit(n)
	default:
		x.visit(n)
	}
}

// visit walks a statement, or an expression whose value is unused.
func (x *extractor) visit(n int32) {
	if n < 0 || !x.t.Usable(n) {
		return
	}
	switch x.t.Kind(n) {
	case kCompoundStatement, kColonBlock:
		x.statements(n)
	case kExpressionStatement:
		x.discarded(x.item(n, 0))
	case kClassDeclaration, kInterfaceDeclaration, kTraitDeclaration, kEnumDeclaration:
		x.classDeclaration(n, nil)
	case kFunctionDefinition:
		x.function(n, nil)
	case kReturnStatement:
		if v := x.item(n, 0); v >= 0 {
			x.returned(v)
		}
	case kIfStatement, kElseIfClause:
		x.conditional(n)
	case kForeachStatement:
		x.foreach(n)
	case kCatchClause:
		x.catch(n)
	case kGlobalDeclaration:
		x.global(n)
	case kStaticVariableDeclaration:
		x.assign(x.t.Child(n, fName), x.expr(x.t.Child(n, fValue)))
	case kGotoStatement, kNamedLabelStatement, kTextInterpolation, kText, kPhpTag, kDeclareDirective:
	case kSwitchBlock, kCaseStatement, kDefaultStatement:
		x.statements(n)
	default:
		x.expr(n)
	}
}

// children visits the children of n.
func (x *extractor) children(n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) {
			x.visit(c)
		}
	}
}

// discarded visits an expression statement.
func (x *extractor) discarded(n int32) {
	e := x.expr(n)
	switch x.t.Kind(n) {
	case kFunctionCallExpression, kMemberCallExpression, kNullsafeMemberCallExpression, kScopedCallExpression:
		if e != facts.None && x.f.Exprs[e].Kind == facts.Call {
			x.f.Exprs[e].Flags |= facts.Discarded
		}
	}
}

// conditional visits if and elseif. Where the condition says what a variable is an
// instance of, it has that type in the body.
func (x *extractor) conditional(n int32) {
	condition := x.t.Child(n, fCondition)
	x.visit(condition)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case !x.t.Usable(c) || c == condition:
		case x.t.Nodes[c].Field == fBody:
			x.where(condition, func() { x.visit(c) })
		default:
			x.visit(c)
		}
	}
}

func (x *extractor) foreach(n int32) {
	over, target, body := int32(-1), int32(-1), x.t.Child(n, fBody)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if !x.t.Usable(c) || c == body {
			continue
		}
		if over < 0 {
			over = c
		} else if target < 0 {
			target = c
		}
	}
	if over < 0 {
		return
	}
	of := x.known(over)
	if x.t.Kind(target) == kPair {
		x.assign(x.item(target, 0), walk.Wrap(x.b, facts.Key, of, x.t.Line(target)))
		target = x.t.LastUsable(target)
	}
	if target >= 0 {
		x.assign(target, walk.Wrap(x.b, facts.Elem, of, x.t.Line(target)))
	}
	x.visit(body)
}

func (x *extractor) catch(n int32) {
	var list []facts.TypeID
	types := x.t.Child(n, fType)
	if types >= 0 {
		for c := x.t.First(types); c >= 0; c = x.t.Next(c) {
			if x.t.Usable(c) {
				if t := x.typ(c); t != facts.None {
					list = append(list, t)
				}
			}
		}
	}
	if name := x.t.Child(n, fName); name >= 0 {
		v := lang.NewVar(facts.CatchVar, x.b.Text(name), x.t.Line(name))
		v.Type = walk.Join(x.b, facts.UnionT, v.Line, list)
		x.b.Open(lang.BlockScope)
		x.b.Declare(v)
		x.visit(x.t.Child(n, fBody))
		x.b.Close()
		return
	}
	x.visit(x.t.Child(n, fBody))
}

// global binds the names of a global statement to the variables of the file.
func (x *extractor) global(n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kVariableName {
			continue
		}
		outer := x.b.Lookup(x.b.Text(c))
		v := lang.NewVar(facts.LocalVar, x.b.Text(c), x.t.Line(c))
		id := x.b.DeclareHoisted(v)
		if outer != facts.None && outer != id {
			x.b.AddValue(id, walk.Local(x.b, outer, v.Name, x.t.Line(c)))
		}
	}
}

// assign binds what stands on the left of an assignment.
func (x *extractor) assign(n int32, value facts.ExprID) {
	if n < 0 || !x.t.Usable(n) {
		return
	}
	switch x.t.Kind(n) {
	case kVariableName:
		name := x.b.Text(n)
		if name == "$this" {
			return
		}
		if v := x.b.Declared(name); v != facts.None {
			x.b.AddValue(v, value)
			return
		}
		v := lang.NewVar(facts.LocalVar, name, x.t.Line(n))
		id := x.b.DeclareHoisted(v)
		x.b.AddValue(id, value)
	case kListLiteral, kArrayCreationExpression:
		x.destructure(n, value)
	case kByRef:
		x.assign(x.item(n, 0), value)
	case kMemberAccessExpression, kNullsafeMemberAccessExpression, kScopedPropertyAccessExpression:
		x.forget(n)
		if e := x.expr(n); e != facts.None {
			x.f.Exprs[e].Flags |= facts.Write
			x.stored(e, value)
		}
	case kSubscriptExpression:
		x.forget(n)
		x.element(n, value)
	default:
		x.visit(n)
	}
}

// element assigns to an element: the container holds the value.
func (x *extractor) element(n int32, value facts.ExprID) {
	of := x.item(n, 0)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) && c != of {
			x.visit(c)
		}
	}
	if value == facts.None {
		x.visit(of)
		return
	}
	list := lang.NewExpr(facts.List, x.t.Line(n))
	list.Args = []facts.Arg{{X: value}}
	x.assign(of, x.b.Expr(list))
}

// stored adds a value to the property of the class that $this->name means.
func (x *extractor) stored(target, value facts.ExprID) {
	e := &x.f.Exprs[target]
	if value == facts.None || x.class == nil || e.Kind != facts.Member || x.f.Exprs[e.X].Kind != facts.This {
		return
	}
	for id := x.class.def + 1; int(id) < len(x.f.Defs); id++ {
		d := &x.f.Defs[id]
		if d.Parent == x.class.def && d.Kind == facts.Field && d.Name == e.Name {
			if len(d.Values) < facts.MaxValues {
				d.Values = append(d.Values, value)
			}
			return
		}
	}
}

func (x *extractor) destructure(n int32, value facts.ExprID) {
	i := int32(0)
	key := false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if !x.t.Usable(c) {
			if x.t.Kind(c) == tComma {
				i++
				key = false
			}
			continue
		}
		target := c
		if x.t.Kind(c) == kArrayElementInitializer {
			target = x.t.LastUsable(c)
			key = target != x.item(c, 0)
		} else if next := x.t.Next(c); next >= 0 && x.t.Kind(next) == tArrow {
			x.visit(c)
			key = true
			continue
		}
		part := facts.ExprID(facts.None)
		if value != facts.None {
			e := lang.NewExpr(facts.Result, x.t.Line(c))
			if key {
				e.Kind = facts.Index
			} else {
				e.N = i
			}
			e.X = value
			part = x.b.Expr(e)
		}
		x.assign(target, part)
	}
}
