package infer

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/written"
)

// Denote resolves a name, local, member or module expression to symbols; other expressions only have a type.
func (r *Resolver) Denote(file decl.FileID, x facts.ExprID) FoundID {
	denoted := r.File(file).denoted.At(int(x), r.File(file).Facts.NumExprs())
	if id := *denoted; id > 0 {
		return id
	} else if id < 0 { // the look-up is in progress; -id is its depth
		r.cycleAt = min(r.cycleAt, -1-int(id))
		return findCut
	}
	if r.Nested > MaxNested {
		return findUnknown
	}
	r.begin()
	at, around := r.Depth, r.cycleAt
	*denoted = FoundID(-1 - at)
	r.cycleAt = noCycle
	r.Nested++
	from := r.at
	r.at = file
	id := r.denoteExpr(file, x)
	r.at = from
	r.Nested--
	*denoted = id
	if r.cycleAt >= at {
		r.cycleAt = noCycle
	} else if r.leaveUnmemoised(file) {
		*denoted = 0
	}
	r.cycleAt = min(r.cycleAt, around)
	return id
}

// denoteExpr is Denote without its memo.
// Long because it has a case for each kind of expression that can name a symbol.
func (r *Resolver) denoteExpr(file decl.FileID, x facts.ExprID) FoundID {
	f := r.File(file)
	e := &f.Facts.Expressions()[x]
	switch e.Kind {
	case facts.Name:
		id := r.bareName(file, e)
		if end := f.Lang.Rules.DecoratorSuffix; end != "" && e.Flags&facts.Decorates != 0 && r.Found(id).Status != IsSymbol {
			whole := *e
			whole.Name += end
			id = r.bareName(file, &whole)
		}
		if f.Lang.Rules.TagsApart {
			return r.valueApart(file, e, id)
		}
		id = r.withoutTypesAt(file, e.Name, id)
		if fd := r.Found(id); e.Sense() == facts.CalledName && fd.Status == IsSymbol && r.Def(fd.Syms[0]).Kind == facts.Enum {
			return findOutside // a type that cannot be called: the function of that name is one of the language
		}
		if fd := r.Found(id); fd.Status == IsSymbol && len(fd.Syms) > 1 { // type arguments would be written out here
			if plain := r.OfArity(fd.Syms, 0); len(plain) < len(fd.Syms) && !r.Def(fd.Syms[0]).Kind.IsCallable() {
				only := *fd
				only.Syms, only.Recvs = plain, nil
				return r.addFound(only)
			}
		}
		return id
	case facts.Local:
		v := &f.Facts.Vars[e.Ref]
		switch {
		case v.Def >= 0:
			return r.addFound(Found{Status: IsSymbol, Rule: ruleset.Local, Syms: []decl.SymbolID{f.Symbol(v.Def)}})
		case v.Import >= 0:
			return r.addFound(r.Imported(file, v.Import))
		}
		return findUnknown
	case facts.Member:
		if r.Depth > MaxDepth {
			return findUnknown
		}
		r.Depth++
		defer func() { r.Depth-- }()
		var fd Found
		if f.Facts.Expressions()[e.X].Kind == facts.Super {
			fd = r.withSense(lattice.Unknown, r.superMember(file, f.Facts.Expressions()[e.X].In, e.Name), e.Name, e.Sense())
		} else {
			t := r.ExprType(file, e.X)
			if t == lattice.Never {
				return findCut
			}
			fd = r.MemberIn(file, t, e.Name)
			fd = r.withSense(t, fd, e.Name, e.Sense())
			fd.Syms = r.withoutTypes(r.visibleIn(file, fd.Syms))
			fd = r.ofItself(file, fd)
			if fd.Status != IsSymbol && f.Facts.Expressions()[e.X].Flags&facts.Implicit != 0 {
				if id := r.FileLevel(file, e.Name); r.Found(id).Status == IsSymbol || fd.Status != IsOutside {
					return id
				}
			}
			if fd.Status != IsSymbol && f.Facts.Expressions()[e.X].Kind == facts.Name && f.Lang.Rules.ImplicitThis {
				if m := r.ofNamesake(file, &f.Facts.Expressions()[e.X], e.Name); m.Status == IsSymbol {
					return r.addFound(m)
				}
			}
			if fd.Status != IsSymbol && fd.Status != IsModule && fd.Status != IsValue && len(r.extenders[e.Name]) > 0 && !r.hasOutside(f.Lang, t, e.Name) && !r.isOutsideType(file, e.X) &&
				(!f.Lang.Rules.GenericsApart || e.Sense() == facts.CalledName || r.outsideProperty(file, e) == lattice.Never) {
				if x := r.extensionMember(file, t, e.Name, nil); x.Status == IsSymbol {
					return r.addFound(x)
				}
			}
			if f.Lang.Rules.PackageNames {
				fd = r.orPackage(file, f.Facts.Dotted(e), fd)
			}
		}
		if fd.Status == IsSymbol {
			if k := f.Facts.Expressions()[e.X].Kind; k == facts.This || k == facts.Super || r.isSelf(f, e.X) {
				if fd.Rule == ruleset.Member {
					fd.Rule = ruleset.Self
				}
			}
		}
		return r.addFound(fd)
	case facts.Module:
		if e.Ref >= 0 {
			return r.addFound(r.Imported(file, e.Ref))
		}
	case facts.Func:
		if e.Ref >= 0 {
			return r.addFound(Found{Status: IsSymbol, Rule: ruleset.Local, Syms: []decl.SymbolID{f.Symbol(e.Ref)}})
		}
	}
	return findUnknown
}

