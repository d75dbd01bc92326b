package ruby

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// typeDefinition handles "class A" and "module A::B".
func (x *extractor) typeDefinition(i int32) {
	t := x.t
	at, kind := t.Child(i, fName), facts.Trait
	if t.Kind(i) == kClass {
		kind = facts.Class
	}
	if at < 0 {
		return
	}
	d := lang.NewDef(kind, "")
	d.Flags = facts.Partial | facts.Exported
	root, opened := false, 0
	if t.Kind(at) == kScopeResolution {
		scope := t.Child(at, fScope)
		at = t.Child(at, fName)
		switch {
		case at < 0:
			return
		case scope < 0:
			root = true
		case x.ctx.typ < 0 && x.isPath(scope):
			opened = x.openPath(scope)
		case x.isPath(scope):
			d.Receiver = x.typeOf(scope)
		}
	}
	d.Name = x.b.Text(at)
	d.Start, d.Line, d.End = x.line(i), x.line(at), t.EndLine(i)
	super := t.Child(i, fSuperclass)
	d.SignatureEnd = max(d.Line, t.EndLine(max(at, super)))
	d.Signature = x.header(i, max(at, super))
	x.document(&d)
	body := t.Child(i, fBody)
	x.hashType(&d, i, super, body)
	base := x.superclass(t.FirstNamed(super))
	id := x.b.Def(d)
	if d.Name == "ClassMethods" && x.ctx.typ >= 0 { // types that include the enclosing module get these methods as static ones
		x.extended(x.b.NamedType("", d.Name, d.Line))
	}
	if root {
		x.f.Defs[id].Parent = facts.None
	}
	x.typeBody(id, body, base)
	if base.typ >= 0 {
		x.f.Defs[id].Extends = append(x.f.Defs[id].Extends, base.typ)
	}
	for range opened {
		x.b.Leave()
	}
}

// openPath opens the namespaces in a path such as A::B, which are defined elsewhere, and returns their
// number.
func (x *extractor) openPath(path int32) int {
	t := x.t
	n, at := 0, path
	if t.Kind(path) == kScopeResolution {
		if scope := t.Child(path, fScope); scope >= 0 {
			n = x.openPath(scope)
		}
		at = t.Child(path, fName)
	}
	d := lang.NewDef(facts.Trait, x.b.Text(at))
	d.Flags = facts.Partial | facts.Exported | facts.Declaration
	line := x.line(at)
	d.Start, d.Line, d.End, d.SignatureEnd = line, line, line, line
	d.Signature = "module " + d.Name
	x.b.Enter(x.b.Def(d))
	return n + 1
}

// A superclass is the base of a class, or the call that creates the class.
type superclass struct {
	typ facts.TypeID
	// accessors are the members that Struct.new names. frozen: they have no setters.
	accessors []int32
	frozen    bool
}

func (x *extractor) superclass(i int32) superclass {
	out := superclass{typ: facts.None}
	if i < 0 {
		return out
	}
	if x.isPath(i) {
		out.typ = x.typeOf(i)
		return out
	}
	if class, of := x.classMaker(i); class == "Struct" || class == "Data" {
		out.accessors, out.frozen = x.members(of), class == "Data"
		return out
	}
	value := lang.NewType(facts.ValueT, x.line(i))
	if value.X = x.expr(i); value.X >= 0 {
		out.typ = x.b.Type(value)
	}
	return out
}

// members returns the symbols among the arguments of call i.
func (x *extractor) members(i int32) []int32 {
	var out []int32
	list := x.t.Child(i, fArguments)
	for c := x.t.FirstNamed(list); c >= 0; c = x.nextNamed(c) {
		if x.t.Kind(c) == kSimpleSymbol {
			out = append(out, c)
		}
	}
	return out
}

