package rust

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/rust/project"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// newDef returns the Def of the item n. name is the node of its name; its signature ends before node
// body, -1 for none.
func (x *extractor) newDef(kind facts.DefKind, n, name, body int32, a *above) facts.Def {
	p := walk.Place{Start: x.t.Line(n), End: x.t.EndLine(n)}
	d := p.Def(x.t, kind, x.text(name), name, body)
	if a != nil {
		if len(a.attributes) > 0 {
			d.Start = min(d.Start, x.t.Line(a.attributes[0]))
		}
		if len(a.docs) > 0 {
			d.DocStart, d.DocEnd = x.t.Line(a.docs[0]), x.t.EndLine(a.docs[len(a.docs)-1])
			d.DocHash = x.docHash(a.docs)
		}
		if a.exported {
			d.Flags |= facts.Exported
		}
		if a.test {
			d.Flags |= facts.Test
		}
		if a.hidden {
			d.Flags |= facts.NotOffered
		}
	}
	if v := x.t.ChildOfKind(n, kVisibilityModifier); v >= 0 && !x.isNarrow(v) {
		d.Flags |= facts.Exported
	}
	return d
}

// isNarrow reports whether a visibility is that of a part of the crate: pub(super), pub(in a::b).
func (x *extractor) isNarrow(v int32) bool {
	s := x.text(v)
	return strings.Contains(s, "(") && !strings.Contains(s, "crate)")
}

// addDef adds d and, inside a function, binds its name.
func (x *extractor) addDef(d facts.Def) facts.DefID {
	id := x.b.Def(d)
	if !x.b.AtFileLevel() && d.Receiver == facts.None && !x.inType(id) {
		walk.Declare(x.b, id, d.Name, d.Line)
	}
	return id
}

// inType reports whether the parent of a definition is a type.
func (x *extractor) inType(id facts.DefID) bool {
	p := x.b.File.Defs[id].Parent
	return p != facts.None && x.b.File.Defs[p].Kind != facts.Function && x.b.File.Defs[p].Kind != facts.Method
}

// decorate adds the attributes of a definition.
func (x *extractor) decorate(id facts.DefID, a *above) {
	if a == nil {
		return
	}
	for _, attr := range a.attributes {
		of := x.nth(attr, 0)
		if of < 0 {
			continue
		}
		callee := x.plainPath(of)
		if args := x.t.Child(attr, fArguments); args >= 0 {
			e := lang.NewExpr(facts.Call, x.t.Line(attr))
			e.X, e.Flags = callee, facts.Decorates
			e.Args = x.attributeArgs(args)
			callee = x.b.Expr(e)
		} else {
			x.b.File.Exprs[callee].Flags |= facts.Decorates
		}
		x.b.File.Defs[id].Decorators = append(x.b.File.Defs[id].Decorators, callee)
	}
}

// plainPath adds the path of an attribute's name as text.
func (x *extractor) plainPath(n int32) facts.ExprID {
	if path := x.t.Child(n, fPath); path >= 0 {
		e := lang.NewExpr(facts.Member, x.t.Line(n))
		e.X, e.Name = x.plainPath(path), x.text(x.t.Child(n, fName))
		return x.b.Expr(e)
	}
	return x.b.FileLevelName(x.text(n), x.t.Line(n))
}

// attributeArgs adds the literals among the arguments of an attribute.
func (x *extractor) attributeArgs(list int32) []facts.Arg {
	var args []facts.Arg
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kStringLiteral {
			args = append(args, facts.Arg{X: x.b.Literal("str")})
		}
	}
	return args
}

