// Package shape evaluates the entries of a language's tables of the standard library: what a member
// gives, by the types of the receiver, of the arguments, and of what is passed to it.
//
// In: an entry, the call, and what answers for its types (Source). Out: a type.
package shape

import (
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// A Source knows the types in a call. Call may be facts.None.
type Source interface {
	Under(t lattice.Type) lattice.Node
	Element(t lattice.Type, keys, iterate bool) lattice.Type
	InstanceOf(t lattice.Type) lattice.Type
	OutsideType(l *lang.Language, name string, args []lattice.Type) lattice.Type
	// Handed is what the first function among the arguments gives.
	Handed(file decl.FileID, call facts.ExprID) lattice.Type
	Argument(file decl.FileID, call facts.ExprID, i int) lattice.Type
	WrittenTypeArg(file decl.FileID, call facts.ExprID, i int) lattice.Type
}

// At is the call that an entry is evaluated for.
type At struct {
	Lang     *lang.Language
	File     decl.FileID
	Call     facts.ExprID
	Receiver lattice.Type
}

// Of evaluates an entry of a table (see lang.Members) to a type, for a call.
// Long because it is an interpreter with a case for each word of the language of entries.
func Of(r Source, types *lattice.Table, at At, s string) lattice.Type {
	t := at.Receiver
	n := lattice.Node{}
	if t >= lattice.FirstType {
		n = r.Under(t)
	}
	arg := func(i int) lattice.Type {
		if i < len(n.Args) {
			return n.Args[i]
		}
		return lattice.Unknown
	}
	if of, ok := strings.CutSuffix(s, ".elem"); ok {
		return types.MapUnion(Of(r, types, at, of), func(m lattice.Type) lattice.Type { return r.Element(m, false, true) })
	}
	if of, ok := strings.CutSuffix(s, ".key"); ok {
		return types.MapUnion(Of(r, types, at, of), func(m lattice.Type) lattice.Type { return r.Element(m, true, true) })
	}
	if s[0] == '[' {
		parts := lang.SplitShapes(s[1 : len(s)-1])
		elems := make([]lattice.Type, len(parts))
		for i, p := range parts {
			elems[i] = Of(r, types, at, p)
		}
		if len(elems) == 1 {
			return types.List(elems[0])
		}
		return types.List(types.Tuple(elems...))
	}
	if of, ok := strings.CutSuffix(s, ".0"); ok {
		return types.MapUnion(Of(r, types, at, of), func(m lattice.Type) lattice.Type {
			if n := r.Under(m); len(n.Args) > 0 {
				return n.Args[0]
			}
			return lattice.OrUnknown(m)
		})
	}
	switch s {
	case "elem":
		switch n.Kind {
		case lattice.Tuple:
			return types.Union(n.Args...)
		case lattice.Map:
			return arg(1)
		}
		return arg(0)
	case "key":
		if n.Kind == lattice.Map {
			return arg(0)
		}
		return lattice.Unknown
	case "self":
		return t
	case "result":
		return types.Awaited(r.Handed(at.File, at.Call))
	case "arg":
		return r.Argument(at.File, at.Call, 0)
	case "arg1":
		return r.Argument(at.File, at.Call, 1)
	case "instance":
		return r.InstanceOf(r.Argument(at.File, at.Call, 0))
	case "made":
		return r.InstanceOf(t)
	case "written":
		return r.WrittenTypeArg(at.File, at.Call, 0)
	case "type", "given":
		if t := r.WrittenTypeArg(at.File, at.Call, 0); t != lattice.Unknown {
			return t
		}
		return r.Argument(at.File, at.Call, 0)
	}
	if i, ok := strings.CutPrefix(s, "type."); ok {
		i, _ := strconv.Atoi(i)
		if t := r.WrittenTypeArg(at.File, at.Call, i); t != lattice.Unknown {
			return t
		}
		if n := types.Node(r.Argument(at.File, at.Call, 0)); n.Kind == lattice.Tuple && i < len(n.Args) {
			return n.Args[i]
		}
		return lattice.Unknown
	}
	if i, err := strconv.Atoi(s); err == nil {
		return arg(i)
	}
	name, rest, generic := strings.Cut(s, "<")
	var args []lattice.Type
	if generic {
		for _, p := range lang.SplitShapes(strings.TrimSuffix(rest, ">")) {
			args = append(args, Of(r, types, at, p))
		}
	}
	if at.Lang.Forms == nil && !generic {
		return types.Builtin(name)
	}
	return r.OutsideType(at.Lang, name, args)
}