// typeBody walks the body of the class or module id.
func (x *extractor) typeBody(id facts.DefID, body int32, base superclass) {
	ctx, frames, doc, sig := x.ctx, x.frames, x.doc, x.sig
	x.ctx = context{typ: id, name: x.f.Defs[id].Name, method: facts.None}
	x.frames, x.doc, x.sig = nil, comments{}, -1
	x.b.Enter(id)
	x.openScope(false)
	for _, a := range base.accessors {
		x.accessor(a, x.symbolName(a), 0)
		if !base.frozen {
			x.accessor(a, x.symbolName(a)+"=", 0)
		}
	}
	if body >= 0 { // the first comments precede the body node
		for c := x.t.First(x.t.Nodes[body].Parent); c != body; c = x.t.Next(c) {
			x.doc.see(x.t, c)
		}
	}
	x.effectsOf(body)
	x.closeScope()
	x.b.Leave()
	x.ctx, x.frames, x.doc, x.sig = ctx, frames, doc, sig
}

// singletonClass handles "class << self".
func (x *extractor) singletonClass(i int32) {
	t := x.t
	if value := t.Child(i, fValue); t.Kind(value) != kSelf || x.ctx.typ < 0 || x.ctx.method >= 0 {
		x.expr(value)
		if x.ctx.typ < 0 || !x.is(value, x.ctx.name) { // the class of some other object: its methods cannot be called by a name
			d := lang.NewDef(facts.Class, "")
			d.Start, d.Line, d.End = x.line(i), x.line(i), t.EndLine(i)
			d.SignatureEnd = d.Line
			x.typeBody(x.b.Def(d), t.Child(i, fBody), superclass{})
			return
		}
	}
	around := x.ctx
	x.ctx.singleton, x.ctx.static, x.ctx.access = true, true, public
	x.openScope(false)
	x.effectsOf(t.Child(i, fBody))
	x.closeScope()
	x.ctx = around
}

// classMaker returns the name of the class whose new or define creates a class at node i, and the
// call; "" for other expressions.
func (x *extractor) classMaker(i int32) (string, int32) {
	t := x.t
	if i < 0 || t.Kind(i) != kCall {
		return "", -1
	}
	receiver, method := t.Child(i, fReceiver), t.Child(i, fMethod)
	if receiver < 0 || method < 0 || t.Kind(receiver) != kConstant {
		return "", -1
	}
	switch class, name := x.b.Text(receiver), x.b.Text(method); {
	case name == "new" && (class == "Class" || class == "Struct" || class == "Module"), name == "define" && class == "Data":
		return class, i
	}
	return "", -1
}

// namedClass handles "Name = Struct.new(:a) do … end".
func (x *extractor) namedClass(i, name, call int32, class string, receiver facts.TypeID) facts.ExprID {
	t := x.t
	d := lang.NewDef(facts.Class, x.b.Text(name))
	if class == "Module" {
		d.Kind = facts.Trait
	}
	d.Start, d.Line, d.End = x.line(i), x.line(name), t.EndLine(i)
	d.SignatureEnd, d.Receiver = d.Line, receiver
	d.Flags = facts.Partial | facts.Exported
	block := t.Child(call, fBlock)
	d.Signature = x.header(i, max(name, t.Child(call, fArguments)))
	x.document(&d)
	x.hashType(&d, call, t.Child(call, fArguments), t.Child(block, fBody))
	x.classFrom(d, call, class)
	return facts.None
}

// anonymous adds a class created by a call and returns it.
func (x *extractor) anonymous(i int32, class string) facts.ExprID {
	d := lang.NewDef(facts.Class, "")
	d.Start, d.Line, d.End = x.line(i), x.line(i), x.t.EndLine(i)
	d.SignatureEnd = d.Line
	id := x.classFrom(d, i, class)
	around := x.ctx
	x.ctx.typ = id
	e := x.ownType(true, x.line(i))
	x.ctx = around
	return e
}

func (x *extractor) classFrom(d facts.Def, call int32, class string) facts.DefID {
	t := x.t
	var base superclass
	base.typ = facts.None
	if list := t.Child(call, fArguments); class == "Class" && list >= 0 {
		base = x.superclass(t.FirstNamed(list))
	} else if class != "Module" {
		base.accessors, base.frozen = x.members(call), class == "Data"
	}
	id := x.b.Def(d)
	var body int32 = -1
	if block := t.Child(call, fBlock); block >= 0 {
		body = t.Child(block, fBody)
	}
	x.typeBody(id, body, base)
	if base.typ >= 0 {
		x.f.Defs[id].Extends = append(x.f.Defs[id].Extends, base.typ)
	}
	return id
}

