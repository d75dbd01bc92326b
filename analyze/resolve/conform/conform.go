package conform

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

// Conformance reports all types and values that certainly lack members of a type they must satisfy, in the files
// that are read.
func (c *Checker) Conformance() {
	for s := range c.infer.NumSymbols() {
		if !c.edges.Reads(c.infer.Symbol(s).File) {
			continue
		}
		c.infer.WorkOn(c.infer.Symbol(s).File)
		if d := c.infer.Def(s); !c.infer.File(c.infer.Symbol(s).File).Lang.Rules.CheckedMembers {
			continue
		} else if d.Kind.IsType() && c.infer.Canon(s) == s {
			c.conformingType(s, d)
		} else if d.Has(facts.Override) && (d.Kind.IsCallable() || d.Kind == facts.Field) {
			c.overridesNothing(s, d)
		}
	}
	for f := range c.infer.NumFiles() {
		if c.infer.Stopped() {
			return
		}
		if !c.edges.Reads(f) {
			continue
		}
		c.infer.WorkOn(f)
		c.conformingValues(f)
		c.conformingExtensions(f)
	}
	c.uses()
}

// conformingType checks that a type has the members that its supertypes require.
func (c *Checker) conformingType(s decl.SymbolID, d *facts.Def) {
	file := c.infer.Symbol(s).File
	rules := &c.infer.File(file).Lang.Rules
	switch {
	case d.Kind != facts.Class && d.Kind != facts.Struct && d.Kind != facts.Enum, d.Has(facts.Ambient), rules.StructuralInterfaces:
		return
	case rules.AbstractUnsaid && !c.edges.Made[s]:
		return // the type may be abstract on purpose
	}
	seen := []infer.Base{{Sym: s, Args: c.infer.TypeArgs(c.infer.Instance(s))}}
	for k := 0; k < len(seen) && k < infer.MaxBases; k++ {
		seen = c.infer.AppendBases(seen, seen[k])
	}
	if len(seen) == 1 && !rules.ShapedValues || c.isDynamic(seen) {
		return
	}
	var needs []need
	switch {
	case rules.ListedInterfaces:
		needs = c.abstractMembers(c.asking(seen[0], d.Has(facts.Abstract)))
	case !d.Has(facts.Abstract) && !c.hasOwnAbstract(s, d):
		needs = c.abstractMembers(seen)
	}
	if rules.ShapedValues {
		for _, id := range d.Implements {
			needs = append(needs, c.required(c.surely(file, id))...)
		}
	}
	var lacks []*graph.Node
	given, all := c.delegated(seen)
	if !all {
		return
	}
	for _, m := range needs {
		if n := c.edges.Node(m.sym); n != nil && !given[c.infer.Def(m.sym).Name] && !c.provides(seen, m) && !c.mayDefine(s, m) && !c.isForBound(s, seen, m) && !slices.Contains(lacks, n) {
			lacks = append(lacks, n)
		}
	}
	if len(lacks) == 0 {
		return
	}
	s = c.declaring(s)
	file, d = c.infer.Symbol(s).File, c.infer.Def(s)
	l := graph.Lack{Form: graph.DeclaredType, By: c.edges.Node(s), Members: lacks, Path: c.infer.File(file).Path, Line: int(d.Line),
		Confidence: ruleset.Confidence(ruleset.Member), Rule: ruleset.Member}
	if l.Source = l.By; l.By == nil {
		l.Form, l.Source = graph.NamelessClass, c.edges.Source(file, d.Parent)
	}
	c.edges.B.Lack(l)
}

