package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// asMeant keeps what a use of a name can mean where functions have names of their
// own: as is the Sense of the Name or Member. Where the nearest definitions of fd are all
// of the other sort, those above them in the supertypes of t count.
func (r *resolver) asMeant(t typ, fd found, name string, as facts.NameSense) found {
	if as == facts.AnyName || fd.status != isSymbol {
		return fd
	}
	if out := r.sorted(fd, as); len(out.syms) > 0 {
		return out
	}
	n := r.types.node(t)
	if n.kind != kInstance && n.kind != kClass {
		return found{}
	}
	seen := []base{{sym: n.symbol(), args: n.args}}
	open := false
	for k := 0; k < len(seen) && k < maxBases; k++ {
		in := seen[k]
		recv := r.types.instance(in.sym, in.args...)
		above := found{status: isSymbol, rule: ruleInherited, syms: r.inherited(n.symbol(), r.syms[in.sym].members[name]), recv: recv}
		if above = r.sorted(above, as); len(above.syms) > 0 {
			return r.sorted(r.withOverloads(n.symbol(), above, name, t), as)
		}
		seen = r.appendBases(seen, in)
		open = open || r.syms[in.sym].open
	}
	if open || !r.files[r.syms[n.symbol()].file].lang.Rules.CheckedNames {
		return found{}
	}
	if r.inClosed(n.symbol(), name) {
		return found{status: isOutside}
	}
	return found{status: isMissing, owner: ownedBySymbol(n.symbol())}
}

// appendBases adds the direct supertypes of in, with their type arguments, to
// those seen so far.
func (r *resolver) appendBases(seen []base, in base) []base {
	for _, b := range r.basesOf(in.sym) {
		if slices.ContainsFunc(seen, func(s base) bool { return s.sym == b.sym }) {
			continue
		}
		args := make([]typ, len(b.args))
		for i, a := range b.args {
			args[i] = r.types.subst(a, in.sym, in.args, 0)
		}
		seen = append(seen, base{sym: b.sym, args: args})
	}
	return seen
}

// sorted keeps the symbols of fd that are functions, or those that are none. A field
// that a call reads counts as a function where there is no other.
func (r *resolver) sorted(fd found, as facts.NameSense) found {
	keep := func(s symID) bool { return r.def(s).Kind.IsCallable() == (as == facts.FunctionName) }
	if as == facts.FunctionName && !slices.ContainsFunc(fd.syms, keep) {
		keep = r.readByCall
	}
	if !slices.ContainsFunc(fd.syms, func(s symID) bool { return !keep(s) }) {
		return fd
	}
	out := fd
	out.syms, out.recvs = nil, nil
	for i, s := range fd.syms {
		if keep(s) {
			out.syms = append(out.syms, s)
			out.recvs = append(out.recvs, fd.receiver(i))
		}
	}
	if len(out.recvs) > 0 {
		out.recv = out.recvs[0]
	}
	return out
}

// readByCall reports whether s is a field that is read by a call of its name.
func (r *resolver) readByCall(s symID) bool {
	d := r.def(s)
	return d.Kind == facts.Field && d.Has(facts.Getter)
}
