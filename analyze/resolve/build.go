package resolve

import (
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Files of one scope may be taken by different builds, and then a name means what the
// builds of the file it stands in have. Twins are the definitions of one name in one
// scope, or in types that are twins, of which each build has its own.

// takeIn notes which builds take a file.
func (r *resolver) takeIn(f *fileState) {
	l, ok := f.linker.(lang.BuildLinker)
	if !ok || f.lang.Grammar == nil {
		return
	}
	if r.builds == nil {
		r.builds = l.Builds()
	}
	if len(r.builds) > 1 {
		f.builds = l.BuildsOf(f.path)
	}
}

// limits returns the builds that take a file where not all do, else 0.
func (e *emitter) limits(f *fileState) graph.BuildSet {
	if every := lang.BuildSet(1)<<len(e.builds) - 1; f.builds != every {
		return graph.BuildSet(f.builds)
	}
	return 0
}

// isBuiltWith reports whether some build has both a file and the symbol s, so that
// the file can name it.
func (r *resolver) isBuiltWith(file fileID, s symID) bool {
	f, g := &r.files[file], &r.files[r.syms[s].file]
	if g.test && g.lang.Rules.TestFilesApart && f != g && !(f.test && path.Dir(f.path) == path.Dir(g.path)) {
		return false
	}
	return f.builds == 0 || g.builds == 0 || f.builds&g.builds != 0
}

// builtWith returns those of syms that some build has together with a file.
func (r *resolver) builtWith(file fileID, syms []symID) []symID {
	if !slices.ContainsFunc(syms, func(s symID) bool { return !r.isBuiltWith(file, s) }) {
		return syms
	}
	var out []symID
	for _, s := range syms {
		if r.isBuiltWith(file, s) {
			out = append(out, s)
		}
	}
	return out
}

// twins returns the definitions of the name of s in its scope, s among them.
func (r *resolver) twins(s symID) []symID {
	y, d := &r.syms[s], r.def(s)
	f := &r.files[y.file]
	if f.lang.Unit == nil {
		return nil
	}
	if y.parent < 0 {
		return r.units[f.unit].names[d.Name]
	}
	p := r.def(y.parent)
	if r.syms[y.parent].parent >= 0 || !p.Kind.IsType() {
		return nil
	}
	holders := r.units[r.files[r.syms[y.parent].file].unit].names[p.Name]
	if len(holders) == 1 {
		return r.syms[holders[0]].members[d.Name]
	}
	var out []symID
	for _, h := range holders {
		out = appendNew(out, r.syms[h].members[d.Name])
	}
	return out
}

// addToTwins makes the method s of type t one of the types that other builds have in its
// place, as far as they are built with the file of s.
func (r *resolver) addToTwins(t, s symID) {
	if r.syms[t].parent >= 0 || r.files[r.syms[t].file].lang.Rules.SharedNamespaces {
		return
	}
	name := r.def(s).Name
	for _, h := range r.twins(t) {
		if h == t || !r.def(h).Kind.IsType() || !r.isBuiltWith(r.syms[s].file, h) {
			continue
		}
		if r.syms[h].members == nil {
			r.syms[h].members = make(map[string][]symID)
		}
		r.syms[h].members[name] = addName(r.syms[h].members[name], s)
	}
}

// memberIn is memberOf as a file means it: what its builds have.
func (r *resolver) memberIn(file fileID, t typ, name string) found {
	if t < firstTyp || !r.files[file].lang.Rules.TestFilesApart {
		return r.memberOf(t, name)
	}
	t = r.oneTwin(t)
	fd := r.memberOf(t, name)
	if n := r.types.node(t); (n.kind == kInstance || n.kind == kClass) && (fd.status == isMissing || !r.isBuiltWith(file, n.symbol())) {
		for _, twin := range r.twins(n.symbol()) { // the type of another build
			if twin == n.symbol() || !r.def(twin).Kind.IsType() || !r.isBuiltWith(file, twin) {
				continue
			}
			if of := r.memberOf(r.types.ofSymbol(n, twin), name); fd.status != isSymbol || of.status == isSymbol {
				fd = of
				break
			}
		}
	}
	if fd.status != isSymbol {
		return fd
	}
	syms := r.builtWith(file, fd.syms)
	var twins []symID
	for _, s := range fd.syms {
		if all := r.twins(s); len(all) > 1 {
			twins = appendNew(twins, r.builtWith(file, all))
		}
	}
	if len(syms) == len(fd.syms) && len(twins) == 0 {
		return fd
	}
	if syms = appendNew(slices.Clone(syms), twins); len(syms) > 0 {
		fd.syms, fd.recvs = syms, nil
		return fd
	}
	return found{status: isMissing, owner: r.ownerOfSymbol(fd.syms[0])}
}

// ownerOfSymbol returns what holds s: another symbol, or its unit.
func (r *resolver) ownerOfSymbol(s symID) owner {
	if p := r.syms[s].parent; p >= 0 {
		return ownedBySymbol(p)
	}
	return ownedByUnit(r.files[r.syms[s].file].unit)
}

// oneTwin returns one of several types that are twins, t itself where it is something else.
func (r *resolver) oneTwin(t typ) typ {
	n := r.types.node(t)
	if n.kind != kUnion {
		return t
	}
	first := r.types.node(n.args[0])
	if first.kind != kInstance {
		return t
	}
	twins := r.twins(first.symbol())
	for _, m := range n.args[1:] {
		if o := r.types.node(m); o.kind != kInstance || !slices.Contains(twins, o.symbol()) {
			return t
		}
	}
	return n.args[0]
}

// meet reports whether some build may have both of two symbols.
func (e *emitter) meet(s, o symID) bool {
	a, b := e.files[e.syms[s].file].builds, e.files[e.syms[o].file].builds
	return a == 0 || b == 0 || a&b != 0
}

// absentFrom returns the builds of a file that have none of the symbols that a name
// in it means: 0 where all have one, or that is not known.
func (e *emitter) absentFrom(file fileID, syms []symID) lang.BuildSet {
	absent := e.files[file].builds
	has := func(s symID) {
		if builds := e.files[e.syms[s].file].builds; builds != 0 {
			absent &^= builds
		} else {
			absent = 0
		}
	}
	for _, s := range syms {
		has(s)
	}
	if absent == 0 {
		return 0
	}
	for _, s := range syms {
		for _, twin := range e.twins(s) {
			if e.isBuiltWith(file, twin) {
				has(twin)
			}
		}
		p, name := e.syms[s].parent, e.def(s).Name
		if absent == 0 || p < 0 || !e.def(p).Kind.IsType() {
			continue
		}
		for _, h := range e.twins(p) { // another build may get it from a base
			if h != p && e.def(h).Kind.IsType() && len(e.syms[h].members[name]) == 0 &&
				e.typeMember(h, name, e.instance(h), false).status != isMissing {
				has(h)
			}
		}
	}
	return absent
}

// lackingIn notes a use of a name which some of the builds that take its file do not
// have.
func (e *emitter) lackingIn(file fileID, in facts.DefID, name string, syms []symID, line int32, kind graph.EdgeType, rule int) {
	if e.files[file].builds == 0 || len(syms) == 0 || e.syms[syms[0]].file == file {
		return
	}
	absent := e.absentFrom(file, syms)
	if absent == 0 {
		return
	}
	owner := e.ownerOfSymbol(syms[0])
	if p, ok := owner.symbol(); ok && !e.def(p).Kind.IsType() {
		return
	}
	e.unresolved(file, e.source(file, in), name, &found{owner: owner, builds: absent}, line, kind, rule)
}
