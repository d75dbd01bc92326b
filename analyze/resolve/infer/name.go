package infer

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/score"
)

// FileLevel resolves a name at the top level of a file.
func (r *Resolver) FileLevel(file decl.FileID, name string) FoundID {
	f := r.File(file)
	if id, ok := f.scope[name]; ok {
		return id
	}
	if r.Nested > MaxNested {
		return findUnknown
	}
	f.scope[name] = findComputing
	r.Nested++
	id := r.addFound(r.lookupFileLevel(file, name))
	r.Nested--
	r.File(file).scope[name] = id
	return id
}

func (r *Resolver) lookupFileLevel(file decl.FileID, name string) Found {
	fd := r.searchFileLevel(file, name)
	if fd.Status == IsSymbol && len(fd.Syms) > 1 && fd.Recvs == nil && r.File(file).Lang.Unit != nil {
		fd.Syms = r.alternatives(file, fd.Syms)
	}
	return fd
}

func (r *Resolver) searchFileLevel(file decl.FileID, name string) Found {
	f := r.File(file)
	syms := r.nearest(file, r.builtWith(file, r.UnitNamed(f.Unit, name)))
	imports := f.ByAlias[name]
	if len(syms) > 0 && (len(imports) == 0 || !r.onlyValues(syms) && r.stands(file, syms)) {
		if f.Lang.Rules.SharedNamespaces && r.Def(syms[0]).Kind.IsCallable() {
			syms = r.included(file, name, syms)
		}
		return Found{Status: IsSymbol, Rule: ruleset.Unit, Syms: syms}
	}
	var last Found
	for i := len(imports) - 1; i >= 0; i-- {
		fd := r.Imported(file, imports[i])
		if fd.Status == IsSymbol || fd.Status == IsModule || fd.Status == IsValue {
			return fd
		}
		if last.Status == NotKnown || fd.Status == IsOutside {
			last = fd
		}
	}
	if len(syms) > 0 && !r.onlyValues(syms) && last.Status != IsOutside && (len(imports) == 0 || !writesTypes(f.Lang)) {
		return Found{Status: IsSymbol, Rule: ruleset.Unit, Syms: syms}
	}
	guarded := len(imports) > 0 && last.Status == NotKnown
	for _, i := range imports {
		guarded = guarded && f.Facts.Imports[i].Flags&facts.GuardedImport != 0
	}
	if len(imports) > 0 && !guarded {
		return last
	}
	fd, open, outside := r.fromStars(file, name)
	if fd.Status != NotKnown {
		return fd
	}
	open = open || guarded
	if fd := r.orPackage(file, name, Found{}); fd.Status == IsModule {
		return fd
	}
	if t, ok := f.Lang.Universe[name]; ok {
		if t == "" {
			return Found{Status: IsOutside}
		}
		return Found{Status: IsValue, typ: r.Types.Builtin(t), Rule: ruleset.Unit}
	}
	if fd := r.global(file, name); fd.Status == IsSymbol && (!outside || f.Lang.Rules.TextualNames) {
		return fd
	}
	if outside {
		return Found{Status: IsOutside}
	}
	if f.Lang.Programs != nil && !open && !f.Facts.DynamicNames && len(r.globals[globalName{f.Lang.Kin(), name}]) == 0 {
		return Found{Status: IsOutside} // a program
	}
	if open || !f.Lang.Rules.CheckedNames {
		return Found{Status: NotKnown}
	}
	return Found{Status: IsMissing, Owner: OwnedByUnit(f.Unit)}
}

// fromStars resolves name among all star imports of a file. open means that one of them may bind
// the name although it was not found; outside, that one of those is certainly outside the repository.
func (r *Resolver) fromStars(file decl.FileID, name string) (fd Found, open, outside bool) {
	f := r.File(file)
	for i := range len(f.stars) + len(f.Ambient) {
		var im *ImportState
		if i < len(f.stars) {
			im = &f.Imports[f.stars[i]]
		} else {
			im = &f.Ambient[i-len(f.stars)]
		}
		if im.Unit < 0 {
			open = open || !im.Missing
			outside = outside || im.External
			continue
		}
		if !r.starred(im.Unit, name) {
			continue
		}
		switch fd := r.starName(file, im, name); fd.Status {
		case IsSymbol, IsModule, IsValue:
			fd.Rule = ruleset.Reexport
			return fd, false, false
		case NotKnown, IsOutside:
			open = true
		}
	}
	return Found{}, open, outside
}

