package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
)

// related returns what follows for the types above and below types with other base types, in languages where a value may
// have the members of a subtype of its type.
func (d *differ) related(file *infer.File, effects []facts.Effect) []facts.Effect {
	if !file.Lang.Rules.WrittenMembers {
		return nil
	}
	r := d.edges.Infer()
	met := make(map[decl.SymbolID]bool)
	var out []facts.Effect
	above := func(s decl.SymbolID) {
		for _, t := range r.Linear(s) {
			if !met[t] {
				met[t] = true
				out = append(out, facts.Effect{Name: r.Def(t).Name, Sense: facts.Anywhere, Top: true})
			}
		}
	}
	for i := range effects {
		x := &effects[i]
		if !x.Bases && !x.Below {
			continue
		}
		for _, s := range d.types(file, func(t decl.SymbolID) bool { return r.Def(t).Name == x.Name }) {
			above(s)
			if x.Bases {
				for _, sub := range d.types(file, func(t decl.SymbolID) bool { return slices.Contains(r.Linear(t), s) }) {
					above(sub)
				}
			}
		}
	}
	return out
}

// types returns the types in the files of a family for which is holds.
func (d *differ) types(file *infer.File, is func(decl.SymbolID) bool) []decl.SymbolID {
	r := d.edges.Infer()
	var out []decl.SymbolID
	for i := range d.Input.Files {
		f := r.File(decl.FileID(i))
		if f.Lang.Kin() != file.Lang.Kin() {
			continue
		}
		for k := range f.Facts.Defs {
			if s := r.Canon(f.Symbol(facts.DefID(k))); f.Facts.Defs[k].Kind.IsType() && is(s) {
				out = append(out, s)
			}
		}
	}
	return out
}
