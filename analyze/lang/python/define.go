package python

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// decorated contains what the decorators of a definition imply.
type decorated struct {
	exprs      []facts.ExprID
	flags      facts.DefFlags
	start      int32 // node where the definition begins
	staticOnly bool  // staticmethod: no parameter is the instance
	// addsMembers: a decorator may add members to the class.
	addsMembers bool
}

// decorators adds the decorators under the decorated_definition at node i, -1
// for none.
func (x *extractor) decorators(i, def int32) decorated {
	out := decorated{start: def}
	if i < 0 {
		return out
	}
	t := x.t
	out.start = i
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Kind(c) != syntax.KDecorator {
			continue
		}
		value := t.FirstNamed(c)
		if e := x.optional(value); e >= 0 {
			x.f.Exprs[e].Flags |= facts.Decorates
			out.exprs = append(out.exprs, e)
		}
		if t.Kind(value) == syntax.KCall {
			value = t.Child(value, syntax.FFunction)
		}
		name := t.CalleeName(value)
		out.addsMembers = out.addsMembers || !keepsMembers(name)
		switch name {
		case "staticmethod":
			out.flags |= facts.Static
			out.staticOnly = true
		case "classmethod":
			out.flags |= facts.Static | facts.ClassSide
		case "setter", "deleter":
			if t.Kind(value) == syntax.KAttribute {
				out.flags |= facts.Setter
			}
		case "overload":
			out.flags |= facts.Overload
		case "abstractmethod":
			out.flags |= facts.Abstract
		case "abstractproperty":
			out.flags |= facts.Abstract | facts.Getter
		case "final":
			out.flags |= facts.Final
		case "getter":
			if t.Kind(value) == syntax.KAttribute {
				out.flags |= facts.Getter
			}
		default:
			if strings.HasSuffix(name, "property") { // cached_property, hybrid_property, …
				out.flags |= facts.Getter
			}
		}
	}
	return out
}

// function handles a function_definition; decorator is the enclosing decorated_definition or -1.
func (x *extractor) function(i, decorator int32) {
	t := x.t
	nameNode := t.Child(i, syntax.FName)
	if nameNode < 0 {
		return
	}
	name, body := x.b.Text(nameNode), t.Child(i, syntax.FBody)
	dec := x.decorators(decorator, i)
	if x.ctx.kind != inClass {
		dec.flags &= facts.Overload | facts.Final
	}
	d := x.newDef(x.functionKind(name), name, nameNode, i)
	d.Start, d.End = t.Line(dec.start), t.EndLine(i)
	d.Flags |= dec.flags | implicitFlags(&d)
	if t.ChildOfKind(i, syntax.KAsync) >= 0 {
		d.Flags |= facts.Async
	}
	d.Decorators = dec.exprs
	params, result := t.Child(i, syntax.FParameters), t.Child(i, syntax.FReturnType)
	head := max(nameNode, params, result)
	d.SignatureEnd = t.EndLine(head)
	d.Signature = t.Header(i, head)
	doc := x.docString(&d, body)
	if x.ctx.protocol && t.IsStub(body, doc) {
		d.Flags |= facts.Abstract
	}
	x.hashFunction(&d, i, decorator, doc)
	list := x.parameters(params, d.Kind != facts.Function && !dec.staticOnly)
	id := x.b.Def(d)
	x.names.Define(x.memberOwner(), name, id)
	x.bindDef(name, id)

	around := x.ctx
	x.ctx = context{kind: inFunction, def: id, class: around.class, self: around.self, voids: t.Voids(body)}
	x.b.Enter(id)
	x.b.Open(lang.FuncScope)
	x.f.Defs[id].TypeParams = x.types.Params(t.Child(i, syntax.FTypeParameters))
	if result >= 0 {
		x.setResult(id, x.types.Of(result))
		x.f.Defs[id].Returns = []string{x.b.Written(result)}
	}
	x.declareParams(list)
	x.types.SignatureComment(i, body, id)
	x.types.InferParams(id, around.class)
	x.block(body)
	x.b.Close()
	x.b.Leave()
	x.ctx = around
}

