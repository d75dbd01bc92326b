// Package lattice represents types: what is known about the values of an expression.
//
// In: ids of symbols, units and files, positions of type expressions and literals. Out: interned
// types with their parts, unions, and substitution of type parameters.
// Invariants: equal types have equal numbers; a Table only grows; Never is the neutral element of
// unions; Unknown and External have no parts; a union has at most MaxUnion members, a type at
// most maxTypeSize parts, and larger ones become Unknown.
package lattice

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
)

// A Type is an interned type: equal types have equal numbers.
type Type int32

const (
	Uncomputed Type = iota // zero value of a memo
	Never                  // no value: the neutral element of unions
	Unknown
	External // a type outside the repository
	FirstType
)

// OrUnknown returns what is known of the value of an unresolved expression of type t.
func OrUnknown(t Type) Type {
	if t == External {
		return External
	}
	return Unknown
}

// A Kind is the kind of a type.
type Kind uint8

const (
	Instance Kind = iota + 1 // of the type symbol, with type arguments
	Class                    // the type symbol itself as a value
	Module                   // a unit as a value
	Func                     // the function symbol; args are the type arguments of its receiver
	FuncType                 // declared function type: file and typeExpr
	FuncLit                  // function literal: file and expr
	List                     // args[0] is the element; also for channels, and for lists with a name
	Map                      // args are key and element; it may have a name
	Tuple                    // args
	Promise                  // args[0] is the value
	Union                    // args, sorted, at most maxUnion
	Object                   // object literal: file and expr
	Holder                   // a variable symbol with assigned members
	Builtin                  // a type outside the repository, with type arguments: see NameOf
	Param                    // type parameter: the symbol that declares it, and its position there
	Conv                     // args[0] is a type used as a value
	Binding                  // args are the type arguments for symbol in the type that contains it
)

// Values of Node.a for special lists and maps: a channel, and from listNamed on a named type
// from outside the repository.
const (
	listChannel = 1
	listNamed   = 2
)

// MaxUnion bounds the members of a union; a larger union is Unknown.
const MaxUnion = 8

// A Node is the structure of one type. Each of its methods is valid for the kinds in its comment
// only.
type Node struct {
	Kind Kind
	a    int32
	b    int32
	size int32 // number of all parts, nested ones included
	Args []Type
}

// Symbol returns the symbol of an Instance, Class, Func, Holder, Param or Binding.
func (n Node) Symbol() decl.SymbolID { return decl.SymbolID(n.a) }

// Unit returns the unit of a Module.
func (n Node) Unit() decl.UnitID { return decl.UnitID(n.a) }

// File returns the file of a FuncType, FuncLit or Object.
func (n Node) File() decl.FileID { return decl.FileID(n.a) }

// TypeExpr returns the type expression of a FuncType.
func (n Node) TypeExpr() facts.TypeID { return n.b }

// Expr returns the literal of a FuncLit or Object.
func (n Node) Expr() facts.ExprID { return n.b }

// Position returns the position of a Param; SelfParam means the type of the instance.
func (n Node) Position() int32 { return n.b }

// IsChannel reports whether a List is a channel: iterating it gives no index.
func (n Node) IsChannel() bool { return n.a == listChannel }

// IsNamed reports whether a List or Map is a named type from outside the repository.
func (n Node) IsNamed() bool { return n.a >= listNamed }

// IsAbout reports whether two types of one kind have the same symbol, expression or name; their
// type arguments may differ.
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
	// Mentions reports whether an anonymous type is inside a symbol, so that it may use the
	// symbol's type parameters.
	Mentions func(n *Node, owner decl.SymbolID) bool
	named    []string // names by number
}

// NewTable returns a table with the fixed types only.
func NewTable() *Table {
	return &Table{nodes: make([]Node, FirstType), index: make(map[typKey]Type), names: make(map[string]int32)}
}

// maxTypeSize bounds the parts of a type, and so the time and depth of a walk through it. Types
// of values that contain each other would grow without limit.
const maxTypeSize = 1 << 10

// make returns the type with these parts. If it would be too large, those args that have parts of
// their own become Unknown.
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

// FuncType returns the function type of the type expression id.
func (t *Table) FuncType(file decl.FileID, id facts.TypeID) Type {
	return t.make(FuncType, int32(file), id)
}

// FuncLit returns the type of the function literal x.
func (t *Table) FuncLit(file decl.FileID, x facts.ExprID) Type {
	return t.make(FuncLit, int32(file), x)
}

// Object returns the type of the object literal x.
func (t *Table) Object(file decl.FileID, x facts.ExprID) Type { return t.make(Object, int32(file), x) }

// Builtin returns the type with this name from outside the repository.
func (t *Table) Builtin(name string, args ...Type) Type {
	return t.make(Builtin, t.name(name), 0, args...)
}

// NamedList returns a list type with this name from outside the repository.
func (t *Table) NamedList(name string, element Type) Type {
	return t.make(List, listNamed+t.name(name), 0, element)
}

// NamedMap returns a map type with this name from outside the repository.
func (t *Table) NamedMap(name string, key, element Type) Type {
	return t.make(Map, listNamed+t.name(name), 0, key, element)
}

