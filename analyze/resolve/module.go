package resolve

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// imported says what the name that the i-th import of a file binds means.
func (r *resolver) imported(file fileID, i facts.ImportID) found {
	if r.nested > maxNested {
		return found{}
	}
	r.nested++
	fd := r.importedOn(file, i, nil)
	r.nested--
	fd.behind = fd.status == isMissing
	return fd
}

// importedOn says what the i-th import of a file gives, as part of a search for an
// exported name unless s is nil.
func (r *resolver) importedOn(file fileID, i facts.ImportID, s *search) found {
	f := &r.files[file]
	im, st := &f.facts.Imports[i], f.imports[i]
	switch {
	case st.external:
		return found{status: isOutside}
	case st.missing:
		if im.Flags&(facts.GuardedImport) != 0 {
			return found{status: notKnown}
		}
		return found{status: isMissing, owner: missingTarget}
	case st.unit < 0:
		return found{status: notKnown}
	case st.within != "":
		fd := r.importedWithin(im, &st)
		fd.syms = r.seen(file, fd.syms)
		return fd
	case im.Name == "" || im.Name == "*" || st.isModule:
		return found{status: isModule, unit: st.unit, rule: ruleImport}
	}
	fd := r.memberOn(st.unit, im.Name, s)
	if fd.status == isMissing && im.Flags&facts.GuardedImport != 0 {
		return found{status: notKnown}
	}
	if fd.rule != ruleReexport {
		fd.rule = ruleImport
	}
	return fd
}

// importedWithin is what an import takes from a type or namespace of a unit.
func (r *resolver) importedWithin(im *facts.Import, st *importState) found {
	fd := r.path(st.unit, st.within)
	if im.Name != "" && im.Name != "*" && !st.isModule && (fd.status == isSymbol || fd.status == isModule) {
		fd = r.memberOf(r.foundType(r.units[st.unit].files[0], fd), im.Name)
	}
	if fd.status == isSymbol || fd.status == isModule || fd.status == isValue {
		fd.rule = ruleImport
	}
	if fd.status == isMissing && im.Flags&facts.GuardedImport != 0 {
		return found{}
	}
	return fd
}

// path says what a dotted path of names means in a unit.
func (r *resolver) path(u unitID, dotted string) found {
	name, rest, more := strings.Cut(dotted, ".")
	fd := r.moduleMember(u, name)
	for more && (fd.status == isSymbol || fd.status == isModule) {
		name, rest, more = strings.Cut(rest, ".")
		fd = r.memberOf(r.foundType(r.units[u].files[0], fd), name)
	}
	return fd
}

// starName says what name means among all that an import of a file, a star,
// brings.
func (r *resolver) starName(file fileID, st *importState, name string) found {
	if st.within == "" {
		return r.moduleMember(st.unit, name)
	}
	fd := r.path(st.unit, st.within)
	if fd.status != isSymbol && fd.status != isModule {
		return fd
	}
	fd = r.memberOf(r.foundType(file, fd), name)
	fd.syms = r.seen(file, fd.syms)
	return fd
}

// maxReexports bounds chains of re-exports.
const maxReexports = 32

// A unitName is a name as a member of a unit.
type unitName struct {
	unit unitID
	name string
}

// A search is one walk along re-exports. It comes to a name of a unit once:
// the second time there is nothing new to find.
type search struct {
	seen  map[unitName]bool
	depth int
}

// moduleMember says what name means as a member of a unit, seen from outside.
func (r *resolver) moduleMember(u unitID, name string) found {
	k := unitName{u, name}
	if id := r.members[k]; id != 0 {
		return *r.found(id) // not known while it is computed
	}
	if r.depth > maxDepth {
		return found{}
	}
	r.members[k] = findComputing
	r.depth++
	id := r.addFound(r.searchMember(u, name, &search{}))
	r.depth--
	r.members[k] = id
	return *r.found(id)
}

// memberOn goes on with a search, or begins one where s is nil.
func (r *resolver) memberOn(u unitID, name string, s *search) found {
	k := unitName{u, name}
	switch {
	case s == nil:
		return r.moduleMember(u, name)
	case s.depth >= maxReexports:
		return found{}
	case s.seen[k]:
		return found{status: isMissing, owner: ownedByUnit(u)}
	case s.seen == nil:
		s.seen = make(map[unitName]bool)
	}
	s.seen[k] = true
	s.depth++
	fd := r.searchMember(u, name, s)
	s.depth--
	return fd
}