func (x *extractor) functionKind(name string) facts.DefKind {
	switch {
	case x.ctx.kind != inClass:
		return facts.Function
	case name == "__init__":
		return facts.Constructor
	}
	return facts.Method
}

// implicitFlags returns the flags of methods that are static or class methods without a decorator.
func implicitFlags(d *facts.Def) facts.DefFlags {
	if d.Kind != facts.Method {
		return 0
	}
	switch d.Name {
	case "__new__", "__init_subclass__", "__class_getitem__":
		return facts.Static | facts.ClassSide
	}
	return 0
}

func (x *extractor) setResult(id facts.DefID, typ facts.TypeID) {
	x.f.Defs[id].Results = []facts.TypeID{typ}
}

// docString sets the documentation of d from the first statement of body and
// returns that statement, or -1.
func (x *extractor) docString(d *facts.Def, body int32) int32 {
	t := x.t
	stmt := t.FirstNamed(body)
	if t.Kind(stmt) != syntax.KExpressionStatement {
		return -1
	}
	text := t.FirstNamed(stmt)
	if k := t.Kind(text); k != syntax.KString && k != syntax.KConcatenatedString {
		return -1
	}
	d.DocStart, d.DocEnd = t.Line(stmt), t.EndLine(stmt)
	var h lang.Hasher
	h.Text(t.Bytes(text))
	d.DocHash = h.Sum()
	return stmt
}

// hashDecorators adds the decorators of a decorated definition, -1 for none.
func (x *extractor) hashDecorators(h *lang.Hasher, decorated int32) {
	if decorated < 0 {
		return
	}
	for c := x.t.First(decorated); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == syntax.KDecorator {
			h.Add(x.b, c, nil)
		}
	}
}

func (x *extractor) hashFunction(d *facts.Def, i, decorator, doc int32) {
	t := x.t
	var h lang.Hasher
	x.hashDecorators(&h, decorator)
	h.Add(x.b, t.ChildOfKind(i, syntax.KAsync), nil)
	h.Add(x.b, t.Child(i, syntax.FTypeParameters), nil)
	params := t.Child(i, syntax.FParameters)
	h.Add(x.b, params, t.IsDefault)
	h.Add(x.b, t.Child(i, syntax.FReturnType), nil)
	d.SignatureHash = h.Cut()
	if params >= 0 {
		for c := t.First(params); c >= 0; c = t.Next(c) {
			if k := t.Kind(c); k == syntax.KDefaultParameter || k == syntax.KTypedDefaultParameter {
				h.Add(x.b, t.Child(c, syntax.FValue), nil)
			}
		}
	}
	h.Add(x.b, t.Child(i, syntax.FBody), func(n int32) bool { return n == doc || t.IsDefinition(n) })
	d.BodyHash = h.Cut()
	d.Sketch = h.Sketch()
}

// A parameter is a parameter of a def or lambda. Its type is added later, in the scope of the
// function.
type parameter struct {
	facts.Param
	node  int32 // the name
	typ   int32 // the annotation, -1 for none
	value facts.ExprID
	self  bool
}

