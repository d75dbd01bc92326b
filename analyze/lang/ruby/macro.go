package ruby

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ruby/convention"
)

// bareWord handles a name without arguments that changes the meaning of what follows, such as private;
// false for others.
func (x *extractor) bareWord(i int32, name string) (facts.ExprID, bool) {
	switch name {
	case "raise", "fail":
		return facts.None, true
	case "new":
		if x.ctx.typ >= 0 && (x.ctx.static || x.ctx.method < 0) {
			return x.newOf(i, x.self(x.line(i)), x.line(i), nil), true
		}
	case "described_class":
		if x.described >= 0 {
			return x.expr(x.described), true
		}
	}
	if x.ctx.method >= 0 || x.ctx.typ < 0 {
		return facts.None, false
	}
	switch name {
	case "private", "protected", "public":
		x.ctx.access = accesses[name]
	case "module_function":
		x.extended(x.ownName(x.line(i)))
	default:
		return facts.None, false
	}
	return facts.None, true
}

// ownName returns the enclosing type by its name.
func (x *extractor) ownName(line int32) facts.TypeID { return x.b.NamedType("", x.ctx.name, line) }

func (x *extractor) extended(types ...facts.TypeID) {
	d := &x.f.Defs[x.ctx.typ]
	d.Extended = append(d.Extended, types...)
}

// macro handles calls without a receiver in the body of a type that define something; false for other
// calls.
func (x *extractor) macro(i int32, name string) (facts.ExprID, bool) {
	if done := x.testMacro(i, name); done {
		return facts.None, true
	}
	if x.ctx.typ < 0 {
		return facts.None, false
	}
	t := x.t
	list, block := t.Child(i, fArguments), t.Child(i, fBlock)
	switch name {
	case "attr_accessor", "attr_reader", "attr_writer", "attr", "mattr_accessor", "cattr_accessor", "class_attribute",
		"mattr_reader", "cattr_reader", "attribute_accessor":
		x.accessors(i, name)
	case "include", "prepend", "extend":
		x.mixin(i, name)
	case "private", "protected", "public", "module_function", "private_class_method", "public_class_method", "private_constant":
		x.visibility(i, name)
	case "alias_method":
		first := t.FirstNamed(list)
		if first < 0 || x.nextNamed(first) < 0 {
			return facts.None, false
		}
		x.aliasOf(i, x.symbolName(first), x.symbolName(x.nextNamed(first)))
	case "define_method", "define_singleton_method":
		return x.definesMethod(i, name)
	case "delegate", "def_delegators", "def_delegator", "def_instance_delegators", "def_instance_delegator":
		x.delegators(i, name)
	case "class_methods", "included", "prepended", "concerning":
		if block < 0 {
			return facts.None, false
		}
		x.sameBody(block, name == "class_methods")
	case "sig":
		x.sig, x.sigDoc = i, x.doc.above(x.t.Row(i))
	case "scope":
		if first := t.FirstNamed(list); first >= 0 && x.symbolName(first) != "" {
			x.accessor(first, x.symbolName(first), facts.Static)
		}
		return facts.None, false
	case "has_many", "has_and_belongs_to_many", "has_one", "belongs_to":
		x.association(i, name)
	case "refine":
		x.refinement(i)
	default:
		if convention.IsCallback(name) {
			x.callbacks(list)
		}
		return facts.None, false
	}
	return facts.None, true
}

// testMacro handles calls that define a test or a name in a group of tests; false for others.
func (x *extractor) testMacro(i int32, name string) bool {
	t := x.t
	block := t.Child(i, fBlock)
	if block < 0 {
		return false
	}
	first := t.FirstNamed(t.Child(i, fArguments))
	switch name {
	case "let", "let!", "subject", "subject!":
		named := strings.TrimSuffix(name, "!")
		if first >= 0 && x.symbolName(first) != "" {
			named = x.symbolName(first)
		} else if named == "let" {
			return false
		}
		x.blockMethod(i, block, named, facts.FileLocal)
		return true
	case "test":
		if first >= 0 && x.symbolName(first) != "" && x.ctx.typ >= 0 {
			x.blockMethod(i, block, "test_"+strings.Join(strings.Fields(x.symbolName(first)), "_"), facts.Test)
			return true
		}
	}
	return false
}

