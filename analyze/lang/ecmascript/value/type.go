package value

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// NewIDs returns a copy of ids from the builder's buffer.
func (b *Builder) NewIDs(ids ...int32) []int32 {
	if len(ids) == 0 {
		return nil
	}
	if cap(b.ids)-len(b.ids) < len(ids) {
		b.ids = make([]int32, 0, max(256, len(ids)))
	}
	at := len(b.ids)
	b.ids = append(b.ids, ids...)
	return b.ids[at:len(b.ids):len(b.ids)]
}

// WrapType adds a type of kind with the argument arg, which may be None.
func (b *Builder) WrapType(kind facts.TypeKind, arg facts.TypeID, line int32) facts.TypeID {
	w := lang.NewType(kind, line)
	if arg != facts.None {
		w.Args = b.NewIDs(arg)
	}
	return b.Type(w)
}

// KnownType returns typ, or any where typ is None, for places that need a type.
func (b *Builder) KnownType(typ facts.TypeID, line int32) facts.TypeID {
	if typ != facts.None {
		return typ
	}
	return b.NamedType("", "any", line)
}

// KnownTypes replaces each None in args by any and returns args.
func (b *Builder) KnownTypes(args []facts.TypeID, line int32) []facts.TypeID {
	for i, a := range args {
		args[i] = b.KnownType(a, line)
	}
	return args
}

// JoinTypes adds a union or an intersection of parts. A part that is None makes a union None; an
// intersection ignores it.
func (b *Builder) JoinTypes(kind facts.TypeKind, parts []facts.TypeID, line int32) facts.TypeID {
	n := 0
	for _, p := range parts {
		if p != facts.None {
			parts[n] = p
			n++
		}
	}
	switch {
	case n == 0, kind == facts.UnionT && n < len(parts):
		return facts.None
	case n == 1:
		return parts[0]
	}
	u := lang.NewType(kind, line)
	u.Args = b.NewIDs(parts[:n]...)
	return b.Type(u)
}

// TypeOf returns the type of the value x.
func (b *Builder) TypeOf(x facts.ExprID, line int32) facts.TypeID {
	if x == facts.None {
		return facts.None
	}
	v := lang.NewType(facts.ValueT, line)
	v.X = x
	return b.Type(v)
}

// Awaited returns the type after await: the argument of a promise, else typ.
func (b *Builder) Awaited(typ facts.TypeID) facts.TypeID {
	if typ == facts.None {
		return typ
	}
	v := &b.File.Types[typ]
	if v.Kind != facts.PromiseT {
		return typ
	}
	if len(v.Args) == 0 {
		return facts.None
	}
	return v.Args[0]
}
