package edges

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/valueflow"
)

// flowing adds to the targets of a call the values that flow into it and, if these may not be
// all, the methods that the type of the receiver allows.
func (e *Writer) flowing(file decl.FileID, x facts.ExprID, targets []valueflow.Target) []valueflow.Target {
	list, open := e.Flow.Targets(file, x)
	f := e.infer.File(file)
	if f.Lang.Rules.Overloads && len(targets) > 0 {
		list = slices.DeleteFunc(slices.Clone(list), func(t valueflow.Target) bool { return e.isOtherOverload(t, targets) })
	}
	if len(list) == 0 && !open {
		return targets
	}
	if f.Lang.Rules.StructuralInterfaces {
		targets = slices.DeleteFunc(targets, func(t valueflow.Target) bool { return t.Rule == ruleset.Dispatch })
	}
	callee := &f.Facts.Expressions()[f.Facts.Expressions()[x].X]
	// Interfaces that the language itself declares have implementations everywhere: err.Error()
	// does not restrict the callee.
	everywhere := callee.Kind == facts.Member && e.declaredWith(f.Lang, callee.Name) != ""
	many := e.codeOf(list) > MaxDispatch
	for _, t := range list {
		switch {
		case everywhere && t.Rule == ruleset.Receiver || many && f.Lang.Rules.StructuralInterfaces:
			t.Rule = ruleset.Wide
		case t.Rule == ruleset.Function && !f.Lang.Rules.StructuralInterfaces:
			t.Rule = ruleset.Loose
		case !f.Test && e.infer.File(e.infer.Symbol(t.Sym).File).Test:
			t.Rule = ruleset.TestValue
		}
		if i := slices.IndexFunc(targets, func(o valueflow.Target) bool { return o.Sym == t.Sym }); i < 0 {
			targets = append(targets, t)
		} else if targets[i].Rule == ruleset.Dispatch && t.Rule != ruleset.Loose {
			targets[i].Rule = t.Rule
		}
	}
	if !open || !f.Lang.Rules.StructuralInterfaces {
		return targets
	}
	reached := len(list) > 0
	list, inside := e.allowed(file, x, e.infer.ExprType(file, callee.X), callee.Name)
	for _, t := range list {
		if slices.ContainsFunc(targets, func(o valueflow.Target) bool { return o.Sym == t.Sym }) {
			continue
		}
		t.Rule = ruleset.Wide
		if inside && !reached && len(list) <= MaxDispatch && (f.Test || !e.infer.File(e.infer.Symbol(t.Sym).File).Test) {
			t.Rule = ruleset.Dispatch
		}
		targets = append(targets, t)
	}
	return targets
}

// isOtherOverload reports whether a method of a type whose values flow into the receiver of a call is an overload of what
// the call means, not that itself or an override of it: the value decides which override runs.
func (e *Writer) isOtherOverload(t valueflow.Target, targets []valueflow.Target) bool {
	if t.Rule != ruleset.Receiver || slices.ContainsFunc(targets, func(o valueflow.Target) bool { return o.Sym == t.Sym }) {
		return false
	}
	d := e.infer.Def(t.Sym)
	return !slices.ContainsFunc(targets, func(o valueflow.Target) bool {
		return e.infer.Def(o.Sym).Name != d.Name || !e.infer.Def(o.Sym).Kind.IsCallable() || e.infer.SameParams(t.Sym, nil, o.Sym, nil)
	})
}

