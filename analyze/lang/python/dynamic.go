package python

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// This file finds where a program makes names that are not written anywhere, so
// that a use of one is not taken for an error.

// dynamicTarget notes names[…] = … and sys.modules[…] = …; node i is what the
// subscript is of.
func (x *extractor) dynamicTarget(i int32) {
	t := x.t
	switch t.Kind(i) {
	case kCall:
		switch string(t.Bytes(t.Child(i, fFunction))) {
		case "globals":
			x.f.DynamicNames = true
		case "locals", "vars":
			x.dynamicHere()
			x.dynamicObject(i)
		}
	case kAttribute:
		switch string(t.Bytes(t.Child(i, fAttribute))) {
		case "modules":
			x.f.DynamicNames = x.f.DynamicNames || x.origin(i).module == "sys"
		case "__dict__":
			x.dynamicValue(t.Child(i, fObject))
		}
	}
}

// dynamicHere notes that the names of the file or the class body are made up.
func (x *extractor) dynamicHere() {
	switch x.ctx.kind {
	case atModule:
		x.f.DynamicNames = true
	case inClass:
		x.dynamicMembers(x.ctx.def)
	}
}

// dynamicObject notes vars(self)[…] = ….
func (x *extractor) dynamicObject(call int32) {
	if args := x.t.Child(call, fArguments); x.t.Kind(args) == kArgumentList {
		if arg := x.positional(args); len(arg) == 1 {
			x.dynamicValue(arg[0])
		}
	}
}

// dynamicValue notes that the instance or class named at node i gets members.
func (x *extractor) dynamicValue(i int32) {
	t := x.t
	if t.Kind(i) == kAttribute { // self.__class__
		i = t.Child(i, fObject)
	}
	if t.Kind(i) == kCall { // type(self)
		if arg := x.positional(max(t.Child(i, fArguments), 0)); len(arg) == 1 {
			i = arg[0]
		}
	}
	if t.Kind(i) != kIdentifier {
		return
	}
	if name := string(t.Bytes(i)); name == x.ctx.self && name != "" {
		x.dynamicMembers(x.ctx.class)
	} else {
		x.dynamicMembers(x.classNamed(i))
	}
}

func (x *extractor) dynamicMembers(class facts.DefID) {
	if class >= 0 {
		x.f.Defs[class].Flags |= facts.DynamicMembers
	}
}

// classNamed returns the class of this file that identifier i means, or None.
func (x *extractor) classNamed(i int32) facts.DefID {
	id, ok := x.members[member{facts.None, x.b.Text(i)}]
	if !ok || id < 0 || x.b.Lookup(x.b.Text(i)) >= 0 {
		return facts.None
	}
	if k := x.f.Defs[id].Kind; k != facts.Class && k != facts.Interface {
		return facts.None
	}
	return id
}

// dynamicCall notes exec(…), globals().update(…), self.__dict__.update(…) and
// setattr(x, name, …). A setattr with a literal name is an assignment.
func (x *extractor) dynamicCall(name string, fn, args int32) {
	t := x.t
	switch {
	case name == "update" && t.Kind(fn) == kAttribute:
		x.dynamicTarget(t.Child(fn, fObject))
	case t.Kind(fn) != kIdentifier:
	case name == "exec":
		x.dynamicHere()
	case name == "setattr":
		arg := x.positional(args)
		if len(arg) < 2 {
			return
		}
		if t.Kind(arg[0]) == kSubscript { // sys.modules[…]
			x.dynamicTarget(t.Child(arg[0], fValue))
		}
		if attr, ok := x.stringValue(arg[1]); !ok {
			x.dynamicValue(arg[0])
		} else if class := x.ownerOf(arg[0]); class >= 0 {
			x.field(class, attr, arg[1], binding{value: facts.None, typ: facts.None, node: args})
		}
	}
}

// setsMember notes the assignment that the call of setattr(x, name, value) is: to a
// member of x, whose name is empty where it is not written.
func (x *extractor) setsMember(call facts.ExprID, args int32) {
	arg := x.positional(args)
	if len(arg) < 2 || x.f.Exprs[call].Args[0].X < 0 {
		return
	}
	e := lang.NewExpr(facts.Member, x.t.Line(arg[1]))
	e.X, e.Flags = x.f.Exprs[call].Args[0].X, facts.Write|facts.Implicit
	e.Name, _ = x.stringValue(arg[1])
	x.add(e)
}

// ownModule notes that sys.modules[__name__], at node i, may get members: all but
// reading from it may do that.
func (x *extractor) ownModule(i int32) {
	t := x.t
	value, key := t.Child(i, fValue), t.Child(i, fSubscript)
	if t.Kind(key) != kIdentifier || string(t.Bytes(key)) != "__name__" || t.Kind(value) != kAttribute || x.origin(value) != (origin{"sys", "modules"}) {
		return
	}
	switch parent := t.Nodes[i].Parent; t.Kind(parent) {
	case kAttribute:
		outer := t.Nodes[parent].Parent
		if t.Kind(outer) != kAssignment || t.Nodes[parent].Field != fLeft {
			return
		}
	case kArgumentList:
		switch x.calleeName(t.Child(t.Nodes[parent].Parent, fFunction)) {
		case "getattr", "hasattr", "dir", "getmembers", "getdoc", "getsource":
			return
		}
	}
	x.f.DynamicNames = true
}

// keepsMembers reports whether a class decorator or metaclass adds no members
// that others would ask for.
func keepsMembers(name string) bool {
	switch name {
	case "dataclass", "final", "runtime_checkable", "runtime", "total_ordering", "unique", "verify", "deprecated",
		"s", "attrs", "attributes", "define", "frozen", "mutable", "dataclass_transform", // attrs
		"python_2_unicode_compatible", "ABCMeta", "EnumMeta", "EnumType", "type":
		return true
	}
	return false
}
