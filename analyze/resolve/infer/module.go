package infer

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

// Imported resolves the name that the i-th import of a file binds.
func (r *Resolver) Imported(file decl.FileID, i facts.ImportID) Found {
	if r.Nested > MaxNested {
		return Found{}
	}
	r.Nested++
	fd := r.ImportedOn(file, i, nil)
	r.Nested--
	fd.Behind = fd.Status == IsMissing
	return fd
}

// ImportedOn resolves the i-th import of a file, as part of the search s for an exported name unless s is nil.
func (r *Resolver) ImportedOn(file decl.FileID, i facts.ImportID, s *search) Found {
	f := r.File(file)
	im, st := &f.Facts.Imports[i], f.Imports[i]
	switch {
	case st.External:
		return Found{Status: IsOutside}
	case st.Missing:
		if im.Flags&(facts.GuardedImport) != 0 {
			return Found{Status: NotKnown}
		}
		return Found{Status: IsMissing, Owner: MissingTarget}
	case st.Unit < 0:
		return Found{Status: NotKnown}
	case st.Within != "":
		fd := r.importedWithin(im, &st)
		fd.Syms = r.visibleIn(file, fd.Syms)
		return fd
	case im.Name == "" || im.Name == "*" || st.IsModule:
		return Found{Status: IsModule, Unit: st.Unit, Rule: ruleset.Import}
	}
	fd := r.memberOn(st.Unit, im.Name, s)
	if fd.Status == IsMissing && im.Flags&facts.GuardedImport != 0 {
		return Found{Status: NotKnown}
	}
	if fd.Rule != ruleset.Reexport {
		fd.Rule = ruleset.Import
	}
	return fd
}

// importedWithin resolves an import from a type or namespace of a unit.
func (r *Resolver) importedWithin(im *facts.Import, st *ImportState) Found {
	fd := r.Path(st.Unit, st.Within)
	if im.Name != "" && im.Name != "*" && !st.IsModule && (fd.Status == IsSymbol || fd.Status == IsModule) {
		fd = r.MemberOf(r.FoundType(r.Unit(st.Unit).Files[0], r.asValue(fd)), im.Name)
	}
	if fd.Status == IsSymbol || fd.Status == IsModule || fd.Status == IsValue {
		fd.Rule = ruleset.Import
	}
	if fd.Status == IsMissing && im.Flags&facts.GuardedImport != 0 {
		return Found{}
	}
	return fd
}

// Path resolves a dotted path of names in a unit.
func (r *Resolver) Path(u decl.UnitID, dotted string) Found {
	name, rest, more := strings.Cut(dotted, ".")
	fd := r.ModuleMember(u, name)
	for more && (fd.Status == IsSymbol || fd.Status == IsModule) {
		name, rest, more = strings.Cut(rest, ".")
		fd = r.MemberOf(r.FoundType(r.Unit(u).Files[0], fd), name)
	}
	return fd
}

// starName resolves name among the names that a star import of a file binds.
func (r *Resolver) starName(file decl.FileID, st *ImportState, name string) Found {
	if st.Within == "" {
		return r.ModuleMember(st.Unit, name)
	}
	fd := r.asValue(r.Path(st.Unit, st.Within))
	if fd.Status != IsSymbol && fd.Status != IsModule {
		return fd
	}
	fd = r.MemberOf(r.FoundType(file, fd), name)
	fd.Syms = decl.Without(r.visibleIn(file, fd.Syms), func(s decl.SymbolID) bool { return r.Def(s).Has(facts.Static | facts.ExtensionMember) })
	if fd.Status == IsSymbol && len(fd.Syms) == 0 { // extensions in a type are called on values
		return Found{Status: IsMissing}
	}
	return fd
}

// maxReexports is the maximum length of a chain of re-exports.
const maxReexports = 32

// ModuleMember resolves name as a member of a unit, for code outside the unit.
func (r *Resolver) ModuleMember(u decl.UnitID, name string) Found {
	k := unitName{u, name}
	if id := r.members[k]; id != 0 {
		return *r.Found(id) // not known while it is computed
	}
	if r.Depth > MaxDepth {
		return Found{}
	}
	r.members[k] = findComputing
	r.Depth++
	id := r.addFound(r.searchMember(u, name, &search{}))
	r.Depth--
	r.members[k] = id
	return *r.Found(id)
}

// memberOn continues the search s with a name of a unit, or begins one where s is nil.
func (r *Resolver) memberOn(u decl.UnitID, name string, s *search) Found {
	k := unitName{u, name}
	switch {
	case s == nil:
		return r.ModuleMember(u, name)
	case s.depth >= maxReexports:
		return Found{}
	case s.seen[k]:
		return Found{Status: IsMissing, Owner: OwnedByUnit(u)}
	case s.seen == nil:
		s.seen = make(map[unitName]bool)
	}
	s.seen[k] = true
	s.depth++
	fd := r.searchMember(u, name, s)
	s.depth--
	return fd
}