// isOutsideType reports whether x names a type outside the repository, in languages where that has no extensions.
func (r *Resolver) isOutsideType(file decl.FileID, x facts.ExprID) bool {
	e, f := &r.File(file).Facts.Expressions()[x], r.File(file)
	return f.Lang.Rules.ForeignExtensions && e.Kind == facts.Name && e.NamesType() && r.Found(r.Denote(file, x)).Status == IsOutside
}

// FoundType is the type of the value that fd names, as seen from file.
func (r *Resolver) FoundType(file decl.FileID, fd Found) lattice.Type {
	switch fd.Status {
	case IsSymbol:
		out := lattice.Never
		for i, s := range fd.Syms {
			t := r.SymType(s)
			if p := r.Canon(r.Symbol(s).Parent); p >= 0 && fd.Receiver(i) >= lattice.FirstType {
				args := r.TypeArgs(fd.Receiver(i))
				if k := r.Types.Kind(t); k == lattice.Func {
					if len(args) > 0 {
						t = r.Types.Function(r.Types.Node(t).Symbol(), args...)
					}
					if d := r.Def(s); d.Has(facts.Getter) {
						t = r.callOne(t, file, facts.None)
					}
				} else {
					if of := r.Symbol(p).Parent; r.Def(p).Kind == facts.EnumMember && of >= 0 { // its fields name the type parameters of the enum
						t = r.Types.Subst(t, r.Canon(of), args, 0)
					}
					t = r.Types.Within(r.Types.Subst(t, p, args, 0), args)
				}
				t = r.Types.MapUnion(t, func(m lattice.Type) lattice.Type {
					if r.Types.Kind(m) != lattice.Instance || r.Def(s).Kind != facts.Field {
						return m
					}
					return r.descriptor(m, r.Types.Kind(fd.Receiver(i)) == lattice.Class)
				})
			} else if d := r.Def(s); d.Has(facts.Getter) && d.Kind.IsCallable() && r.Types.Kind(t) == lattice.Func {
				t = r.callOne(t, file, facts.None)
			}
			out = r.Types.Union(out, t)
		}
		if fd.Partial {
			out = r.Types.Union(out, lattice.Unknown)
		}
		return out
	case IsModule:
		return r.Types.Module(fd.Unit)
	case IsValue:
		return fd.typ
	case IsOutside:
		return lattice.External
	}
	if fd.typ == lattice.Never {
		return lattice.Never
	}
	return lattice.Unknown
}

// ExprType returns the type of an expression.
func (r *Resolver) ExprType(file decl.FileID, x facts.ExprID) lattice.Type {
	if x < 0 {
		return lattice.Unknown
	}
	slot := r.File(file).exprs.At(int(x), r.File(file).Facts.NumExprs())
	if *slot == lattice.Uncomputed && r.Depth > MaxDepth {
		return lattice.Unknown
	}
	return r.memo(file, slot, lattice.Never, func() lattice.Type { return r.evalExpr(file, x) })
}

