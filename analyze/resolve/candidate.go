package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// constructors returns those of the own constructors of a type that a call may run.
func (r *resolver) constructors(file fileID, call *facts.Expr, s symID) []symID {
	y := &r.syms[s]
	if y.ctor < 0 {
		return nil
	}
	var all []symID
	for _, m := range y.members[r.def(y.ctor).Name] {
		if d := r.def(m); d.Kind == facts.Constructor && !d.Has(facts.Static) {
			all = append(all, m)
		}
	}
	if r.files[file].lang.Rules.ImplicitCopies {
		if all = r.notCopies(file, call, s, all); len(all) == 0 {
			return nil
		}
		return r.fitting(file, call, found{status: isSymbol, syms: all, recv: r.instance(s)}).syms
	}
	if len(all) < 2 || !r.files[file].lang.Rules.Overloads {
		return []symID{y.ctor}
	}
	return r.fitting(file, call, found{status: isSymbol, syms: all, recv: r.instance(s)}).syms
}

// notCopies returns those of the constructors of s that take the arguments of a
// call. A value made from another of its type needs none that is written.
func (r *resolver) notCopies(file fileID, call *facts.Expr, s symID, all []symID) []symID {
	copies := false
	if len(call.Args) == 1 && call.Args[0].X >= 0 {
		n := r.types.node(r.exprType(file, call.Args[0].X))
		copies = n.kind == kInstance && n.symbol() == s
	}
	return slices.DeleteFunc(all, func(c symID) bool {
		d := r.def(c)
		if !takes(d, call.Args) {
			return true
		}
		if !copies || d.Params[0].Type < 0 {
			return false
		}
		n := r.types.node(r.declType(r.syms[c].file, d.Params[0].Type))
		return n.kind != kInstance || n.symbol() != s
	})
}

// fitsTypeArgs reports whether a function has as many type parameters as are
// written at a call, or where none are written, whether they follow from the
// parameters.
func (r *resolver) fitsTypeArgs(file fileID, call *facts.Expr, s symID) bool {
	d, f := r.def(s), &r.files[file]
	if call.Kind != facts.Call || !f.lang.Rules.InferFromArguments {
		return true
	}
	if call.Type >= 0 {
		return len(f.facts.Types[call.Type].Args) == len(d.TypeParams)
	}
	for i := range d.TypeParams {
		if !r.mentioned(s, d.TypeParams[i].Name) {
			return false
		}
	}
	return true
}

// mentioned reports whether the type of a parameter of s, or of its receiver,
// holds the type parameter called name.
func (r *resolver) mentioned(s symID, name string) bool {
	d := r.def(s)
	types := r.files[r.syms[s].file].facts.Types
	var in func(t facts.TypeID) bool
	in = func(t facts.TypeID) bool {
		return t >= 0 && (types[t].Kind == facts.Named && types[t].Name == name || slices.ContainsFunc(types[t].Args, in))
	}
	return in(d.Receiver) || slices.ContainsFunc(d.Params, func(p facts.Param) bool { return in(p.Type) })
}

// extensionOf returns the extension members that a call of members fd runs where
// none of these takes the arguments.
func (r *resolver) extensionOf(file fileID, call *facts.Expr, fd found) found {
	callee := &r.files[file].facts.Exprs[call.X]
	if callee.Kind != facts.Member || len(r.extenders[callee.Name]) == 0 || fd.extends(r) || r.depth > maxDepth {
		return found{}
	}
	for i, s := range fd.syms {
		if !r.def(s).Kind.IsCallable() || r.fitsTypeArgs(file, call, s) && r.fit(file, call.Args, s, fd.receiver(i)) != misfit {
			return found{}
		}
	}
	return r.extensionMember(file, r.exprType(file, callee.X), callee.Name)
}
