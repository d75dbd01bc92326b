package resolve

import (
	"iter"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/meaning"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
)

// related returns what follows for the types above and below types with other base types, in languages where a value may
// have the members of a subtype of its type.
func (d *differ) related(file *infer.File, effects []meaning.Effect) []meaning.Effect {
	if !file.Lang.Rules.WrittenMembers {
		return nil
	}
	r := d.edges.Infer()
	met := make(map[decl.SymbolID]bool)
	var out []meaning.Effect
	above := func(s decl.SymbolID) {
		for _, t := range r.Linear(s) {
			if !met[t] {
				met[t] = true
				out = append(out, meaning.Effect{Name: r.Def(t).Name, Sense: meaning.Anywhere, Top: true})
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
	for f := range d.family(file.Lang.Kin()) {
		for k := range f.Facts.Defs {
			if s := r.Canon(f.Symbol(facts.DefID(k))); f.Facts.Defs[k].Kind.IsType() && is(s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// family yields the files of the languages that share names.
func (d *differ) family(kin string) iter.Seq[*infer.File] {
	return func(yield func(*infer.File) bool) {
		for i := range d.Input.Files {
			if f := d.edges.Infer().File(decl.FileID(i)); f.Lang.Kin() == kin && !yield(f) {
				return
			}
		}
	}
}

// A typeDef is a definition that stands for a type.
type typeDef struct {
	in  *infer.File
	typ facts.TypeID
}

// typeDefs returns the definitions of the languages that share names which stand for a type, by name.
func (d *differ) typeDefs(kin string) map[string][]typeDef {
	byName := d.standing[kin]
	if byName == nil {
		byName = make(map[string][]typeDef)
		d.standing[kin] = byName
		for f := range d.family(kin) {
			for k := range f.Facts.Defs {
				if x := &f.Facts.Defs[k]; x.Kind == facts.TypeDef {
					byName[x.Name] = append(byName[x.Name], typeDef{f, x.Type})
				}
			}
		}
	}
	return byName
}

// standFor returns what follows for types with other names, because a type that stands for them has other base types.
func (d *differ) standFor(file *infer.File, effects []meaning.Effect) []meaning.Effect {
	var out []meaning.Effect
	met := make(map[string]bool)
	var follow func(name string)
	follow = func(name string) {
		if met[name] {
			return
		}
		met[name] = true
		for _, x := range d.typeDefs(file.Lang.Kin())[name] {
			for of := range meaning.Of(x.in.Facts).NamesIn(x.typ) {
				out = append(out, meaning.Effect{Name: of, Sense: meaning.Anywhere, Top: true}, meaning.Effect{Name: of, Sense: meaning.Anywhere})
				follow(of)
			}
		}
	}
	for i := range effects {
		if effects[i].Extended {
			follow(effects[i].Name)
		}
	}
	return out
}

// moves reports whether a name that stands for a type stands for another one, and an extension adds to the type by that
// name: then the type for which it stood has other base types.
func (d *differ) moves(file decl.FileID, diff *meaning.Difference) bool {
	if len(diff.Aliases) == 0 {
		return false
	}
	for f := range d.family(d.edges.Infer().File(file).Lang.Kin()) {
		for k := range f.Facts.Extensions {
			if diff.Aliases[meaning.Of(f.Facts).Extends(k)] {
				return true
			}
		}
	}
	for _, other := range d.Changed {
		for name := range other.Extended {
			if diff.Aliases[name] {
				return true
			}
		}
	}
	return false
}
