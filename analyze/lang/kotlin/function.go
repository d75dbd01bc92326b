package kotlin

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// The parts of a function or property as nodes, -1 where absent. In the grammar they differ only in
// their order.
type parts struct {
	receiver, name, params, result, body int32
}

func (x *extractor) functionParts(n int32) parts {
	p := parts{-1, -1, -1, -1, -1}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kSimpleIdentifier && p.name < 0 && p.params < 0:
			p.name = c
		case k == kFunctionValueParameters:
			p.params = c
		case k == kFunctionBody:
			p.body = c
		case k == kParameter && x.t.Kind(n) == kAnonymousFunction:
		case isType(k) && p.params >= 0:
			p.result = c
		case isType(k) && p.name < 0:
			p.receiver = c
		}
	}
	return p
}

// openFunction makes id the innermost function.
func (x *extractor) openFunction(id facts.DefID, name string) {
	x.fn = &function{def: id, name: name, outer: x.fn}
	x.b.Enter(id)
	if x.nameless > 0 { // it is in the scope of the code that contains the object literal
		x.b.Open(lang.BlockScope)
	} else {
		x.b.Open(lang.FuncScope)
	}
}

func (x *extractor) closeFunction() {
	x.b.Close()
	x.b.Leave()
	x.fn = x.fn.outer
}

func (x *extractor) function(n int32, doc *walk.Comments) {
	p := x.functionParts(n)
	if p.name < 0 || x.t.Nodes[p.name].Flags&lang.IsMissing != 0 {
		return
	}
	kind := facts.Function
	if x.ctx.level == jvm.InClass {
		kind = facts.Method
	}
	d := x.newDef(kind, n, n, p.name, p.body, doc)
	if x.ctx.level == jvm.InClass && x.ctx.open && !x.ctx.static && p.body < 0 {
		d.Flags |= facts.Abstract
	}
	id := x.addDef(d, n, p.name)
	around := x.ctx
	x.openFunction(id, d.Name)
	x.typeParameters(id, n)
	x.receiver(id, p.receiver)
	params := x.parameters(p.params)
	def := &x.b.File.Defs[id]
	def.Params = params
	result := x.typeOrNone(p.result)
	if result != facts.None {
		x.b.File.Defs[id].Results = []facts.TypeID{result}
	}
	if p.result >= 0 {
		x.b.File.Defs[id].Returns = []string{x.b.Written(p.result)}
	}
	x.declareParams(p.params, params, nil)
	x.ctx.level = jvm.InCode
	x.body(p.body)
	x.ctx = around
	x.b.File.Defs[id].Values = jvm.Returned(x.b.File, x.fn.returns, result != facts.None)
	x.closeFunction()
	x.hashFunction(id, n, p.body)
}

// companionOf returns the type itself, as a value, where t is that of its companion; else t.
func (x *extractor) companionOf(t facts.TypeID) facts.TypeID {
	of := &x.b.File.Types[t]
	if of.Kind != facts.Named || of.Name != companion || of.Qualifier == "" {
		return t
	}
	dot := strings.LastIndexByte(of.Qualifier, '.')
	of.Name = of.Qualifier[dot+1:]
	of.Qualifier = of.Qualifier[:max(dot, 0)]
	c := lang.NewType(facts.ClassT, of.Line)
	c.Args = []facts.TypeID{t}
	return x.b.Type(c)
}

// receiver makes a function an extension of a type.
func (x *extractor) receiver(id facts.DefID, n int32) {
	if n < 0 {
		return
	}
	t := x.typ(n)
	d := &x.b.File.Defs[id]
	if t != facts.None {
		t = x.companionOf(t)
	}
	d.Receiver = t
	if t != facts.None {
		d.Flags |= facts.ExtensionMember
	}
}

func (x *extractor) typeOrNone(n int32) facts.TypeID {
	if n < 0 {
		return facts.None
	}
	return x.typ(n)
}

// body walks the body of a function: a block, or an expression that it returns.
func (x *extractor) body(n int32) {
	if n < 0 {
		return
	}
	if x.has(n, tOpenBrace) {
		x.inBlock(x.t.ChildOfKind(n, kStatements))
		return
	}
	if v := x.value(x.firstValue(n)); v != facts.None {
		x.fn.returns = append(x.fn.returns, v)
	}
}

// firstValue returns the first child of n that may be an expression, or -1.
func (x *extractor) firstValue(n int32) int32 {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.valuable(c) && x.t.Kind(c) != kAnnotation {
			return c
		}
	}
	return -1
}