// asking returns a type and those of its supertypes whose members it has to implement where a class
// answers for the interfaces that it lists, also an abstract one: these, and the abstract classes that
// a class without that mark extends.
func (c *Checker) asking(s infer.Base, abstract bool) []infer.Base {
	seen := []infer.Base{s}
	for k := 0; k < len(seen) && k < infer.MaxBases; k++ {
		from, of := len(seen), c.infer.Def(seen[k].Sym)
		seen = c.infer.AppendBases(seen, seen[k])
		seen = append(seen[:from], slices.DeleteFunc(seen[from:], func(b infer.Base) bool {
			d := c.infer.Def(b.Sym)
			if d.Kind == facts.Interface {
				return k > 0 && of.Kind != facts.Interface
			}
			return abstract || !d.Has(facts.Abstract)
		})...)
	}
	return seen
}

// declaring returns the first part of a type that has supertypes, s where none has.
func (c *Checker) declaring(s decl.SymbolID) decl.SymbolID {
	for _, p := range append([]decl.SymbolID{s}, c.infer.Symbol(s).Parts...) {
		if d := c.infer.Def(p); len(d.Extends)+len(d.Implements) > 0 {
			return p
		}
	}
	return s
}

// mayDefine reports whether an implementation of the trait that requires m, for the type s, may define
// more than is known of it. What an extension with an interface defines are members of the type (Swift).
func (c *Checker) mayDefine(s decl.SymbolID, m need) bool {
	holder := c.infer.Canon(c.infer.Symbol(m.sym).Parent)
	return c.infer.Def(holder).Kind == facts.Trait && c.isExtendedBy(s, holder, false)
}

// isExtendedBy reports whether an extension of s has the base holder: only one that may define more than is known of it, or
// any.
func (c *Checker) isExtendedBy(s, holder decl.SymbolID, whole bool) bool {
	for _, x := range c.infer.Symbol(s).Extensions {
		for _, id := range x.Bases {
			if n := c.infer.Types.Node(c.infer.DeclType(x.File, id)); (whole || !x.Whole) && n.Kind == lattice.Instance && n.Symbol() == holder {
				return true
			}
		}
	}
	return false
}

// isForBound reports whether an implementation for all types that have another trait in seen defines the trait that
// requires m, and s has none of its own: conformingExtensions checks that one.
func (c *Checker) isForBound(s decl.SymbolID, seen []infer.Base, m need) bool {
	holder := c.infer.Canon(c.infer.Symbol(m.sym).Parent)
	return c.infer.Def(holder).Kind == facts.Trait && !c.isExtendedBy(s, holder, true) && slices.ContainsFunc(seen[1:], func(b infer.Base) bool {
		return c.infer.Def(b.Sym).Kind == facts.Trait && c.isExtendedBy(b.Sym, holder, true)
	})
}

// conformingExtensions checks that extensions define what their bases require. conformingType checks types of the
// repository with all of their extensions: here only what another one defines is left.
func (c *Checker) conformingExtensions(file decl.FileID) {
	f := c.infer.File(file)
	for i := range f.Facts.Extensions {
		x := &f.Facts.Extensions[i]
		if !x.Whole {
			continue
		}
		own := c.infer.Receiver(file, x.Of)
		if own >= 0 && c.infer.Def(own).Kind == facts.Trait {
			own = -1
		}
		for _, id := range x.Bases {
			n := c.infer.Types.Node(c.infer.DeclType(file, id))
			if n.Kind != lattice.Instance || c.infer.Def(n.Symbol()).Kind != facts.Trait || c.infer.Def(n.Symbol()).Has(facts.DynamicMembers) {
				continue
			}
			var lacks []*graph.Node
			for _, list := range c.membersInOrder(n.Symbol()) {
				for _, m := range list {
					node := c.edges.Node(m)
					if node == nil || slices.Contains(x.Members, node.Name) || !c.isLeftOpen(m) ||
						own >= 0 && len(c.infer.MembersNamed(own, node.Name)) == 0 {
						continue
					}
					lacks = append(lacks, node)
				}
			}
			if len(lacks) > 0 {
				c.edges.B.Lack(graph.Lack{Form: graph.Extension, Source: f.Node, Members: lacks, Path: f.Path, Line: int(x.Line),
					Confidence: ruleset.Confidence(ruleset.Member), Rule: ruleset.Member})
			}
		}
	}
}