// blockMethod defines a method whose body is a block.
func (x *extractor) blockMethod(i, block int32, name string, flags facts.DefFlags) {
	t := x.t
	d := lang.NewDef(facts.Method, name)
	if x.ctx.typ < 0 {
		d.Kind = facts.Function
	} else {
		flags &^= facts.FileLocal
	}
	d.Start, d.Line, d.End = x.line(i), x.line(i), t.EndLine(i)
	params, body := t.Child(block, fParameters), t.Child(block, fBody)
	d.SignatureEnd = d.Line
	d.Flags = flags | x.ctx.access.flags()
	d.Signature = x.header(i, max(t.Child(i, fMethod), t.Child(i, fArguments)))
	doc := x.document(&d)
	x.hashMethod(&d, params, body)
	x.defineMethod(d, doc, params, body, true)
}

func (x *extractor) definesMethod(i int32, name string) (facts.ExprID, bool) {
	t := x.t
	list, block := t.Child(i, fArguments), t.Child(i, fBlock)
	if list < 0 {
		return facts.None, false
	}
	first := t.FirstNamed(list)
	method := x.symbolName(first)
	if method == "" || t.Kind(first) == kIdentifier {
		return facts.None, false
	}
	var flags facts.DefFlags
	if name == "define_singleton_method" || x.ctx.singleton {
		flags = facts.Static
	}
	if lambda := x.nextNamed(first); block < 0 && t.Kind(lambda) == kLambda {
		block = t.Child(lambda, fBody)
	}
	if block < 0 {
		return facts.None, false
	}
	x.blockMethod(i, block, method, flags)
	return facts.None, true
}

// sameBody walks a block as a part of the enclosing type's body.
func (x *extractor) sameBody(block int32, static bool) {
	around := x.ctx
	x.ctx.singleton, x.ctx.static = x.ctx.singleton || static, x.ctx.static || static
	x.ctx.access = public
	x.openScope(true)
	if body := x.t.Child(block, fBody); body >= 0 {
		x.effectsOf(body)
	}
	x.closeScope()
	x.ctx = around
}

// accessors defines the methods of attr_accessor and its like.
func (x *extractor) accessors(i int32, name string) {
	t := x.t
	list := t.Child(i, fArguments)
	var flags facts.DefFlags
	if x.ctx.singleton || strings.HasPrefix(name, "mattr") || strings.HasPrefix(name, "cattr") || name == "class_attribute" {
		flags = facts.Static
	}
	for c := t.FirstNamed(list); c >= 0; c = x.nextNamed(c) {
		attr := x.symbolName(c)
		if attr == "" || t.Kind(c) == kIdentifier {
			if t.Kind(c) != kPair {
				x.expr(c)
			}
			continue
		}
		if !strings.HasSuffix(name, "_writer") {
			x.accessor(c, attr, flags|facts.Getter)
		}
		if strings.HasSuffix(name, "_writer") || strings.HasSuffix(name, "_accessor") || name == "class_attribute" {
			x.accessor(c, attr+"=", flags|facts.Setter)
		}
	}
}