// maxStars is the maximum number of star imports of a file that are searched for each of its namespaces.
const maxStars = 256

// reexported resolves name among the names that a namespace imports.
func (r *Resolver) reexported(s decl.SymbolID, name string) Found {
	if r.Def(s).Kind != facts.Namespace {
		return Found{}
	}
	key := symName{s, name}
	if id := r.renamed[key]; id != 0 {
		return *r.Found(id) // not known while it is computed
	}
	r.renamed[key] = findComputing
	fd := r.namespaceImport(s, name)
	if f := r.File(r.Symbol(s).File); fd.Status == NotKnown && f.Lang.Rules.ModuleMembers && len(f.stars) <= maxStars {
		fd, _, _ = r.fromStars(r.Symbol(s).File, name)
	}
	if fd.Status != NotKnown {
		fd.Rule = ruleset.Reexport
	}
	r.renamed[key] = r.addFound(fd)
	return fd
}

// bareName resolves a name that no function binds, for code in a definition: from the innermost
// scope outwards, as a member of the enclosing namespaces and, where the language has an implicit
// this, of the enclosing types; then as a name of the file.
func (r *Resolver) bareName(file decl.FileID, e *facts.Expr) FoundID {
	name := e.Name
	implicit := r.File(file).Lang.Rules.ImplicitThis
	open := false
	innermost := true
	in := e.Scope()
	for s := r.SymOf(file, in); s >= 0; s = r.Symbol(s).Parent {
		d, c := r.Def(s), r.Canon(s)
		if len(e.Args) > 0 {
			fd, unknown := r.implicitIn(file, e, s, name)
			if fd.Status == IsSymbol {
				return r.addFound(fd)
			}
			open = open || unknown
		}
		switch {
		case d.Kind == facts.Namespace:
			if m := r.MembersNamed(c, name); len(m) > 0 {
				return r.addFound(Found{Status: IsSymbol, Rule: ruleset.Unit, Syms: r.visibleIn(file, m)})
			}
			if fd := r.namespaceImport(s, name); fd.Status != NotKnown {
				return r.addFound(fd)
			}
		case implicit && d.Kind.IsType():
			fd := *r.Found(r.ownMember(c, name))
			if fd = r.withSense(r.Instance(c), fd, name, e.Sense()); fd.Status == IsSymbol {
				if innermost && fd.Rule == ruleset.Member {
					fd.Rule = ruleset.Self
				}
				return r.addFound(fd)
			}
			if len(r.extenders[name]) > 0 {
				if fd, _ := r.onReceiver(file, r.Instance(c), name); fd.Status == IsSymbol {
					return r.addFound(fd)
				}
			}
			if fd.Status == IsOutside && (r.File(file).Lang.ObjectMembers[name] || r.InClosed(c, name)) {
				return findOutside
			}
			open = open || fd.Status == NotKnown || r.SpansLanguages(file, c)
			innermost = false
		case implicit && d.Has(facts.ExtensionMember) && !d.Has(facts.Static) && d.Receiver >= 0:
			fd, unknown := r.onReceiver(file, r.DeclType(r.Symbol(s).File, d.Receiver), name)
			if fd.Status == IsSymbol {
				return r.addFound(fd)
			}
			open = open || unknown
		case implicit && d.Receiver >= 0 && r.Symbol(s).Parent < 0: // extends a type outside the repository
			if fd, _ := r.onReceiver(file, r.DeclType(r.Symbol(s).File, d.Receiver), name); fd.Status == IsSymbol {
				return r.addFound(fd)
			}
			open = true
		}
	}
	if fd, unknown := r.implicitIn(file, e, -1, name); fd.Status == IsSymbol {
		return r.addFound(fd)
	} else if unknown {
		open = true
	}
	if t := r.TypeParam(file, in, name); implicit && t != lattice.Unknown {
		return r.addFound(Found{Status: IsValue, typ: t})
	}
	return r.atFileLevel(file, e, open)
}