// parameters reads the parameters under node i and adds their default values, which are evaluated in
// the enclosing scope.
func (x *extractor) parameters(i int32, hasSelf bool) []parameter {
	if i < 0 {
		return nil
	}
	t := x.t
	var list []parameter
	keywordOnly := false
	for c := t.First(i); c >= 0; c = t.Next(c) {
		p := parameter{Param: facts.Param{Type: facts.None}, node: c, typ: -1, value: facts.None}
		switch t.Kind(c) {
		case syntax.KIdentifier:
		case syntax.KTuplePattern: // Python 2
			p.node = -1
		case syntax.KDefaultParameter, syntax.KTypedDefaultParameter:
			p.node, p.typ, p.Optional = t.Child(c, syntax.FName), t.Child(c, syntax.FType), true
			p.value = x.optional(t.Child(c, syntax.FValue))
		case syntax.KTypedParameter:
			p.node, p.typ = t.FirstNamed(c), t.Child(c, syntax.FType)
		case syntax.KListSplatPattern, syntax.KDictionarySplatPattern:
		case syntax.KKeywordSeparator:
			keywordOnly = true
			continue
		case syntax.KPositionalSeparator:
			for n := range list {
				list[n].PositionalOnly = true
			}
			continue
		default:
			continue
		}
		switch t.Kind(p.node) {
		case syntax.KListSplatPattern:
			p.Variadic, keywordOnly = true, true
			p.node = t.FirstNamed(p.node)
		case syntax.KDictionarySplatPattern:
			p.Keywords = true
			p.node = t.FirstNamed(p.node)
		default:
			p.KeywordOnly = keywordOnly
		}
		if t.Kind(p.node) == syntax.KIdentifier {
			p.Name = x.b.Text(p.node)
		}
		p.self = hasSelf && len(list) == 0 && !p.Variadic && !p.Keywords && !p.KeywordOnly
		list = append(list, p)
	}
	return list
}

// declareParams declares the parameters of the function whose scope is open and returns the variables.
// If a function definition is open, they become its Params too.
func (x *extractor) declareParams(list []parameter) []facts.VarID {
	if len(list) == 0 {
		return nil
	}
	line := x.t.Line
	vars := make([]facts.VarID, 0, len(list))
	params := make([]facts.Param, 0, len(list))
	for _, p := range list {
		typ := x.types.Of(p.typ)
		if p.self {
			v := lang.NewVar(facts.SelfVar, p.Name, line(p.node))
			v.Type = typ
			x.b.Declare(v)
			x.ctx.self = p.Name
			continue
		}
		if p.Name == x.ctx.self {
			x.ctx.self = ""
		}
		p.Type, p.Written = typ, x.b.Written(p.typ)
		if p.Name != "" {
			v := lang.NewVar(facts.ParamVar, p.Name, line(p.node))
			v.Index = int32(len(params))
			v.Type = x.collected(p, line(p.node))
			id := x.b.Declare(v)
			x.b.AddValue(id, p.value)
			vars = append(vars, id)
		}
		params = append(params, p.Param)
	}
	if x.ctx.def >= 0 {
		x.f.Defs[x.ctx.def].Params = params
	}
	return vars
}

// collected returns the type of a parameter's variable: for **kwargs a map of the passed values, for
// *args the type of one value, as in Param.
func (x *extractor) collected(p parameter, line int32) facts.TypeID {
	if !p.Keywords {
		return p.Type
	}
	t := lang.NewType(facts.MapT, line)
	t.Args = []facts.TypeID{x.b.NamedType("", "str", line), p.Type}
	return x.b.Type(t)
}

// namedLambda handles "name = lambda …", which is recorded like a def.
func (x *extractor) namedLambda(at, lambda, stmt int32) {
	t := x.t
	name := x.b.Text(at)
	d := x.newDef(x.functionKind(name), name, at, stmt)
	d.Signature = t.Header(lambda, max(lambda, t.Child(lambda, syntax.FParameters)))
	if p := t.Child(lambda, syntax.FParameters); p < 0 {
		d.Signature = "lambda"
	}
	var h lang.Hasher
	h.Add(x.b, t.Child(lambda, syntax.FParameters), t.IsDefault)
	d.SignatureHash = h.Cut()
	h.Add(x.b, t.Child(lambda, syntax.FBody), nil)
	d.BodyHash, d.Sketch = h.Cut(), h.Sketch()
	list := x.parameters(t.Child(lambda, syntax.FParameters), d.Kind != facts.Function)
	id := x.b.Def(d)
	x.names.Define(x.memberOwner(), name, id)
	x.bindDef(name, id)

	around := x.ctx
	x.ctx = context{kind: inFunction, def: id, class: around.class, self: around.self}
	x.b.Enter(id)
	x.b.Open(lang.FuncScope)
	x.declareParams(list)
	x.returns(x.optional(t.Child(lambda, syntax.FBody)))
	x.b.Close()
	x.b.Leave()
	x.ctx = around
}
