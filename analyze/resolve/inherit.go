package resolve

import (
	"slices"
	"sort"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// inheritance adds EXTENDS, IMPLEMENTS and OVERRIDES as they are written.
func (e *emitter) inheritance() {
	e.findSubtypes()
	e.overriders = make(map[symID][]symID)
	for s := range e.syms {
		e.at = e.syms[s].file
		s := symID(s)
		n, d := e.node(s), e.def(s)
		if !d.Kind.IsType() {
			if d.Kind.IsCallable() && len(d.Implements) > 0 {
				e.implementsFor(s, d)
			}
			continue
		}
		for _, b := range e.basesOf(s) {
			t := e.node(b.sym)
			if n == nil || t == nil || t == n {
				continue
			}
			kind := graph.Extends
			if t.Label == graph.Interface && n.Label != graph.Interface && !b.embedded || t.Label == graph.Trait && b.added {
				kind = graph.Implements
			}
			e.b.Edge(n, kind, t, confidenceOf(ruleMember), ruleMember, graph.Site{Line: int(d.Line)})
		}
		if len(e.syms[s].bases) == 0 {
			continue
		}
		names := make([]string, 0, len(e.syms[s].members))
		for name := range e.syms[s].members {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			for _, m := range e.syms[s].members[name] {
				if e.def(m).Kind.IsCallable() && e.def(m).Kind != facts.Constructor {
					e.overrides(s, m, name)
				}
			}
		}
	}
}

// implementsFor links a method that is written for one interface to the method it
// implements.
func (e *emitter) implementsFor(s symID, d *facts.Def) {
	for _, id := range d.Implements {
		t := e.declType(e.syms[s].file, id)
		n := e.resolver.types.node(t)
		if n.kind != kInstance {
			continue
		}
		fd := e.typeMember(n.symbol(), d.Name, t, false)
		if fd.status != isSymbol {
			continue
		}
		for i, m := range fd.syms {
			if e.def(m).Kind.IsCallable() && (len(fd.syms) == 1 || e.sameParams(s, nil, m, e.typeArgs(fd.receiver(i)))) {
				e.override(s, m, ruleMember)
			}
		}
	}
}

// overrides links a method to the nearest one it replaces in every supertype.
func (e *emitter) overrides(s, m symID, name string) {
	for _, b := range e.basesOf(s) {
		if b.embedded {
			continue
		}
		fd := e.typeMember(b.sym, name, e.resolver.types.instance(b.sym, b.args...), false)
		if fd.status != isSymbol {
			continue
		}
		overloads := e.files[e.syms[s].file].lang.Rules.Overloads
		if !overloads {
			fd.syms = fd.syms[:1]
		}
		for i, o := range fd.syms {
			if e.def(o).Kind.IsCallable() && o != m && (!overloads || e.sameParams(m, nil, o, e.typeArgs(fd.receiver(i)))) {
				e.override(m, o, ruleMember)
			}
		}
	}
}

func (e *emitter) override(m, base symID, rule int) {
	from, to := e.node(m), e.node(base)
	if from == nil || to == nil || slices.Contains(e.overriders[base], m) {
		return
	}
	e.overriders[base] = append(e.overriders[base], m)
	e.b.Edge(from, graph.Overrides, to, confidenceOf(rule), rule, graph.Site{})
}

// implementations finds the types that implement an interface by their methods,
// for languages where that is enough.
func (e *emitter) implementations() {
	e.implement = make(map[[2]symID]bool)
	e.implementersOf = make(map[symID][]symID)
	e.outsideTypes = make(map[string][]symID)
	e.soleMethods = make(map[*lang.Language]map[string]string)
	e.byMethod = make(map[string][]symID)
	e.embedders = make(map[symID][]symID)
	var interfaces []symID
	for s := range e.syms {
		e.at = e.syms[s].file
		s := symID(s)
		if e.node(s) == nil || !e.files[e.syms[s].file].lang.Rules.StructuralInterfaces {
			continue
		}
		switch d := e.def(s); {
		case d.Kind == facts.Interface:
			if len(e.syms[s].members) > 0 || len(e.basesOf(s)) > 0 {
				interfaces = append(interfaces, s)
			}
			continue
		case !d.Kind.IsType():
			continue
		}
		for name, list := range e.syms[s].members {
			if e.def(list[0]).Kind == facts.Method {
				e.byMethod[name] = append(e.byMethod[name], s)
			}
		}
		for _, b := range e.basesOf(s) {
			if b.embedded {
				e.embedders[b.sym] = append(e.embedders[b.sym], s)
			}
		}
	}
	for _, i := range interfaces {
		methods, outside := e.methodsOf(i)
		names := make([]string, len(methods))
		for k, m := range methods {
			names[k] = e.def(m).Name
		}
		for _, s := range e.candidates(names) {
			interfaces := e.files[e.syms[s].file].lang.Interfaces
			if !slices.ContainsFunc(outside, func(m string) bool { return !e.hasMethod(interfaces, s, m) }) {
				e.implements(s, i, methods)
			}
		}
	}
}

// maxImplementers bounds the candidates looked at for one interface.
const maxImplementers = 2000

// candidates returns the types that have the rarest of some methods, or get it
// from a type they embed.
func (e *emitter) candidates(methods []string) []symID {
	if len(methods) == 0 {
		return nil
	}
	rarest := methods[0]
	for _, name := range methods {
		if len(e.byMethod[name]) < len(e.byMethod[rarest]) {
			rarest = name
		}
	}
	return e.withEmbedders(e.byMethod[rarest])
}

// withEmbedders adds the types that embed one of types, directly or not: promoted
// methods are theirs too.
func (e *emitter) withEmbedders(types []symID) []symID {
	candidates := slices.Clone(types)
	for k := 0; k < len(candidates) && len(candidates) < maxImplementers; k++ {
		for _, s := range e.embedders[candidates[k]] {
			if !slices.Contains(candidates, s) {
				candidates = append(candidates, s)
			}
		}
	}
	slices.Sort(candidates)
	return candidates
}

// methodsOf returns the methods of an interface with those it embeds, and those it
// gets from interfaces outside.
func (e *emitter) methodsOf(iface symID) (out []symID, outside []string) {
	seen := []symID{iface}
	for k := 0; k < len(seen) && k < maxBases; k++ {
		names := make([]string, 0, len(e.syms[seen[k]].members))
		for name := range e.syms[seen[k]].members {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			if m := e.syms[seen[k]].members[name][0]; e.def(m).Kind == facts.Method {
				out = append(out, m)
			}
		}
		for _, b := range e.basesOf(seen[k]) {
			if !slices.Contains(seen, b.sym) && e.def(b.sym).Kind == facts.Interface {
				seen = append(seen, b.sym)
			}
		}
		in := &e.files[e.syms[seen[k]].file]
		for _, id := range e.def(seen[k]).Embeds {
			if n := e.resolver.types.node(e.declType(e.syms[seen[k]].file, id)); n.kind == kBuiltin {
				outside = append(outside, strings.Fields(in.lang.Interfaces[e.resolver.types.nameOf(n)])...)
			}
		}
	}
	return out, outside
}

// implements links s to the interface when it has all its methods.
func (e *emitter) implements(s, iface symID, methods []symID) {
	have := make([]symID, len(methods))
	for i, m := range methods {
		fd := e.typeMember(s, e.def(m).Name, e.instance(s), false)
		if fd.status != isSymbol || e.def(fd.syms[0]).Kind != facts.Method || !e.sameShape(fd.syms[0], m) {
			return
		}
		have[i] = fd.syms[0]
	}
	e.implement[[2]symID{s, iface}] = true
	e.implementersOf[iface] = append(e.implementersOf[iface], s)
	e.b.Edge(e.node(s), graph.Implements, e.node(iface), confidenceOf(ruleStructure), ruleStructure, graph.Site{Line: int(e.def(s).Line)})
	for i, m := range methods {
		if have[i] != m {
			e.override(have[i], m, ruleStructure)
		}
	}
}

// sameShape compares the parameters and results of two methods as far as both
// are known.
func (e *emitter) sameShape(a, b symID) bool {
	x, y := e.def(a), e.def(b)
	if len(x.Params) != len(y.Params) || len(x.Results) != len(y.Results) {
		return false
	}
	same := func(s, t facts.TypeID) bool {
		u, v := e.declType(e.syms[a].file, s), e.declType(e.syms[b].file, t)
		ku, kv := e.resolver.types.kind(u), e.resolver.types.kind(v)
		if u < firstTyp || v < firstTyp || ku == kParam || kv == kParam || ku == kFuncType || kv == kFuncType {
			return u == v || u == unknown || v == unknown || ku == kParam || kv == kParam || ku == kFuncType && kv == kFuncType
		}
		return u == v || ku == kv && len(e.resolver.types.node(u).args) > 0
	}
	for i := range x.Params {
		if x.Params[i].Variadic != y.Params[i].Variadic || !same(x.Params[i].Type, y.Params[i].Type) {
			return false
		}
	}
	for i := range x.Results {
		if !same(x.Results[i], y.Results[i]) {
			return false
		}
	}
	return true
}
