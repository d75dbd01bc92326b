package resolve

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// flowing adds to the targets of a call what reaches it and, where that may not
// be all, what the type of the receiver allows.
func (e *emitter) flowing(file fileID, x facts.ExprID, targets []target) []target {
	list, open := e.flow.targets(file, x)
	f := &e.files[file]
	if len(list) == 0 && !open {
		return targets
	}
	if f.lang.Rules.StructuralInterfaces {
		targets = slices.DeleteFunc(targets, func(t target) bool { return t.rule == ruleDispatch })
	}
	callee := &f.facts.Exprs[f.facts.Exprs[x].X]
	// Values of the interfaces that the language declares are everywhere: err.Error()
	// says nothing of what the code does.
	everywhere := callee.Kind == facts.Member && e.declaredWith(f.lang, callee.Name) != ""
	many := e.codeOf(list) > maxDispatch
	for _, t := range list {
		switch {
		case everywhere && t.rule == ruleReceiver || many && f.lang.Rules.StructuralInterfaces:
			t.rule = ruleWide
		case t.rule == ruleFunction && !f.lang.Rules.StructuralInterfaces:
			t.rule = ruleLoose
		case !f.test && e.files[e.syms[t.sym].file].test:
			t.rule = ruleTestValue
		}
		if i := slices.IndexFunc(targets, func(o target) bool { return o.sym == t.sym }); i < 0 {
			targets = append(targets, t)
		} else if targets[i].rule == ruleDispatch && t.rule != ruleLoose {
			targets[i].rule = t.rule
		}
	}
	if !open || !f.lang.Rules.StructuralInterfaces {
		return targets
	}
	reached := len(list) > 0
	list, inside := e.allowed(file, x, e.exprType(file, callee.X), callee.Name)
	for _, t := range list {
		if slices.ContainsFunc(targets, func(o target) bool { return o.sym == t.sym }) {
			continue
		}
		t.rule = ruleWide
		if inside && !reached && len(list) <= maxDispatch && (f.test || !e.files[e.syms[t.sym].file].test) {
			t.rule = ruleDispatch
		}
		targets = append(targets, t)
	}
	return targets
}

// codeOf counts the targets that are no tests.
func (e *emitter) codeOf(targets []target) int {
	n := 0
	for _, t := range targets {
		if !e.files[e.syms[t.sym].file].test {
			n++
		}
	}
	return n
}

// allowed returns the methods called name of the types that implement type t:
// those of which a value was ever taken as something else, or all where that is
// left to code outside. inside says that t is an interface of the repository.
func (e *emitter) allowed(file fileID, x facts.ExprID, t typ, name string) (out []target, inside bool) {
	interfaces := e.files[file].lang.Interfaces
	n := e.resolver.types.node(t)
	if n.kind == kParam {
		t = e.bound(n.symbol(), n.position())
		n = e.resolver.types.node(t)
	}
	var types []symID
	switch {
	case n.kind == kInstance:
		u := e.under(t)
		if u.kind != kInstance || e.def(u.symbol()).Kind != facts.Interface {
			return nil, false
		}
		types, inside = e.implementersOf[u.symbol()], true
	case n.kind == kBuiltin:
		types = e.implementingOutside(interfaces, e.resolver.types.nameOf(n))
	case t == external || t == unknown:
		types = e.implementingOutside(interfaces, e.declaredWith(e.files[file].lang, name))
	}
	isTaken := func(s symID) bool { return e.flow.taken[s] }
	some := slices.ContainsFunc(types, isTaken) || !inside
	for _, s := range types {
		if some && !isTaken(s) {
			continue
		}
		fd := e.typeMember(s, name, e.instance(s), false)
		if fd.status != isSymbol {
			continue
		}
		m, d := fd.syms[0], e.def(fd.syms[0])
		if d.Kind == facts.Method && !d.Has(facts.Abstract) && e.flow.fits(file, x, m) && !slices.ContainsFunc(out, func(t target) bool { return t.sym == m }) {
			out = append(out, target{sym: m})
		}
	}
	return out, inside
}

// declaredWith returns the interface that the language itself declares with that
// method alone: a value of an unknown type that has it is one of those.
func (e *emitter) declaredWith(l *lang.Language, method string) string {
	declared, ok := e.soleMethods[l]
	if !ok {
		declared = soleMethods(l.Interfaces)
		e.soleMethods[l] = declared
	}
	return declared[method]
}

// soleMethods returns the interfaces of one method that a language itself declares, by that
// method; of several the first by name.
func soleMethods(interfaces map[string]string) map[string]string {
	out := make(map[string]string)
	for _, name := range slices.Sorted(maps.Keys(interfaces)) {
		method, params, _ := strings.Cut(interfaces[name], "/")
		if _, known := out[method]; !known && !strings.Contains(name, ".") && !strings.Contains(params, "/") {
			out[method] = name
		}
	}
	return out
}

// implementingOutside returns the types that have the methods of an interface
// from outside.
func (e *emitter) implementingOutside(interfaces map[string]string, name string) []symID {
	methods := strings.Fields(interfaces[name])
	if len(methods) == 0 {
		return nil
	}
	if list, ok := e.outsideTypes[name]; ok {
		return list
	}
	var types []symID // those that declare any of the methods: the others may come from an embedded type
	for _, m := range methods {
		name, _, _ := strings.Cut(m, "/")
		types = append(types, e.byMethod[name]...)
	}
	slices.Sort(types)
	var out []symID
	for _, s := range e.withEmbedders(slices.Compact(types)) {
		if !slices.ContainsFunc(methods, func(m string) bool { return !e.hasMethod(interfaces, s, m) }) {
			out = append(out, s)
		}
	}
	e.outsideTypes[name] = out
	return out
}

// hasMethod reports whether a type has a method, written as in
// lang.Language.Interfaces: its own, or that of something it embeds.
func (e *emitter) hasMethod(interfaces map[string]string, s symID, method string) bool {
	name, params, _ := strings.Cut(method, "/")
	fd := e.typeMember(s, name, e.instance(s), false)
	if fd.status == isSymbol {
		d := e.def(fd.syms[0])
		return d.Kind == facts.Method && strconv.Itoa(len(d.Params)) == params
	}
	for k, seen := 0, []symID{s}; k < len(seen) && k < maxBases; k++ {
		y := &e.syms[seen[k]]
		for _, id := range e.def(seen[k]).Embeds {
			n := e.resolver.types.node(e.declType(y.file, id))
			if n.kind == kBuiltin && slices.Contains(strings.Fields(interfaces[e.resolver.types.nameOf(n)]), method) {
				return true
			}
		}
		for _, b := range e.basesOf(seen[k]) {
			if b.embedded && !slices.Contains(seen, b.sym) {
				seen = append(seen, b.sym)
			}
		}
	}
	return false
}
