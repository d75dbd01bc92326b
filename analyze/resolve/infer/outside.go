package infer

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/shape"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/written"
)

// entryOf looks up the entry for a member of a type outside the repository in a table of the
// language: by the name of the type, then by its form, then for values of any type. For an instance
// of a type in the repository, its bases outside the repository are looked up. on is the type that
// the entry applies to.
func (r *Resolver) entryOf(table map[string]string, t lattice.Type, name string) (on lattice.Type, shape string, ok bool) {
	n := r.Under(t)
	if n.Kind == lattice.Conv { // a static member of a builtin type
		t = n.Args[0]
		n = r.Under(t)
	}
	if n.Kind == lattice.Instance || n.Kind == lattice.Class {
		if fd := r.MemberOf(t, name); fd.Status == IsSymbol || fd.Status == IsValue {
			return t, "", false
		}
		for _, b := range r.outsideBases(n) {
			if k := r.Under(b).Kind; k == lattice.Instance || k == lattice.Class || k == lattice.Conv {
				continue // its parts are types of the repository, possibly this one
			}
			if s, ok := r.entry(table, b, name); ok {
				return b, s, true
			}
		}
		if s, ok := table["list."+name]; ok && n.Kind == lattice.Instance {
			if p := r.Protocol(n.Symbol()); p.NextIsList && p.Next != name {
				if el := r.nextOf(t, p); el >= lattice.FirstType {
					return r.Types.List(el), s, true
				}
			}
		}
	}
	s, ok := r.entry(table, t, name)
	return t, s, ok
}

// entry looks up the entry for a member of one type in a table of the language.
func (r *Resolver) entry(table map[string]string, t lattice.Type, name string) (shape string, ok bool) {
	n := r.Under(t)
	if own := r.Types.NameOf(n); own != "" {
		if s, ok := table[own+"."+name]; ok {
			return s, true
		}
	}
	if form := n.Form(); form != "" {
		if s, ok := table[form+"."+name]; ok {
			return s, true
		}
	}
	s, ok := table["any."+name]
	return s, ok
}

// outsideBases returns the types outside the repository that an instance extends, with their type
// arguments, nearest first.
func (r *Resolver) outsideBases(n lattice.Node) []lattice.Type {
	var out []lattice.Type
	seen := []Base{{Sym: n.Symbol(), Args: n.Args}}
	for k := 0; k < len(seen) && k < MaxBases; k++ {
		in := seen[k]
		seen = r.AppendBases(seen, in)
		d := r.Def(in.Sym)
		if !r.Symbol(in.Sym).Outer && len(d.Implements) == 0 {
			continue
		}
		for _, list := range [...][]facts.TypeID{d.Extends, d.Implements} {
			for _, id := range list {
				b := r.DeclType(r.Symbol(in.Sym).File, id)
				if k := r.Types.Kind(b); b >= lattice.FirstType && k != lattice.Instance && k != lattice.Union && k != lattice.Param {
					out = append(out, r.Types.Subst(b, in.Sym, in.Args, 0))
				}
			}
		}
	}
	for _, t := range r.Lent(r.Types.OfSymbol(n, n.Symbol())) {
		if k := r.Types.Kind(t); t >= lattice.FirstType && k != lattice.Instance && k != lattice.Union && k != lattice.Param {
			out = append(out, t)
		}
	}
	return out
}

// Lent returns the types whose members are found on values of type t too, nearest first (see
// lang.Protocol.Lend).
func (r *Resolver) Lent(t lattice.Type) []lattice.Type {
	var out []lattice.Type
	for n := r.Types.Node(t); n.Kind == lattice.Instance && r.Protocol(n.Symbol()).Lend != "" && len(out) < MaxBases; n = r.Types.Node(t) {
		file, m := r.Symbol(n.Symbol()).File, r.MembersNamed(n.Symbol(), r.Protocol(n.Symbol()).Lend)
		if len(m) == 0 {
			break
		}
		t = r.callOne(r.FoundType(file, Found{Status: IsSymbol, Syms: m, Recv: t}), file, facts.None)
		out = append(out, t)
	}
	return out
}

