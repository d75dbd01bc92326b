package ecmascript

import (
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// A function is one function that the walk is in.
type function struct {
	outer     *function
	def       facts.DefID // None for function literals without a name
	generator bool
	returns   []facts.ExprID // returned, or yielded by a generator
	fields    map[string]facts.DefID
	params    []facts.VarID
	buffer    [4]facts.VarID // first room of params

	tests int // of extractor.tests, those of the code around

	this facts.DefID  // of the code around
	self facts.ExprID // likewise
	top  bool         // likewise
}

// enterFunction opens the scope of function i. this is the Def that binds this
// in it; arrow functions keep that of the code around them.
func (e *extractor) enterFunction(i int32, d, this facts.DefID) {
	fn := &function{outer: e.fn, def: d, this: e.this, self: e.self, top: e.top, tests: len(e.tests)}
	fn.params = fn.buffer[:0]
	fn.generator = e.functionFlags(i)&facts.Generator != 0
	if e.t.Kind(i) != kArrowFunction || this != facts.None {
		e.this, e.self = this, facts.None
	}
	e.fn, e.top = fn, false
	e.b.Open(lang.FuncScope)
}

// binds returns the Def whose this code in function i runs with: d, or None for an
// arrow function, which keeps that of the code around it.
func (e *extractor) binds(i int32, d facts.DefID) facts.DefID {
	if e.t.Kind(i) == kArrowFunction {
		return facts.None
	}
	return d
}

func (e *extractor) leaveFunction() {
	e.b.Close()
	e.this, e.self, e.top = e.fn.this, e.fn.self, e.fn.top
	for _, path := range e.tests[e.fn.tests:] {
		delete(e.asked, path)
	}
	e.tests = e.tests[:e.fn.tests]
	e.fn = e.fn.outer
}

// function fills in Def d from the function-like node i, whose statement or
// member is outer, and visits its body. nameNode is left out of the hashes.
// this is the Def that binds this.
func (e *extractor) function(d facts.DefID, i, outer, nameNode int32, this facts.DefID) {
	t := e.t
	e.b.Enter(d)
	e.enterFunction(i, d, this)
	if own := t.Child(i, fName); own >= 0 && t.Kind(own) == kIdentifier && e.isFunction(i) {
		v := lang.NewVar(facts.DefVar, e.word(own), t.Line(own))
		v.Def = d
		e.b.Declare(v)
	}
	spoken := spokenTypes{result: facts.None}
	if e.doc.of == outer {
		spoken = e.readComments()
	}
	e.f.Defs[d].TypeParams = e.typeParams(i)
	body := t.Child(i, fBody)
	var params []facts.Param
	if body >= 0 {
		params = e.parameters(i, &spoken)
	} else {
		params = e.typeOnlyParams(i)
	}
	result := e.resultType(i)
	if result == facts.None {
		result = spoken.result
	}
	flags := e.functionFlags(i)
	if flags&facts.Async != 0 && flags&facts.Generator == 0 {
		result = e.awaited(result)
	}
	def := &e.f.Defs[d]
	def.Flags |= flags
	def.Params = params
	if result != facts.None {
		def.Results = e.newIDs(result)
	}
	def.Returns = e.writtenResult(t.Child(i, fReturnType))
	e.body(body)
	def = &e.f.Defs[d]
	def.Values = append(def.Values, e.returnedValues(result != facts.None)...)
	if body >= 0 {
		def.SignatureEnd = e.lineBefore(i, body)
	}
	e.leaveFunction()
	e.b.Leave()
	e.hashFunction(d, i, outer)
	def.Signature = e.header(outer, body)
}

// returnedValues returns what the innermost function returns: where its result is
// declared, only the functions and objects, whose types come from there.
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

// literal visits a function literal that has no name to be found by.
func (e *extractor) literal(i int32) facts.ExprID { return e.literalOf(i, facts.None) }

// literalOf visits a function literal in which this is the value self.
func (e *extractor) literalOf(i int32, self facts.ExprID) facts.ExprID {
	t := e.t
	e.enterFunction(i, facts.None, facts.None)
	if self != facts.None {
		e.self = self
	}
	before := e.pushTypeParams(i)
	params := e.parameters(i, &spokenTypes{})
	result := e.resultType(i)
	e.body(t.Child(i, fBody))
	x := lang.NewExpr(facts.Func, t.Line(i))
	x.N = t.EndLine(i)
	x.Type = e.literalType(params, result, t.Line(i))
	if n := len(e.fn.returns); n > 0 {
		x.Args = e.newArgs(n)
		for _, r := range e.fn.returns {
			x.Args = append(x.Args, facts.Arg{X: r})
		}
	}
	id := e.b.Expr(x)
	for _, v := range e.fn.params {
		e.f.Vars[v].Func = id
	}
	e.params = e.params[:before]
	e.leaveFunction()
	return id
}

// literalType returns the function type of a literal where it declares any type.
func (e *extractor) literalType(params []facts.Param, result facts.TypeID, line int32) facts.TypeID {
	return walk.FuncType(e.b, params, result, line, func() facts.TypeID { return e.known(facts.None, line) })
}

// defined returns the value of the function with Def d.
func (e *extractor) defined(d facts.DefID, line int32) facts.ExprID {
	x := lang.NewExpr(facts.Func, line)
	x.Ref = d
	return e.b.Expr(x)
}

// functionFlags reads async, * and the like before the name.
func (e *extractor) functionFlags(i int32) facts.DefFlags {
	var flags facts.DefFlags
	switch e.t.Kind(i) {
	case kGeneratorFunction, kGeneratorFunctionDeclaration:
		flags |= facts.Generator
	}
	for c := e.t.First(i); c >= 0; c = e.t.Next(c) {
		n := &e.t.Nodes[c]
		if n.Field == fName || n.Field == fParameters || n.Field == fBody {
			break
		}
		if n.Flags&lang.IsNamed != 0 {
			continue
		}
		switch n.Kind {
		case tAsync:
			flags |= facts.Async
		case tStar:
			flags |= facts.Generator
		}
	}
	return flags
}

// body visits the body of the innermost function: a block or an expression.
func (e *extractor) body(i int32) {
	switch {
	case i < 0:
	case e.t.Kind(i) == kStatementBlock:
		e.statements(i)
	default:
		e.named = true
		e.returned(e.expr(i))
	}
}

// lineBefore returns the last line of what stands before child c of i.
func (e *extractor) lineBefore(i, c int32) int32 {
	last := int32(-1)
	for n := e.t.First(i); n >= 0 && n != c; n = e.t.Next(n) {
		last = n
	}
	if last < 0 {
		return e.t.Line(c)
	}
	return e.t.EndLine(last)
}

// parameters reads and declares the parameters of function i.
func (e *extractor) parameters(i int32, spoken *spokenTypes) []facts.Param {
	t := e.t
	list := t.Child(i, fParameters)
	if list < 0 {
		if p := t.Child(i, fParameter); p >= 0 { // a => …
			return []facts.Param{e.param(p, 0, spoken)}
		}
		return nil
	}
	n := e.countParams(list)
	if n == 0 {
		return nil
	}
	params := make([]facts.Param, 0, n)
	for c := t.First(list); c >= 0; c = t.Next(c) {
		if e.isParam(c) {
			params = append(params, e.param(c, int32(len(params)), spoken))
		}
	}
	return params
}

func (e *extractor) countParams(list int32) int {
	n := 0
	for c := e.t.First(list); c >= 0; c = e.t.Next(c) {
		if e.isParam(c) {
			n++
		}
	}
	return n
}

// isParam reports whether c is a parameter; this is none.
func (e *extractor) isParam(c int32) bool {
	if !e.t.Named(c) || e.t.Nodes[c].Flags&lang.IsError != 0 {
		return false
	}
	return e.t.Kind(e.t.Child(c, fPattern)) != kThis
}

// A paramNode is the parts of one parameter.
type paramNode struct {
	pattern, value, typ int32
	optional, rest      bool
	// member: the parameter of a constructor is a field too.
	member, private bool
}

func (e *extractor) paramParts(i int32) paramNode {
	t := e.t
	p := paramNode{pattern: i, value: -1, typ: -1}
	switch t.Kind(i) {
	case kRequiredParameter, kOptionalParameter:
		p.pattern, p.value, p.typ = t.Child(i, fPattern), t.Child(i, fValue), t.Child(i, fType)
		if p.pattern < 0 {
			p.pattern = t.Child(i, fName) // member of a tuple type
		}
		p.optional = t.Kind(i) == kOptionalParameter
		for c := t.First(i); c >= 0 && c != p.pattern; c = t.Next(c) {
			switch t.Kind(c) {
			case kAccessibilityModifier:
				p.member, p.private = true, e.is(c, "private")
			case tReadonly, kOverrideModifier:
				p.member = true
			}
		}
	case kAssignmentPattern:
		p.pattern, p.value = t.Child(i, fLeft), t.Child(i, fRight)
	}
	if p.pattern >= 0 && t.Kind(p.pattern) == kRestPattern {
		p.rest = true
		p.pattern = t.FirstNamed(p.pattern)
	}
	p.optional = p.optional || p.value >= 0
	return p
}

// param reads and declares one parameter.
func (e *extractor) param(i, index int32, spoken *spokenTypes) facts.Param {
	t := e.t
	e.decorators(i)
	p := e.paramParts(i)
	out := facts.Param{Type: facts.None, Written: e.b.Written(p.typ), Optional: p.optional, Variadic: p.rest}
	out.Type = e.annotation(p.typ)
	line := t.Line(i)
	named := p.pattern >= 0 && t.Kind(p.pattern) == kIdentifier
	if named {
		out.Name = e.word(p.pattern)
		line = t.Line(p.pattern)
		if s, ok := spoken.params[out.Name]; ok && out.Type == facts.None {
			out.Type = s.typ
			out.Optional = out.Optional || s.optional
		}
	}
	v := lang.NewVar(facts.ParamVar, out.Name, line)
	v.Index, v.Type = index, out.Type
	id := e.b.Declare(v)
	e.fn.params = append(e.fn.params, id)
	if p.value >= 0 {
		e.b.AddValue(id, e.expr(p.value))
	}
	if p.pattern >= 0 && !named {
		e.bind(p.pattern, e.local(id, line), bindBlock)
	}
	if p.member && named {
		e.paramField(i, p, id, out.Type)
	}
	return out
}

// local returns the value of variable v.
func (e *extractor) local(v facts.VarID, line int32) facts.ExprID {
	x := lang.NewExpr(facts.Local, line)
	x.Name, x.Ref = e.f.Vars[v].Name, v
	return e.b.Expr(x)
}

// paramField adds the field that a parameter of a constructor declares.
func (e *extractor) paramField(i int32, p paramNode, v facts.VarID, typ facts.TypeID) {
	if e.class == nil {
		return
	}
	def := lang.NewDef(facts.Field, e.word(p.pattern))
	def.Start, def.Line, def.End = e.t.Line(i), e.t.Line(p.pattern), e.t.EndLine(i)
	def.SignatureEnd = def.End
	def.Type = typ
	def.Signature = e.header(i, p.value)
	d := e.b.Def(def)
	e.f.Defs[d].Parent = e.class.def
	e.f.Defs[d].Values = e.newIDs(e.local(v, def.Line))
	e.hide(d, p.private)
	e.class.fields[def.Name] = d
	e.hashMember(d, i, p.pattern, -1)
}

// resultType returns the declared result of function i, or None.
func (e *extractor) resultType(i int32) facts.TypeID {
	return e.annotation(e.t.Child(i, fReturnType))
}

// writtenResult returns the result type at node i as it is written, nil for -1.
func (e *extractor) writtenResult(i int32) []string {
	if i < 0 {
		return nil
	}
	return []string{e.b.Written(i)}
}

// isConstructorName reports whether functions of that name are called with new
// by convention.
func isConstructorName(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}
