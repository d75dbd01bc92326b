package scala

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// lambda adds a function literal: parameters => body.
func (x *extractor) lambda(n int32) facts.ExprID {
	x.b.Open(lang.BlockScope)
	params := x.t.Child(n, fParameters)
	if x.t.Kind(n) == kColonArgument {
		params = x.t.Child(n, fLambdaStart)
	}
	vars := x.lambdaParams(params)
	last, value := int32(-1), facts.ExprID(facts.None)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if c != params && x.t.Usable(c) && x.t.Nodes[c].Field != fParameters && x.t.Nodes[c].Field != fLambdaStart {
			last = c
		}
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case c == params || !x.t.Usable(c) || x.t.Nodes[c].Field == fParameters || x.t.Nodes[c].Field == fLambdaStart:
		case c == last:
			value = x.value(c)
		default:
			x.statement(c)
		}
	}
	return x.function1(n, vars, value)
}

// function1 adds the function literal with the parameters vars that gives value,
// and closes its scope.
func (x *extractor) function1(n int32, vars []facts.VarID, value facts.ExprID) facts.ExprID {
	e := lang.NewExpr(facts.Func, x.t.Line(n))
	if value != facts.None {
		e.Args = []facts.Arg{{X: value}}
	}
	id := walk.Func(x.b, e, vars)
	x.b.Close()
	return id
}

// lambdaParams declares the parameters of a function literal: a name, or a list.
func (x *extractor) lambdaParams(n int32) []facts.VarID {
	if n < 0 {
		return nil
	}
	var vars []facts.VarID
	add := func(name, typ int32) {
		v := lang.NewVar(facts.ParamVar, "", x.t.Line(n))
		if name >= 0 && !x.is(name, "_") {
			v.Name = jvm.Name(x.b, name)
		}
		v.Index, v.Type = int32(len(vars)), x.typ(typ)
		vars = append(vars, x.b.Declare(v))
	}
	if x.t.Kind(n) != kBindings {
		add(n, -1)
		return vars
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kBinding {
			add(x.t.Child(c, fName), x.t.Child(c, fType))
		}
	}
	return vars
}

// partial adds { case … }, a function of one parameter.
func (x *extractor) partial(n int32) facts.ExprID {
	x.b.Open(lang.BlockScope)
	v := x.b.Declare(lang.NewVar(facts.ParamVar, "", x.t.Line(n)))
	of := lang.NewExpr(facts.Local, x.t.Line(n))
	of.Ref = v
	value := x.cases(n, x.b.Expr(of))
	return x.function1(n, []facts.VarID{v}, value)
}

// placeholders are the parameters that the wildcards of one argument stand for.
type placeholders struct {
	vars []facts.VarID
}

// argument adds an argument. One with wildcards is a function of those.
func (x *extractor) argument(n int32) facts.ExprID {
	if x.t.Kind(n) == kWildcard {
		return x.placeholder(n)
	}
	if n < 0 || !x.hasWildcard(n) {
		around := x.placeholders
		x.placeholders = nil
		v := x.value(n)
		x.placeholders = around
		return v
	}
	around := x.placeholders
	x.placeholders = &placeholders{}
	x.b.Open(lang.BlockScope)
	value := x.value(n)
	vars := x.placeholders.vars
	x.placeholders = around
	return x.function1(n, vars, value)
}

// hasWildcard reports whether an argument, but not a part of it that is an
// argument of its own, has a wildcard in it. The wildcard alone is none.
func (x *extractor) hasWildcard(n int32) bool {
	for c := n + 1; c < n+x.t.Nodes[n].Size; {
		switch x.t.Kind(c) {
		case kWildcard:
			return true
		case kArguments:
			if !x.bareWildcard(c) {
				c += x.t.Nodes[c].Size
				continue
			}
			return true
		case kBlock, kIndentedBlock, kLambdaExpression, kCaseBlock, kIndentedCases, kTypeArguments, kTemplateBody, kCaseClause, kEnumerators,
			kInterpolation, kColonArgument, kGenericType, kParenthesizedExpression:
			c += x.t.Nodes[c].Size
			continue
		}
		c++
	}
	return false
}

// bareWildcard reports whether one of the arguments in list is a wildcard and
// nothing else: f(_).
func (x *extractor) bareWildcard(list int32) bool {
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kWildcard {
			return true
		}
	}
	return false
}

// placeholder adds the parameter that a wildcard stands for.
func (x *extractor) placeholder(n int32) facts.ExprID {
	p := x.placeholders
	if p == nil {
		return facts.None
	}
	v := lang.NewVar(facts.ParamVar, "", x.t.Line(n))
	v.Index = int32(len(p.vars))
	id := x.b.Declare(v)
	p.vars = append(p.vars, id)
	return walk.Local(x.b, id, "_", x.t.Line(n))
}