func (r *resolver) searchMember(u unitID, name string, s *search) found {
	un := &r.units[u]
	hasExports := false
	for _, fi := range un.files {
		if r.files[fi].exports != nil {
			hasExports = true
		}
	}
	if hasExports {
		return r.exported(u, name, s)
	}
	if syms := r.offered(un.names[name]); len(syms) > 0 {
		return found{status: isSymbol, rule: ruleModule, syms: syms}
	}
	if syms := r.extensionsOf(u, name); len(syms) > 0 {
		return found{status: isSymbol, rule: ruleModule, syms: syms}
	}
	open := false
	for _, fi := range un.files {
		f := &r.files[fi]
		if f.lang.Unit == nil && !f.lang.Rules.CheckedCalls && len(f.facts.Defs) == 0 {
			open = true // a script or an asset: nothing is known of what it gives
		}
		if !f.lang.Rules.ModuleMembers {
			continue
		}
		if imports := f.byAlias[name]; len(imports) > 0 {
			fd := r.importedOn(fi, imports[len(imports)-1], s)
			fd.rule, fd.behind = ruleReexport, fd.status == isMissing
			return fd
		}
		for j := len(f.stars) - 1; j >= 0; j-- { // the last one wins
			if st := &f.imports[f.stars[j]]; st.unit >= 0 && st.unit != u {
				if !r.starred(st.unit, name) {
					continue
				}
				fd := r.memberOn(st.unit, name, s)
				switch fd.status {
				case isMissing:
				case notKnown:
					open = true // another may have it
				default:
					fd.rule = ruleReexport
					return fd
				}
			} else if !st.missing {
				open = true
			}
		}
		if f.linker != nil {
			if t := f.linker.Link(f.path, ".", name); t.NameIsModule && t.Unit != "" {
				if sub, ok := r.unitID[t.Unit]; ok {
					return found{status: isModule, unit: sub, rule: ruleModule}
				}
			}
		}
		open = open || f.facts.DynamicNames || slices.ContainsFunc(f.lang.Protocol.Fallbacks, func(name string) bool { return len(un.names[name]) > 0 })
	}
	if open {
		return found{}
	}
	return found{status: isMissing, owner: ownedByUnit(u)}
}

// exported says what name means among the written exports of a unit.
func (r *resolver) exported(u unitID, name string, s *search) found {
	open := false
	for _, fi := range r.units[u].files {
		f := &r.files[fi]
		var all found
		for _, j := range f.exports[name] {
			fd := r.export(fi, j, s)
			fd.behind = fd.status == isMissing
			switch {
			case fd.status == notKnown:
				open = true
			case all.status == notKnown:
				all = fd
			case all.status == isSymbol && fd.status == isSymbol: // a type and a value of one name
				all.syms = appendNew(slices.Clone(all.syms), fd.syms)
			}
		}
		if all.status != notKnown {
			return all
		}
		for _, j := range f.exports["="] {
			fd := r.export(fi, j, s)
			if name == "default" {
				return fd
			}
			switch m := r.memberOf(r.foundType(fi, fd), name); m.status {
			case isSymbol, isModule, isValue:
				return m
			}
			open = true
		}
		for _, j := range f.exports["*"] {
			st := f.reexports[j]
			if name == "default" { // what a star leaves out
				continue
			}
			if f.facts.Exports[j].Local != "" || st.unit < 0 || st.unit == u {
				open = open || !st.missing
				continue
			}
			switch fd := r.memberOn(st.unit, name, s); fd.status {
			case isSymbol, isModule, isValue:
				fd.rule = ruleReexport
				return fd
			case notKnown, isOutside:
				open = true
			}
		}
		if name == "default" && len(f.exports["="]) == 0 && len(f.exports["default"]) == 0 {
			for _, im := range f.facts.Imports {
				if im.Flags&facts.Dynamic != 0 {
					return found{status: isModule, unit: u, rule: ruleImport} // CommonJS: the module itself
				}
			}
		}
	}
	if open {
		return found{}
	}
	return found{status: isMissing, owner: ownedByUnit(u)}
}

// appendNew appends those of more that are not in list.
func appendNew(list, more []symID) []symID {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// export says what one written export stands for; s is nil outside of a search.
func (r *resolver) export(file fileID, j int32, s *search) found {
	f := &r.files[file]
	ex := &f.facts.Exports[j]
	switch {
	case ex.Source != "":
		st := f.reexports[j]
		switch {
		case st.external:
			return found{status: isOutside}
		case st.unit < 0:
			return found{}
		case ex.SourceName == "*" || ex.SourceName == "":
			return found{status: isModule, unit: st.unit, rule: ruleReexport}
		}
		fd := r.memberOn(st.unit, ex.SourceName, s)
		fd.rule = ruleReexport
		return fd
	case ex.Def >= 0:
		return found{status: isSymbol, rule: ruleImport, syms: []symID{f.symbol(ex.Def)}}
	case ex.Local != "":
		fd := *r.found(r.fileLevel(file, ex.Local))
		if fd.rule != ruleUnit {
			fd.rule = ruleReexport
		}
		if fd.status == isMissing {
			return found{}
		}
		return fd
	case ex.X >= 0:
		fd := *r.found(r.denote(file, ex.X))
		if fd.status == isSymbol || fd.status == isModule {
			return fd
		}
		return found{status: isValue, typ: r.exprType(file, ex.X), rule: ruleImport}
	}
	return found{}
}

// offered returns those of syms that other files of a scope that several share
// may name.
func (r *resolver) offered(syms []symID) []symID {
	hidden := func(s symID) bool {
		return r.def(s).Has(facts.FileLocal) && r.files[r.syms[s].file].lang.Unit != nil
	}
	if !slices.ContainsFunc(syms, hidden) {
		return syms
	}
	return slices.DeleteFunc(slices.Clone(syms), hidden)
}

// starred reports whether importing everything of a unit may give name: where
// modules have members, those in its list of exports, or without one those that
// do not begin with an underscore.
func (r *resolver) starred(u unitID, name string) bool {
	for _, fi := range r.units[u].files {
		f := &r.files[fi]
		switch {
		case !f.lang.Rules.ModuleMembers:
		case f.facts.ExportList != nil:
			return slices.Contains(f.facts.ExportList, name)
		default:
			return !f.lang.Rules.PrivateUnderscore || !strings.HasPrefix(name, "_")
		}
	}
	return true
}