// isDynamic reports whether any of these types gets members that are not in its source.
func (c *Checker) isDynamic(seen []infer.Base) bool {
	return len(seen) >= infer.MaxBases || slices.ContainsFunc(seen, func(b infer.Base) bool {
		return c.infer.Def(b.Sym).Has(facts.DynamicMembers) || c.edges.LacksPart(b.Sym) ||
			slices.ContainsFunc(c.infer.Symbol(b.Sym).Parts, func(p decl.SymbolID) bool { return c.infer.Def(p).Has(facts.DynamicMembers) })
	})
}

// delegated returns the names of the members that a type in seen leaves to values, false if they are not all known: an
// interface that is delegated is outside of the repository, or extends one that is.
func (c *Checker) delegated(seen []infer.Base) (names map[string]bool, all bool) {
	var to []infer.Base
	for _, b := range seen {
		d, file := c.infer.Def(b.Sym), c.infer.Symbol(b.Sym).File
		if !d.Has(facts.Delegates) {
			continue
		}
		for _, id := range d.Implements {
			n := c.infer.Types.Node(c.infer.DeclType(file, id))
			if n.Kind != lattice.Instance {
				return nil, false
			}
			to = append(to, infer.Base{Sym: n.Symbol()})
		}
	}
	for k := 0; k < len(to); k++ {
		if names == nil {
			names = make(map[string]bool)
		}
		if k == infer.MaxBases || c.infer.Symbol(to[k].Sym).Open {
			return nil, false
		}
		for name := range c.infer.Symbol(to[k].Sym).Members {
			names[name] = true
		}
		to = c.infer.AppendBases(to, to[k])
	}
	return names, true
}

// hasOwnAbstract reports whether a type declares a member without a body, or leaves members to its
// subtypes, as an enum does to its constants.
func (c *Checker) hasOwnAbstract(s decl.SymbolID, d *facts.Def) bool {
	if d.Kind == facts.Enum && len(c.infer.Subtypes[s]) > 0 {
		return true
	}
	for _, list := range c.infer.Symbol(s).Members {
		if slices.ContainsFunc(list, func(m decl.SymbolID) bool { return c.isRequired(m) }) {
			return true
		}
	}
	return false
}

// isLeftOpen reports whether an extension with the trait of a member has to define it: also a function without an instance.
func (c *Checker) isLeftOpen(m decl.SymbolID) bool {
	d := c.infer.Def(m)
	return c.isRequired(m) && !c.infer.File(c.infer.Symbol(m).File).Lang.ObjectMembers[d.Name] ||
		d.Has(facts.Abstract) && d.Has(facts.Static) && !d.Has(facts.Optional) && d.Kind == facts.Method
}

// isRequired reports whether a subtype has to implement a member: also one without an instance (static abstract of C#,
// static of a protocol of Swift or of an interface of PHP), but for operators, which a function outside of all types may
// define.
func (c *Checker) isRequired(m decl.SymbolID) bool {
	d := c.infer.Def(m)
	if !d.Has(facts.Abstract) || d.Has(facts.Optional) || d.Has(facts.Static) && !isWord(d.Name) {
		return false
	}
	return d.Kind.IsCallable() && d.Kind != facts.Constructor || d.Kind == facts.Field && !d.Has(facts.Static)
}

// isWord reports whether a name is one of letters, and not an operator.
func isWord(name string) bool {
	return strings.IndexFunc(name, func(r rune) bool { return r == '_' || unicode.IsLetter(r) }) == 0
}

// abstractMembers returns the members without a body of the supertypes in seen. The first entry of
// seen is the type itself.
func (c *Checker) abstractMembers(seen []infer.Base) []need {
	var needs []need
	for _, b := range seen[1:] {
		if c.infer.File(c.infer.Symbol(b.Sym).File).Lang.Rules.ShapedValues && c.infer.Def(b.Sym).Kind != facts.Class {
			continue
		}
		for _, list := range c.membersInOrder(b.Sym) {
			for _, m := range list {
				if c.isRequired(m) && !c.infer.File(c.infer.Symbol(m).File).Lang.ObjectMembers[c.infer.Def(m).Name] {
					needs = append(needs, need{m, b.Args})
				}
			}
		}
	}
	return needs
}

