package infer

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/written"
)

// join makes s a part of the first symbol in same that it can be combined with, and reports whether
// there is one.
func (r *Resolver) join(s decl.SymbolID, same []decl.SymbolID) bool {
	d := r.Def(s)
	if !d.Has(facts.Partial) {
		return false
	}
	for i, first := range same {
		o := r.Def(first)
		if !o.Has(facts.Partial) || len(o.TypeParams) != len(d.TypeParams) || o.Kind.IsCallable() != d.Kind.IsCallable() {
			continue
		}
		c, p := r.Canon(first), s
		if r.standsFor(s, c) {
			c, p = s, c
			same[i] = s
		}
		r.Symbol(p).part = c
		for _, q := range r.Symbol(p).Parts {
			r.Symbol(q).part = c
		}
		r.Symbol(c).Parts = append(append(r.Symbol(c).Parts, r.Symbol(p).Parts...), p)
		r.Symbol(p).Parts = nil
		r.moveMembers(p, c)
		return true
	}
	return false
}

// standsFor reports whether s represents a definition in parts better than c, the current
// representative. Preferred are: a definition over a declaration, a part outside tests, the part
// that names the bases, the part higher in the directory tree.
func (r *Resolver) standsFor(s, c decl.SymbolID) bool {
	d, o := r.Def(s), r.Def(c)
	if a, b := d.Has(facts.Declaration), o.Has(facts.Declaration); a != b {
		return b
	}
	if a, b := r.File(r.Symbol(s).File).Test, r.File(r.Symbol(c).File).Test; a != b {
		return b
	}
	if a, b := len(d.Extends) > 0, len(o.Extends) > 0; a != b {
		return a
	}
	p, q := r.File(r.Symbol(s).File).Path, r.File(r.Symbol(c).File).Path
	if a, b := strings.Count(p, "/"), strings.Count(q, "/"); a != b {
		return a < b
	}
	return p < q
}

// moveMembers moves the members of part to its representative.
func (r *Resolver) moveMembers(part, canon decl.SymbolID) {
	p, c := r.Symbol(part), r.Symbol(canon)
	for name, list := range p.Members {
		if c.Members == nil {
			c.Members = make(map[string][]decl.SymbolID)
		}
		for _, m := range list {
			if !r.join(m, c.Members[name]) {
				c.Members[name] = decl.Add(c.Members[name], m)
			}
		}
	}
	if c.Ctor < 0 {
		c.Ctor = p.Ctor
	}
	p.Members = nil
}

// dropMemos drops the results that were memoised before all members were attached.
func (r *Resolver) dropMemos() {
	for s := range r.NumSymbols() {
		y := r.Symbol(s)
		y.based, y.Bases, y.Open, y.Outer, y.closed, y.typ, y.returns = false, nil, false, false, nil, lattice.Uncomputed, lattice.Uncomputed
	}
	for i := range r.NumFiles() {
		f := r.File(i)
		f.scope = make(map[string]FoundID)
		f.chosen = nil
		f.exprs.Clear()
		clear(f.vars)
		clear(f.decls)
		f.denoted.Clear()
	}
	clear(r.members)
	clear(r.own)
	clear(r.orders)
	clear(r.linears)
	clear(r.renamed)
}

// maxDefinitions is the maximum number of definitions of one declaration: alternatives for several
// platforms.
const maxDefinitions = 16

// define finds the definitions of functions and variables that are only declared: those with the
// same qualified name in the language family that are nearest by path.
func (r *Resolver) define() {
	byName, declared := r.promises(func(d *facts.Def) bool {
		return !d.Has(facts.Macro) && (d.Kind.IsCallable() || d.Kind == facts.Variable || d.Kind == facts.Constant)
	})
	for _, s := range declared {
		found := r.nearestDefinitions(s, byName[r.promiseKey(s)])
		r.Symbol(s).Definitions = found
		for _, t := range found {
			r.Symbol(t).Declarations = append(r.Symbol(t).Declarations, s)
		}
	}
}

// defineTypes merges each type with its declarations, so that a reference to one is a reference to
// all. Without a definition the first declaration is the representative. It reports whether
// anything was merged.
func (r *Resolver) defineTypes() (some bool) {
	byName, declared := r.promises(func(d *facts.Def) bool { return d.Kind.IsType() && d.Kind != facts.TypeDef })
	first := make(map[string]decl.SymbolID)
	for _, s := range declared {
		y, key := r.Symbol(s), r.promiseKey(s)
		found := r.nearestDefinitions(s, byName[key])
		switch one, ok := first[key]; {
		case y.part >= 0 || len(y.Parts) > 0:
			continue
		case len(found) > 0:
			y.part = r.Canon(found[0])
		case ok:
			y.part = one
		default:
			first[key] = s
			continue
		}
		names := r.Unit(r.File(y.File).Unit).names
		if y.Parent >= 0 {
			h := r.Symbol(r.Canon(y.Parent))
			if names = h.Members; r.Def(y.Parent).Kind.IsCallable() {
				names = h.nested
			}
		}
		if same, ok := names[r.Def(s).Name]; ok { // the parent may have become a part of a symbol without it
			names[r.Def(s).Name] = r.whole(same)
		}
		c := r.Symbol(y.part)
		c.declaredIn = append(c.declaredIn, y.File)
		some = true
	}
	return some
}

