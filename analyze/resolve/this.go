package resolve

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// literalAround returns the object literal in a function that the function in is a
// member of, None elsewhere.
func (r *resolver) literalAround(file fileID, in facts.DefID) facts.ExprID {
	if in < 0 {
		return facts.None
	}
	d := &r.files[file].facts.Defs[in]
	if !d.Has(facts.ObjectItem) || d.Owner >= 0 || d.Parent < 0 || !r.files[file].facts.Defs[d.Parent].Kind.IsCallable() {
		return facts.None
	}
	places := r.placesOf(file)
	if x, ok := r.files[file].literals[in]; ok {
		if p := places[x]; p.kind == inObject {
			return p.in
		}
	}
	return facts.None
}

// isPlaced reports whether a literal stands where a type is asked for, or is part of one
// that does: this type says what its functions are called on.
func (r *resolver) isPlaced(file fileID, x facts.ExprID) bool {
	for {
		p, ok := r.placesOf(file)[x]
		switch {
		case !ok:
			return false
		case p.kind == inCall, p.kind == typed, p.kind == ofTyped, p.in <= x:
			return true
		}
		x = p.in
	}
}

// thisType is the type of the instance that code inside a definition runs in.
func (r *resolver) thisType(file fileID, in facts.DefID) typ {
	if x := r.literalAround(file, in); x >= 0 {
		own := r.types.object(file, x)
		if r.isPlaced(file, x) { // what it is handed to may call it on something else
			return r.types.union(own, unknown)
		}
		return own
	}
	s := r.enclosingType(file, in)
	if s < 0 {
		// A constructor function: its instances are what new makes of it.
		if c := r.symOf(file, in); c >= 0 && len(r.syms[c].members) > 0 {
			return r.types.instance(c)
		}
		for c := r.symOf(file, in); c >= 0; c = r.syms[c].parent { // a member of a type from outside
			if d := r.def(c); d.Receiver >= 0 && r.syms[c].parent < 0 {
				return r.declType(file, d.Receiver)
			}
		}
		return unknown
	}
	d := r.def(s)
	switch {
	case d.Kind.IsType():
		for p := r.symOf(file, in); p >= 0 && r.canon(p) != s; p = r.syms[p].parent {
			if r.canon(r.syms[p].parent) == s && r.def(p).Has(facts.Static) {
				return r.types.class(s)
			}
		}
		return r.instance(s)
	case d.Kind.IsCallable():
		return r.types.union(r.types.instance(s), unknown)
	}
	return r.types.union(r.types.holder(s), unknown)
}
