package resolve

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// canon returns the symbol that stands for all parts of a definition: the first
// part of a namespace or partial class, the definition of a forward declared
// type. It is the one that types, members and bases belong to.
func (r *resolver) canon(s int32) int32 {
	if s >= 0 && r.syms[s].part >= 0 {
		return r.syms[s].part
	}
	return s
}

// join makes s a part of the first of the symbols of its name that it goes
// together with, and reports whether there is one.
func (r *resolver) join(s int32, same []int32) bool {
	d := r.def(s)
	if !d.Has(facts.Partial) {
		return false
	}
	for _, first := range same {
		o := r.def(first)
		if !o.Has(facts.Partial) || len(o.TypeParams) != len(d.TypeParams) || callable(o.Kind) != callable(d.Kind) {
			continue
		}
		r.syms[s].part = r.canon(first)
		c := &r.syms[r.syms[s].part]
		c.parts = append(c.parts, s)
		return true
	}
	return false
}

// extend attaches the bases that a type gets outside of its declaration.
func (r *resolver) extend() {
	for i := range r.files {
		f := &r.files[i]
		for j := range f.facts.Extensions {
			x := &f.facts.Extensions[j]
			if s := r.receiver(int32(i), x.Of); s >= 0 {
				y := &r.syms[s]
				y.extensions = append(y.extensions, extension{int32(i), x})
				y.based, y.bases = false, nil // looking for Of may have asked already
			}
		}
	}
}

// An extension is one of facts.File.Extensions with its file.
type extension struct {
	file int32
	*facts.Extension
}
