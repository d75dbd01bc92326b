package resolve

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// noCycle is resolver.cycleAt where no value depends on itself.
const noCycle = 1 << 30

// maxUnmemoised bounds how many values are not memoised because a cycle cut their
// evaluation: in all, and during one query. Each of them is evaluated again when it is next
// asked for.
const (
	maxUnmemoised    = 1 << 19
	maxUnmemoisedNow = 512
)

// memo returns the memoised value in slot, or evaluates it and memoises it. File is where the
// value stands. While a value is being evaluated it is cyclic, so that one that depends on itself
// ends. A value that was evaluated inside such a cycle lacks the outer one and is not memoised.
func (r *resolver) memo(file fileID, slot *typ, cyclic typ, eval func() typ) typ {
	switch {
	case *slot < 0: // being evaluated, at that depth
		r.cycleAt = min(r.cycleAt, -1-int(*slot))
		return cyclic
	case *slot != uncomputed:
		return *slot
	case r.nested > maxNested:
		return unknown
	}
	r.work.Values++
	at := r.depth
	if at == 0 {
		r.unmemoisedNow = 0
	}
	*slot = typ(-1 - at)
	around := r.cycleAt
	r.cycleAt = noCycle
	r.depth++
	r.nested++
	from := r.at
	r.at = file
	t := eval()
	r.at = from
	r.nested--
	r.depth--
	if r.cycleAt < at && r.leaveUnmemoised() {
		*slot = uncomputed
		r.cycleAt = min(r.cycleAt, around)
		return t
	}
	if t == never || t == uncomputed {
		t = unknown
	}
	*slot = t
	if r.cycleAt >= at {
		r.cycleAt = noCycle
	}
	r.cycleAt = min(r.cycleAt, around)
	return t
}

// leaveUnmemoised counts one more value that is not memoised, unless a bound is reached: then
// it reports false.
func (r *resolver) leaveUnmemoised() bool {
	if r.unmemoisedNow >= maxUnmemoisedNow || r.unmemoised >= maxUnmemoised {
		return false
	}
	r.unmemoisedNow++
	r.unmemoised++
	return true
}

// joined is the union of the types of values; nil among them says nothing, and
// where the first decides the type, so do the others.
func (r *resolver) joined(file fileID, values []facts.ExprID) typ {
	out := never
	if len(values) > 1 && r.files[file].facts.Exprs[values[0]].Flags&facts.Initial != 0 {
		if t := r.exprType(file, values[0]); r.certain(t) {
			return t
		}
	}
	for _, x := range values {
		if !r.isNil(&r.files[file], x) {
			out = r.types.union(out, r.exprType(file, x))
		}
	}
	return out
}

// certain reports whether a type is known, every part of it where it is a union.
func (r *resolver) certain(t typ) bool {
	all := true
	r.types.each(t, func(m typ) { all = all && m >= firstTyp })
	return all
}

// varType returns the type of a local variable.
func (r *resolver) varType(file fileID, v facts.VarID) typ {
	return r.memo(file, &r.files[file].vars[v], never, func() typ { return r.evalVar(file, v) })
}

func (r *resolver) evalVar(file fileID, v facts.VarID) typ {
	f := &r.files[file]
	x := &f.facts.Vars[v]
	if r.depth > maxDepth {
		return unknown
	}
	if x.Type >= 0 {
		if t := r.declType(file, x.Type); t != unknown || x.Kind == facts.ParamVar || writesTypes(f.lang) {
			if x.Kind == facts.ParamVar {
				return r.variadic(f, x, t)
			}
			return t
		}
	}
	switch x.Kind {
	case facts.DefVar:
		if x.Def >= 0 {
			return r.symType(f.symbol(x.Def))
		}
	case facts.ImportVar:
		if x.Import >= 0 {
			return r.foundType(file, r.imported(file, x.Import))
		}
	case facts.SelfVar:
		if x.Func >= 0 {
			return r.contextual(file, x.Func, thisParam)
		}
		s := r.enclosingType(file, x.In)
		if s < 0 {
			return unknown
		}
		if x.In >= 0 && f.facts.Defs[x.In].Has(facts.ClassSide) {
			return r.types.class(s)
		}
		return r.instance(s)
	case facts.ParamVar:
		if x.Func >= 0 && len(x.Values) == 0 {
			return r.contextual(file, x.Func, x.Index)
		}
		if x.Func < 0 && x.In >= 0 {
			if d := &f.facts.Defs[x.In]; d.Kind.IsCallable() && d.Type >= 0 { // const h: Handler = (c) => …
				if t := r.parameter(file, r.declType(file, d.Type), x.Index); t >= firstTyp {
					return t
				}
			}
			if t := r.namedContext(file, x.In, x.Index); t >= firstTyp {
				return t
			}
			if t := r.inheritedParam(f.symbol(x.In), x.Index); t >= firstTyp {
				return t
			}
		}
	}
	if x.Kind == facts.LocalVar && x.Func >= 0 && len(x.Values) == 0 {
		return r.contextual(file, x.Func, x.Index)
	}
	out := r.joined(file, x.Values)
	if x.Kind == facts.ParamVar && x.Func < 0 {
		if x.In >= 0 {
			out = r.types.union(out, r.learntParam(f.symbol(x.In), x.Index))
		}
		out = r.types.union(out, unknown) // callers may pass anything else
	}
	return out
}

