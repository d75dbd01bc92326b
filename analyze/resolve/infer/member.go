package infer

import (
	"slices"
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

// MemberOf resolves the member name of a value of type t.
func (r *Resolver) MemberOf(t lattice.Type, name string) Found {
	if r.Nested > MaxNested {
		return Found{}
	}
	r.Nested++
	fd := r.rememberedMember(t, name)
	r.Nested--
	return fd
}

func (r *Resolver) rememberedMember(t lattice.Type, name string) Found {
	n := r.Types.Node(t)
	if n.Kind != lattice.Union && (n.Kind != lattice.Instance || r.Def(n.Symbol()).Kind != facts.TypeDef) {
		return r.memberOfOne(t, name)
	}
	// Members of an alias or a union are looked up repeatedly, by every type that contains it.
	k := memberKey{t, name}
	if id := r.memberMemo[k]; id != 0 {
		return *r.Found(id)
	}
	r.memberMemo[k] = findComputing
	fd := r.memberOfAny(t, name)
	if r.built {
		r.memberMemo[k] = r.addFound(fd)
	} else {
		delete(r.memberMemo, k) // members are still being attached
	}
	return fd
}

// memberOfAny is MemberOf without its memo.
func (r *Resolver) memberOfAny(t lattice.Type, name string) Found {
	if r.Types.Kind(t) != lattice.Union {
		return r.memberOfOne(t, name)
	}
	var out Found
	some, lack := false, false
	for _, m := range r.Types.Node(t).Args {
		fd := r.memberOfOne(m, name)
		switch fd.Status {
		case IsSymbol:
			if out.Status != IsSymbol {
				out = fd
				out.Syms, out.Recvs = nil, nil
			}
			for i, s := range fd.Syms {
				if !slices.Contains(out.Syms, s) {
					out.Syms = append(out.Syms, s)
					out.Recvs = append(out.Recvs, fd.Receiver(i))
				}
			}
			some = true
		case IsModule, IsValue:
			if !some {
				out, some = fd, true
			} else if out.Status == IsValue && fd.Status == IsValue {
				out.typ = r.Types.Union(out.typ, fd.typ)
			}
		default:
			lack = true
			if !some && (out.Status == NotKnown && fd.Status != IsMissing) {
				out = fd
			}
		}
	}
	if some && lack {
		out.Partial = true
	}
	if !some && out.Status == IsMissing {
		return Found{}
	}
	return out
}

func (r *Resolver) memberOfOne(t lattice.Type, name string) Found {
	r.Work.Members++
	switch t {
	case lattice.External:
		return Found{Status: IsOutside}
	case lattice.Unknown, lattice.Never, lattice.Uncomputed:
		return Found{}
	}
	n := r.Types.Node(t)
	switch n.Kind {
	case lattice.Instance:
		return r.TypeMember(n.Symbol(), name, t, false)
	case lattice.Class:
		return r.TypeMember(n.Symbol(), name, t, true)
	case lattice.Module:
		fd := r.ModuleMember(n.Unit(), name)
		if fd.Rule != ruleset.Reexport {
			fd.Rule = ruleset.Module
		}
		return fd
	case lattice.Func, lattice.Holder:
		if m := r.MembersNamed(n.Symbol(), name); len(m) > 0 {
			return Found{Status: IsSymbol, Rule: ruleset.Member, Syms: m, Recv: t}
		}
		if n.Kind == lattice.Func && name == r.Protocol(n.Symbol()).Prototype {
			return Found{Status: IsValue, typ: r.Types.Instance(n.Symbol()), Rule: ruleset.Member}
		}
		if fd := r.adopted(t, name); n.Kind == lattice.Func && fd.Status == IsSymbol {
			return fd
		}
		return Found{}
	case lattice.Object:
		e := &r.File(n.File()).Facts.Expressions()[n.Position()]
		for i := range e.Args {
			switch a := &e.Args[i]; {
			case a.Keyword == name && a.X >= 0:
				return Found{Status: IsValue, typ: r.ExprType(n.File(), a.X), Rule: ruleset.Member}
			case a.Spread && a.X >= 0:
				if fd := r.memberWithin(t, r.ExprType(n.File(), a.X), name); fd.Status == IsSymbol || fd.Status == IsValue {
					return fd
				}
			}
		}
		return Found{}
	case lattice.Param:
		if b := r.Bound(n.Symbol(), n.Position()); b != lattice.Unknown {
			fd := r.memberWithin(t, b, name)
			if fd.Status == IsMissing && r.File(r.Symbol(n.Symbol()).File).Lang.Rules.Overloads { // the type argument may have it
				return Found{}
			}
			return fd
		}
		return Found{}
	case lattice.Conv:
		return r.memberOfAny(n.Args[0], name)
	case lattice.Tuple:
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(n.Args) {
			return Found{Status: IsValue, typ: n.Args[i], Rule: ruleset.Member}
		}
		return Found{Status: IsOutside}
	case lattice.Builtin, lattice.List, lattice.Map, lattice.FuncType, lattice.FuncLit:
		return r.adopted(t, name)
	case lattice.Promise:
		return Found{Status: IsOutside}
	}
	return Found{}
}

// memberWithin resolves name as a member of part, from which a value of type whole takes its
// members. The result is unknown where part is in turn made of whole.
func (r *Resolver) memberWithin(whole, part lattice.Type, name string) Found {
	k := memberKey{whole, name}
	if r.within[k] || r.Depth > MaxDepth {
		return Found{}
	}
	r.within[k] = true
	r.Depth++
	fd := r.MemberOf(part, name)
	r.Depth--
	delete(r.within, k)
	return fd
}

// TypeMember looks up name in a type and its supertypes.
func (r *Resolver) TypeMember(s decl.SymbolID, name string, recv lattice.Type, class bool) Found {
	return r.memberBeside(s, name, recv, class, nil)
}

// lookupMember is TypeMember without its bound on nesting.
// Long because it is one search in fixed order: own members, inherited members, and the meaning of
// a missing member. Each step needs the results of the steps before.
func (r *Resolver) lookupMember(s decl.SymbolID, name string, recv lattice.Type, class bool, tried map[decl.SymbolID]bool) Found {
	if m := r.membersOf(s, name, class); len(m) > 0 {
		return r.withOverloads(s, Found{Status: IsSymbol, Rule: ruleset.Member, Syms: m, Recv: recv}, name, recv)
	}
	if fd := r.reexported(s, name); fd.Status != NotKnown {
		return fd
	}
	queue := []step{{s, recv, class}}
	open := false
	order := r.order(s)
	for k := 0; k < len(queue); k++ {
		q := queue[k]
		if k > 0 && order == nil {
			if m := r.inherited(s, r.membersOf(q.sym, name, q.class)); len(m) > 0 {
				return r.withOverloads(s, Found{Status: IsSymbol, Rule: ruleset.Inherited, Syms: m, Recv: q.recv}, name, recv)
			}
		}
		if q.class {
			for _, b := range r.extendedBy(q.sym) {
				queue = addStep(queue, step{b.Sym, r.Types.Instance(b.Sym, b.Args...), false})
			}
		}
		args := r.TypeArgs(q.recv)
		for _, b := range r.BasesOf(q.sym) {
			if len(queue) > MaxBases {
				open = true
				break
			}
			bargs := make([]lattice.Type, len(b.Args))
			for i, a := range b.Args {
				bargs[i] = r.Types.Subst(a, q.sym, args, 0)
			}
			queue = addStep(queue, step{b.Sym, r.Types.Instance(b.Sym, bargs...), q.class})
		}
		open = open || r.Symbol(q.sym).Open || r.Def(q.sym).Has(facts.DynamicMembers)
	}
	if order != nil {
		if fd := r.inOrder(s, name, recv, queue, order); fd.Status == IsSymbol {
			return fd
		}
	}
	if fd := r.companionMember(queue, name, tried); fd.Status == IsSymbol {
		return fd
	}
	d := r.Def(s)
	if d.Kind == facts.TypeDef && d.Type >= 0 {
		t := r.Types.Subst(r.DeclType(r.Symbol(s).File, d.Type), s, r.TypeArgs(recv), 0)
		if class {
			t = r.Types.ClassOf(t)
		}
		if t != recv && t != r.Types.Instance(s) && r.Depth < MaxDepth {
			r.Depth++
			fd := r.MemberOf(t, name)
			r.Depth--
			if fd.Status != IsMissing {
				return fd
			}
		}
	}
	if lent := r.Lent(recv); len(lent) > 0 && name != r.Protocol(s).Lend {
		return r.memberWithin(recv, lent[0], name)
	}
	l := r.File(r.Symbol(s).File).Lang
	if l.Rules.ForeignExtensions && d.Kind.IsType() || d.Kind == facts.Namespace && l.Unit != nil && !l.Rules.SharedNamespaces || r.isOpenNamespace(s) {
		return Found{Status: IsOutside} // a namespace that all files share lacks it
	}
	if open {
		return Found{}
	}
	if !d.Kind.IsType() { // a constructor function: code may assign any member to its instances
		return Found{}
	}
	if class && d.Kind == facts.Class && !(l.Rules.Overloads && l.Rules.CheckedNames) && l.TypeMembers == nil {
		return Found{} // a class also has members that all classes have
	}
	if l.ObjectMembers[name] || class && l.TypeMembers[name] || r.InClosed(s, name) {
		return Found{Status: IsOutside}
	}
	for _, q := range queue {
		for _, f := range r.Protocol(s).Fallbacks {
			if len(r.MembersNamed(q.sym, f)) > 0 {
				return Found{}
			}
		}
	}
	if r.File(r.Symbol(s).File).Lang.Rules.WrittenMembers && (r.IsWritten(s, name) || r.inSubtype(s, name)) {
		return Found{}
	}
	if !r.File(r.Symbol(s).File).Lang.Rules.CheckedNames {
		return Found{}
	}
	return Found{Status: IsMissing, Owner: OwnedBySymbol(s)}
}

// ownMember resolves the name of a member of a type for code inside the type.
func (r *Resolver) ownMember(s decl.SymbolID, name string) FoundID {
	key := symName{s, name}
	id, ok := r.own[key]
	if !ok {
		fd := r.TypeMember(s, name, r.Instance(s), false)
		if fd.Status == IsSymbol && r.Def(fd.Syms[0]).Kind == facts.Constructor { // the constructor has the name of the class; the name means the class
			fd.Syms, fd.Recvs = []decl.SymbolID{r.Canon(r.Symbol(fd.Syms[0]).Parent)}, nil
		}
		if fd.Status != IsSymbol && r.File(r.Symbol(s).File).Lang.Rules.StaticsApart {
			if of := r.TypeMember(s, name, r.Types.Class(s), true); of.Status == IsSymbol {
				fd = of
			}
		}
		id = r.addFound(fd)
		r.own[key] = id
	}
	return id
}

// MemberIn is MemberOf for the builds that include the file.
func (r *Resolver) MemberIn(file decl.FileID, t lattice.Type, name string) Found {
	if t < lattice.FirstType || !r.File(file).Lang.Rules.TestFilesApart {
		return r.MemberOf(t, name)
	}
	t = r.oneTwin(t)
	fd := r.MemberOf(t, name)
	if n := r.Types.Node(t); (n.Kind == lattice.Instance || n.Kind == lattice.Class) && (fd.Status == IsMissing || !r.IsBuiltWith(file, n.Symbol())) {
		for _, twin := range r.Twins(n.Symbol()) { // the type of another build
			if twin == n.Symbol() || !r.Def(twin).Kind.IsType() || !r.IsBuiltWith(file, twin) {
				continue
			}
			if of := r.MemberOf(r.Types.OfSymbol(n, twin), name); fd.Status != IsSymbol || of.Status == IsSymbol {
				fd = of
				break
			}
		}
	}
	if fd.Status != IsSymbol {
		return fd
	}
	syms := r.builtWith(file, fd.Syms)
	var twins []decl.SymbolID
	for _, s := range fd.Syms {
		if all := r.Twins(s); len(all) > 1 {
			twins = decl.AppendNew(twins, r.builtWith(file, all))
		}
	}
	if len(syms) == len(fd.Syms) && len(twins) == 0 {
		return fd
	}
	if syms = decl.AppendNew(slices.Clone(syms), twins); len(syms) > 0 {
		fd.Syms, fd.Recvs = syms, nil
		return fd
	}
	return Found{Status: IsMissing, Owner: r.OwnerOfSymbol(fd.Syms[0])}
}

// withSense keeps the symbols that a use of a name can mean, in languages with a separate namespace
// for functions: as is the Sense of the Name or Member. Where all nearest definitions in fd are of
// the other sort, the definitions in the supertypes of t are returned.
func (r *Resolver) withSense(t lattice.Type, fd Found, name string, as facts.NameSense) Found {
	if as == facts.AnyName || as == facts.CalledName || fd.Status != IsSymbol {
		return fd
	}
	if out := r.sorted(fd, as); len(out.Syms) > 0 {
		return out
	}
	n := r.Types.Node(t)
	if n.Kind != lattice.Instance && n.Kind != lattice.Class {
		return Found{}
	}
	seen := []Base{{Sym: n.Symbol(), Args: n.Args}}
	open := false
	for k := 0; k < len(seen) && k < MaxBases; k++ {
		in := seen[k]
		recv := r.Types.Instance(in.Sym, in.Args...)
		above := Found{Status: IsSymbol, Rule: ruleset.Inherited, Syms: r.inherited(n.Symbol(), r.MembersNamed(in.Sym, name)), Recv: recv}
		if above = r.sorted(above, as); len(above.Syms) > 0 {
			return r.sorted(r.withOverloads(n.Symbol(), above, name, t), as)
		}
		seen = r.AppendBases(seen, in)
		open = open || r.Symbol(in.Sym).Open
	}
	if open || !r.File(r.Symbol(n.Symbol()).File).Lang.Rules.CheckedNames {
		return Found{}
	}
	if r.InClosed(n.Symbol(), name) {
		return Found{Status: IsOutside}
	}
	return Found{Status: IsMissing, Owner: OwnedBySymbol(n.Symbol())}
}

// companionMember looks up name in the companions of types and of their supertypes, except those in tried, to which it
// adds. Without tried, companions that extend each other's types would be searched along every path between them.
func (r *Resolver) companionMember(types []step, name string, tried map[decl.SymbolID]bool) Found {
	if r.Depth > MaxDepth {
		return Found{}
	}
	r.Depth++
	defer func() { r.Depth-- }()
	for _, t := range types {
		for _, c := range r.Symbol(t.sym).companions {
			if tried[c] {
				continue
			}
			if tried == nil {
				tried = make(map[decl.SymbolID]bool)
			}
			tried[c] = true
			if fd := r.memberBeside(c, name, r.Instance(c), false, tried); fd.Status == IsSymbol {
				return fd
			}
		}
	}
	return Found{}
}

// memberBeside is TypeMember except for the companions in tried.
func (r *Resolver) memberBeside(s decl.SymbolID, name string, recv lattice.Type, class bool, tried map[decl.SymbolID]bool) Found {
	if r.Nested > MaxNested {
		return Found{}
	}
	r.Nested++
	fd := r.lookupMember(s, name, recv, class, tried)
	r.Nested--
	return fd
}

// InClosed reports whether a type inherits the member from a base outside the repository whose members are all known.
func (r *Resolver) InClosed(s decl.SymbolID, name string) bool {
	seen := []Base{{Sym: s}}
	for k := 0; k < len(seen) && k < MaxBases; k++ {
		seen = r.AppendBases(seen, seen[k])
		for _, members := range r.Symbol(seen[k].Sym).closed {
			if members[name] {
				return true
			}
		}
	}
	return false
}

// SpansLanguages reports whether a type, or one of its supertypes, is in another language than a
// file, in a family that shares packages. Members may have other names there: a property of Kotlin is getX in Java.
func (r *Resolver) SpansLanguages(file decl.FileID, s decl.SymbolID) bool {
	l := r.File(file).Lang
	if l.Unit == nil || l.Family == "" {
		return false
	}
	seen := []Base{{Sym: s}}
	for k := 0; k < len(seen) && k < MaxBases; k++ {
		if r.File(r.Symbol(seen[k].Sym).File).Lang != l {
			return true
		}
		if r.Def(seen[k].Sym).Kind.IsType() {
			seen = r.AppendBases(seen, seen[k])
		}
	}
	return false
}

// extendedBy returns the types whose instance members the type s itself has as static members.
func (r *Resolver) extendedBy(s decl.SymbolID) []Base {
	var out []Base
	for _, p := range append([]decl.SymbolID{s}, r.Symbol(s).Parts...) {
		for _, id := range r.Def(p).Extended {
			known := false
			r.Types.Each(r.DeclType(r.Symbol(p).File, id), func(m lattice.Type) {
				if n := r.Types.Node(m); n.Kind == lattice.Instance {
					out = append(out, Base{Sym: n.Symbol(), Args: n.Args})
					known = true
				}
			})
			if !known {
				r.Symbol(s).Open = true
			}
		}
	}
	return out
}

// IsWritten reports whether code of its group assigns to a member called name of a value that may be of type
// s. Assignments to the own instance of a type count only for its supertypes and subtypes.
func (r *Resolver) IsWritten(s decl.SymbolID, name string) bool {
	if r.writes == nil {
		r.writes = make(map[groupName][]decl.SymbolID)
		for i := range r.NumFiles() {
			f := r.File(i)
			for j := range f.Facts.Expressions() {
				if e := &f.Facts.Expressions()[j]; e.Kind == facts.Member && e.Flags&facts.Write != 0 {
					of := decl.SymbolID(-1)
					if r.OnSelf(f, e.X) {
						of = r.EnclosingType(i, e.In)
					}
					if key := (groupName{r.group[i], e.Name}); !slices.Contains(r.writes[key], of) {
						r.writes[key] = append(r.writes[key], of)
					}
				}
			}
		}
	}
	return slices.ContainsFunc(r.writes[groupName{r.group[r.Symbol(s).File], name}], func(of decl.SymbolID) bool {
		return of < 0 || slices.Contains(r.Linear(of), s) || slices.Contains(r.Linear(s), of)
	})
}

// inSubtype reports whether a value declared as s may have the member because it is of a subtype.
func (r *Resolver) inSubtype(s decl.SymbolID, name string) bool {
	if r.Subtypes == nil {
		return true // bases are still being looked up
	}
	if r.checking {
		return false
	}
	r.checking = true
	defer func() { r.checking = false }()
	for _, sub := range r.AllSubtypes(s) {
		if fd := r.TypeMember(sub, name, r.Instance(sub), false); fd.Status != IsMissing {
			return true
		}
	}
	return false
}

// AddsMembers reports whether a type, or one of its supertypes, gets members at run time.
func (r *Resolver) AddsMembers(s decl.SymbolID) bool {
	seen := []Base{{Sym: s}}
	for k := 0; k < len(seen) && k < MaxBases; k++ {
		if r.Def(seen[k].Sym).Has(facts.DynamicMembers) {
			return true
		}
		seen = r.AppendBases(seen, seen[k])
	}
	return false
}

// AnswersAll reports whether a type has a member that handles undeclared members, such as __getattr__ or method_missing.
func (r *Resolver) AnswersAll(s decl.SymbolID) bool {
	for _, name := range r.Protocol(s).Fallbacks {
		if r.TypeMember(s, name, r.Instance(s), false).Status == IsSymbol {
			return true
		}
	}
	return false
}

// superMember looks up name in the supertypes of the type that encloses in; the first supertype with the name wins.
func (r *Resolver) superMember(file decl.FileID, in facts.DefID, name string) Found {
	s := r.EnclosingType(file, in)
	if s < 0 {
		return Found{}
	}
	class := r.IsClassSide(file, in, s)
	bases := r.BasesOf(s)
	if class {
		bases = append(slices.Clip(bases), r.extendedBy(s)...)
	}
	var fd Found
	if order := r.order(s); order != nil && !class {
		for _, t := range order[1:] {
			if m := r.inherited(s, r.membersOf(t, name, false)); len(m) > 0 {
				fd := Found{Status: IsSymbol, Rule: ruleset.Inherited, Syms: m, Recv: r.asSuper(r.Instance(s), t)}
				if slices.ContainsFunc(bases, func(b Base) bool { return b.Sym == t }) {
					fd.Rule = ruleset.Member
				}
				return fd
			}
		}
	}
	for i, b := range bases {
		fd = r.TypeMember(b.Sym, name, r.Types.Instance(b.Sym, b.Args...), class && i < len(r.BasesOf(s)))
		if fd.Status == IsSymbol {
			return fd
		}
	}
	if r.Symbol(s).Outer {
		if !r.IsOpen(s) && r.InClosed(s, name) {
			return Found{Status: IsOutside}
		}
		return Found{}
	}
	if fd.Status == NotKnown && len(bases) > 0 && !class && r.superLacks(s, name) {
		return Found{Status: IsMissing, Owner: OwnedBySymbol(bases[0].Sym)}
	}
	return fd
}

// superLacks reports whether no type after s in any method resolution order that contains s has the
// member. A subtype of s that declares the member does not count.
func (r *Resolver) superLacks(s decl.SymbolID, name string) bool {
	l := r.File(r.Symbol(s).File).Lang
	if r.Subtypes == nil || !l.Rules.WrittenMembers || !l.Rules.CheckedNames || l.ObjectMembers[name] ||
		r.IsOpen(s) || r.InClosed(s, name) || r.IsWritten(s, name) || r.AddsMembers(s) || r.AnswersAll(s) {
		return false
	}
	for _, sub := range r.AllSubtypes(s) {
		if order := r.Linear(sub); r.IsOpen(sub) || slices.ContainsFunc(order[slices.Index(order, s)+1:], func(t decl.SymbolID) bool {
			return len(r.MembersNamed(t, name)) > 0
		}) {
			return false
		}
	}
	return true
}

// IsClassSide reports whether code in a definition inside the type s runs in static context, in a
// language that separates static and instance members.
func (r *Resolver) IsClassSide(file decl.FileID, in facts.DefID, s decl.SymbolID) bool {
	return r.File(file).Lang.Rules.StaticsApart && r.Types.Kind(r.thisType(file, in)) == lattice.Class
}
