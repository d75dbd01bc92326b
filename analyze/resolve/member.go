package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// superMember looks name up in the supertypes of the type around in, the first
// that has it before the others.
func (r *resolver) superMember(file fileID, in facts.DefID, name string) found {
	s := r.enclosingType(file, in)
	if s < 0 {
		return found{}
	}
	class := r.isClassSide(file, in, s)
	bases := r.basesOf(s)
	if class {
		bases = append(slices.Clip(bases), r.extendedBy(s)...)
	}
	var fd found
	if order := r.order(s); order != nil && !class {
		for _, t := range order[1:] {
			if m := r.inherited(s, r.membersOf(t, name, false)); len(m) > 0 {
				fd := found{status: isSymbol, rule: ruleInherited, syms: m, recv: r.asSuper(r.instance(s), t)}
				if slices.ContainsFunc(bases, func(b base) bool { return b.sym == t }) {
					fd.rule = ruleMember
				}
				return fd
			}
		}
	}
	for i, b := range bases {
		fd = r.typeMember(b.sym, name, r.types.instance(b.sym, b.args...), class && i < len(r.basesOf(s)))
		if fd.status == isSymbol {
			return fd
		}
	}
	if r.syms[s].outer {
		if !r.isOpen(s) && r.inClosed(s, name) {
			return found{status: isOutside}
		}
		return found{}
	}
	if fd.status == notKnown && len(bases) > 0 && !class && r.superLacks(s, name) {
		return found{status: isMissing, owner: ownedBySymbol(bases[0].sym)}
	}
	return fd
}

// superLacks reports whether nothing behind the type s, in any order of lookup that it
// takes part in, has a member: those of the types below s do not count.
func (r *resolver) superLacks(s symID, name string) bool {
	l := r.files[r.syms[s].file].lang
	if r.subtypes == nil || !l.Rules.WrittenMembers || !l.Rules.CheckedNames || l.ObjectMembers[name] ||
		r.isOpen(s) || r.inClosed(s, name) || r.isWritten(s, name) || r.addsMembers(s) || r.answersAll(s) {
		return false
	}
	for _, sub := range r.allSubtypes(s) {
		if order := r.linear(sub); r.isOpen(sub) || slices.ContainsFunc(order[slices.Index(order, s)+1:], func(t symID) bool {
			return len(r.syms[t].members[name]) > 0
		}) {
			return false
		}
	}
	return true
}

// isClassSide reports whether code in a definition inside the type s runs on the
// type itself, in a language that keeps its members apart from those of instances.
func (r *resolver) isClassSide(file fileID, in facts.DefID, s symID) bool {
	return r.files[file].lang.Rules.StaticsApart && r.types.kind(r.thisType(file, in)) == kClass
}

// descriptor returns what a field that holds m gives: what its protocol member for
// that gives, m itself where it has none. class says that the field is asked of a
// type: of the signatures of the member one takes no instance.
func (r *resolver) descriptor(m typ, class bool) typ {
	in := r.types.node(m).symbol()
	get := r.protocol(in).Get
	if get == "" || r.depth > maxDepth {
		return m
	}
	fd := r.typeMember(in, get, m, false)
	if fd.status != isSymbol {
		return m
	}
	out := never
	for _, s := range fd.syms {
		d := r.def(s)
		if !d.Kind.IsCallable() || d.Has(facts.Overload) != r.def(fd.syms[0]).Has(facts.Overload) {
			continue
		}
		if d.Has(facts.Overload) && r.takesNone(s) != class {
			continue
		}
		out = r.types.union(out, r.callOne(r.types.function(s, r.typeArgs(fd.recv)...), r.syms[s].file, facts.None))
	}
	if out == never {
		return unknown
	}
	return out
}

// takesNone reports whether the first parameter of a function is nothing but none.
func (r *resolver) takesNone(s symID) bool {
	d := r.def(s)
	if len(d.Params) == 0 || d.Params[0].Type < 0 {
		return false
	}
	ty := &r.files[r.syms[s].file].facts.Types[d.Params[0].Type]
	return ty.Kind == facts.Named && ty.Name == "None"
}