// method handles a def. object is the node before the dot in its name, -1 for an instance method.
func (x *extractor) method(i, object int32) {
	t := x.t
	at := t.Child(i, fName)
	if at < 0 {
		return
	}
	d := lang.NewDef(facts.Method, x.b.Text(at))
	d.Start, d.Line, d.End = x.line(i), x.line(at), t.EndLine(i)
	static := x.ctx.singleton || object >= 0
	switch k := t.Kind(object); {
	case object >= 0 && k != kSelf && x.isPath(object) && !(x.ctx.typ >= 0 && x.is(object, x.ctx.name)):
		d.Receiver = x.typeOf(object)
	case object >= 0 && k != kSelf && k != kConstant:
		x.expr(object)
		d.Flags |= facts.Inner // a method of one object only
	case x.ctx.typ < 0:
		d.Kind, static = facts.Function, false
		if len(x.frames) > 0 {
			d.Flags |= facts.FileLocal
		}
	case d.Name == "initialize" && !static:
		d.Kind = facts.Constructor
	}
	if static {
		d.Flags |= facts.Static
	}
	if object >= 0 {
		d.Flags |= facts.Exported
	} else {
		d.Flags |= x.ctx.access.flags()
	}
	params, body := t.Child(i, fParameters), t.Child(i, fBody)
	d.SignatureEnd = max(d.Line, t.EndLine(max(at, params)))
	d.Signature = x.header(i, max(at, params))
	if x.isStub(body) {
		d.Flags |= facts.Abstract
	}
	doc := x.document(&d)
	x.hashMethod(&d, params, body)
	x.defineMethod(d, doc, params, body, false)
}

// defineMethod adds the method d and walks its body. With open the body is a block, in which the
// enclosing variables are visible.
func (x *extractor) defineMethod(d facts.Def, doc []int32, params, body int32, open bool) facts.DefID {
	around, frames, comment, sig := x.ctx, x.frames, x.doc, x.sig
	id := x.b.Def(d)
	if x.ctx.method >= 0 {
		x.f.Defs[id].Parent = x.ctx.typ
	}
	x.ctx.method, x.ctx.called, x.ctx.static, x.ctx.loose = id, d.Name, d.Has(facts.Static), false
	x.ctx.singleton, x.ctx.access = d.Has(facts.Static), public
	f := &frame{def: id, block: facts.None}
	x.frames, x.doc, x.sig = append(x.frames[:len(x.frames):len(x.frames)], f), comments{}, -1
	x.b.Enter(id)
	x.openScope(open)
	types := x.declared(doc, sig)
	x.methodParams(id, f, params, types)
	if types.result >= 0 {
		x.f.Defs[id].Results = []facts.TypeID{types.result}
	}
	var value facts.ExprID = facts.None
	if body >= 0 {
		value = x.expr(body)
	}
	if value >= 0 {
		f.values = append(f.values, value)
	}
	x.setResults(id, f)
	x.setBlock(id, f, types)
	x.closeScope()
	x.b.Leave()
	x.ctx, x.frames, x.doc, x.sig = around, frames, comment, sig
	return id
}

// setResults sets the results of a method. The results of constructors and setters are ignored.
func (x *extractor) setResults(id facts.DefID, f *frame) {
	d := &x.f.Defs[id]
	if d.Kind == facts.Constructor || len(d.Results) > 0 {
		return
	}
	for n := len(f.values) - 1; n >= 0 && len(d.Values) < facts.MaxValues; n-- {
		d.Values = append(d.Values, f.values[n])
	}
}

// setBlock adds a block parameter to a method that yields. The types of the block's parameters are
// those of the yielded values.
func (x *extractor) setBlock(id facts.DefID, f *frame, types declared) {
	if !f.takes {
		return
	}
	d := &x.f.Defs[id]
	line := d.Line
	t := lang.NewType(facts.FuncT, line)
	for n, values := range f.yields {
		p := facts.TypeID(facts.None)
		if n < len(types.yields) {
			p = types.yields[n]
		} else if v := x.either(line, values...); v >= 0 {
			of := lang.NewType(facts.ValueT, line)
			of.X = v
			p = x.b.Type(of)
		}
		t.Args = append(t.Args, p)
	}
	t.N = int32(len(t.Args))
	p := facts.Param{Name: blockKeyword, Type: x.b.Type(t), Optional: true, KeywordOnly: true}
	d = &x.f.Defs[id]
	d.Params = append(d.Params, p)
}

