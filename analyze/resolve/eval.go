package resolve

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// denote says what a name, local, member or module expression means as a
// symbol; other expressions only have a type.
func (r *resolver) denote(file fileID, x facts.ExprID) foundID {
	f := &r.files[file]
	if id := f.denoted[x]; id > 0 {
		return id
	} else if id < 0 { // being looked up, at that depth
		r.cycleAt = min(r.cycleAt, -1-int(id))
		return findCut
	}
	if r.nested > maxNested {
		return findUnknown
	}
	at, around := r.depth, r.cycleAt
	f.denoted[x] = foundID(-1 - at)
	r.cycleAt = noCycle
	r.nested++
	from := r.at
	r.at = file
	id := r.denoteExpr(file, x)
	r.at = from
	r.nested--
	r.files[file].denoted[x] = id
	if r.cycleAt >= at {
		r.cycleAt = noCycle
	} else if r.leaveUnmemoised() {
		r.files[file].denoted[x] = 0
	}
	r.cycleAt = min(r.cycleAt, around)
	return id
}

func (r *resolver) denoteExpr(file fileID, x facts.ExprID) foundID {
	f := &r.files[file]
	e := &f.facts.Exprs[x]
	switch e.Kind {
	case facts.Name:
		id := r.bareName(file, e)
		if end := f.lang.Rules.DecoratorSuffix; end != "" && e.Flags&facts.Decorates != 0 && r.found(id).status != isSymbol {
			whole := *e
			whole.Name += end
			id = r.bareName(file, &whole)
		}
		id = r.valueSide(file, e.Name, id)
		if fd := r.found(id); fd.status == isSymbol && len(fd.syms) > 1 { // type arguments would be written
			if plain := r.ofArity(fd.syms, 0); len(plain) < len(fd.syms) && !r.def(fd.syms[0]).Kind.IsCallable() {
				only := *fd
				only.syms, only.recvs = plain, nil
				return r.addFound(only)
			}
		}
		return id
	case facts.Local:
		v := &f.facts.Vars[e.Ref]
		switch {
		case v.Def >= 0:
			return r.addFound(found{status: isSymbol, rule: ruleLocal, syms: []symID{f.symbol(v.Def)}})
		case v.Import >= 0:
			return r.addFound(r.imported(file, v.Import))
		}
		return findUnknown
	case facts.Member:
		if r.depth > maxDepth {
			return findUnknown
		}
		r.depth++
		defer func() { r.depth-- }()
		var fd found
		if f.facts.Exprs[e.X].Kind == facts.Super {
			fd = r.asMeant(unknown, r.superMember(file, f.facts.Exprs[e.X].In, e.Name), e.Name, e.Sense())
		} else {
			t := r.exprType(file, e.X)
			if t == never {
				return findCut
			}
			fd = r.memberIn(file, t, e.Name)
			fd = r.asMeant(t, fd, e.Name, e.Sense())
			fd.syms = r.values(r.seen(file, fd.syms))
			if fd.status != isSymbol && f.facts.Exprs[e.X].Flags&facts.Implicit != 0 {
				if id := r.fileLevel(file, e.Name); r.found(id).status == isSymbol || fd.status != isOutside {
					return id
				}
			}
			if fd.status != isSymbol && f.facts.Exprs[e.X].Kind == facts.Name && f.lang.Rules.ImplicitThis {
				if m := r.ofNamesake(file, &f.facts.Exprs[e.X], e.Name); m.status == isSymbol {
					return r.addFound(m)
				}
			}
			if fd.status != isSymbol && fd.status != isModule && fd.status != isValue && len(r.extenders[e.Name]) > 0 && !r.hasOutside(f.lang, t, e.Name) {
				if x := r.extensionMember(file, t, e.Name); x.status == isSymbol {
					return r.addFound(x)
				}
			}
		}
		if fd.status == isSymbol {
			if k := f.facts.Exprs[e.X].Kind; k == facts.This || k == facts.Super || r.isSelf(f, e.X) {
				if fd.rule == ruleMember {
					fd.rule = ruleSelf
				}
			}
		}
		return r.addFound(fd)
	case facts.Module:
		if e.Ref >= 0 {
			return r.addFound(r.imported(file, e.Ref))
		}
	case facts.Func:
		if e.Ref >= 0 {
			return r.addFound(found{status: isSymbol, rule: ruleLocal, syms: []symID{f.symbol(e.Ref)}})
		}
	}
	return findUnknown
}

