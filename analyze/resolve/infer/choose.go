package infer

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

// OnlyType reports whether a symbol is a type that cannot be used as a value, in a language with
// separate namespaces for types and values.
func (r *Resolver) OnlyType(s decl.SymbolID) bool {
	if !r.File(r.Symbol(s).File).Lang.Rules.TypesApart {
		return false
	}
	d := r.Def(s)
	return d.Kind == facts.Interface || d.Kind == facts.TypeDef && len(d.Values) == 0
}

// withoutTypes removes from syms those that are only types, unless all are.
func (r *Resolver) withoutTypes(syms []decl.SymbolID) []decl.SymbolID {
	return decl.Prefer(syms, func(s decl.SymbolID) bool { return !r.OnlyType(s) })
}

// withoutTypesAt returns what the name, found as id at file level, means as a value. A symbol that
// is only a type does not count: a value from outside the repository may have the same name.
func (r *Resolver) withoutTypesAt(file decl.FileID, name string, id FoundID) FoundID {
	fd := r.Found(id)
	if fd.Status != IsSymbol || !slices.ContainsFunc(fd.Syms, r.OnlyType) {
		return id
	}
	if slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool { return !r.OnlyType(s) }) {
		only := *fd
		only.Syms, only.Recvs = r.withoutTypes(fd.Syms), nil
		return r.addFound(only)
	}
	if _, ok := r.File(file).Lang.Universe[name]; ok {
		return findOutside
	}
	return findUnknown
}

// valueApart returns what the name e means as a value, in languages where tags are apart. A macro that wraps what has its
// name means both; in its own text the name means that alone.
func (r *Resolver) valueApart(file decl.FileID, e *facts.Expr, id FoundID) FoundID {
	id = r.ofSort(file, e.Name, " value", id, func(s decl.SymbolID) bool { return !r.Def(s).Kind.IsType() || r.Def(s).Kind == facts.TypeDef })
	fd := r.Found(id)
	if fd.Status != IsSymbol || !slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool { return r.Def(s).Has(facts.Wraps) }) {
		return id
	}
	wrapped := r.ofSort(file, e.Name, " wrapped", id, func(s decl.SymbolID) bool { return !r.Def(s).Kind.IsType() && !r.Def(s).Has(facts.Macro) })
	switch inside := slices.Contains(fd.Syms, r.SymOf(file, e.In)); {
	case wrapped == id && inside:
		return findUnknown
	case wrapped == id || inside:
		return wrapped
	}
	both := *fd
	both.Syms, both.Recvs = decl.AppendNew(slices.Clone(fd.Syms), r.Found(wrapped).Syms), nil
	return r.addFound(both)
}

// ofSort narrows what a name means, id, to the symbols of one sort, which keep accepts: those among the symbols of id, else
// those that the imports of the file bind; id where there are none. sort stands for keep in the memo.
func (r *Resolver) ofSort(file decl.FileID, name, sort string, id FoundID, keep func(decl.SymbolID) bool) FoundID {
	fd, f := r.Found(id), r.File(file)
	if fd.Status != IsSymbol || fd.Rule == ruleset.Local || !slices.ContainsFunc(fd.Syms, func(s decl.SymbolID) bool { return !keep(s) }) {
		return id
	}
	if out := fd.having(func(i int) bool { return keep(fd.Syms[i]) }); len(out.Syms) > 0 {
		return r.addFound(out)
	}
	for _, i := range f.stars {
		if st := &f.Imports[i]; st.Unit >= 0 && st.Within == "" {
			k := unitName{st.Unit, name + sort}
			if r.members[k] == 0 {
				fd := r.memberOn(st.Unit, name, &search{only: keep})
				fd.Rule = ruleset.Reexport
				r.members[k] = r.addFound(fd)
			}
			if r.Found(r.members[k]).Status == IsSymbol {
				return r.members[k]
			}
		}
	}
	return id
}

// keep returns the symbols that the search is for.
func (s *search) keep(syms []decl.SymbolID) []decl.SymbolID {
	if s.only == nil {
		return syms
	}
	return decl.Without(syms, func(y decl.SymbolID) bool { return !s.only(y) })
}

// IsBuiltWith reports whether some build includes both a file and the symbol s, so that the file can name s.
func (r *Resolver) IsBuiltWith(file decl.FileID, s decl.SymbolID) bool {
	f, g := r.File(file), r.File(r.Symbol(s).File)
	if g.Test && g.Lang.Rules.TestFilesApart && f != g && !(f.Test && path.Dir(f.Path) == path.Dir(g.Path)) {
		return false
	}
	return f.Builds == 0 || g.Builds == 0 || f.Builds&g.Builds != 0
}

