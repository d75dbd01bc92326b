package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A checker notes what has to satisfy a type and does not.
type checker struct {
	*emitter
}

func newChecker(e *emitter) *checker { return &checker{e} }

// A need is a member that a type requires, with the type arguments of the type that
// declares it.
type need struct {
	sym  symID
	args []typ
}

// conformance notes what has to satisfy a type and surely lacks members of it.
func (c *checker) conformance() {
	for s := range c.syms {
		c.at = c.syms[s].file
		s := symID(s)
		if d := c.def(s); !c.files[c.syms[s].file].lang.Rules.CheckedMembers {
			continue
		} else if d.Kind.IsType() && c.canon(s) == s {
			c.conformingType(s, d)
		} else if d.Has(facts.Override) && d.Kind.IsCallable() {
			c.overridesNothing(s, d)
		}
	}
	for f := range c.files {
		if c.in.stopped() {
			return
		}
		c.at = fileID(f)
		c.conformingValues(fileID(f))
	}
	c.uses()
}

// conformingType looks for the members that a type has to have because of what it
// extends and implements.
func (c *checker) conformingType(s symID, d *facts.Def) {
	file := c.syms[s].file
	rules := &c.files[file].lang.Rules
	switch {
	case d.Kind != facts.Class && d.Kind != facts.Struct && d.Kind != facts.Enum, d.Has(facts.Ambient), rules.StructuralInterfaces:
		return
	case rules.AbstractUnsaid && !c.made[s]:
		return // it may be meant to be abstract
	}
	seen := []base{{sym: s, args: c.typeArgs(c.instance(s))}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		seen = c.appendBases(seen, seen[k])
	}
	if len(seen) == 1 && !rules.ShapedValues || c.isDynamic(seen) {
		return
	}
	var needs []need
	if !d.Has(facts.Abstract) && !c.hasOwnAbstract(s, d) {
		needs = c.abstractMembers(seen)
	}
	if rules.ShapedValues {
		for _, id := range d.Implements {
			needs = append(needs, c.required(c.surely(file, id))...)
		}
	}
	var lacks []*graph.Node
	for _, m := range needs {
		if n := c.node(m.sym); n != nil && !c.provides(seen, m) && !slices.Contains(lacks, n) {
			lacks = append(lacks, n)
		}
	}
	if len(lacks) == 0 {
		return
	}
	l := graph.Lack{Form: graph.DeclaredType, By: c.node(s), Members: lacks, Path: c.files[file].path, Line: int(d.Line),
		Confidence: confidenceOf(ruleMember), Rule: ruleMember}
	if l.Source = l.By; l.By == nil {
		l.Form, l.Source = graph.NamelessClass, c.source(file, d.Parent)
	}
	c.b.Lack(l)
}

// isDynamic reports whether any of these types gets members that are not written.
func (c *checker) isDynamic(seen []base) bool {
	return len(seen) >= maxBases || slices.ContainsFunc(seen, func(b base) bool {
		return c.def(b.sym).Has(facts.DynamicMembers) ||
			slices.ContainsFunc(c.syms[b.sym].parts, func(p symID) bool { return c.def(p).Has(facts.DynamicMembers) })
	})
}

// hasOwnAbstract reports whether a type declares a member without a body, or leaves
// that to its subtypes, as an enum does to its constants.
func (c *checker) hasOwnAbstract(s symID, d *facts.Def) bool {
	if d.Kind == facts.Enum && len(c.subtypes[s]) > 0 {
		return true
	}
	for _, list := range c.syms[s].members {
		if slices.ContainsFunc(list, func(m symID) bool { return c.isRequired(m) }) {
			return true
		}
	}
	return false
}

// isRequired reports whether a member has to be made by a subtype.
func (c *checker) isRequired(m symID) bool {
	d := c.def(m)
	return d.Has(facts.Abstract) && !d.Has(facts.Static) && !d.Has(facts.Optional) && (d.Kind.IsCallable() && d.Kind != facts.Constructor || d.Kind == facts.Field)
}

// abstractMembers returns the members without a body of the supertypes in seen, whose
// first is the type itself.
func (c *checker) abstractMembers(seen []base) []need {
	var needs []need
	for _, b := range seen[1:] {
		if c.files[c.syms[b.sym].file].lang.Rules.ShapedValues && c.def(b.sym).Kind != facts.Class {
			continue
		}
		for _, list := range c.membersInOrder(b.sym) {
			for _, m := range list {
				if c.isRequired(m) && !c.files[c.syms[m].file].lang.ObjectMembers[c.def(m).Name] {
					needs = append(needs, need{m, b.args})
				}
			}
		}
	}
	return needs
}

