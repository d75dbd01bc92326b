package resolve

import (
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/meaning"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
)

// A member with another meaning matters only to code that may have a value of the type which holds it, or names the type.
// Nearly all code that mentions a member such as get or add has none.

// A holder is a type that holds members, by its name: at the top of the files of a unit, or inside the types of a file.
type holder struct {
	unit decl.UnitID
	file decl.FileID // -1 for one at the top
	name string
}

// A trail leads to code that may have a value of a type with members that have other meanings.
type trail struct {
	d       *differ
	holder  holder
	outer   []*trail      // to the types around it, of a holder inside of others
	members meaning.Names // with other meanings
	// carriers are the names of types that are made of the holder, and of what may have a value of one. next are those
	// that are not followed yet.
	carriers map[string]*carrier
	next     []string
	leads    []bool // by file: it mentions a carrier
	scope    int    // how many files outer led to when the holder was followed
	own      int    // how many types the holder is
}

// A carrier is a name on a trail.
type carrier struct {
	is    map[decl.SymbolID]bool // the types of the name that lead to the holder
	takes map[decl.SymbolID]bool // the types of the name that take a value of one, as an interface by a method
	gone  bool                   // it is the holder, which the snapshot does not have
	value bool                   // it is no type
}

// leads reports whether code that mentions the name may have a value of the holder: a function literal has one where its
// type takes one.
func (c *carrier) leads() bool { return len(c.is)+len(c.takes) > 0 || c.value }

// More trails than maxTrails, or a trail with more than maxCarriers names, cost more to follow than the files that are
// read without them: then members count in all files.
const (
	maxTrails   = 64
	maxCarriers = 256
)

// membersOf returns where the names of the members are kept that a type holds; name is that of the type, as a file calls
// it that has the type or its members.
func (d *differ) membersOf(f *infer.File, name string) meaning.Names {
	if name == "" || !f.Lang.Rules.MembersByType {
		return d.members
	}
	if t := d.trailTo(f, name); t != nil {
		return t.members
	}
	return d.members
}

// trailTo returns the trail to a type, nil for one too many.
func (d *differ) trailTo(f *infer.File, name string) *trail {
	r := d.edges.Infer()
	at, top := holder{f.Unit, -1, name}, r.UnitNamed(f.Unit, name)
	symbols := slices.Clone(top)
	var inside []facts.DefID
	for i := range f.Facts.Defs {
		if x := &f.Facts.Defs[i]; x.Name == name && x.Parent >= 0 && !x.Kind.IsCallable() {
			inside = append(inside, facts.DefID(i))
			at.file = r.Symbol(f.Symbol(facts.DefID(i))).File
		}
	}
	if t := d.trails[at]; t != nil || len(d.trails) == maxTrails {
		return t
	}
	t := d.newTrail(at)
	for _, i := range inside {
		s := f.Symbol(i)
		symbols = append(symbols, s)
		if p := r.Symbol(s).Parent; p >= 0 && f.Facts.Defs[i].Has(facts.Singleton) {
			t.carryType(p, false) // its members are those of the type around it
		}
		if around := meaning.Of(f.Facts).Holder(i); len(top) == 0 && around != "" && around != name {
			if outer := d.trailTo(f, around); outer != nil {
				t.outer = append(t.outer, outer)
			}
		}
	}
	for _, s := range symbols {
		if r.Def(s).Kind.IsType() {
			t.carryType(s, false)
		} else {
			t.add(name, func(c *carrier) bool { return set(&c.value) })
		}
	}
	if len(symbols) == 0 {
		t.add(name, func(c *carrier) bool { return set(&c.gone) })
	}
	t.own = len(t.carriers[name].is)
	return t
}

// newTrail adds a trail without carriers.
func (d *differ) newTrail(to holder) *trail {
	t := &trail{d: d, holder: to, members: make(meaning.Names), carriers: make(map[string]*carrier), leads: make([]bool, len(d.was))}
	d.trails[to] = t
	return t
}

// set sets a flag, and reports whether it was not set.
func set(flag *bool) bool {
	was := *flag
	*flag = true
	return !was
}

// add changes a carrier, which is to be followed where change reports that there was one.
func (t *trail) add(name string, change func(c *carrier) bool) {
	c := t.carriers[name]
	if c == nil {
		c = &carrier{is: make(map[decl.SymbolID]bool), takes: make(map[decl.SymbolID]bool)}
		t.carriers[name] = c
	}
	if change(c) {
		t.next = append(t.next, name)
	}
}

// carryType adds a type to those that lead to the holder, or to those that take a value of one.
func (t *trail) carryType(s decl.SymbolID, takes bool) {
	r := t.d.edges.Infer()
	s = r.Canon(s)
	t.add(r.Def(s).Name, func(c *carrier) bool {
		of := c.is
		if takes {
			of = c.takes
		}
		was := of[s]
		of[s] = true
		return !was
	})
}