// typeParameters sets the type parameters of definition id, node n, with their bounds, including those
// after "where".
func (x *extractor) typeParameters(id facts.DefID, n int32) {
	list := x.t.ChildOfKind(n, kTypeParameters)
	if list < 0 {
		return
	}
	var params []facts.TypeParam
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kTypeParameter {
			if name := x.t.ChildOfKind(c, kTypeIdentifier); name >= 0 {
				params = append(params, facts.TypeParam{Name: jvm.Name(x.b, name), Bound: facts.None})
			}
		}
	}
	x.b.File.Defs[id].TypeParams = params // bounds may name them
	i := 0
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kTypeParameter && x.t.ChildOfKind(c, kTypeIdentifier) >= 0 {
			if bound := x.typeBehind(c); bound >= 0 {
				params[i].Bound = x.typ(bound)
			}
			i++
		}
	}
	where := x.t.ChildOfKind(n, kTypeConstraints)
	if where < 0 {
		return
	}
	for c := x.t.First(where); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kTypeConstraint {
			continue
		}
		name, bound := jvm.Name(x.b, x.t.ChildOfKind(c, kTypeIdentifier)), x.typeBehind(c)
		for i := range params {
			if params[i].Name == name && bound >= 0 && params[i].Bound == facts.None {
				params[i].Bound = x.typ(bound)
				bound = -1
			}
		}
		if bound >= 0 {
			x.typ(bound)
		}
	}
}

// typeBehind returns the type after the colon in n, or -1.
func (x *extractor) typeBehind(n int32) int32 {
	seen := false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == tColon:
			seen = true
		case seen && isType(k):
			return c
		case k == tAssign:
			return -1
		}
	}
	return -1
}

// parameter returns a parameter as it is written.
func (x *extractor) parameter(n int32) facts.Param {
	typ := x.typeBehind(n)
	p := facts.Param{Type: x.typeOrNone(typ), Written: x.b.Written(typ), Optional: x.has(n, tAssign)}
	if name := x.t.ChildOfKind(n, kSimpleIdentifier); name >= 0 {
		p.Name = jvm.Name(x.b, name)
	}
	return p
}

// parameters returns the parameters of a function.
func (x *extractor) parameters(list int32) []facts.Param {
	if list < 0 {
		return nil
	}
	var params []facts.Param
	variadic := false
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kParameterModifiers:
			for m := x.t.First(c); m >= 0; m = x.t.Next(m) {
				variadic = variadic || string(x.t.Bytes(m)) == "vararg"
			}
		case kParameter:
			p := x.parameter(c)
			p.Variadic = variadic
			params = append(params, p)
			variadic = false
		case tAssign:
			if len(params) > 0 {
				params[len(params)-1].Optional = true
			}
		}
	}
	x.annotations(list)
	return params
}

// declareParams binds the parameters in list and walks their default values. It
// adds the variables to vars, where that is not nil.
func (x *extractor) declareParams(list int32, params []facts.Param, vars *[]facts.VarID) {
	if list < 0 {
		return
	}
	i := int32(0)
	isDefault := false
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kParameter:
			v := lang.NewVar(facts.ParamVar, params[i].Name, x.t.Line(c))
			v.Index, v.Type = i, params[i].Type
			id := x.b.Declare(v)
			if vars != nil {
				*vars = append(*vars, id)
			}
			i++
			isDefault = false
		case k == tAssign:
			isDefault = true
		case isDefault && x.valuable(c):
			x.value(c)
			isDefault = false
		}
	}
}

// property adds a property, or several that are declared together. Its accessors may be siblings after
// it.
func (x *extractor) property(n int32, doc *walk.Comments) {
	p := x.propertyParts(n)
	if p.several >= 0 {
		x.severalProperties(n, &p, doc)
		return
	}
	name := x.t.ChildOfKind(p.name, kSimpleIdentifier)
	if name < 0 {
		return
	}
	kind := facts.Field
	switch {
	case x.ctx.level != jvm.InClass && x.hasModifier(n, "const"):
		kind = facts.Constant
	case x.ctx.level != jvm.InClass:
		kind = facts.Variable
	}
	body := p.assign
	computed := p.getter >= 0 && p.init < 0 && p.delegate < 0 && x.has(p.getter, kFunctionBody)
	if computed {
		kind = facts.Function
		if x.ctx.level == jvm.InClass {
			kind = facts.Method
		}
		body = p.getter
	}
	d := x.newDef(kind, n, p.last, name, body, doc)
	if computed {
		d.Flags |= facts.Getter
	}
	if x.ctx.level == jvm.InClass && x.ctx.open && !computed {
		d.Flags |= facts.Abstract
	}
	id := x.addDef(d, n, -1)
	for _, accessor := range p.accessors {
		x.own[accessor] = x.own[n]
	}
	x.b.Enter(id)
	x.typeParameters(id, n)
	x.receiver(id, p.receiver)
	if p.typ >= 0 {
		t := x.typ(p.typ)
		def := &x.b.File.Defs[id]
		if def.Type = t; computed {
			def.Type, def.Results = facts.None, []facts.TypeID{t}
		}
	}
	around := x.ctx
	x.ctx.level = jvm.InCode
	if v := x.propertyValue(&p); v != facts.None {
		def := &x.b.File.Defs[id]
		def.Values = append(def.Values, v)
	}
	x.b.Leave()
	for _, accessor := range p.accessors {
		x.accessor(id, accessor, &p)
	}
	x.ctx = around
	x.hashProperty(id, n, &p)
}