// accessor defines a method without a body. A Getter returns the instance variable of its name.
func (x *extractor) accessor(at int32, name string, flags facts.DefFlags) facts.DefID {
	line := x.line(at)
	d := lang.NewDef(facts.Method, name)
	d.Start, d.Line, d.End, d.SignatureEnd = line, line, line, line
	reads := flags&facts.Getter != 0
	d.Flags = flags &^ (facts.Getter | facts.Setter)
	d.Flags |= x.ctx.access.flags()
	d.Signature = name
	if strings.HasSuffix(name, "=") {
		d.Params = []facts.Param{{Name: "value", Type: facts.None}}
	}
	types := x.declared(x.doc.above(x.t.RowOf(line)), x.sig)
	x.sig = -1
	if types.result >= 0 && !strings.HasSuffix(name, "=") {
		d.Results = []facts.TypeID{types.result}
	}
	var h lang.Hasher
	h.Text([]byte(name))
	d.SignatureHash = h.Sum()
	id := x.b.Def(d)
	x.accessorDefs[id] = true
	if reads {
		around := x.ctx
		x.ctx.method, x.ctx.static = id, d.Has(facts.Static)
		x.b.Enter(id)
		x.addDefValue(id, x.member(x.self(line), "@"+name, line))
		x.b.Leave()
		x.ctx = around
	}
	return id
}

// mixin handles include, prepend and extend. Members of the last one take precedence.
func (x *extractor) mixin(i int32, name string) {
	t := x.t
	list := t.Child(i, fArguments)
	var types []facts.TypeID
	for c := t.FirstNamed(list); c >= 0; c = x.nextNamed(c) {
		switch {
		case x.isPath(c):
			types = append(types, x.typeOf(c))
		case t.Kind(c) == kSelf:
			types = append(types, x.ownName(x.line(c)))
		default:
			x.expr(c)
		}
	}
	if name == "extend" || x.ctx.singleton {
		x.extended(types...)
		return
	}
	d := &x.f.Defs[x.ctx.typ]
	d.Extends = append(types, d.Extends...)
}

// visibility handles private, public and module_function with arguments.
func (x *extractor) visibility(i int32, name string) {
	t := x.t
	list := t.Child(i, fArguments)
	around := x.ctx.access
	switch name {
	case "module_function":
		x.extended(x.ownName(x.line(i)))
	case "private", "protected", "public":
		x.ctx.access = accesses[name]
	}
	for c := t.FirstNamed(list); c >= 0; c = x.nextNamed(c) {
		if symbol := x.symbolName(c); symbol != "" && t.Kind(c) != kIdentifier {
			to := x.ctx.access
			if strings.HasPrefix(name, "private") {
				to = private
			}
			x.setAccess(symbol, name == "private_class_method" || x.ctx.singleton, to)
			continue
		}
		x.expr(c)
	}
	x.ctx.access = around
}

func (x *extractor) setAccess(name string, static bool, to access) {
	for id := len(x.f.Defs) - 1; id > int(x.ctx.typ); id-- {
		d := &x.f.Defs[id]
		if d.Name != name || d.Parent != x.ctx.typ || d.Kind == facts.Method && d.Has(facts.Static) != static {
			continue
		}
		d.Flags = d.Flags&^(facts.Exported|facts.Protected) | to.flags()
	}
}

// delegators defines the methods of delegate and of Forwardable. Each calls the method with its name
// on the value that another member returns.
func (x *extractor) delegators(i int32, name string) {
	t := x.t
	list := t.Child(i, fArguments)
	var names []int32
	to := int32(-1)
	for c := t.FirstNamed(list); c >= 0; c = x.nextNamed(c) {
		switch {
		case t.Kind(c) == kPair:
			if x.is(t.Child(c, fKey), "to") {
				to = t.Child(c, fValue)
			}
		case x.symbolName(c) != "" && t.Kind(c) != kIdentifier:
			names = append(names, c)
		default:
			x.expr(c)
		}
	}
	if name != "delegate" && len(names) > 0 {
		to, names = names[0], names[1:]
	}
	if to < 0 {
		return
	}
	target := x.symbolName(to)
	if k := t.Kind(to); k == kConstant || k == kScopeResolution { // delegate :quote, to: Shell
		target = ""
	} else if target == "" || target == "class" {
		return
	}
	if strings.HasSuffix(name, "delegator") { // one method, optionally with a new name
		if len(names) > 0 {
			x.delegator(names[len(names)-1], to, target, x.symbolName(names[0]))
		}
		return
	}
	for _, n := range names {
		x.delegator(n, to, target, x.symbolName(n))
	}
}

