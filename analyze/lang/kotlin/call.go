package kotlin

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// A callSite contains the nodes of a call, -1 where absent: f<types>(args) { lambda }.
type callSite struct {
	callee, types, args, lambda int32
}

// callParts splits a call into its parts. The grammar parses f(x) { … } as a call of the result of
// f(x).
func (x *extractor) callParts(n int32) callSite {
	s := callSite{x.firstValue(n), -1, -1, -1}
	suffix := x.t.ChildOfKind(n, kCallSuffix)
	if suffix < 0 {
		return s
	}
	s.types, s.args, s.lambda = x.t.ChildOfKind(suffix, kTypeArguments), x.t.ChildOfKind(suffix, kValueArguments), x.t.ChildOfKind(suffix, kAnnotatedLambda)
	if s.args < 0 && s.types < 0 && x.t.Kind(s.callee) == kCallExpression {
		if inner := x.callParts(s.callee); inner.lambda < 0 && inner.args >= 0 {
			inner.lambda = s.lambda
			return inner
		}
	}
	return s
}

// onNextLine reports whether the node parsed as arguments of a call begins a line: it is then a
// separate statement.
func (x *extractor) onNextLine(s callSite) bool {
	if s.args < 0 || s.callee < 0 {
		return false
	}
	return bytes.IndexByte(x.t.Source[x.t.Nodes[s.callee].End:x.t.Nodes[s.args].Start], '\n') >= 0
}

// call adds a call and returns its value.
func (x *extractor) call(n int32, flags facts.ExprFlags) facts.ExprID {
	s := x.callParts(n)
	if x.onNextLine(s) {
		x.statement(s.callee)
		for c := x.t.First(s.args); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kValueArgument {
				x.value(x.firstValue(c))
			}
		}
		return facts.None
	}
	callee := x.operand(s.callee)
	name := x.b.File.Exprs[callee].Name
	e := lang.NewExpr(facts.Call, x.b.File.Exprs[callee].Line)
	e.X, e.Flags, e.At = callee, flags, x.t.Last(n)
	if k := x.b.File.Exprs[callee].Kind; k != facts.Name && k != facts.Member && k != facts.Local {
		e.Line = x.t.Line(n)
	}
	if s.types >= 0 {
		t := lang.NewType(facts.TupleT, x.t.Line(s.types))
		t.Args = x.typeArguments(s.types)
		e.Type = x.b.Type(t)
	}
	e.Args = x.arguments(s.args)
	literal := x.t.ChildOfKind(s.lambda, kLambdaLiteral)
	if literal >= 0 {
		label := name
		if l := x.t.ChildOfKind(s.lambda, kLabel); l >= 0 {
			label = strings.TrimSuffix(x.b.Text(l), "@")
		}
		e.Args = append(e.Args, facts.Arg{X: x.lambda(literal, label), Trailing: true})
	}
	return x.b.Expr(e)
}

// arguments adds the arguments in brackets.
func (x *extractor) arguments(list int32) []facts.Arg {
	if list < 0 {
		return nil
	}
	var args []facts.Arg
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kValueArgument {
			continue
		}
		var a facts.Arg
		from := int32(-1)
		if x.has(c, tAssign) {
			a.Keyword = jvm.Name(x.b, x.t.ChildOfKind(c, kSimpleIdentifier))
			from = x.after(c, tAssign)
		} else {
			from = x.firstValue(c)
		}
		a.Spread = x.has(c, tStar) || x.t.Kind(from) == kSpreadExpression
		a.X = x.value(from)
		args = append(args, a)
	}
	return args
}

// A literal is the innermost function literal whose body is being walked.
type literal struct {
	label   string
	this    facts.ExprID
	returns []facts.ExprID
	outer   *literal
}