// Of returns the type with the structure n.
func (t *Table) Of(n Node) Type { return t.make(n.Kind, n.a, n.b, n.Args...) }

// OfSymbol returns the type with the structure n and the symbol s.
func (t *Table) OfSymbol(n Node, s decl.SymbolID) Type {
	return t.make(n.Kind, int32(s), n.b, n.Args...)
}

// Node returns the structure of a type; its kind is 0 for the fixed types.
func (t *Table) Node(id Type) Node { return t.nodes[id] }

// Count returns the number of types.
func (t *Table) Count() int { return len(t.nodes) }

// NameOf returns the name of a type from outside the repository, "" for others.
func (t *Table) NameOf(n Node) string {
	switch {
	case n.Kind == Builtin:
		return t.named[n.a]
	case (n.Kind == List || n.Kind == Map) && n.IsNamed():
		return t.named[n.a-listNamed]
	}
	return ""
}

// name returns the number of a name, adding it if needed.
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

// Union returns the union of types, without Never.
func (t *Table) Union(ids ...Type) Type {
	var set []Type
	add := func(id Type) {
		if id == Never || id == Uncomputed {
			return
		}
		i := 0
		for i < len(set) && t.compare(set[i], id) < 0 {
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

// compare orders types by what they are made of: their numbers depend on which code was looked at first.
func (t *Table) compare(x, y Type) int {
	if x == y {
		return 0
	}
	if x < FirstType || y < FirstType {
		return cmp.Compare(x, y)
	}
	n, m := &t.nodes[x], &t.nodes[y]
	if c := cmp.Or(cmp.Compare(n.Kind, m.Kind), cmp.Compare(t.NameOf(*n), t.NameOf(*m))); c != 0 {
		return c
	}
	if t.NameOf(*n) == "" {
		if c := cmp.Or(cmp.Compare(n.a, m.a), cmp.Compare(n.b, m.b)); c != 0 {
			return c
		}
	}
	return slices.CompareFunc(n.Args, m.Args, t.compare)
}

// ClassOf returns the types themselves, where a type is of their instances, and other types as they are.
func (t *Table) ClassOf(id Type) Type {
	return t.MapUnion(id, func(m Type) Type {
		if n := t.Node(m); n.Kind == Instance {
			return t.Class(n.Symbol(), n.Args...)
		}
		return m
	})
}

// Known returns a type without its unknown parts.
func (t *Table) Known(id Type) Type {
	return t.MapUnion(id, func(m Type) Type {
		if m < FirstType {
			return Never
		}
		return m
	})
}

// Sole returns the type of the repository of which alone, among those that count, a value is an instance; -1 where there
// are several, or the value may be something else.
func (t *Table) Sole(id Type, counts func(decl.SymbolID) bool) decl.SymbolID {
	sole, other := decl.SymbolID(-1), false
	t.Each(id, func(m Type) {
		switch n := t.Node(m); {
		case n.Kind != Instance, counts(n.Symbol()) && sole >= 0:
			other = true
		case counts(n.Symbol()):
			sole = n.Symbol()
		}
	})
	if other {
		return -1
	}
	return sole
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

// MapUnion returns the union of fn applied to every member of id.
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

// binds reports whether a type has arguments for the type parameters of owner.
func (t *Table) binds(n *Node, owner decl.SymbolID) bool {
	for _, b := range n.Args {
		if m := &t.nodes[b]; m.Kind == Binding && m.Symbol() == owner {
			return true
		}
	}
	return false
}

// Within substitutes in id, which is a part of a type with these args, the type parameters
// that args have Bindings for.
func (t *Table) Within(id Type, args []Type) Type {
	for _, b := range args {
		if m := t.nodes[b]; m.Kind == Binding {
			id = t.Subst(id, m.Symbol(), m.Args, 0)
		}
	}
	return id
}

// MaxNesting bounds the depth of a substitution: recursive generics would otherwise grow without
// limit.
const MaxNesting = 6

// SelfParam is the position of the type parameter that means the type of the instance on which a
// method is called.
const SelfParam = -1

// OnSelf substitutes self for SelfParam in id.
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

// Subst substitutes args for the type parameters of owner in id.
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

// OutsideName returns the name by which extensions of a type outside the repository are found: "func" for a function.
func (t *Table) OutsideName(n Node) string {
	if form := n.Form(); form == "func" {
		return form
	}
	return t.NameOf(n)
}

// Widest returns the type of an operation on numbers of the types in of: the first of those called order that is one of
// them. Those after an empty name count as the one before it. Where another type is among them, it returns of.
func (t *Table) Widest(of Type, order []string) Type {
	least := slices.Index(order, "") - 1
	first := len(order)
	t.Each(of, func(m Type) {
		i := -1
		if n := t.Node(m); n.Kind == Builtin {
			i = slices.Index(order, t.NameOf(n))
		}
		if i > least && least >= 0 {
			i = least
		}
		first = min(first, i)
	})
	if first < 0 || first == len(order) {
		return of
	}
	return t.Builtin(order[first])
}

// Awaited returns the type of the value of a promise, any other type as it is.
func (t *Table) Awaited(of Type) Type {
	if n := t.Node(of); n.Kind == Promise {
		return n.Args[0]
	}
	return of
}