// membersInOrder returns the members of a type by name, sorted.
func (c *Checker) membersInOrder(s decl.SymbolID) [][]decl.SymbolID {
	names := make([]string, 0, len(c.infer.Symbol(s).Members))
	for name := range c.infer.Symbol(s).Members {
		names = append(names, name)
	}
	slices.Sort(names)
	out := make([][]decl.SymbolID, len(names))
	for i, name := range names {
		out[i] = c.infer.MembersNamed(s, name)
	}
	return out
}

// provides reports whether one of the types in seen, a type and its supertypes, has or may have the
// member that m requires.
func (c *Checker) provides(seen []infer.Base, m need) bool {
	name := c.infer.Def(m.sym).Name
	shaped := c.infer.File(c.infer.Symbol(m.sym).File).Lang.Rules.ShapedValues
	holder := c.infer.Canon(c.infer.Symbol(m.sym).Parent)
	given := c.infer.File(c.infer.Symbol(m.sym).File).Lang.Rules.GivenOverrides
	for _, in := range seen {
		owner := c.infer.Def(in.Sym)
		// A base outside the repository may have it, unless the type that requires it is nearer.
		// Members of interfaces are no implementation.
		if !given && c.infer.Symbol(in.Sym).Open && (owner.Kind != facts.Interface || shaped) && c.infer.Distance(holder, in.Sym) < 0 {
			return true
		}
		for _, have := range c.infer.Symbol(in.Sym).Explicit {
			if d := c.infer.Def(have); d.Name == name && c.mayBeFor(have, holder) && (!d.Kind.IsCallable() || c.infer.SameParams(have, in.Args, m.sym, m.args)) {
				return true
			}
		}
		for _, have := range c.infer.MembersNamed(in.Sym, name) {
			d := c.infer.Def(have)
			switch {
			case have == m.sym, d.Has(facts.Static) && shaped:
			case shaped && owner.Kind != facts.Class, !shaped && d.Has(facts.Abstract) && !c.answers(owner, holder):
			case !d.Kind.IsCallable() || !c.infer.Def(m.sym).Kind.IsCallable() || !c.infer.File(c.infer.Symbol(have).File).Lang.Rules.Overloads:
				return true
			case c.infer.SameParams(have, in.Args, m.sym, m.args), c.sameWords(have, m.sym):
				return true
			}
		}
		if c.infer.InClosed(in.Sym, name) {
			return true
		}
	}
	return false
}

// sameWords reports whether two functions of different files are written with parameters of the same types. Where an
// import of one file gives a word another meaning than in the other, the word may be another name of the type (Swift),
// or its declaration for one platform (Kotlin).
func (c *Checker) sameWords(a, b decl.SymbolID) bool {
	x, y := c.infer.Def(a), c.infer.Def(b)
	f, g := c.infer.File(c.infer.Symbol(a).File).Facts, c.infer.File(c.infer.Symbol(b).File).Facts
	if len(x.Params) != len(y.Params) || f == g {
		return false
	}
	for i := range x.Params {
		if !sameWord(f, g, x.Params[i].Type, y.Params[i].Type) || x.Params[i].Name != y.Params[i].Name {
			return false
		}
	}
	return true
}

// sameWord reports whether two written types have the same words.
func sameWord(f, g *facts.File, a, b facts.TypeID) bool {
	if a < 0 || b < 0 {
		return a == b
	}
	s, t := &f.Types[a], &g.Types[b]
	return s.Kind == t.Kind && s.Name == t.Name && s.Qualifier == t.Qualifier &&
		slices.EqualFunc(s.Args, t.Args, func(a, b facts.TypeID) bool { return sameWord(f, g, a, b) })
}

