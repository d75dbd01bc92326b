package infer

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

// DeclType returns the type that a type expression denotes: for the name of a class, an instance of it.
func (r *Resolver) DeclType(file decl.FileID, id facts.TypeID) lattice.Type {
	if id < 0 {
		return lattice.Unknown
	}
	slot := &r.File(file).decls[id]
	if *slot == lattice.Uncomputed && r.Depth > MaxDepth {
		return lattice.Unknown
	}
	return r.memo(file, slot, lattice.Unknown, func() lattice.Type { return r.evalType(file, id) })
}

func (r *Resolver) evalType(file decl.FileID, id facts.TypeID) lattice.Type {
	f := r.File(file)
	ty := &f.Facts.Types[id]
	arg := func(i int) lattice.Type {
		if i < len(ty.Args) {
			return r.DeclType(file, ty.Args[i])
		}
		return lattice.Unknown
	}
	switch ty.Kind {
	case facts.Named:
		return r.namedType(file, ty)
	case facts.PointerT:
		if t := arg(0); t != lattice.External {
			return t
		}
		return r.Types.Builtin(outsidePointer)
	case facts.ListT:
		return r.Types.List(arg(0))
	case facts.ChanT:
		return r.Types.Channel(arg(0))
	case facts.MapT:
		return r.Types.MapOf(arg(0), arg(1))
	case facts.FuncT:
		return r.Types.FuncType(file, id)
	case facts.TupleT:
		args := make([]lattice.Type, len(ty.Args))
		for i := range args {
			args[i] = arg(i)
		}
		return r.Types.Tuple(args...)
	case facts.UnionT, facts.IntersectionT:
		out := lattice.Never
		for i := range ty.Args {
			out = r.Types.Union(out, arg(i))
		}
		return out
	case facts.PromiseT:
		return r.Types.Promise(arg(0))
	case facts.ValueT:
		return r.Types.MapUnion(r.ExprType(file, ty.X), func(t lattice.Type) lattice.Type {
			if n := r.Types.Node(t); n.Kind == lattice.Class && ty.N == 0 {
				return r.Types.Instance(n.Symbol(), n.Args...)
			}
			return t
		})
	case facts.ClassT:
		return r.Types.MapUnion(arg(0), func(t lattice.Type) lattice.Type {
			switch n := r.Types.Node(t); n.Kind {
			case lattice.Instance:
				return r.Types.Class(n.Symbol(), n.Args...)
			case lattice.Param:
				return r.Types.Conv(t)
			}
			return lattice.OrUnknown(t)
		})
	case facts.SelfT:
		if s := r.Canon(r.EnclosingType(file, ty.In)); s >= 0 {
			return r.Types.Param(s, lattice.SelfParam)
		}
	case facts.ObjectT:
		if ty.Def >= 0 {
			return r.Types.Instance(r.Canon(f.Symbol(ty.Def)))
		}
	}
	return lattice.Unknown
}

