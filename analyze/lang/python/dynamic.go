package python

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/names"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// This file detects code that creates names at run time, so that uses of such names are not reported
// as unresolved.

// dynamicTarget records names[…] = … and sys.modules[…] = …; i is the node before the subscript.
func (x *extractor) dynamicTarget(i int32) {
	t := x.t
	switch t.Kind(i) {
	case syntax.KCall:
		switch string(t.Bytes(t.Child(i, syntax.FFunction))) {
		case "globals":
			x.f.DynamicNames = true
		case "locals", "vars":
			x.dynamicHere()
			x.dynamicObject(i)
		}
	case syntax.KAttribute:
		switch string(t.Bytes(t.Child(i, syntax.FAttribute))) {
		case "modules":
			x.f.DynamicNames = x.f.DynamicNames || x.names.OriginOf(i).Module == "sys"
		case "__dict__":
			x.dynamicValue(t.Child(i, syntax.FObject))
		}
	}
}

// dynamicHere records that the file or the class body defines names at run time.
func (x *extractor) dynamicHere() {
	switch x.ctx.kind {
	case atModule:
		x.f.DynamicNames = true
	case inClass:
		x.dynamicMembers(x.ctx.def)
	}
}

// dynamicObject records vars(self)[…] = ….
func (x *extractor) dynamicObject(call int32) {
	if args := x.t.Child(call, syntax.FArguments); x.t.Kind(args) == syntax.KArgumentList {
		if arg := x.t.Positional(args); len(arg) == 1 {
			x.dynamicValue(arg[0])
		}
	}
}

// dynamicValue records that the instance or class named at node i gets members at run time. The values of
// other attributes, as self.hook, are of a class that is not named there.
func (x *extractor) dynamicValue(i int32) {
	t := x.t
	if t.Kind(i) == syntax.KAttribute && t.Text(t.Child(i, syntax.FAttribute)) == "__class__" {
		i = t.Child(i, syntax.FObject)
	}
	if t.Kind(i) == syntax.KCall { // type(self)
		if arg := t.Positional(max(t.Child(i, syntax.FArguments), 0)); len(arg) == 1 {
			i = arg[0]
		}
	}
	if t.Kind(i) != syntax.KIdentifier {
		return
	}
	if name := string(t.Bytes(i)); name == x.ctx.self && name != "" {
		x.dynamicMembers(x.ctx.class)
	} else {
		x.dynamicMembers(x.names.ClassNamed(i))
	}
}

func (x *extractor) dynamicMembers(class facts.DefID) {
	if class >= 0 {
		x.f.Defs[class].Flags |= facts.DynamicMembers
	}
}

// dynamicCall records exec(…), globals().update(…), self.__dict__.update(…) and setattr(x, name, …). A
// setattr with a literal name is recorded as an assignment.
func (x *extractor) dynamicCall(name string, fn, args int32) {
	t := x.t
	switch {
	case name == "update" && t.Kind(fn) == syntax.KAttribute:
		x.dynamicTarget(t.Child(fn, syntax.FObject))
	case t.Kind(fn) != syntax.KIdentifier:
	case name == "exec":
		x.dynamicHere()
	case name == "setattr":
		arg := t.Positional(args)
		if len(arg) < 2 {
			return
		}
		if t.Kind(arg[0]) == syntax.KSubscript { // sys.modules[…]
			x.dynamicTarget(t.Child(arg[0], syntax.FValue))
		}
		if attr, ok := t.StringValue(arg[1]); !ok {
			x.dynamicValue(arg[0])
		} else if class := x.ownerOf(arg[0]); class >= 0 {
			x.field(class, attr, arg[1], binding{value: facts.None, typ: facts.None, node: args})
		}
	}
}

// setsMember records the call of setattr(x, name, value) as an assignment to a member of x. The name
// of the member is empty where it is not a literal.
func (x *extractor) setsMember(call facts.ExprID, args int32) {
	arg := x.t.Positional(args)
	if len(arg) < 2 || x.f.Exprs[call].Args[0].X < 0 {
		return
	}
	e := lang.NewExpr(facts.Member, x.t.Line(arg[1]))
	e.X, e.Flags = x.f.Exprs[call].Args[0].X, facts.Write|facts.Implicit
	e.Name, _ = x.t.StringValue(arg[1])
	x.add(e)
}

// ownModule records that sys.modules[__name__], at node i, may get members at run time, unless it is
// only read.
func (x *extractor) ownModule(i int32) {
	t := x.t
	value, key := t.Child(i, syntax.FValue), t.Child(i, syntax.FSubscript)
	if t.Kind(key) != syntax.KIdentifier || string(t.Bytes(key)) != "__name__" || t.Kind(value) != syntax.KAttribute || x.names.OriginOf(value) != (names.Origin{Module: "sys", Name: "modules"}) {
		return
	}
	switch parent := t.Nodes[i].Parent; t.Kind(parent) {
	case syntax.KAttribute:
		outer := t.Nodes[parent].Parent
		if t.Kind(outer) != syntax.KAssignment || t.Nodes[parent].Field != syntax.FLeft {
			return
		}
	case syntax.KArgumentList:
		switch t.CalleeName(t.Child(t.Nodes[parent].Parent, syntax.FFunction)) {
		case "getattr", "hasattr", "dir", "getmembers", "getdoc", "getsource":
			return
		}
	}
	x.f.DynamicNames = true
}

// keepsMembers reports whether a class decorator or metaclass of that name is known not to add
// members.
func keepsMembers(name string) bool {
	switch name {
	case "dataclass", "final", "runtime_checkable", "runtime", "total_ordering", "unique", "verify", "deprecated",
		"s", "attrs", "attributes", "define", "frozen", "mutable", "dataclass_transform", // attrs
		"python_2_unicode_compatible", "ABCMeta", "EnumMeta", "EnumType", "type":
		return true
	}
	return false
}

// metaclassKeepsMembers reports whether the classes of metaclass i have the members that are written
// in them: it is one that is known, or a class of this file that derives from those and takes no part
// in the making of a class.
func (x *extractor) metaclassKeepsMembers(i int32) bool {
	if keepsMembers(syntax.LastName(x.t.Bytes(i))) {
		return true
	}
	if x.t.Kind(i) != syntax.KIdentifier {
		return false
	}
	class := x.names.ClassNamed(i)
	for range maxMetaclasses {
		if class < 0 || len(x.f.Defs[class].Extends) != 1 || x.f.Defs[class].Has(facts.DynamicMembers) || x.makesClasses(class) {
			return false
		}
		base := &x.f.Types[x.f.Defs[class].Extends[0]]
		switch base.Name {
		case "type", "ABCMeta", "EnumMeta", "EnumType":
			return true
		}
		id, ok := x.names.Member(facts.None, base.Name)
		if !ok || base.Qualifier != "" {
			return false
		}
		class = id
	}
	return false
}

// maxMetaclasses bounds how many metaclasses derive from each other.
const maxMetaclasses = 8

// makesClasses reports whether a metaclass has a method that runs when a class is made, or that
// answers for members that a class lacks.
func (x *extractor) makesClasses(class facts.DefID) bool {
	return slices.ContainsFunc(x.f.Defs, func(d facts.Def) bool {
		if d.Parent != class {
			return false
		}
		switch d.Name {
		case "__new__", "__init__", "__prepare__", "__getattr__", "__getattribute__", "mro":
			return true
		}
		return false
	})
}