func (r *Resolver) searchMember(u decl.UnitID, name string, s *search) Found {
	un := r.Unit(u)
	hasExports := false
	for _, fi := range un.Files {
		if r.File(fi).exports != nil {
			hasExports = true
		}
	}
	if hasExports {
		return r.exported(u, name, s)
	}
	if syms := s.keep(r.offered(un.names[name])); len(syms) > 0 {
		return Found{Status: IsSymbol, Rule: ruleset.Module, Syms: syms}
	}
	if syms := r.extensionsOf(u, name); len(syms) > 0 {
		return Found{Status: IsSymbol, Rule: ruleset.Module, Syms: syms}
	}
	open := false
	for _, fi := range un.Files {
		f := r.File(fi)
		if f.Lang.Unit == nil && !f.Lang.Rules.CheckedCalls && len(f.Facts.Defs) == 0 {
			open = true // a script or an asset: its exports are unknown
		}
		if !f.Lang.Rules.ModuleMembers {
			continue
		}
		if imports := f.ByAlias[name]; len(imports) > 0 {
			fd := r.ImportedOn(fi, imports[len(imports)-1], s)
			if fd.Status == IsModule && f.Lang.Rules.ModulesApart {
				fd = r.besideModule(fi, imports, fd, s)
			}
			fd.Rule, fd.Behind = ruleset.Reexport, fd.Status == IsMissing
			return fd
		}
		for j := len(f.stars) - 1; j >= 0; j-- { // the last one wins
			if st := &f.Imports[f.stars[j]]; st.Unit >= 0 && (st.Unit != u || st.Within != "") {
				if !r.starred(st.Unit, name) {
					continue
				}
				var fd Found
				if st.Within != "" { // all of a namespace in the unit
					fd = r.starName(fi, st, name)
				} else {
					fd = r.memberOn(st.Unit, name, s)
				}
				switch fd.Status {
				case IsMissing:
				case NotKnown:
					open = true // another star may bind the name
				default:
					fd.Rule = ruleset.Reexport
					return fd
				}
			} else if !st.Missing {
				open = true
			}
		}
		if f.Linker != nil {
			if t := f.Linker.Link(f.Path, ".", name); t.NameIsModule && t.Unit != "" {
				if sub, ok := r.unitID[t.Unit]; ok {
					return Found{Status: IsModule, Unit: sub, Rule: ruleset.Module}
				}
			}
		}
		open = open || f.Facts.DynamicNames || slices.ContainsFunc(f.Lang.Protocol.Fallbacks, func(name string) bool { return len(un.names[name]) > 0 })
	}
	if open {
		return Found{}
	}
	return Found{Status: IsMissing, Owner: OwnedByUnit(u)}
}

// besideModule returns the item that one of several imports of a name binds beside the module that
// another one binds; module where there is none.
func (r *Resolver) besideModule(file decl.FileID, imports []facts.ImportID, module Found, s *search) Found {
	for _, i := range imports {
		if fd := r.ImportedOn(file, i, s); fd.Status == IsSymbol {
			return fd
		}
	}
	return module
}

// exported resolves name among the written exports of a unit.
func (r *Resolver) exported(u decl.UnitID, name string, s *search) Found {
	open := false
	for _, fi := range r.Unit(u).Files {
		f := r.File(fi)
		var all Found
		for _, j := range f.exports[name] {
			fd := r.Export(fi, j, s)
			fd.Behind = fd.Status == IsMissing
			switch {
			case fd.Status == NotKnown:
				open = true
			case all.Status == NotKnown:
				all = fd
			case all.Status == IsSymbol && fd.Status == IsSymbol: // a type and a value of one name
				all.Syms = decl.AppendNew(slices.Clone(all.Syms), fd.Syms)
			}
		}
		if all.Status != NotKnown {
			return all
		}
		for _, j := range f.exports["="] {
			fd := r.Export(fi, j, s)
			if name == "default" {
				return fd
			}
			switch m := r.MemberOf(r.FoundType(fi, fd), name); m.Status {
			case IsSymbol, IsModule, IsValue:
				return m
			}
			open = true
		}
		for _, j := range f.exports["*"] {
			st := f.Reexports[j]
			if name == "default" { // a star re-export excludes the default export
				continue
			}
			if f.Facts.Exports[j].Local != "" || st.Unit < 0 || st.Unit == u {
				open = open || !st.Missing
				continue
			}
			switch fd := r.memberOn(st.Unit, name, s); fd.Status {
			case IsSymbol, IsModule, IsValue:
				fd.Rule = ruleset.Reexport
				return fd
			case NotKnown, IsOutside:
				open = true
			}
		}
		if name == "default" && len(f.exports["="]) == 0 && len(f.exports["default"]) == 0 {
			for _, im := range f.Facts.Imports {
				if im.Flags&facts.Dynamic != 0 {
					return Found{Status: IsModule, Unit: u, Rule: ruleset.Import} // CommonJS: the module itself
				}
			}
		}
	}
	if open {
		return Found{}
	}
	return Found{Status: IsMissing, Owner: OwnedByUnit(u)}
}

// Export resolves one written export; s is nil outside of a search.
func (r *Resolver) Export(file decl.FileID, j int32, s *search) Found {
	f := r.File(file)
	ex := &f.Facts.Exports[j]
	switch {
	case ex.Source != "":
		st := f.Reexports[j]
		switch {
		case st.External:
			return Found{Status: IsOutside}
		case st.Unit < 0:
			return Found{}
		case ex.SourceName == "*" || ex.SourceName == "":
			return Found{Status: IsModule, Unit: st.Unit, Rule: ruleset.Reexport}
		}
		fd := r.memberOn(st.Unit, ex.SourceName, s)
		fd.Rule = ruleset.Reexport
		return fd
	case ex.Def >= 0:
		return Found{Status: IsSymbol, Rule: ruleset.Import, Syms: []decl.SymbolID{f.Symbol(ex.Def)}}
	case ex.Local != "":
		fd := *r.Found(r.FileLevel(file, ex.Local))
		if fd.Rule != ruleset.Unit {
			fd.Rule = ruleset.Reexport
		}
		if fd.Status == IsMissing {
			return Found{}
		}
		return fd
	case ex.X >= 0:
		fd := *r.Found(r.Denote(file, ex.X))
		if fd.Status == IsSymbol || fd.Status == IsModule {
			return fd
		}
		return Found{Status: IsValue, typ: r.ExprType(file, ex.X), Rule: ruleset.Import}
	}
	return Found{}
}
