package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/annotation"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// A function is a function whose body is being walked.
type function struct {
	outer     *function
	def       facts.DefID // None for function literals without a name
	generator bool
	returns   []facts.ExprID // returned, or yielded by a generator
	fields    map[string]facts.DefID
	params    []facts.VarID
	buffer    [4]facts.VarID // initial storage of params

	tests int // length of Tracker.tests in the enclosing code

	this facts.DefID  // that of the enclosing code
	self facts.ExprID // likewise
	top  bool         // likewise
}

// enterFunction opens the scope of function i. this is the Def that binds this in it; arrow functions
// keep that of the enclosing code.
func (e *extractor) enterFunction(i int32, d, this facts.DefID) {
	fn := &function{outer: e.fn, def: d, this: e.this, self: e.self, top: e.top, tests: e.narrows.EnterFunction()}
	fn.params = fn.buffer[:0]
	fn.generator = e.t.FunctionFlags(i)&facts.Generator != 0
	if e.t.Kind(i) != syntax.KArrowFunction || this != facts.None {
		e.this, e.self = this, facts.None
	}
	e.fn, e.top = fn, false
	e.b.Open(lang.FuncScope)
}

// binds returns the Def that binds this in function i: d, or for an arrow function that of the
// enclosing code.
func (e *extractor) binds(i int32, d facts.DefID) facts.DefID {
	if e.t.Kind(i) == syntax.KArrowFunction {
		return facts.None
	}
	return d
}

func (e *extractor) leaveFunction() {
	e.b.Close()
	e.this, e.self, e.top = e.fn.this, e.fn.self, e.fn.top
	e.narrows.LeaveFunction(e.fn.tests)
	e.fn = e.fn.outer
}

// function fills in Def d from the function-like node i, whose statement or member is outer, and
// visits its body. The hashes leave nameNode out. this is the Def that binds this.
func (e *extractor) function(d facts.DefID, i, outer, nameNode int32, this facts.DefID) {
	t := e.t
	e.b.Enter(d)
	e.enterFunction(i, d, this)
	if own := t.Child(i, syntax.FName); own >= 0 && t.Kind(own) == syntax.KIdentifier && t.IsFunction(i) {
		v := lang.NewVar(facts.DefVar, t.Word(own), t.Line(own))
		v.Def = d
		e.b.Declare(v)
	}
	comment := annotation.Comment{Result: facts.None}
	if e.doc.Of == outer {
		comment = e.types.Comment(e.doc)
	}
	e.f.Defs[d].TypeParams = e.types.Params(i)
	body := t.Child(i, syntax.FBody)
	var params []facts.Param
	if body >= 0 {
		params = e.parameters(i, &comment)
	} else {
		params = e.types.SignatureParams(i)
	}
	result := e.types.Result(i)
	if result == facts.None {
		result = comment.Result
	}
	flags := t.FunctionFlags(i)
	if flags&facts.Async != 0 && flags&facts.Generator == 0 {
		result = e.b.Awaited(result)
	}
	def := &e.f.Defs[d]
	def.Flags |= flags
	def.Params = params
	if result != facts.None {
		def.Results = e.b.NewIDs(result)
	}
	def.Returns = t.WrittenResult(t.Child(i, syntax.FReturnType))
	e.body(body)
	def = &e.f.Defs[d]
	def.Values = append(def.Values, e.returnedValues(result != facts.None)...)
	if body >= 0 {
		def.SignatureEnd = t.LineBefore(i, body)
	}
	e.leaveFunction()
	e.b.Leave()
	e.hash.Function(d, i, outer)
	def.Signature = t.Header(outer, body)
}

// returnedValues returns the values that the innermost function returns. With a declared result these
// are only functions and objects, which the declared type describes.
func (e *extractor) returnedValues(declared bool) []facts.ExprID {
	if !declared {
		return e.fn.returns
	}
	var out []facts.ExprID
	for _, x := range e.fn.returns {
		if k := e.f.Exprs[x].Kind; k == facts.Func || k == facts.Object {
			out = append(out, x)
		}
	}
	return out
}

// literal visits a function literal that is not a definition.
func (e *extractor) literal(i int32) facts.ExprID { return e.literalOf(i, facts.None) }