// outsideCall returns the result type of the call x of a function or method outside the repository.
// It is never where the language has no entry for it, or where the receiver may also be of another
// type.
func (r *Resolver) outsideCall(file decl.FileID, x facts.ExprID) lattice.Type {
	f := r.File(file)
	members := f.Lang.Members
	callee := &f.Facts.Expressions()[f.Facts.Expressions()[x].X]
	if members == nil || r.Depth > MaxDepth {
		return lattice.Never
	}
	switch callee.Kind {
	case facts.Name:
		if s := members["."+callee.Name]; s != "" {
			if fd := r.Found(r.Denote(file, f.Facts.Expressions()[x].X)); fd.Status == IsOutside || fd.Status == NotKnown {
				return r.shape(file, x, lattice.External, s)
			}
		}
		if f.Lang.Rules.ImplicitThis {
			return r.inheritedCall(file, x)
		}
		return lattice.Never
	case facts.Member:
	default:
		return lattice.Never
	}
	if s, ok := r.staticEntry(members, file, callee); ok {
		return r.shape(file, x, lattice.External, s)
	}
	recv := r.ExprType(file, callee.X)
	if recv < lattice.FirstType {
		if s := members["any."+callee.Name]; s == "instance" {
			if t := r.shape(file, x, lattice.External, s); t >= lattice.FirstType {
				return t
			}
		}
		return lattice.Never
	}
	out, all := lattice.Never, true
	r.Types.Each(recv, func(t lattice.Type) {
		on, s, ok := r.entryOf(members, t, callee.Name)
		if ok = ok && s != ""; !ok || t < lattice.FirstType {
			all = false
			return
		}
		out = r.Types.Union(out, r.shape(file, x, on, s))
	})
	if !all {
		return lattice.Never
	}
	return out
}

// inheritedCall returns the result type of the call x of a plain name, where that is a method that
// an enclosing type inherits from a base outside the repository.
func (r *Resolver) inheritedCall(file decl.FileID, x facts.ExprID) lattice.Type {
	f := r.File(file)
	callee := &f.Facts.Expressions()[f.Facts.Expressions()[x].X]
	if fd := r.Found(r.Denote(file, f.Facts.Expressions()[x].X)); fd.Status != NotKnown && fd.Status != IsOutside {
		return lattice.Never
	}
	for s := r.SymOf(file, callee.In); s >= 0; s = r.Symbol(s).Parent {
		if c := r.Canon(s); r.Def(c).Kind.IsType() {
			if on, shape, ok := r.entryOf(f.Lang.Members, r.Instance(c), callee.Name); ok && shape != "" {
				return r.shape(file, x, on, shape)
			}
		}
	}
	return lattice.Never
}

// outsideConstant returns the type of member, a static field of a type outside the repository
// without table entry: a field with a name in capitals may be an instance of that type.
func (r *Resolver) outsideConstant(file decl.FileID, member *facts.Expr) lattice.Type {
	f := r.File(file)
	left := &f.Facts.Expressions()[member.X]
	if left.Kind != facts.Name || !f.Lang.Rules.Overloads || f.Lang.Forms == nil || member.Name != strings.ToUpper(member.Name) {
		return lattice.External
	}
	if r.Found(r.Denote(file, member.X)).Status != IsOutside {
		return lattice.External
	}
	return r.Types.Union(r.OutsideType(f.Lang, left.Name, nil), lattice.Unknown)
}

// staticEntry looks up the entry for a member of a name outside the repository, such as
// Optional.of.
func (r *Resolver) staticEntry(table map[string]string, file decl.FileID, callee *facts.Expr) (string, bool) {
	left := &r.File(file).Facts.Expressions()[callee.X]
	s := table[left.Name[strings.LastIndexByte(left.Name, '.')+1:]+"."+callee.Name]
	if left.Kind != facts.Name || s == "" {
		return "", false
	}
	fd := r.Found(r.Denote(file, callee.X))
	lacks := fd.Status == IsSymbol && r.isOpenNamespace(fd.Syms[0]) && len(r.MembersNamed(fd.Syms[0], callee.Name)) == 0
	return s, lacks || fd.Status == IsOutside
}

// isOpenNamespace reports whether s is a namespace from outside to which the repository adds.
func (r *Resolver) isOpenNamespace(s decl.SymbolID) bool {
	y := r.Symbol(s)
	return y.Parent < 0 && r.Def(s).Kind == facts.Namespace && r.File(y.File).Lang.OpenNamespaces[r.Def(s).Name]
}

// outsideProperty returns the type of the value of a member of a type outside the repository, never
// where the language has no entry for it.
func (r *Resolver) outsideProperty(file decl.FileID, member *facts.Expr) lattice.Type {
	table := r.File(file).Lang.Properties
	if table == nil || r.Depth > MaxDepth {
		return lattice.Never
	}
	if t := r.ExprType(file, member.X); member.Name == "Value" && r.isValueType(file, t) && written.Of(r, file, member.X) == written.Absent {
		return t
	}
	if s, ok := r.staticEntry(table, file, member); ok {
		return r.shape(file, facts.None, lattice.External, s)
	}
	return r.Types.MapUnion(r.ExprType(file, member.X), func(t lattice.Type) lattice.Type {
		if t >= lattice.FirstType {
			if on, s, ok := r.entryOf(table, t, member.Name); ok && s != "" {
				return r.shape(file, facts.None, on, s)
			}
		}
		return lattice.Never
	})
}

