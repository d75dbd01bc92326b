package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A need is a member that a type requires, with the type arguments of the type that
// declares it.
type need struct {
	sym  symID
	args []typ
}

// conformance notes what has to satisfy a type and surely lacks members of it.
func (e *emitter) conformance() {
	for s := range e.syms {
		e.at = e.syms[s].file
		s := symID(s)
		if d := e.def(s); !e.files[e.syms[s].file].lang.Rules.CheckedMembers {
			continue
		} else if isType(d.Kind) && e.canon(s) == s {
			e.conformingType(s, d)
		} else if d.Has(facts.Override) && callable(d.Kind) {
			e.overridesNothing(s, d)
		}
	}
	for f := range e.files {
		if e.in.stopped() {
			return
		}
		e.at = fileID(f)
		e.conformingValues(fileID(f))
	}
	e.uses()
}

// conformingType looks for the members that a type has to have because of what it
// extends and implements.
func (e *emitter) conformingType(s symID, d *facts.Def) {
	file := e.syms[s].file
	rules := &e.files[file].lang.Rules
	switch {
	case d.Kind != facts.Class && d.Kind != facts.Struct && d.Kind != facts.Enum, d.Has(facts.Ambient), rules.StructuralInterfaces:
		return
	case rules.AbstractUnsaid && !e.made[s]:
		return // it may be meant to be abstract
	}
	seen := []base{{sym: s, args: e.typeArgs(e.instance(s))}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		seen = e.appendBases(seen, seen[k])
	}
	if len(seen) == 1 && !rules.ShapedValues || e.isDynamic(seen) {
		return
	}
	var needs []need
	if !d.Has(facts.Abstract) && !e.hasOwnAbstract(s, d) {
		needs = e.abstractMembers(seen)
	}
	if rules.ShapedValues {
		for _, id := range d.Implements {
			needs = append(needs, e.required(e.surely(file, id))...)
		}
	}
	var lacks []*graph.Node
	for _, m := range needs {
		if n := e.node(m.sym); n != nil && !e.provides(seen, m) && !slices.Contains(lacks, n) {
			lacks = append(lacks, n)
		}
	}
	if len(lacks) == 0 {
		return
	}
	l := graph.Lack{Form: graph.DeclaredType, By: e.node(s), Members: lacks, Path: e.files[file].path, Line: int(d.Line),
		Confidence: confidence[ruleMember], Rule: ruleMember}
	if l.Source = l.By; l.By == nil {
		l.Form, l.Source = graph.NamelessClass, e.source(file, d.Parent)
	}
	e.b.Lack(l)
}

// isDynamic reports whether any of these types gets members that are not written.
func (e *emitter) isDynamic(seen []base) bool {
	return len(seen) >= maxBases || slices.ContainsFunc(seen, func(b base) bool {
		return e.def(b.sym).Has(facts.DynamicMembers) ||
			slices.ContainsFunc(e.syms[b.sym].parts, func(p symID) bool { return e.def(p).Has(facts.DynamicMembers) })
	})
}

// hasOwnAbstract reports whether a type declares a member without a body, or leaves
// that to its subtypes, as an enum does to its constants.
func (e *emitter) hasOwnAbstract(s symID, d *facts.Def) bool {
	if d.Kind == facts.Enum && len(e.subtypes[s]) > 0 {
		return true
	}
	for _, list := range e.syms[s].members {
		if slices.ContainsFunc(list, func(m symID) bool { return e.isRequired(m) }) {
			return true
		}
	}
	return false
}

// isRequired reports whether a member has to be made by a subtype.
func (e *emitter) isRequired(m symID) bool {
	d := e.def(m)
	return d.Has(facts.Abstract) && !d.Has(facts.Static) && !d.Has(facts.Optional) && (callable(d.Kind) && d.Kind != facts.Constructor || d.Kind == facts.Field)
}

// abstractMembers returns the members without a body of the supertypes in seen, whose
// first is the type itself.
func (e *emitter) abstractMembers(seen []base) []need {
	var needs []need
	for _, b := range seen[1:] {
		if e.files[e.syms[b.sym].file].lang.Rules.ShapedValues && e.def(b.sym).Kind != facts.Class {
			continue
		}
		for _, list := range e.membersInOrder(b.sym) {
			for _, m := range list {
				if e.isRequired(m) && !e.files[e.syms[m].file].lang.ObjectMembers[e.def(m).Name] {
					needs = append(needs, need{m, b.args})
				}
			}
		}
	}
	return needs
}