// builtWith returns those of syms that are in some build together with a file.
func (r *Resolver) builtWith(file decl.FileID, syms []decl.SymbolID) []decl.SymbolID {
	return decl.Without(syms, func(s decl.SymbolID) bool { return !r.IsBuiltWith(file, s) })
}

// Twins returns all definitions of the name of s in its scope, including s.
func (r *Resolver) Twins(s decl.SymbolID) []decl.SymbolID {
	y, d := r.Symbol(s), r.Def(s)
	f := r.File(y.File)
	if f.Lang.Unit == nil {
		return nil
	}
	if y.Parent < 0 {
		return r.UnitNamed(f.Unit, d.Name)
	}
	p := r.Def(y.Parent)
	if r.Symbol(y.Parent).Parent >= 0 || !p.Kind.IsType() {
		return nil
	}
	holders := r.UnitNamed(r.File(r.Symbol(y.Parent).File).Unit, p.Name)
	if len(holders) == 1 {
		return r.MembersNamed(holders[0], d.Name)
	}
	var out []decl.SymbolID
	for _, h := range holders {
		out = decl.AppendNew(out, r.MembersNamed(h, d.Name))
	}
	return out
}

// OwnerOfSymbol returns the symbol that contains s, or its unit.
func (r *Resolver) OwnerOfSymbol(s decl.SymbolID) Owner {
	if p := r.Symbol(s).Parent; p >= 0 {
		return OwnedBySymbol(p)
	}
	return OwnedByUnit(r.File(r.Symbol(s).File).Unit)
}

// oneTwin returns the first of several types that are twins, t itself where it is not a union of twins.
func (r *Resolver) oneTwin(t lattice.Type) lattice.Type {
	n := r.Types.Node(t)
	if n.Kind != lattice.Union {
		return t
	}
	first := r.Types.Node(n.Args[0])
	if first.Kind != lattice.Instance {
		return t
	}
	twins := r.Twins(first.Symbol())
	for _, m := range n.Args[1:] {
		if o := r.Types.Node(m); o.Kind != lattice.Instance || !slices.Contains(twins, o.Symbol()) {
			return t
		}
	}
	return n.Args[0]
}

// nearest returns those of the symbols of one name in a unit that a file can mean: the file's own
// functions hide those of other files, and file-local functions of other files do not count.
func (r *Resolver) nearest(file decl.FileID, syms []decl.SymbolID) []decl.SymbolID {
	if len(syms) == 0 || len(r.Unit(r.File(file).Unit).Files) == 1 {
		return syms
	}
	own := func(s decl.SymbolID) bool { return r.Symbol(s).File == file }
	hidden := func(s decl.SymbolID) bool { return r.Def(s).Has(facts.FileLocal) && !own(s) }
	if !r.File(file).Lang.Rules.Overloads && len(syms) > 1 && slices.ContainsFunc(syms, func(s decl.SymbolID) bool { return own(s) && r.Def(s).Kind.IsCallable() }) {
		hidden = func(s decl.SymbolID) bool { return !own(s) }
	}
	return decl.Without(syms, hidden)
}

// stands reports whether one of syms is defined in the file itself. Such a definition is not
// replaced by an import of the same name.
func (r *Resolver) stands(file decl.FileID, syms []decl.SymbolID) bool {
	return slices.ContainsFunc(syms, func(s decl.SymbolID) bool { return r.Symbol(s).File == file })
}

// onlyValues reports whether all of syms are plain variables, which an import
// of the same name may replace (try: import x; except ImportError: x = None).
func (r *Resolver) onlyValues(syms []decl.SymbolID) bool {
	return !slices.ContainsFunc(syms, func(s decl.SymbolID) bool { k := r.Def(s).Kind; return k != facts.Variable && k != facts.Constant })
}

// OfArity returns those of several types of one name that have n type parameters, or all of them where none has.
func (r *Resolver) OfArity(syms []decl.SymbolID, n int) []decl.SymbolID {
	return decl.Prefer(syms, func(s decl.SymbolID) bool { d := r.Def(s); return d.Kind.IsType() && len(d.TypeParams) == n })
}

// OnlyTypes returns those of syms that are types or namespaces.
func (r *Resolver) OnlyTypes(syms []decl.SymbolID) []decl.SymbolID {
	return decl.Without(syms, func(s decl.SymbolID) bool { k := r.Def(s).Kind; return !k.IsType() && k != facts.Namespace })
}