// namedType resolves a written type name.
func (r *Resolver) namedType(file decl.FileID, ty *facts.Type) lattice.Type {
	if ty.Qualifier == "" {
		if t := r.TypeParam(file, ty.In, ty.Name); t != lattice.Unknown {
			return t
		}
	}
	fd := r.TypeName(file, ty)
	args := make([]lattice.Type, len(ty.Args))
	for i := range args {
		args[i] = r.DeclType(file, ty.Args[i])
	}
	switch fd.Status {
	case IsOutside:
		if name := r.outsideInterface(file, ty); name != "" {
			return r.Types.Builtin(name)
		}
		if r.File(file).Lang.MayAlias(ty.Qualifier) {
			return lattice.Unknown
		}
		return r.OutsideType(r.File(file).Lang, r.File(file).Facts.ImportedName(ty.Name), args)
	case IsValue:
		if n := r.Types.Node(fd.typ); n.Kind == lattice.Builtin && r.File(file).Lang.Forms != nil {
			return r.OutsideType(r.File(file).Lang, r.Types.NameOf(n), args)
		}
		return r.Types.MapUnion(fd.typ, func(t lattice.Type) lattice.Type {
			if n := r.Types.Node(t); n.Kind == lattice.Class {
				return r.Types.Instance(n.Symbol(), n.Args...)
			}
			return t
		})
	case IsModule: // a class that is the only export of its module
		return r.Types.MapUnion(r.ModuleValue(fd.Unit), r.InstanceOf)
	case IsSymbol:
		if l := r.File(file).Lang; l.Forms != nil && !slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool { return r.Def(s).Kind != facts.Namespace }) {
			return r.OutsideType(l, ty.Name, args) // a namespace is no type: the name is that of a type outside the repository
		}
	case NotKnown:
		if l := r.File(file).Lang; l.Rules.ChecksLostTypes { // its name says which types are the same
			return r.OutsideType(l, ty.Name, args)
		}
		return lattice.Unknown
	default:
		return lattice.Unknown
	}
	if l := r.File(file).Lang; l.Rules.GenericsApart && len(args) > 0 && !slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool {
		return !r.Def(s).Kind.IsType() || len(r.Def(s).TypeParams) == len(args)
	}) {
		return r.OutsideType(l, ty.Name, args) // a type of the repository has the name, with other type parameters
	}
	out := lattice.Never
	for _, s := range r.OfArity(fd.Syms, len(ty.Args)) {
		d := r.Def(s)
		if !d.Kind.IsType() {
			if d.Kind == facts.EnumMember { // in a pattern: the variant, which has its own fields
				out = r.Types.Union(out, r.Types.Instance(s))
			} else if d.Kind == facts.Variable || d.Kind == facts.Constant { // Alias = Other, TypeVar
				out = r.Types.Union(out, r.Types.MapUnion(r.SymType(s), func(t lattice.Type) lattice.Type {
					if n := r.Types.Node(t); n.Kind == lattice.Class {
						return r.Types.Instance(n.Symbol(), n.Args...)
					}
					return lattice.OrUnknown(t)
				}))
			} else if d.Kind.IsCallable() && len(r.Symbol(s).Members) > 0 {
				out = r.Types.Union(out, r.Types.Instance(s)) // constructor function in a doc comment
			}
			continue
		}
		if d.Kind == facts.TypeDef && d.Type >= 0 && len(r.Symbol(s).Members) == 0 && !r.File(r.Symbol(s).File).Lang.Rules.StructuralInterfaces {
			out = r.Types.Union(out, r.Types.Subst(r.DeclType(r.Symbol(s).File, d.Type), s, args, 0))
			continue
		}
		out = r.Types.Union(out, r.Types.Instance(s, r.bounded(file, s, args)...))
	}
	if out == lattice.Never {
		return lattice.Unknown
	}
	return out
}

// bounded replaces those type arguments of s that carry no information, such as wildcards, by the
// bounds of their type parameters.
func (r *Resolver) bounded(file decl.FileID, s decl.SymbolID, args []lattice.Type) []lattice.Type {
	all := r.File(file).Lang.Wider[anyValue]
	params := r.Def(s).TypeParams
	for i := range min(len(args), len(params)) {
		if n := r.Types.Node(args[i]); n.Kind == lattice.Builtin && params[i].Bound >= 0 && slices.Contains(all, r.Types.NameOf(n)) {
			if b := r.Bound(s, int32(i)); b >= lattice.FirstType {
				args[i] = b
			}
		}
	}
	return args
}

// Bound returns the bound of a type parameter.
func (r *Resolver) Bound(s decl.SymbolID, i int32) lattice.Type {
	if i == lattice.SelfParam {
		return r.Instance(s)
	}
	ps := r.Def(s).TypeParams
	if int(i) >= len(ps) || ps[i].Bound < 0 {
		return lattice.Unknown
	}
	return r.DeclType(r.Symbol(s).File, ps[i].Bound)
}

// Under returns the underlying form of a named type: the list of "type Tags []Tag".
func (r *Resolver) Under(t lattice.Type) lattice.Node {
	for range 8 {
		n := r.Types.Node(t)
		if n.Kind == lattice.Param {
			t = r.Bound(n.Symbol(), n.Position())
			continue
		}
		if n.Kind != lattice.Instance {
			return n
		}
		d := r.Def(n.Symbol())
		if d.Kind != facts.TypeDef || d.Type < 0 {
			return n
		}
		u := r.Types.Subst(r.DeclType(r.Symbol(n.Symbol()).File, d.Type), n.Symbol(), n.Args, 0)
		if u == t {
			return n
		}
		t = u
	}
	return lattice.Node{}
}