// function adds a function, a method or the signature of one.
func (x *extractor) function(n int32, a *above) {
	name := x.t.Child(n, fName)
	if x.missing(name) {
		return
	}
	body := x.t.Child(n, fBody)
	kind := facts.Function
	inType := x.self >= 0
	if inType {
		kind = facts.Method
	}
	d := x.newDef(kind, n, name, body, a)
	d.Signature = x.header(n, body)
	params := x.t.Child(n, fParameters)
	self := x.selfParam(params)
	if inType && self < 0 {
		d.Flags |= facts.Static
	}
	if x.t.Kind(x.self) == kTraitItem {
		if body < 0 {
			d.Flags |= facts.Abstract
		}
		if x.b.File.Defs[x.b.In()].Has(facts.Exported) {
			d.Flags |= facts.Exported
		}
	} else if body < 0 {
		d.Flags |= facts.Ambient
	}
	if m := x.t.ChildOfKind(n, kFunctionModifiers); x.t.ChildOfKind(max(m, 0), tAsync) >= 0 && m >= 0 {
		d.Flags |= facts.Async
	}
	outer := len(x.params)
	var of facts.TypeID = facts.None
	var own []facts.TypeParam
	impl := inType && x.t.Kind(x.self) != kTraitItem
	if impl {
		of, own = x.receiver(&d)
	}
	d.Receiver = of
	id := x.addDef(d)
	x.b.Enter(id)
	x.decorate(id, a)
	x.b.Open(lang.OrderedScope)
	p := x.typeParameters(n)
	for i := range own {
		own[i] = x.implParam(&p, own[i])
	}
	x.b.File.Defs[id].TypeParams = append(own, x.paramsOf(&p)...)
	if self >= 0 {
		v := lang.NewVar(facts.SelfVar, "self", x.t.Line(self))
		if impl {
			v.Type = x.typ(x.self)
		}
		x.b.Declare(v)
	}
	x.parameters(id, params)
	if r := x.t.Child(n, fReturnType); r >= 0 {
		result := x.typ(r)
		x.b.File.Defs[id].Results = []facts.TypeID{result}
		x.b.File.Defs[id].Returns = []string{x.b.Written(r)}
	}
	x.body(id, body)
	x.b.Close()
	x.b.Leave()
	x.params = x.params[:outer]
	x.hashFunction(id, n, a)
}

// body walks the body of a function and records its last value.
func (x *extractor) body(id facts.DefID, body int32) {
	if body < 0 {
		return
	}
	outer := x.returns
	x.returns = nil
	last := x.block(body)
	values := append(x.returns, last)
	x.returns = outer
	d := &x.b.File.Defs[id]
	for _, v := range values {
		if v == facts.None || len(d.Values) == facts.MaxValues {
			continue
		}
		first := x.b.File.Beginning(v)
		if x.b.File.Exprs[v].Kind == facts.Func || x.b.File.Exprs[first].Kind == facts.Expected { // other values follow from the declared result
			d.Values = append(d.Values, v)
		}
	}
}

// selfParam returns the node of the receiver in a list of parameters, or -1.
func (x *extractor) selfParam(list int32) int32 {
	if list < 0 {
		return -1
	}
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kSelfParameter:
			return c
		case kParameter:
			if x.t.Kind(x.t.Child(c, fPattern)) == kSelf {
				return c
			}
		}
	}
	return -1
}

// parameters adds the parameters of a function and binds their names.
func (x *extractor) parameters(id facts.DefID, list int32) {
	if list < 0 {
		return
	}
	i := int32(0)
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kParameter:
			pattern := x.t.Child(c, fPattern)
			if x.t.Kind(pattern) == kSelf {
				continue
			}
			typ := x.typ(x.t.Child(c, fType))
			name := ""
			if x.t.Kind(pattern) == kIdentifier {
				name = x.text(pattern)
			}
			x.b.File.Defs[id].Params = append(x.b.File.Defs[id].Params, facts.Param{Name: name, Type: typ, Written: x.b.Written(x.t.Child(c, fType))})
			x.paramVar(c, pattern, typ, i)
			i++
		case kVariadicParameter:
			x.b.File.Defs[id].Params = append(x.b.File.Defs[id].Params, facts.Param{Type: facts.None, Variadic: true})
		}
	}
}

// paramVar binds the names of the i-th parameter of a function or closure.
func (x *extractor) paramVar(n, pattern int32, typ facts.TypeID, i int32) facts.VarID {
	v := lang.NewVar(facts.ParamVar, "", x.t.Line(n))
	if k := x.t.Kind(pattern); k == kIdentifier {
		v.Name = x.text(pattern)
	}
	v.Index, v.Type = i, typ
	id := x.b.Declare(v)
	if v.Name == "" && pattern >= 0 {
		e := lang.NewExpr(facts.Local, v.Line)
		e.Ref = id
		x.bind(pattern, x.b.Expr(e))
	}
	return id
}