// membersInOrder returns the members of a type by name, sorted.
func (c *checker) membersInOrder(s symID) [][]symID {
	names := make([]string, 0, len(c.syms[s].members))
	for name := range c.syms[s].members {
		names = append(names, name)
	}
	slices.Sort(names)
	out := make([][]symID, len(names))
	for i, name := range names {
		out[i] = c.syms[s].members[name]
	}
	return out
}

// provides reports whether one of the types in seen, a type and those above it, has
// what m asks for, or may have it.
func (c *checker) provides(seen []base, m need) bool {
	name := c.def(m.sym).Name
	shaped := c.files[c.syms[m.sym].file].lang.Rules.ShapedValues
	holder := c.canon(c.syms[m.sym].parent)
	for _, in := range seen {
		owner := c.def(in.sym)
		// A base from outside may have it, unless the type that asks for it stands before that.
		// What interfaces have is no implementation.
		if c.syms[in.sym].open && (owner.Kind != facts.Interface || shaped) && c.distance(holder, in.sym) < 0 {
			return true
		}
		for _, have := range c.syms[in.sym].explicit {
			if d := c.def(have); d.Name == name && c.mayBeFor(have, holder) && (!d.Kind.IsCallable() || c.sameParams(have, in.args, m.sym, m.args)) {
				return true
			}
		}
		for _, have := range c.syms[in.sym].members[name] {
			d := c.def(have)
			switch {
			case have == m.sym, d.Has(facts.Static) && shaped:
			case shaped && owner.Kind != facts.Class, !shaped && d.Has(facts.Abstract):
			case !d.Kind.IsCallable() || !c.def(m.sym).Kind.IsCallable() || !c.files[c.syms[have].file].lang.Rules.Overloads:
				return true
			case c.sameParams(have, in.args, m.sym, m.args):
				return true
			}
		}
		if c.inClosed(in.sym, name) {
			return true
		}
	}
	return false
}

// mayBeFor reports whether a member that is written for one interface is written for
// the type holder, or for one that is not known.
func (c *checker) mayBeFor(member, holder symID) bool {
	return slices.ContainsFunc(c.def(member).Implements, func(id facts.TypeID) bool {
		n := c.resolver.types.node(c.declType(c.syms[member].file, id))
		return n.kind != kInstance || c.canon(n.symbol()) == holder
	})
}

// overridesNothing notes a method that says it replaces one of a supertype where
// none of them, all known, has such a method.
func (c *checker) overridesNothing(s symID, d *facts.Def) {
	p := c.canon(c.syms[s].parent)
	if p < 0 || !c.def(p).Kind.IsType() || c.files[c.syms[s].file].lang.ObjectMembers[d.Name] {
		return
	}
	seen := []base{{sym: p, args: c.typeArgs(c.instance(p))}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		seen = c.appendBases(seen, seen[k])
	}
	for k, in := range seen {
		if !c.basesKnown(in.sym) || c.files[c.syms[in.sym].file].lang != c.files[c.syms[s].file].lang || c.def(in.sym).Has(facts.DynamicMembers) || len(seen) >= maxBases {
			return
		}
		for _, o := range c.syms[in.sym].members[d.Name] {
			if k == 0 && c.def(o).Kind == facts.Field || k > 0 && (!c.def(o).Kind.IsCallable() || !c.files[c.syms[o].file].lang.Rules.Overloads || c.sameParams(s, seen[0].args, o, in.args)) {
				return
			}
		}
	}
	file, source, owner := c.syms[s].file, c.node(s), c.node(p)
	if source == nil {
		source = c.source(file, d.Parent)
	}
	for k := 1; owner == nil && k < len(seen); k++ { // a class without a name
		owner = c.node(seen[k].sym)
	}
	if owner != nil {
		c.b.Unresolved(graph.Unresolved{Source: source, Name: d.Name, Owner: owner.ID, Path: c.files[file].path, Line: int(d.Line),
			Kind: graph.Overrides, Confidence: confidenceOf(ruleMember), Rule: ruleMember})
	}
}

// basesKnown reports whether all that a type names as its supertypes is in the repository.
func (c *checker) basesKnown(s symID) bool {
	if c.syms[s].outer {
		return false
	}
	for _, p := range append([]symID{s}, c.syms[s].parts...) {
		for _, id := range c.def(p).Implements {
			if c.resolver.types.kind(c.declType(c.syms[p].file, id)) != kInstance {
				return false
			}
		}
	}
	for _, x := range c.syms[s].extensions {
		for _, id := range x.Bases {
			if c.resolver.types.kind(c.declType(x.file, id)) != kInstance {
				return false
			}
		}
	}
	return true
}