// evalExpr is ExprType without its memo.
// Long because it has a case for each kind of expression, none of which is used elsewhere.
func (r *Resolver) evalExpr(file decl.FileID, x facts.ExprID) lattice.Type {
	f := r.File(file)
	e := &f.Facts.Expressions()[x]
	switch e.Kind {
	case facts.Name, facts.Member:
		fd := *r.Found(r.Denote(file, x))
		if e.Kind == facts.Member && fd.lacks() {
			if t := r.outsideProperty(file, e); t != lattice.Never {
				return t
			}
			if fd.Status == IsOutside {
				return r.outsideConstant(file, e)
			}
		}
		t := r.FoundType(file, r.asValue(fd))
		if fd.Status == IsSymbol && r.IsBareCall(f, fd.Syms[0]) {
			return r.Types.MapUnion(t, func(m lattice.Type) lattice.Type { return r.callOne(m, file, facts.None) })
		}
		return t
	case facts.Local:
		t := r.VarType(file, e.Ref)
		if d := f.Facts.Vars[e.Ref].Def; d >= 0 && r.IsBareCall(f, f.Symbol(d)) {
			return r.Types.MapUnion(t, func(m lattice.Type) lattice.Type { return r.callOne(m, file, facts.None) })
		}
		return t
	case facts.Call, facts.New:
		return r.callType(file, x)
	case facts.Index:
		return r.Types.MapUnion(r.ExprType(file, e.X), func(t lattice.Type) lattice.Type {
			if k := r.Types.Kind(t); (k == lattice.Func || k == lattice.Class) && f.Lang.Rules.IndexInstantiates {
				return t
			}
			if el := r.itemOf(file, t); el != lattice.Never {
				return el
			}
			el := r.Element(t, false, false)
			if el == lattice.Unknown && f.Lang.Rules.PointersIndex && r.Types.Kind(t) == lattice.Instance {
				return t
			}
			return el
		})
	case facts.Elem:
		return r.Types.MapUnion(r.ExprType(file, e.X), func(t lattice.Type) lattice.Type {
			if n := r.Under(t); n.Kind == lattice.FuncType {
				return r.yielded(n, 1)
			}
			if n := r.Under(t); n.Kind == lattice.Map && f.Lang.Rules.IteratePairs {
				return r.Types.Tuple(n.Args...)
			}
			if f.Lang.Rules.IterateEntries && r.Under(t).Kind == lattice.Map {
				return t
			}
			if el := r.itemOf(file, t); el != lattice.Never {
				return el
			}
			return r.Element(t, f.Lang.Rules.IterateKeys, true)
		})
	case facts.Key:
		return r.Types.MapUnion(r.ExprType(file, e.X), func(t lattice.Type) lattice.Type {
			if n := r.Under(t); n.Kind == lattice.Map {
				return n.Args[0]
			} else if n.Kind == lattice.List && n.IsChannel() {
				return n.Args[0]
			} else if n.Kind == lattice.FuncType {
				return r.yielded(n, 0)
			} else if n.Kind == lattice.List || n.Kind == lattice.Builtin {
				return r.Types.Builtin("int")
			}
			return lattice.OrUnknown(t)
		})
	case facts.Result:
		return r.Types.MapUnion(r.ExprType(file, e.X), func(t lattice.Type) lattice.Type {
			switch n := r.Under(t); n.Kind {
			case lattice.Tuple:
				if i := int(e.ResultIndex()); i < len(n.Args) {
					return n.Args[i]
				}
				return lattice.Unknown
			case lattice.List:
				return n.Args[0]
			case lattice.Instance:
				return r.partOfInstance(t, e.ResultIndex())
			case lattice.Map:
				if i := int(e.ResultIndex()); f.Lang.Rules.IterateEntries && i < len(n.Args) {
					return n.Args[i]
				}
			}
			if t == lattice.External {
				return lattice.External
			}
			return lattice.Unknown
		})
	case facts.Expected:
		return r.Types.MapUnion(r.Expected(file, x), func(t lattice.Type) lattice.Type {
			if n := r.Types.Node(t); n.Kind == lattice.Instance {
				return r.Types.Class(n.Symbol(), n.Args...)
			}
			return lattice.OrUnknown(t)
		})
	case facts.Assert:
		if e.Type < 0 && e.Name != "" {
			return r.Types.MapUnion(r.ExprType(file, e.X), func(t lattice.Type) lattice.Type { return r.variant(t, e.Name) })
		}
		if e.Excludes() {
			return r.without(r.ExprType(file, e.X), r.DeclType(file, e.Type))
		}
		if t := r.DeclType(file, e.Type); t != lattice.Unknown || e.Type >= 0 && writesTypes(f.Lang) {
			return r.narrowed(t, file, e.X)
		}
		return r.ExprType(file, e.X)
	case facts.Composite:
		return r.DeclType(file, e.Type)
	case facts.Func:
		if e.Ref >= 0 {
			return r.Types.Function(f.Symbol(e.Ref))
		}
		return r.Types.FuncLit(file, x)
	case facts.Literal:
		return r.Types.Builtin(e.Name)
	case facts.Object:
		if f.Lang.Rules.ObjectsAreMaps {
			value := lattice.Never
			for i := range e.Args {
				if i < lattice.MaxUnion && e.Args[i].X >= 0 && !e.Args[i].Spread {
					value = r.Types.Union(value, r.ExprType(file, e.Args[i].X))
				}
			}
			if value == lattice.Never {
				value = lattice.Unknown
			}
			return r.Types.MapOf(lattice.Unknown, value)
		}
		return r.Types.Object(file, x)
	case facts.List:
		if e.IsTuple() && len(e.Args) <= lattice.MaxUnion {
			args := make([]lattice.Type, len(e.Args))
			plain := true
			for i := range e.Args {
				args[i] = r.ExprType(file, e.Args[i].X)
				plain = plain && !e.Args[i].Spread
			}
			if plain {
				return r.Types.Tuple(args...)
			}
		}
		elem := lattice.Never
		for i := range e.Args {
			if i < lattice.MaxUnion && e.Args[i].X >= 0 && !e.Args[i].Spread {
				elem = r.Types.Union(elem, r.ExprType(file, e.Args[i].X))
			}
		}
		if elem == lattice.Never {
			elem = lattice.Unknown
		}
		return r.Types.List(elem)
	case facts.Await:
		return r.Types.MapUnion(r.ExprType(file, e.X), r.Types.Awaited)
	case facts.Either:
		out := lattice.Never
		for _, a := range e.Alternatives() {
			if a.X >= 0 && !written.IsNil(f.Facts, a.X) {
				out = r.Types.Union(out, r.ExprType(file, a.X))
			}
		}
		if e.Name == facts.Arithmetic {
			return r.Types.Widest(out, f.Lang.Arithmetic)
		}
		return out
	case facts.This:
		return r.thisOf(file, e)
	case facts.Super:
		s := r.EnclosingType(file, e.In)
		if s < 0 {
			return lattice.Unknown
		}
		out := lattice.Never
		for _, b := range r.BasesOf(s) {
			out = r.Types.Union(out, r.Types.Instance(b.Sym, b.Args...))
		}
		if r.Symbol(s).Outer {
			out = r.Types.Union(out, lattice.Unknown)
		}
		return out
	case facts.Module:
		t := r.FoundType(file, *r.Found(r.Denote(file, x)))
		if e.InPromise() {
			return r.Types.Promise(t)
		}
		return t
	case facts.Out:
		return r.stored(file, e.X, e.OutArgument())
	case facts.TypeExpr:
		return r.Types.Conv(r.DeclType(file, e.Type))
	}
	return lattice.Unknown
}

