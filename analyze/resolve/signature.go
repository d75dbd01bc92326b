package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// signatures keeps of the functions fd the one whose declared types a call x means:
// where some of them only declare what another one does, the first of those that
// the arguments fit. x is None where the language calls by itself.
func (r *resolver) signatures(file fileID, x facts.ExprID, fd found) found {
	declared := func(s symID) bool { return r.def(s).Has(facts.Overload) }
	if x < 0 || len(fd.syms) < 2 || !slices.ContainsFunc(fd.syms, declared) {
		return fd
	}
	args := r.files[file].facts.Exprs[x].Args
	best, fits := 0, misfit
	for i, s := range fd.syms {
		if !declared(s) && !r.def(s).Has(facts.Abstract) {
			continue // its own types are no one else's concern
		}
		if fit := r.fit(file, args, s, fd.receiver(i)); fit > fits {
			best, fits = i, fit
		}
	}
	out := fd
	out.syms, out.recvs = fd.syms[best:best+1], nil
	out.recv = fd.receiver(best)
	return out
}

// signature returns the declaration of function s that the call x means, s itself
// where it is the only one.
func (r *resolver) signature(s symID, file fileID, x facts.ExprID) symID {
	y, d := &r.syms[s], r.def(s)
	if d.Has(facts.Overload) || x < 0 {
		return s
	}
	same := r.units[r.files[y.file].unit].names[d.Name]
	if y.parent >= 0 {
		p := &r.syms[r.canon(y.parent)]
		if same = p.members[d.Name]; len(same) == 0 {
			same = p.nested[d.Name]
		}
	}
	if len(same) < 2 || !slices.Contains(same, s) {
		return s
	}
	if one := r.signatures(file, x, found{status: isSymbol, syms: r.side(same, d.Has(facts.Static))}); len(one.syms) == 1 {
		return one.syms[0]
	}
	return s
}