// literalOf visits a function literal in which the value of this is self.
func (e *extractor) literalOf(i int32, self facts.ExprID) facts.ExprID {
	t := e.t
	e.enterFunction(i, facts.None, facts.None)
	if self != facts.None {
		e.self = self
	}
	before := e.types.PushParams(i)
	params := e.parameters(i, &annotation.Comment{})
	result := e.types.Result(i)
	e.body(t.Child(i, syntax.FBody))
	x := lang.NewExpr(facts.Func, t.Line(i))
	x.N = t.EndLine(i)
	x.Type = e.types.Function(params, result, t.Line(i))
	if n := len(e.fn.returns); n > 0 {
		x.Args = e.b.NewArgs(n)
		for _, r := range e.fn.returns {
			x.Args = append(x.Args, facts.Arg{X: r})
		}
	}
	id := e.b.Expr(x)
	for _, v := range e.fn.params {
		e.f.Vars[v].Func = id
	}
	e.types.PopParams(before)
	e.leaveFunction()
	return id
}

// body visits the body of the innermost function: a block or an expression.
func (e *extractor) body(i int32) {
	switch {
	case i < 0:
	case e.t.Kind(i) == syntax.KStatementBlock:
		e.statements(i)
	default:
		e.named = true
		e.returned(e.expr(i))
	}
}

// parameters reads and declares the parameters of function i. comment holds the types in its doc
// comment.
func (e *extractor) parameters(i int32, comment *annotation.Comment) []facts.Param {
	t := e.t
	list := t.Child(i, syntax.FParameters)
	if list < 0 {
		if p := t.Child(i, syntax.FParameter); p >= 0 { // a => …
			return []facts.Param{e.param(p, 0, comment)}
		}
		return nil
	}
	n := t.CountParams(list)
	if n == 0 {
		return nil
	}
	params := make([]facts.Param, 0, n)
	for c := t.First(list); c >= 0; c = t.Next(c) {
		if t.IsParam(c) {
			params = append(params, e.param(c, int32(len(params)), comment))
		}
	}
	return params
}

// param reads and declares the parameter with the given index.
func (e *extractor) param(i, index int32, comment *annotation.Comment) facts.Param {
	t := e.t
	e.decorators(i)
	p := t.ParamParts(i)
	out := facts.Param{Type: facts.None, Written: e.b.Written(p.Type), Optional: p.Optional, Variadic: p.Rest}
	out.Type = e.types.Annotation(p.Type)
	line := t.Line(i)
	named := p.Pattern >= 0 && t.Kind(p.Pattern) == syntax.KIdentifier
	if named {
		out.Name = t.Word(p.Pattern)
		line = t.Line(p.Pattern)
		if s, ok := comment.Params[out.Name]; ok && out.Type == facts.None {
			out.Type = s.Type
			out.Optional = out.Optional || s.Optional
		}
	}
	v := lang.NewVar(facts.ParamVar, out.Name, line)
	v.Index, v.Type = index, out.Type
	id := e.b.Declare(v)
	e.fn.params = append(e.fn.params, id)
	if p.Value >= 0 {
		e.b.AddValue(id, e.expr(p.Value))
	}
	if p.Pattern >= 0 && !named {
		e.bind(p.Pattern, e.b.Local(id, line), bindBlock)
	}
	if p.Member && named {
		e.paramField(i, p, id, out.Type)
	}
	return out
}

// paramField adds the field that a constructor parameter with a modifier declares.
func (e *extractor) paramField(i int32, p syntax.Param, v facts.VarID, typ facts.TypeID) {
	if e.class == nil {
		return
	}
	def := lang.NewDef(facts.Field, e.t.Word(p.Pattern))
	def.Start, def.Line, def.End = e.t.Line(i), e.t.Line(p.Pattern), e.t.EndLine(i)
	def.SignatureEnd = def.End
	def.Type = typ
	def.Signature = e.t.Header(i, p.Value)
	d := e.b.Def(def)
	e.f.Defs[d].Parent = e.class.def
	e.f.Defs[d].Values = e.b.NewIDs(e.b.Local(v, def.Line))
	e.hash.Hide(d, p.Private)
	e.class.fields[def.Name] = d
	e.hash.Member(d, i, p.Pattern, -1)
}