// atFileLevel resolves such a name as one of the file. open: a scope around it may have the name too.
func (r *Resolver) atFileLevel(file decl.FileID, e *facts.Expr, open bool) FoundID {
	l, id := r.File(file).Lang, r.FileLevel(file, e.Name)
	if e.Sense() != facts.AnyName {
		if fd := r.Found(id); fd.Status == IsSymbol {
			id = r.addFound(r.withSense(lattice.Unknown, *fd, e.Name, e.Sense()))
		}
	}
	fd := r.Found(id)
	switch {
	case fd.Status == IsSymbol && e.Flags&facts.Guarded != 0 && l.Programs != nil:
		may := *fd // a word may be any text, and a function that is asked for need not be there
		may.Rule = ruleset.Unique
		return r.addFound(may)
	case fd.Status != IsMissing:
	case open && (e.Sense() == facts.FunctionName || !l.Rules.ImplicitThis || !e.NamesType()), e.Sense() != facts.FunctionName && !fd.Behind && r.mayBeMade(r.File(file), e.Name):
		return findUnknown
	case open: // a base outside the repository may have the member
		may := *fd
		may.Open = true
		return r.addFound(may)
	}
	return id
}

// namespaceImport resolves name among the imports inside a namespace.
func (r *Resolver) namespaceImport(s decl.SymbolID, name string) Found {
	if r.Def(s).Kind != facts.Namespace {
		return Found{}
	}
	file := r.Symbol(s).File
	for _, p := range append([]decl.SymbolID{s}, r.Symbol(r.Canon(s)).Parts...) {
		if r.Symbol(p).File != file {
			continue
		}
		if i := r.localImport(file, r.Symbol(p).Def, name); i >= 0 {
			return r.Imported(file, i)
		}
	}
	return Found{}
}

// ofNamesake resolves name as a member of the type that has the same name as the field or property
// that of resolves to: Color Color; … Color.Red.
func (r *Resolver) ofNamesake(file decl.FileID, of *facts.Expr, name string) Found {
	fd := r.Found(r.bareName(file, of))
	if fd.Status != IsSymbol || r.Def(fd.Syms[0]).Kind.IsType() || r.Def(fd.Syms[0]).Kind.IsCallable() && !r.Def(fd.Syms[0]).Has(facts.Getter) {
		return Found{}
	}
	types := r.scopedName(file, of.Scope(), of.Name, 0)
	if types.Status != IsSymbol || !r.Def(types.Syms[0]).Kind.IsType() {
		return Found{}
	}
	return r.MemberOf(r.Types.Class(types.Syms[0]), name)
}

// implicitIn resolves name on the implicit receivers that the expression e can use in definition s:
// those of the enclosing function literals, innermost first.
func (r *Resolver) implicitIn(file decl.FileID, e *facts.Expr, s decl.SymbolID, name string) (fd Found, open bool) {
	f := r.File(file)
	for _, a := range e.Args {
		if r.SymOf(file, f.Facts.Expressions()[a.X].In) != s {
			continue
		}
		fd, unknown := r.onReceiver(file, r.ExprType(file, a.X), name)
		if fd.Status == IsSymbol {
			return fd, false
		}
		open = open || unknown
	}
	return Found{}, open
}

// onReceiver resolves a bare name on an implicit receiver of type t: a member, or an extension
// visible in the file. open means that a base or a type outside the repository may have the name.
func (r *Resolver) onReceiver(file decl.FileID, t lattice.Type, name string) (fd Found, open bool) {
	if t < lattice.FirstType {
		return Found{}, t == lattice.External
	}
	fd = r.MemberOf(t, name)
	if fd.Status == IsSymbol {
		fd.Rule = ruleset.Self
		return fd, false
	}
	if len(r.extenders[name]) > 0 {
		if x := r.extensionMember(file, t, name, nil); x.Status == IsSymbol && x.Rule == ruleset.Extension {
			return x, false
		}
	}
	return Found{}, fd.Status == NotKnown || fd.Status == IsOutside
}

