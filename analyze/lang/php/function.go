package php

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// function adds a function or a method.
func (x *extractor) function(n int32, doc *comments) {
	at := x.t.Child(n, fName)
	if at < 0 || x.t.Nodes[at].Flags&lang.IsMissing != 0 {
		return
	}
	kind, flags := facts.Function, facts.Exported
	body := x.t.Child(n, fBody)
	if x.t.Kind(n) == kMethodDeclaration {
		kind, flags = facts.Method, x.flags(n)
		if x.is(at, "__construct") {
			kind = facts.Constructor
		}
		if body < 0 {
			flags |= facts.Abstract
		}
	}
	p := x.place(n, doc)
	d := x.newDef(kind, x.b.Text(at), p, at, body)
	decorators, test := x.attributes(n)
	d.Flags, d.Decorators = flags, decorators
	if test || docOf(p) >= 0 && x.hasTag(docOf(p), "@test") {
		d.Flags |= facts.Test
	}
	d.Signature = x.header(n, body)
	id := x.b.Def(d)
	x.b.Enter(id)
	x.b.Open(lang.FuncScope)
	fn := &function{outer: x.fn}
	x.fn = fn
	x.templates(id, docOf(p), &fn.templates)
	var vars []facts.VarID
	params := x.parameters(x.t.Child(n, fParameters), docOf(p), &vars)
	x.f.Defs[id].Params = params
	result := x.typ(x.t.Child(n, fReturnType))
	if r := x.t.Child(n, fReturnType); r >= 0 {
		x.f.Defs[id].Returns = []string{x.b.Written(r)}
	}
	if spoken := x.spoken(docOf(p), "@return", ""); spoken != facts.None {
		result = x.better(result, spoken)
	}
	if body >= 0 {
		x.statements(body)
	}
	x.results(id, fn, result)
	x.fn = fn.outer
	x.b.Close()
	x.b.Leave()
	x.promoted(n, params, docOf(p))
	x.hashMember(id, n, at, body, -1)
}

// results sets what a function gives: its declared result, or what it returns or
// yields.
func (x *extractor) results(id facts.DefID, fn *function, result facts.TypeID) {
	d := &x.f.Defs[id]
	switch {
	case fn.generates && !x.saysElements(result):
		d.Flags |= facts.Generator
		d.Values = fn.yields
	case result != facts.None:
		d.Results = []facts.TypeID{result}
		for _, v := range fn.returns {
			if x.f.Exprs[v].Kind == facts.Func {
				d.Values = append(d.Values, v)
			}
		}
	case x.returnsThis(fn):
		t := x.b.Type(lang.NewType(facts.SelfT, d.Line))
		d.Results = []facts.TypeID{t}
	default:
		d.Values = fn.returns
	}
}

// returnsThis reports whether all that a function returns is $this.
func (x *extractor) returnsThis(fn *function) bool {
	for _, v := range fn.returns {
		if x.f.Exprs[v].Kind != facts.This {
			return false
		}
	}
	return len(fn.returns) > 0
}

// saysElements reports whether a declared result says what iterating it gives.
func (x *extractor) saysElements(t facts.TypeID) bool {
	return t != facts.None && len(x.f.Types[t].Args) > 0 && x.f.Types[t].Args[0] != facts.None
}

// parameters returns the parameters of a list and declares them.
func (x *extractor) parameters(list, doc int32, vars *[]facts.VarID) []facts.Param {
	if list < 0 {
		return nil
	}
	var params []facts.Param
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kSimpleParameter, kVariadicParameter, kPropertyPromotionParameter:
		default:
			continue
		}
		at := x.t.Child(c, fName)
		if at < 0 || !x.t.Usable(c) {
			continue
		}
		x.attributes(c)
		name := strings.TrimPrefix(x.b.Text(at), "$")
		typ := x.t.Child(c, fType)
		p := facts.Param{Name: name, Type: x.typ(typ), Written: x.b.Written(typ), Variadic: x.t.Kind(c) == kVariadicParameter}
		if spoken := x.spoken(doc, "@param", name); spoken != facts.None {
			p.Type = x.better(p.Type, spoken)
		}
		v := lang.NewVar(facts.ParamVar, "$"+name, x.t.Line(at))
		v.Index, v.Type = int32(len(params)), p.Type
		if p.Variadic {
			v.Type = walk.ListType(x.b, p.Type, v.Line)
		}
		id := x.b.Declare(v)
		*vars = append(*vars, id)
		if value := x.t.Child(c, fDefaultValue); value >= 0 {
			p.Optional = true
			x.b.AddValue(id, x.expr(value))
		}
		params = append(params, p)
	}
	return params
}

// promoted adds the properties that parameters of a constructor declare.
func (x *extractor) promoted(n int32, params []facts.Param, doc int32) {
	list := x.t.Child(n, fParameters)
	if list < 0 || x.class == nil {
		return
	}
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		at := x.t.Child(c, fName)
		if x.t.Kind(c) != kPropertyPromotionParameter || at < 0 {
			continue
		}
		d := x.newDef(facts.Field, x.propertyName(at), x.place(c, nil), at, -1)
		d.Flags = x.flags(c)
		d.Signature = x.header(c, -1)
		for i := range params {
			if "$"+params[i].Name == d.Name {
				d.Type = params[i].Type
			}
		}
		id := x.b.Def(d)
		x.hashMember(id, c, at, x.t.Child(c, fDefaultValue), -1)
	}
}

// literal adds a function literal: function () use ($x) { … } or fn () => ….
func (x *extractor) literal(n int32) facts.ExprID {
	fn := &function{outer: x.fn}
	x.fn = fn
	x.b.Open(lang.FuncScope)
	var vars []facts.VarID
	params := x.parameters(x.t.Child(n, fParameters), -1, &vars)
	if use := x.t.ChildOfKind(n, kAnonymousFunctionUseClause); use >= 0 {
		x.captured(use)
	}
	result := x.typ(x.t.Child(n, fReturnType))
	body := x.t.Child(n, fBody)
	if x.t.Kind(body) == kCompoundStatement {
		x.statements(body)
	} else {
		x.returned(body)
	}
	e := lang.NewExpr(facts.Func, x.t.Line(n))
	e.Type = x.literalType(params, result, x.t.Line(n))
	e.Args = walk.ArgsOf(fn.returns)
	id := walk.Func(x.b, e, vars)
	x.b.Close()
	x.fn = fn.outer
	return id
}

// captured binds the variables that a function literal takes from around it.
func (x *extractor) captured(use int32) {
	for c := x.t.First(use); c >= 0; c = x.t.Next(c) {
		n := c
		if x.t.Kind(c) == kByRef {
			n = x.item(c, 0)
		}
		if x.t.Kind(n) != kVariableName {
			continue
		}
		name := x.b.Text(n)
		outer := x.b.Lookup(name)
		v := lang.NewVar(facts.LocalVar, name, x.t.Line(n))
		id := x.b.Declare(v)
		if outer != facts.None && outer != id {
			x.b.AddValue(id, walk.Local(x.b, outer, name, x.t.Line(n)))
		}
	}
}

// literalType returns the function type of a literal where it declares any type.
func (x *extractor) literalType(params []facts.Param, result facts.TypeID, line int32) facts.TypeID {
	return walk.FuncType(x.b, params, result, line, func() facts.TypeID { return facts.None })
}

// returned adds what the innermost function returns.
func (x *extractor) returned(n int32) {
	if n < 0 {
		return
	}
	v := x.expr(n)
	if v != facts.None && x.fn != nil && len(x.fn.returns) < facts.MaxValues {
		x.fn.returns = append(x.fn.returns, v)
	}
}