// lambda adds the function literal n. label is the name for return statements inside it.
func (x *extractor) lambda(n int32, label string) facts.ExprID {
	line := x.t.Line(n)
	x.b.Open(lang.OrderedScope)
	self := lang.NewVar(facts.SelfVar, "", line)
	vars := []facts.VarID{x.b.Declare(self)}
	this := lang.NewExpr(facts.Local, line)
	this.Name, this.Ref = "this", vars[0]
	around, level := x.implicit, x.ctx.level
	x.literal = &literal{label: label, this: x.b.Expr(this), outer: x.literal}
	x.implicit = append([]facts.Arg{{X: x.literal.this}}, around...)
	x.ctx.level = jvm.InCode
	vars = x.lambdaParams(n, vars)
	x.b.Open(lang.OrderedScope)
	last := x.statements(x.t.ChildOfKind(n, kStatements), true)
	x.b.Close()
	x.ctx.level = level
	value := jvm.Either(x.b, x.t.Line(n), append(x.literal.returns, last)...)
	x.implicit, x.literal = around, x.literal.outer
	e := lang.NewExpr(facts.Func, line)
	if value != facts.None {
		e.Args = []facts.Arg{{X: value}}
	}
	fn := walk.Func(x.b, e, vars)
	x.b.Close()
	return fn
}

// lambdaParams declares the parameters of the function literal n, or "it", and
// adds them to vars.
func (x *extractor) lambdaParams(n int32, vars []facts.VarID) []facts.VarID {
	list := x.t.ChildOfKind(n, kLambdaParameters)
	if list < 0 {
		return append(vars, x.b.Declare(lang.NewVar(facts.LocalVar, "it", x.t.Line(n))))
	}
	index := int32(0)
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kVariableDeclaration:
			v := lang.NewVar(facts.ParamVar, jvm.Name(x.b, x.t.ChildOfKind(c, kSimpleIdentifier)), x.t.Line(c))
			if v.Name == "_" {
				v.Name = ""
			}
			v.Index, v.Type = index, x.typeOrNone(x.typeBehind(c))
			id := x.b.Declare(v)
			vars = append(vars, id)
			index++
		case kMultiVariableDeclaration:
			v := lang.NewVar(facts.ParamVar, "", x.t.Line(c))
			v.Index = index
			id := x.b.Declare(v)
			vars = append(vars, id)
			index++
			of := lang.NewExpr(facts.Local, v.Line)
			of.Ref = id
			x.destructure(c, x.b.Expr(of))
		}
	}
	return vars
}

// anonymousFunction adds fun(x: Int) = …
func (x *extractor) anonymousFunction(n int32) facts.ExprID {
	p := x.functionParts(n)
	t := lang.NewType(facts.FuncT, x.t.Line(n))
	if p.receiver >= 0 {
		t.Name = facts.WithReceiver
		t.Args = append(t.Args, x.typ(p.receiver))
	}
	params := x.parameters(p.params)
	for _, param := range params {
		t.Args = append(t.Args, param.Type)
	}
	t.N = int32(len(t.Args))
	if result := x.typeOrNone(p.result); result != facts.None {
		t.Args = append(t.Args, result)
	}
	x.b.Open(lang.OrderedScope)
	var vars []facts.VarID
	x.declareParams(p.params, params, &vars)
	def := facts.DefID(facts.None)
	if x.fn != nil {
		def = x.fn.def
	}
	x.fn = &function{def: def, outer: x.fn}
	level := x.ctx.level
	x.ctx.level = jvm.InCode
	x.body(p.body)
	x.ctx.level = level
	returns := x.fn.returns
	x.fn = x.fn.outer
	e := lang.NewExpr(facts.Func, x.t.Line(n))
	if len(params) > 0 || int(t.N) < len(t.Args) {
		e.Type = x.b.Type(t)
	}
	if v := jvm.Either(x.b, x.t.Line(n), returns...); v != facts.None {
		e.Args = []facts.Arg{{X: v}}
	}
	id := walk.Func(x.b, e, vars)
	x.b.Close()
	return id
}