// offered returns those of syms that other files of the same shared scope can name.
func (r *Resolver) offered(syms []decl.SymbolID) []decl.SymbolID {
	return decl.Without(syms, func(s decl.SymbolID) bool {
		return r.Def(s).Has(facts.FileLocal) && r.File(r.Symbol(s).File).Lang.Unit != nil
	})
}

// starred reports whether a star import of a unit may bind name: where modules have members, the
// names in its list of exports; without such a list the names that do not begin with an underscore.
func (r *Resolver) starred(u decl.UnitID, name string) bool {
	for _, fi := range r.Unit(u).Files {
		f := r.File(fi)
		switch {
		case !f.Lang.Rules.ModuleMembers:
		case f.Facts.ExportList != nil:
			return slices.Contains(f.Facts.ExportList, name)
		default:
			return !f.Lang.Rules.PrivateUnderscore || !strings.HasPrefix(name, "_")
		}
	}
	return true
}

// alternatives returns those of several definitions of one name in one scope that a file means. The
// rest belongs to builds for other platforms or variants. Types, and functions with the same number
// of parameters where one is only declared, are alternatives of each other: the nearest by path is
// returned, a declaration before a definition that is as near.
func (r *Resolver) alternatives(file decl.FileID, syms []decl.SymbolID) []decl.SymbolID {
	rank := func(s decl.SymbolID) int {
		n := 2 * lang.Near(r.File(file).Path, r.File(r.Symbol(s).File).Path)
		if r.Def(s).Has(facts.Declaration) {
			n++
		}
		return n
	}
	return decl.Without(syms, func(s decl.SymbolID) bool {
		d := r.Def(s)
		alternative := func(t decl.SymbolID) bool {
			o := r.Def(t)
			return t != s && d.Kind.IsType() == o.Kind.IsType() && d.Kind.IsCallable() == o.Kind.IsCallable() && len(o.Params) == len(d.Params) &&
				len(o.TypeParams) == len(d.TypeParams) && r.Symbol(s).File != r.Symbol(t).File && r.File(r.Symbol(s).File).Unit == r.File(r.Symbol(t).File).Unit
		}
		declared := d.Kind.IsType() || d.Has(facts.Declaration) || slices.ContainsFunc(syms, func(t decl.SymbolID) bool { return alternative(t) && r.Def(t).Has(facts.Declaration) })
		return declared && slices.ContainsFunc(syms, func(t decl.SymbolID) bool { return alternative(t) && rank(t) > rank(s) })
	})
}

// visibleIn returns those of the members of a namespace that a file sees. In a shared namespace these
// are its own and those of the files that it includes; where it sees none, an include is unresolved,
// and all members with external linkage are returned.
func (r *Resolver) visibleIn(file decl.FileID, syms []decl.SymbolID) []decl.SymbolID {
	if len(syms) < 2 {
		return syms
	}
	if l, ok := r.File(file).Linker.(lang.ProjectLinker); ok {
		return lang.Seen(l, r.File(file).Path, syms, func(s decl.SymbolID) string { return r.File(r.Symbol(s).File).Path })
	}
	if !r.File(file).Lang.Rules.SharedNamespaces {
		return syms
	}
	if p := r.Symbol(syms[0]).Parent; p < 0 || r.Def(p).Kind != facts.Namespace {
		return syms
	}
	var near []decl.SymbolID
	for _, s := range syms {
		brought := func(f decl.FileID) bool { return f == file || r.includes(file, f) }
		if brought(r.Symbol(s).File) || slices.ContainsFunc(r.Symbol(s).declaredIn, brought) {
			near = append(near, s)
		}
	}
	if len(near) > 0 {
		return near
	}
	return decl.Prefer(syms, func(s decl.SymbolID) bool { return !r.Def(s).Has(facts.FileLocal) })
}

// includes reports whether a file includes another, directly or indirectly.
func (r *Resolver) includes(file, other decl.FileID) bool {
	f := r.File(file)
	if f.closure == nil {
		f.closure = make(map[decl.FileID]bool)
		queue := []decl.FileID{file}
		for len(queue) > 0 {
			g := r.File(queue[0])
			queue = queue[1:]
			for _, i := range g.stars {
				st := &g.Imports[i]
				if st.Unit < 0 || st.Within != "" {
					continue
				}
				for _, h := range r.Unit(st.Unit).Files {
					if !f.closure[h] {
						f.closure[h] = true
						queue = append(queue, h)
					}
				}
			}
		}
	}
	return f.closure[other]
}