// answers reports whether an abstract member of a class is what implements one of the interface holder.
func (c *Checker) answers(class *facts.Def, holder decl.SymbolID) bool {
	return class.Kind == facts.Class && c.infer.Def(holder).Kind == facts.Interface && c.infer.File(c.infer.Symbol(holder).File).Lang.Rules.ListedInterfaces
}

// mayBeFor reports whether a member that explicitly implements one interface implements it for the
// type holder, or for an unresolved one.
func (c *Checker) mayBeFor(member, holder decl.SymbolID) bool {
	return slices.ContainsFunc(c.infer.Def(member).Implements, func(id facts.TypeID) bool {
		n := c.infer.Types.Node(c.infer.DeclType(c.infer.Symbol(member).File, id))
		return n.Kind != lattice.Instance || c.infer.Canon(n.Symbol()) == holder
	})
}

// overridesNothing reports a method or field that is marked as overriding where no supertype, all of them
// known, has such a member. A field may replace a function without parameters.
func (c *Checker) overridesNothing(s decl.SymbolID, d *facts.Def) {
	p := c.infer.Canon(c.infer.Symbol(s).Parent)
	if p < 0 || !c.infer.Def(p).Kind.IsType() || c.infer.File(c.infer.Symbol(s).File).Lang.ObjectMembers[d.Name] {
		return
	}
	seen := []infer.Base{{Sym: p, Args: c.infer.TypeArgs(c.infer.Instance(p))}}
	for k := 0; k < len(seen) && k < infer.MaxBases; k++ {
		seen = c.infer.AppendBases(seen, seen[k])
	}
	if c.isDynamic(seen) {
		return
	}
	for k, in := range seen {
		if !c.basesKnown(in.Sym) || c.infer.File(c.infer.Symbol(in.Sym).File).Lang != c.infer.File(c.infer.Symbol(s).File).Lang {
			return
		}
		for _, o := range c.infer.MembersNamed(in.Sym, d.Name) {
			if o == s {
				continue
			}
			if d.Kind == facts.Field {
				return
			}
			if k == 0 && c.infer.Def(o).Kind == facts.Field || k > 0 && (!c.infer.Def(o).Kind.IsCallable() || !c.infer.File(c.infer.Symbol(o).File).Lang.Rules.Overloads || c.infer.SameParams(s, seen[0].Args, o, in.Args) || c.sameWords(s, o)) {
				return
			}
		}
	}
	file, source, owner := c.infer.Symbol(s).File, c.edges.Node(s), c.edges.Node(p)
	if source == nil {
		source = c.edges.Source(file, d.Parent)
	}
	for k := 1; owner == nil && k < len(seen); k++ { // an anonymous class
		owner = c.edges.Node(seen[k].Sym)
	}
	if owner != nil {
		c.edges.B.Unresolved(graph.Unresolved{Source: source, Name: d.Name, Owner: owner.ID, Path: c.infer.File(file).Path, Line: int(d.Line),
			Kind: graph.Overrides, Confidence: ruleset.Confidence(ruleset.Member), Rule: ruleset.Member})
	}
}

// basesKnown reports whether all written supertypes of a type are in the repository.
func (c *Checker) basesKnown(s decl.SymbolID) bool {
	if c.infer.Symbol(s).Outer {
		return false
	}
	for _, p := range append([]decl.SymbolID{s}, c.infer.Symbol(s).Parts...) {
		for _, id := range c.infer.Def(p).Implements {
			if c.infer.Types.Kind(c.infer.DeclType(c.infer.Symbol(p).File, id)) != lattice.Instance {
				return false
			}
		}
	}
	for _, x := range c.infer.Symbol(s).Extensions {
		for _, id := range x.Bases {
			if c.infer.Types.Kind(c.infer.DeclType(x.File, id)) != lattice.Instance {
				return false
			}
		}
	}
	return true
}