// methodParams declares the parameters of the method id.
func (x *extractor) methodParams(id facts.DefID, f *frame, list int32, types declared) {
	if list < 0 {
		return
	}
	t := x.t
	var params []facts.Param
	for c := t.First(list); c >= 0; c = t.Next(c) {
		if !x.usable(c) {
			continue
		}
		p := facts.Param{Type: facts.None}
		name := t.Child(c, fName)
		var value facts.ExprID = facts.None
		switch t.Kind(c) {
		case kIdentifier:
			name = c
		case kOptionalParameter:
			p.Optional, value = true, x.expr(t.Child(c, fValue))
		case kKeywordParameter:
			p.KeywordOnly, p.Optional = true, t.Child(c, fValue) >= 0
			value = x.expr(t.Child(c, fValue))
		case kSplatParameter:
			p.Variadic = true
		case kHashSplatParameter:
			p.Keywords = true
		case kForwardParameter:
			p.Variadic, p.Keywords = true, true
		case kBlockParameter:
			f.takes = true
			if name >= 0 {
				v := lang.NewVar(facts.LocalVar, x.b.Text(name), x.line(name))
				f.block = x.declare(v)
			}
			continue
		case kDestructuredParameter:
			v := lang.NewVar(facts.ParamVar, "", x.line(c))
			v.Index = int32(len(params))
			x.destructure(c, x.local(x.declare(v), x.line(c)), x.line(c))
		default:
			continue
		}
		if name >= 0 {
			p.Name = x.b.Text(name)
			if typ, ok := types.params[p.Name]; ok && !p.Keywords {
				p.Type = typ
			}
			v := lang.NewVar(facts.ParamVar, p.Name, x.line(name))
			v.Index, v.Type = int32(len(params)), p.Type
			if p.Variadic {
				v.Kind, v.Type = facts.LocalVar, facts.None
				value = x.listOf(x.line(name), x.literal("", name))
			}
			vid := x.declare(v)
			x.b.AddValue(vid, value)
		}
		params = append(params, p)
	}
	x.f.Defs[id].Params = params
}

// isStub reports whether a body only raises NotImplementedError.
func (x *extractor) isStub(body int32) bool {
	t := x.t
	if body < 0 {
		return false
	}
	first := t.FirstNamed(body)
	if t.Kind(first) != kCall || x.nextNamed(first) >= 0 || !x.is(t.Child(first, fMethod), "raise") {
		return false
	}
	arg := t.FirstNamed(t.Child(first, fArguments))
	if t.Kind(arg) == kCall {
		arg = t.Child(arg, fReceiver)
	}
	return arg >= 0 && x.is(arg, "NotImplementedError")
}

// aliasOf adds name as an alias of the method old.
func (x *extractor) aliasOf(i int32, name, old string) {
	if name == "" || old == "" || name[0] == '$' {
		return
	}
	line := x.line(i)
	kind := facts.Field
	if x.ctx.typ < 0 {
		kind = facts.Variable
	}
	d := lang.NewDef(kind, name)
	d.Start, d.Line, d.End, d.SignatureEnd = line, line, x.t.EndLine(i), line
	d.Signature = x.header(i, i)
	if x.ctx.singleton {
		d.Flags |= facts.Static
	}
	d.Flags |= x.ctx.access.flags()
	x.document(&d)
	x.hashValue(&d, i)
	id := x.b.Def(d)
	if x.ctx.typ < 0 {
		x.addDefValue(id, x.b.FileLevelName(old, line))
		return
	}
	around := x.ctx
	x.ctx.method = facts.None
	x.addDefValue(id, x.member(x.ownType(x.ctx.singleton, line), old, line))
	x.ctx = around
}