// besideType returns the functions called name in the namespaces that enclose a type.
func (r *Resolver) besideType(s decl.SymbolID, name string) []decl.SymbolID {
	for s = r.Symbol(s).Parent; s >= 0; s = r.Symbol(s).Parent {
		if r.Def(s).Kind != facts.Namespace {
			continue
		}
		if m := r.MembersNamed(r.Canon(s), name); len(m) > 0 && r.Def(m[0]).Kind.IsCallable() {
			return m
		}
	}
	return nil
}

// isDeclaredHere reports whether s declares one of the functions own of a file, compared by the number of parameters.
func (r *Resolver) isDeclaredHere(s decl.SymbolID, own []decl.SymbolID) bool {
	return slices.ContainsFunc(own, func(t decl.SymbolID) bool { return len(r.Def(t).Params) == len(r.Def(s).Params) })
}

// extensionsOf returns the extension functions called name at the top level of a unit; they are
// imported by name like any other function.
func (r *Resolver) extensionsOf(u decl.UnitID, name string) []decl.SymbolID {
	return decl.Without(r.extenders[name], func(s decl.SymbolID) bool {
		y := r.Symbol(s)
		return y.Parent >= 0 || r.File(y.File).Unit != u || r.Def(s).Has(facts.FileLocal)
	})
}

// namespaceOf returns the innermost namespace that contains a symbol, -1 for none.
func (r *Resolver) namespaceOf(s decl.SymbolID) decl.SymbolID {
	for s = r.Symbol(s).Parent; s >= 0 && r.Def(s).Kind != facts.Namespace; s = r.Symbol(s).Parent {
	}
	return r.Canon(s)
}

// sameOwner reports whether all symbols are overloads of one definition.
func (r *Resolver) sameOwner(syms []decl.SymbolID) bool {
	first := r.Symbol(syms[0])
	return !slices.ContainsFunc(syms[1:], func(s decl.SymbolID) bool {
		return r.Symbol(s).File != first.File || r.Symbol(s).Parent != first.Parent
	})
}

// global resolves a name that is shared by all files of a language family. The result is unknown
// where several files define it, each for a program of its own. Names that tests define are visible to tests only.
func (r *Resolver) global(file decl.FileID, name string) Found {
	f := r.File(file)
	syms := decl.Without(r.globals[globalName{f.Lang.Kin(), name}], func(s decl.SymbolID) bool { return r.File(r.Symbol(s).File).Test && !f.Test })
	if len(syms) == 0 {
		return Found{}
	}
	if slices.ContainsFunc(syms, func(s decl.SymbolID) bool { return r.Symbol(s).File != r.Symbol(syms[0]).File }) {
		return Found{}
	}
	if f.Lang.Rules.TextualNames { // the name may be that of a program, or of what a macro makes
		return Found{Status: IsSymbol, Rule: ruleset.Unique, Syms: syms}
	}
	return Found{Status: IsSymbol, Rule: ruleset.Reexport, Syms: syms}
}

// inherited returns those of the members of a supertype that s inherits: not those that only the
// file of the supertype may name.
func (r *Resolver) inherited(s decl.SymbolID, members []decl.SymbolID) []decl.SymbolID {
	return decl.Without(members, func(m decl.SymbolID) bool {
		return r.Def(m).Has(facts.FileLocal) && r.Symbol(m).File != r.Symbol(s).File
	})
}

func addStep(queue []step, s step) []step {
	if slices.ContainsFunc(queue, func(q step) bool { return q.sym == s.sym && q.class == s.class }) {
		return queue
	}
	return append(queue, s)
}

// membersOf returns the own members of a type by name. Where the language separates static and
// instance members, class selects the static ones; elsewhere it decides only where both have the name.
func (r *Resolver) membersOf(s decl.SymbolID, name string, class bool) []decl.SymbolID {
	list := r.MembersNamed(s, name)
	if len(list) == 0 || !r.File(r.Symbol(s).File).Lang.Rules.StaticsApart {
		return r.side(list, class)
	}
	apart := func(m decl.SymbolID) bool {
		d := r.Def(m)
		return (d.Kind.IsCallable() || d.Kind == facts.Field) && d.Has(facts.Static) != class
	}
	return decl.Without(list, apart)
}

