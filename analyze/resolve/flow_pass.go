package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A carry says whether values of a type can be functions or of several types, so
// that it takes a pool to know them.
type carry uint8

const (
	notAsked carry = iota
	carriesNothing
	carriesValues
)

// carries reports whether it takes pools to know the values of a type.
func (w *flow) carries(t typ) bool {
	if t < firstTyp {
		return t == unknown || t == external
	}
	for len(w.carrying) <= int(t) {
		w.carrying = append(w.carrying, make([]carry, w.types.count()+64-len(w.carrying))...)
	}
	if w.carrying[t] == notAsked {
		w.carrying[t] = carriesNothing // a type that holds itself
		if w.asked(t) {
			w.carrying[t] = carriesValues
		}
	}
	return w.carrying[t] == carriesValues
}

func (w *flow) asked(t typ) bool {
	n := w.types.node(t)
	switch n.kind {
	case kFunc, kFuncLit, kFuncType, kParam:
		return true
	case kUnion, kList, kMap, kTuple, kPromise:
		return slices.ContainsFunc(n.args, w.carries)
	case kBuiltin:
		return w.interfaces[w.types.nameOf(n)] || slices.ContainsFunc(n.args, w.carries)
	case kInstance:
		switch d := w.def(n.symbol()); d.Kind {
		case facts.Interface, facts.Trait:
			return true
		case facts.TypeDef:
			if d.Type < 0 { // an anonymous type
				return w.hasAbstract(n.symbol())
			} else if u := w.under(t); u.kind != kInstance {
				return w.carries(w.types.of(u))
			} else if u.symbol() != n.symbol() {
				return w.carries(w.types.of(u))
			}
		case facts.Class:
			return d.Has(facts.Abstract)
		}
	}
	return false
}

// hasAbstract reports whether a type has a method without a body.
func (w *flow) hasAbstract(s symID) bool {
	for _, list := range w.syms[s].members {
		if w.isAbstract(list[0]) {
			return true
		}
	}
	return false
}

// seed adds the values that a type itself tells: a struct's instances are of that
// type, whatever variable holds them.
func (w *flow) seed(t typ, to poolID) {
	if t < firstTyp {
		return
	}
	n := w.types.node(t)
	switch n.kind {
	case kUnion, kList, kMap, kTuple, kPromise:
		for _, a := range n.args {
			w.seed(a, to)
		}
	case kFunc:
		if !w.isAbstract(n.symbol()) {
			w.add(to, n.symbol())
		}
	case kFuncLit:
		w.add(to, w.function(n.file(), n.expr()))
	case kInstance:
		switch d := w.def(n.symbol()); d.Kind {
		case facts.Struct, facts.Class, facts.Enum:
			w.add(to, n.symbol())
		case facts.TypeDef:
			if u := w.under(t); len(w.syms[n.symbol()].members) > 0 && (u.kind != kInstance || w.def(u.symbol()).Kind != facts.Interface) {
				w.add(to, n.symbol())
			} else if u.kind == kInstance && u.symbol() != n.symbol() {
				w.seed(w.types.of(u), to)
			}
		}
	}
}

// isAbstract reports whether a symbol is a method of an interface.
func (w *flow) isAbstract(s symID) bool {
	d := w.def(s)
	return d.Kind == facts.Method && d.Has(facts.Abstract)
}

// isContainer reports whether two variables of a type can share what is in it.
func (w *flow) isContainer(t typ) bool {
	k := w.under(t).kind
	return k == kList || k == kMap
}

// function returns the value of a function literal.
func (w *flow) function(file fileID, x facts.ExprID) value {
	if ref := w.files[file].facts.Exprs[x].Ref; ref >= 0 {
		return w.files[file].symbol(ref)
	}
	k := literal{file, x}
	v, ok := w.literal[k]
	if !ok {
		v = symID(len(w.syms) + len(w.literals))
		w.literals = append(w.literals, k)
		w.literal[k] = v
	}
	return v
}

// pass lets the values that expression x can have go into a pool.
func (w *flow) pass(file fileID, x facts.ExprID, to poolID) {
	if x < 0 || to == 0 || w.depth > maxDepth {
		return
	}
	f := &w.files[file]
	e := &f.facts.Exprs[x]
	switch e.Kind {
	case facts.Literal:
		return
	case facts.Func:
		w.add(to, w.function(file, x))
		return
	}
	t := w.exprType(file, x)
	w.seed(t, to)
	if !w.carries(t) {
		return
	}
	w.depth++
	defer func() { w.depth-- }()
	switch e.Kind {
	case facts.Local:
		if v := &f.facts.Vars[e.Ref]; v.Def < 0 && v.Import < 0 {
			w.join(w.varPool(file, e.Ref), to, t)
			return
		}
		w.passNamed(file, x, t, to)
	case facts.Name, facts.Member:
		w.passNamed(file, x, t, to)
	case facts.Call, facts.New:
		w.passCall(file, x, 0, to)
	case facts.Result:
		if k := f.facts.Exprs[e.X].Kind; k == facts.Call {
			w.passCall(file, e.X, e.ResultIndex(), to)
		} else {
			w.pass(file, e.X, to)
		}
	case facts.Index, facts.Elem:
		if e.X >= 0 {
			w.edge(w.poolOf(file, e.X), to)
		}
	case facts.Await:
		w.pass(file, e.X, to)
	case facts.Assert:
		w.passAsserted(file, x, to)
	case facts.Composite, facts.List, facts.Either:
		if e.Kind == facts.Composite && !w.isContainer(t) {
			return // see fields
		}
		for i := range e.Args {
			w.pass(file, e.Args[i].X, to)
		}
	}
}