// carry adds a definition of a file that leads to the holder.
func (t *trail) carry(f *infer.File, i facts.DefID) {
	r, x := t.d.edges.Infer(), &f.Facts.Defs[i]
	for x.Name == "" && x.Parent >= 0 {
		i = x.Parent
		x = &f.Facts.Defs[i]
	}
	s := f.Symbol(i)
	p := r.Symbol(s).Parent
	if p >= 0 && r.Def(p).Kind.IsType() && (f.Lang.Protocol.Has(x.Name) || x.Kind == facts.TypeDef) {
		t.carryType(p, false) // code has what the member is without naming it
	}
	switch {
	case x.Kind.IsType():
		t.carryType(s, false)
	case x.Has(facts.FileLocal): // the only file that can name it leads to the holder
	case p >= 0 && t.isCarrier(p): // so does every file with a value of what holds it
	default:
		t.add(x.Name, func(c *carrier) bool { return set(&c.value) })
	}
}

// isCarrier reports whether a type leads to the holder.
func (t *trail) isCarrier(s decl.SymbolID) bool {
	r := t.d.edges.Infer()
	c := t.carriers[r.Def(s).Name]
	return c != nil && c.is[r.Canon(s)]
}

// follow finds what the trails lead to.
func (d *differ) follow() {
	for grown := true; grown; {
		grown = false
		for _, t := range d.trails {
			grown = d.few(0) && t.follow() || grown
		}
	}
}

// follow finds the files that lead to the holder, and the definitions of theirs by which others do. It reports whether
// there are more than before.
func (t *trail) follow() (grown bool) {
	scope := len(t.d.reaches)
	for _, outer := range t.outer {
		scope += outer.size()
	}
	if scope != t.scope {
		t.scope = scope
		t.next = append(t.next, t.holder.name) // more files may name it
	}
	for len(t.next) > 0 {
		if grown = true; len(t.carriers) > maxCarriers {
			t.next = nil
			for i := range t.leads {
				t.leads[i] = true
			}
			return true
		}
		names := make(meaning.Names, len(t.next))
		for _, name := range t.next {
			names[name] = meaning.Anywhere
		}
		t.next = nil
		files := newFileSet(len(t.leads))
		for name := range names {
			files.addAll(t.d.mentioning(name))
		}
		files.each(func(at decl.FileID) { t.enter(at, names) })
	}
	return grown
}

// size returns how many files lead to the holder.
func (t *trail) size() (n int) {
	for _, leads := range t.leads {
		if leads {
			n++
		}
	}
	return n
}

// enter looks for carriers with some names in a file.
func (t *trail) enter(at decl.FileID, names meaning.Names) {
	d := t.d
	r := d.edges.Infer()
	f := r.File(at)
	if !d.families[f.Lang.Kin()] || d.edges.IsApart(at) {
		return
	}
	if names[t.holder.name] != 0 && !t.isNamed(at) {
		if names = maps.Clone(names); len(names) == 1 {
			return
		}
		delete(names, t.holder.name)
	}
	d.visits++
	if !meaning.Of(f.Facts).Mentions(&meaning.Changed{Tops: names, Members: names, Bare: true}) {
		return
	}
	if !t.leads[at] {
		leads := make(meaning.Names, len(names))
		for name := range names {
			if t.carriers[name].leads() {
				leads[name] = meaning.Anywhere
			}
		}
		t.leads[at] = meaning.Of(f.Facts).Mentions(&meaning.Changed{Tops: leads, Members: leads, Bare: true})
	}
	means := func(kind func(c *carrier) map[decl.SymbolID]bool) func(facts.TypeID, string) bool {
		return func(id facts.TypeID, name string) bool {
			if names[name] == 0 {
				return false
			}
			c, written := t.carriers[name], &f.Facts.Types[id]
			of := kind(c)
			return c.gone && d.reaches[at] != nil ||
				len(of) > 0 && slices.ContainsFunc(r.TypeName(at, written).Syms, func(s decl.SymbolID) bool { return of[r.Canon(s)] })
		}
	}
	led, takers := meaning.Of(f.Facts).Led(&meaning.Trail{
		Names: names, Decides: d.decides(at), Literals: f.Lang.Rules.ShapedLiterals,
		Is:    means(func(c *carrier) map[decl.SymbolID]bool { return c.is }),
		Takes: means(func(c *carrier) map[decl.SymbolID]bool { return c.takes }),
	})
	for _, i := range led {
		t.carry(f, i)
	}
	for _, i := range takers {
		if f.Lang.Rules.SingleMethodTypes && f.Facts.Defs[i].Name != "" { // in other languages, literals say what they take
			t.carryType(f.Symbol(i), true)
		}
	}
}

// isNamed reports whether a file may name the holder, or another carrier of its name.
func (t *trail) isNamed(at decl.FileID) bool {
	switch c := t.carriers[t.holder.name]; {
	case len(c.is) > t.own:
		return true
	case c.gone:
		return t.d.reaches[at] != nil // another file that names it would have another meaning
	case t.holder.file < 0:
		return t.d.sees(at, t.holder.unit)
	}
	return len(t.outer) == 0 || slices.ContainsFunc(t.outer, func(outer *trail) bool { return outer.leads[at] })
}