// thisOf returns the type of this: the known receiver of an enclosing function literal, the
// receiver of an enclosing extension, or the enclosing type.
func (r *Resolver) thisOf(file decl.FileID, e *facts.Expr) lattice.Type {
	f := r.File(file)
	for s := r.SymOf(file, e.In); s >= 0; s = r.Symbol(s).Parent {
		for _, a := range e.Args {
			if r.SymOf(file, f.Facts.Expressions()[a.X].In) != s {
				continue
			}
			if t := r.ExprType(file, a.X); t >= lattice.FirstType {
				return t
			}
		}
		d := r.Def(s)
		if d.Has(facts.ExtensionMember) && d.Receiver >= 0 {
			return r.DeclType(r.Symbol(s).File, d.Receiver)
		}
		if d.Kind.IsType() {
			break
		}
	}
	return r.thisType(file, e.In)
}

// thisType returns the type of the instance that the code of a definition runs on.
func (r *Resolver) thisType(file decl.FileID, in facts.DefID) lattice.Type {
	if x := r.literalAround(file, in); x >= 0 {
		own := r.Types.Object(file, x)
		if r.isPlaced(file, x) { // the function that it is passed to may call it on another receiver
			return r.Types.Union(own, lattice.Unknown)
		}
		return own
	}
	s := r.EnclosingType(file, in)
	if s < 0 {
		// A constructor function: new creates its instances.
		if c := r.SymOf(file, in); c >= 0 && len(r.Symbol(c).Members) > 0 {
			return r.Types.Instance(c)
		}
		for c := r.SymOf(file, in); c >= 0; c = r.Symbol(c).Parent { // an extension of a type outside the repository
			if d := r.Def(c); d.Receiver >= 0 && r.Symbol(c).Parent < 0 {
				return r.DeclType(file, d.Receiver)
			}
		}
		return lattice.Unknown
	}
	d := r.Def(s)
	switch {
	case d.Kind.IsType():
		for p := r.SymOf(file, in); p >= 0 && r.Canon(p) != s; p = r.Symbol(p).Parent {
			if r.Canon(r.Symbol(p).Parent) == s && r.Def(p).Has(facts.Static) {
				return r.Types.Class(s)
			}
		}
		return r.Instance(s)
	case d.Kind.IsCallable():
		return r.Types.Union(r.Types.Instance(s), lattice.Unknown)
	}
	return r.Types.Union(r.Types.Holder(s), lattice.Unknown)
}

// TypeName resolves a written type name.
func (r *Resolver) TypeName(file decl.FileID, ty *facts.Type) Found {
	if path, ok := strings.CutPrefix(ty.Qualifier, "."); ok {
		return r.absolute(file, strings.TrimPrefix(path+"."+ty.Name, "."))
	}
	if ty.Qualifier != "" {
		parts := strings.Split(ty.Qualifier, ".")
		fd, path := r.scopedName(file, ty.In, parts[0], 0), parts[0]
		for _, p := range append(parts[1:], ty.Name) {
			if fd = r.orPackage(file, path, fd); !fd.lacks() {
				fd = r.MemberIn(file, r.FoundType(file, r.asValue(fd)), p)
				fd.Syms = r.visibleIn(file, fd.Syms)
			} else if !r.File(file).Lang.Rules.PackageNames {
				return fd
			}
			path += "." + p
		}
		return r.asType(fd)
	}
	fd := r.scopedName(file, ty.In, ty.Name, len(ty.Args))
	if types := func(s decl.SymbolID) bool { return r.Def(s).Kind.IsType() }; fd.Status == IsSymbol && r.File(file).Lang.Rules.TagsApart && !types(fd.Syms[0]) {
		return *r.Found(r.ofSort(file, ty.Name, " type", r.addFound(fd), types))
	}
	return r.asType(fd)
}

// orPackage returns the package with the dotted name, where fd, what the name means otherwise, is nothing and the language
// lets code name packages without an import.
func (r *Resolver) orPackage(file decl.FileID, name string, fd Found) Found {
	if f := r.File(file); fd.lacks() && name != "" && f.Lang.Rules.PackageNames && f.Linker != nil {
		if st := r.State(f.Linker.Link(f.Path, ".", name)); st.IsModule && st.Unit >= 0 {
			return Found{Status: IsModule, Unit: st.Unit, Rule: ruleset.Unit}
		}
	}
	return fd
}