// itemOf returns the type of the elements of a type outside the repository that is no list, as the tables say: the
// characters of a text. It is never for others.
func (r *Resolver) itemOf(file decl.FileID, t lattice.Type) lattice.Type {
	if s := r.File(file).Lang.Properties[r.Types.NameOf(r.Types.Node(t))+".[]"]; s != "" {
		return r.shape(file, facts.None, t, s)
	}
	return lattice.Never
}

// without returns the type t narrowed to the values that are not of type not.
func (r *Resolver) without(t, not lattice.Type) lattice.Type {
	if r.Types.Kind(t) != lattice.Union || not < lattice.FirstType {
		return t
	}
	out := lattice.Never
	for _, m := range r.Types.Node(t).Args {
		excluded := false
		r.Types.Each(not, func(n lattice.Type) { excluded = excluded || r.isOf(m, n) })
		if !excluded {
			out = r.Types.Union(out, m)
		}
	}
	if out == lattice.Never {
		return t
	}
	return out
}

// isOf reports whether every value of type t is a value of type super.
func (r *Resolver) isOf(t, super lattice.Type) bool {
	a, b := r.Types.Node(t), r.Types.Node(super)
	switch {
	case a.Kind == lattice.Instance && b.Kind == lattice.Instance:
		return r.Distance(a.Symbol(), b.Symbol()) >= 0
	case a.Kind == lattice.Builtin && b.Kind == lattice.Builtin:
		return a.IsAbout(b)
	}
	return a.Kind == b.Kind && (a.Kind == lattice.List || a.Kind == lattice.Map)
}

