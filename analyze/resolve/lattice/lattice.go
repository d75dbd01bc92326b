// Package lattice holds types: what is known of the values of an expression.
//
// In: ids of symbols, units and files, positions of written types and literals. Out: interned
// types, their parts, unions and substitution of type parameters.
// Invariants: equal types have equal numbers; a Table only grows; Never adds nothing to a
// union, Unknown and External have no parts; a union has at most maxUnion members, a type at
// most maxTypeSize parts, and what is larger is Unknown.
package lattice

import (
	"encoding/binary"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
)

// A Type is an interned type: equal types have equal numbers.
type Type int32

const (
	Uncomputed Type = iota // zero of a memo
	Never                  // no value: adds nothing to a union
	Unknown
	External // something outside of the repository
	FirstType
)

// A Kind is the form of a type.
type Kind uint8

const (
	Instance Kind = iota + 1 // of the type symbol, with its type arguments
	Class                    // the type symbol itself as a value
	Module                   // a unit as a value
	Func                     // the function symbol; args are the type arguments of its receiver
	FuncType                 // declared function type: file and typeExpr
	FuncLit                  // function literal: file and expr
	List                     // args[0] is the element; a channel, or a list with a name, is one too
	Map                      // args are key and element; it may have a name
	Tuple                    // args
	Promise                  // args[0] is the value
	Union                    // args, sorted, at most maxUnion
	Object                   // object literal: file and expr
	Holder                   // the variable symbol that had members assigned
	Builtin                  // a type from outside with its type arguments: see nameOf
	Param                    // type parameter: the symbol that declares it, and its position
	Conv                     // args[0] is the type that stands as a value
	Binding                  // args are what the type parameters of symbol stand for in the type that holds it
)

// Node.a of a list or map that is not plain: a channel, and from listNamed on a type of
// its own name from outside.
const (
	listChannel = 1
	listNamed   = 2
)

// MaxUnion bounds the members of a union; beyond it a value is not known.
const MaxUnion = 8

// A Node is the form of one type. What it is about is read by the method that fits its
// kind.
type Node struct {
	Kind Kind
	a    int32
	b    int32
	size int32 // of the type with all its parts
	Args []Type
}

// Symbol returns what a Instance, Class, Func, Holder, Param or Binding is about.
func (n Node) Symbol() decl.SymbolID { return decl.SymbolID(n.a) }

// Unit returns the unit of a Module.
func (n Node) Unit() decl.UnitID { return decl.UnitID(n.a) }

// File returns where a FuncType, FuncLit or Object is written.
func (n Node) File() decl.FileID { return decl.FileID(n.a) }

// TypeExpr returns how a FuncType is written.
func (n Node) TypeExpr() facts.TypeID { return n.b }

// Expr returns the literal of a FuncLit or Object.
func (n Node) Expr() facts.ExprID { return n.b }

// Position returns the position of a Param, SelfParam for the type of the instance.
func (n Node) Position() int32 { return n.b }

// IsChannel reports whether a List is a channel: iterating it gives no index.
func (n Node) IsChannel() bool { return n.a == listChannel }

// IsNamed reports whether a List or Map has a name from outside.
func (n Node) IsNamed() bool { return n.a >= listNamed }

// IsAbout reports whether two types of one kind are about the same symbol, expression or name;
// their args may differ.
func (n Node) IsAbout(o Node) bool { return n.a == o.a && n.b == o.b }

type typKey struct {
	kind Kind
	a    int32
	b    int32
	args string
}

// A Table holds the types of one snapshot.
type Table struct {
	nodes []Node
	index map[typKey]Type
	names map[string]int32 // builtin type names
	// mentions reports whether a type without a name of its own is written inside of
	// a symbol, so that it may name its type parameters.
	Mentions func(n *Node, owner decl.SymbolID) bool
	named    []string // their inverse
}

// NewTable returns a table of the fixed types alone.
func NewTable() *Table {
	return &Table{nodes: make([]Node, FirstType), index: make(map[typKey]Type), names: make(map[string]int32)}
}

// maxTypeSize bounds the parts of a type that has parts with parts: what walks through
// a type takes no longer, and nests no deeper. Values that hold each other grow without end.
const maxTypeSize = 1 << 10