// absolute resolves a dotted path from the top level of a file's unit. A name that no file of the
// unit defines is outside the unit.
func (r *Resolver) absolute(file decl.FileID, path string) Found {
	fd := r.Path(r.File(file).Unit, path)
	switch fd.Status {
	case IsSymbol:
		fd.Rule = ruleset.Import
	case IsMissing, NotKnown:
		return Found{Status: IsOutside}
	}
	return fd
}

// scopedName resolves a name from inside a definition: nested definitions first, then the file
// level. A name with type arguments means no namespace, and no type with other type parameters where
// these are different types.
func (r *Resolver) scopedName(file decl.FileID, in facts.DefID, name string, args int) Found {
	rules, open := &r.File(file).Lang.Rules, false
	other := func(s decl.SymbolID) bool {
		d := r.Def(s)
		return args > 0 && (d.Kind == facts.Namespace || rules.GenericsApart && d.Kind.IsType() && len(d.TypeParams) != args)
	}
	for s := r.SymOf(file, in); s >= 0; s = r.Symbol(s).Parent {
		c := r.Canon(s)
		m := r.NestedNamed(c, name)
		if rules.ImplicitThis { // a local function hides no type
			m = r.OnlyTypes(m)
		}
		if len(m) > 0 {
			return Found{Status: IsSymbol, Rule: ruleset.Local, Syms: m}
		}
		if m := decl.Without(r.OnlyTypes(r.MembersNamed(c, name)), other); len(m) > 0 {
			return Found{Status: IsSymbol, Rule: ruleset.Local, Syms: r.visibleIn(file, m)}
		}
		if rules.ImplicitThis && r.Def(c).Kind.IsType() {
			if fd := r.TypeMember(c, name, r.Instance(c), true); fd.Status == IsSymbol {
				if fd.Syms = decl.Without(r.OnlyTypes(fd.Syms), other); len(fd.Syms) > 0 {
					return fd
				}
			}
			open = open || r.isOpenBeside(c, name) || r.InClosed(c, name)
		}
		if k := r.Def(s).Kind; k.IsCallable() || k == facts.Namespace {
			if v := r.localImport(file, r.Symbol(s).Def, name); v >= 0 {
				return r.Imported(file, v)
			}
		}
	}
	fd := *r.Found(r.FileLevel(file, name))
	if fd.Status == IsMissing {
		if !fd.Behind && r.mayBeMade(r.File(file), name) {
			return Found{}
		}
		fd.Open = open // a base outside the repository may have the member
	}
	return fd
}

// byArguments returns the function of a bare name that is found in the namespaces of the argument
// types (argument-dependent lookup), fd where there is none.
func (r *Resolver) byArguments(file decl.FileID, x facts.ExprID, fd Found) Found {
	e := &r.File(file).Facts.Expressions()[x]
	callee := &r.File(file).Facts.Expressions()[e.X]
	if callee.Kind != facts.Name || r.Depth > MaxDepth {
		return fd
	}
	r.Depth++
	defer func() { r.Depth-- }()
	for i := range e.Args {
		if e.Args[i].X < 0 {
			continue
		}
		t := r.ExprType(file, e.Args[i].X)
		if t < lattice.FirstType || r.Types.Kind(t) != lattice.Instance {
			continue
		}
		seen := []Base{{Sym: r.Types.Node(t).Symbol()}}
		for k := 0; k < len(seen) && k < MaxBases; k++ {
			if m := r.besideType(seen[k].Sym, callee.Name); len(m) > 0 {
				return Found{Status: IsSymbol, Rule: ruleset.Unit, Syms: r.visibleIn(file, m)}
			}
			seen = r.AppendBases(seen, seen[k])
		}
	}
	return fd
}

// included adds to the functions of a name that a file defines those of the files it includes: they are overloads.
func (r *Resolver) included(file decl.FileID, name string, syms []decl.SymbolID) []decl.SymbolID {
	f := r.File(file)
	own := len(syms)
	for _, i := range f.stars {
		st := &f.Imports[i]
		if st.Unit < 0 || st.Unit == f.Unit || st.Within != "" {
			continue
		}
		fd := r.ModuleMember(st.Unit, name)
		for _, s := range fd.Syms {
			if r.Def(s).Kind.IsCallable() && !slices.Contains(syms, s) && !r.isDeclaredHere(s, syms[:own]) {
				syms = append(syms[:len(syms):len(syms)], s)
			}
		}
	}
	return syms
}