// structItem adds a struct or a union with its fields.
func (x *extractor) structItem(n int32, a *above) {
	name := x.t.Child(n, fName)
	if x.missing(name) {
		return
	}
	body := x.t.Child(n, fBody)
	head := body
	if x.t.Kind(body) == kOrderedFieldDeclarationList {
		head = -1
	}
	d := x.newDef(facts.Struct, n, name, head, a)
	d.Signature = x.header(n, head)
	id := x.open(d, n, a)
	x.fields(body, false)
	x.close(id)
	x.hashHeader(id, n, a)
}

// open adds the type d of node n and makes it the innermost definition.
func (x *extractor) open(d facts.Def, n int32, a *above) facts.DefID {
	id := x.addDef(d)
	x.b.Enter(id)
	x.decorate(id, a)
	x.outer = append(x.outer, len(x.params))
	p := x.typeParameters(n)
	params := x.paramsOf(&p)
	x.b.File.Defs[id].TypeParams = params
	return id
}

func (x *extractor) close(facts.DefID) {
	last := len(x.outer) - 1
	x.params = x.params[:x.outer[last]]
	x.outer = x.outer[:last]
	x.b.Leave()
}

// fields adds the fields of a struct or of a variant. Tuple fields are named by their index. With
// public they are as visible as the variant.
func (x *extractor) fields(list int32, public bool) {
	if list < 0 {
		return
	}
	var a above
	i, visible := 0, public
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kVisibilityModifier:
			visible = true
		case k == kFieldDeclaration:
			x.field(c, x.t.Child(c, fName), x.t.Child(c, fType), "", public, &a)
			a.clear()
		case x.t.Nodes[c].Field == fType && x.usable(c):
			x.field(c, -1, c, strconv.Itoa(i), visible, &a)
			a.clear()
			i, visible = i+1, public
		default:
			a.see(x, c)
		}
	}
}

func (x *extractor) field(n, name, typ int32, number string, public bool, a *above) {
	if name < 0 && number == "" {
		return
	}
	d := x.newDef(facts.Field, n, name, -1, a)
	if number != "" {
		d.Name = number
	}
	id := x.enterPart(d, n, public, a)
	t := x.typ(typ)
	x.b.Leave()
	x.b.File.Defs[id].Type = t
	x.hashWhole(id, typ, a)
}

// enterPart adds d, the field or variant at node n, with its decorators and goes inside it.
func (x *extractor) enterPart(d facts.Def, n int32, public bool, a *above) facts.DefID {
	if public {
		d.Flags |= facts.Exported
	}
	d.Signature = x.header(n, -1)
	id := x.b.Def(d)
	x.b.Enter(id)
	x.decorate(id, a)
	return id
}

// typeDef returns a Def for the enum or trait at node n and the node of its body; ok is false
// where it has no name.
func (x *extractor) typeDef(kind facts.DefKind, n int32, a *above) (d facts.Def, body int32, ok bool) {
	name := x.t.Child(n, fName)
	if x.missing(name) {
		return facts.Def{}, -1, false
	}
	body = x.t.Child(n, fBody)
	d = x.newDef(kind, n, name, body, a)
	d.Signature = x.header(n, body)
	return d, body, true
}

// enumItem adds an enum with its variants.
func (x *extractor) enumItem(n int32, a *above) {
	d, body, ok := x.typeDef(facts.Enum, n, a)
	if !ok {
		return
	}
	public := d.Has(facts.Exported)
	id := x.open(d, n, a)
	var inner above
	for c := x.t.First(max(body, n)); body >= 0 && c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kEnumVariant {
			x.variant(c, &inner, public)
			inner.clear()
		} else {
			inner.see(x, c)
		}
	}
	x.close(id)
	x.hashHeader(id, n, a)
}

func (x *extractor) variant(n int32, a *above, public bool) {
	name := x.t.Child(n, fName)
	if x.missing(name) {
		return
	}
	id := x.enterPart(x.newDef(facts.EnumMember, n, name, -1, a), n, public, a)
	x.fields(x.t.Child(n, fBody), public)
	value := x.value(x.t.Child(n, fValue))
	x.b.Leave()
	if value != facts.None {
		x.b.File.Defs[id].Values = []facts.ExprID{value}
	}
	x.hashVariant(id, n, a)
}

