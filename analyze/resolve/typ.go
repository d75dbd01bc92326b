package resolve

import (
	"encoding/binary"
	"slices"
)

// A typ is an interned type: equal types have equal numbers.
type typ int32

const (
	uncomputed typ = iota // zero of a memo
	never                 // no value: adds nothing to a union
	unknown
	external // something outside of the repository
	firstTyp
)

type typKind uint8

const (
	kInstance typKind = iota + 1 // a is the symbol of the type, args its type arguments
	kClass                       // a is the symbol; the type itself as a value
	kModule                      // a is the unit
	kFunc                        // a is the symbol of a function; args are those of its receiver
	kFuncType                    // declared function type: a is the file, b the facts.Type
	kFuncLit                     // a is the file, b the facts.Expr
	kList                        // args[0] is the element; a is listChannel for a channel, from listNamed on a name
	kMap                         // args are key and element; a as for a list
	kTuple                       // args
	kPromise                     // args[0] is the value
	kUnion                       // args, sorted, at most maxUnion
	kObject                      // object literal: a is the file, b the facts.Expr
	kHolder                      // a is a variable's symbol that had members assigned
	kBuiltin                     // a type from outside: a is an index into names, args its type arguments
	kParam                       // type parameter: a is the symbol that declares it, b the position
	kConv                        // args[0] is the type that stands as a value
	kBinding                     // args are what the type parameters of symbol a stand for in the type that holds it
)

// listChannel marks the list that is a channel: iterating it gives no index.
const listChannel = 1

// maxUnion bounds the members of a union; beyond it a value is not known.
const maxUnion = 8

type typNode struct {
	kind typKind
	a, b int32
	size int32 // of the type with all its parts
	args []typ
}

type typKey struct {
	kind typKind
	a, b int32
	args string
}

type typTable struct {
	nodes []typNode
	index map[typKey]typ
	names map[string]int32 // builtin type names
	// mentions reports whether a type without a name of its own is written inside of
	// a symbol, so that it may name its type parameters.
	mentions func(n *typNode, owner int32) bool
	named    []string // their inverse
}

func newTypTable() *typTable {
	return &typTable{nodes: make([]typNode, firstTyp), index: make(map[typKey]typ), names: make(map[string]int32)}
}

// maxTypeSize bounds the parts of a type that has parts with parts: what walks through
// a type takes no longer, and nests no deeper. Values that hold each other grow without end.
const maxTypeSize = 1 << 10

// make returns the type of these parts. Where they are too large together, those that have
// parts of their own are not known.
func (t *typTable) make(kind typKind, a, b int32, args ...typ) typ {
	size := int32(1)
	for _, x := range args {
		size += max(t.nodes[x].size, 1)
	}
	if size > maxTypeSize {
		args = slices.Clone(args)
		for i, x := range args {
			if t.nodes[x].size > 1 {
				args[i] = unknown
			}
		}
		size = int32(1 + len(args))
		if kind == kUnion {
			return unknown
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
	id := typ(len(t.nodes))
	t.nodes = append(t.nodes, typNode{kind, a, b, size, append([]typ(nil), args...)})
	t.index[key] = id
	return id
}

func (t *typTable) builtin(name string) typ { return t.make(kBuiltin, t.name(name), 0) }

// name returns the number of a name.
func (t *typTable) name(name string) int32 {
	n, ok := t.names[name]
	if !ok {
		n = int32(len(t.named))
		t.names[name] = n
		t.named = append(t.named, name)
	}
	return n
}

// kind returns the kind of id, 0 for the fixed types.
func (t *typTable) kind(id typ) typKind { return t.nodes[id].kind }

// union joins types: never adds nothing, the rest is kept as a set.
func (t *typTable) union(ids ...typ) typ {
	var set []typ
	add := func(id typ) {
		if id == never || id == uncomputed {
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
		if t.kind(id) == kUnion {
			for _, x := range t.nodes[id].args {
				add(x)
			}
			continue
		}
		add(id)
	}
	switch {
	case len(set) == 0:
		return never
	case len(set) == 1:
		return set[0]
	case len(set) > maxUnion:
		return unknown
	}
	return t.make(kUnion, 0, 0, set...)
}

// each calls fn for every member of a union, or for id itself.
func (t *typTable) each(id typ, fn func(typ)) {
	if t.kind(id) == kUnion {
		for _, x := range t.nodes[id].args {
			fn(x)
		}
		return
	}
	fn(id)
}

// mapUnion joins what fn gives for every member of id.
func (t *typTable) mapUnion(id typ, fn func(typ) typ) typ {
	if id == never {
		return never
	}
	if t.kind(id) != kUnion {
		return fn(id)
	}
	args := t.nodes[id].args
	out := make([]typ, len(args))
	for i, x := range args {
		out[i] = fn(x)
	}
	return t.union(out...)
}

// binds reports whether a type says already what the parameters of owner stand for.
func (t *typTable) binds(n *typNode, owner int32) bool {
	for _, b := range n.args {
		if m := &t.nodes[b]; m.kind == kBinding && m.a == owner {
			return true
		}
	}
	return false
}

// within replaces in id, a part of a type with these args, the type parameters
// that they say something of.
func (t *typTable) within(id typ, args []typ) typ {
	for _, b := range args {
		if m := t.nodes[b]; m.kind == kBinding {
			id = t.subst(id, m.a, m.args, 0)
		}
	}
	return id
}

// maxNesting bounds the depth of a substituted type: recursive generics would
// otherwise grow without end.
const maxNesting = 6

// selfParam is the number of the type parameter that stands for the type of the
// instance a method is called on.
const selfParam = -1

// onSelf replaces the type of the instance that a method is called on in id.
func (t *typTable) onSelf(id, self typ, depth int) typ {
	if id < firstTyp || depth > maxNesting {
		return id
	}
	n := t.nodes[id]
	if n.kind == kParam {
		if n.b == selfParam {
			return self
		}
		return id
	}
	changed := false
	out := make([]typ, len(n.args))
	for i, x := range n.args {
		out[i] = t.onSelf(x, self, depth+1)
		changed = changed || out[i] != x
	}
	switch {
	case !changed:
		return id
	case n.kind == kUnion:
		return t.union(out...)
	}
	return t.make(n.kind, n.a, n.b, out...)
}

// subst replaces the type parameters of owner in id by args.
func (t *typTable) subst(id typ, owner int32, args []typ, depth int) typ {
	if id < firstTyp || len(args) == 0 {
		return id
	}
	if depth > maxNesting {
		return unknown
	}
	n := t.nodes[id]
	if n.kind == kParam {
		if n.a == owner && n.b >= 0 && int(n.b) < len(args) {
			return args[n.b]
		}
		return id
	}
	if t.mentions(&n, owner) && !t.binds(&n, owner) {
		return t.make(n.kind, n.a, n.b, append(slices.Clone(n.args), t.make(kBinding, owner, 0, args...))...)
	}
	if len(n.args) == 0 {
		return id
	}
	changed := false
	out := make([]typ, len(n.args))
	for i, x := range n.args {
		out[i] = t.subst(x, owner, args, depth+1)
		changed = changed || out[i] != x
	}
	if !changed {
		return id
	}
	if n.kind == kUnion {
		return t.union(out...)
	}
	return t.make(n.kind, n.a, n.b, out...)
}