func (r *resolver) isSelf(f *fileState, x facts.ExprID) bool {
	e := &f.facts.Exprs[x]
	return e.Kind == facts.Local && f.facts.Vars[e.Ref].Kind == facts.SelfVar
}

// foundType is the type of the value that fd names, as seen from file.
func (r *resolver) foundType(file fileID, fd found) typ {
	switch fd.status {
	case isSymbol:
		out := never
		for i, s := range fd.syms {
			t := r.symType(s)
			if p := r.canon(r.syms[s].parent); p >= 0 && fd.receiver(i) >= firstTyp {
				args := r.typeArgs(fd.receiver(i))
				if k := r.types.kind(t); k == kFunc {
					if len(args) > 0 {
						t = r.types.function(r.types.node(t).symbol(), args...)
					}
					if d := r.def(s); d.Has(facts.Getter) {
						t = r.callOne(t, file, facts.None)
					}
				} else {
					t = r.types.within(r.types.subst(t, p, args, 0), args)
				}
				t = r.types.mapUnion(t, func(m typ) typ {
					if r.types.kind(m) != kInstance || r.def(s).Kind != facts.Field {
						return m
					}
					return r.descriptor(m, r.types.kind(fd.receiver(i)) == kClass)
				})
			} else if d := r.def(s); d.Has(facts.Getter) && d.Kind.IsCallable() && r.types.kind(t) == kFunc {
				t = r.callOne(t, file, facts.None)
			}
			out = r.types.union(out, t)
		}
		if fd.partial {
			out = r.types.union(out, unknown)
		}
		return out
	case isModule:
		return r.types.module(fd.unit)
	case isValue:
		return fd.typ
	case isOutside:
		return external
	}
	if fd.typ == never {
		return never
	}
	return unknown
}

// exprType returns the type of an expression.
func (r *resolver) exprType(file fileID, x facts.ExprID) typ {
	if x < 0 {
		return unknown
	}
	slot := &r.files[file].exprs[x]
	if *slot == uncomputed && r.depth > maxDepth {
		return unknown
	}
	return r.memo(file, slot, never, func() typ { return r.evalExpr(file, x) })
}