// BasesOf returns the direct supertypes of a type in the order of lookup. It marks the type as open
// when one of them is not in the repository.
func (r *Resolver) BasesOf(s decl.SymbolID) []Base {
	y := r.Symbol(s)
	if y.based {
		return y.Bases
	}
	y.based = true
	var out []Base
	add := func(file decl.FileID, list []facts.TypeID, embedded, iface bool) {
		for _, id := range list {
			t := r.DeclType(file, id)
			ok := false
			r.Types.Each(t, func(m lattice.Type) {
				n := r.Types.Node(m)
				if n.Kind == lattice.Instance && n.Symbol() != s {
					out = append(out, Base{Sym: n.Symbol(), Args: n.Args, Embedded: embedded})
					r.Symbol(s).Open = r.Symbol(s).Open || ok && r.File(file).Builds == 0 // one of several types is meant
					ok = true
				}
			})
			if ok || iface {
				continue
			}
			r.Symbol(s).Outer = true
			if members := r.CompleteMembers(file, id); members != nil {
				r.Symbol(s).closed = append(r.Symbol(s).closed, members)
			} else {
				r.Symbol(s).Open = true
			}
		}
	}
	for _, p := range append([]decl.SymbolID{s}, y.Parts...) {
		d, file := r.Def(p), r.Symbol(p).File
		add(file, d.Embeds, true, false)
		add(file, d.Extends, false, false)
		add(file, d.Implements, false, true)
	}
	if p := y.Parent; p >= 0 && r.Def(s).Kind == facts.EnumMember { // its own fields, then the members of the enum
		out = append(out, Base{Sym: r.Canon(p)})
	}
	written := len(out)
	for _, x := range r.Symbol(s).Extensions {
		add(x.File, x.Bases, false, true)
	}
	for i := range out[written:] {
		out[written+i].Added = true
	}
	r.Symbol(s).Bases = out
	return out
}

// AppendBases adds to seen the direct supertypes of in, with their type arguments.
func (r *Resolver) AppendBases(seen []Base, in Base) []Base {
	for _, b := range r.BasesOf(in.Sym) {
		if slices.ContainsFunc(seen, func(s Base) bool { return s.Sym == b.Sym }) {
			continue
		}
		args := make([]lattice.Type, len(b.Args))
		for i, a := range b.Args {
			args[i] = r.Types.Subst(a, in.Sym, in.Args, 0)
		}
		seen = append(seen, Base{Sym: b.Sym, Args: args})
	}
	return seen
}

// IsOpen reports whether a type or one of its supertypes has a base outside the repository, from which it may have
// members. Where a class answers for the interfaces that it lists, it has none from them.
func (r *Resolver) IsOpen(s decl.SymbolID) bool { return r.isOpenBeside(s, "") }

// isOpenBeside is IsOpen, but an unresolved base called name does not count: a base cannot be its own member.
func (r *Resolver) isOpenBeside(s decl.SymbolID, name string) bool {
	seen := []Base{{Sym: s}}
	answers := r.File(r.Symbol(s).File).Lang.Rules.ListedInterfaces && r.Def(s).Kind != facts.Interface
	for k := 0; k < len(seen) && k < MaxBases; k++ {
		seen = r.AppendBases(seen, seen[k])
		if t := seen[k].Sym; r.Symbol(t).Open && !(answers && r.Def(t).Kind == facts.Interface) && (name == "" || !r.lacksOnly(t, name)) {
			return true
		}
	}
	return len(seen) >= MaxBases
}

// lacksOnly reports whether all bases of a type are known except one called name.
func (r *Resolver) lacksOnly(s decl.SymbolID, name string) bool {
	if len(r.Symbol(s).Extensions) > 0 {
		return false
	}
	for _, p := range append([]decl.SymbolID{s}, r.Symbol(s).Parts...) {
		d, file := r.Def(p), r.Symbol(p).File
		for _, id := range append(slices.Clip(d.Embeds), d.Extends...) {
			ty := &r.File(file).Facts.Types[id]
			if r.Types.Kind(r.DeclType(file, id)) != lattice.Instance && r.CompleteMembers(file, id) == nil && (ty.Name != name || ty.Qualifier != "") {
				return false
			}
		}
	}
	return true
}

// order returns s and its supertypes in the method resolution order of languages with several bases
// (C3: every type before its own bases, bases as they are written). It is nil where each type has
// at most one base, and for embedded types, where the least nested member wins.
func (r *Resolver) order(s decl.SymbolID) []decl.SymbolID {
	if list, ok := r.orders[s]; ok {
		return list
	}
	r.orders[s] = nil // ends the recursion of a type that is its own supertype
	var list []decl.SymbolID
	if r.isMixed(s) {
		list = r.Linear(s)
	}
	r.orders[s] = list
	if r.Subtypes == nil {
		delete(r.orders, s) // as in Linear
	}
	return list
}