// traitItem adds a trait and its members.
func (x *extractor) traitItem(n int32, a *above) {
	d, body, ok := x.typeDef(facts.Trait, n, a)
	if !ok {
		return
	}
	id := x.open(d, n, a)
	if bounds := x.t.Child(n, fBounds); bounds >= 0 {
		bases := x.boundList(bounds, nil)
		x.b.File.Defs[id].Extends = bases
	}
	if body >= 0 {
		self := x.self
		x.self = n
		x.members(body)
		x.self = self
	}
	x.close(id)
	x.hashHeader(id, n, a)
}

// members walks the members of a trait or an impl block.
func (x *extractor) members(body int32) {
	if x.b.AtFileLevel() {
		x.items(body)
		return
	}
	// In a function, the members need a scope: they are not names of the function.
	x.b.Open(lang.OrderedScope)
	x.items(body)
	x.b.Close()
}

// constant adds a constant or a static.
func (x *extractor) constant(n int32, a *above) {
	name := x.t.Child(n, fName)
	if x.missing(name) || x.is(name, "_") {
		x.b.Open(lang.OrderedScope)
		x.walk(x.t.Child(n, fValue))
		x.b.Close()
		return
	}
	kind := facts.Constant
	if x.t.ChildOfKind(n, kMutableSpecifier) >= 0 {
		kind = facts.Variable
	}
	value := x.t.Child(n, fValue)
	d := x.newDef(kind, n, name, value, a)
	d.Signature = x.header(n, value)
	if x.t.Kind(x.self) > 0 && x.t.Kind(x.self) != kTraitItem {
		d.Receiver, _ = x.receiver(&d)
	}
	id := x.addDef(d)
	x.b.Enter(id)
	x.decorate(id, a)
	typ := x.typ(x.t.Child(n, fType))
	x.b.Open(lang.OrderedScope)
	v := x.value(value)
	x.b.Close()
	x.b.Leave()
	x.b.File.Defs[id].Type = typ
	if v != facts.None {
		x.b.File.Defs[id].Values = []facts.ExprID{v}
	}
	x.hashConstant(id, n, a)
}

// typeItem adds a type alias or an associated type. Inside an impl block it is a member of the type.
func (x *extractor) typeItem(n int32, a *above) {
	name := x.t.Child(n, fName)
	if x.missing(name) {
		return
	}
	d := x.newDef(facts.TypeDef, n, name, -1, a)
	d.Flags |= facts.Alias
	d.Signature = x.header(n, -1)
	if x.t.Kind(x.self) > 0 && x.t.Kind(x.self) != kTraitItem {
		d.Receiver, _ = x.receiver(&d)
	}
	id := x.open(d, n, a)
	t := x.typ(x.t.Child(n, fType))
	if bounds := x.t.Child(n, fBounds); bounds >= 0 && t == facts.None {
		t = x.bounds(bounds)
	}
	x.b.File.Defs[id].Type = t
	x.close(id)
	x.hashWhole(id, n, a)
}

// macroRules returns the number of rules of a macro.
func (x *extractor) macroRules(n int32) (rules int) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kMacroRule {
			rules++
		}
	}
	return rules
}

// macroDefinition adds macro_rules! as a function.
func (x *extractor) macroDefinition(n int32, a *above) {
	name := x.t.Child(n, fName)
	if x.missing(name) {
		return
	}
	d := x.newDef(facts.Function, n, name, x.t.ChildOfKind(n, kMacroRule), a)
	d.Signature = project.MacroPrefix + d.Name
	if rules := x.macroRules(n); rules > 1 {
		d.Signature += fmt.Sprintf(" { %d rules }", rules)
	}
	id := x.addDef(d)
	x.b.File.Defs[id].Params = []facts.Param{{Type: facts.None, Variadic: true}}
	x.b.Enter(id)
	x.decorate(id, a)
	x.b.Open(lang.OrderedScope)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kMacroRule {
			x.tokens(x.t.Child(c, fRight))
		}
	}
	x.b.Close()
	x.b.Leave()
	x.hashHeader(id, n, a)
}