// narrowed returns t, a type that the value of x is found to have. Where t is generic and its type
// arguments are not written, they follow from the type of x: a variant has those of its enum, a subtype
// those of its supertype.
func (r *Resolver) narrowed(t lattice.Type, file decl.FileID, x facts.ExprID) lattice.Type {
	n := r.Types.Node(t)
	if n.Kind != lattice.Instance || len(n.Args) > 0 || x < 0 {
		return t
	}
	s, variant := n.Symbol(), r.Def(n.Symbol()).Kind == facts.EnumMember
	if variant {
		s = r.Canon(r.Symbol(s).Parent)
	}
	if s < 0 || len(r.Def(s).TypeParams) == 0 {
		return t
	}
	out := lattice.Never
	r.Types.Each(r.ExprType(file, x), func(m lattice.Type) {
		if v := r.Types.Node(m); v.Kind == lattice.Instance && len(v.Args) > 0 && (v.Symbol() == s || !variant && r.Distance(s, v.Symbol()) > 0) {
			args := make([]lattice.Type, len(r.Def(s).TypeParams))
			for i := range args {
				args[i] = r.Types.Param(s, int32(i))
			}
			if r.unify(r.asSuper(r.Types.Instance(s, args...), v.Symbol()), m, s, args, 0) {
				out = r.Types.Union(out, r.Types.Instance(n.Symbol(), args...))
			}
		}
	})
	if out == lattice.Never {
		return t
	}
	return out
}

// variant returns the type of the variant called name of the enum t, which has its own fields.
func (r *Resolver) variant(t lattice.Type, name string) lattice.Type {
	fd := r.MemberOf(t, name)
	if fd.Status != IsSymbol || r.Def(fd.Syms[0]).Kind != facts.EnumMember {
		return lattice.OrUnknown(t)
	}
	return r.Types.Instance(fd.Syms[0])
}

// Element returns the type of the elements that indexing t or iterating over it yields.
func (r *Resolver) Element(t lattice.Type, keys, iterate bool) lattice.Type {
	switch n := r.Under(t); n.Kind {
	case lattice.List, lattice.Promise:
		return n.Args[0]
	case lattice.Map:
		if keys {
			return n.Args[0]
		}
		return n.Args[1]
	case lattice.Tuple:
		return r.Types.Union(n.Args...)
	case lattice.Conv, lattice.FuncType: // written type arguments
		return t
	case lattice.Builtin:
		return lattice.External
	case lattice.Object:
		if keys {
			return r.Types.Builtin("string")
		}
		return r.valuesOf(n.File(), n.Expr())
	case lattice.Instance:
		p := r.Protocol(n.Symbol())
		order := [...]string{p.Index, p.Iterate}
		if iterate {
			order = [...]string{p.Iterate, p.Index}
		}
		for _, m := range order {
			if fd := r.MemberOf(t, m); fd.Status == IsSymbol {
				got := r.callOne(r.FoundType(r.Symbol(n.Symbol()).File, fd), r.Symbol(n.Symbol()).File, facts.None)
				if m != p.Iterate {
					return got
				}
				return r.Types.MapUnion(got, func(it lattice.Type) lattice.Type {
					if r.Types.Kind(it) == lattice.List {
						return r.Types.Node(it).Args[0]
					}
					if el := r.nextOf(it, p); el != lattice.Never {
						return el
					}
					return lattice.OrUnknown(it)
				})
			}
		}
		if iterate && p.NextIsList { // every iterator can be iterated over
			if el := r.nextOf(t, p); el != lattice.Never {
				return el
			}
		}
		for _, b := range r.outsideBases(n) {
			if k := r.Types.Kind(b); k == lattice.List || k == lattice.Map {
				return r.Element(b, keys, iterate)
			}
		}
	}
	return lattice.OrUnknown(t)
}

// nextOf returns the type of the elements of an iterator, never where t is none.
func (r *Resolver) nextOf(t lattice.Type, p *lang.Protocol) lattice.Type {
	n := r.Types.Node(t)
	if n.Kind != lattice.Instance || p.Next == "" {
		return lattice.Never
	}
	fd := r.MemberOf(t, p.Next)
	if fd.Status != IsSymbol {
		return lattice.Never
	}
	file := r.Symbol(n.Symbol()).File
	got := r.callOne(r.FoundType(file, fd), file, facts.None)
	if !p.NextIsList {
		return got
	}
	return r.Types.MapUnion(got, func(m lattice.Type) lattice.Type {
		if l := r.Under(m); l.Kind == lattice.List {
			return l.Args[0]
		}
		return lattice.OrUnknown(m)
	})
}

// valuesOf returns the union of the types of the members of an object or dict literal.
func (r *Resolver) valuesOf(file decl.FileID, x facts.ExprID) lattice.Type {
	out := lattice.Never
	for i, a := range r.File(file).Facts.Expressions()[x].Args {
		if i == lattice.MaxUnion || a.Spread {
			return lattice.Unknown
		}
		if a.X >= 0 {
			out = r.Types.Union(out, r.ExprType(file, a.X))
		}
	}
	if out == lattice.Never {
		return lattice.Unknown
	}
	return out
}