// delegator defines the method at node at, which calls method on what target names, "" for the constant at node to.
func (x *extractor) delegator(at, to int32, target, method string) {
	id := x.accessor(at, x.symbolName(at), 0)
	line := x.line(at)
	around := x.ctx
	x.ctx.method, x.ctx.static = id, false
	x.b.Enter(id)
	var object facts.ExprID
	switch {
	case target == "":
		object = x.expr(to)
	case target[0] == '@':
		object = x.member(x.self(line), target, line)
	default:
		object = x.callOf(at, x.bare(target, line), line, 0, nil)
	}
	x.addDefValue(id, x.callOf(at, x.member(object, method, line), line, 0, nil))
	x.b.Leave()
	x.ctx = around
}

// association defines the method that returns the associated records.
func (x *extractor) association(i int32, name string) {
	t := x.t
	list := t.Child(i, fArguments)
	first := int32(-1)
	if list >= 0 {
		first = t.FirstNamed(list)
	}
	if first < 0 || x.symbolName(first) == "" {
		return
	}
	attr := x.symbolName(first)
	many := strings.HasPrefix(name, "has_many") || name == "has_and_belongs_to_many"
	class := convention.CamelCase(attr)
	if many {
		class = convention.CamelCase(convention.Singular(attr))
	}
	for c := x.nextNamed(first); c >= 0; c = x.nextNamed(c) {
		if t.Kind(c) != kPair {
			x.expr(c)
			continue
		}
		if value := t.Child(c, fValue); x.is(t.Child(c, fKey), "class_name") && x.symbolName(value) != "" {
			class = x.symbolName(value)
		} else {
			x.expr(value)
		}
	}
	id := x.accessor(first, attr, 0)
	typ := x.yardName(class, x.line(first))
	if many {
		of := lang.NewType(facts.ListT, x.line(first))
		of.Args = []facts.TypeID{typ}
		typ = x.b.Type(of)
	}
	x.f.Defs[id].Results = []facts.TypeID{typ}
	x.accessor(first, attr+"=", 0)
}

// refinement walks "refine String do … end": its methods are extension methods of the type.
func (x *extractor) refinement(i int32) {
	t := x.t
	list, block := t.Child(i, fArguments), t.Child(i, fBlock)
	first := int32(-1)
	if list >= 0 {
		first = t.FirstNamed(list)
	}
	if first < 0 || block < 0 || !x.isPath(first) {
		return
	}
	d := lang.NewDef(facts.Class, "")
	d.Start, d.Line, d.End = x.line(i), x.line(i), t.EndLine(i)
	d.SignatureEnd = d.Line
	d.Extends = []facts.TypeID{x.typeOf(first)}
	from := len(x.f.Defs)
	x.typeBody(x.b.Def(d), t.Child(block, fBody), superclass{})
	for id := from + 1; id < len(x.f.Defs); id++ {
		if m := &x.f.Defs[id]; m.Kind == facts.Method && int(m.Parent) == from {
			m.Receiver = x.typeOf(first)
		}
	}
}

// callbacks adds uses of the methods that the symbols in an argument list name.
func (x *extractor) callbacks(list int32) {
	t := x.t
	if list < 0 {
		return
	}
	refer := func(c int32) {
		if t.Kind(c) == kSimpleSymbol {
			x.member(x.ownType(false, x.line(c)), x.symbolName(c), x.line(c))
		}
	}
	for c := t.FirstNamed(list); c >= 0; c = x.nextNamed(c) {
		refer(c)
		if t.Kind(c) == kPair {
			switch x.symbolName(t.Child(c, fKey)) {
			case "if", "unless", "with":
				refer(t.Child(c, fValue))
			}
		}
	}
}