func (r *resolver) evalExpr(file fileID, x facts.ExprID) typ {
	f := &r.files[file]
	e := &f.facts.Exprs[x]
	switch e.Kind {
	case facts.Name, facts.Member:
		fd := *r.found(r.denote(file, x))
		if e.Kind == facts.Member && (fd.status == isOutside || fd.status == notKnown) {
			if t := r.outsideProperty(file, e); t != never {
				return t
			}
			if fd.status == isOutside {
				return r.outsideConstant(file, e)
			}
		}
		t := r.foundType(file, r.asValue(fd))
		if fd.status == isSymbol && r.isBareCall(f, fd.syms[0]) {
			return r.types.mapUnion(t, func(m typ) typ { return r.callOne(m, file, facts.None) })
		}
		return t
	case facts.Local:
		return r.varType(file, e.Ref)
	case facts.Call, facts.New:
		return r.callType(file, x)
	case facts.Index:
		return r.types.mapUnion(r.exprType(file, e.X), func(t typ) typ {
			if k := r.types.kind(t); (k == kFunc || k == kClass) && f.lang.Rules.IndexInstantiates {
				return t
			}
			el := r.element(t, false, false)
			if el == unknown && f.lang.Rules.PointersIndex && r.types.kind(t) == kInstance {
				return t
			}
			return el
		})
	case facts.Elem:
		return r.types.mapUnion(r.exprType(file, e.X), func(t typ) typ {
			if n := r.under(t); n.kind == kFuncType {
				return r.yielded(n, 1)
			}
			if n := r.under(t); n.kind == kMap && f.lang.Rules.IteratePairs {
				return r.types.tuple(n.args...)
			}
			if f.lang.Rules.IterateEntries && r.under(t).kind == kMap {
				return t
			}
			return r.element(t, f.lang.Rules.IterateKeys, true)
		})
	case facts.Key:
		return r.types.mapUnion(r.exprType(file, e.X), func(t typ) typ {
			if n := r.under(t); n.kind == kMap {
				return n.args[0]
			} else if n.kind == kList && n.isChannel() {
				return n.args[0]
			} else if n.kind == kFuncType {
				return r.yielded(n, 0)
			} else if n.kind == kList || n.kind == kBuiltin {
				return r.types.builtin("int")
			}
			return unknownOr(t)
		})
	case facts.Result:
		return r.types.mapUnion(r.exprType(file, e.X), func(t typ) typ {
			switch n := r.under(t); n.kind {
			case kTuple:
				if i := int(e.ResultIndex()); i < len(n.args) {
					return n.args[i]
				}
				return unknown
			case kList:
				return n.args[0]
			case kInstance:
				return r.partOfInstance(t, e.ResultIndex())
			case kMap:
				if i := int(e.ResultIndex()); f.lang.Rules.IterateEntries && i < len(n.args) {
					return n.args[i]
				}
			}
			if t == external {
				return external
			}
			return unknown
		})
	case facts.Expected:
		return r.types.mapUnion(r.expected(file, x), func(t typ) typ {
			if n := r.types.node(t); n.kind == kInstance {
				return r.types.class(n.symbol(), n.args...)
			}
			return unknownOr(t)
		})
	case facts.Assert:
		if e.Type < 0 && e.Name != "" {
			return r.types.mapUnion(r.exprType(file, e.X), func(t typ) typ { return r.variant(t, e.Name) })
		}
		if e.Excludes() {
			return r.without(r.exprType(file, e.X), r.declType(file, e.Type))
		}
		if t := r.declType(file, e.Type); t != unknown || e.Type >= 0 && writesTypes(f.lang) {
			return t
		}
		return r.exprType(file, e.X)
	case facts.Composite:
		return r.declType(file, e.Type)
	case facts.Func:
		if e.Ref >= 0 {
			return r.types.function(f.symbol(e.Ref))
		}
		return r.types.funcLit(file, x)
	case facts.Literal:
		return r.types.builtin(e.Name)
	case facts.Object:
		if f.lang.Rules.ObjectsAreMaps {
			value := never
			for i := range e.Args {
				if i < maxUnion && e.Args[i].X >= 0 && !e.Args[i].Spread {
					value = r.types.union(value, r.exprType(file, e.Args[i].X))
				}
			}
			if value == never {
				value = unknown
			}
			return r.types.mapOf(unknown, value)
		}
		return r.types.object(file, x)
	case facts.List:
		if e.IsTuple() && len(e.Args) <= maxUnion {
			args := make([]typ, len(e.Args))
			plain := true
			for i := range e.Args {
				args[i] = r.exprType(file, e.Args[i].X)
				plain = plain && !e.Args[i].Spread
			}
			if plain {
				return r.types.tuple(args...)
			}
		}
		elem := never
		for i := range e.Args {
			if i < maxUnion && e.Args[i].X >= 0 && !e.Args[i].Spread {
				elem = r.types.union(elem, r.exprType(file, e.Args[i].X))
			}
		}
		if elem == never {
			elem = unknown
		}
		return r.types.list(elem)
	case facts.Await:
		return r.types.mapUnion(r.exprType(file, e.X), r.awaited)
	case facts.Either:
		out := never
		for _, a := range e.Alternatives() {
			if a.X >= 0 && !r.isNil(f, a.X) {
				out = r.types.union(out, r.exprType(file, a.X))
			}
		}
		return out
	case facts.This:
		return r.thisOf(file, e)
	case facts.Super:
		s := r.enclosingType(file, e.In)
		if s < 0 {
			return unknown
		}
		out := never
		for _, b := range r.basesOf(s) {
			out = r.types.union(out, r.types.instance(b.sym, b.args...))
		}
		if r.syms[s].outer {
			out = r.types.union(out, unknown)
		}
		return out
	case facts.Module:
		t := r.foundType(file, *r.found(r.denote(file, x)))
		if e.InPromise() {
			return r.types.promise(t)
		}
		return t
	case facts.Out:
		return r.stored(file, e.X, e.OutArgument())
	case facts.TypeExpr:
		return r.types.conv(r.declType(file, e.Type))
	}
	return unknown
}

// without returns what a value of type t can be when it is none of not.
func (r *resolver) without(t, not typ) typ {
	if r.types.kind(t) != kUnion || not < firstTyp {
		return t
	}
	out := never
	for _, m := range r.types.node(t).args {
		excluded := false
		r.types.each(not, func(n typ) { excluded = excluded || r.isOf(m, n) })
		if !excluded {
			out = r.types.union(out, m)
		}
	}
	if out == never {
		return t
	}
	return out
}

