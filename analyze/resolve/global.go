package resolve

import (
	"slices"
)

// A globalName is a name that all files of a family share.
type globalName struct{ family, name string }

// global says what a name of no file around means to all of them. Where several
// files define it, each a program of its own, nothing is known; tests share names
// with tests alone.
func (r *resolver) global(file fileID, name string) found {
	f := &r.files[file]
	syms := slices.Clone(r.globals[globalName{family(f.lang), name}])
	syms = slices.DeleteFunc(syms, func(s symID) bool { return r.files[r.syms[s].file].test && !f.test })
	if len(syms) == 0 {
		return found{}
	}
	for _, s := range syms {
		if r.syms[s].file != r.syms[syms[0]].file {
			return found{}
		}
	}
	return found{status: isSymbol, rule: ruleReexport, syms: syms}
}
