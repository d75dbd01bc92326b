package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// share makes the namespace s of unit un one with its namesakes in all files.
func (r *resolver) share(un *unit, s symID) {
	if r.spaces == nil {
		r.spaces = make(map[string][]symID)
	}
	d := r.def(s)
	key := family(r.files[r.syms[s].file].lang) + " " + d.Name
	if !r.join(s, r.spaces[key]) {
		r.spaces[key] = append(r.spaces[key], s)
	}
	un.names[d.Name] = addName(un.names[d.Name], s)
}

// nameSpaces lets the names of shared namespaces mean what stands for all parts,
// which is known when all files have been seen.
func (r *resolver) nameSpaces() {
	if r.spaces == nil {
		return
	}
	for u := range r.units {
		for name, syms := range r.units[u].names {
			if slices.ContainsFunc(syms, func(s symID) bool { return r.def(s).Kind == facts.Namespace && r.canon(s) != s }) {
				r.units[u].names[name] = r.whole(syms)
			}
		}
	}
}

// seen returns those of the members of a shared namespace that a file sees: those
// of the file itself and of what it includes. Where it sees none, a header is not
// known, and all count that other files can name.
func (r *resolver) seen(file fileID, syms []symID) []symID {
	if len(syms) < 2 || !r.files[file].lang.Rules.SharedNamespaces {
		return syms
	}
	if p := r.syms[syms[0]].parent; p < 0 || r.def(p).Kind != facts.Namespace {
		return syms
	}
	var near, named []symID
	for _, s := range syms {
		brought := func(f fileID) bool { return f == file || r.brings(file, f) }
		if brought(r.syms[s].file) || slices.ContainsFunc(r.syms[s].declaredIn, brought) {
			near = append(near, s)
		}
		if !r.def(s).Has(facts.FileLocal) {
			named = append(named, s)
		}
	}
	switch {
	case len(near) > 0:
		return near
	case len(named) > 0:
		return named
	}
	return syms
}

// brings reports whether a file includes another, itself or through others.
func (r *resolver) brings(file, other fileID) bool {
	f := &r.files[file]
	if f.closure == nil {
		f.closure = make(map[fileID]bool)
		queue := []fileID{file}
		for len(queue) > 0 {
			g := &r.files[queue[0]]
			queue = queue[1:]
			for _, i := range g.stars {
				st := &g.imports[i]
				if st.unit < 0 || st.within != "" {
					continue
				}
				for _, h := range r.units[st.unit].files {
					if !f.closure[h] {
						f.closure[h] = true
						queue = append(queue, h)
					}
				}
			}
		}
	}
	return f.closure[other]
}

// byArguments finds the function that a bare name means by the namespaces of the
// types of the arguments, fd where there is none.
func (r *resolver) byArguments(file fileID, x facts.ExprID, fd found) found {
	e := &r.files[file].facts.Exprs[x]
	callee := &r.files[file].facts.Exprs[e.X]
	if callee.Kind != facts.Name || r.depth > maxDepth {
		return fd
	}
	r.depth++
	defer func() { r.depth-- }()
	for i := range e.Args {
		if e.Args[i].X < 0 {
			continue
		}
		t := r.exprType(file, e.Args[i].X)
		if t < firstTyp || r.types.kind(t) != kInstance {
			continue
		}
		seen := []base{{sym: r.types.node(t).symbol()}}
		for k := 0; k < len(seen) && k < maxBases; k++ {
			if m := r.besideType(seen[k].sym, callee.Name); len(m) > 0 {
				return found{status: isSymbol, rule: ruleUnit, syms: r.seen(file, m)}
			}
			seen = r.appendBases(seen, seen[k])
		}
	}
	return fd
}

// besideType returns the functions of a name in the namespaces around a type.
func (r *resolver) besideType(s symID, name string) []symID {
	for s = r.syms[s].parent; s >= 0; s = r.syms[s].parent {
		if r.def(s).Kind != facts.Namespace {
			continue
		}
		if m := r.syms[r.canon(s)].members[name]; len(m) > 0 && r.def(m[0]).Kind.IsCallable() {
			return m
		}
	}
	return nil
}

// included adds to the functions of a name that a file has itself those that what
// it includes has: they are told apart by their parameters.
func (r *resolver) included(file fileID, name string, syms []symID) []symID {
	f := &r.files[file]
	own := len(syms)
	for _, i := range f.stars {
		st := &f.imports[i]
		if st.unit < 0 || st.unit == f.unit || st.within != "" {
			continue
		}
		fd := r.moduleMember(st.unit, name)
		for _, s := range fd.syms {
			if r.def(s).Kind.IsCallable() && !slices.Contains(syms, s) && !r.isDeclaredHere(s, syms[:own]) {
				syms = append(syms[:len(syms):len(syms)], s)
			}
		}
	}
	return syms
}

// isDeclaredHere reports whether one of the functions of a file is what s declares,
// as far as the number of parameters tells.
func (r *resolver) isDeclaredHere(s symID, own []symID) bool {
	return slices.ContainsFunc(own, func(t symID) bool { return len(r.def(t).Params) == len(r.def(s).Params) })
}
