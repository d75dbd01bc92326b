package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// onlyType reports whether a symbol is a type that no code can name as a value,
// in a language where types and values have names of their own.
func (r *resolver) onlyType(s symID) bool {
	if !r.files[r.syms[s].file].lang.Rules.TypesApart {
		return false
	}
	d := r.def(s)
	return d.Kind == facts.Interface || d.Kind == facts.TypeDef && len(d.Values) == 0
}

// values leaves out of syms those that are types alone, where others are not.
func (r *resolver) values(syms []symID) []symID {
	if len(syms) < 2 || !slices.ContainsFunc(syms, r.onlyType) {
		return syms
	}
	if out := slices.DeleteFunc(slices.Clone(syms), r.onlyType); len(out) > 0 {
		return out
	}
	return syms
}

// valueSide is what a name, found as id at the top of a file, means to code: not a
// type of that name, behind which a name from outside may stand.
func (r *resolver) valueSide(file fileID, name string, id foundID) foundID {
	fd := r.found(id)
	if fd.status != isSymbol || !slices.ContainsFunc(fd.syms, r.onlyType) {
		return id
	}
	if slices.ContainsFunc(fd.syms, func(s symID) bool { return !r.onlyType(s) }) {
		only := *fd
		only.syms, only.recvs = r.values(fd.syms), nil
		return r.addFound(only)
	}
	if _, ok := r.files[file].lang.Universe[name]; ok {
		return findOutside
	}
	return findUnknown
}

// namesake returns the interface of the same name as a variable, which is what the
// variable makes when it is instantiated; -1 when there is none.
func (e *emitter) namesake(s symID) symID {
	y := &e.syms[s]
	same := e.units[e.files[y.file].unit].names[e.def(s).Name]
	if y.parent >= 0 {
		same = e.syms[e.canon(y.parent)].members[e.def(s).Name]
	}
	for _, t := range same {
		if e.onlyType(t) && e.def(t).Kind == facts.Interface {
			return t
		}
	}
	return -1
}