// whole replaces the parts among syms by their representatives.
func (r *Resolver) whole(syms []decl.SymbolID) []decl.SymbolID {
	var out []decl.SymbolID
	for _, s := range syms {
		if c := r.Canon(s); !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// promises returns the symbols that fits accepts, by family and qualified name, for names with at
// least one declaration; and the symbols that are only declared.
func (r *Resolver) promises(fits func(*facts.Def) bool) (byName map[string][]decl.SymbolID, declared []decl.SymbolID) {
	families := make(map[string]bool)
	for s := range r.NumSymbols() {
		r.at = r.Symbol(s).File
		if d := r.Def(s); d.Has(facts.Declaration) && fits(d) {
			declared = append(declared, s)
			families[r.File(r.Symbol(s).File).Lang.Kin()] = true
		}
	}
	byName = make(map[string][]decl.SymbolID)
	for s := range r.NumSymbols() {
		r.at = r.Symbol(s).File
		d := r.Def(s)
		if families[r.File(r.Symbol(s).File).Lang.Kin()] && !d.Has(facts.Declaration) && fits(d) {
			key := r.promiseKey(s)
			byName[key] = append(byName[key], s)
		}
	}
	return byName, declared
}

func (r *Resolver) promiseKey(s decl.SymbolID) string {
	return r.File(r.Symbol(s).File).Lang.Kin() + " " + r.qualified(s)
}

// qualified returns the dotted name of a symbol, including its parents.
func (r *Resolver) qualified(s decl.SymbolID) string {
	name := r.Def(s).Name
	for p, hops := r.Symbol(s).Parent, 0; p >= 0 && hops < MaxBases; p, hops = r.Symbol(p).Parent, hops+1 {
		name = r.Def(p).Name + "." + name
	}
	return name
}

// nearestDefinitions returns the definitions that match a declaration best: with the same number of
// parameters, nearest by path.
func (r *Resolver) nearestDefinitions(s decl.SymbolID, definitions []decl.SymbolID) []decl.SymbolID {
	const nearScale = 64 // leaves room for lower criteria
	d, best := r.Def(s), -1
	var out []decl.SymbolID
	for _, t := range definitions {
		o := r.Def(t)
		f, g := r.File(r.Symbol(s).File), r.File(r.Symbol(t).File)
		if f.Lang.Unit != nil && f.Unit != g.Unit || o.Has(facts.FileLocal) && f != g || o.Kind.IsCallable() != d.Kind.IsCallable() || o.Kind.IsType() != d.Kind.IsType() {
			continue
		}
		near := nearScale*lang.Near(f.Path, g.Path) + written.Alike(f.Facts, d, g.Facts, o)
		if f == g {
			near += 2
		}
		switch {
		case near > best:
			best, out = near, []decl.SymbolID{t}
		case near == best && len(out) < maxDefinitions:
			out = append(out, t)
		}
	}
	return out
}

// isElsewhere reports whether s defines a declaration in syms for which another definition is
// nearer.
func (r *Resolver) isElsewhere(s decl.SymbolID, syms []decl.SymbolID) bool {
	for _, t := range syms {
		if list := r.Symbol(t).Definitions; len(list) > 0 && len(r.Def(t).Params) == len(r.Def(s).Params) &&
			r.Def(list[0]).SignatureHash == r.Def(s).SignatureHash && !slices.Contains(list, s) {
			return true
		}
	}
	return false
}

// Defined replaces declarations among symbols by their definitions. A program has one of several, as
// those for platforms: in a file around which some of them are, that is one of these.
func (r *Resolver) Defined(syms []decl.SymbolID) []decl.SymbolID {
	if !slices.ContainsFunc(syms, func(s decl.SymbolID) bool { return len(r.Symbol(s).Definitions) > 0 }) {
		return syms
	}
	away := func(t decl.SymbolID) bool { return !lang.IsAround(r.File(r.Symbol(t).File).Path, r.File(r.at).Path) }
	var out []decl.SymbolID
	for _, s := range syms {
		list := r.Symbol(s).Definitions
		switch {
		case len(list) > 1 && r.at >= 0 && slices.ContainsFunc(list, func(t decl.SymbolID) bool { return !away(t) }):
			list = slices.DeleteFunc(slices.Clone(list), away)
		case len(list) > 0:
		case r.isElsewhere(s, syms):
			continue
		default:
			list = []decl.SymbolID{s}
		}
		for _, t := range list {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}