// allowed returns the methods called name of the types that implement type t: those whose
// values were ever converted to another type, or all if code outside the repository decides.
// inside says that t is an interface of the repository.
func (e *Writer) allowed(file decl.FileID, x facts.ExprID, t lattice.Type, name string) (out []valueflow.Target, inside bool) {
	n := e.infer.Types.Node(t)
	if n.Kind == lattice.Param {
		t = e.infer.Bound(n.Symbol(), n.Position())
		n = e.infer.Types.Node(t)
	}
	var types []decl.SymbolID
	iface := ""
	switch {
	case n.Kind == lattice.Instance:
		u := e.infer.Under(t)
		if u.Kind != lattice.Instance || e.infer.Def(u.Symbol()).Kind != facts.Interface {
			return nil, false
		}
		types, inside = e.implementersOf[u.Symbol()], true
		if n := e.Node(u.Symbol()); n != nil {
			iface = n.ID
		}
	case n.Kind == lattice.Builtin:
		types = e.ImplementingOutside(file, e.infer.Types.NameOf(n))
	case t == lattice.External || t == lattice.Unknown:
		types = e.ImplementingOutside(file, e.declaredWith(e.infer.File(file).Lang, name))
	}
	if e.KeepTraces {
		e.Traces[file].Open = append(e.Traces[file].Open, OpenCall(iface, name))
	}
	isTaken := func(s decl.SymbolID) bool { return e.Flow.Taken[s] }
	some := slices.ContainsFunc(types, isTaken) || !inside
	for _, s := range types {
		if some && !isTaken(s) {
			continue
		}
		fd := e.infer.TypeMember(s, name, e.infer.Instance(s), false)
		if fd.Status != infer.IsSymbol {
			continue
		}
		m, d := fd.Syms[0], e.infer.Def(fd.Syms[0])
		if d.Kind == facts.Method && !d.Has(facts.Abstract) && e.Flow.Fits(file, x, m) && !slices.ContainsFunc(out, func(t valueflow.Target) bool { return t.Sym == m }) {
			out = append(out, valueflow.Target{Sym: m})
		}
	}
	return out, inside
}

// declaredWith returns the interface with only this method that the language itself declares: a
// value of an unknown type with this method is assumed to have this interface.
func (e *Writer) declaredWith(l *lang.Language, method string) string {
	declared, ok := e.soleMethods[l]
	if !ok {
		declared = soleMethods(l.Interfaces)
		e.soleMethods[l] = declared
	}
	return declared[method]
}

// soleMethods returns the interfaces with one method that a language itself declares, by that
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

// ImplementingOutside returns the types that have the methods of an interface outside the
// repository, and that are in the group of modules of a file.
func (e *Writer) ImplementingOutside(file decl.FileID, name string) []decl.SymbolID {
	interfaces := e.infer.File(file).Lang.Interfaces
	methods := strings.Fields(interfaces[name])
	if len(methods) == 0 {
		return nil
	}
	key := groupName{name, e.infer.Group(file)}
	if list, ok := e.outsideTypes[key]; ok {
		return list
	}
	out := e.withMethods(methods, func(s decl.SymbolID) bool { return e.infer.Group(e.infer.Symbol(s).File) == key.group })
	e.outsideTypes[key] = out
	return out
}

// hasMethod reports whether a type has a method, written as in lang.Language.Interfaces: its own,
// or inherited from an embedded type.
func (e *Writer) hasMethod(interfaces map[string]string, s decl.SymbolID, method string) bool {
	name, params, _ := strings.Cut(method, "/")
	fd := e.infer.TypeMember(s, name, e.infer.Instance(s), false)
	if fd.Status == infer.IsSymbol {
		d := e.infer.Def(fd.Syms[0])
		return d.Kind == facts.Method && strconv.Itoa(len(d.Params)) == params
	}
	for k, seen := 0, []decl.SymbolID{s}; k < len(seen) && k < infer.MaxBases; k++ {
		y := e.infer.Symbol(seen[k])
		for _, id := range e.infer.Def(seen[k]).Embeds {
			n := e.infer.Types.Node(e.infer.DeclType(y.File, id))
			if n.Kind == lattice.Builtin && slices.Contains(strings.Fields(interfaces[e.infer.Types.NameOf(n)]), method) {
				return true
			}
		}
		for _, b := range e.infer.BasesOf(seen[k]) {
			if b.Embedded && !slices.Contains(seen, b.Sym) {
				seen = append(seen, b.Sym)
			}
		}
	}
	return false
}