// make returns the type of these parts. Where they are too large together, those that have
// parts of their own are not known.
func (t *Table) make(kind Kind, a, b int32, args ...Type) Type {
	size := int32(1)
	for _, x := range args {
		size += max(t.nodes[x].size, 1)
	}
	if size > maxTypeSize {
		args = slices.Clone(args)
		for i, x := range args {
			if t.nodes[x].size > 1 {
				args[i] = Unknown
			}
		}
		size = int32(1 + len(args))
		if kind == Union {
			return Unknown
		}
	}
	key := typKey{kind: kind, a: a, b: b}
	if len(args) > 0 {
		buf := make([]byte, 0, 32)
		for _, x := range args {
			buf = binary.AppendUvarint(buf, uint64(x))
		}
		key.args = string(buf)
	}
	if id, ok := t.index[key]; ok {
		return id
	}
	id := Type(len(t.nodes))
	t.nodes = append(t.nodes, Node{kind, a, b, size, append([]Type(nil), args...)})
	t.index[key] = id
	return id
}

func (t *Table) Instance(s decl.SymbolID, args ...Type) Type {
	return t.make(Instance, int32(s), 0, args...)
}

func (t *Table) Class(s decl.SymbolID, args ...Type) Type { return t.make(Class, int32(s), 0, args...) }

func (t *Table) Function(s decl.SymbolID, args ...Type) Type {
	return t.make(Func, int32(s), 0, args...)
}

func (t *Table) Holder(s decl.SymbolID) Type { return t.make(Holder, int32(s), 0) }

func (t *Table) Module(u decl.UnitID) Type { return t.make(Module, int32(u), 0) }

func (t *Table) List(element Type) Type { return t.make(List, 0, 0, element) }

func (t *Table) Channel(element Type) Type { return t.make(List, listChannel, 0, element) }

func (t *Table) MapOf(key, element Type) Type { return t.make(Map, 0, 0, key, element) }

func (t *Table) Tuple(items ...Type) Type { return t.make(Tuple, 0, 0, items...) }

func (t *Table) Promise(value Type) Type { return t.make(Promise, 0, 0, value) }

func (t *Table) Conv(to Type) Type { return t.make(Conv, 0, 0, to) }

// Param returns the i-th type parameter of s.
func (t *Table) Param(s decl.SymbolID, i int32) Type { return t.make(Param, int32(s), i) }

// FuncType returns the function type that is written as id.
func (t *Table) FuncType(file decl.FileID, id facts.TypeID) Type {
	return t.make(FuncType, int32(file), id)
}

// FuncLit returns the type of the function literal x.
func (t *Table) FuncLit(file decl.FileID, x facts.ExprID) Type {
	return t.make(FuncLit, int32(file), x)
}

// Object returns the type of the object literal x.
func (t *Table) Object(file decl.FileID, x facts.ExprID) Type { return t.make(Object, int32(file), x) }

// Builtin returns the type from outside called name.
func (t *Table) Builtin(name string, args ...Type) Type {
	return t.make(Builtin, t.name(name), 0, args...)
}

// NamedList returns the list type from outside called name.
func (t *Table) NamedList(name string, element Type) Type {
	return t.make(List, listNamed+t.name(name), 0, element)
}

// NamedMap returns the map type from outside called name.
func (t *Table) NamedMap(name string, key, element Type) Type {
	return t.make(Map, listNamed+t.name(name), 0, key, element)
}

// Of returns the type that has the form n.
func (t *Table) Of(n Node) Type { return t.make(n.Kind, n.a, n.b, n.Args...) }

// OfSymbol returns the type of the form n for the symbol s.
func (t *Table) OfSymbol(n Node, s decl.SymbolID) Type {
	return t.make(n.Kind, int32(s), n.b, n.Args...)
}

// Node returns the form of a type, one without a kind for the fixed types.
func (t *Table) Node(id Type) Node { return t.nodes[id] }

// Count returns how many types there are.
func (t *Table) Count() int { return len(t.nodes) }

// NameOf returns the name of a type from outside, "" for others.
func (t *Table) NameOf(n Node) string {
	switch {
	case n.Kind == Builtin:
		return t.named[n.a]
	case (n.Kind == List || n.Kind == Map) && n.IsNamed():
		return t.named[n.a-listNamed]
	}
	return ""
}

// name returns the number of a name.
func (t *Table) name(name string) int32 {
	n, ok := t.names[name]
	if !ok {
		n = int32(len(t.named))
		t.names[name] = n
		t.named = append(t.named, name)
	}
	return n
}