// join lets values go on from a place of type t; two places that share a
// container share what is in it.
func (w *flow) join(from, to poolID, t typ) {
	w.edge(from, to)
	if !w.pools[to].outside && !w.pools[from].outside && w.isContainer(t) {
		w.edge(to, from)
	}
}

// passNamed passes what a name or member stands for.
func (w *flow) passNamed(file fileID, x facts.ExprID, t typ, to poolID) {
	fd := *w.found(w.denote(file, x))
	switch fd.status {
	case isSymbol:
		for _, s := range w.defined(fd.syms) {
			switch d := w.def(s); {
			case w.isAbstract(s):
				w.passMethod(file, x, to)
			case d.Kind.IsCallable():
				w.add(to, s)
			case !d.Kind.IsType():
				w.join(w.memberPool(s), to, t)
			}
		}
	case isOutside, notKnown:
		p, _ := w.outsideMember(file, x)
		w.edge(p, to)
		w.add(to, openValue)
	}
}

// passMethod passes the method x of an interface, taken as a value: those of the
// types that reach its operand.
func (w *flow) passMethod(file fileID, x facts.ExprID, to poolID) {
	if e := &w.files[file].facts.Exprs[x]; e.Kind == facts.Member {
		w.listen(site{file: file, x: x, pool: w.receiver(file, e.X), method: e.Name, gives: to, next: -1})
	}
}

// isInstance reports whether an expression is a value: no package or module.
func (w *flow) isInstance(file fileID, x facts.ExprID) bool {
	switch e := &w.files[file].facts.Exprs[x]; e.Kind {
	case facts.Name:
		fd := w.found(w.denote(file, x))
		return fd.status == isSymbol && !w.def(fd.syms[0]).Kind.IsType()
	case facts.Module, facts.Other, facts.Literal:
		return false
	}
	return true
}

// passAsserted passes the operand of a type assertion, of which only values that
// implement the type are left.
func (w *flow) passAsserted(file fileID, x facts.ExprID, to poolID) {
	e := &w.files[file].facts.Exprs[x]
	if w.isConcreteOutside(file, e.Type) {
		return
	}
	n := w.types.node(w.declType(file, e.Type))
	if n.kind != kInstance || w.def(n.symbol()).Kind != facts.Interface || !w.files[file].lang.Rules.StructuralInterfaces {
		w.pass(file, e.X, to)
		return
	}
	p, made := w.exprPool(file, x, ownPool)
	if made {
		w.pools[p].only = n.symbol()
		w.pass(file, e.X, p)
		if w.isAnything(w.exprType(file, e.X)) {
			w.add(p, openValue)
		}
	}
	w.edge(p, to)
}

// isAnything reports whether a type says nothing of its values: what decoding and
// reflection give.
func (w *flow) isAnything(t typ) bool {
	n := w.types.node(t)
	return t == external || t == unknown || n.kind == kBuiltin && w.types.nameOf(n) == "any"
}

// poolOf returns the pool of an expression, 0 when it can have no values that
// take one.
func (w *flow) poolOf(file fileID, x facts.ExprID) poolID {
	f := &w.files[file]
	e := &f.facts.Exprs[x]
	switch e.Kind {
	case facts.Local:
		if v := &f.facts.Vars[e.Ref]; v.Def < 0 && v.Import < 0 && w.carries(w.exprType(file, x)) {
			return w.varPool(file, e.Ref)
		}
	case facts.Name, facts.Member:
		if fd := w.found(w.denote(file, x)); fd.status == isSymbol && len(fd.syms) == 1 && w.carries(w.exprType(file, x)) {
			if k := w.def(fd.syms[0]).Kind; !k.IsCallable() && !k.IsType() {
				return w.memberPool(fd.syms[0])
			}
		}
	}
	p, made := w.exprPool(file, x, ownPool)
	if made {
		w.pass(file, x, p)
	}
	return p
}

// holder returns the expression whose values change when something is assigned to target:
// what holds the element, the first of several.
func (w *flow) holder(f *fileState, target facts.ExprID) facts.ExprID {
	for {
		e := &f.facts.Exprs[target]
		switch {
		case (e.Kind == facts.Index || e.Kind == facts.Elem || e.Kind == facts.Assert) && e.X >= 0:
			target = e.X
		case e.Kind == facts.Either && len(e.Args) > 0 && e.Args[0].X >= 0:
			target = e.Args[0].X
		default:
			return target
		}
	}
}