// callbackParam returns the type of the i-th parameter of a function passed to the call x of a
// method outside the repository, never where the language has no entry for it.
func (r *Resolver) callbackParam(file decl.FileID, x facts.ExprID, i int32) lattice.Type {
	f := r.File(file)
	table := f.Lang.Callbacks
	callee := &f.Facts.Expressions()[f.Facts.Expressions()[x].X]
	if table == nil || r.Depth > MaxDepth {
		return lattice.Never
	}
	if callee.Kind == facts.Name {
		if s, ok := table["."+callee.Name]; ok {
			if fd := r.Found(r.Denote(file, f.Facts.Expressions()[x].X)); fd.Status == IsOutside || fd.Status == NotKnown {
				return r.nthShape(file, x, lattice.External, s, i)
			}
		}
		return lattice.Never
	}
	if callee.Kind != facts.Member {
		return lattice.Never
	}
	if s, ok := r.staticEntry(table, file, callee); ok {
		return r.nthShape(file, x, lattice.External, s, i)
	}
	out := lattice.Never
	r.Types.Each(r.ExprType(file, callee.X), func(t lattice.Type) {
		if t < lattice.FirstType {
			return
		}
		if on, s, ok := r.entryOf(table, t, callee.Name); ok {
			out = r.Types.Union(out, r.nthShape(file, x, on, s, i))
		}
	})
	return out
}

// elementTaken returns the type of the element that the call x passes to a method of a list outside the
// repository, never for other calls.
func (r *Resolver) elementTaken(file decl.FileID, x facts.ExprID) lattice.Type {
	f := r.File(file)
	e := &f.Facts.Expressions()[x]
	callee := &f.Facts.Expressions()[e.X]
	if callee.Kind != facts.Member || !f.Lang.ElementMethods[callee.Name] || len(e.Args) != 1 || e.Type >= 0 || r.Depth > MaxDepth {
		return lattice.Never
	}
	if n := r.Types.Node(r.ExprType(file, callee.X)); n.Kind == lattice.List {
		return n.Args[0]
	}
	return lattice.Never
}

func (r *Resolver) nthShape(file decl.FileID, x facts.ExprID, t lattice.Type, list string, i int32) lattice.Type {
	if s := lang.NthCallback(list, i); s != "" {
		return r.shape(file, x, t, s)
	}
	return lattice.Never
}

// shape evaluates an entry of a table (see lang.Members) to a type, for the call x on a receiver of type t.
func (r *Resolver) shape(file decl.FileID, x facts.ExprID, t lattice.Type, s string) lattice.Type {
	return shape.Of(r, r.Types, shape.At{Lang: r.File(file).Lang, File: file, Call: x, Receiver: t}, s)
}

// WrittenTypeArg returns the i-th type argument written at a call, unknown where there is none.
func (r *Resolver) WrittenTypeArg(file decl.FileID, x facts.ExprID, i int) lattice.Type {
	if x < 0 {
		return lattice.Unknown
	}
	t := r.File(file).Facts.Expressions()[x].Type
	if t < 0 {
		return lattice.Unknown
	}
	if ty := &r.File(file).Facts.Types[t]; ty.Kind == facts.TupleT && i < len(ty.Args) {
		return r.DeclType(file, ty.Args[i])
	}
	return lattice.Unknown
}

// Handed returns the result type of the first function among the arguments of a call.
func (r *Resolver) Handed(file decl.FileID, x facts.ExprID) lattice.Type {
	if x < 0 {
		return lattice.Unknown
	}
	for _, a := range r.File(file).Facts.Expressions()[x].Args {
		if a.X < 0 {
			continue
		}
		if t := r.ExprType(file, a.X); r.Under(t).Form() == "func" {
			return r.callOne(t, file, facts.None)
		}
	}
	return lattice.Unknown
}

// Argument returns the type of the i-th argument of a call.
func (r *Resolver) Argument(file decl.FileID, x facts.ExprID, i int) lattice.Type {
	if x < 0 {
		return lattice.Unknown
	}
	if args := r.File(file).Facts.Expressions()[x].Args; i < len(args) && !args[i].Spread {
		return r.ExprType(file, args[i].X)
	}
	return lattice.Unknown
}
