package resolve

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// extensionMember says what name means on a value of type t where the type has
// no such member itself: a function that can be called on it and that the file
// sees. The best fitting ones count; on a value that is not known only a single one.
func (r *resolver) extensionMember(file fileID, t typ, name string) found {
	best, syms := misfit, []symID(nil)
	for _, s := range r.extenders[name] {
		if !r.sees(file, s) {
			continue
		}
		d := r.def(s)
		want := r.declType(r.syms[s].file, d.Receiver)
		fit := r.fits(file, t, want, 0)
		switch w := r.types.node(want); {
		case want >= firstTyp && w.kind == kParam:
			if fit = fitUnknown; t >= firstTyp && r.bound(w.symbol(), w.position()) == unknown {
				fit++ // of anything, but after those of the type itself
			}
		case fit == fitUnknown && t >= firstTyp && !sameLastWord(r.types.nameOf(r.types.node(t)), r.types.nameOf(w)):
			fit = misfit // two types from outside that nothing is known of
		}
		if d.Has(facts.Static) && !d.Has(facts.ExtensionMember) && fit <= fitUnknown {
			continue // of the type itself: it has to be that type
		}
		switch {
		case fit == misfit || fit < best:
		case fit > best:
			best, syms = fit, []symID{s}
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

// instead returns the extensions of the name of members that the call x cannot
// mean: they take other arguments, or are values.
func (r *resolver) instead(file fileID, x facts.ExprID, fd *found) found {
	f := &r.files[file]
	e := &f.facts.Exprs[x]
	name := f.facts.Exprs[e.X].Name
	if len(r.extenders[name]) == 0 || fd.recv < firstTyp || r.depth > maxDepth {
		return found{}
	}
	for _, s := range fd.syms {
		switch d := r.def(s); {
		case d.Has(facts.ExtensionMember), d.Kind.IsType(), d.Kind.IsCallable() && (d.Has(facts.Getter) || takes(d, e.Args)):
			return found{}
		}
	}
	other := r.extensionMember(file, fd.recv, name)
	other.syms = slices.DeleteFunc(slices.Clone(other.syms), func(s symID) bool {
		d := r.def(s)
		return !d.Kind.IsCallable() || d.Has(facts.Getter) || !takes(d, e.Args)
	})
	if other.rule != ruleExtension || len(other.syms) == 0 {
		return found{}
	}
	return other
}

// sameLastWord reports whether two names of types end with the same word, as those
// of a type and its supertypes mostly do (SqlConnection, IDbConnection); also
// where one of them is not known.
func sameLastWord(a, b string) bool {
	word := func(s string) string {
		return s[max(0, strings.LastIndexFunc(s, unicode.IsUpper)):]
	}
	return a == "" || b == "" || word(a) == word(b)
}

// sees reports whether a file may use the extension s: its own unit's, or one of
// a unit that it imports something of.
func (r *resolver) sees(file fileID, s symID) bool {
	f, g := &r.files[file], &r.files[r.syms[s].file]
	if family(f.lang) != family(g.lang) || g.test && !f.test {
		return false
	}
	if r.def(s).Has(facts.FileLocal) {
		return r.syms[s].file == file
	}
	if n := r.namespaceOf(s); n >= 0 && f.unit == g.unit {
		return r.opens(file, n)
	}
	return f.unit == g.unit || slices.ContainsFunc(f.imports, func(im importState) bool { return im.unit == g.unit })
}

// namespaceOf returns the innermost namespace around a symbol, -1 for none.
func (r *resolver) namespaceOf(s symID) symID {
	for s = r.syms[s].parent; s >= 0 && r.def(s).Kind != facts.Namespace; s = r.syms[s].parent {
	}
	return r.canon(s)
}

// opens reports whether what stands in a namespace is known in a file without
// naming the namespace: it is written there, or imports everything of it.
func (r *resolver) opens(file fileID, namespace symID) bool {
	f := &r.files[file]
	if f.opened == nil {
		f.opened = make(map[symID]bool)
		for d := range f.facts.Defs {
			if f.facts.Defs[d].Kind == facts.Namespace {
				f.opened[r.canon(f.symbol(facts.DefID(d)))] = true
			}
		}
		note := func(im *importState) {
			if im.unit < 0 || im.within == "" {
				return
			}
			if fd := r.path(im.unit, im.within); fd.status == isSymbol {
				for _, s := range fd.syms {
					f.opened[r.canon(s)] = true
				}
			}
		}
		for _, i := range f.stars {
			note(&f.imports[i])
		}
		for i := range f.ambient {
			note(&f.ambient[i])
		}
	}
	return f.opened[namespace]
}

// extensionsOf returns the extensions called name at the top level of a unit,
// which imports name like any other function.
func (r *resolver) extensionsOf(u unitID, name string) []symID {
	var out []symID
	for _, s := range r.extenders[name] {
		if y := &r.syms[s]; y.parent < 0 && r.files[y.file].unit == u && !r.def(s).Has(facts.FileLocal) {
			out = append(out, s)
		}
	}
	return out
}

// sameOwner reports whether all symbols are overloads of one definition.
func (r *resolver) sameOwner(syms []symID) bool {
	for _, s := range syms[1:] {
		if r.syms[s].file != r.syms[syms[0]].file || r.syms[s].parent != r.syms[syms[0]].parent {
			return false
		}
	}
	return true
}