// Kind returns the kind of id, 0 for the fixed types.
func (t *Table) Kind(id Type) Kind { return t.nodes[id].Kind }

// Union joins types: never adds nothing, the rest is kept as a set.
func (t *Table) Union(ids ...Type) Type {
	var set []Type
	add := func(id Type) {
		if id == Never || id == Uncomputed {
			return
		}
		i := 0
		for i < len(set) && set[i] < id {
			i++
		}
		if i < len(set) && set[i] == id {
			return
		}
		set = append(set, 0)
		copy(set[i+1:], set[i:])
		set[i] = id
	}
	for _, id := range ids {
		if t.Kind(id) == Union {
			for _, x := range t.nodes[id].Args {
				add(x)
			}
			continue
		}
		add(id)
	}
	switch {
	case len(set) == 0:
		return Never
	case len(set) == 1:
		return set[0]
	case len(set) > MaxUnion:
		return Unknown
	}
	return t.make(Union, 0, 0, set...)
}

// Each calls fn for every member of a union, or for id itself.
func (t *Table) Each(id Type, fn func(Type)) {
	if t.Kind(id) == Union {
		for _, x := range t.nodes[id].Args {
			fn(x)
		}
		return
	}
	fn(id)
}

// MapUnion joins what fn gives for every member of id.
func (t *Table) MapUnion(id Type, fn func(Type) Type) Type {
	if id == Never {
		return Never
	}
	if t.Kind(id) != Union {
		return fn(id)
	}
	args := t.nodes[id].Args
	out := make([]Type, len(args))
	for i, x := range args {
		out[i] = fn(x)
	}
	return t.Union(out...)
}

// binds reports whether a type says already what the parameters of owner stand for.
func (t *Table) binds(n *Node, owner decl.SymbolID) bool {
	for _, b := range n.Args {
		if m := &t.nodes[b]; m.Kind == Binding && m.Symbol() == owner {
			return true
		}
	}
	return false
}

// Within replaces in id, a part of a type with these args, the type parameters
// that they say something of.
func (t *Table) Within(id Type, args []Type) Type {
	for _, b := range args {
		if m := t.nodes[b]; m.Kind == Binding {
			id = t.Subst(id, m.Symbol(), m.Args, 0)
		}
	}
	return id
}

// MaxNesting bounds the depth of a substituted type: recursive generics would
// otherwise grow without end.
const MaxNesting = 6

// SelfParam is the number of the type parameter that stands for the type of the
// instance a method is called on.
const SelfParam = -1

// OnSelf replaces the type of the instance that a method is called on in id.
func (t *Table) OnSelf(id, self Type, depth int) Type {
	if id < FirstType || depth > MaxNesting {
		return id
	}
	n := t.nodes[id]
	if n.Kind == Param {
		if n.b == SelfParam {
			return self
		}
		return id
	}
	changed := false
	out := make([]Type, len(n.Args))
	for i, x := range n.Args {
		out[i] = t.OnSelf(x, self, depth+1)
		changed = changed || out[i] != x
	}
	switch {
	case !changed:
		return id
	case n.Kind == Union:
		return t.Union(out...)
	}
	return t.make(n.Kind, n.a, n.b, out...)
}

// Subst replaces the type parameters of owner in id by args.
func (t *Table) Subst(id Type, owner decl.SymbolID, args []Type, depth int) Type {
	if id < FirstType || len(args) == 0 {
		return id
	}
	if depth > MaxNesting {
		return Unknown
	}
	n := t.nodes[id]
	if n.Kind == Param {
		if n.Symbol() == owner && n.Position() >= 0 && int(n.Position()) < len(args) {
			return args[n.b]
		}
		return id
	}
	if t.Mentions(&n, owner) && !t.binds(&n, owner) {
		return t.make(n.Kind, n.a, n.b, append(slices.Clone(n.Args), t.make(Binding, int32(owner), 0, args...))...)
	}
	if len(n.Args) == 0 {
		return id
	}
	changed := false
	out := make([]Type, len(n.Args))
	for i, x := range n.Args {
		out[i] = t.Subst(x, owner, args, depth+1)
		changed = changed || out[i] != x
	}
	if !changed {
		return id
	}
	if n.Kind == Union {
		return t.Union(out...)
	}
	return t.make(n.Kind, n.a, n.b, out...)
}