// isOf reports whether every value of type t is one of super.
func (r *resolver) isOf(t, super typ) bool {
	a, b := r.types.node(t), r.types.node(super)
	switch {
	case a.kind == kInstance && b.kind == kInstance:
		return r.distance(a.symbol(), b.symbol()) >= 0
	case a.kind == kBuiltin && b.kind == kBuiltin:
		return a.isAbout(b)
	}
	return a.kind == b.kind && (a.kind == kList || a.kind == kMap)
}

// variant returns the type of the variant called name of the enum t, with the fields
// that it alone has.
func (r *resolver) variant(t typ, name string) typ {
	fd := r.memberOf(t, name)
	if fd.status != isSymbol || r.def(fd.syms[0]).Kind != facts.EnumMember {
		return unknownOr(t)
	}
	return r.types.instance(fd.syms[0])
}

// isBareCall reports whether to name the function s in a file is to call it.
func (r *resolver) isBareCall(f *fileState, s symID) bool {
	d := r.def(s)
	return f.lang.Rules.BareCalls && d.Kind.IsCallable() && takes(d, nil) && !d.Has(facts.Getter)
}

func (r *resolver) isNil(f *fileState, x facts.ExprID) bool {
	e := &f.facts.Exprs[x]
	return e.Kind == facts.Literal && (e.Name == "nil" || e.Name == "null" || e.Name == "None" || e.Name == "undefined")
}

func unknownOr(t typ) typ {
	if t == external {
		return external
	}
	return unknown
}

// under returns the form of a type behind its name: the list behind "type Tags
// []Tag".
func (r *resolver) under(t typ) typNode {
	for range 8 {
		n := r.types.node(t)
		if n.kind == kParam {
			t = r.bound(n.symbol(), n.position())
			continue
		}
		if n.kind != kInstance {
			return n
		}
		d := r.def(n.symbol())
		if d.Kind != facts.TypeDef || d.Type < 0 {
			return n
		}
		u := r.types.subst(r.declType(r.syms[n.symbol()].file, d.Type), n.symbol(), n.args, 0)
		if u == t {
			return n
		}
		t = u
	}
	return typNode{}
}

// element is what indexing or iterating t gives.
func (r *resolver) element(t typ, keys, iterate bool) typ {
	switch n := r.under(t); n.kind {
	case kList, kPromise:
		return n.args[0]
	case kMap:
		if keys {
			return n.args[0]
		}
		return n.args[1]
	case kTuple:
		return r.types.union(n.args...)
	case kConv, kFuncType: // written type arguments
		return t
	case kBuiltin:
		return external
	case kObject:
		if keys {
			return r.types.builtin("string")
		}
		return r.valuesOf(n.file(), n.expr())
	case kInstance:
		p := r.protocol(n.symbol())
		order := [...]string{p.Index, p.Iterate}
		if iterate {
			order = [...]string{p.Iterate, p.Index}
		}
		for _, m := range order {
			if fd := r.memberOf(t, m); fd.status == isSymbol {
				got := r.callOne(r.foundType(r.syms[n.symbol()].file, fd), r.syms[n.symbol()].file, facts.None)
				if m != p.Iterate {
					return got
				}
				return r.types.mapUnion(got, func(it typ) typ {
					if r.types.kind(it) == kList {
						return r.types.node(it).args[0]
					}
					if fd := r.memberOf(it, p.Next); fd.status == isSymbol {
						return r.callOne(r.foundType(r.syms[n.symbol()].file, fd), r.syms[n.symbol()].file, facts.None)
					}
					return unknownOr(it)
				})
			}
		}
		for _, b := range r.outsideBases(n) {
			if k := r.types.kind(b); k == kList || k == kMap {
				return r.element(b, keys, iterate)
			}
		}
	}
	return unknownOr(t)
}

// valuesOf is what the members of an object or dict literal can be.
func (r *resolver) valuesOf(file fileID, x facts.ExprID) typ {
	out := never
	for i, a := range r.files[file].facts.Exprs[x].Args {
		if i == maxUnion || a.Spread {
			return unknown
		}
		if a.X >= 0 {
			out = r.types.union(out, r.exprType(file, a.X))
		}
	}
	if out == never {
		return unknown
	}
	return out
}

func (r *resolver) awaited(t typ) typ {
	if n := r.types.node(t); n.kind == kPromise {
		return n.args[0]
	}
	return t
}

func (r *resolver) instance(s symID) typ {
	d := r.def(s)
	if len(d.TypeParams) == 0 {
		return r.types.instance(s)
	}
	args := make([]typ, len(d.TypeParams))
	for i := range args {
		args[i] = r.types.param(s, int32(i))
	}
	return r.types.instance(s, args...)
}