// membersInOrder returns the members of a type by name, sorted.
func (e *emitter) membersInOrder(s symID) [][]symID {
	names := make([]string, 0, len(e.syms[s].members))
	for name := range e.syms[s].members {
		names = append(names, name)
	}
	slices.Sort(names)
	out := make([][]symID, len(names))
	for i, name := range names {
		out[i] = e.syms[s].members[name]
	}
	return out
}

// provides reports whether one of the types in seen, a type and those above it, has
// what m asks for, or may have it.
func (e *emitter) provides(seen []base, m need) bool {
	name := e.def(m.sym).Name
	shaped := e.files[e.syms[m.sym].file].lang.Rules.ShapedValues
	holder := e.canon(e.syms[m.sym].parent)
	for _, in := range seen {
		owner := e.def(in.sym)
		// A base from outside may have it, unless the type that asks for it stands before that.
		// What interfaces have is no implementation.
		if e.syms[in.sym].open && (owner.Kind != facts.Interface || shaped) && e.distance(holder, in.sym) < 0 {
			return true
		}
		for _, c := range e.syms[in.sym].explicit {
			if d := e.def(c); d.Name == name && e.mayBeFor(c, holder) && (!callable(d.Kind) || e.sameParams(c, in.args, m.sym, m.args)) {
				return true
			}
		}
		for _, c := range e.syms[in.sym].members[name] {
			d := e.def(c)
			switch {
			case c == m.sym, d.Has(facts.Static) && shaped:
			case shaped && owner.Kind != facts.Class, !shaped && d.Has(facts.Abstract):
			case !callable(d.Kind) || !callable(e.def(m.sym).Kind) || !e.files[e.syms[c].file].lang.Rules.Overloads:
				return true
			case e.sameParams(c, in.args, m.sym, m.args):
				return true
			}
		}
		if e.inClosed(in.sym, name) {
			return true
		}
	}
	return false
}

// mayBeFor reports whether a member that is written for one interface is written for
// the type holder, or for one that is not known.
func (e *emitter) mayBeFor(member, holder symID) bool {
	return slices.ContainsFunc(e.def(member).Implements, func(id facts.TypeID) bool {
		n := e.resolver.types.node(e.declType(e.syms[member].file, id))
		return n.kind != kInstance || e.canon(n.symbol()) == holder
	})
}

// overridesNothing notes a method that says it replaces one of a supertype where
// none of them, all known, has such a method.
func (e *emitter) overridesNothing(s symID, d *facts.Def) {
	p := e.canon(e.syms[s].parent)
	if p < 0 || !isType(e.def(p).Kind) || e.files[e.syms[s].file].lang.ObjectMembers[d.Name] {
		return
	}
	seen := []base{{sym: p, args: e.typeArgs(e.instance(p))}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		seen = e.appendBases(seen, seen[k])
	}
	for k, in := range seen {
		if !e.basesKnown(in.sym) || e.files[e.syms[in.sym].file].lang != e.files[e.syms[s].file].lang || e.def(in.sym).Has(facts.DynamicMembers) || len(seen) >= maxBases {
			return
		}
		for _, o := range e.syms[in.sym].members[d.Name] {
			if k == 0 && e.def(o).Kind == facts.Field || k > 0 && (!callable(e.def(o).Kind) || !e.files[e.syms[o].file].lang.Rules.Overloads || e.sameParams(s, seen[0].args, o, in.args)) {
				return
			}
		}
	}
	file, source, owner := e.syms[s].file, e.node(s), e.node(p)
	if source == nil {
		source = e.source(file, d.Parent)
	}
	for k := 1; owner == nil && k < len(seen); k++ { // a class without a name
		owner = e.node(seen[k].sym)
	}
	if owner != nil {
		e.b.Unresolved(graph.Unresolved{Source: source, Name: d.Name, Owner: owner.ID, Path: e.files[file].path, Line: int(d.Line),
			Kind: graph.Overrides, Confidence: confidence[ruleMember], Rule: ruleMember})
	}
}

// basesKnown reports whether all that a type names as its supertypes is in the repository.
func (e *emitter) basesKnown(s symID) bool {
	if e.syms[s].outer {
		return false
	}
	for _, p := range append([]symID{s}, e.syms[s].parts...) {
		for _, id := range e.def(p).Implements {
			if e.resolver.types.kind(e.declType(e.syms[p].file, id)) != kInstance {
				return false
			}
		}
	}
	for _, x := range e.syms[s].extensions {
		for _, id := range x.Bases {
			if e.resolver.types.kind(e.declType(x.file, id)) != kInstance {
				return false
			}
		}
	}
	return true
}