// inheritedParam returns the declared type of the parameter that the i-th one of a
// method takes the place of in the method it overrides; never when there is none.
func (r *resolver) inheritedParam(s symID, i int32) typ {
	d, p := r.def(s), r.canon(r.syms[s].parent)
	if d.Kind != facts.Method || p < 0 || !r.def(p).Kind.IsType() || int(i) >= len(d.Params) || r.depth > maxDepth {
		return never
	}
	for _, b := range r.basesOf(p) {
		fd := r.typeMember(b.sym, d.Name, r.types.instance(b.sym, b.args...), false)
		if fd.status != isSymbol {
			continue
		}
		m := fd.syms[len(fd.syms)-1]
		if o := r.def(m); o.Kind == facts.Method && int(i) < len(o.Params) && o.Params[i].Name == d.Params[i].Name {
			if got := r.declared(m, i, r.typeArgs(fd.recv)); got >= firstTyp {
				return got
			}
		}
	}
	return never
}

// variadic wraps the type of a parameter that takes several values.
func (r *resolver) variadic(f *fileState, x *facts.Var, t typ) typ {
	if x.In < 0 || x.Func >= 0 {
		return t
	}
	if ps := f.facts.Defs[x.In].Params; int(x.Index) < len(ps) && ps[x.Index].Name == x.Name && ps[x.Index].Variadic {
		if f.lang.Rules.RestIsList || x.Type != ps[x.Index].Type { // the variable's type is written as a list
			return t
		}
		return r.types.list(t)
	}
	return t
}

// symType returns the type of a symbol taken as a value.
func (r *resolver) symType(s symID) typ {
	return r.memo(r.syms[s].file, &r.syms[s].typ, never, func() typ { return r.evalSym(s) })
}

func (r *resolver) evalSym(s symID) typ {
	d, file := r.def(s), r.syms[s].file
	switch {
	case d.Kind.IsCallable():
		fn := r.decorated(s, r.types.function(s))
		if d.Type >= 0 && d.Kind != facts.Constructor && r.files[file].lang.Rules.TypesApart { // const f: F = …
			if t := r.declType(file, d.Type); t != unknown {
				if r.holds(s) {
					t = r.types.union(r.types.holder(s), t)
				}
				return t
			}
		}
		return fn
	case d.Kind.IsType() && d.Has(facts.Singleton):
		return r.types.instance(s)
	case d.Kind.IsType() || d.Kind == facts.Namespace:
		return r.types.class(s)
	case d.Kind == facts.EnumMember:
		if p := r.syms[s].parent; p >= 0 {
			return r.types.instance(p)
		}
	}
	out := never
	if d.Type >= 0 {
		out = r.declType(file, d.Type)
	}
	if out == never || out == unknown {
		out = r.joined(file, d.Values)
	}
	if r.holds(s) {
		out = r.types.union(r.types.holder(s), out)
	}
	return out
}

// decorated returns what the decorators of a function make of it, as far as that
// is an instance of a type of the repository; else the function is taken to stay
// what it is.
func (r *resolver) decorated(s symID, fn typ) typ {
	d, file := r.def(s), r.syms[s].file
	rules := &r.files[file].lang.Rules
	if len(d.Decorators) == 0 || rules.AnyDecorator || d.Has(facts.Getter) || d.Has(facts.Overload) {
		return fn
	}
	for i := len(d.Decorators) - 1; i >= 0; i-- {
		x := d.Decorators[i]
		if rules.PlainDecorators[r.files[file].facts.Exprs[x].Name] {
			continue
		}
		made := never
		r.types.each(r.exprType(file, x), func(t typ) {
			r.types.each(r.callOne(t, file, facts.None), func(t typ) {
				if r.types.kind(t) == kInstance && r.under(t).kind == kInstance {
					made = r.types.union(made, t)
				}
			})
		})
		if made != never {
			return made // what stands above it mostly gives back what it gets
		}
	}
	return fn
}

// holds reports whether a variable has members of its own: those of an object
// literal or assigned ones. Those of its anonymous type are members of that.
func (r *resolver) holds(s symID) bool {
	for _, list := range r.syms[s].members {
		if d := r.def(list[0]); d.Owner >= 0 || d.Has(facts.ObjectItem) {
			return true
		}
	}
	return false
}

// bound returns the type that a type parameter is bounded by.
func (r *resolver) bound(s symID, i int32) typ {
	if i == selfParam {
		return r.instance(s)
	}
	ps := r.def(s).TypeParams
	if int(i) >= len(ps) || ps[i].Bound < 0 {
		return unknown
	}
	return r.declType(r.syms[s].file, ps[i].Bound)
}

// yielded returns the i-th value that ranging over a function gives.
func (r *resolver) yielded(n typNode, i int) typ {
	t := &r.files[n.file()].facts.Types[n.position()]
	if t.N != 1 || t.Args[0] < 0 {
		return unknown
	}
	y := &r.files[n.file()].facts.Types[t.Args[0]]
	if y.Kind != facts.FuncT || i >= int(y.N) {
		return unknown
	}
	return r.declType(n.file(), y.Args[i])
}