// store lets the values of x go to the target of an assignment.
func (w *flow) store(file fileID, target, x facts.ExprID) {
	f := &w.files[file]
	target = w.holder(f, target)
	e := &f.facts.Exprs[target]
	if !w.carries(w.exprType(file, target)) {
		return
	}
	switch e.Kind {
	case facts.Local:
		w.pass(file, x, w.poolOf(file, target))
	case facts.Name, facts.Member:
		fd := w.found(w.denote(file, target))
		if fd.status == isSymbol {
			for _, s := range fd.syms {
				if k := w.def(s).Kind; !k.IsCallable() && !k.IsType() {
					w.pass(file, x, w.memberPool(s))
				}
			}
		} else {
			p, _ := w.outsideMember(file, target)
			w.pass(file, x, p)
		}
	case facts.Call:
		w.pass(file, x, w.callPool(file, target, 0))
	}
}

// file adds what one file says of where values go.
func (w *flow) file(file fileID) {
	f := &w.files[file]
	for v := range f.facts.Vars {
		x := &f.facts.Vars[v]
		if len(x.Values) == 0 || x.Def >= 0 || x.Import >= 0 || !w.carries(w.varType(file, facts.VarID(v))) {
			continue
		}
		for _, value := range x.Values {
			w.pass(file, value, w.varPool(file, facts.VarID(v)))
		}
	}
	for i := range f.facts.Defs {
		w.definition(file, f.symbol(facts.DefID(i)))
	}
	for x := range f.facts.Exprs {
		e := &f.facts.Exprs[x]
		switch e.Kind {
		case facts.Store:
			if len(e.Args) > 0 {
				w.store(file, e.X, e.Args[0].X)
			}
		case facts.Return:
			w.returns(file, e)
		case facts.Func:
			if v := w.function(file, facts.ExprID(x)); len(e.Args) > 0 {
				for i := range e.Args {
					w.pass(file, e.Args[i].X, w.resultPool(v, 0))
				}
			}
		case facts.Composite:
			w.fields(file, e)
		case facts.Call, facts.New:
			if e.X >= 0 {
				w.call(file, facts.ExprID(x))
			}
		}
	}
}

// definition passes the values of a variable or member, or what a function gives.
func (w *flow) definition(file fileID, s symID) {
	d := w.def(s)
	switch {
	case len(d.Values) == 0 || d.Kind.IsType():
	case d.Kind.IsCallable():
		for _, x := range d.Values {
			w.pass(file, x, w.resultPool(s, 0))
		}
	case w.carries(w.symType(s)):
		for _, x := range d.Values {
			w.pass(file, x, w.memberPool(s))
		}
	}
}

// returns passes what a return statement gives back.
func (w *flow) returns(file fileID, e *facts.Expr) {
	f := &w.files[file]
	var fn value
	var results []facts.TypeID
	switch {
	case e.X >= 0:
		fn = w.function(file, e.X)
		if id := f.facts.Exprs[e.X].Type; id >= 0 {
			ty := &f.facts.Types[id]
			results = ty.Results()
		}
	case e.In >= 0:
		fn = f.symbol(e.In)
		results = f.facts.Defs[e.In].Results
	default:
		return
	}
	for i, t := range results {
		if !w.carries(w.declType(file, t)) {
			continue
		}
		to := w.resultPool(fn, int32(i))
		if len(e.Args) == len(results) {
			w.pass(file, e.Args[i].X, to)
		} else if len(e.Args) == 1 && e.Args[0].X >= 0 && f.facts.Exprs[e.Args[0].X].Kind == facts.Call {
			w.passCall(file, e.Args[0].X, int32(i), to)
		}
	}
}

// fields passes the values in a composite literal to the fields they are given to.
func (w *flow) fields(file fileID, e *facts.Expr) {
	if len(e.Args) == 0 {
		return
	}
	t := w.declType(file, e.Type)
	n := w.under(t)
	if n.kind != kInstance {
		if name := w.typeNameOf(file, e.Type); t == external && name != "" {
			for i := range e.Args {
				if a := &e.Args[i]; a.Keyword != "" && a.X >= 0 && w.carries(w.exprType(file, a.X)) {
					w.pass(file, a.X, w.outsidePool(name, a.Keyword))
				}
			}
		}
		return
	}
	next := facts.DefID(1)
	for i := range e.Args {
		a := &e.Args[i]
		field := symID(-1)
		if a.Keyword != "" {
			if m := w.syms[n.symbol()].members[a.Keyword]; len(m) > 0 {
				field = m[0]
			}
		} else {
			field, next = w.nextField(n.symbol(), next)
		}
		if field >= 0 && a.X >= 0 && w.carries(w.symType(field)) {
			w.pass(file, a.X, w.memberPool(field))
		}
	}
}

// nextField returns the first field of a struct from its n-th Def on, and where
// to look for the next.
func (w *flow) nextField(s symID, n facts.DefID) (field symID, next facts.DefID) {
	defs := w.files[w.syms[s].file].facts.Defs
	for i := w.syms[s].def + n; int(i) < len(defs); i++ {
		if defs[i].Kind == facts.Field && defs[i].Parent == w.syms[s].def {
			return w.files[w.syms[s].file].symbol(i), i - w.syms[s].def + 1
		}
	}
	return -1, facts.DefID(len(defs))
}