// inOrder looks up name in the types of queue, the supertypes of s, in the given order; types that
// are not in order keep their place in the queue.
func (r *Resolver) inOrder(s decl.SymbolID, name string, recv lattice.Type, queue []step, order []decl.SymbolID) Found {
	at := func(q step) int {
		i := slices.Index(order, q.sym)
		if i < 0 || !q.class && queue[0].class {
			return -1
		}
		return i
	}
	queue = slices.Clone(queue)
	last := 0
	places := make(map[step]int, len(queue))
	for _, q := range queue {
		if i := at(q); i >= 0 {
			last = i
		}
		places[q] = last
	}
	slices.SortStableFunc(queue, func(a, b step) int { return places[a] - places[b] })
	for _, q := range queue {
		if q.sym == s && q.class == queue[0].class {
			continue
		}
		if m := r.inherited(s, r.membersOf(q.sym, name, q.class)); len(m) > 0 {
			return r.withOverloads(s, Found{Status: IsSymbol, Rule: ruleset.Inherited, Syms: m, Recv: q.recv}, name, recv)
		}
	}
	return Found{}
}

// isMixed reports whether a type or one of its supertypes has several bases, none of them embedded.
func (r *Resolver) isMixed(s decl.SymbolID) bool {
	seen, mixed := []decl.SymbolID{s}, false
	for k := 0; k < len(seen) && k < MaxBases; k++ {
		bases := r.BasesOf(seen[k])
		mixed = mixed || len(bases) > 1
		for _, b := range bases {
			if b.Embedded {
				return false
			}
			if !slices.Contains(seen, b.Sym) {
				seen = append(seen, b.Sym)
			}
		}
	}
	return mixed
}

// Linear returns s and the merged orders of its bases. It is memoised once all bases are known.
func (r *Resolver) Linear(s decl.SymbolID) []decl.SymbolID {
	if list, ok := r.linears[s]; list != nil {
		return list
	} else if ok || r.Depth > MaxDepth {
		return []decl.SymbolID{s} // its own supertype, or too deep
	}
	r.linears[s] = nil
	r.Depth++
	defer func() { r.Depth-- }()
	var lists [][]decl.SymbolID
	var direct []decl.SymbolID
	for _, b := range r.BasesOf(s) {
		if b.Sym != s && !slices.Contains(direct, b.Sym) {
			direct = append(direct, b.Sym)
			lists = append(lists, r.Linear(b.Sym))
		}
	}
	if r.File(r.Symbol(s).File).Lang.Rules.LastBaseFirst {
		slices.Reverse(direct)
		slices.Reverse(lists)
	}
	list := decl.Merge(s, append(lists, direct), MaxBases)
	r.linears[s] = list
	if r.Subtypes == nil {
		delete(r.linears, s) // the bases of a type above s may be in work, and seem to be none
	}
	return list
}

// Distance returns the number of steps from a type up to one of its supertypes, -1 when it is none.
func (r *Resolver) Distance(s, super decl.SymbolID) int {
	return decl.Distance(s, super, MaxBases, func(t decl.SymbolID, up func(decl.SymbolID)) {
		for _, b := range r.BasesOf(t) {
			up(b.Sym)
		}
	})
}

// asSuper returns the instance t converted to its supertype super, t itself when super is none of its supertypes.
func (r *Resolver) asSuper(t lattice.Type, super decl.SymbolID) lattice.Type {
	seen := []lattice.Type{t}
	for k := 0; k < len(seen) && k < MaxBases; k++ {
		n := r.Types.Node(seen[k])
		if n.Symbol() == super {
			return seen[k]
		}
		for _, b := range r.BasesOf(n.Symbol()) {
			args := make([]lattice.Type, len(b.Args))
			for i, a := range b.Args {
				args[i] = r.Types.Subst(a, n.Symbol(), n.Args, 0)
			}
			if base := r.Types.Instance(b.Sym, args...); !slices.Contains(seen, base) {
				seen = append(seen, base)
			}
		}
	}
	return t
}

// maxSubtypes is the maximum number of subtypes visited.
const maxSubtypes = 500

// AllSubtypes returns the direct and indirect subtypes of s.
func (r *Resolver) AllSubtypes(s decl.SymbolID) []decl.SymbolID {
	return decl.Below(s, r.Subtypes, maxSubtypes)
}
