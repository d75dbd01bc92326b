package resolve

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// isWritten reports whether any code assigns to a member of that name on what may be a
// value of type s: on the own instance of a type that is neither above nor below, it does
// not.
func (r *resolver) isWritten(s symID, name string) bool {
	if r.writes == nil {
		r.writes = make(map[string][]symID)
		for i := range r.files {
			f := &r.files[i]
			for j := range f.facts.Exprs {
				if e := &f.facts.Exprs[j]; e.Kind == facts.Member && e.Flags&facts.Write != 0 {
					of := symID(-1)
					if r.onSelf(f, e.X) {
						of = r.enclosingType(fileID(i), e.In)
					}
					if !slices.Contains(r.writes[e.Name], of) {
						r.writes[e.Name] = append(r.writes[e.Name], of)
					}
				}
			}
		}
	}
	return slices.ContainsFunc(r.writes[name], func(of symID) bool {
		return of < 0 || slices.Contains(r.linear(of), s) || slices.Contains(r.linear(s), of)
	})
}

// A moduleWrite is a member that code assigns to on a module; "" for one of a name that
// the code makes up.
type moduleWrite struct {
	unit unitID
	name string
}

// isSet reports whether code assigns to that member of a unit, so that a use of it in a
// file may find it although the unit does not define it. What tests assign counts for
// tests alone.
func (e *emitter) isSet(u unitID, name string, f *fileState) bool {
	if !f.lang.Rules.ModuleMembers {
		return false
	}
	if e.moduleWrites == nil {
		e.moduleWrites = make(map[moduleWrite]bool)
		for i := range e.files {
			g := &e.files[i]
			if !g.lang.Rules.ModuleMembers {
				continue
			}
			for j := range g.facts.Exprs {
				member := &g.facts.Exprs[j]
				if member.Kind != facts.Member || member.Flags&facts.Write == 0 {
					continue
				}
				e.resolver.types.each(e.exprType(fileID(i), member.X), func(t typ) {
					if n := e.resolver.types.node(t); n.kind == kModule {
						w := moduleWrite{n.unit(), member.Name}
						e.moduleWrites[w] = e.moduleWrites[w] || !g.test
					}
				})
			}
		}
	}
	for _, name := range [...]string{name, ""} {
		if written, ok := e.moduleWrites[moduleWrite{u, name}]; ok && (written || f.test) {
			return true
		}
	}
	return false
}

// inSubtype reports whether a value declared as s may have the member because
// it is of a type below.
func (r *resolver) inSubtype(s symID, name string) bool {
	if r.subtypes == nil {
		return true // bases are still being looked up
	}
	if r.checking {
		return false
	}
	r.checking = true
	defer func() { r.checking = false }()
	for _, sub := range r.allSubtypes(s) {
		if fd := r.typeMember(sub, name, r.instance(sub), false); fd.status != isMissing {
			return true
		}
	}
	return false
}

// doubtful notes the use of a member that only what is not written may answer to.
func (e *emitter) doubtful(f *fileState, file fileID, ex *facts.Expr, kind graph.EdgeType) {
	if miss, ok := e.mayLack(f, file, ex); ok {
		e.unresolved(file, e.source(file, ex.In), ex.Name, &miss, ex.Line, kind, ruleUnique)
	}
}

// mayLack returns what lacks the member that x names, where its receiver is of a type of
// the repository and no type above or below that is known to have it. Of types that extend
// one from outside only what is private by its name is asked for.
func (e *emitter) mayLack(f *fileState, file fileID, x *facts.Expr) (found, bool) {
	if x.Kind != facts.Member || x.Flags&(facts.Guarded|facts.Write) != 0 || !f.lang.Rules.WrittenMembers || !f.lang.Rules.CheckedNames {
		return found{}, false
	}
	n := e.resolver.types.node(e.exprType(file, x.X))
	if n.kind != kInstance && n.kind != kClass || !e.def(n.symbol()).Kind.IsType() || e.isWritten(n.symbol(), x.Name) || e.answersAll(n.symbol()) {
		return found{}, false
	}
	open := e.isOpen(n.symbol()) || e.addsMembers(n.symbol())
	for _, sub := range e.allSubtypes(n.symbol()) {
		if fd := e.typeMember(sub, x.Name, e.instance(sub), false); fd.status != isMissing && fd.status != notKnown || e.answersAll(sub) {
			return found{}, false
		}
		open = open || e.isOpen(sub)
	}
	if private := strings.HasPrefix(x.Name, "_") && !strings.HasPrefix(x.Name, "__"); open && !(private && f.lang.Rules.PrivateUnderscore) {
		return found{}, false
	}
	return found{owner: ownedBySymbol(n.symbol()), open: open}, true
}

// addsMembers reports whether a type, or one above it, gets members as the program runs.
func (r *resolver) addsMembers(s symID) bool {
	seen := []base{{sym: s}}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		if r.def(seen[k].sym).Has(facts.DynamicMembers) {
			return true
		}
		seen = r.appendBases(seen, seen[k])
	}
	return false
}

// answersAll reports whether a type has a member that answers for those that are not
// written.
func (r *resolver) answersAll(s symID) bool {
	for _, name := range r.protocol(s).Fallbacks {
		if r.typeMember(s, name, r.instance(s), false).status == isSymbol {
			return true
		}
	}
	return false
}
