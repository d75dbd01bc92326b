package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// extensionMember says what name means on a value of type t where the type has
// no such member itself: a function that can be called on it and that the file
// sees. The best fitting ones count; on a value that is not known only a single one.
func (r *resolver) extensionMember(file int32, t typ, name string) found {
	best, syms := misfit, []int32(nil)
	for _, s := range r.extenders[name] {
		if !r.sees(file, s) {
			continue
		}
		d := r.def(s)
		want := r.declType(r.syms[s].file, d.Receiver)
		fit := r.fits(file, t, want, 0)
		if w := r.types.nodes[want]; want >= firstTyp && w.kind == kParam {
			fit = fitUnknown // of anything
		}
		switch {
		case fit == misfit || fit < best:
		case fit > best:
			best, syms = fit, []int32{s}
		default:
			syms = append(syms, s)
		}
	}
	switch {
	case len(syms) == 0:
		return found{}
	case best > fitUnknown:
		return found{status: isSymbol, rule: ruleExtension, syms: syms}
	case len(syms) == 1 || t >= firstTyp && r.sameOwner(syms):
		return found{status: isSymbol, rule: ruleUnique, syms: syms}
	}
	return found{}
}

// sees reports whether a file may use the extension s: its own unit's, or one of
// a unit that it imports something of.
func (r *resolver) sees(file, s int32) bool {
	f, g := &r.files[file], &r.files[r.syms[s].file]
	if family(f.lang) != family(g.lang) || g.test && !f.test {
		return false
	}
	if r.def(s).Has(facts.FileLocal) {
		return r.syms[s].file == file
	}
	return f.unit == g.unit || slices.ContainsFunc(f.imports, func(im importState) bool { return im.unit == g.unit })
}

// sameOwner reports whether all symbols are overloads of one definition.
func (r *resolver) sameOwner(syms []int32) bool {
	for _, s := range syms[1:] {
		if r.syms[s].file != r.syms[syms[0]].file || r.syms[s].parent != r.syms[syms[0]].parent {
			return false
		}
	}
	return true
}
