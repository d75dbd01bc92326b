package resolve

import (
	"encoding/binary"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// Positions in the tables of one snapshot; below 0 is none.
type (
	fileID int32
	unitID int32
	symID  int32
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
	kInstance typKind = iota + 1 // of the type symbol, with its type arguments
	kClass                       // the type symbol itself as a value
	kModule                      // a unit as a value
	kFunc                        // the function symbol; args are the type arguments of its receiver
	kFuncType                    // declared function type: file and typeExpr
	kFuncLit                     // function literal: file and expr
	kList                        // args[0] is the element; a channel, or a list with a name, is one too
	kMap                         // args are key and element; it may have a name
	kTuple                       // args
	kPromise                     // args[0] is the value
	kUnion                       // args, sorted, at most maxUnion
	kObject                      // object literal: file and expr
	kHolder                      // the variable symbol that had members assigned
	kBuiltin                     // a type from outside with its type arguments: see nameOf
	kParam                       // type parameter: the symbol that declares it, and its position
	kConv                        // args[0] is the type that stands as a value
	kBinding                     // args are what the type parameters of symbol stand for in the type that holds it
)

// typNode.a of a list or map that is not plain: a channel, and from listNamed on a type of
// its own name from outside.
const (
	listChannel = 1
	listNamed   = 2
)

// maxUnion bounds the members of a union; beyond it a value is not known.
const maxUnion = 8

// A typNode is the form of one type. What it is about is read by the method that fits its
// kind.
type typNode struct {
	kind typKind
	a    int32
	b    int32
	size int32 // of the type with all its parts
	args []typ
}

// symbol returns what a kInstance, kClass, kFunc, kHolder, kParam or kBinding is about.
func (n typNode) symbol() symID { return symID(n.a) }

// unit returns the unit of a kModule.
func (n typNode) unit() unitID { return unitID(n.a) }

// file returns where a kFuncType, kFuncLit or kObject is written.
func (n typNode) file() fileID { return fileID(n.a) }

// typeExpr returns how a kFuncType is written.
func (n typNode) typeExpr() facts.TypeID { return n.b }

// expr returns the literal of a kFuncLit or kObject.
func (n typNode) expr() facts.ExprID { return n.b }

// position returns the position of a kParam, selfParam for the type of the instance.
func (n typNode) position() int32 { return n.b }

// isChannel reports whether a kList is a channel: iterating it gives no index.
func (n typNode) isChannel() bool { return n.a == listChannel }

// isNamed reports whether a kList or kMap has a name from outside.
func (n typNode) isNamed() bool { return n.a >= listNamed }

// isAbout reports whether two types of one kind are about the same symbol, expression or name;
// their args may differ.
func (n typNode) isAbout(o typNode) bool { return n.a == o.a && n.b == o.b }

type typKey struct {
	kind typKind
	a    int32
	b    int32
	args string
}

type typTable struct {
	nodes []typNode
	index map[typKey]typ
	names map[string]int32 // builtin type names
	// mentions reports whether a type without a name of its own is written inside of
	// a symbol, so that it may name its type parameters.
	mentions func(n *typNode, owner symID) bool
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

func (t *typTable) instance(s symID, args ...typ) typ { return t.make(kInstance, int32(s), 0, args...) }
func (t *typTable) class(s symID, args ...typ) typ    { return t.make(kClass, int32(s), 0, args...) }
func (t *typTable) function(s symID, args ...typ) typ { return t.make(kFunc, int32(s), 0, args...) }
func (t *typTable) holder(s symID) typ                { return t.make(kHolder, int32(s), 0) }
func (t *typTable) module(u unitID) typ               { return t.make(kModule, int32(u), 0) }
func (t *typTable) list(element typ) typ              { return t.make(kList, 0, 0, element) }
func (t *typTable) channel(element typ) typ           { return t.make(kList, listChannel, 0, element) }
func (t *typTable) mapOf(key, element typ) typ        { return t.make(kMap, 0, 0, key, element) }
func (t *typTable) tuple(items ...typ) typ            { return t.make(kTuple, 0, 0, items...) }
func (t *typTable) promise(value typ) typ             { return t.make(kPromise, 0, 0, value) }
func (t *typTable) conv(to typ) typ                   { return t.make(kConv, 0, 0, to) }

// param returns the i-th type parameter of s.
func (t *typTable) param(s symID, i int32) typ { return t.make(kParam, int32(s), i) }

// funcType returns the function type that is written as id.
func (t *typTable) funcType(file fileID, id facts.TypeID) typ {
	return t.make(kFuncType, int32(file), id)
}

// funcLit returns the type of the function literal x.
func (t *typTable) funcLit(file fileID, x facts.ExprID) typ { return t.make(kFuncLit, int32(file), x) }

// object returns the type of the object literal x.
func (t *typTable) object(file fileID, x facts.ExprID) typ { return t.make(kObject, int32(file), x) }

// builtin returns the type from outside called name.
func (t *typTable) builtin(name string, args ...typ) typ {
	return t.make(kBuiltin, t.name(name), 0, args...)
}

// namedList returns the list type from outside called name.
func (t *typTable) namedList(name string, element typ) typ {
	return t.make(kList, listNamed+t.name(name), 0, element)
}

// namedMap returns the map type from outside called name.
func (t *typTable) namedMap(name string, key, element typ) typ {
	return t.make(kMap, listNamed+t.name(name), 0, key, element)
}

// of returns the type that has the form n.
func (t *typTable) of(n typNode) typ { return t.make(n.kind, n.a, n.b, n.args...) }

// ofSymbol returns the type of the form n for the symbol s.
func (t *typTable) ofSymbol(n typNode, s symID) typ { return t.make(n.kind, int32(s), n.b, n.args...) }

// node returns the form of a type, one without a kind for the fixed types.
func (t *typTable) node(id typ) typNode { return t.nodes[id] }

// count returns how many types there are.
func (t *typTable) count() int { return len(t.nodes) }

// nameOf returns the name of a type from outside, "" for others.
func (t *typTable) nameOf(n typNode) string {
	switch {
	case n.kind == kBuiltin:
		return t.named[n.a]
	case (n.kind == kList || n.kind == kMap) && n.isNamed():
		return t.named[n.a-listNamed]
	}
	return ""
}

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
func (t *typTable) binds(n *typNode, owner symID) bool {
	for _, b := range n.args {
		if m := &t.nodes[b]; m.kind == kBinding && m.symbol() == owner {
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
			id = t.subst(id, m.symbol(), m.args, 0)
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
func (t *typTable) subst(id typ, owner symID, args []typ, depth int) typ {
	if id < firstTyp || len(args) == 0 {
		return id
	}
	if depth > maxNesting {
		return unknown
	}
	n := t.nodes[id]
	if n.kind == kParam {
		if n.symbol() == owner && n.position() >= 0 && int(n.position()) < len(args) {
			return args[n.b]
		}
		return id
	}
	if t.mentions(&n, owner) && !t.binds(&n, owner) {
		return t.make(n.kind, n.a, n.b, append(slices.Clone(n.args), t.make(kBinding, int32(owner), 0, args...))...)
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
