package ruby

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// block adds the block or lambda at node i as a function literal. binds is the
// value of its first parameter where that is known, None elsewhere.
func (x *extractor) block(i int32, lambda bool, binds facts.ExprID) facts.ExprID {
	t := x.t
	params, body := t.Child(i, fParameters), t.Child(i, fBody)
	if inner := t.Child(i, fBody); t.Kind(i) == kLambda && inner >= 0 {
		body = t.Child(inner, fBody)
	}
	f := &frame{def: facts.None, lambda: lambda, numbered: params < 0, block: facts.None}
	x.frames = append(x.frames, f)
	x.openScope(true)
	doc := x.doc
	x.doc = comments{}
	if params >= 0 {
		x.blockParams(f, params)
	}
	value := facts.ExprID(facts.None)
	if body >= 0 {
		value = x.expr(body)
	}
	x.doc = doc
	x.closeScope()
	x.frames = x.frames[:len(x.frames)-1]
	if value >= 0 {
		f.values = append(f.values, value)
	}
	return x.literalFunc(f, x.line(i), x.t.EndLine(i), binds)
}

func (x *extractor) literalFunc(f *frame, line, end int32, binds facts.ExprID) facts.ExprID {
	e := lang.NewExpr(facts.Func, line)
	e.N = end
	for n, v := range f.values {
		if n < facts.MaxValues {
			e.Args = append(e.Args, facts.Arg{X: v})
		}
	}
	id := x.b.Expr(e)
	for _, v := range f.params {
		p := &x.f.Vars[v]
		p.Func = id
		if p.Index == 0 && binds >= 0 {
			p.Values = []facts.ExprID{binds}
		}
	}
	return id
}

// blockParams declares the parameters of a block.
func (x *extractor) blockParams(f *frame, list int32) {
	t := x.t
	pos := int32(0)
	for c := t.First(list); c >= 0; c = t.Next(c) {
		if !x.usable(c) {
			continue
		}
		name := c
		switch t.Kind(c) {
		case kIdentifier:
			if t.Nodes[c].Field == fLocals {
				x.declare(lang.NewVar(facts.LocalVar, x.b.Text(c), x.line(c)))
				continue
			}
		case kOptionalParameter:
			name = t.Child(c, fName)
		case kDestructuredParameter:
			v := lang.NewVar(facts.ParamVar, "", x.line(c))
			v.Index = pos
			id := x.declare(v)
			f.params = append(f.params, id)
			x.destructure(c, x.local(id, x.line(c)), x.line(c))
			pos++
			continue
		case kKeywordParameter, kSplatParameter, kHashSplatParameter, kBlockParameter:
			name = t.Child(c, fName)
			value := x.expr(t.Child(c, fValue))
			if name >= 0 {
				id := x.declare(lang.NewVar(facts.LocalVar, x.b.Text(name), x.line(name)))
				x.b.AddValue(id, value)
			}
			continue
		default:
			continue
		}
		if t.Kind(name) != kIdentifier {
			continue
		}
		v := lang.NewVar(facts.ParamVar, x.b.Text(name), x.line(name))
		v.Index = pos
		value := x.expr(t.Child(c, fValue))
		id := x.declare(v)
		_ = value // the default says little compared with the arguments of calls
		f.params = append(f.params, id)
		pos++
	}
}

// yield records the values passed to the block of the enclosing method.
func (x *extractor) yield(i int32) facts.ExprID {
	list := x.t.FirstNamed(i)
	x.yields(x.methodFrame(), list)
	return x.literal("", i)
}

// methodFrame returns the frame of the enclosing method, nil for none.
func (x *extractor) methodFrame() *frame {
	for n := len(x.frames) - 1; n >= 0; n-- {
		if x.frames[n].def >= 0 {
			return x.frames[n]
		}
	}
	return nil
}

// yields records the arguments under node list as values that the method passes to its block.
func (x *extractor) yields(f *frame, list int32) {
	var args []facts.Arg
	if list >= 0 {
		args = x.arguments(list, -1, facts.None)
	}
	if f != nil {
		f.note(args)
	}
}

func (f *frame) note(args []facts.Arg) {
	f.takes = true
	for n, a := range args {
		if a.Spread || a.Keyword != "" {
			break
		}
		f.yield(n, a.X)
	}
}

// maxYields is the maximum number of values recorded for one parameter of a block.
const maxYields = 8

func (f *frame) yield(n int, value facts.ExprID) {
	for len(f.yields) <= n {
		f.yields = append(f.yields, nil)
	}
	if value >= 0 && len(f.yields[n]) < maxYields {
		f.yields[n] = append(f.yields[n], value)
	}
}

// yielded records the arguments of a call of the block parameter: block.call(x).
func (x *extractor) yielded(object facts.ExprID, args []facts.Arg) {
	f := x.methodFrame()
	if e := &x.f.Exprs[object]; f == nil || f.block < 0 || e.Kind != facts.Local || e.Ref != f.block {
		return
	}
	f.note(args)
}

// blockArgument returns the function that "&x" passes as a block: for a symbol one that calls the
// method of that name, for the block of the enclosing method one that passes its arguments on to it.
func (x *extractor) blockArgument(i int32) facts.ExprID {
	t := x.t
	value, line := t.FirstNamed(i), x.line(i)
	frame := x.methodFrame()
	switch {
	case value < 0:
		if frame == nil {
			return facts.None
		}
		return x.passOn(frame, line)
	case t.Kind(value) == kSimpleSymbol:
		f, params := x.literalParams(line, 1)
		callee := x.member(params[0], x.symbolName(value), line)
		f.values = append(f.values, x.callOf(i, callee, line, 0, nil))
		return x.literalFunc(f, line, line, facts.None)
	case t.Kind(value) == kIdentifier && frame != nil && frame.block >= 0 && x.lookup(x.b.Text(value)) == frame.block:
		return x.passOn(frame, line)
	}
	return x.expr(value)
}

// passOn returns a function that passes its two arguments to the block of a method.
func (x *extractor) passOn(method *frame, line int32) facts.ExprID {
	f, params := x.literalParams(line, 2)
	method.takes = true
	for n, p := range params {
		method.yield(n, p)
	}
	return x.literalFunc(f, line, line, facts.None)
}

// literalParams begins a function literal with n parameters that has no source text of its own.
func (x *extractor) literalParams(line int32, n int) (*frame, []facts.ExprID) {
	f := &frame{def: facts.None, block: facts.None}
	var uses []facts.ExprID
	x.openScope(true)
	for k := range n {
		v := lang.NewVar(facts.ParamVar, "", line)
		v.Index = int32(k)
		id := x.declare(v)
		f.params = append(f.params, id)
		uses = append(uses, x.local(id, line))
	}
	x.closeScope()
	return f, uses
}