// ofItself returns those of the members fd that a type has of itself, where it has others of its
// supertypes too and the file may name its own; else those of its supertypes. A member of an instance is not static.
func (r *Resolver) ofItself(file decl.FileID, fd Found) Found {
	all := fd.having(func(i int) bool { return r.Def(fd.Syms[i]).Has(facts.Given) })
	if len(all.Syms) == 0 || len(all.Syms) == len(fd.Syms) {
		return fd
	}
	own := fd.having(func(i int) bool {
		d := r.Def(fd.Syms[i])
		return !d.Has(facts.Given) && (!d.Has(facts.Static) || r.Types.Kind(fd.Recv) == lattice.Class) && (d.Has(facts.Exported) || lang.Inside(r.File(file).Path, r.File(r.Symbol(fd.Syms[i]).File).Path))
	})
	if len(own.Syms) > 0 {
		return own
	}
	return all
}

// side returns the static members (class) or the instance members of syms, where syms contains both; else syms.
func (r *Resolver) side(syms []decl.SymbolID, class bool) []decl.SymbolID {
	if len(syms) < 2 || r.File(r.Symbol(syms[0]).File).Lang.Rules.Overloads {
		return syms
	}
	return decl.Prefer(syms, func(s decl.SymbolID) bool { return r.Def(s).Has(facts.Static) == class })
}

// localImport returns the import that binds name inside a function or namespace, or -1.
func (r *Resolver) localImport(file decl.FileID, in facts.DefID, name string) facts.ImportID {
	return facts.ImportID(slices.IndexFunc(r.File(file).Facts.Imports, func(im facts.Import) bool {
		return im.In == in && in >= 0 && (im.Alias == name || im.Alias == "" && im.Name == name)
	}))
}

// TypeParam returns the type parameter called name of the definitions that enclose in, or unknown.
func (r *Resolver) TypeParam(file decl.FileID, in facts.DefID, name string) lattice.Type {
	for s := r.SymOf(file, in); s >= 0; {
		d := r.Def(s)
		for i := range d.TypeParams {
			if d.TypeParams[i].Name == name {
				// The parameters of a Go receiver are those of its type. A Rust impl block may give them bounds of its own.
				if p := r.Canon(r.Symbol(s).Parent); d.Receiver >= 0 && p >= 0 && i < len(r.Def(p).TypeParams) && d.TypeParams[i].Bound < 0 {
					return r.Types.Param(p, int32(i))
				}
				return r.Types.Param(r.Canon(s), int32(i))
			}
		}
		s = r.Symbol(s).Parent
	}
	return lattice.Unknown
}

// EnclosingType returns the type whose code contains the definition in, or the variable whose
// object literal in is a member of; -1 for none.
func (r *Resolver) EnclosingType(file decl.FileID, in facts.DefID) decl.SymbolID {
	for s := r.SymOf(file, in); s >= 0; s = r.Symbol(s).Parent {
		d := r.Def(s)
		if d.Kind.IsType() {
			return r.Canon(s)
		}
		if p := r.Symbol(s).Parent; p >= 0 && d.Kind.IsCallable() && !r.Def(p).Kind.IsCallable() {
			return r.Canon(p)
		} else if p >= 0 && d.Owner >= 0 {
			return p
		}
	}
	return -1
}

// State returns the unit, file and symbols that the target of an import resolves to.
func (r *Resolver) State(t lang.Target) ImportState {
	s := ImportState{Unit: -1, File: -1, External: t.External, Missing: t.Missing, MayBeOurs: t.MayBeOurs, IsModule: t.NameIsModule, Package: t.Package, Within: t.Within}
	if t.Unit != "" {
		if u, ok := r.unitID[t.Unit]; ok {
			s.Unit = u
		} else if i, ok := r.byPath[t.Unit]; ok {
			s.Unit, s.File = r.File(i).Unit, i
		}
	}
	return s
}

// sees reports whether a file may use the extension s: it is in the file's unit, or in a unit that
// the file imports from. An extension at the top level is imported by its own name or with all names.
func (r *Resolver) sees(file decl.FileID, s decl.SymbolID) bool {
	f, g := r.File(file), r.File(r.Symbol(s).File)
	if f.Lang.Kin() != g.Lang.Kin() || g.Test && !f.Test {
		return false
	}
	if r.Def(s).Has(facts.FileLocal) {
		return r.Symbol(s).File == file
	}
	if n := r.namespaceOf(s); n >= 0 && f.Unit == g.Unit {
		return r.opens(file, n)
	}
	named := r.Symbol(s).Parent < 0 && g.Lang.Rules.ForeignExtensions
	for i := range f.Imports {
		if name := f.Facts.Imports[i].Name; f.Imports[i].Unit == g.Unit && (!named || name == "*" || name == r.Def(s).Name && f.Facts.Imports[i].Alias == name) {
			return true
		}
	}
	return f.Unit == g.Unit
}
