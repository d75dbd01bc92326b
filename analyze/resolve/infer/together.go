package infer

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/module"
)

// groupModules finds the groups of modules (package module), for languages whose linkers know modules.
// All imports have to be linked.
func (r *Resolver) groupModules() {
	files := make([]module.File, len(r.files))
	for i := range r.NumFiles() {
		f := r.File(i)
		if l, ok := f.Linker.(lang.ModuleLinker); ok {
			files[i].Dir, _ = l.Module(f.Path)
			files[i].Known = true
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

// Group returns the number of the group of modules that a file is in, module.None where it is not known.
func (r *Resolver) Group(f decl.FileID) int32 { return r.group[f] }

// Together reports whether one program of the repository may contain the files of two symbols.
func (r *Resolver) Together(s, t decl.SymbolID) bool {
	a, b := r.group[r.Symbol(s).File], r.group[r.Symbol(t).File]
	return a == b || a == module.None || b == module.None
}
