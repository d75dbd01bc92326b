package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// onSelf reports whether x is the instance that the code runs in.
func (r *resolver) onSelf(f *fileState, x facts.ExprID) bool {
	return f.facts.Exprs[x].Kind == facts.This || r.isSelf(f, x)
}

// mayBeAnything reports whether nothing, or not all, is known of a type.
func (e *emitter) mayBeAnything(t typ) bool {
	if e.resolver.types.kind(t) == kUnion {
		return slices.Contains(e.resolver.types.node(t).args, unknown)
	}
	return t == unknown
}

// maxBelow bounds the definitions that a call on the own instance may run when
// only subtypes have the member.
const maxBelow = 4

// below returns what a call of a member of the own instance runs where the type
// itself has no such member: those of its subtypes, which a mixin or the base of a
// template method counts on.
func (e *emitter) below(file fileID, callee *facts.Expr) []target {
	s := e.enclosingType(file, callee.In)
	if s < 0 {
		return nil
	}
	class := e.isClassSide(file, callee.In, s)
	var found []symID
	for _, sub := range e.allSubtypes(s) {
		recv := e.instance(sub)
		if class {
			recv = e.resolver.types.class(sub)
		}
		fd := e.typeMember(sub, callee.Name, recv, class)
		if fd.status != isSymbol {
			continue
		}
		for _, m := range fd.syms {
			if d := e.def(m); !d.Kind.IsCallable() || e.files[e.syms[m].file].test && !e.files[file].test {
				continue
			}
			if !slices.Contains(found, m) {
				found = append(found, m)
			}
		}
	}
	if len(found) > maxBelow {
		return nil
	}
	out := make([]target, len(found))
	for i, m := range found {
		out[i] = target{sym: m, rule: ruleDispatch}
	}
	return out
}

// maxSubtypes bounds the subtypes looked at.
const maxSubtypes = 500

// findSubtypes finds the direct subtypes of every type.
func (r *resolver) findSubtypes() {
	subtypes := make(map[symID][]symID)
	for i := range r.syms {
		r.at = r.syms[i].file
		if i := symID(i); r.def(i).Kind.IsType() && r.canon(i) == i {
			for _, b := range r.basesOf(i) {
				subtypes[b.sym] = append(subtypes[b.sym], i)
			}
		}
	}
	r.subtypes = subtypes
}

// allSubtypes returns the types below s.
func (r *resolver) allSubtypes(s symID) []symID {
	queue := slices.Clone(r.subtypes[s])
	for n := 0; n < len(queue) && n < maxSubtypes; n++ {
		for _, sub := range r.subtypes[queue[n]] {
			if !slices.Contains(queue, sub) {
				queue = append(queue, sub)
			}
		}
	}
	return queue
}