// severalProperties adds the properties of val (a, b) = …
func (x *extractor) severalProperties(n int32, p *propertyParts, doc *walk.Comments) {
	first := facts.DefID(len(x.b.File.Defs))
	kind := facts.Variable
	if x.ctx.level == jvm.InClass {
		kind = facts.Field
	}
	for c := x.t.First(p.several); c >= 0; c = x.t.Next(c) {
		if name := x.t.ChildOfKind(c, kSimpleIdentifier); x.t.Kind(c) == kVariableDeclaration && name >= 0 {
			d := x.newDef(kind, n, n, name, p.assign, doc)
			x.hashProperty(x.b.Def(d), n, p)
		}
	}
	end := facts.DefID(len(x.b.File.Defs))
	if first == end {
		x.value(p.init)
		return
	}
	x.own[n] = x.nameless == 0
	x.b.Enter(first)
	around := x.ctx
	x.ctx.level = jvm.InCode
	of := x.operand(p.init)
	for id := first; id < end; id++ {
		e := lang.NewExpr(facts.Result, x.t.Line(n))
		e.X, e.N = of, int32(id-first)
		v := x.b.Expr(e)
		x.b.File.Defs[id].Values = []facts.ExprID{v}
	}
	x.ctx = around
	x.b.Leave()
}

// The parts of a property as nodes, -1 where absent.
type propertyParts struct {
	receiver, name, several, typ, assign, init, delegate, getter int32
	accessors                                                    []int32
	last                                                         int32 // node that the property ends with
}

func (x *extractor) propertyParts(n int32) propertyParts {
	p := propertyParts{receiver: -1, name: -1, several: -1, typ: -1, assign: -1, init: -1, delegate: -1, getter: -1, last: n}
	accessor := func(c int32) {
		p.accessors = append(p.accessors, c)
		if x.t.Kind(c) == kGetter {
			p.getter = c
		}
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kVariableDeclaration:
			p.name, p.typ = c, x.typeBehind(c)
		case k == kMultiVariableDeclaration:
			p.several = c
		case k == tAssign:
			p.assign = c
		case k == kPropertyDelegate:
			p.assign, p.delegate = c, c
		case k == kGetter || k == kSetter:
			accessor(c)
		case p.assign >= 0 && p.init < 0 && x.valuable(c) && k != kTypeConstraints:
			p.init = c
		case isType(k) && p.name < 0:
			p.receiver = c
		}
	}
	if x.ctx.level == jvm.InCode {
		return p // a local variable has no accessors
	}
	for c := x.t.Next(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kGetter || k == kSetter:
			accessor(c)
			p.last = c
		case k == tSemicolon || x.t.Nodes[c].Flags&lang.IsExtra != 0:
		default:
			return p
		}
	}
	return p
}

// propertyValue adds the value of a property.
func (x *extractor) propertyValue(p *propertyParts) facts.ExprID {
	if p.delegate >= 0 {
		return x.delegated(p.delegate, p.typ >= 0)
	}
	return x.value(p.init)
}

// accessor walks a getter or a setter as code of the property id.
func (x *extractor) accessor(id facts.DefID, n int32, p *propertyParts) {
	body := x.t.ChildOfKind(n, kFunctionBody)
	if body < 0 {
		return
	}
	x.openFunction(id, "")
	if v := x.t.ChildOfKind(n, kParameterWithOptionalType); v >= 0 {
		if name := x.t.ChildOfKind(v, kSimpleIdentifier); name >= 0 {
			value := lang.NewVar(facts.LocalVar, jvm.Name(x.b, name), x.t.Line(name))
			value.Type = x.b.File.Defs[id].Type
			x.b.Declare(value)
		}
	}
	if p.init >= 0 || p.delegate >= 0 || p.getter < 0 || len(p.accessors) > 1 {
		field := lang.NewVar(facts.LocalVar, "field", x.t.Line(n))
		field.Type = x.b.File.Defs[id].Type
		x.b.Declare(field)
	}
	x.body(body)
	if x.t.Kind(n) == kGetter {
		d := &x.b.File.Defs[id]
		d.Values = append(d.Values, jvm.Returned(x.b.File, x.fn.returns, p.typ >= 0)...)
		d.Values = d.Values[:min(len(d.Values), facts.MaxValues)]
	}
	x.closeFunction()
}
