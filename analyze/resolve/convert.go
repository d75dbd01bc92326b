package resolve

import "github.com/nexus-ci/nexus-ci/analyze/facts"

// fits tells how well a value of type have fits a parameter of type want, by a
// constructor of want where the language converts so.
func (r *resolver) fits(file fileID, have, want typ, depth int) int {
	fit := r.fitsAsIs(file, have, want, depth)
	if fit == misfit && depth == 0 && r.files[file].lang.Rules.ImplicitCopies && r.converts(file, have, want) {
		return fitUnknown + 1
	}
	return fit
}

// converts reports whether want is a type with a constructor that takes one value
// of type have.
func (r *resolver) converts(file fileID, have, want typ) bool {
	n := r.types.node(want)
	if n.kind != kInstance || r.syms[n.symbol()].ctor < 0 {
		return false
	}
	one := []facts.Arg{{X: facts.None}}
	for _, c := range r.syms[n.symbol()].members[r.def(r.syms[n.symbol()].ctor).Name] {
		if d := r.def(c); d.Kind == facts.Constructor && takes(d, one) && d.Params[0].Type >= 0 &&
			r.fitsAsIs(file, have, r.declType(r.syms[c].file, d.Params[0].Type), 1) > fitUnknown {
			return true
		}
	}
	return false
}