// extensionMember resolves name on a value of type t that has no such member: an extension function
// that applies to t, is visible in the file, and accepts the arguments of the call unless it is nil. Of
// several, the best fitting are returned; for a value of unknown type only a single one.
func (r *Resolver) extensionMember(file decl.FileID, t lattice.Type, name string, call *facts.Expr) Found {
	best, syms := score.Misfit, []decl.SymbolID(nil)
	for _, s := range r.extenders[name] {
		if !r.sees(file, s) || call != nil && !r.accepts(file, call, s, lattice.Unknown) {
			continue
		}
		d := r.Def(s)
		want := r.DeclType(r.Symbol(s).File, d.Receiver)
		fit := r.fits(file, t, want, 0)
		if n := r.Types.Node(t); n.Kind == lattice.Class {
			for _, c := range r.Symbol(n.Symbol()).companions { // the name of the type is its companion
				fit = max(fit, r.fits(file, r.Instance(c), want, 0))
			}
		}
		switch w := r.Types.Node(want); {
		case want >= lattice.FirstType && w.Kind == lattice.Param:
			if bound := r.Bound(w.Symbol(), w.Position()); t >= lattice.FirstType && (bound == lattice.Unknown || r.fits(file, t, bound, 0) > score.Unknown) {
				fit = score.Unknown + 1 // applies to any type in the bound, with a lower score than extensions of the type itself
			} else {
				fit = score.Unknown
			}
		case fit == score.Unknown && t >= lattice.FirstType && r.File(file).Lang.Rules.GenericsApart && slices.Contains(r.File(file).Lang.Wider[anyValue], r.Types.NameOf(w)):
			fit = score.Unknown + 1
		case fit == score.Unknown && w.Kind == lattice.List && w.Args[0] < lattice.FirstType && r.Types.Kind(t) == lattice.List && lattice.SameLastWord(r.Types.NameOf(r.Types.Node(t)), r.Types.NameOf(w)):
			fit = score.Unknown + 1 // an extension of lists of anything
		case (fit == score.Unknown || fit == score.Unlikely && w.Kind != lattice.Instance) && t >= lattice.FirstType && !lattice.SameLastWord(r.Types.NameOf(r.Types.Node(t)), r.Types.NameOf(w)):
			fit = score.Misfit // two types outside the repository without known relation
		}
		switch {
		case fit == score.Misfit || fit < best || d.Has(facts.Static) && !d.Has(facts.ExtensionMember) && fit <= score.Unknown: // static ones need exactly that type
		case fit > best:
			best, syms = fit, []decl.SymbolID{s}
		default:
			syms = append(syms, s)
		}
	}
	switch {
	case len(syms) == 0:
		return Found{}
	case best > score.Unknown:
		return Found{Status: IsSymbol, Rule: ruleset.Extension, Syms: syms}
	case t < lattice.FirstType && r.File(file).Lang.Rules.GenericsApart && r.File(file).Lang.IsCommon(name):
		return Found{} // rather a member of a type outside the repository
	case len(syms) == 1 || t >= lattice.FirstType && r.sameOwner(syms):
		return Found{Status: IsSymbol, Rule: ruleset.Unique, Syms: syms}
	}
	return Found{}
}

// opens reports whether the members of a namespace are visible in a file without qualification: the
// file defines the namespace, or imports all of its members.
func (r *Resolver) opens(file decl.FileID, namespace decl.SymbolID) bool {
	f := r.File(file)
	if f.opened == nil {
		f.opened = make(map[decl.SymbolID]bool)
		for d := range f.Facts.Defs {
			if f.Facts.Defs[d].Kind == facts.Namespace {
				f.opened[r.Canon(f.Symbol(facts.DefID(d)))] = true
			}
		}
		note := func(im *ImportState) {
			if im.Unit < 0 || im.Within == "" {
				return
			}
			if fd := r.Path(im.Unit, im.Within); fd.Status == IsSymbol {
				for _, s := range fd.Syms {
					f.opened[r.Canon(s)] = true
				}
			}
		}
		for _, i := range f.stars {
			note(&f.Imports[i])
		}
		for i := range f.Ambient {
			note(&f.Ambient[i])
		}
	}
	return f.opened[namespace]
}
