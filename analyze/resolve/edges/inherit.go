package edges

import (
	"slices"
	"sort"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

// Inheritance adds the EXTENDS, IMPLEMENTS and OVERRIDES edges of declarations.
func (e *Writer) Inheritance() {
	e.infer.FindSubtypes()
	e.overriders = make(map[decl.SymbolID][]decl.SymbolID)
	for s := range e.infer.NumSymbols() {
		e.infer.WorkOn(e.infer.Symbol(s).File)
		n, d := e.Node(s), e.infer.Def(s)
		if !d.Kind.IsType() {
			if d.Kind.IsCallable() && len(d.Implements) > 0 && (!d.Has(facts.Given) || e.infer.Symbol(s).Parent >= 0) {
				e.implementsFor(s, d)
			}
			continue
		}
		for _, b := range e.infer.BasesOf(s) {
			t := e.Node(b.Sym)
			if n == nil || t == nil || t == n {
				continue
			}
			kind := graph.Extends
			if t.Label == graph.Interface && n.Label != graph.Interface && !b.Embedded || t.Label == graph.Trait && b.Added {
				kind = graph.Implements
			}
			e.weave(e.infer.Symbol(s).File, n)
			e.B.Edge(n, kind, t, ruleset.Confidence(ruleset.Member), ruleset.Member, graph.Site{Line: int(d.Line)})
		}
		for i, t := range e.infer.Lent(e.infer.Instance(s)) {
			if of := e.infer.Types.Node(t); i == 0 && of.Kind == lattice.Instance && e.Node(of.Symbol()) != nil && n != nil && e.Node(of.Symbol()) != n {
				e.B.Edge(n, graph.Extends, e.Node(of.Symbol()), ruleset.Confidence(ruleset.Member), ruleset.Member, graph.Site{Line: int(d.Line)})
			}
		}
		if len(e.infer.Symbol(s).Bases) == 0 || e.infer.File(e.infer.Symbol(s).File).Lang.Rules.GivenOverrides {
			continue
		}
		names := make([]string, 0, len(e.infer.Symbol(s).Members))
		for name := range e.infer.Symbol(s).Members {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			for _, m := range e.infer.MembersNamed(s, name) {
				if e.infer.Def(m).Kind.IsCallable() && e.infer.Def(m).Kind != facts.Constructor {
					e.overrides(s, m, name)
				}
			}
		}
	}
}

// implementsFor adds an edge from an explicit implementation of an interface method to that
// method.
func (e *Writer) implementsFor(s decl.SymbolID, d *facts.Def) {
	for _, id := range d.Implements {
		t := e.infer.DeclType(e.infer.Symbol(s).File, id)
		n := e.infer.Types.Node(t)
		if n.Kind != lattice.Instance {
			continue
		}
		fd := e.infer.TypeMember(n.Symbol(), d.Name, t, false)
		if fd.Status != infer.IsSymbol {
			continue
		}
		for i, m := range fd.Syms {
			if e.infer.Def(m).Kind.IsCallable() && (len(fd.Syms) == 1 || e.infer.SameParams(s, nil, m, e.infer.TypeArgs(fd.Receiver(i)))) {
				e.override(s, m, ruleset.Member)
			}
		}
	}
}

// overrides adds an edge from a method to the nearest one that it replaces in every supertype.
func (e *Writer) overrides(s, m decl.SymbolID, name string) {
	for _, b := range e.infer.BasesOf(s) {
		if b.Embedded {
			continue
		}
		fd := e.infer.TypeMember(b.Sym, name, e.infer.Types.Instance(b.Sym, b.Args...), false)
		if fd.Status != infer.IsSymbol {
			continue
		}
		overloads := e.infer.File(e.infer.Symbol(s).File).Lang.Rules.Overloads
		if !overloads {
			fd.Syms = fd.Syms[:1]
		}
		for i, o := range fd.Syms {
			if e.infer.Def(o).Kind.IsCallable() && o != m && !e.explicitly(s, o, b) && (!overloads || e.infer.SameParams(m, nil, o, e.infer.TypeArgs(fd.Receiver(i)))) {
				e.override(m, o, ruleset.Member)
			}
		}
	}
}

// explicitly reports whether a type implements the method o of its base only for those that know it by that base.
func (e *Writer) explicitly(s, o decl.SymbolID, b infer.Base) bool {
	return slices.ContainsFunc(e.infer.Symbol(s).Explicit, func(x decl.SymbolID) bool {
		d := e.infer.Def(x)
		return d.Name == e.infer.Def(o).Name && d.Kind.IsCallable() && slices.ContainsFunc(d.Implements, func(id facts.TypeID) bool {
			n := e.infer.Types.Node(e.infer.DeclType(e.infer.Symbol(x).File, id))
			return n.Kind == lattice.Instance && e.infer.Distance(n.Symbol(), e.infer.Symbol(o).Parent) >= 0
		}) && e.infer.SameParams(x, nil, o, b.Args)
	})
}

func (e *Writer) override(m, base decl.SymbolID, rule int) {
	from, to := e.Node(m), e.Node(base)
	if from == nil || to == nil || slices.Contains(e.overriders[base], m) {
		return
	}
	e.overriders[base] = append(e.overriders[base], m)
	e.B.Edge(from, graph.Overrides, to, ruleset.Confidence(rule), rule, graph.Site{})
}

// Implementations finds the types that implement an interface by their methods, in languages with
// structural interfaces.
func (e *Writer) Implementations() {
	e.implement = make(map[[2]decl.SymbolID]bool)
	e.implementersOf = make(map[decl.SymbolID][]decl.SymbolID)
	e.outsideTypes = make(map[groupName][]decl.SymbolID)
	e.soleMethods = make(map[*lang.Language]map[string]string)
	e.byMethod = make(map[string][]decl.SymbolID)
	e.embedders = make(map[decl.SymbolID][]decl.SymbolID)
	var interfaces []decl.SymbolID
	for s := range e.infer.NumSymbols() {
		e.infer.WorkOn(e.infer.Symbol(s).File)
		if e.Node(s) == nil || !e.infer.File(e.infer.Symbol(s).File).Lang.Rules.StructuralInterfaces {
			continue
		}
		switch d := e.infer.Def(s); {
		case d.Kind == facts.Interface:
			if len(e.infer.Symbol(s).Members) > 0 || len(e.infer.BasesOf(s)) > 0 {
				interfaces = append(interfaces, s)
			}
			continue
		case !d.Kind.IsType():
			continue
		}
		for name, list := range e.infer.Symbol(s).Members {
			if e.infer.Def(list[0]).Kind == facts.Method {
				e.byMethod[name] = append(e.byMethod[name], s)
			}
		}
		for _, b := range e.infer.BasesOf(s) {
			if b.Embedded {
				e.embedders[b.Sym] = append(e.embedders[b.Sym], s)
			}
		}
	}
	for _, i := range interfaces {
		methods, outside := e.MethodsOf(i)
		names := make([]string, len(methods))
		for k, m := range methods {
			names[k] = e.infer.Def(m).Name
		}
		for _, s := range e.candidates(names) {
			if !e.infer.Together(s, i) {
				continue
			}
			interfaces := e.infer.File(e.infer.Symbol(s).File).Lang.Interfaces
			if !slices.ContainsFunc(outside, func(m string) bool { return !e.hasMethod(interfaces, s, m) }) {
				e.implements(s, i, methods)
			}
		}
	}
}

// maxImplementers bounds the candidates checked per interface.
const maxImplementers = 2000

// candidates returns the types that have the rarest of some methods, directly or from an embedded
// type.
func (e *Writer) candidates(methods []string) []decl.SymbolID {
	if len(methods) == 0 {
		return nil
	}
	rarest := methods[0]
	for _, name := range methods {
		if len(e.byMethod[name]) < len(e.byMethod[rarest]) {
			rarest = name
		}
	}
	return e.WithEmbedders(e.byMethod[rarest])
}

// WithEmbedders adds the types that embed one of types, directly or indirectly, since promoted
// methods are theirs too.
func (e *Writer) WithEmbedders(types []decl.SymbolID) []decl.SymbolID {
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

// MethodsOf returns the methods of an interface, including those of embedded interfaces, and the
// methods from interfaces outside the repository.
func (e *Writer) MethodsOf(iface decl.SymbolID) (out []decl.SymbolID, outside []string) {
	seen := []decl.SymbolID{iface}
	for k := 0; k < len(seen) && k < infer.MaxBases; k++ {
		names := make([]string, 0, len(e.infer.Symbol(seen[k]).Members))
		for name := range e.infer.Symbol(seen[k]).Members {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			if m := e.infer.MembersNamed(seen[k], name)[0]; e.infer.Def(m).Kind == facts.Method {
				out = append(out, m)
			}
		}
		for _, b := range e.infer.BasesOf(seen[k]) {
			if !slices.Contains(seen, b.Sym) && e.infer.Def(b.Sym).Kind == facts.Interface {
				seen = append(seen, b.Sym)
			}
		}
		in := e.infer.File(e.infer.Symbol(seen[k]).File)
		for _, id := range e.infer.Def(seen[k]).Embeds {
			if n := e.infer.Types.Node(e.infer.DeclType(e.infer.Symbol(seen[k]).File, id)); n.Kind == lattice.Builtin {
				outside = append(outside, strings.Fields(in.Lang.Interfaces[e.infer.Types.NameOf(n)])...)
			}
		}
	}
	return out, outside
}

// implements adds an edge from s to the interface if s has all its methods.
func (e *Writer) implements(s, iface decl.SymbolID, methods []decl.SymbolID) {
	have := make([]decl.SymbolID, len(methods))
	for i, m := range methods {
		fd := e.infer.TypeMember(s, e.infer.Def(m).Name, e.infer.Instance(s), false)
		if fd.Status != infer.IsSymbol || e.infer.Def(fd.Syms[0]).Kind != facts.Method || !e.SameShape(fd.Syms[0], m) {
			return
		}
		have[i] = fd.Syms[0]
	}
	e.implement[[2]decl.SymbolID{s, iface}] = true
	e.implementersOf[iface] = append(e.implementersOf[iface], s)
	if n := e.Node(s); n != nil {
		e.weave(e.infer.Symbol(s).File, n)
	}
	e.B.Edge(e.Node(s), graph.Implements, e.Node(iface), ruleset.Confidence(ruleset.Structure), ruleset.Structure, graph.Site{Line: int(e.infer.Def(s).Line)})
	for i, m := range methods {
		if have[i] != m {
			e.override(have[i], m, ruleset.Structure)
		}
	}
}
