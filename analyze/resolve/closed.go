package resolve

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// completeMembers returns all members of a written type from outside of the
// repository, nil where they are not known.
func (r *resolver) completeMembers(file fileID, t facts.TypeID) map[string]bool {
	f := &r.files[file]
	ty := &f.facts.Types[t]
	if ty.Kind == facts.PointerT && len(ty.Args) == 1 && ty.Args[0] >= 0 {
		ty = &f.facts.Types[ty.Args[0]]
	}
	if len(f.lang.Complete) == 0 || ty.Kind != facts.Named {
		return nil
	}
	first, rest := ty.Name, ""
	if ty.Qualifier != "" {
		first, rest, _ = strings.Cut(ty.Qualifier+"."+ty.Name, ".")
		rest = "." + rest
	}
	if list := f.byAlias[first]; len(list) > 0 {
		im := &f.facts.Imports[list[len(list)-1]]
		if im.Name == "" {
			return f.lang.Complete[im.Source+rest]
		}
		return f.lang.Complete[im.Source+"."+im.Name+rest]
	}
	if _, plain := f.lang.Universe[first]; plain {
		return f.lang.Complete[first+rest]
	}
	for _, i := range f.stars {
		if members := f.lang.Complete[f.facts.Imports[i].Source+"."+first+rest]; members != nil {
			return members
		}
	}
	return nil
}

// inClosed reports whether a type has a member from a base outside of the repository
// that is known completely.
func (r *resolver) inClosed(s symID, name string) bool {
	seen := []base{{sym: s}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		seen = r.appendBases(seen, seen[k])
		for _, members := range r.syms[seen[k].sym].closed {
			if members[name] {
				return true
			}
		}
	}
	return false
}

// spansLanguages reports whether a type, or one above it, is of another language than a
// file, in a family that shares packages: members may have other names there (a
// property of Kotlin is getX in Java).
func (r *resolver) spansLanguages(file fileID, s symID) bool {
	l := r.files[file].lang
	if l.Unit == nil || l.Family == "" {
		return false
	}
	seen := []base{{sym: s}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		if r.files[r.syms[seen[k].sym].file].lang != l {
			return true
		}
		if r.def(seen[k].sym).Kind.IsType() {
			seen = r.appendBases(seen, seen[k])
		}
	}
	return false
}

// writesTypes reports whether a language has a written type for every variable and
// cast that does not say so: what is written but not known is no other type.
func writesTypes(l *lang.Language) bool { return l.Rules.Overloads && l.Rules.CheckedNames }

// mayBeMade reports whether the linker of a language of packages does not know if
// a package has a name: the build may write it.
func (r *resolver) mayBeMade(f *fileState, name string) bool {
	if f.lang.Unit == nil || f.linker == nil || f.facts.Package == "" {
		return false
	}
	t := f.linker.Link(f.path, f.facts.Package, name)
	return t.NameIsModule || t == lang.Target{}
}

// inherited returns those of the members of a supertype that s has as well: not
// what only the other's file may name.
func (r *resolver) inherited(s symID, members []symID) []symID {
	hidden := func(m symID) bool { return r.def(m).Has(facts.FileLocal) && r.syms[m].file != r.syms[s].file }
	if !slices.ContainsFunc(members, hidden) {
		return members
	}
	return slices.DeleteFunc(slices.Clone(members), hidden)
}

func addStep(queue []step, s step) []step {
	for i := range queue {
		if queue[i].sym == s.sym && queue[i].class == s.class {
			return queue
		}
	}
	return append(queue, s)
}

// membersOf returns the own members of a type by name. Where the language keeps
// those of the type itself apart from those of its instances, class says which;
// elsewhere it decides where both have one of that name.
func (r *resolver) membersOf(s symID, name string, class bool) []symID {
	list := r.syms[s].members[name]
	if len(list) == 0 || !r.files[r.syms[s].file].lang.Rules.StaticsApart {
		return r.side(list, class)
	}
	apart := func(m symID) bool {
		d := r.def(m)
		return (d.Kind.IsCallable() || d.Kind == facts.Field) && d.Has(facts.Static) != class
	}
	if !slices.ContainsFunc(list, apart) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), apart)
}

// side keeps, where members of one name belong both to the type itself and to its
// instances, those of the side asked for.
func (r *resolver) side(syms []symID, class bool) []symID {
	if len(syms) < 2 || r.files[r.syms[syms[0]].file].lang.Rules.Overloads {
		return syms
	}
	out := make([]symID, 0, len(syms))
	for _, s := range syms {
		if r.def(s).Has(facts.Static) == class {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return syms
	}
	return out
}

// extendedBy returns the types whose instance members the type s itself has.
func (r *resolver) extendedBy(s symID) []base {
	var out []base
	for _, p := range append([]symID{s}, r.syms[s].parts...) {
		for _, id := range r.def(p).Extended {
			known := false
			r.types.each(r.declType(r.syms[p].file, id), func(m typ) {
				if n := r.types.node(m); n.kind == kInstance {
					out = append(out, base{sym: n.symbol(), args: n.args})
					known = true
				}
			})
			if !known {
				r.syms[s].open = true
			}
		}
	}
	return out
}
