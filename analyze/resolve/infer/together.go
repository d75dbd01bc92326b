package infer

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/module"
)

// groupModules finds the groups of files (package module). All imports have to be linked.
func (r *Resolver) groupModules() {
	adds := make(map[string]bool) // by family: a language of it adds members to types of others
	for i := range r.files {
		l := r.files[i].Lang
		adds[l.Kin()] = adds[l.Kin()] || l.Rules.AddsToTypes
	}
	files := make([]module.File, len(r.files))
	for i := range r.NumFiles() {
		f := r.File(i)
		if files[i].Module = f.Lang.Kin(); adds[f.Lang.Kin()] {
			files[i].Module = "" // types from outside the repository are known by their names alone
		}
		if l, ok := f.Linker.(lang.ModuleLinker); ok {
			dir, _ := l.Module(f.Path)
			files[i].Module += "\x00" + dir
		}
		for _, states := range [][]ImportState{f.Imports, f.Reexports} {
			for j := range states {
				if u := states[j].Unit; u >= 0 {
					files[i].Imports = append(files[i].Imports, int32(r.Unit(u).Files[0]))
				}
			}
		}
	}
	r.group = module.Groups(files)
}

// Group returns the number of the group that a file is in.
func (r *Resolver) Group(f decl.FileID) int32 { return r.group[f] }

// Together reports whether one program of the repository may contain the files of two symbols.
func (r *Resolver) Together(s, t decl.SymbolID) bool {
	return r.group[r.Symbol(s).File] == r.group[r.Symbol(t).File]
}

// Named returns at most n methods and fields with a name that code of a file may mean: those in its group and family.
func (r *Resolver) Named(file decl.FileID, name string, n int) []decl.SymbolID {
	var out []decl.SymbolID
	for _, s := range r.ByName[name] {
		if len(out) == n {
			break
		}
		if of := r.Symbol(s).File; r.group[of] == r.group[file] && r.File(of).Lang.Kin() == r.File(file).Lang.Kin() {
			out = append(out, s)
		}
	}
	return out
}
