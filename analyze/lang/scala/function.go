package scala

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

func (x *extractor) function(n int32, doc *walk.Comments) {
	name, body := x.t.Child(n, fName), x.t.Child(n, fBody)
	if name < 0 || x.t.Nodes[name].Flags&lang.IsMissing != 0 {
		return
	}
	kind := facts.Function
	switch {
	case x.is(name, constructorName) && x.ctx.level == jvm.InClass:
		kind = facts.Constructor
	case x.ctx.level == jvm.InClass:
		kind = facts.Method
	}
	d := x.newDef(kind, n, name, body, doc)
	if body < 0 && x.ctx.level == jvm.InClass {
		d.Flags |= facts.Abstract
	}
	id := x.addDef(d, n)
	around := x.ctx
	x.fn = &function{outer: x.fn}
	x.b.Enter(id)
	x.b.Open(lang.BlockScope)
	x.b.File.Defs[id].TypeParams = append(around.params[:len(around.params):len(around.params)], x.typeParameters(x.t.Child(n, fTypeParameters))...)
	x.receiver(id)
	params, curried := x.parameters(n)
	x.b.File.Defs[id].Params = params
	if curried {
		x.b.File.Defs[id].Flags |= facts.Curried
	}
	result := facts.TypeID(facts.None)
	if r := x.resultType(n); r >= 0 {
		result = x.typ(r)
		x.b.File.Defs[id].Returns = []string{x.b.Written(r)}
	}
	if result != facts.None {
		x.b.File.Defs[id].Results = []facts.TypeID{result}
	}
	x.declareParams(n, params, nil)
	x.ctx.level, x.ctx.extension, x.ctx.self, x.ctx.params = jvm.InCode, facts.None, -1, nil
	if v := x.value(body); v != facts.None {
		x.fn.returns = append(x.fn.returns, v)
	}
	x.ctx = around
	if kind != facts.Constructor {
		x.b.File.Defs[id].Values = jvm.Returned(x.b.File, x.fn.returns, result != facts.None)
	}
	x.b.Close()
	x.b.Leave()
	x.fn = x.fn.outer
	x.hashFunction(id, n)
}

// resultType returns the node of the declared result of a function, or -1.
func (x *extractor) resultType(n int32) int32 {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Field == fReturnType && x.t.Usable(c) {
			return c
		}
	}
	return -1
}

// receiver makes a function of an extension or an implicit class an extension.
func (x *extractor) receiver(id facts.DefID) {
	typ := x.ctx.extension
	if p := x.ctx.self; p >= 0 {
		typ = x.typ(x.t.Child(p, fType))
		v := lang.NewVar(facts.SelfVar, jvm.Name(x.b, x.t.Child(p, fName)), x.t.Line(p))
		v.Type = typ
		x.b.Declare(v)
	}
	if typ != facts.None && x.b.File.Defs[id].Kind != facts.Constructor {
		x.b.File.Defs[id].Receiver = typ
		x.b.File.Defs[id].Flags |= facts.ExtensionMember
	}
}

// typeParameters returns the type parameters in list.
func (x *extractor) typeParameters(list int32) []facts.TypeParam {
	if list < 0 {
		return nil
	}
	var params []facts.TypeParam
	add := func(name, bound int32) {
		if name >= 0 {
			params = append(params, facts.TypeParam{Name: jvm.Name(x.b, name), Bound: facts.None})
		}
		if bound >= 0 && len(params) > 0 {
			t := x.typ(x.t.Child(bound, fType))
			if x.t.Kind(bound) == kUpperBound {
				params[len(params)-1].Bound = t
			}
		}
	}
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kCovariantTypeParameter || k == kContravariantTypeParameter:
			add(x.t.Child(c, fName), -1)
			for b := x.t.First(c); b >= 0; b = x.t.Next(b) {
				if x.t.Nodes[b].Field == fBound {
					add(-1, b)
				}
			}
		case x.t.Nodes[c].Field == fName && x.t.Usable(c):
			add(c, -1)
		case x.t.Nodes[c].Field == fBound:
			add(-1, c)
		}
	}
	return params
}

// parameter returns a parameter as it is written.
func (x *extractor) parameter(n int32) facts.Param {
	p := facts.Param{Type: facts.None, Optional: x.t.Child(n, fDefaultValue) >= 0}
	if name := x.t.Child(n, fName); name >= 0 {
		p.Name = jvm.Name(x.b, name)
	}
	typ := x.t.Child(n, fType)
	p.Variadic = x.t.Kind(typ) == kRepeatedParameterType
	p.Type, p.Written = x.typ(typ), x.b.Written(typ)
	return p
}

// parameters returns the parameters of all lists of a function, and whether callers fill several lists.
// Those that the compiler fills in are optional.
func (x *extractor) parameters(n int32) (params []facts.Param, curried bool) {
	filled := 0
	for list := x.t.First(n); list >= 0; list = x.t.Next(list) {
		if x.t.Kind(list) != kParameters {
			continue
		}
		optional := x.t.ChildOfKind(list, tUsing) >= 0 || x.t.ChildOfKind(list, tImplicit) >= 0
		if !optional {
			filled++
		}
		for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kParameter {
				p := x.parameter(c)
				p.Optional = p.Optional || optional
				params = append(params, p)
			}
		}
	}
	return params, filled > 1
}

