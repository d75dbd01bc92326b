package infer

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
)

// Modules that no import connects, in any direction and over any number of others, are never in one
// program: a value of one does not reach the code of the other, and a type of one is not used as an
// interface of the other. A repository may consist of many such modules.

// noGroup is the group of a file that may be in a program with any other.
const noGroup decl.FileID = -1

// groupModules puts files into groups, each with a representative: the files of a module are
// in one group, with those that they import. All imports have to be linked.
func (r *Resolver) groupModules() {
	r.group = make([]decl.FileID, len(r.files))
	modules := make(map[string]decl.FileID)
	for i := range r.NumFiles() {
		r.group[i] = noGroup
		l, ok := r.File(i).Linker.(lang.ModuleLinker)
		if !ok {
			continue
		}
		r.group[i] = i
		dir, _ := l.Module(r.File(i).Path)
		if first, known := modules[dir]; known {
			r.group[i] = first
		} else {
			modules[dir] = i
		}
	}
	for i := range r.NumFiles() {
		r.at = i
		for _, states := range [][]ImportState{r.File(i).Imports, r.File(i).Reexports} {
			for j := range states {
				if u := states[j].Unit; u >= 0 {
					r.merge(i, r.Unit(u).Files[0])
				}
			}
		}
	}
	for i := range r.NumFiles() {
		r.group[i] = r.groupOf(i)
	}
}

// groupOf returns the representative of the group of a file, noGroup for none.
func (r *Resolver) groupOf(f decl.FileID) decl.FileID {
	if r.group[f] == noGroup {
		return noGroup
	}
	for r.group[f] != f {
		r.group[f] = r.group[r.group[f]] // shortens the way for the next question
		f = r.group[f]
	}
	return f
}

// merge makes the groups of two files one. Files without a group stay so.
func (r *Resolver) merge(a, b decl.FileID) {
	if a, b = r.groupOf(a), r.groupOf(b); a != noGroup && b != noGroup {
		r.group[max(a, b)] = min(a, b)
	}
}

// Group returns the number of the group of modules that a file is in, -1 where that is not known.
func (r *Resolver) Group(f decl.FileID) decl.FileID { return r.group[f] }

// Together reports whether one program may contain the files of two symbols.
func (r *Resolver) Together(s, t decl.SymbolID) bool {
	a, b := r.group[r.Symbol(s).File], r.group[r.Symbol(t).File]
	return a == b || a == noGroup || b == noGroup
}