// declareParams binds the parameters of a function and walks their default values.
func (x *extractor) declareParams(n int32, params []facts.Param, vars *[]facts.VarID) {
	i := int32(0)
	for list := x.t.First(n); list >= 0; list = x.t.Next(list) {
		if x.t.Kind(list) != kParameters {
			continue
		}
		for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) != kParameter {
				continue
			}
			v := lang.NewVar(facts.ParamVar, params[i].Name, x.t.Line(c))
			v.Index, v.Type = i, params[i].Type
			id := x.b.Declare(v)
			if vars != nil {
				*vars = append(*vars, id)
			}
			x.annotations(c)
			x.value(x.t.Child(c, fDefaultValue))
			i++
		}
	}
}

// values adds the fields or variables that a val or var declares.
func (x *extractor) values(n int32, doc *walk.Comments) {
	value, typ := x.t.Child(n, fValue), x.t.Child(n, fType)
	kind := facts.Variable
	if x.ctx.level == jvm.InClass {
		kind = facts.Field
	}
	names := x.boundNames(n)
	first := facts.DefID(len(x.b.File.Defs))
	for _, name := range names {
		d := x.newDef(kind, n, name, value, doc)
		if value < 0 && kind == facts.Field {
			d.Flags |= facts.Abstract
		}
		x.b.Def(d)
	}
	end := facts.DefID(len(x.b.File.Defs))
	if first == end {
		x.typ(typ)
		x.inCodeValue(value)
		return
	}
	x.own[n] = x.nameless == 0
	x.b.Enter(first)
	t := x.typ(typ)
	v := x.inCodeValue(value)
	x.b.Leave()
	decorators := x.annotations(n)
	for id := first; id < end; id++ {
		d := &x.b.File.Defs[id]
		d.Decorators = decorators
		pattern := x.t.Child(n, fPattern)
		if k := x.t.Kind(pattern); k == kIdentifier || k == kIdentifiers || k == kOperatorIdentifier || pattern < 0 {
			d.Type = t
			if v != facts.None {
				d.Values = []facts.ExprID{v}
			}
		} else if v != facts.None {
			e := lang.NewExpr(facts.Result, d.Line)
			e.X, e.N = v, int32(id-first)
			part := x.b.Expr(e)
			x.b.File.Defs[id].Values = []facts.ExprID{part}
		}
		x.hashValue(id, n, typ, value)
	}
}

// boundNames returns the nodes of the names that the pattern of a val declares.
func (x *extractor) boundNames(n int32) []int32 {
	var out []int32
	if pattern := x.t.Child(n, fPattern); pattern >= 0 {
		x.patternNames(pattern, &out)
		return out
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Field == fName && x.t.Usable(c) {
			out = append(out, c)
		}
	}
	return out
}

func (x *extractor) patternNames(n int32, out *[]int32) {
	switch k := x.t.Kind(n); k {
	case kIdentifier, kOperatorIdentifier:
		if x.isVariable(n) || x.t.Kind(x.t.Nodes[n].Parent) != kCaseClassPattern {
			*out = append(*out, n)
		}
		return
	case kTypeIdentifier, kGenericType, kStableIdentifier, kStableTypeIdentifier:
		return
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if f := x.t.Nodes[c].Field; x.t.Usable(c) && f != fType && f != fOperator {
			x.patternNames(c, out)
		}
	}
}

// inCodeValue is value for code that stands among declarations.
func (x *extractor) inCodeValue(n int32) facts.ExprID {
	if n < 0 {
		return facts.None
	}
	around := x.ctx.level
	x.ctx.level = jvm.InCode
	x.b.Open(lang.BlockScope)
	v := x.argument(n)
	x.b.Close()
	x.ctx.level = around
	return v
}

// localValue declares what a val or var in a function declares.
func (x *extractor) localValue(n int32) {
	x.annotations(n)
	t := x.typ(x.t.Child(n, fType))
	v := x.argument(x.t.Child(n, fValue))
	pattern := x.t.Child(n, fPattern)
	if x.t.Kind(pattern) == kIdentifiers {
		for c := x.t.First(pattern); c >= 0; c = x.t.Next(c) {
			if x.t.Usable(c) {
				x.local(c, t, v)
			}
		}
		return
	}
	if k := x.t.Kind(pattern); k == kIdentifier || k == kOperatorIdentifier {
		x.local(pattern, t, v)
		return
	}
	if pattern < 0 {
		for _, name := range x.boundNames(n) {
			x.local(name, t, v)
		}
		return
	}
	x.bind(pattern, v)
}

// local declares the variable name with the given value.
func (x *extractor) local(name int32, typ facts.TypeID, value facts.ExprID) {
	v := lang.NewVar(facts.LocalVar, jvm.Name(x.b, name), x.t.Line(name))
	v.Type = typ
	if v.Name == "_" {
		v.Name = ""
	}
	id := x.b.Declare(v)
	x.b.AddValue(id, value)
}
